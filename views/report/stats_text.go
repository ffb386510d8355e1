package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/profile"
	"tabletop/views/text"
)

// maxListed is how many columns, rows or values a text lists; JSON has all that the profile has.
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
		largest(&b, p, in.Width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// head says what the report is of, and what its figures speak for.
func head(b *strings.Builder, in Input) {
	p, how := in.Profile, in.Sample.How
	fmt.Fprintf(b, "%s\n", text.EscapeString(in.Source))
	switch {
	case p.Rows == 0 && how.Complete:
		b.WriteString("no rows\n")
	case p.Rows == 0:
		b.WriteString("no rows read\n")
	default:
		fmt.Fprintf(b, "%s rows, %s cells, %s: ", text.Whole(p.Rows), text.Whole(p.Cells), text.Bytes(float64(p.Bytes)))
		b.WriteString(map[profile.Scope]string{
			profile.All:    "all there is; counts are exact",
			profile.Head:   "the first rows only, which do not speak for the table",
			profile.Sample: "a sample; figures are " + p.Scope.Words(),
		}[p.Scope] + "\n")
	}
	if n := in.Sample.Table.Bytes(); n > 0 && p.Scope != profile.All {
		fmt.Fprintf(b, "The service counts %s in the table.\n", text.Bytes(float64(n)))
	}
	if how.Stopped != "" {
		fmt.Fprintf(b, "▲ Reading stopped early: %s\n", text.EscapeString(how.Stopped))
	}
	if n := len(how.Unreadable); n > 0 {
		u := how.Unreadable[0]
		fmt.Fprintf(b, "▲ %s could not be read, the first of them %s: %s\n", plural(int64(n), "row"), text.Escape(u.Key), text.EscapeString(u.Reason))
	}
}

func plural(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return text.Whole(n) + " " + thing + "s"
}

// figure writes a figure with its doubt, if it has any.
func figure(f profile.Figure, format func(float64) string) string {
	s := format(f.Value)
	if f.Interval() {
		s += " " + text.PlusMinus(f.Value, f.Low, f.High, format)
	}
	return s
}

func title(b *strings.Builder, s string) { fmt.Fprintf(b, "\n%s\n", s) }

func sizes(b *strings.Builder, p *profile.Profile, width int) {
	title(b, "SIZES")
	g := newGrid("lrrrrrrr")
	g.row("", "mean", "min", "p50", "p90", "p95", "p99", "max")
	for _, line := range []struct {
		name   string
		d      profile.Distribution
		format func(float64) string
	}{
		{"row", p.RowBytes, text.Bytes}, {"key", p.KeyLength, text.Bytes}, {"value", p.ValueSize, text.Bytes},
		{"cells per row", p.CellsPerRow, text.Count}, {"columns per row", p.ColumnsPerRow, text.Count},
		{"versions of a column", p.Versions, text.Count},
	} {
		d, f := line.d, line.format
		if d.N > 0 {
			g.row(line.name, f(d.Mean.Value), f(float64(d.Min)), f(d.P50.Value), f(d.P90.Value), f(d.P95.Value), f(d.P99.Value), f(float64(d.Max)))
		}
	}
	g.write(b, "  ", width)
	if doubt := p.RowBytes; doubt.Mean.Interval() {
		fmt.Fprintf(b, "  95 %% ranges of the row: mean %s, p50 %s, p95 %s\n", span(doubt.Mean), span(doubt.P50), span(doubt.P95))
	}
	part := func(n int64) string { return text.Percent(float64(n) / float64(p.Bytes)) }
	fmt.Fprintf(b, "  of all bytes: keys %s, values %s, the rest names and timestamps of cells\n", part(p.KeyBytes), part(p.ValueBytes))
}

// span writes the interval of a size.
func span(f profile.Figure) string { return text.Bytes(f.Low) + "–" + text.Bytes(f.High) }

func families(b *strings.Builder, p *profile.Profile, width int) {
	title(b, "FAMILIES")
	g := newGrid("lrrrrl")
	g.row("", "columns", "in rows", "cells", "bytes", "GC rule")
	for _, f := range p.Families {
		rule := f.GC.String()
		if f.Type != "" {
			rule += ", aggregate " + f.Type
		}
		if !f.Declared {
			rule = "▲ not in the table's description"
		}
		g.row(text.EscapeString(f.Name), text.Whole(int64(f.Columns)), figure(f.RowShare, text.Percent), text.Count(float64(f.Cells)),
			figure(f.ByteShare, text.Percent), text.EscapeString(rule))
	}
	g.write(b, "  ", width)
}

func columns(b *strings.Builder, p *profile.Profile, width int) {
	title(b, fmt.Sprintf("COLUMNS  (%s, by bytes)", text.Whole(int64(len(p.Columns)))))
	order := make([]int, len(p.Columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return int(min(max(p.Columns[y].Bytes-p.Columns[x].Bytes, -1), 1))
	})
	g := newGrid("lrrrrrl")
	g.row("", "in rows", "cells", "bytes", "versions", "value p50", "looks like")
	for _, i := range order[:min(maxListed, len(order))] {
		c := p.Columns[i]
		versions := fmt.Sprintf("%s, max %d", text.Count(c.MeanVersions), c.MaxVersions)
		if c.MaxVersions <= 1 {
			versions = "1"
		}
		g.row(text.EscapeString(c.Family)+":"+text.EscapeString(c.Qualifier), figure(c.RowShare, text.Percent), text.Count(float64(c.Cells)),
			figure(c.ByteShare, text.Percent), versions, text.Bytes(float64(c.Values.P50)), string(c.Guess))
	}
	g.write(b, "  ", width)
	more(b, len(order), "column")
}

// more says how many of n things were left out.
func more(b *strings.Builder, n int, thing string) {
	if n > maxListed {
		fmt.Fprintf(b, "  … and %s more; --format json has them\n", plural(int64(n-maxListed), thing))
	}
}

func times(b *strings.Builder, p *profile.Profile, width int) {
	if p.Cells == 0 {
		return
	}
	title(b, "CELL TIMESTAMPS")
	t := p.Times
	g := newGrid("ll")
	for _, end := range []struct {
		name   string
		micros int64
	}{{"oldest", t.Oldest}, {"newest", t.Newest}} {
		g.row(end.name, text.Micros(end.micros)+"  ("+text.Age(p.Now, end.micros)+")")
	}
	g.write(b, "  ", width)
	warn := func(n int64, what string) {
		if n > 0 {
			fmt.Fprintf(b, "  ▲ %s %s\n", plural(n, "cell"), what)
		}
	}
	warn(t.Zero, "with timestamp zero: it was not set, or it is no time")
	warn(t.Negative, "with a negative timestamp")
	warn(t.Future, "with a timestamp in the future")
	if t.Alike {
		b.WriteString("  ▲ all cells carry the same timestamp\n")
	}
}

func largest(b *strings.Builder, p *profile.Profile, width int) {
	title(b, "LARGEST ROWS READ")
	g := newGrid("rrl")
	for _, r := range p.LargestRows[:min(5, len(p.LargestRows))] {
		g.row(text.Bytes(float64(r.Bytes)), plural(int64(r.Cells), "cell"), text.Escape(r.Key))
	}
	g.write(b, "  ", width)
}

// keys writes the record kinds and their segments.
func keys(b *strings.Builder, in Input) {
	p := in.Profile
	title(b, "ROW KEYS")
	for i, k := range p.Kinds {
		fmt.Fprintf(b, "  %s  %s of rows  %s\n", kindName(in.Layouts, i), figure(k.Share, text.Percent), k.Layout)
		if k.First != nil {
			fmt.Fprintf(b, "     %s\n", ansi.Truncate(text.Escape(k.First), in.Width-5, "…"))
		}
		segments(b, k, in.Width)
		if in.Inferred != nil && i < len(in.Inferred.Kinds) && in.Inferred.Kinds[i].RunnerUp != nil {
			inferred := in.Inferred.Kinds[i]
			fmt.Fprintf(b, "     runner-up, worse by %s bits a key: %s\n", text.Count(inferred.Margin), inferred.RunnerUp)
		}
	}
	u := p.Unexplained
	switch {
	case len(p.Kinds) == 0:
		b.WriteString("  No structure was found. --layout TEMPLATE declares one.\n")
	case u.Keys > 0:
		fmt.Fprintf(b, "  ?  %s of rows fit no layout\n", figure(u.Share, text.Percent))
	}
	if len(p.Kinds) == 0 || u.Keys > 0 {
		for _, key := range u.First[:min(5, len(u.First))] {
			fmt.Fprintf(b, "     %s\n", ansi.Truncate(text.Escape(key), in.Width-5, "…"))
		}
	}
}

func segments(b *strings.Builder, k profile.Kind, width int) {
	g := newGrid("lllrl")
	g.row("segment", "type", "encoding", "distinct", "values")
	layout := k.Layout.Segments()
	for i, s := range k.Segments {
		kind := string(s.Type)
		if s.Unit != "" {
			kind += " " + string(s.Unit)
		}
		if s.Reversed {
			kind += " reversed"
		}
		values := ""
		if s.Ordered {
			values = text.Value(layout[i].Codec, s.Min) + " … " + text.Value(layout[i].Codec, s.Max)
		} else {
			for n, v := range s.Top[:min(3, len(s.Top))] {
				if n > 0 {
					values += ", "
				}
				values += text.Value(layout[i].Codec, v.Value)
			}
		}
		g.row(s.Name, kind, s.Encoding, text.Count(float64(s.Distinct)), values)
	}
	g.write(b, "     ", width)
}

func schemaText(w io.Writer, in Input) error {
	var b strings.Builder
	head(&b, in)
	keys(&b, in)
	_, err := io.WriteString(w, b.String())
	return err
}
