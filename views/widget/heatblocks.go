package widget

import (
	"math"
	"slices"
)

// block is how a cell of a map is drawn: a glyph in the shade front, on the shade back; levels, 0 for the terminal's
// own.
type block struct {
	glyph       string
	front, back int
}

// What a cell costs beside its colors, in about the bytes that are sent: a glyph that is no space, and a half in a
// shade that is one level from its own, or two.
const blockGlyph, oneApart, twoApart = 2, 1, 6

// brightest is the level from which on no half is drawn two levels off: bright places are few, and what one looks for.
const brightest = HeatLevels - 2

const shades = HeatLevels + 1

// newBlockLine returns a planner for a terminal on which the sequences set the colors in front.
func newBlockLine(front [shades]string, exact bool) *blockLine {
	one := float64(len(front[HeatLevels]))
	out := &blockLine{exact: exact, one: one, two: 2*one - float64(len("\x1b[m")), before: newInks(), now: newInks()}
	for shade := range out.same {
		out.same[shade] = slices.Index(front[:], front[shade])
	}
	return out
}

// blockLine chooses the blocks of a line of halves so that it takes few bytes, for each change of a color is sent to
// the terminal, which a slow connection feels: the cheapest way through the inks of all cells, an ink being a front
// and a back.
type blockLine struct {
	one, two      float64     // what a change of one color costs, and of both
	exact         bool        // each half has its own shade
	same          [shades]int // the first of the shades that a terminal with few colors shows as this one
	before, now   *inks
	ways          [][shades * shades]way // of each cell
	least         int                    // the cheapest ink of the cell before; that of each front; that of each back
	fronts, backs [shades]int
}

// inks are the inks that a cell can be drawn in, and what the cheapest way to each costs; infinite for the others, and
// for the one behind all.
type inks struct {
	costs [shades*shades + 1]float64
	list  []int
}

// noInk is an ink that no cell is drawn in.
const noInk = shades * shades

func newInks() *inks {
	out := &inks{}
	for ink := range out.costs {
		out.costs[ink] = math.Inf(1)
	}
	return out
}

// clear takes all inks away.
func (k *inks) clear() {
	for _, ink := range k.list {
		k.costs[ink] = math.Inf(1)
	}
	k.list = k.list[:0]
}

// add notes a way to an ink, and reports whether it is the cheapest so far.
func (k *inks) add(ink int, cost float64) bool {
	if cost >= k.costs[ink] {
		return false
	}
	if math.IsInf(k.costs[ink], 1) {
		k.list = append(k.list, ink)
	}
	k.costs[ink] = cost
	return true
}

// way is the ink of the cell before from which an ink is come to, and the glyph.
type way struct {
	from  int16
	glyph uint8
}

// blockGlyphs are the glyphs, by number; none, the upper half, the lower and both are in front.
var blockGlyphs = [...]string{" ", "▀", "▄", "█"}

// plan returns the blocks of a line. A cell with a mark has no ink.
func (l *blockLine) plan(upper, lower []int, marked func(col int) bool) []block {
	l.ways = slices.Grow(l.ways[:0], len(upper))[:len(upper)]
	l.before.clear()
	l.before.add(0, 0)
	for col := range upper {
		l.choose()
		l.now.clear()
		if marked(col) {
			l.now.add(0, l.before.costs[l.least])
			l.ways[col][0] = way{from: int16(l.least)}
		} else {
			l.cell(col, upper[col], lower[col])
		}
		l.before, l.now = l.now, l.before
	}
	l.choose()
	out, ink := make([]block, len(upper)), l.least
	for col := len(out) - 1; col >= 0; col-- {
		way := l.ways[col][ink]
		out[col] = block{blockGlyphs[way.glyph], ink / shades, ink % shades}
		ink = int(way.from)
	}
	return out
}

// choose finds the cheapest inks of the cell before.
func (l *blockLine) choose() {
	l.least = noInk
	for shade := range shades {
		l.fronts[shade], l.backs[shade] = noInk, noInk
	}
	costs := &l.before.costs
	for _, ink := range l.before.list {
		for _, cheapest := range [...]*int{&l.least, &l.fronts[ink/shades], &l.backs[ink%shades]} {
			if costs[ink] < costs[*cheapest] {
				*cheapest = ink
			}
		}
	}
}

// cell adds the ways to draw two halves. Nothing is drawn as nothing, which no front is.
func (l *blockLine) cell(col, upper, lower int) {
	switch {
	case upper == 0 && lower == 0:
		l.fill(col, 0, 0, 0)
		return
	case upper == 0 || lower == 0:
		half, glyph := upper, 1
		if upper == 0 {
			half, glyph = lower, 2
		}
		for shade, end := l.near(half); shade < end; shade++ {
			l.draw(col, glyph, shade, 0, apart(shade, half))
		}
		return
	}
	for shade, end := l.near(upper); shade < end; shade++ {
		for other, end := l.near(lower); other < end; other++ {
			cost := apart(shade, upper) + apart(other, lower)
			l.draw(col, 1, shade, other, cost)
			l.draw(col, 2, other, shade, cost)
			if shade == other {
				l.fill(col, 3, shade, cost)
				l.fill(col, 0, shade, cost)
			}
		}
	}
}

// fill adds the ways to draw a cell in one shade, in front or behind: the other color stays as it is.
func (l *blockLine) fill(col, glyph, shade int, cost float64) {
	costs := &l.before.costs
	enough := costs[l.least] + l.two
	for other := range shades {
		if glyph == 0 && costs[l.fronts[other]] < enough {
			l.draw(col, glyph, other, shade, cost)
		}
		if glyph == 3 && costs[l.backs[other]] < enough {
			l.draw(col, glyph, shade, other, cost)
		}
	}
}

// near returns the shades in which a half may be drawn, the end exclusive.
func (l *blockLine) near(level int) (first, end int) {
	most := 2
	switch {
	case l.exact:
		most = 0
	case level >= brightest:
		most = 1
	}
	return max(level-most, 1), min(level+most, HeatLevels) + 1
}

// apart is what it costs to draw a half in another shade.
func apart(shade, level int) float64 {
	switch shade - level {
	case 0:
		return 0
	case 1, -1:
		return oneApart
	}
	return twoApart
}

// draw adds a way to draw a cell: a glyph in an ink.
func (l *blockLine) draw(col, glyph, front, back int, cost float64) {
	ink := l.same[front]*shades + l.same[back]
	if glyph > 0 {
		cost += blockGlyph
	}
	costs := &l.before.costs
	from, sum := ink, costs[ink]
	for _, change := range [...]struct {
		from int
		cost float64
	}{{l.fronts[ink/shades], l.one}, {l.backs[ink%shades], l.one}, {l.least, l.two}} {
		if costs[change.from]+change.cost < sum {
			from, sum = change.from, costs[change.from]+change.cost
		}
	}
	if l.now.add(ink, sum+cost) {
		l.ways[col][ink] = way{int16(from), uint8(glyph)}
	}
}
