package infer

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"tabletop/model/bounded"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// savedKind is a Kind as it is written: its layouts are templates.
type savedKind struct {
	plainKind
	Layout string
	Others []savedOther
}

type savedOther struct {
	Layout     string
	Confidence float64
}

type plainKind Kind // without the methods of Kind

// MarshalJSON writes the kind in the form that UnmarshalJSON reads.
func (k Kind) MarshalJSON() ([]byte, error) {
	out := savedKind{plainKind: plainKind(k), Layout: k.Layout.String()}
	out.Evidence.Margin, out.Evidence.Saved = finite(k.Evidence.Margin), finite(k.Evidence.Saved)
	for _, o := range k.Others {
		out.Others = append(out.Others, savedOther{o.Layout.String(), o.Confidence})
	}
	return json.Marshal(out)
}

// JSONForm returns what UnmarshalJSON decodes; see bounded.Formed.
func (Kind) JSONForm() any { return savedKind{} }

// UnmarshalJSON reads what MarshalJSON wrote. The error is about a template that is none.
func (k *Kind) UnmarshalJSON(data []byte) (err error) {
	var in savedKind
	if err = bounded.JSON(data, &in); err != nil {
		return err
	}
	*k = Kind(in.plainKind)
	if k.Layout, err = rowkey.Parse(in.Layout); err != nil {
		return fmt.Errorf("infer: a layout: %w", err)
	}
	k.Others = nil
	for _, o := range in.Others {
		l, err := rowkey.Parse(o.Layout)
		if err != nil {
			return fmt.Errorf("infer: another layout: %w", err)
		}
		k.Others = append(k.Others, Other{l, o.Confidence})
	}
	return nil
}

// finite returns a number that JSON can hold in place of v.
func finite(v float64) float64 { return max(-math.MaxFloat64, min(v, math.MaxFloat64)) }

// On returns the result on the rows of a sample, whose keys t decodes by the layouts of r. otherwise is what was
// inferred from these rows alone.
func (r Result) On(t *segments.Table, otherwise rowkey.Set) Result {
	r.Kinds, r.Keys, r.Otherwise = slices.Clone(r.Kinds), t.Sample.Rows(), otherwise
	for i := range r.Kinds {
		r.Kinds[i].Layout, r.Kinds[i].Keys, r.Kinds[i].First = t.Layouts[i], 0, nil
	}
	r.count(t.Sample, func(row int) int { return int(t.Kind[row]) })
	return r
}

// WithoutRows returns the result without what it holds of the rows that it was made from.
func (r Result) WithoutRows() Result {
	r.Kinds, r.Otherwise = slices.Clone(r.Kinds), nil
	for i := range r.Kinds {
		r.Kinds[i].Keys, r.Kinds[i].First = 0, nil
	}
	r.Keys, r.Unexplained = 0, 0
	return r
}
