package report

import (
	"io"
	"strings"

	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// Count writes how many rows the table source has, which how counted. Formats: those of Stats.
func Count(w io.Writer, source string, how *sample.Provenance, width int, f Format) error {
	counted := countDoc(source, how)
	if f == JSON {
		return doc.Write(w, counted)
	}
	if f == OpenMetrics {
		return countMetrics(w, &counted)
	}
	page := &page{title: "Rows of " + text.EscapeString(counted.Source)}
	page.line(text.EscapeString(counted.Source))
	page.paragraph("", countWords(&counted), width)
	return page.write(w, f)
}

// countWords states the number, of what it is, and how certain it is.
func countWords(c *doc.Count) string {
	within := ""
	if len(c.Within) > 0 {
		within = " among " + strings.Join(c.Within, ", ")
	}
	rows := text.Count(c.Rows, "row") + within
	switch {
	case c.Exact:
		return "Exactly " + rows + ", counted by their keys."
	case c.Stopped != "":
		return "At least " + rows + ": " + text.EscapeString(c.Stopped) + "."
	case c.Unreadable > 0:
		return "At least " + rows + ": " + text.Count(c.Unreadable, "more row") + " cannot be read."
	}
	return "At least " + rows + "."
}

// countDoc converts how a count went.
func countDoc(source string, how *sample.Provenance) doc.Count {
	opts := how.Options
	return doc.Count{
		Source: source, Rows: how.RowsSeen, Unreadable: len(how.Unreadable), Took: how.Took.Seconds(),
		Exact: how.ToTheEnd(), Stopped: how.Stopped, Partial: how.EndedEarly(),
		Only: restrictionDoc(opts), Within: text.ReadFilters(opts),
	}
}

// restrictionDoc returns what a read is restricted to.
func restrictionDoc(opts sample.Options) doc.Restriction {
	return doc.Restriction{Prefix: opts.Prefix, Start: opts.Start, End: opts.End, KeyRegex: opts.KeyRegex,
		Families: opts.Families, Since: timeDoc(opts.Since), Until: timeDoc(opts.Until)}
}
