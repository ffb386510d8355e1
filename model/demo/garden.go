package demo

import (
	"fmt"
	"math"
	"time"

	"tabletop/model/sample"
)

// garden is E08: a temperature each morning, one row per day or one row per month.
func garden() Dataset {
	return Dataset{
		ID: "e08", Name: "garden", Title: "Garden temperatures, tall or wide",
		About: "The temperature of some gardens each morning: tall, with one row per day, and wide, with one row " +
			"per month and one column per day. " +
			"A month has 31 days at most, so the wide row is bounded and a month is one row to read. A reading that " +
			"was wrong was " +
			"amended: the version before is kept until it is collected, which is what versions are for.",
		Guidelines: []string{"G58", "G59", "G50"},
		Tables: []Table{
			{Name: "mornings", About: "one row per day", Families: []sample.Family{family("DAILY",
				either(maxVersions(1), maxAge(5*365)))},
				Key: "{garden:text}#{day:date(20060102)}", Rows: gardenDays, make: gardenDaily},
			{Name: "months", About: "one row per month, a column for each day",
				Families: []sample.Family{family("TEMP", either(maxVersions(1), maxAge(5*365)))},
				Key:      "{garden:text}#{month:date(20060102)}", Rows: 601, make: gardenMonthly},
		},
	}
}

const gardenDays = 18_000

func gardens() (names []string, parts []int) {
	names = []string{"VEGGIEGARDEN", "ROSEGARDEN", "ORCHARD", "GREENHOUSE", "SCHOOLYARD", "HERBBED", "VINEYARD", "POND",
		"ROOFTERRACE", "COURTYARD", "MEADOW", "BALCONY"}
	return names, shares(gardenDays, len(names), 0.2, 1900)
}

// morning adds the readings of a day of a garden: mostly one, more when it was amended.
func morning(r *Row, family, qualifier string, g int, midnight int64) {
	d := roll("morning", g, int(midnight/day))
	season := math.Sin(2 * math.Pi * (float64(midnight/day)/365.25 - 0.3))
	fahrenheit := 52 + 14*season + float64(g%4) + 4*d.normal()
	at := midnight + 7*hour + int64(d.below(int(hour)))
	r.versions(family, qualifier, at, 10*minute, d.weighted(0, 30, 1),
		func(v int) []byte { return fixed(fahrenheit+float64(v), 1) })
}

func gardenDaily(now time.Time) Generator {
	names, parts := gardens()
	return Generator{Rows: gardenDays, Row: func(i int) Row {
		g, back := locate(parts, i)
		midnight := startOfDay(now) - int64(back+1)*day
		r := Row{Key: fmt.Appendf(nil, "%s#%s", names[g], date(midnight))}
		morning(&r, "DAILY", "TEMP", g, midnight)
		return r
	}}
}

func gardenMonthly(now time.Time) Generator {
	type month struct {
		garden int
		first  int64   // its first day
		days   []int64 // those with a reading, the newest first
	}
	names, parts := gardens()
	var months []month
	for i := range gardenDays {
		g, back := locate(parts, i)
		midnight := startOfDay(now) - int64(back+1)*day
		first := midnight - int64(time.UnixMilli(midnight).UTC().Day()-1)*day
		if n := len(months); n == 0 || months[n-1].garden != g || months[n-1].first != first {
			months = append(months, month{garden: g, first: first})
		}
		m := &months[len(months)-1]
		m.days = append(m.days, midnight)
	}
	return Generator{Rows: len(months), Row: func(i int) Row {
		m := months[i]
		r := Row{Key: fmt.Appendf(nil, "%s#%s", names[m.garden], date(m.first))}
		for _, midnight := range m.days {
			morning(&r, "TEMP", string(number((midnight-m.first)/day+1)), m.garden, midnight)
		}
		return r
	}}
}
