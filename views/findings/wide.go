package findings

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/figures"
	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// isWide reports whether a window has room for what stands behind a finding: its place, its guidelines and the other
// rules.
func isWide(w, h int) bool { return w >= 120 && h >= 30 }

// drawWide draws the finding under the cursor beside its evidence and what is known of that, and below them the
// guidelines it is from and the rules that found nothing, in h lines that begin at line at of the screen.
func (s *Screen) drawWide(st *widget.Styles, w, h, at int) []string {
	finding := s.finding()
	left := w * 3 / 5
	pane := widget.Pane{Title: finding.Title, Right: widget.Hints(st, "w", "all", "y", "copy the fix", "d", "suppress"),
		Boxed: true}
	text := append(s.text(st, finding, pane.TextWidth(left)), s.limitBars(st, finding, pane.TextWidth(left))...)
	upper := min(max(len(text)+2, min(len(finding.Evidence)+12, h/2)), h*2/3)
	right := s.wideEvidence(st, finding, left, w-left, upper, at)
	lines := widget.Beside([][]string{pane.Text(st, shortened(st, text, upper-2), left, upper), right},
		[]int{left, w - left}, upper)
	rest := h - upper
	from := s.guidelinesPane(st, finding, w-left, rest)
	return append(lines, widget.Beside([][]string{s.rulesPane(st, left, rest), from}, []int{left, w - left}, rest)...)
}

// shortened cuts lines to n; what does not fit is behind a key.
func shortened(st *widget.Styles, lines []string, n int) []string {
	if len(lines) > n && n > 0 {
		lines = append(lines[:n-1:n-1], st.Dim("… w shows all"))
	}
	return lines
}

// limitBars draws the figures that have a limit beside it.
func (s *Screen) limitBars(st *widget.Styles, f *audit.Finding, w int) []string {
	var out []string
	for _, measure := range f.Measures {
		if measure.Limit <= 0 {
			continue
		}
		low, high := measure.Figure.Value, measure.Figure.Value
		if measure.Figure.Interval() {
			low, high = measure.Figure.Low, measure.Figure.High
		}
		if len(out) == 0 {
			out = append(out, "")
		}
		figure := text.MeasureFigure(measure)
		limit := "┊ limit " + text.MeasureFormat(measure)(measure.Limit)
		room := max(min(w-9-widget.Width(figure)-widget.Width(limit)-4, 60), 4)
		out = append(out, st.Dim(widget.Pad("limit", 7))+widget.LimitBar(st, measure.Figure.Value, low, high,
			measure.Limit, room)+"  "+figure+"  "+st.Dim(limit))
	}
	return out
}

// wideEvidence draws the list of evidence, and below it what is known of the piece under its cursor.
func (s *Screen) wideEvidence(st *widget.Styles, f *audit.Finding, x, w, h, at int) []string {
	if len(f.Evidence) == 0 {
		return s.subjectPane(st, nil, w, h)
	}
	listed := min(len(f.Evidence)+2, max(h-9, 4))
	s.evidenceAt = area{x, at + 1}
	out := s.drawEvidence(st, f, w, listed, true)
	var e *audit.Evidence
	if i := s.evidence.Cursor(); i >= 0 && i < len(f.Evidence) {
		e = &f.Evidence[i]
	}
	return append(out, s.subjectPane(st, e, w, h-listed)...)
}

// subjectPane draws what is known of a piece of evidence: a row with its key cut into segments, a column or a family.
// Without evidence it is about the table.
func (s *Screen) subjectPane(st *widget.Styles, e *audit.Evidence, w, h int) []string {
	if h < 3 {
		return make([]string, max(h, 0))
	}
	pane := widget.Pane{Title: "THE TABLE", Boxed: true}
	in := pane.TextWidth(w)
	var lines []string
	switch {
	case e == nil:
		lines = s.tableFacts(st)
	case e.Masked != nil:
		pane.Title = "MASKED"
		lines = text.Wrap("It identifies people, so it is masked here. "+e.Note, in)
	case e.Key != nil:
		pane.Title, lines = "ROW", s.rowFacts(st, e.Key, in)
	case e.Column != nil:
		pane.Title, lines = "COLUMN", s.columnFacts(st, e.Column.Family, e.Column.Qualifier)
	case e.Family != "" && e.Table == "":
		pane.Title, lines = "FAMILY", s.familyFacts(st, e.Family, in)
	default:
		lines = s.tableFacts(st)
	}
	return pane.Text(st, lines, w, h)
}

// fact is a line with a name.
func fact(st *widget.Styles, name, value string) string { return st.Dim(widget.Pad(name, 9)) + value }

// found writes a number of things that were found, and whether in all rows.
func found(st *widget.Styles, f figures.Figure) string {
	return text.Integer(int64(f.Value)) + st.Dim(" "+text.Found(f))
}

func (s *Screen) tableFacts(st *widget.Styles) []string {
	p := s.found.of.Profile
	cells := found(st, p.FoundCells) + st.Dim(" in ") + text.Count(len(p.Columns)+len(p.NotKept), "column")
	out := []string{fact(st, "rows", found(st, p.FoundRows)), fact(st, "cells", cells)}
	if p.Whole.Rows.Value > 0 {
		out = append(out, fact(st, "table", text.Range(p.Whole.Rows, text.Number)+st.Dim(" rows")))
	}
	return append(out, fact(st, "bytes", text.TableUnit(p.Whole.Table, s.found.of.Sample.How.Options)))
}

// rowFacts draws the ruler of a key, the values of its segments and the size of its row.
func (s *Screen) rowFacts(st *widget.Styles, key []byte, w int) []string {
	analyzed := s.found.of
	out := []string{widget.EscapeMiddle(key, w)}
	if spans, kind := analyzed.Layouts.Decode(nil, key); kind >= 0 {
		segments := analyzed.Layouts[kind].Segments()
		parts := widget.KeyParts(nil, key, spans, segments, w)
		labels := make([]string, len(segments))
		for i, seg := range segments {
			labels[i] = text.EscapeString(seg.Name)
		}
		out = []string{widget.DrawKey(st, parts), widget.Braces(st, parts, labels)}
		out = append(out, segmentLines(st, spans, segments)...)
	}
	index := analyzed.Sample.Find(key)
	if index >= analyzed.Sample.Rows() || !slices.Equal(analyzed.Sample.Key(index), key) {
		return append(out, st.Dim("counted, but not among the rows kept"))
	}
	from, to := analyzed.Sample.Cells(index)
	out = append(out, fact(st, "row",
		text.Bytes(float64(analyzed.Sample.RowBytes(index)))+st.Dim(" in ")+text.Count(to-from, "cell")+
			st.Dim(", key ")+
			text.Bytes(float64(len(key)))))
	if times := analyzed.Sample.Times(from, to); len(times) > 0 {
		out = append(out, fact(st, "written",
			text.Micros(slices.Min(times)/1e6*1e6)+st.Dim(" to ")+text.Micros(slices.Max(times)/1e6*1e6)))
	}
	return out
}

// segmentLines are the values of the segments of a key.
func segmentLines(st *widget.Styles, spans []rowkey.Span, segments []*rowkey.Segment) []string {
	var out []string
	for _, sp := range spans {
		if sp.Segment == nil {
			continue
		}
		name := widget.Pad(widget.Truncate(text.EscapeString(sp.Segment.Name), 8), 9)
		out = append(out, st.Segment(slices.Index(segments, sp.Segment), name)+widget.SegmentValue(sp.Segment.Codec,
			sp.Value)+st.Dim("  "+widget.SegmentType(sp.Segment.Codec)))
	}
	return out
}

func (s *Screen) columnFacts(st *widget.Styles, family, qualifier string) []string {
	measures := s.found.of.Profile
	out := []string{text.EscapeString(family) + ":" + text.Qualifier(qualifier)}
	column := measures.AnyColumn(family, qualifier)
	switch {
	case column == nil:
		return append(out, st.Dim("no cell of it was read"))
	case column.Rows == 0:
		return append(out, fact(st, "rows", found(st, column.FoundRows)+st.Dim(" have it, none of them kept")),
			fact(st, "cells", found(st, column.FoundCells)))
	}
	return append(out, fact(st, "rows", found(st, column.FoundRows)+st.Dim(" have it, ")+text.Share(column.RowShare)),
		fact(st, "bytes", text.TableBytes(column.ByteShare.Of(measures.Whole.Table), measures.Whole.Table)+st.Dim(", ")+
			text.Share(column.ByteShare)+st.Dim(" of all bytes")),
		fact(st, "cells", found(st, column.FoundCells)+st.Dim(", ")+text.Number(column.MeanVersions.Value)+
			st.Dim(" per row, at most ")+text.Integer(int64(column.MaxVersions))),
		fact(st, "values", "p50 "+text.Bytes(float64(column.Values.P50))+st.Dim(", p95 ")+
			text.Bytes(float64(column.Values.P95))+st.Dim(", largest ")+text.Bytes(float64(column.Values.Max))),
		fact(st, "written", text.Micros(column.Oldest/1e6*1e6)+st.Dim(" to ")+text.Micros(column.Newest/1e6*1e6)))
}

func (s *Screen) familyFacts(st *widget.Styles, name string, w int) []string {
	measures := s.found.of.Profile
	out := []string{text.EscapeString(name)}
	for _, family := range measures.Families {
		if family.Name != name {
			continue
		}
		out = append(out, fact(st, "policy", family.GC.String()))
		for _, l := range text.Wrap(text.Rule(family.GC), max(w-9, 8)) {
			out = append(out, fact(st, "", st.Dim(l)))
		}
		out = append(out, fact(st, "rows",
			found(st, family.FoundRows)+st.Dim(" have it, ")+text.Share(family.RowShare)),
			fact(st, "bytes", text.TableBytes(family.ByteShare.Of(measures.Whole.Table), measures.Whole.Table)+
				st.Dim(", ")+text.Share(family.ByteShare)+st.Dim(" of all bytes")),
			fact(st, "cells", found(st, family.FoundCells)+st.Dim(" in ")+text.Count(family.Columns, "column")))
	}
	return out
}

// guidelinesPane draws the guidelines that a finding is from.
func (s *Screen) guidelinesPane(st *widget.Styles, f *audit.Finding, w, h int) []string {
	pane := widget.Pane{Title: "FROM THE GUIDELINES", Right: st.Dim(strings.Join(f.Guidelines, " ")), Boxed: true}
	if s.guidelines == nil {
		s.guidelines = lesson.Guidelines()
	}
	var lines []string
	cited := slices.Clone(f.Guidelines)
	for _, id := range lesson.Cited(f.Why + " " + f.Fix.Text) {
		if !slices.Contains(cited, id) {
			cited = append(cited, id)
		}
	}
	for _, id := range cited {
		for _, guideline := range s.guidelines {
			if guideline.ID != id {
				continue
			}
			said := guideline.Text
			if guideline.Limit != "" {
				said += " Number: " + guideline.Limit + "."
			}
			for i, l := range text.Wrap(said, max(pane.TextWidth(w)-5, 8)) {
				head := "     "
				if i == 0 {
					head = st.Accent(widget.Pad(guideline.ID, 5))
				}
				lines = append(lines, head+l)
			}
			lines = append(lines, "")
		}
	}
	return pane.Text(st, shortened(st, lines, h-2), w, h)
}

// otherRule is a rule without findings: its sign, its name, what it looks for or why it was not evaluated, why that
// matters, and its guidelines.
type otherRule struct{ mark, rule, said, why, from string }

// otherRuleList lists the rules without findings: those that were not evaluated with the reason, then those that
// passed.
func (s *Screen) otherRuleList(st *widget.Styles) []otherRule {
	report := s.found.report
	rules := map[string]audit.Rule{}
	for _, rule := range audit.Rules() {
		rules[rule.ID] = rule
	}
	from := func(id string) string { return strings.Join(rules[id].Guidelines, " ") }
	var all []otherRule
	for _, u := range report.Skipped {
		all = append(all, otherRule{st.Dim("?"), u.Rule, "not evaluated: " + text.Template(u.Reason), "", from(u.Rule)})
	}
	for _, id := range report.Passed {
		all = append(all, otherRule{st.Text(widget.Good, "✓"), id, rules[id].Title, rules[id].Why, from(id)})
	}
	return all
}

// rulesPane lists the rules without findings beside a finding.
func (s *Screen) rulesPane(st *widget.Styles, w, h int) []string {
	r := s.found.report
	p := widget.Pane{Title: "OTHER RULES",
		Right: st.Dim(fmt.Sprintf("%d passed, %d were not evaluated   ", len(r.Passed), len(r.Skipped))) +
			widget.Hints(st, "v", "all"), Boxed: true}
	return drawRules(st, p, s.otherRuleList(st), false, w, h)
}

// passedPanes lists all rules where none found anything: in one pane with why each matters, or in two panes beside each
// other if they do not fit.
func (s *Screen) passedPanes(st *widget.Styles, w, h int) []string {
	all := s.otherRuleList(st)
	half := (len(all) + 1) / 2
	if _, ih := (widget.Pane{Boxed: true}).Inner(w, h); len(all) < ih {
		half = len(all)
	}
	left := w / 2
	p := widget.Pane{Title: "RULES", Right: widget.Hints(st, "v", "explained"), Boxed: true}
	if half == len(all) {
		return drawRules(st, p, all, true, w, h)
	}
	second := widget.Pane{Title: "MORE RULES", Boxed: true}
	return widget.Beside([][]string{drawRules(st, p, all[:half], false, left, h),
		drawRules(st, second, all[half:], false, w-left, h)}, []int{left, w - left}, h)
}

// drawRules draws rules without findings, with why each matters or without.
func drawRules(st *widget.Styles, p widget.Pane, all []otherRule, why bool, w, h int) []string {
	table := widget.Table{Sort: -1, Columns: []widget.Column{{Title: ""}, {Title: "rule", Width: 10},
		{Title: "looks for", Width: 20, Flex: 1}, {Title: "from", Drop: 2}}}
	if why {
		table.Columns = append(table.Columns, widget.Column{Title: "why it matters", Width: 60, Flex: 1, Drop: 1})
	}
	table.Still = true
	table.SetLen(len(all))
	return p.Table(st, &table, false, w, h, func(row, col, w int) string {
		switch otherRule := all[row]; col {
		case 0:
			return otherRule.mark
		case 1:
			return otherRule.rule
		case 2:
			return otherRule.said
		case 3:
			return st.Dim(otherRule.from)
		default:
			return st.Dim(otherRule.why)
		}
	})
}
