package report

import (
	"bytes"
	"io"
	"time"

	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/text"
)

func statsJSON(w io.Writer, in Input) error {
	j, p := newJSON(w), in.Profile
	j.open("", '{')
	j.sample(in)
	j.integer("rows", p.Rows)
	j.integer("cells", p.Cells)
	j.integer("bytes", p.Bytes)
	j.integer("key_bytes", p.KeyBytes)
	j.integer("value_bytes", p.ValueBytes)
	j.distribution("row_bytes", p.RowBytes)
	j.distribution("cells_per_row", p.CellsPerRow)
	j.distribution("columns_per_row", p.ColumnsPerRow)
	j.distribution("key_length", p.KeyLength)
	j.distribution("value_size", p.ValueSize)
	j.distribution("versions_per_column", p.Versions)
	j.times(p)
	j.open("families", '[')
	for _, f := range p.Families {
		j.family(f)
	}
	j.close(']')
	j.open("columns", '[')
	for _, c := range p.Columns {
		j.column(c)
	}
	j.close(']')
	j.patterns(in)
	j.kinds(in)
	j.leading(in.Leading)
	j.largestRows(in)
	j.open("largest_cells", '[')
	for _, c := range p.LargestCells {
		j.line("", '{')
		j.bytes("key", c.Key)
		j.text("family", c.Family)
		j.bytes("qualifier", []byte(c.Qualifier))
		j.integer("timestamp_micros", c.Micros)
		j.integer("value_bytes", c.Bytes)
		j.close('}')
	}
	j.close(']')
	j.close('}')
	return j.end()
}

// sample writes what was read, and what figures of it speak for.
func (j *jsonWriter) sample(in Input) {
	how := in.Sample.How
	j.text("source", in.Source)
	j.text("scope", string(in.Profile.Scope))
	j.boolean("complete", how.Complete)
	j.optional("strategy", string(how.Strategy))
	j.time("started", how.Started)
	j.number("took_seconds", how.Took.Round(time.Millisecond).Seconds())
	j.optional("stopped", how.Stopped)
	j.whole(in.Profile)
	if len(how.Unreadable) > 0 {
		j.open("unreadable_rows", '[')
		for _, u := range how.Unreadable {
			j.line("", '{')
			j.bytes("key", u.Key)
			j.text("reason", u.Reason)
			j.close('}')
		}
		j.close(']')
	}
}

// whole writes what is known of the table as a whole.
func (j *jsonWriter) whole(p *profile.Profile) {
	w := p.Whole
	j.open("table", '{')
	if w.Rows.Value > 0 || w.Rows.Exact {
		j.figure("rows", w.Rows)
		j.boolean("rows_exact", w.Rows.Exact)
	}
	j.boolean("all_rows_counted", p.Scope == profile.All || w.Totals != nil)
	if w.Bytes > 0 {
		j.integer("stored_bytes", w.Bytes)
	}
	if w.Stats != nil {
		j.line("statistics", '{')
		j.integer("rows", w.Stats.Rows)
		j.integer("logical_bytes", w.Stats.LogicalBytes)
		j.number("columns_per_row", w.Stats.ColumnsPerRow)
		j.number("cells_per_column", w.Stats.CellsPerColumn)
		j.close('}')
	}
	if p.Scope == profile.Sample {
		j.integer("places", int64(w.Places))
		j.number("unseen_share_at_most", w.Unseen)
		j.figure("unexplained_share", w.Unexplained)
		j.number("large_sections_share", w.LargeSections)
		j.integer("largest_section_bytes", w.LargestSection)
	}
	j.optional("no_intervals_because", w.Untold)
	j.close('}')
}

func (j *jsonWriter) distribution(name string, d profile.Distribution) {
	j.open(name, '{')
	j.integer("count", d.N)
	if d.N > 0 {
		j.integer("min", d.Min)
		j.integer("max", d.Max)
		j.figure("mean", d.Mean)
		j.figure("p50", d.P50)
		j.figure("p90", d.P90)
		j.figure("p95", d.P95)
		j.figure("p99", d.P99)
	}
	j.histogram("histogram", d.Bins)
	j.close('}')
}

func (j *jsonWriter) histogram(name string, bins []profile.Bin) {
	j.open(name, '[')
	for _, b := range bins {
		j.line("", '{')
		j.integer("from", b.From)
		j.integer("to", b.To)
		j.number("count", b.Count)
		j.close('}')
	}
	j.close(']')
}

func (j *jsonWriter) times(p *profile.Profile) {
	t := p.Times
	j.open("cell_timestamps", '{')
	if p.Cells > 0 {
		j.integer("oldest_micros", t.Oldest)
		j.integer("newest_micros", t.Newest)
	}
	j.integer("zero", t.Zero)
	j.integer("negative", t.Negative)
	j.integer("future", t.Future)
	j.boolean("all_alike", t.Alike)
	j.close('}')
}

func (j *jsonWriter) family(f profile.Family) {
	j.open("", '{')
	j.text("family", f.Name)
	j.boolean("declared", f.Declared)
	j.text("gc_rule", f.GC.String())
	j.optional("aggregate", f.Type)
	j.integer("columns", int64(f.Columns))
	j.integer("rows_present", f.Rows)
	j.figure("rows_share", f.RowShare)
	j.integer("cells", f.Cells)
	j.integer("bytes", f.Bytes)
	j.number("key_bytes", f.KeyBytes)
	j.figure("bytes_share", f.ByteShare)
	j.close('}')
}

func (j *jsonWriter) column(c profile.Column) {
	j.open("", '{')
	j.text("family", c.Family)
	j.bytes("qualifier", []byte(c.Qualifier))
	j.integer("rows_present", c.Rows)
	j.figure("rows_share", c.RowShare)
	j.integer("cells", c.Cells)
	j.integer("bytes", c.Bytes)
	j.number("key_bytes", c.KeyBytes)
	j.figure("bytes_share", c.ByteShare)
	j.integer("max_versions", int64(c.MaxVersions))
	j.figure("mean_versions", c.MeanVersions)
	j.histogram("versions", c.Versions)
	j.integer("oldest_micros", c.Oldest)
	j.integer("newest_micros", c.Newest)
	j.line("value_size", '{')
	j.integer("min", c.Values.Min)
	j.number("mean", c.Values.Mean)
	j.integer("p50", c.Values.P50)
	j.integer("p95", c.Values.P95)
	j.integer("max", c.Values.Max)
	j.close('}')
	j.text("values_look_like", string(c.Guess))
	j.number("values_look_like_share", c.GuessShare)
	j.close('}')
}

// kinds writes the record kinds with their segments, and what no kind explains.
func (j *jsonWriter) kinds(in Input) {
	j.boolean("layouts_declared", in.Inferred == nil && len(in.Layouts) > 0)
	j.open("kinds", '[')
	for i, k := range in.Profile.Kinds {
		j.open("", '{')
		j.text("kind", kindName(in.Layouts, i))
		j.template("template", k.Layout.String())
		j.integer("rows", k.Keys)
		j.figure("rows_share", k.Share)
		j.integer("bytes", k.Bytes)
		if k.First != nil {
			j.bytes("example", k.First)
		}
		if in.Inferred != nil && i < len(in.Inferred.Kinds) {
			inferred := in.Inferred.Kinds[i]
			j.number("margin_bits_per_key", inferred.Margin)
			if inferred.RunnerUp != nil {
				j.template("runner_up", inferred.RunnerUp.String())
			}
			j.number("stability", inferred.Stability)
		}
		j.open("segments", '[')
		for at, s := range k.Segments {
			j.segment(s, k.Layout.Segments()[at])
		}
		j.close(']')
		j.close('}')
	}
	j.close(']')
	u := in.Profile.Unexplained
	j.open("unexplained", '{')
	j.integer("rows", u.Keys)
	j.figure("rows_share", u.Share)
	j.open("examples", '[')
	for _, key := range u.First {
		j.line("", '{')
		j.bytes("key", key)
		j.close('}')
	}
	j.close(']')
	j.close('}')
}

func (j *jsonWriter) segment(s profile.Segment, seg *rowkey.Segment) {
	j.open("", '{')
	j.text("name", s.Name)
	j.text("type", string(s.Type))
	j.optional("unit", string(s.Unit))
	j.text("encoding", s.Encoding)
	j.boolean("reversed", s.Reversed)
	j.integer("rows_present", s.Keys)
	j.integer("values", s.Count)
	j.integer("distinct_values", s.Distinct)
	if s.Untold == "" {
		j.figure("rows_per_value", s.RowsPerValue)
	} else {
		j.text("rows_per_value_untold", s.Untold)
	}
	if s.Ordered {
		j.value("min", seg, s.Min)
		j.value("max", seg, s.Max)
	}
	j.integer("min_width", int64(s.MinWidth))
	j.integer("max_width", int64(s.MaxWidth))
	j.open("top_values", '[')
	for _, v := range s.Top {
		j.line("", '{')
		j.value("value", seg, v.Value)
		j.base64("raw_b64", v.Raw)
		j.integer("count", v.Count)
		j.figure("share", v.Share)
		j.close('}')
	}
	j.close(']')
	j.close('}')
}

// value writes the value of a segment: integers as numbers, everything else as text.
func (j *jsonWriter) value(name string, seg *rowkey.Segment, v rowkey.Value) {
	if v.Kind == rowkey.KindInt || v.Kind == rowkey.KindUint {
		j.member(name)
		j.buf = text.AppendValue(j.buf[:0], seg.Codec, v)
		j.w.Write(j.buf)
		return
	}
	j.member(name)
	j.buf = append(j.buf[:0], '"')
	j.buf = append(quote(text.AppendValue(j.buf, seg.Codec, v), 1), '"')
	j.w.Write(j.buf)
}

// schemaJSON writes how the keys are built.
func schemaJSON(w io.Writer, in Input) error {
	j := newJSON(w)
	j.open("", '{')
	j.sample(in)
	j.integer("rows", in.Profile.Rows)
	j.kinds(in)
	if schema := in.Sample.Table.KeySchema; schema != nil {
		j.declaredSchema(schema)
	}
	j.conform(in)
	j.families(in.Sample.Table.Families)
	j.close('}')
	return j.end()
}

// declaredSchema writes the row-key schema that the table itself has.
func (j *jsonWriter) declaredSchema(s *rowkey.Schema) {
	j.open("row_key_schema", '{')
	j.text("encoding", string(s.Encoding))
	if len(s.Delimiter) > 0 {
		j.bytes("delimiter", s.Delimiter)
	}
	j.open("fields", '[')
	for _, f := range s.Fields {
		j.line("", '{')
		j.text("name", f.Name)
		j.text("type", f.Type)
		j.text("encoding", f.Encoding)
		j.close('}')
	}
	j.close(']')
	j.close('}')
}

func (j *jsonWriter) families(families []sample.Family) {
	j.open("families", '[')
	for _, f := range families {
		j.line("", '{')
		j.text("family", f.Name)
		j.text("gc_rule", f.GC.String())
		j.optional("aggregate", f.Aggregate)
		j.close('}')
	}
	j.close(']')
}

// largestRows writes the largest rows, and of those that are in the sample how they grow.
func (j *jsonWriter) largestRows(in Input) {
	now, rules := retention.ClockOf(in.Sample, time.Time{}).Now, retention.RulesOf(&in.Sample.Table)
	j.open("largest_rows", '[')
	for _, r := range in.Profile.LargestRows {
		j.line("", '{')
		j.bytes("key", r.Key)
		j.integer("bytes", r.Bytes)
		j.integer("cells", int64(r.Cells))
		if i := in.Sample.Find(r.Key); i < in.Sample.Rows() && bytes.Equal(in.Sample.Key(i), r.Key) {
			if g := retention.GrowthOf(in.Sample, i, rules, now); g.Window > 0 {
				j.number("bytes_a_day", g.PerDay)
				j.number("levels_at_bytes", g.Level) // null where nothing ends the growth
			}
		}
		j.close('}')
	}
	j.close(']')
}
