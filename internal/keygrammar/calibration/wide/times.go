package wide

import (
	"fmt"
	"math"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// calendar is a time in a layout of package time, which may be read as a date and a time of day.
func calendar(unit rowkey.Unit, layout string) kg.Field {
	f := kg.Calendar(unit, strings.ReplaceAll(layout, "_", ""))
	f.Encoding = "time as " + layout
	if layout == "20060102150405_000" {
		f = kg.Time("at", "time as "+layout, "", unit, false, true, func(t time.Time) string { return strings.Replace(t.Format("20060102150405.000"), ".", "", 1) })
	}
	hour, day := strings.Index(layout, "15"), strings.Index(layout, "02")+2
	if day < hour {
		return f.With(func(v *kg.Value) { v.Cuts = []int{day, hour} })
	}
	return f
}

// count are units since 1970 in decimal. Short ones are just numbers where no cell confirms them.
func count(unit rowkey.Unit, width int) kg.Field {
	f := kg.Epoch(unit, width)
	f.Encoding += " of a row"
	switch unit {
	case rowkey.Day, rowkey.Hour, rowkey.Minute:
		return f.Doubting(rowkey.IntDecimal, rowkey.IntPadded)
	}
	return f
}

// instant is a time to the second or finer, in text.
func instant(w *kg.World, not string) kg.Field {
	return kg.Free(w, not,
		count(rowkey.Second, 0), count(rowkey.Millisecond, 0), count(rowkey.Millisecond, 0), count(rowkey.Microsecond, 0), count(rowkey.Nanosecond, 0),
		count(rowkey.Millisecond, 16), count(rowkey.Second, 12), hexTime(rowkey.Second, 8), hexTime(rowkey.Millisecond, 11), hexTime(rowkey.Millisecond, 16),
		calendar(rowkey.Second, "20060102150405"), calendar(rowkey.Second, "20060102150405"), calendar(rowkey.Second, "20060102T150405Z"), calendar(rowkey.Second, "20060102-150405"),
		calendar(rowkey.Second, "2006-01-02T15:04:05Z"), calendar(rowkey.Second, "2006-01-02T15:04:05Z"), calendar(rowkey.Second, "2006-01-02 15:04:05"), calendar(rowkey.Second, "2006-01-02-15-04-05"),
		calendar(rowkey.Second, "2006-01-02T15:04:05"), calendar(rowkey.Millisecond, "2006-01-02T15:04:05.000Z"), calendar(rowkey.Microsecond, "2006-01-02T15:04:05.000000Z"),
		calendar(rowkey.Millisecond, "20060102150405_000"), calendar(rowkey.Second, "060102150405"), elsewhere(w),
	)
}

// elsewhere is a time with the offset of a time zone.
func elsewhere(w *kg.World) kg.Field {
	zone := time.FixedZone("", kg.Among(w, 1, 2, -5, -8, 9)*3600)
	return kg.Time("at", "time with an offset", "-:T+", rowkey.Second, false, true, func(t time.Time) string { return t.In(zone).Format("2006-01-02T15:04:05-07:00") }).
		With(func(v *kg.Value) { v.Cuts = []int{10, 11} })
}

// hexTime are units since 1970 in hexadecimal digits, which are just digits where no cell confirms them.
func hexTime(unit rowkey.Unit, width int) kg.Field {
	return kg.Time("at", fmt.Sprintf("hexadecimal %s of %d digits", unit, width), "", unit, false, true, func(t time.Time) string {
		n := t.Unix()
		if unit == rowkey.Millisecond {
			n = t.UnixMilli()
		}
		return fmt.Sprintf("%0*x", width, n)
	}).Doubting(rowkey.Hex, rowkey.Hash)
}

// latest is a time that sorts from last to first, in text.
func latest(w *kg.World, not string) kg.Field {
	reversed := func(unit rowkey.Unit, from int64) kg.Field {
		f := kg.Reversed(unit, from)
		f.Encoding += " of a row"
		return f
	}
	return kg.Free(w, not,
		reversed(rowkey.Millisecond, math.MaxInt64), reversed(rowkey.Millisecond, math.MaxInt64), reversed(rowkey.Millisecond, 9999999999999), reversed(rowkey.Second, 9999999999),
		reversed(rowkey.Nanosecond, math.MaxInt64).Doubting(rowkey.IntDecimal, rowkey.IntPadded), reversed(rowkey.Microsecond, math.MaxInt64),
		reversed(rowkey.Microsecond, 9999999999999999).Doubting(rowkey.IntDecimal, rowkey.IntPadded),
		reversed(rowkey.Second, math.MaxInt32).Doubting(rowkey.IntDecimal, rowkey.IntPadded), reversed(rowkey.Second, math.MaxUint32).Doubting(rowkey.IntDecimal, rowkey.IntPadded),
		kg.Time("at", "reversed date in 8 digits", "", rowkey.Day, true, true, func(t time.Time) string {
			return fmt.Sprint(99999999 - t.Year()*10000 - int(t.Month())*100 - t.Day())
		}).Doubting(rowkey.IntDecimal, rowkey.IntPadded),
		kg.Time("at", "reversed ms in 16 hexadecimal digits", "", rowkey.Millisecond, true, true, func(t time.Time) string {
			return fmt.Sprintf("%016x", math.MaxInt64-t.UnixMilli())
		}).Doubting(rowkey.Hex, rowkey.Hash),
	)
}

// when is a time in either order.
func when(w *kg.World, not string) kg.Field {
	if w.IntN(4) == 0 {
		return latest(w, not)
	}
	return instant(w, not)
}

// day is a date, or now and then a longer stretch, in text.
func day(w *kg.World, not string) kg.Field {
	week := kg.Time("at", "week of a year", "-", rowkey.Week, false, true, func(t time.Time) string {
		year, n := t.ISOWeek()
		return fmt.Sprintf("%d-W%02d", year, n)
	})
	return kg.Free(w, not, calendar(rowkey.Day, "20060102"), calendar(rowkey.Day, "20060102"), calendar(rowkey.Day, "2006-01-02"), calendar(rowkey.Day, "2006-01-02"),
		calendar(rowkey.Day, "060102").Doubting(rowkey.IntDecimal, rowkey.IntPadded), calendar(rowkey.Day, "2006.01.02"), calendar(rowkey.Day, "2006/01/02"), calendar(rowkey.Day, "02-01-2006"),
		calendar(rowkey.Day, "2006002").Doubting(rowkey.IntDecimal, rowkey.IntPadded), calendar(rowkey.Month, "200601"), calendar(rowkey.Month, "2006-01"), week, count(rowkey.Day, 0))
}

// hour is an hour, or a few minutes, in text.
func hour(w *kg.World, not string) kg.Field {
	step := kg.Among(w, time.Minute, 5*time.Minute, 10*time.Minute, 30*time.Minute, time.Hour, 6*time.Hour)
	cut := func(unit rowkey.Unit, layout string) kg.Field {
		f := calendar(unit, layout)
		made := kg.Time("at", fmt.Sprintf("%s cut to %s", f.Encoding, step), f.Holds, unit, false, true, func(t time.Time) string { return t.Truncate(step).Format(layout) })
		h := strings.Index(layout, "15")
		return made.With(func(v *kg.Value) { v.Cuts = []int{strings.Index(layout, "02") + 2, h} })
	}
	return kg.Free(w, not, calendar(rowkey.Hour, "2006010215"), calendar(rowkey.Hour, "2006-01-02T15"), calendar(rowkey.Hour, "2006-01-02-15"), calendar(rowkey.Hour, "2006010215"),
		cut(rowkey.Minute, "200601021504"), cut(rowkey.Minute, "2006-01-02T15:04"), cut(rowkey.Second, "2006-01-02T15:04:05Z"), count(rowkey.Hour, 0), count(rowkey.Minute, 0),
		kg.Time("at", fmt.Sprintf("epoch seconds cut to %s", step), "", rowkey.Second, false, true, func(t time.Time) string { return fmt.Sprint(t.Truncate(step).Unix()) }),
		kg.Time("at", fmt.Sprintf("epoch milliseconds cut to %s", step), "", rowkey.Millisecond, false, true, func(t time.Time) string { return fmt.Sprint(t.Truncate(step).UnixMilli()) }))
}

// hourOfDay are two digits.
func hourOfDay(*kg.World, string) kg.Field {
	return kg.Time("hour", "hour of a day", "", rowkey.Hour, false, true, func(t time.Time) string { return t.Format("15") }).Accepting(rowkey.IntPadded, rowkey.Enum, rowkey.Text)
}

// year are four digits.
func year(*kg.World, string) kg.Field {
	return kg.Time("year", "year", "", rowkey.Year, false, true, func(t time.Time) string { return t.Format("2006") }).Accepting(rowkey.IntPadded, rowkey.IntDecimal, rowkey.Enum, rowkey.Text)
}

// tick is a time in bytes.
func tick(w *kg.World, _ string) kg.Field {
	number := []rowkey.Type{rowkey.IntBE}
	return kg.Among(w, ticks(rowkey.Millisecond, 8, 0), ticks(rowkey.Millisecond, 8, 0), ticks(rowkey.Millisecond, 8, 1<<63), ticks(rowkey.Second, 4, 0), ticks(rowkey.Second, 4, 0), ticks(rowkey.Second, 8, 0),
		ticks(rowkey.Microsecond, 8, 0), ticks(rowkey.Nanosecond, 8, 0), ticks(rowkey.Millisecond, 6, 0), ticks(rowkey.Minute, 4, 0).Doubting(number...))
}

// tock is a time in bytes that sorts from last to first.
func tock(w *kg.World, _ string) kg.Field {
	number := []rowkey.Type{rowkey.IntBE}
	reversed := func(unit rowkey.Unit, width int) kg.Field {
		f := kg.ReversedBinary(unit, width)
		f.Encoding += " of a row"
		return f
	}
	return kg.Among(w, reversed(rowkey.Millisecond, 8), reversed(rowkey.Millisecond, 8), reversed(rowkey.Microsecond, 8), reversed(rowkey.Nanosecond, 8).Doubting(number...), reversed(rowkey.Second, 8),
		ticks(rowkey.Millisecond, 8, math.MaxUint64), reversed(rowkey.Second, 4).Doubting(number...), ticks(rowkey.Second, 4, math.MaxUint32).Doubting(number...), ticks(rowkey.Millisecond, 6, 1<<48-1).Doubting(number...))
}

// anyTick is a time in bytes in either order.
func anyTick(w *kg.World, not string) kg.Field { return maybe(tick, tick, tock)(w, not) }

func ticks(unit rowkey.Unit, width int, mask uint64) kg.Field {
	f := kg.EpochBinary(unit, width, mask)
	f.Encoding += " of a row"
	return f
}

// dayBytes are days or hours in 4 bytes, which are numbers where no cell confirms them.
func dayBytes(w *kg.World, _ string) kg.Field {
	return kg.Among(w, ticks(rowkey.Day, 4, 0), ticks(rowkey.Hour, 4, 0), ticks(rowkey.Second, 4, 0)).Doubting(rowkey.IntBE)
}

// calendarOnly is a time to the second in one layout.
func calendarOnly(layout string) kg.Maker {
	return func(*kg.World, string) kg.Field { return calendar(rowkey.Second, layout) }
}

// count10 and count13 are seconds and milliseconds in decimal.
func count10(*kg.World, string) kg.Field { return count(rowkey.Second, 0) }
func count13(*kg.World, string) kg.Field { return count(rowkey.Millisecond, 0) }

// calendarDay is a date in one layout; where the separator of the key stands in it, it may be read as year, month, and day.
func calendarDay(layout string) kg.Maker {
	return func(_ *kg.World, not string) kg.Field {
		return calendar(rowkey.Day, layout).With(func(v *kg.Value) {
			if strings.ContainsAny(layout, not) {
				v.Soft = not
			}
		})
	}
}

// hourSeconds are the seconds at which the hour of t began, in 4 bytes.
func hourSeconds(t time.Time) string { return kg.BE(uint64(t.Truncate(time.Hour).Unix()), 4) }
