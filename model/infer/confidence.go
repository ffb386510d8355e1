package infer

import (
	"cmp"
	"slices"

	"tabletop/model/confidence"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/sample"
)

// ConfidenceInput returns what the confidence in a result of s rests on.
func ConfidenceInput(s *sample.Sample, r Result) confidence.Input {
	return r.confidenceInput(keyset.Pick(s, keyset.DefaultKeys))
}

func (r Result) confidenceInput(keys *keyset.Keyset) confidence.Input {
	in := confidence.Input{Keys: keys.Key, Times: keys.Newest, Set: r.Set(), Total: r.Keys, Rest: r.Unexplained}
	for _, kind := range r.Kinds {
		claim := confidence.Claim{Keys: kind.Keys, Margin: kind.Evidence.Margin, RunnerUp: kind.Evidence.Rival,
			Stability: kind.Stability, Fit: kind.Evidence.Fit, Saved: kind.Evidence.Saved, Chosen: kind.Evidence.Chosen}
		for _, s := range kind.Segments {
			claim.Segments = append(claim.Segments, confidence.SegmentClaim{Bits: s.Bits, Raw: s.Raw, Claim: s.Claim,
				StartByWidth: s.Start == AtWidth, EndByWidth: s.End == AtWidth, Certain: s.Certain, Even: s.Even,
				Known: s.Known})
		}
		in.Kinds = append(in.Kinds, claim)
	}
	return in
}

// judge sets the confidence of each kind and its segments.
func (r Result) judge(keys *keyset.Keyset) {
	for i, j := range confidence.Judge(r.confidenceInput(keys)) {
		k := &r.Kinds[i]
		k.Confidence = j.Layout
		for n := range min(len(k.Segments), len(j.Segments)) {
			k.Segments[n].Confidence = j.Segments[n]
		}
	}
}

// mainShare is the part of the keys, one in so many, from which on a record kind has a say in how sure a table is: what
// a few stray rows look like says nothing of the others.
const mainShare = 20

// LeastSure returns the record kind whose layout has the least confidence, of those that explain 5% of the keys or
// more, or of all where none does. It returns false where r has no kinds or is nil, because the layouts were declared.
func (r *Result) LeastSure() (Kind, bool) {
	if r == nil || len(r.Kinds) == 0 {
		return Kind{}, false
	}
	return slices.MinFunc(r.Kinds, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(b.share(r), a.share(r)), cmp.Compare(a.Confidence, b.Confidence))
	}), true
}

// mostLeft is the part of the keys, one in so many, that may fit no layout where a table is shown as sure. As many may
// be foreign; more are a record kind that was not found one time in ten.
const mostLeft = 8

// Left returns the share of the keys that fit no layout, 0..1.
func (r *Result) Left() float64 { return float64(r.Unexplained) / float64(max(r.Keys, 1)) }

// Explained reports whether seven keys in eight fit a layout.
func (r *Result) Explained() bool { return r.Unexplained*mostLeft <= r.Keys }

// share is 1 for a kind with a say in how sure a table is, and 0 for others.
func (k *Kind) share(r *Result) int {
	if k.Keys*mainShare >= r.Keys {
		return 1
	}
	return 0
}
