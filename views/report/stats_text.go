package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// maxListed is the maximum number of columns, rows or values in a text report; JSON has all that the profile has.
const maxListed = 20

func statsPage(d doc.Stats, width int) *page {
	page := &page{title: "Statistics of " + text.EscapeString(d.Source)}
	head(page, d.Read, width)
	if d.Rows > 0 {
		sizes(page, d, width)
		families(page, d, width)
		columns(page, d, width)
		times(page, d, width)
		keys(page, d.Kinds, d.Table.AllKeysCounted, width)
		leading(page, d.FirstSegment, width)
		gapLines(page, d.Gaps, width)
		largest(page, d, width)
	}
	return page
}

// head writes what the report is about, and whether its figures are of the table or of a sample.
func head(b *page, d doc.Read, width int) {
	b.line(text.EscapeString(d.Source))
	for _, note := range d.About {
		switch {
		case note.Partial:
			b.partial(note.Text, width)
		case note.Unwrapped:
			b.line(note.Text)
		default:
			b.paragraph(note.Mark, note.Text, width)
		}
	}
}

// aboutNotes states what was read, and whether its figures are of the table or of a sample.
func aboutNotes(in Input) []doc.Note {
	var out []doc.Note
	line := func(words string) { out = append(out, doc.Note{Text: words, Unwrapped: true}) }
	note := func(mark, words string) { out = append(out, doc.Note{Mark: mark, Text: words}) }
	figures, how := in.Profile, in.Sample.How
	switch {
	case figures.Rows == 0 && how.Complete:
		line("no rows")
	case figures.Rows == 0:
		line("no rows read")
	case figures.FoundRows.IsExact() && figures.Scope != estimate.All:
		line(fmt.Sprintf("%s, %s, %s (counted)", text.Count(int64(figures.FoundRows.Value), "row"),
			text.Count(int64(figures.FoundCells.Value), "cell"), text.Bytes(figures.FoundBytes.Value)))
	case figures.Scope == estimate.All:
		line(fmt.Sprintf("%s (full scan; counts are exact)", rowsRead(figures)))
	case figures.Scope == estimate.Head:
		line(fmt.Sprintf("%s (first rows only)", rowsRead(figures)))
	default:
		if whole := text.WholeTable(figures.Whole); whole != "" {
			note("", whole)
		}
		line(fmt.Sprintf("Read: %s (sample)", rowsRead(figures)))
	}
	for _, sentence := range text.Redacted(&how) {
		note("", sentence)
	}
	if only := text.ReadFilters(how.Options); len(only) > 0 {
		note("", "Filters: "+strings.Join(only, ", ")+".")
	}
	for _, s := range text.SampleNotes(figures) {
		out = append(out, doc.Note{Text: s, Sample: true})
	}
	if how.Precision != nil {
		note("", text.EscapeString(text.Precision(how.Precision))+".")
	}
	if reason := in.partial(); reason != "" {
		out = append(out, doc.Note{Text: reason, Partial: true})
	} else if how.Stopped != "" {
		note("▲ ", "Reading stopped early: "+text.EscapeString(how.Stopped))
	}
	if n := len(how.Unreadable); n > 0 {
		u := how.Unreadable[0]
		note("▲ ", fmt.Sprintf("cannot read %s, the first of them %s: %s", text.Count(int64(n), "row"),
			text.Escape(u.Key), text.EscapeString(u.Reason))+text.Plural(n, "; it is in no figure",
			"; they are in no figure"))
	}
	return out
}

// rowsRead returns the size of the sample.
func rowsRead(p *figures.Profile) string {
	return fmt.Sprintf("%s, %s, %s", text.Count(p.Rows, "row"), text.Count(p.Cells, "cell"),
		text.Bytes(float64(p.Bytes)))
}

// figure formats a figure with its interval, if it has one.
func figure(f doc.Figure, format func(float64) string) string {
	s := format(f.Value)
	if !f.Interval() {
		return s
	}
	return strings.TrimRight(s+" "+text.PlusMinus(f.Value, f.Low, f.High, format), " ")
}

func sizes(b *page, d doc.Stats, width int) {
	b.heading("Sizes", "", ofWhat(d.Read)+extremesRead(d.Read, "; min and max are of the rows read"))
	grid := newGrid("lrrrrrrr")
	grid.head("", "mean", "min", "p50", "p90", "p95", "p99", "max")
	for _, line := range []struct {
		name   string
		d      doc.Distribution
		format func(float64) string
	}{
		{"row", d.RowBytes, text.Bytes}, {"key", d.KeyLength, text.Bytes}, {"value", d.ValueSize, text.Bytes},
		{"cells per row", d.CellsPerRow, text.Number}, {"columns per row", d.ColumnsPerRow, text.Number},
		{"versions of a column", d.Versions, text.Number},
	} {
		of := func(x doc.Figure) string {
			if x.Vague() {
				return "?"
			}
			return line.format(x.Value)
		}
		if s := line.d.Spread; s != nil {
			grid.row(line.name, of(s.Mean), line.format(float64(s.Min)), of(s.P50), of(s.P90), of(s.P95), of(s.P99),
				line.format(float64(s.Max)))
		}
	}
	b.table(grid, "  ", width)
	if r := d.RowBytes.Spread; r != nil && (r.Mean.Interval() || r.P50.Interval()) {
		b.line("  " + rowSizeIntervals(r))
	}
	part := func(n int64) string { return text.Percent(float64(n) / float64(d.Bytes)) }
	b.paragraph("  ", fmt.Sprintf("bytes%s: keys %s, values %s, the rest column names and timestamps",
		extremesRead(d.Read, " of the rows read"), part(d.KeyBytes), part(d.ValueBytes)), width)
}

// rowSizeIntervals states the intervals of the figures of the row size that are not exact. Those of counted rows are
// known to lie within the widths of a histogram.
func rowSizeIntervals(r *doc.Spread) string {
	var parts []string
	for _, f := range []struct {
		name string
		of   doc.Figure
	}{{"mean", r.Mean}, {"p50", r.P50}, {"p95", r.P95}} {
		if !f.of.IsExact() {
			parts = append(parts, f.name+" "+span(f.of))
		}
	}
	if r.Mean.IsExact() {
		return "row size, counted in ranges: " + strings.Join(parts, ", ")
	}
	return "95% CI of the row size: " + strings.Join(parts, ", ")
}

// ofWhat returns what figures are of, for a heading.
func ofWhat(d doc.Read) string {
	switch {
	case d.Scope == string(estimate.All):
		return "exact"
	case d.Table.AllRowsCounted:
		return "of all rows"
	case d.Scope == string(estimate.Sample) && d.Table.NoIntervals == "":
		return "estimates for the table"
	}
	return "of the rows read"
}

// extremesRead returns words about figures that are of the rows read while those beside them are of the table.
func extremesRead(d doc.Read, words string) string {
	if d.Scope == string(estimate.Sample) && d.Table.NoIntervals == "" && !d.Table.AllRowsCounted {
		return words
	}
	return ""
}

// partName names the part of the table that rows were asked for of; empty for all of it. Where it takes many words they
// stand at the head of the report only.
func partName(asked sample.Options) string {
	const most = 40
	switch words := strings.Join(text.ReadFilters(asked), ", "); {
	case !estimate.Restricted(asked):
		return ""
	case len(words) > most:
		return "this part (see Filters)"
	default:
		return "this part (" + words + ")"
	}
}

// tableUnit names the unit of a section's bytes and cells.
func tableUnit(d doc.Stats) string {
	of := "bytes and cells of " + cmp.Or(d.Part, "the table")
	switch t := d.Table.Size; {
	case t.Value <= 0:
		return "bytes and cells of the rows read"
	case t.IsExact() && exactFamilies(d):
		return of + ", exact"
	case t.IsExact():
		return of + ", only the total of bytes exact"
	}
	return of + ", estimated"
}

// exactFamilies reports whether bytes and cells of all families were counted.
func exactFamilies(d doc.Stats) bool {
	return !slices.ContainsFunc(d.Families,
		func(f doc.StatsFamily) bool { return !f.BytesShare.IsExact() || !known(f.TableCells).IsExact() })
}

// known returns a figure that may be unknown; then it is zero.
func known(f *doc.Figure) doc.Figure {
	if f == nil {
		return doc.Figure{}
	}
	return *f
}

// bytesText returns bytes of the table with their interval, or of the rows read if those of the table are unknown.
func bytesText(t doc.Table, table *doc.Figure, read float64) (estimate, interval string) {
	if t.Size.Value <= 0 {
		return text.Bytes(read), ""
	}
	return text.TableBytesParts(known(table), t.Size)
}

// cellsText returns cells of the table with their interval, or of the rows read if those of the table are unknown.
func cellsText(t doc.Table, table *doc.Figure, read int64) (estimate, interval string) {
	if t.Size.Value <= 0 {
		return text.Number(float64(read)), ""
	}
	return text.TableCountParts(known(table))
}

// span formats the interval of a size; without one, the size.
func span(f doc.Figure) string {
	switch {
	case !f.Interval():
		return text.Bytes(f.Value)
	case math.IsInf(f.High, 1):
		return "≥ " + text.Bytes(f.Low)
	}
	return text.Range(f, text.Bytes)
}

// interval formats the interval of a share, for the column after it.
func interval(f doc.Figure) string {
	if !f.Interval() {
		return ""
	}
	return text.PlusMinus(f.Value, f.Low, f.High, text.Percent)
}

func families(b *page, d doc.Stats, width int) {
	b.heading("Families", "", tableUnit(d))
	grid := newGrid("lrrkrkrks")
	grid.head("", "columns", "in rows", "", "bytes", "", "cells", "", "GC policy")
	for _, family := range d.Families {
		rule := family.GCRule
		if family.Aggregate != "" {
			rule += ", aggregate " + family.Aggregate
		}
		if !family.Declared {
			rule = "▲ unknown: not in the table's description"
		}
		bytes, byteRange := bytesText(d.Table, family.TableBytes, float64(family.Bytes)+family.KeyBytes)
		cells, cellRange := cellsText(d.Table, family.TableCells, family.Cells)
		grid.row(text.EscapeString(family.Family), extremesRead(d.Read, "≥ ")+text.Integer(int64(family.Columns)),
			text.Percent(family.RowsShare.Value), interval(family.RowsShare),
			bytes, byteRange, cells, cellRange, text.EscapeString(rule))
	}
	b.table(grid, "  ", width)
}

func columns(b *page, d doc.Stats, width int) {
	b.heading("Columns", "", fmt.Sprintf("(%s, sorted by bytes)  %s",
		text.Integer(int64(len(d.Columns)))+extremesRead(d.Read, " read"), tableUnit(d)))
	order := make([]*doc.StatsColumn, len(d.Columns))
	for i := range order {
		order[i] = &d.Columns[i]
	}
	slices.SortStableFunc(order,
		func(x, y *doc.StatsColumn) int { return cmp.Compare(y.BytesShare.Value, x.BytesShare.Value) })
	wide := func(s string) string { // what there is room for beside bytes with their intervals
		if width < 100 && d.Scope != string(estimate.All) {
			return ""
		}
		return s
	}
	grid := newGrid("frkrkrrrk")
	grid.head("", "in rows", "", "bytes", "", "cells", "versions", wide("value p50"), "kind")
	for _, statsColumn := range order[:min(maxListed, len(order))] {
		kind, size := statsColumn.LooksLike, text.Bytes(float64(statsColumn.ValueSize.P50))
		if statsColumn.NotKept {
			kind, size = "no row kept has it", text.NoFigure
		}
		bytes, byteRange := bytesText(d.Table, statsColumn.TableBytes, float64(statsColumn.Bytes)+statsColumn.KeyBytes)
		cells, _ := cellsText(d.Table, statsColumn.TableCells, statsColumn.Cells)
		grid.row(text.EscapeString(statsColumn.Family)+":"+text.Escape(statsColumn.Qualifier),
			text.Percent(statsColumn.RowsShare.Value), interval(statsColumn.RowsShare),
			bytes, byteRange, cells,
			text.Number(statsColumn.MeanVersions.Value)+" ≤"+text.Integer(int64(statsColumn.MaxVersions)),
			wide(size), kind)
	}
	b.table(grid, "  ", width)
	more(b, len(order), "column")
	b.paragraph("  ", "Bytes include row keys, each split evenly over the cells of its row."+
		extremesRead(d.Read, " Most versions (≤) and sizes of values are of the rows read."), width)
}

// more writes how many of n things are not listed.
func more(b *page, n int, thing string) {
	if n > maxListed {
		b.line(fmt.Sprintf("  … and %s (see --format json)", text.Count(int64(n-maxListed), "more "+thing)))
	}
}

func times(b *page, d doc.Stats, width int) {
	timestamps := d.Times
	if timestamps.TimeRange == nil {
		return
	}
	b.heading("Cell timestamps", "", extremesRead(d.Read, "of the rows read"))
	grid := newGrid("ll")
	for _, end := range []struct {
		name   string
		micros int64
	}{{"oldest", timestamps.Oldest}, {"newest", timestamps.Newest}} {
		grid.row(end.name, text.Micros(end.micros)+"  "+ago(timestamps.Now, end.micros))
	}
	b.table(grid, "  ", width)
	warn := func(n int64, what string) {
		if n > 0 {
			b.line(fmt.Sprintf("  ▲ %s %s", text.Count(n, "cell"), what))
		}
	}
	warn(timestamps.Zero, "with timestamp zero: not set, or not a time")
	warn(timestamps.Negative, "with a negative timestamp")
	warn(timestamps.Future, "with a timestamp in the future")
	if timestamps.Identical {
		b.line("  ▲ all cells have the same timestamp")
	}
}

// ago formats the age of a timestamp with its direction.
func ago(now time.Time, micros int64) string {
	switch age := text.Age(now, micros); {
	case micros == now.UnixMicro():
		return "now"
	case strings.HasPrefix(age, "in "):
		return age
	default:
		return age + " ago"
	}
}

func largest(b *page, d doc.Stats, width int) {
	b.heading("Largest rows", "", d.LargestOf)
	g := newGrid("rrl")
	for _, r := range d.LargestRows[:min(5, len(d.LargestRows))] {
		g.row(text.Bytes(float64(r.Bytes)), text.Count(int64(r.Cells), "cell"), text.Escape(r.Key))
	}
	b.table(g, "  ", width)
}

// keys writes the record kinds and their segments. counted reports whether the keys of all rows were.
func keys(b *page, d doc.Kinds, counted bool, width int) {
	b.heading("Row keys", "", "")
	for _, kind := range d.Kinds {
		template := text.Safe(string(kind.Template))
		if !kind.Named {
			template = string(kind.Kind) + "  " + template
		}
		b.line(fmt.Sprintf("  %s  %s of rows", template, figure(kind.RowsShare, text.Percent)))
		if kind.Example != nil {
			b.line(fmt.Sprintf("     %s", ansi.Truncate(text.Escape(kind.Example), width-5, "…")))
		}
		settleText(b, kind.InferredKind, width)
		segmentLines(b, kind, width)
	}
	if d.OtherwiseWords != "" {
		b.paragraph("  ▲ ", d.OtherwiseWords, width)
	}
	keys := d.Unexplained
	switch {
	case len(d.Kinds) == 0:
		b.line("  No structure found. To declare one, use --layout TEMPLATE.")
	case keys.Rows > 0 || counted && keys.RowsShare.Value > 0:
		b.line(fmt.Sprintf("  ?  %s of rows match no layout", figure(keys.RowsShare, text.Percent)))
	}
	if len(d.Kinds) == 0 || keys.Rows > 0 || counted {
		for _, key := range keys.Examples[:min(5, len(keys.Examples))] {
			b.line(fmt.Sprintf("     %s", ansi.Truncate(text.Escape(key.Key), width-5, "…")))
		}
	}
}

func segmentLines(b *page, k doc.Kind, width int) {
	columns, head, inferred := "llsrrl", []string{"segment", "type", "encoding", "distinct", "rows each", "values"},
		len(k.Segments) > 0 && k.Segments[0].Confidence != nil
	if inferred { // not declared
		columns, head = "lrlsrrl", slices.Insert(head, 1, "confidence")
	}
	grid := newGrid(columns)
	grid.head(head...)
	for _, segment := range k.Segments {
		kind := segment.Type
		if segment.Unit != "" {
			kind = "time " + segment.Unit
		}
		if segment.Reversed {
			kind += " reversed"
		}
		each := "?"
		if segment.RowsPerValue != nil {
			each = figure(*segment.RowsPerValue, text.Number)
		}
		cells := []string{segment.Name, kind, segment.Encoding, segment.DistinctWords, each, someValues(segment)}
		if inferred {
			sure := text.NoFigure
			if segment.Confidence != nil {
				sure = text.Confidence(*segment.Confidence)
			}
			cells = slices.Insert(cells, 1, sure)
		}
		grid.row(cells...)
	}
	b.table(grid, "     ", width)
}

// someValues returns the smallest and largest value of a segment, or the most common ones if values have no order.
func someValues(s doc.Segment) string {
	if s.Min != nil {
		return s.Min.Text + " … " + s.Max.Text
	}
	var some []string
	for _, v := range s.Top[:min(3, len(s.Top))] {
		some = append(some, v.Value.Text)
	}
	return strings.Join(some, ", ")
}

func schemaPage(d doc.Schema, width int) *page {
	b := &page{title: "Row keys of " + text.EscapeString(d.Source)}
	head(b, d.Read, width)
	keys(b, d.Kinds, d.Table.AllKeysCounted, width)
	conformText(b, d.Checks)
	return b
}
