package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/model/advise"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// measure is a line of the comparison. A smaller value is better. Figures of the rows read are exact: they were
// counted.
type measure struct {
	name string
	// of returns the figure of a layout; nil if it is not known.
	of    func(t *doc.Trial) *doc.Figure
	write func(v float64) string
	// estimate writes an estimate for the table; nil if there is none.
	estimate func(f estimate.Figure) string
}

// tableMeasures are the figures of a layout for the whole table.
func tableMeasures(trials []doc.Trial) []measure {
	figure := func(f func(t *doc.TrialTable) *doc.Figure) func(*doc.Trial) *doc.Figure {
		return func(t *doc.Trial) *doc.Figure {
			v := f(&t.Table)
			if v != nil && (v.Value <= 0 && !v.IsExact() || v.Vague()) {
				return nil
			}
			return v
		}
	}
	count := func(f estimate.Figure) string { short, _ := text.TableCountParts(f); return short }
	bytes := func(f estimate.Figure) string { short, _ := text.TableBytesParts(f, estimate.Counted(1)); return short }
	out := []measure{
		{"rows", figure(func(t *doc.TrialTable) *doc.Figure { return t.Rows }), text.Number, count},
		{"cells", figure(func(t *doc.TrialTable) *doc.Figure { return t.Cells }), text.Number, count},
		{"bytes", figure(func(t *doc.TrialTable) *doc.Figure { return t.Bytes }), text.Bytes, bytes},
		{"key bytes", figure(func(t *doc.TrialTable) *doc.Figure { return t.KeyBytes }), text.Bytes, bytes},
		{"row bytes, p50", figure(func(t *doc.TrialTable) *doc.Figure { return t.RowBytesP50 }), text.Bytes, bytes},
		{"row bytes, p95", figure(func(t *doc.TrialTable) *doc.Figure { return t.RowBytesP95 }), text.Bytes, bytes},
		{"row bytes, p99", figure(func(t *doc.TrialTable) *doc.Figure { return t.RowBytesP99 }), text.Bytes, bytes},
	}
	if !slices.ContainsFunc(trials, func(t doc.Trial) bool { return t.Counted != nil }) {
		return out
	}
	counted := func(f func(c *doc.CountedTrial) int64) func(*doc.Trial) *doc.Figure {
		return func(t *doc.Trial) *doc.Figure {
			return knownIf(t.Counted != nil && t.Counted.Exact, func() int64 { return f(t.Counted) })
		}
	}
	return append(out,
		measure{"largest row", counted(func(c *doc.CountedTrial) int64 { return c.LargestRow }), text.Bytes, nil},
		measure{"rows over 100 MB", counted(func(c *doc.CountedTrial) int64 { return c.Over100MB }), text.Number, nil})
}

// knownIf returns a figure that was counted; nil unless it is known.
func knownIf[N int64 | float64](known bool, count func() N) *doc.Figure {
	if !known {
		return nil
	}
	f := estimate.Counted(count())
	return &f
}

// measures are the figures of the rows read.
func measures(current doc.Trial) []measure {
	later := "... later"
	if p := current.Projection; p != nil {
		later = fmt.Sprintf("... in %.3g days", p.Horizon)
	}
	count := func(v float64) string { return text.Integer(int64(v)) }
	met := func(name string, of func(c *doc.Collisions) int64) measure {
		return measure{name, func(t *doc.Trial) *doc.Figure {
			f := estimate.Counted(of(&t.Collisions))
			if t.Collisions.AtLeast {
				f = estimate.Seen(f.Value)
			}
			return &f
		}, count, func(f estimate.Figure) string { return text.AtLeast(count(f.Value)) }}
	}
	always := func(f func(t *doc.Trial) int64) func(*doc.Trial) *doc.Figure {
		return func(t *doc.Trial) *doc.Figure { return knownIf(true, func() int64 { return f(t) }) }
	}
	ofRows := func(f func(t *doc.Trial) int64) func(*doc.Trial) *doc.Figure {
		return func(t *doc.Trial) *doc.Figure { return knownIf(t.Rows > 0, func() int64 { return f(t) }) }
	}
	future := func(f func(p *doc.ProjectedRows) int64) func(*doc.Trial) *doc.Figure {
		return func(t *doc.Trial) *doc.Figure {
			return knownIf(t.Projection != nil && t.Projection.ProjectedRows != nil,
				func() int64 { return f(t.Projection.ProjectedRows) })
		}
	}
	return []measure{
		{"bytes", always(func(t *doc.Trial) int64 { return t.Bytes }), text.Bytes, nil},
		{"key bytes", always(func(t *doc.Trial) int64 { return t.KeyBytes }), text.Bytes, nil},
		{"keys, prefixes packed", always(func(t *doc.Trial) int64 { return t.PackedKeyBytes }), text.Bytes, nil},
		{"row bytes, p50", ofRows(func(t *doc.Trial) int64 { return t.RowBytes.P50 }), text.Bytes, nil},
		{"row bytes, p99", ofRows(func(t *doc.Trial) int64 { return t.RowBytes.P99 }), text.Bytes, nil},
		{"largest row", ofRows(func(t *doc.Trial) int64 { return t.RowBytes.Max }), text.Bytes, nil},
		{"rows over 100 MB", always(func(t *doc.Trial) int64 { return t.Over100MB }), count, nil},
		{later, future(func(p *doc.ProjectedRows) int64 { return p.Over100MB }), count, nil},
		{"rows over 256 MB", always(func(t *doc.Trial) int64 { return t.Over256MB }), count, nil},
		{later, future(func(p *doc.ProjectedRows) int64 { return p.Over256MB }), count, nil},
		met("rows that merge", func(c *doc.Collisions) int64 { return c.MergedRows }),
		met("become versions", func(c *doc.Collisions) int64 { return c.VersionCells }),
		met("overwritten cells", func(c *doc.Collisions) int64 { return c.OverwrittenCells }),
		{"write hotspot", func(t *doc.Trial) *doc.Figure {
			return knownIf(heat.Pattern(t.Hotspot.Pattern) != heat.Unknown, func() float64 { return t.Hotspot.Score })
		}, func(v float64) string { return fmt.Sprintf("%.2f", v) }, nil},
		{"busiest tablet", func(t *doc.Trial) *doc.Figure {
			return knownIf(t.Replay != nil, func() float64 { return t.Replay.Busiest })
		}, text.Percent, nil},
	}
}

// compare writes one column per layout: figures of the table where the sample shows some, and those of the rows read.
func compare(b *page, d doc.Simulate, trials []doc.Trial, width int) {
	const marks = "* best of the line, - worse than current"
	if estimate.Scope(d.Scope) == estimate.All {
		compareRows(b, trials, "Comparison", "(exact, of all rows; "+marks+")", width)
		return
	}
	if d.Today.Table.Bytes != nil {
		b.heading("Comparison of the table", "", "(≈ estimated; * best, - worse than current)")
		g := newGrid("l" + strings.Repeat("r", len(trials)))
		g.head(trialNames(trials)...)
		for _, m := range tableMeasures(trials) {
			g.row(marked(m, trials)...)
		}
		b.table(g, "  ", width)
	}
	compareRows(b, trials, "Comparison of the rows read", "("+marks+")", width)
}

func trialNames(trials []doc.Trial) []string {
	names := []string{""}
	for i := range trials {
		names = append(names, trialName(i)+" ")
	}
	return names
}

// compareRows compares what the rows read come to. A star marks the best figure of a line, a minus one worse than the
// current layout's.
func compareRows(b *page, trials []doc.Trial, title, note string, width int) {
	b.heading(title, "", note)
	grid := newGrid("l" + strings.Repeat("r", len(trials)))
	rows, cells := []string{"rows"}, []string{"cells"}
	patterns, writers := []string{"pattern"}, []string{"tablets written at once"}
	for _, trial := range trials {
		rows = append(rows, text.Integer(trial.Rows)+" ")
		cells = append(cells, text.Integer(trial.Cells)+" ")
		patterns = append(patterns, trial.Hotspot.Pattern+" ")
		if trial.Replay != nil {
			writers = append(writers, fmt.Sprintf("%.0f ", trial.Replay.Written))
		} else {
			writers = append(writers, text.NoFigure+" ")
		}
	}
	grid.head(trialNames(trials)...)
	grid.row(rows...)
	grid.row(cells...)
	for _, m := range measures(trials[0]) {
		grid.row(marked(m, trials)...)
	}
	grid.row(writers...)
	grid.row(patterns...)
	if trials[0].Table.Month != nil {
		months := []string{"storage a month"}
		for _, trial := range trials {
			months = append(months, cmp.Or(trial.Table.MonthWords, text.NoFigure)+" ")
		}
		grid.row(months...)
	}
	if trials[0].Queries != nil { // the mean of the queries of a workload, weighted by their frequency
		grid.row(marked(measure{"read cost", func(t *doc.Trial) *doc.Figure {
			return knownIf(t.Queries != nil, func() float64 { return t.ReadCost })
		}, advise.Millis, nil}, trials)...)
	}
	b.table(grid, "  ", width)
}

func marked(m measure, trials []doc.Trial) []string {
	line := []string{m.name}
	least, most := math.Inf(1), math.Inf(-1)
	for i := range trials {
		if f := m.of(&trials[i]); f != nil && !trials[i].DropsMostRows {
			least, most = min(least, f.Value), max(most, f.Value)
		}
	}
	now := m.of(&trials[0])
	for i := range trials {
		figure := m.of(&trials[i])
		if figure == nil {
			line = append(line, text.NoFigure+" ")
			continue
		}
		words := m.write(figure.Value)
		if !figure.IsExact() {
			words = m.estimate(*figure)
		}
		switch {
		case trials[i].DropsMostRows: // fewer rows are not an advantage
			line = append(line, words+" ")
		case least < most && figure.Value == least:
			line = append(line, words+"*")
		case i > 0 && now != nil && figure.Value > now.Value:
			line = append(line, words+"-")
		default:
			line = append(line, words+" ")
		}
	}
	return line
}
