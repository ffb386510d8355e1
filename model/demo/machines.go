package demo

import (
	"fmt"
	"time"

	"tabletop/model/sample"
)

// machines is E04: memory use each second.
func machines() Dataset {
	rule := []sample.Family{family("cpu", maxAge(1)), family("mem", maxAge(1))}
	return Dataset{
		ID: "e04", Name: "machines", Title: "Memory use of machines, each second",
		About: "Readings a second apart. A machine and a time make the key, so a machine's period is one range and " +
			"new readings land all " +
			"over the table. Readings are kept for a day; machines that were shut down still have theirs. The table " +
			"memusage_latest does what " +
			"must not be done: one row a device, written over every second, which grows until garbage is collected.",
		Guidelines: []string{"G43", "G44", "G50"},
		Tables: []Table{
			{Name: "machines", About: "one row per machine and millisecond", Families: rule,
				Key: "machine_{machine:int}#{at:ms}", Rows: 100_000, make: machineSeconds},
			{Name: "memusage", About: "the metric in the key as well", Families: []sample.Family{family("v",
				maxAge(1))},
				Key: "{device:hex(8)}#{metric:enum}#{at:ms}", Rows: 24_000, make: metricSeconds},
			{Name: "memusage_latest", About: "one row a device, written over and over: nearly all of it is garbage",
				Avoid:    true,
				Families: []sample.Family{family("v", maxVersions(1))},
				Key:      "{device:hex(8)}#memusage", Rows: 150, make: overwrittenSeconds},
		},
	}
}

// lastSecond is when a machine reported last: most are up, some were shut down in the past three days.
func lastSecond(name string, who int, now time.Time) int64 {
	d := roll(name+" last", who)
	last := now.UnixMilli()/second*second - int64(d.below(5))*second - int64(d.below(1000))
	if d.chance(0.2) {
		last -= int64(d.unit() * float64(3*day))
	}
	return last
}

// memory is the memory in use, in bytes: a level of the machine that rises slowly and falls back.
func memory(name string, who, ago int) int64 {
	d := roll(name+" level", who)
	level, period := int64(d.between(1, 60))<<28, d.between(300, 3000)
	d = roll(name, who, ago)
	return level + level/4*int64(period-ago%period)/int64(period) + int64(d.below(1<<20))
}

func machineSeconds(now time.Time) Generator {
	const rows = 100_000
	parts := shares(rows, 400, 0.6, 3600)
	return Generator{Rows: rows, Row: func(i int) Row {
		who, ago := locate(parts, i)
		id := 4_000_000 + (223_421+who*618_033)%999_983 // none twice; the first is the documentation's
		at := lastSecond("machine", who, now) - int64(ago)*second
		d := roll("machine second", who, ago)
		r := Row{Key: fmt.Appendf(nil, "machine_%d#%d", id, at)}
		used := memory("machine", who, ago)
		r.add("cpu", "load", at, fixed(float64(who%7)/3+d.unit(), 2))
		r.add("mem", "used", at, int64be(used))
		r.add("mem", "free", at, int64be(64<<28-used))
		return r
	}}
}

// meteredDevice names the devices of memusage and memusage_latest.
func meteredDevice(who int) string {
	_, id := device("metered", who)
	return id
}

func metricSeconds(now time.Time) Generator {
	const rows = 24_000
	parts := shares(rows, 150, 0.7, 2000)
	metrics := []string{"memusage", "diskfree", "memusage", "netin"}
	return Generator{Rows: rows, Row: func(i int) Row {
		who, locate := locate(parts, i)
		metric, ago := locate%len(metrics), locate/len(metrics)*2
		if metric == 2 {
			ago++ // memusage comes every second, the others every other
		}
		at := lastSecond("metered", who, now) - int64(ago)*second
		r := Row{Key: fmt.Appendf(nil, "%s#%s#%d", meteredDevice(who), metrics[metric], at)}
		r.add("v", "n", at, int64be(memory("metered", who, ago)))
		return r
	}}
}

func overwrittenSeconds(now time.Time) Generator {
	const rows = 150
	parts := shares(20_000, rows, 0.7, 2000)
	return Generator{Rows: rows, Row: func(who int) Row {
		r := Row{Key: fmt.Appendf(nil, "%s#memusage", meteredDevice(who))}
		r.versions("v", "n", lastSecond("metered", who, now), second, count(parts, who), func(ago int) []byte {
			return int64be(memory("metered", who, ago))
		})
		return r
	}}
}
