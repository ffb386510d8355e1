package report

import (
	"cmp"
	"fmt"
	"io"
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

func statsText(w io.Writer, in Input) error {
	var b strings.Builder
	p := in.Profile
	head(&b, in)
	if p.Rows > 0 {
		sizes(&b, p, in.Width)
		families(&b, p, in.Width)
		columns(&b, p, in.Width)
		times(&b, p, in.Width)
		keys(&b, in)
		leading(&b, in)
		largest(&b, p, in.Width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// head writes what the report is about, and whether its figures are of the table or of a sample.
func head(b *strings.Builder, in Input) {
	p, how := in.Profile, in.Sample.How
	fmt.Fprintf(b, "%s\n", text.EscapeString(in.Source))
	switch {
	case p.Rows == 0 && how.Complete:
		b.WriteString("no rows\n")
	case p.Rows == 0:
		b.WriteString("no rows read\n")
	case p.Whole.Totals != nil && p.Scope != profile.All:
		t := p.Whole.Totals
		fmt.Fprintf(b, "%s, %s, %s (counted)\n", text.Count(t.Rows, "row"), text.Count(t.Cells, "cell"), text.Bytes(float64(t.Bytes)))
	case p.Scope == profile.All:
		fmt.Fprintf(b, "%s (full scan; counts are exact)\n", rowsRead(p))
	case p.Scope == profile.Head:
		fmt.Fprintf(b, "%s (first rows only)\n", rowsRead(p))
	default:
		if whole := text.WholeTable(p.Whole); whole != "" {
			paragraph(b, "", whole, in.Width)
		}
		fmt.Fprintf(b, "Read: %s (sample)\n", rowsRead(p))
	}
	if how.Redacted != "" {
		paragraph(b, "", "Redacted: "+text.EscapeString(how.Redacted)+".", in.Width)
	}
	if only := text.ReadFilters(how.Options); len(only) > 0 {
		paragraph(b, "", "Filters: "+strings.Join(only, ", ")+".", in.Width)
	}
	for _, s := range text.SampleNotes(p) {
		paragraph(b, "", s, in.Width)
	}
	if how.Precision != nil {
		paragraph(b, "", text.EscapeString(text.Precision(how.Precision))+".", in.Width)
	}
	if reason := in.partial(); reason != "" {
		paragraph(b, "▲ ", partialRead+reason, in.Width)
	} else if how.Stopped != "" {
		paragraph(b, "▲ ", "Reading stopped early: "+text.EscapeString(how.Stopped), in.Width)
	}
	if n := len(how.Unreadable); n > 0 {
		u := how.Unreadable[0]
		paragraph(b, "▲ ", fmt.Sprintf("cannot read %s, the first of them %s: %s", text.Count(int64(n), "row"), text.Escape(u.Key), text.EscapeString(u.Reason)), in.Width)
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

func title(b *strings.Builder, s string) { fmt.Fprintf(b, "\n%s\n", s) }

func sizes(b *strings.Builder, p *profile.Profile, width int) {
	title(b, "SIZES  "+ofWhat(p)+extremesRead(p, "; min and max are of the rows read"))
	g := newGrid("lrrrrrrr")
	g.row("", "mean", "min", "p50", "p90", "p95", "p99", "max")
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
		if d.N > 0 {
			g.row(line.name, f(d.Mean.Value), f(float64(d.Min)), f(d.P50.Value), f(d.P90.Value), f(d.P95.Value), f(d.P99.Value), f(float64(d.Max)))
		}
	}
	g.write(b, "  ", width)
	if r := p.RowBytes; r.Mean.Interval() || r.P50.Interval() {
		fmt.Fprintf(b, "  95%% CI of the row size: mean %s, p50 %s, p95 %s\n", span(r.Mean), span(r.P50), span(r.P95))
	}
	part := func(n int64) string { return text.Percent(float64(n) / float64(p.Bytes)) }
	paragraph(b, "  ", fmt.Sprintf("bytes%s: keys %s, values %s, the rest column names and timestamps", extremesRead(p, " of the rows read"), part(p.KeyBytes), part(p.ValueBytes)), width)
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
	case t.Exact:
		return "bytes and cells of the table, exact"
	}
	return "bytes and cells of the table, estimated"
}

// bytesOf returns bytes of the table with their interval, or of the rows read if those of the table are unknown.
func bytesOf(p *profile.Profile, share profile.Figure, read float64) (estimate, interval string) {
	if p.Whole.Table.Value <= 0 {
		return text.Bytes(read), ""
	}
	return text.TableBytesParts(share.Of(p.Whole.Table), p.Whole.Table)
}

// cellsOf returns cells of the table, or of the rows read if those of the table are unknown.
func cellsOf(p *profile.Profile, table profile.Figure, read int64) string {
	if p.Whole.Table.Value <= 0 {
		return text.Number(float64(read))
	}
	s, _ := text.TableCountParts(table)
	return s
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

func families(b *strings.Builder, p *profile.Profile, width int) {
	title(b, "FAMILIES  "+tableUnit(p))
	g := newGrid("lrrkrkrs")
	g.row("", "columns", "in rows", "", "bytes", "", "cells", "GC policy")
	for _, f := range p.Families {
		rule := f.GC.String()
		if f.Type != "" {
			rule += ", aggregate " + f.Type
		}
		if !f.Declared {
			rule = "▲ not in the table's description"
		}
		bytes, doubt := bytesOf(p, f.ByteShare, float64(f.Bytes)+f.KeyBytes)
		g.row(text.EscapeString(f.Name), text.Integer(int64(f.Columns)), text.Percent(f.RowShare.Value), interval(f.RowShare),
			bytes, doubt, cellsOf(p, f.TableCells, f.Cells), text.EscapeString(rule))
	}
	g.write(b, "  ", width)
}

func columns(b *strings.Builder, p *profile.Profile, width int) {
	title(b, fmt.Sprintf("COLUMNS  (%s, sorted by bytes)  %s", text.Integer(int64(len(p.Columns))), tableUnit(p)))
	order := make([]int, len(p.Columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Compare(p.Columns[y].ByteShare.Value, p.Columns[x].ByteShare.Value)
	})
	wide := func(s string) string { // what there is room for beside bytes with their intervals
		if width < 100 && p.Scope != profile.All {
			return ""
		}
		return s
	}
	g := newGrid("frkrkrrrk")
	g.row("", "in rows", "", "bytes", "", "cells", "versions", wide("value p50"), "kind")
	for _, i := range order[:min(maxListed, len(order))] {
		c := p.Columns[i]
		bytes, doubt := bytesOf(p, c.ByteShare, float64(c.Bytes)+c.KeyBytes)
		g.row(text.EscapeString(c.Family)+":"+text.EscapeString(c.Qualifier), text.Percent(c.RowShare.Value), interval(c.RowShare),
			bytes, doubt, cellsOf(p, c.TableCells, c.Cells), text.Number(c.MeanVersions.Value)+" ≤"+text.Integer(int64(c.MaxVersions)),
			wide(text.Bytes(float64(c.Values.P50))), string(c.Guess))
	}
	g.write(b, "  ", width)
	more(b, len(order), "column")
}

// more writes how many of n things are not listed.
func more(b *strings.Builder, n int, thing string) {
	if n > maxListed {
		fmt.Fprintf(b, "  … and %s (see --format json)\n", text.Count(int64(n-maxListed), "more "+thing))
	}
}

func times(b *strings.Builder, p *profile.Profile, width int) {
	if p.Cells == 0 {
		return
	}
	title(b, "CELL TIMESTAMPS"+extremesRead(p, "  of the rows read"))
	t := p.Times
	g := newGrid("ll")
	for _, end := range []struct {
		name   string
		micros int64
	}{{"oldest", t.Oldest}, {"newest", t.Newest}} {
		g.row(end.name, text.Micros(end.micros)+"  "+ago(p, end.micros))
	}
	g.write(b, "  ", width)
	warn := func(n int64, what string) {
		if n > 0 {
			fmt.Fprintf(b, "  ▲ %s %s\n", text.Count(n, "cell"), what)
		}
	}
	warn(t.Zero, "with timestamp zero: not set, or not a time")
	warn(t.Negative, "with a negative timestamp")
	warn(t.Future, "with a timestamp in the future")
	if t.Alike {
		b.WriteString("  ▲ all cells have the same timestamp\n")
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

func largest(b *strings.Builder, p *profile.Profile, width int) {
	title(b, "LARGEST ROWS  "+largestOf(p))
	g := newGrid("rrl")
	for _, r := range p.LargestRows[:min(5, len(p.LargestRows))] {
		g.row(text.Bytes(float64(r.Bytes)), text.Count(int64(r.Cells), "cell"), text.Escape(r.Key))
	}
	g.write(b, "  ", width)
}

// largestOf returns of which rows those listed are the largest.
func largestOf(p *profile.Profile) string {
	if t := p.Whole.Totals; p.Scope == profile.All || t != nil && len(t.LargestRows) > 0 {
		return "of all rows"
	}
	return "of the rows read"
}

// keys writes the record kinds and their segments.
func keys(b *strings.Builder, in Input) {
	p := in.Profile
	title(b, "ROW KEYS")
	for i, k := range p.Kinds {
		template := text.Safe(k.Layout.String())
		if k.Layout.Name() == "" {
			template = kindName(in.Layouts, i) + "  " + template
		}
		fmt.Fprintf(b, "  %s  %s of rows\n", template, figure(k.Share, text.Percent))
		if k.First != nil {
			fmt.Fprintf(b, "     %s\n", ansi.Truncate(text.Escape(k.First), in.Width-5, "…"))
		}
		inferred, ok := inferredKind(in, i)
		if ok {
			settleText(b, in, inferred)
		}
		segmentLines(b, p, k, inferred, in.Width)
		if inferred.RunnerUp != nil {
			fmt.Fprintf(b, "     runner-up, +%s bits per key: %s\n", text.Number(inferred.Margin), text.Safe(inferred.RunnerUp.String()))
		}
	}
	u := p.Unexplained
	switch {
	case len(p.Kinds) == 0:
		b.WriteString("  No structure found. To declare one, use --layout TEMPLATE.\n")
	case u.Keys > 0 || p.Whole.KeysCounted && u.Share.Value > 0:
		fmt.Fprintf(b, "  ?  %s of rows match no layout\n", figure(u.Share, text.Percent))
	}
	if len(p.Kinds) == 0 || u.Keys > 0 || p.Whole.KeysCounted {
		for _, key := range u.First[:min(5, len(u.First))] {
			fmt.Fprintf(b, "     %s\n", ansi.Truncate(text.Escape(key), in.Width-5, "…"))
		}
	}
}

func segmentLines(b *strings.Builder, p *profile.Profile, k profile.Kind, inferred infer.Kind, width int) {
	columns, head, known := "llsrrl", []string{"segment", "type", "encoding", "distinct", "rows each", "values"}, len(inferred.Segments) > 0
	if known { // not declared
		columns, head = "lrlsrrl", slices.Insert(head, 1, "confidence")
	}
	g := newGrid(columns)
	g.row(head...)
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
	g.write(b, "     ", width)
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

func schemaText(w io.Writer, in Input) error {
	var b strings.Builder
	head(&b, in)
	keys(&b, in)
	conformText(&b, in)
	_, err := io.WriteString(w, b.String())
	return err
}
