package demo

import (
	"fmt"
	"math"
	"time"

	"tabletop/model/sample"
)

// stocks is E09: closing prices, one row per day rather than one version per day.
func stocks() Dataset {
	return Dataset{
		ID: "e09", Name: "stocks", Title: "Closing prices, rows or versions",
		About: "A closing price a day for made-up tickers. In closings each is a row of its own, and a second " +
			"version says that the first was " +
			"wrong. The table closing_versions has one row per ticker and one version per day: the rule for " +
			"versions now decides how much history " +
			"there is, and a row grows with every day.",
		Guidelines: []string{"G59", "G22", "G43", "G63"},
		Tables: []Table{
			{Name: "closings", About: "a row a ticker and day", Families: []sample.Family{family("STOCK", maxAge(365))},
				Key: "{ticker:text}#{day:date(20060102)}", Rows: closings, make: closingRows},
			{Name: "closing_versions", About: "one row per ticker, one version per day", Avoid: true,
				Families: []sample.Family{family("STOCK", maxVersions(250))},
				Key:      "{ticker:text}", Rows: 100, make: closingVersions},
		},
	}
}

const closings = 26_000

// tickers makes up n different symbols of 3 to 5 letters; the first is the documentation's.
func tickers(n int) []string {
	names, seen := []string{"ZXZZT"}, map[string]bool{"ZXZZT": true}
	for i := 0; len(names) < n; i++ {
		random := roll("ticker", i)
		symbol := make([]byte, random.between(3, 5))
		for j := range symbol {
			symbol[j] = pick(&random, []byte("QZXJKVWYUO"))
		}
		if !seen[string(symbol)] {
			seen[string(symbol)] = true
			names = append(names, string(symbol))
		}
	}
	return names
}

// tradingDay is the n-th day before today on which exchanges were open: Monday to Friday, holidays left out of account.
func tradingDay(now time.Time, n int) int64 {
	midnight, weekday := startOfDay(now), int(now.Weekday()+6)%7 // Monday is 0
	if weekday > 4 {
		midnight, weekday = midnight-int64(weekday-4)*day, 4 // from Friday, which is past
	} else {
		n++ // from today, which is not
	}
	rest := n % 5
	if rest > weekday {
		rest += 2
	}
	return midnight - int64(n/5*7+rest)*day
}

// price is the closing price of a ticker on a day: waves of several lengths around a level, so that it can be computed
// for any day without those before.
func price(ticker int, midnight int64) float64 {
	d := roll("price", ticker)
	level := 4 * d.tail(0.7, 300)
	x := float64(midnight/day) + 1000*d.unit()
	swing := 0.2*math.Sin(x/61) + 0.06*math.Sin(x/13) + 0.03*math.Sin(x/3.7)
	d = roll("price", ticker, int(midnight/day))
	return level * (1 + swing + 0.01*d.normal())
}

// closing adds the prices of a day; a second version is one that was amended.
func closing(r *Row, ticker int, midnight int64) {
	d := roll("closing", ticker, int(midnight/day))
	at := midnight + 21*hour + int64(d.below(int(minute)))
	p := price(ticker, midnight)
	r.versions("STOCK", "PRICE", at, hour, d.weighted(0, 60, 1), func(v int) []byte { return fixed(p+float64(v), 2) })
	r.add("STOCK", "VOLUME", at, int64be(int64(1000*d.tail(0.9, 1e6))))
}

func closingDays() []int { return shares(closings, 100, 0.1, 266) }

func closingRows(now time.Time) Generator {
	names, parts := tickers(100), closingDays()
	return Generator{Rows: closings, Row: func(i int) Row {
		t, back := locate(parts, i)
		midnight := tradingDay(now, back)
		r := Row{Key: fmt.Appendf(nil, "%s#%s", names[t], date(midnight))}
		closing(&r, t, midnight)
		return r
	}}
}

func closingVersions(now time.Time) Generator {
	names, parts := tickers(100), closingDays()
	return Generator{Rows: len(names), Row: func(t int) Row {
		r := Row{Key: []byte(names[t])}
		for back := range count(parts, t) {
			closing(&r, t, tradingDay(now, back))
		}
		return r
	}}
}
