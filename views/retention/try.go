package retention

import (
	"slices"
	"time"

	gc "tabletop/model/retention"
	"tabletop/model/sample"
)

// leaf finds the first version or age rule of a tree, and the way to it: the index of the child at each level.
func leaf(rule sample.GCRule, kind sample.GCKind) (found sample.GCRule, way []int, ok bool) {
	if rule.Kind == kind {
		return rule, nil, true
	}
	for i, c := range rule.Children {
		if found, way, ok = leaf(c, kind); ok {
			return found, append([]int{i}, way...), true
		}
	}
	return sample.GCRule{}, nil, false
}

// replace is rule with the part that way leads to replaced. The rule given is not changed.
func replace(rule sample.GCRule, way []int, by sample.GCRule) sample.GCRule {
	if len(way) == 0 {
		return by
	}
	rule.Children = slices.Clone(rule.Children)
	rule.Children[way[0]] = replace(rule.Children[way[0]], way[1:], by)
	return rule
}

// set is rule with its first version or age rule replaced by limit. A rule that has none gets it joined by or.
func set(rule, limit sample.GCRule) sample.GCRule {
	_, way, ok := leaf(rule, limit.Kind)
	switch {
	case ok:
		return replace(rule, way, limit)
	case rule.Kind == sample.GCNone:
		return limit
	case rule.Kind == sample.GCUnion:
		rule.Children = append(slices.Clone(rule.Children), limit)
		return rule
	}
	return sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{rule, limit}}
}

// unset is rule without its first version or age rule.
func unset(rule sample.GCRule, kind sample.GCKind) sample.GCRule {
	_, way, ok := leaf(rule, kind)
	switch {
	case !ok:
		return rule
	case len(way) == 0:
		return sample.GCRule{}
	}
	parent := rule
	for _, i := range way[:len(way)-1] {
		parent = parent.Children[i]
	}
	last := way[len(way)-1]
	parent.Children = slices.Delete(slices.Clone(parent.Children), last, last+1)
	return gc.Simplify(replace(rule, way[:len(way)-1], parent))
}

// join turns the outermost or into an and, and back.
func join(rule sample.GCRule) sample.GCRule {
	switch rule.Kind {
	case sample.GCUnion:
		rule.Kind = sample.GCIntersection
	case sample.GCIntersection:
		rule.Kind = sample.GCUnion
	}
	return rule
}

// limit makes a version or age rule of stop i.
func (s *slider) limit(i int) sample.GCRule {
	if s.kind == sample.GCMaxVersions {
		return sample.GCRule{Kind: s.kind, Versions: s.versions[i]}
	}
	return sample.GCRule{Kind: s.kind, Age: s.ages[i]}
}

// slider is one of the two numbers that arrows change, and the stops it goes through. Past the last stop there is no
// limit at all.
type slider struct {
	kind     sample.GCKind
	versions []int
	ages     []time.Duration
}

func (s *slider) len() int {
	if s.kind == sample.GCMaxVersions {
		return len(s.versions)
	}
	return len(s.ages)
}

// at is the stop at or after the limit that a rule has, len() when it has none, and whether it is just that stop.
func (s *slider) at(rule sample.GCRule) (stop int, just bool) {
	found, _, ok := leaf(rule, s.kind)
	switch {
	case !ok:
		return s.len(), true
	case s.kind == sample.GCMaxVersions:
		return slices.BinarySearch(s.versions, found.Versions)
	}
	return slices.BinarySearch(s.ages, found.Age)
}

// step is rule with the limit moved by d stops.
func (s *slider) step(rule sample.GCRule, d int) sample.GCRule {
	index, just := s.at(rule)
	if !just && d > 0 {
		d-- // the stop after a limit between two is a step already
	}
	index = max(index+d, 0)
	if index >= s.len() {
		return unset(rule, s.kind)
	}
	return set(rule, s.limit(index))
}
