package report

import (
	"io"
	"strings"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// PlanFormats is StatsFormats for Plan.
func PlanFormats() []Format { return []Format{Text, JSON} }

// Plan writes what will be read of the table source with opts. Formats: text, json.
func Plan(w io.Writer, source string, plan *sample.Plan, opts sample.Options, width int, f Format) error {
	if f == JSON {
		return planJSON(w, source, plan, opts)
	}
	var b strings.Builder
	b.WriteString(text.EscapeString(source) + "\n")
	const names = 10
	for _, fact := range text.PlanFacts(plan, opts) {
		paragraph(&b, fact.Name+strings.Repeat(" ", names-len(fact.Name)), fact.Text, width)
	}
	for _, note := range plan.Notes {
		paragraph(&b, "", text.EscapeString(note), width)
	}
	b.WriteString("Nothing was read but a handful of rows to learn how large they are.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// planJSON leaves out what cannot be told.
func planJSON(w io.Writer, source string, plan *sample.Plan, opts sample.Options) error {
	j := newJSON(w)
	j.open("", '{')
	j.text("source", source)
	j.text("strategy", string(plan.Strategy))
	j.integer("places", int64(len(plan.Places)))
	some := func(name string, v int64) {
		if v > 0 {
			j.integer(name, v)
		}
	}
	some("points", int64(plan.Points))
	some("rows_expected", plan.Rows)
	some("rows_kept_at_most", plan.KeepRows)
	some("bytes_expected", plan.Bytes)
	some("scan_bytes", plan.Scan)
	some("total_bytes", plan.TotalBytes)
	j.number("sent_share", plan.Filter)
	if plan.Time > 0 {
		j.number("seconds_expected", plan.Time.Seconds())
	}
	j.only(opts)
	j.open("notes", '[')
	for _, note := range plan.Notes {
		j.text("", note)
	}
	j.close(']')
	j.close('}')
	return j.end()
}

// only writes what opts restrict a read to; of the whole table an empty object.
func (j *jsonWriter) only(opts sample.Options) {
	j.open("only", '{')
	for _, k := range []struct {
		name string
		key  []byte
	}{{"prefix", opts.Prefix}, {"start", opts.Start}, {"end", opts.End}} {
		if len(k.key) > 0 {
			j.bytes(k.name, k.key)
		}
	}
	j.optional("key_regex", opts.KeyRegex)
	if len(opts.Families) > 0 {
		j.open("families", '[')
		for _, f := range opts.Families {
			j.text("", f)
		}
		j.close(']')
	}
	j.time("since", opts.Since)
	j.time("until", opts.Until)
	j.close('}')
}
