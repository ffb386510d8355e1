package read

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/model/sample"
)

// slowRead is a read from a server that takes its time, on a clock of its own.
type slowRead struct {
	ranges   int
	rowsIn   func(i int) int64 // rows of a key range; its bytes are 100 for each of plannedIn
	expected int64             // rows, by the plan
	perRow   time.Duration     // that each of the four streams needs
	first    time.Duration     // before the first row comes
	limit    float64           // rows per second
}

// run reads, and hands over each report with the time since the start.
func (s slowRead) run(report func(at time.Duration, p sample.Progress)) {
	plan := sample.Plan{Strategy: sample.Everything, Filter: 1, Rows: s.expected}
	for range s.ranges {
		plan.Places = append(plan.Places, sample.ReadRange{Bytes: 10_000})
		plan.TotalBytes += 10_000
	}
	opts := sample.Options{RowsPerSecond: s.limit}
	started := time.Now()
	collected := newCollector(Job{Plan: plan, Opts: opts,
		Progress: func(p sample.Progress) { report(time.Since(started), p) }}, nil)
	collected.showAt = 1 << 60 // no samples: there are no rows
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	r := &run{plan: plan, opts: opts, retry: DefaultRetry(), events: make(chan event, readsAtOnce), stop: stop,
		rowRate: limiter(s.limit)}
	r.silence.start()
	queue := make(chan int, s.ranges)
	for i := range s.ranges {
		queue <- i
	}
	close(queue)
	var streams sync.WaitGroup
	for range streamsAtOnce {
		streams.Go(func() {
			time.Sleep(s.first)
			for i := range queue {
				s.stream(ctx, r, i)
			}
		})
	}
	go func() {
		streams.Wait()
		close(r.events)
	}()
	if _, err := collected.collect(ctx, ctx, r); err != nil {
		panic(err)
	}
}

// stream sends the rows of one key range, a few at a time.
func (s slowRead) stream(ctx context.Context, r *run, i int) {
	for left := s.rowsIn(i); left > 0; {
		n := min(left, 10)
		time.Sleep(time.Duration(n) * s.perRow)
		r.silence.begin()
		_ = r.count(ctx, n, 100*n)
		r.silence.end()
		left -= n
		r.events <- event{rangeIndex: i, seen: n, bytes: 100 * n, done: left == 0}
	}
}

// TestProgressIsOfThePlan verifies on slow reads that what is told never goes back and never beyond the plan, that the
// time left is within 30% of the truth from a tenth of the plan on, but for the last seconds, and that the limit which
// holds a read up is named.
func TestProgressIsOfThePlan(t *testing.T) {
	even := func(int) int64 { return 100 }
	uneven := func(i int) int64 { return int64(40 + 60*(i*7%5)) } // 40 to 280
	for name, c := range map[string]struct {
		slowRead
		held bool
	}{
		"a slow server":          {slowRead{128, even, 12_800, 10 * time.Millisecond, 0, 0}, false},
		"a slow start":           {slowRead{128, even, 12_800, 10 * time.Millisecond, 5 * time.Second, 0}, false},
		"uneven ranges":          {slowRead{128, uneven, 20_000, 10 * time.Millisecond, 0, 0}, false},
		"more rows than planned": {slowRead{128, even, 5_000, 10 * time.Millisecond, 0, 0}, false},
		"fewer than planned":     {slowRead{128, even, 40_000, 10 * time.Millisecond, 0, 0}, false},
		"held to 600 rows/s":     {slowRead{98, uneven, 15_000, time.Millisecond, time.Second, 600}, true},
		"a limit never reached":  {slowRead{98, even, 9_800, 10 * time.Millisecond, 0, 5000}, false},
		"few ranges":             {slowRead{16, func(int) int64 { return 800 }, 12_800, 5 * time.Millisecond, 0, 0}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var pace sample.Pace
				var last sample.Progress
				var end time.Duration
				type guess struct{ at, left time.Duration }
				var guesses []guess
				held := 0
				c.run(func(at time.Duration, p sample.Progress) {
					if p.Fraction < last.Fraction || p.Rows < last.Rows || p.Ranges < last.Ranges || p.Fraction > 1 {
						t.Errorf("after %+v comes %+v", last, p)
					}
					if p.Ranges > p.Planned || p.Expected > 0 && p.Rows > p.Expected {
						t.Errorf("more than was planned: %+v", p)
					}
					if p.RowLimit > 0 {
						held++
					}
					pace.Add(at, p.Fraction)
					if left, ok := pace.Left(); ok {
						guesses = append(guesses, guess{at, left})
					} else if p.Fraction > 0.12 && p.Fraction < 1 {
						t.Errorf("the time left is not known at %+v", p)
					}
					last, end = p, at
				})
				if last.Fraction != 1 || last.Ranges != last.Planned || last.Rows != last.Expected {
					t.Errorf("at the end: %+v", last)
				}
				if c.held != (held > 0) || c.held && held < len(guesses)*8/10 {
					t.Errorf("%d of %d reports name the limit", held, len(guesses))
				}
				for _, g := range guesses {
					true := end - g.at
					if off := (g.left - true).Abs(); off > true*3/10 && off > end/25 {
						t.Errorf("at %v of %v: %v left, not %v", g.at, end, g.left, true)
					}
				}
				if len(guesses) < 50 {
					t.Errorf("%d guesses only", len(guesses))
				}
			})
		})
	}
}
