package redact

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"

	"tabletop/model/rowkey"
)

// Times are moved by 28 years: from 1901 to 2099 the calendar repeats itself after that, to the day of the week and the
// leap day, so that every hour, day, week and month holds what it held before.
const (
	shiftDays    = 28*365 + 7
	shiftSeconds = shiftDays * 86400
	shiftMillis  = shiftSeconds * 1000
	shiftMicros  = shiftMillis * 1000
)

// Only times between 1990 and 2071 are moved. Others are zeros, sentinels and numbers of other meaning.
const (
	movedFrom = 631_152_000   // 1990-01-01 in seconds
	movedTo   = 3_187_296_000 // 2071-01-01
)

// moves says that a time in seconds is one that is moved.
func moves(seconds int64) bool { return seconds >= movedFrom && seconds < movedTo }

// movedMicros is the timestamp of a cell after the move.
func movedMicros(micros int64) int64 {
	if moves(micros / 1e6) {
		return micros + shiftMicros
	}
	return micros
}

// moveTime writes a text that holds a time anew, with the time moved. It is false when the new time does not fit.
func moveTime(seg *rowkey.Segment, v rowkey.Value, text []byte) bool {
	if seg.Codec.Type() != rowkey.Timestamp {
		return moveID(seg.Codec, v, text)
	}
	if v.Kind != rowkey.KindTime || !moves(v.Int) {
		return true
	}
	v.Int += shiftSeconds
	out, err := seg.Codec.Append(nil, v)
	if err != nil || len(out) != len(text) || seg.Escape != rowkey.EscapeNone {
		return false
	}
	if back, err := seg.Codec.Decode(out); err != nil || back.Kind != v.Kind || back.Int != v.Int {
		return false
	}
	copy(text, out)
	return true
}

// moveID does so for ids that begin with a time.
func moveID(c rowkey.Codec, v rowkey.Value, text []byte) bool {
	when, ok := rowkey.IDTime(c, v)
	if !ok || !moves(when.Unix()) {
		return true
	}
	spec := c.Spec()
	switch {
	case strings.HasPrefix(spec, "snowflake"):
		n, err := strconv.ParseUint(string(text), 10, 64)
		if err != nil || n > math.MaxInt64-shiftMillis<<22 {
			return false
		}
		return put(text, strconv.FormatUint(n+shiftMillis<<22, 10))
	case strings.HasPrefix(spec, "ulid"):
		return addDigits(text[:10], crockford, shiftMillis)
	case spec == "ksuid":
		return addBig(text, base62, new(big.Int).Lsh(big.NewInt(shiftSeconds), 128))
	case spec == "objectid":
		return addDigits(text[:8], hexDigits, shiftSeconds)
	case spec == "objectid(bytes)":
		n := uint64(binary.BigEndian.Uint32(text)) + shiftSeconds
		binary.BigEndian.PutUint32(text, uint32(n))
		return n <= math.MaxUint32
	case isStamped(spec, text):
		return moveUUID(text)
	}
	return true
}

// isStamped says that a text is a UUID of version 7.
func isStamped(spec string, text []byte) bool {
	if !strings.HasPrefix(spec, "uuid") {
		return false
	}
	switch len(text) {
	case 36:
		return text[14] == '7'
	case 32:
		return text[12] == '7'
	case 16:
		return text[6]>>4 == 7
	}
	return false
}

func moveUUID(text []byte) bool {
	digits := hexDigits
	if bytes.ContainsAny(text, "ABCDEF") {
		digits = strings.ToUpper(hexDigits)
	}
	switch len(text) {
	case 36:
		front := append(append([]byte(nil), text[:8]...), text[9:13]...)
		if !addDigits(front, digits, shiftMillis) {
			return false
		}
		copy(text, front[:8])
		copy(text[9:], front[8:])
		return true
	case 32:
		return addDigits(text[:12], digits, shiftMillis)
	}
	front := []byte(hex.EncodeToString(text[:6]))
	if !addDigits(front, hexDigits, shiftMillis) {
		return false
	}
	_, err := hex.Decode(text[:6], front)
	return err == nil
}

const (
	hexDigits = "0123456789abcdef"
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// addDigits adds to a number written in digits; those of another case are taken as well where only one case is there.
func addDigits(text []byte, digits string, plus int64) bool {
	return addBig(text, digits, big.NewInt(plus))
}

func addBig(text []byte, digits string, plus *big.Int) bool {
	if !bytes.ContainsAny(text, digits[10:]) && bytes.ContainsAny(text, strings.ToLower(digits[10:])) && len(digits) < 62 {
		digits = strings.ToLower(digits)
	}
	n, base := new(big.Int), big.NewInt(int64(len(digits)))
	for _, c := range text {
		d := strings.IndexByte(digits, c)
		if d < 0 {
			return false
		}
		n.Add(n.Mul(n, base), big.NewInt(int64(d)))
	}
	n.Add(n, plus)
	rest := new(big.Int)
	for i := len(text) - 1; i >= 0; i-- {
		n.DivMod(n, base, rest)
		text[i] = digits[rest.Int64()]
	}
	return n.Sign() == 0
}

func put(text []byte, out string) bool {
	return len(out) == len(text) && copy(text, out) == len(text)
}
