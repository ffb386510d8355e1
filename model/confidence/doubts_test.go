package confidence

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"tabletop/model/rowkey"
)

// TestDoubts verifies the features of what mistakes look like, each on keys that show it and on keys that do not.
func TestDoubts(t *testing.T) {
	for _, tt := range []struct {
		feature, template string
		key               func(i int) string
		segment           int
		want              float64
	}{
		{"salt-like", "{n:pad(2)}#{b}", func(i int) string { return fmt.Sprintf("%02d#u%d", i*7%16, i) }, 0, 1},
		// one value is common
		{"salt-like", "{n:pad(2)}#{b}", func(i int) string { return fmt.Sprintf("%02d#u%d", min(i%40, 15), i) }, 0, 0},
		// not at the start
		{"salt-like", "{b}#{n:pad(2)}", func(i int) string { return fmt.Sprintf("u%d#%02d", i, i*7%16) }, 1, 0},
		// each value once
		{"salt-like", "{n:pad(4)}#{b}", func(i int) string { return fmt.Sprintf("%04d#u", i) }, 0, 0},
		{"soft left", "{a}-{b}", func(i int) string { return fmt.Sprintf("a%d-%d", i, i) }, 1, 1},
		{"soft left", "{a}#{b}", func(i int) string { return fmt.Sprintf("a%d#%d", i, i) }, 1, 0},
		{"soft right", "{a}-{b}", func(i int) string { return fmt.Sprintf("a%d-%d", i, i) }, 0, 1},
		{"stray delimiters", "{a:text(3)}#{b...}", func(i int) string { return fmt.Sprintf("%03d#x#%d", i, i) }, 1, 1},
		{"stray delimiters", "{a:text(3)}#{b}", func(i int) string { return fmt.Sprintf("%03d#x%d", i, i) }, 1, 0},
		{"follows", "{a}#{b}", func(i int) string { return fmt.Sprintf("a%d#b%d", i%10, i%5) }, 1, 1},
		{"followed", "{a}#{b}", func(i int) string { return fmt.Sprintf("a%d#b%d", i%10, i%10) }, 1, 1},
		// no value comes again
		{"follows", "{a}#{b}", func(i int) string { return fmt.Sprintf("a%d#b%d", i, i%5) }, 1, 0},
		{"constant positions", "{a:text(4)}#{b}", func(i int) string { return fmt.Sprintf("xy%02d#b", i%50) }, 0, 0.5},
		{"most common", "{a}#{b}", func(i int) string { return fmt.Sprintf("a%d#b", i%4) }, 0, 0.25},
		{"once", "{a}#{b}", func(i int) string { return fmt.Sprintf("a%d#b", i) }, 0, 1},
		{"digits", "{a}#{b}", func(i int) string { return fmt.Sprintf("%d#b", i) }, 0, 1},
		{"prefixed", "{a:prefix(x, int)}#{b}", func(i int) string { return fmt.Sprintf("x%d#b", i) }, 0, 1},
		{"word ends", "{a}#{b}", func(i int) string { return fmt.Sprintf("aB%d#b", i) }, 0, 1},
		{"word ends", "{a}#{b}", func(i int) string { return "abc#b" }, 0, 0},
		{"constants before", "{a:enum(k)}#{b}", func(i int) string { return fmt.Sprintf("k#%d", i) }, 1, 1.0 / 3},
		{"first", "{a:enum(k)}#{b}#{c}", func(i int) string { return fmt.Sprintf("k#%d#x", i) }, 1, 1},
		{"last", "{a}#{b}", func(i int) string { return fmt.Sprintf("%d#b", i) }, 1, 1},
		{"hard", "{a}#{b}", func(i int) string { return fmt.Sprintf("%d#b", i) }, 0, 1},
		{"hard", "{a}-{b}", func(i int) string { return fmt.Sprintf("%d-b", i) }, 0, 0},
	} {
		in := Input{Set: rowkey.Set{parsed(t, tt.template)}, Kinds: []Claim{{Keys: 160, Stability: 1}}, Total: 160}
		for i := range 160 {
			in.Keys, in.Times = append(in.Keys, []byte(tt.key(i))), append(in.Times, NoTime)
		}
		got := Evaluate(in)[0].Segments[tt.segment].Features[slices.Index(FeatureNames(), tt.feature)]
		if math.Abs(got-tt.want) > 0.01 {
			t.Errorf("%s of segment %d of %s, such as %q: %.2f, want %.2f", tt.feature, tt.segment, tt.template,
				in.Keys[1], got, tt.want)
		}
	}
}

// TestSiblings verifies that kinds of one form count as siblings, whatever constant words they hold, and others do not.
func TestSiblings(t *testing.T) {
	set := rowkey.Set{parsed(t, "a = {x:prefix(A, int)}#{y}"), parsed(t, "b = {x:prefix(B, int)}#{y}"),
		parsed(t, "c = {x:int}#{y}"), parsed(t, "d = {x:int}/{y}")}
	for i, want := range [][2]float64{{2, 1}, {2, 1}, {2, 2}, {0, 0}} {
		if all, prefixed := siblings(set, i); all != want[0] || prefixed != want[1] {
			t.Errorf("%s: %g siblings, %g with a prefix, want %v", set[i], all, prefixed, want)
		}
	}
}
