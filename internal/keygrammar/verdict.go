package keygrammar

import (
	"slices"

	"tabletop/model/rowkey"
)

// rightShare is the share of its keys in which a right segment starts, ends, and is typed as the truth says.
const rightShare = 0.98

// Verdict is which answers about a table are right.
type Verdict struct {
	Kinds  []KindVerdict // as the layouts of the set
	Missed int           // keys that are not foreign and that no layout reads
	Table  bool          // all kinds that read keys are right, and at most 2% of the keys are missed
}

// KindVerdict is which answers about a record kind are right.
type KindVerdict struct {
	Keys     int
	Segments map[*rowkey.Segment]bool
	Layout   bool // all segments are right, and no boundary is missing in 98% of the keys
}

// Judge compares how set reads the keys with the truth. Foreign keys do not count.
func (t *Table) Judge(set rowkey.Set) Verdict {
	verdict := Verdict{Kinds: make([]KindVerdict, len(set))}
	type count struct{ keys, right int }
	segments := make([]map[*rowkey.Segment]*count, len(set))
	whole := make([]int, len(set))
	for i, l := range set {
		segments[i] = map[*rowkey.Segment]*count{}
		for _, s := range l.Segments() {
			segments[i][s] = &count{}
		}
	}
	var spans []rowkey.Span
	keys := 0
	for _, row := range t.Rows {
		if row.Kind < 0 {
			continue
		}
		keys++
		var k int
		if spans, k = row.read(set, spans[:0]); k < 0 {
			verdict.Missed++
			continue
		}
		verdict.Kinds[k].Keys++
		if _, exact := row.boundaries(spans); exact {
			whole[k]++
		}
		for _, span := range spans {
			if span.Start == span.End {
				continue
			}
			c := segments[k][span.Segment]
			c.keys++
			if row.right(span, spans) {
				c.right++
			}
		}
	}
	verdict.Table = float64(verdict.Missed) <= (1-rightShare)*float64(keys)
	for i := range verdict.Kinds {
		kind := &verdict.Kinds[i]
		kind.Segments = map[*rowkey.Segment]bool{}
		kind.Layout = float64(whole[i]) >= rightShare*float64(kind.Keys)
		for s, c := range segments[i] {
			kind.Segments[s] = float64(c.right) >= rightShare*float64(c.keys)
			kind.Layout = kind.Layout && kind.Segments[s]
		}
		verdict.Table = verdict.Table && (kind.Layout || kind.Keys == 0)
	}
	return verdict
}

// right reports whether a span is a true segment of the key, in the whole or as one of the parts that it may have.
func (r *Row) right(span rowkey.Span, spans []rowkey.Span) bool {
	outside := true
	for _, segment := range r.Segments {
		if span.End <= segment.Start || span.Start >= segment.End {
			continue
		}
		outside = false
		if span.Start < segment.Start-max(segment.Reach, segment.Word) || span.End > segment.End {
			return false
		}
		may := func(at, end int) bool { return at == end || at < segment.Start || slices.Contains(r.Optional, at) }
		if !may(span.Start, segment.Start) || !may(span.End, segment.End) {
			return false
		}
		if credit(segment.Value, span.Segment.Codec.Type()) == 1 {
			return true
		}
		m := segment.match(spans)
		return m != nil && m.Start != span.Start && plain(span.Segment.Codec.Type())
	}
	// Literal bytes read as a constant are right too: whether they are a literal or a value cannot be told. One that is
	// not printable may be a number that distinguishes kinds, as in Constant.
	switch span.Segment.Codec.Type() {
	case rowkey.Enum, rowkey.Text:
		return outside
	case rowkey.IntBE, rowkey.Bytes, rowkey.OrderedCode:
		return outside && !printable(r.Key[span.Start])
	}
	return false
}

// plain reports whether a lesser part of a value may have a type: it has none of its own in the truth, so any type that
// claims more than letters and digits is wrong.
func plain(t rowkey.Type) bool {
	switch t {
	case rowkey.Text, rowkey.Enum, rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hex:
		return true
	}
	return false
}
