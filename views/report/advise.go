package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/command"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/simulate"
	"tabletop/model/spelling"
	"tabletop/model/workload"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// AdviceInput is a recommendation with its workload.
type AdviceInput struct {
	Candidates *audit.Candidates // with the advice
	Workload   *workload.Workload
	Proposed   bool // the workload was not given but generated from the key's prefixes
	// Scales are the figures of each layout for the whole table, in the order of Advice.Options; nil where they are
	// unknown, or all rows were read.
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

// Advice writes the best layouts for a workload and the cost of each to readers and writers. Formats: text, json,
// queries, which is the workload alone, markdown, html.
func Advice(w io.Writer, in Input, a AdviceInput, f Format) error { return run(advices(a), w, in, f) }

func advices(a AdviceInput) []writer {
	return withPage(func(in Input) *page { return advicePage(adviceDoc(in, a), in.Width) },
		writer{JSON, func(w io.Writer, in Input) error { return doc.Write(w, adviceDoc(in, a)) }},
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
		head = "# Possible queries of " + source +
			", generated from the prefixes of its keys. Remove those that are never run, add those that\n" +
			"# are missing, and state how often each runs; then: " + next + "\n"
	}
	if reason := in.partial(); reason != "" {
		head += "# " + partialRead + reason + "\n"
	}
	_, err := io.WriteString(w, head+a.Workload.Text())
	return err
}

func advicePage(d doc.Advise, width int) *page {
	page := &page{title: "Advice for " + text.EscapeString(d.Source)}
	head(page, d.Read, width)
	page.heading("Advice", "", "")
	page.paragraph("  ", text.EscapeString(d.Verdict), width)
	page.paragraph("  ", text.EscapeString(fmt.Sprintf("For %s rows. %s", advise.Rows(d.Confidence.Rows),
		d.Confidence.Words)), width)
	if len(d.RunnerUp) > 0 {
		page.paragraph("  ", text.Escape(d.RunnerUp), width)
	}
	if d.Generated {
		page.paragraph("  ▲ ",
			"No workload was given, so queries were generated from the key's own prefixes, which favors the current "+
				"layout. "+
				"To rank layouts for your queries, edit the output of --format queries and pass it with --workload.",
			width)
	}
	page.paragraph("  ", fmt.Sprintf("%s compared. No other is better in every way than any of these.",
		text.Count(d.Searched, "layout")), width)
	for _, n := range d.About {
		page.paragraph(n.Mark, n.Text, width)
	}
	page.gap()
	for _, l := range d.Layouts {
		page.paragraph(fmt.Sprintf("  %-3s  ", layoutMark(l)), layoutName(l), width)
	}
	adviceTable(page, d.Layouts, width)
	pricesLine(page, d.Prices, width)
	for i, l := range d.Layouts {
		adviceLayout(page, i == 0, l, width)
	}
	adviceOthers(page, d.Others, width)
	adviceSet(page, d.Set, width)
	page.gap()
	page.paragraph("  ", advise.MarksLegend, width)
	page.heading("Queries", "", "")
	for line := range strings.Lines(string(d.Workload)) {
		fmt.Fprintf(page, "  %s\n", text.EscapeString(strings.TrimSuffix(line, "\n")))
	}
	page.gap()
	scope, counted := "rows and bytes are counted over all rows", " by the rows read"
	if estimate.Scope(d.Scope) != estimate.All {
		scope = "rows and bytes are of the table (≈: an estimate) unless they are called read"
		if d.Table.AllRowsCounted {
			counted += ", and at least that of the table"
		}
	}
	page.paragraph("", "Rows read and read cost are those of the expected size; largest is what its largest row may "+
		"have"+counted+", and "+scope+". Read cost is the mean time of the queries at "+
		"documented peak rates (docs/cost.md); use it to compare layouts, not to size a cluster. Writers is the "+
		"number of key ranges written at the same time, by cell timestamps. "+
		"First is the share of the random conditions in which a layout has the best score (the first, also where "+
		"another is better by less than what counts): sampling, size, frequencies, constants, and weights.", width)
	return page
}

// adviceTable writes a row per layout. A star marks the best figure of a column, a minus one worse than the current
// layout's.
func adviceTable(b *page, layouts []doc.AdviseLayout, width int) {
	b.gap()
	grid := newGrid("rrrrrrrrr")
	heads := []string{"", "read cost ", "writers ", "largest ", "rows ", "bytes ", "changes ", "first "}
	costs := slices.ContainsFunc(layouts, func(l doc.AdviseLayout) bool { return l.Month != nil })
	if costs {
		heads = append(heads, "storage a month ")
	}
	grid.head(heads...)
	current := slices.IndexFunc(layouts, func(l doc.AdviseLayout) bool { return l.Today })
	// mark marks the figure of layout i, where less is better.
	mark := func(i int, of func(doc.AdviseLayout) float64, words string) string {
		least, most := math.Inf(1), math.Inf(-1)
		for _, l := range layouts {
			least, most = min(least, of(l)), max(most, of(l))
		}
		switch v := of(layouts[i]); {
		case least < most && v == least:
			return words + "*"
		case current >= 0 && v > of(layouts[current]):
			return words + "-"
		}
		return words + " "
	}
	for index, layout := range layouts {
		cells := []string{layoutMark(layout),
			mark(index, func(l doc.AdviseLayout) float64 { return l.ReadMillis }, advise.Millis(layout.ReadMillis)),
			mark(index, func(l doc.AdviseLayout) float64 { return -min(l.ParallelWriters, 100) },
				writers(layout.ParallelWriters)),
			mark(index, func(l doc.AdviseLayout) float64 { return l.LargestRowAtMost },
				text.Bytes(layout.LargestRowAtMost)),
			layout.Words.Rows + " ",
			mark(index, func(l doc.AdviseLayout) float64 { return l.Bytes }, layout.Words.Bytes),
			fmt.Sprint(layout.Changes) + " ", text.Percent(layout.First) + " "}
		if costs {
			cells = append(cells, cmp.Or(layout.Words.Month, text.NoFigure)+" ")
		}
		grid.row(cells...)
	}
	b.table(grid, "  ", width)
	b.paragraph("  ", "* best of the column, - worse than the current layout", width)
}

// layoutMark is what a layout is called: its letter.
func layoutMark(l doc.AdviseLayout) string {
	if l.Today {
		return "now"
	}
	return l.Letter
}

func layoutName(l doc.AdviseLayout) string {
	if l.Today {
		return text.Escape(l.Template) + "  (current)"
	}
	return text.Escape(l.Template)
}

// adviceOthers writes the layouts that the audit tried beside those of the advice.
func adviceOthers(b *page, others []doc.AdviseOther, width int) {
	if len(others) == 0 {
		return
	}
	b.heading("Other layouts that the audit tried", "", "")
	for _, o := range others {
		b.paragraph(o.Letter+"  ", text.Escape(o.Template), width)
		b.paragraph("  ", fmt.Sprintf("%s: %s", o.Title, o.Why), width)
	}
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

func adviceLayout(b *page, first bool, l doc.AdviseLayout, width int) {
	b.gap()
	b.paragraph(layoutMark(l)+"  ", layoutName(l), width)
	if words := l.Words.Savings; words != "" && !l.Today {
		b.paragraph("  ", spelling.Capitalize(words)+".", width)
	}
	for _, query := range l.Queries {
		access := query.Access
		if query.Ranges > 1 {
			access = fmt.Sprintf("%.0f range scans", query.Ranges)
		}
		line := fmt.Sprintf("%s: %s, %s %s read for %s", query.Name, access, text.Number(query.RowsRead),
			rowWord(query.RowsRead), text.Number(query.RowsReturned))
		if l.Tables > 1 {
			line += fmt.Sprintf(", by table %d", query.Table+1)
		}
		if len(query.Filters) > 0 {
			line += fmt.Sprintf("; filters on %s, which the key lacks", strings.Join(query.Filters, ", "))
		}
		b.paragraph("  ", text.EscapeString(line), width)
		keyPicture(b, query, width)
	}
	list := func(mark string, lines []string) {
		for _, s := range lines {
			b.paragraph(mark, text.EscapeString(s), width)
		}
	}
	list("  + ", l.Better)
	list("  - ", l.Worse)
	list("  ▲ ", l.Hazards)
	if !first {
		return
	}
	b.line("  Writers must know:")
	list("    · ", l.ForWriters)
	b.line("  Readers must know:")
	list("    · ", l.ForReaders)
	b.line("  Operators must know:")
	list("    · ", l.ForOperators)
}

// keyPicture draws the key with what a query does with each part below it; where there is no room for it, each part
// with a word.
func keyPicture(b *page, q doc.AdviseQuery, width int) {
	if len(q.Key) == 0 {
		return
	}
	if width > 0 && len([]rune(q.Picture[0]))+6 > width {
		var words []string
		for _, p := range q.Key {
			words = append(words, text.Escape(p.Part)+" "+p.Role)
		}
		b.paragraph("      ", strings.Join(words, ", "), width)
		return
	}
	fmt.Fprintf(b, "      %s\n      %s\n", q.Picture[0], strings.TrimRight(q.Picture[1], " "))
}

// adviceDoc returns the report.
func adviceDoc(in Input, a AdviceInput) doc.Advise {
	advice := a.Candidates.Advice
	out := doc.Advise{
		Read: readDoc(in), Verdict: advice.Verdict, Keep: advice.KeepCurrent, TooClose: advice.TooClose,
		Generated: a.Proposed,
		Searched:  advice.Searched, Kind: advice.Kind, Notes: advice.Notes,
		Layouts:  make([]doc.AdviseLayout, len(advice.Options)),
		Workload: doc.Lines(a.Workload.Text()), LayoutConfidence: layoutConfidence(in),
		Confidence: adviceConfidence(&advice.Confidence), RunnerUp: doc.Bytes(advice.RunnerUp),
		Prices: pricesDoc(in.Prices),
	}
	for i, o := range advice.Options {
		out.Layouts[i] = adviceLayoutDoc(in, o, a.scale(i))
		if !o.Current {
			out.Layouts[i].Letter = a.Candidates.Letter(o.Template)
		}
	}
	out.Others = adviceOtherDocs(a.Candidates)
	out.Set = adviceSetDoc(a.Candidates)
	if n := currentLayoutNote(in); n != nil {
		out.About = append(out.About, *n)
	}
	for _, n := range out.Notes {
		out.About = append(out.About, doc.Note{Mark: "  · ", Text: text.EscapeString(n)})
	}
	adviceFindings(&out, a.Candidates)
	if doubt, sure := text.CurrentLayout(in.Inferred, unseen(in)); !sure {
		out.Notes = append([]string{doubt}, out.Notes...)
	}
	return out
}

// adviceSetDoc converts what becomes of all record kinds; nil where there is one.
func adviceSetDoc(list *audit.Candidates) *doc.AdviseSet {
	set := list.Advice.Set
	if set == nil {
		return nil
	}
	out := &doc.AdviseSet{Template: doc.Bytes(set.Template), Letter: list.Letter(set.Template)}
	for i := range set.Kinds {
		kind := doc.AdviseKind{Kind: set.Kinds[i].Kind, Template: doc.Bytes(set.Kinds[i].Best()),
			Verdict: "No query asks for rows of this kind."}
		if found := set.Kinds[i].Advice; found != nil {
			kind.Verdict = found.Verdict
		}
		out.Kinds = append(out.Kinds, kind)
	}
	return out
}

// adviceSet writes what becomes of all record kinds.
func adviceSet(b *page, set *doc.AdviseSet, width int) {
	if set == nil {
		return
	}
	b.heading("All record kinds", "", "")
	for _, kind := range set.Kinds {
		b.paragraph("  "+text.EscapeString(kind.Kind)+"  ", text.EscapeString(kind.Verdict), width)
	}
	if len(set.Template) == 0 {
		b.paragraph("  ", "All should stay as they are.", width)
		return
	}
	b.paragraph(fmt.Sprintf("  %-3s  ", set.Letter), text.Escape(set.Template), width)
	b.paragraph("  ", "This is one layout of all of them: tabletop simulate and plan take it as --layout.", width)
}

// adviceOtherDocs converts the layouts of the audit.
func adviceOtherDocs(list *audit.Candidates) []doc.AdviseOther {
	var out []doc.AdviseOther
	for _, other := range list.Others() {
		why := text.Tried(other.Proposal)
		if other.Finding.Proposal == other.Proposal {
			why = "proposed: " + text.Proposal(other.Proposal)
		}
		out = append(out, doc.AdviseOther{Letter: list.Letter(other.Proposal.Candidate),
			Template: doc.Bytes(other.Proposal.Candidate), Rule: other.Finding.Rule,
			Title: text.EscapeString(other.Finding.Title), Why: why})
	}
	return out
}

// adviceFindings states what the audit found about the current layout where the advice is to keep it.
func adviceFindings(out *doc.Advise, list *audit.Candidates) {
	if !list.Advice.KeepCurrent {
		return
	}
	for _, finding := range list.Audited.AboutLayout() {
		if finding.Severity.AtLeast(audit.Warning) {
			words := fmt.Sprintf("audit, of the current layout: %s: %s (%s)", finding.Severity,
				text.EscapeString(finding.Title), finding.Rule)
			if finding.Proposal != nil || len(finding.Tried) > 0 {
				words += "; it lists the layouts that were tried"
			}
			out.Notes = append(out.Notes, words)
			out.About = append(out.About, doc.Note{Mark: "  ▲ ", Text: words})
		}
	}
}

// adviceLayoutDoc converts a layout; s are its figures for the whole table, nil if there are none.
func adviceLayoutDoc(in Input, o *advise.Candidate, s *simulate.Scale) doc.AdviseLayout {
	out := doc.AdviseLayout{
		Template: doc.Bytes(o.Template), Today: o.Current, Tables: o.Tables, Score: o.Score, First: o.BestShare,
		ReadMillis:      o.Read,
		ParallelWriters: o.Writers, LargestRow: o.Largest, LargestRowAtMost: o.LargestEstimate, Rows: o.Rows,
		Bytes: o.Bytes, Changes: o.Changes,
		Queries: make([]doc.AdviseQuery, len(o.Queries)), Better: o.Better, Worse: o.Worse, Hazards: o.Caveats,
		ForWriters: o.ForWriters, ForReaders: o.ForReaders, ForOperators: o.ForOperators,
	}
	for index, query := range o.Queries {
		adviseQuery := doc.AdviseQuery{Name: query.Query.Name, Table: query.Table, Access: string(query.Access),
			Ranges:       query.Ranges,
			RowsRead:     query.Rows,
			RowsReturned: query.Returned, BytesRead: query.Bytes, ReadMillis: query.Millis,
			Key: make([]doc.AdviseKeyPart, len(query.Key)), Filters: query.Beside}
		for n, part := range query.Key {
			adviseQuery.Key[n] = doc.AdviseKeyPart{Part: doc.Bytes(part.Text), Role: string(part.Role)}
		}
		adviseQuery.Picture[0], adviseQuery.Picture[1] = text.KeyPicture(query.Key, o.Delimiter)
		out.Queries[index] = adviseQuery
	}
	if v := o.View; v != nil {
		out.View = &doc.AdviseView{Template: doc.Bytes(v.Template), Refused: v.Refused, Query: v.Query,
			Unconfirmed: append([]string{}, v.Unconfirmed...), Bytes: v.Bytes, CopyBytes: v.Copy,
			LeftOut: v.LeftOut.Rows()}
	}
	out.Words.Rows, out.Words.Bytes = ofTable(in, s, o)
	if out.Month = month(in.Prices, stored(in, s, o)); out.Month != nil {
		out.Words.Month = monthWords(in.Prices, out.Month)
	}
	if s != nil {
		table := trialTableDoc(s)
		out.Table, out.Words.Savings = &table, text.LayoutSavings(s)
	}
	return out
}

// stored returns the bytes that a layout stores, the copy that a view needs included: of the table, or of the rows read
// where these are all; nil where the bytes of the table are not known.
func stored(in Input, s *simulate.Scale, o *advise.Candidate) *figures.Figure {
	switch {
	case in.Profile.Scope == estimate.All:
		return positiveFigure(estimate.Counted(o.Bytes))
	case s == nil || s.Bytes.Value <= 0:
		return nil
	case o.View != nil:
		return positiveFigure(s.Bytes.Plus(s.Table))
	}
	return positiveFigure(s.Bytes)
}

// ofTable formats the rows and the bytes of a layout: of the table where they are counted or can be estimated; else no
// rows, and the bytes of the rows read.
func ofTable(in Input, s *simulate.Scale, o *advise.Candidate) (rows, bytes string) {
	if in.Profile.Scope == estimate.All {
		return text.Number(o.Rows), text.Bytes(o.Bytes)
	}
	rows, bytes = text.NoFigure, text.Bytes(o.Bytes)+" read"
	if s == nil {
		return rows, bytes
	}
	if s.NoFigureReason == "" {
		rows, _ = text.TableCountParts(s.Rows)
	}
	if short, _ := text.TableBytesParts(s.Bytes, s.Table); s.Bytes.Value > 0 && short != text.NoFigure {
		bytes = short
	}
	return rows, bytes
}

func adviceConfidence(c *advise.Confidence) doc.AdviseConfidence {
	out := doc.AdviseConfidence{Rows: c.Rows, Share: c.Share, FromRows: c.From, Below: doc.Bytes(c.Below),
		Above: doc.Bytes(c.Above), FrequencyFactor: c.Frequency,
		Query: c.Query, Constants: c.Constants, Weights: c.Weights, Ahead: doc.Bytes(c.Ahead), Words: c.Text()}
	if !math.IsInf(c.To, 1) {
		out.ToRows = c.To
	}
	return out
}
