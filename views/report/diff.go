package report

import (
	"fmt"
	"io"
	"strings"

	"tabletop/model/diff"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// DiffFormats returns the formats of Diff, the default first.
func DiffFormats() []Format { return []Format{Text, JSON, Markdown, HTML} }

// Diff writes the differences of two samples. Formats: text, json, markdown, html.
func Diff(w io.Writer, d *diff.Diff, width int, f Format) error {
	if f == JSON {
		return doc.Write(w, diffOf(d))
	}
	return diffPage(diffOf(d), width).write(w, f)
}

// sideLine describes what was read of one of the two, and when.
func sideLine(s doc.DiffSide) string {
	line := fmt.Sprintf("%s: %s, %s", text.EscapeString(s.Source), text.Count(s.Rows, "row"), text.Bytes(float64(s.Bytes)))
	if s.Complete {
		line += ", full scan"
	}
	if day, rest, ok := strings.Cut(s.Read, "T"); ok {
		line += ", read " + day + " " + rest[:len("15:04")]
	}
	return line
}

const redactedNote = "Redacted: values in keys, and names that may identify people, are replaced with strings of the same format."

func diffPage(d doc.Diff, width int) *page {
	if width <= 0 {
		width = 80
	}
	b := &page{title: "What changed in " + text.EscapeString(d.After.Table)}
	for i, s := range []doc.DiffSide{d.Before, d.After} {
		if s.Partial {
			b.partial([]string{"before", "after"}[i]+", "+text.EscapeString(s.Stopped), width)
		}
	}
	b.paragraph("", "before  "+sideLine(d.Before), width)
	b.paragraph("", "after   "+sideLine(d.After), width)
	if d.Redacted {
		b.paragraph("", redactedNote, width)
	}
	for _, r := range d.Remarks {
		b.paragraph("▲ ", text.EscapeString(r), width)
	}
	b.gap()
	b.paragraph("", d.Summary, width)
	for _, s := range d.Sections {
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
	redactionFoot(b, d.Redaction, width)
	return b
}
