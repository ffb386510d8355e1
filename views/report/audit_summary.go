package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// docSummary says on half a page what the rest says in full: what the table is, what is wrong with it, what to do
// first, what that gives, and how sure it is.
func docSummary(d *document, r doc.Review) {
	if r.Rows == 0 {
		d.p("No rows were read, so few rules could be evaluated.")
		d.add(strong(verdict(r.Audit)))
		return
	}
	d.add(whatItIs(r))
	d.add(append(strong(verdict(r.Audit)), severeFindings(r.Audit)...))
	if auditFinding := first(r.Audit); auditFinding != nil {
		d.add(docPara{{text: "To change first: ", strong: true}, {text: string(auditFinding.Fix)}})
		if auditFinding.Effect != nil && auditFinding.Effect.Better {
			g := auditFinding.Gains[0]
			d.add(docPara{{text: "What that gives: ", strong: true}, {text: "with "},
				{text: string(auditFinding.Candidate), code: true},
				{text: fmt.Sprintf(", %s: %s now and %s with the candidate, measured on the rows read.", g.Name,
					g.Before, g.After)}})
		}
	}
	d.add(append(docPara{{text: "How sure this is: ", strong: true}}, plain(certaintyText(r.Scope))...))
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

// severeFindings names the findings that are errors or warnings.
func severeFindings(a doc.Audit) docPara {
	var titles []string
	for _, f := range a.Findings {
		if t := spelling.Uncapitalize(f.Title); f.Severity != string(audit.Note) && !slices.Contains(titles, t) {
			titles = append(titles, t)
		}
	}
	if len(titles) == 0 {
		return nil
	}
	return plain(" What is wrong: " + strings.Join(titles, "; ") + ".")
}

// first returns the finding to fix first: the most severe, preferring one with a measured proposal; nil if all are
// notes.
func first(a doc.Audit) *doc.AuditFinding {
	var best *doc.AuditFinding
	for i := range a.Findings {
		f := &a.Findings[i]
		if f.Severity == string(audit.Note) {
			continue
		}
		if best == nil || f.Severity == best.Severity && best.Effect == nil && f.Effect != nil {
			best = f
		}
	}
	return best
}

// certaintyText states what figures rest on.
func certaintyText(scope string) string {
	return map[estimate.Scope]string{
		estimate.All:  "all rows were read, so what is counted is exact.",
		estimate.Head: "only the first rows were read. Nothing here is representative of the rest of the table.",
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
