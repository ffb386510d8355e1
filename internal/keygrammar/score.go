package keygrammar

import (
	"slices"

	"tabletop/model/rowkey"
)

// Score is how well layouts explain the keys of a table: means over its keys, 0..1.
type Score struct {
	F1    float64 // of boundaries inside the keys
	Exact float64 // share of keys with all boundaries right
	Type  float64 // mean credit of the types of true segments
}

// Headline is the mean of the three.
func (s Score) Headline() float64 { return (s.F1 + s.Exact + s.Type) / 3 }

// credit returns what a type other than the true one is worth: half for a sibling that a reader could take for the
// same, a quarter for an answer that is right but vaguer. Text of few values is an enum.
func credit(v Value, got rowkey.Type) float64 {
	if got == v.Type || slices.Contains(v.Accept, got) || got == rowkey.Enum && slices.Contains(v.Accept, rowkey.Text) {
		return 1
	}
	is := func(types ...rowkey.Type) bool { return slices.Contains(types, got) }
	switch v.Type {
	case rowkey.Text, rowkey.Enum:
		return when(is(rowkey.Text, rowkey.Enum), 1)
	case rowkey.IntDecimal, rowkey.IntPadded:
		return when(is(rowkey.IntDecimal, rowkey.IntPadded), 0.5)
	case rowkey.Hex, rowkey.ULID:
		return max(when(is(rowkey.Hash), 0.5), when(is(rowkey.Text), 0.25))
	case rowkey.Hash:
		return max(when(is(rowkey.Hex, rowkey.Bytes), 0.5), when(is(rowkey.UUID, rowkey.Text), 0.25))
	case rowkey.UUID:
		return max(when(is(rowkey.Hex, rowkey.Hash, rowkey.Bytes), 0.5), when(is(rowkey.Text), 0.25))
	case rowkey.Timestamp:
		return when(is(rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.Hex, rowkey.Text, rowkey.OrderedCode),
			0.25)
	case rowkey.Salt:
		return when(is(rowkey.IntPadded, rowkey.IntDecimal, rowkey.IntBE, rowkey.Hex, rowkey.Hash, rowkey.Enum), 0.5)
	case rowkey.Domain:
		return max(when(is(rowkey.URL), 0.5), when(is(rowkey.Text, rowkey.Enum), 0.25))
	case rowkey.Email, rowkey.IP:
		return when(is(rowkey.Text, rowkey.Enum), 0.25)
	case rowkey.Geohash:
		return max(when(is(rowkey.Hex), 0.5), when(is(rowkey.Text), 0.25))
	case rowkey.IntBE:
		return max(when(is(rowkey.OrderedCode), 0.5), when(is(rowkey.Bytes), 0.25))
	case rowkey.Bytes:
		return when(is(rowkey.Hash), 0.5)
	case rowkey.OrderedCode:
		return max(when(is(rowkey.IntBE), 0.5), when(is(rowkey.Bytes), 0.25))
	case rowkey.URL, rowkey.JSON:
		return when(is(rowkey.Text), 0.25)
	}
	return 0
}

func when(yes bool, worth float64) float64 {
	if yes {
		return worth
	}
	return 0
}

// Score compares how set reads the keys with the truth. Foreign keys count neither for nor against.
func (t *Table) Score(set rowkey.Set) Score {
	var sum Score
	var spans []rowkey.Span
	keys, segments := 0, 0
	for _, row := range t.Rows {
		if row.Kind < 0 {
			continue
		}
		keys++
		spans, kind := row.read(set, spans[:0])
		f1, exact := row.boundaries(spans)
		if kind < 0 {
			f1, exact = 0, false
		}
		sum.F1 += f1
		sum.Exact += when(exact, 1)
		for _, s := range row.Segments {
			segments++
			if m := s.match(spans); m != nil {
				sum.Type += credit(s.Value, m.Segment.Codec.Type())
			}
		}
	}
	n := float64(max(keys, 1))
	return Score{sum.F1 / n, sum.Exact / n, sum.Type / float64(max(segments, 1))}
}

// read decodes the key. A constant that a codec reads before its value, 0x before an id, is left out of the span where
// the truth has a literal there: both say the same.
func (r *Row) read(set rowkey.Set, spans []rowkey.Span) ([]rowkey.Span, int) {
	spans, kind := set.Decode(spans, r.Key)
	for index := range spans {
		from := spans[index].Start
		at := from + len(spans[index].Segment.Codec.Form().Prefix)
		begins, overlaps := false, false
		for _, s := range r.Segments {
			begins = begins || s.Start == at
			overlaps = overlaps || s.Start < at && s.End > from
		}
		if begins && !overlaps {
			spans[index].Start = at
		}
	}
	return spans, kind
}

// boundaries compares the inner boundaries of a key with the truth.
func (r *Row) boundaries(spans []rowkey.Span) (f1 float64, exact bool) {
	missing, extra := r.differences(spans)
	hits := len(r.inner(r.ends())) - missing
	if hits+missing+extra == 0 {
		return 1, true
	}
	return 2 * float64(hits) / float64(2*hits+missing+extra), missing+extra == 0
}

// ends lists where the true segments of a key start and end.
func (r *Row) ends() []int {
	var out []int
	for _, s := range r.Segments {
		out = append(out, s.Start, s.End)
	}
	return out
}

// ends lists where spans start and end, without those that are empty.
func ends(spans []rowkey.Span) []int {
	var out []int
	for _, s := range spans {
		if s.Start < s.End {
			out = append(out, s.Start, s.End)
		}
	}
	return out
}

// inner returns the set of the places that are neither the start nor the end of the key.
func (r *Row) inner(at []int) map[int]bool {
	set := map[int]bool{}
	for _, a := range at {
		if a > 0 && a < len(r.Key) {
			set[a] = true
		}
	}
	return set
}

// match returns the span that stands for s: the one that shares most with it, by intersection over union, at least a
// half unless s may be read as several.
func (s *Segment) match(spans []rowkey.Span) *rowkey.Span {
	var best *rowkey.Span
	most := 0.0
	for i, p := range spans {
		both := min(s.End, p.End) - max(s.Start, p.Start)
		if iou := float64(both) / float64(s.End-s.Start+p.End-p.Start-both); both > 0 && iou > most {
			best, most = &spans[i], iou
		}
	}
	if most < 0.5 && s.Soft == "" && !s.Seams && len(s.Cuts) == 0 && s.Word == 0 {
		return nil
	}
	return best
}
