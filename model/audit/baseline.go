package audit

import (
	"fmt"

	"tabletop/model/sample"
)

// Identity names a table. Project and Instance are empty where they are not known.
type Identity struct {
	Project  string
	Instance string
	Name     string
}

// IdentityOf is the identity of t.
func IdentityOf(t *sample.Table) Identity {
	return Identity{Project: t.Project, Instance: t.Instance, Name: t.Name}
}

// String is project/instance/name, as far as known.
func (i Identity) String() string {
	if i.Project == "" && i.Instance == "" {
		return i.Name
	}
	return i.Project + "/" + i.Instance + "/" + i.Name
}

// same reports whether both may be the same table: what only one of them knows does not count.
func (i Identity) same(j Identity) bool {
	either := func(a, b string) bool { return a == b || a == "" || b == "" }
	return i.Name == j.Name && either(i.Project, j.Project) && either(i.Instance, j.Instance)
}

// Baseline is what an earlier audit found: the ids of its findings and their severities.
type Baseline struct {
	Table    Identity
	Findings map[string]Severity
}

// CompareBaseline marks the findings that were there before and are not graver now as Known. A baseline of another table is an
// error.
func (r *Report) CompareBaseline(b Baseline, of Identity) (*Report, error) {
	if !of.same(b.Table) {
		return nil, fmt.Errorf("the baseline is of table %q, not of %q", b.Table.String(), of.String())
	}
	out := *r
	out.Findings = make([]Finding, len(r.Findings))
	for i, f := range r.Findings {
		was, ok := b.Findings[f.ID()]
		f.Known = ok && was.AtLeast(f.Severity)
		out.Findings[i] = f
	}
	return &out, nil
}

// Failing counts the findings that make a check fail: those as grave as from or graver that are not Known.
func (r *Report) Failing(from Severity) int {
	n := 0
	for _, f := range r.Findings {
		if !f.Known && f.Severity.AtLeast(from) {
			n++
		}
	}
	return n
}
