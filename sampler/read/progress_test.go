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

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/sampler"
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
	differs  bool                      // key ranges differ, and how cannot be known: two times may be told, or none
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
		rowRate: sampler.NewRate(s.limit)}
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
		"steady":                              {128, rows(100), nil, 12_800, each(10), 0, 0, 0, false},
		"a slow start":                        {128, rows(100), nil, 12_800, each(10), 5 * time.Second, 0, 0, false},
		"more rows than planned":              {128, rows(100), nil, 5_000, each(10), 0, 0, 0, false},
		"fewer than planned":                  {128, rows(100), nil, 40_000, each(10), 0, 0, 0, false},
		"few ranges":                          {16, rows(800), nil, 12_800, each(5), 0, 0, 0, false},
		"a fifth range for four streams":      {5, rows(2000), nil, 10_000, each(5), 0, 0, 0, false},
		"nine ranges for four streams":        {9, rows(1200), nil, 10_800, each(5), 0, 0, 0, false},
		"one stream":                          {20, rows(400), nil, 8_000, each(5), 0, 0, 1, false},
		"sixteen streams":                     {128, rows(100), nil, 12_800, each(40), 0, 0, 16, false},
		"held to 600 rows/s":                  {98, uneven, nil, 15_000, each(1), time.Second, 600, 0, false},
		"held to 300 rows/s, few ranges":      {9, rows(800), nil, 7_200, each(1), 0, 300, 0, false},
		"held, and rows spread":               {98, spread, nil, 15_000, each(1), 0, 500, 0, true},
		"a limit never reached":               {98, rows(100), nil, 9_800, each(10), 0, 5000, 0, false},
		"uneven ranges":                       {128, uneven, nil, 20_000, each(10), 0, 0, 0, false},
		"uneven ranges of known sizes":        {128, uneven, bytesOf(uneven), 20_000, each(10), 0, 0, 0, false},
		"spread ranges":                       {128, spread, nil, 15_000, each(10), 0, 0, 0, true},
		"spread ranges of known sizes":        {128, spread, bytesOf(spread), 15_000, each(10), 0, 0, 0, false},
		"a giant first, its size known":       {98, giant(0), bytesOf(giant(0)), 13_000, each(10), 0, 0, 0, false},
		"a giant midway, its size known":      {98, giant(50), bytesOf(giant(50)), 13_000, each(10), 0, 0, 0, false},
		"a giant late, its size known":        {98, giant(80), bytesOf(giant(80)), 13_000, each(10), 0, 0, 0, false},
		"a giant late, sixteen streams":       {98, giant(80), bytesOf(giant(80)), 13_000, each(40), 0, 0, 16, false},
		"a slow range first":                  {98, rows(100), nil, 9_800, slow(15, 1), 0, 0, 0, true},
		"two slow ranges":                     {98, rows(100), nil, 9_800, slow(8, 20, 60), 0, 0, 0, true},
		"every tenth range is slow":           {98, rows(100), nil, 9_800, every(6, 10), 0, 0, 0, true},
		"every fourth range is slow":          {98, rows(100), nil, 9_800, every(4, 4), 0, 0, 0, true},
		"every tenth is slow, six streams":    {98, rows(100), nil, 9_800, every(6, 10), 0, 0, 6, true},
		"slow ranges side by side":            {98, rows(100), nil, 9_800, slow(10, 20, 21, 22, 23), 0, 0, 0, true},
		"slow ranges side by side, early":     {98, rows(100), nil, 9_800, slow(10, 4, 5, 6, 7), 0, 0, 0, true},
		"three slow ranges":                   {98, rows(100), nil, 9_800, slow(10, 4, 37, 70), 0, 0, 0, true},
		"a slow range that is one of sixteen": {16, rows(400), nil, 6_400, slow(4, 2), 0, 0, 0, true},
	}
}

// forecasts counts what a read said about the time left from a tenth of the plan on, but for the last seconds.
type forecasts struct {
	reports, ranges, unknown int
	short, long              int // off by more than 30%, or outside of the range
}

func (f forecasts) wrong() float64   { return float64(f.short+f.long) / float64(max(f.reports, 1)) }
func (f forecasts) doubted() float64 { return float64(f.ranges+f.unknown) / float64(max(f.reports, 1)) }

// judge reads, checks each report, and counts.
func (s slowRead) judge(check func(sample.Progress)) forecasts {
	type guess struct{ at, least, most time.Duration }
	var guesses []guess
	var out forecasts
	var end time.Duration
	s.run(func(at time.Duration, p sample.Progress) {
		check(p)
		if end = at; p.Fraction > 0.12 && p.Fraction < 1 {
			guesses = append(guesses, guess{at, p.Left, p.LeftMost})
		}
	})
	out.reports = len(guesses)
	for _, one := range guesses {
		left, slack := end-one.at, end/25
		switch {
		case one.most == 0:
			out.unknown++
			continue
		case one.least < one.most:
			out.ranges++
		default:
			slack = max(slack, left*3/10)
		}
		if one.least > left+slack {
			out.long++
		} else if one.most < left-slack {
			out.short++
		}
	}
	return out
}

// randomRead is a read of a world that is drawn: how many key ranges there are and what is in them, how fast they are
// read, which of them are slow, alone, side by side or in the order of their sizes, and what holds the read up.
func randomRead(seed uint64) slowRead {
	random := rand.New(rand.NewPCG(seed, 35))
	pick := func(n ...int) int { return n[random.IntN(len(n))] }
	read := slowRead{ranges: pick(12, 24, 48, 98, 128, 200), streams: pick(2, 4, 4, 4, 8, 16)}
	mean := float64(pick(60, 150, 400))
	sigma := []float64{0, 0, 0.2, 0.5, 0.9}[random.IntN(5)]
	rows := make([]int64, read.ranges)
	for i := range rows {
		rows[i] = int64(max(1, mean*math.Exp(sigma*random.NormFloat64())))
		read.expected += rows[i]
	}
	read.rowsIn = func(i int) int64 { return rows[i] }
	if random.IntN(2) == 0 {
		read.bytesIn = func(i int) int64 { return 100 * rows[i] }
	}
	read.expected = int64(float64(read.expected) * []float64{0.5, 1, 1, 2}[random.IntN(4)])
	pace := time.Duration(pick(5, 10, 20)) * time.Millisecond * time.Duration(read.streams) / 4
	times := make([]float64, read.ranges)
	for i := range times {
		times[i] = math.Exp([]float64{0, 0.1, 0.3}[random.IntN(3)] * random.NormFloat64())
	}
	slow := float64(pick(2, 4, 8, 15))
	switch random.IntN(7) {
	case 0: // one of them
		times[random.IntN(read.ranges)] *= slow
	case 1: // side by side
		from := random.IntN(read.ranges)
		for i := from; i < min(from+read.streams, read.ranges); i++ {
			times[i] *= slow
		}
	case 2: // each with the same chance
		chance := []float64{0.05, 0.1, 0.25}[random.IntN(3)]
		for i := range times {
			if random.Float64() < chance {
				times[i] *= slow
			}
		}
	case 3: // the first, or the last ones
		from := random.IntN(2) * read.ranges * 3 / 4
		for i := from; i < from+read.ranges/4; i++ {
			times[i] *= min(slow, 4)
		}
	}
	read.perRow = func(i int) time.Duration { return time.Duration(float64(pace) * times[i]) }
	if random.IntN(5) == 0 {
		read.limit = float64(pick(100, 300, 2000))
	}
	read.first = time.Duration(pick(0, 0, 2)) * time.Second
	return read
}

// TestProgressIsOfThePlan verifies on slow reads that what is told never goes back and never beyond the plan, that from
// a tenth of the plan on, but for the last seconds, the time left is within 30% of the truth, or is a range that holds
// it where key ranges differ, and that the limit which holds a read up is named.
func TestProgressIsOfThePlan(t *testing.T) {
	for name, read := range slowReads() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var last sample.Progress
				held, all := 0, 0
				got := read.judge(func(p sample.Progress) {
					if p.Fraction < last.Fraction || p.Rows < last.Rows || p.Ranges < last.Ranges || p.Fraction > 1 {
						t.Errorf("after %+v comes %+v", last, p)
					}
					if p.Ranges > p.Planned || p.Expected > 0 && p.Rows > p.Expected {
						t.Errorf("more than was planned: %+v", p)
					}
					if p.RowLimit > 0 {
						held++
					}
					if last = p; p.Left > 0 {
						all++
					}
				})
				if last.Fraction != 1 || last.Ranges != last.Planned || last.Rows != last.Expected {
					t.Errorf("at the end: %+v", last)
				}
				if got.wrong() > 0.05 || got.doubted() > 0.2 && !read.differs || got.reports < 50 {
					t.Errorf("%.0f%% wrong, %.0f%% doubted of %+v", 100*got.wrong(), 100*got.doubted(), got)
				}
				holds := read.limit > 0 && read.limit < 1000
				if holds != (held > 0) || holds && held < all*8/10 {
					t.Errorf("%d of %d reports name the limit", held, all)
				}
			})
		})
	}
}

// TestForecastOfRandomReads verifies the same on reads that are drawn, by the mean of many: too long is told hardly
// ever, and too short only where slow key ranges come that none was like so far.
func TestForecastOfRandomReads(t *testing.T) {
	reads := uint64(slowtest.Pick(6, 60))
	var sum forecasts
	for seed := range reads {
		synctest.Test(t, func(*testing.T) {
			got := randomRead(1000 + seed).judge(func(sample.Progress) {})
			sum.reports += got.reports
			sum.ranges += got.ranges
			sum.unknown += got.unknown
			sum.short += got.short
			sum.long += got.long
		})
	}
	if long := float64(sum.long) / float64(sum.reports); long > 0.03 || sum.wrong() > 0.25 || sum.doubted() > 0.5 {
		t.Errorf("%.1f%% wrong, %.1f%% doubted of %+v", 100*sum.wrong(), 100*sum.doubted(), sum)
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
