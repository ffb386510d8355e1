package widget

import "strings"

// Tile is a part of a Treemap.
type Tile struct {
	Weight   float64  // its area is in proportion to this; not negative
	Lines    []string // what stands in it as far as there is room, without styles
	Token    Token    // of its text
	Selected bool     // it has a mark
}

// TileRect is where a tile stands, in cells, its left and upper edge included; the other two are of its neighbors, or
// of the map.
type TileRect struct{ X, Y, W, H int }

// Has reports whether a cell is within the tile.
func (r TileRect) Has(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// least sizes of a tile: an edge, and a letter or two.
const leastTileWidth, leastTileHeight = 5, 2

// TileRects divides w by h cells, of which the last of each line and the last line are the edge of the map, among tiles
// by their weights, the first at the top left; a tile that has no room has no width. Each half of a list goes to one
// side of the longer edge, cells being twice as high as wide.
func TileRects(tiles []Tile, w, h int) []TileRect {
	out := make([]TileRect, len(tiles))
	divideTiles(tiles, out, TileRect{0, 0, w - 1, h - 1})
	return out
}

func divideTiles(tiles []Tile, out []TileRect, room TileRect) {
	if len(tiles) == 0 || room.W < leastTileWidth || room.H < leastTileHeight {
		return
	}
	if len(tiles) == 1 {
		out[0] = room
		return
	}
	total := 0.0
	for i := range tiles {
		total += tiles[i].Weight
	}
	cut, before := 0, 0.0
	for cut < len(tiles)-1 && (cut == 0 || before+tiles[cut].Weight/2 < total/2) {
		before += tiles[cut].Weight
		cut++
	}
	share := 0.5
	if total > 0 {
		share = before / total
	}
	first, second := room, room
	if room.W >= 2*room.H {
		first.W = fitTile(share, room.W, leastTileWidth)
		second.X, second.W = room.X+first.W, room.W-first.W
	} else {
		first.H = fitTile(share, room.H, leastTileHeight)
		second.Y, second.H = room.Y+first.H, room.H-first.H
	}
	divideTiles(tiles[:cut], out[:cut], first)
	divideTiles(tiles[cut:], out[cut:], second)
}

// fitTile is a share of cells, such that both parts have the least, or the first all.
func fitTile(share float64, cells, least int) int {
	if cells < 2*least {
		return cells
	}
	return max(least, min(int(share*float64(cells)+0.5), cells-least))
}

// The directions in which a cell of an edge goes on.
const (
	edgeUp = 1 << iota
	edgeDown
	edgeLeft
	edgeRight
)

// edgeRunes are the cells of edges by the directions in which they go on.
const edgeRunes = "   │ ┘┐┤ └┌├─┴┬┼"

// Treemap draws tiles in exactly h lines of w cells: each has an edge on all sides, which neighbors share.
func Treemap(st *Styles, tiles []Tile, w, h int) []string {
	lines := make([][]string, h) // cells
	edges := make([][]uint8, h)
	for at := range lines {
		lines[at] = strings.Split(strings.Repeat(" ", w), "")
		edges[at] = make([]uint8, w)
	}
	rects := TileRects(tiles, w, h)
	for i, rect := range rects {
		if rect.W > 0 {
			rect.edges(edges)
			tiles[i].write(st, lines, rect)
		}
	}
	runes := []rune(edgeRunes)
	out := make([]string, h)
	for y := range lines {
		for x, edge := range edges[y] {
			if edge != 0 {
				lines[y][x] = st.Dim(string(runes[edge]))
			}
		}
		out[y] = strings.Join(lines[y], "")
	}
	return out
}

// edges notes in which directions the edges of a tile go on, cell by cell.
func (r TileRect) edges(cells [][]uint8) {
	right, bottom := r.X+r.W, r.Y+r.H
	for col := r.X; col <= right; col++ {
		ways := goesOn(col, r.X, right, edgeLeft, edgeRight)
		cells[r.Y][col] |= ways
		cells[bottom][col] |= ways
	}
	for row := r.Y; row <= bottom; row++ {
		ways := goesOn(row, r.Y, bottom, edgeUp, edgeDown)
		cells[row][r.X] |= ways
		cells[row][right] |= ways
	}
}

// goesOn returns the directions in which an edge goes on at a cell between its ends.
func goesOn(at, first, last int, back, ahead uint8) (ways uint8) {
	if at > first {
		ways |= back
	}
	if at < last {
		ways |= ahead
	}
	return ways
}

// write writes the lines of a tile into its cells.
func (t *Tile) write(st *Styles, lines [][]string, rect TileRect) {
	for at, words := range t.Lines[:min(len(t.Lines), rect.H-1)] {
		mark := " "
		if at == 0 && t.Selected {
			mark = "▸"
		}
		words = Pad(mark+Truncate(words, rect.W-3), rect.W-1)
		token := t.Token
		if t.Selected {
			token = Strong
		}
		line := lines[rect.Y+1+at]
		line[rect.X+1] = st.Text(token, words)
		for x := rect.X + 2; x < rect.X+rect.W; x++ {
			line[x] = ""
		}
	}
}
