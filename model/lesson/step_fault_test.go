package lesson

import (
	"slices"
	"testing"
)

// TestFaultsOfAWalk: a fault has the line of its step, and is the same fault when the step is on another line.
func TestFaultsOfAWalk(t *testing.T) {
	l := &Lesson{Steps: []Step{{Line: 4}, {Line: 9}}}
	before := l.Faults([]StepResult{{Step: 0}, {Step: 1, Faults: []string{"a", "b"}}})
	if want := []StepFault{{1, 9, "a"}, {1, 9, "b"}}; !slices.Equal(before, want) {
		t.Fatalf("%v", before)
	}
	after := []StepFault{{1, 12, "b"}, {0, 4, "a"}}
	if got := FaultsOnlyIn(after, before); !slices.Equal(got, []StepFault{{0, 4, "a"}}) {
		t.Errorf("new: %v", got)
	}
	if got := FaultsOnlyIn(before, after); !slices.Equal(got, []StepFault{{1, 9, "a"}}) {
		t.Errorf("gone: %v", got)
	}
}
