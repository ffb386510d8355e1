package diff

import (
	"cmp"
	"math"
	"slices"

	"tabletop/model/qualifier"
	"tabletop/model/sample"
)

// Column is a column of either side, or all columns of a family whose qualifiers are data of one pattern.
type Column struct {
	Family    string
	Qualifier string // raw; empty for a pattern
	Pattern   string // the template of qualifiers that are data; "any" if they have none in common
	Verdict   Verdict
	Rows      Change // share of rows that have it
	Cells     Change // of it in a row, over all rows
	Bytes     Change // of it in a row, over all rows
	Total     Change // bytes of it in the table; Undetermined if the number of rows is unknown
}

// columnID identifies matching columns of two sides.
type columnID struct{ family, qualifier, pattern string }

const anyPattern = "any"

func (d *Diff) columns(top int) {
	ids := map[columnID]int{}
	var order []columnID
	of := [2][]int{} // side -> number of its column -> id; those of the sample come first
	var patterns [2]func(sample.Column) columnID
	sides := [2]*Side{d.Before, d.After}
	for index, side := range sides {
		all := side.allColumns()
		of[index] = make([]int, len(all))
		own, other := foldColumns(side), foldColumns(sides[1-index])
		patterns[index] = func(c sample.Column) columnID {
			if p := cmp.Or(own.pattern(c), other.pattern(c), own.unread(side, c)); p != "" {
				return columnID{c.Family, "", p}
			}
			return columnID{c.Family, c.Qualifier, ""}
		}
		for i, column := range all {
			id := patterns[index](column)
			n, ok := ids[id]
			if !ok {
				n = len(order)
				ids[id] = n
				order = append(order, id)
			}
			of[index][i] = n
		}
	}
	var sums [2]columnSums
	for k, s := range sides {
		sums[k] = d.sumColumns(s, of[k], len(order))
		s.knowColumns(sums[k], ids, patterns[k])
	}
	for i, id := range order {
		d.Columns = append(d.Columns, d.column(id, &sums[0], &sums[1], i, len(order)))
	}
	if d.oneRedacted() {
		// A qualifier that only one side has can be one of the other side, redacted.
		d.Columns = slices.DeleteFunc(d.Columns, func(c Column) bool {
			return c.Pattern == "" && (c.Verdict == New || c.Verdict == Gone)
		})
	}
	for i := range d.Columns {
		d.note(Change{Verdict: d.Columns[i].Verdict})
	}
	slices.SortStableFunc(d.Columns, func(a, b Column) int {
		return cmp.Or(cmp.Compare(rank(a.Verdict), rank(b.Verdict)), cmp.Compare(math.Abs(b.Bytes.Delta.Value),
			math.Abs(a.Bytes.Delta.Value)))
	})
	listed := min(len(d.Columns), max(top, countBeyond(d.Columns)))
	d.Columns, d.MoreColumns = d.Columns[:listed], len(d.Columns)-listed
}

func countBeyond(cols []Column) int {
	n := 0
	for _, c := range cols {
		if c.Verdict.Significant() {
			n++
		}
	}
	return min(n, 1000)
}

func (d *Diff) column(id columnID, a, b *columnSums, i, of int) Column {
	column := Column{Family: id.family, Qualifier: id.qualifier, Pattern: id.pattern}
	column.Rows = d.share(a.rows, b.rows, i, of)
	column.Cells = d.mean(a.cells, b.cells, i, of)
	column.Bytes = d.mean(a.bytes, b.bytes, i, of)
	column.Total = d.inTable(a.total, b.total, i, of)
	column.Verdict = column.Bytes.Verdict
	if a.rows.none(i) || b.rows.none(i) { // of a column that was not seen, only the share has an interval
		column.Verdict = column.Rows.Verdict
	}
	if column.Verdict == Undetermined && column.Rows.Verdict.Significant() {
		column.Verdict = column.Rows.Verdict
	}
	if v := d.columnPresence(&column, a, b, i); v.Significant() {
		column.Verdict = v
	}
	return column
}

// columnSums are what rows have of columns: whether they have it, cells, bytes.
type columnSums struct {
	rows, cells, bytes *measured
	total              *measured // bytes, see basis
	seen               []int     // rows of the sample that have it
}

func (d *Diff) sumColumns(s *Side, of []int, n int) columnSums {
	each := func(base func(row int) float64, visit func(c, from, to int, add func(int, float64))) *measured {
		return d.measure(s, n, base, func(row int, add func(int, float64)) {
			from, to := s.Sample.Cells(row)
			for c := from; c < to; {
				end := s.Sample.Versions(c, to)
				visit(of[s.Sample.CellColumn(c)], c, end, add)
				c = end
			}
		})
	}
	bytes := func(id, from, to int, add func(int, float64)) {
		for j := from; j < to; j++ {
			add(id, float64(s.Sample.CellBytes(j)))
		}
	}
	out := columnSums{
		cells: each(eachRow, func(id, from, to int, add func(int, float64)) { add(id, float64(to-from)) }),
		bytes: each(eachRow, bytes), total: each(s.basis().base, bytes), seen: make([]int, n),
	}
	// Several columns of one pattern in a row are one.
	row, seen := -1, map[int]bool{}
	out.rows = d.measure(s, n, eachRow, func(i int, add func(int, float64)) {
		if row != i {
			clear(seen)
			row = i
		}
		from, to := s.Sample.Cells(i)
		for c := from; c < to; c = s.Sample.Versions(c, to) {
			if id := of[s.Sample.CellColumn(c)]; !seen[id] {
				seen[id] = true
				add(id, 1)
				out.seen[id]++
			}
		}
	})
	return out
}

// folded are the patterns of one side.
type folded struct {
	folds []qualifier.Fold
	names map[sample.Column]string
}

func foldColumns(s *Side) folded {
	f := folded{s.folds, map[sample.Column]string{}}
	for i := range s.folds {
		for _, id := range s.folds[i].Columns {
			f.names[s.Sample.Column(id)] = foldPattern(&s.folds[i])
		}
	}
	return f
}

func foldPattern(f *qualifier.Fold) string {
	if f.Layout == nil {
		return anyPattern
	}
	return f.Layout.String()
}

// unread is the pattern of a column that no row of the sample has, in a family whose qualifiers have none in common.
func (f *folded) unread(s *Side, c sample.Column) string {
	if s.hasColumn(c) {
		return ""
	}
	for i := range f.folds {
		if x := &f.folds[i]; x.Family == c.Family && x.Layout == nil {
			return anyPattern
		}
	}
	return ""
}

// pattern is the pattern that a column is of, empty when it is of none.
func (f *folded) pattern(c sample.Column) string {
	if p := f.names[c]; p != "" {
		return p
	}
	for i := range f.folds {
		if x := &f.folds[i]; x.Family == c.Family && x.Layout != nil {
			if _, err := x.Layout.Decode(nil, []byte(c.Qualifier)); err == nil && len(x.Layout.Segments()) > 1 {
				return foldPattern(x)
			}
		}
	}
	return ""
}
