package audit_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/golden"
	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

type cell struct {
	family, qualifier string
	at                time.Time
	value             string
}

type row struct {
	key   string
	cells []cell
}

// table makes a complete sample of rows in any order; cells of a row come sorted as the service sends them.
func table(rows []row, families ...sample.Family) *sample.Sample {
	return tableOf(sample.Table{Source: "p/i/t", Name: "t", Families: families}, rows)
}

func tableOf(t sample.Table, rows []row) *sample.Sample {
	t.HotKnown = true
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.key, b.key) })
	b := sample.NewBuilder(0)
	last := "\xff\xff"
	for _, r := range rows {
		if r.key == last {
			continue
		}
		last = r.key
		b.Row([]byte(r.key))
		slices.SortFunc(r.cells, func(x, y cell) int {
			return cmp.Or(strings.Compare(x.family, y.family), strings.Compare(x.qualifier, y.qualifier),
				y.at.Compare(x.at))
		})
		for _, c := range r.cells {
			b.Cell(c.family, []byte(c.qualifier), c.at.UnixMicro(), []byte(c.value))
		}
	}
	return sample.Assemble(t, sample.Provenance{Strategy: sample.Everything, Complete: true, Started: now, RowShare: 1,
		Filter: 1}, []*sample.Builder{b})
}

func one(name string) sample.Family {
	return sample.Family{Name: name, GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}
}

func versions(name string, n int) sample.Family {
	return sample.Family{Name: name, GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: n}}
}

// readings are n rows of 50 devices over 30 days, with keys that key makes.
func readings(n int, key func(i int, device int, at time.Time) string) []row {
	rng := rand.New(rand.NewPCG(7, 8))
	rows := make([]row, n)
	for i := range rows {
		at := now.Add(-time.Duration(n-i) * 30 * 24 * time.Hour / time.Duration(n))
		rows[i] = row{key(i, rng.IntN(50), at), []cell{{"m", "temp", at, fmt.Sprintf("%.2f", rng.Float64()*40)},
			{"m", "hum", at, fmt.Sprint(rng.IntN(100))}}}
	}
	return rows
}

func good(i, device int, at time.Time) string {
	return fmt.Sprintf("%08x#%d", uint32(device+1)*2654435761, at.UnixMilli())
}

// with changes every row of readings that have the good key.
func with(n int, change func(i int, r *row)) []row {
	rows := readings(n, good)
	for i := range rows {
		change(i, &rows[i])
	}
	return rows
}

// neighbors are tables beside that of s, with the same families.
func neighbors(s *sample.Sample, names ...string) []sample.Table {
	out := []sample.Table{}
	for _, name := range names {
		if name != s.Table.Name {
			out = append(out, sample.Table{Name: name, Families: s.Table.Families})
		}
	}
	return out
}

// named is a sample whose table has another name.
func named(s *sample.Sample, name string) *sample.Sample {
	s.Table.Name = name
	return s
}

type planted struct {
	rule      string
	severity  audit.Severity
	sample    *sample.Sample
	tables    []string
	templates []string
}

func byDevice(n int, cells func(device int) []cell) []row {
	rows := make([]row, n)
	for i := range rows {
		rows[i] = row{fmt.Sprintf("%08x", uint32(i+1)*2654435761), cells(i)}
	}
	return rows
}

// often are versions of one column, step apart.
func often(n int, step time.Duration, value func(i int) string) []cell {
	var out []cell
	for i := range n {
		out = append(out, cell{"m", "v", now.Add(-time.Duration(i) * step), value(i)})
	}
	return out
}

// hotTable is a table of which the service states that a tablet in its middle took a share of a node's CPU.
func hotTable(cpu float64) *sample.Sample {
	rows := readings(200, good)
	s := table(rows, one("m"))
	s.Table.Hot = []sample.HotTablet{{Start: []byte(rows[50].key), End: []byte(rows[60].key), From: now.Add(-time.Hour),
		Until: now, NodeCPU: cpu}}
	return s
}

// attributes are a row for each attribute of n entities.
func attributes(n int, names ...string) []row {
	var rows []row
	for i := range n {
		for _, name := range names {
			rows = append(rows, row{fmt.Sprintf("%08x#%s", uint32(i+1)*2654435761, name),
				[]cell{{"m", "v", now.Add(-time.Duration(i) * time.Hour), fmt.Sprint(i, name)}}})
		}
	}
	return rows
}

const goodTemplate = "{device:hex(8)}#{at:ms}"

func plantedKeys() []planted {
	hosts := func(n int, owner func(i int) string) []row {
		rows := make([]row, n)
		for i := range rows {
			rows[i] = row{fmt.Sprintf("h%d.%s", i, owner(i)),
				[]cell{{"m", "v", now.Add(-time.Duration(i*7919%n) * time.Minute), "x"}}}
		}
		return rows
	}
	reversed := hosts(300, func(i int) string { return fmt.Sprintf("shop%d.com", i%3) })
	for i := range reversed {
		l := strings.Split(reversed[i].key, ".")
		slices.Reverse(l)
		reversed[i].key = strings.Join(l, ".")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	noise := with(400, func(i int, r *row) {
		if i%4 == 0 {
			b := make([]byte, 5+rng.IntN(20))
			for j := range b {
				b[j] = byte(rng.Uint32())
			}
			r.key = string(b)
		}
	})
	schema := sample.Table{Name: "t", Families: []sample.Family{one("m")},
		KeySchema: &rowkey.Schema{Encoding: rowkey.DelimitedBytes, Delimiter: []byte("#"),
			Fields: []rowkey.SchemaField{{Name: "a", Type: "string", Encoding: "utf8"},
				{Name: "b", Type: "string", Encoding: "utf8"}, {Name: "c", Type: "string", Encoding: "utf8"}}}}
	return []planted{
		{rule: "key-unexplained", severity: audit.Warning, sample: table(noise, one("m")),
			templates: []string{goodTemplate}},
		{rule: "key-undelimited", severity: audit.Note,
			sample: table(readings(400, func(i, d int, at time.Time) string {
				return []string{"phone", "tablet"}[d%2] + fmt.Sprintf("%08x", uint32(d+1)*2654435761) +
					at.Format("20060102150405")
			}), one("m")), templates: []string{"{kind:enum(phone, tablet)}{device:hex(8)}{at:date(20060102150405)}"}},
		{rule: "key-long", severity: audit.Warning,
			sample:    table(with(100, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", 2000) }), one("m")),
			templates: []string{goodTemplate + "#{rest}"}},
		{rule: "key-long", severity: audit.Error,
			sample:    table(with(100, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", 4090) }), one("m")),
			templates: []string{goodTemplate + "#{rest}"}},
		{rule: "number-unpadded", severity: audit.Warning,
			sample: table(readings(500, func(i, d int, at time.Time) string {
				return fmt.Sprintf("dev%d#%d#%d", d*7, i%300, at.UnixMilli())
			}), one("m")),
			templates: []string{"dev{device:int}#{n:int}#{at:ms}"}},
		{rule: "date-unsorted", severity: audit.Warning,
			sample: table(readings(500, func(i, d int, at time.Time) string {
				return fmt.Sprintf("%08x#%s", uint32(d%5+1)*2654435761, at.Format("02-01-2006T15:04"))
			}), one("m")), templates: []string{"{device:hex(8)}#{at:date(02-01-2006T15:04)}"}},
		{rule: "case-mixed", severity: audit.Warning,
			sample: table(readings(500, func(i, d int, at time.Time) string {
				country := []string{"DE", "FR", "IT", "de"}[d%4]
				return fmt.Sprintf("%s#%08x#%d", country, uint32(d+1)*2654435761, at.UnixMilli())
			}), one("m")), templates: []string{"{country:enum}#" + goodTemplate}},
		{rule: "number-unpadded", severity: audit.Warning,
			sample: table(readings(500, func(i, d int, _ time.Time) string {
				return fmt.Sprintf("%s@1.%d.%d", word(d), i/20, i%7)
			}), one("m")), templates: []string{"{name}@{version}"}},
		{rule: "personal-data", severity: audit.Warning,
			sample: table(readings(500, func(i, _ int, at time.Time) string {
				return fmt.Sprintf("%s#%d", iban(i, true), at.UnixMilli())
			}), one("m")), templates: []string{"{account}#{at:ms}"}},
		{rule: "formats-mixed", severity: audit.Warning,
			sample: table(readings(1000, func(i, d int, at time.Time) string {
				if i%2 == 0 {
					return fmt.Sprintf("site/%d/%s", d+7, at.Format("2006-01-02T15:04"))
				}
				return fmt.Sprintf("SITE#%06d#%d", d+7, at.UnixMilli())
			}), one("m")),
			templates: []string{"site/{device:int}/{at:date(2006-01-02T15:04)}", "SITE#{device2:pad(6)}#{at2:ms}"}},
		{rule: "number-unpadded", severity: audit.Warning,
			sample: table(readings(500, func(i, d int, at time.Time) string {
				return fmt.Sprintf("%08x#%.1f", uint32(d+1)*2654435761, float64(i%200)/2-40)
			}), one("m")), templates: []string{"{device:hex(8)}#{temperature}"}},
		{rule: "delimiter-in-value", severity: audit.Warning,
			sample: table(readings(800, func(i, d int, at time.Time) string {
				product := fmt.Sprint("lamp ", d)
				if d%10 == 3 {
					product = "set#" + product
				}
				return fmt.Sprintf("shop%d#%s#%d", i%7, product, at.UnixMilli())
			}), one("m")), templates: []string{"{shop}#{product}#{at:ms}"}},
		{rule: "state-in-key", severity: audit.Warning,
			sample: table(readings(800, func(i, d int, at time.Time) string {
				return fmt.Sprintf("%s#%08x", []string{"open", "in_progress", "done"}[d%3], uint32(i+1)*2654435761)
			}), one("m")), templates: []string{"{state:enum}#{task:hex(8)}"}},
		{rule: "key-binary", severity: audit.Warning, sample: table(with(200, func(i int, r *row) {
			r.key = string([]byte{0x80, byte(i % 5), 0, byte(i % 30), 0xff, byte(i % 3)}) + r.key
		}), one("m")), templates: []string{"{flags:bytes(6)}" + goodTemplate}},
		{rule: "key-binary", severity: audit.Note, sample: table(with(200, func(i int, r *row) {
			sum := sha256.Sum256([]byte(r.key)) // of which no notation can be read
			r.key = string(sum[:6]) + r.key
		}), one("m")), templates: []string{"{id:bytes(6)}" + goodTemplate}},
		{rule: "hash-first", severity: audit.Warning, sample: table(with(400, func(_ int, r *row) {
			sum := sha256.Sum256([]byte(r.key))
			r.key = hex.EncodeToString(sum[:16]) + "#" + r.key
		}), one("m"))},
		{rule: "granular-first", severity: audit.Warning,
			sample: table(readings(1000, func(i, d int, at time.Time) string {
				return fmt.Sprintf("%08x#%s#%d", uint32(d+1)*2654435761, []string{"phone", "tablet", "watch"}[d%3],
					at.UnixMilli())
			}), one("m"))},
		{rule: "granular-first", severity: audit.Warning,
			sample: table(readings(1000, func(i, d int, _ time.Time) string {
				return word(i%700) + "#" + word(5000+i%700%6)
			}), one("m")), templates: []string{"{city}#{country}"}},
		{rule: "granular-first", severity: audit.Note, // an id that has one value is no thing of which another is a part
			sample: table(readings(1000, func(i, d int, _ time.Time) string {
				return "u" + hash(i % 700)[:7] + "#" + word(5000+i%700%6)
			}), one("m")), templates: []string{"{user}#{list}"}},
		{rule: "tenant-behind", severity: audit.Warning,
			sample: table(readings(500, func(i, d int, at time.Time) string {
				return fmt.Sprintf("%08x#cust%d#%d", uint32(d+1)*2654435761, i%9, at.UnixMilli())
			}), one("m")), templates: []string{"{device:hex(8)}#{tenant:text}#{at:ms}"}},
		{rule: "domain-forward", severity: audit.Warning,
			sample:    table(hosts(900, func(i int) string { return fmt.Sprintf("company%d.com", i%200) }), one("m")),
			templates: []string{"{host:domain}"}},
		{rule: "domains-few", severity: audit.Warning, sample: table(reversed, one("m")),
			templates: []string{"{host:reverse(domain)}"}},
		{rule: "schema-misfit", severity: audit.Error, sample: tableOf(schema, readings(200, good)),
			templates: []string{goodTemplate}},
		{rule: "personal-data", severity: audit.Warning,
			sample: table(with(200, func(i int, r *row) { r.key = fmt.Sprintf("user%d@example.org#%s", i%40, r.key) }),
				one("m"))},
		{rule: "personal-data", severity: audit.Warning,
			sample: table(with(200, func(i int, r *row) {
				r.key = fmt.Sprintf("%s.%s#%s", strings.Fields("maria peter anna john james")[i%5],
					strings.Fields("smith garcia silva")[i%3], r.key)
			}), one("m")), templates: []string{"{patient}#" + goodTemplate}},
		{rule: "personal-data", severity: audit.Warning,
			sample: table(with(200, func(i int, r *row) { r.key = fmt.Sprintf("%s#+4479460%05d", r.key, i*37) }),
				one("m")), templates: []string{goodTemplate + "#{phone}"}},
	}
}

func plantedTimes() []planted {
	ordered := func(key func(i int, at time.Time) string) []row {
		return readings(3000, func(i, _ int, at time.Time) string { return key(i, at) })
	}
	return []planted{
		{rule: "time-first", severity: audit.Error,
			sample: table(ordered(func(i int, at time.Time) string {
				return fmt.Sprintf("%d#%08x", at.UnixMilli(), i*7919)
			}), one("m"))},
		{rule: "time-first", severity: audit.Error,
			sample: table(ordered(func(i int, at time.Time) string {
				return fmt.Sprintf("%019d#%04x", (1<<63-1)-at.UnixMilli(), i)
			}), one("m"))},
		{rule: "time-first", severity: audit.Error,
			sample: table(ordered(func(i int, at time.Time) string { return fmt.Sprintf("LOG#%d", at.UnixMilli()) }),
				one("m"))},
		{rule: "time-behind-few", severity: audit.Note,
			sample: table(rowsOf(3000, year, func(i int, at time.Time) string {
				return fmt.Sprintf("%s#%s#%s", []string{"acme", "globex", "initech"}[i%7%3], at.Format("2006-01"), hash(i))
			}), one("d"))},
		{rule: "time-behind-few", severity: audit.Warning, sample: table(ordered(func(i int, at time.Time) string {
			return fmt.Sprintf("%s#%s#%06d", []string{"acme", "globex", "initech"}[i%7%3], at.Format("2006-01"), i)
		}), one("m"))},
		{rule: "time-behind-few", severity: audit.Warning, sample: table(ordered(func(i int, at time.Time) string {
			return fmt.Sprintf("%s#%d", []string{"east", "west", "north"}[i%3], at.UnixMilli())
		}), one("m"))},
		{rule: "id-sequential", severity: audit.Warning,
			sample: table(ordered(func(i int, _ time.Time) string { return fmt.Sprintf("%010d", 4000+i) }),
				one("m")),
			templates: []string{"{id:pad(10)}"}},
		{rule: "salted", severity: audit.Note,
			sample: table(ordered(func(i int, at time.Time) string {
				return fmt.Sprintf("%d#%d", i%4, at.UnixMilli())
			}), one("m")), templates: []string{"{salt:salt(4, int)}#{at:ms}"}},
		{rule: "salt-uneven", severity: audit.Warning, sample: table(ordered(func(i int, at time.Time) string {
			user := i * 7919 % 1000
			return fmt.Sprintf("%d#user%03d#%d", max(0, user/50-12), user, at.UnixMilli())
		}), one("m")), templates: []string{"{bucket:int}#{user}#{at:ms}"}},
		{rule: "write-hotspot", severity: audit.Warning, sample: table(byDevice(200, func(d int) []cell {
			n := 2
			if d == 7 {
				n = 1500
			}
			return often(n, 30*24*time.Hour/time.Duration(n), func(i int) string { return fmt.Sprint(i * d % 97) })
		}), versions("m", 2000))},
		{rule: "tablet-hot", severity: audit.Warning, sample: hotTable(0.8)},
		{rule: "tablet-hot", severity: audit.Note, sample: hotTable(0.2)},
		{rule: "entity-split", severity: audit.Note, sample: table(attributes(60, "name", "mail", "city"), one("m")),
			templates: []string{"{who:hex(8)}#{what:enum(name, mail, city)}"}},
		{rule: "row-overwritten", severity: audit.Warning, sample: table(byDevice(60, func(d int) []cell {
			return often(100, 10*time.Second, func(i int) string { return fmt.Sprint(i * d % 97) })
		}), versions("m", 100))},
		{rule: "events-as-versions", severity: audit.Warning, sample: table(byDevice(60, func(d int) []cell {
			return often(100, 24*time.Hour, func(i int) string { return fmt.Sprint(i * d % 97) })
		}), sample.Family{Name: "m"})},
		{rule: "row-unbounded", severity: audit.Warning, sample: table(byDevice(25, func(d int) []cell {
			var out []cell
			for i := range 12_000 {
				out = append(out, cell{"m", fmt.Sprintf("%08x", uint32(i+1)*2654435761),
					now.Add(-time.Duration(i) * time.Hour), "1"})
			}
			return out
		}), one("m"))},
		{rule: "write-rate", severity: audit.Warning, sample: table(byDevice(60, func(d int) []cell {
			return often(20, 200*time.Millisecond, func(i int) string { return fmt.Sprint(i * d % 97) })
		}), versions("m", 20))},
		{rule: "timestamps-artificial", severity: audit.Error,
			sample: table(byDevice(60, func(d int) []cell { return []cell{{"m", "v", time.UnixMicro(0), "x"}} }),
				sample.Family{Name: "m", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 24 * time.Hour}})},
		{rule: "timestamps-artificial", severity: audit.Warning,
			sample: table(byDevice(60, func(d int) []cell {
				return []cell{{"m", "v", time.UnixMicro(now.UnixMilli() - int64(d)*60_000), "x"}}
			}), one("m"))},
		{rule: "versions-unlimited", severity: audit.Warning, sample: table(readings(2000, good),
			sample.Family{Name: "m"})},
		{rule: "counter-plain", severity: audit.Note, sample: table(byDevice(60, func(d int) []cell {
			return often(10, time.Hour,
				func(i int) string { return string(binary.BigEndian.AppendUint64(nil, uint64(1000-i))) })
		}), versions("m", 10))},
		{rule: "versions-repeat", severity: audit.Warning, sample: table(byDevice(60, func(d int) []cell {
			return often(10, time.Hour, func(int) string { return fmt.Sprint("state", d%3) })
		}), versions("m", 10))},
		{rule: "versions-repeat", severity: audit.Note, sample: table(byDevice(60, func(d int) []cell {
			return often(10, time.Hour, func(i int) string {
				return fmt.Sprintf("{%q:%q,%q:%d}", "text", strings.Repeat(fmt.Sprint("word", d), 40), "seen", i)
			})
		}), versions("m", 10))},
		{rule: "policy-idle", severity: audit.Warning, sample: table(byDevice(60, func(d int) []cell {
			return often(40, 24*time.Hour, func(i int) string { return fmt.Sprint(i*d + 3) })
		}), sample.Family{Name: "m", GC: sample.GCRule{Kind: sample.GCIntersection, Children: []sample.GCRule{
			{Kind: sample.GCMaxAge, Age: 7 * 24 * time.Hour}, {Kind: sample.GCMaxVersions, Versions: 1000}}}})},
		{rule: "versions-unlimited", severity: audit.Warning,
			sample: table(byDevice(60,
				func(d int) []cell { return often(5, time.Hour, func(i int) string { return fmt.Sprint(i*d + 3) }) }),
				sample.Family{Name: "m"})},
		{rule: "garbage-kept", severity: audit.Warning, sample: table(byDevice(60, func(d int) []cell {
			return often(5, 30*24*time.Hour, func(i int) string { return fmt.Sprint(i*d + 3) })
		}), one("m"))},
	}
}

// big is a table of one row with one value of n bytes.
func big(n int) *sample.Sample {
	b := sample.NewBuilder(0)
	b.Row([]byte("a"))
	b.CellPrefix("m", []byte("blob"), now.UnixMicro(), n, []byte("x"))
	return sample.Assemble(sample.Table{Name: "t", Families: []sample.Family{one("m")}},
		sample.Provenance{Strategy: sample.Everything, Complete: true, Started: now, RowShare: 1, Filter: 1},
		[]*sample.Builder{b})
}

func plantedColumns() []planted {
	add := func(cells ...func(i int, at time.Time) cell) []row {
		return with(300, func(i int, r *row) {
			at := r.cells[0].at
			for _, c := range cells {
				r.cells = append(r.cells, c(i, at))
			}
		})
	}
	unreadable := table(readings(100, good), one("m"))
	unreadable.How.Unreadable = []sample.Unreadable{{Key: []byte("huge"), Reason: "too large"}}
	families := []sample.Family{one("m")}
	for i := range 120 {
		families = append(families, one(fmt.Sprintf("f%d", i)))
	}
	mixed := with(300, func(i int, r *row) {
		at := r.cells[0].at
		for v := range 10 {
			r.cells = append(r.cells, cell{"m", "name", at.Add(-time.Duration(v) * time.Minute),
				"always the same long name of a device"})
			r.cells = append(r.cells, cell{"m", "level", at.Add(-time.Duration(v) * time.Minute),
				fmt.Sprint(i*v%1013 + 7)})
		}
	})
	return []planted{
		{rule: "columns-many", severity: audit.Warning, sample: table(byDevice(30, func(d int) []cell {
			var out []cell
			for i := range 1500 {
				out = append(out, cell{"m", fmt.Sprintf("field%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676),
					now.Add(-time.Hour), "1"})
			}
			return out
		}), one("m"))},
		{rule: "qualifier-long", severity: audit.Warning,
			sample: table(add(func(_ int, at time.Time) cell { return cell{"m", strings.Repeat("q", 300), at, "x"} }),
				one("m"))},
		{rule: "qualifier-long", severity: audit.Error,
			sample: table(add(func(_ int, at time.Time) cell {
				return cell{"m", strings.Repeat("q", 16<<10), at, "x"}
			}), one("m"))},
		{rule: "names-long", severity: audit.Warning, sample: table(add(func(i int, at time.Time) cell {
			return cell{"m", "CUSTOMER_CELLPHONE_NUMBER_OF_RECORD", at, fmt.Sprint(i)}
		}), one("m"))},
		{rule: "placeholders", severity: audit.Warning, sample: table(add(func(i int, at time.Time) cell {
			return cell{"m", "note", at, []string{"null", "N/A", "broken"}[i%3]}
		}), one("m"))},
		{rule: "placeholders", severity: audit.Warning, sample: table(add(func(i int, at time.Time) cell {
			return cell{"m", "until", at, []string{"9999-12-31", "2026-10-01", "9999-12-31T00:00:00Z"}[i%3]}
		}), one("m"))},
		{rule: "case-mixed", severity: audit.Warning, sample: table(add(func(i int, at time.Time) cell {
			return cell{"m", "state", at, []string{"OPEN", "open", "closed"}[i%3]}
		}), one("m"))},
		{rule: "personal-data", severity: audit.Warning, sample: table(add(func(i int, at time.Time) cell {
			return cell{"m", "card", at, visa(i, true)}
		}), one("m"))},
		{rule: "families-many", severity: audit.Warning, sample: owners(12,
			func(int) []string { return []string{"subject", "priority"} }, func(i int) []int { return []int{i % 12} })},
		{rule: "soft-deletes", severity: audit.Warning, sample: table(add(func(i int, at time.Time) cell {
			return cell{"m", "is_deleted", at, []string{"false", "true", "false"}[i%3]}
		}), one("m"))},
		{rule: "placeholders", severity: audit.Warning, sample: table(readings(500,
			func(i, d int, at time.Time) string {
				device := fmt.Sprintf("%08x", uint32(d+1)*2654435761)
				if d%3 == 0 {
					device = "null"
				}
				return fmt.Sprintf("%s#%d", device, at.UnixMilli())
			}), one("m")), templates: []string{"{device}#{at:ms}"}},
		{rule: "column-repeats-key", severity: audit.Note,
			sample: table(with(300,
				func(_ int, r *row) { r.cells = append(r.cells, cell{"m", "device", r.cells[0].at, r.key[:8]}) }),
				one("m")), templates: []string{goodTemplate}},
		{rule: "row-large", severity: audit.Warning, sample: big(150e6)},
		{rule: "row-large", severity: audit.Error, sample: big(300e6)},
		{rule: "row-unreadable", severity: audit.Error, sample: unreadable},
		{rule: "cell-large", severity: audit.Warning, sample: big(20e6)},
		{rule: "cell-large", severity: audit.Error, sample: big(120e6)},
		{rule: "families-many", severity: audit.Warning, sample: table(readings(100, good), families...)},
		{rule: "family-unused", severity: audit.Warning, sample: table(readings(100, good), one("m"), one("old"))},
		{rule: "family-name-long", severity: audit.Warning,
			sample: table(add(func(_ int, at time.Time) cell { return cell{"measurements_of_devices", "v", at, "x"} }),
				one("m"), versions("measurements_of_devices", 2))},
		{rule: "families-apart", severity: audit.Note,
			sample: table(add(func(_ int, at time.Time) cell { return cell{"n", "v", at, "x"} }), one("m"), one("n"))},
		{rule: "retention-mixed", severity: audit.Warning, sample: table(mixed, versions("m", 10))},
		{rule: "table-per-period", severity: audit.Warning, sample: named(table(readings(100, good), one("m")),
			"log_2025"), tables: []string{"log_2023", "log_2024", "log_2025", "users"}},
		{rule: "table-per-period", severity: audit.Warning, sample: named(table(readings(100, good), one("m")),
			"SENSOR_20261101"), tables: []string{"SENSOR_20261101", "SENSOR_20261102", "SENSOR_20261103"}},
		{rule: "tables-alike", severity: audit.Warning, sample: named(table(readings(100, good), one("m")),
			"orders-acme"), tables: []string{"orders-acme", "orders-bmw", "orders-cisco", "users"}},
	}
}

// TestPlanted plants each fault in a table that is otherwise good, and finds it as grave as it is.
func TestPlanted(t *testing.T) {
	found := map[string]bool{}
	reports := golden.Open(t, "testdata/planted.txt", *update)
	besides := others{}
	cases := slices.Concat(plantedKeys(), plantedTimes(), plantedColumns())
	for _, p := range cases {
		found[p.rule] = true
		t.Run(p.rule+"/"+string(p.severity), func(t *testing.T) {
			in, r := judged(t, p.sample, audit.Options{Neighbors: neighbors(p.sample, p.tables...)}, p.templates...)
			checkEvidence(t, in, r)
			checkContradictions(t, in, r)
			checkFigures(t, r)
			checkLimits(t, r)
			reports.Check(t, t.Name(), besides.written(r, p.rule))
			for _, f := range r.Findings {
				if f.Rule == p.rule {
					if f.Severity != p.severity {
						t.Errorf("it is a %s, not a %s: %+v", f.Severity, p.severity, f.Measures)
					}
					if f.Title == "" || f.Why == "" || f.Fix.Text == "" || len(f.Guidelines) == 0 ||
						len(f.Measures)+len(f.Evidence) == 0 {
						t.Errorf("something is missing: %+v", f)
					}
					return
				}
			}
			for _, f := range r.Findings {
				t.Logf("found %s: %+v", f.ID(), f.Measures)
			}
			t.Errorf("not found; unjudged: %v", r.Skipped)
		})
	}
	besides.check(t, reports, len(cases))
	for _, rule := range audit.Rules() {
		if id := rule.ID; !found[id] && id != "tables-many" { // that is about an instance: TestOfInstance
			t.Errorf("no fault is planted for rule %s", id)
		}
	}
}

// TestHotTablets verifies that what the service measured is evidence of a hotspot that the cells show.
func TestHotTablets(t *testing.T) {
	s := table(readings(3000, func(i, _ int, at time.Time) string {
		return fmt.Sprintf("%d#%08x", at.UnixMilli(), i*7919)
	}), one("m"))
	s.Table.Hot = []sample.HotTablet{{Start: s.Key(2900), From: now.Add(-time.Hour), Until: now, NodeCPU: 0.9}}
	r := audited(t, s, audit.Options{})
	for _, rule := range []string{"time-first", "tablet-hot"} {
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == rule })
		if i < 0 || !slices.ContainsFunc(r.Findings[i].Evidence, func(e audit.Evidence) bool {
			return string(e.Key) == string(s.Key(2900)) && strings.Contains(e.Note, "tablet")
		}) {
			t.Errorf("%s does not tell of the tablet: %+v", rule, r.Findings)
		}
	}
}
