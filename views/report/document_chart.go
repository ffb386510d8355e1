package report

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// docChart is a chart, drawn as SVG in HTML and in characters in Markdown. One of bars, curve and heat is set.
type docChart struct {
	title string
	about string // what the chart shows, in a sentence, for readers who cannot see it
	bars  []docBar
	curve *docCurve
	heat  *docHeat
}

// docBar is one bar; share is its length, of 1.
type docBar struct {
	label string
	value string
	share float64
}

// docCurve holds shares, of 1, at named points of an axis.
type docCurve struct {
	places []string
	series []docSeries
}

type docSeries struct {
	name   string
	values []float64 // NaN is no value
}

// docHeat holds shares of the largest value, row by row.
type docHeat struct {
	rows, cols  int
	grid        []float64
	top, bottom string // labels of the first and last row
	left, right string // labels below
}

// plain writes the chart in characters.
func (c docChart) plain() string {
	var out strings.Builder
	switch {
	case c.curve != nil:
		grid := newGrid("l" + strings.Repeat("r", len(c.curve.places)))
		grid.row(append([]string{""}, c.curve.places...)...)
		for _, docSeries := range c.curve.series {
			row := []string{docSeries.name}
			for _, v := range docSeries.values {
				if math.IsNaN(v) {
					row = append(row, "–")
				} else {
					row = append(row, brief(v))
				}
			}
			grid.row(row...)
		}
		out.WriteString(grid.text("", 160))
	case c.heat != nil:
		docHeat := c.heat
		for row := range docHeat.rows {
			line := make([]byte, docHeat.cols)
			for i := range line {
				line[i] = shade(docHeat.grid[row*docHeat.cols+i], 1)
			}
			out.WriteString("|" + string(line) + "|")
			switch row {
			case 0:
				out.WriteString(" " + docHeat.top)
			case docHeat.rows - 1:
				out.WriteString(" " + docHeat.bottom)
			}
			out.WriteByte('\n')
		}
		out.WriteString(docHeat.left + " … " + docHeat.right + "\n")
	default:
		width := 0
		for _, x := range c.bars {
			width = max(width, utf8.RuneCountInString(x.label))
		}
		for _, x := range c.bars {
			fmt.Fprintf(&out, "%s %-30s %s\n", padRunes(x.label, width),
				strings.Repeat("█", int(math.Round(30*clamp(x.share)))), x.value)
		}
	}
	return strings.ReplaceAll(out.String(), "```", "` ` `") // a fence inside would end the block
}

func clamp(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, 0), 1)
}

// svg draws the chart.
func (c docChart) svg() string {
	var out strings.Builder
	open := func(w, h int) {
		fmt.Fprintf(&out, "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n", w,
			h, w, h, html.EscapeString(c.title+". "+c.about))
	}
	switch {
	case c.curve != nil:
		open(900, 260)
		c.curve.svg(&out)
	case c.heat != nil:
		open(900, 20+c.heat.rows*chartRow+24)
		c.heat.svg(&out)
	default:
		open(900, max(1, len(c.bars))*22)
		for i, x := range c.bars {
			y := i * 22
			fmt.Fprintf(&out,
				"<text x=\"290\" y=\"%d\" text-anchor=\"end\">%s</text><rect class=\"track\" x=\"300\" y=\"%d\" "+
					"width=\"420\" height=\"16\"/><rect class=\"bar\" x=\"300\" y=\"%d\" width=\"%.1f\" "+
					"height=\"16\"/><text x=\"730\" y=\"%d\">%s</text>\n",
				y+14, html.EscapeString(cutRunes(x.label, 42)), y+2, y+2, 420*clamp(x.share), y+14,
				html.EscapeString(x.value))
		}
	}
	out.WriteString("</svg>\n")
	return out.String()
}

func (c *docCurve) svg(b *strings.Builder) {
	const left, top, width, height = 50, 10, 640, 200
	for i := range 5 {
		y := top + height*i/4
		fmt.Fprintf(b, "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/><text class=\"dim\" x=\"%d\" "+
			"y=\"%d\" text-anchor=\"end\">%d%%</text>\n", left, y, left+width, y, left-6, y+4, 100-25*i)
	}
	count := max(len(c.places)-1, 1)
	for i, p := range c.places {
		fmt.Fprintf(b, "<text class=\"dim\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", left+width*i/count,
			top+height+20, html.EscapeString(p))
	}
	ends := make([]float64, len(c.series))
	for index, docSeries := range c.series {
		var points []string
		for i, v := range docSeries.values {
			if !math.IsNaN(v) {
				points = append(points, fmt.Sprintf("%d,%.1f", left+width*i/count, top+height*(1-clamp(v))))
				ends[index] = top + height*(1-clamp(v))
			}
		}
		fmt.Fprintf(b, "<polyline class=\"line line%d\" points=%q/>", index%maxCurves, strings.Join(points, " "))
	}
	for k, y := range apart(ends, 15) {
		fmt.Fprintf(b, "<line class=\"line line%d\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/><text x=\"%d\" "+
			"y=\"%.1f\">%s</text>\n",
			k%maxCurves, left+width+8, y, left+width+28, y, left+width+34, y+4,
			html.EscapeString(cutRunes(c.series[k].name, 24)))
	}
}

// apart moves places down until adjacent ones are at least gap apart, and keeps their order.
func apart(places []float64, gap float64) []float64 {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	out := slices.Clone(places)
	for i := 1; i < len(order); i++ {
		out[order[i]] = max(out[order[i]], out[order[i-1]]+gap)
	}
	return out
}

// chartRow is the height of a row of a heat map.
const chartRow = 8

func (h *docHeat) svg(b *strings.Builder) {
	const left, width = 200, 690
	step := float64(width) / float64(max(h.cols, 1))
	fmt.Fprintf(b, "<rect class=\"track\" x=\"%d\" y=\"10\" width=\"%d\" height=\"%d\"/>\n", left, width,
		h.rows*chartRow)
	for r := range h.rows {
		for i := range h.cols {
			if v := clamp(h.grid[r*h.cols+i]); v > 0 {
				fmt.Fprintf(b,
					"<rect class=\"bar\" fill-opacity=\"%.2f\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
					0.08+0.92*math.Sqrt(v), left+float64(i)*step, 10+r*chartRow, step, chartRow)
			}
		}
	}
	y := 10 + h.rows*chartRow
	fmt.Fprintf(b, "<text class=\"dim\" x=\"%d\" y=\"20\" text-anchor=\"end\">%s</text><text class=\"dim\" x=\"%d\" "+
		"y=\"%d\" text-anchor=\"end\">%s</text>\n", left-8, html.EscapeString(cutRunes(h.top, 28)), left-8, y,
		html.EscapeString(cutRunes(h.bottom, 28)))
	fmt.Fprintf(b, "<text class=\"dim\" x=\"%d\" y=\"%d\">%s</text><text class=\"dim\" x=\"%d\" y=\"%d\" "+
		"text-anchor=\"end\">%s</text>\n", left, y+18, html.EscapeString(h.left), left+width, y+18,
		html.EscapeString(h.right))
}
