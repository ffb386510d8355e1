package audit

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Standing is how the audit of one table stands among those of the other tables of an instance.
type Standing struct {
	Source string
	Counts map[Severity]int // findings that are not suppressed
	Worst  string           // title of the most severe finding; empty without one
	Schema string           // the same for tables whose families, policies, and layouts are
}

// NewStanding returns the standing of a table with these layouts.
func NewStanding(source string, r *Report, t *sample.Table, layouts rowkey.Set) Standing {
	out := Standing{Source: source, Counts: map[Severity]int{}, Schema: schemaText(t, layouts)}
	for _, severity := range Severities() {
		out.Counts[severity] = r.Count(severity)
	}
	if len(r.Findings) > 0 {
		out.Worst = r.Findings[0].Title
	}
	return out
}

// schemaText returns families, policies, and layouts as a text.
func schemaText(t *sample.Table, layouts rowkey.Set) string {
	var parts []string
	for _, family := range t.Families {
		parts = append(parts, fmt.Sprintf("%q %s %s", family.Name, family.GC, family.Aggregate))
	}
	types := regexp.MustCompile(`\{([A-Za-z0-9_-]+):[^{}]*\}`) // the words of an enumeration differ between samples
	for _, layout := range layouts {
		parts = append(parts, types.ReplaceAllString(layout.String(), "{$1}"))
	}
	return strings.Join(parts, "\n")
}

// Severity returns that of the most severe finding; empty without one.
func (s Standing) Severity() Severity {
	return WorstSeverity(func(of Severity) int { return s.Counts[of] })
}

// WorstSeverity returns the highest severity of which there are findings; empty without any.
func WorstSeverity(count func(Severity) int) Severity {
	for _, severity := range Severities() {
		if count(severity) > 0 {
			return severity
		}
	}
	return ""
}

// compare orders standings: the worst first.
func (s Standing) compare(t Standing) int {
	for _, severity := range Severities() {
		if order := cmp.Compare(t.Counts[severity], s.Counts[severity]); order != 0 {
			return order
		}
	}
	return strings.Compare(s.Source, t.Source)
}

// RankFleet returns the indexes of tables in the order of a report, the worst first, with tables of one schema next to
// each other, and for each table the letter of its schema, which is empty if no other table has it.
func RankFleet(all []Standing) (order []int, letters []string) {
	order = make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return all[i].compare(all[j]) })
	place, members := map[string]int{}, map[string]int{} // by schema
	for at, i := range order {
		if members[all[i].Schema]++; members[all[i].Schema] == 1 {
			place[all[i].Schema] = at
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(place[all[i].Schema], place[all[j].Schema]) })
	letters = make([]string, len(all))
	known := map[string]string{}
	for _, i := range order {
		if schema := all[i].Schema; members[schema] > 1 {
			if known[schema] == "" {
				known[schema] = rowkey.KindLetter(len(known))
			}
			letters[i] = known[schema]
		}
	}
	return order, letters
}
