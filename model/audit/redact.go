package audit

import (
	"bytes"
	"slices"
	"strings"

	"tabletop/model/redact"
	"tabletop/model/sample"
)

// EvidenceRows returns the rows of s that the report shows.
func (r *Report) EvidenceRows(s *sample.Sample) []int {
	var rows []int
	add := func(all []Evidence) {
		for _, e := range all {
			if row, ok := findRow(s, e.Key); ok {
				rows = append(rows, row)
			}
		}
	}
	for _, f := range r.Findings {
		add(f.Evidence)
	}
	for _, x := range r.Suppressed {
		add(x.Evidence)
	}
	for _, p := range r.Patterns {
		add(p.Evidence)
	}
	return rows
}

// findRow returns the row of a key, and whether there is one.
func findRow(s *sample.Sample, key []byte) (int, bool) {
	if key == nil {
		return 0, false
	}
	row := s.Find(key)
	return row, row < s.Rows() && bytes.Equal(s.Key(row), key)
}

// Redacted returns the report with redacted bytes. It takes what it shows of from, the sample it is of, from to, the
// rows of done under the name of the table: what was row i of what was redacted is row rows[i] of from, or row i if
// rows is nil. Whatever is in neither is replaced with s.
func (r *Report) Redacted(from, to *sample.Sample, done *redact.Result, rows []int, s *redact.Strings) *Report {
	masker := masker{from: from, to: to, rows: rows, place: done.Places(), strings: s,
		columns: map[sample.Column]sample.Column{}}
	for id, c := range from.Columns() {
		masker.columns[c] = to.Column(done.Column(sample.ColumnID(id)))
	}
	out := *r
	out.Skipped = redact.Masked(s, r.Skipped)
	out.Findings = make([]Finding, len(r.Findings))
	for i, f := range r.Findings {
		out.Findings[i] = masker.finding(f)
	}
	out.Suppressed = make([]Suppressed, len(r.Suppressed))
	for i, x := range r.Suppressed {
		out.Suppressed[i] = Suppressed{masker.finding(x.Finding), x.Reason}
	}
	out.Patterns = make([]Pattern, len(r.Patterns))
	for i, p := range r.Patterns {
		p.Evidence = masker.evidence(p.Evidence)
		out.Patterns[i] = redact.Masked(s, p)
	}
	return &out
}

type masker struct {
	from, to *sample.Sample
	rows     []int
	place    []int // of the rows that were redacted; nil where they kept their places
	strings  *redact.Strings
	columns  map[sample.Column]sample.Column
}

func (m *masker) finding(f Finding) Finding {
	if f.Subject.Kind == AboutColumn {
		f.Subject.Column = m.column(f.Subject.Column)
	}
	if f.Subject.Kind == AboutInstance && strings.Contains(f.Subject.Name, "*") {
		f.Subject.Name = m.strings.Name(redact.TableName, f.Subject.Name) // what names of tables have in common
	}
	f.Evidence = m.evidence(f.Evidence)
	return redact.Masked(m.strings, f)
}

func (m *masker) key(key []byte) []byte {
	row, ok := findRow(m.from, key)
	if ok && m.rows != nil {
		row, ok = slices.BinarySearch(m.rows, row)
	}
	if !ok {
		return m.strings.Text(key)
	}
	if m.place != nil {
		row = m.place[row]
	}
	return m.to.Key(row)
}

func (m *masker) column(c sample.Column) sample.Column {
	if to, ok := m.columns[c]; ok {
		return to
	}
	return sample.Column{Family: m.strings.Name(redact.FamilyName, c.Family),
		Qualifier: string(m.strings.Text([]byte(c.Qualifier)))}
}

func (m *masker) evidence(all []Evidence) []Evidence {
	out := make([]Evidence, len(all))
	for i, evidence := range all {
		if evidence.Column != nil {
			c := m.column(*evidence.Column)
			evidence.Column = &c
		}
		evidence.Table = m.strings.Name(redact.TableName, evidence.Table)
		if evidence.Key != nil {
			evidence.Key = m.key(evidence.Key)
		}
		if evidence.Masked != nil {
			if evidence.Masked = m.strings.Text(evidence.Masked); evidence.Key != nil {
				evidence.Masked = nil // the key itself was replaced
			}
		}
		out[i] = evidence
	}
	return out
}
