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

// measures draws a table of distributions: mean, quantiles, the largest, and how they are spread. Intervals and the
// spread are left out where they would be cut.
func (p *page) measures(pr *figures.Profile, all []measure) {
	const name, bars = 7, 24
	largest := "largest seen"
	if pr.Scope == estimate.All {
		largest = "largest"
	}
	titles := []string{"mean", "p50", "p95", largest}
	cells := make([][]cell, len(all))
	for i, m := range all {
		for _, f := range []figures.Figure{m.of.Mean, m.of.P50, m.of.P95} {
			cells[i] = append(cells[i], newCell(p.st, f, m.format))
		}
		cells[i] = append(cells[i], cell{short: m.format(float64(m.of.Max))})
	}
	columns := fittingColumns(titles, cells, p.room()-name)
	p.need = len(p.lines) + 1 + 2 // the titles with two rows
	head, used := widget.Spaces(name), name
	for i, c := range columns {
		head += widget.Pad(widget.PadLeft(titles[i], c.figure), c.width())
		used += c.width()
	}
	spread := p.room() >= used+bars
	if spread {
		head += "spread"
	}
	p.add(line{text: p.st.Dim(strings.TrimRight(head, " "))})
	for row, measure := range all {
		line := measure.line
		line.text = p.st.Dim(widget.Pad(measure.name, name))
		for i, c := range columns {
			line.text += c.draw(cells[row][i])
		}
		if spread {
			line.text += p.spread(measure.of, bars)
		}
		p.add(line)
	}
}

// cell is a figure of a table with its interval, which may be empty.
type cell struct{ short, interval string }

// newCell writes a figure with what figure puts after it.
func newCell(st *widget.Styles, f figures.Figure, format func(float64) string) cell {
	short := format(f.Value)
	return cell{short, strings.TrimPrefix(figure(st, f, format), short)}
}

// column holds the widths of a column of figures: figures stand at the right, their intervals behind them.
type column struct{ figure, interval int }

// columnGap is the number of cells behind a column of figures.
const columnGap = 3

func (c column) width() int { return c.figure + c.interval + columnGap }

func (c column) draw(of cell) string {
	return widget.PadLeft(of.short, c.figure) + widget.Pad(of.interval, c.interval) + widget.Spaces(columnGap)
}

// fittingColumns returns the widths of columns that together have at most w cells: intervals are left out from the
// last column on.
func fittingColumns(titles []string, cells [][]cell, w int) []column {
	columns, sum := make([]column, len(titles)), 0
	for i, title := range titles {
		columns[i].figure = widget.Width(title)
		for _, row := range cells {
			columns[i].figure = max(columns[i].figure, widget.Width(row[i].short))
			columns[i].interval = max(columns[i].interval, widget.Width(row[i].interval))
		}
		sum += columns[i].width()
	}
	for i := len(columns) - 1; i >= 0 && sum-columnGap > w; i-- {
		sum -= columns[i].interval
		columns[i].interval = 0
	}
	return columns
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
