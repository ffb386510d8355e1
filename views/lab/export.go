package lab

import (
	"errors"
	"tabletop/model/codegen"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
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

// codeEntries copies functions that read, write, and re-key row keys, of each record kind that gets other ones.
func (s *Screen) codeEntries() []entry {
	var functions []*codegen.Functions
	var err error
	if proposed := s.candidate(); proposed != nil {
		functions, err = codegen.New(proposed, s.data.Layouts)
	} else {
		err = errors.New("the layout cannot be read: edit it with i")
	}
	var all []entry
	for _, language := range codegen.Languages() {
		if err != nil {
			all = append(all, entry{string(language), "functions from old keys to new ones",
				func() views.Request { return say(err) }})
		}
		for _, f := range functions {
			name := string(language)
			if len(functions) > 1 {
				name += ", " + text.EscapeString(s.data.Layouts.KindName(f.Kind))
			}
			all = append(all, entry{name, "functions from old keys to new ones", func() views.Request {
				return views.Copy{What: name + " code", Text: f.Write(language)}
			}})
		}
	}
	return all
}
