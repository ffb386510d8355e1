package audit

import (
	"context"
	"slices"

	"tabletop/model/advise"
)

// together gives the findings on writes that concentrate in several record kinds the layouts that change all of these
// kinds, before those that change one: as long as the writes of one kind stay where they are, a layout of another shows
// little.
func (t *trials) together(ctx context.Context, findings []Finding) {
	layouts := map[int][]*Proposal{}
	var kinds []int
	own := map[*Finding][]*Proposal{}
	for index := range findings {
		finding := &findings[index]
		of := t.kindsOf(finding)
		if !finding.spread || len(of) != 1 {
			continue
		}
		all := t.withSearched(ctx, finding)
		if layouts[of[0]] == nil && len(all) > 0 {
			layouts[of[0]], kinds = all, append(kinds, of[0])
		}
		own[finding] = all
	}
	if len(kinds) < 2 {
		return
	}
	slices.Sort(kinds)
	sets := t.sets(kinds, layouts)
	for finding, all := range own {
		finding.cures, finding.spread, finding.kinds = slices.Concat(sets, all), false, kinds
	}
}

// maxSets is the maximum number of layouts of several record kinds that are tried: the rest of maxTrials is for those
// of one kind.
const maxSets = 6

// sets returns layouts of several record kinds, those first that take the first layouts of each kind.
func (t *trials) sets(kinds []int, layouts map[int][]*Proposal) []*Proposal {
	names, texts := make([]string, len(kinds)), make([][]string, len(kinds))
	for i, kind := range kinds {
		names[i] = t.facts.Layouts.KindName(kind)
		for _, one := range layouts[kind] {
			texts[i] = append(texts[i], one.Candidate)
		}
	}
	var out []*Proposal
	for _, whole := range advise.Combine(names, texts, maxSets) {
		set := checked(whole.Template)
		if set == nil {
			continue
		}
		set.first = true
		for i, kind := range kinds {
			set.first = set.first && layouts[kind][whole.Chosen[i]].first
		}
		set.fix = Fix{Text: "Write the keys of these record kinds as the candidate, all together: the writes of " +
			"each of them concentrate."}
		out = append(out, set)
	}
	return out
}
