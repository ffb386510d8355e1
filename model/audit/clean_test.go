package audit_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/sample"
)

// cleans are tables of different designs without a fault.
func cleans() map[string]*sample.Sample {
	out := map[string]*sample.Sample{}
	for _, add := range []func(map[string]*sample.Sample, *rand.Rand){cleanReadings, cleanBuckets, cleanEntities,
		cleanMixtures} {
		add(out, rand.New(rand.NewPCG(11, 12)))
	}
	return out
}

func maxAge(name string, d time.Duration) sample.Family {
	return sample.Family{Name: name, GC: sample.GCRule{Kind: sample.GCMaxAge, Age: d}}
}

// cleanReadings are tall tables with a row for each reading.
func cleanReadings(out map[string]*sample.Sample, rng *rand.Rand) {
	reading := func(at time.Time) []cell {
		return []cell{{"m", "t", at, fmt.Sprintf("%.1f", rng.Float64()*30)}, {"m", "h", at, fmt.Sprint(rng.IntN(100))}}
	}
	tall := func(n int, span time.Duration, key func(i int, at time.Time) string) []row {
		out := make([]row, n)
		for i := range out {
			at := now.Add(-span / time.Duration(n) * time.Duration(n-i)).Truncate(time.Millisecond)
			out[i] = row{key(i, at), reading(at)}
		}
		return out
	}
	out["text, a day"] = table(tall(3000, day, func(i int, at time.Time) string {
		return "sensor#" + word(rng.IntN(200)) + "#" + fmt.Sprint(at.UnixMilli())
	}), one("m"))
	out["text, a year"] = table(tall(3000, year, func(i int, at time.Time) string {
		return word(rng.IntN(400)) + "/" + at.Format("20060102") + "/" + hash(i)
	}), maxAge("m", 3*year))
	out["region, device, reversed time"] = table(tall(3000, 90*day, func(i int, at time.Time) string {
		d := rng.IntN(300)
		return []string{"eu-west", "us-east", "ap-south"}[d%3] + "#" + hash(d) + "#" +
			fmt.Sprint((1<<63-1)-at.UnixMilli())
	}), one("m"))
	out["binary numbers"] = table(tall(2000, 30*day, func(i int, at time.Time) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(rng.IntN(200))*17+100_000)) + be64(at.UnixMilli())
	}), one("m"))
	salted := tall(3000, 60*day, func(i int, at time.Time) string {
		u := word(rng.IntN(500))
		return fmt.Sprintf("%02d#%s#%d", crc32.ChecksumIEEE([]byte(u))%16, u, at.UnixMilli())
	})
	out["salted"] = table(salted, one("m"))
}

// cleanEntities are tables with a row for each entity.
func cleanEntities(out map[string]*sample.Sample, rng *rand.Rand) {
	// users with profiles, tall without time
	users := make([]row, 1500)
	for i := range users {
		at := now.Add(-time.Duration(rng.IntN(300*24)) * time.Hour)
		users[i] = row{"user#" + hash(i), []cell{{"p", "name", at, word(i) + " " + word(i*3)},
			{"p", "city", at, word(i % 50)}, {"p", "born", at, fmt.Sprint(1950 + i%60)}}}
	}
	out["profiles"] = table(users, one("p"))
	out["profiles by name"] = table(func() []row {
		r := make([]row, 800)
		for i := range r {
			at := now.Add(-time.Duration(i) * time.Second / 100) // one load
			r[i] = row{fmt.Sprintf("%s-%s", word(i), word(i*31+7)), []cell{{"p", "v", at, word(i * 5)}}}
		}
		return r
	}(), one("p"))
}

// cleanBuckets are tables with a row for a day or a week, or for a person and all friends.
func cleanBuckets(out map[string]*sample.Sample, rng *rand.Rand) {
	// wide: a row a device and day, a column for each quarter hour
	var wide []row
	for d := range 40 {
		for k := range 20 {
			at := now.Add(-time.Duration(20-k) * day).Truncate(day)
			var cells []cell
			for q := range 96 {
				cells = append(cells, cell{"q", fmt.Sprintf("%02d%02d", q/4, q%4*15),
					at.Add(time.Duration(q) * 15 * time.Minute), fmt.Sprint(rng.IntN(900))})
			}
			wide = append(wide, row{fmt.Sprintf("%s#%s", hash(d), at.Format("20060102")), cells})
		}
	}
	out["wide, a row a day"] = table(wide, one("q"))
	// week buckets with versions
	var cellsOf []row
	for d := range 30 {
		for w := range 4 {
			at := now.Add(-time.Duration(4-w) * 7 * day)
			var cells []cell
			for q := range 150 {
				cells = append(cells, cell{"q", "p", at.Add(time.Duration(q) * time.Hour), fmt.Sprint(rng.IntN(900))})
			}
			_, wk := at.ISOWeek()
			cellsOf = append(cellsOf, row{fmt.Sprintf("%s#2026w%02d", hash(d), wk), cells})
		}
	}
	out["week, a cell an event"] = table(cellsOf, maxAge("q", 90*day))
	// friends as qualifiers
	var friends []row
	for i := range 400 {
		var cells []cell
		for j := range 5 + rng.IntN(40) {
			cells = append(cells, cell{"f", word(j*37 + i), now.Add(-time.Duration(rng.IntN(9000)) * time.Hour), "1"})
		}
		friends = append(friends, row{word(i) + "." + word(i*17+3), cells})
	}
	out["friends"] = table(friends, one("f"))
}

// cleanMixtures are tables of pages, documents, several kinds and loads.
func cleanMixtures(out map[string]*sample.Sample, rng *rand.Rand) {
	// domains reversed with pages
	var pages []row
	for i := range 1500 {
		o := rng.IntN(300)
		at := now.Add(-time.Duration(rng.IntN(90*24)) * time.Hour)
		pages = append(pages,
			row{"com." + word(o) + "." + pick(rng, "www", "mail", "api") + "/" + word(i) + "/" + word(i*3),
				[]cell{{"c", "html", at, strings.Repeat(word(i), 20)}, {"c", "lang", at, pick(rng, "en", "fr", "de")}}})
	}
	out["pages"] = table(pages, one("c"))
	// documents, json
	var docs []row
	for i := range 900 {
		at := now.Add(-time.Duration(rng.IntN(200*24)) * time.Hour)
		docs = append(docs, row{"order#" + hash(rng.IntN(300)) + "#" + at.Format("20060102150405"),
			[]cell{{"j", "doc", at, fmt.Sprintf(`{"id":%d,"sku":"%s","qty":%d}`, i, word(i), rng.IntN(9))}}})
	}
	out["documents"] = table(docs, maxAge("j", year))
	// two families read apart; a tenant first
	var ten []row
	for i := range 1500 {
		at := now.Add(-time.Duration(rng.IntN(60*24*60)) * time.Minute)
		cells := []cell{{"a", "v", at, fmt.Sprint(i)}}
		if i%3 == 0 {
			cells = append(cells, cell{"b", "note", at.Add(5 * time.Hour), word(i)})
		}
		ten = append(ten, row{fmt.Sprintf("%s#%s#%d", word(rng.IntN(60)), hash(rng.IntN(400)), at.UnixMilli()), cells})
	}
	out["tenants"] = table(ten, versions("a", 2), one("b"))
	// uuid keys v4
	var uu []row
	for i := range 700 {
		at := now.Add(-time.Duration(rng.IntN(60*24*60)) * time.Minute)
		uu = append(uu, row{fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", rng.Uint32(), rng.IntN(65536), rng.IntN(4096),
			rng.IntN(4096), rng.Uint64()>>16), []cell{{"a", "v", at, fmt.Sprint(i)}}})
	}
	out["uuids"] = table(uu, one("a"))
	// mixed kinds
	var mix []row
	for i := range 1200 {
		at := now.Add(-time.Duration(rng.IntN(60*24*60)) * time.Minute)
		u := hash(rng.IntN(200))
		if i%4 == 0 {
			mix = append(mix, row{"acct:" + hash(i), []cell{{"a", "mail", at, word(i)}}})
		} else {
			mix = append(mix, row{"ev:" + u + ":" + fmt.Sprint(at.UnixMilli()),
				[]cell{{"a", "kind", at, pick(rng, "open", "click")}}})
		}
	}
	out["mixed kinds"] = table(mix, one("a"))
	// loaded in key order, by hand
	var loaded []row
	for d := range 100 {
		for k := range 10 {
			loaded = append(loaded,
				row{fmt.Sprintf("%s#%d", hash(d), now.Add(-time.Duration(k*7+d)*time.Hour).UnixMilli()), nil})
		}
	}
	for i := range loaded {
		loaded[i].cells = nil
	}
	l := table(loaded, one("a"))
	var again []row
	for i := range l.Rows() {
		at := now.Add(-20*time.Second + time.Duration(i)*10*time.Millisecond)
		again = append(again, row{string(l.Key(i)), []cell{{"a", "v", at, fmt.Sprint(i)}}})
	}
	out["loaded in order"] = table(again, one("a"))
	// few versions kept, counters in aggregate
	var agg []row
	for i := range 500 {
		var cells []cell
		for v := range 3 {
			cells = append(cells, cell{"s", "state", now.Add(-time.Duration(v*30+rng.IntN(500)) * time.Hour),
				pick(rng, "open", "paid", "sent")})
		}
		agg = append(agg, row{"inv-" + hash(i), cells})
	}
	out["states"] = table(agg, versions("s", 3))
}

// TestClean finds nothing wrong with tables of many designs that are laid out as advised. Notes are expected where a
// way of storing has a price.
func TestClean(t *testing.T) {
	notes := map[string][]string{"binary numbers": {"key-binary"}, "salted": {"salted"}, "uuids": {"hash-first"}}
	for name, s := range cleans() {
		t.Run(name, func(t *testing.T) {
			r := audited(t, s, audit.Options{Neighbors: neighbors(s, "readings", "users")})
			checkFigures(t, r)
			for _, f := range r.Findings {
				if f.Severity != audit.Note || !slices.Contains(notes[name], f.Rule) {
					t.Errorf("%s %s: %+v", f.Severity, f.ID(), f.Measures)
				}
			}
			if len(r.Open()) > 0 {
				t.Errorf("not judged: %v", r.Skipped)
			}
		})
	}
}
