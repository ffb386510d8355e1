package audit

import (
	"bytes"

	"tabletop/model/redact"
	"tabletop/model/sample"
)

// Redacted is the report with what it shows of from, the sample it is of, taken from to: the same rows and columns with
// other bytes. What is in neither is replaced by s.
func (r *Report) Redacted(from, to *sample.Sample, s *redact.Strings) *Report {
	m := masker{from: from, to: to, strings: s, columns: map[sample.Column]sample.Column{}}
	for id, c := range from.Columns() {
		m.columns[c] = to.Columns()[id]
	}
	out := *r
	out.Findings = make([]Finding, len(r.Findings))
	for i, f := range r.Findings {
		out.Findings[i] = m.finding(f)
	}
	out.Suppressed = make([]Suppressed, len(r.Suppressed))
	for i, x := range r.Suppressed {
		out.Suppressed[i] = Suppressed{m.finding(x.Finding), x.Reason}
	}
	out.Patterns = make([]Pattern, len(r.Patterns))
	for i, p := range r.Patterns {
		p.Evidence = m.evidence(p.Evidence)
		out.Patterns[i] = p
	}
	return &out
}

type masker struct {
	from, to *sample.Sample
	strings  *redact.Strings
	columns  map[sample.Column]sample.Column
}

func (m *masker) finding(f Finding) Finding {
	if f.Subject.Kind == AboutColumn {
		f.Subject.Column = m.column(f.Subject.Column)
	}
	f.Evidence = m.evidence(f.Evidence)
	return f
}

func (m *masker) column(c sample.Column) sample.Column {
	if to, ok := m.columns[c]; ok {
		return to
	}
	return sample.Column{Family: c.Family, Qualifier: string(m.strings.Text([]byte(c.Qualifier)))}
}

func (m *masker) evidence(all []Evidence) []Evidence {
	out := make([]Evidence, len(all))
	for i, e := range all {
		if e.Column != nil {
			c := m.column(*e.Column)
			e.Column = &c
		}
		if e.Key != nil {
			if row := m.from.Find(e.Key); row < m.from.Rows() && bytes.Equal(m.from.Key(row), e.Key) {
				e.Key = m.to.Key(row)
			} else {
				e.Key = m.strings.Text(e.Key)
			}
		}
		if e.Masked != nil {
			if e.Masked = m.strings.Text(e.Masked); e.Key != nil {
				e.Masked = nil // the key itself is another now
			}
		}
		out[i] = e
	}
	return out
}
