// Package retention judges cells by garbage-collection rules: which stored cells a rule has condemned already, what
// another rule would keep, and why.
//
// A rule belongs to a column family and judges each column of each row by itself. Of the cells of a column, newest
// first, every rule keeps a front: max versions N keeps the first N, max age A those with a timestamp at or after
// now - A, a union the least of what its children keep, an intersection the most, and no rule keeps all. So one number
// per column and row is the whole verdict. It is the same as collecting one cell at a time in any order, because the
// victims of each rule are a tail, and a tail's removal changes the rank of no cell before it.
//
// Collection runs in the background, at the latest about a week after a cell became eligible; until then the cell is
// stored, billed and returned by reads. That is why the waste can be seen in a sample at all.
//
// Bytes of a cell are family + qualifier + 8 + value, as everywhere (sample.CellBytes); the row key is not in them.
package retention
