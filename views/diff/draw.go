package diff

import (
	"strings"

	compare "tabletop/model/diff"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Draw draws what is compared, and below it what differs.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	lines := s.head(w, h, st)
	s.top = len(lines)
	if room := h - len(lines) - 1; room > 0 && s.done != nil && s.done.diff != nil {
		c := s.columnsFor(w)
		titles := text.DiffRow{Before: "before", After: "after", Delta: "difference"}
		lines = append(lines, widget.Truncate(st.Dim("  "+c.line(titles, st.Dim)), w))
		s.top++
		lines = append(lines, strings.Split(s.list.DrawPane(st, w, room, !s.typing, func(i int) string { return s.line(st, c, s.items[i]) }), "\n")...)
	}
	return widget.Block(lines, w, h)
}

// columns are the widths of name (with its indent), before, after, difference and verdict; 0 leaves one out.
type columns [5]int

// columnsFor shares a width: what was before goes first, since the difference tells it.
func (s *Screen) columnsFor(w int) columns {
	c := s.widths
	const leastName = 22
	for _, drop := range []int{1, 4, 2, 3} {
		rest := w - widget.Gutter
		for _, x := range c[1:] {
			if x > 0 {
				rest -= x + 2
			}
		}
		if rest >= leastName {
			c[0] = min(rest, max(c[0], leastName)) // no wider than the longest name needs
			return c
		}
		c[drop] = 0
	}
	c[0] = max(w-widget.Gutter, 1)
	return c
}

func (c columns) line(r text.DiffRow, verdict func(string) string) string {
	out := widget.Pad(widget.Truncate(r.Name, c[0]), c[0])
	for i, x := range []string{r.Before, r.After, r.Delta} {
		if n := c[i+1]; n > 0 {
			out += "  " + widget.PadLeft(widget.Truncate(x, n), n)
		}
	}
	if c[4] > 0 {
		out += "  " + verdict(r.Word)
	}
	return out
}

// head tells what is compared, what limits it and what it came to.
func (s *Screen) head(w, h int, st *widget.Styles) []string {
	const prompt = " compare with "
	var lines []string
	if s.typing {
		lines = append(lines, st.Accent(prompt)+s.input.Draw(st, max(w-len(prompt)-1, 1), -1))
	}
	switch {
	case s.data == nil || s.data.Sample == nil:
		return append(lines, "", "  "+st.Dim("waiting for rows to compare…"))
	case s.source == "":
		return append(lines, wrapped(w, "Nothing is compared yet. Name a saved sample of this table (c), an earlier one for instance: before.tabletop. "+
			"tabletop sample SOURCE -o FILE saves one. Any other table or demo can be named as well.", st.Dim)...)
	case s.problem != nil:
		return append(lines, wrapped(w, text.EscapeString(strings.ReplaceAll(s.problem.Error(), "\n", ". ")), st.Error)...)
	case s.loading:
		return append(lines, "", "  "+st.Dim("reading "+text.EscapeString(s.source)+" …"))
	case s.data.Reading:
		return append(lines, "", "  "+st.Dim("comparing when the table has been read…"))
	case s.done == nil || s.done.diff == nil:
		return append(lines, "", "  "+st.Dim("comparing…"))
	}
	d := s.done.diff
	lines = append(lines, " "+st.Dim("before ")+side(d.Before), " "+st.Dim("after  ")+side(d.After))
	for _, r := range d.Remarks {
		if len(lines) < h/3 {
			lines = append(lines, wrapped(w, text.EscapeString(r), st.Warning)...)
		}
	}
	plain := func(x string) string { return x }
	if d.Beyond > 0 {
		plain = st.Strong
	}
	return append(lines, wrapped(w, text.DiffSummary(d), plain)...)
}

// wrapped sets a sentence in lines.
func wrapped(w int, sentence string, style func(string) string) []string {
	var out []string
	for _, l := range widget.Wrap(sentence, max(w-4, 8)) {
		if len(out) == 0 {
			out = append(out, " "+style(l))
		} else {
			out = append(out, "   "+style(l))
		}
	}
	return out
}

// side names one of the two.
func side(x *compare.Side) string {
	line := text.EscapeString(x.Name) + ", " + text.Integer(int64(x.Sample.Rows())) + " rows, " + text.Bytes(float64(x.Sample.Bytes()))
	if x.Sample.How.Complete {
		line += ", all there is"
	}
	if at := x.Sample.How.Started; !at.IsZero() {
		line += ", read " + at.UTC().Format("2006-01-02 15:04")
	}
	return line
}

func (s *Screen) line(st *widget.Styles, c columns, it item) string {
	switch {
	case it.heading != "":
		name, about, _ := strings.Cut(it.heading, "  ")
		return st.Accent(name) + "  " + st.Dim(about)
	case it.about != "":
		return "  " + st.Dim(it.about)
	}
	r := it.row
	r.Name = "  " + r.Name
	style := st.Dim
	switch r.Verdict {
	case compare.Grew, compare.New:
		style = func(x string) string { return st.Strong("▲ " + x) }
	case compare.Shrank, compare.Gone:
		style = func(x string) string { return st.Strong("▼ " + x) }
	case compare.Changed:
		style = func(x string) string { return st.Strong("≠ " + x) }
	}
	return c.line(r, style)
}
