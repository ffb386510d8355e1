package report

import (
	"context"
	"io"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func statsJSON(w io.Writer, in Input) error {
	out := statsDoc(in)
	out.Patterns = patternDocs(in)
	addGrowth(in, out.LargestRows)
	return doc.Write(w, out)
}

// statsDoc returns the report without what only JSON has and takes time to compute: patterns of qualifiers, and how
// rows grow.
func statsDoc(in Input) doc.Stats {
	figures := in.Profile
	out := doc.Stats{
		Read: readDoc(in), Rows: figures.Rows, Cells: figures.Cells, Bytes: figures.Bytes, KeyBytes: figures.KeyBytes,
		ValueBytes: figures.ValueBytes,
		RowBytes:   distributionDoc(figures.RowBytes), CellsPerRow: distributionDoc(figures.CellsPerRow),
		ColumnsPerRow: distributionDoc(figures.ColumnsPerRow),
		KeyLength:     distributionDoc(figures.KeyLength), ValueSize: distributionDoc(figures.ValueSize),
		Versions: distributionDoc(figures.Versions),
		Times:    timestampsDoc(figures), Kinds: kindDocs(in), FirstSegment: firstSegmentDoc(in.Leading),
		Gaps:        gapsDoc(in),
		LargestRows: largestRowDocs(figures), LargestOf: figures.LargestOf.Summary(),
		Families: make([]doc.StatsFamily, 0, len(figures.Families)), Columns: make([]doc.StatsColumn, 0,
			len(figures.Columns)),
	}
	for _, f := range figures.Families {
		out.Families = append(out.Families, doc.StatsFamily{
			Family: f.Name, Declared: f.Declared, GCRule: f.GC.String(), Aggregate: f.Type, Columns: f.Columns,
			RowsPresent: f.Rows,
			RowsShare:   f.RowShare, Cells: f.Cells, Bytes: f.Bytes, KeyBytes: f.KeyBytes, BytesShare: f.ByteShare,
			TableBytes: knownFigure(f.ByteShare.Of(figures.Whole.Table)), TableCells: knownFigure(f.TableCells),
		})
	}
	for i, c := range figures.AllColumns() {
		column := columnDoc(figures.Whole, c)
		column.NotKept = i >= len(figures.Columns)
		out.Columns = append(out.Columns, column)
	}
	for _, c := range figures.LargestCells {
		out.LargestCells = append(out.LargestCells, doc.LargeCell{
			Key: c.Key, Family: c.Family, Qualifier: doc.Bytes(c.Qualifier), Timestamp: c.Micros, ValueBytes: c.Bytes})
	}
	return out
}

// readDoc describes what was read, and whether figures are of the table or of a sample.
func readDoc(in Input) doc.Read {
	how := in.Sample.How
	out := doc.Read{
		Source: in.Source, Scope: string(in.Profile.Scope), Complete: how.Complete, Strategy: string(how.Strategy),
		Started: timeDoc(how.Started),
		Took:    how.Took.Round(time.Millisecond).Seconds(), Stopped: stopReason(in.Sample),
		Partial: in.Sample.Partial() != "", Table: tableDoc(in.Profile), Redacted: text.Redacted(&how),
		About: aboutNotes(in), Part: partName(how.Options),
	}
	if precision := how.Precision; precision != nil {
		out.Precision = &doc.Precision{Of: precision.Of, Target: precision.Target, Reached: precision.Reached,
			Why: precision.Why}
		if precision.HalfKnown {
			out.Precision.Half = &precision.Half
		}
		if c := precision.Cost; c != nil {
			out.Precision.Cost = &doc.PrecisionCost{Strategy: string(c.Strategy), Rows: max(c.Rows, 0),
				Bytes: max(c.Bytes, 0), ScanBytes: max(c.Scan, 0), Seconds: c.Time.Seconds()}
		}
	}
	for _, u := range how.Unreadable {
		out.Unreadable = append(out.Unreadable, doc.Unreadable{Key: u.Key, Reason: u.Reason})
	}
	return out
}

// timeDoc returns nil for the zero time, which is omitted.
func timeDoc(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// tableDoc returns what is known about the whole table.
func tableDoc(p *figures.Profile) doc.Table {
	whole := p.Whole
	out := doc.Table{AllRowsCounted: p.FoundRows.IsExact(), AllKeysCounted: p.Unexplained.Share.IsExact(),
		StoredBytes: max(whole.Bytes, 0), Size: whole.Table, NoIntervals: whole.NoFigureReason}
	if whole.Rows.Value > 0 || whole.Rows.IsExact() {
		exact := whole.Rows.IsExact()
		out.Rows, out.RowsExact = &whole.Rows, &exact
	}
	if whole.Table.IsExact() || whole.Table.Interval() {
		out.Bytes = &whole.Table
	}
	out.Cells = knownFigure(whole.Cells)
	if s := whole.Stats; s != nil {
		out.Statistics = &doc.Statistics{Rows: s.Rows, LogicalBytes: s.LogicalBytes, ColumnsPerRow: s.ColumnsPerRow,
			CellsPerColumn: s.CellsPerColumn}
	}
	if p.Scope == estimate.Sample {
		out.Sampled = &doc.Sampled{Places: whole.Places, Unseen: whole.Unseen, StartsOnly: whole.StartsOnly,
			Unexplained:   whole.Unexplained,
			LargeSections: whole.LargeSections, LargestSection: whole.LargestSection,
			UnevenSections: whole.Uneven, Made: knownFigure(whole.Made)}
	}
	return out
}

// knownFigure returns a figure of the table; nil if it is not known.
func knownFigure(f figures.Figure) *doc.Figure {
	if f.Value == 0 && !f.IsExact() && !f.Interval() {
		return nil
	}
	return &f
}

func distributionDoc(d figures.Distribution) doc.Distribution {
	out := doc.Distribution{Count: d.N, Histogram: binDocs(d.Bins)}
	if d.N > 0 {
		out.Spread = &doc.Spread{Min: d.Min, Max: d.Max, Mean: d.Mean,
			P50: d.P50, P90: d.P90, P95: d.P95, P99: d.P99}
	}
	return out
}

func binDocs(bins []figures.Bin) []doc.Bin {
	out := make([]doc.Bin, len(bins))
	for i, b := range bins {
		out[i] = doc.Bin{From: b.From, To: b.To, Count: b.Count}
	}
	return out
}

func timestampsDoc(p *figures.Profile) doc.Timestamps {
	t := p.Times
	out := doc.Timestamps{Zero: t.Zero, Negative: t.Negative, Future: t.Future, Identical: t.Alike, Now: p.Now}
	if p.Cells > 0 {
		out.TimeRange = &doc.TimeRange{Oldest: t.Oldest, Newest: t.Newest}
	}
	return out
}

func columnDoc(w figures.Whole, c figures.Column) doc.StatsColumn {
	spread := c.Values
	var parts []doc.ValuePart
	for _, p := range c.GuessParts {
		parts = append(parts, doc.ValuePart{LooksLike: string(p.Codec), Share: p.Share})
	}
	return doc.StatsColumn{
		Family: c.Family, Qualifier: doc.Bytes(c.Qualifier), RowsPresent: c.Rows, RowsShare: c.RowShare, Cells: c.Cells,
		Bytes:    c.Bytes,
		KeyBytes: c.KeyBytes, BytesShare: c.ByteShare, TableBytes: knownFigure(c.ByteShare.Of(w.Table)),
		TableCells: knownFigure(c.TableCells), MaxVersions: c.MaxVersions, MeanVersions: c.MeanVersions,
		Versions: binDocs(c.Versions), TimeRange: doc.TimeRange{Oldest: c.Oldest, Newest: c.Newest},
		ValueSize: doc.ValueSize{Min: spread.Min, Mean: spread.Mean, P50: spread.P50, P95: spread.P95, Max: spread.Max},
		LooksLike: string(c.Guess), LooksLikeShare: c.GuessShare, Parts: parts,
	}
}

// patternDocs groups the columns whose qualifiers are data by their pattern; the columns themselves are listed too.
func patternDocs(in Input) []doc.QualifierPattern {
	folds, err := in.Folds(context.Background())
	if err != nil {
		return nil // only a canceled context is an error
	}
	out := make([]doc.QualifierPattern, len(folds))
	for i, f := range folds {
		out[i] = doc.QualifierPattern{Family: f.Family, Example: doc.Bytes(f.First), Columns: len(f.Columns),
			MostInARow:  f.Most,
			RowsPresent: f.Rows, Cells: f.Cells, Bytes: f.Bytes}
		if f.Layout != nil {
			out[i].Template = doc.Escaped(f.Layout.String())
		}
	}
	return out
}

func firstSegmentDoc(l *FirstSegmentCount) *doc.FirstSegment {
	if l == nil {
		return nil
	}
	out := &doc.FirstSegment{Segment: l.Segment, Values: l.Values, KeysWithout: l.Without, Exact: l.All,
		Within: text.ReadFilters(sample.Options{Prefix: l.Within.Prefix, Start: l.Within.Start, End: l.Within.End})}
	if !l.All {
		out.Limit = l.Limit
	}
	return out
}

func largestRowDocs(p *figures.Profile) []doc.LargeRow {
	out := make([]doc.LargeRow, 0, len(p.LargestRows))
	for _, r := range p.LargestRows {
		out = append(out, doc.LargeRow{Key: r.Key, Bytes: r.Bytes, Cells: r.Cells})
	}
	return out
}

// addGrowth sets how the largest rows grow, of those in the sample.
func addGrowth(in Input, rows []doc.LargeRow) {
	growth, err := in.Growth(context.Background())
	if err != nil {
		return // only a canceled context is an error
	}
	for i, g := range growth {
		if g.Window > 0 {
			rows[i].RowGrowth = &doc.RowGrowth{PerDay: g.PerDay, Level: &g.Level}
		}
	}
}
