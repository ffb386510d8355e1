package analysis

import (
	"context"
	"slices"

	"tabletop/model/census"
	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/sample"
)

// Redacted returns the analysis of the rows with every string that is data, and every name that does not stay, replaced
// by one of the same format, for a report to share. Times stay, and the place of the table but for what names people:
// the report is about it. The strings replace names in what was computed from the rows as they were read. Of the
// options, those of rows and layouts are set here. An analysis of a redacted sample is returned as it is, with a nil
// result.
func (a *Analysis) Redacted(ctx context.Context, opts redact.Options, strings *redact.Strings) (*Analysis,
	*redact.Result, error) {
	if a.Sample.How.Redacted != "" {
		return a, nil, nil
	}
	opts.Layouts, opts.Report = a.Layouts, true
	done, err := redact.Apply(ctx, a.Sample, opts)
	if err != nil {
		return nil, nil, err
	}
	rows := a.named(done, strings)
	next := Options{Layouts: done.Layouts, Now: a.now, Counts: a.renamed(done, strings)}
	if !a.Declared && a.Inferred != nil {
		found := *a.Inferred
		found.Kinds, found.Otherwise = slices.Clone(found.Kinds), nil // the counts stay with the rows that were read
		place := done.Places()
		for i, kind := range found.Kinds {
			if row := a.Sample.Find(kind.First); row < rows.Rows() {
				if place != nil {
					row = place[row]
				}
				found.Kinds[i].First = rows.Key(row)
			}
			if at := slices.Index(a.Layouts, kind.Layout); at >= 0 {
				found.Kinds[i].Layout = done.Layouts[at]
			}
			found.Kinds[i].Others = slices.DeleteFunc(slices.Clone(kind.Others), func(o infer.Other) bool {
				return strings.Sentence(o.Layout.String()) != o.Layout.String()
			})
		}
		next.Layouts, next.Inferred = nil, &found
	}
	out, err := New(ctx, rows, next)
	return out, done, err
}

// renamed returns the counts of all rows with the names of columns as in redacted rows, without those of keys; nil if
// there are none. Rows that are not kept may have other names, which are judged by their counts.
func (a *Analysis) renamed(done *redact.Result, strings *redact.Strings) *census.Result {
	if a.census == nil {
		return nil
	}
	totals := a.census.Totals
	now := map[sample.Column]sample.Column{}
	for id, c := range a.Sample.Columns() {
		to := done.Sample.Column(done.Column(sample.ColumnID(id)))
		now[c], now[sample.Column{Family: c.Family}] = to, sample.Column{Family: to.Family}
	}
	return &census.Result{Totals: totals.Renamed(func(c census.Column) sample.Column {
		if to, ok := now[c.Name()]; ok {
			return to
		}
		return strings.Counted(c.Name(), c.Rows, totals.Rows)
	})}
}

// RedactedRows returns rows of the sample as Redacted does, for a report that shows no others and no figures of the
// analysis. They are row rows[i] of the sample each, and all of shown are among them.
func (a *Analysis) RedactedRows(ctx context.Context, opts redact.Options, shown []int,
	strings *redact.Strings) (s *sample.Sample, rows []int, done *redact.Result, err error) {
	opts.Layouts, opts.Report = a.Layouts, true
	if done, rows, err = redact.Shown(ctx, a.Sample, shown, opts); err != nil {
		return nil, nil, nil, err
	}
	return a.named(done, strings), rows, done, nil
}

// named gives redacted rows the place of the table again, without what names people.
func (a *Analysis) named(done *redact.Result, strings *redact.Strings) *sample.Sample {
	strings.Take(done)
	s, of := done.Sample, &a.Sample.Table
	s.Table.Source, s.Table.Project, s.Table.Instance = strings.Place(of.Source), strings.Place(of.Project),
		strings.Place(of.Instance)
	for _, n := range a.Neighbors {
		strings.Name(redact.TableName, n.Name)
	}
	return s
}
