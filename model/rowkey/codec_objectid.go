package rowkey

import (
	"encoding/hex"
)

// objectIDCodec reads MongoDB object ids: 4 bytes of seconds, 8 of machine and counter.
type objectIDCodec struct{ wordCodec }

func buildObjectID(c call) (Codec, error) {
	binary, c := c.has("bytes")
	o := &objectIDCodec{newLetters(traits{spec: "objectid", encoding: "24 hexadecimal digits", typ: Hash, width: 24},
		hexLow)}
	if binary {
		o.wordCodec = wordCodec{traits: traits{spec: "objectid(bytes)", encoding: "12 bytes", typ: Hash, width: 12},
			kind: KindBytes, valid: anything}
	}
	return o, c.arity(0, 0, "nothing or bytes: objectid(bytes)")
}

// Structure implements Structured: the time stays.
func (c *objectIDCodec) Structure(text []byte, fixed []bool) { fixFirst(fixed, len(text)/3) }

// Shift implements Stamped.
func (c *objectIDCodec) Shift(text []byte, seconds int64) bool {
	if c.kind == KindBytes {
		return shiftBytes(text[:4], seconds)
	}
	return shiftDigits(text[:8], hexLow, seconds)
}

// Stamp implements Stamped: the first 4 bytes are seconds.
func (c *objectIDCodec) Stamp(v Value) (seconds int64, nanos int32, ok bool) {
	if c.check(v.Bytes) != nil {
		return 0, 0, false
	}
	raw := v.Bytes[:min(8, len(v.Bytes))]
	if c.kind == KindBytes {
		return int64(beUint(raw[:4])), 0, true
	}
	var first [4]byte
	if _, err := hex.Decode(first[:], raw); err != nil {
		return 0, 0, false
	}
	return int64(beUint(first[:])), 0, true
}
