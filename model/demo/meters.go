package demo

import (
	"fmt"
	"math"
	"time"

	"tabletop/model/sample"
)

// meters is E14: energy meters, a reading each quarter of an hour.
func meters() Dataset {
	families := []sample.Family{family("METER", either(maxVersions(1), maxAge(9)))}
	return Dataset{
		ID: "e14", Name: "meters", Title: "Energy meters, one row per day",
		About: "One row per meter and day with 96 columns, one for each quarter of an hour. One meter's day is one " +
			"row. All meters' day would be " +
			"a full scan, so a nightly job writes yesterday's rows to a table of their own. With the day in front " +
			"both would be ranges, " +
			"but at midnight all meters would begin to write in one place (SENSOR_DAY_FIRST).",
		Guidelines: []string{"G40", "G58", "G60", "G32"},
		Tables: []Table{
			{Name: "SENSOR", About: "by meter, then day", Families: families,
				Key: "{meter:pad(10)}#{day:date(20060102)}", Rows: meterDays, make: func(now time.Time) Generator {
					return meterRows(now, "%010d#%s")
				}},
			{Name: "SENSOR_YYYYMMDD", About: "all meters of yesterday, written by a nightly job", Families: families,
				Key: "{meter:pad(10)}#{day:date(20060102)}", Rows: 1_500, make: yesterdaysMeters},
			{Name: "SENSOR_DAY_FIRST", About: "by day, then meter: a hotspot each midnight", Avoid: true,
				Families: families,
				Key:      "{day:date(20060102)}#{meter:pad(10)}", Rows: meterDays, make: func(now time.Time) Generator {
					return meterRows(now, "%[2]s#%010[1]d")
				}},
		},
	}
}

const meterDays = 3_000

// meterID spreads ids over seven digits without giving one twice; the first is the documentation's.
func meterID(i int) int { return (987_654 + i*6_180_341) % 9_999_991 }

// readMeter adds the readings of a meter's day up to now, in kilowatt-hours, that came in.
func readMeter(r *Row, meter int, midnight int64, now time.Time) {
	random := roll("household", meter)
	level, night := 0.2*random.tail(1.1, 200), random.chance(0.2)
	random = roll("meter day", meter, int(midnight/day))
	r.add("METER", "ID", midnight, number(int64(meterID(meter))))
	for quarter := range 96 {
		at := midnight + int64(quarter+1)*15*minute + int64(random.below(int(minute)))
		if at > now.UnixMilli() || random.chance(0.01) {
			continue
		}
		hours := float64(quarter) / 4
		use := level * (0.4 + math.Pow(math.Sin(math.Pi*hours/24), 4) + 0.6*random.unit())
		if night && (hours < 5 || hours > 22) {
			use += 3 * level
		}
		// A reading that was estimated first is amended when the true one comes.
		r.versions("METER", fmt.Sprintf("%02d%02d", quarter/4, quarter%4*15), at, 30*second, random.weighted(0, 40, 1),
			func(v int) []byte {
				return fixed(use*float64(10-v)/10, 2)
			})
	}
}

func meterRows(now time.Time, form string) Generator {
	parts := shares(meterDays, 320, 0.4, 12)
	return Generator{Rows: meterDays, Row: func(i int) Row {
		meter, back := locate(parts, i)
		midnight := startOfDay(now) - int64(back)*day
		r := Row{Key: fmt.Appendf(nil, form, meterID(meter), date(midnight))}
		readMeter(&r, meter, midnight, now)
		return r
	}}
}

func yesterdaysMeters(now time.Time) Generator {
	return Generator{Rows: 1_500, Row: func(meter int) Row {
		midnight := startOfDay(now) - day
		r := Row{Key: fmt.Appendf(nil, "%010d#%s", meterID(meter), date(midnight))}
		readMeter(&r, meter, midnight, now)
		return r
	}}
}
