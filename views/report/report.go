// Package report writes what is known about a table as text for the user and as JSON for programs. docs/json.md lists
// the JSON fields. Every report is a pure function of model values; all data of a table is escaped.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/model/analysis"
	"tabletop/model/gaps"
	"tabletop/model/price"
	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// Format is a form of output.
type Format string

// The formats. Not every report supports all of them.
const (
	Text     Format = "text"
	JSON     Format = "json"
	JSONL    Format = "jsonl"    // one JSON object per line
	CSV      Format = "csv"      // comma-separated values, the first line names the columns
	Template Format = "template" // one key template per line
	Canvas   Format = "canvas"   // CSV of points, as the gradebook of Canvas imports it
	Moodle   Format = "moodle"   // the same for Moodle
	// RowKeySchema is the definition file of Bigtable's structured row keys in YAML, RowKeySchemaJSON the same in JSON.
	RowKeySchema     Format = "row-key-schema"
	RowKeySchemaJSON Format = "row-key-schema-json"
	// BigQuery is its definition of an external table, Spark the catalog of the Bigtable connector for Spark.
	BigQuery Format = "bigquery"
	Spark    Format = "spark"
)

// Input is the input of reports. All need Analysis.
type Input struct {
	Source string // the table as the user names it
	*analysis.Analysis
	SetName string             // name of the layouts as a whole, empty when they have none
	Width   int                // of text, in cells; 0 is 80
	Leading *FirstSegmentCount // values of the first segment counted over all keys; nil if not requested
	Gaps    *gaps.Result       // what is missing in a segment; nil if not requested
	Prices  *price.Prices      // nil without prices: then nothing is said of money

	external *external // what newExternal found; nil before
}

// A writer of one report in one format.
type writer struct {
	format Format
	write  func(io.Writer, Input) error
}

func layStats(in Input) *page { return statsPage(statsDoc(in), in.Width) }

func laySchema(in Input) *page { return schemaPage(schemaDoc(in), in.Width) }

func stats() []writer {
	return withPage(layStats, writer{JSON, statsJSON}, writer{OpenMetrics, statsMetrics})
}

func schema() []writer {
	return withPage(laySchema, []writer{
		{JSON, schemaJSON}, {Template, templates},
		{RowKeySchema, func(w io.Writer, in Input) error { return keySchema(w, in, false) }},
		{RowKeySchemaJSON, func(w io.Writer, in Input) error { return keySchema(w, in, true) }},
		{BigQuery, bigQuery}, {Spark, spark},
	}...)
}

func decode() []writer { return []writer{{Text, decodeText}, {JSONL, decodeJSONL}} }

// Stats writes rows, columns, cells and segments: sizes, counts and versions. Formats: text, json,
// openmetrics, markdown, html.
func Stats(w io.Writer, in Input, f Format) error { return run(stats(), w, in, f) }

// Schema writes the structure of the row keys. Formats: text, json, template, row-key-schema, row-key-schema-json,
// bigquery, spark, markdown, html. For bigquery and spark see ExternalNotes.
func Schema(w io.Writer, in Input, f Format) error { return run(schema(), w, in, f) }

// Decode writes each key of the sample split into segments. Formats: text, jsonl.
func Decode(w io.Writer, in Input, f Format) error { return run(decode(), w, in, f) }

// StatsFormats returns the formats of Stats, the default first.
func StatsFormats() []Format { return formats(stats()) }

// SchemaFormats returns the formats of Schema, the default first.
func SchemaFormats() []Format { return formats(schema()) }

// DecodeFormats returns the formats of Decode, the default first.
func DecodeFormats() []Format { return formats(decode()) }

// withPage returns the writers of a report as text, in more formats, and as Markdown and HTML.
func withPage(lay func(Input) *page, more ...writer) []writer {
	as := func(f Format) writer {
		return writer{f, func(w io.Writer, in Input) error { return lay(in).write(w, f) }}
	}
	return slices.Concat([]writer{as(Text)}, more, []writer{as(Markdown), as(HTML)})
}

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
	return fmt.Errorf("invalid format %q: must be one of %s", f, strings.Join(names, ", "))
}

// templates writes one template per line.
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

// kindName returns the name of record kind i in reports.
func kindName(set rowkey.Set, i int) string { return text.EscapeString(set.KindName(i)) }
