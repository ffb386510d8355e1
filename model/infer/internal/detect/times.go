package detect

import (
	"math"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// timing states how the integers of a column hold a time.
type timing struct {
	unit   rowkey.Unit
	from   uint64 // reversed: the stored integer is from minus the time
	flip   bool   // the sign bit is flipped, as Phoenix and OrderedCode do
	format string // calendar layout of package time; empty for a count since 1970
	// known reports whether the time agrees with the cells' timestamps, which random numbers do not.
	Known    bool
	evidence float64 // against noise, in bits
	bits     float64 // to encode one value, given the cell's timestamp where that helps
}

func (t timing) reversed() bool { return t.from != 0 }

// reading takes the values of a column for the time.
func (t timing) reading(s *column.Summary, spec string) Reading {
	return Reading{Typ: rowkey.Timestamp, Unit: t.unit, Reversed: t.reversed(), Solid: true, Strong: true,
		Known: t.Known, Evidence: t.evidence, Bits: t.bits * float64(s.N), Spec: spec}
}

// micros returns the time that a stored integer of a field stands for, in microseconds since 1970.
func (t timing) micros(v uint64, bits int) float64 {
	switch {
	case t.flip:
		v ^= 1 << (bits - 1)
	case t.from != 0 && v > t.from:
		return math.Inf(1)
	case t.from != 0:
		v = t.from - v
	}
	return float64(v) * unitMicros(t.unit)
}

const (
	earliest = 1_104_537_600e6 // no epoch time in a key is expected before 2005, microseconds
)

// reversals are the constants that times are subtracted from. wide ones hold so few times among the numbers of their
// size that the range alone is proof; the others need the cells' timestamps.
type reversal struct {
	from uint64
	wide bool
}

func reversals() []reversal {
	return []reversal{
		{math.MaxInt64, true}, {math.MaxUint64, true},
		{math.MaxInt32, false}, {math.MaxUint32, false},
		{9_999_999_999, false}, {9_999_999_999_999, false}, {9_999_999_999_999_999, false},
		{9_999_999_999_999_999_999, true},
		{10_000_000_000, false}, {10_000_000_000_000, false}, {1 << 53, true}, {1<<53 - 1, true},
		{253_402_300_799, false}, {253_402_300_799_999, false}, {1<<48 - 1, false}, {99_999_999_999, false},
		{99_999_999_999_999, false},
	}
}

// field is where integers come from.
type field struct {
	bits int    // of a binary or hexadecimal field, 0 for decimal text
	base uint64 // of the digits that noise in such a field would be made of, 0 for none
	full int    // of decimal text whose values all have so many digits, the first of them not zero; 0 for others
}

// DecimalField is decimal text.
func DecimalField() field        { return field{base: 10} }
func binaryField(bits int) field { return field{bits: bits, base: 256} }

// FindTime reports whether the integers hold a time.
func FindTime(ks *keyset.Keyset, rows []int32, vals []uint64, from field) (timing, bool) {
	bits := from.bits
	if len(vals) == 0 {
		return timing{}, false
	}
	mid := median(vals)
	var best timing
	found := false
	consider := func(t timing, proof bool) {
		if m := t.micros(mid, bits); m < earliest || m >= float64(ks.To) {
			return
		}
		if got, ok := judge(ks, t, rows, vals, from, proof); ok &&
			(!found || got.Known && !best.Known || got.Known == best.Known && got.bits < best.bits-1) {
			best, found = got, true
		}
	}
	// Counts of fine units distinguish themselves by their size alone.
	for _, unit := range []rowkey.Unit{rowkey.Second, rowkey.Millisecond, rowkey.Microsecond, rowkey.Nanosecond} {
		if bits%8 == 0 && bits != 0 && bits != 32 && bits != 64 && (bits != 48 || unit != rowkey.Millisecond) {
			continue // no program writes times so; UUIDs of version 7 have milliseconds in 48 bits
		}
		consider(timing{unit: unit}, true)
		if bits == 64 || bits == 32 {
			consider(timing{unit: unit, flip: true}, bits == 64)
		}
		for _, r := range reversals() {
			if bits == 0 || bits >= 64 || r.from>>bits == 0 {
				consider(timing{unit: unit, from: r.from}, r.wide || allNines(r.from, from.full))
			}
		}
	}
	// Counts of coarse units look like any small number; only the cells' timestamps can prove them. No program has
	// another type for them.
	if found || !ks.Timed || bits != 0 && bits != 16 && bits != 32 && bits != 64 {
		return best, found
	}
	for _, unit := range []rowkey.Unit{rowkey.Minute, rowkey.Hour, rowkey.Day, rowkey.Week} {
		consider(timing{unit: unit}, false)
		for _, r := range []uint64{math.MaxInt16, math.MaxUint16, math.MaxInt32, math.MaxUint32, math.MaxInt64} {
			consider(timing{unit: unit, from: r}, false)
		}
	}
	return best, found
}

// allNines reports whether most is the greatest number of so many decimal digits, ten or more. What is subtracted from
// it to have the newest first is a time, and a time fills these digits in one unit only.
func allNines(most uint64, digits int) bool {
	const least = 10 // of times in seconds
	return digits >= least && most+1 == column.Tens(digits)
}

// times are the values of a column that may be times, in microseconds since 1970, beside the timestamps of their rows.
// Values outside the window are left out: garbage has no say in what the others look like.
type times struct {
	when   []float64
	within []uint64 // the values of when
	// Of the rows with a cell: the time, the oldest timestamp, and the time less the nearer of the oldest and the
	// newest.
	beside, cell, away []float64
}

// timesBesideCells reads the values of a field of so many bits.
func (t timing) timesBesideCells(ks *keyset.Keyset, rows []int32, vals []uint64, bits int) times {
	seen := times{when: make([]float64, 0, len(vals)), within: make([]uint64, 0, len(vals)),
		beside: make([]float64, 0, len(vals)), cell: make([]float64, 0, len(vals)),
		away: make([]float64, 0, len(vals))}
	for i, val := range vals {
		value := t.micros(val, bits)
		if value < earliest-1e13 || value >= float64(ks.To) {
			continue
		}
		seen.when, seen.within = append(seen.when, value), append(seen.within, val)
		oldest, newest := ks.Oldest[rows[i]], ks.Newest[rows[i]]
		if oldest == keyset.NoTime {
			continue
		}
		away := value - float64(oldest)
		if b := value - float64(newest); math.Abs(b) < math.Abs(away) {
			away = b
		}
		seen.away, seen.beside = append(seen.away, away), append(seen.beside, value)
		seen.cell = append(seen.cell, float64(oldest))
	}
	return seen
}

// judge checks a reading of the integers as times against the window and the cells' timestamps. proof states that the
// range alone is evidence enough.
func judge(ks *keyset.Keyset, t timing, rows []int32, vals []uint64, from field, proof bool) (timing, bool) {
	tick := unitMicros(t.unit)
	grain := tick * float64(granularity(vals))
	const sure = 3.0 // bits a value that a time is encoded in less, since few numbers of its size are times
	seen := t.timesBesideCells(ks, rows, vals, from.bits)
	when, away, cell, beside, within := seen.when, seen.away, seen.cell, seen.beside, seen.within
	if len(when) < column.Most(len(vals)) || from.base == 256 && !evenBelow(within) {
		return t, false
	}
	spread := deviation(when)
	t.bits = max(0, math.Log2(spread*4/grain+1)-sure)
	bits := from.bits
	least := needed(bits > 0)
	shape := func() float64 {
		return shapeBits(within, from.base) - chosenBits(len(within), len(vals)) + t.windowBits(ks, proof)
	}
	if !ks.Timed || len(away) < column.Most(len(vals)) {
		t.evidence = shape()
		return t, proof && (bits == 0 || t.unit != rowkey.Nanosecond) && t.evidence >= least
	}
	rest, cells := deviation(away), deviation(cell)
	nearness := func() float64 { return nearBits(median(within), max(math.Abs(middle(away)), rest)/tick) }
	if (rest < spread/4 || rest <= 2*tick && spread > 2*tick) && !driftsAway(away, beside, tick) {
		t.evidence = agreementBits(beside, cell)
		if t.evidence < least && t.unit != rowkey.Nanosecond {
			t.evidence += nearness() // that they are near says more than that they go along
		}
		if proof && t.evidence < least {
			t.evidence += shape()
		}
		t.Known = t.evidence >= least
		t.bits = min(t.bits, max(0, math.Log2(rest*4/grain+1)-sure))
		return t, t.Known
	}
	// The cells tell when the rows were written: a number of any size that is a time so near to that is one by
	// coincidence as rarely as it is near. That it goes up with them is no evidence here: a sequence does too.
	// Nanoseconds, of which there are more, and times subtracted from a number that is not far greater need more than
	// that.
	near := nearness()
	nearby := near >= closeBits && tick <= unitMicros(rowkey.Second)
	if t.evidence = near; near >= least && t.unit != rowkey.Nanosecond {
		t.Known = true
		return t, true
	}
	if !proof && !nearby {
		return t, false
	}
	if t.unit == rowkey.Nanosecond && !nearby {
		near = 0
	}
	if t.evidence = near + shape(); t.evidence < least {
		return t, false
	}
	// Where all cells were written at about one time, by a bulk load, they say nothing of the times in keys. Else a
	// binary number is no time that is years away from them, and no nanoseconds at all: one in ten numbers of 64 bits
	// is such a time.
	const sixHours = 6 * 3600e6
	loaded := cells < spread/4 && cells < sixHours
	if bits > 0 && !loaded && spread < cells/16 && math.Abs(middle(away)) > 16*cells {
		return t, false // rows that were written over days are not about the same minutes of another year
	}
	if bits > 0 && !loaded && math.Abs(middle(away)) > 4*366*86400e6 {
		return t, false
	}
	if t.unit == rowkey.Nanosecond && !loaded && !nearby {
		return t, false
	}
	return t, true
}

// driftsAway reports whether what times differ by from the cells grows with them: then they are in another unit,
// or are the upper bytes of one.
func driftsAway(away, beside []float64, tick float64) bool {
	if deviation(away) <= 2*tick {
		return false
	}
	const most = 0.95 // rank correlation
	return math.Abs(estimate.RankCorrelation(away, beside)) > most
}

// windowBits is how unlikely it is that a number of any kind lies among the times that were subtracted from a number
// far greater than all of them, in bits. Other maxima are left out: numbers of their size are often near times.
func (t timing) windowBits(ks *keyset.Keyset, wide bool) float64 {
	if !wide || !t.reversed() {
		return 0
	}
	return max(0, math.Log2(float64(t.from))-math.Log2((float64(ks.To)-earliest)/unitMicros(t.unit)))
}

// granularity is the number that the differences of nearly all values are multiples of: 3600 for hours in seconds.
func granularity(vals []uint64) uint64 {
	base := median(vals)
	bits := uint64(0)
	for _, v := range vals {
		d := max(v, base) - min(v, base)
		if next := column.Gcd(bits, d); bits == 0 || next*50 >= bits {
			bits = next
		}
	}
	if bits == 0 {
		return 1
	}
	odd := 0
	for _, v := range vals {
		if (max(v, base)-min(v, base))%bits != 0 {
			odd++
		}
	}
	if odd > column.Tolerance(len(vals)) {
		return 1
	}
	return bits
}

func unitMicros(u rowkey.Unit) float64 { return float64(u.Length()) / 1e3 }

func median(vals []uint64) uint64 {
	s := slices.Clone(vals)
	slices.Sort(s)
	return s[len(s)/2]
}

func middle(v []float64) float64 {
	s := slices.Clone(v)
	slices.Sort(s)
	return s[len(s)/2]
}

// deviation is the median distance from the median, which garbage does not move.
func deviation(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	m := middle(v)
	d := make([]float64, len(v))
	for i, x := range v {
		d[i] = math.Abs(x - m)
	}
	return middle(d)
}

// ReadLongSeconds reads numbers of five bytes, the first of which is always zero, as seconds if the other four are. It
// is for fields whose ends are known: where fields are looked for, the zero byte may be the end of another.
func (e *Reader) ReadLongSeconds(s *column.Summary) (Reading, bool) {
	if s.Width != 5 || s.Distinct < 2 || !s.Nearly(func(v []byte) bool { return len(v) == 5 && v[0] == 0 }) {
		return Reading{}, false
	}
	_, rest := s.Column.CutAt(1, 0)
	r := e.ReadBinary(column.Summarize(rest))
	if r.Spec != "s(be(4))" {
		return Reading{}, false
	}
	r.Spec = "s(be(5))"
	return r, true
}
