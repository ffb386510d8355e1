// Package diff compares two samples: which differences are significant, and which are within sampling error.
package diff

import (
	"context"

	"tabletop/model/analysis"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/keyspace"
	"tabletop/model/qualifier"
	"tabletop/model/redact"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Side is one of the two samples with its analysis.
type Side struct {
	Name    string // of the source, as the user gave it
	Sample  *sample.Sample
	Layouts rowkey.Set
	Profile *figures.Profile
	Garbage *retention.Garbage

	evaluator *retention.Evaluator
	eligible  []bool // cell -> eligible for garbage collection; only if pairs are compared
	analysis  *analysis.Analysis
	table     *segments.Table // of analysis, or by the layouts of the other side
	keys      *keyspace.Index // of table
	folds     []qualifier.Fold
	read      map[sample.Column]bool // columns of Sample; see hasColumn
}

// NewSide prepares a sample for comparison. The error is ctx's.
func NewSide(ctx context.Context, name string, a *analysis.Analysis) (*Side, error) {
	s := a.Sample
	side := &Side{Name: name, Sample: s, Layouts: a.Layouts, Profile: a.Profile, analysis: a, table: a.Segments}
	var err error
	side.evaluator = retention.NewEvaluator(s, a.Clock().Now)
	side.Garbage, err = a.Garbage(ctx)
	return side, err
}

// index decodes the keys again if the side now has the layouts of the other side.
func (s *Side) index(ctx context.Context) (err error) {
	if s.table.Layouts.Equal(s.Layouts) {
		s.keys, err = s.analysis.Keys(ctx)
		return err
	}
	s.table, err = segments.New(ctx, s.Sample, s.Layouts)
	s.keys = keyspace.New(s.table)
	return err
}

// Diff is the comparison of two samples.
type Diff struct {
	Before, After *Side
	// Notes are sentences about what limits the comparison. Names in them are raw.
	Notes    []string
	Exact    bool            // both sides are full scans
	Redacted bool            // see Redact
	Names    *redact.Strings // that Redact replaced; nil before
	// Paired reports whether the samples have key ranges in common, so that most figures are compared range by range.
	Paired   bool
	Totals   []Total
	Layouts  []Layout
	Families []Family
	Columns  []Column
	// MoreColumns is the number of columns that are not listed, usually because they do not differ significantly.
	MoreColumns int
	Segments    []Segment
	// Presences are what only one side has, and MorePresences is the number of those that are not listed.
	Presences     []Presence
	MorePresences int
	// Compared is the number of figures compared, Beyond the number of those that differ significantly, and
	// Undetermined the number of those without an interval.
	Compared, Beyond, Undetermined int

	pairs *estimate.Pairs // nil if the samples do not have their sections in common
}

// Unit is the unit of a figure.
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

// Options configure a comparison. The zero value is the default.
type Options struct {
	Top int // maximum columns, and values of each segment, to list; 0 is 40
}

// Compare returns the differences between a sample and a later one. The error is ctx's.
func Compare(ctx context.Context, before, after *Side, opts Options) (*Diff, error) {
	if opts.Top <= 0 {
		opts.Top = 40
	}
	diff := &Diff{Before: before, After: after}
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
	diff.pairs = estimate.NewPairs(before.Sample, after.Sample, before.keys.Design, after.keys.Design)
	diff.Paired = diff.pairs != nil
	diff.Exact = before.keys.Design.IsExact() && after.keys.Design.IsExact()
	diff.addNotes()
	if err := diff.totals(ctx); err != nil {
		return nil, err
	}
	diff.layouts()
	diff.families()
	diff.columns(opts.Top)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	diff.sortPresences()
	diff.segments(opts.Top)
	return diff, ctx.Err()
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
