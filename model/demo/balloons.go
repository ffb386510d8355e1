package demo

import (
	"fmt"
	"math"
	"time"

	"tabletop/model/sample"
)

// balloons is E07: weather balloons, under the four patterns for time series.
func balloons() Dataset {
	families := []sample.Family{family("measurements", maxAge(28))}
	return Dataset{
		ID: "e07", Name: "balloons", Title: "Weather balloons, four ways to keep a reading a minute",
		About: "The same flights four times: one row per minute with one column per measurement; one row per minute " +
			"with all in one document; one row per " +
			"week with one cell per minute in each column; one row per week and measurement with the reading itself " +
			"as qualifier. Compare rows, " +
			"bytes and what a query has to read. Readings are kept for 28 days, and the oldest flights are past that.",
		Guidelines: []string{"G52", "G53", "G54", "G55", "G56", "G57"},
		Tables: []Table{
			{Name: "minute_rows", About: "one row per minute, one column per measurement (G55)", Families: families,
				Key: "{location:text}#{balloon:int}#{at:date(2006-01-02-1504)}", Rows: readings, make: minuteRows},
			{Name: "minute_blobs", About: "one row per minute, one document (G54)", Families: families,
				Key: "{location:text}#{balloon:int}#{at:date(2006-01-02-1504)}", Rows: readings, make: minuteBlobs},
			{Name: "week_cells", About: "one row per week, one cell per minute in each of four columns (G53)",
				Families: families,
				Key:      "{location:text}#{balloon:int}#week{week:int}", Rows: 62, make: weekCells},
			{Name: "week_columns", About: "one row per week and measurement, the reading as qualifier, the value " +
				"empty (G52)", Families: families,
				Key: "{location:text}#{balloon:int}#{metric:enum}#week{week:int}", Rows: 248, make: weekColumns},
		},
	}
}

const readings = 20_000 // a reading is what one balloon measures in one minute

// flight is one balloon's way; its readings are a minute apart.
type flight struct {
	location string
	balloon  int
	start    int64
	minutes  int
}

// flights took place in the four weeks before that of now and the one before them.
func flights(now time.Time) []flight {
	parts := shares(readings, 60, 0.7, 3_500)
	locations := []string{"us-west2", "asia-south2", "asia-southeast1", "europe-north1", "africa-south1",
		"southamerica-east1"}
	monday := startOfDay(now) - int64((now.Weekday()+6)%7)*day
	all := make([]flight, len(parts))
	for i := range all {
		random := roll("flight", i)
		flight := flight{location: locations[random.weighted(6, 5, 3, 2, 1, 1)], balloon: 3698 + 13*i,
			minutes: count(parts, i)}
		if i == 0 {
			flight.location = locations[0] // the documentation's balloon
		}
		week, span := int64(random.between(1, 5)), 7*day
		if week == 1 { // must be down before now
			span -= int64(flight.minutes) * minute
		}
		flight.start = monday - week*7*day + int64(random.unit()*float64(span))/minute*minute
		all[i] = flight
	}
	return all
}

// reading is what the balloon measures in its k-th minute: pressure in pascals, degrees Celsius, relative humidity in
// percent and altitude in metres.
func (f flight) reading(k int) [4]string {
	rng := roll("reading", f.balloon, k)
	top := 9_000 + float64(f.balloon%7)*3_000
	rise := float64(k) / float64(f.minutes)
	altitude := 600 + top*math.Sin(math.Pi*math.Sqrt(rise)) + 4*rng.normal()
	pressure := 101_325*math.Exp(-altitude/8_400) + 30*rng.normal()
	celsius := 14 - altitude*0.0065 + 0.2*rng.normal()
	humidity := min(100, max(2, 70-altitude/400+3*rng.normal()))
	return [4]string{string(fixed(pressure, 0)), string(fixed(celsius, 1)), string(fixed(humidity, 0)),
		string(fixed(altitude, 0))}
}

func (f flight) at(k int) int64 { return f.start + int64(k)*minute }

// metrics are the columns, in the order of reading.
func metrics() [4]string { return [4]string{"pressure", "temperature", "humidity", "altitude"} }

// minutes makes a table of one row per reading.
func minutes(now time.Time, fill func(r *Row, at int64, values [4]string)) Generator {
	all := flights(now)
	ends, total := make([]int, len(all)), 0
	for i, f := range all {
		total += f.minutes
		ends[i] = total
	}
	return Generator{Rows: readings, Row: func(i int) Row {
		which, k := locate(ends, i)
		f := all[which]
		stamp := time.UnixMilli(f.at(k)).UTC().Format("2006-01-02-1504")
		r := Row{Key: fmt.Appendf(nil, "%s#%d#%s", f.location, f.balloon, stamp)}
		fill(&r, f.at(k), f.reading(k))
		return r
	}}
}

func minuteRows(now time.Time) Generator {
	return minutes(now, func(r *Row, at int64, values [4]string) {
		for m, name := range metrics() {
			r.add("measurements", name, at, []byte(values[m]))
		}
	})
}

func minuteBlobs(now time.Time) Generator {
	return minutes(now, func(r *Row, at int64, v [4]string) {
		r.add("measurements", "measurements_blob", at,
			fmt.Appendf(nil, `{"pressure":%s,"temperature":%s,"humidity":%s,"altitude":%s}`, v[0], v[1], v[2], v[3]))
	})
}

// bucket is the part of a flight that falls into one week, minutes from to to.
type bucket struct {
	flight
	week     int
	from, to int
}

func (b bucket) prefix() string { return fmt.Sprintf("%s#%d", b.location, b.balloon) }

func buckets(now time.Time) []bucket {
	var all []bucket
	for _, f := range flights(now) {
		for k := range f.minutes {
			_, week := time.UnixMilli(f.at(k)).UTC().ISOWeek()
			if k == 0 || all[len(all)-1].week != week {
				all = append(all, bucket{flight: f, week: week, from: k})
			}
			all[len(all)-1].to = k + 1
		}
	}
	return all
}

func weekCells(now time.Time) Generator {
	all := buckets(now)
	return Generator{Rows: len(all), Row: func(i int) Row {
		bucket := all[i]
		r := Row{Key: fmt.Appendf(nil, "%s#week%d", bucket.prefix(), bucket.week)}
		for k := bucket.from; k < bucket.to; k++ {
			values := bucket.reading(k)
			for m, name := range metrics() {
				r.add("measurements", name, bucket.at(k), []byte(values[m]))
			}
		}
		return r
	}}
}

func weekColumns(now time.Time) Generator {
	all := buckets(now)
	return Generator{Rows: 4 * len(all), Row: func(i int) Row {
		b, m := all[i/4], i%4
		r := Row{Key: fmt.Appendf(nil, "%s#%s#week%d", b.prefix(), metrics()[m], b.week)}
		for k := b.from; k < b.to; k++ {
			r.add("measurements", b.reading(k)[m], b.at(k), nil)
		}
		return r
	}}
}
