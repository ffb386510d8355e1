package demo

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/sample"
)

// servers is E13: metrics of many machines, and the latest of each.
func servers() Dataset {
	return Dataset{
		ID: "e13", Name: "servers", Title: "Server metrics, all and the latest",
		About: "A row for each machine and moment with up to a hundred metrics; a machine with more cores has more " +
			"columns. The latest of " +
			"all machines cannot be had from it with one range, so a second table keeps one row per machine, " +
			"written over each time: " +
			"CURRENT_METRIC, where all but the newest version is garbage.",
		Guidelines: []string{"G60", "G09", "G43", "G68"},
		Tables: []Table{
			{Name: "METRIC", About: "one row per machine and moment", Families: []sample.Family{family("METRIC",
				maxAge(7))},
				Key: "{host:domain}#{at:ms}", Rows: 8_000, make: metricRows},
			{Name: "CURRENT_METRIC", About: "one row per machine, overwritten",
				Families: []sample.Family{family("METRIC", maxVersions(1))},
				Key:      "{host:domain}", Rows: 1_000, make: currentMetrics},
		},
	}
}

// server is a machine: its name and how many cores it has.
func server(i int, company []string) (host string, cores int) {
	d := roll("server", i)
	if i == 0 {
		return "server1.bbb.com", 4
	}
	domain := company[d.below(d.between(1, len(company)))]
	return fmt.Sprintf("server%d.%s.%s.com", i+1, pick(&d, strings.Fields("web db cache queue batch")), domain),
		1 << d.weighted(2, 8, 10, 5, 1)
}

// addMetrics adds what a machine measures at a time: 6 columns and 5 for each core.
func addMetrics(r *Row, d *rng, host string, cores int, at int64) {
	r.add("METRIC", "HOSTNAME", at, []byte(host))
	for c := range cores {
		for _, part := range []string{"IDLE", "IOWAIT", "NICE", "SYS", "USR"} {
			r.add("METRIC", fmt.Sprintf("CPU/CPU%d_%s", c+1, part), at, fixed(d.unit()/4, 2))
		}
	}
	r.add("METRIC", "IO/BLK_READ", at, number(int64(1e4*d.tail(0.8, 1e5))))
	r.add("METRIC", "IO/BLK_WRTN", at, number(int64(1e4*d.tail(0.8, 1e5))))
	r.add("METRIC", "MEM/FREE", at, int64be(int64(d.between(1, 4000))<<20))
	r.add("METRIC", "MEM/USED", at, int64be(int64(d.between(4000, 60000))<<20))
	r.add("METRIC", "NET/ERRORS", at, number(int64(d.tail(1.5, 1e4))-1))
}

func metricRows(now time.Time) Generator {
	const rows, hosts = 8_000, 400
	companies := coined("company", 30, "bbb")
	parts := shares(rows, hosts, 0.8, 600)
	return Generator{Rows: rows, Row: func(i int) Row {
		who, ago := locate(parts, i)
		host, cores := server(who, companies)
		d := roll("server quiet", who)
		quiet := int64(d.tail(0.4, float64(10*day/minute))-1) * minute
		d = roll("metric", who, ago)
		at := now.UnixMilli() - quiet - int64(ago)*5*second - int64(d.below(900))
		r := Row{Key: fmt.Appendf(nil, "%s#%d", host, at)}
		addMetrics(&r, &d, host, cores, at)
		return r
	}}
}

func currentMetrics(now time.Time) Generator {
	const hosts = 1_000
	companies := coined("company", 30, "bbb")
	return Generator{Rows: hosts, Row: func(who int) Row {
		host, cores := server(who, companies)
		r := Row{Key: []byte(host)}
		d := roll("current", who)
		for v := range int(d.tail(0.8, 30)) {
			addMetrics(&r, &d, host, cores, now.UnixMilli()-int64(v)*5*second-int64(who%900))
		}
		return r
	}}
}
