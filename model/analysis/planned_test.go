package analysis

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// twoForms is a table of devices, of which a few rows have keys of another form.
func twoForms() *sample.Sample {
	b := sample.NewBuilder(16)
	for i := range 4000 {
		b.Row(fmt.Appendf(nil, "d%04d#%010d", i/20, 1_700_000_000+60*i))
		b.Cell("f", []byte("v"), int64(1_700_000_000+60*i)*1e6, []byte("1.5"))
	}
	for i := range 300 {
		b.Row(fmt.Appendf(nil, "user/%03d/profile/%02d", i, i%7))
		b.Cell("f", []byte("v"), int64(1_700_000_000+60*i)*1e6, []byte("x"))
	}
	return sample.Assemble(oneVersion(), sample.Provenance{Strategy: sample.Everything, Complete: true, RowShare: 1,
		Filter: 1}, []*sample.Builder{b})
}

// TestLayoutsOfThePlanHold verifies that the layouts that all rows were counted by are in force where the rows kept
// alone lead to others, with their confidence and the counts of keys, and that what the rows kept lead to is stated.
func TestLayoutsOfThePlanHold(t *testing.T) {
	all := twoForms()
	whole, err := New(t.Context(), all, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Layouts) != 2 {
		t.Fatalf("the fixture has layouts %v", whole.Layouts)
	}
	a := countedBy(t, whole, 24, nil)
	if alone, err := New(t.Context(), a.Sample.WithSections(), Options{}); err != nil ||
		alone.Layouts.Equal(whole.Layouts) {
		t.Fatalf("the rows kept have the layouts of all: %v, %v", alone.Layouts, err)
	} else if !a.Inferred.Otherwise.Equal(alone.Layouts) {
		t.Errorf("the rows kept lead to %v, and it states %v", alone.Layouts, a.Inferred.Otherwise)
	}
	if !a.Layouts.Equal(whole.Layouts) || !a.Profile.Unexplained.Share.IsExact() || a.Declared {
		t.Fatalf("layouts %v, keys counted %v, declared %v", a.Layouts, a.Profile.Unexplained.Share.IsExact(), a.Declared)
	}
	for i, k := range whole.Inferred.Kinds {
		got := a.Inferred.Kinds[i]
		if got.Confidence != k.Confidence || !slices.Equal(got.Segments, k.Segments) ||
			len(got.Others) != len(k.Others) {
			t.Errorf("kind %d: %+v; inferred was %+v", i, got, k)
		}
		if share := a.Profile.Kinds[i].Share; !share.IsExact() ||
			math.Abs(share.Value-float64(k.Keys)/float64(all.Rows())) > 1e-12 {
			t.Errorf("kind %d: share %+v of %d keys", i, share, k.Keys)
		}
	}
	again, err := New(t.Context(), a.Sample, Options{Inferred: a.Inferred})
	if err != nil || !again.Layouts.Equal(a.Layouts) || !again.Inferred.Otherwise.Equal(a.Inferred.Otherwise) {
		t.Errorf("analyzed again: %v, %v", again.Layouts, err)
	}
	declared, err := New(t.Context(), a.Sample, Options{Layouts: rowkey.Set{whole.Layouts[0]}})
	if err != nil || len(declared.Layouts) != 1 || declared.Profile.Unexplained.Share.IsExact() {
		t.Errorf("with a declared layout: %v, %v", declared.Layouts, err)
	}
}

// TestGarbageBySegmentIsCounted verifies that GC-eligible data by the values of a segment is that of all rows where a
// census counted them, and that values which the plan does not name are among the others.
func TestGarbageBySegmentIsCounted(t *testing.T) {
	set, err := rowkey.ParseSet("{tenant}#{device}#{n:pad(4)}")
	if err != nil {
		t.Fatal(err)
	}
	all := nodesTable(false, true)
	whole, err := New(t.Context(), all, Options{Layouts: set})
	if err != nil {
		t.Fatal(err)
	}
	got, want := garbageByKey(t, countedAnalysis(t, all, set)), garbageByKey(t, whole)
	checked := 0
	for segment, w := range want {
		g := got[segment]
		if g == nil {
			continue
		}
		checked++
		if g.Distinct != w.Distinct || g.None != w.None || g.Read != w.Read || len(g.Groups) != len(w.Groups) {
			t.Errorf("%s: %+v; of all rows %+v", segment, g, w)
			continue
		}
		for i := range w.Groups {
			w.Groups[i].First = g.Groups[i].First // a census has no keys but those kept
		}
		if !reflect.DeepEqual(g.Groups, w.Groups) || !reflect.DeepEqual(g.Rest, w.Rest) {
			t.Errorf("%s: %+v; of all rows %+v", segment, g, w)
		}
		if w.Groups[0].Sums[0].Value == 0 || !w.Groups[0].Sums[0].IsExact() {
			t.Errorf("%s has no garbage: %+v", segment, w.Groups[0])
		}
	}
	if checked < 2 {
		t.Errorf("%d segments are compared", checked)
	}
}

// garbageByKey returns the GC-eligible data of an analysis by the segments of its keys.
func garbageByKey(t *testing.T, a *Analysis) map[string]*figures.Answer {
	t.Helper()
	review, err := a.Review(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answers, err := a.GarbageByKey(t.Context(), review, 10)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*figures.Answer{}
	for _, answer := range answers {
		out[answer.Segment] = answer
	}
	return out
}
