package advise

import (
	"slices"

	"tabletop/model/access"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/workload"
)

// longestName is how many bytes a value may have to name a column: names are short (G64), though 16 KB are possible
// (G17).
const longestName = 64

// mostNaming is how many columns are tried as names, and mostTried how many are looked at.
const mostNaming, mostTried = 2, 12

// names finds columns whose values can name the other columns of their row, as the id of a friend does (G17): every row
// has one version of it, whole and short, and values recur in other rows. What tells rows apart that go together must
// not be lost, so there must be a number or an id in the key that no query filters on, which they can do without.
func (s *space) names(w *workload.Workload) {
	for _, i := range s.today.order {
		if s.surrogate(i, w) {
			s.surrogates |= 1 << i
		}
	}
	if s.surrogates == 0 || s.tail != "" {
		return
	}
	columns := s.facts.Sample.Columns()
	for id := range min(len(columns), mostTried) {
		name := columns[id].Family + ":" + columns[id].Qualifier
		at := slices.IndexFunc(s.pieces, func(p piece) bool { return p.name == name })
		if len(s.naming) == mostNaming || at < 0 && len(s.pieces) == mostPieces || !s.canName(sample.ColumnID(id)) ||
			s.facts.EnsureColumn(name) != nil {
			continue
		}
		col := s.facts.Column(name)
		if fractions(col) || len(col.Values) > len(col.Of)*9/10 {
			continue
		}
		if at < 0 {
			at = len(s.pieces)
			s.pieces = append(s.pieces, piece{name: name, column: col, promoted: true, outside: true,
				width: meanWidth(col, s.in),
				forms: []form{{text: "{" + columnCall(name) + "}"}}})
			s.today.forms = append(s.today.forms, 0)
		}
		s.naming = append(s.naming, at)
	}
}

// surrogate reports whether a piece is a number or an id that only tells rows apart: no query filters on it, and it is
// no time.
func (s *space) surrogate(i int, w *workload.Workload) bool {
	x := &s.pieces[i]
	if x.codec == nil || x.unit != "" || x.behind != "" ||
		slices.ContainsFunc(w.Queries, func(q *workload.Query) bool { return slices.Contains(q.Segments(), x.name) }) {
		return false
	}
	return x.codec.Type().IsInteger() || x.codec.Type() == rowkey.Hash || x.codec.Type() == rowkey.UUID
}

// canName reports whether every row has one version of a column, whole and short.
func (s *space) canName(id sample.ColumnID) bool {
	for row, in := range s.in {
		if !in {
			continue
		}
		count := 0
		from, to := s.facts.Sample.Cells(row)
		for i := from; i < to; i++ {
			if c := s.facts.Sample.Cell(i); c.Column == id {
				if count++; c.Size == 0 || c.Size > longestName || c.Size != len(c.Value) {
					return false
				}
			}
		}
		if count != 1 {
			return false
		}
	}
	return true
}

// fractions reports whether some value is a number with a fraction, which names nothing.
func fractions(c *access.Column) bool {
	return slices.ContainsFunc(c.Values, func(v segments.Value) bool {
		return len(v.Raw) > 0 && slices.Contains(v.Raw, '.') &&
			!slices.ContainsFunc(v.Raw, func(b byte) bool { return (b < '0' || b > '9') && b != '.' && b != '-' })
	})
}

// demotable finds a segment that no query filters on and that a column of every row repeats, or that is a digest of
// another segment: the key can do without it, if keys stay different.
func (s *space) demotable(w *workload.Workload) {
	for _, index := range s.today.order {
		piece := &s.pieces[index]
		if piece.behind != "" || piece.glue != "" || piece.unit != "" || slices.Contains(s.last, index) ||
			len(s.today.order) < 2 || s.today.salt > 0 && s.today.salted == index ||
			slices.ContainsFunc(w.Queries,
				func(q *workload.Query) bool { return slices.Contains(q.Segments(), piece.name) }) {
			continue
		}
		if slices.ContainsFunc(s.facts.Digests, func(d access.Digest) bool { return d.Name == piece.name }) {
			piece.computed = true
			s.optional = append(s.optional, index)
			return // one: each doubles the orders
		}
		columns := s.facts.Sample.Columns()
		for id := range min(len(columns), mostTried) {
			if s.repeats(piece, sample.ColumnID(id)) {
				piece.copy = columns[id].Family + ":" + columns[id].Qualifier
				s.optional = append(s.optional, index)
				return
			}
		}
	}
}

// repeats reports whether a column has the value of a piece in every row.
func (s *space) repeats(x *piece, id sample.ColumnID) bool {
	for row, in := range s.in {
		if !in {
			continue
		}
		cell, code := s.facts.Sample.Newest(row, id), x.column.Of[row]
		if cell < 0 || code == access.None {
			return false
		}
		v := x.column.Values[code]
		if text := string(s.facts.Sample.Cell(cell).Value); text != string(v.Raw) && text != v.Of.String() {
			return false
		}
	}
	return true
}

// sheddable is the bytes that the cells of a column take in a row on average, if they can go when the key has their
// value: it has one version in each row, and never is all of it; else 0.
func (s *space) sheddable(name string) float64 {
	columns := s.facts.Sample.Columns()
	id := slices.IndexFunc(columns, func(c sample.Column) bool { return c.Family+":"+c.Qualifier == name })
	bytes, rows := 0.0, 0.0
	for row, in := range s.in {
		if !in {
			continue
		}
		rows++
		from, to := s.facts.Sample.Cells(row)
		own := 0
		for i := from; i < to; i++ {
			if c := s.facts.Sample.Cell(i); int(c.Column) == id {
				own++
				if c.Size != len(c.Value) {
					return 0
				}
				bytes += float64(sample.CellBytes(len(columns[id].Family), len(columns[id].Qualifier), c.Size))
			}
		}
		if own > 1 || own == to-from {
			return 0
		}
	}
	return bytes / max(rows, 1)
}
