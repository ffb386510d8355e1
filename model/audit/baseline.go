package audit

import (
	"fmt"

	"tabletop/model/sample"
)

// Identity names a table. Project and Instance are empty if unknown.
type Identity struct {
	Project  string
	Instance string
	Name     string
}

// NewIdentity returns the identity of t.
func NewIdentity(t *sample.Table) Identity {
	return Identity{Project: t.Project, Instance: t.Instance, Name: t.Name}
}

// String returns project/instance/name, without the parts that are unknown.
func (i Identity) String() string {
	if i.Project == "" && i.Instance == "" {
		return i.Name
	}
	return i.Project + "/" + i.Instance + "/" + i.Name
}

// same reports whether both can be the same table: they agree in all parts that both have.
func (i Identity) same(j Identity) bool {
	either := func(a, b string) bool { return a == b || a == "" || b == "" }
	return i.Name == j.Name && either(i.Project, j.Project) && either(i.Instance, j.Instance)
}

// Baseline holds the ids and the severities of the findings of an earlier audit.
type Baseline struct {
	Table    Identity
	Findings map[string]Severity
}

// CompareBaseline returns the report with findings marked as Known that are in the baseline and are not more severe
// now. A baseline of another table is an error.
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

// Failing returns the number of findings that make a check fail: those of severity from or higher that are not Known.
func (r *Report) Failing(from Severity) int {
	n := 0
	for _, f := range r.Findings {
		if !f.Known && f.Severity.AtLeast(from) {
			n++
		}
	}
	return n
}
