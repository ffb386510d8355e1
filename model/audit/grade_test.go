package audit

import (
	"math"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
)

// TestGrade verifies the severity of figures around their limits: of exact ones, of those with an interval, and of
// those of which nobody knows how far they may be off, which are warnings at most.
func TestGrade(t *testing.T) {
	exact := func(v float64) estimate.Figure { return seen(v) }
	interval := func(low, v, high float64) estimate.Figure { return estimate.Within(v, low, high) }
	alone := func(v float64) estimate.Figure { return estimate.Point(v) }
	for name, tt := range map[string]struct {
		f             estimate.Figure
		warnAt, errAt float64
		want          Severity
		limit         float64
	}{
		"below":                       {exact(1), 2, 4, "", 0},
		"at the limit":                {exact(2), 2, 4, "", 0},
		"past a warning":              {exact(3), 2, 4, Warning, 2},
		"at the limit of an error":    {exact(4), 2, 4, Warning, 2},
		"past an error":               {exact(5), 2, 4, Error, 4},
		"interval around a warning":   {interval(1, 3, 5), 2, 4, Note, 2},
		"interval past a warning":     {interval(2.5, 3, 3.5), 2, 4, Warning, 2},
		"interval past an error":      {interval(5, 6, 7), 2, 4, Error, 4},
		"interval around an error":    {interval(3, 5, 7), 2, 4, Warning, 2},
		"nobody knows how far off":    {alone(50), 2, 4, Warning, 2},
		"an error only, nobody knows": {alone(50), math.Inf(1), 4, Note, 4},
		"no number":                   {exact(math.NaN()), 2, 4, "", 0},
	} {
		got, ok := grade(tt.f, tt.warnAt, tt.errAt)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		if ok && severest(got, tt.warnAt, tt.errAt) != tt.limit {
			t.Errorf("%s: the limit is %v, want %v", name, severest(got, tt.warnAt, tt.errAt), tt.limit)
		}
	}
}

// TestCrossed verifies that a limit stays only beside a figure that has reached it, and sets the unit of all bytes.
func TestCrossed(t *testing.T) {
	got := crossed([]Measure{{Unit: Bytes, Figure: seen(300 << 20), Limit: 256 << 20},
		{Unit: Bytes, Figure: seen(5), Limit: 6}, {Unit: Count, Figure: seen(9), Limit: 9}})
	if !got[0].Binary || got[0].Limit != 256<<20 || !got[1].Binary || got[1].Limit != 0 || got[2].Binary ||
		got[2].Limit != 9 {
		t.Errorf("%+v", got)
	}
	if got := crossed([]Measure{{Unit: Bytes, Figure: seen(2e8), Limit: 1e8},
		{Unit: Bytes, Figure: seen(5), Limit: 4096}}); got[0].Binary || got[1].Limit != 0 {
		t.Errorf("%+v", got)
	}
}

// TestConfidenceIsTheLowest verifies that a finding has the lowest confidence of the segments that it rests on, in
// whatever order they stand, and not that of others or of other layouts.
func TestConfidenceIsTheLowest(t *testing.T) {
	layout, err := rowkey.Parse("{a}#{b}#{c}")
	if err != nil {
		t.Fatal(err)
	}
	other, err := rowkey.Parse("{a}/{b}/{c}")
	if err != nil {
		t.Fatal(err)
	}
	with := func(confidences ...float64) []infer.SegmentEvidence {
		var segments []infer.SegmentEvidence
		for _, c := range confidences {
			segments = append(segments, infer.SegmentEvidence{Confidence: c})
		}
		return segments
	}
	f := &facts{Input: Input{Inferred: &infer.Result{Kinds: []infer.Kind{
		{Layout: layout, Segments: with(0.5, 0.9, 0.2)}, {Layout: other, Segments: with(0.1, 0.1, 0.1)}}}}}
	for _, tt := range []struct {
		rests   []string
		subject Subject
		want    float64
	}{
		{[]string{"a", "b"}, Subject{Kind: AboutKeys, Name: layout.String()}, 0.5},
		{[]string{"b"}, Subject{Kind: AboutSegment, Name: "a", Layout: layout.String()}, 0.5},
		{[]string{"b"}, Subject{Kind: AboutKeys, Name: layout.String()}, 0.9},
		{nil, Subject{Kind: AboutKeys, Name: layout.String()}, 1},
	} {
		if got := f.confidenceIn(Rule{}, &Finding{rests: tt.rests, Subject: tt.subject}); got != tt.want {
			t.Errorf("a finding about %q that rests on %v: %v, want %v", tt.subject.Name, tt.rests, got, tt.want)
		}
	}
}
