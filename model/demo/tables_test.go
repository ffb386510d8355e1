package demo_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/demo"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// noon is the moment at which the tests look: a Friday. late is another, on a Sunday before sunrise.
func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
func late() time.Time { return time.Date(2027, 1, 3, 0, 7, 1, 0, time.UTC) }

// TestTables verifies every table of every tenth demo, with TABLETOP_SLOW=1 of all.
func TestTables(t *testing.T) {
	slow := slowtest.On()
	for i, d := range demo.All() {
		if !slow && i%14 != 7 {
			continue
		}
		for _, table := range d.Tables {
			t.Run(d.Name+"/"+table.Name, func(t *testing.T) {
				rows := table.First(noon(), math.MaxInt)
				const some = 3_000 // rows are generated independently: if these are the same, all are
				if digest(rows[:min(some, len(rows))]) != digest(table.First(noon(), some)) {
					t.Error("the same moment gave different rows")
				}
				if digest(rows[:min(some, len(rows))]) == digest(table.First(late(), some)) {
					t.Error("the rows are the same at two times: nothing depends on now")
				}
				sound(t, table, rows, noon())
				if slow {
					sound(t, table, table.First(late(), math.MaxInt), late())
				}
				spread(t, rows)
				decodes(t, table, rows)
				wasteful(t, table)
				for _, prefix := range documented()[table.Name] {
					if !slices.ContainsFunc(rows, func(r demo.Row) bool {
						return bytes.HasPrefix(r.Key,
							[]byte(prefix))
					}) {
						t.Errorf("no key begins with %q", prefix)
					}
				}
			})
		}
	}
}

// digest is a sum of all rows in the order they come.
func digest(rows []demo.Row) uint64 {
	h := fnv.New64a()
	var b []byte
	for _, r := range rows {
		b = append(b[:0], r.Key...)
		for _, c := range r.Cells {
			b = append(append(append(b, c.Family...), 0), c.Qualifier...)
			b = append(binary.BigEndian.AppendUint64(b, uint64(c.Micros)), c.Value...)
		}
		h.Write(b)
	}
	return h.Sum64()
}

// sound checks that keys differ, cells of a row differ, families are declared, times are whole milliseconds that are
// past, and the number of rows is about what the registry says.
func sound(t *testing.T, table demo.Table, rows []demo.Row, now time.Time) {
	if math.Abs(float64(len(rows)-table.Rows)) > 0.02*float64(table.Rows) {
		t.Errorf("%d rows at %v, said to be about %d", len(rows), now, table.Rows)
	}
	keys, used := make(map[string]bool, len(rows)), map[string]bool{}
	declared := sample.Table{Families: table.Families}
	for _, r := range rows {
		if keys[string(r.Key)] || len(r.Cells) == 0 {
			t.Fatalf("key %q comes twice or has no cells", r.Key)
		}
		keys[string(r.Key)] = true
		cells := slices.Clone(r.Cells)
		slices.SortFunc(cells, compareCells)
		for i, c := range cells {
			if i > 0 && compareCells(cells[i-1], c) == 0 {
				t.Fatalf("row %q has two cells %s:%s at %d µs", r.Key, c.Family, c.Qualifier, c.Micros)
			}
			if _, ok := declared.Family(c.Family); !ok {
				t.Fatalf("row %q has a cell in %q, which the table does not declare", r.Key, c.Family)
			}
			used[c.Family] = true
			if age := now.UnixMicro() - c.Micros; c.Micros%1000 != 0 || age < 0 ||
				age > 10*365*24*time.Hour.Microseconds() {
				t.Fatalf("row %q has a cell %s:%s at %d µs, %v before now", r.Key, c.Family, c.Qualifier, c.Micros,
					time.Duration(age)*time.Microsecond)
			}
		}
	}
	if len(used) != len(table.Families) {
		t.Errorf("only the families %v are used", used)
	}
}

func compareCells(a, b demo.Cell) int {
	if c := strings.Compare(a.Family, b.Family); c != 0 {
		return c
	}
	if c := strings.Compare(a.Qualifier, b.Qualifier); c != 0 {
		return c
	}
	return cmp.Compare(b.Micros, a.Micros)
}

// spread checks that the first rows are a fair picture of the table: they are shown while the others are loading.
func spread(t *testing.T, rows []demo.Row) {
	if len(rows) < 1000 {
		return
	}
	var keys [][]byte
	for _, r := range rows {
		keys = append(keys, r.Key)
	}
	first := slices.Clone(keys[:len(keys)/10])
	slices.SortFunc(keys, bytes.Compare)
	inTenth := make([]int, 10)
	for _, k := range first {
		at, _ := slices.BinarySearchFunc(keys, k, bytes.Compare)
		inTenth[at*10/len(keys)]++
	}
	for i, n := range inTenth {
		if share := float64(n) / float64(len(first)); share < 0.05 || share > 0.2 {
			t.Errorf("%.0f%% of the first tenth of the rows are in tenth %d of the table", 100*share, i+1)
		}
	}
}

// decodes checks that every key is one of the declared template, and comes back from its segments.
func decodes(t *testing.T, table demo.Table, rows []demo.Row) {
	layout, err := rowkey.Parse(table.Key)
	if err != nil {
		t.Fatal(err)
	}
	if layout.String() != table.Key && layout.String() != strings.ReplaceAll(table.Key, ":text}", "}") {
		t.Errorf("the template %s is written %s", table.Key, layout)
	}
	var spans []rowkey.Span
	var back []byte
	for _, r := range rows {
		if spans, err = layout.Decode(spans[:0], r.Key); err != nil {
			t.Fatalf("key %q is not of %s: %v", r.Key, table.Key, err)
		}
		if len(spans) != len(layout.Segments()) {
			t.Fatalf("key %q has %d segments of %d", r.Key, len(spans), len(layout.Segments()))
		}
		if back, err = layout.Encode(back[:0], spans); err != nil || !bytes.Equal(back, r.Key) {
			t.Fatalf("key %q comes back as %q, %v", r.Key, back, err)
		}
	}
}

// wasteful checks that some of what is stored is eligible for garbage collection, and not all; and that the table which
// is there to show garbage is nearly all garbage. Sums need no collection.
func wasteful(t *testing.T, table demo.Table) {
	s := demotest.Table(table, noon(), math.MaxInt)
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	waste, err := retention.NewEvaluator(s, noon()).Garbage(context.Background(), retention.CurrentRules(&s.Table))
	if err != nil {
		t.Fatal(err)
	}
	share := float64(waste.Total.Eligible.Bytes) / float64(waste.Total.Stored.Bytes)
	t.Logf("%d rows, %d cells, %.1f MB, %.1f%% waste", s.Rows(), s.NumCells(), float64(s.Bytes())/1e6, 100*share)
	low, high := 0.002, 0.8
	switch table.Name {
	case "wins":
		low, high = 0, 0
	case "memusage_latest":
		low, high = 0.98, 1
	case "plays_by_day", "CURRENT_METRIC":
		low, high = 0.8, 0.95
	}
	if share < low || share > high {
		t.Errorf("%.2f%% of the bytes are waste, want %.1f to %.0f%%", 100*share, 100*low, 100*high)
	}
}

// documented lists how keys of the documentation's examples begin, by table; dates are those of noon.
func documented() map[string][]string {
	return map[string][]string{
		"devices": {"phone#4c410523#2026", "tablet#a0b81f74#2026"},
		"places": {"asia#india#bangalore", "asia#india#mumbai", "asia#japan#osaka",
			"southamerica#bolivia#lapaz", "southamerica#chile#temuco"},
		"purchases":        {"altostrat#phone#", "altostrat#tablet#", "examplepetstore#phone#"},
		"machines":         {"machine_4223421#17"},
		"memusage":         {"4c410523#memusage#17"},
		"memusage_latest":  {"4c410523#memusage"},
		"domains":          {"com.google.drive", "com.google.maps", "org.wikipedia.en"},
		"hostnames":        {"drive.google.com", "maps.google.com", "en.wikipedia.org"},
		"friends":          {"Jose", "Sofia"},
		"friend_rows":      {"Jose#1", "Jose#2", "Sofia#3"},
		"minute_rows":      {"us-west2#3698#2026-"},
		"week_cells":       {"us-west2#3698#week"},
		"week_columns":     {"us-west2#3698#pressure#week"},
		"mornings":         {"VEGGIEGARDEN#20261101"},
		"months":           {"VEGGIEGARDEN#20261001"},
		"closings":         {"ZXZZT#202611"},
		"plays":            {"LoL#Corrie#2026", "LoL#Jo#2026", "Starcraft#"},
		"plays_by_day":     {"LoL#2026"},
		"battery_by_user":  {"BATTERY#Corrie#2026", "BATTERY#Sam#2026"},
		"battery_salted":   {"BATTERY#1#2026", "BATTERY#2#2026"},
		"battery_by_time":  {"BATTERY#2026"},
		"QUOTE":            {"NASDAQ#ZXZZT#17"},
		"TRADE":            {"NASDAQ#ZXZZT#17"},
		"METRIC":           {"server1.bbb.com#17"},
		"CURRENT_METRIC":   {"server1.bbb.com"},
		"SENSOR":           {"0000987654#20261120"},
		"SENSOR_YYYYMMDD":  {"0000987654#20261119"},
		"SENSOR_DAY_FIRST": {"20261120#0000987654"},
	}
}
