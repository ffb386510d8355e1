package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"tabletop/model/bounded"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
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

// ReadDescription returns what Describe wrote as JSON of a table: its name, families, policies, and row-key schema.
func ReadDescription(text []byte) (table sample.Table, err error) {
	var about struct {
		Source   string             `json:"source"`
		Families []doc.SchemaFamily `json:"families"`
		Declared *describedSchema   `json:"row_key_schema"`
		Guarded  bool               `json:"deletion_protection"`
	}
	if err := bounded.JSON(text, &about); err != nil {
		return table, err
	}
	if about.Source == "" || about.Families == nil {
		return table, errors.New("it is no description of a table: it has no source and families")
	}
	table.Protected = about.Guarded
	if names := strings.Split(about.Source, "/"); len(names) == 3 {
		table.Project, table.Instance, table.Name = names[0], names[1], names[2]
	} else {
		table.Name = about.Source[strings.LastIndexAny(about.Source, ":/")+1:]
	}
	for _, family := range about.Families {
		rule, err := retention.Parse(family.GCRule)
		if err != nil {
			return table, fmt.Errorf("the policy of the family %s: %w", family.Family, err)
		}
		table.Families = append(table.Families, sample.Family{Name: family.Family, GC: rule,
			Aggregate: family.Aggregate})
	}
	if about.Declared != nil {
		schema := about.Declared.schema()
		if _, err := schema.YAML(); err != nil {
			return table, fmt.Errorf("the row-key schema: %w", err)
		}
		table.KeySchema = schema
	}
	return table, nil
}

// describedSchema is doc.RowKeySchema as it is written: with the bytes of the delimiter where its text is not it.
type describedSchema struct {
	Encoding  rowkey.StructEncoding `json:"encoding"`
	Delimiter string                `json:"delimiter"`
	Raw       []byte                `json:"delimiter_b64"`
	Fields    []rowkey.SchemaField  `json:"fields"`
}

func (d *describedSchema) schema() *rowkey.Schema {
	out := &rowkey.Schema{Encoding: d.Encoding, Delimiter: d.Raw, Fields: d.Fields}
	if d.Raw == nil && d.Delimiter != "" {
		out.Delimiter = []byte(d.Delimiter)
	}
	return out
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
