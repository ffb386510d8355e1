package confidence

// Depth is how many questions a Tree asks of a segment.
const Depth = 4

// Tree adds to the log odds of a segment by the answers to questions about its features. Node i asks whether a feature
// is above a bound, and is followed by node 2i+1 if not, and by node 2i+2 if so; behind the last are the leaves.
type Tree struct {
	Feature [1<<Depth - 1]uint8 // numbers of FeatureNames
	Bound   [1<<Depth - 1]float32
	Leaf    [1 << Depth]float32
}

// Unbounded is the bound of a node that asks nothing: more than any feature.
const Unbounded = 1e9

// Odds returns the logarithm of odds that the tree adds for the features of a segment.
func (t *Tree) Odds(features []float64) float64 {
	at := 0
	for at < len(t.Feature) {
		next := 2*at + 1
		if float32(features[t.Feature[at]]) > t.Bound[at] {
			next++
		}
		at = next
	}
	return float64(t.Leaf[at-len(t.Feature)])
}

// Model is what was fitted: boosted trees for the segments of each family, and a logistic regression for layouts.
type Model struct {
	Base   [Families]float64 // log odds of a segment before any tree
	Trees  [Families][]Tree
	Layout []float64 // coefficients of LayoutNames
}

// Judge returns the confidence in a layout and its segments.
func (m *Model) Judge(e Evidence) Judgment {
	segments := m.JudgeSegments(e)
	layout := logistic(dot(m.Layout, e.LayoutFeatures(segments)))
	for _, s := range segments {
		layout = min(layout, s) // a layout is right only if all its segments are
	}
	if e.Chosen {
		layout = afterChoice(layout)
	}
	return Judgment{Layout: layout, Segments: segments}
}

// JudgeSegments returns the confidence in the segments of a layout.
func (m *Model) JudgeSegments(e Evidence) []float64 {
	out := make([]float64, len(e.Segments))
	for i, s := range e.Segments {
		odds := m.Base[s.Family]
		trees := m.Trees[s.Family]
		for k := range trees {
			odds += trees[k].Odds(s.Features)
		}
		out[i] = s.bound(logistic(odds))
	}
	return out
}
