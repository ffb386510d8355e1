package report

import (
	"fmt"
	"io"

	"tabletop/model/diff"
	"tabletop/views/text"
)

// DiffFormats returns the formats of Diff, the default first.
func DiffFormats() []Format { return []Format{Text, JSON, Markdown, HTML} }

// Diff writes the differences of two samples. Formats: text, json, markdown, html.
func Diff(w io.Writer, d *diff.Diff, width int, f Format) error {
	if f == JSON {
		return diffJSON(w, d)
	}
	return diffPage(d, width).write(w, f)
}

// sideLine describes what was read of one of the two, and when.
func sideLine(s *diff.Side, redacted bool) string {
	name := text.EscapeString(s.Name)
	if redacted {
		name = text.EscapeString(s.Sample.Table.Name)
	}
	line := fmt.Sprintf("%s: %s, %s", name, text.Count(s.Sample.Rows(), "row"), text.Bytes(float64(s.Sample.Bytes())))
	if s.Sample.How.Complete {
		line += ", full scan"
	}
	if at := s.Sample.How.Started; !at.IsZero() {
		line += ", read " + at.UTC().Format("2006-01-02 15:04")
	}
	return line
}

const redactedNote = "Redacted: values in keys, and names that identify people, are replaced with strings of the same format."

// partialSides lists the sides whose read is partial, with the reasons, escaped.
func partialSides(d *diff.Diff) []string {
	var out []string
	for _, side := range []struct {
		name string
		of   *diff.Side
	}{{"before", d.Before}, {"after", d.After}} {
		if side.of.Sample.Partial() != "" {
			out = append(out, side.name+", "+text.EscapeString(diffStopped(side.of, d.Redacted)))
		}
	}
	return out
}

// diffStopped returns why the read of a side ended early; without names of the table where those are to be redacted.
func diffStopped(s *diff.Side, redacted bool) string {
	if reason := stoppedOf(s.Sample); reason == "" || !redacted {
		return reason
	}
	return "the read ended early"
}

func diffPage(d *diff.Diff, width int) *page {
	if width <= 0 {
		width = 80
	}
	b := &page{title: "What changed in " + text.EscapeString(d.After.Sample.Table.Name)}
	for _, r := range partialSides(d) {
		b.partial(r, width)
	}
	b.paragraph("", "before  "+sideLine(d.Before, d.Redacted), width)
	b.paragraph("", "after   "+sideLine(d.After, d.Redacted), width)
	if d.Redacted {
		b.paragraph("", redactedNote, width)
	}
	for _, r := range d.Remarks {
		b.paragraph("▲ ", text.EscapeString(r), width)
	}
	b.gap()
	b.paragraph("", text.DiffSummary(d), width)
	for _, s := range text.DiffSections(d) {
		b.heading(s.Words, s.Name, s.Share)
		g := newGrid("lrrrk")
		if len(s.Rows) > 0 {
			g.head("", "before", "after", "difference", "")
		}
		for _, r := range s.Rows {
			g.row(r.Name, r.Before, r.After, r.Delta, r.Word)
		}
		b.table(g, "  ", width)
		if s.About != "" {
			b.paragraph("  ", s.About, width)
		}
	}
	return b
}
