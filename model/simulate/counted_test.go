package simulate

import (
	"context"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// wholeTable is what a table of 1,000 rows comes to under a template, as if all rows had been counted.
func wholeTable(template, layouts string) Counted {
	c := Counted{Template: template, Layouts: layouts, SourceRows: 1000, SourceBytes: 100_000, Rows: 40, Cells: 900,
		Bytes: 90_000, KeyBytes: 400,
		Collisions: Collisions{MergedRows: 960, OverwrittenCells: 100}}
	for range 40 {
		c.RowBytes.Add(100)
		c.RowCells.Add(20)
	}
	return c
}

// TestWholeTableIsPreferred verifies that figures counted over all rows take the place of estimates, for the candidate
// and the current layouts that they were counted with and for no other, and that they are called exact only if they
// are.
func TestWholeTableIsPreferred(t *testing.T) {
	b := sample.NewBuilder(10)
	for _, key := range []string{"a#1", "b#2", "c#3"} {
		b.Row([]byte(key))
		b.Cell("f", []byte("q"), 1, []byte("v"))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Small, Filter: 0.003, RowShare: 0.003},
		[]*sample.Builder{b})
	layouts := "{user}#{n:int}\n"
	changed := wholeTable("{n}", layouts)
	changed.Changed = 3
	section, err := CountedSection([]Counted{wholeTable("{user}", layouts), changed,
		wholeTable("x{user}", "{other}#{n:int}\n")})
	if err != nil {
		t.Fatal(err)
	}
	base := prepare(t, s.WithSections(section), strings.TrimSpace(layouts))
	for text, want := range map[string]struct{ whole, exact bool }{"{user}": {true, true}, "{n}": {true, false},
		"x{user}": {}, "{user}!": {}} {
		c, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), base, c)
		if err != nil {
			t.Fatal(err)
		}
		if (r.Whole != nil) != want.whole {
			t.Errorf("%s: counted %v", text, r.Whole != nil)
			continue
		}
		if !want.whole {
			continue
		}
		scale := r.Scale()
		if scale.Rows.Value != 40 || scale.Rows.IsExact() != want.exact || scale.Bytes.Value != 90_000 ||
			r.Met().MergedRows != 960 || r.Met().OverwrittenCells != 100 {
			t.Errorf("%s: %+v, %+v", text, scale, r.Met())
		}
		words := strings.Join(r.Whole.Sentences(), " ")
		if strings.Contains(words, "(exact,") != want.exact || strings.Contains(words, "changed while") == want.exact ||
			!strings.Contains(words, "1,000 rows") {
			t.Errorf("%s: %s", text, words)
		}
		for _, f := range r.Findings {
			if f.Kind == Merged {
				t.Errorf("%s: %s", text, f.Text)
			}
		}
	}
}

// TestCountsThatContradictAreRefused verifies that a section whose counts cannot be true is not read.
func TestCountsThatContradictAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Counted){
		"more large rows than rows": func(c *Counted) { c.Over100MB = 41 },
		"negative":                  func(c *Counted) { c.Collisions.MergedRows = -1 },
		"keys over bytes":           func(c *Counted) { c.KeyBytes = c.Bytes + 1 },
		"rows without sizes":        func(c *Counted) { c.RowBytes = estimate.Histogram{} },
	} {
		c := wholeTable("{user}", "")
		spoil(&c)
		section, err := CountedSection([]Counted{c})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeCounted(section.Data); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}
