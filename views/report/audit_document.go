package report

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// reviewDoc returns an audit with what a review of the table needs beside it.
func reviewDoc(in Input, a AuditInput) doc.Review {
	out := doc.Review{Audit: auditDoc(in, a)}
	if a.Instance != nil {
		return out
	}
	out.Identity, out.Emulator = audit.NewIdentity(&in.Sample.Table).String(), in.Sample.Table.Emulator
	out.Stats = statsDoc(in)
	if in.Profile.Scope == estimate.Sample {
		out.Whole = text.WholeTable(in.Profile.Whole)
	}
	if k, ok := in.Inferred.LeastSure(); ok {
		out.Inferred, _ = text.LayoutConfidence(k)
	}
	if r := a.Of.Review; r != nil && r.Garbage.Rows > 0 {
		garbage := gcReport{r, in.Profile, in.Prices}.eligible(r.Garbage.Total, r.Garbage.PolicyKnown())
		out.Garbage, out.ByVersions, out.ByAge = &garbage, keptByVersions(r), keptByAge(r)
	}
	if m := a.Of.Heat; m != nil {
		h := heatDoc(in, HeatInput{Map: m, KeyAt: in.Sample.Key})
		out.Heat = &h
	}
	if a.Redaction != nil {
		kept := out.Redaction
		out = redact.Masked(a.Redaction, out)
		out.Redaction = kept
	}
	return out
}

// summaryDocument is what the audit comes to, for a pull request. It is how auditDocument begins.
func summaryDocument(r doc.Review) *document {
	report := &document{title: "Schema review of " + text.EscapeString(r.Source)}
	if r.Partial {
		report.partial(r.Stopped)
	}
	docSummary(report, r)
	return report
}

// auditDocument is the audit as a document for an architecture review: its summary, and folded below what the table is,
// how its key is built, what is wrong, what it costs, what to change, and how sure all that is.
func auditDocument(r doc.Review) *document {
	report := summaryDocument(r)
	docReview(report, r)
	report.fold()
	return report
}

// docReview adds the sections of a review.
func docReview(report *document, r doc.Review) {
	if r.Instance != "" {
		docFindings(report, r.Audit)
		docChanges(report, r.Audit)
		report.h("How sure this is")
		report.p("Names and families of tables were read, no rows. What tables hold has to be seen in an audit of " +
			"each.")
		docRedaction(report, r.Audit)
		return
	}
	docTableIs(report, r)
	if r.Rows > 0 {
		docKeys(report, r.Stats.Kinds)
	}
	docFindings(report, r.Audit)
	if r.Rows > 0 {
		docCosts(report, r)
	}
	docChanges(report, r.Audit)
	docPatterns(report, r.Audit)
	docSure(report, r)
}

func docTableIs(d *document, r doc.Review) {
	stats := r.Stats
	d.h("What the table is")
	facts := docTable{head: []string{"", ""}, rows: [][]docPara{{plain("Table"), code(text.EscapeString(r.Identity))}}}
	add := func(name, value string) { facts.rows = append(facts.rows, []docPara{plain(name), plain(value)}) }
	if stats.Started != nil {
		add("Read", text.Time(stats.Started.Truncate(time.Second))+" UTC, "+stats.Strategy)
	}
	add("Rows read", fmt.Sprintf("%s, with %s, %s", text.Count(stats.Rows, "row"), text.Count(stats.Cells, "cell"),
		text.Bytes(float64(stats.Bytes))))
	if rows := known(stats.Table.Rows); rows.Value > 0 {
		add("Rows of the table", figure(rows, text.Number))
	}
	if size := stats.RowBytes.Spread; size != nil {
		columns := figure(stats.ColumnsPerRow.Mean, text.Number) + " columns"
		if columns == "1 columns" {
			columns = "1 column"
		}
		add("A row", fmt.Sprintf("%s on average, at most %s seen; %s", figure(size.Mean, text.Bytes),
			text.Bytes(float64(size.Max)), columns))
	}
	for _, sentence := range r.Audit.Redacted {
		add("Redaction", sentence)
	}
	if r.Emulator {
		add("Served by", "an emulator, which keeps sizes and collects garbage in its own way")
	}
	d.add(facts)
	if len(stats.Families) > 0 {
		fam := docTable{head: []string{"Family", "Rule", "Columns", "Rows", "Bytes"},
			right: []bool{false, false, true, true, true}}
		for _, f := range stats.Families[:min(maxListed, len(stats.Families))] {
			fam.rows = append(fam.rows, []docPara{code(text.EscapeString(f.Family)), code(text.EscapeString(f.GCRule)),
				plain(text.Integer(int64(f.Columns))), plain(text.Share(f.RowsShare)), plain(text.Share(f.BytesShare))})
		}
		d.add(fam)
		if n := len(stats.Families) - maxListed; n > 0 {
			d.p(fmt.Sprintf("%s are not listed.", text.Count(int64(n), "further family")))
		}
	}
}

func docKeys(d *document, k doc.Kinds) {
	d.h("How its key is built")
	if len(k.Kinds) == 0 {
		d.p("No layout explains the keys.")
		return
	}
	if len(k.Kinds) > 1 {
		d.p(fmt.Sprintf("The table holds %d kinds of record, each with a key of its own.", len(k.Kinds)))
	}
	for _, kind := range k.Kinds {
		d.h3(fmt.Sprintf("Record kind %s: %s of the rows", kind.Kind, text.Share(kind.RowsShare)))
		d.add(docCode{text.Template(string(kind.Template))})
		if kind.InferredKind != nil {
			words := kind.Words
			if kind.Sure {
				words += ", sure"
			}
			d.p("The layout is inferred: " + words + ".")
		}
		if kind.Example != nil {
			d.add(docPara{{text: "The first such key is "}, {text: cutRunes(text.Escape(kind.Example), 200),
				code: true}, {text: "."}})
		}
		d.add(keyPara(kind))
		segments := docTable{head: []string{"Segment", "Type", "Values seen", "From", "To"},
			right: []bool{false, false, true}}
		for _, s := range kind.Segments {
			low, high := "", ""
			if s.Min != nil {
				low, high = s.Min.Text, s.Max.Text
			}
			segments.rows = append(segments.rows, []docPara{code(text.EscapeString(s.Name)), plain(segmentType(s)),
				plain(text.Integer(s.Distinct)), plain(low), plain(high)})
		}
		d.add(segments)
	}
	if u := k.Unexplained; u.Rows > 0 || u.RowsShare.IsExact() && u.RowsShare.Value > 0 {
		d.p(fmt.Sprintf("No layout explains %s of the keys.", text.Share(u.RowsShare)))
	}
}

func segmentType(s doc.Segment) string {
	out := text.EscapeString(s.Type)
	if s.Type == string(rowkey.Timestamp) {
		out += " " + s.Unit
	}
	if s.Reversed {
		out += ", reversed"
	}
	return strings.ReplaceAll(out, "_", " ")
}

// findingHeading is the heading of a finding.
func findingHeading(severity, title string) string {
	return spelling.Capitalize(severity) + ": " + title
}

func docFindings(d *document, a doc.Audit) {
	d.h("What is wrong")
	if len(a.Findings) == 0 {
		d.p("No rule found anything.")
	}
	for _, finding := range a.Findings {
		d.add(docHeading{3, findingHeading(finding.Severity, finding.Title), finding.Severity})
		about := docPara{{text: "About "}, {text: string(finding.Subject.Text), code: true},
			{text: ". " + finding.Why + " (" + finding.Rule + ", " + strings.Join(finding.Guidelines, ", ") + ")"}}
		if finding.Known {
			about = append(about, docSpan{text: " It was in the baseline."})
		}
		d.add(about)
		if len(finding.Measures) > 0 {
			m := docTable{head: []string{"Measured", "", "Limit", "How sure"}, right: []bool{false, true, true, false}}
			for _, x := range finding.Measures {
				m.rows = append(m.rows, []docPara{plain(x.Name), plain(x.Words.Figure), plain(x.Words.Limit),
					plain(x.Words.Certainty)})
			}
			d.add(m)
		}
		docEvidence(d, finding)
		d.add(docPara{{text: "Fix: ", strong: true}, {text: string(finding.Fix)}})
		if finding.Paste != "" {
			d.add(docCode{text.Lines(string(finding.Paste))})
		}
		docProposal(d, finding)
	}
}

// docEvidence lists where a finding is seen.
func docEvidence(d *document, f doc.AuditFinding) {
	if len(f.Evidence) == 0 {
		return
	}
	d.p("Seen at:")
	var list docList
	for _, e := range f.Evidence {
		p := docPara{{text: e.Kind + " "}, {text: cutRunes(string(e.Text), 200), code: true}}
		if e.Note != "" {
			p = append(p, docSpan{text: ", " + e.Note})
		}
		list = append(list, p)
	}
	if f.MoreEvidence > 0 {
		list = append(list, plain(fmt.Sprintf("and %s more", text.Integer(int64(f.MoreEvidence)))))
	}
	d.add(list)
}

// docProposal states what a candidate would give.
func docProposal(d *document, f doc.AuditFinding) {
	docPolicies(d, f.Policies)
	defer docTried(d, f.Tried)
	if f.Effect == nil {
		return
	}
	d.p("As candidate " + f.Letter + ", to try with simulate or in the Lab:")
	d.add(docCode{string(f.Candidate)})
	if len(f.Gains) > 0 {
		t := docTable{head: []string{"What that would give, on the rows read", "Now", "Then"},
			right: []bool{false, true, true}}
		for _, g := range f.Gains {
			t.rows = append(t.rows, []docPara{plain(g.Name), plain(g.Before), plain(g.After)})
		}
		d.add(t)
	}
	var costs []string
	for _, cost := range f.Costs {
		costs = append(costs, string(cost))
	}
	if len(costs) > 0 {
		d.p("What gets worse: " + strings.Join(costs, ", ") + ".")
	}
}

// docPolicies lists the policies that were tried.
func docPolicies(d *document, tried []doc.AuditPolicy) {
	for _, p := range tried {
		d.p("Tried on the cells read: " + policyLine(p) + ".")
	}
}

// docTried lists the layouts that were tried and are not proposed.
func docTried(d *document, tried []doc.AuditTried) {
	if len(tried) == 0 {
		return
	}
	t := docTable{head: []string{"Also tried", "What that would give, on the rows read"}, right: []bool{false, false}}
	for _, c := range tried {
		t.rows = append(t.rows, []docPara{{{text: c.Letter + " "}, {text: string(c.Candidate), code: true}},
			plain(string(c.Why))})
	}
	d.add(t)
}

// docChanges lists the fixes, the most pressing first, with what they would give.
func docChanges(d *document, a doc.Audit) {
	if len(a.Findings) == 0 {
		return
	}
	d.h("What to change")
	d.p("The most severe findings first. The effect of a change was measured on the rows read; a change without an " +
		"effect was not measured or cannot be.")
	docTable := docTable{head: []string{"", "What", "Change", "Gives"}}
	for _, finding := range a.Findings {
		change := plain(string(finding.Fix))
		if finding.Paste != "" {
			first, _, _ := strings.Cut(text.Lines(string(finding.Paste)), "\n")
			change = append(change, docSpan{text: " "}, docSpan{text: first, code: true})
		}
		gives := ""
		if finding.Effect != nil && finding.Effect.Better {
			gives = finding.Gains[0].Name + ": " + finding.Gains[0].Before + " → " + finding.Gains[0].After
		}
		docTable.rows = append(docTable.rows,
			[]docPara{plain(finding.Severity),
				append(plain(finding.Title+": "), docSpan{text: string(finding.Subject.Text), code: true}), change,
				plain(gives)})
	}
	d.add(docTable)
	if charts := candidateCharts(a); len(charts) > 0 {
		d.h("What that would give")
		for _, c := range charts {
			d.add(c)
		}
	}
}

func docPatterns(d *document, a doc.Audit) {
	if len(a.Patterns) == 0 {
		return
	}
	d.h("Patterns that were recognized")
	d.p("These are ways to lay out data that the documentation describes. Nothing is wrong with them, but each has a " +
		"price.")
	for _, pattern := range a.Patterns {
		d.h3(fmt.Sprintf("%s (%s)", pattern.Name, strings.Join(pattern.Guidelines, ", ")))
		d.add(docPara{{text: pattern.Rows.Words.Figure + " of the rows: "},
			{text: string(pattern.Template), code: true}})
		list := docList{append(strong("For: "), docSpan{text: pattern.Advantages}),
			append(strong("Against: "), docSpan{text: pattern.Costs})}
		for _, m := range pattern.Measures {
			list = append(list, append(strong("Measured: "), docSpan{text: m.Words.Sentence}))
		}
		d.add(list)
	}
}

// docSure states what all this rests on: what was read, what was not judged, and what was accepted.
func docSure(d *document, r doc.Review) {
	d.h("How sure this is")
	d.p(spelling.Capitalize(certaintyText(r.Scope)))
	if r.Whole != "" {
		d.p(r.Whole)
	}
	for _, n := range r.About {
		if n.Sample {
			d.p(n.Text)
		}
	}
	if r.Stopped != "" {
		d.p("Reading stopped early: " + r.Stopped)
	}
	d.p("The audit sees rows, cells and timestamps. It sees no queries, no reads and no deletes; to compare layouts " +
		"for your queries, use advise with a workload.")
	if len(r.Skipped) > 0 {
		var list docList
		for _, u := range reasons(r.Audit) {
			list = append(list, plain(u.reason+": "+strings.Join(u.rules, ", ")))
		}
		d.h3("Rules that were not evaluated")
		d.add(list)
	}
	if len(r.Suppressed) > 0 {
		d.h3("Findings that were accepted")
		var list docList
		for _, s := range r.Suppressed {
			list = append(list, docPara{{text: s.Rule + " about "}, {text: string(s.Subject.Text), code: true},
				{text: ": " + text.EscapeString(s.Reason)}})
		}
		d.add(list)
	}
	if len(r.Passed) > 0 {
		d.h3("Rules that passed")
		d.p(strings.Join(r.Passed, ", "))
	}
	docRedaction(d, r.Audit)
}

// docRedaction states what a redaction replaced and kept.
func docRedaction(d *document, a doc.Audit) {
	if a.Redaction == nil {
		return
	}
	d.h("Redaction")
	for _, line := range a.Redaction.Words {
		d.p(line)
	}
}
