package rekey

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// fieldOf binds a candidate and returns its template and the first field of its key.
func fieldOf(t *testing.T, base *Base, text string) (*Template, *Field) {
	t.Helper()
	table, err := tableOf(t, base, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	plan, number := table.Plan()
	template := plan.Templates(number)[0]
	return template, template.Fields[0]
}

// TestValuesInOtherForms verifies how the value of a column is written in the form of a segment: what reads as a value
// of that form becomes one, and what does not is written as it is and said to be unfit.
func TestValuesInOtherForms(t *testing.T) {
	for _, tt := range []struct {
		value, field string
		want         string
		state        State
	}{
		{"7", "{column(d:q):pad(3)}", "007", 0},
		{"007", "{column(d:q):int}", "007", Unfit},
		{"x", "{column(d:q):pad(3)}", "x", Unfit},
		{"1234", "{column(d:q):pad(3)}", "1234", Unfit},
		{"258", "{column(d:q):be(2)}", "\x01\x02", 0},
		{"70000", "{column(d:q):be(2)}", "70000", Unfit},
		{"ab", "{column(d:q):text(4)}", "ab  ", 0},
		{"org.example", "{column(d:q):domain}", "org.example", 0},
		{"2024-02-03T04:05:06.007Z", "{column(d:q):ms}", "1706933106007", 0},
		{"2024-02-03 04:05:06.007", "{column(d:q):ms}", "1706933106007", 0},
		{"2024-02-03", "{column(d:q):date(20060102)}", "20240203", 0},
		{"not a day", "{column(d:q):date(20060102)}", "not a day", Unfit},
		{"", "{column(d:r)}", "", Absent},
		{"", "{column(d:r):pad(3)}", "", Absent},
	} {
		rows := []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", tt.value)}},
			{key: "b#1#1700000000000", cells: []naiveCell{inD("r", "only here")}}}
		template, field := fieldOf(t, baseOf(t, rows), tt.field)
		got, state := template.AppendCell(nil, field, 0, -1)
		if string(got) != tt.want || state != tt.state || field.done.StateAt(0) != state {
			t.Errorf("%q by %s is %q in state %d, want %q in %d", tt.value, tt.field, got, state, tt.want, tt.state)
		}
	}
}

// TestSegmentsInOtherForms verifies how a segment is written in another form, finer values cut, and with escapes and
// lengths.
func TestSegmentsInOtherForms(t *testing.T) {
	const key = "abc#258#1700000001234" // 2023-11-14 22:13:21.234
	for text, want := range map[string]string{
		"{n:hex}":                       "102",
		"{n:hex(4)}":                    "0102",
		"{n:be(2)}":                     "\x01\x02",
		"{n:reverse(pad(3))}":           "741",
		"{reverse(n):pad(4)}":           "8520",
		"{mirror(n):pad(4)}":            "8520",
		"{reverse(w)}":                  "cba",
		"{reverse(n)}":                  "852",
		"{reverse(at, 10^13-1)}":        "8299999998765",
		"{reverse(at):s}":               "9223372035154775806",
		"{reverse(reverse(at))}":        "1700000001234",
		"{at:s}":                        "1700000001",
		"{at:us}":                       "1700000001234000",
		"{at:date(20060102)}":           "20231114",
		"{bucket(at, 1m)}":              "1699999980000",
		"{bucket(at, 15m)}":             "1699999200000",
		"{bucket(at, 2d)}":              "1699833600000",
		"{bucket(at, 1w)}":              "1699833600000",
		"{bucket(at, 1mo)}":             "1698796800000",
		"{w len(2)}":                    "\x00\x03abc",
		"{w len(1)}":                    "\x03abc",
		"{w escaped}":                   "abc",
		"{n:be(2) escaped}":             "\x01\x02",
		"{n:be(3) escaped}":             "\x00\xff\x01\x02",
		"{truncate(w, 2)}":              "ab",
		"{truncate(w, 3)}":              "abc",
		"{truncate(w, 4)}":              "abc",
		"{salt(16, w)}":                 "02",
		"{hash(w)}":                     "900150983cd24fb0d6963f7d28e17f72",
		"{hash(w, 5)}":                  "90015",
		"{hash(w, crc32)}":              "352441c2",
		"{hash(w, crc32, 8)}":           "352441c2",
		"{hash(w, n, crc32)}":           "15d74a4a",
		"{x=truncate(w, 1)}{pad(x, 2)}": "a",
	} {
		rows := []naiveRow{{key: key, cells: []naiveCell{inD("q", "v")}}}
		template, field := fieldOf(t, baseOf(t, rows), text)
		if got, state := template.AppendCell(nil, field, 0, -1); string(got) != want || state != 0 {
			t.Errorf("%s of %s is %q in state %d, want %q", text, key, got, state, want)
		}
	}
}

// TestFramedSegmentsStayFramed verifies that a segment that stays as it is keeps its length and escapes, and loses them
// where it is given another form.
func TestFramedSegmentsStayFramed(t *testing.T) {
	for _, tt := range []struct{ layout, key, text, want string }{
		{"{a len(1)}{b}", "\x02xyrest", "{a}{b}", "\x02xyrest"},
		{"{a len(2)}{b}", "\x00\x02xyrest", "{b}/{a}", "rest/\x00\x02xy"},
		{"{a len(1)}{b}", "\x02xyrest", "{a:text}/{b}", "xy/rest"},
		{"{a len(1)}{b}", "\x02xyrest", "{a len(2)}/{b}", "\x00\x02xy/rest"},
		{"{a len(1)}{b}", "\x02xyrest", "{rest(a)}", "\x02xyrest"},
		{"{a len(1)}{b}", "\x02xyrest", "{rest(b)}", "rest"},
		{"{a:bytes escaped}\\0\\x01{b}", "x\x00\xff\x00\x01z", "{b}/{a}", "z/x\x00\xff"},
		{"{a:bytes escaped}\\0\\x01{b}", "x\x00\xff\x00\x01z", "{b}/{a:bytes}", "z/x\x00"},
	} {
		layout, err := rowkey.Parse(tt.layout)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := segments.New(t.Context(), sampleOf([]naiveRow{{key: tt.key}}), rowkey.Set{layout})
		if err != nil {
			t.Fatal(err)
		}
		table, err := tableOf(t, NewBase(decoded), tt.text)
		if err != nil {
			t.Fatalf("%s: %v", tt.text, err)
		}
		if got := string(table.Key(0)); got != tt.want {
			t.Errorf("%s of %q under %s is %q, want %q", tt.text, tt.key, tt.layout, got, tt.want)
		}
	}
}

// TestNumbersAsTimes verifies that a number is a time in seconds up to 11 digits, in milliseconds from 12, in
// microseconds from 15 and in nanoseconds from 18, and that zero and negative numbers are none.
func TestNumbersAsTimes(t *testing.T) {
	for text, want := range map[string]time.Time{
		"1":                   time.Unix(1, 0),
		"99999999999":         time.Unix(99999999999, 0),
		"100000000000":        time.UnixMilli(100000000000),
		"99999999999999":      time.UnixMilli(99999999999999),
		"100000000000000":     time.UnixMicro(100000000000000),
		"99999999999999999":   time.UnixMicro(99999999999999999),
		"100000000000000000":  time.Unix(0, 100000000000000000),
		"1700000000123456789": time.Unix(0, 1700000000123456789),
		"0":                   {}, "-5": {}, "1.5": {}, "soon": {}, "": {},
		"2024-02-03":                    time.Date(2024, 2, 3, 0, 0, 0, 0, time.UTC),
		"2024-02-03 04:05:06":           time.Date(2024, 2, 3, 4, 5, 6, 0, time.UTC),
		"2024-02-03T04:05:06.5+02:00":   time.Date(2024, 2, 3, 2, 5, 6, 5e8, time.UTC),
		"2024-02-03 04:05:06.000000007": time.Date(2024, 2, 3, 4, 5, 6, 7, time.UTC),
		"2024-02-30":                    {},
	} {
		got, ok := readTime(text)
		if ok == want.IsZero() || ok && (got.Kind != rowkey.KindTime || got.Int != want.Unix() ||
			int(got.Nanos) != want.Nanosecond()) {
			t.Errorf("%q is the time %v, %v, want %v", text, got, ok, want)
		}
	}
}

// TestBucketsBefore1970 verifies that several units are counted from 1970 in both directions, each bucket named by its
// beginning.
func TestBucketsBefore1970(t *testing.T) {
	for seconds, want := range map[int64]int64{-901: -1800, -900: -900, -1: -900, 0: 0, 899: 0, 900: 900} {
		v := rowkey.Value{Kind: rowkey.KindTime, Int: seconds}
		if got := floor(v, rowkey.Minute, 15); got.Int != want || got.Nanos != 0 {
			t.Errorf("15 minutes of %d s begin at %d s, want %d", seconds, got.Int, want)
		}
	}
}

// TestWhatFieldsAreComputedOf verifies that a field is computed once for each value of the one segment that it is
// computed of, else once for each text that it has.
func TestWhatFieldsAreComputedOf(t *testing.T) {
	var rows []naiveRow
	for i := range 12 {
		rows = append(rows, naiveRow{key: fmt.Sprintf("%c%d#%d#1700000000000", 'a'+i/6, i%3, i%2),
			cells: []naiveCell{inD("q", "v")}})
	}
	slices.SortFunc(rows, func(a, b naiveRow) int { return strings.Compare(a.key, b.key) })
	base := baseOf(t, rows) // 6 values of w, 2 of n
	for text, want := range map[string]int{
		"{w}":                          6,
		"{truncate(w, 1)}":             6, // in two texts
		"{hash(w, w)}":                 6,
		"{pad(n, 4)}":                  2,
		"{hash(w, n)}":                 12,
		"{hash(truncate(w, 1), n)}":    4,
		"{column(d:q)}":                1,
		"{hash(w, column(d:q))}":       6,
		"{key()}":                      12,
		"{rest(n)}":                    2,
		"{hash(key())}":                12,
		"{h=hash(b)}{b=truncate(w,1)}": 6,
	} {
		template, field := fieldOf(t, base, text)
		got := base.Render(field)
		if got.Len() != want || len(got.States) != want || len(got.First) != want || got.Lacks {
			t.Errorf("%s has %d texts, want %d", text, got.Len(), want)
		}
		for row := range rows {
			if one, _ := template.AppendCell(nil, field, row, -1); string(got.At(row)) != string(one) {
				t.Errorf("%s of row %d is %q, alone %q", text, row, got.At(row), one)
			}
		}
		for id, row := range got.First {
			if got.Of[row] != uint32(id) {
				t.Errorf("%s: row %d has not text %d", text, row, id)
			}
		}
	}
}

// TestRenderingsAreKept verifies that a field that was computed for one candidate is not computed for the next that has
// it, unless a name in it means another field.
func TestRenderingsAreKept(t *testing.T) {
	base := baseOf(t, []naiveRow{{key: "ab#1#1700000000000"}, {key: "cd#2#1700000000000"}})
	_, first := fieldOf(t, base, "{hash(w)}#{n}")
	_, again := fieldOf(t, base, "{hash(w)}#{at}")
	if first.done != again.done || base.Render(first) != first.done {
		t.Error("the same field of two candidates is computed twice")
	}
	_, other := fieldOf(t, base, "{hash(w)}#{w=truncate(n, 1)}")
	if other.done == first.done {
		t.Error("a hash of another field is taken for that of the segment")
	}
}

// TestFieldsThatRowsLack verifies what stands for a field in rows that have no such segment: nothing for the segment,
// the salt or hash of nothing for those.
func TestFieldsThatRowsLack(t *testing.T) {
	rows := []naiveRow{{key: "a#1#1700000000000"}, {key: "other/x"}}
	base := baseOf(t, rows)
	for text, want := range map[string]struct {
		text  string
		state State
	}{
		"{key()}{w}":              {"", Absent},
		"{key()}{pad(w, 3)}":      {"", Absent},
		"{key()}{w len(1)}":       {"\x00", Absent},
		"{key()}{hash(w, crc32)}": {"00000000", 0},
		"{key()}{salt(4, w)}":     {"0", 0},
		"{key()}{column(d:q)}":    {"", Absent},
		"{key()}{rest(w)}":        {"", Absent},
		"{key()}{rest(p)}":        {"x", 0},
	} {
		base := base
		if strings.Contains(text, "d:q") {
			base = baseOf(t, rows, sample.Column{Family: "d", Qualifier: "q"})
		}
		parsed, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		bound, err := base.bind(text, &parsed.Templates[0])
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got := base.Render(bound.Fields[1])
		if string(got.At(1)) != want.text || got.StateAt(1) != want.state || got.Lacks != (want.state == Absent) &&
			!strings.Contains(text, "rest(p)") {
			t.Errorf("%s of %s is %q in state %d, want %q in %d", text, rows[1].key, got.At(1), got.StateAt(1),
				want.text, want.state)
		}
	}
}

// TestGroupsOfAbsentFields verifies that a group is written if all of its fields are there.
func TestGroupsOfAbsentFields(t *testing.T) {
	rows := []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", "v"), inD("r", "x")}},
		{key: "b#1#1700000000000", cells: []naiveCell{inD("q", "v")}}, {key: "c#1#1700000000000"}}
	table, err := tableOf(t, baseOf(t, rows), "{w}[-{column(d:q)}][+{column(d:q)}{column(d:r)}]")
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range []string{"a-v+vx", "b-v", "c"} {
		if got := string(table.Key(row)); got != want {
			t.Errorf("row %d is %q, want %q", row, got, want)
		}
	}
}

// TestListedNames verifies how an error lists the names that there are: all of twelve, and of more the first twelve.
func TestListedNames(t *testing.T) {
	names := strings.Split("a b c d e f g h i j k l m n", " ")
	twelve := "are " + strings.Join(names[:12], ", ")
	for count, want := range map[int]string{1: "is a", 2: "are a, b", 12: twelve, 13: twelve + " and 1 more",
		14: twelve + " and 2 more"} {
		if got := list(names[:count]); got != want {
			t.Errorf("%d names are written %q, want %q", count, got, want)
		}
	}
}

// TestMistakesInCandidates verifies what is said of names that are not there and of what cannot be computed.
func TestMistakesInCandidates(t *testing.T) {
	rows := []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", "v")}}}
	for text, want := range map[string]string{
		"{x}": `no segment "x" in the current keys: there are w, n, at, p; write a column as ` +
			`{column(family:qualifier)}`,
		"{column(d:x)}":          `no column "d:x" in the rows read: there is d:q`,
		"{column(e:q)}":          `no column "e:q" in the rows read: there is d:q`,
		"{w} => e -> d":          `no family "e" in the rows read: there is d`,
		"{reverse(value(), 9)}":  "only a time or a number can be subtracted from a maximum",
		"{bucket(w, 1h)}":        "w is not a time but text; buckets need a time, so give the current layout a codec such as w:ms",
		"{a=hash(b)}{b=hash(a)}": "is computed from itself",
		"{reverse(w, 9)}":        "text cannot be reversed",
		"nobody = {key()}":       `no record kind "nobody": there are A, path`,
	} {
		_, err := tableOf(t, baseOf(t, rows), text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	empty, err := segments.New(t.Context(), sampleOf(rows[:1]), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tableOf(t, NewBase(empty), "{x}"); err == nil ||
		!strings.Contains(err.Error(), "no layout explains the current keys; {key()} is the whole key") {
		t.Errorf("without a layout: %v", err)
	}
	none := baseOf(t, []naiveRow{{key: "a#1#1700000000000"}})
	if _, err := tableOf(t, none, "{column(d:x)}"); err == nil ||
		!strings.Contains(err.Error(), "no column d:x: the rows read have no cells") {
		t.Errorf("without cells: %v", err)
	}
}

// TestRowsWithVersions verifies the number of rows that have several versions of a column.
func TestRowsWithVersions(t *testing.T) {
	cells := func(qualifier string, n int) []naiveCell {
		var out []naiveCell
		for i := range n {
			out = append(out, naiveCell{family: "d", qualifier: qualifier, micros: int64(1000 * (n - i))})
		}
		return out
	}
	base := baseOf(t, []naiveRow{{key: "a#1#1700000000000", cells: append(cells("q", 1), cells("r", 3)...)},
		{key: "b#1#1700000000000", cells: cells("q", 2)}, {key: "c#1#1700000000000", cells: cells("q", 3)}})
	for _, tt := range []struct {
		qualifier string
		wanted    func(int) bool
		want      int64
	}{
		{"q", func(int) bool { return true }, 2},
		{"q", func(row int) bool { return row != 1 }, 1},
		{"r", func(int) bool { return true }, 1},
	} {
		if got := base.Versions(candidate.ColumnName{Family: "d", Qualifier: tt.qualifier}, tt.wanted); got != tt.want {
			t.Errorf("%d rows have versions of %s, want %d", got, tt.qualifier, tt.want)
		}
	}
}

// TestDocuments verifies the sizes of cells that several become: of the newest value of each column, with names in
// order, and families before them only where two families have one name.
func TestDocuments(t *testing.T) {
	cell := func(family, qualifier string, micros int64, value string) naiveCell {
		return naiveCell{family: family, qualifier: qualifier, micros: micros, value: value}
	}
	for _, tt := range []struct {
		name  string
		cells []naiveCell
		want  string
	}{
		{"one", []naiveCell{cell("d", "q", 1, "v")}, `{"q":"v"}`},
		{"two", []naiveCell{cell("d", "q", 1, "v"), cell("d", "r", 1, "")}, `{"q":"v","r":""}`},
		{"versions", []naiveCell{cell("d", "q", 2, "newer"), cell("d", "q", 1, "v")}, `{"q":"newer"}`},
		{"families", []naiveCell{cell("d", "q", 1, "v"), cell("e", "r", 1, "w")}, `{"q":"v","r":"w"}`},
		{"a name in two", []naiveCell{cell("d", "q", 1, "v"), cell("e", "q", 1, "w"), cell("e", "r", 1, "x")},
			`{"d:q":"v","e:q":"w","e:r":"x"}`},
		{"binary", []naiveCell{cell("d", "q", 1, "\xff\xfe")}, `{"q":"//4="}`},
	} {
		rows := []naiveRow{{key: "a#1#1700000000000", cells: tt.cells}}
		table, err := tableOf(t, baseOf(t, rows), "{key()} => * -> json d:all")
		if err != nil {
			t.Fatal(err)
		}
		for _, cells := range table.Contents() {
			if want := sample.CellBytes(1, 3, len(tt.want)); len(cells) != 1 || cells[0].Bytes != want ||
				cells[0].Micros != tt.cells[0].micros {
				t.Errorf("%s: %+v, want one cell of %d bytes", tt.name, cells, want)
			}
		}
	}
}

// TestSizesOfDocumentsOfCutValues verifies that what is missing of a value counts as it is where the beginning is text,
// even if it ends within a character, and in base64 where it is not.
func TestSizesOfDocumentsOfCutValues(t *testing.T) {
	for _, tt := range []struct {
		front string
		size  int
		want  int // of the value with its quotes
		exact bool
	}{
		{"abc", 3, 5, true},
		{"abc", 10, 12, false},
		{"a\n", 10, 13, false},
		{"abc\xe6\xbc", 10, 12, false}, // the beginning of 漢
		{"\xff\xfe", 10, 2 + 16, false},
		{"\xff\xfeabc", 5, 2 + 8, true},
		{"", 0, 2, true},
		{"", 7, 9, false},
	} {
		got, exact := jsonSize([]string{"q"}, []candidate.Content{{Front: []byte(tt.front), Size: tt.size}})
		if want := len(`{"q":}`) + tt.want; got != want || exact != tt.exact {
			t.Errorf("%q of %d bytes takes %d, exact %v, want %d, %v", tt.front, tt.size, got, exact, want, tt.exact)
		}
	}
}

// TestTrimmedFronts verifies that a character that the end of what was kept cuts in two is cut off, and no more.
func TestTrimmedFronts(t *testing.T) {
	for front, want := range map[string]string{"": "", "abc": "abc", "ab漢": "ab漢", "ab\xe6": "ab", "ab\xe6\xbc": "ab",
		"ab\xf0\x9f\x99": "ab", "\xe6\xbc": "\xe6\xbc", "a\xff\xff\xff\xff": "a\xff\xff\xff\xff",
		"a\xff\xff\xff": "a"} {
		if got := string(trimmed([]byte(front), false)); got != want {
			t.Errorf("%q is cut to %q, want %q", front, got, want)
		}
		if got := string(trimmed([]byte(front), true)); got != front {
			t.Errorf("the whole %q is cut to %q", front, got)
		}
	}
}
