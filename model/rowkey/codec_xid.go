package rowkey

import (
	"math/big"
	"strings"
)

// xidCodec reads xids (github.com/rs/xid): 12 bytes, of which the first 4 are seconds, in 20 digits of base 32.
type xidCodec struct{ wordCodec }

// xidLetters are the digits of an xid in their order.
const xidLetters = numerals + "abcdefghijklmnopqrstuv"

func buildXID(c call) (Codec, error) {
	x := &xidCodec{newLetters(traits{spec: "xid", encoding: "20 digits of base 32", typ: Hash, width: 20}, xidLetters)}
	return x, c.arity(0, 0, "nothing in parentheses")
}

// Structure implements Structured: the time stays, with the digit that shares its bits with the machine.
func (c *xidCodec) Structure(_ []byte, fixed []bool) { fixFirst(fixed, 7) }

// Shift implements Stamped: 68 of the 100 bits are below the seconds.
func (c *xidCodec) Shift(text []byte, seconds int64) bool {
	return shiftBig(text, xidLetters, new(big.Int).Lsh(big.NewInt(seconds), 68))
}

// Stamp implements Stamped: the first 32 bits are seconds.
func (c *xidCodec) Stamp(v Value) (seconds int64, nanos int32, ok bool) {
	if c.check(v.Bytes) != nil {
		return 0, 0, false
	}
	for _, digit := range v.Bytes[:7] {
		seconds = seconds<<5 | int64(strings.IndexByte(xidLetters, digit))
	}
	return seconds >> 3, 0, true // of 35 bits
}
