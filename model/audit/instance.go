package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/model/profile"
	"tabletop/model/sample"
)

// Instance is what is known of an instance without reading a row: the names of all its tables, and the descriptions of
// those that were asked for.
type Instance struct {
	Project, Name string
	Tables        []string
	Described     []sample.Table
}

// OfInstance judges an instance as a whole: how many tables it has, which of them look alike by their names or families,
// and the families of those that were described. Rules that look at rows could not judge.
func OfInstance(in Instance, limits Limits) *Report {
	f := &facts{limits: limits, tables: in.Tables}
	if limits == (Limits{}) {
		f.limits = DefaultLimits()
	}
	r := &Report{Scope: profile.All}
	for _, rule := range Rules() {
		var found []Finding
		switch {
		case rule.needs == instance && rule.ID == "tables-alike":
			found = append(rule.check(f), f.sameFamilies(in.Described)...)
		case rule.needs == instance:
			found = rule.check(f)
		case rule.ID == "families-many":
			found = f.manyFamilies(in.Described)
		case rule.ID == "family-name-long":
			found = f.longFamilies(in.Described)
		default:
			r.Skipped = append(r.Skipped, Skipped{rule.ID, "an instance was looked at, not the rows of a table"})
			continue
		}
		r.add(rule, found)
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	return r
}

// manyFamilies finds the tables with too many families.
func (f *facts) manyFamilies(tables []sample.Table) []Finding {
	var out []Finding
	for _, t := range tables {
		n := seen(float64(len(t.Families)))
		if s, ok := grade(n, f.limits.Families, no()); ok {
			out = append(out, Finding{Severity: s, Subject: Subject{Kind: AboutInstance, Name: t.Name}, Evidence: []Evidence{{Table: t.Name}},
				Measures: []Measure{{"families", Count, n, f.limits.Families}}, Fix: Fix{Text: manyFamiliesFix}})
		}
	}
	return out
}

// longFamilies finds long names of families, each with the tables that have it.
func (f *facts) longFamilies(tables []sample.Table) []Finding {
	has := map[string][]Evidence{}
	for _, t := range tables {
		for _, fam := range t.Families {
			if float64(len(fam.Name)) > f.limits.NameBytes {
				has[fam.Name] = append(has[fam.Name], Evidence{Table: t.Name})
			}
		}
	}
	var out []Finding
	for _, name := range slices.Sorted(maps.Keys(has)) {
		out = append(out, Finding{Severity: Warning, Subject: Subject{Kind: AboutFamily, Name: name}, Evidence: has[name], Measures: []Measure{
			{"length of the name", Bytes, seen(float64(len(name))), f.limits.NameBytes}, {"tables that have it", Count, seen(float64(len(has[name]))), 0}},
			Fix: Fix{Text: longFamilyFix}})
	}
	return out
}

// sameFamilies finds tables with the same families under the same rules, whatever they are called. A single family is
// too little to tell.
func (f *facts) sameFamilies(tables []sample.Table) []Finding {
	groups := map[string][]Evidence{}
	for _, t := range tables {
		var names []string
		for _, fam := range t.Families {
			names = append(names, fmt.Sprintf("%s (%s)", fam.Name, fam.GC))
		}
		if len(names) > 1 {
			key := strings.Join(names, ", ")
			groups[key] = append(groups[key], Evidence{Table: t.Name})
		}
	}
	var out []Finding
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		if n := float64(len(groups[key])); n >= f.limits.SimilarTables {
			out = append(out, Finding{Severity: Note, Title: "Tables have the same families under the same rules", Subject: Subject{Kind: AboutInstance, Name: "with " + key},
				Evidence: groups[key], Measures: []Measure{{"tables with these families", Count, seen(n), f.limits.SimilarTables}}, Fix: Fix{Text: alikeFix}})
		}
	}
	return out
}
