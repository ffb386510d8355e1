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
		return doc.Write(w, diffDoc(d))
	}
	return diffPage(diffDoc(d), width).write(w, f)
}

// sideLine describes what was read of one of the two, and when.
func sideLine(s doc.DiffSide) string {
	line := fmt.Sprintf("%s: %s, %s", text.EscapeString(s.Source), text.Count(s.Rows, "row"),
		text.Bytes(float64(s.Bytes)))
	if s.Complete {
		line += ", full scan"
	}
	if day, rest, ok := strings.Cut(s.Read, "T"); ok {
		line += ", read " + day + " " + rest[:len("15:04")]
	}
	return line
}

const redactedNote = "Redacted: values in keys, and names that may identify people, are replaced with strings of the " +
	"same format."

func diffPage(d doc.Diff, width int) *page {
	if width <= 0 {
		width = 80
	}
	page := &page{title: "What changed in " + text.EscapeString(d.After.Table)}
	for i, s := range []doc.DiffSide{d.Before, d.After} {
		if s.Partial {
			page.partial([]string{"before", "after"}[i]+", "+text.EscapeString(s.Stopped), width)
		}
	}
	page.paragraph("", "before  "+sideLine(d.Before), width)
	page.paragraph("", "after   "+sideLine(d.After), width)
	if d.Redacted {
		page.paragraph("", redactedNote, width)
	}
	for _, r := range d.Notes {
		page.paragraph("▲ ", text.EscapeString(r), width)
	}
	page.gap()
	page.paragraph("", d.Summary, width)
	for _, section := range d.Sections {
		page.heading(section.Words, section.Name, section.Share)
		page.table(diffGrid(section), "  ", width)
		if section.About != "" {
			page.paragraph("  ", section.About, width)
		}
	}
	redactionFoot(page, d.Redaction, "", width)
	return page
}

// diffGrid sets a section in a table. The names of figures of the table are never cut: they say what a figure is.
func diffGrid(section text.DiffSection) *grid {
	kinds := "lrrrk"
	if section.Words == "table" {
		kinds = "krrrk"
	}
	grid := newGrid(kinds)
	switch {
	case section.OneSided:
		grid.head("", "before", "after", "", "")
	case len(section.Rows) > 0:
		grid.head("", "before", "after", "difference", "")
	}
	for _, r := range section.Rows {
		if section.OneSided {
			r.Delta = ""
		}
		grid.row(r.Name, r.Before, r.After, r.Delta, r.Word)
	}
	return grid
}
