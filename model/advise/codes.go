package advise

import (
	"slices"

	"tabletop/model/access"
)

// pairing numbers pairs of codes.
type pairing struct {
	access.Pairs
	by []uint32 // scratch of gather
}

// codes numbers the combinations of the pieces of a set over some rows, which begin with the numbers of. Pieces of many
// values come first: once all rows differ, the others change nothing.
func (c *cube) codes(set uint32, rows []int, of []uint32) ([]uint32, int) {
	count := 1
	for _, code := range of {
		count = max(count, int(code)+1)
	}
	var columns []*access.Column
	for i := range c.space.pieces {
		if set>>i&1 == 1 {
			columns = append(columns, c.space.pieces[i].column)
		}
	}
	slices.SortFunc(columns, func(a, b *access.Column) int { return len(b.Values) - len(a.Values) })
	for i, col := range columns {
		if i > 0 && count == len(rows) {
			break
		}
		count = c.pairs.pair(of, c.pairs.gather(rows, col.Of))
	}
	return of, count
}

// watchedCodes numbers the combinations of the pieces of a set over the rows that are watched.
func (c *cube) watchedCodes(set uint32) numbering { return c.codesBy(c.watchedBy, c.watchedRows, set) }

// rowCodes numbers the combinations of the pieces of a set over the rows that are searched. Callers must not change
// them.
func (c *cube) rowCodes(set uint32) numbering { return c.codesBy(c.rowsBy, c.rowsIn, set) }

// codesBy numbers the combinations of the pieces of a set over some rows: those of a set without one of its pieces with
// the values of that piece. What is numbered is remembered.
func (c *cube) codesBy(known map[uint32]numbering, rows []int, set uint32) numbering {
	if x, ok := known[set]; ok {
		return x
	}
	last := -1 // the piece of fewest values
	for i := range c.space.pieces {
		if set>>i&1 == 1 && (last < 0 ||
			len(c.space.pieces[i].column.Values) <= len(c.space.pieces[last].column.Values)) {
			last = i
		}
	}
	numbering := numbering{make([]uint32, len(rows)), 1}
	if last >= 0 {
		rest := c.codesBy(known, rows, set&^(1<<last))
		if copy(numbering.of, rest.of); rest.n == len(numbering.of) {
			numbering.n = rest.n
		} else {
			numbering.n = c.pairs.pair(numbering.of, c.pairs.gather(rows, c.space.pieces[last].column.Of))
		}
	}
	known[set] = numbering
	return numbering
}

// numbering is codes of rows, below n.
type numbering struct {
	of []uint32
	n  int
}

// gather takes the codes of some rows. They are good until the next.
func (p *pairing) gather(rows []int, codes []uint32) []uint32 {
	p.by = slices.Grow(p.by[:0], len(rows))[:len(rows)]
	for k, row := range rows {
		p.by[k] = codes[row]
	}
	return p.by
}

// pair numbers the pairs of two codes again, in place.
func (p *pairing) pair(of, by []uint32) int {
	p.Reset(len(of))
	for index, code := range of {
		of[index] = p.Number(code, by[index])
	}
	return p.Len()
}
