// Package keyset picks the keys of a sample that an inference looks at, with the times of their cells.
package keyset

import (
	"cmp"
	"math"
	"slices"
	"time"

	"tabletop/model/sample"
)

// DefaultKeys is how many keys are looked at. The costs were set at about this number; more keys cost time and shift
// the balance between the length of the data and the length of the description, so a sample is always thinned to it.
const DefaultKeys = 800

// NoTime stands for a row without a cell timestamp that could be a date.
const NoTime = math.MinInt64

// Cell timestamps outside these bounds are sequence numbers, zeros or sentinels and say nothing about when.
const (
	cellFrom = 946_684_800_000_000   // 2000-01-01 in microseconds
	cellTo   = 4_102_444_800_000_000 // 2100-01-01

	// unknownTo ends the window of times when neither a cell nor the sample states when it was taken: 2033-05-18, from
	// which on counts of seconds and finer begin with 20, as days do that are written as 20060102.
	unknownTo = 2_000_000_000_000_000
)

// KeptEnds is how much is kept of both ends of a very long key. What stands in its middle is not looked at.
const KeptEnds = 128

// Keyset is the keys an inference looks at, in key order, with what their cells show about time.
type Keyset struct {
	Key    [][]byte
	Oldest []int64 // oldest plausible cell timestamp of the row in microseconds, or noTime
	Newest []int64
	Elided bool  // some keys are so long that their middle was left out
	Timed  bool  // most rows have plausible cell timestamps and these differ
	To     int64 // no time in a key is expected after this, microseconds since 1970

	run    []int32 // the run of rows that each key is of; nil where all rows were read, or each was chosen by itself
	salt   uint64  // of the hashes by which keys are picked
	byHash []int32 // indices of the keys by the hash of the key, made when first asked for
}

// Pick thins the sample to n keys, spread evenly over its runs: neighbors are alike, and would make any prefix look
// like structure.
func Pick(s *sample.Sample, n int) *Keyset {
	rows := s.Rows()
	ks := &Keyset{}
	picked := pickRows(s, min(n, rows))
	for _, i := range picked {
		ks.add(s, i)
	}
	if byRow := s.How.RowShare > 0 && s.How.RowShare < 1 && s.How.Points == 0; !s.How.Complete && !byRow {
		ks.run = runsOf(s.Runs(), picked)
	}
	ks.window(s)
	return ks
}

// runsOf returns the run of each row; both are in order.
func runsOf(runs []sample.Run, rows []int) []int32 {
	out, at := make([]int32, len(rows)), 0
	for i, row := range rows {
		for at+1 < len(runs) && runs[at+1].First <= row {
			at++
		}
		out[i] = int32(at)
	}
	return out
}

// Runs returns of how many runs of rows some keys are, at least; neighbors in the table, which are alike, are of one
// run. Keys that were chosen one by one are of a run each, and so is each key of a table that was read in full.
func (ks *Keyset) Runs(rows []int32) int {
	if ks.run == nil {
		return len(rows)
	}
	count := 0
	for i, row := range rows {
		if i == 0 || ks.run[row] != ks.run[rows[i-1]] {
			count++
		}
	}
	return count
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
		for _, r := range leastHashes(len(runs), n, func(k int) []byte {
			return s.Key(runs[k].First +
				runs[k].Rows/2)
		}) {
			out = append(out, runs[r].First+runs[r].Rows/2)
		}
		return out
	}
	quota := fairQuota(runs, n)
	spare := n
	for _, r := range runs {
		spare -= min(r.Rows, quota)
	}
	for _, run := range runs {
		take := min(run.Rows, quota)
		if spare > 0 && run.Rows > quota {
			take++
			spare--
		}
		for _, k := range leastHashes(run.Rows, take, func(k int) []byte { return s.Key(run.First + k) }) {
			out = append(out, run.First+k)
		}
	}
	return out
}

// leastHashes returns n of the indices below total, in order: those whose keys have the least hashes. Another sample
// that shares most of its keys with this one gives most of the same.
func leastHashes(total, n int, key func(i int) []byte) []int {
	type hashed struct {
		hash uint64
		at   int
	}
	if n <= 0 {
		return nil
	}
	// Of many keys, only those that may be among the least are kept and sorted.
	var all []hashed
	limit := uint64(math.MaxUint64)
	shorten := func() {
		slices.SortFunc(all, func(a, b hashed) int {
			return cmp.Or(cmp.Compare(a.hash, b.hash),
				cmp.Compare(a.at, b.at))
		})
		if len(all) >= n {
			all, limit = all[:n], all[n-1].hash
		}
	}
	for i := range total {
		if h := hashKey(key(i)); h < limit || len(all) < n {
			if all = append(all, hashed{h, i}); len(all) >= 4*n+256 {
				shorten()
			}
		}
	}
	shorten()
	out := make([]int, 0, n)
	for _, h := range all {
		out = append(out, h.at)
	}
	slices.Sort(out)
	return out
}

// hashKey returns the FNV-1a hash of a key, its bits mixed by the finalizer of SplitMix64: of keys that differ in the
// last byte, FNV-1a alone has the same high bits.
func hashKey(key []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range key {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return mix(h)
}

// mix is the finalizer of SplitMix64.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Draw returns n of the keys, or all where there are fewer, as a keyset of its own, which Thin picks other keys of.
// Each number from 1 on gives other keys, and the same ones of the same keys.
func (ks *Keyset) Draw(number, n int) *Keyset {
	out := &Keyset{Elided: ks.Elided, Timed: ks.Timed, To: ks.To, salt: mix(uint64(number))}
	all := &Keyset{Key: ks.Key, salt: out.salt}
	rows := make([]int32, len(ks.Key))
	for i := range rows {
		rows[i] = int32(i)
	}
	for _, r := range all.Thin(rows, n) {
		out.Key = append(out.Key, ks.Key[r])
		out.Oldest = append(out.Oldest, ks.Oldest[r])
		out.Newest = append(out.Newest, ks.Newest[r])
		if ks.run != nil {
			out.run = append(out.run, ks.run[r])
		}
	}
	return out
}

// Thin returns n of rows, in order, or all where there are fewer: those whose keys have the least hashes.
func (ks *Keyset) Thin(rows []int32, n int) []int32 {
	if len(rows) <= n {
		return rows
	}
	if ks.byHash == nil {
		ks.byHash = make([]int32, len(ks.Key))
		for i := range ks.byHash {
			ks.byHash[i] = int32(i)
		}
		hashes := make([]uint64, len(ks.Key))
		for i, key := range ks.Key {
			hashes[i] = hashKey(key)
			if ks.salt != 0 {
				hashes[i] = mix(hashes[i] ^ ks.salt)
			}
		}
		slices.SortStableFunc(ks.byHash, func(a, b int32) int { return cmp.Compare(hashes[a], hashes[b]) })
	}
	among := make([]bool, len(ks.Key))
	for _, r := range rows {
		among[r] = true
	}
	out := make([]int32, 0, n)
	for _, r := range ks.byHash {
		if among[r] {
			if out = append(out, r); len(out) == n {
				break
			}
		}
	}
	slices.Sort(out)
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

func (ks *Keyset) add(s *sample.Sample, row int) {
	oldest, newest := int64(NoTime), int64(NoTime)
	from, to := s.Cells(row)
	for j := from; j < to; j++ {
		t := s.Cell(j).Micros
		if t < cellFrom || t >= cellTo {
			continue
		}
		if oldest == NoTime || t < oldest {
			oldest = t
		}
		newest = max(newest, t)
	}
	key := s.Key(row)
	if len(key) > 2*KeptEnds {
		key = slices.Concat(key[:KeptEnds], key[len(key)-KeptEnds:])
		ks.Elided = true
	}
	ks.Key = append(ks.Key, key)
	ks.Oldest = append(ks.Oldest, oldest)
	ks.Newest = append(ks.Newest, newest)
}

// window settles up to when a time in a key may lie: two years after the newest cell, or after the sample was taken.
// Without the cap, small integers subtracted from 2^31 all become times in January 2038.
func (ks *Keyset) window(s *sample.Sample) {
	newest, with := int64(NoTime), 0
	first, varied := int64(NoTime), false
	for _, count := range ks.Newest {
		if count == NoTime {
			continue
		}
		with++
		if first == NoTime {
			first = count
		} else if count != first {
			varied = true
		}
		newest = max(newest, count)
	}
	ks.Timed = varied && with*10 >= len(ks.Newest)*7
	const twoYears = int64(2 * 366 * 24 * time.Hour / time.Microsecond)
	switch {
	case newest != NoTime:
		ks.To = newest + twoYears
	case !s.How.Started.IsZero():
		ks.To = s.How.Started.UnixMicro() + twoYears
	default:
		ks.To = unknownTo
	}
}
