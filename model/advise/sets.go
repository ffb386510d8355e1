package advise

import (
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// Set is what becomes of all record kinds of a table.
type Set struct {
	Template string       // a layout of all kinds; empty if all should stay as they are
	Kinds    []KindAdvice // in the order of the layouts
}

// KindAdvice is what a set does to the rows of one record kind.
type KindAdvice struct {
	Kind   string
	Advice *Advice // nil for a kind that no query asks for, which stays as it is
}

// Best returns the layout of the kind, empty where it should stay as it is.
func (k *KindAdvice) Best() string {
	if k.Advice == nil || k.Advice.KeepCurrent || len(k.Advice.Options) == 0 || k.Advice.Options[0].Current {
		return ""
	}
	return k.Advice.Options[0].Template
}

// NewSet returns the set of the best layouts of record kinds, by what was found for each.
func NewSet(kinds []KindAdvice) *Set {
	set := &Set{Kinds: kinds}
	names, layouts := make([]string, 0, len(kinds)), make([][]string, 0, len(kinds))
	for i := range kinds {
		if best := kinds[i].Best(); best != "" {
			names, layouts = append(names, kinds[i].Kind), append(layouts, []string{best})
		}
	}
	for _, whole := range Combine(names, layouts, 1) {
		set.Template = whole.Template
	}
	return set
}

// Combination is a layout of several record kinds: of each kind one of those that were given.
type Combination struct {
	Template string
	Chosen   []int // of each kind, which
}

// Combine returns at most so many layouts of all the named record kinds, of which each has some layouts: those first
// that take the first of each. What cannot be one layout is left out.
func Combine(names []string, layouts [][]string, most int) []Combination {
	lengths := make([]int, len(names))
	for kind := range names {
		lengths[kind] = len(layouts[kind])
	}
	var out []Combination
	if len(names) == 0 {
		return out
	}
	for _, choice := range choices(lengths, most) {
		var of []*candidate.Candidate
		for kind, name := range names {
			if parsed, err := candidate.Parse(layouts[kind][choice[kind]]); err == nil {
				of = append(of, parsed.OfKind(name))
			}
		}
		if joined, err := candidate.Join(of...); err == nil && len(of) == len(names) {
			out = append(out, Combination{joined.String(), choice})
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

// OfKind returns the queries of a workload that ask for rows of a record kind: those that name it, and of those that
// name none those that ask for one of its segments, which then name it. It is nil without any.
func OfKind(w *workload.Workload, set rowkey.Set, kind int) *workload.Workload {
	of := *w
	of.Queries = nil
	for _, query := range w.Queries {
		named, is := set.KindNamed(query.Kind)
		if query.Kind == "" {
			is = slices.ContainsFunc(query.Segments(), func(name string) bool { return set[kind].Segment(name) != nil })
			named = kind
		}
		if !is || named != kind {
			continue
		}
		own := *query
		own.Kind = set.KindName(kind)
		of.Queries = append(of.Queries, &own)
	}
	if of.Queries == nil {
		return nil
	}
	return &of
}

// DefaultQueries makes up the queries of several record kinds, whose names begin with that of the kind where there are
// several; see DefaultWorkload.
func DefaultQueries(set rowkey.Set, kinds []int) *workload.Workload {
	all := &workload.Workload{}
	for _, kind := range kinds {
		for _, query := range DefaultWorkload(set, kind).Queries {
			if len(kinds) > 1 { // queries of two kinds can have one name
				query.Name = query.Kind + ": " + query.Name
			}
			all.Queries = append(all.Queries, query)
		}
	}
	return all
}
