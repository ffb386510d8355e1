package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/bounded"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// Baseline is an earlier audit, read back: of a table or an instance, or of several.
type Baseline struct{ of []audit.Baseline }

// ReadBaseline reads what Audit or Fleet wrote as JSON.
func ReadBaseline(data []byte) (Baseline, error) {
	var old struct { // one of both
		doc.Audit
		Instances []doc.Audit `json:"instances"`
		Tables    []struct {
			Audit doc.Audit `json:"audit"`
		} `json:"tables"`
	}
	if err := bounded.JSON(data, &old); err != nil {
		return Baseline{}, err
	}
	audits := []doc.Audit{old.Audit}
	switch old.Format {
	case doc.AuditFormat:
	case doc.FleetFormat:
		audits = old.Instances
		for _, table := range old.Tables {
			audits = append(audits, table.Audit)
		}
	default:
		return Baseline{}, fmt.Errorf("it is no audit: its format is %q, not %q or %q", old.Format, doc.AuditFormat,
			doc.FleetFormat)
	}
	var out Baseline
	for _, of := range audits {
		one := audit.Baseline{Table: tableIdentity(of.Table), Findings: map[string]audit.Severity{}}
		for _, f := range slices.Concat(of.Findings, of.Suppressed) {
			if audit.Severity(f.Severity).Rank() < 0 || strings.TrimSpace(f.ID) == "" {
				return Baseline{}, fmt.Errorf("a finding has the severity %q and the id %q", f.Severity, f.ID)
			}
			one.Findings[f.ID] = audit.Severity(f.Severity)
		}
		out.of = append(out.of, one)
	}
	return out, nil
}

func tableIdentity(t doc.AuditTable) audit.Identity {
	return audit.Identity{Project: t.Project, Instance: t.Instance, Name: t.Name}
}

// Known marks the findings of r that the baseline has. The error is that it is of other tables.
func (b Baseline) Known(r *audit.Report, in Input) (*audit.Report, error) {
	id := audit.NewIdentity(&in.Sample.Table)
	id = audit.Identity{Project: text.EscapeString(id.Project), Instance: text.EscapeString(id.Instance),
		Name: text.EscapeString(id.Name)}
	for at, of := range b.of {
		findings := map[string]audit.Severity{}
		for _, f := range r.Findings {
			if s, ok := of.Findings[findingID(f)]; ok {
				findings[f.ID()] = s
			}
		}
		known, err := r.CompareBaseline(audit.Baseline{Table: of.Table, Findings: findings}, id)
		if err == nil || at == len(b.of)-1 {
			return known, err
		}
	}
	return nil, errors.New("the baseline is of no table")
}
