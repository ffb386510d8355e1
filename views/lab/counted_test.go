package lab

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/simulate"
	"tabletop/views"
)

// TestCountedLayoutsOpen verifies that the Lab opens with the layouts that were counted over the whole table, as
// candidates whose figures are those counts and say so, and that it stays empty without them.
func TestCountedLayoutsOpen(t *testing.T) {
	d := viewtest.Metrics()
	c := simulate.Counted{Template: "{device}", Layouts: d.Layouts.String(), SourceRows: 1_204_331_887,
		SourceBytes: 1 << 40, Rows: 77_000, Cells: 5_000_000,
		Bytes: 1 << 39, KeyBytes: 1 << 20, Over100MB: 5, Collisions: simulate.Collisions{MergedRows: 1_204_000_000,
			OverwrittenCells: 4321}}
	for range 77_000 {
		c.RowBytes.Add(7_000_000)
		c.RowCells.Add(65)
	}
	section, err := simulate.CountedSection([]simulate.Counted{c})
	if err != nil {
		t.Fatal(err)
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(d.Sample.WithSections(section),
		strings.Split(strings.TrimSpace(d.Layouts.String()), "\n")...))
	if len(s.slots) != 2 || s.slots[1].text != "{device}" || s.slots[1].answer == nil {
		t.Fatalf("%d slots", len(s.slots))
	}
	got := frame(s, 200, 60)
	for _, want := range []string{"✖ 4,321 cells lost", "77,000 (counted)", "(counted)", "5 now"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	plain := metrics(t)
	if len(plain.slots) != 1 {
		t.Errorf("%d slots without counts", len(plain.slots))
	}
}

// TestMarksFollowWhatIsShown verifies that a star goes to the smaller of the figures that are shown: where those of the
// table are known of both layouts, the rows read, which may say the opposite, do not decide.
func TestMarksFollowWhatIsShown(t *testing.T) {
	table := func(v float64) func(*answer) (float64, bool) {
		return func(a *answer) (float64, bool) { return v, v > 0 }
	}
	a, today := &answer{}, &answer{}
	pick := func(current, other float64) func(*answer) (float64, bool) {
		return func(x *answer) (float64, bool) {
			if x == today {
				return table(current)(x)
			}
			return table(other)(x)
		}
	}
	for _, c := range []struct {
		current, other float64 // of the table; 0 is unknown
		want           float64 // of the current layout, as compared
	}{{1740, 2260, 1740}, {1740, 0, 9}, {0, 2260, 9}} {
		r := row{of: pick(9, 8), table: pick(c.current, c.other)}
		if got, _ := r.comparable(a, today)(today); got != c.want {
			t.Errorf("%+v: compared by %v", c, got)
		}
	}
	if r := (row{of: pick(9, 8)}); r.comparable(a, today) == nil {
		t.Error("a line without figures of the table has none to compare")
	}
}

// TestLabHasTheCureOfFindings verifies that the layout which the audit proposes is among those that a search puts into
// the slots, once, and that each slot has the letter of the list: a layout of the user's own has the one behind it.
func TestLabHasTheCureOfFindings(t *testing.T) {
	const cure = "{metric}#{region}"
	tried := []audit.Finding{{Rule: "key-long", Severity: audit.Error},
		{Rule: "time-first", Severity: audit.Warning, Proposal: &audit.Proposal{Candidate: cure}},
		{Rule: "salted", Severity: audit.Note, Proposal: &audit.Proposal{Candidate: "{other}"}}}
	for name, c := range map[string]struct {
		found []string
		own   string
		want  []string
	}{
		"with room": {[]string{"{a}", "{b}"}, "{c}", []string{"current", "A {a}", "B {b}", "C " + cure, "E {c}"}},
		"without room": {[]string{"{a}", "{b}", "{c}", "{d}"}, "",
			[]string{"current", "A {a}", "B {b}", "C {c}", "E " + cure}},
		"the same":      {[]string{"{a}", cure}, "", []string{"current", "A {a}", "B " + cure}},
		"of the list":   {[]string{"{a}"}, "{other}", []string{"current", "A {a}", "B " + cure, "C {other}"}},
		"a copy of one": {[]string{"{a}"}, "{a}", []string{"current", "A {a}", "B " + cure, "D {a}"}},
	} {
		options := []*advise.Candidate{{Current: true}}
		for _, text := range c.found {
			options = append(options, &advise.Candidate{Template: text})
		}
		s := New()
		s.SetData(viewtest.Metrics())
		s.Receive(&advised{list: audit.NewCandidates(&advise.Advice{Options: options}, &audit.Report{Findings: tried})})
		if c.own != "" {
			s.slots = append(s.slots, &slot{text: c.own})
		}
		var got []string
		for i, l := range s.slots {
			got = append(got, strings.TrimSpace(s.slotName(i)+" "+l.text))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestKeptLayoutOfWhichTheAuditWarns verifies that a verdict to keep the layout stands with what the audit warns of in
// its writes, and is no ✓ then.
func TestKeptLayoutOfWhichTheAuditWarns(t *testing.T) {
	for severity, want := range map[audit.Severity]string{
		audit.Error:   "▲ findings error: Writes go to one place.",
		audit.Warning: "▲ findings warning: Writes go to one place.",
		audit.Note:    "✓ Keep the current layout: no other is significantly better.",
	} {
		d := *viewtest.Metrics()
		d.Summary = &views.Summary{Of: d.Analysis, Audit: &audit.Report{Findings: []audit.Finding{
			{Rule: "write-hotspot", Severity: severity, Title: "Writes go to one place"}}}}
		s := New()
		s.SetData(&d)
		s.advice = &advise.Advice{KeepCurrent: true, Verdict: "Keep the current layout.",
			Options: []*advise.Candidate{{Current: true}}}
		got := ansi.Strip(strings.Join(s.drawAdvice(200, viewtest.Mono()), "\n"))
		if !strings.Contains(got, want) || !strings.Contains(got, "Keep the current layout") ||
			strings.Contains(got, "✓") == strings.Contains(got, "findings") {
			t.Errorf("%s: %q, want %q", severity, got, want)
		}
	}
}
