package audit_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/golden"
	"tabletop/model/audit"
	"tabletop/model/sample"
)

// share makes yes of the rows of a good table whose number, dealt out evenly, is below n of a thousand.
func share(n int, change func(i int, r *row)) []row {
	return with(1000, func(i int, r *row) {
		if i*619%1000 < n {
			change(i, r)
		}
	})
}

// extra adds cells to a row.
func extra(cells ...cell) func(int, *row) {
	return func(_ int, r *row) {
		for _, c := range cells {
			c.at = r.cells[0].at
			r.cells = append(r.cells, c)
		}
	}
}

// TestStrengths makes each fault weaker and stronger: below the limit nothing is found, above it what the limit says.
func TestStrengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	noise := func(_ int, r *row) {
		b := make([]byte, 9+rng.IntN(20))
		for j := range b {
			b[j] = byte(rng.Uint32())
		}
		r.key = string(b)
	}
	first := func(_ int, r *row) { r.key = "t" + r.key[9:] }
	families := func(n int) []sample.Family {
		out := []sample.Family{one("m")}
		for i := range n - 1 {
			out = append(out, one(fmt.Sprint("f", i)))
		}
		return out
	}
	sized := func(n int) *sample.Sample {
		b := sample.NewBuilder(0)
		b.Row([]byte("a"))
		b.CellPrefix("m", []byte("v"), now.UnixMicro(), n, []byte("x"))
		return sample.Assemble(sample.Table{Name: "t", Families: families(1)},
			sample.Provenance{Strategy: sample.Everything, Complete: true, Started: now, RowShare: 1, Filter: 1},
			[]*sample.Builder{b})
	}
	hex16 := func(i int) string { return hex.EncodeToString([]byte(fmt.Sprintf("%08d", i*7919))) }
	both := []string{goodTemplate, "t{at:ms}"}
	reports := golden.Open(t, "testdata/strengths.txt", *update)
	besides := others{}
	cases := []struct {
		name, rule string
		want       audit.Severity // empty is not found
		sample     *sample.Sample
		templates  []string
		tables     []string
	}{
		{"3% noise", "key-unexplained", "", table(share(30, noise), one("m")), both[:1], nil},
		{"20% noise", "key-unexplained", audit.Warning, table(share(200, noise), one("m")), both[:1], nil},
		{"3% time", "time-first", "", table(share(30, first), one("m")), both, nil},
		{"20% time", "time-first", audit.Warning, table(share(200, first), one("m")), both, nil},
		{"80% time", "time-first", audit.Error, table(share(800, first), one("m")), both, nil},
		{"110 bytes", "key-long", "", table(with(50, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", 87) }),
			one("m")), []string{goodTemplate + "#{x}"}, nil},
		{"1,000 bytes", "key-long", audit.Note,
			table(with(50, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", 970) }), one("m")),
			[]string{goodTemplate + "#{x}"}, nil},
		{"1,100 bytes", "key-long", audit.Warning,
			table(with(50, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", 1100) }), one("m")),
			[]string{goodTemplate + "#{x}"}, nil},
		{"10% null", "placeholders", "", table(with(1000, func(i int, r *row) {
			extra(cell{family: "m", qualifier: "x", value: []string{"null", hex16(i)}[min(1, i%10)]})(i, r)
		}), one("m")), both[:1], nil},
		{"50% null", "placeholders", audit.Warning, table(with(1000, func(i int, r *row) {
			extra(cell{family: "m", qualifier: "x", value: []string{"null", hex16(i)}[i%2]})(i, r)
		}), one("m")), both[:1], nil},
		{"100 families", "families-many", "", table(readings(50, good), families(100)...), both[:1], nil},
		{"101 families", "families-many", audit.Warning, table(readings(50, good), families(101)...), both[:1], nil},
		{"name of 15", "family-name-long", "", table(share(1000, extra(cell{"measurements_of", "x", now, "1"})),
			one("m"), versions("measurements_of", 2)), both[:1], nil},
		{"name of 16", "family-name-long", audit.Warning,
			table(share(1000, extra(cell{"measurements_of_", "x", now, "1"})), one("m"),
				versions("measurements_of_", 2)), both[:1], nil},
		{"qualifier of 256", "qualifier-long", "",
			table(share(1000, extra(cell{"m", strings.Repeat("q", 256), now, "1"})), one("m")), both[:1], nil},
		{"qualifier of 257", "qualifier-long", audit.Warning,
			table(share(1000, extra(cell{"m", strings.Repeat("q", 257), now, "1"})), one("m")), both[:1], nil},
		{"row of 99 MB", "row-large", "", sized(99e6), nil, nil},
		{"row of 101 MB", "row-large", audit.Warning, sized(101e6), nil, nil},
		{"row of 255 MiB", "row-large", audit.Warning, sized(255 << 20), nil, nil},
		{"row of 257 MiB", "row-large", audit.Error, sized(257 << 20), nil, nil},
		{"cell of 9.9 MB", "cell-large", "", sized(99e5), nil, nil},
		{"cell of 11 MB", "cell-large", audit.Warning, sized(11e6), nil, nil},
		{"15 versions", "row-overwritten", "", table(byDevice(60, func(d int) []cell {
			return often(15, 10*time.Second, func(i int) string { return fmt.Sprint(i * d % 97) })
		}), versions("m", 100)), nil, nil},
		{"30 versions, for which the advisor keeps the layout", "row-overwritten", audit.Note,
			table(byDevice(60, func(d int) []cell {
				return often(30, 10*time.Second, func(i int) string { return fmt.Sprint(i * d % 97) })
			}), versions("m", 100)), nil, nil},
		{"100 versions", "row-overwritten", audit.Warning, table(byDevice(60, func(d int) []cell {
			return often(100, 10*time.Second, func(i int) string { return fmt.Sprint(i * d % 97) })
		}), versions("m", 100)), nil, nil},
		{"two seconds apart", "write-rate", "", table(byDevice(60, func(d int) []cell {
			return often(15, 2*time.Second, func(i int) string { return fmt.Sprint(i * d % 97) })
		}), versions("m", 100)), nil, nil},
		{"half a second apart", "write-rate", audit.Warning, table(byDevice(60, func(d int) []cell {
			return often(15, time.Second/2, func(i int) string { return fmt.Sprint(i * d % 97) })
		}), versions("m", 100)), nil, nil},
		{"at no real times", "write-rate", "", table(byDevice(60, func(d int) []cell {
			cells := often(15, time.Millisecond, func(i int) string { return fmt.Sprint(i * d % 97) })
			for i := range cells {
				cells[i].at = time.UnixMilli(int64(len(cells) - i)) // a count, not a clock
			}
			return cells
		}), versions("m", 100)), nil, nil},
		{"two versions of ten", "versions-unlimited", "", table(byDevice(60, func(d int) []cell {
			if d%20 > 0 {
				return often(1, time.Hour, func(int) string { return fmt.Sprint(d) })
			}
			return often(2, time.Hour, func(i int) string { return fmt.Sprint(i) })
		}), sample.Family{Name: "m"}), nil, nil},
		{"two years", "table-per-period", "", named(table(readings(50, good), one("m")), "log_2024"), both[:1],
			[]string{"log_2024", "log_2025"}},
		{"three years", "table-per-period", audit.Warning, named(table(readings(50, good), one("m")), "log_2024"),
			both[:1], []string{"log_2024", "log_2025", "log_2026"}},
		{"a tablet of 40%", "tablet-hot", audit.Note, hotTable(0.4), both[:1], nil},
		{"a tablet of 60%", "tablet-hot", audit.Warning, hotTable(0.6), both[:1], nil},
	}
	for _, tt := range cases {
		t.Run(tt.rule+"/"+tt.name, func(t *testing.T) {
			r := audited(t, tt.sample, audit.Options{Neighbors: neighbors(tt.sample, tt.tables...)}, tt.templates...)
			checkFigures(t, r)
			reports.Check(t, t.Name(), besides.written(r, tt.rule))
			var got audit.Severity
			if i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == tt.rule }); i >= 0 {
				got = r.Findings[i].Severity
			} else if !slices.Contains(r.Passed, tt.rule) {
				t.Errorf("it was not judged: %v", r.Skipped)
			}
			if got != tt.want {
				t.Errorf("it is %q, not %q", got, tt.want)
			}
		})
	}
	besides.check(t, reports, len(cases))
}

// TestFewRowsJudgeNothing verifies that with a handful of rows, or the first ones only, every rule on shares states
// that it cannot judge, and only those do that look at what is there.
func TestFewRowsJudgeNothing(t *testing.T) {
	facts := []string{"key-long", "timestamps-artificial", "qualifier-long", "row-large", "row-unreadable",
		"cell-large", "families-many", "family-name-long",
		"retention-mixed", "versions-unlimited", "personal-data", "table-per-period", "tables-alike", "tablet-hot"}
	head := table(readings(300, good), one("m"))
	head.How.Strategy, head.How.Complete = sample.Head, false
	for name, s := range map[string]*sample.Sample{"7 rows": table(readings(7, good), one("m")), "first rows": head} {
		r := audited(t, s, audit.Options{Neighbors: []sample.Table{}}, goodTemplate)
		var unjudged []string
		for _, u := range r.Skipped {
			if u.Rule == "tables-many" {
				continue // of no table alone, however many rows there are
			}
			unjudged = append(unjudged, u.Rule)
			if u.Reason == "" || slices.Contains(facts, u.Rule) {
				t.Errorf("%s: %s did not judge: %q", name, u.Rule, u.Reason)
			}
		}
		if len(unjudged)+len(facts)+1 != len(audit.Rules()) {
			t.Errorf("%s: %d rules did not judge: %v", name, len(unjudged), unjudged)
		}
	}
}

// TestEvidenceIsOverTheLimit verifies that the evidence of large rows and cells is over the limit, and nothing of its
// very size.
func TestEvidenceIsOverTheLimit(t *testing.T) {
	for rule, limit := range map[string]int{"cell-large": 10e6, "row-large": 100e6} {
		b := sample.NewBuilder(0)
		for i, over := range []int{0, 1, -1, 2} {
			b.Row(fmt.Appendf(nil, "%d", i))
			size := limit + over
			if rule == "row-large" {
				size -= 1 + len("m") + len("v") + 8 // see sample.RowBytes
			}
			b.CellPrefix("m", []byte("v"), now.UnixMicro(), size, []byte("x"))
		}
		s := sample.Assemble(sample.Table{Name: "t", Families: []sample.Family{one("m")}},
			sample.Provenance{Strategy: sample.Everything, Complete: true, Started: now, RowShare: 1, Filter: 1},
			[]*sample.Builder{b})
		var keys []string
		for _, f := range audited(t, s, audit.Options{}).Findings {
			if f.Rule == rule {
				for _, e := range f.Evidence {
					if e.Column == nil {
						keys = append(keys, string(e.Key))
					}
				}
			}
		}
		slices.Sort(keys)
		if !slices.Equal(keys, []string{"1", "3"}) {
			t.Errorf("%s: the evidence is %q, where the first row has %d bytes; want rows 1 and 3", rule, keys, s.RowBytes(0))
		}
	}
}
