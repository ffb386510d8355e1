package lab

import (
	"slices"
	"testing"

	"tabletop/internal/demotest"
	"tabletop/internal/designs"
	"tabletop/internal/slowtest"
	"tabletop/internal/viewtest"
	"tabletop/model/advise"
	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/views"
)

// TestLettersAreThoseOfTheAudit verifies for tables of known quality and the demos that the Lab calls a layout as the
// advice and the findings do, and has the layout that the most severe finding proposes.
func TestLettersAreThoseOfTheAudit(t *testing.T) {
	t.Parallel()
	for _, d := range slices.Concat(designs.Faulty(0), designs.Good(0)) {
		if d.Sample.NumCells() <= slowtest.Pick(10_000, 1_000_000) {
			t.Run(d.Name, func(t *testing.T) { sameLetters(t, d.Sample) })
		}
	}
	for _, d := range demo.All() {
		for _, table := range d.Tables {
			t.Run("demo "+table.Name, func(t *testing.T) { sameLetters(t, demotest.Table(table, designs.Now(), slowtest.Pick(300, 2000))) })
		}
	}
}

func sameLetters(t *testing.T, table *sample.Sample) {
	analyzed, err := analysis.New(t.Context(), table, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, d := New(), &views.Data{Source: table.Table.Source, Table: &table.Table, Analysis: analyzed, Now: designs.Now()}
	viewtest.SetData(s, d)
	viewtest.Press(t, s, "ctrl+r")
	audited, err := d.Audit(t.Context(), audit.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.Candidates(t.Context(), nil, advise.Options{})
	if err != nil {
		if len(s.slots) > 1 {
			t.Errorf("%v, and the Lab has layouts", err)
		}
		return
	}
	if len(list.Advice.Options) > 1 && len(s.slots) == 1 {
		t.Fatal("the Lab has no layouts")
	}
	cured := false
	for i, l := range s.slots[1:] {
		name := s.slotName(i + 1)
		if want := list.Letter(l.text); name != want {
			t.Errorf("the Lab calls %s %s, and the list %q", l.text, name, want)
		}
		for _, f := range audited.Findings {
			for _, p := range append(slices.Clone(f.Tried), f.Proposal) {
				if p != nil && (p.Letter == name) != (list.Letter(p.Candidate) == list.Letter(l.text)) {
					t.Errorf("the Lab calls %s %s, and the audit %s %s", l.text, name, p.Candidate, p.Letter)
				}
			}
		}
		cured = cured || list.Letter(l.text) == list.Letter(list.Cure())
	}
	if list.Cure() != "" && !cured {
		t.Errorf("the Lab lacks %s, which the audit proposes", list.Cure())
	}
}
