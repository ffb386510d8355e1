package plan

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// rowOf is a row of a test table.
type rowOf struct {
	key   string // of the layout {a}#{b}
	bytes int    // of each cell
	ages  []time.Duration
}

// rekeyed returns what rows become under {b}#{a}.
func rekeyed(t *testing.T, rows []rowOf) *rekey.Table {
	t.Helper()
	return rekeyedAs(t, sample.Provenance{Complete: true, Strategy: sample.Everything, Started: now}, rows)
}

// rekeyedAs returns what key ranges become under {b}#{a}.
func rekeyedAs(t *testing.T, how sample.Provenance, ranges ...[]rowOf) *rekey.Table {
	t.Helper()
	var parts []*sample.Builder
	for _, rows := range ranges {
		b := sample.NewBuilder(16)
		for _, row := range rows {
			b.Row([]byte(row.key))
			for _, age := range row.ages {
				b.CellPrefix("f", []byte("q"), now.Add(-age).UnixMicro(), row.bytes, nil)
			}
		}
		if len(ranges) > 1 {
			b.SetSection(1, 10_000, true)
		}
		parts = append(parts, b)
	}
	s := sample.Assemble(sample.Table{}, how, parts)
	current, err := rowkey.ParseSet("{a}#{b}\n")
	if err != nil {
		t.Fatal(err)
	}
	proposed, err := candidate.Parse("{b}#{a}")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := segments.New(context.Background(), s, current)
	if err != nil {
		t.Fatal(err)
	}
	set, err := rekey.ResolveSet(proposed, current)
	if err != nil {
		t.Fatal(err)
	}
	result, err := rekey.Run(context.Background(), rekey.NewBase(keys), set)
	if err != nil {
		t.Fatal(err)
	}
	return result.Tables[0]
}

// skewed are tables of so many rows whose bytes and writes are unevenly divided, each in its own way.
func skewed(rows int) map[string][]rowOf {
	random := rand.New(rand.NewPCG(1, 2))
	tables := map[string][]rowOf{}
	add := func(name string, i int, b string, bytes int, ages ...time.Duration) {
		tables[name] = append(tables[name], rowOf{fmt.Sprintf("%06d#%s", i, b), bytes, ages})
	}
	for i := range rows {
		old, young := time.Duration(8+i%90)*24*time.Hour, time.Duration(1+i%100)*time.Hour
		tenant := fmt.Sprintf("t%03d", 1+random.IntN(99))
		if i%5 < 2 {
			tenant = "t042" // has 40%
		}
		add("a large tenant", i, tenant, 100, old, young)
		add("sizes by a power "+
			"law", i, fmt.Sprintf("%06d", random.IntN(999999)), int(20/math.Pow(random.Float64()+0.002, 0.8)), young)
		add("old data at one "+
			"end", i, fmt.Sprintf("%05d", i), 200, map[bool]time.Duration{true: old, false: young}[i < rows*9/10])
		writes := []time.Duration{old}
		for range random.IntN(2) + 9*(1-min(1, i/(rows/20))) {
			writes = append(writes, young+time.Duration(len(writes))*time.Minute)
		}
		add("few busy rows", i, fmt.Sprintf("%05d", i), 1000/len(writes), writes...)
	}
	return tables
}

// TestSplitsOfSkewedTables verifies that the figures of both divisions are those of counting each row by its key, and
// that parts are within twice the mean of what they divide.
func TestSplitsOfSkewedTables(t *testing.T) {
	for name, rows := range skewed(6000) {
		table := rekeyed(t, rows)
		load := NewLoad(table, now)
		for _, parts := range []int{16, 64} {
			stored, written := load.ByBytes(parts), load.ByWrites(parts)
			for by, split := range map[string]*Presplit{"bytes": stored, "writes": written} {
				bytes, writes := counted(table, split.Keys)
				if math.Abs(bytes-split.Bytes) > 1e-9 || math.Abs(writes-split.Writes) > 1e-9 {
					t.Errorf("%s, %d parts by %s: %.4f and %.4f, counted are %.4f and "+
						"%.4f", name, parts, by, split.Bytes,
						split.Writes, bytes, writes)
				}
				if split.Parts() > parts {
					t.Errorf("%s: %d parts, want %d at most", name, split.Parts(), parts)
				}
			}
			t.Logf("%s, %d parts: by bytes %.1f%% of bytes and %.1f%% of writes, by writes %.1f%% and "+
				"%.1f%%", name, parts,
				100*stored.Bytes, 100*stored.Writes, 100*written.Bytes, 100*written.Writes)
			if stored.Bytes > 2/float64(parts) {
				t.Errorf("%s: the largest of %d parts by bytes has %.1f%%", name, parts, 100*stored.Bytes)
			}
			if written.Writes > 2/float64(parts) {
				t.Errorf("%s: the busiest of %d parts by writes has %.1f%%", name, parts, 100*written.Writes)
			}
		}
	}
}

// TestSplitsOfSamples verifies that divisions which are computed from key ranges with a tenth of the rows are true of the
// whole table: parts by bytes are within twice the mean, and the stated share of the week's writes in the busiest part is
// true within 3 points, of parts by bytes and by writes.
func TestSplitsOfSamples(t *testing.T) {
	const rows, section = 60_000, 50
	for name, all := range skewed(rows) {
		table := rekeyed(t, all)
		var read [][]rowOf
		for from := 0; from < rows; from += 10 * section {
			read = append(read, all[from:from+section])
		}
		load := NewLoad(rekeyedAs(t, sample.Provenance{Strategy: sample.Accurate, Points: len(read), Filter: 1, RowShare: 1,
			Started: now}, read...), now)
		for _, parts := range []int{16, 64} {
			for by, split := range map[string]*Presplit{"bytes": load.ByBytes(parts), "writes": load.ByWrites(parts)} {
				bytes, writes := counted(table, split.Keys)
				t.Logf("%s, %d parts by %s: the largest has %.2f times the mean of bytes, the busiest %.1f%% of the "+
					"writes, stated %.1f%%", name, parts, by, bytes*float64(parts), 100*writes, 100*split.Writes)
				if by == "bytes" && bytes > 2/float64(parts) {
					t.Errorf("%s: the largest of %d parts has %.2f times the mean", name, parts, bytes*float64(parts))
				}
				if math.Abs(writes-split.Writes) > 0.03 {
					t.Errorf("%s: the busiest of %d parts by %s has %.1f%% of the writes, stated are %.1f%%", name, parts,
						by, 100*writes, 100*split.Writes)
				}
			}
		}
	}
}

// counted returns the largest shares of bytes and writes of parts that begin at keys, counted row by row.
func counted(table *rekey.Table, keys [][]byte) (stored, written float64) {
	sizes, writes := make([]float64, len(keys)+1), make([]float64, len(keys)+1)
	total, times := 0.0, 0.0
	part := 0 // rows are in the order of their keys
	for row, list := range table.Writes() {
		for part < len(keys) && bytes.Compare(table.Key(row), keys[part]) >= 0 {
			part++
		}
		sizes[part] += float64(table.BytesAt(row))
		total += float64(table.BytesAt(row))
		for _, micros := range list {
			if age := now.Sub(time.UnixMicro(micros)); age >= 0 && age <= Week {
				writes[part]++
				times++
			}
		}
	}
	for part := range sizes {
		stored, written = max(stored, sizes[part]/total), max(written, writes[part]/times)
	}
	return stored, written
}

// TestSplitsOfFewRows verifies that a table of fewer rows than parts has a part for each, and that what is not known of
// writes is stated.
func TestSplitsOfFewRows(t *testing.T) {
	old := []time.Duration{30 * 24 * time.Hour}
	load := NewLoad(rekeyed(t, []rowOf{{"1#a", 5, old}, {"2#b", 5, append(old, 31*24*time.Hour)}, {"3#c", 5, old}}), now)
	if split := load.ByBytes(16); split.Parts() != 3 || string(bytes.Join(split.Keys, []byte(" "))) != "b c" {
		t.Errorf("%d parts at %q", split.Parts(), split.Keys)
	}
	if load.ByWrites(16) != nil || load.NoWrites != "no cell has a timestamp of that week" {
		t.Errorf("writes are known: %q", load.NoWrites)
	}
	if split := NewLoad(rekeyed(t, nil), now).ByBytes(16); split.Parts() != 1 || split.Bytes != 0 {
		t.Errorf("a table without rows: %+v", split)
	}
	if split := NewLoad(rekeyed(t, []rowOf{{"1#a", 5, nil}, {"foreign", 9, old}}), now).ByBytes(2); split.Parts() != 1 {
		t.Errorf("a row that is set aside has a part: %q", split.Keys)
	}
}

// TestChoose verifies that bytes are preferred unless splits by writes make the largest share clearly smaller.
func TestChoose(t *testing.T) {
	stored := &Presplit{Bytes: 0.06, Writes: 0.34}
	for _, tt := range []struct {
		written *Presplit
		want    bool // written is chosen
	}{{nil, false}, {&Presplit{Bytes: 0.33, Writes: 0.06}, false}, {&Presplit{Bytes: 0.1, Writes: 0.06}, true}} {
		if chosen, why := Choose(stored, tt.written); (chosen != stored) != tt.want || why == "" {
			t.Errorf("%+v: chosen %+v, because %s", tt.written, chosen, why)
		}
	}
}
