package lab

import (
	"tabletop/model/rowkey"
	"tabletop/views"
)

// schemaEntry copies a layout as Bigtable's row-key schema.
func (s *Screen) schemaEntry(l *rowkey.Layout) entry {
	return entry{"row-key schema", "for gcloud bigtable tables update --row-key-schema-definition-file", func() views.Request {
		schema, _, err := l.Schema()
		if err != nil {
			return views.Say{Text: err.Error()}
		}
		file, err := schema.YAML(false)
		if err != nil {
			file, err = schema.YAML(true)
		}
		if err != nil {
			return views.Say{Text: err.Error()}
		}
		return views.Copy{What: "row-key schema", Text: string(file)}
	}}
}

// codeEntries copies functions that build the key.
func (s *Screen) codeEntries() []entry { return nil }
