package column

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// Numbers are the values of a column as integers, those that are none left out.
type Numbers struct {
	Row []int32
	Val []uint64
}

// Numbers returns the numbers that read makes of the values.
func (c Column) Numbers(read func(v []byte) (uint64, bool)) Numbers {
	n := Numbers{make([]int32, 0, len(c.Val)), make([]uint64, 0, len(c.Val))}
	for i, v := range c.Val {
		if x, ok := read(v); ok {
			n.Row, n.Val = append(n.Row, c.Row[i]), append(n.Val, x)
		}
	}
	return n
}

// ParseNumbers reads the values with base 10 or 16.
func (c Column) ParseNumbers(base int) Numbers {
	return c.Numbers(func(v []byte) (uint64, bool) { return ParseUint(v, base) })
}

// ParseUint reads digits of a base up to 16, letters in either case. It returns false if v is empty, has another byte,
// or exceeds 64 bits.
func ParseUint(v []byte, base int) (uint64, bool) {
	if len(v) == 0 {
		return 0, false
	}
	bits := uint64(0)
	for _, char := range v {
		distance := uint64(16)
		switch {
		case char >= '0' && char <= '9':
			distance = uint64(char - '0')
		case char >= 'a' && char <= 'f':
			distance = uint64(char-'a') + 10
		case char >= 'A' && char <= 'F':
			distance = uint64(char-'A') + 10
		}
		b := uint64(base)
		if distance >= b || bits > (math.MaxUint64-distance)/b {
			return 0, false
		}
		bits = bits*b + distance
	}
	return bits, true
}

// RangeBits is the cost of integers by their range, the rarest left out.
func RangeBits(vals []uint64) float64 {
	if len(vals) == 0 {
		return 0
	}
	lo, hi := vals[0], vals[0]
	for _, v := range vals {
		lo, hi = min(lo, v), max(hi, v)
	}
	n := float64(len(vals))
	return n*math.Log2(float64(hi-lo)+1) + math.Log2(float64(hi)+2)
}

// SizedBits is the cost of integers whose size varies: their bit length by its frequency, then the bits.
func SizedBits(vals []uint64) float64 {
	var counts [65]int
	cost := 0.0
	for _, v := range vals {
		l := bits.Len64(v)
		counts[l]++
		cost += math.Max(0, float64(l-1))
	}
	n := float64(len(vals))
	kinds := 0.0
	for _, k := range counts {
		if k > 0 {
			kinds++
		}
	}
	return cost + n*Entropy(counts[:], len(vals)) + kinds*DistinctBit*math.Log2(n+1)
}

// LeadingZeros returns the number of values of several characters that begin with 0.
func (s *Summary) LeadingZeros() int {
	return s.Share(func(v []byte) bool { return len(v) > 1 && v[0] == '0' })
}

// Tens returns 10 to the power of n.
func Tens(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

// HashSpec returns the specification of a hash codec; width 0 means any width.
func HashSpec(alphabet string, width int) string {
	if width > 0 {
		return fmt.Sprintf("hash(%s(%d))", alphabet, width)
	}
	return "hash(" + alphabet + ")"
}

// BigEndian returns the number that the last 8 bytes of v, or all of fewer, are in big-endian order.
func BigEndian(v []byte) uint64 {
	var b [8]byte
	copy(b[8-min(len(v), 8):], v[max(0, len(v)-8):])
	return binary.BigEndian.Uint64(b[:])
}

// FirstShare returns which share of all values is encoded where each distinct one comes first: by their number where
// they have one width, else by their length, since what recurs may be shorter than what does not.
func (s *Summary) FirstShare() float64 {
	if s.Width > 0 || s.Total == 0 {
		return float64(s.Distinct) / float64(max(1, len(s.Val)))
	}
	first := 0
	for _, u := range s.Uniq {
		first += len(u.Val)
	}
	return float64(first) / float64(s.Total)
}

// Gcd returns the greatest common divisor of a and b.
func Gcd[T int | uint64](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
