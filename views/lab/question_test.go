package lab

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

// TestQuestion verifies that a question of records is asked first, with what their fields are, and that the keys for
// its answer take the place of those that were proposed without one. Nothing is searched for by itself.
func TestQuestion(t *testing.T) {
	var asked []string
	data := *viewtest.Metrics()
	data.Proposed = []views.Proposed{{By: "by metric", Template: "{metric}"}}
	data.Question = &views.Question{Title: "WHICH?", Fields: []views.Field{{Name: "metric", About: "text, 7 values"},
		{Name: "device", About: "text, 20 values"}},
		Propose: func(_ context.Context, names []string) ([]views.Proposed, error) {
			asked = names
			return []views.Proposed{{By: "by device", Template: "{device}#{metric}"}}, nil
		}}
	s := New()
	viewtest.SetData(s, &data)
	drawn := frame(s, 120, 30)
	for _, words := range []string{"WHICH?", "text, 20 values", "by metric", "no queries"} {
		if !strings.Contains(drawn, words) {
			t.Errorf("no %q in\n%s", words, drawn)
		}
	}
	if at := strings.Index(drawn, "metric "); s.mode != asking || at > strings.Index(drawn, "device ") ||
		strings.Count(drawn, "‹") != 2 {
		t.Errorf("the fields are not those of the question, in its order:\n%s", drawn)
	}
	viewtest.Press(t, s, "down", "right", "enter", "esc")
	if !slices.Equal(asked, []string{"device"}) || len(s.slots) != 2 || s.slots[1].text != "{device}#{metric}" ||
		s.slots[1].answer == nil || s.mode != comparing {
		t.Errorf("asked %q, then\n%s", asked, frame(s, 120, 30))
	}
	viewtest.CheckSizes(t, s)
}
