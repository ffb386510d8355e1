package overview

import (
	"fmt"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// figure writes a number with its uncertainty: the interval dimmed after it, nothing when it was counted.
func figure(st *widget.Styles, f figures.Figure, format func(float64) string) string {
	word := format(f.Value)
	if f.Interval() {
		doubt := text.PlusMinus(f.Value, f.Low, f.High, format)
		switch {
		case doubt == "":
			return word
		case !strings.HasPrefix(doubt, "±"):
			doubt = "(" + doubt + ")"
		}
		word += " " + st.Dim(doubt)
	}
	return word
}

// counted states how a figure came about, for the box that answers "why?".
func counted(p *figures.Profile, f figures.Figure) string {
	rows := text.Integer(p.Rows)
	switch {
	case f.IsExact():
		return "Exact: counted over all " + rows + " rows."
	case f.Interval():
		return "An estimate for the whole table from the " + rows +
			" rows read; the interval after ± holds the true figure in 95 of 100 samples."
	case p.Scope == estimate.Head:
		return "Of the first " + rows +
			" rows of the table only: it says nothing about the others, so no interval is given."
	}
	return fmt.Sprintf("Of the %s rows read; whether they are representative of the table is not known.", rows)
}

// measure is a line of the table of sizes.
type measure struct {
	line
	name   string
	of     figures.Distribution
	format func(float64) string
}

// measures draws a table of distributions: mean, quantiles, the largest seen, and how they are spread.
func (p *page) measures(all []measure) {
	const name, plain, doubt, bars = 7, 10, 18, 24
	widths := []int{plain, 0, plain, plain}
	switch room := p.room() - name; {
	case room >= 3*doubt+plain+bars:
		widths = []int{doubt, doubt, doubt, plain, bars}
	case room >= 3*doubt+plain:
		widths = []int{doubt, doubt, doubt, plain}
	case room >= doubt+3*plain:
		widths = []int{doubt, plain, plain, plain}
	case room >= 4*plain:
		widths = []int{plain, plain, plain, plain}
	}
	row := func(cells ...string) string {
		s := ""
		for i, w := range widths {
			if w > 0 {
				s += widget.Pad(cells[i], w)
			}
		}
		return s
	}
	p.need = len(p.lines) + 1 + 2 // the titles with two rows
	p.add(line{text: widget.Spaces(name) + p.st.Dim(row("mean", "p50", "p95", "max seen", "spread"))})
	for _, measure := range all {
		cell := func(i int, f figures.Figure) string {
			if i < len(widths) && widths[i] == doubt {
				return figure(p.st, f, measure.format)
			}
			return measure.format(f.Value)
		}
		l := measure.line
		l.text = p.st.Dim(widget.Pad(measure.name, name)) + row(cell(0, measure.of.Mean), cell(1, measure.of.P50),
			cell(2, measure.of.P95), measure.format(float64(measure.of.Max)), p.spread(measure.of, bars))
		p.add(l)
	}
}

// spread draws a distribution as a line of bars from the smallest to the largest, where it has any width.
func (p *page) spread(d figures.Distribution, w int) string {
	if len(d.Bins) < 2 {
		return p.st.Dim("all the same")
	}
	return sparkline(p.st, d, w)
}

// sparkline draws the bins of a distribution in at most w cells.
func sparkline(st *widget.Styles, d figures.Distribution, w int) string {
	values := make([]float64, len(d.Bins))
	for i, b := range d.Bins {
		values[i] = b.Count
	}
	return st.Text(widget.Bar, widget.Sparkline(widget.Rebin(values, w)))
}
