package export

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"tabletop/model/census"
	"tabletop/model/sample"
)

// keptBytes is how much memory rows take, as sample.Memory counts it, from which on they are counted and some are kept,
// if a number of rows was asked for.
const keptBytes = 64 << 20

// keeping keeps the rows of a read, or, once they are more than were asked for, counts them and keeps some.
type keeping struct {
	most int64          // rows; 0 is no limit
	all  *census.Census // where counters keep rows
	of   []*census.Census

	mu     sync.Mutex
	parts  []*sample.Sample // all rows, until they are counted
	rows   int64
	memory int64
	counts bool
	shown  shown
}

// shown decides when the rows so far are shown again: when they have grown by a third, and no more often than keeps the
// cost of merging them under a twentieth of the time.
type shown struct {
	at    int64     // rows
	after time.Time // the earliest time
}

const (
	growth    = 1.3
	showEvery = 400 * time.Millisecond
	showShare = 20
)

// sofar returns all rows so far if so many are to be shown, and notes that they were.
func (s *shown) sofar(rows int64, parts []*sample.Sample) *sample.Sample {
	begun := time.Now()
	if rows == 0 || rows < s.at || begun.Before(s.after) {
		return nil
	}
	all, err := merged(parts)
	if err != nil {
		return nil // which ends the read as well
	}
	now := time.Now()
	s.at, s.after = int64(float64(rows)*growth)+1, now.Add(max(showEvery, showShare*now.Sub(begun)))
	return all
}

// sofar returns the rows so far if they are to be shown again; nil once rows are counted. One goroutine calls it.
func (k *keeping) sofar() *sample.Sample {
	k.mu.Lock()
	rows, parts := k.rows, slices.Clone(k.parts)
	if k.counts {
		rows = 0
	}
	k.mu.Unlock()
	return k.shown.sofar(rows, parts)
}

// newKeeping returns what keeps the rows that a plan asks for, which has as many counters as there are cores.
func newKeeping(plan census.Plan, countAll bool) (*keeping, error) {
	all, err := census.New(plan)
	if err != nil {
		return nil, err
	}
	out := &keeping{most: plan.Options.Rows, all: all, counts: countAll}
	for range runtime.GOMAXPROCS(0) {
		counter, err := all.Counter()
		if err != nil {
			return nil, err
		}
		out.of = append(out.of, counter)
	}
	return out, nil
}

// ownPlan returns the plan by which rows are counted that no plan was made for.
func ownPlan(about sample.Table, opts sample.Options) census.Plan {
	return census.Plan{Options: opts, Now: time.Now(), Families: about.Families}
}

// takers returns what takes the rows.
func (k *keeping) takers() []func(*sample.Sample) error {
	var out []func(*sample.Sample) error
	for _, counter := range k.of {
		out = append(out, func(rows *sample.Sample) error {
			for _, part := range k.count(rows) {
				counter.Add(part)
			}
			return nil
		})
	}
	return out
}

// count keeps rows, and returns those that are to be counted.
func (k *keeping) count(rows *sample.Sample) []*sample.Sample {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.counts {
		return []*sample.Sample{rows}
	}
	k.parts = append(k.parts, rows)
	k.rows, k.memory = k.rows+int64(rows.Rows()), k.memory+rows.Memory()
	if k.most == 0 || k.rows <= k.most && k.memory <= keptBytes {
		return nil
	}
	counted := k.parts
	k.parts, k.counts = nil, true
	return counted
}

// result returns the rows kept, and what was counted if they are not all; it is called when all takers have ended. The
// error is a *twiceError, or that of a census.
func (k *keeping) result() (rows *sample.Sample, counts *census.Census, err error) {
	if !k.counts {
		rows, err = merged(k.parts)
		return rows, nil, err
	}
	for _, counter := range k.of {
		if err := k.all.Merge(counter); err != nil {
			return nil, nil, err
		}
	}
	rows = k.all.TakeRows()
	return rows, k.all, twice(rows)
}
