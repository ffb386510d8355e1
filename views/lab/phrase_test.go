package lab

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

// typeQuery types a new query into the Lab and keeps it.
func typeQuery(t *testing.T, s *Screen, line string) {
	t.Helper()
	viewtest.Press(t, s, "tab", "c")
	viewtest.Type(t, s, line)
	viewtest.Press(t, s, "enter", "tab")
}

// TestQueriesAreTyped verifies that a query is typed in a line, costed while it is typed, changed in its place, and
// that the queries are copied as a workload file.
func TestQueriesAreTyped(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "tab", "c")
	viewtest.Type(t, s, "device equal, ts range 1h")
	if !strings.Contains(frame(s, 140, 40), "reads  current filter on ts, ") {
		t.Errorf("a query that is typed is not costed:\n%s", frame(s, 140, 40))
	}
	viewtest.Type(t, s, ", frequency x")
	if got := frame(s, 140, 40); !strings.Contains(got, `frequency: "x" is not a number of runs`) ||
		len(s.list()) != 1 {
		t.Errorf("no mistake, or not the query before, in\n%s", got)
	}
	if viewtest.Press(t, s, "enter"); s.mode != phrasing {
		t.Error("a line that is no query was kept")
	}
	viewtest.Press(t, s, "backspace")
	viewtest.Type(t, s, "250")
	viewtest.Press(t, s, "enter")
	if s.mode != comparing || !s.own || len(s.list()) != 1 ||
		s.list()[0].OneLine() != "device equal, ts range 1h, frequency 250" {
		t.Fatalf("kept: %s", s.queries.Text())
	}
	viewtest.Press(t, s, "c")
	viewtest.Type(t, s, "metric equal, latest 3 by ts")
	viewtest.Press(t, s, "enter", "k", "i", "ctrl+u")
	viewtest.Type(t, s, "device equal")
	viewtest.Press(t, s, "enter")
	if got := []string{s.list()[0].String(), s.list()[1].String()}; got[0] != "device equal" ||
		got[1] != "metric equal, latest 3 by ts" {
		t.Errorf("changed: %q", got)
	}
	viewtest.Press(t, s, "c")
	viewtest.Type(t, s, "device equal")
	if got := frame(s, 140, 40); !strings.Contains(got, "this query is there already") {
		t.Errorf("a query twice is not refused:\n%s", got)
	}
	viewtest.Press(t, s, "esc")
	if len(s.list()) != 2 {
		t.Errorf("esc left %d queries", len(s.list()))
	}
	for _, r := range viewtest.Press(t, s, "y") {
		if c, ok := r.(views.Copy); !ok || !strings.Contains(c.Text, "latest: \"3 by ts\"") {
			t.Errorf("y asks for %#v", r)
		}
	}
}

// TestUndoOfTheLab verifies that u takes back each change of layouts and queries, one at a time, down to what there was
// at first.
func TestUndoOfTheLab(t *testing.T) {
	s := metrics(t)
	state := func() string {
		var b strings.Builder
		for _, l := range s.slots {
			b.WriteString(l.text + "\n")
		}
		return b.String() + s.queries.Text()
	}
	var was []string
	for _, keys := range [][]string{{"c"}, {"."}, {">"}, {"i", "x", "enter"}, {"c"}, {"d"}, {"tab"}, {"right"},
		{"d"}, {"i", "backspace", "5", "enter"}, {"tab"}, {"ctrl+r"}} {
		before := state()
		viewtest.Press(t, s, keys...)
		if state() != before {
			was = append(was, before)
		}
	}
	if len(was) != 9 {
		t.Errorf("%d changes, want 9", len(was))
	}
	for i := len(was) - 1; i >= 0; i-- {
		if viewtest.Press(t, s, "u"); state() != was[i] {
			t.Fatalf("undo to change %d:\n%s\nwant\n%s", i, state(), was[i])
		}
		viewtest.CheckFrame(t, frame(s, 80, 24), 80, 24)
	}
	for _, b := range s.Bindings() {
		if b.Name == "undo" && b.DisabledReason == "" {
			t.Error("there is more to undo")
		}
	}
	if len(s.past) > 0 || s.own {
		t.Errorf("%d moments left, own queries %v", len(s.past), s.own)
	}
	for _, l := range s.slots {
		if s.stale(l) {
			t.Errorf("%q has no figures", l.text)
		}
	}
}

// TestSpreadOutlivesTheQueries verifies that where writes go, once a search has counted it, is still shown when the
// queries change.
func TestSpreadOutlivesTheQueries(t *testing.T) {
	s := searched(t)
	before := s.spread(s.slots[0].answer)
	typeQuery(t, s, "device equal")
	if s.advice != nil || s.spread(s.slots[0].answer) != before {
		t.Errorf("%q, before %q", s.spread(s.slots[0].answer), before)
	}
	if got := frame(s, 140, 40); !strings.Contains(got, "the queries have changed since the last search") {
		t.Errorf("not said in\n%s", got)
	}
}

// TestQueryIsEditedWhereFewerAre verifies that the query under the cursor is edited though other layouts have fewer of
// them, before a frame of them was drawn.
func TestQueryIsEditedWhereFewerAre(t *testing.T) {
	data := viewtest.Metrics()
	s := New()
	viewtest.SetData(s, data)
	viewtest.Press(t, s, "tab", "G")
	before := len(s.list())
	s.SetData(withLayouts(data, "{all}"))
	if len(s.list()) >= before {
		t.Fatalf("%d queries, then %d: not fewer", before, len(s.list()))
	}
	viewtest.Press(t, s, "i")
}

// TestNothingToUndo verifies that a search which the Lab made by itself leaves nothing to undo, and that u says so.
func TestNothingToUndo(t *testing.T) {
	s := metrics(t)
	s.proposed = true
	viewtest.RunWork(s, s.Receive(keepsCurrent()))
	for _, b := range s.Bindings() {
		if b.Name == "undo" && b.DisabledReason != "nothing to undo" {
			t.Errorf("u is refused with %q", b.DisabledReason)
		}
	}
}
