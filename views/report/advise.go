package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"tabletop/model/advise"
	"tabletop/model/command"
	"tabletop/model/profile"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// AdviceInput is a recommendation with its workload.
type AdviceInput struct {
	Advice   *advise.Advice
	Workload *workload.Workload
	Proposed bool // the workload was not given but generated from the key's prefixes
	// Scales are the figures of each layout for the whole table, in the order of Advice.Options; nil where they are unknown, or all
	// rows were read.
	Scales []*simulate.Scale
}

// scale returns the figures of layout i for the whole table; nil if there are none.
func (a *AdviceInput) scale(i int) *simulate.Scale {
	if i >= len(a.Scales) {
		return nil
	}
	return a.Scales[i]
}

// AdviceFormats returns the formats of Advice, the default first.
func AdviceFormats() []Format { return formats(advices(AdviceInput{})) }

// Queries is the workload as a file to edit and pass with --workload.
const Queries Format = "queries"

// Advice writes the best layouts for a workload and the cost of each to readers and writers. Formats: text, json, queries,
// which is the workload alone, markdown, html.
func Advice(w io.Writer, in Input, a AdviceInput, f Format) error { return run(advices(a), w, in, f) }

func advices(a AdviceInput) []writer {
	return withPage(func(in Input) *page { return advicePage(in, a) },
		writer{JSON, func(w io.Writer, in Input) error { return adviceJSON(w, in, a) }},
		writer{Queries, func(w io.Writer, in Input) error { return adviceQueries(w, in, a) }})
}

func adviceQueries(w io.Writer, in Input, a AdviceInput) error {
	source := text.EscapeString(in.Source)
	head := "# The queries of " + source + ".\n"
	if a.Proposed {
		next, err := command.Shell("tabletop", "advise", in.Source, "--workload", "FILE")
		if err != nil {
			next = "tabletop advise SOURCE --workload FILE"
		}
		head = "# Possible queries of " + source + ", generated from the prefixes of its keys. Remove those that are never run, add those that\n" +
			"# are missing, and state how often each runs; then: " + next + "\n"
	}
	if reason := in.partial(); reason != "" {
		head += "# " + partialRead + reason + "\n"
	}
	_, err := io.WriteString(w, head+a.Workload.Text())
	return err
}

func advicePage(in Input, a AdviceInput) *page {
	b := &page{title: "Advice for " + text.EscapeString(in.Source)}
	head(b, readOf(in), in.Width)
	b.heading("Advice", "", "")
	b.paragraph("  ", text.EscapeString(a.Advice.Verdict), in.Width)
	b.paragraph("  ", text.EscapeString(fmt.Sprintf("For %s rows. %s", advise.Rows(a.Advice.Confidence.Rows), a.Advice.Confidence.Text())), in.Width)
	if a.Advice.RunnerUp != "" {
		b.paragraph("  ", text.EscapeString(a.Advice.RunnerUp), in.Width)
	}
	if a.Proposed {
		b.paragraph("  ▲ ", "No workload was given, so queries were generated from the key's own prefixes, which favors the current layout. "+
			"To rank layouts for your queries, edit the output of --format queries and pass it with --workload.", in.Width)
	}
	b.paragraph("  ", fmt.Sprintf("%s compared. No other is better in every way than any of these.", text.Count(a.Advice.Searched, "layout")), in.Width)
	currentLayout(b, currentLayoutOf(in), in.Width)
	for _, n := range a.Advice.Notes {
		b.paragraph("  · ", text.EscapeString(n), in.Width)
	}
	b.gap()
	for i, o := range a.Advice.Options {
		b.paragraph(fmt.Sprintf("  %d  ", i+1), optionName(o), in.Width)
	}
	adviceTable(b, in, &a)
	for i, o := range a.Advice.Options {
		adviceOption(b, in, i, o, a.scale(i))
	}
	b.gap()
	b.paragraph("  ", advise.MarksLegend, in.Width)
	b.heading("Queries", "", "")
	for line := range strings.Lines(a.Workload.Text()) {
		fmt.Fprintf(b, "  %s\n", text.EscapeString(strings.TrimSuffix(line, "\n")))
	}
	b.gap()
	scope := "rows and bytes are counted over all rows"
	if in.Profile.Scope != profile.All {
		scope = "rows and bytes are of the table (≈: an estimate) unless they are called read"
	}
	counted := " by the rows read"
	if in.Profile.Whole.Totals != nil {
		counted += ", and at least that of the table"
	}
	b.paragraph("", "Rows read and read cost are those of the expected size; largest is what its largest row may have"+counted+", and "+scope+". Read cost is the mean time of the queries at "+
		"documented peak rates (docs/cost.md); use it to compare layouts, not to size a cluster. Writers is the number of key ranges written at the same time, by cell timestamps. "+
		"First is the share of the conditions drawn in which a layout has the best score (the first, also where another is better by less than what counts): sampling, size, frequencies, constants, and weights.", in.Width)
	return b
}

// adviceTable writes a row per layout. A star marks the best figure of a column, a minus one worse than the current layout's.
func adviceTable(b *page, in Input, input *AdviceInput) {
	a := input.Advice
	b.gap()
	g := newGrid("rrrrrrrr")
	g.head("", "read cost ", "writers ", "largest ", "rows ", "bytes ", "changes ", "first ")
	var today *advise.Candidate
	for _, o := range a.Options {
		if o.Current {
			today = o
		}
	}
	figure := func(o *advise.Candidate, of func(*advise.Candidate) float64, write func(float64) string, more bool) string {
		best := of(o)
		distinct := false
		for _, other := range a.Options {
			v := of(other)
			distinct = distinct || v != best
			if more && v > of(o) || !more && v < of(o) {
				best = v
			}
		}
		s := write(of(o))
		switch {
		case distinct && best == of(o):
			return s + "*"
		case today != nil && o != today && (more && of(o) < of(today) || !more && of(o) > of(today)):
			return s + "-"
		}
		return s + " "
	}
	for i, o := range a.Options {
		rows, bytes := ofTable(in, input.scale(i), o)
		g.row(fmt.Sprint(i+1),
			figure(o, func(o *advise.Candidate) float64 { return o.Read }, advise.Millis, false),
			figure(o, func(o *advise.Candidate) float64 { return min(o.Writers, 100) }, writers, true),
			figure(o, func(o *advise.Candidate) float64 { return o.LargestEstimate }, text.Bytes, false),
			rows+" ", figure(o, func(o *advise.Candidate) float64 { return o.Bytes }, func(float64) string { return bytes }, false),
			fmt.Sprint(o.Changes)+" ", text.Percent(o.BestShare)+" ")
	}
	b.table(g, "  ", in.Width)
	b.paragraph("  ", "* best of the column, - worse than the current layout", in.Width)
}

// ofTable formats the rows and the bytes of a layout: of the table where they are counted or can be estimated; else no rows, and the
// bytes of the rows read.
func ofTable(in Input, s *simulate.Scale, o *advise.Candidate) (rows, bytes string) {
	if in.Profile.Scope == profile.All {
		return text.Number(o.Rows), text.Bytes(o.Bytes)
	}
	rows, bytes = text.NoFigure, text.Bytes(o.Bytes)+" read"
	if s == nil {
		return rows, bytes
	}
	if s.Untold == "" {
		rows, _ = text.TableCountParts(s.Rows)
	}
	if short, _ := text.TableBytesParts(s.Bytes, s.Table); s.Bytes.Value > 0 && short != text.NoFigure {
		bytes = short
	}
	return rows, bytes
}

func optionName(o *advise.Candidate) string {
	if o.Current {
		return text.EscapeString(o.Template) + "  (current)"
	}
	return text.EscapeString(o.Template)
}

func writers(v float64) string {
	switch {
	case v <= 0:
		return "?"
	case v >= 100:
		return "> 100"
	}
	return fmt.Sprintf("%.0f", v)
}

func adviceOption(b *page, in Input, i int, o *advise.Candidate, s *simulate.Scale) {
	b.gap()
	b.paragraph(fmt.Sprintf("%d  ", i+1), optionName(o), in.Width)
	if s != nil && !o.Current {
		if words := text.LayoutSavings(s); words != "" {
			b.paragraph("  ", strings.ToUpper(words[:1])+words[1:]+".", in.Width)
		}
	}
	for _, r := range o.Queries {
		line := fmt.Sprintf("%s: %s, %s %s read for %s", r.Query.Name, reading(r), text.Number(r.Rows), rowWord(r.Rows), text.Number(r.Returned))
		if o.Tables > 1 {
			line += fmt.Sprintf(", by table %d", r.Table+1)
		}
		if len(r.Beside) > 0 {
			line += fmt.Sprintf("; filters on %s, which the key lacks", strings.Join(r.Beside, ", "))
		}
		b.paragraph("  ", text.EscapeString(line), in.Width)
		keyPicture(b, in, o, r)
	}
	for _, s := range o.Better {
		b.paragraph("  + ", text.EscapeString(s), in.Width)
	}
	for _, s := range o.Worse {
		b.paragraph("  - ", text.EscapeString(s), in.Width)
	}
	for _, s := range o.Caveats {
		b.paragraph("  ▲ ", text.EscapeString(s), in.Width)
	}
	if i > 0 {
		return
	}
	for _, audience := range []struct {
		name  string
		lines []string
	}{{"Writers", o.ForWriters}, {"Readers", o.ForReaders}, {"Operators", o.ForOperators}} {
		b.line(fmt.Sprintf("  %s must know:", audience.name))
		for _, s := range audience.lines {
			b.paragraph("    · ", text.EscapeString(s), in.Width)
		}
	}
}

// keyPicture draws the key with what a query does with each part below it; where there is no room for it, each part with a word.
func keyPicture(b *page, in Input, o *advise.Candidate, r advise.QueryCost) {
	if len(r.Key) == 0 {
		return
	}
	key, marks := text.KeyPicture(r.Key, o.Delimiter)
	if in.Width > 0 && len([]rune(key))+6 > in.Width {
		var words []string
		for _, p := range r.Key {
			words = append(words, text.EscapeString(p.Text)+" "+string(p.Role))
		}
		b.paragraph("      ", strings.Join(words, ", "), in.Width)
		return
	}
	fmt.Fprintf(b, "      %s\n      %s\n", key, strings.TrimRight(marks, " "))
}

func reading(r advise.QueryCost) string {
	if r.Ranges > 1 {
		return fmt.Sprintf("%.0f range scans", r.Ranges)
	}
	return string(r.Access)
}

func adviceConfidence(c *advise.Confidence) doc.AdviseConfidence {
	out := doc.AdviseConfidence{Rows: c.Rows, Share: c.Share, FromRows: c.From, Below: doc.Bytes(c.Below), Above: doc.Bytes(c.Above), FrequencyFactor: c.Frequency,
		Query: c.Query, Constants: c.Constants, Weights: c.Weights, Ahead: doc.Bytes(c.Ahead)}
	if !math.IsInf(c.To, 1) {
		out.ToRows = c.To
	}
	return out
}

func adviceJSON(w io.Writer, in Input, a AdviceInput) error {
	out := doc.Advise{
		Read: readOf(in), Verdict: a.Advice.Verdict, Keep: a.Advice.KeepCurrent, TooClose: a.Advice.TooClose, Generated: a.Proposed,
		Searched: a.Advice.Searched, Kind: a.Advice.Kind, Notes: a.Advice.Notes, Layouts: make([]doc.AdviseLayout, len(a.Advice.Options)),
		Workload: doc.Lines(a.Workload.Text()), LayoutConfidence: layoutConfidence(in), Confidence: adviceConfidence(&a.Advice.Confidence), RunnerUp: doc.Bytes(a.Advice.RunnerUp),
	}
	for i, o := range a.Advice.Options {
		layout := doc.AdviseLayout{
			Template: doc.Bytes(o.Template), Today: o.Current, Tables: o.Tables, Score: o.Score, First: o.BestShare, ReadMillis: o.Read,
			ParallelWriters: o.Writers, LargestRow: o.Largest, LargestRowAtMost: o.LargestEstimate, Rows: o.Rows, Bytes: o.Bytes, Changes: o.Changes,
			Queries: make([]doc.AdviseQuery, len(o.Queries)), Better: o.Better, Worse: o.Worse, Hazards: o.Caveats,
			ForWriters: o.ForWriters, ForReaders: o.ForReaders, ForOperators: o.ForOperators,
		}
		for k, r := range o.Queries {
			layout.Queries[k] = doc.AdviseQuery{Name: r.Query.Name, Table: r.Table, Access: string(r.Access), Ranges: r.Ranges, RowsRead: r.Rows,
				RowsReturned: r.Returned, BytesRead: r.Bytes, ReadMillis: r.Millis, Key: make([]doc.AdviseKeyPart, len(r.Key)), Filters: r.Beside}
			for n, part := range r.Key {
				layout.Queries[k].Key[n] = doc.AdviseKeyPart{Part: doc.Bytes(part.Text), Role: string(part.Role)}
			}
		}
		if s := a.scale(i); s != nil {
			table := trialTableOf(s)
			layout.Table = &table
		}
		out.Layouts[i] = layout
	}
	if doubt, sure := text.CurrentLayout(in.Inferred); !sure {
		out.Notes = append([]string{doubt}, out.Notes...)
	}
	return doc.Write(w, out)
}
