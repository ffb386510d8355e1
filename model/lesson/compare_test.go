package lesson

import (
	"strings"
	"testing"
	"time"
)

// TestDesigns verifies which layouts of two records are compared: what was made last at the step that both have, of this
// version of the lesson, and the reason where a record has none.
func TestDesigns(t *testing.T) {
	l := Find("hotspots")
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	tried := func(student string, step int, templates ...string) Attempt {
		return Attempt{Student: student, Lesson: l.Name, Hash: l.Hash, Step: step, Now: day, Work: Work{Templates: templates}}
	}
	old := tried("ann", 9, "old")
	old.Hash = "0000"
	ann := Record{File: "ann", Attempts: []Attempt{tried("ann", 3, "a3"), tried("ann", 4, "a4", "a4 last"),
		tried("ann", 9, "a9"), {Student: "ann", Lesson: "gone", Step: 1}, old}}
	bob := Record{File: "bob", Attempts: []Attempt{tried("bob", 4, "first"), tried("bob", 4, "b4"), tried("bob", 3, "b3"),
		{Student: "bob", Lesson: l.Name, Hash: l.Hash, Step: 9, Work: Work{Answer: "9"}}}}
	find := func(name string) *Lesson {
		if name == l.Name {
			return l
		}
		return nil
	}
	found, step, err := CommonStep([]Record{ann, bob}, find)
	if err != nil || found != l || step != 3 {
		t.Fatalf("step %d of %v, %v", step, found, err)
	}
	got, err := Designs([]Record{ann, bob}, l, step)
	if err != nil || got[0] != (Design{"ann", "a4 last", day}) || got[1] != (Design{"bob", "b4", day}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Designs([]Record{ann, bob}, l, 8); err == nil || err.Error() != "bob has no layout of hotspots#9" {
		t.Error(err)
	}
	if _, _, err := CommonStep([]Record{ann, {File: "none"}}, find); err == nil || !strings.Contains(err.Error(), "no step") {
		t.Error(err)
	}
}
