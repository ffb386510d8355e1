package verify

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// testCell is a cell of a table of a test, in which columns are families with qualifiers.
type testCell struct {
	column sample.Column
	micros int64
	value  string
}

// testTable has the cells of rows by key.
type testTable map[string][]testCell

// clone returns a copy that can be changed.
func (t testTable) clone() testTable {
	out := testTable{}
	for key, cells := range t {
		out[key] = slices.Clone(cells)
	}
	return out
}

// keys returns the keys in order.
func (t testTable) keys() []string { return slices.Sorted(maps.Keys(t)) }

// parts returns the table as samples of consecutive rows, which end after the rows that cut says.
func (t testTable) parts(cut func(row int) bool) []*sample.Sample {
	var out []*sample.Sample
	builder := sample.NewBuilder(math.MaxInt32)
	end := func() {
		out = append(out, sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{builder}))
		builder = sample.NewBuilder(math.MaxInt32)
	}
	for i, key := range t.keys() {
		cells := slices.Clone(t[key])
		slices.SortFunc(cells, func(a, b testCell) int {
			return cmp.Or(sample.CompareColumns(a.column, b.column), cmp.Compare(b.micros, a.micros))
		})
		builder.Row([]byte(key))
		for _, c := range cells {
			builder.Cell(c.column.Family, []byte(c.column.Qualifier), c.micros, []byte(c.value))
		}
		if cut(i) {
			end()
		}
	}
	end()
	return out
}

// whole returns the table as one sample.
func (t testTable) whole() []*sample.Sample { return t.parts(func(int) bool { return false }) }

const (
	oldLayout = "{user}#{at:ms}"
	newLayout = "{at}#{user}"
)

// rekeyed is a table under newLayout, by a program that knows nothing of templates.
func rekeyed(t testTable) testTable {
	out := testTable{}
	for key, cells := range t {
		user, at, ok := strings.Cut(key, "#")
		if ok {
			out[at+"#"+user] = slices.Clone(cells)
		}
	}
	return out
}

// randomTable returns rows of oldLayout, of several columns and versions.
func randomTable(r *rand.Rand, rows int) testTable {
	out := testTable{}
	for range rows {
		key := fmt.Sprintf("u%d#%d", r.IntN(rows), 1_700_000_000_000+r.IntN(1_000_000))
		var cells []testCell
		for _, column := range []sample.Column{{Family: "f", Qualifier: "a"}, {Family: "f", Qualifier: "b\x00#"},
			{Family: "g", Qualifier: ""}} {
			for v := range r.IntN(4) {
				cells = append(cells, testCell{column, int64(1_000_000 * (10 - v)), fmt.Sprint(column.Qualifier, r.IntN(1000), "v", v)})
			}
		}
		if len(cells) > 0 {
			out[key] = cells
		}
	}
	return out
}

// newCheck returns a comparison of tables without policies; change may change its options.
func newCheck(t testing.TB, change func(*Options)) *Check {
	t.Helper()
	current, err := rowkey.ParseSet(oldLayout)
	if err != nil {
		t.Fatal(err)
	}
	layout, err := candidate.Parse(newLayout)
	if err != nil {
		t.Fatal(err)
	}
	options := Options{Layouts: []*candidate.Candidate{layout}, Current: current, Now: time.Unix(100, 0),
		Timestamps: Exact, Secret: [16]byte{1, 2, 3, 15: 9}, List: 1000, Memory: 1 << 30}
	if change != nil {
		change(&options)
	}
	check, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return check
}

// side is what a pass does with a part of a table.
type side func(context.Context, *sample.Sample) error

// passed passes parts of a table on at the same time.
func passed(t testing.TB, to side, parts []*sample.Sample) {
	t.Helper()
	var wait sync.WaitGroup
	for _, part := range parts {
		wait.Go(func() {
			if err := to(context.Background(), part); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

// oldSums and newSums add up a table.
func oldSums(t testing.TB, c *Check, division *Division, parts []*sample.Sample) *Sums {
	t.Helper()
	out := c.NewSums(division)
	passed(t, out.Old, parts)
	return out
}

func newSums(t testing.TB, c *Check, division *Division, parts []*sample.Sample) *Sums {
	t.Helper()
	out := c.NewSums(division)
	passed(t, out.New, parts)
	return out
}

// compared carries out all passes, as the program does.
func compared(t testing.TB, c *Check, before, after testTable) *Result {
	t.Helper()
	r := &Result{Whole: true, Old: oldSums(t, c, nil, before.whole()), New: newSums(t, c, nil, after.whole())}
	if len(Differing(r.Old, r.New)) > 0 {
		r.Found = named(t, c, r, before, after)
	}
	return r
}

// named carries out the passes over tables that differ.
func named(t testing.TB, c *Check, r *Result, before, after testTable) *Found {
	t.Helper()
	rowByRow := func(row int) bool { return row%7 == 0 }
	old, new := r.Old, r.New
	if finer := c.Narrow(old, new); finer != nil {
		old, new = oldSums(t, c, finer, before.whole()), newSums(t, c, finer, after.whole())
	}
	naming := c.Name(old, new)
	passed(t, naming.Old, before.parts(rowByRow))
	passed(t, naming.New, after.parts(rowByRow))
	return naming.Found()
}

// found returns the differences in words.
func found(r *Result) []string {
	if r.Found == nil {
		return nil
	}
	var out []string
	for _, d := range r.Found.List {
		words := fmt.Sprintf("%s %s<%s %s:%s", d.Kind, d.Key, bytes.Join(d.Sources, []byte("+")), d.Column.Family,
			d.Column.Qualifier)
		if d.Kind != Extra {
			words += fmt.Sprint(" ", d.Old/1_000_000)
		}
		if d.Kind != Missing && d.Kind != Lost && d.New != d.Old {
			words += fmt.Sprint(">", d.New/1_000_000)
		}
		out = append(out, words)
	}
	return out
}

// TestSumsAddUp verifies that sums depend on neither the order of the parts of a table, nor on where it is divided, nor
// on what is added up at the same time.
func TestSumsAddUp(t *testing.T) {
	check := newCheck(t, nil)
	rapid.Check(t, func(rt *rapid.T) {
		table := randomTable(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)), 40)
		cut := func(int) bool { return rapid.Bool().Draw(rt, "cut") }
		buckets := rapid.SliceOfNDistinct(rapid.IntRange(0, Buckets-1), 1, 50, rapid.ID).Draw(rt, "buckets")
		for _, division := range []*Division{nil, divide(buckets, rapid.IntRange(1, 9).Draw(rt, "parts"))} {
			want := oldSums(t, check, division, table.whole())
			got := oldSums(t, check, division, rapid.Permutation(table.parts(cut)).Draw(rt, "order"))
			if !slices.Equal(got.sums, want.sums) || got.Counts != want.Counts {
				rt.Fatal("the sums of parts are not those of the whole")
			}
			if after := newSums(t, check, division, rekeyed(table).parts(cut)); len(Differing(want, after)) > 0 {
				rt.Fatal("the sums of both tables differ")
			}
		}
	})
}

// TestDivision verifies that the parts of a bucket are those of its keys alone, and all of them.
func TestDivision(t *testing.T) {
	division := divide([]int{3, 7, 4095}, 5)
	seen := map[int]int{}
	for hash := range uint64(Buckets * 50) {
		part, bucket := division.part(hash), int(hash%Buckets)
		if in := slices.Contains(division.buckets, bucket); in != (part >= 0) || in && division.bucket(part) != bucket {
			t.Fatalf("a key of bucket %d is in part %d", bucket, part)
		}
		seen[part]++
	}
	for part := range division.parts() {
		if seen[part] != 10 {
			t.Errorf("part %d of %d has %d keys of 10", part, division.parts(), seen[part])
		}
	}
}

// TestSumsCarry verifies that sums are modulo 2^128, and that what is there twice does not vanish.
func TestSumsCarry(t *testing.T) {
	for name, c := range map[string]struct {
		add  [][2]uint64
		want [2]uint64
	}{
		"carry":       {[][2]uint64{{math.MaxUint64, 0}, {1, 0}}, [2]uint64{0, 1}},
		"modulo":      {[][2]uint64{{math.MaxUint64, math.MaxUint64}, {1, 0}}, [2]uint64{0, 0}},
		"twice":       {[][2]uint64{{5, 7}, {5, 7}}, [2]uint64{10, 14}},
		"high digits": {[][2]uint64{{0, 1 << 63}, {0, 1 << 62}}, [2]uint64{0, 3 << 62}},
	} {
		var sum Sum
		for _, d := range c.add {
			sum.add(d)
		}
		if sum.Low != c.want[0] || sum.High != c.want[1] {
			t.Errorf("%s: %d, %d, want %d", name, sum.Low, sum.High, c.want)
		}
	}
}

// change is a fault of a copy, and how it is to be named: %s is the key, and the column.
type change struct {
	name         string
	make         func(t testTable, key string)
	exact, loose []string // differences with exact times, and without times
}

// changes returns faults of the row 5#a of the table of TestChanges.
func changes() []change {
	a := sample.Column{Family: "f", Qualifier: "a"}
	edit := func(at int, f func(*testCell)) func(testTable, string) {
		return func(t testTable, key string) { f(&t[key][at]) }
	}
	return []change{
		{name: "none", make: func(testTable, string) {}},
		{"cell deleted", func(t testTable, key string) { t[key] = t[key][1:] },
			[]string{"missing 5#a<a#5 f:a 9"}, []string{"missing 5#a<a#5 f:a 9"}},
		{"older version deleted", func(t testTable, key string) { t[key] = slices.Delete(t[key], 1, 2) },
			[]string{"missing 5#a<a#5 f:a 8"}, []string{"missing 5#a<a#5 f:a 8"}},
		{"row deleted", func(t testTable, key string) { delete(t, key) },
			[]string{"missing 5#a<a#5 f:a 9", "missing 5#a<a#5 f:a 8", "missing 5#a<a#5 f:b 9"},
			[]string{"missing 5#a<a#5 f:a 9", "missing 5#a<a#5 f:a 8", "missing 5#a<a#5 f:b 9"}},
		{"byte flipped", edit(0, func(c *testCell) { c.value = "X" + c.value[1:] }),
			[]string{"changed 5#a<a#5 f:a 9"}, []string{"changed 5#a<a#5 f:a 9"}},
		{"byte appended", edit(0, func(c *testCell) { c.value += "\x00" }),
			[]string{"changed 5#a<a#5 f:a 9"}, []string{"changed 5#a<a#5 f:a 9"}},
		{"value emptied", edit(2, func(c *testCell) { c.value = "" }),
			[]string{"changed 5#a<a#5 f:b 9"}, []string{"changed 5#a<a#5 f:b 9"}},
		{"cell duplicated as a version", func(t testTable, key string) {
			t[key] = append(t[key], testCell{a, 3_000_000, "old"})
		}, []string{"extra 5#a<a#5 f:a>3"}, []string{"extra 5#a<a#5 f:a>3"}},
		{"row duplicated", func(t testTable, key string) { t["9#z"] = t[key][2:] },
			[]string{"extra 9#z< f:b>9"}, []string{"extra 9#z< f:b>9"}},
		{"cell moved to another column", edit(2, func(c *testCell) { c.column.Qualifier = "c" }),
			[]string{"missing 5#a<a#5 f:b 9", "extra 5#a<a#5 f:c>9"}, []string{"missing 5#a<a#5 f:b 9", "extra 5#a<a#5 f:c>9"}},
		{"cell moved to another family", edit(2, func(c *testCell) { c.column.Family = "g" }),
			[]string{"missing 5#a<a#5 f:b 9", "extra 5#a<a#5 g:b>9"}, []string{"missing 5#a<a#5 f:b 9", "extra 5#a<a#5 g:b>9"}},
		{"cell moved to another row", func(t testTable, key string) {
			t["6#b"] = append(t["6#b"], t[key][2])
			t[key] = t[key][:2]
		}, []string{"missing 5#a<a#5 f:b 9", "extra 6#b<b#6 f:b>9"}, []string{"missing 5#a<a#5 f:b 9", "extra 6#b<b#6 f:b>9"}},
		{"row under another key", func(t testTable, key string) { t["5#aa"], t[key] = t[key][2:], t[key][:2] },
			[]string{"missing 5#a<a#5 f:b 9", "extra 5#aa< f:b>9"}, []string{"missing 5#a<a#5 f:b 9", "extra 5#aa< f:b>9"}},
		{"time changed", edit(0, func(c *testCell) { c.micros += 500_000_000 }),
			[]string{"retimed 5#a<a#5 f:a 9>509"}, nil},
		{"time changed, and the order of versions", edit(1, func(c *testCell) { c.micros = 50_000_000 }),
			[]string{"retimed 5#a<a#5 f:a 8>50"}, []string{"changed 5#a<a#5 f:a 9>50", "changed 5#a<a#5 f:a 8>9"}},
		{"versions swapped", func(t testTable, key string) {
			t[key][0].value, t[key][1].value = t[key][1].value, t[key][0].value
		}, []string{"changed 5#a<a#5 f:a 9", "changed 5#a<a#5 f:a 8"},
			[]string{"changed 5#a<a#5 f:a 9", "changed 5#a<a#5 f:a 8"}},
		// A byte that goes from one part of a cell to the next.
		{"qualifier and value divided elsewhere", edit(2, func(c *testCell) {
			c.column.Qualifier, c.value = c.column.Qualifier+c.value[:1], c.value[1:]
		}), []string{"missing 5#a<a#5 f:b 9", "extra 5#a<a#5 f:by>9"},
			[]string{"missing 5#a<a#5 f:b 9", "extra 5#a<a#5 f:by>9"}},
	}
}

// TestChanges verifies that every single change of a copy is found, and named by what it did and where.
func TestChanges(t *testing.T) {
	cells := func(prefix string) []testCell {
		return []testCell{{sample.Column{Family: "f", Qualifier: "a"}, 9_000_000, prefix + "new"},
			{sample.Column{Family: "f", Qualifier: "a"}, 8_000_000, prefix + "older"},
			{sample.Column{Family: "f", Qualifier: "b"}, 9_000_000, "y" + prefix}}
	}
	before := testTable{"a#5": cells("1"), "b#6": cells("2")[:1], "c#7": cells("3"), "a#55": cells("4")}
	for _, c := range changes() {
		after := rekeyed(before)
		c.make(after, "5#a")
		for mode, want := range map[Timestamps][]string{Exact: c.exact, Ignore: c.loose} {
			t.Run(c.name+"/"+string(mode), func(t *testing.T) {
				check := newCheck(t, func(o *Options) { o.Timestamps = mode })
				r := compared(t, check, before, after)
				if got := found(r); !slices.Equal(got, want) {
					t.Errorf("found %q, want %q", got, want)
				}
				verdict := Equal
				if len(want) > 0 {
					verdict = Different
				}
				if r.Found != nil && r.Found.Merged > 0 {
					t.Errorf("%d rows become one of several", r.Found.Merged)
				}
				if r.Verdict() != verdict {
					t.Errorf("%s, want %s", r.Verdict(), verdict)
				}
			})
		}
	}
}

// TestShiftedTimes verifies that a copy whose times are shifted is equal without times, and that each cell is named with
// them.
func TestShiftedTimes(t *testing.T) {
	before := randomTable(rand.New(rand.NewPCG(4, 1)), 50)
	after, cells := rekeyed(before), 0
	for _, of := range after {
		for i := range of {
			of[i].micros += 123_000_000
		}
		cells += len(of)
	}
	if r := compared(t, newCheck(t, func(o *Options) { o.Timestamps = Ignore }), before, after); r.Verdict() != Equal ||
		r.Found != nil || r.Healed() != 0 {
		t.Errorf("without times: %q", found(r))
	}
	r := compared(t, newCheck(t, nil), before, after)
	if r.Verdict() != Different || r.Found.Cells[Retimed] != int64(cells) || r.Found.Differences() != int64(cells) {
		t.Errorf("with times: %s, %v of %d cells", r.Verdict(), r.Found.Cells, cells)
	}
}

// TestAnyChangeIsFound verifies that no change of one byte, time, or place in a table drawn at random goes unseen.
func TestAnyChangeIsFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		before := randomTable(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 2)), 20)
		after := rekeyed(before)
		if len(after) == 0 {
			return
		}
		key := rapid.SampledFrom(after.keys()).Draw(rt, "row")
		at := rapid.IntRange(0, len(after[key])-1).Draw(rt, "cell")
		c := &after[key][at]
		switch rapid.IntRange(0, 3).Draw(rt, "change") {
		case 0:
			value := []byte(c.value)
			value[rapid.IntRange(0, len(value)-1).Draw(rt, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
			c.value = string(value)
		case 1:
			c.micros += 500_000 * rapid.SampledFrom([]int64{-1, 1, 3}).Draw(rt, "time")
		case 2:
			c.column.Qualifier += "x"
		case 3:
			after[key] = slices.Delete(after[key], at, at+1)
		}
		if r := compared(t, newCheck(t, nil), before, after); r.Verdict() != Different || r.Found.Differences() == 0 ||
			!strings.Contains(strings.Join(found(r), " "), " "+key+"<") {
			rt.Fatalf("%s, %q; row %q was changed", r.Verdict(), found(r), key)
		}
	})
}

// TestPolicies verifies that what the policy of either table takes makes no difference, collected or not, and that what
// both keep does.
func TestPolicies(t *testing.T) {
	versions := func(n int) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxVersions, Versions: n} }
	age := sample.GCRule{Kind: sample.GCMaxAge, Age: 91_500 * time.Millisecond} // takes what is before 8.5 s
	a, g := sample.Column{Family: "f", Qualifier: "a"}, sample.Column{Family: "g"}
	before := testTable{"a#5": {{a, 9_000_000, "1"}, {a, 8_000_000, "2"}, {a, 7_000_000, "3"}, {g, 9_000_000, "4"}},
		"b#6": {{g, 8_000_000, "5"}}}
	for name, c := range map[string]struct {
		old, new  []sample.Family
		collected func(before, after testTable)
		want      []string
		emptied   int64
		left      [2]int64 // cells left out, of the old table and of the new one
	}{
		"old keeps one version, and has collected": {[]sample.Family{{Name: "f", GC: versions(1)}}, nil,
			func(before, _ testTable) { before["a#5"] = slices.Delete(before["a#5"], 1, 3) }, nil, 0, [2]int64{0, 2}},
		"new keeps one version, and has collected": {nil, []sample.Family{{Name: "f", GC: versions(1)}},
			func(_, after testTable) { after["5#a"] = slices.Delete(after["5#a"], 1, 3) }, nil, 0, [2]int64{2, 0}},
		"new keeps one version, and has not": {nil, []sample.Family{{Name: "f", GC: versions(1)}},
			func(_, after testTable) {}, nil, 0, [2]int64{2, 2}},
		"new keeps two versions, and has lost the second": {nil, []sample.Family{{Name: "f", GC: versions(2)}},
			func(_, after testTable) { after["5#a"] = slices.Delete(after["5#a"], 1, 3) },
			[]string{"missing 5#a<a#5 f:a 8"}, 0, [2]int64{1, 0}},
		"different policies, both have collected": {[]sample.Family{{Name: "f", GC: versions(2)}, {Name: "g", GC: age}},
			[]sample.Family{{Name: "f", GC: age}},
			func(before, after testTable) {
				before["a#5"] = slices.Delete(before["a#5"], 2, 3)
				delete(before, "b#6")
				after["5#a"] = slices.Delete(after["5#a"], 1, 3)
			}, nil, 0, [2]int64{1, 1}},
		"each policy takes what the other does not, and both have collected": {
			[]sample.Family{{Name: "f", GC: versions(2)}}, []sample.Family{{Name: "f"}, {Name: "g", GC: age}, {Name: "f", GC: age}},
			func(before, after testTable) {
				before["a#5"] = slices.Delete(before["a#5"], 2, 3)
				after["5#a"] = slices.Delete(after["5#a"], 1, 2)
				delete(after, "6#b")
			}, nil, 1, [2]int64{2, 1}},
		"a row that a policy takes": {[]sample.Family{{Name: "g", GC: age}}, nil, func(_, after testTable) {}, nil, 1, [2]int64{1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			check := newCheck(t, func(o *Options) { o.Old, o.New = c.old, c.new })
			before, after := before.clone(), rekeyed(before)
			c.collected(before, after)
			r := compared(t, check, before, after)
			if got := found(r); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
			if left := [2]int64{r.Old.Collectable, r.New.Collectable}; r.Old.Emptied != c.emptied || left != c.left {
				t.Errorf("%d rows were left out, want %d; %d cells, want %d", r.Old.Emptied, c.emptied, left, c.left)
			}
		})
	}
}

// TestMergedRows verifies that old rows which become one new row are named, and are a difference only if a cell is lost
// by that.
func TestMergedRows(t *testing.T) {
	a, b := sample.Column{Family: "f", Qualifier: "a"}, sample.Column{Family: "f", Qualifier: "b"}
	one := []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}
	for name, c := range map[string]struct {
		before  testTable
		after   []testCell // of the new row 5
		rules   []sample.Family
		mode    Timestamps
		verdict Verdict
		want    []string
	}{
		"nothing is lost": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{b, 9_000_000, "2"}}},
			[]testCell{{a, 9_000_000, "1"}, {b, 9_000_000, "2"}}, nil, Exact, Equal, nil},
		"versions of one column": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{a, 8_000_000, "2"}}},
			[]testCell{{a, 9_000_000, "1"}, {a, 8_000_000, "2"}}, nil, Exact, Equal, nil},
		"versions without times": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{a, 8_000_000, "2"}}},
			[]testCell{{a, 90_000_000, "1"}, {a, 80_000_000, "2"}}, nil, Ignore, Equal, nil},
		"equal cells": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{a, 9_000_000, "1"}}},
			[]testCell{{a, 9_000_000, "1"}}, nil, Exact, Equal, nil},
		"overwritten": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{a, 9_000_000, "2"}}},
			[]testCell{{a, 9_000_000, "1"}}, nil, Exact, Different, []string{"lost 5<a#5+b#5 f:a 9"}},
		"overwritten, and changed": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{a, 9_000_000, "2"}}},
			[]testCell{{a, 9_000_000, "3"}}, nil, Exact, Different,
			[]string{"changed 5<a#5+b#5 f:a 9", "lost 5<a#5+b#5 f:a 9"}},
		"taken by the policy of the new row": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{a, 8_000_000, "2"}}},
			[]testCell{{a, 9_000_000, "1"}}, one, Exact, Different, []string{"lost 5<a#5+b#5 f:a 8"}},
		"another column": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{a, 8_000_000, "2"}}},
			[]testCell{{a, 9_000_000, "1"}, {a, 8_000_000, "2"}, {b, 9_000_000, "3"}}, nil, Exact, Different,
			[]string{"extra 5<a#5+b#5 f:b>9"}},
		"missing": {testTable{"a#5": {{a, 9_000_000, "1"}}, "b#5": {{b, 9_000_000, "2"}}},
			nil, nil, Exact, Different, []string{"missing 5<a#5+b#5 f:a 9", "missing 5<a#5+b#5 f:b 9"}},
	} {
		t.Run(name, func(t *testing.T) {
			check := newCheck(t, func(o *Options) {
				parsed, err := candidate.Parse("{at}")
				if err != nil {
					t.Fatal(err)
				}
				o.Layouts, o.New, o.Timestamps = []*candidate.Candidate{parsed}, c.rules, c.mode
			})
			after := testTable{"77": {{a, 1_000_000, "other"}}}
			if c.after != nil {
				after["5"] = c.after
			}
			c.before["c#77"] = after["77"]
			r := compared(t, check, c.before, after)
			if got := found(r); !slices.Equal(got, c.want) || r.Verdict() != c.verdict {
				t.Errorf("%s, found %q, want %s, %q", r.Verdict(), got, c.verdict, c.want)
			}
			if r.Found == nil || r.Found.Merged != 1 || len(r.Found.Merges) != 1 ||
				string(bytes.Join(r.Found.Merges[0].Sources, []byte("+"))) != "a#5+b#5" {
				t.Errorf("merges: %+v", r.Found)
			}
			if r.Healed() > 0 {
				t.Error("rows that become one pass for writes that were under way")
			}
		})
	}
}

// TestMergesAreListedInOrder verifies that all rows that several old rows become are counted, and the first listed.
func TestMergesAreListedInOrder(t *testing.T) {
	before := testTable{}
	for i := range 200 {
		before[fmt.Sprintf("%c#%d", 'a'+i%2, 100+i/2)] = []testCell{{sample.Column{Family: "f", Qualifier: fmt.Sprint(i)}, 0, ""}}
	}
	check := newCheck(t, func(o *Options) {
		parsed, err := candidate.Parse("{at}")
		if err != nil {
			t.Fatal(err)
		}
		o.Layouts = []*candidate.Candidate{parsed}
	})
	r := compared(t, check, before, testTable{})
	if r.Found.Merged != 100 || r.Found.MissingRows != 100 || len(r.Found.Merges) != 10 {
		t.Fatalf("%d rows become one, %d are missing, %d are listed", r.Found.Merged, r.Found.MissingRows, len(r.Found.Merges))
	}
	for i, m := range r.Found.Merges {
		if want := fmt.Sprint(100 + i); string(m.Key) != want {
			t.Errorf("merge %d is of %s, want %s", i, m.Key, want)
		}
	}
}

// TestUntil verifies that newer cells are not compared, but count as versions for policies, and that ranks count from
// the first that is compared.
func TestUntil(t *testing.T) {
	a := sample.Column{Family: "f", Qualifier: "a"}
	two := []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}}}
	before := testTable{"a#5": {{a, 9_000_000, "1"}, {a, 8_000_000, "2"}, {a, 7_000_000, "3"}}, "b#6": {{a, 9_000_000, "4"}}}
	for name, c := range map[string]struct {
		until int64 // seconds
		rules []sample.Family
		mode  Timestamps
		after []testCell
		want  []string
		cells int64
	}{
		"newer cells differ": {9, nil, Exact, []testCell{{a, 9_500_000, "x"}, {a, 8_000_000, "2"}, {a, 7_000_000, "3"}}, nil, 2},
		"at the time":        {8, nil, Exact, []testCell{{a, 9_000_000, "x"}, {a, 8_000_000, "y"}, {a, 7_000_000, "3"}}, nil, 1},
		"older cells differ": {9, nil, Exact, []testCell{{a, 8_000_000, "x"}, {a, 7_000_000, "3"}},
			[]string{"changed 5#a<a#5 f:a 8"}, 2},
		"policies count newer versions": {9, two, Exact, []testCell{{a, 9_000_000, "1"}, {a, 8_000_000, "2"}}, nil, 1},
		"ranks do not":                  {9, nil, Ignore, []testCell{{a, 8_100_000, "2"}, {a, 7_100_000, "3"}}, nil, 2},
	} {
		t.Run(name, func(t *testing.T) {
			check := newCheck(t, func(o *Options) { o.Until, o.New, o.Timestamps = time.Unix(c.until, 0), c.rules, c.mode })
			r := compared(t, check, before, testTable{"5#a": c.after})
			if got := found(r); !slices.Equal(got, c.want) || r.Old.ComparedCells != c.cells || c.want == nil && r.Found != nil {
				t.Errorf("found %q, want %q, in %d cells of %d", got, c.want, r.Old.ComparedCells, c.cells)
			}
		})
	}
}

// TestForeignRows verifies that rows whose keys no layout decodes are counted and not looked for, and that they are
// extra in the new table if they are there.
func TestForeignRows(t *testing.T) {
	a := sample.Column{Family: "f", Qualifier: "a"}
	before := testTable{"a#5": {{a, 9_000_000, "1"}}, "oddity": {{a, 9_000_000, "2"}}, "odd#x": {{a, 9_000_000, "3"}}}
	after := testTable{"5#a": before["a#5"]}
	r := compared(t, newCheck(t, nil), before, after)
	if r.Verdict() != Equal || r.Old.Foreign != 2 || r.Old.ComparedRows != 1 || r.Old.Rows != 3 {
		t.Errorf("%s, %+v", r.Verdict(), r.Old.Counts)
	}
	after["oddity"] = before["oddity"]
	if r := compared(t, newCheck(t, nil), before, after); !slices.Equal(found(r), []string{"extra oddity< f:a>9"}) {
		t.Errorf("found %q", found(r))
	}
}

// TestKinds verifies that each record kind gets the layout that is for it, that others keep their keys, and that no two
// layouts are for one kind.
func TestKinds(t *testing.T) {
	parse := func(texts ...string) []*candidate.Candidate {
		var out []*candidate.Candidate
		for _, text := range texts {
			c, err := candidate.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, c)
		}
		return out
	}
	current, err := rowkey.ParseSet("order = o#{user}#{at:ms}\nitem = i#{user}#{id:int}\nnote = n#{id:int}")
	if err != nil {
		t.Fatal(err)
	}
	a := []testCell{{sample.Column{Family: "f"}, 9_000_000, "1"}}
	before := testTable{"o#ann#5": a, "i#ann#7": a, "n#8": a}
	check := newCheck(t, func(o *Options) {
		o.Layouts, o.Current = parse("order = o#{at}#{user}", "item = i#{id}#{user}"), current
	})
	r := compared(t, check, before, testTable{"o#5#ann": a, "i#7#ann": a, "n#8": a})
	if r.Verdict() != Equal || r.Old.Unchanged != 1 || r.Old.Foreign != 0 {
		t.Errorf("%s, %q, %+v", r.Verdict(), found(r), r.Old.Counts)
	}
	for name, layouts := range map[string][]*candidate.Candidate{
		"the same rows":            parse("order = {at}", "{user}"),
		"no record kind":           parse("parcel = {at}"),
		"no segment":               parse("{nosuch}"),
		"makes 2 tables":           parse("{at} ++ {user}"),
		"written as one, json":     parse("{user} => f -> json f:q"),
		"written as one, protobuf": parse("{user} => drop g; f -> protobuf f:q"),
	} {
		if _, err := New(Options{Layouts: layouts, Current: current, Timestamps: Exact}); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(Options{Layouts: parse("{column(g:nosuch)}#{user}"), Current: current}); err != nil {
		t.Errorf("a column that the first rows do not have: %v", err)
	}
}

// TestColumnInTheKey verifies layouts whose keys take a value from a column, of which the newest version counts, though
// the rows of a part may not have it.
func TestColumnInTheKey(t *testing.T) {
	city, other := sample.Column{Family: "f", Qualifier: "city"}, sample.Column{Family: "f", Qualifier: "other"}
	long := strings.Repeat("x", 1000)
	before := testTable{"a#5": {{city, 9_000_000, "rome" + long}, {city, 8_000_000, "oslo"}}, "b#6": {{other, 9_000_000, "1"}}}
	after := testTable{"rome" + long + "#a": before["a#5"], "#b": before["b#6"]}
	check := newCheck(t, func(o *Options) {
		parsed, err := candidate.Parse("{column(f:city)}#{user}")
		if err != nil {
			t.Fatal(err)
		}
		o.Layouts = []*candidate.Candidate{parsed}
	})
	sums := oldSums(t, check, nil, before.parts(func(int) bool { return true }))
	if differing := Differing(sums, newSums(t, check, nil, after.whole())); len(differing) > 0 {
		t.Errorf("%d buckets differ: %q", len(differing), found(compared(t, check, before, after)))
	}
}

// TestFamiliesInAnotherOrder verifies that cells are compared by column, in whichever order a server sends families.
func TestFamiliesInAnotherOrder(t *testing.T) {
	check := newCheck(t, nil)
	before, after := sample.NewBuilder(math.MaxInt32), sample.NewBuilder(math.MaxInt32)
	before.Row([]byte("a#5"))
	after.Row([]byte("5#a"))
	for i, family := range []string{"f", "g", "h"} {
		before.Cell(family, nil, 9_000_000, []byte(family))
		after.Cell([]string{"h", "g", "f"}[i], nil, 9_000_000, []byte([]string{"h", "x", "f"}[i]))
	}
	parts := [2][]*sample.Sample{}
	for i, b := range []*sample.Builder{before, after} {
		parts[i] = []*sample.Sample{sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})}
	}
	r := &Result{Whole: true, Old: oldSums(t, check, nil, parts[0]), New: newSums(t, check, nil, parts[1])}
	naming := check.Name(r.Old, r.New)
	passed(t, naming.Old, parts[0])
	passed(t, naming.New, parts[1])
	r.Found = naming.Found()
	if got := found(r); !slices.Equal(got, []string{"changed 5#a<a#5 g: 9"}) {
		t.Errorf("found %q", got)
	}
}

// TestCanceled verifies that a pass that is canceled says so.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	check := newCheck(t, nil)
	part := testTable{"a#5": {{sample.Column{Family: "f"}, 0, "1"}}}.whole()[0]
	for name, take := range map[string]side{"old": check.NewSums(nil).Old, "new": check.NewSums(nil).New} {
		if err := take(ctx, part); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestChangedCells verifies layouts that change cells or divide rows, against copies by programs that know nothing of
// templates, and that a fault in such a copy is found.
func TestChangedCells(t *testing.T) {
	column := func(family, qualifier string) sample.Column {
		return sample.Column{Family: family, Qualifier: qualifier}
	}
	before := testTable{
		"a#5": {{column("f", "city"), 9_000_000, "rome"}, {column("f", "city"), 8_000_000, "oslo"},
			{column("f", "debug"), 9_000_000, "x"}, {column("g", "n"), 9_000_000, "1"}},
		"b#6": {{column("f", "city"), 9_000_000, "bern"}, {column("g", "n"), 7_000_000, "2"}},
	}
	for name, c := range map[string]struct {
		layout      string
		new         []sample.Family
		after       testTable
		overwritten int64
	}{
		"a column moves into the key, another goes": {layout: "{column(f:city, move)}#{user} => drop f:debug",
			after: testTable{"rome#a": before["a#5"][3:], "bern#b": before["b#6"][1:]}},
		"other families and names": {layout: "{at} => f:city -> h:town; g -> f; drop f:debug", after: testTable{
			"5": {{column("h", "town"), 9_000_000, "rome"}, {column("h", "town"), 8_000_000, "oslo"},
				{column("f", "n"), 9_000_000, "1"}},
			"6": {{column("h", "town"), 9_000_000, "bern"}, {column("f", "n"), 7_000_000, "2"}}}},
		"a row for each column": {layout: "{user}#{qualifier()} => * -> v:x", after: testTable{
			"a#city":  {{column("v", "x"), 9_000_000, "rome"}, {column("v", "x"), 8_000_000, "oslo"}},
			"a#debug": {{column("v", "x"), 9_000_000, "x"}}, "a#n": {{column("v", "x"), 9_000_000, "1"}},
			"b#city": {{column("v", "x"), 9_000_000, "bern"}}, "b#n": {{column("v", "x"), 7_000_000, "2"}}}},
		"policies of the new families": {layout: "{user}#{qualifier()} => * -> v:x",
			new: []sample.Family{{Name: "v", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}, after: testTable{
				"a#city": {{column("v", "x"), 9_000_000, "rome"}}, "a#debug": {{column("v", "x"), 9_000_000, "x"}},
				"a#n": {{column("v", "x"), 9_000_000, "1"}}, "b#city": {{column("v", "x"), 9_000_000, "bern"}},
				"b#n": {{column("v", "x"), 7_000_000, "2"}}}},
		"times, and values as names": {layout: "{user} => time {at}; drop f; g -> empty g:{value()}", after: testTable{
			"a": {{column("g", "1"), 5_000, ""}}, "b": {{column("g", "2"), 6_000, ""}}}},
		"columns that meet": {layout: "{user} => drop f:debug; * -> h:all", overwritten: 1, after: testTable{
			"a": {{column("h", "all"), 9_000_000, "1"}, {column("h", "all"), 8_000_000, "oslo"}},
			"b": {{column("h", "all"), 9_000_000, "bern"}, {column("h", "all"), 7_000_000, "2"}}}},
	} {
		for _, mode := range []Timestamps{Exact, Ignore} {
			t.Run(name+"/"+string(mode), func(t *testing.T) {
				check := newCheck(t, func(o *Options) {
					parsed, err := candidate.Parse(c.layout)
					if err != nil {
						t.Fatal(err)
					}
					o.Layouts, o.New, o.Timestamps = []*candidate.Candidate{parsed}, c.new, mode
				})
				r := compared(t, check, before, c.after)
				if r.Verdict() != Equal || r.Found != nil || !check.ChangesCells() || r.Old.Overwritten != c.overwritten {
					t.Errorf("%s, found %q, %d overwritten", r.Verdict(), found(r), r.Old.Overwritten)
				}
				if taken := int64(len(c.new)); r.Old.Collectable != taken { // one version
					t.Errorf("%d cells are left out, want %d", r.Old.Collectable, taken)
				}
				after := c.after.clone()
				key := after.keys()[0]
				after[key][0].value += "!"
				if r := compared(t, check, before, after); r.Verdict() != Different || !strings.HasPrefix(found(r)[0],
					"changed "+key+"<") {
					t.Errorf("a changed value: %s, found %q", r.Verdict(), found(r))
				}
			})
		}
	}
}

// TestListIsBounded verifies that all differences are counted and the first listed, whatever the order of the rows.
func TestListIsBounded(t *testing.T) {
	before := randomTable(rand.New(rand.NewPCG(8, 1)), 10_000) // some in nearly every bucket
	all := compared(t, newCheck(t, func(o *Options) { o.List = 1_000_000 }), before, testTable{})
	few := compared(t, newCheck(t, func(o *Options) { o.List = 7 }), before, testTable{})
	if got := found(few); len(got) != 7 || !slices.Equal(got, found(all)[:7]) {
		t.Errorf("listed %q", got)
	}
	if few.Found.Differences() != all.Found.Differences() || few.Found.Cells[Missing] != few.Old.ComparedCells ||
		few.Found.MissingRows != int64(len(before)) {
		t.Errorf("counted %v, %d rows, of %+v", few.Found.Cells, few.Found.MissingRows, few.Old.Counts)
	}
	if extra := compared(t, newCheck(t, nil), testTable{}, rekeyed(before)); extra.Found.ExtraRows != int64(len(before)) ||
		extra.Found.Cells[Extra] != extra.New.ComparedCells {
		t.Errorf("extra: %v, %d rows", extra.Found.Cells, extra.Found.ExtraRows)
	}
}

// TestNarrow verifies that few differences among many rows are all named in little memory, because the buckets that
// differ are divided further.
func TestNarrow(t *testing.T) {
	before := randomTable(rand.New(rand.NewPCG(8, 1)), 20_000)
	after := rekeyed(before)
	keys, want := after.keys(), []string(nil)
	for i := 5; i < len(keys); i += 500 {
		key := keys[i]
		at, user, _ := strings.Cut(key, "#")
		c := after[key][0]
		want = append(want, fmt.Sprintf("missing %s<%s#%s %s:%s %d", key, user, at, c.column.Family, c.column.Qualifier,
			c.micros/1_000_000))
		if after[key] = after[key][1:]; len(after[key]) == 0 {
			delete(after, key)
		}
	}
	check := newCheck(t, func(o *Options) { o.Memory = 60_000 })
	r := compared(t, check, before, after)
	if check.Narrow(r.Old, r.New) == nil {
		t.Fatal("the buckets that differ fit, so nothing is divided: the test is of no use")
	}
	if got := found(r); !slices.Equal(got, want) || r.Found.Named != len(want) || r.Found.Differing != len(want) {
		t.Errorf("%d of %d parts, found %q, want %q", r.Found.Named, r.Found.Differing, got, want)
	}
	holding := int64(0)
	for _, bucket := range Differing(r.Old, r.New) {
		holding += r.Old.sums[bucket].holding
	}
	for memory, fits := range map[int64]bool{holding: true, holding - 1: false} {
		check := newCheck(t, func(o *Options) { o.Memory = memory })
		if (check.Narrow(r.Old, r.New) == nil) != fits {
			t.Errorf("%d bytes for %d: divided further is %v", memory, holding, fits)
		}
	}
}

// TestMemoryBoundsNaming verifies that only as many parts are named as the memory allows, at least one, and that the
// rest still counts as different.
func TestMemoryBoundsNaming(t *testing.T) {
	before := randomTable(rand.New(rand.NewPCG(8, 1)), 300)
	for memory, few := range map[int64]bool{1: true, 20_000: true, 1 << 30: false} {
		r := compared(t, newCheck(t, func(o *Options) { o.Memory = memory }), before, testTable{})
		switch f := r.Found; {
		case few && (f.Named == f.Differing || f.Named < 1), !few && f.Named != f.Differing, memory == 1 && f.Named != 1:
			t.Errorf("%d bytes: %d of %d parts", memory, f.Named, f.Differing)
		case f.Differences() == 0 || r.Verdict() != Different || r.Healed() > 0:
			t.Errorf("%d bytes: %s, %v, %d healed", memory, r.Verdict(), f.Cells, r.Healed())
		}
	}
}

// TestMemoryOfHeldRows verifies that the memory by which naming is bounded is that of the rows it holds.
func TestMemoryOfHeldRows(t *testing.T) {
	check := newCheck(t, nil)
	before := randomTable(rand.New(rand.NewPCG(8, 1)), 50_000)
	old, none, part := check.NewSums(nil), check.NewSums(nil), before.whole()
	passed(t, old.Old, part)
	naming, holding := check.Name(old, none), int64(0)
	for _, sum := range old.sums {
		holding += sum.holding
	}
	var empty, full runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&empty)
	passed(t, naming.Old, part)
	runtime.GC()
	runtime.ReadMemStats(&full)
	if took := float64(full.HeapAlloc) - float64(empty.HeapAlloc); math.Abs(took/float64(holding)-1) > 0.2 {
		t.Errorf("%.1f MB for rows that were to take %.1f MB", took/1e6, float64(holding)/1e6)
	} else {
		t.Logf("%.1f MB for %.1f MB", took/1e6, float64(holding)/1e6)
	}
	runtime.KeepAlive([]any{naming, before, old, none, part})
}

// TestHealed verifies that buckets which differed only while writes were under way are equal, and counted, whether they
// are found equal when they are divided further or when their differences are named.
func TestHealed(t *testing.T) {
	before := randomTable(rand.New(rand.NewPCG(8, 1)), 30)
	for _, memory := range []int64{1, 1 << 30} {
		check := newCheck(t, func(o *Options) { o.Memory = memory })
		early, late := rekeyed(before), rekeyed(before)
		delete(early, early.keys()[3])
		r := &Result{Whole: true, Old: oldSums(t, check, nil, before.whole()), New: newSums(t, check, nil, early.whole())}
		r.Found = named(t, check, r, before, late)
		if r.Verdict() != Equal || r.Healed() != 1 || len(Differing(r.Old, r.New)) != 1 {
			t.Errorf("%d bytes: %s, %d healed", memory, r.Verdict(), r.Healed())
		}
	}
}

// TestVerdict verifies that only tables that were read whole, and of which anything was compared, are equal.
func TestVerdict(t *testing.T) {
	check := newCheck(t, nil)
	some, none, other := check.NewSums(nil), check.NewSums(nil), check.NewSums(nil)
	some.ComparedCells, other.ComparedCells = 1, 1
	other.sums[5].Cells = 1
	lost := &Found{Differing: 2, Named: 2, Cells: map[Kind]int64{Lost: 1}}
	for name, c := range map[string]struct {
		result Result
		want   Verdict
	}{
		"equal":                    {Result{Old: some, New: some, Whole: true}, Equal},
		"not read whole":           {Result{Old: some, New: some}, Unproved},
		"empty":                    {Result{Old: none, New: none, Whole: true}, Unproved},
		"different":                {Result{Old: some, New: other, Whole: true, Found: lost}, Different},
		"old is empty":             {Result{Old: none, New: other, Whole: true, Found: lost}, Different},
		"new is empty":             {Result{Old: other, New: none, Whole: true, Found: lost}, Different},
		"differ, not read again":   {Result{Old: some, New: other, Whole: true}, Different},
		"all are equal now":        {Result{Old: some, New: other, Whole: true, Found: &Found{Differing: 2, Named: 2}}, Equal},
		"some of them are":         {Result{Old: some, New: other, Whole: true, Found: &Found{Differing: 3, Named: 2}}, Different},
		"different, not all there": {Result{Old: some, New: other, Found: lost}, Unproved},
	} {
		if got := c.result.Verdict(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// benchmarked is a part of a table as a reader hands it over: 1,024 rows of ten cells with values of 100 bytes.
func benchmarked() testTable {
	out, r := testTable{}, rand.New(rand.NewPCG(1, 1))
	for i := range 1024 {
		var cells []testCell
		for c := range 10 {
			value := make([]byte, 100)
			for k := range value {
				value[k] = byte(r.IntN(256))
			}
			cells = append(cells, testCell{sample.Column{Family: "f", Qualifier: fmt.Sprint("column", c)}, 9_000_000,
				string(value)})
		}
		out[fmt.Sprintf("user%06d#%d", r.IntN(1e6), 1_700_000_000_000+i)] = cells
	}
	return out
}

// BenchmarkSums is the cost of a cell in the first pass, once it is read: of the old table with its change of key, and
// of the new one.
func BenchmarkSums(b *testing.B) {
	check := newCheck(b, nil)
	old := benchmarked()
	for name, side := range map[string]struct {
		add  func(*Sums, context.Context, *sample.Sample) error
		part *sample.Sample
	}{"old": {(*Sums).Old, old.whole()[0]}, "new": {(*Sums).New, rekeyed(old).whole()[0]}} {
		b.Run(name, func(b *testing.B) {
			sums := check.NewSums(nil)
			for b.Loop() {
				if err := side.add(sums, b.Context(), side.part); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(side.part.NumCells()), "ns/cell")
		})
	}
}
