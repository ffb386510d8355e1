package rekey

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// written returns a cell of d:q written at a time.
func written(micros int64, value string) naiveCell {
	return naiveCell{family: "d", qualifier: "q", micros: micros, value: value}
}

// TestLongestKey verifies which row has the longest key, of equal ones the first, and whether all keys are those of
// their rows.
func TestLongestKey(t *testing.T) {
	rows := []naiveRow{{key: "a#1#1700000000000"}, {key: "bbb#1#1700000000000"}, {key: "cc#1#1700000000000"},
		{key: "ddd#1#1700000000000"}}
	base := baseOf(t, rows)
	for text, want := range map[string]struct {
		longest int
		same    bool
	}{"{w}": {1, false}, "{w}#{n}#{at}": {1, true}, "{key()}": {1, true}, "x": {0, false}, "{reverse(w)}": {1, false},
		"{hash(w, 1)}{w}": {-1, false}} {
		table, err := tableOf(t, base, text)
		if err != nil {
			t.Fatal(err)
		}
		if want.longest < 0 { // in another order
			want.longest = 0
			for i := range table.Len() {
				if len(table.Key(i)) > len(table.Key(want.longest)) {
					want.longest = i
				}
			}
		}
		if table.Longest != want.longest || table.SameKeys != want.same {
			t.Errorf("%s: row %d has the longest key, all the same %t; want %d, %t", text, table.Longest, table.SameKeys,
				want.longest, want.same)
		}
	}
}

// TestWritesOfRows verifies that each row has the times at which the cells were written that it is made of, in the order
// of the source, those too that are overwritten or get another time, and not those that are dropped.
func TestWritesOfRows(t *testing.T) {
	rows := []naiveRow{
		{key: "a#1#1700000000000", cells: []naiveCell{written(9, "v"), written(5, "v"),
			{family: "e", qualifier: "r", micros: 7, value: "v"}}},
		{key: "b#1#1700000000000", cells: []naiveCell{written(9, "w")}},
		{key: "c#2#1700000000000", cells: []naiveCell{written(3, "w")}},
	}
	for text, want := range map[string]string{
		"{n}":                      "1 [9 5 7 9] 2 [3]",
		"{n} => drop e":            "1 [9 5 9] 2 [3]",
		"{n} => time {at}":         "1 [9 5 7 9] 2 [3]",
		"{n} => * -> json d:all":   "1 [9 5 7 9] 2 [3]",
		"{n}#{family()} => drop d": "1#e [7]",
		"{celltime()}":             "0 [9 5 7 9 3]",
		"{qualifier()}":            "q [9 5 9 3] r [7]",
	} {
		table, err := tableOf(t, baseOf(t, rows), text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for row, times := range table.Writes() {
			got = append(got, string(table.Key(row)), fmt.Sprint(times))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestRowsThatMeetWithoutValues verifies that cells which lose their value take no bytes for it, alone and where rows
// meet, and what is then a version or lost.
func TestRowsThatMeetWithoutValues(t *testing.T) {
	rows := []naiveRow{
		{key: "a#1#1700000000000", cells: []naiveCell{written(9, "12345"), written(5, "123")}},
		{key: "b#1#1700000000000", cells: []naiveCell{written(9, "1234567"), written(4, "1")}},
		{key: "c#2#1700000000000", cells: []naiveCell{written(9, "1234567")}},
	}
	const head = 1 + 1 + 8 // of a cell
	for text, want := range map[string]struct{ first, second, versions, lost int64 }{
		"{n} => d -> empty d":     {1 + 3*head, 1 + head, 0, 1},
		"{n}":                     {1 + 3*head + 7 + 3 + 1, 1 + head + 7, 0, 1},
		"{n} => d -> empty eee":   {1 + 3*(head+2), 1 + head + 2, 0, 1},
		"{n}#{w} => d -> empty d": {3 + 2*head, 3 + 2*head, 0, 0},
	} {
		table, err := tableOf(t, baseOf(t, rows), text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if table.BytesAt(0) != want.first || table.BytesAt(1) != want.second || table.Overwritten != want.lost ||
			table.Versions != want.versions {
			t.Errorf("%s: %d and %d bytes, %d versions, %d lost; want %+v", text, table.BytesAt(0), table.BytesAt(1),
				table.Versions, table.Overwritten, want)
		}
	}
}

// TestTemplatesOfSeveralKinds verifies that a template which writes rows of several kinds is one, and which rows it
// writes.
func TestTemplatesOfSeveralKinds(t *testing.T) {
	base := baseOf(t, []naiveRow{{key: "?"}, {key: "a#1#1700000000000"}, {key: "other/x"}})
	for text, want := range map[string]string{"{key()}": "1 [true true true]", "{w}": "1 [false true false]",
		"{p}": "1 [false false true]"} {
		table, err := tableOf(t, base, text)
		if err != nil {
			t.Fatal(err)
		}
		plan, number := table.Plan()
		var writes []bool
		for row := range base.Sample.Rows() {
			writes = append(writes, slices.ContainsFunc(plan.Templates(number), func(of *Template) bool {
				return plan.WrittenBy(of, number, row)
			}))
		}
		if got := fmt.Sprint(len(plan.Templates(number)), " ", writes); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestFieldsThatNoSegmentHas verifies what stands for a column that a row has not: nothing, but for the length or the
// salt of nothing, and that what is odd about a part is odd about what is made of it.
func TestFieldsThatNoSegmentHas(t *testing.T) {
	b := sample.NewBuilder(4) // bytes that are kept of a value
	for _, row := range []struct{ key, value string }{{"a#1#1700000000000", "longer"}, {"b#1#1700000000000", "four"},
		{"c#1#1700000000000", ""}} {
		b.Row([]byte(row.key))
		if row.value != "" {
			b.Cell("d", []byte("q"), 1000, []byte(row.value))
		}
	}
	decoded, err := segments.New(t.Context(), sample.Assemble(sample.Table{}, sample.Provenance{
		Strategy: sample.Everything, Complete: true}, []*sample.Builder{b}), baseOf(t, nil).Layouts)
	if err != nil {
		t.Fatal(err)
	}
	base := NewBase(decoded)
	for text, want := range map[string]string{
		"{column(d:q)}":                       "long/2 four/0 /1",
		"{column(d:q) len(1)}":                "\x04long/2 \x04four/0 \x00/1",
		"{mirror(column(d:q))}":               "gnol/2 ruof/0 /1",
		"{reverse(column(d:q))}":              "gnol/2 ruof/0 /1",
		"{truncate(column(d:q), 3)}":          "lon/0 fou/0 /1",
		"{truncate(column(d:q), 4)}":          "long/0 four/0 /1",
		"{truncate(column(d:q), 5)}":          "long/2 four/0 /1",
		"{pad(column(d:q), 5, _)}":            "_long/2 _four/0 /1",
		"{pad(column(d:q), 3, _)}":            "long/6 four/4 /1",
		"{hash(column(d:q), crc32, 2)}":       "3b/2 90/0 00/0",
		"{salt(2, column(d:q))}":              "0/2 1/0 0/0",
		"{bucket(column(d:q), 1h)}":           "long/6 four/4 /1",
		"{reverse(truncate(column(d:q), 3))}": "nol/0 uof/0 /1",
	} {
		template, field := fieldOf(t, base, text)
		rendered := base.Render(field)
		var got []string
		for row := range base.Sample.Rows() {
			got = append(got, fmt.Sprintf("%s/%d", rendered.At(row), rendered.StateAt(row)))
			alone, state := template.AppendCell(nil, field, row, -1)
			if string(alone) != string(rendered.At(row)) || state != rendered.StateAt(row) {
				t.Errorf("%s: row %d alone has %q in state %d, with all %q in %d", text, row, alone, state,
					rendered.At(row), rendered.StateAt(row))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if lacks := strings.HasSuffix(want, "/1"); rendered.Lacks != lacks {
			t.Errorf("%s: absent somewhere %t, want %t", text, rendered.Lacks, lacks)
		}
	}
}

// TestSegmentsOfFields verifies which segment a field is, which the first argument of one comes from, and whether it is
// another field or depends on cells.
func TestSegmentsOfFields(t *testing.T) {
	base := baseOf(t, []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", "v")}}})
	name := func(c *segments.Column) string {
		if c == nil {
			return ""
		}
		return c.Segment.Name
	}
	for text, want := range map[string][2]string{"{w}": {"w", "w"}, "{n:pad(3)}": {"n", "n"},
		"{reverse(mirror(n))}": {"", "n"}, "{hash(at, w)}": {"", "at"}, "{column(d:q)}": {"", ""}, "{key()}": {"", ""},
		"{truncate(column(d:q), 3)}": {"", ""}} {
		_, field := fieldOf(t, base, text)
		if got := [2]string{name(field.Column()), name(field.Source())}; got != want || field.PerCell() || field.Renamed() {
			t.Errorf("%s is %q of %q, want %q", text, got[0], got[1], want)
		}
	}
	for text, want := range map[string]string{"{n}": "int", "{n:pad(3)}": "pad(3)", "{reverse(at)}": "reverse(ms)",
		"{reverse(n):pad(3)}": "mirror(pad(3))", "{at:date(20060102)}": "date(20060102)", "{salt(4, w)}": "salt(4)",
		"{bucket(at, 1h)}": "ms", "{hash(w)}": "", "{column(d:q)}": "", "{pad(n, 3)}": ""} {
		got := ""
		if _, field := fieldOf(t, base, text); field.Form() != nil {
			got = field.Form().Spec()
		}
		if got != want {
			t.Errorf("%s is written as %q, want %q", text, got, want)
		}
	}
	if _, field := fieldOf(t, base, "{hash(w, qualifier())}"); !field.PerCell() {
		t.Error("a hash of the qualifier does not depend on cells")
	}
}

// TestPiecesOfRows verifies what one source row gives to one new row: its key, what it comes to, the times of its cells,
// and the cells as another part of the program joins them.
func TestPiecesOfRows(t *testing.T) {
	rows := []naiveRow{
		{key: "a#1#1700000000000", cells: []naiveCell{written(9000, "12345"), written(9000-1, "lost"), written(5000, "old"),
			{family: "e", qualifier: "r", micros: 7000, value: "v"}}},
		{key: "b#2#1700000000001", cells: []naiveCell{written(3000, "w")}},
	}
	base := baseOf(t, rows)
	for text, want := range map[string]string{
		"{n}": "0 1 [d:q@9000=12345 d:q@8999=lost d:q@5000=old e:r@7000=v] [9000 8999 5000 7000] 4; " +
			"1 2 [d:q@3000=w] [3000] 1",
		"{n} => drop d": "0 1 [e:r@7000=v] [7000] 1",
		"{n} => d -> *:{w}": "0 1 [d:a@9000=12345 d:a@8999=lost d:a@5000=old e:r@7000=v] [9000 8999 5000 7000] 4; " +
			"1 2 [d:b@3000=w] [3000] 1",
		"{n} => e -> a; d -> empty d": "0 1 [a:r@7000=v d:q@9000= d:q@8999= d:q@5000=] [9000 8999 5000 7000] 4; " +
			"1 2 [d:q@3000=] [3000] 1",
		"{family()}": "0 d [d:q@9000=12345 d:q@8999=lost d:q@5000=old] [9000 8999 5000] 3; 0 e [e:r@7000=v] [7000] 1; " +
			"1 d [d:q@3000=w] [3000] 1",
	} {
		parsed, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set, err := ResolveSet(parsed, base.Layouts)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := base.NewPlan(set)
		if err != nil {
			t.Fatal(err)
		}
		moved, err := plan.Move(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for p := range moved.Pieces() {
			var cells []string
			var times []int64
			p.Cells(func(c PieceCell) {
				cells = append(cells, fmt.Sprintf("%s:%s@%d=%s", c.Family, c.Qualifier, c.Micros, c.Value))
			})
			p.Times(func(micros int64) { times = append(times, micros) })
			got = append(got, fmt.Sprintf("%d %s [%s] %v %d", p.Row, p.Key, strings.Join(cells, " "), times, p.Count.Cells))
			given := p.Given()
			if string(given.Source) != rows[p.Row].key || len(given.Cells) != len(times) || given.Cells[0].Form != "" ||
				!given.Cells[0].Newest || len(given.Cells) > 1 && given.Cells[1].Newest != (given.Cells[1].Family != given.Cells[0].Family) {
				t.Errorf("%s: row %d gives %+v", text, p.Row, given)
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s:\n%q, want\n%q", text, strings.Join(got, "; "), want)
		}
		for range moved.Pieces() {
			break // a reader may stop
		}
	}
}

// TestCellsThatBroughtRows verifies which cell brought a source to a row whose key depends on cells.
func TestCellsThatBroughtRows(t *testing.T) {
	rows := []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", "v"), inD("r", "v")}},
		{key: "b#2#1700000000000", cells: []naiveCell{inD("r", "v")}}}
	table, err := tableOf(t, baseOf(t, rows), "{qualifier()}")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(table.Sources(1), []uint32{0, 1}) || table.Through(0, 0) != 0 || table.Through(1, 0) != 1 ||
		table.Through(1, 1) != 2 {
		t.Errorf("sources %v by cells %d, %d, %d", table.Sources(1), table.Through(0, 0), table.Through(1, 0),
			table.Through(1, 1))
	}
	if table, err = tableOf(t, baseOf(t, rows), "{n}"); err != nil || table.Through(0, 0) != -1 {
		t.Errorf("a row of whole rows was brought by cell %d, %v", table.Through(0, 0), err)
	}
}

// TestRowsWeighAsTheirSources verifies that the sizes of rows are weighed like the first of the rows that they are made
// of.
func TestRowsWeighAsTheirSources(t *testing.T) {
	how := sample.Provenance{Strategy: sample.Accurate, Points: 2, TotalBytes: 1000, Filter: 1, RowShare: 1}
	var parts []*sample.Builder
	for i, key := range []string{"a#1#1700000000000", "b#2#1700000000000"} {
		b := sample.NewBuilder(4)
		b.Row([]byte(key))
		b.Cell("d", []byte("q"), 1000, make([]byte, 10*(i+1)))
		b.SetSection(1, int64(100*(i+1)), true)
		parts = append(parts, b)
	}
	decoded, err := segments.New(t.Context(), sample.Assemble(sample.Table{}, how, parts), baseOf(t, nil).Layouts)
	if err != nil {
		t.Fatal(err)
	}
	base := NewBase(decoded)
	table, err := tableOf(t, base, "{n}")
	if err != nil {
		t.Fatal(err)
	}
	if !base.Design.HasWeights() || base.Design.Weight(0) == base.Design.Weight(1) {
		t.Fatal("the rows weigh the same")
	}
	row := 0
	table.RowBytes.Each(func(size int64, weight float64) bool {
		if want := base.Design.Weight(row); size != table.BytesAt(row) || weight != want {
			t.Errorf("%d bytes weigh %g, want %g", size, weight, want)
		}
		row++
		return true
	})
	if row != 2 || table.RowCells.Weight != base.Design.Weight(0)+base.Design.Weight(1) {
		t.Errorf("%d sizes, and cells of weight %g", row, table.RowCells.Weight)
	}
}

// TestTimesOfCells verifies that cells get the time of a field, in whole milliseconds unless the table counts
// microseconds, also before 1970, and keep theirs where the field is none.
func TestTimesOfCells(t *testing.T) {
	for _, tt := range []struct {
		value  string
		micros bool
		want   int64
	}{
		{"1700000000123456", false, 1700000000123000}, {"1700000000123456", true, 1700000000123456},
		{"1969-12-31T23:59:59.9985Z", false, -2000}, {"1969-12-31T23:59:59.9985Z", true, -1500},
		{"never", false, 1000}, {"", false, 1000},
	} {
		rows := []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", tt.value)}}}
		s := sampleOf(rows)
		s.Table.Micros = tt.micros
		decoded, err := segments.New(t.Context(), s, baseOf(t, nil).Layouts)
		if err != nil {
			t.Fatal(err)
		}
		table, err := tableOf(t, NewBase(decoded), "{w} => time {column(d:q)}")
		if err != nil {
			t.Fatal(err)
		}
		for _, cells := range table.Contents() {
			if cells[0].Micros != tt.want {
				t.Errorf("%q: the cell has time %d, want %d", tt.value, cells[0].Micros, tt.want)
			}
		}
	}
}

// TestExamplesOfRowsThatMeet verifies that the first keys in order are kept, once each.
func TestExamplesOfRowsThatMeet(t *testing.T) {
	var c Counts
	for _, key := range []string{"m", "x", "m", "z", "a", "q", "b"} {
		c.Example([]byte(key))
	}
	if got := fmt.Sprintf("%s", c.Examples); got != "[a b m]" {
		t.Errorf("examples %s, want the first three", got)
	}
}

// TestKeyFields verifies the fields of new keys as they are shown: values of segments as their codecs read them, computed
// ones in the form that they are written in, those of a group only where it stands, and of keys that stay their segments.
func TestKeyFields(t *testing.T) {
	base := baseOf(t, []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{written(9, "v")}},
		{key: "b#1#1700000000000", cells: []naiveCell{{family: "e", qualifier: "r", micros: 7, value: "w"}}}})
	for text, want := range map[string]string{
		"{at}#x{w}": "at 2023-11-14, w a", "{salt(4, w):pad(2)}#{n}": "salt 1, n 1", "{key()}": " a#1#1700000000000",
		"{reverse(at)}": " 2023-11-14", "{w}[#{column(d:q)}][#{column(e:r)}]": "w a,  v",
	} {
		table, err := tableOf(t, base, text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range table.KeyFields(nil, 0) {
			words := string(f.Text)
			switch {
			case f.Codec != nil && f.Value.Kind == rowkey.KindTime:
				words = f.Value.Time().Format("2006-01-02")
			case f.Codec != nil && f.Value.Bytes != nil:
				words = string(f.Value.Bytes)
			case f.Codec != nil:
				words = fmt.Sprint(f.Value.Int + int64(f.Value.Uint))
			}
			got = append(got, f.Name+" "+words)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", text, strings.Join(got, ", "), want)
		}
	}
}
