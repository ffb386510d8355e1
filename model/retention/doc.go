// Package retention evaluates cells by garbage-collection policies: which stored cells are eligible, what another
// policy would keep, and why.
//
// A rule belongs to a column family and evaluates each column of each row by itself. Of the cells of a column, newest
// first, every rule keeps a prefix: max versions N keeps the first N, max age A those with a timestamp at or after
// now - A, a union the minimum of what its children keep, an intersection the maximum, and no rule keeps all. So one
// number per column and row is the whole result. It is the same as collecting one cell at a time in any order, because
// the cells that a rule collects are a suffix, and removing a suffix changes the rank of no cell before it.
//
// Garbage collection runs in the background, at most about a week after a cell becomes eligible. Until then the cell is
// stored, billed, and returned by reads, so a sample shows it.
//
// Bytes of a cell are family + qualifier + 8 + value (sample.CellBytes), without the row key.
package retention
