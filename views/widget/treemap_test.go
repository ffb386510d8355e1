package widget

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// TestTilesFillTheirRoom verifies that tiles cover their room once, all but the last line and the last cell of lines, and that areas are in proportion to weights.
func TestTilesFillTheirRoom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		tiles, total := make([]Tile, 1+random.IntN(15)), 0.0
		for i := range tiles {
			tiles[i].Weight = random.Float64()
			total += tiles[i].Weight
		}
		w, h := 6+random.IntN(120), 3+random.IntN(40)
		covered := make([]int, w*h)
		for i, rect := range TileRects(tiles, w, h) {
			for y := rect.Y; y < rect.Y+rect.H; y++ {
				for x := rect.X; x < rect.X+rect.W; x++ {
					covered[y*w+x]++
				}
			}
			if share := tiles[i].Weight / total; w > 80 && h > 20 && len(tiles) < 6 && rect.W > 0 &&
				math.Abs(float64(rect.W*rect.H)/float64(w*h)-share) > 0.08 {
				t.Errorf("a tile of %.2f has %dx%d of %dx%d cells", share, rect.W, rect.H, w, h)
			}
		}
		for at, n := range covered {
			if edge := at%w == w-1 || at/w == h-1; edge != (n == 0) || n > 1 {
				t.Fatalf("%d tiles in %dx%d: cell %d has %d", len(tiles), w, h, at, n)
			}
		}
	}
}

// TestTreemap verifies how tiles are drawn: edges on all sides, the selected one with a mark.
func TestTreemap(t *testing.T) {
	got := Treemap(NewStyles(Mono, colorprofile.Ascii), []Tile{{Weight: 2, Lines: []string{"alpha", "66%"}},
		{Weight: 1, Lines: []string{"a longer name", "33%"}, Selected: true}}, 22, 5)
	const want = "┌─────────────┬──────┐|│ alpha       │▸a l… │|│ 66%         │ 33%  │|│             │      │|└─────────────┴──────┘"
	var lines []string
	for _, line := range got {
		lines = append(lines, strings.TrimRight(ansi.Strip(line), " "))
	}
	if text := strings.Join(lines, "|"); text != want {
		t.Errorf("%q", text)
	}
	for _, line := range got {
		if Width(line) != 22 {
			t.Errorf("%q has %d cells", line, Width(line))
		}
	}
}
