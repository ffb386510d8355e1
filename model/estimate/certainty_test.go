package estimate

import (
	"math"
	"testing"
)

// TestCertainties verifies how sure a figure is by how it was made, and what becomes of that: a share of a total is no
// surer than either, but for a total without an interval, which is taken as it is.
func TestCertainties(t *testing.T) {
	within, exact, point, between := Within(0.5, 0.4, 0.7), Counted(0.5), Point(0.5), Between(0.4, 0.6)
	for name, c := range map[string]struct {
		f    Figure
		want Certainty
	}{
		"zero":                       {Figure{}, Unknown},
		"counted":                    {exact, Exact},
		"counted share":              {CountedShare(1, 3), Exact},
		"counted if all were":        {CountedIf(1, true), Exact},
		"counted if not all were":    {CountedIf(1, false), NoInterval},
		"point":                      {point, NoInterval},
		"seen":                       {Seen(3), AtLeast},
		"between":                    {between, Range},
		"between two equal ends":     {Between(3, 3), Exact},
		"bound":                      {exact.Bound(0, 1), Range},
		"exact of exact":             {exact.Of(Counted(10)), Exact},
		"range of exact":             {between.Of(Counted(10)), Range},
		"interval of exact":          {within.Of(Counted(10)), Interval},
		"interval of a point":        {within.Of(Point(10)), Interval},
		"exact of an interval":       {exact.Of(Within(10, 9, 11)), Interval},
		"point of exact":             {point.Of(Counted(10)), NoInterval},
		"exact of a point":           {exact.Of(Point(10)), NoInterval},
		"of an unknown total":        {exact.Of(Figure{}), Unknown},
		"an unknown part of a total": {Figure{}.Of(Counted(10)), Unknown},
		"vague":                      {Within(3, 0, math.Inf(1)).Of(Counted(10)), Interval},
		"minus":                      {between.Minus(), Range},
		"rest":                       {within.Rest(), Interval},
		"inverse":                    {exact.Inverse(), Exact},
		"exact at most a point":      {exact.AtMost(NoInterval), NoInterval},
		"range at most a point":      {between.AtMost(NoInterval), Range},
		"interval left out":          {within.WithoutInterval(), NoInterval},
		"range without interval":     {between.WithoutInterval(), Range},
		"times":                      {point.Times(3), NoInterval},
	} {
		if c.f.Certainty != c.want {
			t.Errorf("%s: certainty %d of %+v, want %d", name, c.f.Certainty, c.f, c.want)
		}
	}
	if f := Between(2, 5); f.Value != 3.5 || f.Low != 2 || f.High != 5 {
		t.Errorf("between 2 and 5: %+v", f)
	}
	if f := Within(0.25, 0.2, 0.4).Rest(); f.Value != 0.75 || f.Low != 0.6 || f.High != 0.8 {
		t.Errorf("rest: %+v", f)
	}
	if (Figure{}).IsKnown() || Within(3, 0, math.Inf(1)).IsKnown() || !Point(0).IsKnown() || !Seen(1).IsKnown() {
		t.Error("what is known")
	}
}
