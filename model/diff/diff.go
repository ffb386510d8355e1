// Package diff compares two samples: which differences are significant, and which are within sampling error.
package diff

import (
	"context"

	"tabletop/model/analysis"
	"tabletop/model/keyspace"
	"tabletop/model/profile"
	"tabletop/model/profile/estimate"
	"tabletop/model/qualifier"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Side is one of the two samples with what is known of it.
type Side struct {
	Name     string // of the source, as the user gave it
	Sample   *sample.Sample
	Layouts  rowkey.Set
	Profile  *profile.Profile
	Waste    *retention.Garbage
	analysis *analysis.Analysis
	table    *segments.Table // of analysis, or by the layouts of the other side
	keys     *keyspace.Index // of table
	folds    []qualifier.Fold
}

// NewSide returns what has to be known of a sample to compare it. The error is ctx's.
func NewSide(ctx context.Context, name string, a *analysis.Analysis) (*Side, error) {
	s := a.Sample
	side := &Side{Name: name, Sample: s, Layouts: a.Layouts, Profile: a.Profile, analysis: a, table: a.Segments}
	var err error
	side.Waste, err = retention.NewEvaluator(s, a.Clock().Now).Garbage(ctx, retention.RulesOf(&s.Table))
	return side, err
}

// index decodes the keys again where the layouts of the other side were taken over.
func (s *Side) index(ctx context.Context) (err error) {
	if s.table.Layouts.Equal(s.Layouts) {
		s.keys, err = s.analysis.Keys(ctx)
		return err
	}
	s.table, err = segments.New(ctx, s.Sample, s.Layouts)
	s.keys = keyspace.New(s.table)
	return err
}

// Diff is how two samples differ.
type Diff struct {
	Before, After *Side
	// Remarks say what limits the comparison, each in a sentence. Names in them are raw.
	Remarks  []string
	Exact    bool // everything was counted on both sides
	Redacted bool // see Redact
	Totals   []Total
	Layouts  []Layout
	Families []Family
	Columns  []Column
	// MoreColumns counts those that are not listed; nearly always because there is nothing to say of them.
	MoreColumns int
	Segments    []Segment
	// Compared is the number of figures compared; Beyond the number of them that differ significantly, Undetermined of those
	// of which the samples cannot show it.
	Compared, Beyond, Undetermined int
}

// Unit describes how a figure is written.
type Unit string

// The units.
const (
	Count Unit = "count"
	Bytes Unit = "bytes"
	Share Unit = "share"
)

// Total is a figure of the table as a whole.
type Total struct {
	Name string
	Unit Unit
	Change
}

// Options steer a comparison. The zero value is the default.
type Options struct {
	Top int // columns, and values of each segment, to list; 0 is 40
}

// Compare compares a sample with a later one. The error is ctx's.
func Compare(ctx context.Context, before, after *Side, opts Options) (*Diff, error) {
	if opts.Top <= 0 {
		opts.Top = 40
	}
	d := &Diff{Before: before, After: after}
	agree(before, after)
	for _, s := range []*Side{before, after} {
		if err := s.index(ctx); err != nil {
			return nil, err
		}
		var err error
		if s.folds, err = s.analysis.Folds(ctx); err != nil {
			return nil, err
		}
	}
	d.Exact = before.keys.Design.IsExact() && after.keys.Design.IsExact()
	d.remark()
	d.totals()
	d.layouts()
	d.families()
	d.columns(opts.Top)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.segments(opts.Top)
	return d, ctx.Err()
}

// note counts a comparison.
func (d *Diff) note(c Change) Change {
	d.Compared++
	switch {
	case c.Verdict.Significant():
		d.Beyond++
	case c.Verdict == Undetermined:
		d.Undetermined++
	}
	return c
}

func (d *Diff) totals() {
	a, b := d.Before.Profile, d.After.Profile
	counted := func(n int64) estimate.Figure {
		return estimate.Figure{Value: float64(n), Low: float64(n), High: float64(n), Exact: true}
	}
	add := func(name string, unit Unit, before, after estimate.Figure) {
		d.Totals = append(d.Totals, Total{name, unit, d.note(compare(before, after, 1))})
	}
	if a.Whole.Rows.Value > 0 && b.Whole.Rows.Value > 0 || d.Exact {
		add("rows", Count, a.Whole.Rows, b.Whole.Rows)
	}
	if d.Exact {
		add("cells", Count, counted(a.Cells), counted(b.Cells))
		add("bytes", Bytes, counted(a.Bytes), counted(b.Bytes))
		add("bytes of keys", Bytes, counted(a.KeyBytes), counted(b.KeyBytes))
	} else if a.Whole.Bytes > 0 && b.Whole.Bytes > 0 {
		add("bytes (service)", Bytes, counted(a.Whole.Bytes), counted(b.Whole.Bytes))
	}
	add("mean row", Bytes, a.RowBytes.Mean, b.RowBytes.Mean)
	add("row p95", Bytes, a.RowBytes.P95, b.RowBytes.P95)
	add("mean key", Bytes, a.KeyLength.Mean, b.KeyLength.Mean)
	add("cells a row", Count, a.CellsPerRow.Mean, b.CellsPerRow.Mean)
	add("columns a row", Count, a.ColumnsPerRow.Mean, b.ColumnsPerRow.Mean)
	add("mean value", Bytes, a.ValueSize.Mean, b.ValueSize.Mean)
	add("garbage", Share, d.Before.Waste.Total.Share, d.After.Waste.Total.Share)
}
