package lab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/model/workload"
	"tabletop/views"
)

// visits is the Lab on a table whose keys lead with the time of the write: users in turn, one write every two minutes.
func visits(t testing.TB) *Screen {
	t.Helper()
	var rows []viewtest.Row
	for i := range 6000 {
		at := viewtest.Now.Add(-time.Duration(6000-i) * 2 * time.Minute)
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("%d#u%02d", at.UnixMilli(), i*7919%60),
			Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: at, Value: "v"}}})
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "x"},
		sample.Provenance{Strategy: sample.Everything, Complete: true, Started: viewtest.Now}, rows), "{at:ms}#{user}"))
	return s
}

// The map of a candidate stands beside that of the current layout, and says in words what it shows.
func TestMaps(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">")
	if got := s.slots[1].text; got != "{user}#{at}" {
		t.Fatalf("the candidate is %s", got)
	}
	for _, press := range []string{"", "v"} {
		if press != "" {
			viewtest.Press(t, s, press)
		}
		got := frame(s, 200, 60)
		for _, want := range []string{"WHERE WRITES LAND", "moving frontier", "60 frontiers", " u1", " u5"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q after %q in\n%s", want, press, got)
			}
		}
		viewtest.CheckFrame(t, got, 200, 60)
	}
	if small := frame(s, 80, 24); !strings.Contains(small, "moving frontier") || strings.Contains(small, "key bytes") {
		t.Errorf("the maps do not take the place of the figures in\n%s", small)
	}
	viewtest.Press(t, s, "v", "tab", "G")
	if small := frame(s, 80, 24); !strings.Contains(small, "key bytes") {
		t.Errorf("the figures are not back in\n%s", small)
	}
	for _, size := range viewtest.Sizes() {
		for range 2 {
			viewtest.Press(t, s, "v")
			viewtest.CheckFrame(t, frame(s, size[0], size[1]), size[0], size[1])
		}
	}
}

// Until the projection of a new layout is there, that of the one before stays and is marked.
func TestOutlookIsMarked(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">")
	old := s.slots[1].answer
	late := *old
	late.out = nil
	if r := s.take(&late); r == nil {
		t.Fatal("no projection was asked for")
	}
	if late.out != old.out || late.current() {
		t.Error("the projection before is not kept, or taken for the new one")
	}
	if got := frame(s, 120, 40); !strings.Contains(got, "~ 60 frontiers") {
		t.Errorf("the projection before is not marked in\n%s", got)
	}
	if j := s.judgment(1); strings.Contains(strings.Join(j.Gains, " "), "writes: 60") {
		t.Errorf("the verdict tells of writes of another layout: %v", j.Gains)
	}
	viewtest.RunWork(s, s.look(1))
	if !late.current() {
		t.Error("the new projection was not taken")
	}
}

// The whole verdict is a list, and it says of the current layout what there is to say.
func TestWholeVerdict(t *testing.T) {
	s := visits(t)
	if e, ok := s.judge().(views.Explain); !ok || !strings.Contains(e.Text, "Moving frontier") ||
		!strings.Contains(e.Text, "1 tablet takes writes at once") {
		t.Errorf("of today: %+v", s.judge())
	}
	viewtest.Press(t, s, "c", ">")
	e, ok := s.judge().(views.Explain)
	for _, want := range []string{"Verdict on A", "{user}#{at}\n",
		"better: writes go to 34 tablets at once instead of one tablet",
		"\n  writes: 60 frontiers instead of moving frontier (G40)\n", "\nworse:\n  by at: full scan"} {
		if !ok || !strings.Contains(e.Title+"\n"+e.Text, want) {
			t.Errorf("no %q in %s", want, e.Text)
		}
	}
}

// Names of queries come from files, and errors hold what was typed: neither gets through as it is.
func TestEscapes(t *testing.T) {
	const evil = "\x1b]0;owned\x07\u202e"
	s := visits(t)
	s.inForce([]*workload.Query{{Name: evil, Frequency: 1,
		Where: []workload.Condition{{Segment: "user", Op: workload.Equal, Fixed: true, Value: evil}}}})
	viewtest.RunWork(s, s.run())
	clean := func(what string) {
		t.Helper()
		if strings.ContainsAny(what, "\x1b\x07\u202e") {
			t.Errorf("%q", what)
		}
	}
	clean(frame(s, 120, 40))
	for i := range s.rows() {
		s.lines.SetLen(len(s.rows()))
		s.lines.SetCursor(i)
		e := s.explain().(views.Explain)
		clean(e.Title + e.Text)
	}
	clean(say(fmt.Errorf("%s", evil)).(views.Notify).Text)
	clean(s.takeAdvice(&advised{err: fmt.Errorf("%s", evil)}).(views.Notify).Text)
}

// TestTiesAreBlank verifies that a figure that reads the same as the current one has no sign and no bar, even if what
// is compared differs in a digit that is not written.
func TestTiesAreBlank(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">")
	apart := row{name: "x", of: func(a *answer) (float64, bool) {
		if a == s.slots[0].answer {
			return 1, true
		}
		return 2, true
	}, write: func(a *answer) string { return "alike" }}
	if got := s.cell(apart, 1, worse, viewtest.Mono()); strings.Contains(got, "▲") {
		t.Errorf("%q", got)
	}
	apart.write = func(a *answer) string { return fmt.Sprint(apart.of(a)) }
	if got := s.cell(apart, 1, worse, viewtest.Mono()); !strings.Contains(got, "▲") {
		t.Errorf("%q has no sign", got)
	}
}

// TestStarsAreBetter verifies that a candidate has a star only where it is the best and better than the current layout.
func TestStarsAreBetter(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">", "c", "<")
	for _, c := range []struct {
		values [3]float64
		want   [3]grade
	}{{[3]float64{168, 171, 900}, [3]grade{best, plainCell, worse}},
		{[3]float64{168, 100, 900}, [3]grade{plainCell, best, worse}}, {[3]float64{168, 168, 168}, [3]grade{}}} {
		r := row{of: func(a *answer) (float64, bool) {
			for i, l := range s.slots {
				if l.answer == a {
					return c.values[i], true
				}
			}
			return 0, false
		}}
		if got := [3]grade(s.grades(r)); got != c.want {
			t.Errorf("%v: %v, not %v", c.values, got, c.want)
		}
	}
}
