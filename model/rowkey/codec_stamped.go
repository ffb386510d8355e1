package rowkey

import (
	"encoding/hex"
	"math"
	"math/big"
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

// Form implements Codec.
func (c *snowflakeCodec) Form() Form {
	return Form{Alphabet: NewByteSet(numerals + "-"), Code: Code{Kind: CodeText}}
}

// snowflakeLow is the number of last digits that carry only machine and sequence: 10^6 < 2^22, so replacing them changes
// the time by at most 1 ms.
const snowflakeLow = 6

// Structure implements Structured: the digits before the last six are the time. The last six identify the object.
func (c *snowflakeCodec) Structure(_ []byte, fixed []bool) { fixFirst(fixed, len(fixed)-snowflakeLow) }

// Shift implements Stamped.
func (c *snowflakeCodec) Shift(text []byte, seconds int64) bool {
	n, err := strconv.ParseUint(string(text), 10, 64)
	plus := uint64(seconds) * 1000 << 22
	if err != nil || seconds < 0 || n > math.MaxInt64-plus {
		return false
	}
	out := strconv.FormatUint(n+plus, 10)
	return len(out) == len(text) && copy(text, out) == len(text)
}

// Stamp implements Stamped.
func (c *snowflakeCodec) Stamp(v Value) (seconds int64, nanos int32, ok bool) {
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
	k := &ksuidCodec{newLetters(traits{spec: "ksuid", encoding: "27 characters of base 62", typ: Hash, width: 27}, base62)}
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

// objectIDCodec reads MongoDB object ids: 4 bytes of seconds, 8 of machine and counter.
type objectIDCodec struct{ wordCodec }

func buildObjectID(c call) (Codec, error) {
	binary, c := c.has("bytes")
	o := &objectIDCodec{newLetters(traits{spec: "objectid", encoding: "24 hexadecimal digits", typ: Hash, width: 24}, hexLow)}
	if binary {
		o.wordCodec = wordCodec{traits: traits{spec: "objectid(bytes)", encoding: "12 bytes", typ: Hash, width: 12}, kind: KindBytes, valid: anything}
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
