package figures

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/value"
)

// readAt is when the rows of the tables here were read.
var readAt = time.Date(2026, 8, 10, 12, 0, 0, 0, time.UTC)

type testCell struct {
	family, qualifier string
	micros            int64
	value             string
}

type testRow struct {
	key   string
	cells []testCell
}

// read makes a sample of rows, all of the table.
func profileOf(ctx context.Context, s *sample.Sample, set rowkey.Set, opts ProfileOptions) (*Profile, error) {
	t, err := segments.New(ctx, s, set)
	if err != nil {
		return nil, err
	}
	return NewProfile(ctx, t, opts)
}

func read(table sample.Table, rows ...testRow) *sample.Sample {
	b := sample.NewBuilder(0)
	for _, r := range rows {
		b.Row([]byte(r.key))
		for _, c := range r.cells {
			b.Cell(c.family, []byte(c.qualifier), c.micros, []byte(c.value))
		}
	}
	return sample.Assemble(table, sample.Provenance{Strategy: sample.Everything, Complete: true, Started: readAt},
		[]*sample.Builder{b})
}

func of(t testing.TB, s *sample.Sample, opts ProfileOptions) *Profile {
	t.Helper()
	p, err := profileOf(context.Background(), s, nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSmallTable(t *testing.T) {
	table := sample.Table{Families: []sample.Family{
		{Name: "cf", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}}, {Name: "empty"},
	}}
	us := readAt.UnixMicro()
	p := of(t, read(table,
		testRow{"a", []testCell{{"cf", "x", us, "12345"}, {"cf", "x", us - 10, "1"}, {"cf", "y", us, ""}}},
		testRow{"bb", []testCell{{"cf", "x", us, "123"}, {"gone", "z", 0, "\x00\x00\x00\x00\x00\x00\x00\x07"}}},
	), ProfileOptions{Now: readAt})
	if p.Scope != estimate.All || p.Rows != 2 || p.Cells != 5 || p.KeyBytes != 3 || p.ValueBytes != 17 {
		t.Errorf("profile is %+v", p)
	}
	// Three cells of cf:x and one of cf:y take 3 bytes of names, gone:z 5, each 8 for its timestamp.
	if want := int64(3 + 17 + 4*3 + 5 + 5*8); p.Bytes != want {
		t.Errorf("%d bytes, want %d", p.Bytes, want)
	}
	x := p.Columns[0]
	if x.Family != "cf" || x.Qualifier != "x" || x.Rows != 2 || x.Cells != 3 || x.MaxVersions != 2 ||
		x.MeanVersions.Value != 1.5 ||
		x.Bytes != 3*11+9 || x.Oldest != us-10 || x.Newest != us || x.Guess != GuessText {
		t.Errorf("cf:x is %+v", x)
	}
	if want := []Bin{{1, 1, 1}, {2, 2, 1}}; !slices.Equal(x.Versions, want) {
		t.Errorf("versions of cf:x are %v, want %v", x.Versions, want)
	}
	// a's key of one byte is split over three cells, bb's of two over two.
	if want := 2.0/3 + 1; math.Abs(x.KeyBytes-want) > 1e-9 {
		t.Errorf("cf:x has %v bytes of keys, want %v", x.KeyBytes, want)
	}
	if x.Values != (Spread{Min: 1, Max: 5, P50: 3, P95: 5, Mean: 3}) {
		t.Errorf("values of cf:x are %+v", x.Values)
	}
	if y := p.Columns[1]; y.RowShare != (estimate.Counted(0.5)) || y.Guess != GuessEmpty {
		t.Errorf("cf:y is %+v", y)
	}
	if len(p.Families) != 3 || p.Families[0].GC.String() != "maxversions=2" || p.Families[1].Rows != 0 ||
		!p.Families[1].Declared ||
		p.Families[2].Name != "gone" || p.Families[2].Declared || p.Families[0].Rows != 2 ||
		p.Families[0].Columns != 2 {
		t.Errorf("families are %+v", p.Families)
	}
	if p.Columns[2].Guess != GuessInt64 {
		t.Errorf("gone:z is guessed %s", p.Columns[2].Guess)
	}
	if want := (Times{Oldest: 0, Newest: us, Zero: 1}); p.Times != want {
		t.Errorf("times are %+v, want %+v", p.Times, want)
	}
	if l := p.LargestRows; len(l) != 2 || string(l[0].Key) != "a" || l[0].Cells != 3 || l[0].Bytes != 1+11*3+6 {
		t.Errorf("largest rows are %+v", l)
	}
	if l := p.LargestCells; len(l) != 5 || l[0].Bytes != 8 || l[0].Family != "gone" || string(l[0].Key) != "bb" ||
		l[4].Bytes != 0 {
		t.Errorf("largest cells are %+v", l)
	}
}

func TestEmptyTable(t *testing.T) {
	p := of(t, read(sample.Table{Families: []sample.Family{{Name: "cf"}}}), ProfileOptions{})
	if p.Rows != 0 || p.RowBytes.N != 0 || p.RowBytes.Bins != nil || len(p.Families) != 1 || p.Times.Alike {
		t.Errorf("the profile of nothing is %+v", p)
	}
	if f := p.Families[0].RowShare; f.Value != 0 || math.IsNaN(f.Low) {
		t.Errorf("share of no rows is %+v", f)
	}
}

func TestTimes(t *testing.T) {
	us := readAt.UnixMicro()
	cells := func(micros ...int64) (c []testCell) {
		for _, m := range micros {
			c = append(c, testCell{"f", "q", m, "v"})
		}
		return c
	}
	slack := retention.FutureSlack.Microseconds()
	for _, c := range []struct {
		micros []int64
		want   Times
	}{
		{[]int64{7}, Times{Oldest: 7, Newest: 7}},
		{[]int64{7, 7, 7}, Times{Oldest: 7, Newest: 7, Alike: true}},
		{[]int64{0, -1, math.MinInt64}, Times{Oldest: math.MinInt64, Newest: 0, Zero: 1, Negative: 2}},
		{[]int64{us + slack, us + slack + 1, math.MaxInt64}, Times{Oldest: us + slack, Newest: math.MaxInt64,
			Future: 2}},
	} {
		p := of(t, read(sample.Table{}, testRow{"k", cells(c.micros...)}), ProfileOptions{Now: readAt})
		if p.Times != c.want {
			t.Errorf("%v: %+v, want %+v", c.micros, p.Times, c.want)
		}
	}
}

// TestSpread verifies that the percentiles of a few sizes are values that were seen.
func TestSpread(t *testing.T) {
	b := sample.NewBuilder(0)
	b.Row([]byte("a"))
	for i, size := range []int{3, 1, 8, 2} {
		b.Cell("f", []byte{byte(i)}, 1000, make([]byte, size))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	for _, tt := range []struct {
		cells []uint32
		want  Spread
	}{
		{nil, Spread{}}, {[]uint32{0}, Spread{Min: 3, P50: 3, P95: 3, Max: 3, Mean: 3}},
		{[]uint32{0, 1}, Spread{Min: 1, P50: 1, P95: 3, Max: 3, Mean: 2}},
		{[]uint32{0, 1, 2, 3}, Spread{Min: 1, P50: 2, P95: 8, Max: 8, Mean: 3.5}},
	} {
		if got := newSpread(s, tt.cells); got != tt.want {
			t.Errorf("%v: %+v, want %+v", tt.cells, got, tt.want)
		}
	}
}

func TestBins(t *testing.T) {
	for i := range 200 {
		from, next := binFrom(i), binFrom(i+1)
		if binIndex(from) != i || binIndex(next-1) != i || next <= from {
			t.Errorf("bin %d is %d to %d, which are in bins %d and %d", i, from, next-1, binIndex(from),
				binIndex(next-1))
		}
	}
	if b := binFrom(binIndex(math.MaxInt64)); b <= 0 {
		t.Errorf("the greatest number is in a bin that begins at %d", b)
	}
}

func TestGuess(t *testing.T) {
	for bytes, want := range map[string]ValueGuess{
		"":                                       GuessEmpty,
		"\x00\x00\x00\x00\x00\x00\x01\x02":       GuessInt64,
		"ABCDEFGH":                               GuessText,
		"\x40\x09\x21\xfb\x54\x44\x2d\x18":       value.Float64,
		`{"a": 1}`:                               GuessJSON,
		`{a}`:                                    GuessText,
		"[1, 2]":                                 GuessJSON,
		"12":                                     GuessText,
		"line\nline":                             GuessText,
		"\x1b[31m":                               GuessBinary,
		"naïve":                                  GuessText,
		"na\xc3":                                 GuessBinary,
		`{"long": "` + string(make([]byte, 100)): GuessBinary,
		`{"long": "` + fmt.Sprintf("%0100d", 1):  GuessJSON,
		fmt.Sprintf("%063d", 1) + "é and more":   GuessText, // kept to the middle of é
	} {
		p := of(t, read(sample.Table{}, testRow{"k", []testCell{{"f", "q", 1, bytes}}}), ProfileOptions{})
		if got := p.Columns[0].Guess; got != want {
			t.Errorf("%q is guessed %s, want %s", bytes, got, want)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := profileOf(ctx, read(sample.Table{}, testRow{"k", nil}), nil, ProfileOptions{}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// TestAgainstMaps counts random tables a second time in the plainest way.
func TestAgainstMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []testRow
		n := rapid.IntRange(0, 30).Draw(t, "rows")
		for i := range n {
			r := testRow{key: fmt.Sprintf("%03d%s", i, rapid.StringN(0, 5, 9).Draw(t, "key"))}
			for _, c := range []testCell{{"a", "1", 0, ""}, {"a", "2", 0, ""}, {"b", "", 0, ""}} {
				for v := range rapid.IntRange(0, 9).Draw(t, "versions") {
					size := rapid.OneOf(rapid.IntRange(0, 50), rapid.IntRange(0, 100_000)).Draw(t, "size")
					r.cells = append(r.cells, testCell{c.family, c.qualifier, int64(-v), string(make([]byte, size))})
				}
			}
			rows = append(rows, r)
		}
		s := read(sample.Table{}, rows...)
		p, err := profileOf(context.Background(), s, nil, ProfileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Bytes != s.Bytes() || p.Cells != int64(s.NumCells()) {
			t.Fatalf("%d bytes, %d cells; want %d, %d", p.Bytes, p.Cells, s.Bytes(), s.NumCells())
		}
		var rowBytes, cells, columns, sizes, versions []int64
		present, columnBytes := map[string]int64{}, map[string]int64{}
		for i, r := range rows {
			rowBytes, cells = append(rowBytes, s.RowBytes(i)), append(cells, int64(len(r.cells)))
			count := map[string]int64{}
			for _, c := range r.cells {
				name := c.family + ":" + c.qualifier
				count[name]++
				columnBytes[name] += int64(len(name)-1+len(c.value)) + 8
				sizes = append(sizes, int64(len(c.value)))
			}
			columns = append(columns, int64(len(count)))
			for name, v := range count {
				present[name]++
				versions = append(versions, v)
			}
		}
		same(t, "row bytes", p.RowBytes, rowBytes)
		same(t, "cells per row", p.CellsPerRow, cells)
		same(t, "columns per row", p.ColumnsPerRow, columns)
		same(t, "value size", p.ValueSize, sizes)
		same(t, "versions", p.Versions, versions)
		var share float64
		for _, c := range p.Columns {
			name := c.Family + ":" + c.Qualifier
			if c.Rows != present[name] || c.Bytes != columnBytes[name] ||
				math.Abs(c.RowShare.Value-float64(c.Rows)/float64(n)) > 1e-9 {
				t.Fatalf("%s is in %d rows with %d bytes, want %d and %d; share %v", name, c.Rows, c.Bytes,
					present[name], columnBytes[name], c.RowShare)
			}
			share += c.ByteShare.Value
		}
		if all := slices.Min(append(cells, 1)) > 0 && n > 0; all && math.Abs(share-1) > 1e-9 {
			t.Fatalf("columns share %v of the bytes", share)
		}
	})
}

// same holds a distribution against the numbers it is of.
func same(t *rapid.T, what string, d Distribution, numbers []int64) {
	slices.Sort(numbers)
	n := len(numbers)
	if d.N != int64(n) {
		t.Fatalf("%s: %d numbers, want %d", what, d.N, n)
	}
	if n == 0 {
		return
	}
	var sum, binned float64
	for _, v := range numbers {
		sum += float64(v)
	}
	for _, q := range []struct {
		got     Figure
		percent int
	}{{d.P50, 50}, {d.P90, 90}, {d.P95, 95}, {d.P99, 99}} {
		if want := float64(numbers[(n*q.percent+99)/100-1]); q.got.Value != want || !q.got.IsExact() {
			t.Fatalf("%s: p%d of %v is %+v, want %v", what, q.percent, numbers, q.got, want)
		}
	}
	if d.Min != numbers[0] || d.Max != numbers[n-1] || math.Abs(d.Mean.Value-sum/float64(n)) > 1e-6 {
		t.Fatalf("%s: %+v of %v", what, d, numbers)
	}
	for _, b := range d.Bins {
		binned += b.Count
		if in := countIn(numbers, b); in != b.Count {
			t.Fatalf("%s: bin %+v should hold %v", what, b, in)
		}
	}
	if binned != float64(n) {
		t.Fatalf("%s: bins hold %v of %d", what, binned, n)
	}
}

func countIn(numbers []int64, b Bin) (n float64) {
	for _, v := range numbers {
		if b.From <= v && v <= b.To {
			n++
		}
	}
	return n
}

func sortRows(rows []testRow) {
	slices.SortFunc(rows, func(a, b testRow) int { return strings.Compare(a.key, b.key) })
}

// TestFamiliesInOrder verifies that families are listed by name however the table and the rows name them.
func TestFamiliesInOrder(t *testing.T) {
	b := sample.NewBuilder(0)
	b.Row([]byte("k"))
	for _, family := range []string{"a", "b", "c"} {
		b.Cell(family, []byte("q"), 1, nil)
	}
	for _, declared := range [][]string{{"a", "b", "c"}, {"c", "b", "a"}, {"c", "a"}, nil} {
		var table sample.Table
		for _, name := range declared {
			table.Families = append(table.Families, sample.Family{Name: name})
		}
		families, _ := familiesAndColumns(sample.Assemble(table, sample.Provenance{}, []*sample.Builder{b}))
		if len(families) != 3 || !slices.IsSortedFunc(families, byName) {
			t.Errorf("of the table %v: %v", declared, families)
		}
	}
}

// TestOnlyFamilyHasEverything verifies that the only family of a table has all rows and bytes, exactly, however few rows
// were read; and that one of two families, or one that the table's description lacks, is estimated.
func TestOnlyFamilyHasEverything(t *testing.T) {
	row := testRow{"a", []testCell{{"f", "q", 1, "v"}}}
	for name, tt := range map[string]struct {
		families []sample.Family
		rows     []testRow
		exact    bool
	}{
		"one family":          {[]sample.Family{{Name: "f"}}, []testRow{row}, true},
		"two families":        {[]sample.Family{{Name: "f"}, {Name: "g"}}, []testRow{row}, false},
		"none is described":   {nil, []testRow{row}, false},
		"another was dropped": {[]sample.Family{{Name: "g"}}, []testRow{row}, false},
		"no row":              {[]sample.Family{{Name: "f"}}, nil, false},
	} {
		s := read(sample.Table{Families: tt.families}, tt.rows...)
		s.How = sample.Provenance{Strategy: sample.Head, Started: readAt}
		f := of(t, s, ProfileOptions{}).Families[0]
		if f.RowShare.IsExact() != tt.exact || f.ByteShare.IsExact() != tt.exact ||
			tt.exact && (f.RowShare.Value != 1 || f.ByteShare.Value != 1) {
			t.Errorf("%s: %+v of the rows, %+v of the bytes", name, f.RowShare, f.ByteShare)
		}
	}
}
