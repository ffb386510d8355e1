package space

import (
	"slices"
	"strings"

	"tabletop/views/text"
	"tabletop/views/widget"
)

// mostTiles is how many nodes of a level have a tile of their own, and leastTile the share of all that one needs.
const mostTiles, leastTile = 14, 0.01

// The size of the list from which on a map stands beside it, and the tenths of the width that it takes.
const mapWidth, mapHeight, mapPart = 130, 10, 4

// tiles are the largest nodes of a level, the largest first, and what share all others have together.
type tiles struct {
	nodes  []int
	areas  []float64 // of each, and of all others: their shares when the level was sorted
	rest   float64
	others int
}

// newTiles finds them in one pass: a level may have a million nodes.
func newTiles(l *level) tiles {
	var out tiles
	total := 0.0
	share := func(node int) float64 { return measure(l, &l.Nodes[node]).Value }
	for node := range l.Nodes {
		own := share(node)
		total += own
		if n := len(out.nodes); n == mostTiles && own <= share(out.nodes[n-1]) {
			continue
		}
		at, _ := slices.BinarySearchFunc(out.nodes, own, func(node int, own float64) int {
			if share(node) >= own {
				return -1
			}
			return 1
		})
		out.nodes = slices.Insert(out.nodes, at, node)
		out.nodes = out.nodes[:min(len(out.nodes), mostTiles)]
	}
	for len(out.nodes) > 1 && share(out.nodes[len(out.nodes)-1]) < leastTile*total {
		out.nodes = out.nodes[:len(out.nodes)-1]
	}
	out.sum(l)
	for _, node := range out.nodes {
		out.areas = append(out.areas, share(node))
	}
	out.areas = append(out.areas, out.rest)
	return out
}

// sum adds up the nodes that have no tile.
func (t *tiles) sum(l *level) {
	t.rest, t.others = 0, len(l.Nodes)-len(t.nodes)
	for i := range l.Nodes {
		t.rest += measure(l, &l.Nodes[i]).Value
	}
	for _, node := range t.nodes {
		t.rest -= measure(l, &l.Nodes[node]).Value
	}
	t.rest = max(t.rest, 0)
}

// hasMap reports whether a map stands beside a list of w by h cells.
func (s *Screen) hasMap(w, h int) bool {
	return w >= mapWidth && h >= mapHeight && len(s.level.Nodes) > 1
}

// drawMap draws the largest nodes as tiles, that under the cursor marked: an area is what the list is sorted by.
func (s *Screen) drawMap(st *widget.Styles, w, h int) []string {
	level, selected := s.level, false
	var all []widget.Tile
	areas := level.largest.areas
	for i, at := range level.largest.nodes {
		all = append(all, widget.Tile{Weight: areas[i], Selected: at == s.table.Cursor()})
		selected = selected || at == s.table.Cursor()
	}
	if areas[len(areas)-1] > 0 {
		all = append(all, widget.Tile{Weight: areas[len(areas)-1], Token: widget.Dim, Selected: !selected})
	}
	s.mapped = widget.TileRects(all, w, h)
	for i, rect := range s.mapped {
		if i < len(level.largest.nodes) {
			all[i].Lines = tileLines(level, level.largest.nodes[i], rect.W-3)
			continue
		}
		all[i].Lines = []string{text.Count(level.largest.others, "other"), text.Percent(level.largest.rest)}
	}
	return widget.Treemap(st, all, w, h)
}

// tileLines are the name of a node and its figures, as far as they fit whole into w cells.
func tileLines(l *level, at, w int) []string {
	node := &l.Nodes[at]
	lines, share := []string{label(l, at)}, text.Percent(measure(l, node).Value)
	if both := strings.TrimLeft(nodeBytes(l, node)+"  "+share, " "); len(both) <= w {
		share = both
	}
	if len(share) <= w {
		lines = append(lines, share)
	}
	if words := "garbage " + text.Percent(node.Garbage.Value); node.Garbage.IsKnown() && len(words) <= w {
		lines = append(lines, words)
	}
	return lines
}

// nodeAt is the node whose tile has a cell of the screen; negative where there is none.
func (s *Screen) nodeAt(x, y int) int {
	for i, rect := range s.mapped[:min(len(s.mapped), len(s.level.largest.nodes))] {
		if rect.Has(x-s.mapAt, y-headLines) {
			return s.level.largest.nodes[i]
		}
	}
	return -1
}
