package analysis

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/census"
	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// keyed returns rows with these keys and a cell each, as of a time.
func keyed(at time.Time, keys ...string) *sample.Sample {
	slices.Sort(keys)
	b := sample.NewBuilder(0)
	for _, key := range keys {
		b.Row([]byte(key))
		b.Cell("f", []byte("q"), at.UnixMicro(), []byte("v"))
	}
	return sample.Assemble(sample.Table{Name: "t", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true, Started: at.Add(time.Hour)}, []*sample.Builder{b})
}

// TestRowsShownAreRedacted verifies that the rows that a report shows are redacted, each with its place, and that nothing
// is returned once the context is canceled.
func TestRowsShownAreRedacted(t *testing.T) {
	keys := []string{"annabel-lee#1", "boris-becker#2", "carla-bruni#3", "dolores-haze#4"}
	set, err := rowkey.ParseSet("{name}#{n:int}")
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), keyed(time.Unix(1_700_000_000, 0), keys...), Options{Layouts: set})
	if err != nil {
		t.Fatal(err)
	}
	opts := redact.Options{Key: []byte("key")}
	s, rows, done, err := a.RedactedRows(t.Context(), opts, []int{1, 3}, redact.NewStrings(opts))
	if err != nil || done == nil || s.Rows() != len(rows) || !slices.Contains(rows, 1) || !slices.Contains(rows, 3) {
		t.Fatalf("%v of %v, %v", rows, s, err)
	}
	for i := range rows {
		for _, name := range []string{"annabel", "boris", "carla", "dolores"} {
			if bytes.Contains(s.Key(i), []byte(name)) {
				t.Errorf("row %d is shown as %s", rows[i], s.Key(i))
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, rows, done, err := a.RedactedRows(ctx, opts, []int{1}, redact.NewStrings(opts)); !errors.Is(err, context.Canceled) ||
		s != nil || rows != nil || done != nil {
		t.Errorf("canceled: %v, %v, %v, %v", s, rows, done, err)
	}
}

// TestPlansOfOddTables verifies that a plan has no windows where the times of the cells have years that JSON cannot
// hold, and the borders, values and prefixes of the sample, sorted and each once.
func TestPlansOfOddTables(t *testing.T) {
	set, err := rowkey.ParseSet("{a}#{b}/{c}")
	if err != nil {
		t.Fatal(err)
	}
	plan := func(at time.Time, keys ...string) census.Plan {
		a, err := New(t.Context(), keyed(at, keys...), Options{Layouts: set})
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.CensusPlan(t.Context(), sample.Options{Rows: 10})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	keys := []string{"ann#1/x", "ann#1/y", "ann#2/x", "bob#1/x", "odd"}
	p := plan(time.Unix(1_700_000_000, 0), keys...)
	var prefixes []string
	for _, prefix := range p.Prefixes {
		prefixes = append(prefixes, string(prefix))
	}
	if got := strings.Join(prefixes, " "); got != "ann# ann#1/ ann#2/ bob# bob#1/" {
		t.Errorf("prefixes are %s", got)
	}
	if got := string(bytes.Join(p.Borders, []byte(" "))); got != "ann#1/y ann#2/x bob#1/x odd" {
		t.Errorf("borders are %s", got)
	}
	values := ""
	for _, v := range p.Values {
		values += v.Segment + ": " + string(bytes.Join(v.Values, []byte(" "))) + "; "
	}
	if values != "a: ann bob; b: 1 2; c: x y; " {
		t.Errorf("values are %s", values)
	}
	if p.Windows == 0 || p.Step == 0 || p.From.IsZero() {
		t.Errorf("there are %d windows of %s from %s", p.Windows, p.Step, p.From)
	}
	for _, year := range []int{9998, 12_000} {
		p := plan(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), keys...)
		if year > 9999 && (p.Windows != 0 || p.Step != 0 || !p.From.IsZero()) || year < 9999 && p.Windows == 0 {
			t.Errorf("in the year %d there are %d windows of %s from %s", year, p.Windows, p.Step, p.From)
		}
	}
	if p.Inferred != nil || p.Layouts != set.String() {
		t.Errorf("declared layouts are taken for inferred ones: %+v", p)
	}
}

// TestFollowingAPlan verifies when the layouts of a plan are put in force, and what is wrong with one that has others
// than were inferred for it.
func TestFollowingAPlan(t *testing.T) {
	a, err := New(t.Context(), keyed(time.Unix(1_700_000_000, 0), "ann#1", "bob#2", "carl#3"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := rowkey.ParseSet("{who}#{nr}")
	if err != nil {
		t.Fatal(err)
	}
	before := a.Inferred
	for name, p := range map[string]census.Plan{"no layouts": {Inferred: before}, "declared": {Layouts: set.String()},
		"the same": {Layouts: before.Set().String(), Inferred: before}} {
		if err := a.follow(t.Context(), &p); err != nil || a.Inferred != before {
			t.Errorf("%s: %v", name, err)
		}
	}
	for text, want := range map[string]string{"{": "", "{who}#{nr}": "other layouts than were inferred"} {
		err := a.follow(t.Context(), &census.Plan{Layouts: text, Inferred: &infer.Result{}})
		if err == nil || !strings.Contains(err.Error(), want) || a.Inferred != before {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	found := infer.Result{Kinds: []infer.Kind{{Layout: set[0], Confidence: 0.5}}}
	if err := a.follow(t.Context(), &census.Plan{Layouts: set.String(), Inferred: &found}); err != nil ||
		a.Inferred.Kinds[0].Keys != 3 || !a.Segments.Layouts.Equal(set) || !a.Inferred.Otherwise.Equal(before.Set()) {
		t.Errorf("%v: %+v", err, a.Inferred)
	}
}
