package retention

import (
	"math"
	"sort"
	"time"

	"tabletop/model/sample"
)

// Never is the time, in microseconds since 1970, at which a cell that is kept indefinitely becomes eligible.
const Never = math.MaxInt64

// Proposal is a rule to evaluate on a family in place of its own.
type Proposal struct {
	Family string
	Rule   sample.GCRule
}

// Rule is a GC rule prepared to evaluate columns as of one time. It is immutable; the zero value keeps everything.
type Rule struct {
	kind     sample.GCKind
	versions int   // max versions
	age      int64 // max age, microseconds
	cutoff   int64 // max age: cells with a smaller timestamp are eligible
	children []Rule
}

// NewRule prepares rule to evaluate cells as of now. Ages are truncated to microseconds, as the admin API documents for
// max_age. A composition of nothing keeps everything (see Warnings); so does a rule of an unknown kind.
func NewRule(rule sample.GCRule, now time.Time) Rule {
	switch rule.Kind {
	case sample.GCMaxVersions:
		return Rule{kind: rule.Kind, versions: max(rule.Versions, 0)}
	case sample.GCMaxAge:
		age := rule.Age.Microseconds()
		return Rule{kind: rule.Kind, age: age, cutoff: now.UnixMicro() - age}
	case sample.GCUnion, sample.GCIntersection:
		return newComposition(rule, now)
	}
	return Rule{}
}

// newComposition leaves out never in a union. Never in an intersection is never.
func newComposition(rule sample.GCRule, now time.Time) Rule {
	ready := Rule{kind: rule.Kind}
	for _, c := range rule.Children {
		child := NewRule(c, now)
		switch {
		case !child.KeepsAll():
			ready.children = append(ready.children, child)
		case rule.Kind == sample.GCIntersection:
			return Rule{}
		}
	}
	switch len(ready.children) {
	case 0:
		return Rule{}
	case 1:
		return ready.children[0]
	}
	return ready
}

// KeepsAll reports whether the rule makes no cell eligible.
func (r *Rule) KeepsAll() bool { return r.kind == sample.GCNone }

// Keep returns how many cells of one column of one row the rule keeps: the first of times, which are the timestamps in
// microseconds, newest first. The cells after them are GC-eligible.
func (r *Rule) Keep(times []int64) int {
	switch r.kind {
	case sample.GCMaxVersions:
		return min(len(times), r.versions)
	case sample.GCMaxAge:
		return notOlder(times, r.cutoff)
	case sample.GCUnion:
		keep := len(times)
		for i := range r.children {
			keep = min(keep, r.children[i].Keep(times[:keep]))
		}
		return keep
	case sample.GCIntersection:
		keep := 0
		for i := range r.children {
			keep = max(keep, r.children[i].Keep(times))
		}
		return keep
	}
	return len(times)
}

// notOlder returns the number of timestamps at or after cutoff. Most columns hold one cell, or only cells on one side
// of it.
func notOlder(times []int64, cutoff int64) int {
	n := len(times)
	switch {
	case n == 0 || times[n-1] >= cutoff:
		return n
	case times[0] < cutoff:
		return 0
	}
	return sort.Search(n, func(i int) bool { return times[i] < cutoff })
}

// Eligible reports whether a cell with rank newer cells in its column and an age in microseconds is GC-eligible.
func (r *Rule) Eligible(rank int, age int64) bool {
	switch r.kind {
	case sample.GCMaxVersions:
		return rank >= r.versions
	case sample.GCMaxAge:
		return age > r.age
	case sample.GCUnion:
		for i := range r.children {
			if r.children[i].Eligible(rank, age) {
				return true
			}
		}
		return false
	case sample.GCIntersection:
		for i := range r.children {
			if !r.children[i].Eligible(rank, age) {
				return false
			}
		}
		return true
	}
	return false
}

// Since returns the time from which cell i of a column is eligible, in microseconds since 1970: for a version rule the
// timestamp of the cell that made it exceed the limit, for an age rule its own timestamp plus the age. It returns Never
// for a cell that stays unless more cells are written. The result is meaningless if timestamps are not write times.
func (r *Rule) Since(times []int64, i int) int64 {
	switch r.kind {
	case sample.GCMaxVersions:
		switch {
		case i < r.versions:
			return Never
		case r.versions == 0:
			return times[i]
		}
		return times[i-r.versions]
	case sample.GCMaxAge:
		if times[i] > Never-r.age {
			return Never
		}
		return times[i] + r.age
	case sample.GCUnion:
		since := int64(Never)
		for c := range r.children {
			since = min(since, r.children[c].Since(times, i))
		}
		return since
	case sample.GCIntersection:
		since := int64(math.MinInt64)
		for c := range r.children {
			since = max(since, r.children[c].Since(times, i))
		}
		return since
	}
	return Never
}
