package report

import (
	"fmt"
	"io"

	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// DoctorFormats returns the formats of Doctor, the default first.
func DoctorFormats() []Format { return []Format{Text, JSON} }

// Doctor writes what was checked, and what to do about it. Formats: text, json.
func Doctor(w io.Writer, found doc.Doctor, width int, f Format) error {
	if f == JSON {
		return doc.Write(w, found)
	}
	return doctorPage(found, width).write(w, f)
}

func doctorPage(found doc.Doctor, width int) *page {
	page := &page{title: "tabletop doctor"}
	area := ""
	for _, check := range found.Checks {
		if check.Area != area {
			area = check.Area
			page.heading(area, "", "")
		}
		page.paragraph(fmt.Sprintf("  %-6s  %-16s  ", check.Verdict, check.Name), text.EscapeString(check.Found), width)
		if check.Next != "" {
			page.paragraph(fmt.Sprintf("  %-6s  %-16s  → ", "", ""), text.EscapeString(check.Next), width)
		}
	}
	page.gap()
	if found.Failed == 0 {
		page.line("Nothing failed.")
	} else {
		page.line(text.Count(int64(found.Failed), "check") + " failed.")
	}
	return page
}
