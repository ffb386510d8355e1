package lab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/advise"
	"tabletop/model/audit"
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

// TestMaps verifies that the maps of the writes stand above the layouts where there is room and below them elsewhere, in
// place of the figures until these are unfolded, with the values of the keys at their lines and in words what they show.
func TestMaps(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">")
	if got := s.slots[1].text; got != "{user}#{at}" {
		t.Fatalf("the candidate is %s", got)
	}
	for _, size := range [][2]int{{80, 22}, {140, 36}, {200, 56}} {
		got := frame(s, size[0], size[1])
		for _, want := range []string{"one tablet takes 100%, moving hots", "34 tablets, busiest 5.6%, 60 movin",
			" u00 ", " 2026-11-12 06:18 ", "◆ current  {at}#{user}"} {
			if !strings.Contains(got, want) {
				t.Errorf("%dx%d: no %q in\n%s", size[0], size[1], want, got)
			}
		}
		maps, layouts := strings.Index(got, "WHERE WRITES LAND"), strings.Index(got, "LAYOUTS")
		if (maps < layouts) != (size[0] > 100) {
			t.Errorf("%dx%d: the maps stand at %d, the layouts at %d", size[0], size[1], maps, layouts)
		}
		if strings.Contains(got, "key bytes") != (size[0] == 200) {
			t.Errorf("%dx%d: figures:\n%s", size[0], size[1], got)
		}
	}
	viewtest.Press(t, s, "v", "tab", "G")
	small := frame(s, 80, 24)
	if !strings.Contains(small, "key bytes") || strings.Contains(small, "WHERE WRITES LAND") {
		t.Errorf("the figures do not take the place of the maps in\n%s", small)
	}
	for _, size := range viewtest.Sizes() {
		for range 2 {
			viewtest.Press(t, s, "v")
			viewtest.CheckFrame(t, frame(s, size[0], size[1]), size[0], size[1])
		}
	}
}

// TestMapsHaveRoom verifies how many maps stand beside each other: that of the current layout, that under the cursor,
// and as many others as there is room for.
func TestMapsHaveRoom(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">", "c", "<", "c", "d")
	for w, want := range map[int]string{40: "[0 2]", 80: "[0 2]", 140: "[0 1 2]"} {
		s.at = 2
		if got := fmt.Sprint(s.mapped(w)); got != want {
			t.Errorf("%d cells: %s, want %s", w, got, want)
		}
	}
}

// TestLayoutsShowWhatDiffers verifies that a layout which is longer than its room begins with what the current one has
// not, and that the part under the cursor is in sight.
func TestLayoutsShowWhatDiffers(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c")
	s.slots[1].text = "reading = r#{device}#{metric}#{bucket(ts, 1d)} => * -> json d:all"
	for w, want := range map[int]string{80: "reading = r#{device}#{metric}#{bucket(ts, 1d)} => * -> json d:all",
		40: "…{bucket(ts, 1d)} => * -> json d:all", 20: "…{bucket(ts, 1d)} =…"} {
		if got := s.layoutText(viewtest.Mono(), 1, w, false); ansi.Strip(got) != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
	if got := ansi.Strip(s.layoutText(viewtest.Mono(), 1, 40, true)); !strings.HasPrefix(got, "…›{device}‹#") {
		t.Errorf("the part under the cursor is not in sight: %q", got)
	}
}

// TestVerdictInOneSentence verifies the sentence of an advice: in letters, with the most important gain, and without
// shares of conditions; and that each reason takes a line, of which the rest is counted.
func TestVerdictInOneSentence(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">")
	best, other := &advise.Candidate{Template: "{user}#{at}"}, &advise.Candidate{Template: "{salt(4, at)}#{at}"}
	current := &advise.Candidate{Current: true}
	for _, c := range []struct {
		advice advise.Advice
		want   string
	}{
		{advise.Advice{Options: []*advise.Candidate{best, current}},
			"A is best: writes go to 34 tablets at once instead of one tablet."},
		{advise.Advice{Options: []*advise.Candidate{other, current}}, "A is best."},
		{advise.Advice{Options: []*advise.Candidate{current, best}, KeepCurrent: true},
			"Keep the current layout: no other is significantly better."},
		{advise.Advice{Options: []*advise.Candidate{best, other}, TooClose: true},
			"A and B are too close to call: measure both, or choose the simpler one."},
		{advise.Advice{Options: []*advise.Candidate{current, best}, TooClose: true},
			"The current layout and A are too close to call: measure both, or choose the simpler one."},
	} {
		s.advice, s.letters = &c.advice, audit.NewCandidates(&c.advice, &audit.Report{})
		if got := s.sentence(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := ansi.Strip(s.drawReason(said{"price", []string{"first", "second", "third"}}, 31, viewtest.Mono())[0]); got !=
		"▲ price    first; 2 more" {
		t.Errorf("%q", got)
	}
	if got := ansi.Strip(s.drawReason(said{"gain", []string{"first", "second"}}, 40, viewtest.Mono())[0]); got !=
		"✓ gain     first; second" {
		t.Errorf("%q", got)
	}
}

// TestSimpleLayoutsFirst verifies that where no layout is better than the current one, those come first that are simple
// to change to: cells that stay cells, then fewer changes.
func TestSimpleLayoutsFirst(t *testing.T) {
	options := []*advise.Candidate{{Current: true}, {Template: "{a} => * -> protobuf d:all", Changes: 1},
		{Template: "{celltime(hour)}#{a}", Changes: 1}, {Template: "{b}#{a}#{c}", Changes: 3}, {Template: "{b}#{a}", Changes: 1}}
	names := func(keep bool) string {
		return strings.Join(withCure(audit.NewCandidates(&advise.Advice{Options: options, KeepCurrent: keep}, &audit.Report{})), ", ")
	}
	if got, want := names(true), "{b}#{a}, {b}#{a}#{c}, {a} => * -> protobuf d:all, {celltime(hour)}#{a}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := names(false); !strings.HasPrefix(got, "{a} => * -> protobuf d:all") {
		t.Errorf("%s: the best is not the first", got)
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
	if got := frame(s, 120, 40); !strings.Contains(got, "~ 34 tablets, busiest 5.6%, 60 moving hotspots") {
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
	if e, ok := s.judge().(views.Explain); !ok || !strings.Contains(e.Text, "Moving hotspot") ||
		!strings.Contains(e.Text, "1 tablet takes writes at once") {
		t.Errorf("of today: %+v", s.judge())
	}
	viewtest.Press(t, s, "c", ">")
	e, ok := s.judge().(views.Explain)
	for _, want := range []string{"Verdict on A", "{user}#{at}\n",
		"better: writes go to 34 tablets at once instead of one tablet",
		"\n  writes: 60 moving hotspots instead of moving hotspot (G40)\n", "\nworse:\n  by at: full scan"} {
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

// TestGoal verifies that the writes that a lesson asks for stand beside those of the layout under the cursor at every
// size, without keys, which would tell the layout; in a small window in the place of the layouts, which v has.
func TestGoal(t *testing.T) {
	s := visits(t)
	viewtest.Press(t, s, "c", ">")
	goal := s.slots[1].answer.out.heat
	viewtest.Press(t, s, "d")
	s.TakeGoal(goal)
	for _, size := range [][2]int{{80, 11}, {80, 22}, {140, 36}, {200, 56}} {
		got := frame(s, size[0], size[1])
		for _, want := range []string{"◆ current  {at}#{user}", "the goal", "one tablet takes 100%", "34 tablets, busiest 5.6%"} {
			if !strings.Contains(got, want) {
				t.Errorf("%dx%d: no %q in\n%s", size[0], size[1], want, got)
			}
		}
		if small := size[1] == 11; strings.Contains(got, "u00") || strings.Contains(got, "LAYOUTS") == small {
			t.Errorf("%dx%d: the keys of the goal, or the layouts:\n%s", size[0], size[1], got)
		}
	}
	viewtest.Press(t, s, "v")
	if got := frame(s, 80, 11); !strings.Contains(got, "LAYOUTS") || strings.Contains(got, "the goal") {
		t.Errorf("v has no layouts:\n%s", got)
	}
	viewtest.Press(t, s, "v", "c", ">", "c")
	for w, want := range map[int]string{80: "[2 5]", 140: "[0 2 5]"} {
		if got := fmt.Sprint(s.mapped(w)); got != want {
			t.Errorf("%d cells: %s, want %s", w, got, want)
		}
	}
	if got := s.Draw(80, 22, viewtest.Mono().ForSpeech()); !strings.Contains(got, "the goal: 34 tablets, busiest 5.6%") {
		t.Errorf("a person who listens is not told the goal:\n%s", got)
	}
	s.TakeGoal(nil)
	if got := frame(s, 140, 36); strings.Contains(got, "the goal") {
		t.Errorf("the goal stays:\n%s", got)
	}
}
