package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/model/advise"
	"tabletop/model/heat"
	"tabletop/model/profile"
	"tabletop/model/profile/estimate"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/text"
)

// measure is a line of the comparison. A smaller value is better. Figures of the rows read are exact: they were counted.
type measure struct {
	name  string
	of    func(t Trial) (f estimate.Figure, known bool)
	write func(v float64) string
	// estimate writes an estimate for the table; nil if there is none.
	estimate func(f estimate.Figure) string
}

// tableMeasures are the figures of a layout for the whole table.
func tableMeasures(trials Trials) []measure {
	figure := func(f func(s *simulate.Scale) estimate.Figure) func(Trial) (estimate.Figure, bool) {
		return func(t Trial) (estimate.Figure, bool) {
			v := f(t.Result.Scale())
			return v, (v.Exact || v.Value > 0) && !v.Vague()
		}
	}
	count := func(f estimate.Figure) string { short, _ := text.TableCountParts(f); return short }
	bytes := func(f estimate.Figure) string { short, _ := text.TableBytesParts(f, estimate.Counted(1)); return short }
	out := []measure{
		{"rows", figure(func(s *simulate.Scale) estimate.Figure { return s.Rows }), text.Number, count},
		{"cells", figure(func(s *simulate.Scale) estimate.Figure { return s.Cells }), text.Number, count},
		{"bytes", figure(func(s *simulate.Scale) estimate.Figure { return s.Bytes }), text.Bytes, bytes},
		{"key bytes", figure(func(s *simulate.Scale) estimate.Figure { return s.KeyBytes }), text.Bytes, bytes},
	}
	for k, p := range simulate.SizeQuantiles() {
		out = append(out, measure{fmt.Sprintf("row bytes, p%.0f", 100*p), figure(func(s *simulate.Scale) estimate.Figure {
			if s.Sizes == nil {
				return estimate.Figure{}
			}
			return s.Sizes[k]
		}), text.Bytes, bytes})
	}
	counted := func(f func(c *simulate.Counted) int64) func(Trial) (estimate.Figure, bool) {
		return func(t Trial) (estimate.Figure, bool) {
			c := t.Result.Counts()
			if c == nil || !c.Exact() {
				return estimate.Figure{}, false
			}
			return estimate.Counted(f(c)), true
		}
	}
	if !slices.ContainsFunc(trials, func(t Trial) bool { return t.Result.Counts() != nil }) {
		return out
	}
	return append(out,
		measure{"largest row", counted(func(c *simulate.Counted) int64 { return c.RowBytes.Max }), text.Bytes, nil},
		measure{"rows over 100 MB", counted(func(c *simulate.Counted) int64 { return c.Over100MB }), text.Number, nil})
}

func measures(current Trial) []measure {
	horizon := func() string {
		if current.Future == nil {
			return "... later"
		}
		return fmt.Sprintf("... in %.3g days", current.Future.Horizon.Hours()/24)
	}
	count := func(v float64) string { return text.Integer(int64(v)) }
	always := func(f func(r *simulate.Result) float64) func(Trial) (estimate.Figure, bool) {
		return func(t Trial) (estimate.Figure, bool) { return estimate.Counted(f(t.Result)), true }
	}
	quantile := func(p float64) func(Trial) (estimate.Figure, bool) {
		return func(t Trial) (estimate.Figure, bool) {
			return estimate.Counted(t.Result.RowBytes.Quantile(p)), t.Result.Rows > 0
		}
	}
	future := func(f func(p *simulate.Projection) int64) func(Trial) (estimate.Figure, bool) {
		return func(t Trial) (estimate.Figure, bool) {
			if t.Future == nil || t.Future.Untold != "" {
				return estimate.Figure{}, false
			}
			return estimate.Counted(f(t.Future)), true
		}
	}
	return []measure{
		{"bytes", always(func(r *simulate.Result) float64 { return float64(r.Bytes) }), text.Bytes, nil},
		{"key bytes", always(func(r *simulate.Result) float64 { return float64(r.KeyBytes) }), text.Bytes, nil},
		{"keys, prefixes packed", always(func(r *simulate.Result) float64 { return float64(r.PackedKeyBytes) }), text.Bytes, nil},
		{"row bytes, p50", quantile(0.5), text.Bytes, nil},
		{"row bytes, p99", quantile(0.99), text.Bytes, nil},
		{"largest row", quantile(1), text.Bytes, nil},
		{"rows over 100 MB", always(func(r *simulate.Result) float64 { return float64(r.Over100MB) }), count, nil},
		{horizon(), future(func(p *simulate.Projection) int64 { return p.Over100MB }), count, nil},
		{"rows over 256 MB", always(func(r *simulate.Result) float64 { return float64(r.Over256MB) }), count, nil},
		{horizon(), future(func(p *simulate.Projection) int64 { return p.Over256MB }), count, nil},
		{"rows that merge", always(func(r *simulate.Result) float64 { return float64(r.Collisions.MergedRows) }), count, nil},
		{"become versions", always(func(r *simulate.Result) float64 { return float64(r.Collisions.VersionCells) }), count, nil},
		{"overwritten cells", always(func(r *simulate.Result) float64 { return float64(r.Collisions.OverwrittenCells) }), count, nil},
		{"write hotspot", func(t Trial) (estimate.Figure, bool) {
			return estimate.Counted(simulate.Concentration(t.Heat.Score)), t.Heat.Score.Pattern != heat.Unknown
		}, func(v float64) string { return fmt.Sprintf("%.2f", v) }, nil},
		{"busiest tablet", func(t Trial) (estimate.Figure, bool) {
			return estimate.Counted(t.Heat.Replay.Busiest), t.Heat.Replay.Conclusive()
		}, text.Percent, nil},
	}
}

// compare writes one column per layout: figures of the table where the sample shows some, and those of the rows read.
func compare(b *page, in Input, trials Trials) {
	const marks = "* best of the line, - worse than current"
	if in.Profile.Scope == profile.All {
		compareRows(b, in, trials, "Comparison", "(exact, of all rows; "+marks+")")
		return
	}
	if trials[0].Result.Scale().Bytes.Value > 0 {
		b.heading("Comparison of the table", "", "(≈ estimated; * best, - worse than current)")
		g := newGrid("l" + strings.Repeat("r", len(trials)))
		g.head(trialNames(trials)...)
		for _, m := range tableMeasures(trials) {
			g.row(marked(m, trials)...)
		}
		b.table(g, "  ", in.Width)
	}
	compareRows(b, in, trials, "Comparison of the rows read", "("+marks+")")
}

func trialNames(trials Trials) []string {
	names := []string{""}
	for i := range trials {
		names = append(names, trialName(i)+" ")
	}
	return names
}

// compareRows compares what the rows read come to. A star marks the best figure of a line, a minus one worse than the current layout's.
func compareRows(b *page, in Input, trials Trials, title, note string) {
	b.heading(title, "", note)
	g := newGrid("l" + strings.Repeat("r", len(trials)))
	rows, cells := []string{"rows"}, []string{"cells"}
	patterns, writers := []string{"pattern"}, []string{"tablets written at once"}
	for _, t := range trials {
		rows = append(rows, text.Integer(t.Result.Rows)+" ")
		cells = append(cells, text.Integer(t.Result.Cells)+" ")
		patterns = append(patterns, string(t.Heat.Score.Pattern)+" ")
		if r := t.Heat.Replay; r.Conclusive() {
			writers = append(writers, fmt.Sprintf("%.0f ", r.Written))
		} else {
			writers = append(writers, text.NoFigure+" ")
		}
	}
	g.head(trialNames(trials)...)
	g.row(rows...)
	g.row(cells...)
	for _, m := range measures(trials[0]) {
		g.row(marked(m, trials)...)
	}
	g.row(writers...)
	g.row(patterns...)
	if worth := queryLine(trials); worth != nil {
		g.row(worth...)
	}
	b.table(g, "  ", in.Width)
}

func marked(m measure, trials Trials) []string {
	line := []string{m.name}
	now, known := m.of(trials[0])
	least, most := math.Inf(1), math.Inf(-1)
	for _, t := range trials {
		if f, ok := m.of(t); ok && !t.Result.DropsMostRows() {
			least, most = min(least, f.Value), max(most, f.Value)
		}
	}
	for i, t := range trials {
		f, ok := m.of(t)
		words := m.write(f.Value)
		if ok && !f.Exact {
			words = m.estimate(f)
		}
		switch {
		case !ok:
			line = append(line, text.NoFigure+" ")
		case t.Result.DropsMostRows(): // fewer rows are not an advantage
			line = append(line, words+" ")
		case least < most && f.Value == least:
			line = append(line, words+"*")
		case i > 0 && known && f.Value > now.Value:
			line = append(line, words+"-")
		default:
			line = append(line, words+" ")
		}
	}
	return line
}

// queryLine returns the total read cost of the queries of a workload, weighted by their frequency; nil without one.
func queryLine(trials Trials) []string {
	m := measure{"read cost", func(t Trial) (estimate.Figure, bool) {
		return estimate.Counted(workload.Total(t.Queries)), t.Queries != nil
	},
		advise.Millis, nil}
	if trials[0].Queries == nil {
		return nil
	}
	return marked(m, trials)
}
