package lab

import (
	"tabletop/model/codegen"
	"tabletop/model/rowkey"
	"tabletop/views"
)

// schemaEntry copies a layout as Bigtable's row-key schema.
func (s *Screen) schemaEntry(l *rowkey.Layout) entry {
	return entry{"row-key schema", "for gcloud bigtable tables update --row-key-schema-definition-file",
		func() views.Request {
			schema, _, err := l.Schema()
			if err != nil {
				return say(err)
			}
			file, err := schema.YAML()
			if err != nil {
				return say(err)
			}
			return views.Copy{What: "row-key schema", Text: string(file)}
		}}
}

// codeEntries copies functions that read, write, and re-key row keys.
func (s *Screen) codeEntries() []entry {
	var all []entry
	for _, language := range codegen.Languages() {
		all = append(all, entry{string(language), "functions from old keys to new ones", func() views.Request {
			proposed := s.candidate()
			if proposed == nil {
				return views.Notify{Text: "the layout cannot be read: edit it with i"}
			}
			f, err := codegen.New(proposed, s.data.Layouts)
			if err != nil {
				return say(err)
			}
			return views.Copy{What: string(language) + " code", Text: f.Write(language)}
		}})
	}
	return all
}
