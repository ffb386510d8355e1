package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// maxCauses is the maximum number of findings of a summary.
const maxCauses = 3

// docSummary says in about ten lines what the rest says in full: the verdict, the causes with what they harm and what
// cures them, what the table is, and how sure all that is.
func docSummary(d *document, r doc.Review) {
	d.add(summaryOf(r.Audit)...)
	if len(r.Redacted) > 0 {
		d.p(strings.Join(r.Redacted, " "))
	} else if r.Redaction != nil {
		d.p(redactedNote)
	}
	switch {
	case r.Instance != "":
		d.p(spelling.Capitalize(r.Instance) + ".")
		return
	case r.Rows == 0:
		d.p("No rows were read, so few rules could be evaluated.")
		return
	}
	d.add(whatItIs(r))
	d.add(append(docPara{{text: "How sure this is: ", strong: true}}, plain(certaintyText(r.Scope))...))
}

// summaryOf returns the verdict and the first causes of an audit.
func summaryOf(a doc.Audit) []block {
	out := []block{strong(verdict(a))}
	var list docList
	found := causes(a)
	for i := range found[:min(maxCauses, len(found))] {
		list = append(list, causePara(&found[i]))
	}
	if more := len(a.Findings) - len(list); more > 0 {
		list = append(list, plain("and "+text.Count(int64(more), "further finding")+" in the full report"))
	}
	if len(list) > 0 {
		out = append(out, list)
	}
	return out
}

// causes returns the findings in the order in which a summary names them: new ones before those of the baseline, the
// most severe first, and of those with one cure only the first.
func causes(a doc.Audit) []doc.AuditFinding {
	var out []doc.AuditFinding
	for _, f := range a.Findings {
		if !slices.ContainsFunc(out, func(x doc.AuditFinding) bool {
			return x.Fix == f.Fix && x.Paste == f.Paste && x.Candidate == f.Candidate
		}) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(x, y doc.AuditFinding) int {
		switch {
		case x.Known == y.Known:
			return 0
		case y.Known:
			return -1
		}
		return 1
	})
	return out
}

// causePara states a finding: what is wrong, what that harms, by how much, and the cure.
func causePara(f *doc.AuditFinding) docPara {
	out := docPara{{text: findingHeading(f.Severity, f.Title), strong: true}, {text: ", "},
		{text: string(f.Subject.Text), code: true}}
	if f.Known {
		out = append(out, docSpan{text: ", in the baseline"})
	}
	said := ". "
	if len(f.Harms) > 0 {
		said += "Harms " + strings.Join(f.Harms, " and ") + ". "
	}
	if len(f.Measures) > 0 {
		said += spelling.Capitalize(f.Measures[0].Words.Sentence) + ". "
	}
	return append(append(out, docSpan{text: said}), curePara(f)...)
}

// curePara states what cures a finding, what that gives, and what it costs.
func curePara(f *doc.AuditFinding) docPara {
	out := docPara{{text: "Cure: ", strong: true}, {text: string(f.Fix)}}
	if f.Candidate == "" {
		if first, _, _ := strings.Cut(text.Lines(string(f.Paste)), "\n"); first != "" {
			out = append(out, docSpan{text: " "}, docSpan{text: first, code: true})
		}
		return append(out, docSpan{text: " "}, docSpan{text: "Costs: ", strong: true}, docSpan{text: "not measured."})
	}
	out = append(out, docSpan{text: " With "}, docSpan{text: string(f.Candidate), code: true})
	effect, rest := ", whose effect on this could not be measured. ", f.Gains
	if f.Effect != nil && f.Effect.Better { // then the first figure is of what the finding is about
		effect = fmt.Sprintf(", %s: %s now, %s then. ", f.Gains[0].Name, f.Gains[0].Before, f.Gains[0].After)
		rest = f.Gains[1:]
	}
	return append(out, docSpan{text: effect}, docSpan{text: "Costs: ", strong: true},
		docSpan{text: costs(rest, f.Costs) + "."})
}

// costs states what a candidate makes worse, and that rows move.
func costs(gains []doc.AuditGain, queries []doc.Escaped) string {
	out := "every row is written again under its new key"
	for _, gain := range gains {
		if gain.Current != nil && gain.Proposed != nil && *gain.Proposed > *gain.Current && gain.Before != gain.After {
			out += fmt.Sprintf("; %s: %s now, %s then", gain.Name, gain.Before, gain.After)
		}
	}
	for _, words := range queries {
		out += "; " + string(words)
	}
	return out
}

// words returns a paragraph without its marks.
func (p docPara) words() string {
	var out strings.Builder
	for _, span := range p {
		out.WriteString(span.text)
	}
	return out.String()
}

// whatItIs is the table in a sentence or two.
func whatItIs(r doc.Review) docPara {
	stats := r.Stats
	many := text.Count(stats.Rows, "row") + " were read"
	if rows := known(stats.Table.Rows); rows.Value > 0 {
		many = "It has " + figure(rows, text.Number) + " rows"
		if !rows.IsExact() {
			many = "It has about " + figure(rows, text.Number) + " rows"
		}
	}
	out := docPara{{text: fmt.Sprintf("%s, of %s on average, in %s. ", many, figure(stats.RowBytes.Mean, text.Bytes),
		text.Integer(int64(len(stats.Families)))+text.Plural(len(stats.Families), " column family",
			" column families"))}}
	inferred := ""
	if r.Inferred != "" {
		inferred = " (inferred, " + r.Inferred + ")"
	}
	switch kinds := stats.Kinds.Kinds; len(kinds) {
	case 0:
		return append(out, docSpan{text: "No layout explains its keys."})
	case 1:
		return append(out, docSpan{text: "Its keys are "}, docSpan{text: text.Template(string(kinds[0].Template)),
			code: true}, docSpan{text: inferred + "."})
	default:
		most := slices.MaxFunc(kinds, func(x, y doc.Kind) int { return cmp.Compare(x.Rows, y.Rows) })
		return append(out, docSpan{text: fmt.Sprintf("It holds %d kinds of record, of which most are ", len(kinds))},
			docSpan{text: text.Template(string(most.Template)), code: true}, docSpan{text: inferred + "."})
	}
}

// certaintyText states what figures rest on.
func certaintyText(scope string) string {
	return map[estimate.Scope]string{
		estimate.All:  "all rows were read, so what is counted is exact.",
		estimate.Head: "only the first rows were kept. Nothing here is representative of the rest of the table.",
		estimate.Sample: "rows were sampled from the whole table. Figures are estimates, and lie between their ends " +
			"with 95% confidence. A finding is an error or a warning only where the whole interval is past the limit.",
	}[estimate.Scope(scope)]
}

// keyPara describes the parts of a key in a sentence each.
func keyPara(k doc.Kind) docPara {
	out := plain("From left to right: ")
	for i, s := range k.Segments {
		if i > 0 {
			out = append(out, docSpan{text: "; "})
		}
		out = append(out, docSpan{text: text.EscapeString(s.Name), code: true}, docSpan{text: ", " + segmentWords(s)})
	}
	if len(k.Segments) == 0 {
		return plain("The key is always the same.")
	}
	return append(out, docSpan{text: "."})
}

// segmentWords states what a segment is and what values it has.
func segmentWords(s doc.Segment) string {
	seen := s.DistinctWords + text.Plural(s.Distinct, " value", " values")
	between := ""
	if s.Min != nil {
		between = ", from " + s.Min.Text + " to " + s.Max.Text
	}
	switch typ := rowkey.Type(s.Type); {
	case s.Distinct == 1 && len(s.Top) > 0:
		return "always " + cutRunes(text.Escape(s.Top[0].Raw), 60)
	case typ == rowkey.Timestamp && s.Reversed:
		return "a time, the newest first" + between
	case typ == rowkey.Timestamp:
		return "a time, the newest last" + between
	case typ == rowkey.Salt:
		return "a salt that spreads the keys over " + text.Count(s.Distinct, "bucket")
	case typ == rowkey.Hash:
		return "a hash, " + seen
	}
	word := typeWords(s)
	if between != "" {
		return word + between + ", " + seen
	}
	return word + ", " + seen + examples(s)
}

// typeWords names the type of a segment in a sentence.
func typeWords(s doc.Segment) string {
	switch rowkey.Type(s.Type) {
	case rowkey.Text:
		return "text"
	case rowkey.Enum:
		return "one of a few words"
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode:
		return "a number"
	case rowkey.Hex:
		return "hexadecimal digits"
	case rowkey.Bytes:
		return "raw bytes"
	case rowkey.Domain:
		return "a host name"
	case rowkey.Email:
		return "an e-mail address"
	case rowkey.UUID, rowkey.URL, rowkey.IP:
		return strings.ToUpper(s.Type)
	}
	return text.EscapeString(strings.ReplaceAll(s.Type, "_", " "))
}

// examples are the most common values of a segment.
func examples(s doc.Segment) string {
	var out []string
	for _, v := range s.Top[:min(3, len(s.Top))] {
		out = append(out, cutRunes(text.Escape(v.Raw), 30))
	}
	if len(out) == 0 {
		return ""
	}
	return ", such as " + strings.Join(out, ", ")
}
