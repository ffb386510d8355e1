package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/infer"
	"tabletop/model/profile"
	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// maxListed is the maximum number of columns, rows or values in a text report; JSON has all that the profile has.
const maxListed = 20

func statsPage(in Input) *page {
	b := &page{title: "Statistics of " + text.EscapeString(in.Source)}
	p := in.Profile
	head(b, in)
	if p.Rows > 0 {
		sizes(b, p, in.Width)
		families(b, p, in.Width)
		columns(b, p, in.Width)
		times(b, p, in.Width)
		keys(b, in)
		leading(b, in)
		largest(b, p, in.Width)
	}
	return b
}

// head writes what the report is about, and whether its figures are of the table or of a sample.
func head(b *page, in Input) {
	p, how := in.Profile, in.Sample.How
	b.line(text.EscapeString(in.Source))
	switch {
	case p.Rows == 0 && how.Complete:
		b.line("no rows")
	case p.Rows == 0:
		b.line("no rows read")
	case p.Whole.Totals != nil && p.Scope != profile.All:
		t := p.Whole.Totals
		b.line(fmt.Sprintf("%s, %s, %s (counted)", text.Count(t.Rows, "row"), text.Count(t.Cells, "cell"), text.Bytes(float64(t.Bytes))))
	case p.Scope == profile.All:
		b.line(fmt.Sprintf("%s (full scan; counts are exact)", rowsRead(p)))
	case p.Scope == profile.Head:
		b.line(fmt.Sprintf("%s (first rows only)", rowsRead(p)))
	default:
		if whole := text.WholeTable(p.Whole); whole != "" {
			b.paragraph("", whole, in.Width)
		}
		b.line(fmt.Sprintf("Read: %s (sample)", rowsRead(p)))
	}
	if how.Redacted != "" {
		b.paragraph("", "Redacted: "+text.EscapeString(how.Redacted)+".", in.Width)
	}
	if only := text.ReadFilters(how.Options); len(only) > 0 {
		b.paragraph("", "Filters: "+strings.Join(only, ", ")+".", in.Width)
	}
	for _, s := range text.SampleNotes(p) {
		b.paragraph("", s, in.Width)
	}
	if how.Precision != nil {
		b.paragraph("", text.EscapeString(text.Precision(how.Precision))+".", in.Width)
	}
	if reason := in.partial(); reason != "" {
		b.partial(reason, in.Width)
	} else if how.Stopped != "" {
		b.paragraph("▲ ", "Reading stopped early: "+text.EscapeString(how.Stopped), in.Width)
	}
	if n := len(how.Unreadable); n > 0 {
		u := how.Unreadable[0]
		b.paragraph("▲ ", fmt.Sprintf("cannot read %s, the first of them %s: %s", text.Count(int64(n), "row"), text.Escape(u.Key), text.EscapeString(u.Reason)), in.Width)
	}
}

// rowsRead returns the size of the sample.
func rowsRead(p *profile.Profile) string {
	return fmt.Sprintf("%s, %s, %s", text.Count(p.Rows, "row"), text.Count(p.Cells, "cell"), text.Bytes(float64(p.Bytes)))
}

// figure formats a figure with its interval, if it has one.
func figure(f profile.Figure, format func(float64) string) string {
	s := format(f.Value)
	if !f.Interval() {
		return s
	}
	return strings.TrimRight(s+" "+text.PlusMinus(f.Value, f.Low, f.High, format), " ")
}

func sizes(b *page, p *profile.Profile, width int) {
	b.heading("Sizes", "", ofWhat(p)+extremesRead(p, "; min and max are of the rows read"))
	g := newGrid("lrrrrrrr")
	g.head("", "mean", "min", "p50", "p90", "p95", "p99", "max")
	for _, line := range []struct {
		name   string
		d      profile.Distribution
		format func(float64) string
	}{
		{"row", p.RowBytes, text.Bytes}, {"key", p.KeyLength, text.Bytes}, {"value", p.ValueSize, text.Bytes},
		{"cells per row", p.CellsPerRow, text.Number}, {"columns per row", p.ColumnsPerRow, text.Number},
		{"versions of a column", p.Versions, text.Number},
	} {
		d, f := line.d, line.format
		of := func(x profile.Figure) string {
			if x.Vague() {
				return "?"
			}
			return f(x.Value)
		}
		if d.N > 0 {
			g.row(line.name, of(d.Mean), f(float64(d.Min)), of(d.P50), of(d.P90), of(d.P95), of(d.P99), f(float64(d.Max)))
		}
	}
	b.table(g, "  ", width)
	if r := p.RowBytes; r.Mean.Interval() || r.P50.Interval() {
		b.line("  " + rowSizeIntervals(r))
	}
	part := func(n int64) string { return text.Percent(float64(n) / float64(p.Bytes)) }
	b.paragraph("  ", fmt.Sprintf("bytes%s: keys %s, values %s, the rest column names and timestamps", extremesRead(p, " of the rows read"), part(p.KeyBytes), part(p.ValueBytes)), width)
}

// rowSizeIntervals states the intervals of the figures of the row size that are not exact. Those of counted rows are known to lie
// within the widths of a histogram.
func rowSizeIntervals(r profile.Distribution) string {
	var parts []string
	for _, f := range []struct {
		name string
		of   profile.Figure
	}{{"mean", r.Mean}, {"p50", r.P50}, {"p95", r.P95}} {
		if !f.of.Exact {
			parts = append(parts, f.name+" "+span(f.of))
		}
	}
	if r.Mean.Exact {
		return "row size, counted in ranges: " + strings.Join(parts, ", ")
	}
	return "95% CI of the row size: " + strings.Join(parts, ", ")
}

// ofWhat returns what figures are of, for a heading.
func ofWhat(p *profile.Profile) string {
	switch {
	case p.Scope == profile.All:
		return "exact"
	case p.Whole.Totals != nil:
		return "of all rows"
	case p.Scope == profile.Sample && p.Whole.Untold == "":
		return "estimates for the table"
	}
	return "of the rows read"
}

// extremesRead returns words about figures that are of the rows read while those beside them are of the table.
func extremesRead(p *profile.Profile, words string) string {
	if p.Scope == profile.Sample && p.Whole.Untold == "" && p.Whole.Totals == nil {
		return words
	}
	return ""
}

// tableUnit names the unit of a section's bytes and cells.
func tableUnit(p *profile.Profile) string {
	switch t := p.Whole.Table; {
	case t.Value <= 0:
		return "bytes and cells of the rows read"
	case t.Exact && exactFamilies(p):
		return "bytes and cells of the table, exact"
	case t.Exact:
		return "bytes and cells of the table, only the total of bytes exact"
	}
	return "bytes and cells of the table, estimated"
}

// exactFamilies reports whether bytes and cells of all families were counted.
func exactFamilies(p *profile.Profile) bool {
	return !slices.ContainsFunc(p.Families, func(f profile.Family) bool { return !f.ByteShare.Exact || !f.TableCells.Exact })
}

// bytesOf returns bytes of the table with their interval, or of the rows read if those of the table are unknown.
func bytesOf(p *profile.Profile, share profile.Figure, read float64) (estimate, interval string) {
	if p.Whole.Table.Value <= 0 {
		return text.Bytes(read), ""
	}
	return text.TableBytesParts(share.Of(p.Whole.Table), p.Whole.Table)
}

// cellsOf returns cells of the table with their interval, or of the rows read if those of the table are unknown.
func cellsOf(p *profile.Profile, table profile.Figure, read int64) (estimate, interval string) {
	if p.Whole.Table.Value <= 0 {
		return text.Number(float64(read)), ""
	}
	return text.TableCountParts(table)
}

// span formats the interval of a size; without one, the size.
func span(f profile.Figure) string {
	switch {
	case !f.Interval():
		return text.Bytes(f.Value)
	case math.IsInf(f.High, 1):
		return "≥ " + text.Bytes(f.Low)
	}
	return text.Range(f, text.Bytes)
}

// interval formats the interval of a share, for the column after it.
func interval(f profile.Figure) string {
	if !f.Interval() {
		return ""
	}
	return text.PlusMinus(f.Value, f.Low, f.High, text.Percent)
}

func families(b *page, p *profile.Profile, width int) {
	b.heading("Families", "", tableUnit(p))
	g := newGrid("lrrkrkrks")
	g.head("", "columns", "in rows", "", "bytes", "", "cells", "", "GC policy")
	for _, f := range p.Families {
		rule := f.GC.String()
		if f.Type != "" {
			rule += ", aggregate " + f.Type
		}
		if !f.Declared {
			rule = "▲ not in the table's description"
		}
		bytes, doubt := bytesOf(p, f.ByteShare, float64(f.Bytes)+f.KeyBytes)
		cells, cellRange := cellsOf(p, f.TableCells, f.Cells)
		g.row(text.EscapeString(f.Name), extremesRead(p, "≥ ")+text.Integer(int64(f.Columns)), text.Percent(f.RowShare.Value), interval(f.RowShare),
			bytes, doubt, cells, cellRange, text.EscapeString(rule))
	}
	b.table(g, "  ", width)
}

func columns(b *page, p *profile.Profile, width int) {
	all := p.AllColumns()
	b.heading("Columns", "", fmt.Sprintf("(%s, sorted by bytes)  %s", text.Integer(int64(len(all)))+extremesRead(p, " read"), tableUnit(p)))
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Compare(all[y].ByteShare.Value, all[x].ByteShare.Value)
	})
	wide := func(s string) string { // what there is room for beside bytes with their intervals
		if width < 100 && p.Scope != profile.All {
			return ""
		}
		return s
	}
	g := newGrid("frkrkrrrk")
	g.head("", "in rows", "", "bytes", "", "cells", "versions", wide("value p50"), "kind")
	for _, i := range order[:min(maxListed, len(order))] {
		c := all[i]
		kind, size := string(c.Guess), text.Bytes(float64(c.Values.P50))
		if i >= len(p.Columns) {
			kind, size = "no row kept has it", text.NoFigure
		}
		bytes, doubt := bytesOf(p, c.ByteShare, float64(c.Bytes)+c.KeyBytes)
		cells, _ := cellsOf(p, c.TableCells, c.Cells)
		g.row(text.EscapeString(c.Family)+":"+text.EscapeString(c.Qualifier), text.Percent(c.RowShare.Value), interval(c.RowShare),
			bytes, doubt, cells, text.Number(c.MeanVersions.Value)+" ≤"+text.Integer(int64(c.MaxVersions)),
			wide(size), kind)
	}
	b.table(g, "  ", width)
	more(b, len(order), "column")
	b.paragraph("  ", "Bytes include row keys, each split evenly over the cells of its row."+extremesRead(p, " Most versions (≤) and sizes of values are of the rows read."), width)
}

// more writes how many of n things are not listed.
func more(b *page, n int, thing string) {
	if n > maxListed {
		b.line(fmt.Sprintf("  … and %s (see --format json)", text.Count(int64(n-maxListed), "more "+thing)))
	}
}

func times(b *page, p *profile.Profile, width int) {
	if p.Cells == 0 {
		return
	}
	b.heading("Cell timestamps", "", extremesRead(p, "of the rows read"))
	t := p.Times
	g := newGrid("ll")
	for _, end := range []struct {
		name   string
		micros int64
	}{{"oldest", t.Oldest}, {"newest", t.Newest}} {
		g.row(end.name, text.Micros(end.micros)+"  "+ago(p, end.micros))
	}
	b.table(g, "  ", width)
	warn := func(n int64, what string) {
		if n > 0 {
			b.line(fmt.Sprintf("  ▲ %s %s", text.Count(n, "cell"), what))
		}
	}
	warn(t.Zero, "with timestamp zero: not set, or not a time")
	warn(t.Negative, "with a negative timestamp")
	warn(t.Future, "with a timestamp in the future")
	if t.Alike {
		b.line("  ▲ all cells have the same timestamp")
	}
}

// ago formats the age of a timestamp with its direction.
func ago(p *profile.Profile, micros int64) string {
	switch age := text.Age(p.Now, micros); {
	case micros == p.Now.UnixMicro():
		return "now"
	case strings.HasPrefix(age, "in "):
		return age
	default:
		return age + " ago"
	}
}

func largest(b *page, p *profile.Profile, width int) {
	b.heading("Largest rows", "", text.LargestOf(p))
	g := newGrid("rrl")
	for _, r := range p.LargestRows[:min(5, len(p.LargestRows))] {
		g.row(text.Bytes(float64(r.Bytes)), text.Count(int64(r.Cells), "cell"), text.Escape(r.Key))
	}
	b.table(g, "  ", width)
}

// keys writes the record kinds and their segments.
func keys(b *page, in Input) {
	p := in.Profile
	b.heading("Row keys", "", "")
	for i, k := range p.Kinds {
		template := text.Safe(k.Layout.String())
		if k.Layout.Name() == "" {
			template = kindName(in.Layouts, i) + "  " + template
		}
		b.line(fmt.Sprintf("  %s  %s of rows", template, figure(k.Share, text.Percent)))
		if k.First != nil {
			b.line(fmt.Sprintf("     %s", ansi.Truncate(text.Escape(k.First), in.Width-5, "…")))
		}
		inferred, ok := inferredKind(in, i)
		if ok {
			settleText(b, in, inferred)
		}
		segmentLines(b, p, k, inferred, in.Width)
		if inferred.RunnerUp != nil {
			b.line(fmt.Sprintf("     runner-up, +%s bits per key: %s", text.Number(inferred.Margin), text.Safe(inferred.RunnerUp.String())))
		}
	}
	if o := text.Otherwise(in.Inferred); o != "" {
		b.paragraph("  ▲ ", o, in.Width)
	}
	u := p.Unexplained
	switch {
	case len(p.Kinds) == 0:
		b.line("  No structure found. To declare one, use --layout TEMPLATE.")
	case u.Keys > 0 || p.Whole.KeysCounted && u.Share.Value > 0:
		b.line(fmt.Sprintf("  ?  %s of rows match no layout", figure(u.Share, text.Percent)))
	}
	if len(p.Kinds) == 0 || u.Keys > 0 || p.Whole.KeysCounted {
		for _, key := range u.First[:min(5, len(u.First))] {
			b.line(fmt.Sprintf("     %s", ansi.Truncate(text.Escape(key), in.Width-5, "…")))
		}
	}
}

func segmentLines(b *page, p *profile.Profile, k profile.Kind, inferred infer.Kind, width int) {
	columns, head, known := "llsrrl", []string{"segment", "type", "encoding", "distinct", "rows each", "values"}, len(inferred.Segments) > 0
	if known { // not declared
		columns, head = "lrlsrrl", slices.Insert(head, 1, "confidence")
	}
	g := newGrid(columns)
	g.head(head...)
	layout := k.Layout.Segments()
	for i, s := range k.Segments {
		kind := string(s.Type)
		if s.Unit != "" {
			kind = "time " + string(s.Unit)
		}
		if s.Reversed {
			kind += " reversed"
		}
		each := "?"
		if s.Untold == "" {
			each = figure(s.RowsPerValue, text.Number)
		}
		cells := []string{s.Name, kind, s.Encoding, text.Distinct(s), each, someValues(s, layout[i].Codec)}
		if known {
			cells = slices.Insert(cells, 1, text.Confidence(inferred.Segments[min(i, len(inferred.Segments)-1)].Confidence))
		}
		g.row(cells...)
	}
	b.table(g, "     ", width)
}

// someValues returns the smallest and largest value of a segment, or the most common ones if values have no order.
func someValues(s profile.Segment, c rowkey.Codec) string {
	if s.Ordered {
		return text.Value(c, s.Min) + " … " + text.Value(c, s.Max)
	}
	var some []string
	for _, v := range s.Top[:min(3, len(s.Top))] {
		some = append(some, text.Value(c, v.Value))
	}
	return strings.Join(some, ", ")
}

func schemaPage(in Input) *page {
	b := &page{title: "Row keys of " + text.EscapeString(in.Source)}
	head(b, in)
	keys(b, in)
	conformText(b, in)
	return b
}
