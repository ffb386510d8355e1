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

// Trial is a layout that was tried, and where its writes would land.
type Trial struct {
	Result  *simulate.Result
	Heat    *heat.Map
	Queries []workload.Cost      // of a workload, in its order; nil without one
	Future  *simulate.Projection // nil where it was not asked for
}

// Trials are the layout of today, then the candidates.
type Trials []Trial

// SimulateFormats is StatsFormats for Simulate.
func SimulateFormats() []Format { return formats(simulations(nil)) }

// Simulate writes what a table would be like under other layouts. Formats: text, json.
func Simulate(w io.Writer, in Input, t Trials, f Format) error { return run(simulations(t), w, in, f) }

func simulations(t Trials) []writer {
	return []writer{
		{Text, func(w io.Writer, in Input) error { return simulateText(w, in, t) }},
		{JSON, func(w io.Writer, in Input) error { return simulateJSON(w, in, t) }},
	}
}

// trialName names a layout briefly: today, A, B, C.
func trialName(i int) string {
	if i == 0 {
		return "today"
	}
	if i > 26 {
		return fmt.Sprint(i)
	}
	return string(rune('A' + i - 1))
}

func simulateText(w io.Writer, in Input, trials Trials) error {
	var b strings.Builder
	head(&b, in)
	title(&b, "LAYOUTS")
	for i, t := range trials {
		paragraph(&b, fmt.Sprintf("  %-6s", trialName(i)), t.Result.Template, in.Width)
	}
	compare(&b, in, trials)
	for i, t := range trials {
		trialNotes(&b, in, i, t)
		if k := alike(trials, i); k >= 0 {
			paragraph(&b, "  ", fmt.Sprintf("The same layout as %s.", trialName(k)), in.Width)
		}
	}
	b.WriteByte('\n')
	paragraph(&b, "", "Hotspots are "+heat.Limits+".", in.Width)
	_, err := io.WriteString(w, b.String())
	return err
}

// alike is the first trial of the same layout as the i-th; -1 when that is the first.
func alike(trials Trials, i int) int {
	for k := range i {
		if trials[i].Result.SameLayout(trials[k].Result) {
			return k
		}
	}
	return -1
}

// measure is a line of the comparison: less of it is better.
type measure struct {
	name  string
	of    func(t Trial) (v float64, known bool)
	write func(v float64) string
}

func measures(today Trial) []measure {
	then := func() string {
		if today.Future == nil {
			return "... later"
		}
		return fmt.Sprintf("... in %.3g days", today.Future.Horizon.Hours()/24)
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
		{then(), future(func(p *simulate.Projection) int64 { return p.Over100MB }), count},
		{"rows over 256 MB", always(func(r *simulate.Result) float64 { return float64(r.Over256MB) }), count},
		{then(), future(func(p *simulate.Projection) int64 { return p.Over256MB }), count},
		{"rows that merge", always(func(r *simulate.Result) float64 { return float64(r.Collisions.MergedRows) }), count},
		{"become versions", always(func(r *simulate.Result) float64 { return float64(r.Collisions.VersionCells) }), count},
		{"overwritten cells", always(func(r *simulate.Result) float64 { return float64(r.Collisions.OverwrittenCells) }), count},
		{"write hotspot", func(t Trial) (float64, bool) {
			return simulate.Concentration(t.Heat.Score), t.Heat.Score.Pattern != heat.Unknown
		}, func(v float64) string { return fmt.Sprintf("%.2f", v) }},
		{"busiest tablet", func(t Trial) (float64, bool) { return t.Heat.Replay.Busiest, t.Heat.Replay.Conclusive() }, text.Percent},
	}
}

// compare sets the layouts side by side. The best of a line has a star behind it, what is worse than today a minus.
func compare(b *strings.Builder, in Input, trials Trials) {
	title(b, "SIDE BY SIDE  (* best of the line, - worse than today; of the rows read)")
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
	g.row(names...)
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
	g.write(b, "  ", in.Width)
}

func marked(m measure, trials Trials) []string {
	line := []string{m.name}
	today, known := m.of(trials[0])
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
		case t.Result.DropsMostRows(): // no merit
			line = append(line, m.write(v)+" ")
		case least < most && v == least:
			line = append(line, m.write(v)+"*")
		case i > 0 && known && v > today:
			line = append(line, m.write(v)+"-")
		default:
			line = append(line, m.write(v)+" ")
		}
	}
	return line
}

// queryLine is what the queries of a workload read in all, by their frequency.
func queryLine(trials Trials) []string {
	m := measure{"read cost", func(t Trial) (float64, bool) { return workload.Total(t.Queries), t.Queries != nil },
		func(v float64) string { return fmt.Sprintf("%.3g ms", v) }}
	if trials[0].Queries == nil {
		return nil
	}
	return marked(m, trials)
}

// trialNotes tells what is to be known of a layout.
func trialNotes(b *strings.Builder, in Input, i int, t Trial) {
	r := t.Result
	b.WriteByte('\n')
	paragraph(b, strings.ToUpper(trialName(i))+"  ", r.Template, in.Width)
	if i > 0 && len(r.Tables) > 0 && r.Tables[0].Len() > 0 {
		paragraph(b, "  ", "First key "+text.EscapeString(rowKey(r.Tables[0].Key(0)))+".", in.Width)
	}
	if i > 0 && r.Collisions.Impossible != "" {
		paragraph(b, "  ", "No two rows can ever meet: "+r.Collisions.Impossible+".", in.Width)
	}
	for _, line := range whole(i, r) {
		paragraph(b, "  ", line, in.Width)
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
			s += ", as in " + rowKey(f.Example)
		}
		paragraph(b, mark, text.EscapeString(s)+".", in.Width)
	}
	paragraph(b, "  ", text.EscapeString(t.Heat.Summary()), in.Width)
	if t.Heat.Replay.Conclusive() {
		paragraph(b, "  ", t.Heat.Replay.Summary(), in.Width)
	}
	if t.Future != nil && (i == 0 || t.Future.Untold == "") {
		words := t.Future.Summary()
		if t.Future.Growing > 0 {
			words += " The largest will have " + text.Bytes(float64(t.Future.Largest)) + "."
		}
		paragraph(b, "  ", text.EscapeString(words), in.Width)
	}
	for i := range t.Queries {
		c := &t.Queries[i]
		words := fmt.Sprintf("%s rows read for %s", estimated(c.ByData.RowsRead, text.Number), estimated(c.ByData.RowsReturned, text.Number))
		if c.Bounded {
			words = fmt.Sprintf("at most %s rows read for at most %s", text.Number(c.ByData.RowsRead.High), text.Number(c.ByData.RowsReturned.High))
		}
		paragraph(b, "  ", text.EscapeString(fmt.Sprintf("%s: %s, %s, %s", c.Query.Name, c.Summary(), words, estimated(c.ByData.BytesRead, text.Bytes))), in.Width)
	}
}

// whole tells what a sample says of the whole table, with 95 % intervals, and what it cannot say.
func whole(i int, r *simulate.Result) []string {
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
	for k, p := range simulate.SizeQuantiles() {
		if s.Sizes != nil {
			known = append(known, fmt.Sprintf("row p%.0f %s", 100*p, estimated(s.Sizes[k], text.Bytes)))
		}
	}
	if known != nil {
		lines = append(lines, "In the whole table about "+strings.Join(known, ", ")+".")
	}
	if i == 0 {
		return lines
	}
	if s.Untold != "" {
		lines = append(lines, fmt.Sprintf("How many rows the whole table would have cannot be told: %s. At least %s.", s.Untold, text.Integer(r.Rows)))
	}
	if s.SizesUntold != "" && s.SizesUntold != s.Untold {
		lines = append(lines, "Of the sizes of its rows only those seen are known: "+s.SizesUntold+".")
	}
	return lines
}

// estimated is a figure with its interval, where that is to be seen in the digits shown.
func estimated(f estimate.Figure, write func(float64) string) string {
	s := write(f.Value)
	if f.Interval() && write(f.Low) != write(f.High) {
		s += " (" + text.PlusMinus(f.Value, f.Low, f.High, write) + ")"
	}
	return s
}

// rowKey writes a key of which only so much is of interest.
func rowKey(key []byte) string {
	const most = 60
	if len(key) > most {
		return string(key[:most]) + "…"
	}
	return string(key)
}

func simulateJSON(w io.Writer, in Input, trials Trials) error {
	j := newJSON(w)
	j.open("", '{')
	j.sample(in)
	j.trial("today", trials[0], "")
	j.open("layouts", '[')
	for i, t := range trials[1:] {
		same := ""
		if k := alike(trials, i+1); k >= 0 {
			same = trials[k].Result.Template
		}
		j.trial("", t, same)
	}
	j.close(']')
	j.close('}')
	return j.end()
}

func (j *jsonWriter) trial(name string, t Trial, same string) {
	r := t.Result
	j.open(name, '{')
	j.template("template", r.Template)
	if same != "" {
		j.template("same_as", same)
	}
	j.integer("rows", r.Rows)
	j.integer("cells", r.Cells)
	j.integer("bytes", r.Bytes)
	j.integer("key_bytes", r.KeyBytes)
	j.integer("packed_key_bytes", r.PackedKeyBytes)
	j.spread("row_bytes", &r.RowBytes)
	j.spread("cells_per_row", &r.RowCells)
	j.integer("rows_over_100mb", r.Over100MB)
	j.integer("rows_over_256mb", r.Over256MB)
	j.open("collisions", '{')
	j.integer("merged_rows", r.Collisions.MergedRows)
	j.integer("version_cells", r.Collisions.VersionCells)
	j.integer("overwritten_cells", r.Collisions.OverwrittenCells)
	j.optional("impossible_because", r.Collisions.Impossible)
	j.close('}')
	if t.Future != nil {
		j.future(t.Future)
	}
	j.hotspot(t.Heat)
	j.replay(t.Heat.Replay)
	if t.Queries != nil {
		j.queries(t.Queries)
	}
	j.open("table", '{')
	scale := r.Scale()
	j.optional("untold_because", scale.Untold)
	if scale.Untold == "" {
		j.figure("rows_per_row", scale.PerRow)
		if scale.Rows.Value > 0 {
			j.figure("rows", scale.Rows)
		}
	}
	j.optional("bytes_untold_because", scale.BytesUntold)
	if scale.Bytes.Value > 0 {
		j.figure("bytes", scale.Bytes)
	}
	j.optional("row_bytes_untold_because", scale.SizesUntold)
	for k, p := range simulate.SizeQuantiles() {
		if scale.Sizes != nil {
			j.figure(fmt.Sprintf("row_bytes_p%.0f", 100*p), scale.Sizes[k])
		}
	}
	j.close('}')
	j.open("findings", '[')
	for _, f := range r.Findings {
		j.line("", '{')
		j.text("kind", string(f.Kind))
		j.boolean("grave", f.Grave)
		j.integer("count", f.Count)
		j.text("text", f.Text)
		j.optional("rule", f.Rule)
		if f.Example != nil {
			j.bytes("example", f.Example)
		}
		j.close('}')
	}
	j.close(']')
	j.close('}')
}

// spread writes the quantiles of numbers, by nearest rank.
func (j *jsonWriter) spread(name string, c interface{ Quantile(p float64) int64 }) {
	j.line(name, '{')
	j.integer("min", c.Quantile(0))
	for _, p := range []int{25, 50, 75, 90, 95, 99} {
		j.integer(fmt.Sprintf("p%d", p), c.Quantile(float64(p)/100))
	}
	j.integer("max", c.Quantile(1))
	j.close('}')
}

// queries writes what those of a workload cost: averages over the values that occur, or what a fixed value costs.
func (j *jsonWriter) queries(costs []workload.Cost) {
	j.open("queries", '[')
	for i := range costs {
		c := &costs[i]
		j.open("", '{')
		j.text("name", c.Query.Name)
		j.text("access", string(c.Access))
		j.number("ranges", c.Ranges)
		j.average(c.ByValue)
		j.open("in_proportion_to_rows", '{')
		j.average(c.ByData)
		j.close('}')
		j.number("frequency", c.Query.Frequency)
		j.number("amplification", c.Amplification())
		j.boolean("at_most", c.AtMost)
		if c.Bounded {
			j.boolean("rows_bounded", true)
		}
		j.close('}')
	}
	j.close(']')
}

func (j *jsonWriter) average(a workload.Average) {
	j.figure("rows_read", a.RowsRead)
	j.figure("rows_returned", a.RowsReturned)
	j.figure("bytes_read", a.BytesRead)
	j.figure("bytes_returned", a.BytesReturned)
}

// future writes how large rows will be.
func (j *jsonWriter) future(p *simulate.Projection) {
	j.open("projection", '{')
	j.number("horizon_days", p.Horizon.Hours()/24)
	j.optional("untold_because", p.Untold)
	if p.Untold == "" {
		j.integer("rows_growing", p.Growing)
		j.integer("rows_over_100mb", p.Over100MB)
		j.integer("rows_over_256mb", p.Over256MB)
		j.integer("largest_row", p.Largest)
		j.boolean("at_least", p.AtLeast)
		if p.SpanOf != "" {
			j.number("rows_written_for_days", p.Span.Hours()/24)
			j.text("because_of", p.SpanOf)
		}
	}
	j.close('}')
}

// replay writes what became of the tablets.
func (j *jsonWriter) replay(r heat.Replay) {
	if !r.Conclusive() {
		return
	}
	j.open("tablet_replay", '{')
	j.number("split_above_share", r.Share)
	j.integer("windows", int64(r.Windows))
	j.number("tablets_written_at_once", r.Written)
	j.number("busiest_share", r.Busiest)
	j.number("busiest_share_at_worst", r.Worst)
	j.integer("splits", int64(r.Splits))
	if r.Places > 0 {
		j.integer("places_read", int64(r.Places))
	}
	j.close('}')
}

// hotspot writes the score and the pattern of the writes.
func (j *jsonWriter) hotspot(m *heat.Map) {
	j.open("hotspot", '{')
	j.number("score", simulate.Concentration(m.Score))
	j.text("pattern", string(m.Score.Pattern))
	j.number("hot_share", m.Score.Hot)
	j.number("chance_share", m.Score.UniformShare)
	j.number("parallel_writers", m.Score.Writers)
	j.integer("windows_judged", int64(m.Score.Windows))
	j.integer("writes_judged", int64(m.Score.Writes))
	j.optional("artificial", m.Artificial)
	j.close('}')
}
