package rowkey

import (
	"math/big"
	"strings"
)

// ksuidCodec reads KSUIDs: seconds since 2014-05-13 in 32 bits, then 128 random ones, in 27 digits of base 62.
type ksuidCodec struct{ wordCodec }

func buildKSUID(c call) (Codec, error) {
	k := &ksuidCodec{newLetters(traits{spec: "ksuid", encoding: "27 characters of base 62", typ: Hash, width: 27},
		base62)}
	return k, c.arity(0, 0, "nothing in parentheses")
}

// ksuidLetters are the digits of a KSUID in their order.
const ksuidLetters = numerals + uppers + lowers

// Structure implements Structured: the time stays.
func (c *ksuidCodec) Structure(_ []byte, fixed []bool) { fixFirst(fixed, 6) }

// Shift implements Stamped.
func (c *ksuidCodec) Shift(text []byte, seconds int64) bool {
	return shiftBig(text, ksuidLetters, new(big.Int).Lsh(big.NewInt(seconds), 128))
}

// Stamp implements Stamped: the first 32 bits are seconds after KSUID's epoch, 1,400,000,000 s.
func (c *ksuidCodec) Stamp(v Value) (seconds int64, nanos int32, ok bool) {
	if c.check(v.Bytes) != nil {
		return 0, 0, false
	}
	var raw [20]byte
	for _, x := range v.Bytes {
		carry := strings.IndexByte(ksuidLetters, x)
		for i := len(raw) - 1; i >= 0; i-- {
			carry += int(raw[i]) * 62
			raw[i] = byte(carry)
			carry >>= 8
		}
	}
	return int64(beUint(raw[:4])) + 1_400_000_000, 0, true
}
