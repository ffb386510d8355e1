package simulate

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/sample"
)

// odds is a table of odd rows: values that hold delimiters, that are empty, binary or absent, several versions, rows of
// another kind and rows that no layout explains.
func odds(r *rand.Rand, rows int) table {
	t := table{}
	words := []string{"", "a", "ab", "a|", "b", "\xff", "é", "zz\x00", "10", "9", "a.b"}
	for range rows {
		key := fmt.Sprintf("%s#%d#%d", words[1+r.IntN(len(words)-1)], r.IntN(300),
			1_700_000_000_000+r.Int64N(5)*3_600_000)
		switch r.IntN(12) {
		case 0:
			key = "other/" + words[r.IntN(len(words))]
		case 1:
			key = "\x01unexplained" + fmt.Sprint(r.IntN(9))
		}
		for range 1 + r.IntN(5) {
			t.put(key, cell{[]string{"d", "e"}[r.IntN(2)], []string{"", "q", "r"}[r.IntN(3)], r.Int64N(4) * 1000,
				words[r.IntN(len(words))]})
		}
	}
	return t
}

var oddLayouts = []string{"{w}#{n:int}#{at:ms}", "path = other/{p}"}

// keys are candidates without rules on cells, which the quick way may take.
func keys() []string {
	return []string{
		"{w}", "{n}", "{at}", "{n}#{w}#{at}", "{at}|{n}", "{n:pad(4)}{w}{at}", "{w}{n}",
		"{salt(3, w)}{n:pad(4)}{at}#{w}", "x{n}y", "{w}#{w}#{w}",
		"{reverse(at)}{n:pad(3)}{w}", "{column(d:q)}/{n}", "{bucket(at, 1h):date(2006010215)}{w}",
		"{mirror(n)}#{reverse(w)}", "{hash(w, md5, 2)}{n:be(2)}",
		"{rest(n)}", "{w escaped}\\0\\x01{n escaped}", "{w len(1)}{n len(1)}{at}", "{truncate(w, 1)}{pad(n, 2)}",
		"{w}#{n:hex}", "{hash(w)}{hash(n)}{hash(at)}{w}{n}{at}",
		"{key()}", "t/{key()}", "{w} => d -> *:{n}#{qualifier()}; drop e", "{n} => * -> json d:all",
		"{at} => * -> empty d:{value()}", "{w}#{celltime()}",
		"{n}#{qualifier()} => time {at}; d: -> e:x", "{w}[#{column(e:r)}]", "path = {p} => * -> x",
		"{w} => d:q, e -> protobuf d:{n}", "{salt(1000000, w, n)}", "{n:text(6, _)}{at}", "{p}",
	}
}

// measured are the figures of a result that must not depend on how they were worked out.
func measured(r *Result) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Rows, r.Cells, r.Bytes, r.KeyBytes, r.PackedKeyBytes, r.Over100MB, r.Collisions.MergedRows,
		r.Collisions.VersionCells,
		r.Collisions.OverwrittenCells, r.Collisions.Impossible)
	for q := range 11 {
		fmt.Fprint(&b, " ", r.RowBytes.Quantile(float64(q)/10), " ", r.RowCells.Quantile(float64(q)/10))
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "\n%s %d %s", f.Kind, f.Count, f.Text)
	}
	return b.String()
}

// naive carries a candidate of plain keys out with maps, and counts.
func naive(s *sample.Sample, key func(row int) string) (rows, bytes, merged, versions, lost int64) {
	type place struct {
		key    string
		column sample.ColumnID
		micros int64
	}
	from := map[string][]int{}
	cells := map[place]int{}
	newest := func(j, first int) bool { return j == first || s.CellColumn(j-1) != s.CellColumn(j) }
	all := int64(0)
	older := int64(0)
	for i := range s.Rows() {
		k := key(i)
		from[k] = append(from[k], i)
		a, z := s.Cells(i)
		for j := a; j < z; j++ {
			all++
			if !newest(j, a) {
				older++
			}
			cells[place{k, s.CellColumn(j), s.Cell(j).Micros}] = j
		}
	}
	columns := map[string]bool{}
	for p, j := range cells {
		bytes += s.CellBytes(j)
		columns[fmt.Sprint(p.key, "\x00", p.column)] = true
	}
	for k, rowsOf := range from {
		rows++
		bytes += int64(len(k))
		if len(rowsOf) > 1 {
			merged += int64(len(rowsOf))
		}
	}
	lost = all - int64(len(cells))
	return rows, bytes, merged, int64(len(cells)-len(columns)) - older, lost
}

// What both ways say of merging is what maps say.
func TestMergingAgainstMaps(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		at := func(i int, s *sample.Sample) []string { return strings.Split(string(s.Key(i)), "#") }
		tb := table{}
		for range 1 + r.IntN(300) {
			key := fmt.Sprintf("u%d#%d#e%d", r.IntN(9), r.IntN(40), r.IntN(3))
			tb.put(key, cell{"d", "q", int64(len(tb)) * 1000, "1"}) // no two alike, so that no older version is lost
			if r.IntN(2) == 0 {
				tb.put(key, cell{"d", fmt.Sprint(r.IntN(3)), r.Int64N(9)*1000 + 500, strings.Repeat("x", r.IntN(40))})
			}
		}
		s := tb.sample()
		b := prepare(t, s, "{u}#{n:int}#{e}")
		for text, key := range map[string]func(i int) string{
			"{e}":              func(i int) string { return at(i, s)[2] },
			"{n}/{u}":          func(i int) string { return at(i, s)[1] + "/" + at(i, s)[0] },
			"{n:pad(5)}":       func(i int) string { return fmt.Sprintf("%05s", at(i, s)[1]) },
			"{u}{e}!{n}":       func(i int) string { return at(i, s)[0] + at(i, s)[2] + "!" + at(i, s)[1] },
			"{truncate(n, 1)}": func(i int) string { return at(i, s)[1][:1] },
		} {
			got := try(t, b, text)
			rows, bytes, merged, versions, lost := naive(s, key)
			c := got.Collisions
			if lost > 0 { // then an older version may be what is lost, which maps do not distinguish
				versions = c.VersionCells
			}
			if got.Rows != rows || got.Bytes != bytes || c.MergedRows != merged || c.OverwrittenCells != lost ||
				c.VersionCells != versions {
				t.Fatalf("seed %d %s: %d rows %d bytes %+v; maps say %d, %d, merged %d versions %d lost %d", seed, text,
					got.Rows, got.Bytes, c, rows, bytes, merged, versions, lost)
			}
		}
	}
}

// What changes nothing changes nothing.
func TestMetamorphic(t *testing.T) {
	s := events(700).sample()
	b := prepare(t, s, eventLayout)
	plain := try(t, b, "{user}#{ts}#{event}")
	for i := range s.Rows() {
		if !bytes.Equal(plain.Tables[0].Key(i), s.Key(i)) {
			t.Fatalf("the layout of today as a candidate gives %q for %q", plain.Tables[0].Key(i), s.Key(i))
		}
	}
	today, err := Run(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	plain.Collisions.Impossible, today.Collisions.Impossible = "", "" // for other reasons
	if measured(today) != measured(plain) {
		t.Errorf("today is %s, tried %s", measured(today), measured(plain))
	}
	same := func(text string, more int64) {
		t.Helper()
		r := try(t, b, text)
		if r.Rows != plain.Rows || r.Cells != plain.Cells || r.KeyBytes != plain.KeyBytes+more*plain.Rows ||
			r.Collisions.MergedRows != 0 {
			t.Errorf("%s: %d rows, %d key bytes; %d and %d were wanted", text, r.Rows, r.KeyBytes, plain.Rows,
				plain.KeyBytes+more*plain.Rows)
		}
		if !slices.Equal(r.Tables[0].Order(), plain.Tables[0].Order()) {
			t.Errorf("%s: other order", text)
		}
	}
	same("const/{user}#{ts}#{event}", 6)
	same("{salt(1, user)}{user}#{ts}#{event}", 1)
	same("{user}#{reverse(reverse(ts))}#{event}", 0)
	same("{mirror(mirror(user))}#{ts}#{event}", 0)
	same("{reverse(reverse(user))}#{ts}#{event}", 0)
	same("{user}#{ts:ms(pad(13))}#{event}", 0)
	same("{key()}", 0)
	same("{user}#{ts}#{event} => * -> *:{qualifier()}", 0)
	again := try(t, b, "{user}#{ts}#{event}")
	if again.Collisions.Impossible = ""; measured(again) != measured(plain) {
		t.Error("a second time is not like the first")
	}
}

// Rows of which no cell was read have no cell to compute a key of, and are no reason to stop.
func TestRowsWithoutCells(t *testing.T) {
	b := prepare(t, table{"a#1": nil, "b#2": {{"d", "q", 1000, "v"}}, "c": nil}.sample(), "{w}#{n}")
	if r := try(t, b, "{column(d:q)}#{celltime()}#{n}"); r.Rows != 2 { // c stays as it is
		t.Errorf("%d rows: %v", r.Rows, r.Findings)
	}
	if r := try(t, b, "{n}"); r.Rows != 3 || r.Cells != 1 {
		t.Errorf("%d rows, %d cells", r.Rows, r.Cells)
	}
	none := prepare(t, table{}.sample(), "{w}#{n}")
	if r := try(t, none, "{n}#{w} => * -> *:{n}"); r.Rows != 0 || len(r.Findings) == 0 {
		t.Errorf("of nothing comes %d rows, %v", r.Rows, r.Findings)
	}
}

// Of rows that were read in part, counts go with their weights and the whole is told only where it can be.
func TestScale(t *testing.T) {
	parts := make([]*sample.Builder, 0, 20)
	for run := range 20 {
		b := sample.NewBuilder(0)
		for i := range 50 {
			b.Row([]byte(fmt.Sprintf("user%02d#%04d#%d", run, i+run*3, i%7))) // runs begin anywhere
			b.Cell("d", []byte("q"), int64(run*50+i)*1000, []byte("12345678"))
		}
		b.SetSection(1, 100_000, false)
		parts = append(parts, b)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Quick, Points: 20,
		TotalBytes: 20 * 100_000}, parts)
	b := prepare(t, s, "{user}#{n}#{k}")
	// Every ten neighbors meet: a row in ten begins a new one.
	r := try(t, b, "{user}#{truncate(n, 3)}")
	if p := r.Scale().PerRow; r.Scale().NoFigureReason != "" || p.Low > 0.1 || p.High < 0.1 ||
		math.Abs(p.Value-0.1) > 0.03 {
		t.Errorf("a row in ten: %+v", r.Scale())
	}
	if r := try(t, b, "{k}"); r.Scale().NoFigureReason == "" {
		t.Error("scattered rows meet, and the whole table's are told")
	}
	if r := try(t, b, "{k}#{n}"); !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind == Merged }) &&
		r.Collisions.MergedRows == 0 {
		t.Error("that no rows of a sample meet proves nothing")
	}
	if r := try(t, b, "{k}#{n}#{user}"); r.Collisions.Impossible == "" || r.Scale().NoFigureReason != "" ||
		r.Scale().PerRow.Value != 1 {
		t.Errorf("all segments are there: %+v", r.Scale())
	}
}
