package keygrammar

import (
	"fmt"
	"maps"
	"slices"

	"tabletop/model/rowkey"
)

// Cause is the main way in which layouts read the keys of a table wrongly.
type Cause string

// The causes of a loss.
const (
	NoLoss     Cause = "none"
	NotRead    Cause = "not read"    // no layout reads the key
	OverSplit  Cause = "over-split"  // cut where nothing ends
	UnderSplit Cause = "under-split" // not cut where something ends
	Shifted    Cause = "shifted"     // cut at wrong places instead of the right ones
	WrongType  Cause = "wrong type"  // cut right
)

// Loss returns what most keys that set reads wrongly suffer from, with an example: the types that were taken for
// others. It is NoLoss where 98% of the keys are read right.
func (t *Table) Loss(set rowkey.Set) (cause Cause, example string) {
	type what struct {
		cause   Cause
		example string
	}
	counts := map[what]int{}
	keys, wrong := 0, 0
	var spans []rowkey.Span
	for _, row := range t.Rows {
		if row.Kind < 0 {
			continue
		}
		keys++
		var kind int
		spans, kind = row.read(set, spans[:0])
		w := what{cause: NotRead}
		if kind >= 0 {
			w.cause, w.example = row.loss(spans)
		}
		if w.cause != NoLoss {
			wrong++
			counts[w]++
		}
	}
	if float64(wrong) <= (1-rightShare)*float64(keys) {
		return NoLoss, ""
	}
	all := slices.SortedFunc(maps.Keys(counts), func(a, b what) int { return counts[b] - counts[a] })
	return all[0].cause, all[0].example
}

// loss returns what is wrong about one key.
func (r *Row) loss(spans []rowkey.Span) (Cause, string) {
	missing, extra := r.differences(spans)
	switch {
	case missing > 0 && extra > 0:
		return Shifted, ""
	case missing > 0:
		return UnderSplit, ""
	case extra > 0:
		return OverSplit, ""
	}
	for _, s := range r.Segments {
		m := s.match(spans)
		if m == nil {
			return WrongType, fmt.Sprintf("%s as nothing", s.Type)
		}
		if got := m.Segment.Codec.Type(); credit(s.Value, got) < 1 {
			return WrongType, fmt.Sprintf("%s as %s", s.Type, got)
		}
	}
	return NoLoss, ""
}

// differences counts the inner boundaries of a key that are missing, and those that are wrong.
func (r *Row) differences(spans []rowkey.Span) (missing, extra int) {
	want, got := r.inner(r.ends()), r.inner(ends(spans))
	for at := range want {
		if !got[at] && !slices.Contains(r.Loose, at) {
			missing++
		}
	}
	for at := range got {
		if !want[at] && !slices.Contains(r.Optional, at) {
			extra++
		}
	}
	return missing, extra
}
