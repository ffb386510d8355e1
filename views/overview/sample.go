package overview

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// fitting makes the page so that it fits into h lines if it can: with blank lines between its sections, without, or
// with less in each. Lines that are left are for the values with the most rows.
func (p *page) fitting(d *views.Data, h int) {
	for step := range 4 {
		p.lines, p.dense, p.short, p.brief = nil, step > 0, step > 1, step > 2
		p.all(d)
		if len(p.lines) <= h {
			break
		}
	}
	p.mostRows(d, h-len(p.lines))
}

// mostRows adds, in at most h lines, which values of the first segment that has values to compare have most rows.
func (p *page) mostRows(d *views.Data, h int) {
	if d == nil || d.Profile == nil {
		return
	}
	seg, values, place := comparableSegment(d, 0)
	count := min(h, len(values.Top))
	if !p.dense && len(p.lines) > 0 {
		count = min(h-1, len(values.Top)) // a blank line before
	}
	if seg == nil || count < 2 || p.w < narrow {
		return
	}
	values.Top = values.Top[:count]
	p.section(strings.ToUpper(widget.Truncate(text.EscapeString(seg.Name), titleWidth-1)))
	p.topValues(seg, values, place)
}

// all makes the whole page.
func (p *page) all(d *views.Data) {
	if d == nil || d.Table == nil && d.Sample == nil {
		p.waiting(d)
		return
	}
	if d.Sample != nil && d.Sample.Rows() == 0 {
		p.empty(d)
	} else {
		if d.Sample != nil {
			p.gauges(d)
		}
		p.key(d)
		p.size(d)
	}
	p.families(d)
	p.schema(d)
	p.sample(d)
}

func (p *page) waiting(d *views.Data) {
	p.section("TABLE")
	name := "a table"
	if d != nil && d.Source != "" {
		name = text.EscapeString(d.Source)
	}
	p.add(line{text: "waiting for " + name + " to answer…"})
	p.plain("Its description comes first (families, policies, split keys), then the first rows. esc goes back.")
}

func (p *page) empty(d *views.Data) {
	p.section("TABLE")
	switch how := d.Sample.How; {
	case how.Complete && len(how.Options.Prefix) > 0:
		p.marked(line{id: "empty", about: "rows"}, p.st.Note,
			"no row has a key that starts with "+text.Escape(how.Options.Prefix))
	case how.Complete:
		p.marked(line{id: "empty", about: "rows"}, p.st.Note,
			"the table is empty: it was read to its end and has no row")
	case len(how.Unreadable) > 0:
		p.marked(line{id: "empty", about: "rows"}, p.st.Error, "no row could be read")
	default:
		p.marked(line{id: "empty", about: "rows"}, p.st.Note, "no row has come yet")
	}
}

// sample states what all figures are from.
func (p *page) sample(d *views.Data) {
	p.section("SAMPLE")
	if d.Plan != nil && !(p.short && d.Sample != nil && d.Sample.How.Complete) {
		l := line{id: "sample/plan", about: "plan", why: text.PlanPage(&d.Plan.Plan, d.Plan.Options)}
		for _, words := range text.Wrap("planned  "+text.PlanLine(&d.Plan.Plan), p.room()) {
			l.text = p.st.Dim(words)
			p.add(l)
			l.id = more(l.id)
		}
	}
	if d.Sample == nil {
		p.add(line{text: p.st.Dim("waiting for the first rows…")})
		return
	}
	how := d.Sample.How
	places := len(d.Sample.Runs())
	shown := line{id: "sample", about: "sample", why: sampleWhy(d)}
	strategy, rows := how.Strategy, d.Sample.Rows()
	if how.Complete {
		strategy = sample.Everything // it came to that, however the read was meant
	}
	items := []string{text.Strategy(strategy)}
	if d.Profile != nil && d.Profile.Scope != estimate.All && d.Profile.FoundRows.IsExact() {
		items = append(items,
			text.Integer(int64(d.Profile.FoundRows.Value))+p.st.Dim(" rows counted, ")+text.Integer(int64(rows))+
				p.st.Dim(" kept"))
	} else {
		items = append(items, text.Integer(int64(rows))+p.st.Dim(text.Plural(rows, " row", " rows")))
	}
	if how.Complete {
		items = append(items, p.st.Good("complete: figures are exact"))
	} else if how.Strategy != sample.Blocks {
		items = append(items, text.Integer(int64(places))+p.st.Dim(text.Plural(places, " key range", " key ranges")))
	}
	if how.BytesSeen > 0 {
		items = append(items, text.Bytes(float64(how.BytesSeen))+p.st.Dim(" read"))
	}
	switch {
	case d.Paused:
		items = append(items, p.st.Warning("paused: space resumes"))
	case d.Reading:
		items = append(items, p.st.Note("more rows are coming"))
	}
	if took := how.Took.Round(time.Millisecond); took > 0 {
		items = append(items, p.st.Dim("in ")+text.Duration(took))
	}
	p.flow(shown, items...)
	if only := text.ReadFilters(how.Options); len(only) > 0 {
		p.marked(line{id: "sample/only", about: "sample", why: shown.why}, p.st.Note,
			"only what was asked for: "+strings.Join(only, ", "))
	}
	if strategy == sample.Head {
		p.marked(line{id: "sample/head", about: "sample", why: shown.why}, p.st.Warning,
			"these are the first rows: they are not representative of the table")
	}
	if d.Profile != nil {
		if only := text.StartsOnly(d.Profile.Whole); only != "" {
			p.marked(line{id: "sample/starts", about: "sample", why: shown.why}, p.st.Note,
				only+" (strategy accurate reads there)")
		}
	}
	if how.Redacted != "" {
		p.marked(line{id: "sample/redacted", about: "sample", why: shown.why}, p.st.Note,
			"redacted: "+text.EscapeString(how.Redacted))
	}
	if how.Unordered {
		p.marked(line{id: "sample/unordered", about: "sample", why: shown.why}, p.st.Warning, sample.LostOrder)
	}
	if how.Stopped != "" {
		p.marked(line{id: "sample/stopped", about: "sample", why: shown.why}, p.st.Note,
			"stopped: "+text.EscapeString(how.Stopped))
	}
	p.unreadable(how.Unreadable)
}

// maxUnreadable is how many unreadable rows are listed.
const maxUnreadable = 8

func (p *page) unreadable(rows []sample.Unreadable) {
	for i, row := range rows {
		if i == maxUnreadable {
			p.add(line{id: "unreadable/more", about: "unreadable rows",
				text: p.st.Error("and " + text.Count(len(rows)-maxUnreadable, "more unreadable row"))})
			return
		}
		p.marked(line{id: "unreadable/" + string(row.Key), about: "key", copy: text.Escape(row.Key),
			open: views.OpenScreen{Screen: views.RowScreen, Key: row.Key},
			why: "The service refused to send this row: " + text.EscapeString(row.Reason) +
				"\n\nReading went on after it, and it is in none of the figures. A row above 256 MB cannot be read " +
				"at all (G18)."},
			p.st.Error, "unreadable row "+text.Escape(row.Key)+": "+text.EscapeString(row.Reason))
	}
}

func sampleWhy(d *views.Data) string {
	how := d.Sample.How
	word := fmt.Sprintf("%s, read from %s by %s.", text.Count(d.Sample.Rows(), "row"), text.EscapeString(d.Source),
		text.Strategy(how.Strategy))
	if how.Complete {
		return word + "\n\nEvery row is in the sample, so counts are exact."
	}
	if how.Strategy == sample.Blocks {
		return word + fmt.Sprintf("\n\nRows of a block may be similar, so one of each is kept: they count as "+
			"independent rows. The blocks were drawn with random seed %d.", how.Options.Seed)
	}
	word += fmt.Sprintf("\n\nRows that were read together are similar, so the sample counts as %s independent "+
		"key ranges, not as so many rows.", text.Integer(int64(len(d.Sample.Runs()))))
	if how.Strategy == sample.Quick || how.Strategy == sample.Accurate {
		word += fmt.Sprintf(" The key ranges were selected with random seed %d.", how.Options.Seed)
	}
	return word
}

// schema shows the row-key schema that the table itself declares.
func (p *page) schema(d *views.Data) {
	if d.Table == nil || d.Table.KeySchema == nil {
		return
	}
	p.section("SCHEMA")
	schema := d.Table.KeySchema
	line := line{id: "schema", about: "row-key schema",
		why: "The table declares this row-key schema itself (G36). It lets GoogleSQL address the segments; ReadRows " +
			"ignores it, and a key that does not conform breaks a query."}
	var items []string
	for i, f := range schema.Fields {
		items = append(items,
			p.st.Segment(i, text.EscapeString(f.Name))+p.st.Dim(" "+text.EscapeString(f.Type+" "+f.Encoding)))
	}
	p.flow(line, append([]string{p.st.Dim(encodingWords(schema))}, items...)...)
}

func encodingWords(k *rowkey.Schema) string {
	if k.Encoding == rowkey.DelimitedBytes {
		return "joined by " + text.Escape(k.Delimiter)
	}
	return string(k.Encoding)
}
