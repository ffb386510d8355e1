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
		out[i].lines = out[i].lines[:min(len(out[i].lines), max(out[i].h-2, 0))]
		n += len(out[i].lines)
	}
	return out
}

// leastTile is the least height of a tile, its frame included.
const leastTile = 4

// stack shares h lines among tiles from the top: each as much as it wants while there is room, the later ones less, or
// nothing. What is left over goes to a tile that can grow, else to the last one.
func stack(tiles []*tile, h int) []placed {
	var out []placed
	left := h
	for i, tile := range tiles {
		if left < leastTile {
			break
		}
		want := min(tile.height(), left)
		if i < 2 && len(tiles) > 1 { // the first two leave room for one more
			want = min(want, max(left*3/5, leastTile))
		}
		out = append(out, placed{tile: tile, h: want})
		left -= want
	}
	if left <= 0 || len(out) == 0 {
		return out
	}
	// First to those that were cut, then to one that can grow.
	for i := range out {
		d := min(left, out[i].height()-out[i].h)
		if d > 0 {
			out[i].h += d
			left -= d
		}
	}
	for i := range out {
		if out[i].grow == nil || left <= 0 {
			continue
		}
		grown := *out[i].tile
		grown.lines = grown.grow(out[i].h - 2 + left)
		out[i].tile = &grown
		d := min(left, grown.height()-out[i].h)
		out[i].h += max(d, 0)
		left -= max(d, 0)
	}
	out[len(out)-1].h += left
	return out
}

// drawDashboard draws the tiles with the cursor on line at.
func drawDashboard(st *widget.Styles, tiles []placed, at, w, h int) string {
	columns := map[int][]string{}
	widths := map[int]int{}
	for _, tile := range tiles {
		lines := make([]string, len(tile.lines))
		focus := at >= tile.first && at < tile.first+len(tile.lines)
		for i, l := range tile.lines {
			if tile.first+i == at {
				lines[i] = st.Line(widget.Cursor, "▸ "+l.text, tile.w-2)
			} else {
				lines[i] = "  " + l.text
			}
		}
		box := widget.Panel(st, tile.title, st.Text(widget.Key, tile.key), focus, lines, tile.w, tile.h)
		columns[tile.column] = append(columns[tile.column], strings.Split(box, "\n")...)
		widths[tile.column] = tile.w
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
