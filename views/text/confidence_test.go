package text

import (
	"strings"
	"testing"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
)

// TestConfidenceIsNotRoundedUp verifies that a layout in doubt never looks sure, nor a sure one certain.
func TestConfidenceIsNotRoundedUp(t *testing.T) {
	for p, want := range map[float64]string{0: "0.00", 0.9499: "0.94", 0.95: "0.95", 0.999: "0.99", 1: "0.99",
		0.29: "0.29"} {
		if got := Confidence(p); got != want {
			t.Errorf("%g is %s, want %s", p, got, want)
		}
	}
}

// TestLayoutConfidence verifies that doubt is stated with the segments it is about, and only then.
func TestLayoutConfidence(t *testing.T) {
	l, err := rowkey.Parse("{a}#{b:int}#{c}")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		layout   float64
		segments [3]float64
		want     string
		sure     bool
	}{
		{0.97, [3]float64{0.99, 0.97, 0.98}, "confidence 0.97", true},
		{0.949, [3]float64{0.99, 0.949, 0.98}, "confidence 0.94, uncertain: b 0.94", false},
		{0.5, [3]float64{0.99, 0.97, 0.98}, "confidence 0.50, uncertain", false},
		{0.1, [3]float64{0.2, 0.3, 0.98}, "confidence 0.10, uncertain: a 0.20, b 0.30", false},
	} {
		k := infer.Kind{Layout: l, Confidence: tt.layout}
		for _, p := range tt.segments {
			k.Segments = append(k.Segments, infer.SegmentEvidence{Confidence: p})
		}
		if got, sure := LayoutConfidence(k); got != tt.want || sure != tt.sure {
			t.Errorf("%q %t, want %q %t", got, sure, tt.want, tt.sure)
		}
	}
}

// TestCurrentLayout verifies that what depends on an inferred layout states its confidence, and calls it sure exactly
// if it is.
func TestCurrentLayout(t *testing.T) {
	kind := func(template string, p float64) infer.Kind {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		k := infer.Kind{Layout: l, Confidence: p}
		for range l.Segments() {
			k.Segments = append(k.Segments, infer.SegmentEvidence{Confidence: min(1, p+0.02)})
		}
		return k
	}
	const after = "): figures by segment are wrong if a boundary is. tabletop schema lists the alternatives; declare " +
		"the right one with --layout."
	for _, tt := range []struct {
		name   string
		of     *infer.Result
		unseen float64
		want   string
	}{
		{"declared", nil, 1, ""},
		{"no structure", &infer.Result{}, 1, ""},
		{"sure", &infer.Result{Kinds: []infer.Kind{kind("{a}#{b}", 0.95)}}, 0,
			"The current layout is inferred and sure (confidence 0.95)."},
		{"just not sure", &infer.Result{Kinds: []infer.Kind{kind("{a}#{b}", 0.9499)}}, 0,
			"The current layout is inferred and not sure (confidence 0.94, uncertain" + after},
		{"the least of two that are sure",
			&infer.Result{Kinds: []infer.Kind{kind("x = {a}", 0.98), kind("y = {b}", 0.96)}}, 0,
			"The current layout is inferred and sure (y: confidence 0.96)."},
		{"one in doubt", &infer.Result{Kinds: []infer.Kind{kind("{a}", 0.5)}}, 0,
			"The current layout is inferred and not sure (confidence 0.50, uncertain: a 0.52" + after},
		{"a third may be unseen", &infer.Result{Kinds: []infer.Kind{kind("{a}#{b}", 0.97)}}, 0.334,
			"The current layout is inferred and sure for the rows read (confidence 0.97), but up to 33.4% of the rows " +
				"of the table may have keys of other kinds. Read rows from all over the table."},
		{"less than a third may be", &infer.Result{Kinds: []infer.Kind{kind("{a}#{b}", 0.97)}}, 0.333,
			"The current layout is inferred and sure (confidence 0.97)."},
		{"first rows only", &infer.Result{Kinds: []infer.Kind{kind("{a}#{b}", 0.97)}}, 1,
			"The current layout is inferred and sure for the rows read (confidence 0.97), but any other row of the " +
				"table may have keys of other kinds. Read rows from all over the table."},
		{"keys left over", &infer.Result{Keys: 1000, Unexplained: 150, Kinds: []infer.Kind{kind("{a}#{b}", 0.97)}}, 0,
			"The current layout is inferred and sure (confidence 0.97), but 15.0% of the keys fit no layout: a " +
				"record kind may be missing. Declare it with --layout."},
		{"the most doubtful of several", &infer.Result{Kinds: []infer.Kind{kind("x = {a}", 0.97), kind("y = {b}", 0.9),
			kind("z = {c}", 0.4)}}, 0,
			"The current layout is inferred and not sure (z: confidence 0.40, uncertain: c 0.42" + after},
	} {
		got, sure := CurrentLayout(tt.of, tt.unseen)
		if got != tt.want || sure ==
			(strings.Contains(tt.want, "not sure") || strings.Contains(tt.want, ", but")) {
			t.Errorf("%s: %q, %t, want %q", tt.name, got, sure, tt.want)
		}
	}
}

// TestOtherwise verifies what is stated where the rows kept lead to other layouts than those that all rows were counted
// by.
func TestOtherwise(t *testing.T) {
	l, err := rowkey.Parse("{user}#{at:s}")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r    *infer.Result
		want string
	}{
		{nil, ""},
		{&infer.Result{}, ""},
		{&infer.Result{Otherwise: rowkey.Set{}}, "In the rows kept alone no structure is found."},
		{&infer.Result{Otherwise: rowkey.Set{l}}, "The rows kept alone suggest {user}#{at:s}."},
	} {
		if got := Otherwise(c.r); !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%q; want %q", got, c.want)
		}
	}
}
