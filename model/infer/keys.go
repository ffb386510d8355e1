package infer

import (
	"math"
	"slices"
	"time"

	"tabletop/model/sample"
)

// defaultKeys is how many keys are looked at. The costs were set at about this number; more keys cost time and shift
// the balance between the length of the data and the length of the description, so a sample is always thinned to it.
const defaultKeys = 800

// noTime stands for a row without a cell timestamp that could be a date.
const noTime = math.MinInt64

// Cell timestamps outside these bounds are sequence numbers, zeros or sentinels and say nothing about when.
const (
	cellFrom = 946_684_800_000_000   // 2000-01-01 in microseconds
	cellTo   = 4_102_444_800_000_000 // 2100-01-01

	// unknownTo ends the window of times when neither a cell nor the sample tells when it was taken: 2036-01-01.
	unknownTo = 2_082_758_400_000_000
)

// keptEnds is how much is kept of both ends of a very long key. What stands in its middle is not looked at.
const keptEnds = 128

// keyset is the keys an inference looks at, in key order, with what their cells tell of time.
type keyset struct {
	key    [][]byte
	oldest []int64 // oldest plausible cell timestamp of the row in microseconds, or noTime
	newest []int64
	elided bool  // some keys are so long that their middle was left out
	timed  bool  // most rows have plausible cell timestamps and these differ
	to     int64 // no time in a key is expected after this, microseconds since 1970
}

// pick thins the sample to n keys, spread evenly over its runs: neighbours are alike, and would make any prefix look
// like structure.
func pick(s *sample.Sample, n int) *keyset {
	rows := s.Rows()
	ks := &keyset{}
	for _, i := range pickRows(s, min(n, rows)) {
		ks.add(s, i)
	}
	ks.window(s)
	return ks
}

// pickRows chooses n rows in key order, the same number from each run as far as the runs go.
func pickRows(s *sample.Sample, n int) []int {
	runs := s.Runs()
	out := make([]int, 0, n)
	if n >= s.Rows() {
		for i := range s.Rows() {
			out = append(out, i)
		}
		return out
	}
	if len(runs) >= n {
		for k := range n {
			r := runs[k*len(runs)/n]
			out = append(out, r.First+r.Rows/2)
		}
		return out
	}
	quota := fairQuota(runs, n)
	spare := n
	for _, r := range runs {
		spare -= min(r.Rows, quota)
	}
	for _, r := range runs {
		take := min(r.Rows, quota)
		if spare > 0 && r.Rows > quota {
			take++
			spare--
		}
		for k := range take {
			from, to := k*r.Rows/take, (k+1)*r.Rows/take
			// A place of its own in each stretch: at equal steps, tables with as many rows for each entity would show but
			// some of them.
			_, part := math.Modf(float64(k) * math.Phi)
			out = append(out, r.First+from+int(part*float64(to-from)))
		}
	}
	return out
}

// fairQuota is the largest number of rows that can be taken from every run (or all of a shorter one) within n.
func fairQuota(runs []sample.Run, n int) int {
	lo, hi := 0, n
	for lo < hi {
		mid := (lo + hi + 1) / 2
		sum := 0
		for _, r := range runs {
			sum += min(r.Rows, mid)
		}
		if sum <= n {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

func (ks *keyset) add(s *sample.Sample, row int) {
	oldest, newest := int64(noTime), int64(noTime)
	from, to := s.Cells(row)
	for j := from; j < to; j++ {
		t := s.Cell(j).Micros
		if t < cellFrom || t >= cellTo {
			continue
		}
		if oldest == noTime || t < oldest {
			oldest = t
		}
		newest = max(newest, t)
	}
	key := s.Key(row)
	if len(key) > 2*keptEnds {
		key = slices.Concat(key[:keptEnds], key[len(key)-keptEnds:])
		ks.elided = true
	}
	ks.key = append(ks.key, key)
	ks.oldest = append(ks.oldest, oldest)
	ks.newest = append(ks.newest, newest)
}

// window settles up to when a time in a key may lie: two years after the newest cell, or after the sample was taken.
// Without the cap, small integers subtracted from 2^31 all become times in January 2038.
func (ks *keyset) window(s *sample.Sample) {
	newest, with := int64(noTime), 0
	first, varied := int64(noTime), false
	for _, t := range ks.newest {
		if t == noTime {
			continue
		}
		with++
		if first == noTime {
			first = t
		} else if t != first {
			varied = true
		}
		newest = max(newest, t)
	}
	ks.timed = varied && with*10 >= len(ks.newest)*7
	const twoYears = int64(2 * 366 * 24 * time.Hour / time.Microsecond)
	switch {
	case newest != noTime:
		ks.to = newest + twoYears
	case !s.How.Started.IsZero():
		ks.to = s.How.Started.UnixMicro() + twoYears
	default:
		ks.to = unknownTo
	}
}
