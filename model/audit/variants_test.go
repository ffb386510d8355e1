package audit_test

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/audit"
	"tabletop/model/sample"
)

// rowsOf are n rows written evenly over span up to now, with a number and a unit.
func rowsOf(n int, span time.Duration, key func(i int, at time.Time) string) []row {
	rng := rand.New(rand.NewPCG(3, 9))
	out := make([]row, n)
	for i := range out {
		at := now.Add(-span / time.Duration(n) * time.Duration(n-i)).Truncate(time.Millisecond)
		out[i] = row{key(i, at), []cell{{"d", "amount", at, fmt.Sprintf("%d.%02d", rng.IntN(5000), rng.IntN(100))},
			{"d", "unit", at, []string{"kg", "lb", "pc"}[rng.IntN(3)]}}}
	}
	return out
}

func be64(v int64) string                        { return string(binary.BigEndian.AppendUint64(nil, uint64(v))) }
func md5hex(s string) string                     { x := md5.Sum([]byte(s)); return hex.EncodeToString(x[:]) }
func pick(rng *rand.Rand, list ...string) string { return list[rng.IntN(len(list))] }
func word(n int) string {
	syl := strings.Fields("ba ke lo mi nu ra se ti vo zu fa ge")
	out := ""
	for n = n*7919 + 12345; len(out) < 7; n /= 12 {
		out += syl[n%12]
	}
	return out
}

const year = 365 * 24 * time.Hour

// planter collects tables with a fault each.
type planter struct {
	rng *rand.Rand
	out []planted
}

// variants are the same faults as in planted tables, made in other ways: other delimiters, encodings, lengths and
// mixtures, and keys that are not declared but found out.
func variants() []planted {
	p := &planter{rng: rand.New(rand.NewPCG(5, 6))}
	for _, plant := range []func(){p.times, p.ids, p.order, p.formats, p.values, p.tenants, p.hosts, p.hot, p.versions, p.stamps, p.columns,
		p.families, p.rest} {
		plant()
	}
	return p.out
}

func (p *planter) add(rule string, rows []row, families ...sample.Family) {
	if len(families) == 0 {
		families = []sample.Family{one("d")}
	}
	p.out = append(p.out, planted{rule: rule, sample: table(rows, families...)})
}

const day = 24 * time.Hour

// hash is an id of eight hexadecimal digits.
func hash(i int) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(fmt.Sprint("x", i)))) }

// ver are rows of sensors with versions of one column, step apart.
func (p *planter) ver(n, per int, step time.Duration, fam string, q string, val func(r, v int) string) []row {
	rows := rowsOf(n, 2*day, func(i int, at time.Time) string {
		return fmt.Sprintf("sensor/%s/%s", hash(i), pick(p.rng, "cpu", "mem"))
	})
	for i := range rows {
		for v := range per {
			rows[i].cells = append(rows[i].cells,
				cell{fam, q, now.Add(-time.Duration(v)*step - time.Duration(i%997)*time.Millisecond), val(i, v)})
		}
	}
	return rows
}

func (p *planter) anyval(_, _ int) string { return fmt.Sprint(p.rng.IntN(9999)) }

// withColumn adds a column whose value follows from the row.
func withColumn(name string, rows []row, value func(i int, k string) string) []row {
	for i := range rows {
		rows[i].cells = append(rows[i].cells, cell{"d", name, rows[i].cells[0].at, value(i, rows[i].key)})
	}
	return rows
}

// times plants times and few values in front.
func (p *planter) times() {
	// time first
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return at.Format(time.RFC3339) + "#" + word(i%70) },
		func(i int, at time.Time) string { return fmt.Sprintf("%d", at.Unix()) + "/" + word(i%70) },
		func(i int, at time.Time) string { return fmt.Sprintf("%d", at.UnixMicro()) + "-" + word(i%70) },
		func(i int, at time.Time) string { return be64(at.UnixMilli()) + word(i%70) },
		func(i int, at time.Time) string {
			return at.Format("20060102") + ":" + word(i%70) + ":" + fmt.Sprintf("%04d", i)
		},
		func(i int, at time.Time) string { return be64((1<<63-1)-at.UnixMicro()) + hash(i%50) },
		func(i int, at time.Time) string {
			return at.Format("2006/01/02/15") + "/" + word(i%70) + fmt.Sprint(i%9)
		},
		func(i int, at time.Time) string { return "log:" + at.Format("2006-01-02 15:04:05.000") },
		func(i int, at time.Time) string {
			return string(binary.BigEndian.AppendUint32(nil, uint32(at.Unix()))) + hash(i%50)
		},
		func(i int, at time.Time) string { // uuid v7
			b := binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())<<16|0x7000|uint64(p.rng.IntN(4096)))
			b = binary.BigEndian.AppendUint64(b, 0x8000000000000000|p.rng.Uint64()>>2)
			h := hex.EncodeToString(b)
			return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
		},
	} {
		p.add("time-first", rowsOf(800, 60*day, f))
	}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return pick(p.rng, "eu", "us") + "/" + at.Format("20060102150405") },
		func(i int, at time.Time) string {
			return pick(p.rng, "ERROR", "WARN", "INFO") + "|" + fmt.Sprint(at.UnixMilli()) + "|" + word(i%90)
		},
	} {
		p.add("time-behind-few", rowsOf(800, 60*day, f))
	}
}

// ids plants sequences, numbers without zeros, raw bytes and hashes.
func (p *planter) ids() {
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return fmt.Sprintf("user%08d", 1000+i) },
		func(i int, at time.Time) string { return fmt.Sprintf("%d", 100000+i*3) },
		func(i int, at time.Time) string { return be64(int64(5000 + i)) },
		func(i int, at time.Time) string {
			return fmt.Sprintf("%012d#%s", 70000+i/4, pick(p.rng, "a", "b", "c", "d")+fmt.Sprint(i%4))
		},
		func(i int, at time.Time) string { return fmt.Sprintf("order/%07d/%s", 70000+i, word(i%60)) },
	} {
		p.add("id-sequential", rowsOf(800, 60*day, f))
	}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return fmt.Sprintf("item-%d", p.rng.IntN(100000)+1) },
		func(i int, at time.Time) string { return fmt.Sprint(p.rng.IntN(100000) + 1) },
		func(i int, at time.Time) string { return word(i%70) + ":" + fmt.Sprint(i/70+1) },
		func(i int, at time.Time) string {
			return word(i%70) + "/" + fmt.Sprint(p.rng.IntN(2000)) + "/" + hash(i)
		},
	} {
		p.add("number-unpadded", rowsOf(800, 60*day, f))
	}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { x := sha1.Sum([]byte(fmt.Sprint(i))); return string(x[:]) },
		func(i int, at time.Time) string { return be64(int64(p.rng.Uint64()>>1)) + word(i%50) },
		func(i int, at time.Time) string {
			return word(i%70) + "#" + string(binary.BigEndian.AppendUint32(nil, uint32(i)))
		},
		func(i int, at time.Time) string {
			x := md5.Sum([]byte(fmt.Sprint(i)))
			return word(i%20) + ":" + string(x[:])
		},
	} {
		p.add("key-binary", rowsOf(800, 60*day, f))
	}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return md5hex(word(i)) + "_" + fmt.Sprint(at.UnixMilli()) },
		func(i int, at time.Time) string { return md5hex(fmt.Sprint("user", i)) },
		func(i int, at time.Time) string {
			x := sha1.Sum([]byte(fmt.Sprint(i)))
			return hex.EncodeToString(x[:]) + ":" + word(i%40)
		},
		func(i int, at time.Time) string {
			x := md5.Sum([]byte(fmt.Sprint(i)))
			return string(x[:]) + word(i%50)
		},
		func(i int, at time.Time) string {
			x := sha1.Sum([]byte(fmt.Sprint(i)))
			return base64.StdEncoding.EncodeToString(x[:])
		},
		func(i int, at time.Time) string { return md5hex(word(i))[:8] + "-" + word(i) },
	} {
		p.add("hash-first", rowsOf(800, 60*day, f))
	}
}

// order plants keys whose parts come in the wrong order, or touch.
func (p *planter) order() {
	country := strings.Fields("india china japan kenya egypt chad peru chile spain italy")
	cont := map[string]string{"india": "asia", "china": "asia", "japan": "asia", "kenya": "africa", "egypt": "africa",
		"chad": "africa", "peru": "america", "chile": "america", "spain": "europe", "italy": "europe"}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { c := country[i%300%10]; return word(i%300) + "#" + c + "#" + cont[c] },
		func(i int, at time.Time) string {
			s := i % 200
			return fmt.Sprintf("sku%04d/%s/%s", s, []string{"shoes", "hats", "coats"}[s%3], at.Format("20060102"))
		},
		func(i int, at time.Time) string { c := country[i%10]; return word(i) + "," + c },
	} {
		p.add("granular-first", rowsOf(800, 60*day, f))
	}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return word(i%70) + at.Format("20060102150405") },
		func(i int, at time.Time) string { return hash(i%90) + fmt.Sprint(at.UnixMilli()) },
	} {
		p.add("key-undelimited", rowsOf(800, 60*day, f))
	}
	p.add("row-unbounded", func() []row {
		rows := rowsOf(30, day, func(i int, at time.Time) string { return "page:" + hash(i) })
		for i := range rows {
			for c := range 1500 {
				rows[i].cells = append(rows[i].cells, cell{"d", "ev" + fmt.Sprint(1700000000000+int64(c)*997),
					now.Add(-time.Duration(c) * time.Minute), "x"})
			}
		}
		return rows
	}())
	p.add("domain-forward", rowsOf(800, 60*day, func(i int, at time.Time) string {
		return "www." + word(i%300) + ".org"
	}))
}

// tenants plants tenants behind something else.
func (p *planter) tenants() {
	p.add("tenant-behind", rowsOf(800, 60*day, func(i int, at time.Time) string {
		return pick(p.rng, "phone", "tablet") + "#tenant-" + fmt.Sprint(10+i%40) + "#" + hash(i)
	}))
	p.add("tenant-behind", rowsOf(800, 60*day, func(i int, at time.Time) string {
		return hash(i%200) + "/cust_" + word(i%30) + "/" + at.Format("20060102")
	}))
	p.add("tenant-behind", withColumn("customer_id",
		rowsOf(800, 60*day, func(i int, at time.Time) string {
			return hash(i%200) + "/" + word(i%30) + "/" + at.Format("20060102")
		}), func(i int, k string) string { return strings.Split(k, "/")[1] }))
}

// hosts plants host names and salts in front.
func (p *planter) hosts() {
	host := func(i int) string {
		return fmt.Sprintf("%s.%s.com", pick(p.rng, "www", "mail", "api", "shop", "cdn"), word(i%130))
	}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return host(i) + "/" + word(i) },
		func(i int, at time.Time) string { return host(i) + "#" + at.Format("20060102") },
		func(i int, at time.Time) string { return "https://" + host(i) + "/p/" + fmt.Sprint(1000+i) },
	} {
		p.add("domain-forward", rowsOf(800, 60*day, f))
	}
	few := func(i int) string { return "com." + word(i%4) + "." + pick(p.rng, "www", "mail", "api", "shop", "cdn") }
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string { return few(i) + "/" + word(i) },
		func(i int, at time.Time) string { return few(i) + "#" + at.Format("20060102") + "#" + hash(i) },
		func(i int, at time.Time) string { return host(i%4*130) + "/" + word(i) },
	} {
		p.add("domains-few", rowsOf(800, 60*day, f))
	}
	for _, f := range []func(i int, at time.Time) string{
		func(i int, at time.Time) string {
			return fmt.Sprintf("%02d-%s", crc32.ChecksumIEEE([]byte(word(i%300)))%16, word(i%300)) + "-" +
				fmt.Sprint(at.UnixMilli())
		},
		func(i int, at time.Time) string {
			return fmt.Sprintf("%x", i%8) + ":" + at.Format("20060102150405") + ":" + word(i)
		},
		func(i int, at time.Time) string { return fmt.Sprintf("%d", i%5) + "#" + fmt.Sprintf("%010d", i) },
		func(i int, at time.Time) string {
			return fmt.Sprintf("shard%d", i%8) + "#" + hash(i) + "#" + fmt.Sprint(at.UnixMilli())
		},
		func(i int, at time.Time) string {
			return fmt.Sprintf("bucket-%02d", i%20) + "/" + hash(i) + "/" + fmt.Sprint(at.UnixMilli())
		},
	} {
		p.add("salted", rowsOf(800, 60*day, f))
	}
}

// formats plants dates that do not sort, and one value in two spellings.
func (p *planter) formats() {
	for _, form := range []string{"02-01-2006", "02.01.2006 15:04", "Jan-02-2006", "20060102-0304PM"} {
		p.add("date-unsorted", rowsOf(900, 80*day, func(i int, at time.Time) string {
			return fmt.Sprintf("shop%02d#%s#%s", i%12, at.Format(form), hash(i))
		}))
	}
	p.add("case-mixed", rowsOf(900, 60*day, func(i int, at time.Time) string {
		return pick(p.rng, "Paris", "paris", "Rome", "Oslo", "Bern") + "|" + hash(i) + "|" + at.Format("20060102")
	}))
	p.add("formats-mixed", rowsOf(1200, 60*day, func(i int, at time.Time) string {
		if i%3 == 0 {
			return fmt.Sprintf("%s:%04d:%s", pick(p.rng, "eu", "us"), i%50, at.Format("2006-01-02T15:04:05"))
		}
		return fmt.Sprintf("%s#%06d#%s", pick(p.rng, "EU", "US"), i%50, at.Format("20060102150405"))
	}))
}

// values plants values in keys that do not belong there, or not so.
func (p *planter) values() {
	p.add("number-unpadded", rowsOf(900, 60*day, func(i int, at time.Time) string {
		return fmt.Sprintf("%s/%.2f/%s", word(i%20), p.rng.Float64()*300, hash(i))
	}))
	p.add("delimiter-in-value", rowsOf(1500, 60*day, func(i int, at time.Time) string {
		title := word(i % 90)
		if i%30 == 4 {
			title += ":" + word(i%7)
		}
		return fmt.Sprintf("%s:%s:%s", pick(p.rng, "de", "fr", "it", "es"), title, at.Format("20060102150405"))
	}))
	p.add("state-in-key", rowsOf(900, 60*day, func(i int, at time.Time) string {
		return fmt.Sprintf("%s|%s|%s", word(i%40), pick(p.rng, "QUEUED", "RUNNING", "FAILED", "SUCCEEDED"), hash(i))
	}))
	p.add("salt-uneven", rowsOf(2000, 60*day, func(i int, at time.Time) string {
		user := word(i % 400)
		bucket := crc32.ChecksumIEEE([]byte(user)) % 22
		if bucket >= 16 {
			bucket = 3
		}
		return fmt.Sprintf("%02d-%s-%s", bucket, user, at.Format("20060102150405"))
	}))
	p.add("soft-deletes", withColumn("deletedAt", rowsOf(900, 60*day, func(i int, at time.Time) string { return hash(i) }),
		func(i int, _ string) string { return []string{"", "2026-10-01T00:00:00Z"}[i%5/4] }))
	p.add("soft-deletes", withColumn("status", rowsOf(900, 60*day, func(i int, at time.Time) string { return hash(i) }),
		func(i int, _ string) string { return []string{"live", "live", "DELETED"}[i%3] }))
	p.add("personal-data", rowsOf(900, 60*day, func(i int, at time.Time) string {
		return fmt.Sprintf("%s#%s#%s", pick(p.rng, "garcia", "jones", "rossi", "khan", "novak"),
			pick(p.rng, "Maria", "David", "Laura", "Omar"), hash(i))
	}))
}

// hot plants a few rows that take the writes.
func (p *planter) hot() {
	// writes to a fixed range
	hot := rowsOf(800, 60*day, func(i int, at time.Time) string { return word(i) + "#" + hash(i) })
	for i := range hot {
		if i%400 == 7 {
			for v := range 3000 {
				hot[i].cells = append(hot[i].cells, cell{"d", "n", now.Add(-time.Duration(v) * 28 * time.Minute),
					fmt.Sprint(p.rng.IntN(1e6))})
			}
		}
	}
	p.add("write-hotspot", hot, versions("d", 5000))
}

// versions plants rows that are written over.
func (p *planter) versions() {
	p.add("row-overwritten", p.ver(100, 60, time.Minute, "d", "load", p.anyval), versions("d", 1000))
	p.add("row-overwritten", p.ver(100, 60, time.Minute, "d", "load", p.anyval), one("d"))
	p.add("row-overwritten", p.ver(100, 60, time.Minute, "d", "load", p.anyval),
		sample.Family{Name: "d", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 7 * day}})
	p.add("events-as-versions", p.ver(100, 60, 3*time.Hour, "d", "click", p.anyval), sample.Family{Name: "d"})
	p.add("events-as-versions", p.ver(100, 60, time.Minute, "d", "click",
		func(r, v int) string { return fmt.Sprintf(`{"page":"%s","n":%d}`, word(v), v) }), sample.Family{Name: "d"})
	p.add("events-as-versions", p.ver(100, 60, 24*time.Hour, "d", "price", p.anyval), versions("d", 365))
	p.add("versions-repeat", p.ver(100, 12, 6*time.Hour, "e", "state",
		func(r, v int) string { return []string{"open", "shut"}[(r+v/11)%2] }), one("d"), versions("e", 12))
	p.add("policy-idle", p.ver(100, 40, 24*time.Hour, "d", "load", p.anyval),
		sample.Family{Name: "d", GC: sample.GCRule{Kind: sample.GCIntersection, Children: []sample.GCRule{
			{Kind: sample.GCMaxVersions, Versions: 500}, {Kind: sample.GCMaxAge, Age: 3 * day}}}})
	p.add("write-rate", p.ver(100, 12, 300*time.Millisecond, "d", "ticks", p.anyval), versions("d", 50))
	p.add("write-rate", p.ver(100, 12, 50*time.Millisecond, "d", "ticks", p.anyval), one("d"))
	p.add("versions-unlimited", p.ver(100, 4, time.Hour, "d", "state", p.anyval), sample.Family{Name: "d"})
	p.add("garbage-kept", p.ver(100, 6, 10*24*time.Hour, "d", "state", p.anyval), versions("d", 2))
	p.add("garbage-kept", p.ver(100, 6, 10*24*time.Hour, "d", "state", p.anyval),
		sample.Family{Name: "d", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 5 * day}})
	p.add("counter-plain", p.ver(100, 8, time.Hour, "d", "visits",
		func(r, v int) string { return fmt.Sprint(900 - v*2 + r) }), versions("d", 10))
	p.add("counter-plain", p.ver(100, 8, time.Minute, "d", "visits",
		func(r, v int) string { return be64(int64(90000 - v)) }), sample.Family{Name: "d"})
}

// stamps plants timestamps that are no times.
func (p *planter) stamps() {
	// timestamps
	for _, at := range []func(i int) time.Time{
		func(i int) time.Time { return time.UnixMicro(0) },
		func(i int) time.Time { return time.UnixMicro(int64(i+1) * 1000) },
		func(i int) time.Time { return time.UnixMicro(now.Unix() / 1000 * 1000) },
		func(i int) time.Time { return now.Add(20 * year) },
	} {
		rows := rowsOf(300, day, func(i int, _ time.Time) string { return "item/" + hash(i) })
		for i := range rows {
			for c := range rows[i].cells {
				rows[i].cells[c].at = at(i)
			}
		}
		p.add("timestamps-artificial", rows,
			sample.Family{Name: "d", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 30 * day}})
	}
}

// columns plants many, long and useless columns.
func (p *planter) columns() {
	// columns
	wide := func(n, cols int, name func(r, c int) string, val func(c int) string) []row {
		rows := rowsOf(n, 30*day, func(i int, at time.Time) string { return "acct:" + hash(i) })
		for i := range rows {
			at := rows[i].cells[0].at
			for c := range cols {
				rows[i].cells = append(rows[i].cells, cell{"d", name(i, c), at, val(c)})
			}
		}
		return rows
	}
	p.add("columns-many", wide(40, 1200, func(_, c int) string { return fmt.Sprintf("attr_%04d", c) },
		func(c int) string { return "y" }))
	p.add("columns-many", wide(40, 400, func(_, c int) string { return word(c) }, func(c int) string { return "1" }))
	p.add("columns-many", wide(40, 600, func(_, c int) string { return fmt.Sprintf("attr_%04d", c) },
		func(c int) string { return "y" }))
	p.add("columns-many", wide(40, 1100, func(r, c int) string { return word(r*7 + c*13) },
		func(c int) string { return "1" }))
	p.add("qualifier-long", wide(60, 1,
		func(r, c int) string { return "https://example.net/" + strings.Repeat("seg/", 80) + fmt.Sprint(r) },
		func(c int) string { return "1" }))
	p.add("names-long", wide(200, 3,
		func(_, c int) string { return "TOTAL_ACCUMULATED_VALUE_OF_" + strings.ToUpper(word(c)) },
		func(c int) string { return "12" }))
	p.add("names-long", wide(200, 1, func(_, c int) string { return "CELLPHONE_NUMBER" },
		func(c int) string { return "+4479460" }))
	p.add("names-long", wide(200, 3, func(_, c int) string { return "totalAccumulatedValueOf" + word(c) },
		func(c int) string { return "12" }))
	for _, none := range []string{"", "NULL", "n/a", "None", "undefined", "{}", "[]", " "} {
		p.add("placeholders",
			withColumn("phone2", rowsOf(300, day, func(i int, at time.Time) string { return "c/" + hash(i) }),
				func(i int, k string) string {
					if i%3 > 0 {
						return none
					}
					return fmt.Sprint(5550000 + i)
				}))
	}
	p.add("column-repeats-key",
		withColumn("device", rowsOf(300, day,
			func(i int, at time.Time) string { return hash(i%40) + "#" + fmt.Sprint(at.UnixMilli()) }),
			func(i int, k string) string { return k[:8] }))
	p.add("column-repeats-key",
		withColumn("ts", rowsOf(300, day,
			func(i int, at time.Time) string { return hash(i%40) + "#" + fmt.Sprint(at.UnixMilli()) }),
			func(i int, k string) string { return k[9:] }))
	p.add("column-repeats-key",
		withColumn("pk", rowsOf(300, day,
			func(i int, at time.Time) string { return hash(i%40) + "#" + fmt.Sprint(at.UnixMilli()) }),
			func(i int, k string) string { return k }))
	// unbounded: friends as qualifiers growing
	p.add("row-unbounded", func() []row {
		rows := rowsOf(30, day, func(i int, at time.Time) string { return "page:" + hash(i) })
		for i := range rows {
			for c := range 11000 {
				rows[i].cells = append(rows[i].cells, cell{"d", "ev" + fmt.Sprint(1700000000000+int64(c)*997),
					now.Add(-time.Duration(c) * time.Minute), "x"})
			}
		}
		return rows
	}())
}

// families plants too many, long-named, unused and mixed families.
func (p *planter) families() {
	// families
	fams := func(n int) []sample.Family {
		f := []sample.Family{one("d")}
		for i := range n - 1 {
			f = append(f, one(fmt.Sprintf("x%03d", i)))
		}
		return f
	}
	base := func() []row { return rowsOf(300, day, func(i int, at time.Time) string { return "c/" + hash(i) }) }
	p.add("families-many", base(), fams(101)...)
	p.add("family-unused", base(), one("d"), one("legacy"))
	p.add("family-name-long", base(), one("d"), one("customer_attributes"))
	both := base()
	for i := range both {
		both[i].cells = append(both[i].cells, cell{"e", "w", both[i].cells[0].at, "7"})
	}
	p.add("families-apart", both, one("d"), one("e"))
	both2 := base()
	for i := range both2 {
		both2[i].cells = append(both2[i].cells, cell{"e", "w", both2[i].cells[0].at.Add(3 * time.Millisecond), "7"})
	}
	p.add("families-apart", both2, one("d"), one("e"))
	mixed := p.ver(100, 50, time.Hour, "d", "reading", p.anyval)
	for i := range mixed {
		for v := range 50 {
			mixed[i].cells = append(mixed[i].cells, cell{"d", "label", now.Add(-time.Duration(v) * time.Hour),
				"Boiler house north, pump " + fmt.Sprint(i)})
		}
	}
	p.add("retention-mixed", mixed, versions("d", 1000))
	mixed2 := p.ver(100, 100, time.Hour, "d", "reading", p.anyval) // amount and unit have one version, reading 100
	p.add("retention-mixed", mixed2, versions("d", 100))
}

// rest plants people, long keys, split entities and noise.
func (p *planter) rest() {
	// privacy
	p.add("personal-data", rowsOf(300, day, func(i int, at time.Time) string { return word(i) + "@mail.example.com" }))
	p.add("key-long", rowsOf(200, day,
		func(i int, at time.Time) string { return "https://example.net/" + strings.Repeat(word(i)+"/", 170) }))
	p.add("key-long", rowsOf(40, day, func(i int, at time.Time) string {
		b := make([]byte, 1500)
		for j := range b {
			b[j] = byte(p.rng.Uint32())
		}
		return string(b)
	}))
	p.add("key-long", rowsOf(300, day, func(i int, at time.Time) string { return strings.Repeat(word(i), 70) }))
	// entity split
	p.add("entity-split", func() []row {
		var rows []row
		for i := range 150 {
			for _, a := range []string{"name", "email", "city", "phone"} {
				rows = append(rows,
					row{"user:" + hash(i) + ":" + a,
						[]cell{{"d", "v", now.Add(-time.Duration(i) * time.Hour), word(i)}}})
			}
		}
		return rows
	}())
	p.add("key-unexplained", func() []row {
		rows := rowsOf(500, day, func(i int, at time.Time) string {
			return hash(i%40) + "#" + fmt.Sprint(at.UnixMilli())
		})
		for i := range rows {
			if i%7 == 0 {
				b := make([]byte, 4+p.rng.IntN(24))
				for j := range b {
					b[j] = byte(p.rng.Uint32())
				}
				rows[i].key = string(b)
			}
		}
		return rows
	}())
}

// TestVariants finds the faults however they are made.
func TestVariants(t *testing.T) {
	// The finding that stands in place of another where both are true of the same columns or family.
	closer := map[string]string{"family-name-long": "family-unused", "row-unbounded": "columns-many",
		"retention-mixed": "events-as-versions"}
	count := map[string]int{}
	for i, p := range variants() {
		count[p.rule]++
		if !slowtest.On() && i%60 > 0 {
			continue
		}
		t.Run(fmt.Sprintf("%s/%d", p.rule, count[p.rule]), func(t *testing.T) {
			in, r := judged(t, p.sample, audit.Options{})
			checkFigures(t, r)
			checkLimits(t, r)
			checkEvidence(t, in, r)
			checkContradictions(t, in, r)
			if slices.ContainsFunc(r.Findings,
				func(f audit.Finding) bool { return f.Rule == p.rule || f.Rule == closer[p.rule] }) {
				return
			}
			for _, f := range r.Findings {
				t.Logf("found %s: %+v", f.ID(), f.Measures)
			}
			t.Errorf("not found in a table with keys such as %.60q", p.sample.Key(p.sample.Rows()/2))
		})
	}
}
