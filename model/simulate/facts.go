package simulate

import (
	"bytes"
	"fmt"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
)

// facts are what is to be known of a field whatever stands around it.
type facts struct {
	counts    [unfit + 1]int64 // state -> rows; only those of one bit are used
	examples  [unfit + 1]int   // state -> a row
	varies    bool             // what it writes has several widths
	unordered int64            // neighbors in byte order whose values are in the opposite order
	low, high []byte           // such a pair
}

// factsOf looks at a field over the rows that are meant. Where these are all, it is done once.
func (x *judge) factsOf(f *field) facts {
	r := x.base.render(f)
	find := func() facts {
		out := facts{varies: r.widths()}
		x.odd(r, &out)
		r.order(f.codecOf(), f, &out)
		return out
	}
	if x.bound.all {
		return r.facts.get(find)
	}
	return find()
}

// odd counts the rows by what is odd about the field in them.
func (x *judge) odd(r *rendered, out *facts) {
	any := r.lacks
	for _, s := range r.state {
		any = any || s != 0
	}
	if !any {
		return
	}
	for row := range r.of {
		s := r.stateAt(row)
		if s == 0 || !x.bound.meant(row) {
			continue
		}
		for bit := state(1); bit <= unfit; bit <<= 1 {
			if s&bit != 0 {
				if out.counts[bit] == 0 {
					out.examples[bit] = row
				}
				out.counts[bit]++
			}
		}
	}
}

func (r *rendered) widths() bool {
	for _, text := range r.text {
		if len(text) != len(r.text[0]) {
			return true
		}
	}
	return false
}

// order checks that the bytes of numbers and times sort as their values do, or the other way round where they are reversed
// (G32).
func (r *rendered) order(c rowkey.Codec, f *field, out *facts) {
	if c == nil || f.Expr.Op == candidate.Mirror || c.Form().Order != rowkey.OrderUnknown {
		return
	}
	switch c.Type() {
	case rowkey.IntDecimal, rowkey.IntBE, rowkey.Hex, rowkey.Timestamp:
	default:
		return
	}
	type pair struct {
		v    rowkey.Value
		text []byte
	}
	var pairs []pair
	for id, text := range r.text {
		if v, err := c.Decode(text); err == nil && r.state[id] == 0 && v.Kind != rowkey.KindText {
			pairs = append(pairs, pair{v, text})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return bytes.Compare(a.text, b.text) })
	for i := 1; i < len(pairs); i++ {
		d := pairs[i].v.Compare(pairs[i-1].v)
		if c.Reversed() {
			d = -d
		}
		if d < 0 {
			out.unordered++
			out.low, out.high = pairs[i-1].text, pairs[i].text
		}
	}
}

// holding counts the values that hold a delimiter, and returns a row of one.
func (r *rendered) holding(delimiter []byte) (n int64, row int) {
	if known, ok := r.holds.Load(string(delimiter)); ok {
		h := known.(held)
		return h.n, h.row
	}
	h := held{row: -1}
	for id, text := range r.text {
		if bytes.Contains(text, delimiter) {
			h.n, h.row = h.n+1, int(r.rows[id])
		}
	}
	r.holds.Store(string(delimiter), h)
	return h.n, h.row
}

// held is how many values hold a delimiter, and a row of one.
type held struct {
	n   int64
	row int
}

// field adds findings on one field.
func (x *judge) field(f *field) {
	facts := x.factsOf(f)
	name := (&f.Expr).String()
	key := func(bit state) []byte {
		row := facts.examples[bit]
		return x.bound.appendKey(nil, x.bound.key, at{row: row, cell: x.aCell(row)})
	}
	if n := facts.counts[absent]; n > 0 {
		x.add(Finding{Kind: AbsentPart, Count: n, Example: key(absent), Text: fmt.Sprintf("%s is absent in %s: their keys have nothing in its place", name, spelling.Count(n, "row"))})
	}
	if n := facts.counts[cut]; n > 0 {
		x.add(Finding{Kind: CutValue, Count: n, Grave: true, Example: key(cut), Text: fmt.Sprintf(
			"only the first bytes of %s were sampled, in %s: read again with a larger --value-bytes", name, spelling.Count(n, "row"))})
	}
	if n := facts.counts[unfit]; n > 0 {
		form := "the form asked for"
		if c := f.codecOf(); c != nil {
			form = c.Spec()
		} else if f.Expr.Op == candidate.Pad {
			form = fmt.Sprintf("%d bytes", f.Expr.N)
		}
		x.add(Finding{Kind: UnfitValue, Count: n, Grave: true, Example: key(unfit), Text: fmt.Sprintf(
			"the value of %s does not fit %s in %s and is written unchanged", name, form, spelling.Count(n, "row"))})
	}
	if facts.unordered > 0 {
		text := fmt.Sprintf("the bytes of %s do not sort as its values do: %q comes before %q; pad them to one width", name, facts.low, facts.high)
		x.add(Finding{Kind: NumericOrder, Count: facts.unordered, Rule: "G32", Text: text})
	}
	x.versions(f)
}

// aCell is some cell of a row, for what depends on a cell; -1 when it has none.
func (x *judge) aCell(row int) int {
	from, to := x.base.Sample.Cells(row)
	if from == to {
		return -1
	}
	return from
}

// versions adds a finding for promoted columns with several versions.
func (x *judge) versions(f *field) {
	f.Expr.Walk(func(e *candidate.Expr) {
		if e.Op != candidate.Column {
			return
		}
		id := x.base.ids[e.Column]
		n := int64(0)
		for row := range x.base.Sample.Rows() {
			from, to := x.base.Sample.Cells(row)
			seen := 0
			for j := from; j < to; j++ {
				if x.base.Sample.ColumnOf(j) == id {
					seen++
				}
			}
			if seen > 1 && x.bound.meant(row) {
				n++
			}
		}
		if n > 0 {
			x.add(Finding{Kind: Versions, Count: n, Text: fmt.Sprintf(
				"%s has several versions in %s: the newest is the key part, and a new version would be a new row", e, spelling.Count(n, "row"))})
		}
	})
}

// varies reports whether what a field writes has several widths.
func (x *judge) varies(f *field) bool {
	if f.Escape == rowkey.EscapeNone && f.LengthPrefix == 0 {
		if c := f.codecOf(); c != nil && c.Width() > 0 {
			return false
		}
	}
	return f.node.perCell || x.factsOf(f).varies
}
