package rowkey

import (
	"math/big"
	"strings"
)

// fixFirst marks the first n bytes.
func fixFirst(fixed []bool, n int) {
	for i := range fixed[:min(max(n, 0), len(fixed))] {
		fixed[i] = true
	}
}

// shiftDigits adds to a number written in digits, in place. It reports whether the sum has as many digits.
func shiftDigits(text []byte, digits string, plus int64) bool {
	return shiftBig(text, digits, big.NewInt(plus))
}

func shiftBig(text []byte, digits string, plus *big.Int) bool {
	whole, base := new(big.Int), big.NewInt(int64(len(digits)))
	for _, c := range text {
		d := strings.IndexByte(digits, c)
		if d < 0 {
			return false
		}
		whole.Add(whole.Mul(whole, base), big.NewInt(int64(d)))
	}
	whole.Add(whole, plus)
	rest := new(big.Int)
	for i := len(text) - 1; i >= 0; i-- {
		whole.DivMod(whole, base, rest)
		text[i] = digits[rest.Int64()]
	}
	return whole.Sign() == 0
}

// shiftBytes adds to a big-endian number in place, and reports whether the sum has as many bytes.
func shiftBytes(b []byte, plus int64) bool {
	n := new(big.Int).Add(new(big.Int).SetBytes(b), big.NewInt(plus))
	if n.Sign() < 0 || n.BitLen() > 8*len(b) {
		return false
	}
	n.FillBytes(b)
	return true
}
