package everyday

import (
	"fmt"
	"math"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// instants are times to the second or finer, in text.
func instants(w *kg.World, not string) kg.Field {
	return kg.Free(w, not,
		kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Epoch(rowkey.Microsecond, 0),
		kg.Calendar(rowkey.Second, "20060102150405"), kg.Calendar(rowkey.Second, "2006-01-02T15:04:05Z"), kg.Calendar(rowkey.Second, "20060102T150405Z"),
		kg.Calendar(rowkey.Second, "2006-01-02 15:04:05"), kg.Calendar(rowkey.Millisecond, "2006-01-02T15:04:05.000Z"), kg.Calendar(rowkey.Minute, "200601021504"),
	)
}

// newest are times that sort from last to first, in text. What is left of 2^31 seconds looks like any number.
func newest(w *kg.World, not string) kg.Field {
	return kg.Free(w, not,
		kg.Reversed(rowkey.Millisecond, math.MaxInt64), kg.Reversed(rowkey.Millisecond, math.MaxInt64), kg.Reversed(rowkey.Millisecond, 9999999999999),
		kg.Reversed(rowkey.Second, 9999999999), kg.Reversed(rowkey.Second, math.MaxInt32).Accepting(rowkey.IntDecimal, rowkey.IntPadded),
	)
}

// times are instants, or now and then newest first.
func times(w *kg.World, not string) kg.Field {
	if w.IntN(4) == 0 {
		return newest(w, not)
	}
	return instants(w, not)
}

// dates are days in text. Days since 1970 that nothing confirms are a number.
func dates(w *kg.World, not string) kg.Field {
	iso := kg.Calendar(rowkey.Day, "2006-01-02")
	return kg.Free(w, not, kg.Calendar(rowkey.Day, "20060102"), kg.Calendar(rowkey.Day, "20060102"), iso, iso, kg.Calendar(rowkey.Day, "060102"),
		kg.Epoch(rowkey.Day, 0).Accepting(rowkey.IntDecimal, rowkey.IntPadded))
}

// hours are hours, or other steps of time, in text. A date and an hour may be read as two parts.
func hours(w *kg.World, not string) kg.Field {
	step := kg.Among(w, 5*time.Minute, 15*time.Minute, time.Hour, time.Hour)
	return kg.Free(w, not, kg.Calendar(rowkey.Hour, "2006010215"), kg.Calendar(rowkey.Hour, "2006-01-02T15"), kg.Bucket(step), kg.Bucket(step),
		kg.Epoch(rowkey.Hour, 0).Accepting(rowkey.IntDecimal, rowkey.IntPadded),
		kg.Time("at", fmt.Sprintf("minute in %s", step), "", rowkey.Minute, false, true, func(t time.Time) string { return t.Truncate(step).Format("200601021504") }))
}

// ticks are times in bytes.
func ticks(w *kg.World, _ string) kg.Field {
	return kg.Among(w, kg.EpochBinary(rowkey.Millisecond, 8, 0), kg.EpochBinary(rowkey.Millisecond, 8, 0), kg.EpochBinary(rowkey.Second, 4, 0), kg.EpochBinary(rowkey.Second, 4, 0),
		kg.EpochBinary(rowkey.Second, 8, 0), kg.EpochBinary(rowkey.Microsecond, 8, 0), kg.EpochBinary(rowkey.Nanosecond, 8, 0))
}

// newestTicks are times in bytes that sort from last to first. Here too what is left of 2^31 seconds looks like any number.
func newestTicks(w *kg.World, _ string) kg.Field {
	return kg.Among(w, kg.ReversedBinary(rowkey.Millisecond, 8), kg.ReversedBinary(rowkey.Millisecond, 8), kg.ReversedBinary(rowkey.Second, 4).Accepting(rowkey.IntBE), kg.ReversedBinary(rowkey.Microsecond, 8))
}

// anyTicks are times in bytes in either order.
func anyTicks(w *kg.World, not string) kg.Field {
	if w.IntN(3) == 0 {
		return newestTicks(w, not)
	}
	return ticks(w, not)
}

// snowflakes are ids with milliseconds in front.
func snowflakes(name string) kg.Field {
	return kg.Time(name, "snowflake id of a network", "", rowkey.Millisecond, false, true, func(t time.Time) string {
		return fmt.Sprint((t.UnixMilli()-1288834974657)<<22 | int64(t.Nanosecond()/1000&0x3fffff))
	}).Accepting(rowkey.IntDecimal, rowkey.IntPadded)
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// ulids are ids of 26 letters with milliseconds in front.
func ulids(name string) kg.Field {
	f := kg.Field{Name: name, Encoding: "ulid of the row", Fixed: true}
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		return func(m *kg.Moment) kg.Value {
			ms := m.Time.UnixMilli()
			b := make([]byte, 10)
			for i := range b {
				b[9-i] = crockford[ms>>(5*i)&31]
			}
			return kg.Value{Text: string(b) + w.Letters(16, crockford), Type: rowkey.ULID}
		}
	}
	return f
}
