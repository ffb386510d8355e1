// Package derive looks for a function that gives a segment from others in all keys: a salt or a digest.
package derive

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"tabletop/model/infer/internal/column"
)

// firstTry is how many keys a function is tried on before it is replayed on all: nearly all functions fail on them.
const firstTry = 6

// Replay looks for a function that gives the segment target in all keys, and in nearly all of others, which had no part
// in finding it. Only what holds there is an answer.
func Replay(keys []CutKey, others func() []CutKey, target int, isTime []bool, seps [][]byte) (Proof, bool) {
	t := newTarget(keys, target)
	if t == nil || inSteps(keys, target) {
		return Proof{}, false
	}
	funcs := hashFuncs()
	few := t.first(keys, firstTry)
	independent := t.determinedBy(keys, len(isTime))
	for _, in := range inputsFor(target, isTime, seps) {
		some := newDigests(in.all(few.keys))
		var all *digests
		changes := 0
		for kind := -1; kind < len(funcs); kind++ {
			if _, ok := few.explained(funcs, kind, some); !ok {
				continue
			}
			if all == nil {
				all = newDigests(in.all(keys))
				changes = t.changes(all.data)
			}
			if r, ok := t.explained(funcs, kind, all); ok && t.enough(r, min(changes, independent), all.data,
				len(in.segs)) && r.holds(t, others(), target, in) {
				return Proof{r.name + in.spelled(keys), r.buckets, in.segs}, true
			}
		}
	}
	return Proof{}, false
}

// rule is a way to make the target of an input.
type rule struct {
	name    string // the function, with what is done to its digest where that is not taken whole
	buckets uint64 // 0 when the target is the beginning of the digest
	gives   func(input, value []byte) bool
	mixes   bool // another input gives any other value
}

// leastSurprise is the entropy in bits of the least varied segment that a function is looked for: one value in nearly
// all keys agrees with too many.
const leastSurprise = 0.5

// leastHolds is the share of keys, of those that had no part in finding it, in which a function must give the segment.
const leastHolds = 0.98

// holds reports whether a rule gives the target in nearly all of other keys.
func (r rule) holds(t *target, others []CutKey, seg int, in input) bool {
	fits, all := 0, 0
	for i := range others {
		v := others[i].value(seg)
		if len(v) == 0 {
			continue
		}
		all++
		if r.gives(in.take(nil, &others[i]), v) {
			fits++
		}
	}
	return all > 0 && float64(fits) >= leastHolds*float64(all)
}

// changes counts how often the target changes when the keys are ordered by the input. A function that mixes its input
// gives another value nearly each time. The digits of numbers in order change a few times, however many numbers there
// are.
func (t *target) changes(data [][]byte) int {
	order := make([]int, len(data))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(len(data[a]), len(data[b])), bytes.Compare(data[a], data[b]))
	})
	n := 1
	for i := 1; i < len(order); i++ {
		if !bytes.Equal(data[order[i-1]], data[order[i]]) && !bytes.Equal(t.raw[order[i-1]], t.raw[order[i]]) {
			n++
		}
	}
	return n
}

// inSteps reports whether the target and the segment beside it, with nothing between them, are one number in the keys,
// all of which differ by multiples of a step: each of its digits follows from the others then.
func inSteps(keys []CutKey, seg int) bool {
	for _, beside := range []int{seg - 1, seg + 1} {
		var step, base uint64
		first, ok := true, len(keys) > 0
		for i := range keys {
			value := keys[i].together(min(seg, beside), max(seg, beside))
			number, isNumber := column.ParseUint(value, 16)
			if d, decimal := column.ParseUint(value, 10); decimal {
				number = d
			}
			if !isNumber && len(value) > 0 && len(value) <= 8 {
				number, isNumber = column.BigEndian(value), true
			}
			if ok = isNumber; !ok {
				break
			}
			if first {
				base, first = number, false
			}
			step = column.Gcd(step, max(number, base)-min(number, base))
		}
		if ok && step > 1 {
			return true
		}
	}
	return false
}

// determinedBy is the least number of different values of a segment that determines the target. A target that depends
// on a few banks agrees with many functions of bank and account, however many accounts there are.
func (t *target) determinedBy(keys []CutKey, segs int) int {
	least := len(keys)
	for seg := range segs {
		given := map[string]string{}
		for i := range keys {
			in := string(keys[i].join(nil, nil, seg))
			if old, ok := given[in]; ok && old != string(t.raw[i]) {
				given = nil
				break
			}
			given[in] = string(t.raw[i])
		}
		if given != nil && !slices.ContainsFunc(t.raw, func(b []byte) bool { return given[string(b)] == string(b) }) {
			least = min(least, len(given))
		}
	}
	return least
}

// all takes the input out of all keys.
func (in input) all(keys []CutKey) [][]byte {
	data := make([][]byte, len(keys))
	for i := range keys {
		data[i] = in.take(nil, &keys[i])
	}
	return data
}

// first is the target of a few keys only, spread over all and with different values where there are such.
func (t *target) first(keys []CutKey, n int) *target {
	target := &target{bases: t.bases, surprise: t.surprise, decimal: t.decimal}
	for k := range min(n, len(keys)) {
		i := k * len(keys) / min(n, len(keys))
		target.keys = append(target.keys, keys[i])
		target.raw = append(target.raw, t.raw[i])
		if t.num != nil {
			target.num = append(target.num, t.num[i])
		}
	}
	return target
}

// explained returns how function k gives the target of all inputs. Function -1 is the number itself.
func (t *target) explained(funcs []hashFunc, k int, d *digests) (rule, bool) {
	if k < 0 {
		return t.number(d.data)
	}
	d.use(funcs[k])
	for _, way := range []func(*digests) (rule, bool){t.digest, t.modulo, t.window} {
		if r, ok := way(d); ok {
			r.mixes = !funcs[k].sums
			return r, true
		}
	}
	return rule{}, false
}

// digests holds what a function gives of inputs. Most functions fail on the first input, so that each is computed when
// it is asked for, and once: inputs can be long.
type digests struct {
	f    hashFunc
	data [][]byte
	sums [][]byte // nil where not computed
}

func newDigests(data [][]byte) *digests { return &digests{data: data, sums: make([][]byte, len(data))} }

// use makes the digests those of f.
func (d *digests) use(f hashFunc) {
	d.f = f
	clear(d.sums)
}

// digest returns the digest of input i.
func (d *digests) digest(i int) []byte {
	if d.sums[i] == nil {
		d.sums[i] = d.f.sum(d.data[i])
	}
	return d.sums[i]
}

// target is the values of the segment to be explained.
type target struct {
	keys []CutKey // of a first try
	raw  [][]byte
	num  []uint64 // nil when they are no small numbers
	// decimal reports whether all values are decimal digits; others are hexadecimal or bytes.
	decimal bool
	bases   []uint64 // numbers of buckets to try
	// surprise is the entropy of the values in bits: how much one agreement says. A value that is always the same
	// agrees with many functions.
	surprise float64
}

func newTarget(keys []CutKey, seg int) *target {
	target := &target{decimal: true}
	small := true
	for i := range keys {
		v := keys[i].value(seg)
		if len(v) == 0 {
			return nil
		}
		target.raw = append(target.raw, v)
		target.decimal = target.decimal && column.TextClasses(v) == column.Digit
		small = small && len(v) <= 4
	}
	target.surprise = column.Summarize(column.Column{Val: target.raw}).Entropy
	if target.surprise < leastSurprise {
		return nil
	}
	if !target.decimal && !small {
		return target
	}
	for _, v := range target.raw {
		x, ok := target.numberIn(v)
		if !ok {
			target.num = nil
			return target
		}
		target.num = append(target.num, x)
	}
	top := slices.Max(target.num)
	if top == 0 || top >= 1<<16 {
		target.num = nil
		return target
	}
	for n := top + 1; n < top+6 || n <= top+1+min(top, 256)/16; n++ {
		target.bases = append(target.bases, n)
	}
	usual := []uint64{10, 20, 50, 60, 100, 200, 500, 1000}
	for p := uint64(2); p <= 1<<16; p *= 2 {
		usual = append(usual, p)
	}
	for _, p := range usual {
		if p > top && p < 3*top && !slices.Contains(target.bases, p) {
			target.bases = append(target.bases, p)
		}
	}
	return target
}

// enough reports whether agreement of a rule with so many different inputs is proof. What one agreement says is how
// many values a function that mixes its input could have given; of others it is the entropy of the values that it gave.
// The input is made of so many segments.
func (t *target) enough(r rule, inputs int, data [][]byte, segs int) bool {
	says := t.surprise
	if r.mixes && hasWords(data) {
		says = 3 * float64(len(t.raw[0])) // a digit or more for each byte
		if r.buckets > 0 {
			says = math.Log2(float64(r.buckets))
		}
	}
	missed := 0
	for i := range data {
		if !r.gives(data[i], t.raw[i]) {
			missed++
		}
	}
	n, k := float64(len(data)), float64(missed)
	chosen := k * math.Log2(math.E*n/max(k, 1)) // which keys are garbage is a choice, too
	least := proofBits
	if segs == 1 && r.mixes && !strings.Contains(r.name, "_") {
		least = plainBits
	}
	return says*(float64(inputs)-k)-chosen >= least
}

// hasWords reports whether most inputs have a letter that no number has. Checksums of numbers in order follow from each
// other.
func hasWords(data [][]byte) bool {
	k := 0
	for _, b := range data {
		if column.TextClasses(b)&(column.Lower|column.Upper) != 0 {
			k++
		}
	}
	return 2*k > len(data)
}

// numberIn is the number that a value of the target is.
func (t *target) numberIn(v []byte) (uint64, bool) {
	if t.decimal {
		x, ok := column.ParseUint(v, 10)
		return x, ok && x < 1<<16
	}
	if x, ok := column.ParseUint(v, 16); ok && column.TextClasses(v)&column.NonText == 0 {
		return x, true
	}
	return column.BigEndian(v), true
}

// counting makes a rule of a function that gives a number.
func (t *target) counting(name string, buckets uint64, f func(input []byte) (uint64, bool)) rule {
	return rule{name: name, buckets: buckets, gives: func(input, value []byte) bool {
		want, ok := t.numberIn(value)
		got, defined := f(input)
		return ok && defined && got == want
	}}
}

// fits reports whether a rule gives the target of all inputs but for a few, which may be garbage.
func (t *target) fits(r rule, data [][]byte) bool {
	return t.agrees(data, func(i int) bool { return r.gives(data[i], t.raw[i]) })
}

// agrees reports whether all but a few of the inputs pass a test.
func (t *target) agrees(data [][]byte, passes func(i int) bool) bool {
	left := misses(len(data))
	for i := range data {
		if !passes(i) {
			if left--; left < 0 {
				return false
			}
		}
	}
	return true
}

// misses is how many of n keys may be garbage that a function does not give.
func misses(n int) int {
	if n <= firstTry {
		return n / firstTry
	}
	return n / 25
}

// number checks that the values are the inputs, taken for numbers, modulo a number of buckets.
func (t *target) number(data [][]byte) (rule, bool) {
	if t.num == nil {
		return rule{}, false
	}
	decimal := func(b []byte) (uint64, bool) { return column.ParseUint(b, 10) }
	binary := func(b []byte) (uint64, bool) { return column.BigEndian(b) &^ (1 << 63), len(b) > 0 && len(b) <= 8 }
	for _, parse := range []func([]byte) (uint64, bool){decimal, binary} {
		for _, n := range t.bases {
			r := t.counting("mod", n, func(b []byte) (uint64, bool) { x, ok := parse(b); return x % n, ok })
			if t.fits(r, data) {
				return r, true
			}
		}
	}
	return rule{}, false
}

// modulo checks that the values are a hash of the inputs modulo a number of buckets. Languages differ in what they do
// with negative numbers.
func (t *target) modulo(d *digests) (rule, bool) {
	if t.num == nil || len(d.data) == 0 {
		return rule{}, false
	}
	hashFunc := d.f
	for _, way := range hashWays(len(d.digest(0))) {
		for _, n := range t.bases {
			if t.agrees(d.data, func(i int) bool { return way.of(d.digest(i), n) == t.num[i] }) {
				return t.counting(hashFunc.name+way.name, n, func(b []byte) (uint64,
					bool) {
					return way.of(hashFunc.sum(b), n), true
				}), true
			}
		}
	}
	return rule{}, false
}

// window checks that the values are some bits in a row of a hash: the upper ones, or those left after a shift.
func (t *target) window(d *digests) (rule, bool) {
	if t.num == nil {
		return rule{}, false
	}
	top := slices.Max(t.num)
	number := uint64(1)
	for number <= top {
		number *= 2
	}
	alive := ^uint64(0) // bit s: the hash shifted right by s agrees
	for i := range d.data {
		hash := first8(d.digest(i))
		for s := range 64 {
			if alive>>s&1 != 0 && hash>>s%number != t.num[i] {
				alive &^= 1 << s
			}
		}
		if alive == 0 {
			return rule{}, false
		}
	}
	f, shift := d.f, bits.TrailingZeros64(alive)
	return t.counting(fmt.Sprintf("%s_shift%d", f.name, shift), number, func(b []byte) (uint64,
		bool) {
		return first8(f.sum(b)) >> shift % number, true
	}), true
}

func first8(sum []byte) uint64 { return column.BigEndian(sum[:min(8, len(sum))]) }

// digest checks that the values are the beginning of the digest of the inputs, in bytes, hexadecimal, base 64 or
// decimal, or its end in bytes.
func (t *target) digest(d *digests) (rule, bool) {
	for _, is := range []func(sum, v []byte) bool{
		func(sum, v []byte) bool { return len(v) <= len(sum) && bytes.HasPrefix(sum, v) },
		func(sum, v []byte) bool { return len(v) >= 2 && isHexDigest(sum, v, "0123456789abcdef") },
		func(sum, v []byte) bool { return len(v) >= 2 && isHexDigest(sum, v, "0123456789ABCDEF") },
		func(sum, v []byte) bool {
			return len(v) >= 4 && (strings.HasPrefix(base64.StdEncoding.EncodeToString(sum), string(v)) ||
				strings.HasPrefix(base64.URLEncoding.EncodeToString(sum), string(v)))
		},
		func(sum, v []byte) bool {
			return len(sum) <= 8 && len(v) >= 4 && fmt.Sprint(column.BigEndian(sum)) == strings.TrimLeft(string(v), "0")
		},
		func(sum, v []byte) bool { return len(v) <= len(sum) && bytes.HasSuffix(sum, v) },
	} {
		if f := d.f; t.agrees(d.data, func(i int) bool { return is(d.digest(i), t.raw[i]) }) {
			return rule{name: f.name, gives: func(input, value []byte) bool { return is(f.sum(input), value) }}, true
		}
	}
	return rule{}, false
}

// isHexDigest reports whether v is the beginning of sum in hexadecimal.
func isHexDigest(sum, v []byte, digits string) bool {
	if len(v) > 2*len(sum) {
		return false
	}
	for i, c := range v {
		x := sum[i/2] >> 4
		if i%2 == 1 {
			x = sum[i/2] & 15
		}
		if digits[x] != c {
			return false
		}
	}
	return true
}
