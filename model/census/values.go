package census

import (
	"bytes"
	"slices"

	"tabletop/model/estimate"
)

// Values are the rows of a table by the values of a segment, whatever their record kinds.
type Values struct {
	Named    []Value // in ascending order
	Others   Counts  // rows with another value, together
	Distinct estimate.Figure
	Rows     int64 // with a value
}

// Value is what the rows with one value come to.
type Value struct {
	Raw []byte
	Counts
}

// SegmentValues returns the rows by the values of a segment; nil if no layout has it. A value that the plan names in
// one record kind only is among the others where another kind may have it too.
func (r *Result) SegmentValues(segment string) *Values {
	var of []*Segment
	var names [][][]byte
	for kind := range r.Kinds {
		if s := r.segment(kind, segment); s != nil {
			of, names = append(of, s), append(names, r.Plan.named(kind, segment))
		}
	}
	if len(of) == 0 {
		return nil
	}
	values := &Values{}
	for _, raw := range sortedNames(names) {
		value, sure := Value{Raw: raw}, true
		for k, s := range of {
			if i, ok := slices.BinarySearchFunc(names[k], raw, bytes.Compare); ok {
				value.merge(&s.Named[i])
			} else if s.Unnamed.Rows > 0 {
				sure = false
			}
		}
		switch {
		case !sure:
			values.Others.merge(&value.Counts)
		case value.Rows > 0:
			values.Named = append(values.Named, value)
		}
	}
	for _, s := range of {
		values.Rows += s.Rows
		values.Others.merge(&s.Unnamed)
	}
	values.Distinct = countDistinct(of, len(values.Named), values.Others.Rows == 0)
	return values
}

// named returns the values of a segment that the plan names.
func (p *Plan) named(kind int, segment string) [][]byte {
	for i := range p.Values {
		if n := &p.Values[i]; n.Kind == kind && n.Segment == segment {
			return n.Values
		}
	}
	return nil
}

// sortedNames joins the names of several kinds.
func sortedNames(of [][][]byte) [][]byte {
	all := slices.Concat(of...)
	slices.SortFunc(all, bytes.Compare)
	return slices.CompactFunc(all, bytes.Equal)
}

// countDistinct returns the number of different values of a segment over several kinds, of which so many were counted
// one by one, and all if the last argument is true.
func countDistinct(of []*Segment, counted int, all bool) estimate.Figure {
	if len(of) == 1 {
		return of[0].Figure()
	}
	sum, repeats := newDistinct(), false
	for _, s := range of {
		repeats = repeats || s.Values > s.Rows
		if err := sum.Merge(s.Distinct.Sketch); err != nil {
			return estimate.Figure{} // not of two sketches of one precision
		}
	}
	if all && !repeats {
		return estimate.Counted(counted)
	}
	return sum.Figure()
}
