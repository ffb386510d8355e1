// Package proof looks for a function that gives a segment from others in all keys: a salt or a digest.
package proof

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/model/infer/internal/column"
)

// firstTry is how many keys a function is tried on before it is replayed on all: nearly all functions fail on them.
const firstTry = 6

// Replay looks for a function that gives the segment target in all keys.
func Replay(keys []CutKey, target int, isTime []bool, seps [][]byte) (Proof, bool) {
	t := newTarget(keys, target)
	if t == nil {
		return Proof{}, false
	}
	funcs := hashFuncs()
	few := t.first(keys, firstTry)
	independent := t.determinedBy(keys, len(isTime))
	for _, in := range inputsFor(target, isTime, seps) {
		some, _ := in.all(few.keys)
		var data [][]byte
		inputs := 0
		for k := -1; k < len(funcs); k++ {
			if !few.given(funcs, k, some) {
				continue
			}
			if data == nil {
				data, inputs = in.all(keys)
			}
			if !t.enough(min(inputs, independent)) {
				break
			}
			if n, ok := t.explained(funcs, k, data); ok {
				name := "mod"
				if k >= 0 {
					name = funcs[k].name
				}
				return Proof{name, n, in.segs}, true
			}
		}
	}
	return Proof{}, false
}

// determinedBy is the least number of different values of a segment that determines the target. A target that depends on a
// few banks agrees with many functions of bank and account, however many accounts there are.
func (t *target) determinedBy(keys []CutKey, segs int) int {
	least := len(keys)
	for s := range segs {
		given := map[string]string{}
		for i := range keys {
			in := string(keys[i].join(nil, nil, s))
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

// all takes the input out of all keys and counts the different ones.
func (in input) all(keys []CutKey) ([][]byte, int) {
	data := make([][]byte, len(keys))
	seen := map[string]bool{}
	for i := range keys {
		data[i] = in.take(nil, &keys[i])
		seen[string(data[i])] = true
	}
	return data, len(seen)
}

// first is the target of a few keys only, spread over all and with different values where there are such.
func (t *target) first(keys []CutKey, n int) *target {
	f := &target{bases: t.bases, surprise: t.surprise}
	for k := range min(n, len(keys)) {
		i := k * len(keys) / min(n, len(keys))
		f.keys = append(f.keys, keys[i])
		f.raw = append(f.raw, t.raw[i])
		if t.num != nil {
			f.num = append(f.num, t.num[i])
		}
	}
	return f
}

func (t *target) given(funcs []hashFunc, k int, data [][]byte) bool {
	_, ok := t.explained(funcs, k, data)
	return ok
}

// explained says that function k gives the target, and modulo how many buckets; 0 when it is the beginning of a digest.
// Function -1 is the number itself.
func (t *target) explained(funcs []hashFunc, k int, data [][]byte) (uint64, bool) {
	if k < 0 {
		return t.number(data)
	}
	if t.digest(funcs[k], data) {
		return 0, true
	}
	if n, ok := t.modulo(funcs[k], data); ok {
		return n, true
	}
	return t.window(funcs[k], data)
}

// target is the values of the segment to be explained.
type target struct {
	keys  []CutKey // of a first try
	raw   [][]byte
	num   []uint64 // nil when they are no small numbers
	bases []uint64 // numbers of buckets to try
	// surprise is the entropy of the values in bits: how much one agreement says. A value that is always the same
	// agrees with many functions.
	surprise float64
}

func newTarget(keys []CutKey, seg int) *target {
	t := &target{}
	decimal, small := true, true
	for i := range keys {
		var v []byte
		for j, g := range keys[i].Group {
			if g == seg {
				v = keys[i].Key[keys[i].From[j]:keys[i].To[j]]
				break
			}
		}
		if len(v) == 0 {
			return nil
		}
		t.raw = append(t.raw, v)
		decimal = decimal && column.ClassesOf(v) == column.Digit
		small = small && len(v) <= 4
	}
	values := column.Uniques{}
	for _, v := range t.raw {
		values.Add(v)
	}
	if t.surprise = column.EntropyOfUniques(values.List, len(t.raw)); t.surprise < 0.5 {
		return nil
	}
	for _, v := range t.raw {
		switch x, ok := column.ParseUint(v, 10); {
		case decimal && ok && x < 1<<16:
			t.num = append(t.num, x)
		case !decimal && small:
			if x, ok := column.ParseUint(v, 16); ok && column.ClassesOf(v)&column.NonText == 0 {
				t.num = append(t.num, x)
			} else {
				t.num = append(t.num, column.BigEndian(v))
			}
		}
	}
	if len(t.num) != len(t.raw) {
		t.num = nil
		return t
	}
	top := slices.Max(t.num)
	if top == 0 || top >= 1<<16 {
		t.num = nil
		return t
	}
	for n := top + 1; n < top+6 || n <= top+1+min(top, 256)/16; n++ {
		t.bases = append(t.bases, n)
	}
	for p := uint64(2); p <= 1<<16; p *= 2 {
		if p > top && p < 3*top && !slices.Contains(t.bases, p) {
			t.bases = append(t.bases, p)
		}
	}
	for _, p := range []uint64{10, 20, 50, 60, 64, 100, 128, 200, 256, 500, 512, 1000, 1024} {
		if p > top && p < 3*top && !slices.Contains(t.bases, p) {
			t.bases = append(t.bases, p)
		}
	}
	return t
}

// enough says that agreement with so many different inputs is proof.
func (t *target) enough(inputs int) bool { return t.surprise*float64(inputs) >= proofBits }

// number checks that the values are the inputs, taken for numbers, modulo a number of buckets.
func (t *target) number(data [][]byte) (uint64, bool) {
	if t.num == nil {
		return 0, false
	}
	for _, decimal := range []bool{true, false} {
		for _, n := range t.bases {
			ok := true
			for i, b := range data {
				x, isNumber := column.ParseUint(b, 10)
				if !decimal {
					isNumber = len(b) > 0 && len(b) <= 8
					x = column.BigEndian(b)
					if len(b) == 8 {
						x &^= 1 << 63
					}
				}
				if !isNumber || x%n != t.num[i] {
					ok = false
					break
				}
			}
			if ok {
				return n, true
			}
		}
	}
	return 0, false
}

// modulo checks that the values are a hash of the inputs modulo a number of buckets. Languages differ in what they do
// with negative numbers.
func (t *target) modulo(f hashFunc, data [][]byte) (uint64, bool) {
	if t.num == nil {
		return 0, false
	}
	alive := make([][8]bool, len(t.bases))
	left := 0
	for i := range t.bases {
		alive[i] = [8]bool{true, true, true, true, true, true, true, true}
		left++
	}
	for i, b := range data {
		if left == 0 {
			return 0, false
		}
		sum := f.sum(b)
		left = 0
		for j, n := range t.bases {
			if alive[j] == [8]bool{} {
				continue
			}
			any := false
			for k, v := range remainders(sum, n) {
				alive[j][k] = alive[j][k] && v == t.num[i]
				any = any || alive[j][k]
			}
			if any {
				left++
			}
		}
	}
	for j, ways := range alive {
		if slices.Contains(ways[:], true) {
			return t.bases[j], true
		}
	}
	return 0, false
}

// window checks that the values are some bits in a row of a hash: the upper ones, or those left after a shift.
func (t *target) window(f hashFunc, data [][]byte) (uint64, bool) {
	if t.num == nil {
		return 0, false
	}
	top := slices.Max(t.num)
	n := uint64(1)
	for n <= top {
		n *= 2
	}
	alive := ^uint64(0) // bit s: the hash shifted right by s agrees
	for i, b := range data {
		sum := f.sum(b)
		h := column.BigEndian(sum[:min(8, len(sum))])
		for s := range 64 {
			if alive>>s&1 != 0 && h>>s%n != t.num[i] {
				alive &^= 1 << s
			}
		}
		if alive == 0 {
			return 0, false
		}
	}
	return n, true
}

// remainders are the ways to take a digest modulo n: unsigned, absolute value, sign bit dropped, floored; of the first
// four or eight bytes, the last four, or all of it.
func remainders(sum []byte, n uint64) [8]uint64 {
	if len(sum) == 4 {
		u := uint32(column.BigEndian(sum))
		s := int64(int32(u))
		return [8]uint64{uint64(u) % n, uint64(max(s, -s)) % n, uint64(u&0x7fffffff) % n, uint64((s%int64(n) + int64(n)) % int64(n)),
			uint64(u) % n, uint64(u) % n, uint64(u) % n, uint64(u) % n}
	}
	u := column.BigEndian(sum[:8])
	s := int64(u)
	out := [8]uint64{u % n, uint64(max(s, -s)) % n, u & math.MaxInt64 % n, uint64((s%int64(n) + int64(n)) % int64(n)),
		column.BigEndian(sum[:4]) % n, column.BigEndian(sum[len(sum)-4:]) % n, uint64(sum[0]) % n, 0}
	for _, c := range sum {
		out[7] = (out[7]<<8 | uint64(c)) % n // n is below 2^17
	}
	return out
}

// digest checks that the values are the beginning of the digest of the inputs, in bytes, hexadecimal, base 64 or decimal.
func (t *target) digest(f hashFunc, data [][]byte) bool {
	ways := [6]bool{true, true, true, true, true, true}
	for i, b := range data {
		sum := f.sum(b)
		v := t.raw[i]
		ways[0] = ways[0] && len(v) <= len(sum) && bytes.HasPrefix(sum, v)
		ways[1] = ways[1] && len(v) >= 2 && isHexOf(sum, v, "0123456789abcdef")
		ways[2] = ways[2] && len(v) >= 2 && isHexOf(sum, v, "0123456789ABCDEF")
		ways[3] = ways[3] && len(v) >= 4 && (strings.HasPrefix(base64.StdEncoding.EncodeToString(sum), string(v)) || strings.HasPrefix(base64.URLEncoding.EncodeToString(sum), string(v)))
		ways[4] = ways[4] && len(sum) <= 8 && len(v) >= 4 && fmt.Sprint(column.BigEndian(sum)) == strings.TrimLeft(string(v), "0")
		ways[5] = ways[5] && len(v) <= len(sum) && bytes.HasSuffix(sum, v)
		if !slices.Contains(ways[:], true) {
			return false
		}
	}
	return true
}

// isHexOf says that v is the beginning of sum in hexadecimal.
func isHexOf(sum, v []byte, digits string) bool {
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
