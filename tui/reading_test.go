package tui

import (
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// planner is a fakeSource that has a plan and can continue. A read tells its progress step by step, as a test sends to
// steps.
type planner struct {
	*fakeSource
	steps     chan int         // rows to tell next, or theEnd
	told      chan struct{}    // gets a token when progress has returned
	continued []sample.Options // of each Continue
	how       sample.Provenance
	anew      bool // a sample cannot be gone on with
	plan      func(sample.Options) (sample.Plan, error)
}

// theEnd sent to steps ends a read, its plan done.
const theEnd = -1

func newPlanner(rows int) *planner {
	return &planner{fakeSource: newFake(rows), how: sample.Provenance{Started: noon()}, steps: make(chan int),
		told: make(chan struct{}, 100)}
}

func (p *planner) Plan(_ context.Context, o sample.Options) (sample.Plan, error) {
	if p.plan != nil {
		return p.plan(o)
	}
	return sample.Plan{Strategy: sample.Quick, Places: make([]sample.ReadRange, 7), Points: 8, Rows: int64(p.rows),
		Bytes: 30 * int64(p.rows),
		Scan:  30 * int64(p.rows), Time: 2 * time.Second, Notes: []string{"A note on the plan."}}, nil
}

func (p *planner) Sample(ctx context.Context, _ sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	return p.read(ctx, p.how, progress)
}

func (p *planner) Continue(ctx context.Context, before *sample.Sample, o sample.Options,
	progress func(sample.Progress)) (*sample.Sample, error) {
	p.continued = append(p.continued, o)
	how := before.How
	how.Stopped = ""
	if p.anew {
		how.Started = how.Started.Add(time.Hour)
	}
	return p.read(ctx, how, progress)
}

func (p *planner) read(ctx context.Context, how sample.Provenance, progress func(sample.Progress)) (*sample.Sample,
	error) {
	n := 0
	for {
		select {
		case next := <-p.steps:
			if next == theEnd {
				return p.take(n, how), nil
			}
			n = next
			progress(sample.Progress{Stage: "reading", Rows: int64(n), Fraction: float64(n) / float64(p.rows),
				Sample: p.take(n, how)})
			p.told <- struct{}{}
		case <-ctx.Done():
			how.Stopped = "it was stopped on request"
			return p.take(n, how), nil
		}
	}
}

func reads(t *testing.T, f *planner) *appTest {
	r := newRig(t, Options{Source: f.name, Open: func(context.Context, string) (sample.Source, error) { return f, nil },
		Sample: func(string) sample.Options { return sample.Options{Rows: 100, Bytes: 5000} }})
	r.send(tea.WindowSizeMsg{Width: 140, Height: 24})
	return r
}

// step lets the read of f, once it is under way, come to n rows.
func (a *appTest) step(f *planner, n int) {
	a.t.Helper()
	a.reading()
	f.steps <- n
}

// reading delivers letters until rows are being read.
func (a *appTest) reading() {
	a.t.Helper()
	for !a.app.table.data.Reading {
		a.await("reading")
	}
}

func (a *appTest) rows(want int) {
	a.t.Helper()
	if d := a.one.data; d == nil || d.Sample == nil || d.Sample.Rows() != want {
		a.t.Errorf("the screen does not know %d rows: %+v", want, d)
	}
}

// TestPause: space holds the read up, and what has been read is described meanwhile; space again lets it continue.
func TestPause(t *testing.T) {
	f := newPlanner(400)
	r := reads(t, f)
	r.step(f, 100)
	<-f.told
	r.until("25%")
	r.until("of ≈ 400 rows") // the profile is a letter of its own
	r.shows("space pause", "x stop")
	r.keys("space")
	r.untilLeft(1)
	r.shows("25%", "paused", "space resume")
	if d := r.one.data; !d.Paused || !d.Reading || d.Profile == nil {
		t.Errorf("while paused the screen knows %+v", d)
	}
	r.step(f, 200) // the read is held up inside this report
	r.until("50%")
	select {
	case <-f.told:
		t.Fatal("progress returned while reading is paused")
	default:
	}
	r.keys("space")
	<-f.told
	r.hides("paused")
	r.step(f, theEnd)
	r.settle()
	r.rows(200)
	if r.one.data.Paused || r.one.data.Reading {
		t.Error("the end of the read is not told")
	}
	r.keys("g", "space")
	if r.one.list.Cursor() != 0 {
		t.Error("space has a second meaning")
	}
	r.shows("nothing is being read")
}

// TestPausedTimeIsNotCounted: what is told of time is of the work.
func TestPausedTimeIsNotCounted(t *testing.T) {
	j := &job{started: noon()}
	j.rest(noon().Add(3 * time.Second))
	if took := j.took(noon().Add(time.Minute)); took != 3*time.Second {
		t.Errorf("while paused the job took %v", took)
	}
	j.rest(noon().Add(time.Minute))
	if took := j.took(noon().Add(time.Minute + 2*time.Second)); took != 5*time.Second || j.paused() {
		t.Errorf("the job took %v", took)
	}
}

// TestJobNeverGoesBack: the share done does not fall, and time counts from when the work itself began.
func TestJobNeverGoesBack(t *testing.T) {
	j := &job{started: noon(), fraction: -1}
	j.begin(noon().Add(time.Minute))
	for _, step := range []struct{ told, shown float64 }{{0, 0}, {0.2, 0.2}, {0.1, 0.2}, {0.5, 0.5}, {-1, -1}} {
		if j.advance(step.told); j.fraction != step.shown {
			t.Errorf("told %v, %v is shown, want %v", step.told, j.fraction, step.shown)
		}
	}
	if took := j.took(noon().Add(time.Minute + 3*time.Second)); took != 3*time.Second {
		t.Errorf("3 s after the work began, the job has taken %v", took)
	}
}

// TestProgressOfThePlan verifies the line that shows how far a read has come, at the widths of the design: key ranges
// and rows of those planned, the time left, what holds the read up; and where it ended that was stopped.
func TestProgressOfThePlan(t *testing.T) {
	f := newPlanner(400)
	now := noon()
	r := newRig(t, Options{Source: f.name, Open: func(context.Context, string) (sample.Source, error) { return f, nil },
		Now: func() time.Time { return now }, Sample: func(string) sample.Options { return sample.Options{} }})
	r.send(tea.WindowSizeMsg{Width: 140, Height: 24})
	r.step(f, 100)
	<-f.told
	r.untilLeft(1)
	session := r.app.table
	tell := func(seconds int, p sample.Progress) {
		now = noon().Add(time.Duration(seconds) * time.Second)
		p.Stage = "reading"
		r.app.progressed(session, p)
		r.app.dirty = true
	}
	tell(0, sample.Progress{Stage: "reading", Fraction: 0, Planned: 98, Expected: 20_000})
	tell(5, sample.Progress{Rows: 3260, Bytes: 763e3, Fraction: 0.15, Ranges: 16, Planned: 98, Expected: 20_000,
		RowLimit: 600, Left: 29 * time.Second})
	for _, at := range []struct {
		width int
		want  string
	}{
		{140, "16 of 98 key ranges  3,260 of ≈ 20,000 rows  ≈ 0:29 left  held to 600 rows/s"},
		{80, "3,260 of ≈ 20,000 rows  ≈ 0:29 left"},
	} {
		r.send(tea.WindowSizeMsg{Width: at.width, Height: 24})
		r.shows("▶ █", at.want, "space pause", "x stop", "? help")
	}
	r.hides("key ranges")
	r.keys("P")
	r.shows("planned         now        left", "key ranges          98          16          82",
		"rows             ≈ 400       3,260    ≈ 16,740", "bytes        ≈ 12.0 kB      763 kB   ≈ 3.92 MB",
		"time            ≈ 0:02        0:05      ≈ 0:29", "held by    600 rows/s")
	r.keys("esc")
	tell(6, sample.Progress{Rows: 3300, Fraction: 0.2, Ranges: 16, Planned: 98, Expected: 20_000,
		Left: 29 * time.Second, LeftMost: 70 * time.Second})
	r.shows("rows  0:29 … 1:10 left")
	r.keys("P")
	r.shows("time            ≈ 0:02        0:06 0:29 … 1:10")
	r.keys("esc")
	tell(6, sample.Progress{Rows: 25_000, Fraction: -1, Planned: 98})
	r.shows("25,000 rows, more than planned")
	tell(7, sample.Progress{Rows: 3260, Fraction: 0.15, Ranges: 16, Planned: 98, Expected: 20_000})
	r.keys("x")
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 140, Height: 24})
	r.shows("■ stopped at 16 of 98 key ranges")
	r.keys("P")
	r.shows("planned        read", "key ranges          98          16")
	r.hides("left")
}

// TestStopWhilePaused ends the read at once and keeps what there is; + then continues with the rest of it.
func TestStopWhilePaused(t *testing.T) {
	f := newPlanner(400)
	r := reads(t, f)
	r.step(f, 100)
	<-f.told
	r.until("25%")
	r.keys("space")
	r.step(f, 120)
	r.until("30%")
	r.keys("x")
	r.settle()
	r.rows(120)
	r.shows("stopped early")
	r.keys("space") // nothing is left to pause
	r.hides("paused")

	r.one.data.Sample.How.Options.Rows = 300
	r.keys("R")
	r.step(f, 300)
	<-f.told
	r.step(f, theEnd)
	r.settle()
	r.rows(300)
	r.hides("stopped early")
	if len(f.continued) != 1 || f.continued[0].Rows != 300 {
		t.Errorf("gone on with %+v", f.continued)
	}
}

// TestMore reads as many rows again, and the limit of bytes is one for each read.
func TestMore(t *testing.T) {
	f := newPlanner(100)
	r := reads(t, f)
	r.step(f, 100)
	r.step(f, theEnd)
	r.settle()
	r.one.data.Sample.How.BytesSeen = 4000
	r.keys("P")
	r.shows("What is read", "quick, short runs", "8 draws", "about 2 s", "A note on the plan.", "100 rows")
	r.keys("esc", "R")
	r.step(f, 150)
	<-f.told
	r.until("of ≈ 200 rows")
	r.keys("R")
	r.shows("rows are being read")
	r.step(f, theEnd)
	r.settle()
	if len(f.continued) != 1 || f.continued[0].Rows != 200 || f.continued[0].Bytes != 9000 {
		t.Errorf("gone on with %+v", f.continued)
	}
	r.keys("P")
	r.shows("read on beyond its plan")
}

// TestMoreReadAnew: a sample that cannot be gone on with stays until the new one has as many rows, also when that is
// stopped before.
func TestMoreReadAnew(t *testing.T) {
	f := newPlanner(100)
	f.anew = true
	r := reads(t, f)
	r.step(f, 100)
	r.step(f, theEnd)
	r.settle()
	r.keys("R")
	r.step(f, 40)
	<-f.told
	r.until("40%")
	r.rows(100)
	r.keys("x")
	r.settle()
	r.rows(100)
	r.keys("R")
	r.step(f, 160)
	<-f.told
	r.step(f, theEnd)
	r.settle()
	r.rows(160)
}

// TestIntervalShrinks: Overview shows figures with their doubt from the first rows on, and less of it as more come.
func TestIntervalShrinks(t *testing.T) {
	f := newPlanner(2000)
	f.how = sample.Provenance{Strategy: sample.Small, Filter: 0.5, RowShare: 0.5, Started: noon()}
	now := noon()
	r := rigOf(t, Options{Source: f.name, Now: func() time.Time { return now },
		Open: func(context.Context, string) (sample.Source, error) { return f, nil }}, true)
	r.send(tea.WindowSizeMsg{Width: 140, Height: 50})
	doubt := regexp.MustCompile(`value .*?±([0-9.]+)%`)
	last := math.Inf(1)
	for _, n := range []int{20, 200, 2000} {
		now = now.Add(analyzeEvery)
		r.step(f, n)
		<-f.told
		r.until("read " + text.Integer(int64(n)) + " rows")
		found := doubt.FindStringSubmatch(r.frame())
		if found == nil {
			t.Fatalf("no interval with %d rows:\n%s", n, r.frame())
		}
		if half, err := strconv.ParseFloat(found[1], 64); err != nil || half >= last {
			t.Errorf("with %d rows the interval is ±%s%%, before it was %v", n, found[1], last)
		} else {
			last = half
		}
	}
	r.step(f, theEnd)
	r.settle()
}

// TestNoMore: where there is nothing to read on, + says so.
func TestNoMore(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(4))})
	r.settle()
	r.keys("R")
	r.shows("all rows have been read")
	r.keys("P")
	r.shows("there is no plan")
	f := newFake(4)
	f.readGate = make(chan struct{})
	r = newRig(t, Options{Source: "x", Open: opens(f)})
	r.reading()
	r.keys("R")
	r.shows("rows are being read")
	r.keys("x")
	r.settle()
	r.keys("R")
	r.shows("a saved sample has no more rows")
	if strings.Contains(r.frame(), "space") {
		t.Error("a key that pauses is offered when nothing is read")
	}
}

// TestFailedRereadKeepsRows verifies that a read that ends before its first row leaves the rows that were read before.
func TestFailedRereadKeepsRows(t *testing.T) {
	f := newFake(300)
	r := rigOf(t, Options{Source: "x", Open: opens(f)}, true)
	r.settle()
	before := r.app.data().Sample.Rows()
	f.lost = true
	r.keys("ctrl+r")
	r.settle()
	if got := r.app.data().Sample.Rows(); got != before || before == 0 {
		t.Errorf("after a read that failed at once %d rows are known, %d before", got, before)
	}
	r.shows("broken off")
}

// TestRowsAreAnalyzedNowAndThen verifies that rows that arrive are analyzed at once when they are the first, when some
// seconds have passed, when the read is paused, and at its end, and not in between.
func TestRowsAreAnalyzedNowAndThen(t *testing.T) {
	f, now := newPlanner(400), noon()
	r := newRig(t, Options{Source: f.name, Now: func() time.Time { return now },
		Open: func(context.Context, string) (sample.Source, error) { return f, nil }})
	come := func(rows, want int) {
		t.Helper()
		r.step(f, rows)
		<-f.told
		r.until(strconv.Itoa(rows/4) + "%")
		r.untilLeft(1)
		r.rows(want)
	}
	come(100, 100)
	now = now.Add(analyzeEvery - 1)
	come(200, 100)
	r.send(tickMsg{})
	r.untilLeft(1)
	r.rows(100)
	now = now.Add(1)
	r.send(tickMsg{})
	r.untilLeft(1)
	r.rows(200)
	come(300, 200)
	r.keys("space")
	r.untilLeft(1)
	r.rows(300)
	r.keys("space")
	r.step(f, theEnd)
	r.settle()
	r.rows(300)
}
