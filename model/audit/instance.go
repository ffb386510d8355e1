package audit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Instance is what is known of an instance without reading a row: the names of all its tables, and the descriptions of
// those that were requested.
type Instance struct {
	Project, Name string
	Tables        []string
	Described     []sample.Table
}

// OfInstance audits an instance as a whole: how many tables it has, and which of those described could be one table by
// their names and families. Rules that need rows are skipped.
func OfInstance(in Instance, limits Limits) *Report {
	facts := &facts{Input: Input{Table: &segments.Table{}}, limits: limits, tables: in.Described} // no sample
	if limits == (Limits{}) {
		facts.limits = DefaultLimits()
	}
	report := &Report{Scope: estimate.All}
	for _, rule := range Rules() {
		if rule.instance == nil {
			report.Skipped = append(report.Skipped, Skipped{rule.ID, "needs an audit of a table: no rows were read"})
			continue
		}
		report.add(rule, rule.instance(facts, in))
	}
	slices.SortStableFunc(report.Findings,
		func(a, b Finding) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	return report
}

// manyFamilies finds the tables with too many families.
func (f *facts) manyFamilies(tables []sample.Table) []Finding {
	var out []Finding
	for _, t := range tables {
		n := seen(float64(len(t.Families)))
		if s, ok := grade(n, f.limits.Families, no()); ok {
			out = append(out, Finding{Severity: s, Subject: Subject{Kind: AboutInstance, Name: t.Name},
				Evidence: []Evidence{{Table: t.Name}},
				Measures: []Measure{{Name: "families", Unit: Count, Figure: n, Limit: f.limits.Families}},
				Fix:      Fix{Text: manyFamiliesFix}})
		}
	}
	return out
}

// longFamilies finds long names of families, each with the tables with this family.
func (f *facts) longFamilies(tables []sample.Table) []Finding {
	has := map[string][]Evidence{}
	for _, t := range tables {
		for _, fam := range t.Families {
			if float64(len(fam.Name)) > f.limits.NameBytes {
				has[fam.Name] = append(has[fam.Name], Evidence{Table: t.Name, Family: fam.Name})
			}
		}
	}
	var out []Finding
	for _, name := range slices.Sorted(maps.Keys(has)) {
		out = append(out, Finding{Severity: Warning, Subject: Subject{Kind: AboutFamily, Name: name},
			Evidence: has[name], Measures: []Measure{
				{Name: "length of the name", Unit: Bytes, Figure: seen(float64(len(name))), Limit: f.limits.NameBytes},
				{Name: "tables with this family", Unit: Count, Figure: seen(float64(len(has[name])))}},
			Fix: Fix{Text: longFamilyFix}})
	}
	return out
}

// sameFamilies finds tables that could be one by their families, whatever their names. A single family is not enough
// evidence.
func (f *facts) sameFamilies(tables []sample.Table) []Finding {
	tables = slices.DeleteFunc(slices.Clone(tables), func(t sample.Table) bool { return len(t.Families) < 2 })
	var out []Finding
	for _, group := range f.groupSimilar(tables) {
		i := slices.IndexFunc(tables, func(t sample.Table) bool { return t.Name == group[0].Table })
		out = append(out, Finding{Severity: Note, Title: "Tables have the same families under the same policies",
			Subject:  Subject{Kind: AboutInstance, Name: "with " + families(tables[i])},
			Evidence: group, Measures: []Measure{{Name: "tables with these families", Unit: Count,
				Figure: seen(float64(len(group)))}}, Fix: Fix{Text: similarTablesFix}})
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return strings.Compare(a.Subject.Name, b.Subject.Name) })
	return out
}
