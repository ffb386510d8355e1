package tui

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/crash"
	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/tables"
	"tabletop/views/widget"
)

// secret is the value of the panics of tests: data of a table, which is shown nowhere.
const secret = "anna.kovacs"

// faulty is a screen that panics where a test wants it to.
type faulty struct {
	fakeScreen
	at string // "" is nowhere
}

func (f *faulty) panics(at string) {
	if f.at == at {
		panic(secret)
	}
}

func (f *faulty) SetData(d *views.Data) { f.panics("data"); f.fakeScreen.SetData(d) }
func (f *faulty) Editing() bool         { f.panics("mode"); return f.fakeScreen.Editing() }
func (f *faulty) Press(k tea.KeyPressMsg) views.Request {
	f.panics("key")
	return f.fakeScreen.Press(k)
}
func (f *faulty) Click(x, y int) views.Request    { f.panics("click"); return f.fakeScreen.Click(x, y) }
func (f *faulty) Wheel(n int) views.Request       { f.panics("wheel"); return f.fakeScreen.Wheel(n) }
func (f *faulty) Receive(v any) views.Request     { f.panics("result"); return f.fakeScreen.Receive(v) }
func (f *faulty) OpenAt(key []byte) views.Request { f.panics("row"); return f.fakeScreen.OpenAt(key) }
func (f *faulty) FilterTo(views.Target)           { f.panics("place") }
func (f *faulty) Location() views.Target          { f.panics("cursor"); return views.Target{} }
func (f *faulty) Propose() views.Request          { f.panics("proposal"); return nil }
func (f *faulty) Leave() []string                 { f.panics("leaving"); return nil }
func (f *faulty) RequestWork() views.Request      { f.panics("work"); return nil }
func (f *faulty) SetSources([]views.Source)       { f.panics("sources") }
func (f *faulty) RecordWork(*lesson.Work)         { f.panics("recorded") }
func (f *faulty) SampleSaved(string)              { f.panics("saved") }
func (f *faulty) SortNames() []string             { f.panics("figures"); return []string{"bytes"} }
func (f *faulty) SortBy(string) views.Request     { f.panics("sort"); return nil }
func (f *faulty) Report() *views.Report           { f.panics("report"); return nil }
func (f *faulty) Mode() (views.Mode, bool)        { f.panics("mode"); return views.Mode{}, f.editing }
func (f *faulty) Modes() []views.Mode             { return nil }

func (f *faulty) Draw(w, h int, st *widget.Styles) string {
	f.panics("draw")
	return f.fakeScreen.Draw(w, h, st)
}

func (f *faulty) Bindings() []views.Binding {
	f.panics("bindings")
	run := func() views.Request { f.panics("binding"); return nil }
	return append(f.fakeScreen.Bindings(), views.Binding{Keys: []string{"b"}, Name: "bind", Run: run})
}

// keptIn keeps what is reported.
func keptIn(reported *[]*crash.Error) func(*crash.Error) (string, error) {
	return func(e *crash.Error) (string, error) {
		*reported = append(*reported, e)
		return "fault.txt", nil
	}
}

// faultRig is an app on a table that is being read, with a screen that panics where wanted. What is reported goes to
// reported.
func faultRig(t *testing.T) (r *appTest, bad *faulty, f *planner, reported *[]*crash.Error) {
	reported, bad, f = new([]*crash.Error), &faulty{fakeScreen: fakeScreen{id: "bad"}}, newPlanner(400)
	opts := Options{Source: f.name, Files: &fakeFiles{}, Catalog: someEntries(), ReportCrash: keptIn(reported)}
	opts.Open = func(context.Context, string) (sample.Source, error) { return f, nil }
	r = newRigWith(t, opts, func(r *appTest) []*screen {
		mended := func() views.Screen { bad.at = ""; return bad }
		return []*screen{{key: "1", fresh: func() views.Screen { return r.one }}, {key: "2", fresh: mended}}
	})
	r.send(tea.WindowSizeMsg{Width: 100, Height: 24})
	r.step(f, 100)
	<-f.told
	r.until("25%")
	r.untilLeft(1)
	r.keys("2")
	return r, bad, f, reported
}

// TestFaultEndsTheScreenOnly verifies that a panic in any method of a screen, and in work that it asks for, closes
// that screen, which is said with what to do, reported once without data of the table, and undone by one key; and
// that rows are read and can be saved meanwhile.
func TestFaultEndsTheScreenOnly(t *testing.T) {
	work := views.Work{Name: "w", Run: func(context.Context) any { return 1 }}
	for at, cause := range map[string]func(*appTest, *faulty){
		"key":      func(r *appTest, _ *faulty) { r.keys("j") },
		"binding":  func(r *appTest, _ *faulty) { r.keys("b") },
		"bindings": func(r *appTest, _ *faulty) { r.keys("j") },
		"mode":     func(r *appTest, _ *faulty) { r.keys("j") },
		"draw":     func(r *appTest, _ *faulty) { r.send(tickMsg{}) },
		"click":    func(r *appTest, _ *faulty) { r.send(tea.MouseClickMsg{X: 10, Y: 8, Button: tea.MouseLeft}) },
		"wheel":    func(r *appTest, _ *faulty) { r.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown}) },
		"data":     func(r *appTest, _ *faulty) { r.app.table.change(r.app, func(*views.Data) {}); r.send(tickMsg{}) },
		"work":     func(r *appTest, _ *faulty) { r.app.table.change(r.app, func(*views.Data) {}); r.send(tickMsg{}) },
		"result": func(r *appTest, _ *faulty) {
			r.app.handleRequest(work, r.app.current)
			r.untilLeft(1)
		},
		"job": func(r *appTest, _ *faulty) {
			r.app.handleRequest(views.Work{Name: "w", Run: func(context.Context) any { panic(secret) }}, r.app.current)
			r.untilLeft(1)
		},
		"cursor":   func(r *appTest, _ *faulty) { r.keys("F") },
		"report":   func(r *appTest, _ *faulty) { r.keys("e") },
		"figures":  func(r *appTest, _ *faulty) { r.keys(":", "esc") },
		"proposal": func(r *appTest, _ *faulty) { r.keys("1", "2") },
		"leaving":  func(r *appTest, _ *faulty) { r.keys("1") },
		"row": func(r *appTest, _ *faulty) {
			r.app.goTo(views.OpenScreen{Screen: "bad", Key: []byte("k")})
			r.send(tickMsg{})
		},
		"place": func(r *appTest, _ *faulty) {
			r.app.goTo(views.OpenScreen{Screen: "bad", About: &views.Target{}})
			r.send(tickMsg{})
		},
		"sources": func(r *appTest, _ *faulty) { r.app.offerSources(); r.send(tickMsg{}) },
		"saved":   func(r *appTest, _ *faulty) { r.app.baselineSaved("x"); r.send(tickMsg{}) },
	} {
		t.Run(at, func(t *testing.T) {
			r, bad, f, reported := faultRig(t)
			bad.at = at
			cause(r, bad)
			if r.app.over != nil {
				r.keys("esc")
			}
			r.keys("2")
			r.untilLeft(1)
			r.shows("Bad was closed by an internal error.", "What was read stays, and reading goes on.",
				"Please report it with fault.txt, which holds no data of the table.",
				"enter open Bad again, as at the start", "^s save the sample")
			r.hides(secret)
			if len(*reported) != 1 {
				t.Fatalf("reported: %v", *reported)
			}
			if e := (*reported)[0]; e.Value != secret || !strings.Contains(e.Stack[0], "contain_test.go") ||
				!strings.Contains(e.Doing, "Bad") {
				t.Errorf("reported: %v while %s at %s", e.Value, e.Doing, e.Stack)
			}
			r.step(f, 200)
			<-f.told
			r.until("50%")
			r.untilLeft(1)
			if n := r.app.table.read.Rows(); n != 200 || !r.app.table.data.Reading {
				t.Errorf("the read has stopped at %d rows", n)
			}
			r.keys("ctrl+s", "enter")
			r.untilLeft(1)
			if saved := r.app.opts.Files.(*fakeFiles).saved; len(saved) != 1 {
				t.Errorf("%d samples were saved", len(saved))
			}
			r.keys("enter")
			r.untilLeft(1)
			r.hides("was closed by an internal error")
			r.shows("▸ row 0")
			if r.app.quit != nil {
				t.Errorf("the app ended: %v", r.app.quit)
			}
			r.step(f, theEnd)
			r.settle()
		})
	}
}

// faultySource is a source that panics in one of its methods, which run in jobs.
type faultySource struct {
	*fakeSource
	at string
}

func (f faultySource) Describe(ctx context.Context) (sample.Table, error) {
	if f.at == "describe" {
		panic(secret)
	}
	return f.fakeSource.Describe(ctx)
}

func (f faultySource) Sample(
	ctx context.Context, o sample.Options, progress func(sample.Progress),
) (*sample.Sample, error) {
	if f.at == "read" {
		progress(sample.Progress{Rows: 50, Fraction: 0.5, Sample: f.take(50, sample.Provenance{})})
		panic(secret)
	}
	return f.fakeSource.Sample(ctx, o, progress)
}

func (f faultySource) Row(ctx context.Context, key []byte, keep int) (*sample.Sample, error) {
	if f.at == "row" {
		panic(secret)
	}
	return f.fakeSource.Row(ctx, key, keep)
}

// faultyFiles panics when it writes.
type faultyFiles struct{ fakeFiles }

func (*faultyFiles) Save(string, *sample.Sample) error { panic(secret) }

// faultyCatalog panics when it lists.
type faultyCatalog struct{ *fakeCatalog }

func (faultyCatalog) Entries(context.Context, func([]tables.Entry)) error { panic(secret) }

// TestFaultOfAJob verifies that a panic in a job of the app itself ends that job only: what it was for is said, in
// the place where its errors are, nothing waits for it any more, and what was read before stays.
func TestFaultOfAJob(t *testing.T) {
	keys := func(keys ...string) func(*appTest) { return func(r *appTest) { r.keys(keys...) } }
	for _, c := range []struct {
		at    string
		cause func(*appTest)
		says  []string
		rows  int
	}{
		{"open", keys(), []string{"internal error while connecting", "^r try again", "Please report it with fault.txt"},
			0},
		{"describe", keys(), []string{"internal error while reading the description", "^r try again"}, 0},
		{"read", keys("!"), []string{"internal error while reading", "What was read stays", "✖ broken off"}, 50},
		{"row", func(r *appTest) { r.app.handleRequest(views.Fetch{Key: []byte("k")}, r.app.current) },
			[]string{"internal error while reading one row"}, 100},
		{"save", keys("ctrl+s", "enter"), []string{"internal error while writing the sample"}, 100},
		{"keep", func(r *appTest) { r.app.declare(nil) },
			[]string{"the layouts hold, but could not be kept: internal error while"}, 100},
		{"copy", keys("y"), []string{"internal error while copying: that was not done"}, 100},
		{"list", keys("0"), []string{"internal error while listing tables"}, 100},
	} {
		t.Run(c.at, func(t *testing.T) {
			var reported []*crash.Error
			f := faultySource{newFake(100), c.at}
			opts := Options{Source: "p/i/t", ReportCrash: keptIn(&reported),
				Open: func(context.Context, string) (sample.Source, error) {
					if c.at == "open" {
						panic(secret)
					}
					return f, nil
				},
				Keep:      func(string, rowkey.Set) (string, error) { panic(secret) },
				Clipboard: func(string) error { panic(secret) },
				Files:     &faultyFiles{}, Catalog: faultyCatalog{someEntries()}}
			r := newRig(t, opts)
			r.send(tea.WindowSizeMsg{Width: 120, Height: 24})
			r.settle()
			c.cause(r)
			r.settle()
			said := r.frame() + strings.Join(r.app.toasts.log, "\n") // messages break their lines
			for _, want := range c.says {
				if !strings.Contains(said, want) {
					t.Errorf("%q is not said:\n%s", want, said)
				}
			}
			if strings.Contains(said, secret) {
				t.Errorf("data of the table is said:\n%s", said)
			}
			if len(reported) != 1 || reported[0].Value != secret || r.app.quit != nil {
				t.Errorf("reported %v, ended with %v", reported, r.app.quit)
			}
			read := 0
			if s := r.app.table.read; s != nil {
				read = s.Rows()
			}
			if read != c.rows {
				t.Errorf("%d rows are there, not %d", read, c.rows)
			}
			if len(r.app.jobs.visible()) > 0 || r.app.table.data.Reading {
				t.Errorf("still busy: %v", r.app.jobs.visible())
			}
			if d, ok := r.app.over.(*fileDialog); ok && d.busy {
				t.Error("the dialog still writes")
			}
		})
	}
}

// faultyOverlay panics where a test wants it to.
type faultyOverlay struct {
	page
	at string
}

func (o *faultyOverlay) press(k tea.KeyPressMsg) (views.Request, bool) {
	if o.at == "key" {
		panic(secret)
	}
	return o.page.press(k)
}

func (o *faultyOverlay) draw(st *widget.Styles, w, h int) string {
	if o.at == "draw" {
		panic(secret)
	}
	return o.page.draw(st, w, h)
}

// TestFaultOfAnOverlay verifies that a panic in what lies over the screen takes that away, says so, and is reported
// once.
func TestFaultOfAnOverlay(t *testing.T) {
	for _, at := range []string{"key", "draw"} {
		var reported []*crash.Error
		r := newRig(t, Options{Source: "x", Open: opens(newFake(30)), ReportCrash: keptIn(&reported)})
		r.settle()
		over := &faultyOverlay{page: *newPage("Over", "text"), at: at}
		r.app.over = over
		r.keys("j")
		r.settle()
		r.shows("row 0", "internal error while")
		r.hides(secret)
		if r.app.over != nil || len(reported) != 1 || r.app.quit != nil {
			t.Errorf("%s: over %v, %d reports, quit %v", at, r.app.over, len(reported), r.app.quit)
		}
	}
}

// TestFaultOfOneMessageKeepsTheOthers verifies that a function that fails to take the result of a job keeps no other
// job from its own.
func TestFaultOfOneMessageKeepsTheOthers(t *testing.T) {
	r := newRig(t, Options{Catalog: someEntries()})
	r.settle()
	got := 0
	nothing := func(context.Context, func(any)) any { return nil }
	r.app.jobs.start(spec{slot: "a", run: nothing, done: func(any) { panic(secret) }})
	r.app.jobs.start(spec{slot: "b", run: nothing, done: func(any) { got++ }})
	r.settle()
	if got != 1 || len(r.app.faults) != 1 {
		t.Errorf("%d results came, %d faults", got, len(r.app.faults))
	}
	want := "internal error while taking what a job has done: that was not done, everything else goes on"
	if said := r.app.toasts.log; len(said) != 1 || !strings.Contains(said[0], want) {
		t.Errorf("said %q", said)
	}
}

// TestTooManyFaults verifies that a fault that comes again and again is reported a few times only.
func TestTooManyFaults(t *testing.T) {
	var reports atomic.Int64
	count := func(*crash.Error) (string, error) { reports.Add(1); return "", nil }
	r := newRig(t, Options{Catalog: someEntries(), ReportCrash: count})
	for range 3 * mostReports {
		r.app.survived(&fault{crash: &crash.Error{Doing: "testing"}})
	}
	r.settle()
	if n := reports.Load(); n != mostReports {
		t.Errorf("%d reports", n)
	}
}
