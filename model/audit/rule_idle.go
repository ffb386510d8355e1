package audit

import (
	"time"

	"tabletop/model/retention"
	"tabletop/model/sample"
)

// policyIdleRule is the rule policy-idle.
func policyIdleRule() Rule {
	return Rule{
		ID: "policy-idle", Guidelines: []string{"G22"}, Title: "The policy has collected nothing",
		Why: "It takes only cells that are old and also beyond a number of versions that no column has: every " +
			"version is kept, and rows grow with every write.",
		needs: rows, check: policyIdle,
		about: []Harm{Storage, Reads}, scope: allVersions,
	}
}

func policyIdle(f *facts) []Finding {
	if f.Review == nil {
		return nil
	}
	var out []Finding
	for _, fam := range f.Review.Garbage.Families {
		least := f.versionsShort(fam.Name, fam.Rule)
		if !fam.Declared || fam.Aggregate != "" || least == 0 {
			continue
		}
		share := f.oldVersions(fam.Name)
		severity, ok := grade(share, f.limits.Garbage, no())
		if !ok {
			continue
		}
		most := 0
		for id, c := range f.Sample.Columns() {
			if c.Family == fam.Name {
				most = max(most, f.Profile.Columns[id].MaxVersions)
			}
		}
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
			Evidence: []Evidence{{Family: fam.Name}}, Measures: []Measure{
				{Name: "cells that are not the newest in their column", Unit: Share, Figure: share,
					Limit: f.limits.Garbage},
				{Name: "most versions of a column in a row", Unit: Count, Figure: seen(float64(most)),
					Read: f.sampled()},
				{Name: "versions that the policy requires before it takes a cell", Unit: Count,
					Figure: seen(float64(least))}},
			Fix: Fix{Text: "Take cells that are old or beyond the newest versions (a union) if that is meant, with " +
				"as many versions as are read; gc shows what each would take."},
			Policies: []*Policy{{Family: fam.Name, Rule: sample.GCRule{Kind: sample.GCUnion,
				Children: retention.Simplify(fam.Rule).Children}}},
			columns: f.familyColumns(fam.Name)})
	}
	return out
}

// versionsShort returns the number of versions that an intersection requires before it takes anything, if no column of
// a row read has as many, although some have more than are meant to pile up, and cells past the ages that it requires
// too: so it has never taken a cell. Else it returns 0.
func (f *facts) versionsShort(family string, r sample.GCRule) int {
	r = retention.Simplify(r)
	if r.Kind != sample.GCIntersection {
		return 0
	}
	least, age := 0, time.Duration(0)
	for _, child := range r.Children {
		switch child.Kind {
		case sample.GCMaxVersions:
			least = max(least, child.Versions)
		case sample.GCMaxAge:
			age = max(age, child.Age)
		default:
			return 0
		}
	}
	old, many := false, false
	for id, column := range f.Sample.Columns() {
		if column.Family != family {
			continue
		}
		usage := f.Review.Explorer.ColumnUsage(sample.ColumnID(id))
		if max(usage.MaxVersions, f.Profile.Columns[id].MaxVersions) >= least {
			return 0
		}
		many = many || float64(usage.VersionsAt(0.5)) > f.limits.VersionsPerColumn
		old = old || usage.Rows > 0 && f.Profile.Now.Sub(time.UnixMicro(usage.Oldest)) > age
	}
	if !old || !many {
		return 0
	}
	return least
}
