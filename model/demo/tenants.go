package demo

import (
	"fmt"
	"time"

	"tabletop/model/sample"
)

// tenants is E03: the purchases of many companies in one table.
func tenants() Dataset {
	return Dataset{
		ID: "e03", Name: "tenants", Title: "Purchases of many tenants in one table",
		About: "What the customers of some companies bought on their devices. The company leads the key, so all of " +
			"one tenant is one " +
			"range, to be read or dropped at once, and no tenant needs a table of its own. The largest tenant has a " +
			"fifth of the rows: " +
			"the prefix of such a one can be hot.",
		Guidelines: []string{"G10", "G37", "G08"},
		Tables: []Table{{
			Name: "purchases", About: "by tenant, then type, device and day",
			Key: "{tenant:text}#{type:enum}#{device:hex(8)}#{day:date(20060102)}", Rows: 24_000,
			Families: []sample.Family{family("bill", either(maxVersions(2), maxAge(365))), family("buy", maxAge(365))},
			make:     purchases,
		}},
	}
}

func purchases(now time.Time) Generator {
	const rows = 24_000
	names := coined("tenant", 60, "altostrat", "examplepetstore")
	parts := shares(rows, len(names), 1.1, rows)
	goods := coined("goods", 400)
	return Generator{Rows: rows, Row: func(i int) Row {
		tenant, locate := locate(parts, i)
		// A device buys on a dozen days; each tenant has as many devices as that takes.
		owned := (count(parts, tenant) + 11) / 12
		which, visit := locate%owned, locate/owned
		random := roll("purchase", tenant, which, visit)
		kind, id := device("tenants "+names[tenant], which+2)
		midnight := startOfDay(now) - int64(visit*31+random.below(31)+4)*day
		at := midnight + int64(random.between(6, 22))*hour + int64(random.below(int(hour)))
		row := Row{Key: fmt.Appendf(nil, "%s#%s#%s#%s", names[tenant], kind, id, date(midnight))}
		cents := int64(0)
		for item := range int(random.tail(1.4, 12)) {
			price := int64(99 + random.below(20)*100 + int(random.tail(1, 500)*50))
			cents += price
			row.add("buy", fmt.Sprintf("item%d", item), at, fmt.Appendf(nil, `{"sku":%q,"n":%d,"cents":%d}`,
				pick(&random, goods), random.between(1, 3), price))
		}
		// Open, packed, sent, paid: each state was written over the one before.
		states := []string{"paid", "sent", "packed", "open"}
		row.versions("bill", "state", at+3*day, 20*hour, random.between(2, 4),
			func(v int) []byte { return []byte(states[v]) })
		row.add("bill", "cents", at, int64be(cents))
		return row
	}}
}
