package report

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/audit"
	"tabletop/model/profile"
	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// auditDocument is the audit as a document for an architecture review: what the table is, how its key is built, what is
// wrong, what it costs, what to change, and how sure all that is.
func auditDocument(in Input, a AuditInput) *document {
	d := &document{title: "Schema review of " + text.EscapeString(in.Source)}
	d.partial(in.partial())
	if a.Instance != nil {
		d.p(upper(instanceLine(a.Instance)) + ".")
		d.add(append(strong(verdict(a)), severeFindings(a)...))
		docFindings(d, a)
		docChanges(d, a)
		d.h("How sure this is")
		d.p("Names and families of tables were read, no rows. What tables hold has to be seen in an audit of each.")
		return d
	}
	docSummary(d, in, a)
	docTableIs(d, in)
	if in.Profile.Rows > 0 {
		docKeys(d, in)
	}
	docFindings(d, a)
	if in.Profile.Rows > 0 {
		docCosts(d, in, a)
	}
	docChanges(d, a)
	docPatterns(d, a)
	docSure(d, in, a)
	return d
}

func docTableIs(d *document, in Input) {
	p, t := in.Profile, in.Sample.Table
	d.h("What the table is")
	facts := docTable{head: []string{"", ""}, rows: [][]docPara{{plain("Table"), code(text.EscapeString(audit.IdentityOf(&t).String()))}}}
	add := func(name, value string) { facts.rows = append(facts.rows, []docPara{plain(name), plain(value)}) }
	if !in.Sample.How.Started.IsZero() {
		add("Read", text.Time(in.Sample.How.Started.Truncate(time.Second))+" UTC, "+string(in.Sample.How.Strategy))
	}
	add("Rows read", fmt.Sprintf("%s, with %s, %s", text.Count(p.Rows, "row"), text.Count(p.Cells, "cell"), text.Bytes(float64(p.Bytes))))
	if p.Whole.Rows.Value > 0 {
		add("Rows of the table", figure(p.Whole.Rows, text.Number))
	}
	if p.Rows > 0 {
		add("A row", fmt.Sprintf("%s on average, at most %s seen; %s columns", figure(p.RowBytes.Mean, text.Bytes), text.Bytes(float64(p.RowBytes.Max)), figure(p.ColumnsPerRow.Mean, text.Number)))
	}
	if r := in.Sample.How.Redacted; r != "" {
		add("Redacted", upper(text.EscapeString(r)))
	}
	if t.Emulator {
		add("Served by", "an emulator, which keeps sizes and collects garbage in its own way")
	}
	d.add(facts)
	if len(p.Families) > 0 {
		fam := docTable{head: []string{"Family", "Rule", "Columns", "Rows", "Bytes"}, right: []bool{false, false, true, true, true}}
		for _, f := range p.Families[:min(maxListed, len(p.Families))] {
			fam.rows = append(fam.rows, []docPara{code(text.EscapeString(f.Name)), code(text.EscapeString(f.GC.String())), plain(text.Integer(int64(f.Columns))), plain(text.Share(f.RowShare)), plain(text.Share(f.ByteShare))})
		}
		d.add(fam)
		if n := len(p.Families) - maxListed; n > 0 {
			d.p(fmt.Sprintf("%s are not listed.", text.Count(int64(n), "further family")))
		}
	}
}

func docKeys(d *document, in Input) {
	d.h("How its key is built")
	if len(in.Layouts) == 0 {
		d.p("No layout explains the keys.")
		return
	}
	if len(in.Layouts) > 1 {
		d.p(fmt.Sprintf("The table holds %d kinds of record, each with a key of its own.", len(in.Layouts)))
	}
	for i, k := range in.Profile.Kinds {
		d.h3(fmt.Sprintf("Record kind %s: %s of the rows", kindName(in.Layouts, i), text.Share(k.Share)))
		d.add(docCode{text.Template(k.Layout.String())})
		if inferred, ok := inferredKind(in, i); ok {
			words, sure := text.LayoutConfidence(inferred)
			if sure {
				words += ", sure"
			}
			d.p("The layout is inferred: " + words + ".")
		}
		if k.First != nil {
			d.add(docPara{{text: "The first such key is "}, {text: cutRunes(text.Escape(k.First), 200), code: true}, {text: "."}})
		}
		d.add(keyPara(k))
		segments := docTable{head: []string{"Segment", "Type", "Values seen", "From", "To"}, right: []bool{false, false, true}}
		for j, s := range k.Segments {
			low, high := "", ""
			if s.Ordered {
				c := k.Layout.Segments()[j].Codec
				low, high = text.Value(c, s.Min), text.Value(c, s.Max)
			}
			segments.rows = append(segments.rows, []docPara{code(text.EscapeString(s.Name)), plain(segmentType(s)), plain(text.Integer(s.Distinct)), plain(low), plain(high)})
		}
		d.add(segments)
	}
	if u := in.Profile.Unexplained; u.Keys > 0 || u.Share.Exact && u.Share.Value > 0 {
		d.p(fmt.Sprintf("No layout explains %s of the keys.", text.Share(u.Share)))
	}
}

func segmentType(s profile.Segment) string {
	out := text.EscapeString(string(s.Type))
	if s.Type == rowkey.Timestamp {
		out += " " + string(s.Unit)
	}
	if s.Reversed {
		out += ", reversed"
	}
	return strings.ReplaceAll(out, "_", " ")
}

// findingHeading is the heading of a finding.
func findingHeading(f audit.Finding) string { return severityWord(f.Severity) + ": " + f.Title }

func docFindings(d *document, a AuditInput) {
	d.h("What is wrong")
	if len(a.Findings) == 0 {
		d.p("No rule found anything.")
	}
	for _, f := range a.Findings {
		d.add(docHeading{3, findingHeading(f), string(f.Severity)})
		about := docPara{{text: "About "}, {text: text.Subject(f.Subject), code: true}, {text: ". " + f.Why + " (" + f.Rule + ", " + strings.Join(f.Guidelines, ", ") + ")"}}
		if f.Known {
			about = append(about, docSpan{text: " It was in the baseline."})
		}
		d.add(about)
		if len(f.Measures) > 0 {
			m := docTable{head: []string{"Measured", "", "Limit", "How sure"}, right: []bool{false, true, true, false}}
			for _, x := range f.Measures {
				limit := ""
				if x.Limit != 0 {
					limit = text.MeasureFormat(x)(x.Limit)
				}
				m.rows = append(m.rows, []docPara{plain(x.Name), plain(text.MeasureFigure(x)), plain(limit), plain(text.Certainty(x))})
			}
			d.add(m)
		}
		if len(f.Evidence) > 0 {
			d.p("Seen at:")
			var list docList
			for _, e := range f.Evidence {
				kind, name := text.EvidenceOf(e)
				p := docPara{{text: kind + " "}, {text: cutRunes(name, 200), code: true}}
				if e.Note != "" {
					p = append(p, docSpan{text: ", " + e.Note})
				}
				list = append(list, p)
			}
			if f.More > 0 {
				list = append(list, plain(fmt.Sprintf("and %s more", text.Integer(int64(f.More)))))
			}
			d.add(list)
		}
		d.add(docPara{{text: "Fix: ", strong: true}, {text: text.Template(f.Fix.Text)}})
		if f.Fix.Paste != "" {
			d.add(docCode{text.Lines(f.Fix.Paste)})
		}
		docProposal(d, f.Proposal)
	}
}

// docProposal states what a candidate would give.
func docProposal(d *document, c *audit.Proposal) {
	if c == nil {
		return
	}
	d.p("As a candidate, to try with simulate or in the Lab:")
	d.add(docCode{text.Template(c.Candidate)})
	if len(c.Gains) > 0 {
		t := docTable{head: []string{"What that would give, on the rows read", "Today", "Then"}, right: []bool{false, true, true}}
		for _, g := range c.Gains {
			today, then := text.GainFigures(g)
			t.rows = append(t.rows, []docPara{plain(g.Name), plain(today), plain(then)})
		}
		d.add(t)
	}
}

// severityWord begins a heading.
func severityWord(s audit.Severity) string {
	return strings.ToUpper(string(s[:1])) + string(s[1:])
}

// docChanges lists the fixes, the most pressing first, with what they would give.
func docChanges(d *document, a AuditInput) {
	if len(a.Findings) == 0 {
		return
	}
	d.h("What to change")
	d.p("The most severe findings first. The effect of a change was measured on the rows read; a change without an effect was not measured or cannot be.")
	t := docTable{head: []string{"", "What", "Change", "Gives"}}
	for _, f := range a.Findings {
		change := plain(text.Template(f.Fix.Text))
		if f.Fix.Paste != "" {
			first, _, _ := strings.Cut(text.Lines(f.Fix.Paste), "\n")
			change = append(change, docSpan{text: " "}, docSpan{text: first, code: true})
		}
		gives := ""
		if f.Proposal != nil && f.Proposal.Better {
			today, then := text.GainFigures(f.Proposal.Gains[0])
			gives = f.Proposal.Gains[0].Name + ": " + today + " → " + then
		}
		t.rows = append(t.rows, []docPara{plain(string(f.Severity)), append(plain(f.Title+": "), docSpan{text: text.Subject(f.Subject), code: true}), change, plain(gives)})
	}
	d.add(t)
	if charts := candidateCharts(a); len(charts) > 0 {
		d.h("What that would give")
		for _, c := range charts {
			d.add(c)
		}
	}
}

func docPatterns(d *document, a AuditInput) {
	if len(a.Patterns) == 0 {
		return
	}
	d.h("Patterns that were recognized")
	d.p("These are ways to lay out data that the documentation describes. Nothing is wrong with them, but each has a price.")
	for _, p := range a.Patterns {
		d.h3(fmt.Sprintf("%s (%s)", p.Name, strings.Join(p.Guidelines, ", ")))
		d.add(docPara{{text: text.Share(p.Share) + " of the rows: "}, {text: text.Template(p.Layout), code: true}})
		list := docList{append(strong("For: "), docSpan{text: p.Advantages}), append(strong("Against: "), docSpan{text: p.Costs})}
		for _, m := range p.Measures {
			list = append(list, append(strong("Measured: "), docSpan{text: text.Measure(m)}))
		}
		d.add(list)
	}
}

// docSure states what all this rests on: what was read, what was not judged, and what was accepted.
func docSure(d *document, in Input, a AuditInput) {
	d.h("How sure this is")
	d.p(upper(certaintyText(a)))
	if whole := text.WholeTable(in.Profile.Whole); whole != "" && in.Profile.Scope == profile.Sample {
		d.p(whole)
	}
	for _, s := range text.SampleNotes(in.Profile) {
		d.p(s)
	}
	if s := in.stopped(); s != "" {
		d.p("Reading stopped early: " + s)
	}
	d.p("The audit sees rows, cells and timestamps. It sees no queries, no reads and no deletes; to compare layouts for your queries, use advise with a workload.")
	if len(a.Skipped) > 0 {
		var list docList
		for _, r := range reasons(a) {
			list = append(list, plain(text.Template(r.reason)+": "+strings.Join(r.rules, ", ")))
		}
		d.h3("Rules that were not evaluated")
		d.add(list)
	}
	if len(a.Suppressed) > 0 {
		d.h3("Findings that were accepted")
		var list docList
		for _, s := range a.Suppressed {
			list = append(list, docPara{{text: s.Rule + " about "}, {text: text.Subject(s.Subject), code: true}, {text: ": " + text.EscapeString(s.Reason)}})
		}
		d.add(list)
	}
	if len(a.Passed) > 0 {
		d.h3("Rules that looked and found nothing")
		d.p(strings.Join(a.Passed, ", "))
	}
}
