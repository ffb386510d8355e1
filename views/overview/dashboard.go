package overview

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/model/figures"
	"tabletop/views"
	"tabletop/views/widget"
)

// shownColumns is how many columns the dashboard lists at most.
const shownColumns = 12

// largestColumns are the columns with the most bytes, the largest first.
func largestColumns(pr *figures.Profile) []*figures.Column {
	all := make([]*figures.Column, len(pr.Columns))
	for i := range pr.Columns {
		all[i] = &pr.Columns[i]
	}
	slices.SortStableFunc(all, func(a, b *figures.Column) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return all[:min(len(all), shownColumns)]
}

// placed is a tile with its place on the screen.
type placed struct {
	*tile
	column     int
	x, y, w, h int
	first      int // of its lines among those of the screen
}

// isDashboard reports whether there is room for tiles, and something to put in them now or soon.
func isDashboard(d *views.Data, w, h int) bool {
	if w < dashboardWidth || h < dashboardHeight || d == nil || d.Table == nil && d.Sample == nil {
		return false
	}
	return d.Reading || d.Sample == nil || d.Sample.Rows() > 0
}

// waitingHeights are the lines that tiles keep free for what they will say.
var waitingHeights = map[string]int{"KEY": 7, "SIZE": 6, "FINDINGS": 3, "COLUMNS": 6, "WRITES": 8, "SAMPLE": 3}

// waitingLines adds the lines that a tile keeps free before the first rows are measured, so that little moves when they
// are.
func waitingLines(d *views.Data, t *tile) {
	if d.Profile != nil {
		return
	}
	for len(t.lines) < waitingHeights[t.title] {
		t.lines = append(t.lines, line{})
	}
}

// dashboard places the verdict over columns of tiles in w by h cells.
func (p *page) dashboard(d *views.Data, w, h int) []placed {
	top := p.tile("VERDICT", "", w-4-widget.Gutter, func(p *page) { p.gauges(d) })
	out := []placed{{tile: top, column: -1, w: w, h: top.height()}}
	columns, widths := p.tileColumns(d, w)
	x := 0
	for i, tiles := range columns {
		y := top.height()
		for _, t := range tiles {
			waitingLines(d, t)
		}
		for _, t := range stack(tiles, h-y) {
			t.column, t.x, t.y, t.w = i, x, y, widths[i]
			y += t.h
			out = append(out, t)
		}
		x += widths[i]
	}
	n := 0
	for i := range out {
		out[i].first = n
		out[i].cut()
		n += len(out[i].lines)
	}
	return out
}

// cut leaves the lines of a tile that it has room for. A folded one has one, made for what its title leaves of the
// width.
func (p *placed) cut() {
	shown := *p.tile
	switch {
	case p.h == 1:
		shown.lines = []line{p.fold(p.w - foldedAround - widget.Width(p.title) - widget.Width(p.key))}
	case p.h-2 >= len(p.lines):
		return
	case p.grow != nil:
		shown.lines = p.grow(p.h - 2)
	}
	shown.lines = shown.lines[:min(len(shown.lines), max(p.h-2, 1))]
	p.tile = &shown
}

// foldedAround is the number of cells around the title, the line and the key of a folded tile.
const foldedAround = 7

// stack shares h lines among tiles, the most important first: to each its least, as long as there is room, then what it
// wants, then the rest to the first that can grow, else to the last. A tile whose least has no room is folded to one
// line; none has titles without rows.
func stack(tiles []*tile, h int) []placed {
	const frame = 2
	out := make([]placed, 0, len(tiles))
	left := h
	for _, tile := range tiles {
		height := tile.least + frame
		if height > left && tile.chart {
			continue
		}
		if height > left {
			height = 1
		}
		if height > left {
			break
		}
		out = append(out, placed{tile: tile, h: height})
		left -= height
	}
	for i := range out {
		if d := min(left, out[i].height()-out[i].h); d > 0 && out[i].h > 1 {
			out[i].h += d
			left -= d
		}
	}
	for i := range out {
		if out[i].grow == nil || left <= 0 || out[i].h == 1 {
			continue
		}
		grown := *out[i].tile
		grown.lines = grown.grow(out[i].h - frame + left)
		out[i].tile = &grown
		d := max(min(left, grown.height()-out[i].h), 0)
		out[i].h += d
		left -= d
	}
	for i := len(out) - 1; i >= 0; i-- {
		if out[i].h > 1 {
			out[i].h += left
			break
		}
	}
	return out
}

// foldedTile is a tile in one line: its title and the first of what it says.
func foldedTile(st *widget.Styles, t *placed, mark string, w int) string {
	first := ""
	for _, l := range t.tile.lines {
		first = l.text
	}
	key := " " + st.Text(widget.Key, t.key) + " "
	return widget.Pad(widget.Truncate(st.Dim(mark+" ")+st.Accent(t.title)+"  "+first, w-widget.Width(key)-1),
		w-widget.Width(key)) + key
}

// drawDashboard draws the tiles with the cursor on line at.
func drawDashboard(st *widget.Styles, tiles []placed, at, w, h int) string {
	columns := map[int][]string{}
	widths := map[int]int{}
	for _, tile := range tiles {
		lines := make([]string, len(tile.lines))
		focus := at >= tile.first && at < tile.first+len(tile.lines)
		widths[tile.column] = tile.w
		if tile.h == 1 {
			mark := " "
			if focus {
				mark = "▸"
			}
			columns[tile.column] = append(columns[tile.column], foldedTile(st, &tile, mark, tile.w))
			continue
		}
		for i, l := range tile.lines {
			if tile.first+i == at {
				lines[i] = st.Line(widget.Cursor, "▸ "+l.text, tile.w-2)
			} else {
				lines[i] = "  " + l.text
			}
		}
		box := widget.Panel(st, tile.title, st.Text(widget.Key, tile.key), focus, lines, tile.w, tile.h)
		columns[tile.column] = append(columns[tile.column], strings.Split(box, "\n")...)
	}
	out := columns[-1]
	for y := 0; len(out) < h; y++ {
		var b strings.Builder
		for c := 0; c < len(columns)-1; c++ {
			if y < len(columns[c]) {
				b.WriteString(columns[c][y])
			} else {
				b.WriteString(widget.Spaces(widths[c]))
			}
		}
		out = append(out, b.String())
	}
	return widget.Block(out, w, h)
}
