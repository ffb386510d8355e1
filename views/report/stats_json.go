package report

import (
	"context"
	"io"
	"time"

	"tabletop/model/profile"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func statsJSON(w io.Writer, in Input) error {
	out := statsOf(in)
	out.Patterns = patternsOf(in)
	growthOf(in, out.LargestRows)
	return doc.Write(w, out)
}

// statsOf returns the report without what only JSON has and takes time to compute: patterns of qualifiers, and how rows grow.
func statsOf(in Input) doc.Stats {
	figures := in.Profile
	out := doc.Stats{
		Read: readOf(in), Rows: figures.Rows, Cells: figures.Cells, Bytes: figures.Bytes, KeyBytes: figures.KeyBytes, ValueBytes: figures.ValueBytes,
		RowBytes: distributionOf(figures.RowBytes), CellsPerRow: distributionOf(figures.CellsPerRow), ColumnsPerRow: distributionOf(figures.ColumnsPerRow),
		KeyLength: distributionOf(figures.KeyLength), ValueSize: distributionOf(figures.ValueSize), Versions: distributionOf(figures.Versions),
		Times: timestampsOf(figures), Kinds: kindsOf(in), FirstSegment: firstSegmentOf(in.Leading), LargestRows: largestRowsOf(figures), LargestOf: text.LargestOf(figures),
		Families: make([]doc.StatsFamily, 0, len(figures.Families)), Columns: make([]doc.StatsColumn, 0, len(figures.Columns)),
	}
	for _, f := range figures.Families {
		out.Families = append(out.Families, doc.StatsFamily{
			Family: f.Name, Declared: f.Declared, GCRule: f.GC.String(), Aggregate: f.Type, Columns: f.Columns, RowsPresent: f.Rows,
			RowsShare: f.RowShare, Cells: f.Cells, Bytes: f.Bytes, KeyBytes: f.KeyBytes, BytesShare: f.ByteShare,
			TableBytes: knownOf(f.ByteShare.Of(figures.Whole.Table)), TableCells: knownOf(f.TableCells),
		})
	}
	for i, c := range figures.AllColumns() {
		column := columnOf(figures.Whole, c)
		column.NotKept = i >= len(figures.Columns)
		out.Columns = append(out.Columns, column)
	}
	for _, c := range figures.LargestCells {
		out.LargestCells = append(out.LargestCells, doc.LargeCell{
			Key: c.Key, Family: c.Family, Qualifier: doc.Bytes(c.Qualifier), Timestamp: c.Micros, ValueBytes: c.Bytes})
	}
	return out
}

// readOf describes what was read, and whether figures are of the table or of a sample.
func readOf(in Input) doc.Read {
	how := in.Sample.How
	out := doc.Read{
		Source: in.Source, Scope: string(in.Profile.Scope), Complete: how.Complete, Strategy: string(how.Strategy), Started: timeOf(how.Started),
		Took: how.Took.Round(time.Millisecond).Seconds(), Stopped: stoppedOf(in.Sample), Partial: in.Sample.Partial() != "", Table: tableOf(in.Profile), About: aboutOf(in),
	}
	if p := how.Precision; p != nil {
		out.Precision = &doc.Precision{Of: p.Of, Target: p.Target, Reached: p.Reached, Why: p.Why}
		if p.HalfKnown {
			out.Precision.Half = &p.Half
		}
		if c := p.Cost; c != nil {
			out.Precision.Cost = &doc.PrecisionCost{Strategy: string(c.Strategy), Rows: max(c.Rows, 0), Bytes: max(c.Bytes, 0), ScanBytes: max(c.Scan, 0), Seconds: c.Time.Seconds()}
		}
	}
	for _, u := range how.Unreadable {
		out.Unreadable = append(out.Unreadable, doc.Unreadable{Key: u.Key, Reason: u.Reason})
	}
	return out
}

// timeOf returns nil for the zero time, which is omitted.
func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// tableOf returns what is known about the whole table.
func tableOf(p *profile.Profile) doc.Table {
	w := p.Whole
	out := doc.Table{AllRowsCounted: p.Scope == profile.All || w.Totals != nil, AllKeysCounted: w.KeysCounted, StoredBytes: max(w.Bytes, 0), Size: w.Table, NoIntervals: w.Untold}
	if w.Rows.Value > 0 || w.Rows.IsExact() {
		exact := w.Rows.IsExact()
		out.Rows, out.RowsExact = &w.Rows, &exact
	}
	if w.Table.IsExact() || w.Table.Interval() {
		out.Bytes = &w.Table
	}
	out.Cells = knownOf(w.Cells)
	if s := w.Stats; s != nil {
		out.Statistics = &doc.Statistics{Rows: s.Rows, LogicalBytes: s.LogicalBytes, ColumnsPerRow: s.ColumnsPerRow, CellsPerColumn: s.CellsPerColumn}
	}
	if p.Scope == profile.Sample {
		out.Sampled = &doc.Sampled{Places: w.Places, Unseen: w.Unseen, StartsOnly: w.StartsOnly, Unexplained: w.Unexplained,
			LargeSections: w.LargeSections, LargestSection: w.LargestSection}
	}
	return out
}

// knownOf returns a figure of the table; nil if it is not known.
func knownOf(f profile.Figure) *doc.Figure {
	if f.Value == 0 && !f.IsExact() && !f.Interval() {
		return nil
	}
	return &f
}

func distributionOf(d profile.Distribution) doc.Distribution {
	out := doc.Distribution{Count: d.N, Histogram: binsOf(d.Bins)}
	if d.N > 0 {
		out.Spread = &doc.Spread{Min: d.Min, Max: d.Max, Mean: d.Mean,
			P50: d.P50, P90: d.P90, P95: d.P95, P99: d.P99}
	}
	return out
}

func binsOf(bins []profile.Bin) []doc.Bin {
	out := make([]doc.Bin, len(bins))
	for i, b := range bins {
		out[i] = doc.Bin{From: b.From, To: b.To, Count: b.Count}
	}
	return out
}

func timestampsOf(p *profile.Profile) doc.Timestamps {
	t := p.Times
	out := doc.Timestamps{Zero: t.Zero, Negative: t.Negative, Future: t.Future, Identical: t.Alike, Now: p.Now}
	if p.Cells > 0 {
		out.TimeRange = &doc.TimeRange{Oldest: t.Oldest, Newest: t.Newest}
	}
	return out
}

func columnOf(w profile.Whole, c profile.Column) doc.StatsColumn {
	v := c.Values
	var parts []doc.ValuePart
	for _, p := range c.GuessParts {
		parts = append(parts, doc.ValuePart{LooksLike: string(p.Codec), Share: p.Share})
	}
	return doc.StatsColumn{
		Family: c.Family, Qualifier: doc.Bytes(c.Qualifier), RowsPresent: c.Rows, RowsShare: c.RowShare, Cells: c.Cells, Bytes: c.Bytes,
		KeyBytes: c.KeyBytes, BytesShare: c.ByteShare, TableBytes: knownOf(c.ByteShare.Of(w.Table)), TableCells: knownOf(c.TableCells), MaxVersions: c.MaxVersions, MeanVersions: c.MeanVersions,
		Versions: binsOf(c.Versions), TimeRange: doc.TimeRange{Oldest: c.Oldest, Newest: c.Newest},
		ValueSize: doc.ValueSize{Min: v.Min, Mean: v.Mean, P50: v.P50, P95: v.P95, Max: v.Max}, LooksLike: string(c.Guess), LooksLikeShare: c.GuessShare, Parts: parts,
	}
}

// patternsOf groups the columns whose qualifiers are data by their pattern; the columns themselves are listed too.
func patternsOf(in Input) []doc.QualifierPattern {
	folds, err := in.Folds(context.Background())
	if err != nil {
		return nil // only a canceled context is an error
	}
	out := make([]doc.QualifierPattern, len(folds))
	for i, f := range folds {
		out[i] = doc.QualifierPattern{Family: f.Family, Example: doc.Bytes(f.First), Columns: len(f.Columns), MostInARow: f.Most,
			RowsPresent: f.Rows, Cells: f.Cells, Bytes: f.Bytes}
		if f.Layout != nil {
			out[i].Template = doc.Escaped(f.Layout.String())
		}
	}
	return out
}

func firstSegmentOf(l *FirstSegmentCount) *doc.FirstSegment {
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

func largestRowsOf(p *profile.Profile) []doc.LargeRow {
	out := make([]doc.LargeRow, 0, len(p.LargestRows))
	for _, r := range p.LargestRows {
		out = append(out, doc.LargeRow{Key: r.Key, Bytes: r.Bytes, Cells: r.Cells})
	}
	return out
}

// growthOf sets how the largest rows grow, of those in the sample.
func growthOf(in Input, rows []doc.LargeRow) {
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
