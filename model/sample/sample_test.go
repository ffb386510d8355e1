package sample

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// build makes a stretch of rows, each written "key: family:qualifier@micros=value ...".
func build(keep int, rows ...string) *Builder {
	b := NewBuilder(keep)
	for _, row := range rows {
		key, cells, _ := strings.Cut(row, ": ")
		b.Row([]byte(key))
		for cell := range strings.FieldsSeq(cells) {
			var micros int64
			name, rest, _ := strings.Cut(cell, "@")
			at, value, _ := strings.Cut(rest, "=")
			if _, err := fmt.Sscan(at, &micros); err != nil {
				panic(err)
			}
			family, qualifier, _ := strings.Cut(name, ":")
			b.Cell(family, []byte(qualifier), micros, []byte(value))
		}
	}
	return b
}

// text writes a sample as build reads it.
func text(s *Sample) []string {
	var out []string
	for i := range s.Rows() {
		var row strings.Builder
		fmt.Fprintf(&row, "%s:", s.Key(i))
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			c := s.Cell(j)
			fmt.Fprintf(&row, " %s:%s@%d=%s", s.Column(c.Column).Family, s.Column(c.Column).Qualifier, c.Micros,
				c.Value)
		}
		out = append(out, row.String())
	}
	return out
}

func mustEqual[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); g != w {
		t.Errorf("%s:\n got %s\nwant %s", what, g, w)
	}
}

func mustPanic(t *testing.T, words string, f func()) {
	t.Helper()
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, words) {
			t.Errorf("panicked with %q, want a word of %q", got, words)
		}
	}()
	f()
}

func TestAssembleSortsStretchesAndColumns(t *testing.T) {
	late := build(0, "m: z:q@5=late", "n: a:q@6=x a:q@5=y")
	early := build(0, "a: a:z@1=one a:b@1=two", "b: ", "c: z:q@9=three")
	s := Assemble(Table{Name: "t"}, Provenance{Strategy: Quick}, []*Builder{late, NewBuilder(0), early})
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	mustEqual(t, "rows", text(s), []string{
		"a: a:z@1=one a:b@1=two", "b:", "c: z:q@9=three", "m: z:q@5=late", "n: a:q@6=x a:q@5=y",
	})
	mustEqual(t, "columns", s.Columns(), []Column{{"a", "b"}, {"a", "q"}, {"a", "z"}, {"z", "q"}})
	mustEqual(t, "runs", s.Runs(), []Run{{First: 0, Rows: 3}, {First: 3, Rows: 2}})
	mustEqual(t, "again", text(Assemble(Table{}, Provenance{}, []*Builder{early, late})), text(s))
}

func TestFollowJoinsRuns(t *testing.T) {
	first, second, third := build(0, "a: f:q@1=1"), build(0, "b: f:q@1=1", "c: f:q@1=1"), build(0, "x: f:q@1=1")
	first.SetSection(2, 1000, true)
	third.SetSection(1, 50, false)
	second.ContinueRun()
	s := Assemble(Table{}, Provenance{}, []*Builder{third, second, first})
	mustEqual(t, "runs", s.Runs(), []Run{
		{First: 0, Rows: 3, Hits: 2, SectionBytes: 1000, Whole: true},
		{First: 3, Rows: 1, Hits: 1, SectionBytes: 50},
	})
}

func TestOverlapsAreRefused(t *testing.T) {
	for name, second := range map[string]*Builder{
		"same key": build(0, "c: f:q@1=1"),
		"inside":   build(0, "b: f:q@1=1", "z: f:q@1=1"),
	} {
		t.Run(name, func(t *testing.T) {
			first := build(0, "a: f:q@1=1", "c: f:q@1=1")
			mustPanic(t, "overlap", func() { Assemble(Table{}, Provenance{}, []*Builder{first, second}) })
		})
	}
}

func TestDuplicatesAndDisorderAreFound(t *testing.T) {
	for name, b := range map[string]*Builder{
		"duplicate":  build(0, "a: f:q@1=1", "a: f:q@1=1"),
		"descending": build(0, "b: f:q@1=1", "a: f:q@1=1"),
	} {
		t.Run(name, func(t *testing.T) {
			err := Assemble(Table{}, Provenance{}, []*Builder{b}).Validate()
			if err == nil || !strings.Contains(err.Error(), `key "a"`) {
				t.Errorf("Validate gave %v, want the key named", err)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	b := NewBuilder(4)
	b.Row([]byte("key"))
	b.Cell("fam", []byte("qual"), -7, []byte("0123456789"))
	b.CellPrefix("fam", nil, 0, 1000, []byte("ab"))
	b.Row(nil)
	s := Assemble(Table{}, Provenance{}, []*Builder{b})
	// Columns sort by qualifier in the dictionary, cells stay as they came.
	c := s.Cell(0)
	mustEqual(t, "kept", string(c.Value), "0123")
	mustEqual(t, "size", c.Size, 10)
	mustEqual(t, "time", c.Micros, -7)
	mustEqual(t, "column", s.Column(c.Column), Column{"fam", "qual"})
	mustEqual(t, "front", string(s.Cell(1).Value), "ab")
	mustEqual(t, "cell bytes", s.CellBytes(0), 3+4+8+10)
	mustEqual(t, "row bytes", s.RowBytes(0), 3+25+3+8+1000)
	mustEqual(t, "empty row", s.RowBytes(1), 0)
	mustEqual(t, "bytes", s.Bytes(), s.RowBytes(0)+s.RowBytes(1))
	mustEqual(t, "builder's bytes", b.Bytes(), s.Bytes())
	mustEqual(t, "weight", s.Weight(0), 1)
}

func TestFind(t *testing.T) {
	s := Assemble(Table{}, Provenance{}, []*Builder{build(0, "b: ", "d: ", "f: ")})
	for key, want := range map[string]int{"": 0, "a": 0, "b": 0, "b\x00": 1, "d": 1, "e": 2, "f": 2, "g": 3} {
		if got := s.Find([]byte(key)); got != want {
			t.Errorf("Find(%q) is %d, want %d", key, got, want)
		}
	}
	if got := new(Sample).Find([]byte("a")); got != 0 {
		t.Errorf("Find in no rows is %d", got)
	}
}

// TestNewest verifies that the newest cell of a column is that of the greatest timestamp, the first of several.
func TestNewest(t *testing.T) {
	b := NewBuilder(0)
	b.Row([]byte("a"))
	for _, c := range []struct {
		qualifier string
		micros    int64
	}{{"p", 5000}, {"p", 3000}, {"q", 1000}, {"q", 7000}, {"q", 7000}} {
		b.Cell("f", []byte(c.qualifier), c.micros, nil)
	}
	b.Row([]byte("b"))
	b.Cell("f", []byte("q"), 9000, nil)
	s := Assemble(Table{}, Provenance{}, []*Builder{b})
	for _, want := range []struct {
		row    int
		column ColumnID
		cell   int
	}{{0, 0, 0}, {0, 1, 3}, {1, 0, -1}, {1, 1, 5}} {
		if got := s.Newest(want.row, want.column); got != want.cell {
			t.Errorf("newest cell of column %d in row %d is %d, want %d", want.column, want.row, got, want.cell)
		}
	}
}

// A dictionary of 100,000 columns, met in three orders by three builders, must come out as one sorted dictionary with
// every cell still at its own column.
func TestLargeDictionary(t *testing.T) {
	const columns = 100_000
	order := rand.New(rand.NewPCG(1, 2))
	var parts []*Builder
	for p := range 3 {
		b := NewBuilder(0)
		for row, id := range order.Perm(columns) {
			if row%100 == 0 {
				b.Row(fmt.Appendf(nil, "%d/%07d", p, row))
			}
			name := fmt.Appendf(nil, "column %d", id)
			b.Cell("f", name, 1, name)
		}
		parts = append(parts, b)
	}
	s := Assemble(Table{}, Provenance{}, parts)
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	mustEqual(t, "columns", len(s.Columns()), columns)
	for j := range s.NumCells() {
		if c := s.Cell(j); s.Column(c.Column).Qualifier != string(c.Value) {
			t.Fatalf("cell %d of column %q is at %q", j, c.Value, s.Column(c.Column).Qualifier)
		}
	}
}

// The promise is under 150 bytes for a row of 3 cells beyond its key and the kept bytes of its values.
func TestMemoryPerRow(t *testing.T) {
	const rows, keyBytes, valueBytes = 50_000, 16, 20
	b := NewBuilder(0)
	value := bytes.Repeat([]byte("v"), valueBytes)
	for i := range rows {
		b.Row(fmt.Appendf(nil, "%016d", i))
		for _, q := range []string{"x", "y", "z"} {
			b.Cell("f", []byte(q), int64(i), value)
		}
	}
	before := heap()
	s := Assemble(Table{}, Provenance{}, []*Builder{b})
	per := float64(heap()-before)/rows - keyBytes - 3*valueBytes
	runtime.KeepAlive(s)
	runtime.KeepAlive(b)
	t.Logf("%.0f bytes a row of 3 cells beyond key and values", per)
	if per >= 150 {
		t.Errorf("%.0f bytes a row of 3 cells, want under 150", per)
	}
	if per < 50 {
		t.Errorf("%.0f bytes a row is less than its arrays take: the measure is wrong", per)
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestTableLookups(t *testing.T) {
	table := Table{Families: []Family{{Name: "a"}, {Name: "b", Aggregate: "sum"}},
		Splits: []Split{{[]byte("k"), 10}, {nil, 30}}}
	if f, ok := table.Family("b"); !ok || f.Aggregate != "sum" {
		t.Errorf("Family(b) is %v, %v", f, ok)
	}
	if _, ok := table.Family("c"); ok {
		t.Error("found a family that is not there")
	}
	mustEqual(t, "bytes", table.Bytes(), 30)
	mustEqual(t, "no splits", (&Table{}).Bytes(), 0)
}

func TestRunsCoverRows(t *testing.T) {
	s := Assemble(Table{}, Provenance{}, []*Builder{build(0, "a: ", "b: "), build(0, "c: ")})
	for name, runs := range map[string][]Run{
		"gap":      {{First: 0, Rows: 1}, {First: 2, Rows: 1}},
		"short":    {{First: 0, Rows: 2}},
		"empty":    {{First: 0, Rows: 0}, {First: 0, Rows: 3}},
		"overlong": {{First: 0, Rows: 4}},
		"negative": {{First: 0, Rows: -1}},
	} {
		broken := *s
		broken.runs = slices.Clone(runs)
		if broken.Validate() == nil {
			t.Errorf("%s: Validate finds nothing wrong with %v", name, runs)
		}
	}
}
