package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"tabletop/model/heat"
	"tabletop/model/profile/estimate"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/text"
)

// Trial is a layout that was tried, with the key ranges that its writes would go to.
type Trial struct {
	Result  *simulate.Result
	Heat    *heat.Map
	Queries []workload.Cost      // in the order of the workload; nil without a workload
	Future  *simulate.Projection // nil if not requested
}

// Trials holds the current layout, then the candidates.
type Trials []Trial

// SimulateFormats returns the formats of Simulate, the default first.
func SimulateFormats() []Format { return formats(simulations(nil)) }

// Simulate writes the effects of other layouts on a table. Formats: text, json, markdown, html.
func Simulate(w io.Writer, in Input, t Trials, f Format) error { return run(simulations(t), w, in, f) }

func simulations(t Trials) []writer {
	return withPage(func(in Input) *page { return simulatePage(in, t) }, writer{JSON, func(w io.Writer, in Input) error { return simulateJSON(w, in, t) }})
}

// trialName returns a short name of a layout: current, A, B, C.
func trialName(i int) string {
	if i == 0 {
		return "current"
	}
	if i > 26 {
		return fmt.Sprint(i)
	}
	return string(rune('A' + i - 1))
}

func simulatePage(in Input, trials Trials) *page {
	b := &page{title: "Layouts for " + text.EscapeString(in.Source)}
	head(b, in)
	b.heading("Layouts", "", "")
	for i, t := range trials {
		b.paragraph(fmt.Sprintf("  %-8s", trialName(i)), t.Result.Template, in.Width)
	}
	currentLayout(b, in)
	compare(b, in, trials)
	for i, t := range trials {
		trialNotes(b, in, i, t)
		if k := alike(trials, i); k >= 0 {
			b.paragraph("  ", fmt.Sprintf("Same layout as %s.", trialName(k)), in.Width)
		}
	}
	b.gap()
	b.paragraph("", "Hotspots are "+heat.Limits+".", in.Width)
	return b
}

// alike returns the index of the first trial before i with the same layout, or -1.
func alike(trials Trials, i int) int {
	for k := range i {
		if trials[i].Result.SameLayout(trials[k].Result) {
			return k
		}
	}
	return -1
}

// measure is a line of the comparison. A smaller value is better.
type measure struct {
	name  string
	of    func(t Trial) (v float64, known bool)
	write func(v float64) string
}

func measures(current Trial) []measure {
	horizon := func() string {
		if current.Future == nil {
			return "... later"
		}
		return fmt.Sprintf("... in %.3g days", current.Future.Horizon.Hours()/24)
	}
	count := func(v float64) string { return text.Integer(int64(v)) }
	always := func(f func(r *simulate.Result) float64) func(Trial) (float64, bool) {
		return func(t Trial) (float64, bool) { return f(t.Result), true }
	}
	quantile := func(p float64) func(Trial) (float64, bool) {
		return func(t Trial) (float64, bool) { return float64(t.Result.RowBytes.Quantile(p)), t.Result.Rows > 0 }
	}
	future := func(f func(p *simulate.Projection) int64) func(Trial) (float64, bool) {
		return func(t Trial) (float64, bool) {
			if t.Future == nil || t.Future.Untold != "" {
				return 0, false
			}
			return float64(f(t.Future)), true
		}
	}
	return []measure{
		{"bytes", always(func(r *simulate.Result) float64 { return float64(r.Bytes) }), text.Bytes},
		{"key bytes", always(func(r *simulate.Result) float64 { return float64(r.KeyBytes) }), text.Bytes},
		{"keys, prefixes packed", always(func(r *simulate.Result) float64 { return float64(r.PackedKeyBytes) }), text.Bytes},
		{"row bytes, p50", quantile(0.5), text.Bytes},
		{"row bytes, p99", quantile(0.99), text.Bytes},
		{"largest row", quantile(1), text.Bytes},
		{"rows over 100 MB", always(func(r *simulate.Result) float64 { return float64(r.Over100MB) }), count},
		{horizon(), future(func(p *simulate.Projection) int64 { return p.Over100MB }), count},
		{"rows over 256 MB", always(func(r *simulate.Result) float64 { return float64(r.Over256MB) }), count},
		{horizon(), future(func(p *simulate.Projection) int64 { return p.Over256MB }), count},
		{"rows that merge", always(func(r *simulate.Result) float64 { return float64(r.Collisions.MergedRows) }), count},
		{"become versions", always(func(r *simulate.Result) float64 { return float64(r.Collisions.VersionCells) }), count},
		{"overwritten cells", always(func(r *simulate.Result) float64 { return float64(r.Collisions.OverwrittenCells) }), count},
		{"write hotspot", func(t Trial) (float64, bool) {
			return simulate.Concentration(t.Heat.Score), t.Heat.Score.Pattern != heat.Unknown
		}, func(v float64) string { return fmt.Sprintf("%.2f", v) }},
		{"busiest tablet", func(t Trial) (float64, bool) { return t.Heat.Replay.Busiest, t.Heat.Replay.Conclusive() }, text.Percent},
	}
}

// compare writes one column per layout. A star marks the best figure of a line, a minus one worse than the current layout's.
func compare(b *page, in Input, trials Trials) {
	b.heading("Comparison", "", "(* best of the line, - worse than current; of the rows read)")
	g := newGrid("l" + strings.Repeat("r", len(trials)))
	names := []string{""}
	rows, cells := []string{"rows"}, []string{"cells"}
	patterns, writers := []string{"pattern"}, []string{"tablets written at once"}
	for i, t := range trials {
		names = append(names, trialName(i)+" ")
		rows = append(rows, text.Integer(t.Result.Rows)+" ")
		cells = append(cells, text.Integer(t.Result.Cells)+" ")
		patterns = append(patterns, string(t.Heat.Score.Pattern)+" ")
		if r := t.Heat.Replay; r.Conclusive() {
			writers = append(writers, fmt.Sprintf("%.0f ", r.Written))
		} else {
			writers = append(writers, text.NoFigure+" ")
		}
	}
	g.head(names...)
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
	current, known := m.of(trials[0])
	least, most := math.Inf(1), math.Inf(-1)
	for _, t := range trials {
		if v, ok := m.of(t); ok && !t.Result.DropsMostRows() {
			least, most = min(least, v), max(most, v)
		}
	}
	for i, t := range trials {
		v, ok := m.of(t)
		switch {
		case !ok:
			line = append(line, text.NoFigure+" ")
		case t.Result.DropsMostRows(): // fewer rows are not an advantage
			line = append(line, m.write(v)+" ")
		case least < most && v == least:
			line = append(line, m.write(v)+"*")
		case i > 0 && known && v > current:
			line = append(line, m.write(v)+"-")
		default:
			line = append(line, m.write(v)+" ")
		}
	}
	return line
}

// queryLine returns the total read cost of the queries of a workload, weighted by their frequency; nil without one.
func queryLine(trials Trials) []string {
	m := measure{"read cost", func(t Trial) (float64, bool) { return workload.Total(t.Queries), t.Queries != nil },
		func(v float64) string { return fmt.Sprintf("%.3g ms", v) }}
	if trials[0].Queries == nil {
		return nil
	}
	return marked(m, trials)
}

// trialNotes writes the details of a layout.
func trialNotes(b *page, in Input, i int, t Trial) {
	r := t.Result
	b.gap()
	b.paragraph(strings.ToUpper(trialName(i))+"  ", r.Template, in.Width)
	if i > 0 && len(r.Tables) > 0 && r.Tables[0].Len() > 0 {
		b.paragraph("  ", "First key: "+text.EscapeString(rowKey(r.Tables[0].Key(0)))+".", in.Width)
	}
	if i > 0 && r.Collisions.Impossible != "" {
		b.paragraph("  ", "Keys cannot collide: "+r.Collisions.Impossible+".", in.Width)
	}
	for _, line := range whole(i, r) {
		b.paragraph("  ", line, in.Width)
	}
	for _, f := range r.Findings {
		mark := "  "
		if f.Grave {
			mark = "  ▲ "
		}
		s := f.Text
		if f.Rule != "" {
			s += " (" + f.Rule + ")"
		}
		if f.Example != nil {
			s += ", for example " + rowKey(f.Example)
		}
		b.paragraph(mark, text.EscapeString(s)+".", in.Width)
	}
	b.paragraph("  ", text.EscapeString(t.Heat.Summary()), in.Width)
	if t.Heat.Replay.Conclusive() {
		b.paragraph("  ", t.Heat.Replay.Summary(), in.Width)
	}
	if t.Future != nil && (i == 0 || t.Future.Untold == "") {
		words := t.Future.Summary()
		if t.Future.Growing > 0 {
			words += " The largest will be " + text.Bytes(float64(t.Future.Largest)) + "."
		}
		b.paragraph("  ", text.EscapeString(words), in.Width)
	}
	for i := range t.Queries {
		c := &t.Queries[i]
		words := fmt.Sprintf("%s %s read for %s", estimated(c.ByData.RowsRead, text.Number), rowWord(c.ByData.RowsRead.Value), estimated(c.ByData.RowsReturned, text.Number))
		if c.Bounded {
			words = fmt.Sprintf("at most %s %s read for at most %s", text.Number(c.ByData.RowsRead.High), rowWord(c.ByData.RowsRead.High), text.Number(c.ByData.RowsReturned.High))
		}
		b.paragraph("  ", text.EscapeString(fmt.Sprintf("%s: %s, %s, %s", c.Query.Name, c.Summary(), words, estimated(c.ByData.BytesRead, text.Bytes))), in.Width)
	}
}

// whole returns the estimates for the whole table with 95% confidence intervals, and what cannot be estimated.
func whole(i int, r *simulate.Result) []string {
	if r.Whole != nil {
		lines := r.Whole.Sentences()
		lines[0] = "Whole table: " + lines[0]
		return lines
	}
	s := r.Scale()
	if s.Rows.Exact {
		return nil
	}
	var known, lines []string
	if s.Untold == "" && s.Rows.Value > 0 {
		known = append(known, estimated(s.Rows, text.Number)+" rows")
	}
	if s.Bytes.Value > 0 {
		known = append(known, estimated(s.Bytes, text.Bytes))
	}
	if change := text.Change(s.BytesChange); change != "" && i > 0 {
		known = append(known, change+" bytes against the current layout")
	}
	for k, p := range simulate.SizeQuantiles() {
		if s.Sizes != nil {
			known = append(known, fmt.Sprintf("row p%.0f %s", 100*p, estimated(s.Sizes[k], text.Bytes)))
		}
	}
	if known != nil {
		lines = append(lines, "Whole table, estimated: "+strings.Join(known, ", ")+".")
	}
	if i == 0 {
		return lines
	}
	if s.Untold != "" {
		lines = append(lines, fmt.Sprintf("The row count of the whole table cannot be estimated: %s. It is at least %s.", s.Untold, text.Integer(r.Rows)))
	}
	if s.SizesUntold != "" && s.SizesUntold != s.Untold {
		lines = append(lines, "Row sizes are known only for the rows read: "+s.SizesUntold+".")
	}
	return lines
}

// estimated formats a figure with its interval, if the interval is visible in the digits shown.
func estimated(f estimate.Figure, write func(float64) string) string {
	s := write(f.Value)
	if f.Interval() && write(f.Low) != write(f.High) {
		s += " (" + text.PlusMinus(f.Value, f.Low, f.High, write) + ")"
	}
	return s
}

// rowKey returns a key, truncated to 60 bytes.
func rowKey(key []byte) string {
	const most = 60
	if len(key) > most {
		return string(key[:most]) + "…"
	}
	return string(key)
}

// rowWord returns the noun for n rows, where n may be a fraction.
func rowWord(n float64) string {
	if n == 1 {
		return "row"
	}
	return "rows"
}
