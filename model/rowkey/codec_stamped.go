package rowkey

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// snowflakeCodec reads 64-bit ids whose upper 42 bits count milliseconds since an epoch of their maker.
type snowflakeCodec struct {
	intCodec
	epoch int64 // milliseconds since 1970
}

// Epochs of known makers, in milliseconds since 1970.
const (
	twitterEpoch = 1288834974657
	discordEpoch = 1420070400000
)

func buildSnowflake(c call) (Codec, error) {
	if err := c.arity(0, 1, "nothing, discord, or the epoch in milliseconds"); err != nil {
		return nil, err
	}
	s := &snowflakeCodec{*newInt(decimal{}, "snowflake"), twitterEpoch}
	s.encoding = "decimal, 42 bits of milliseconds, then 22 of machine and sequence"
	if len(c.args) == 1 {
		switch text := c.args[0].text; text {
		case "twitter":
			return s, nil
		case "discord":
			s.epoch, s.spec = discordEpoch, "snowflake(discord)"
		default:
			epoch, err := strconv.ParseInt(text, 10, 64)
			if err != nil || epoch < 0 {
				return nil, c.args[0].fail("want discord or an epoch in milliseconds since 1970")
			}
			s.epoch, s.spec = epoch, "snowflake("+strconv.FormatInt(epoch, 10)+")"
		}
	}
	return s, nil
}

// stamp is the instant in the id.
func (c *snowflakeCodec) stamp(v Value) (seconds int64, nanos int32, ok bool) {
	n, err := v.integer()
	if err != nil || n.neg {
		return 0, 0, false
	}
	ms := int64(n.abs>>22) + c.epoch
	return ms / 1000, int32(ms % 1000 * 1e6), true
}

// ksuidCodec reads KSUIDs: seconds since 2014-05-13 in 32 bits, then 128 random ones, in 27 digits of base 62.
type ksuidCodec struct{ wordCodec }

func buildKSUID(c call) (Codec, error) {
	k := &ksuidCodec{wordCodec{traits{spec: "ksuid", encoding: "27 characters of base 62", typ: Hash, width: 27}, KindText,
		newAlphabet(base62).check}}
	return k, c.arity(0, 0, "nothing in parentheses")
}

// stamp is the instant in the first 32 bits. KSUID's epoch is 1,400,000,000 s.
func (c *ksuidCodec) stamp(v Value) (seconds int64, nanos int32, ok bool) {
	if c.check(v.Bytes) != nil {
		return 0, 0, false
	}
	const order = numerals + uppers + lowers
	var raw [20]byte
	for _, x := range v.Bytes {
		carry := strings.IndexByte(order, x)
		for i := len(raw) - 1; i >= 0; i-- {
			carry += int(raw[i]) * 62
			raw[i] = byte(carry)
			carry >>= 8
		}
	}
	return int64(beUint(raw[:4])) + 1_400_000_000, 0, true
}

// objectIDCodec reads MongoDB object ids: 4 bytes of seconds, 8 of machine and counter.
type objectIDCodec struct{ wordCodec }

func buildObjectID(c call) (Codec, error) {
	binary, c := c.has("bytes")
	o := &objectIDCodec{wordCodec{traits{spec: "objectid", encoding: "24 hexadecimal digits", typ: Hash, width: 24}, KindText,
		newAlphabet(hexLow).check}}
	if binary {
		o.wordCodec = wordCodec{traits{spec: "objectid(bytes)", encoding: "12 bytes", typ: Hash, width: 12}, KindBytes, anything}
	}
	return o, c.arity(0, 0, "nothing or bytes: objectid(bytes)")
}

// stamp is the instant in the first 4 bytes.
func (c *objectIDCodec) stamp(v Value) (seconds int64, nanos int32, ok bool) {
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
