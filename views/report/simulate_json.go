package report

import (
	"fmt"
	"slices"

	"tabletop/model/access"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/price"
	"tabletop/model/simulate"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// simulateDoc returns the report.
func simulateDoc(in Input, trials Trials) doc.Simulate {
	out := doc.Simulate{Read: readDoc(in), Today: trialDoc(0, trials[0], in.Prices), Prices: pricesDoc(in.Prices),
		LayoutConfidence: layoutConfidence(in),
		CurrentLayout:    currentLayoutNote(in)}
	for i, t := range trials[1:] {
		trial := trialDoc(i+1, t, in.Prices)
		if same := slices.IndexFunc(trials[:i+1], func(other Trial) bool {
			return t.Result.SameLayout(other.Result)
		}); same >= 0 {
			trial.SameAs = doc.Escaped(trials[same].Result.Template)
		}
		out.Layouts = append(out.Layouts, trial)
	}
	return out
}

// trialDoc converts the i-th layout, of which the first is the current one.
func trialDoc(i int, t Trial, prices *price.Prices) doc.Trial {
	result := t.Result
	out := doc.Trial{
		Template: doc.Escaped(result.Template), Rows: result.Rows, Cells: result.Cells, Bytes: result.Bytes,
		KeyBytes: result.KeyBytes, PackedKeyBytes: result.PackedKeyBytes,
		RowBytes: quantilesDoc(&result.RowBytes), CellsPerRow: quantilesDoc(&result.RowCells),
		Over100MB: result.Over100MB, Over256MB: result.Over256MB,
		Collisions: collisionsDoc(result.Collisions), Projection: projectionDoc(t.Future), Hotspot: hotspotDoc(t.Heat),
		Replay: replayDoc(t.Heat.Replay),
		Table:  trialTableDoc(result.Scale()), DropsMostRows: result.DropsMostRows(),
	}
	out.Table.Sentences = whole(i, result)
	if out.Table.Month = month(prices, positiveFigure(result.Stored())); out.Table.Month != nil {
		out.Table.MonthWords = monthWords(prices, out.Table.Month)
	}
	if i > 0 && len(result.Tables) > 0 && result.Tables[0].Len() > 0 {
		out.FirstKey = result.Tables[0].Key(0)
	}
	if c := result.Counts(); c != nil {
		out.Counted = countedTrialDoc(result, c)
	}
	if t.Queries != nil {
		costs := queryCostDocs(t.Queries)
		out.Queries, out.ReadCost = &costs, access.Total(t.Queries)
	}
	for _, view := range result.Views() {
		out.Views = append(out.Views, trialViewDoc(&view))
	}
	for _, f := range result.Findings {
		out.Findings = append(out.Findings, doc.TrialFinding{Kind: string(f.Kind), Grave: f.Grave, Count: f.Count,
			Text: f.Text, Rule: f.Rule, Example: f.Example})
	}
	return out
}

func trialViewDoc(v *simulate.View) doc.TrialView {
	return doc.TrialView{Query: v.Query, Unconfirmed: append([]string{}, v.Unconfirmed...),
		Rows: v.Rows, Bytes: v.Bytes, CopyBytes: v.Copy, NullRows: v.LeftOut.Null, FailedRows: v.LeftOut.Failed,
		LargeRows: v.LeftOut.Large,
		Words: []string{
			fmt.Sprintf("View: %s with %s of the rows read, and an intermediate copy of about %s.",
				text.Count(v.Rows, "row"), text.Bytes(float64(v.Bytes)), text.Bytes(float64(v.Copy))),
			"Create it with gcloud bigtable materialized-views create VIEW --instance=INSTANCE --query=QUERY. Its " +
				"query: " + v.Query}}
}

func collisionsDoc(c simulate.Collisions) doc.Collisions {
	return doc.Collisions{AtLeast: c.AtLeast, MergedRows: c.MergedRows, VersionCells: c.VersionCells,
		OverwrittenCells: c.OverwrittenCells, Impossible: c.Impossible}
}

// countedTrialDoc returns what was counted over all rows of the table.
func countedTrialDoc(r *simulate.Result, c *simulate.Counted) *doc.CountedTrial {
	out := &doc.CountedTrial{
		Exact: c.Exact(), Started: c.Started, SourceRows: c.SourceRows, SourceBytes: c.SourceBytes, Rows: c.Rows,
		Cells: c.Cells, Bytes: c.Bytes, KeyBytes: c.KeyBytes,
		Over100MB: c.Over100MB, Over256MB: c.Over256MB, RowsWithoutCells: c.Emptied, EstimatedCells: c.Estimated,
		CutCells: c.Cut, ChangedRows: c.Changed,
		LargestRow: c.RowBytes.Max, Collisions: collisionsDoc(r.Met()), Large: make([]doc.CountedRow, len(c.Large)),
		Hot: make([]doc.CountedRange, len(c.Hot)),
	}
	for i, x := range c.Large {
		out.Large[i] = doc.CountedRow{Key: x.Key, Bytes: x.Bytes, Cells: x.Cells}
	}
	for i, h := range c.Hot {
		out.Hot[i] = doc.CountedRange{Window: h.Window, Seconds: h.Step.Seconds(), Start: h.Start, End: h.End,
			Writes: h.Writes, Share: h.Share}
	}
	return out
}

func quantilesDoc(c interface{ Quantile(p float64) int64 }) doc.Quantiles {
	return doc.Quantiles{Min: c.Quantile(0), P25: c.Quantile(0.25), P50: c.Quantile(0.5), P75: c.Quantile(0.75),
		P90: c.Quantile(0.9),
		P95: c.Quantile(0.95), P99: c.Quantile(0.99), Max: c.Quantile(1)}
}

// queryCostDocs returns means over the values that occur, or the cost of a fixed value.
func queryCostDocs(costs []access.Cost) []doc.QueryCost {
	out := make([]doc.QueryCost, len(costs))
	for i := range costs {
		c := &costs[i]
		out[i] = doc.QueryCost{Name: c.Query.Name, Access: string(c.Access), Ranges: c.Ranges,
			Average: averageDoc(c.ByValue), ByData: averageDoc(c.ByData),
			Frequency: c.Query.Frequency, Amplification: c.Amplification(), AtMost: c.AtMost, RowsBounded: c.Bounded,
			Words: c.Summary()}
	}
	return out
}

func averageDoc(a access.Average) doc.Average {
	return doc.Average{RowsRead: a.RowsRead, RowsReturned: a.RowsReturned, BytesRead: a.BytesRead,
		BytesReturned: a.BytesReturned}
}

// projectionDoc returns the projected row sizes; nil if p is nil.
func projectionDoc(p *simulate.Projection) *doc.Projection {
	if p == nil {
		return nil
	}
	out := &doc.Projection{Horizon: p.Horizon.Hours() / 24, NoFigureReason: p.NoFigureReason, Words: p.Summary()}
	if p.NoFigureReason == "" {
		out.ProjectedRows = &doc.ProjectedRows{Growing: p.Growing, Over100MB: p.Over100MB, Over256MB: p.Over256MB,
			Largest: p.Largest, AtLeast: p.AtLeast}
		if p.SpanOf != "" {
			out.WrittenSpan = &doc.WrittenSpan{Days: p.Span.Hours() / 24, Because: p.SpanOf}
		}
	}
	return out
}

// replayDoc returns nil if there are too few windows.
func replayDoc(r heat.Replay) *doc.Replay {
	if !r.Conclusive() {
		return nil
	}
	return &doc.Replay{SplitAbove: r.Share, Windows: r.Windows, Written: r.Written, Busiest: r.Busiest, Worst: r.Worst,
		Splits: r.Splits, PlacesRead: max(r.Places, 0), Words: r.Summary()}
}

func hotspotDoc(m *heat.Map) doc.Hotspot {
	s := m.Score
	return doc.Hotspot{Score: simulate.Concentration(s), Pattern: string(s.Pattern), HotShare: s.Hot,
		ChanceShare:     s.UniformShare,
		ParallelWriters: s.Writers, WindowsJudged: s.Windows, WritesJudged: int(s.Writes), Artificial: m.Artificial,
		Words: m.Summary()}
}

// trialTableDoc returns the estimates of a layout for the whole table.
func trialTableDoc(scale *simulate.Scale) doc.TrialTable {
	out := doc.TrialTable{NoFigureReason: scale.NoFigureReason, NoBytesReason: scale.NoBytesReason,
		NoSizesReason: scale.NoSizesReason, Bytes: positiveFigure(scale.Bytes),
		Cells: positiveFigure(scale.Cells), KeyBytes: positiveFigure(scale.KeyBytes)}
	if scale.NoFigureReason == "" {
		out.RowsPerRow, out.Rows = &scale.PerRow, positiveFigure(scale.Rows)
	}
	if scale.BytesChange.Interval() || scale.BytesChange.IsExact() {
		out.BytesChange, out.SavesBytes = &scale.BytesChange, &scale.Saves
	}
	// in the order of simulate.SizeQuantiles
	sizes := []**doc.Figure{&out.RowBytesP50, &out.RowBytesP95, &out.RowBytesP99}
	for i := range scale.Sizes {
		*sizes[i] = &scale.Sizes[i]
	}
	return out
}

// positiveFigure returns nil for a figure of 0, which is omitted.
func positiveFigure(f figures.Figure) *doc.Figure {
	if f.Value <= 0 {
		return nil
	}
	return &f
}
