package rowkey

import (
	"math"
	"strconv"
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
	codec := &snowflakeCodec{*newInt(decimal{}, "snowflake"), twitterEpoch}
	codec.encoding = "decimal, 42 bits of milliseconds, then 22 of machine and sequence"
	if len(c.args) == 1 {
		switch text := c.args[0].text; text {
		case "twitter":
			return codec, nil
		case "discord":
			codec.epoch, codec.spec = discordEpoch, "snowflake(discord)"
		default:
			epoch, err := strconv.ParseInt(text, 10, 64)
			if err != nil || epoch < 0 {
				return nil, c.args[0].fail("want discord or an epoch in milliseconds since 1970")
			}
			codec.epoch, codec.spec = epoch, "snowflake("+strconv.FormatInt(epoch, 10)+")"
		}
	}
	return codec, nil
}

// Form implements Codec.
func (c *snowflakeCodec) Form() Form {
	return Form{Alphabet: NewByteSet(numerals + "-"), Code: decimal{}.form().Code}
}

// snowflakeLow is the number of last digits that carry only machine and sequence: 10^6 < 2^22, so replacing them
// changes the time by at most 1 ms.
const snowflakeLow = 6

// Structure implements Structured: the digits before the last six are the time. The last six identify the object.
func (c *snowflakeCodec) Structure(_ []byte, fixed []bool) { fixFirst(fixed, len(fixed)-snowflakeLow) }

// Shift implements Stamped.
func (c *snowflakeCodec) Shift(text []byte, seconds int64) bool {
	n, err := strconv.ParseUint(string(text), 10, 64)
	plus := uint64(seconds) * 1000 << 22
	if err != nil || seconds < 0 || seconds > math.MaxInt64>>22/1000 || n > math.MaxInt64-plus {
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
