package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tabletop/model/figures"
	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
)

// Segment is a key segment of both sides whose values group rows.
type Segment struct {
	Name     string // of the segment, or "first 4 bytes"
	Distinct [2]int // values seen, or counted exactly over all rows
	Values   []Value
	More     int // values that differ significantly and are not listed
	Same     int // values that do not
}

// Value is one value of a segment. It is a key prefix if the segment is the first.
type Value struct {
	Raw     []byte
	Value   rowkey.Value
	Verdict Verdict
	Rows    Change // share of rows
	Bytes   Change // share of bytes
	Total   Change // rows in the table; Undetermined if their number is unknown
}

// fewestRows is the minimum mean number of rows per value for values that are not ids.
const fewestRows = 3

func (d *Diff) segments(top int) {
	if d.oneRedacted() {
		return // replaced values cannot be compared
	}
	seen := map[string]bool{}
	for _, layout := range d.After.Layouts {
		for _, segment := range layout.Segments() {
			if seen[segment.Name] || segment.Codec.Type() == rowkey.Timestamp ||
				!hasSegment(d.Before.Layouts, segment) {
				continue
			}
			seen[segment.Name] = true
			by := keyspace.By{Segment: segment.Name}
			a, b := d.Before.keys.Groups(by), d.After.keys.Groups(by)
			if a == nil || b == nil {
				continue
			}
			d.segment(segment.Name, newGrouping(a), newGrouping(b), top)
		}
	}
	if len(d.Segments) == 0 && len(d.Before.Layouts)+len(d.After.Layouts) == 0 {
		d.prefixes(top)
	}
}

func hasSegment(set rowkey.Set, s *rowkey.Segment) bool {
	for _, l := range set {
		if x := l.Segment(s.Name); x != nil {
			return x.Codec.Type() == s.Codec.Type() || x.Codec.Type() != rowkey.Timestamp
		}
	}
	return false
}

// grouping assigns values to rows.
type grouping struct {
	of     func(row int) (int, bool)
	raw    [][]byte
	values []rowkey.Value
}

// gathers reports whether values have several rows each. Only rows with a value count, so that ids of a rare record
// kind are recognized as ids.
func (g grouping) gathers(rows int) bool {
	with := 0
	for row := range rows {
		if _, ok := g.of(row); ok {
			with++
		}
	}
	return with > 0 && len(g.raw)*fewestRows <= with
}

func newGrouping(g *keyspace.Groups) grouping {
	out := grouping{of: func(row int) (int, bool) { return int(g.Of[row]), g.Of[row] != keyspace.None }}
	for _, v := range g.Values {
		out.raw, out.values = append(out.raw, v.Raw), append(out.values, v.Of)
	}
	return out
}

// prefixes compares keys without structure by their first bytes, as many as make several groups.
func (d *Diff) prefixes(top int) {
	for n := 1; n <= 16; n++ {
		a, b := byPrefix(d.Before, n), byPrefix(d.After, n)
		if many := len(a.raw) + len(b.raw); many > 8 || n == 16 {
			d.segment(fmt.Sprintf("first %d bytes", n), a, b, top)
			return
		}
	}
}

func byPrefix(s *Side, n int) grouping {
	ids, of := map[string]int{}, make([]int, s.Sample.Rows())
	var g grouping
	for i := range of {
		key := s.Sample.Key(i)
		key = key[:min(n, len(key))]
		id, ok := ids[string(key)]
		if !ok {
			id = len(ids)
			ids[string(key)] = id
			g.raw, g.values = append(g.raw, key), append(g.values, rowkey.Value{Kind: rowkey.KindText, Bytes: key})
		}
		of[i] = id
	}
	g.of = func(row int) (int, bool) { return of[row], true }
	return g
}

// segment compares the values of one segment.
func (d *Diff) segment(name string, a, b grouping, top int) {
	if !a.gathers(d.Before.Sample.Rows()) && !b.gathers(d.After.Sample.Rows()) {
		return
	}
	ids := map[string]int{}
	var all []Value
	match := func(g grouping) []int {
		to := make([]int, len(g.raw))
		for i, raw := range g.raw {
			n, ok := ids[string(raw)]
			if !ok {
				n = len(all)
				ids[string(raw)] = n
				all = append(all, Value{Raw: raw, Value: g.values[i]})
			}
			to[i] = n
		}
		return to
	}
	toA, toB := match(a), match(b)
	exactA, exactB := d.Before.exactValues(name), d.After.exactValues(name)
	list := func(s *Side, answer *figures.Answer) {
		for _, raw := range names(answer) {
			if _, ok := ids[string(raw)]; !ok {
				ids[string(raw)] = len(all)
				all = append(all, Value{Raw: raw, Value: s.decodeValue(name, raw)})
			}
		}
	}
	list(d.Before, exactA)
	list(d.After, exactB)
	valueSums, sums := d.valueSums(d.Before, a, toA, len(all)), d.valueSums(d.After, b, toB, len(all))
	d.Before.knowValues(valueSums, exactA, ids)
	d.After.knowValues(sums, exactB, ids)
	seg := Segment{Name: name, Distinct: [2]int{distinct(exactA, len(a.raw)), distinct(exactB, len(b.raw))}}
	for i := range all {
		value := &all[i]
		value.Rows = d.share(valueSums.rows, sums.rows, i, len(all))
		value.Bytes = d.share(valueSums.bytes, sums.bytes, i, len(all))
		value.Total = d.inTable(valueSums.total, sums.total, i, len(all))
		if value.Verdict = value.Rows.Verdict; value.Total.Verdict != Undetermined {
			value.Verdict = value.Total.Verdict
		}
		if d.note(Change{Verdict: value.Verdict}); !value.Verdict.Significant() {
			seg.Same++
		}
	}
	slices.SortStableFunc(all, func(a, b Value) int {
		return cmp.Or(cmp.Compare(rank(a.Verdict), rank(b.Verdict)), cmp.Compare(math.Abs(b.Rows.Delta.Value),
			math.Abs(a.Rows.Delta.Value)), cmp.Compare(string(a.Raw), string(b.Raw)))
	})
	beyond := len(all) - seg.Same
	seg.Values = all[:min(beyond, top)]
	seg.More = beyond - len(seg.Values)
	d.Segments = append(d.Segments, seg)
}

// valueSums holds the shares of values in the rows and in the bytes, and their rows in the table; see basis.
type valueSums struct{ rows, bytes, total *measured }

func (d *Diff) valueSums(s *Side, g grouping, to []int, n int) valueSums {
	count := func(base func(row int) float64, size func(row int) float64) *measured {
		return d.measure(s, n, base, func(row int, add func(int, float64)) {
			if k, ok := g.of(row); ok {
				add(to[k], size(row))
			}
		})
	}
	size := func(row int) float64 { return float64(s.keys.Bytes[row]) }
	return valueSums{count(eachRow, eachRow), count(size, size), count(s.basis().base, eachRow)}
}
