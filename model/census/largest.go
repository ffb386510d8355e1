package census

import (
	"bytes"
	"cmp"
	"slices"
)

// MaxLargest is how many of the largest rows and cells are kept with their keys.
const MaxLargest = 20

// LargeRow is a row and its size.
type LargeRow struct {
	Key   []byte
	Bytes int64
	Cells int64
}

// LargeCell is a cell and the size of its value.
type LargeCell struct {
	Key       []byte
	Family    []byte
	Qualifier []byte
	Micros    int64
	Bytes     int64 // of the value
}

// compareRows orders rows by size, largest first, then by key, so that which are kept does not depend on any order.
func compareRows(a, b LargeRow) int {
	return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), bytes.Compare(a.Key, b.Key))
}

// compareCells orders cells by size, largest first, then by where they are.
func compareCells(a, b LargeCell) int {
	return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), bytes.Compare(a.Key, b.Key), bytes.Compare(a.Family, b.Family),
		bytes.Compare(a.Qualifier, b.Qualifier), cmp.Compare(b.Micros, a.Micros))
}

// insert puts x into a list in order and keeps the first MaxLargest.
func insert[T any](list []T, x T, compare func(a, b T) int) []T {
	at, _ := slices.BinarySearchFunc(list, x, compare)
	if at == MaxLargest {
		return list
	}
	list = slices.Insert(list, at, x)
	return list[:min(len(list), MaxLargest)]
}

// smaller reports whether what is in the row in progress comes after the last one kept: it is smaller, or as large with
// a greater key, as in tables with similar rows.
func (t *Tally) smaller(size, last int64, key []byte) bool {
	return size < last || size == last && bytes.Compare(t.key, key) > 0
}

// largeRow keeps the row in progress if it is among the largest.
func (t *Tally) largeRow(size int64) {
	list := t.totals.LargestRows
	if n := len(list); n == MaxLargest && t.smaller(size, list[n-1].Bytes, list[n-1].Key) {
		return
	}
	t.totals.LargestRows = insert(list, LargeRow{Key: bytes.Clone(t.key), Bytes: size, Cells: int64(len(t.cells))},
		compareRows)
}

// largeCell keeps a cell of the row in progress if it is among the largest.
func (t *Tally) largeCell(c *cell) {
	list := t.totals.LargestCells
	if n := len(list); n == MaxLargest && t.smaller(c.size, list[n-1].Bytes, list[n-1].Key) {
		return
	}
	t.totals.LargestCells = insert(list, LargeCell{Key: bytes.Clone(t.key), Family: []byte(c.name.Family),
		Qualifier: []byte(c.name.Qualifier),
		Micros:    c.micros, Bytes: c.size}, compareCells)
}

// mergeLargest adds the largest rows and cells of o.
func (s *Totals) mergeLargest(o *Totals) {
	for _, r := range o.LargestRows {
		s.LargestRows = insert(s.LargestRows, r, compareRows)
	}
	for _, c := range o.LargestCells {
		s.LargestCells = insert(s.LargestCells, c, compareCells)
	}
}
