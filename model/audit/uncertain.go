package audit

import (
	"slices"

	"tabletop/model/confidence"
	"tabletop/model/estimate"
)

// demoteUncertain returns the findings of a rule, with those that are based on uncertain segments demoted to notes:
// they are wrong if the inferred layout is wrong. Findings on declared layouts are unchanged.
func (f *facts) demoteUncertain(rule Rule, found []Finding) []Finding {
	if f.Inferred == nil || rule.needs != keys && rule.needs != ordered && rule.ID != "key-unexplained" {
		return found
	}
	for index := range found {
		x := &found[index]
		sure := f.confidenceIn(rule, x)
		if sure >= confidence.Sure {
			continue
		}
		x.Severity, x.Confidence = Note, sure
		x.Measures = append(x.Measures, Measure{Name: "confidence in what is inferred of the key here", Unit: Score,
			Figure: estimate.Point(sure)})
	}
	return found
}

// uncertainWhy is appended to Why of a finding that is based on an uncertain segment.
const uncertainWhy = " This rests on a segment of the inferred layout that is uncertain, so it is at most a note: " +
	"compare the alternatives that tabletop schema lists, and declare the layout."

// confidenceIn returns the lowest confidence in the segments on which a finding is based: those it names, its subject,
// or all of the layouts. It is 1 for a finding that is based on none.
func (f *facts) confidenceIn(rule Rule, x *Finding) float64 {
	names := x.rests
	if x.Subject.Kind == AboutSegment {
		names = append(slices.Clone(names), x.Subject.Name)
	}
	layout := x.Subject.Layout
	if x.Subject.Kind == AboutKeys {
		layout = x.Subject.Name
	}
	least := 1.0
	for _, kind := range f.Inferred.Kinds {
		if rule.ID == "key-unexplained" {
			least = min(least, kind.Confidence)
			continue
		}
		if kind.Layout.String() != layout {
			continue
		}
		for i, s := range kind.Layout.Segments() {
			if i < len(kind.Segments) && slices.Contains(names, s.Name) {
				least = min(least, kind.Segments[i].Confidence)
			}
		}
	}
	return least
}
