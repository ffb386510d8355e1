package keygrammar

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"tabletop/model/rowkey"
)

// Time is a field of the time of the row, as write has it.
func Time(name, encoding, holds string, unit rowkey.Unit, reversed, fixed bool, write func(time.Time) string) Field {
	f := Field{Name: name, Encoding: encoding, Holds: holds, Fixed: fixed}
	f.Column = func(*World) func(*Moment) Value {
		return func(m *Moment) Value {
			return Value{Text: write(m.Time), Type: rowkey.Timestamp, Unit: unit, Reversed: reversed}
		}
	}
	return f
}

// Calendar is a time in a layout of package time, in UTC.
func Calendar(unit rowkey.Unit, layout string) Field {
	return Time("at", "calendar "+layout, punctuation([]string{layout}), unit, false, true,
		func(t time.Time) string { return t.Format(layout) })
}

// since returns the units since 1970.
func since(t time.Time, unit rowkey.Unit) int64 {
	switch unit {
	case rowkey.Nanosecond:
		return t.UnixNano()
	case rowkey.Microsecond:
		return t.UnixMicro()
	case rowkey.Millisecond:
		return t.UnixMilli()
	case rowkey.Second:
		return t.Unix()
	case rowkey.Minute:
		return t.Unix() / 60
	case rowkey.Hour:
		return t.Unix() / 3600
	}
	return t.Unix() / 86400
}

// Epoch is a decimal count of units since 1970, padded to a width unless that is 0.
func Epoch(unit rowkey.Unit, width int) Field {
	return Time("at", fmt.Sprintf("epoch %s %d", unit, width), "", unit, false, true,
		func(t time.Time) string { return fmt.Sprintf("%0*d", width, since(t, unit)) })
}

// EpochBinary is a big-endian count of units since 1970; mask is added by exclusive or.
func EpochBinary(unit rowkey.Unit, width int, mask uint64) Field {
	return Time("at", fmt.Sprintf("epoch %s big-endian %d mask %x", unit, width, mask), anyByte, unit, false, true,
		func(t time.Time) string { return BE(uint64(since(t, unit))^mask, width) })
}

// Reversed is greatest minus the count of units since 1970, in decimal.
func Reversed(unit rowkey.Unit, greatest int64) Field {
	width := len(strconv.FormatInt(greatest, 10))
	return Time("at", fmt.Sprintf("reversed %s %d", unit, greatest), "", unit, true, true,
		func(t time.Time) string { return fmt.Sprintf("%0*d", width, greatest-since(t, unit)) })
}

// ReversedBinary is 2^(8w-1)-1 minus the count of units since 1970, big-endian.
func ReversedBinary(unit rowkey.Unit, width int) Field {
	greatest := uint64(math.MaxInt64) >> (64 - 8*width)
	return Time("at", fmt.Sprintf("reversed %s big-endian %d", unit, width), anyByte, unit, true, true,
		func(t time.Time) string { return BE(greatest-uint64(since(t, unit)), width) })
}

// Bucket is a time cut to a whole number of steps, in decimal seconds.
func Bucket(step time.Duration) Field {
	return Time("bucket", fmt.Sprintf("epoch s in %s", step), "", rowkey.Second, false, true,
		func(t time.Time) string { return strconv.FormatInt(t.Truncate(step).Unix(), 10) })
}
