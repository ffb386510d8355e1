package analysis

import (
	"context"
	"slices"

	"tabletop/model/redact"
	"tabletop/model/sample"
)

// Redacted returns the analysis of the rows with every string that is data replaced by one of the same format, for a
// report to share. Times, layouts, and the name of the table stay: the report is about it. The same key gives the same strings the same replacements; an empty
// one is random. An analysis of a redacted sample is returned as it is.
func (a *Analysis) Redacted(ctx context.Context, key []byte) (*Analysis, error) {
	if a.Sample.How.Redacted != "" {
		return a, nil
	}
	done, err := redact.Apply(ctx, a.Sample, redact.Options{Key: key, Layouts: a.Layouts, Report: true})
	if err != nil {
		return nil, err
	}
	s := a.named(done.Sample)
	opts := Options{Layouts: a.Layouts, Now: a.now, Totals: a.Profile.Whole.Totals.WithoutKeys()}
	if !a.Declared && a.Inferred != nil {
		found := *a.Inferred
		found.Kinds, found.Otherwise = slices.Clone(found.Kinds), nil // the counts stay with the rows that were read
		for i, k := range found.Kinds {
			if row := a.Sample.Find(k.First); row < s.Rows() {
				found.Kinds[i].First = s.Key(row)
			}
		}
		opts.Layouts, opts.Inferred = nil, &found
	}
	return New(ctx, s, opts)
}

// RedactedRows returns rows of the sample as Redacted does, for a report that shows no others and no figures of the analysis. They are
// row rows[i] of the sample each, and all of shown are among them.
func (a *Analysis) RedactedRows(ctx context.Context, key []byte, shown []int) (s *sample.Sample, rows []int, err error) {
	done, rows, err := redact.Shown(ctx, a.Sample, shown, redact.Options{Key: key, Layouts: a.Layouts, Report: true})
	if err != nil {
		return nil, nil, err
	}
	return a.named(done.Sample), rows, nil
}

// named gives redacted rows the name of the table again.
func (a *Analysis) named(s *sample.Sample) *sample.Sample {
	of := &a.Sample.Table
	s.Table.Source, s.Table.Project, s.Table.Instance = of.Source, of.Project, of.Instance
	return s
}
