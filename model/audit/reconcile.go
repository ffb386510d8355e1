package audit

import (
	"bytes"
	"slices"

	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// Findings that are each right must not contradict each other's recommendations. So a column has one cause, and if
// several findings are about the same thing, only the one closest to the cause is reported.

// precedence returns the rules that recommend something about columns, the closest cause first: the others ignore a
// column that one of them has claimed. All other rules come before these.
func precedence() []string {
	return []string{"timestamps-artificial", "column-repeats-key", "counter-plain", "write-rate",
		"versions-repeat", "policy-idle", "events-as-versions", "row-overwritten", "versions-unlimited",
		"retention-mixed", "placeholders", "families-apart"}
}

// inOrderOfCause returns the rules in the order in which they are evaluated.
func inOrderOfCause(rules []Rule) []Rule {
	out := slices.Clone(rules)
	first := precedence()
	slices.SortStableFunc(out, func(a, b Rule) int { return slices.Index(first, a.ID) - slices.Index(first, b.ID) })
	return out
}

// claim records the columns for which a rule has found the cause.
func (f *facts) claim(found []Finding) {
	for _, x := range found {
		for _, id := range x.columns {
			f.claimed[id] = true
		}
	}
}

// free reports whether no rule has claimed a column.
func (f *facts) free(id sample.ColumnID) bool { return !f.claimed[id] }

// familyColumns returns the columns of a family that no rule has claimed and that have several versions.
func (f *facts) familyColumns(family string) []sample.ColumnID {
	var out []sample.ColumnID
	for id, c := range f.Sample.Columns() {
		if c.Family == family && f.free(sample.ColumnID(id)) {
			out = append(out, sample.ColumnID(id))
		}
	}
	return out
}

// pattern returns the write pattern; heat.Unknown if there is no map.
func (f *facts) pattern() heat.Pattern {
	if f.Heat.Artificial != "" {
		return heat.Unknown
	}
	return f.Heat.Score.Pattern
}

// even reports whether the map of the writes shows that they are even: then there is no hotspot.
func (f *facts) even() bool { return f.pattern() == heat.Even }

// hot reports whether the map of the writes shows that they go to few key ranges in each window.
func (f *facts) hot() bool {
	return !slices.Contains([]heat.Pattern{heat.Even, heat.Unknown}, f.pattern())
}

// cooled demotes a finding on the order of writes to a note if the map of the writes is even: the order is harmful only
// if rows are written in it.
func (f *facts) cooled(x Finding) Finding {
	if f.even() {
		x.Severity = Note
		x.Why = "Rows are not written in this order: the map of the writes is even. If they ever are, one node takes " +
			"all writes."
	}
	return x
}

// reconciled removes findings that contradict findings closer to the cause.
func reconciled(found map[string][]Finding) {
	drop := func(rule string, when func(Finding) bool) { found[rule] = slices.DeleteFunc(found[rule], when) }
	apart := map[string]bool{} // families of which a part is to be moved out
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
	// Most of the keys that match no layout do as soon as a value may hold the delimiter.
	drop("key-unexplained", func(x Finding) bool {
		return slices.ContainsFunc(found["delimiter-in-value"], func(y Finding) bool {
			return 2*y.Measures[0].Figure.Value > x.Measures[0].Figure.Value
		})
	})
	// Keys that are read as another kind for it are keys of the kind that has the delimiter in a value.
	for _, split := range found["delimiter-in-value"] {
		for _, rule := range []string{"granular-first", "tenant-behind", "entity-split", "number-unpadded"} {
			drop(rule, func(x Finding) bool { return slices.Contains(split.splits, x.Subject.Layout) })
		}
	}
	drop("entity-split", func(Finding) bool { return len(found["row-large"]) > 0 })
	// The cause of a large row that is mostly one large cell is that cell.
	if large, cells := found["row-large"], found["cell-large"]; len(large) > 0 && len(cells) > 0 &&
		2*cells[0].Measures[0].Figure.Value > large[0].Measures[0].Figure.Value {
		large[0].Fix = cells[0].Fix
	}
	for i, x := range found["number-unpadded"] {
		for _, y := range found["id-sequential"] {
			if x.Subject == y.Subject && y.Severity.AtLeast(x.Severity) {
				found["number-unpadded"][i].Fix, found["number-unpadded"][i].cures = y.Fix, y.cures
			}
		}
	}
	// Many columns of one pattern are either names, or data that grows: the more severe finding decides.
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

// heatHasCause makes a hotspot one with a finding as severe that explains it, which has its figures and gets its
// evidence, and gives any other the fix of the finding that states why writes go there.
func heatHasCause(found map[string][]Finding) {
	found["write-hotspot"] = slices.DeleteFunc(found["write-hotspot"], func(x Finding) bool {
		for _, rule := range writeHotspotRule().explainedBy {
			for i := range found[rule] {
				if why := &found[rule][i]; why.Severity.AtLeast(x.Severity) {
					why.fold(writeHotspotRule().ID, x)
					return true
				}
			}
		}
		return false
	})
	for i := range found["write-hotspot"] {
		x := &found["write-hotspot"][i]
		for _, rule := range []string{"time-first", "id-sequential", "time-behind-few", "counter-plain", "write-rate",
			"row-overwritten", "events-as-versions"} {
			if why := found[rule]; len(why) > 0 && why[0].Severity.AtLeast(Note) {
				x.Fix = why[0].Fix
				break
			}
		}
	}
}

// fold takes the evidence of a finding of another rule that is one with f.
func (f *Finding) fold(rule string, x Finding) {
	f.Evidence = slices.DeleteFunc(f.Evidence, func(e Evidence) bool {
		return e.Key != nil &&
			slices.ContainsFunc(x.Evidence, func(o Evidence) bool { return bytes.Equal(e.Key, o.Key) })
	})
	f.Evidence = append(f.Evidence, x.Evidence...)
	f.folded = append(f.folded, rule)
}

// oneLead keeps one of several new keys that start with different segments of one record kind: that of the most severe
// finding. The other findings refer to it.
func oneLead(found map[string][]Finding) {
	type proposal struct {
		lead    string
		finding *Finding
		rule    Rule
	}
	best := map[string]proposal{}
	all := map[string][]proposal{}
	for _, rule := range Rules() {
		for i := range found[rule.ID] {
			finding := &found[rule.ID][i]
			if finding.lead == "" {
				continue
			}
			p := proposal{finding.lead, finding, rule}
			kind := finding.Subject.Layout
			if was, ok := best[kind]; !ok || finding.Severity.Rank() < was.finding.Severity.Rank() {
				best[kind] = p
			}
			all[kind] = append(all[kind], p)
		}
	}
	for kind, proposals := range all {
		for _, p := range proposals {
			if first := best[kind]; p.lead != first.lead {
				p.finding.Fix = Fix{Text: "Choose one first segment for both: this finding and \"" +
					spelling.Uncapitalize(first.rule.Title) + "\", which comes first."}
				p.finding.cures = nil
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
