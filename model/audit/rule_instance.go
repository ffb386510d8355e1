package audit

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"tabletop/model/sample"
)

// tablesManyRule is the rule tables-many.
func tablesManyRule() Rule {
	return Rule{
		ID: "tables-many", Guidelines: []string{"G10"}, Title: "The instance has too many tables",
		Why:      "Each table adds load of its own, and 1,000 is the maximum per instance.",
		needs:    instance,
		about:    []Harm{Reads},
		limits:   func(l *Limits) { l.Tables = 1000 },
		instance: func(f *facts, in Instance) []Finding { return f.manyTables(len(in.Tables)) },
	}
}

// manyTables grades the number of tables of an instance.
func (f *facts) manyTables(tables int) []Finding {
	figure := seen(float64(tables))
	// 1,000 is a hard limit of the service; warn from 90% of it.
	s, ok := grade(figure, 0.9*f.limits.Tables, f.limits.Tables-1)
	if !ok {
		return nil
	}
	return []Finding{{Severity: s, Subject: Subject{Kind: AboutInstance},
		Measures: []Measure{{Name: "tables of the instance", Unit: Count, Figure: figure,
			Limit: severest(s, 0.9*f.limits.Tables, f.limits.Tables)}},
		Fix: Fix{Text: "Merge tables of one shape into one, distinguished by a key prefix."}}}
}

// shaper returns the name of a table with one part left out, or "" if there is no such part. Tables with equal results
// may be of one kind.
type shaper func(name string) string

// period leaves out the date of a name: a year or a day, optionally followed by a month or an hour.
func period() shaper {
	date := periodName()
	return func(name string) string {
		m := date.FindStringSubmatchIndex(name)
		if m == nil {
			return ""
		}
		return name[:m[2]] + "*" + name[m[3]:]
	}
}

func periodName() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^0-9])((?:19|20)[0-9]{2}(?:[-_]?(?:0[1-9]|1[0-2])(?:[-_]?(?:0[1-9]|[12][0-9]|3[01]))?|[-_]?[qQ][1-4]|[-_]?[wW][0-9]{2})?)(?:$|[^0-9])`)
}

// commonPart leaves out the part of a name without which most names are the same.
func commonPart(all []string) shaper {
	date := periodName()
	count := map[string]int{}
	for _, name := range all {
		for _, s := range shapes(name) {
			count[s]++
		}
	}
	return func(name string) string {
		if date.MatchString(name) {
			return "" // that is what period is for
		}
		own := shapes(name)
		slices.SortStableFunc(own, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
		if len(own) == 0 {
			return ""
		}
		return own[0]
	}
}

// shapes returns the name with each of its parts left out in turn; nothing for a name of one part.
func shapes(name string) []string {
	cuts := regexp.MustCompile(`[^-_.]+`).FindAllStringIndex(name, -1)
	if len(cuts) < 2 {
		return nil
	}
	var out []string
	for _, c := range cuts {
		out = append(out, name[:c[0]]+"*"+name[c[1]:])
	}
	return out
}

// Resembling returns those of names that differ from name only in a date or in one other part. Their descriptions are
// the Neighbors of an audit: only tables with the same families count as similar.
func Resembling(name string, names []string) []string {
	if !slices.Contains(names, name) {
		names = append(slices.Clone(names), name)
	}
	shapers := []shaper{period(), commonPart(names)}
	out := []string{} // not nil: known to be none
	for _, other := range names {
		if other != name && slices.ContainsFunc(shapers,
			func(shape shaper) bool { return shape(name) != "" && shape(other) == shape(name) }) {
			out = append(out, other)
		}
	}
	return out
}

// families returns the families of a table as text, which is equal for tables that could be one.
func families(t sample.Table) string {
	var all []string
	for _, fam := range t.Families {
		all = append(all, strings.TrimRight(fmt.Sprintf("%s (%s) %s %s", fam.Name, fam.GC, fam.Aggregate,
			fam.ValueType), " "))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// couldBeOne reports whether two tables could be one: their families are equal, and so are their row-key schemas if
// both declare one.
func couldBeOne(a, b sample.Table) bool {
	return families(a) == families(b) &&
		(a.KeySchema == nil || b.KeySchema == nil || reflect.DeepEqual(a.KeySchema, b.KeySchema))
}

// tablePerPeriodRule is the rule table-per-period.
func tablePerPeriodRule() Rule {
	return Rule{
		ID: "table-per-period", Guidelines: []string{"G10"}, Title: "One table per period",
		Why: "Data of one shape belongs in one table, distinguished by the key; garbage collection drops what is " +
			"old.",
		needs: neighbors, check: tablePerPeriod,
		about:    []Harm{Reads},
		instance: func(f *facts, _ Instance) []Finding { return tablePerPeriod(f) },
	}
}

func tablePerPeriod(f *facts) []Finding {
	return f.similar(period(),
		"Put the period into the key, after what queries filter on, and let an age-based policy drop old data.")
}

// similarTablesFix is the fix for tables of one shape.
const similarTablesFix = "If they have one shape, merge them into one table whose key starts with the part in which " +
	"the names differ."

// similarTablesRule is the rule tables-alike.
func similarTablesRule() Rule {
	return Rule{
		ID: "tables-alike", Guidelines: []string{"G10", "G37"}, Title: "Tables differ only in part of the name",
		Why: "Data of one shape belongs in one table, distinguished by a key prefix; one table per customer only " +
			"adds load.",
		needs: neighbors, check: similarTables,
		about:  []Harm{Reads},
		limits: func(l *Limits) { l.SimilarTables = 3 },
		instance: func(f *facts, in Instance) []Finding {
			return append(similarTables(f), f.sameFamilies(in.Described)...)
		},
	}
}

func similarTables(f *facts) []Finding {
	var names []string
	for _, t := range f.tables {
		names = append(names, t.Name)
	}
	return f.similar(commonPart(names), similarTablesFix)
}

// similar finds tables that differ only in what shape leaves out of their names. In the audit of a table these are the
// ones that could be one with it; others are not its business.
func (f *facts) similar(shape shaper, fix string) []Finding {
	groups := map[string][]sample.Table{}
	for _, t := range f.tables {
		if s := shape(t.Name); s != "" {
			groups[s] = append(groups[s], t)
		}
	}
	var out []Finding
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		for i, group := range f.groupSimilar(groups[name]) {
			if i > 0 {
				name += "+" // findings of one rule differ in their subjects
			}
			x := Finding{Severity: Warning, Subject: Subject{Kind: AboutInstance, Name: name}, Fix: Fix{Text: fix},
				Evidence: group,
				Measures: []Measure{{Name: "tables with such a name and the same families", Unit: Count,
					Figure: seen(float64(len(group)))}}}
			if strings.Trim(name, "*-_.") == "" {
				x.Severity = Note
			}
			out = append(out, x)
		}
	}
	return out
}

// groupSimilar groups tables that could be one, and returns the groups that are large enough to be reported, as
// evidence. In the audit of a table it returns only the group of that table.
func (f *facts) groupSimilar(tables []sample.Table) [][]Evidence {
	var groups [][]sample.Table
	for _, table := range tables {
		// Compare with every table of the group: one without a schema could be one with each of two whose schemas
		// differ.
		i := slices.IndexFunc(groups, func(g []sample.Table) bool {
			return !slices.ContainsFunc(g, func(other sample.Table) bool { return !couldBeOne(table, other) })
		})
		if i < 0 {
			groups, i = append(groups, nil), len(groups)
		}
		groups[i] = append(groups[i], table)
	}
	var out [][]Evidence
	for _, group := range groups {
		own := f.Sample == nil ||
			slices.ContainsFunc(group, func(t sample.Table) bool { return t.Name == f.Sample.Table.Name })
		if !own || float64(len(group)) < f.limits.SimilarTables {
			continue
		}
		var names []Evidence
		for _, t := range group {
			names = append(names, Evidence{Table: t.Name})
		}
		out = append(out, names)
	}
	return out
}
