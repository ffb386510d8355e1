package demo

import (
	"encoding/json"
	"fmt"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// devices is E01: a row for each device and day.
func devices() Dataset {
	return Dataset{
		ID: "e01", Name: "devices", Title: "Mobile devices, one row per day",
		About: "What phones, tablets and watches reported each day. The key goes from the common to the granular, " +
			"so all of one type " +
			"and all of one device are ranges; all of one day is a full scan. A few devices have most of the days. " +
			"The counters in stats " +
			"are written again and again during a day, and the rule that keeps one version has not caught up with " +
			"the last week.",
		Guidelines: []string{"G31", "G33", "G35", "G14", "G22"},
		Tables: []Table{{
			Name: "devices", About: "by type, then device, then day",
			Key: "{type:enum}#{device:hex(8)}#{day:date(20060102)}", Rows: 20_000,
			Families: []sample.Family{family("diag", sample.GCRule{}), family("net", maxAge(90)),
				family("stats", maxVersions(1))},
			make: deviceDays,
		}},
	}
}

// device is a type and an id; the first two are those of the documentation.
func device(name string, i int) (kind, id string) {
	random := roll(name+" device", i)
	kind = []string{"phone", "tablet", "watch", "laptop", "tv"}[random.weighted(62, 23, 9, 5, 1)]
	switch id = fmt.Sprintf("%08x", uint32(random.next())); i {
	case 0:
		return "phone", "4c410523"
	case 1:
		return "tablet", "a0b81f74"
	}
	return kind, id
}

func deviceDays(now time.Time) Generator {
	days := shares(20_000, 900, 0.8, 97)
	carriers := coined("carrier", 9)
	return Generator{Rows: 20_000, Row: func(i int) Row {
		who, back := locate(days, i)
		random := roll("device day", who, back)
		kind, id := device("devices", who)
		midnight := startOfDay(now) - int64(back+deviceQuiet(who))*day
		at := min(midnight+int64(random.between(16, 23))*hour+int64(random.below(3_600_000)), now.UnixMilli())
		row := Row{Key: fmt.Appendf(nil, "%s#%s#%s", kind, id, date(midnight))}
		versions := 1
		if now.UnixMilli()-at < 7*day || random.chance(0.03) {
			versions = random.between(2, 5)
		}
		opens := random.tail(1.3, 4000)
		row.versions("stats", "opens", at, 2*hour, versions,
			func(v int) []byte { return int64be(int64(opens * float64(versions-v))) })
		row.versions("stats", "battery", at, 2*hour, versions, func(v int) []byte {
			return number(int64(min(100,
				20+v*13+who%9)))
		})
		contract := roll("contract", who)
		row.add("net", "carrier", at, []byte(pick(&contract, carriers)))
		row.add("net", "up", at, int64be(int64(random.tail(1.1, 1e6)*1e4)))
		row.add("net", "down", at, int64be(int64(random.tail(0.9, 1e6)*1e5)))
		if random.chance(0.04) {
			row.add("diag", "crash", at-hour, crashReport(&random, kind))
		}
		return row
	}}
}

// deviceQuiet is for how many days a device has not reported; most report every day.
func deviceQuiet(who int) int {
	d := roll("device quiet", who)
	return int(d.tail(0.9, 20)) - 1
}

func crashReport(d *rng, kind string) []byte {
	type frame struct {
		Function string `json:"fn"`
		Line     int    `json:"line"`
	}
	report := struct {
		App   string  `json:"app"`
		Kind  string  `json:"device"`
		Fatal bool    `json:"fatal"`
		Stack []frame `json:"stack"`
	}{App: coin(d), Kind: kind, Fatal: d.chance(0.3)}
	for range int(3 * d.tail(1, 60)) {
		function := coin(d) + "." + spelling.Capitalize(coin(d))
		report.Stack = append(report.Stack, frame{Function: function, Line: d.between(1, 900)})
	}
	text, err := json.Marshal(report)
	if err != nil {
		panic(err) // a struct of strings and numbers
	}
	return text
}
