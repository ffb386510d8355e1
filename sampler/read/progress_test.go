package read

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/model/sample"
)

// slowRead is a read from a server that takes its time, on a clock of its own.
type slowRead struct {
	ranges   int
	rowsIn   func(i int) int64         // rows of the key range whose turn is the i-th
	bytesIn  func(i int) int64         // its bytes by the plan; nil is as many in each
	expected int64                     // rows, by the plan
	perRow   func(i int) time.Duration // that a stream needs
	first    time.Duration             // before the first row comes
	limit    float64                   // rows per second
	streams  int                       // at once; 0 is as many as long reads have
	// unforeseen is the share of what is told that may be wrong or unknown, because key ranges are unlike those that
	// were read before them.
	unforeseen float64
}

// run reads, and hands over each report with the time since the start.
func (s slowRead) run(report func(at time.Duration, p sample.Progress)) {
	plan := sample.Plan{Strategy: sample.Everything, Filter: 1, Rows: s.expected}
	for i := range s.ranges {
		place := sample.ReadRange{Bytes: 10_000}
		if s.bytesIn != nil {
			place.Bytes = s.bytesIn(i)
		}
		plan.Places = append(plan.Places, place)
		plan.TotalBytes += place.Bytes
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
	for range cmp.Or(s.streams, streamsAtOnce) {
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
	r.events <- event{rangeIndex: i}
	for left := s.rowsIn(i); left > 0; {
		n := min(left, 10)
		time.Sleep(time.Duration(n) * s.perRow(i))
		r.silence.begin()
		_ = r.count(ctx, n, 100*n)
		r.silence.end()
		left -= n
		r.events <- event{rangeIndex: i, seen: n, bytes: 100 * n, done: left == 0}
	}
}

// slowReads are reads that differ in what decides how long they take, by name.
func slowReads() map[string]slowRead {
	rows := func(n int64) func(int) int64 { return func(int) int64 { return n } }
	each := func(ms float64) func(int) time.Duration {
		return func(int) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
	}
	uneven := func(i int) int64 { return int64(40 + 60*(i*7%5)) } // 40 to 280
	// as rows of key ranges of as many bytes do: from a tenth to ten times the median, most of them near it
	spread := func(i int) int64 {
		return int64(100 * math.Exp(rand.New(rand.NewPCG(7, uint64(i))).NormFloat64()))
	}
	bytesOf := func(rows func(int) int64) func(int) int64 { return func(i int) int64 { return 100 * rows(i) } }
	// giant is a key range that holds a fourth of the rows, in its turn
	giant := func(turn int) func(int) int64 {
		return func(i int) int64 {
			if i == turn {
				return 3300
			}
			return 100
		}
	}
	slow := func(times float64, turns ...int) func(int) time.Duration {
		return func(i int) time.Duration {
			if slices.Contains(turns, i) {
				return each(10 * times)(i)
			}
			return each(10)(i)
		}
	}
	every := func(times float64, of int) func(int) time.Duration {
		return func(i int) time.Duration {
			if i%of == of/2 {
				return each(10 * times)(i)
			}
			return each(10)(i)
		}
	}
	return map[string]slowRead{
		"steady":                              {128, rows(100), nil, 12_800, each(10), 0, 0, 0, 0},
		"a slow start":                        {128, rows(100), nil, 12_800, each(10), 5 * time.Second, 0, 0, 0},
		"more rows than planned":              {128, rows(100), nil, 5_000, each(10), 0, 0, 0, 0},
		"fewer than planned":                  {128, rows(100), nil, 40_000, each(10), 0, 0, 0, 0},
		"few ranges":                          {16, rows(800), nil, 12_800, each(5), 0, 0, 0, 0},
		"a fifth range for four streams":      {5, rows(2000), nil, 10_000, each(5), 0, 0, 0, 0},
		"nine ranges for four streams":        {9, rows(1200), nil, 10_800, each(5), 0, 0, 0, 0},
		"one stream":                          {20, rows(400), nil, 8_000, each(5), 0, 0, 1, 0},
		"sixteen streams":                     {128, rows(100), nil, 12_800, each(40), 0, 0, 16, 0},
		"held to 600 rows/s":                  {98, uneven, nil, 15_000, each(1), time.Second, 600, 0, 0},
		"held to 300 rows/s, few ranges":      {9, rows(800), nil, 7_200, each(1), 0, 300, 0, 0},
		"held, and rows spread":               {98, spread, nil, 15_000, each(1), 0, 500, 0, 0.3},
		"a limit never reached":               {98, rows(100), nil, 9_800, each(10), 0, 5000, 0, 0},
		"uneven ranges":                       {128, uneven, nil, 20_000, each(10), 0, 0, 0, 0},
		"uneven ranges of known sizes":        {128, uneven, bytesOf(uneven), 20_000, each(10), 0, 0, 0, 0},
		"spread ranges":                       {128, spread, nil, 15_000, each(10), 0, 0, 0, 0.3},
		"spread ranges of known sizes":        {128, spread, bytesOf(spread), 15_000, each(10), 0, 0, 0, 0},
		"a giant first, its size known":       {98, giant(0), bytesOf(giant(0)), 13_000, each(10), 0, 0, 0, 0},
		"a giant midway, its size known":      {98, giant(50), bytesOf(giant(50)), 13_000, each(10), 0, 0, 0, 0},
		"a giant late, its size known":        {98, giant(80), bytesOf(giant(80)), 13_000, each(10), 0, 0, 0, 0},
		"a giant late, sixteen streams":       {98, giant(80), bytesOf(giant(80)), 13_000, each(40), 0, 0, 16, 0},
		"a slow range first":                  {98, rows(100), nil, 9_800, slow(15, 1), 0, 0, 0, 0.3},
		"two slow ranges":                     {98, rows(100), nil, 9_800, slow(8, 20, 60), 0, 0, 0, 0.05},
		"every tenth range is slow":           {98, rows(100), nil, 9_800, every(6, 10), 0, 0, 0, 0.25},
		"every fourth range is slow":          {98, rows(100), nil, 9_800, every(4, 4), 0, 0, 0, 0},
		"every tenth is slow, six streams":    {98, rows(100), nil, 9_800, every(6, 10), 0, 0, 6, 0.4},
		"three slow ranges":                   {98, rows(100), nil, 9_800, slow(10, 4, 37, 70), 0, 0, 0, 0},
		"a slow range that is one of sixteen": {16, rows(400), nil, 6_400, slow(4, 2), 0, 0, 0, 0},
	}
}

// TestProgressIsOfThePlan verifies on slow reads that what is told never goes back and never beyond the plan, that the
// time left is within 30% of the truth from a tenth of the plan on, but for the last seconds and for what cannot be
// foreseen, and that the limit which holds a read up is named.
func TestProgressIsOfThePlan(t *testing.T) {
	for name, read := range slowReads() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var last sample.Progress
				var end time.Duration
				type guess struct{ at, left time.Duration }
				var guesses []guess
				held, unknown := 0, 0
				read.run(func(at time.Duration, p sample.Progress) {
					if p.Fraction < last.Fraction || p.Rows < last.Rows || p.Ranges < last.Ranges || p.Fraction > 1 {
						t.Errorf("after %+v comes %+v", last, p)
					}
					if p.Ranges > p.Planned || p.Expected > 0 && p.Rows > p.Expected {
						t.Errorf("more than was planned: %+v", p)
					}
					if p.RowLimit > 0 {
						held++
					}
					if p.Left > 0 {
						guesses = append(guesses, guess{at, p.Left})
					} else if p.Fraction > 0.12 && p.Fraction < 1 {
						unknown++
					}
					last, end = p, at
				})
				if last.Fraction != 1 || last.Ranges != last.Planned || last.Rows != last.Expected {
					t.Errorf("at the end: %+v", last)
				}
				wrong := unknown
				for _, g := range guesses {
					true := end - g.at
					if off := (g.left - true).Abs(); off > true*3/10 && off > end/25 {
						if wrong++; read.unforeseen == 0 {
							t.Errorf("at %v of %v: %v left, not %v", g.at, end, g.left, true)
						}
					}
				}
				if share := float64(wrong) / float64(len(guesses)+unknown); share > read.unforeseen {
					t.Errorf("%.0f%% of %d forecasts are wrong, %d of them unknown", 100*share, len(guesses), unknown)
				}
				if len(guesses) < 50 {
					t.Errorf("%d forecasts only", len(guesses))
				}
				holds := read.limit > 0 && read.limit < 1000
				if holds != (held > 0) || holds && held < len(guesses)*8/10 {
					t.Errorf("%d of %d reports name the limit", held, len(guesses))
				}
			})
		})
	}
}

// TestForecastLeavesPausesOut verifies that the time for which the caller held a read up is not taken for slowness.
func TestForecastLeavesPausesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		paused := time.Duration(0)
		told := 0
		steady := slowReads()["steady"] // takes 32 s
		steady.run(func(_ time.Duration, p sample.Progress) {
			if p.Fraction > 0.5 && paused == 0 {
				paused = time.Hour
				time.Sleep(paused)
			}
			if want := 32 * (1 - p.Fraction); paused > 0 && p.Left > 0 {
				if told++; math.Abs(p.Left.Seconds()-want) > want*3/10+1 {
					t.Errorf("%v left at %.2f after a pause, not %.0f s", p.Left, p.Fraction, want)
				}
			}
		})
		if told < 50 {
			t.Errorf("%d forecasts after the pause only", told)
		}
	})
}
