package report

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/profile"
	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// docSummary says on half a page what the rest says in full: what the table is, what is wrong with it, what to do first,
// what that gives, and how sure it is.
func docSummary(d *document, in Input, a AuditInput) {
	p := in.Profile
	if p.Rows == 0 {
		d.p("No rows were read, so few rules could be evaluated.")
		d.add(strong(verdict(a)))
		return
	}
	d.add(whatItIs(in))
	d.add(append(strong(verdict(a)), severeFindings(a)...))
	if f := first(a); f != nil {
		d.add(docPara{{text: "To change first: ", strong: true}, {text: text.Template(f.Fix.Text)}})
		if c := f.Proposal; c != nil && c.Better {
			today, then := text.GainFigures(c.Gains[0])
			d.add(docPara{{text: "What that gives: ", strong: true}, {text: "with "}, {text: text.Template(c.Candidate), code: true},
				{text: fmt.Sprintf(", %s: %s now and %s with the candidate, measured on the rows read.", c.Gains[0].Name, today, then)}})
		}
	}
	d.add(append(docPara{{text: "How sure this is: ", strong: true}}, plain(certaintyText(a))...))
}

// whatItIs is the table in a sentence or two.
func whatItIs(in Input) docPara {
	p := in.Profile
	many := text.Count(p.Rows, "row") + " were read"
	if p.Whole.Rows.Value > 0 {
		many = "It has " + figure(p.Whole.Rows, text.Number) + " rows"
		if !p.Whole.Rows.Exact {
			many = "It has about " + figure(p.Whole.Rows, text.Number) + " rows"
		}
	}
	out := docPara{{text: fmt.Sprintf("%s, of %s on average, in %s. ", many, figure(p.RowBytes.Mean, text.Bytes), text.Integer(int64(len(p.Families)))+text.Plural(len(p.Families), " column family", " column families"))}}
	switch len(in.Layouts) {
	case 0:
		return append(out, docSpan{text: "No layout explains its keys."})
	case 1:
		return append(out, docSpan{text: "Its keys are "}, docSpan{text: text.Template(in.Layouts[0].String()), code: true}, docSpan{text: inferredWords(in) + "."})
	}
	return append(out, docSpan{text: fmt.Sprintf("It holds %d kinds of record, of which most are ", len(in.Layouts))}, docSpan{text: text.Template(commonest(p).String()), code: true}, docSpan{text: inferredWords(in) + "."})
}

// inferredWords states that the layouts are inferred, and with which confidence; empty for declared ones.
func inferredWords(in Input) string {
	k, ok := text.LeastConfidence(in.Inferred)
	if !ok {
		return ""
	}
	words, _ := text.LayoutConfidence(k)
	return " (inferred, " + words + ")"
}

func commonest(p *profile.Profile) *rowkey.Layout {
	best := &p.Kinds[0]
	for i := range p.Kinds {
		if p.Kinds[i].Keys > best.Keys {
			best = &p.Kinds[i]
		}
	}
	return best.Layout
}

// severeFindings names the findings that are errors or warnings.
func severeFindings(a AuditInput) docPara {
	var titles []string
	for _, f := range a.Findings {
		if t := lower(f.Title); f.Severity != audit.Note && !slices.Contains(titles, t) {
			titles = append(titles, t)
		}
	}
	if len(titles) == 0 {
		return nil
	}
	return plain(" What is wrong: " + strings.Join(titles, "; ") + ".")
}

// first returns the finding to fix first: the most severe, preferring one with a measured proposal; nil if all are notes.
func first(a AuditInput) *audit.Finding {
	var best *audit.Finding
	for i := range a.Findings {
		f := &a.Findings[i]
		if f.Severity == audit.Note {
			continue
		}
		if best == nil || f.Severity == best.Severity && best.Proposal == nil && f.Proposal != nil {
			best = f
		}
	}
	return best
}

// certaintyText states what figures rest on.
func certaintyText(a AuditInput) string {
	return map[profile.Scope]string{
		profile.All:    "all rows were read, so what is counted is exact.",
		profile.Head:   "only the first rows were read. Nothing here is representative of the rest of the table.",
		profile.Sample: "rows were sampled from the whole table. Figures are estimates, and lie between their ends with 95% confidence. A finding is an error or a warning only where the whole interval is past the limit.",
	}[a.Scope]
}

// keyPara describes the parts of a key in a sentence each.
func keyPara(k profile.Kind) docPara {
	out := plain("From left to right: ")
	for i, s := range k.Segments {
		if i > 0 {
			out = append(out, docSpan{text: "; "})
		}
		out = append(out, docSpan{text: text.EscapeString(s.Name), code: true}, docSpan{text: ", " + segmentWords(k.Layout.Segments()[i], s)})
	}
	if len(k.Segments) == 0 {
		return plain("The key is always the same.")
	}
	return append(out, docSpan{text: "."})
}

// segmentWords states what a segment is and what values it has.
func segmentWords(seg *rowkey.Segment, s profile.Segment) string {
	seen := text.Distinct(s) + text.Plural(s.Distinct, " value", " values")
	between := ""
	if s.Ordered {
		between = ", from " + text.Value(seg.Codec, s.Min) + " to " + text.Value(seg.Codec, s.Max)
	}
	switch {
	case s.Distinct == 1 && len(s.Top) > 0:
		return "always " + cutRunes(text.Escape(s.Top[0].Raw), 60)
	case s.Type == rowkey.Timestamp && s.Reversed:
		return "a time, the newest first" + between
	case s.Type == rowkey.Timestamp:
		return "a time, the newest last" + between
	case s.Type == rowkey.Salt:
		return "a salt that spreads the keys over " + text.Count(s.Distinct, "bucket")
	case s.Type == rowkey.Hash:
		return "a hash, " + seen
	}
	word := typeWords(s)
	if between != "" {
		return word + between + ", " + seen
	}
	return word + ", " + seen + examples(s)
}

// typeWords names the type of a segment in a sentence.
func typeWords(s profile.Segment) string {
	switch s.Type {
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
		return strings.ToUpper(string(s.Type))
	}
	return text.EscapeString(strings.ReplaceAll(string(s.Type), "_", " "))
}

// examples are the most common values of a segment.
func examples(s profile.Segment) string {
	var out []string
	for _, v := range s.Top[:min(3, len(s.Top))] {
		out = append(out, cutRunes(text.Escape(v.Raw), 30))
	}
	if len(out) == 0 {
		return ""
	}
	return ", such as " + strings.Join(out, ", ")
}

// lower and upper turn the first letter of a sentence that is our own.
func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }
func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
