package demo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// domains is E05: host names, reversed.
func domains() Dataset {
	families := []sample.Family{family("crawl", either(maxVersions(5), maxAge(30))), family("page", maxVersions(1))}
	return Dataset{
		ID: "e05", Name: "domains", Title: "Host names, reversed",
		About: "A crawl of many host names. With the labels reversed all hosts of one company are neighbors: one " +
			"range, and pages that " +
			"look alike lie together and compress. The table hostnames has the same rows under names as people " +
			"write them: a company's " +
			"hosts are scattered over the whole table.",
		Guidelines: []string{"G38", "G41", "G20"},
		Tables: []Table{
			{Name: "domains", About: "labels from last to first", Families: families,
				Key: "{host:reverse(domain)}", Rows: 16_000, make: func(now time.Time) Generator {
					return hosts(now,
						true)
				}},
			{Name: "hostnames", About: "the same rows under the names as written", Avoid: true, Families: families,
				Key: "{host:domain}", Rows: 16_000, make: func(now time.Time) Generator { return hosts(now, false) }},
		},
	}
}

// hostname is the n-th host of a company, as labels.
func hostname(company string, who, n int) []string {
	random := roll("tld", who)
	tld := []string{"com", "org", "net", "io", "de", "uk.co"}[random.weighted(50, 14, 12, 8, 9, 7)]
	subs := strings.Fields("www mail drive maps docs api shop blog help status cdn img auth news m dev test old")
	switch who {
	case 0:
		tld, subs = "com", strings.Fields("drive maps mail docs photos www api news cdn auth play")
	case 1:
		tld, subs = "org", strings.Fields("en de es fr ja pt it pl nl sv uk vi www m")
	}
	sub := subs[n%len(subs)]
	if n >= len(subs) {
		sub = fmt.Sprint(sub, n/len(subs)+1)
	}
	labels := []string{sub, company}
	top := strings.Split(tld, ".")
	slices.Reverse(top)
	return append(labels, top...)
}

func hosts(now time.Time, reversed bool) Generator {
	const rows = 16_000
	companies := coined("company", 2_500, "google", "wikipedia")
	parts := shares(rows, len(companies), 0.9, rows)
	words := coined("word", 700)
	return Generator{Rows: rows, Row: func(i int) Row {
		who, locate := locate(parts, i)
		labels := hostname(companies[who], who, locate)
		host := strings.Join(labels, ".")
		if reversed {
			slices.Reverse(labels)
		}
		random := roll("host", who, locate)
		at := now.UnixMilli() - int64(random.unit()*float64(9*day))
		row := Row{Key: []byte(strings.Join(labels, "."))}
		row.versions("crawl", "status", at, 5*day, random.between(1, 8), func(int) []byte {
			return []byte([]string{"200", "301", "404", "503"}[random.weighted(90, 5, 4, 1)])
		})
		row.add("crawl", "ms", at, number(int64(20*random.tail(1.2, 1000))))
		row.versions("page", "title", at, 5*day, random.weighted(0, 5, 1), func(v int) []byte {
			return fmt.Appendf(nil, "%s - %s", spelling.Capitalize(labels[0]), spelling.Capitalize(companies[who]))
		})
		row.add("page", "html", at, page(&random, words, companies[who], host))
		return row
	}}
}

// page returns the first bytes of a page; pages of one company have a common prefix.
func page(d *rng, words []string, company, host string) []byte {
	html := fmt.Appendf(nil, "<!doctype html><html><head><link rel=stylesheet "+
		"href=https://www.%s/%s.css><title>%s</title></head><body>", company, company, host)
	for range int(2 * d.tail(1, 100)) {
		html = fmt.Appendf(html, "<p>%s %s %s</p>", pick(d, words), pick(d, words), pick(d, words))
	}
	return html
}
