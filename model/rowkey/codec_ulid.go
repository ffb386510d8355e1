package rowkey

import (
	"bytes"
	"strings"
)

// ulidCodec reads ULIDs in Crockford's base 32.
type ulidCodec struct{ wordCodec }

func buildULID(c call) (Codec, error) {
	lower, c := c.has("lower")
	ulidCodec := &ulidCodec{}
	letters := crock
	ulidCodec.traits = traits{spec: "ulid", encoding: "Crockford base 32", typ: ULID, width: 26}
	if lower {
		ulidCodec.spec, ulidCodec.encoding = "ulid(lower)", "Crockford base 32, lower case"
		letters = strings.ToLower(crock)
	}
	ulidCodec.kind, ulidCodec.letters = KindText, NewByteSet(letters)
	ulidCodec.valid = func(b []byte) error {
		if b[0] > '7' {
			return reason("greater than 128 bits")
		}
		return ulidCodec.letters.check(b)
	}
	ulidCodec.pattern = "[0-7]" + pattern(ulidCodec.letters, 25)
	return ulidCodec, c.arity(0, 0, "nothing or lower: ulid(lower)")
}

// Structure implements Structured: the time stays.
func (c *ulidCodec) Structure(_ []byte, fixed []bool) { fixFirst(fixed, 10) }

// Shift implements Stamped.
func (c *ulidCodec) Shift(text []byte, seconds int64) bool {
	letters := crock
	if c.letters.Has('a') {
		letters = strings.ToLower(crock)
	}
	return shiftDigits(text[:10], letters, seconds*1000)
}

// Stamp implements Stamped: the first 48 bits are milliseconds.
func (c *ulidCodec) Stamp(v Value) (seconds int64, nanos int32, ok bool) {
	if c.check(v.Bytes) != nil {
		return 0, 0, false
	}
	ms := int64(0)
	for _, x := range bytes.ToUpper(v.Bytes[:10]) {
		ms = ms<<5 | int64(strings.IndexByte(crock, x))
	}
	return ms / 1000, int32(ms % 1000 * 1e6), true
}
