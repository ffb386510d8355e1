// Package report writes what is known of a table as text for people and as JSON for programs. docs/json.md lists the
// JSON fields. Everything is a pure function of model values; nothing of a table is written unescaped.
package report

import (
	"fmt"
	"io"
	"strings"

	"tabletop/model/infer"
	"tabletop/model/profile"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
	"tabletop/views/text"
)

// Format is a form of output.
type Format string

// The formats. Not every report has all.
const (
	Text     Format = "text"
	JSON     Format = "json"
	JSONL    Format = "jsonl"    // a JSON object a line
	Template Format = "template" // a key template a line
	// RowKeySchema is the definition file of Bigtable's own structured row keys, in YAML; RowKeySchemaJSON in JSON.
	RowKeySchema     Format = "row-key-schema"
	RowKeySchemaJSON Format = "row-key-schema-json"
)

// Input is what reports are made of. Table and Profile are needed by all, the Profile being of that Table.
type Input struct {
	Source string // the table as a person names it
	*segments.Table
	Profile  *profile.Profile
	Inferred *infer.Result      // nil when the layouts were declared
	SetName  string             // name of the layouts as a whole, empty when they have none
	Width    int                // of text, in cells; 0 is 80
	Leading  *FirstSegmentCount // values of the first segment counted over all keys; nil when that was not asked for
}

// A writer of one report in one format.
type writer struct {
	format Format
	write  func(io.Writer, Input) error
}

func stats() []writer { return []writer{{Text, statsText}, {JSON, statsJSON}} }

func schema() []writer {
	return []writer{
		{Text, schemaText}, {JSON, schemaJSON}, {Template, templates},
		{RowKeySchema, func(w io.Writer, in Input) error { return keySchema(w, in, false) }},
		{RowKeySchemaJSON, func(w io.Writer, in Input) error { return keySchema(w, in, true) }},
	}
}

func decode() []writer { return []writer{{Text, decodeText}, {JSONL, decodeJSONL}} }

// Stats writes rows, columns, cells and segments: sizes, counts and versions. Formats: text, json.
func Stats(w io.Writer, in Input, f Format) error { return run(stats(), w, in, f) }

// Schema writes how the row keys are built. Formats: text, json, template, row-key-schema, row-key-schema-json.
func Schema(w io.Writer, in Input, f Format) error { return run(schema(), w, in, f) }

// Decode writes each key of the sample cut into segments. Formats: text, jsonl.
func Decode(w io.Writer, in Input, f Format) error { return run(decode(), w, in, f) }

// StatsFormats, SchemaFormats and DecodeFormats list what the reports can be written as, the usual format first.
func StatsFormats() []Format { return formats(stats()) }

// SchemaFormats is StatsFormats for Schema.
func SchemaFormats() []Format { return formats(schema()) }

// DecodeFormats is StatsFormats for Decode.
func DecodeFormats() []Format { return formats(decode()) }

func formats(all []writer) []Format {
	out := make([]Format, len(all))
	for i, w := range all {
		out[i] = w.format
	}
	return out
}

func run(all []writer, w io.Writer, in Input, f Format) error {
	if in.Width <= 0 {
		in.Width = 80
	}
	var names []string
	for _, a := range all {
		if a.format == f {
			return a.write(w, in)
		}
		names = append(names, string(a.format))
	}
	return fmt.Errorf("there is no format %q here: the formats are %s", f, strings.Join(names, " and "))
}

// templates writes one template a line.
func templates(w io.Writer, in Input) error {
	if reason := in.partial(); reason != "" {
		if _, err := fmt.Fprintln(w, "// "+partialRead+reason); err != nil {
			return err
		}
	}
	for _, l := range in.Layouts {
		if _, err := fmt.Fprintln(w, l); err != nil {
			return err
		}
	}
	return nil
}

// kindName names record kind i for programs and reports: by its layout's name, or by a letter where it has none.
func kindName(set rowkey.Set, i int) string {
	if name := set[i].Name(); name != "" {
		return text.EscapeString(name)
	}
	return text.ColumnLetter(i)
}
