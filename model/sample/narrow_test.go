package sample

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestNarrow(t *testing.T) {
	s := Assemble(Table{}, Provenance{Complete: true}, []*Builder{
		build(0, "a1: f:q@1=1 g:q@3=2", "a2: f:q@2=1", "b1: g:q@2=1 g:q@1=0", "b2: "), build(0, "c: f:r@9=1"),
	})
	for name, test := range map[string]struct {
		opts Options
		want []string
		runs int
	}{
		"prefix": {Options{Prefix: []byte("a")}, []string{"a1: f:q@1=1 g:q@3=2", "a2: f:q@2=1"}, 1},
		"range":  {Options{Start: []byte("a2"), End: []byte("b2")}, []string{"a2: f:q@2=1", "b1: g:q@2=1 g:q@1=0"}, 1},
		"regex":  {Options{KeyRegex: "[ab]1"}, []string{"a1: f:q@1=1 g:q@3=2", "b1: g:q@2=1 g:q@1=0"}, 2},
		"whole":  {Options{KeyRegex: "[ab]"}, nil, 0},
		"family": {Options{Families: []string{"f"}}, []string{"a1: f:q@1=1", "a2: f:q@2=1", "b2:", "c: f:r@9=1"}, 3},
		"since": {Options{Since: time.UnixMicro(2)}, []string{"a1: g:q@3=2", "a2: f:q@2=1", "b1: g:q@2=1", "b2:",
			"c: f:r@9=1"}, 2},
		"until":   {Options{Until: time.UnixMicro(2)}, []string{"a1: f:q@1=1", "b1: g:q@1=0", "b2:"}, 2},
		"nothing": {Options{Prefix: []byte("zzz")}, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := s.Filter(test.opts)
			if err != nil {
				t.Fatal(err)
			}
			if err := got.Validate(); err != nil {
				t.Fatal(err)
			}
			mustEqual(t, "rows", text(got), test.want)
			mustEqual(t, "runs", len(got.Runs()), test.runs)
			if !got.How.Complete {
				t.Error("all that was asked for is there, but the part does not say so")
			}
		})
	}
	if got, err := s.Filter(Options{Rows: 5, Strategy: Head}); err != nil || got != s {
		t.Errorf("nothing to leave out, yet another sample or an error: %v", err)
	}
	if _, err := s.Filter(Options{KeyRegex: "("}); err == nil {
		t.Error("a broken expression was taken")
	}
}

// A limit of rows takes short stretches from everywhere, and the part no longer counts the table.
func TestNarrowSpreads(t *testing.T) {
	b := NewBuilder(0)
	for i := range 10_000 {
		b.Row(fmt.Appendf(nil, "%05d", i))
	}
	b.SetSection(3, 500, true)
	s := Assemble(Table{}, Provenance{Complete: true, Strategy: Everything}, []*Builder{b})
	got, err := s.Filter(Options{Rows: 1000})
	if err != nil {
		t.Fatal(err)
	}
	mustEqual(t, "rows", got.Rows(), 1000)
	mustEqual(t, "places", len(got.Runs()), 32)
	if got.How.Complete || got.How.Strategy != Quick {
		t.Errorf("a part says it is %v, complete %v", got.How.Strategy, got.How.Complete)
	}
	for i, r := range got.Runs() {
		if want := fmt.Sprintf("%05d", i*10_000/32); string(got.Key(r.First)) != want {
			t.Errorf("run %d begins at %s, want %s", i, got.Key(r.First), want)
		}
	}
	if odd, err := s.Filter(Options{Rows: 333}); err != nil || odd.Rows() != 333 || len(odd.Runs()) != 11 {
		t.Errorf("%d rows in %d places, %v; want 333 in 11", odd.Rows(), len(odd.Runs()), err)
	}
	drawn := Assemble(Table{}, Provenance{Points: 9, TotalBytes: 1e9}, []*Builder{b})
	if got, err = drawn.Filter(Options{Rows: 10}); err != nil {
		t.Fatal(err)
	}
	if got.How.Points != 0 || got.How.TotalBytes != 0 || got.Runs()[0].Hits != 0 || got.Runs()[0].SectionBytes != 0 {
		t.Errorf("part of a run still stands for its section: %+v %+v", got.How, got.Runs()[0])
	}
}

func TestNarrowKeepsWhatItKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySample(t)
		opts := Options{Rows: rapid.Int64Range(0, 40).Draw(t, "rows"), Start: rapid.SliceOfN(rapid.Byte(), 0, 2).Draw(t,
			"start")}
		got, err := s.Filter(opts)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Validate(); err != nil {
			t.Fatal(err)
		}
		want := s.Rows() - s.Find(opts.Start)
		if opts.Rows > 0 {
			want = min(want, int(opts.Rows))
		}
		if got.Rows() != want {
			t.Fatalf("%d rows, want %d", got.Rows(), want)
		}
		for i := range got.Rows() {
			at := s.Find(got.Key(i))
			if string(s.Key(at)) != string(got.Key(i)) || s.RowBytes(at) != got.RowBytes(i) ||
				s.Weight(at) != got.Weight(i) {
				t.Fatalf("row %q is not what it was", got.Key(i))
			}
		}
	})
}

// TestFilterForgetsWhereRowsWereRead verifies that a part of a sample has no plan of its own, and represents nothing.
func TestFilterForgetsWhereRowsWereRead(t *testing.T) {
	b := build(2, "a: f:q@1=1", "b: f:q@2=2")
	b.SetSection(1, 1000, true)
	s := Assemble(Table{}, Provenance{Strategy: Quick, Points: 1, TotalBytes: 1000,
		Places: []ReadRange{{Start: []byte("a"), Bytes: 1000, Done: true, Hits: 1}}}, []*Builder{b})
	part, err := s.Filter(Options{Prefix: []byte("b")})
	if err != nil {
		t.Fatal(err)
	}
	run := part.Runs()[0]
	if part.How.Places != nil || part.How.Points != 0 || part.How.TotalBytes != 0 || run.Hits != 0 ||
		run.SectionBytes != 0 || run.Whole {
		t.Errorf("%+v, %+v", part.How, run)
	}
	for name, test := range map[string]struct {
		how  Provenance
		want float64
	}{
		"rows drawn of all that there are": {Provenance{Strategy: Small, Places: []ReadRange{{Done: true}}}, 0.25},
		"rows drawn of some places":        {Provenance{Strategy: Quick, Points: 1}, 1},
		"a read that was not done":         {Provenance{Strategy: Small, Places: []ReadRange{{}}}, 1},
		"a read that was stopped":          {Provenance{Strategy: Small, Stopped: "by hand"}, 1},
	} {
		test.how.RowShare = 0.25
		part, err := Assemble(Table{}, test.how, []*Builder{build(2, "a: f:q@1=1", "b: f:q@2=2")}).
			Filter(Options{Prefix: []byte("b")})
		if err != nil || part.How.RowShare != test.want {
			t.Errorf("%s: a row stands for 1 in %v, want %v, %v", name, part.How.RowShare, test.want, err)
		}
	}
	if len(s.How.Places) != 1 || s.Runs()[0].Hits != 1 {
		t.Errorf("the sample that was filtered has changed: %+v", s.How)
	}
}
