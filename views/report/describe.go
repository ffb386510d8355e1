package report

import (
	"cmp"
	"io"

	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// DescribeFormats returns the formats of Describe, the default first.
func DescribeFormats() []Format { return []Format{Text, JSON} }

// Describe writes what the instance states of a table: families, policies, the row-key schema. No row is read.
func Describe(w io.Writer, source string, table *sample.Table, width int, f Format) error {
	about := descriptionDoc(source, table)
	if f == JSON {
		return doc.Write(w, about)
	}
	page := &page{}
	page.line(text.EscapeString(about.Source))
	facts := text.Count(about.Sections, "section") + " of the key space"
	if about.Bytes != nil {
		facts += ", about " + text.Bytes(float64(*about.Bytes)) + " stored"
	}
	if about.Protected {
		facts += ", protected against deletion"
	}
	if about.Emulator {
		facts += "; an emulator answered, so sections and bytes are not like those of the service"
	}
	page.paragraph("", facts, width)
	page.heading("FAMILIES", "", "")
	if len(about.Families) == 0 {
		page.line("  none")
	}
	families := newGrid("lkl")
	if len(about.Families) > 0 {
		families.head("family", "policy", "aggregate")
	}
	for _, family := range about.Families {
		families.row(text.EscapeString(family.Family), cmp.Or(text.EscapeString(family.GCRule), "never"),
			text.EscapeString(family.Aggregate))
	}
	page.table(families, "  ", width)
	if about.Declared != nil {
		page.heading("ROW-KEY SCHEMA", about.Declared.Encoding, "")
		fields := newGrid("lll")
		fields.head("field", "type", "encoding")
		for _, field := range about.Declared.Fields {
			fields.row(text.EscapeString(field.Name), text.EscapeString(field.Type), text.EscapeString(field.Encoding))
		}
		page.table(fields, "  ", width)
	}
	return page.write(w, f)
}

func descriptionDoc(source string, table *sample.Table) doc.Description {
	about := doc.Description{Source: source, Families: schemaFamilyDocs(table.Families),
		Declared: declaredDoc(table.KeySchema), Protected: table.Protected, Sections: len(table.Splits),
		Emulator: table.Emulator}
	if bytes := table.Bytes(); bytes > 0 {
		about.Bytes = &bytes
	}
	return about
}
