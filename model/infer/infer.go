// Package infer explains row keys: it finds the record kinds of a table and, for each, the layout of its keys.
//
// The search proposes, confidence chooses: where the cheapest layouts are not sure, others are tried, and those of the
// highest confidence are taken.
//
// A Kind states how sure its layout is by plain figures: Confidence, that of Others, Stability over resamples, Evidence
// for the layout as a whole, and SegmentEvidence for each segment, with the evidence against noise and how each end is
// known.
package infer

import (
	"context"
	"slices"

	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/naming"
	"tabletop/model/infer/internal/recordkind"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Options bound and steer an inference. The zero value is the default.
type Options struct {
	Keys int    // how many keys to look at, picked evenly over the runs of the sample; 0 is 800
	Seed uint64 // of the resamples that measure stability
}

// Result is what the keys look like: record kinds, and a counted remainder that none explains.
type Result struct {
	Kinds       []Kind // in the order in which they are tried on a key; where that does not matter, by falling share
	Keys        int    // keys the shares are of: all keys of the sample
	Unexplained int    // of Keys, those that no kind's layout decodes
	// Otherwise is what the keys alone look like, where Kinds are those that a plan settled before all rows were
	// counted, and the two differ; else nil.
	Otherwise rowkey.Set `json:"-"`
}

// Kind is one record kind.
type Kind struct {
	Layout    *rowkey.Layout
	Keys      int     // keys of the sample it explains
	First     []byte  // its first key in the sample, as an example
	Stability float64 // share of resamples that gave the same boundaries, 0..1
	// Confidence is how likely the layout is right, 0..1: start, end, and type of each segment in 98% of the keys.
	Confidence float64
	Evidence   Evidence
	Segments   []SegmentEvidence // one for each of Layout.Segments(), in their order
	// Others are other layouts of the same keys that were tried because the table was not sure, the most likely first.
	Others []Other
}

// Other is a layout that was not chosen.
type Other struct {
	Layout     *rowkey.Layout
	Confidence float64 // as Kind has it
}

// Set is the layouts of the kinds, in the order in which they are tried on a key.
func (r Result) Set() rowkey.Set {
	set := make(rowkey.Set, len(r.Kinds))
	for i, k := range r.Kinds {
		set[i] = k.Layout
	}
	return set
}

// Sample explains the keys of s. "No structure" is a legal answer: then there are no kinds. A canceled ctx ends it with
// the context's error.
func Sample(ctx context.Context, s *sample.Sample, opts Options) (Result, error) {
	return explain(ctx, s, opts, func(set rowkey.Set) (func(row int) int, error) {
		var spans []rowkey.Span
		return func(row int) (kind int) {
			spans, kind = set.Decode(spans[:0], s.Key(row))
			return kind
		}, nil
	})
}

// Decoded is Sample that also returns the decoded keys, so that none is decoded twice.
func Decoded(ctx context.Context, s *sample.Sample, opts Options) (Result, *segments.Table, error) {
	var t *segments.Table
	res, err := explain(ctx, s, opts, func(set rowkey.Set) (_ func(row int) int, err error) {
		if t, err = segments.New(ctx, s, set); err != nil {
			return nil, err
		}
		return func(row int) int { return int(t.Kind[row]) }, nil
	})
	if err == nil && (t == nil || !slices.Equal(t.Layouts, res.Set())) { // a kind had no keys and was dropped
		t, err = segments.New(ctx, s, res.Set())
	}
	return res, t, err
}

// explain infers the layouts. decode returns the kind of each row by a set of layouts.
func explain(ctx context.Context, s *sample.Sample, opts Options, decode func(rowkey.Set) (func(row int) int,
	error)) (Result, error) {
	res := Result{Keys: s.Rows(), Unexplained: s.Rows()}
	if s.Rows() == 0 {
		return res, ctx.Err()
	}
	keys := opts.Keys
	if keys <= 0 {
		keys = keyset.DefaultKeys
	}
	choice := chooser{ctx: ctx, sample: s, seed: opts.Seed, keys: keyset.Pick(s, keys)}
	res.Kinds = choice.explain()
	if err := ctx.Err(); err != nil {
		return res, err
	}
	res.dropName()
	kindOf, err := decode(res.Set())
	if err != nil {
		return res, err
	}
	res.count(s, kindOf)
	res.Kinds = slices.DeleteFunc(res.Kinds, func(k Kind) bool { return k.Keys == 0 })
	res.dropName()
	res.judge(choice.keys)
	return res, nil
}

// dropName drops the name of the only kind, which needs none.
func (r *Result) dropName() {
	if len(r.Kinds) != 1 || r.Kinds[0].Layout.Name() == "" {
		return
	}
	if l, err := rowkey.New("", r.Kinds[0].Layout.Parts()...); err == nil {
		r.Kinds[0].Layout = l
	}
}

// count counts the keys of each kind.
func (r *Result) count(s *sample.Sample, kindOf func(row int) int) {
	r.Unexplained = 0
	for i := range s.Rows() {
		k := kindOf(i)
		if k < 0 {
			r.Unexplained++
			continue
		}
		if r.Kinds[k].Keys++; r.Kinds[k].First == nil {
			r.Kinds[k].First = s.Key(i)
		}
	}
}

// results turns forms into kinds.
func results(s *sample.Sample, e *recordkind.Engine, forms []*recordkind.Form, seed uint64,
	earlier earlierNames) []Kind {
	e.Harmonize(forms)
	doubts := make([]Kind, len(forms))
	earlierKinds := make([]string, len(forms))
	for i, form := range forms {
		doubts[i].Stability = e.Stability(form, seed)
		e.ProveSalts(form)
		segs := search.Segments(form.Pieces)
		named := earlier.take(segs)
		earlierKinds[i] = named.Kind
		if len(named.Segments) == 0 {
			naming.FromColumns(s, e.Keys.Key, segs)
		}
		naming.NameSegments(form.Pieces)
		for _, p := range segs {
			recordkind.Proven(p, func(i int) string { return segs[i].Name })
			if p.Proof != nil && len(named.Segments) == 0 {
				p.Name = ""
			}
		}
		naming.NameSegments(form.Pieces)
		doubts[i].Evidence, doubts[i].Segments = gatherEvidence(e, form)
	}
	e.OpenLists(forms)
	var out []Kind
	for i, name := range naming.NameKinds(recordkind.PiecesOfForms(forms)) {
		form := forms[i]
		if earlierKinds[i] != "" {
			name = earlierKinds[i]
		}
		l, err := form.Build(name, recordkind.Named)
		if err != nil {
			continue
		}
		doubts[i].Layout = l
		out = append(out, doubts[i])
	}
	return out
}
