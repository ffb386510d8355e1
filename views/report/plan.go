package report

import (
	"io"
	"strings"

	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// PlanFormats returns the formats of Plan, the default first.
func PlanFormats() []Format { return []Format{Text, JSON} }

// Plan writes what a read of the table source with opts would do. Formats: text, json.
func Plan(w io.Writer, source string, plan *sample.Plan, opts sample.Options, width int, f Format) error {
	planned := planDoc(source, plan, opts)
	if f == JSON {
		return doc.Write(w, planned)
	}
	page := &page{}
	page.line(text.EscapeString(planned.Source))
	const names = 11
	for _, fact := range planned.Facts {
		page.paragraph(fact.Name+strings.Repeat(" ", names-len(fact.Name)), fact.Text, width)
	}
	for _, note := range planned.Notes {
		page.paragraph("", text.EscapeString(note), width)
	}
	if plan.Files > 0 {
		page.line("Nothing was read: this follows from the sizes of the files.")
	} else {
		page.line("Only a few rows were read, to estimate the row size.")
	}
	return page.write(w, Text)
}

// planDoc converts a plan and omits what is unknown.
func planDoc(source string, plan *sample.Plan, opts sample.Options) doc.Plan {
	return doc.Plan{
		Source: source, Strategy: string(plan.Strategy), Places: len(plan.Places), Points: int64(plan.Points),
		RowsExpected: max(plan.Rows, 0),
		RowsKept:     max(plan.KeepRows, 0), BytesExpected: max(plan.Bytes, 0), ScanBytes: max(plan.Scan, 0),
		TotalBytes: max(plan.TotalBytes, 0),
		SentShare:  plan.Filter, Seconds: max(plan.Time.Seconds(), 0), Notes: plan.Notes,
		Facts: text.PlanFacts(plan, opts),
		Only:  restrictionDoc(opts),
	}
}
