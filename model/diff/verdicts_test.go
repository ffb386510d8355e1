package diff

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/keyspace"
	"tabletop/model/qualifier"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// TestVerdictsOfComparisons verifies the verdict on two figures, and the interval of their difference, by what is known
// of each.
func TestVerdictsOfComparisons(t *testing.T) {
	exact, within, point := estimate.Counted[float64], estimate.Within, estimate.Point
	for name, tt := range map[string]struct {
		before, after estimate.Figure
		of            int
		want          Verdict
		low, high     float64
	}{
		"equal":                     {exact(5), exact(5), 1, Same, 0, 0},
		"none on either side":       {exact(0), exact(0), 1, Same, 0, 0},
		"more":                      {exact(5), exact(6), 1, Grew, 1, 1},
		"fewer":                     {exact(6), exact(5), 1, Shrank, -1, -1},
		"there at last":             {exact(0), exact(5), 1, New, 5, 5},
		"there no more":             {exact(5), exact(0), 1, Gone, -5, -5},
		"within the intervals":      {within(10, 7, 13), within(12, 8, 16), 1, WithinError, -3, 7},
		"beyond the intervals":      {within(10, 7, 13), within(20, 16, 24), 1, Grew, 5, 15},
		"below the intervals":       {within(20, 16, 24), within(10, 7, 13), 1, Shrank, -15, -5},
		"one of many":               {within(10, 7, 13), within(17, 13, 21), 1000, WithinError, 2, 12},
		"alone":                     {within(10, 7, 13), within(17, 13, 21), 1, Grew, 2, 12},
		"exact, and an interval":    {exact(10), within(20, 16, 24), 1, Grew, 6, 14},
		"an interval, and exact":    {within(10, 7, 13), exact(20), 1, Grew, 7, 13},
		"none, and an interval":     {exact(0), within(20, 16, 24), 1, New, 16, 24},
		"without an interval":       {exact(10), point(20), 1, Undetermined, 10, 10},
		"neither with an interval":  {point(10), point(20), 1, Undetermined, 10, 10},
		"the same, without":         {point(10), point(10), 1, WithinError, 0, 0},
		"skewed intervals, growing": {within(10, 9, 14), within(20, 14, 21), 1, Grew, 10 - math.Hypot(6, 4), 10 + math.Hypot(1, 1)},
	} {
		got := compare(tt.before, tt.after, tt.of)
		if got.Verdict != tt.want || got.Before != tt.before || got.After != tt.after {
			t.Errorf("%s: %s, want %s", name, got.Verdict, tt.want)
		}
		if d := got.Delta; math.Abs(d.Low-tt.low) > 1e-9 || math.Abs(d.High-tt.high) > 1e-9 {
			t.Errorf("%s: the difference is from %v to %v, want %v to %v", name, d.Low, d.High, tt.low, tt.high)
		}
	}
}

// TestTotalsThatAreCompared verifies which totals are compared: of what both sides know, counts of all rows if both have
// them, else estimates, and the bytes that the service counts if it does for both.
func TestTotalsThatAreCompared(t *testing.T) {
	nothing, err := segments.New(t.Context(), sample.Assemble(sample.Table{}, sample.Provenance{}, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	side := func(change func(p *figures.Profile)) *Side {
		p := &figures.Profile{}
		p.Whole.Rows, p.Whole.Cells, p.Whole.Table = estimate.Within(10, 9, 11), estimate.Within(30, 29, 31),
			estimate.Within(900, 800, 1000)
		change(p)
		return &Side{Profile: p, Garbage: &retention.Garbage{}, keys: keyspace.New(nothing)}
	}
	counted := func(p *figures.Profile) { p.FoundRows = estimate.Counted(10.0) }
	service := func(p *figures.Profile) { p.Whole.Bytes = 1000 }
	no := func(*figures.Profile) {}
	const means = " mean row row p95 mean key cells a row columns a row mean value garbage"
	for name, tt := range map[string]struct {
		before, after func(p *figures.Profile)
		want          string
	}{
		"estimates":         {no, no, "rows cells bytes"},
		"counted":           {counted, counted, "rows cells bytes bytes of keys"},
		"counted before":    {counted, no, "rows cells bytes"},
		"counted after":     {no, counted, "rows cells bytes"},
		"of the service":    {service, service, "rows cells bytes (service)"},
		"of it before":      {service, no, "rows cells bytes"},
		"of it after":       {no, service, "rows cells bytes"},
		"no rows known":     {no, func(p *figures.Profile) { p.Whole.Rows = estimate.Figure{} }, "cells bytes"},
		"no cells known":    {func(p *figures.Profile) { p.Whole.Cells = estimate.Figure{} }, no, "rows bytes"},
		"no bytes known":    {no, func(p *figures.Profile) { p.Whole.Table = estimate.Figure{} }, "rows cells"},
		"nor of the former": {func(p *figures.Profile) { p.Whole.Table = estimate.Figure{} }, no, "rows cells"},
	} {
		d := &Diff{Before: side(tt.before), After: side(tt.after)}
		if err := d.totals(t.Context()); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, total := range d.Totals {
			names = append(names, total.Name)
		}
		if got := strings.Join(names, " "); got != tt.want+means {
			t.Errorf("%s: %s, want %s", name, got, tt.want+means)
		}
	}
}

// TestFormsOfLayouts verifies what of a layout must be the same for two kinds to be one: all but the words of
// enumerations and the names of segments.
func TestFormsOfLayouts(t *testing.T) {
	for template, want := range map[string]string{
		"{a}#{b:hex(8)}":              "{text}#{hex(8)}",
		"{kind:enum(x,y)}/{c}":        "{enum}/{text}",
		"x{a}[#{b:int}]":              "x{text}[#{int}]",
		"{a:date(20060102)}#{b:uuid}": "{date(20060102)}#{uuid}",
	} {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		if got := form(l); got != want {
			t.Errorf("%s: %s, want %s", template, got, want)
		}
	}
	set := func(text string) rowkey.Set {
		s, err := rowkey.ParseSet(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if got := segmentCount(set("{a}#{b}\n{c}/{d}/{e}\n{f}")); got != 3 {
		t.Errorf("the most segments are %d", got)
	}
	at, day, text := set("{x:ms}"), set("{x:date(20060102)}"), set("{x}")
	for _, tt := range []struct {
		in, of rowkey.Set
		want   bool
	}{{at, day, true}, {text, at, true}, {at, text, false}, {text, set("{x:int}"), true}, {text, set("{y}"), false}} {
		if got := hasSegment(tt.in, tt.of[0].Segments()[0]); got != tt.want {
			t.Errorf("%s has the segment of %s: %t, want %t", tt.in, tt.of, got, tt.want)
		}
	}
}

// TestListsOfColumns verifies how many columns are listed at least: all that differ, of a thousand at most.
func TestListsOfColumns(t *testing.T) {
	columns := slices.Repeat([]Column{{Verdict: Grew}}, 1200)
	for n, want := range map[int]int{0: 0, 7: 7, 1000: 1000, 1001: 1000} {
		if got := countBeyond(append(slices.Clone(columns[:n]), Column{Verdict: Same}, Column{Verdict: Unseen})); got != want {
			t.Errorf("%d of them differ: %d are listed, want %d", n, got, want)
		}
	}
}

// TestPatternsOfColumns verifies of which pattern a column is: by name, by a layout of several segments that takes it, and
// where no row of the sample has it, in a family whose qualifiers have none in common.
func TestPatternsOfColumns(t *testing.T) {
	b := sample.NewBuilder(0)
	b.Row([]byte("k"))
	b.Cell("f", []byte("a"), 1, nil)
	b.Cell("g", []byte("x1:y2"), 1, nil)
	side := &Side{Sample: sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})}
	layout := func(text string) *rowkey.Layout {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	side.folds = []qualifier.Fold{{Family: "f", Columns: []sample.ColumnID{0}}, {Family: "g", Layout: layout("{u}:{v}"),
		Columns: []sample.ColumnID{1}}, {Family: "h", Layout: layout("{u}")}}
	folded := foldColumns(side)
	for _, tt := range []struct{ family, qualifier, pattern, unread string }{
		{"f", "a", "any", ""}, {"f", "b", "", "any"}, {"g", "x1:y2", "{u}:{v}", ""}, {"g", "p:q", "{u}:{v}", ""},
		{"g", "pq", "", ""}, {"h", "p", "", ""}, {"i", "p", "", ""},
	} {
		c := sample.Column{Family: tt.family, Qualifier: tt.qualifier}
		if pattern, unread := folded.pattern(c), folded.unread(side, c); pattern != tt.pattern || unread != tt.unread {
			t.Errorf("%s:%s is of pattern %q, %q, want %q, %q", c.Family, c.Qualifier, pattern, unread, tt.pattern, tt.unread)
		}
	}
}

// TestTotalsAreCanceled verifies that the comparison of totals in pairs ends with the error of its context.
func TestTotalsAreCanceled(t *testing.T) {
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, nil)
	nothing, err := segments.New(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	side := func() *Side {
		return &Side{Sample: s, Profile: &figures.Profile{}, Garbage: &retention.Garbage{}, keys: keyspace.New(nothing),
			evaluator: retention.NewEvaluator(s, time.Unix(1, 0))}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := &Diff{Before: side(), After: side(), pairs: &estimate.Pairs{}}
	if err := d.totals(ctx); !errors.Is(err, context.Canceled) || len(d.Totals) != 0 {
		t.Errorf("%d totals, %v", len(d.Totals), err)
	}
}
