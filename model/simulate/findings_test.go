package simulate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/sample"
)

// found lists the findings on a candidate, sorted: "kind: count", with "!" if it is grave.
func found(t *testing.T, b *Base, text string) string {
	t.Helper()
	c, err := candidate.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), b, c)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var list []string
	for _, f := range r.Findings {
		line := fmt.Sprintf("%s: %d", f.Kind, f.Count)
		if f.Grave {
			line += "!"
		}
		list = append(list, line)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// keyed is a table of rows of one small cell each.
func keyed(keys ...string) table {
	t := table{}
	for _, key := range keys {
		t.put(key, cell{"f", "q", 1_700_000_000_000_000, "v"})
	}
	return t
}

// TestFindings verifies what is found of candidates, on both sides of each limit.
func TestFindings(t *testing.T) {
	long := func(n int) table { return keyed(strings.Repeat("u", n)+"#1", "v#2") }
	for _, tt := range []struct {
		name, layout string
		rows         table
		text, want   string
	}{
		{"a delimiter between parts", "{user}#{n}", keyed("a#1", "bb#22"), "{n}#{user}", ""},
		{"nothing between parts of several widths", "{user}#{n}", keyed("a#1", "bb#22"), "{n}{user}", "ambiguous: 1!"},
		{"nothing before a last part of one width", "{user}#{n}", keyed("a#11", "bb#22"), "{user}{n}", ""},
		{"nothing behind a part of one width", "{user}#{n}", keyed("a#11", "bb#22"), "{n}{user}", ""},
		{"values with the delimiter", "{user}#{n}", keyed("a!b#1", "b!#2", "c#3"), "{user}!{n}", "delimiter: 2!"},
		{"a delimiter in the last part", "{user}#{n}", keyed("a!b#1", "b#2", "c#3"), "{n}!{user}", ""},
		{"a key of 4 KB", "{user}#{n}", long(4094), "{n}#{user}", ""},
		{"a key over 4 KB", "{user}#{n}", long(4095), "{n}#{user}", "long key: 1!"},
		{"a qualifier of 16 KB", "{user}#{n}", long(16 << 10), "{n} => * -> *:{user}", ""},
		{"a qualifier over 16 KB", "{user}#{n}", long(16<<10 + 1), "{n} => * -> *:{user}", "long qualifier: 1!"},
		{"a salt of 1,000", "{user}#{n}", keyed("a#1", "b#2"), "{salt(1000, user)}#{user}#{n}", ""},
		{"a salt of 1,001", "{user}#{n}", keyed("a#1", "b#2"), "{salt(1001, user)}#{user}#{n}", "wide salt: 1001"},
		{"a salt of one", "{user}#{n}", keyed("a#1", "b#2"), "{salt(1, user)}#{user}#{n}", "wide salt: 1"},
		{"a salt of two", "{user}#{n}", keyed("a#1", "b#2"), "{salt(2, user)}#{user}#{n}", ""},
		{"numbers of one width", "{user}#{n:int}", keyed("a#11", "b#22", "c#33"), "{n}#{user}", ""},
		{"numbers of several widths", "{user}#{n:int}", keyed("a#9", "b#10", "c#11"), "{n}#{user}", "numeric order: 1"},
		{"a time first", "{user}#{at:ms}", keyed("a#1700000000000", "b#1700000000001"), "{at}#{user}", "time first: 1"},
		{"a time behind what does not differ", "{user}#{at:ms}", keyed("a#1700000000000", "a#1700000000001"),
			"{user}#{at}", "time first: 1"},
		{"a time behind what differs", "{user}#{at:ms}", keyed("a#1700000000000", "b#1700000000001"), "{user}#{at}", ""},
		{"a rule without spaces", "{user}#{n}", keyed("a#1", "b#2"), "{user}=>{n}", "rule in the key: 1"},
		{"an arrow's half", "{user}#{n}", keyed("a#1", "b#2"), "{user}={n}", ""},
		{"cells dropped", "{user}#{n}", keyed("a#1", "b#2"), "{user}#{n} => drop *", "emptied: 2!, no rows: 0!"},
		{"cells kept", "{user}#{n}", keyed("a#1", "b#2"), "{user}#{n} => drop f:q", "emptied: 2!, no rows: 0!"},
	} {
		if got := found(t, prepare(t, tt.rows.sample(), tt.layout), tt.text); got != tt.want {
			t.Errorf("%s: %s has %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// TestRowsThatMayMeet verifies that of a sample whose rows do not share a key, it is found that others may, unless that
// is proven; and that of all rows it is not.
func TestRowsThatMayMeet(t *testing.T) {
	whole := keyed("a#1", "b#2", "c#3", "c#4").sample()
	drawn := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Small, RowShare: 0.5, Filter: 0.5},
		[]*sample.Builder{whole.Slice(0, whole.Rows())})
	for _, tt := range []struct {
		name, text, layout string
		rows               *sample.Sample
		want               bool
	}{
		{"a sample", "{n}", "{user}#{n}", drawn, true},
		{"a sample, where every segment is in the key", "{n}#{user}", "{user}#{n}", drawn, false},
		{"a sample, where the whole key is in the key", "x{key()}", "{user}#{n}", drawn, false},
		{"a sample, where a hash of the key is in the key", "{hash(key())}", "{user}#{n}", drawn, true},
		{"all rows", "{n}", "{user}#{n}", whole, false},
	} {
		got := found(t, prepare(t, tt.rows, tt.layout), tt.text)
		if strings.Contains(got, "merged: 0") != tt.want {
			t.Errorf("%s: %s has %q, want that rows may meet: %t", tt.name, tt.text, got, tt.want)
		}
	}
}

// TestCountsThatAreNoneAreRefused verifies that counts of layouts are only read from text that holds them, and that
// totals of nothing change nothing.
func TestCountsThatAreNoneAreRefused(t *testing.T) {
	for _, text := range []string{"", "{", "null null", `{"Template":"a"}`, `["a"]`} {
		if list, err := DecodeCounted([]byte(text)); err == nil || list != nil {
			t.Errorf("%q: %v, %v", text, list, err)
		}
	}
	b := prepare(t, keyed("a#1", "b#2").sample(), "{user}#{n}")
	before := try(t, b, "{n}")
	b = prepare(t, keyed("a#1", "b#2").sample(), "{user}#{n}")
	b.SetTotals(nil)
	if after := try(t, b, "{n}"); after.Rows != before.Rows || after.Bytes != before.Bytes {
		t.Errorf("totals of nothing: %+v, before %+v", after, before)
	}
}

// TestHeatOfGarbage verifies that the map of the garbage of a candidate whose rows are others than the current ones
// holds what the policies of its families collect of these.
func TestHeatOfGarbage(t *testing.T) {
	now := time.Date(2026, 6, 3, 0, 0, 0, 0, time.UTC)
	rows := table{}
	for i, key := range []string{"a#1", "a#2", "a#3", "b#4"} {
		rows.put(key, cell{"log", "v", now.Add(-time.Duration(i+1) * time.Hour).UnixMicro(), "x"})
	}
	for name, tt := range map[string]struct {
		rule  sample.GCRule
		cells int // that are collected
	}{
		"one version": {sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}, 2},
		"everything":  {sample.GCRule{}, 0},
	} {
		one := try(t, prepare(t, tableWith(rows, tt.rule), "{user}#{n}"), "{user}").Tables[0]
		m, err := one.Heat(t.Context(), heat.Options{Metric: heat.Garbage, Now: now, Windows: 1, Buckets: 4})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		byBucket, _ := m.Sums()
		for _, v := range byBucket {
			sum += v
		}
		if want := float64(tt.cells * (len("log") + len("v") + 8 + 250_000)); sum != want {
			t.Errorf("%s is kept: %g bytes of garbage, want %g", name, sum, want)
		}
	}
}

// TestFindingsOnMeetingRows verifies what is said of rows that meet: how many pairs may in the table, and which
// policies collect the versions that cells become.
func TestFindingsOnMeetingRows(t *testing.T) {
	text := func(b *Base, kind Kind) string {
		for _, f := range try(t, b, "{user}").Findings {
			if f.Kind == kind {
				return f.Text
			}
		}
		return ""
	}
	whole := keyed("a#1", "b#2", "c#3", "d#4").sample()
	for share, want := range map[float64]string{0.5: "up to 12 pairs of rows may", 0.1: "up to 300 pairs of rows may"} {
		drawn := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Small, RowShare: share,
			Filter: share}, []*sample.Builder{whole.Slice(0, whole.Rows())})
		if got := text(prepare(t, drawn, "{user}#{n}"), Merged); !strings.HasSuffix(got, want) {
			t.Errorf("a share of %g was read: %q, want %q", share, got, want)
		}
	}
	rows := table{}
	for i, key := range []string{"a#1", "a#2"} {
		rows.put(key, cell{"log", "v", int64(1_700_000_000_000_000 + i), "x"})
	}
	for name, tt := range map[string]struct {
		rule sample.GCRule
		want string // with which the text ends
	}{
		"versions": {sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1},
			"older version of a column, which these policies may garbage-collect: log maxversions=1"},
		"age": {sample.GCRule{Kind: sample.GCMaxAge, Age: time.Hour}, "older version of a column"},
	} {
		got := text(prepare(t, tableWith(rows, tt.rule), "{user}#{n}"), OtherVersion)
		if !strings.HasSuffix(got, tt.want) {
			t.Errorf("collected by %s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestTablesAddUp verifies that the rows of several tables are counted together, also if one has a single row.
func TestTablesAddUp(t *testing.T) {
	r := try(t, prepare(t, keyed("a#1", "a#2", "a#3").sample(), "{user}#{n}"), "{user} ++ {n}#{user}")
	if r.Rows != 4 || r.RowBytes.Weight != 4 || r.RowCells.Weight != 4 || r.Tables[0].Len() != 1 ||
		r.Bytes != r.Tables[0].Bytes+r.Tables[1].Bytes {
		t.Errorf("%d rows of %g sizes and %g cells, %d bytes", r.Rows, r.RowBytes.Weight, r.RowCells.Weight, r.Bytes)
	}
}

// TestBytesOfMergedRowsAreKnownIfNoneAreLost verifies that the bytes of a table whose rows meet are projected from a
// sample if cells only become versions, and not if some are overwritten: how many would be is not known.
func TestBytesOfMergedRowsAreKnownIfNoneAreLost(t *testing.T) {
	for name, step := range map[string]int64{"versions": 1000, "overwritten": 0} {
		rows := table{}
		for i := range 40 {
			rows.put(fmt.Sprintf("u%d#%02d", i%8, i), cell{"f", "q", 1_700_000_000_000_000 + int64(i)*step, "value"})
		}
		whole := rows.sample()
		drawn := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Small, RowShare: 0.5, Filter: 0.5},
			[]*sample.Builder{whole.Slice(0, whole.Rows())})
		scale := try(t, prepare(t, drawn, "{user}#{n}"), "{user}").Scale()
		if known := scale.NoBytesReason == ""; known != (step > 0) {
			t.Errorf("%s: the bytes are known: %t, %q, %+v", name, known, scale.NoBytesReason, scale.Bytes)
		}
	}
}
