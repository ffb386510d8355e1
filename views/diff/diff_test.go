package diff

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// later is another sample of the table that viewtest.Metrics shows: a part of its rows, drawn by chance.
func later(d *views.Data) *sample.Sample {
	r := rand.New(rand.NewPCG(1, 1))
	b := sample.NewBuilder(0)
	s := d.Sample
	for i := range s.Rows() {
		if r.IntN(3) > 0 || i < 8 {
			continue
		}
		b.Row(s.Key(i))
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			c := s.Cell(j)
			b.CellPrefix(s.Column(c.Column).Family, []byte(s.Column(c.Column).Qualifier), c.Micros, c.Size, c.Value)
		}
	}
	how := s.How
	how.Complete, how.Strategy, how.RowShare, how.Filter = true, sample.Everything, 1, 1
	how.Points = 0
	return sample.Assemble(s.Table, how, []*sample.Builder{b})
}

// named types a name and answers the request for it.
func named(t *testing.T, s *Screen, name string, found *sample.Sample, err error) {
	t.Helper()
	viewtest.Press(t, s, "c")
	if !s.Editing() {
		t.Fatal("c does not ask for a name")
	}
	viewtest.Type(t, s, name)
	asked := viewtest.Press(t, s, "enter")
	if len(asked) != 1 || asked[0] != (views.LoadSample{Source: name}) {
		t.Fatalf("asked for %v, want %s to be loaded", asked, name)
	}
	viewtest.CheckSizes(t, s)
	viewtest.RunWork(s, s.Receive(views.SampleLoaded{Source: name, Sample: found, Err: err}))
}

func TestScreen(t *testing.T) {
	d := viewtest.Metrics()
	s := New()
	viewtest.Golden(t, s, "waiting")
	viewtest.SetData(s, d)
	viewtest.Golden(t, s, "empty")
	viewtest.Press(t, s, "c")
	viewtest.Type(t, s, "before.table")
	viewtest.Golden(t, s, "typing")
	viewtest.Press(t, s, "esc")
	named(t, s, "later.tabletop", later(d), nil)
	viewtest.Golden(t, s, "compared")
	viewtest.Press(t, s, "v")
	viewtest.Golden(t, s, "all")
	if r := viewtest.Press(t, s, "w"); len(r) != 1 {
		t.Errorf("w gave %v", r)
	}
	if r := viewtest.Press(t, s, "G", "y"); len(r) != 1 {
		t.Errorf("y gave %v", r)
	}
}

// Failures are shown and leave the screen of use.
func TestProblem(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	named(t, s, "missing.tabletop", nil, errors.New("the file \x1b[2J is not there\nname another"))
	viewtest.CheckSizes(t, s)
	if frame := s.Draw(80, 24, viewtest.Mono()); !strings.Contains(frame, "is not there") {
		t.Errorf("the failure is not told:\n%s", frame)
	}
	if r := viewtest.Press(t, s, "ctrl+r"); len(r) != 1 {
		t.Errorf("r asked for %v", r)
	}
	// What comes late, of another name, is dropped.
	s.Receive(views.SampleLoaded{Source: "other"})
	if !s.loading {
		t.Error("an answer to another question was taken")
	}
}

// Every table can be compared with every other.
func TestAll(t *testing.T) {
	for name, d := range viewtest.All() {
		for other, with := range viewtest.All() {
			if d.Sample == nil || with.Sample == nil {
				continue
			}
			s := New()
			viewtest.SetData(s, d)
			named(t, s, other, with.Sample, nil)
			if s.ready() && s.done == nil {
				t.Errorf("%s and %s were not compared", name, other)
			}
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "v", "down", "G", "ctrl+d")
			viewtest.CheckSizes(t, s)
		}
	}
}

func TestWalk(t *testing.T) {
	viewtest.Walk(t, func() views.Screen { return New() }, "c", "x", "enter", "v", "w", "y", "ctrl+r", "down", "G")
}

// A key press costs nothing that grows with the table.
func BenchmarkDraw(b *testing.B) {
	d := viewtest.Metrics()
	s := New()
	viewtest.SetData(s, d)
	s.source = "x"
	viewtest.RunWork(s, s.Receive(views.SampleLoaded{Source: "x", Sample: later(d)}))
	st := viewtest.Colors()
	for b.Loop() {
		s.Press(viewtest.Key("j"))
		s.Draw(200, 60, st)
	}
}

// TestBaseline verifies that a saved sample is what c proposes to compare with, that tab completes what is typed, and
// that a completion of what is no longer typed is dropped.
func TestBaseline(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	if got := ansi.Strip(s.Draw(120, 30, viewtest.Mono())); !strings.Contains(got, "ctrl+s") {
		t.Errorf("nothing says how a baseline is made:\n%s", got)
	}
	s.SampleSaved("metrics-1120.tabletop")
	if got := ansi.Strip(s.Draw(120, 30, viewtest.Mono())); !strings.Contains(got,
		"baseline    metrics-1120.tabletop    this table, as it was saved") {
		t.Errorf("the baseline is not named:\n%s", got)
	}
	asked := viewtest.Press(t, s, "c", "enter")
	if len(asked) != 1 || asked[0] != (views.LoadSample{Source: "metrics-1120.tabletop"}) {
		t.Errorf("c and enter ask for %v", asked)
	}
	viewtest.Press(t, s, "c", "c") // the first lists what there is
	s.input.SetText("be")
	asked = viewtest.Press(t, s, "tab")
	if len(asked) != 1 || asked[0] != (views.CompletePath{Prefix: "be"}) {
		t.Errorf("tab asks for %v", asked)
	}
	s.Receive(views.CompletedPath{Prefix: "b", Text: "before.tabletop"})
	if s.input.Text() != "be" {
		t.Errorf("a late completion is taken: %q", s.input.Text())
	}
	s.Receive(views.CompletedPath{Prefix: "be", Text: "before", Paths: []string{"before-1.tabletop",
		"before-\x1b2.tabletop"}})
	if got := ansi.Strip(s.Draw(120, 30, viewtest.Mono())); s.input.Text() != "before" ||
		!strings.Contains(got, `before-\x1b2.tabletop`) {
		t.Errorf("%q is typed in\n%s", s.input.Text(), got)
	}
	viewtest.CheckSizes(t, s)
}

// TestOtherIsPicked verifies that c lists what else the table can be compared with beside what is compared, or in its
// place where there is no room, and that esc goes back to that.
func TestOtherIsPicked(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	s.SetSources([]views.Source{{Kind: "saved", Name: "old", Source: "old.tabletop"}})
	viewtest.SetData(s, d)
	named(t, s, "later.tabletop", later(d), nil)
	viewtest.Press(t, s, "c")
	for w, beside := range map[int]bool{80: false, 140: true} {
		got := ansi.Strip(s.Draw(w, 36, viewtest.Mono()))
		if !strings.Contains(got, "old") || strings.Contains(got, "DIFFERENCES") != beside {
			t.Errorf("%d cells:\n%s", w, got)
		}
	}
	viewtest.CheckSizes(t, s)
	viewtest.Press(t, s, "esc")
	if got := ansi.Strip(s.Draw(80, 24, viewtest.Mono())); !strings.Contains(got, "DIFFERENCES") {
		t.Errorf("esc does not go back:\n%s", got)
	}
	if got := viewtest.Press(t, s, "c", "enter"); len(got) == 0 || got[0] != (views.LoadSample{Source: "old.tabletop"}) {
		t.Errorf("enter asks for %#v", got)
	}
}

// TestWhatDiffersFirst verifies the order of the list: what is new or gone, what differs, then the figures of the table,
// and one line that counts the others.
func TestWhatDiffersFirst(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	viewtest.SetData(s, d)
	named(t, s, "hostile.tabletop", viewtest.Hostile().Sample, nil)
	last := 0
	for _, listed := range s.items {
		if listed.heading != "" {
			t.Errorf("a heading %q over what differs", listed.heading)
		}
		if rank := s.rank(listed); rank < last {
			t.Errorf("%q stands behind what differs less", listed.row.Name)
		} else if listed.about == "" {
			last = rank
		}
	}
	s = New()
	viewtest.SetData(s, d)
	named(t, s, "same.tabletop", d.Sample, nil)
	got := ansi.Strip(s.Draw(140, 36, viewtest.Mono()))
	for _, want := range []string{"No difference: ", "before  ", "all 441 rows", "mean row",
		"the other figures have no significant difference; v lists all"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestSourcesAreOffered verifies that before anything is compared the screen lists what the table can be compared with,
// without the table itself, the baseline and saved samples first, and that enter and a second click compare.
func TestSourcesAreOffered(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	s.SetSources([]views.Source{{Kind: "demo", Name: "garden", Source: "demo:garden"},
		{Kind: "table", Name: "itself", Source: d.Source}, {Kind: "table", Name: "neighbor", Source: "p/i/neighbor"},
		{Kind: "saved", Name: "old", Source: "old.tabletop", Title: "\x1b[31mred"}})
	viewtest.SetData(s, d)
	s.SampleSaved("base.tabletop")
	for _, size := range [][2]int{{80, 24}, {140, 40}, {200, 60}} {
		out := ansi.Strip(s.Draw(size[0], size[1], viewtest.Mono()))
		at := -1
		for _, want := range []string{"baseline", "base.tabletop", "old", "neighbor", "garden"} {
			i := strings.Index(out, want)
			if i < at {
				t.Fatalf("%v: %q stands before the one before it, or is not there:\n%s", size, want, out)
			}
			at = i
		}
		if strings.Contains(out, "itself") || strings.Contains(out, "\x1b") {
			t.Errorf("%v: it offers\n%s", size, out)
		}
	}
	viewtest.Press(t, s, "j")
	if got := viewtest.Press(t, s, "enter"); len(got) == 0 || got[0] != (views.LoadSample{Source: "old.tabletop"}) {
		t.Fatalf("enter asks for %#v", got)
	}
	s = New()
	s.SetSources([]views.Source{{Kind: "demo", Name: "garden", Source: "demo:garden"}})
	viewtest.SetData(s, d)
	lines := strings.Split(ansi.Strip(s.Draw(140, 40, viewtest.Mono())), "\n")
	y := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "garden") })
	if got := s.Click(4, y); got != (views.LoadSample{Source: "demo:garden"}) {
		t.Errorf("a click on the source under the cursor asks for %#v", got)
	}
}

// TestBaselinesAreOfTheTable verifies that saved samples of the table that is open are its baselines, whatever their
// files are called, the newest first, and those of other tables are not.
func TestBaselinesAreOfTheTable(t *testing.T) {
	s, d := New(), viewtest.Metrics()
	d.Sample.Table.Project, d.Sample.Table.Instance, d.Sample.Table.Name = "p", "i", "metrics"
	day := func(n int) time.Time { return time.Date(2026, 11, n, 8, 0, 0, 0, time.UTC) }
	s.SetSources([]views.Source{
		{Kind: "saved", Name: "a", Source: "a.tabletop", Of: "p/i/other", Read: day(20)},
		{Kind: "saved", Name: "b", Source: "b.tabletop", Of: "p/i/metrics", Read: day(3)},
		{Kind: "saved", Name: "c", Source: "c.tabletop", Of: "p/i/metrics", Read: day(16)},
		{Kind: "saved", Name: "d", Source: "d.tabletop"}})
	viewtest.SetData(s, d)
	var got []string
	for _, source := range s.offered() {
		got = append(got, source.Kind+" "+source.Source)
	}
	want := []string{"baseline c.tabletop", "baseline b.tabletop", "saved a.tabletop", "saved d.tabletop"}
	if !slices.Equal(got, want) {
		t.Errorf("offered are %q, not %q", got, want)
	}
	out := ansi.Strip(s.Draw(120, 30, viewtest.Mono()))
	for _, about := range []string{"this table, read 2026-11-16 08:00", "p/i/other, read 2026-11-20 08:00"} {
		if !strings.Contains(out, about) {
			t.Errorf("nothing says %q:\n%s", about, out)
		}
	}
	if asked := viewtest.Press(t, s, "enter"); len(asked) != 1 ||
		asked[0] != (views.LoadSample{Source: "c.tabletop"}) {
		t.Errorf("enter asks for %v", asked)
	}
}
