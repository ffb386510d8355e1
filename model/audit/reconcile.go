package audit

import (
	"slices"
	"strings"

	"tabletop/model/heat"
	"tabletop/model/sample"
)

// A table has one owner, who gets one list: findings that are each right must not recommend what another one advises
// against. So a column has one cause, and what several findings say of one thing is told by the closest of them.

// precedence orders the rules that recommend something about columns, the closest cause first: a column that one of them
// has claimed is none of the others' business. All other rules come before these.
func precedence() []string {
	return []string{"timestamps-artificial", "column-repeats-key", "counter-plain", "write-rate", "events-as-versions", "row-overwritten", "versions-unlimited", "retention-mixed", "placeholders", "families-apart"}
}

// inOrderOfCause returns the rules in the order in which they are evaluated.
func inOrderOfCause(rules []Rule) []Rule {
	out := slices.Clone(rules)
	first := precedence()
	slices.SortStableFunc(out, func(a, b Rule) int { return slices.Index(first, a.ID) - slices.Index(first, b.ID) })
	return out
}

// claim notes the columns that a rule has found the cause of.
func (f *facts) claim(found []Finding) {
	for _, x := range found {
		for _, id := range x.columns {
			f.claimed[id] = true
		}
	}
}

// free reports whether no rule has claimed a column.
func (f *facts) free(id sample.ColumnID) bool { return !f.claimed[id] }

// columnsOf returns the columns of a family that nothing has claimed and that have versions to speak of.
func (f *facts) columnsOf(family string) []sample.ColumnID {
	var out []sample.ColumnID
	for id, c := range f.Sample.Columns() {
		if c.Family == family && f.free(sample.ColumnID(id)) {
			out = append(out, sample.ColumnID(id))
		}
	}
	return out
}

// pattern is what the map of the writes shows; heat.Unknown where there is none.
func (f *facts) pattern() heat.Pattern {
	if f.Heat.Artificial != "" {
		return heat.Unknown
	}
	return f.Heat.Score.Pattern
}

// even reports whether the map of the writes shows that they are spread: then nothing runs hot.
func (f *facts) even() bool { return f.pattern() == heat.Even }

// hot reports whether the map of the writes shows that they go to few places at any one time.
func (f *facts) hot() bool {
	return !slices.Contains([]heat.Pattern{heat.Even, heat.Unknown}, f.pattern())
}

// cooled makes a finding on the order of writes a note where the map of the writes is even: the order does harm only if
// rows are written in it.
func (f *facts) cooled(x Finding) Finding {
	if f.even() {
		x.Severity = Note
		x.Why = "Rows are not written in this order: the map of the writes is even. If they ever are, one node takes all writes."
	}
	return x
}

// reconciled returns what the rules found, by rule, without what contradicts something closer to the cause.
func reconciled(found map[string][]Finding) {
	drop := func(rule string, when func(Finding) bool) { found[rule] = slices.DeleteFunc(found[rule], when) }
	apart := map[string]bool{} // families of which a part is to be taken out
	for _, x := range found["retention-mixed"] {
		apart[x.Subject.Name] = true
	}
	drop("families-apart", func(x Finding) bool {
		return slices.ContainsFunc(x.Evidence, func(e Evidence) bool { return apart[e.Family] })
	})
	unused := map[string]bool{}
	for _, x := range found["family-unused"] {
		unused[x.Subject.Name] = true
	}
	drop("family-name-long", func(x Finding) bool { return unused[x.Subject.Name] })
	drop("entity-split", func(Finding) bool { return len(found["row-large"]) > 0 })
	// A large row that is mostly one large cell is large by that cell.
	if large, cells := found["row-large"], found["cell-large"]; len(large) > 0 && len(cells) > 0 && 2*cells[0].Measures[0].Figure.Value > large[0].Measures[0].Figure.Value {
		large[0].Fix = cells[0].Fix
	}
	for i, x := range found["number-unpadded"] {
		for _, y := range found["id-sequential"] {
			if x.Subject == y.Subject {
				found["number-unpadded"][i].Fix, found["number-unpadded"][i].Proposal = y.Fix, y.Proposal
			}
		}
	}
	// Many columns of one pattern are either names, or data that grows: the graver finding knows.
	if many, grows := found["columns-many"], found["row-unbounded"]; len(many) > 0 && len(grows) > 0 {
		if many[0].Severity.Rank() < grows[0].Severity.Rank() {
			found["row-unbounded"] = nil
		} else {
			found["columns-many"] = nil
		}
	}
	heatHasCause(found)
	oneLead(found)
}

// heatHasCause gives a hotspot the fix of the finding that states why writes go there.
func heatHasCause(found map[string][]Finding) {
	for i := range found["write-hotspot"] {
		x := &found["write-hotspot"][i]
		for _, rule := range []string{"time-first", "id-sequential", "time-behind-few", "counter-plain", "write-rate", "row-overwritten", "events-as-versions"} {
			if why := found[rule]; len(why) > 0 && why[0].Severity.AtLeast(Note) {
				x.Fix = why[0].Fix
				break
			}
		}
	}
}

// oneLead keeps the first of the new keys that lead with different segments of one record kind, the gravest finding's; the
// other findings name that one.
func oneLead(found map[string][]Finding) {
	type proposal struct {
		lead string
		x    *Finding
		rule Rule
	}
	best := map[string]proposal{}
	all := map[string][]proposal{}
	for _, rule := range Rules() {
		for i := range found[rule.ID] {
			x := &found[rule.ID][i]
			if x.lead == "" {
				continue
			}
			p := proposal{x.lead, x, rule}
			kind := x.Subject.Layout
			if was, ok := best[kind]; !ok || x.Severity.Rank() < was.x.Severity.Rank() {
				best[kind] = p
			}
			all[kind] = append(all[kind], p)
		}
	}
	for kind, proposals := range all {
		for _, p := range proposals {
			if first := best[kind]; p.lead != first.lead {
				p.x.Fix = Fix{Text: "Choose one first segment for both: this finding and \"" + strings.ToLower(first.rule.Title[:1]) + first.rule.Title[1:] + "\", which comes first."}
				p.x.Proposal = nil
			}
		}
	}
}

// leading returns the segment that a new order of the segments of a kind puts first.
func leading(k kindFacts, order []int) string {
	if len(order) == 0 || len(order) != len(k.segments) {
		return ""
	}
	return k.segments[order[0]].Name
}
