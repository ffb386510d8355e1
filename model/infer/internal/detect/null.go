package detect

import (
	"math"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/infer/internal/column"
)

// A reading that noise also passes is no reading. Each claim is tested against noise that looks as much like the column
// as noise can: constant bytes where the column has them, and behind them bytes drawn one by one from what the column
// is made of. The evidence is -log2 of the chance that such noise passes; it must pay for the false alarms that are
// allowed and for the readings that were tried.
const (
	falseAlarm   = 13.3 // bits: one table of noise in 10,000
	triedBinary  = 12.0 // bits: about 4,000 units, maxima, widths and places are tried in binary keys
	triedText    = 4.0  // bits: between delimiters there is one place, and few units
	closeBits    = 12.0 // of a number that is a time within days of the cells: one in 4,000 numbers of its size is
	leastPairs   = 8    // values with a cell timestamp, under which an agreement is no evidence
	trimmedShare = 0.02 // at each end of the sorted values, which may be garbage
)

// needed is the evidence that a claim needs, in bits. binary reports that it could begin at any byte.
func needed(binary bool) float64 {
	if binary {
		return falseAlarm + triedBinary
	}
	return falseAlarm + triedText
}

// shapeBits is the evidence that numbers are not a constant prefix and digits drawn alike behind it, in bits: of
// numbers in a narrow range the first digit that varies has few values, and the others have all. base is that of the
// digits, which is 256 for bytes; 0 stands for numbers that have none.
func shapeBits(vals []uint64, base uint64) float64 {
	if base == 0 || len(vals) == 0 {
		return 0
	}
	sorted := slices.Clone(vals)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	count := len(sorted)
	cut := 0
	if count >= 12 {
		cut = int(trimmedShare * float64(count))
	}
	lo, hi := sorted[cut], sorted[count-1-cut]
	place := uint64(1) // of the first digit in which lo and hi differ
	for hi/place/base != lo/place/base {
		place *= base
	}
	first, last := lo/place%base, hi/place%base
	if gaps(sorted[cut:count-cut], place) {
		return 0
	}
	if place == 1 {
		return float64(count) * math.Log2(float64(base)/float64(last-first+1)) // nothing varies behind it
	}
	within, all := 1.0, 1.0
	for _, v := range sorted {
		for p := place / base; p > 0; p /= base {
			all++
			if d := v / p % base; d >= first && d <= last {
				within++
			}
		}
	}
	return divergenceBits(count, 1-2*float64(cut)/float64(count), within/all)
}

// gaps reports whether the digits at a place are fewer than those between them that never occur, and each is that of
// many numbers, as tags are.
func gaps(sorted []uint64, place uint64) bool {
	const many = 4
	distinct := uint64(1)
	for i := 1; i < len(sorted); i++ {
		if sorted[i]/place != sorted[i-1]/place {
			distinct++
		}
	}
	return many*distinct <= uint64(len(sorted)) && 2*distinct < sorted[len(sorted)-1]/place-sorted[0]/place+1
}

// chosenBits is what the choice of k of n values costs, where the others are taken for garbage, in bits.
func chosenBits(k, n int) float64 {
	out := float64(n - k)
	if out == 0 {
		return 0
	}
	return out * math.Log2(math.E*float64(n)/out)
}

// divergenceBits is -log2 of the chance that a share of q or more of n draws falls where a share of p does (Chernoff's
// bound).
func divergenceBits(n int, q, p float64) float64 {
	if q <= p {
		return 0
	}
	bits := q * math.Log2(q/p)
	if q < 1 {
		bits += (1 - q) * math.Log2((1-q)/(1-p))
	}
	return float64(n) * bits
}

// agreementBits is the evidence that two series go together, in bits: from Spearman's rank correlation, of which z =
// r·√(n-1) is about normal when they do not. Series that go against each other are no evidence.
func agreementBits(a, b []float64) float64 {
	n := len(a)
	if n < leastPairs {
		return 0
	}
	r := max(0, estimate.RankCorrelation(a, b))
	return float64(n-1) * r * r / 2 * math.Log2E
}

// nearBits is the evidence that a number of any kind is not by coincidence as many ticks from the cells as a time is,
// in bits.
func nearBits(v uint64, ticks float64) float64 {
	return max(0, math.Log2(float64(v)/(2*max(ticks, 1))))
}

// evenBelow reports whether the bytes below those that determine the range of numbers vary as those of times do, about
// evenly: letters, digits, and the constant bytes between two numbers do not. Times that count in steps are looked at
// in steps.
func evenBelow(vals []uint64) bool {
	const (
		least = 12  // distinct values, under which a byte shows nothing
		share = 0.6 // of the entropy expected
	)
	sorted := slices.Clone(vals)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	count := len(sorted)
	if count < least {
		return true
	}
	cut := int(trimmedShare * float64(count))
	step := stepBits(sorted)
	span := (sorted[count-1-cut] - sorted[cut]) >> step
	for shift := step; shift < 56 && span>>8 >= 4; shift, span = shift+8, span>>8 {
		var counts [256]int
		for _, v := range sorted {
			counts[(v-sorted[0])>>shift&0xff]++
		}
		if column.Entropy(counts[:], count) < share*ExpectedEntropy(count, 256) {
			return false
		}
	}
	return true
}

// stepBits returns how many low bits are the same in nine of ten numbers: times that count in steps, as in hours of
// milliseconds, are multiples of a power of two.
func stepBits(vals []uint64) int {
	base := vals[len(vals)/2]
	for index := range 48 {
		kind := 0
		for _, v := range vals {
			if (v^base)>>index&1 == 0 {
				kind++
			}
		}
		if 10*kind < 9*len(vals) {
			return index
		}
	}
	return 48
}
