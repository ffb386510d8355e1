package audit

import (
	"context"
	"slices"
	"strings"

	"tabletop/model/candidate"
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
	lengths := make([]int, len(kinds))
	for i, kind := range kinds {
		lengths[i] = len(layouts[kind])
	}
	var out []*Proposal
	for _, choice := range choices(lengths, maxSets) {
		texts, first := make([]string, len(kinds)), true
		for i, kind := range kinds {
			one := layouts[kind][choice[i]]
			texts[i], first = t.ofKind(one.Candidate, kind), first && one.first
		}
		if set := checked(strings.Join(texts, " | ")); set != nil {
			set.first = first
			set.fix = Fix{Text: "Write the keys of these record kinds as the candidate, all together: the writes of " +
				"each of them concentrate."}
			out = append(out, set)
		}
	}
	return out
}

// choices returns at most so many ways to choose one of each list, by the places in the lists of these lengths: those
// whose places have the least sum first.
func choices(lengths []int, most int) [][]int {
	var out [][]int
	var choose func(chosen []int, rest int)
	choose = func(chosen []int, rest int) {
		at := len(chosen)
		if at == len(lengths) {
			if rest == 0 && len(out) < most {
				out = append(out, slices.Clone(chosen))
			}
			return
		}
		for place := min(rest, lengths[at]-1); place >= 0; place-- {
			choose(append(chosen, place), rest-place)
		}
	}
	sum := 0
	for _, length := range lengths {
		sum += length - 1
	}
	for rest := 0; rest <= sum && len(out) < most; rest++ {
		choose(nil, rest)
	}
	return out
}

// ofKind is a layout of a record kind as a set names it.
func (t *trials) ofKind(layout string, kind int) string {
	parsed, err := candidate.Parse(layout)
	if err != nil || parsed.Templates[0].Kind != "" {
		return layout
	}
	return t.facts.Layouts.KindName(kind) + " = " + layout
}
