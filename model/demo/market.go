package demo

import (
	"fmt"
	"time"

	"tabletop/model/sample"
)

// market is E12: quotes and trades.
func market() Dataset {
	families := []sample.Family{family("MD", either(maxVersions(1), maxAge(14)))}
	const key = "{exchange:text(6)}#{symbol:text(5)}#{at:ms}"
	return Dataset{
		ID: "e12", Name: "market", Title: "Market data: quotes and trades",
		About: "A row for each message, quotes and trades in tables of their own since they are asked for apart. " +
			"Exchange and symbol are " +
			"padded with spaces, so that every part of the key has its place. A few hundred of the tickers have " +
			"nine in ten of the " +
			"messages: a skew that a stress test must judge before anyone thinks of salt.",
		Guidelines: []string{"G32", "G61", "G62", "G64", "G67"},
		Tables: []Table{
			{Name: "QUOTE", About: "bids and asks", Families: families, Key: key, Rows: 36_000, make: quotes},
			{Name: "TRADE", About: "sales", Families: families, Key: key, Rows: 16_000, make: trades},
		},
	}
}

// messages makes the key of every message and leaves the rest to fill. Messages fall into trading hours.
func messages(now time.Time, what string, rows int, fill func(r *Row, d *rng, at int64, cents int64)) Generator {
	const listed = 2_400
	names := tickers(listed)
	parts := shares(rows, listed, 1.35, rows/20)
	return Generator{Rows: rows, Row: func(i int) Row {
		ticker, locate := locate(parts, i)
		random := roll("listing", ticker)
		exchange := []string{"NASDAQ", "NYSE", "XETRA", "LSE"}[random.weighted(50, 30, 12, 8)]
		if ticker == 0 {
			exchange = "NASDAQ"
		}
		// The day of 6.5 hours is cut into as many slots as the ticker has messages a day.
		daily := (count(parts, ticker) + 11) / 12
		random = roll(what, ticker, locate)
		slot := 390 * minute / int64(daily)
		midnight := tradingDay(now, locate/daily)
		at := midnight + 14*hour + 30*minute + int64(locate%daily)*slot + int64(random.below(int(slot)))
		r := Row{Key: fmt.Appendf(nil, "%-6s#%-5s#%013d", exchange, names[ticker], at)}
		r.add("MD", "SYMBOL", at, []byte(names[ticker]))
		r.add("MD", "EXCHANGE", at, []byte(exchange))
		fill(&r, &random, at, int64(100*price(ticker, midnight)*(1+0.002*random.normal())))
		return r
	}}
}

func money(cents int64) []byte { return fmt.Appendf(nil, "%d.%02d", cents/100, cents%100) }

func quotes(now time.Time) Generator {
	return messages(now, "quote", 36_000, func(r *Row, d *rng, at, cents int64) {
		spread := int64(d.tail(1.5, 50))
		// A bid that was wrong is amended by a second version.
		r.versions("MD", "BID", at, second, d.weighted(0, 99,
			1), func(v int) []byte { return money(cents - int64(v)*100) })
		r.add("MD", "ASK", at, money(cents+spread))
		r.add("MD", "BIDSIZE", at, number(int64(100*d.tail(1.2, 300))))
		r.add("MD", "ASKSIZE", at, number(int64(100*d.tail(1.2, 300))))
		r.add("MD", "QUOTETIME", at, number(at))
	})
}

func trades(now time.Time) Generator {
	return messages(now, "trade", 16_000, func(r *Row, d *rng, at, cents int64) {
		r.add("MD", "LASTSALE", at, money(cents))
		r.add("MD", "LASTSIZE", at, number(int64(100*d.tail(1.2, 300))))
		r.add("MD", "TRADETIME", at, number(at))
		r.add("MD", "VOLUME", at, number(int64(1000*d.tail(0.8, 1e5))))
	})
}
