package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// written is a row of one column, with the times of its cells in seconds, the newest first.
type written struct {
	key string
	at  []int
}

// keyFacts returns what rules know of rows with keys of some layouts.
func keyFacts(t *testing.T, templates []string, rows ...written) *facts {
	t.Helper()
	slices.SortFunc(rows, func(a, b written) int { return strings.Compare(a.key, b.key) })
	b := sample.NewBuilder(100)
	for _, row := range rows {
		b.Row([]byte(row.key))
		for _, at := range row.at {
			b.Cell("f", []byte("q"), 1.7e15+int64(at)*1e6, []byte("v"))
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true,
		Started: time.Unix(1.8e9, 0)}, []*sample.Builder{b})
	set, err := rowkey.ParseSet(strings.Join(templates, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := segments.New(t.Context(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	profile, err := figures.NewProfile(t.Context(), decoded, figures.ProfileOptions{Top: 100, Now: time.Unix(1.8e9, 0)})
	if err != nil {
		t.Fatal(err)
	}
	return gather(Input{Table: decoded, Profile: profile, Keys: keyspace.New(decoded),
		Figures: figures.NewTable(decoded, nil, figures.Policy{}),
		Heat:    &heat.Map{Score: heat.Score{Pattern: heat.Unknown, Hottest: -1}}}, Options{})
}

// keysOf returns rows with keys of a format and numbers, from low on in steps, each with a cell per hour after the one
// before or, in disorder, at a time that its number does not tell.
func keysOf(format string, n, low, step int, ordered bool) []written {
	var rows []written
	for i := range n {
		at := i
		if !ordered {
			at = i * 37 % n
		}
		rows = append(rows, written{fmt.Sprintf(format, low+i*step), []int{3600 * at}})
	}
	return rows
}

// TestIDsThatAscend verifies when ids at the start of keys are taken for those of a counter: if they and the times of
// their rows have the same order, which is a warning, or if most numbers between the first and the last of at least a
// hundred occur, which is a note, as the order in which they were written is not known.
func TestIDsThatAscend(t *testing.T) {
	quick := func(rows []written, last int) []written { // in so many seconds
		for i := range rows {
			rows[i].at = []int{last * i / (len(rows) - 1)}
		}
		return rows
	}
	for _, tt := range []struct {
		name     string
		template string
		rows     []written
		want     Severity
	}{
		{"in order", "{id:pad(8)}", keysOf("%08d", 150, 0, 1e5, true), Warning},
		{"in no order", "{id:pad(8)}", keysOf("%08d", 150, 0, 1e5, false), ""},
		{"in the order of numbers, not of bytes", "{id:int}", keysOf("%d", 150, 1, 1e5, true), Warning},
		{"in order, within an hour", "{id:pad(8)}", quick(keysOf("%08d", 150, 0, 1e5, true), 3599), ""},
		{"in order, in an hour", "{id:pad(8)}", quick(keysOf("%08d", 150, 0, 1e5, true), 3600), Warning},
		{"a hundred neighbors", "{id:pad(8)}", keysOf("%08d", 100, 1, 1, false), Note},
		{"ninety-nine neighbors", "{id:pad(8)}", keysOf("%08d", 99, 1, 1, false), ""},
		{"every second number", "{id:pad(8)}", keysOf("%08d", 100, 1, 2, false), Note},
		{"every third number", "{id:pad(8)}", keysOf("%08d", 100, 1, 3, false), ""},
		{"up to nine tenths of three digits", "{id:pad(3)}", keysOf("%03d", 100, 800, 1, false), Note},
		{"past nine tenths of three digits", "{id:pad(3)}", keysOf("%03d", 100, 801, 1, false), ""},
		{"few values of many rows", "{id:pad(2)}#{x}",
			append(keysOf("01#%03d", 120, 0, 1, true), keysOf("02#%03d", 120, 0, 1, true)...), ""},
		{"reversed digits", "{id:mirror(pad(8))}", keysOf("%08d", 150, 0, 1e5, true), ""},
	} {
		f := keyFacts(t, []string{tt.template}, tt.rows...)
		got := Severity("")
		for _, finding := range idSequential(f) {
			got = finding.Severity
			order := slices.ContainsFunc(finding.Measures,
				func(m Measure) bool { return m.Name == "correlation of ID and write time" })
			if order != (f.findSequence(f.kinds[0], 0).order > 0) {
				t.Errorf("%s: says how IDs and times correlate: %t", tt.name, order)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	// Rows without cells, or without the number, say nothing about its order.
	rows := append(keysOf("a#%d", 20, 1, 50, true), written{"a#5", nil}, written{"a", []int{1}})
	f := keyFacts(t, []string{"{a}[#{id:int}]"}, rows...)
	if got := f.numberOrder(f.kinds[0], 1); got != 1 {
		t.Errorf("the rows with a number and a cell are in order: %v, want 1", got)
	}
	for n, want := range map[int]float64{9: 0, 10: 1} {
		if got := rankOrder(make([]float64, n), make([]float64, n)); n < 10 && got != 0 {
			t.Errorf("order of %d numbers: %v, want none", n, got)
		}
		numbers := make([]float64, n)
		for i := range numbers {
			numbers[i] = float64(i)
		}
		if got := rankOrder(numbers, numbers); got != want {
			t.Errorf("order of %d numbers: %v, want %v", n, got, want)
		}
	}
}

// TestNumbersThatFillARange verifies which segments have all numbers from 0 or 1 on, what room a counter leaves in its
// width, and how many buckets people would have chosen for numbers from 0 on.
func TestNumbersThatFillARange(t *testing.T) {
	numbers := func(of rowkey.Type, low, high, distinct int64) figures.Segment {
		return figures.Segment{Type: of, Ordered: true, Distinct: distinct,
			Min: rowkey.Value{Kind: rowkey.KindInt, Int: low}, Max: rowkey.Value{Kind: rowkey.KindInt, Int: high}}
	}
	for _, tt := range []struct {
		of      figures.Segment
		gapless bool
		buckets int64
	}{
		{numbers(rowkey.IntDecimal, 0, 7, 8), true, 8},
		{numbers(rowkey.IntPadded, 1, 8, 8), true, 0},
		{numbers(rowkey.IntBE, 0, 8, 9), true, 10},
		{numbers(rowkey.IntDecimal, 2, 9, 8), false, 0},
		{numbers(rowkey.IntDecimal, 0, 8, 8), false, 10},
		{numbers(rowkey.Text, 0, 7, 8), false, 0},
		{numbers(rowkey.IntDecimal, 0, 1, 2), true, 4},
		{numbers(rowkey.IntDecimal, 0, 15, 16), true, 16},
		{numbers(rowkey.IntDecimal, 0, 16, 17), true, 20},
		{numbers(rowkey.IntDecimal, 0, 1023, 1024), true, 1024},
		{numbers(rowkey.IntDecimal, 0, 1024, 1025), true, 0},
		{figures.Segment{Type: rowkey.IntDecimal, Ordered: true, Distinct: 8}, false, 0},
	} {
		if gapless(tt.of) != tt.gapless || buckets(tt.of) != tt.buckets {
			t.Errorf("%s from %d to %d, %d of them: no gaps: %t, buckets: %d; want %t, %d", tt.of.Type, tt.of.Min.Int,
				tt.of.Max.Int, tt.of.Distinct, gapless(tt.of), buckets(tt.of), tt.gapless, tt.buckets)
		}
	}
	for _, tt := range []struct {
		of    rowkey.Type
		width int
		want  float64
	}{{rowkey.IntPadded, 3, 900}, {rowkey.IntBE, 2, 32768}, {rowkey.IntDecimal, 3, math.Inf(1)}} {
		if got := room(figures.Segment{Type: tt.of, MaxWidth: tt.width}); got != tt.want {
			t.Errorf("%s of width %d has room up to %v, want %v", tt.of, tt.width, got, tt.want)
		}
	}
	for _, tt := range []struct {
		of             rowkey.Value
		whole, ordinal bool
	}{
		{rowkey.Value{Kind: rowkey.KindInt, Int: -5}, true, true},
		{rowkey.Value{Kind: rowkey.KindUint, Uint: 5}, true, true},
		{rowkey.Value{Kind: rowkey.KindTime, Int: 5}, false, true},
		{rowkey.Value{Kind: rowkey.KindText}, false, false},
	} {
		n, isWhole := whole(tt.of)
		at, isOrdinal := ordinal(tt.of)
		if isWhole != tt.whole || isOrdinal != tt.ordinal || isWhole && math.Abs(n) != 5 || isOrdinal && math.Abs(at) != 5 {
			t.Errorf("%+v: %v, %t, %v, %t", tt.of, n, isWhole, at, isOrdinal)
		}
	}
}

// TestNamesOfBuckets verifies which values are numbered names that are usual for salts.
func TestNamesOfBuckets(t *testing.T) {
	for text, want := range map[string]bool{
		"salt1 salt2": true, "Shard-01 shard-02": true, "bucket.1": true, "partition_9": true, "salt": false, "1": false,
		"salt1 tenant2": false, "": false, "saltx1": false, "salt salt1": false,
	} {
		var of figures.Segment
		for _, value := range strings.Fields(text) {
			of.Top = append(of.Top, figures.Value{Raw: []byte(value)})
		}
		if got := bucketNames(of); got != want {
			t.Errorf("%q are buckets: %t, want %t", text, got, want)
		}
	}
}

// TestWhatLooksSalted verifies which numbers at the start of keys are taken for a salt that was assigned in turn: from 2
// to 64 of them, with at least 20 rows each and nearly as many as in any other.
func TestWhatLooksSalted(t *testing.T) {
	buckets := func(rows ...int) []written { // so many of bucket 0, 1, ...
		var out []written
		for bucket, n := range rows {
			out = append(out, keysOf(fmt.Sprintf("%d#", bucket)+"%05d", n, 1000*bucket, 1, true)...)
		}
		return out
	}
	same := func(n, rows int) []int { return slices.Repeat([]int{rows}, n) }
	for _, tt := range []struct {
		name string
		rows []written
		want bool
	}{
		{"eight", buckets(same(8, 20)...), true},
		{"nineteen rows each", buckets(same(8, 19)...), false},
		{"one", buckets(40), false},
		{"two", buckets(20, 20), true},
		{"sixty-four", buckets(same(64, 20)...), true},
		{"sixty-five", buckets(same(65, 20)...), false},
		{"a third more in one", buckets(40, 40, 40, 58), true},
		{"a half more in one", buckets(40, 40, 40, 66), false},
		{"a quarter less in one", buckets(60, 60, 60, 42), true},
		{"a half less in one", buckets(60, 60, 60, 33), false},
	} {
		f := keyFacts(t, []string{"{b:int}#{id}"}, tt.rows...)
		if got := f.looksSalted(f.kinds[0], 0); got != tt.want {
			t.Errorf("%s: looks like a salt: %t, want %t", tt.name, got, tt.want)
		}
		if f.looksSalted(f.kinds[0], 1) {
			t.Errorf("%s: the last segment looks like a salt", tt.name)
		}
	}
}

// TestSaltsThatFillUnevenly verifies that a salt whose fullest bucket has more than twice its part is found, of what is a
// salt by its values: numbers that the id behind them determines, of which at least half the buckets are there.
func TestSaltsThatFillUnevenly(t *testing.T) {
	rows := func(extra int, other func(id int) int) []written {
		var out []written
		for id := range 400 {
			bucket := other(id)
			if id < extra {
				bucket = 0
			}
			out = append(out, written{fmt.Sprintf("%d#%04d#a", bucket, id), []int{id}},
				written{fmt.Sprintf("%d#%04d#b", bucket, id), []int{id}})
		}
		return out
	}
	of := func(n int) func(int) int { return func(id int) int { return id % n } }
	for _, tt := range []struct {
		name string
		rows []written
		want bool
	}{
		{"even", rows(0, of(8)), false},
		{"a quarter in one of eight", rows(57, of(8)), false},
		{"more than a quarter in one of eight", rows(60, of(8)), true},
		{"few of the buckets", rows(300, func(id int) int { return []int{0, 9}[id%2] }), false},
		{"half of the buckets", rows(300, func(id int) int { return []int{0, 1, 2, 4, 9}[id%5] }), true},
	} {
		f := keyFacts(t, []string{"{b:int}#{id}#{x}"}, tt.rows...)
		if got := saltUneven(f); (len(got) == 1) != tt.want {
			t.Errorf("%s: %d findings, want %t", tt.name, len(got), tt.want)
		}
	}
	// The id does not determine the number.
	mixed := rows(300, of(8))
	for i := range mixed {
		if strings.HasSuffix(mixed[i].key, "b") {
			mixed[i].key = "7" + mixed[i].key[1:]
		}
	}
	if got := saltUneven(keyFacts(t, []string{"{b:int}#{id}#{x}"}, mixed...)); len(got) != 0 {
		t.Errorf("a number that the id does not determine is a salt: %+v", got)
	}
}

// TestDecimalsInKeys verifies which texts are numbers, and that signed and fractional ones are found if there are at
// least five and one sorts behind a greater one.
func TestDecimalsInKeys(t *testing.T) {
	for text, want := range map[string]float64{"1.5": 1.5, "-7": -7, "+3": 3, strings.Repeat("1", 24): 111111111111111111111111} {
		if got, ok := decimal([]byte(text)); !ok || got != want {
			t.Errorf("%q is read as %v, %t, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "1e5", "1-2", "x", strings.Repeat("1", 25), "0x1", "Inf", "1:2", "1/2"} {
		if got, ok := decimal([]byte(text)); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for name, tt := range map[string]struct {
		values string
		back   float64 // values that sort behind a greater one
	}{
		"signed":                     {"-1 -2 -3 -4 -5", 4},
		"four":                       {"-1 -2 -3 -4", 0},
		"in order":                   {"0.1 0.2 0.3 0.4 0.5", 0},
		"a shorter one":              {"10.1 20.2 3.3 40.4 50.5 60.6", 1},
		"whole ones are not of this": {"1 2 3 4 10", 0},
		"one is a word":              {"-1 -2 -3 -4 -5 six", 0},
	} {
		var rows []written
		for i, value := range strings.Fields(tt.values) {
			rows = append(rows, written{fmt.Sprintf("a#%s#%d", value, i), []int{i}})
		}
		f := keyFacts(t, []string{"{a}#{n}#{x}"}, rows...)
		got, ok := f.unsortedDecimals(f.kinds[0], 1)
		if ok != (tt.back > 0) || ok && got.Measures[1].Figure.Value != tt.back {
			t.Errorf("%s: found %t: %+v, want %v", name, ok, got.Measures, tt.back)
		}
	}
}

// TestTenthsOfARange verifies that rows are grouped by tenths of the range of a number, the last one with the highest.
func TestTenthsOfARange(t *testing.T) {
	f := keyFacts(t, []string{"{a}#{n:pad(3)}"}, append(keysOf("a#%03d", 100, 100, 1, true), written{"b", nil})...)
	group := f.tenth(f.kinds[0], f.kinds[0].Segments[1])
	for key, want := range map[string]string{"a#100": "a# 0", "a#109": "a# 0", "a#110": "a# 1", "a#199": "a# 9", "b": ""} {
		got, ok := group(f.Sample.Find([]byte(key)))
		if got != want || ok != (want != "") {
			t.Errorf("row %s is in %q, %t, want %q", key, got, ok, want)
		}
	}
	one := keyFacts(t, []string{"{a}#{n:pad(3)}"}, written{"a#100", []int{1}})
	if got, ok := one.tenth(one.kinds[0], one.kinds[0].Segments[1])(0); ok {
		t.Errorf("a single number has no range: %q", got)
	}
}

// TestUnitsOfTimes verifies which numbers are taken for times in several units: nearly all are between 2000 and a year
// after the rows were read, in at least two units.
func TestUnitsOfTimes(t *testing.T) {
	const day = 86400
	first, last := int64(946684800), time.Unix(1.8e9, 0).AddDate(1, 0, 0).Unix()
	many := func(n int, number int64) []int64 { return slices.Repeat([]int64{number}, n) }
	for name, tt := range map[string]struct {
		numbers []int64
		want    string
	}{
		"one unit":         {[]int64{1.6e9, 1.7e9}, ""},
		"two":              {[]int64{1.6e9, 1.7e12}, "seconds milliseconds"},
		"all":              {[]int64{1.6e9, 1.6e12, 1.6e15, 1.6e18}, "seconds milliseconds microseconds nanoseconds"},
		"from 2000 on":     {[]int64{first, first * 1e3}, "seconds milliseconds"},
		"before 2000":      {[]int64{first - 1, first * 1e3}, ""},
		"in a year":        {[]int64{last, last * 1e6}, "seconds microseconds"},
		"in over a year":   {[]int64{last + day, last * 1e6}, ""},
		"one in a hundred": {append(many(98, 1.6e9), 1.6e12, 5), "seconds milliseconds"},
		"two in a hundred": {append(many(97, 1.6e9), 1.6e12, 5, 6), ""},
	} {
		var rows []written
		for i, n := range tt.numbers {
			rows = append(rows, written{fmt.Sprintf("%03d#%d", i, n), []int{i}})
		}
		f := keyFacts(t, []string{"{a}#{n:int}"}, rows...)
		var got []string
		for _, unit := range f.mixedUnits(f.kinds[0], "n") {
			got = append(got, unit.name)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", name, got, tt.want)
		}
	}
}

// TestHostsAndTheirOwners verifies the host that a value holds, and the domain that was registered for it.
func TestHostsAndTheirOwners(t *testing.T) {
	for _, tt := range []struct {
		of          figures.Segment
		value, host string
	}{
		{figures.Segment{Type: rowkey.Domain}, "a.example.co.uk", "a.example.co.uk"},
		{figures.Segment{Type: rowkey.Domain, Reversed: true}, "uk.co.example.a", "a.example.co.uk"},
		{figures.Segment{Type: rowkey.URL}, "https://a.example.co.uk:80/path", "a.example.co.uk"},
		{figures.Segment{Type: rowkey.URL}, "https://a b", ""},
	} {
		if got := hostName(tt.value, tt.of); got != tt.host {
			t.Errorf("the host of %q is %q, want %q", tt.value, got, tt.host)
		}
	}
	for host, want := range map[string]string{"A.Example.co.uk": "example.co.uk", "localhost": "localhost"} {
		if got := registeredDomain(host); got != want {
			t.Errorf("the owner of %q is %q, want %q", host, got, want)
		}
	}
}

// TestWhatHostsInFrontAreWorth verifies the severities of host names at the start of keys, by the number of companies
// and of their hosts: more than ten companies have something to gain from names that are reversed, which is a note
// unless there are a hundred with several hosts each; ten are too few to spread load.
func TestWhatHostsInFrontAreWorth(t *testing.T) {
	hosts := func(owners, each int) []written {
		var rows []written
		for owner := range owners {
			for host := range each {
				rows = append(rows, written{fmt.Sprintf("h%d.owner%d.com", host, owner), []int{owner}})
			}
		}
		return rows
	}
	for _, tt := range []struct {
		owners, each int
		forward, few Severity
	}{
		{10, 2, "", Warning}, {11, 2, Note, ""}, {99, 2, Note, ""}, {100, 2, Warning, ""}, {100, 1, Note, ""},
		{10, 5, "", Warning}, {10, 6, "", ""}, {1, 1, "", ""}, {2, 1, "", Warning},
	} {
		f := keyFacts(t, []string{"{h:domain}"}, hosts(tt.owners, tt.each)...)
		severity := func(found []Finding) Severity {
			if len(found) == 0 {
				return ""
			}
			return found[0].Severity
		}
		if got := severity(domainForward(f)); got != tt.forward {
			t.Errorf("%d hosts of each of %d companies, not reversed: %q, want %q", tt.each, tt.owners, got, tt.forward)
		}
		if got := severity(domainsFew(f)); got != tt.few {
			t.Errorf("%d hosts of each of %d companies, few: %q, want %q", tt.each, tt.owners, got, tt.few)
		}
	}
}

// TestValuesInAnotherCase verifies which values differ from another only in the case of letters, with the first of them
// as evidence, and that such codes are not found if most occur once.
func TestValuesInAnotherCase(t *testing.T) {
	rows := func(text string) []written {
		var out []written
		for i, value := range strings.Fields(text) {
			out = append(out, written{fmt.Sprintf("%s#%d", value, i), []int{i}})
		}
		return out
	}
	f := keyFacts(t, []string{"{a}#{n}"}, rows("DE de De fr FR us it")...)
	twins, first := f.caseTwins(f.kinds[0], 0)
	if got := fmt.Sprintf("%v %s", twins, first); got != "map[DE:true De:true FR:true de:true fr:true] [DE De de]" {
		t.Error(got)
	}
	for text, want := range map[string]bool{"DE de DE de": true, "DE de fr DE": false, "DE DE us us": false} {
		f := keyFacts(t, []string{"{a}#{n}"}, rows(text)...)
		if got := caseMixed(f); (len(got) == 1) != want {
			t.Errorf("%s: %d findings, want %t", text, len(got), want)
		}
	}
}

// TestDatesThatStepBack verifies the dates that are followed by an earlier one in the order of keys, and the longest
// step back.
func TestDatesThatStepBack(t *testing.T) {
	f := keyFacts(t, []string{"{d:date(02-01-2006)}#{n}"}, written{"01-03-2024#1", []int{1}},
		written{"02-01-2024#2", []int{2}}, written{"03-02-2024#3", []int{3}}, written{"04-01-2024#4", []int{4}})
	longest, back := f.backwards(f.kinds[0], 0)
	if got := fmt.Sprintf("%v %s", longest/86400, back); got != "59 [01-03-2024 03-02-2024]" {
		t.Error(got)
	}
}

// TestWhatFollowsASegment verifies the delimiter behind each segment of a layout, and which segments a layout may hold
// open for it.
func TestWhatFollowsASegment(t *testing.T) {
	for template, want := range map[string]string{
		"{a}#{b}/{c}": "# / /", "x{a}#{b}": "# #", "{a}": "", "{a}{b:pad(2)}#{c}": "  ", "{a}#{b}[/{c}]": "  ",
		"{a}#{b}/": "# #",
	} {
		layout, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range layout.Segments() {
			got = append(got, string(after(layout, i)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", template, strings.Join(got, " "), want)
		}
	}
	layout, err := rowkey.Parse("{a}#{b:enum(x,y)}#{c}")
	if err != nil {
		t.Fatal(err)
	}
	if open := opened(layout, 2); open != nil {
		t.Errorf("the last segment is held open: %s", open)
	}
	for i, key := range []string{"1#2#x#3", "1#x#y#3"} {
		open := opened(layout, i)
		if open == nil {
			t.Fatalf("segment %d is not held open", i)
		}
		spans, err := open.Decode(nil, []byte(key))
		if err != nil || key[spans[i].Start:spans[i].End] != []string{"1#2", "x#y"}[i] {
			t.Errorf("%s reads %s as %v: %v", open, key, spans, err)
		}
		if again := opened(open, 0); again != nil {
			t.Errorf("%s is held open twice: %s", open, again)
		}
	}
	kind := func(segments int, keys int64) kindFacts {
		return kindFacts{Kind: &figures.Kind{Keys: keys}, segments: make([]*rowkey.Segment, segments)}
	}
	for _, tt := range []struct {
		segments int
		keys     int64
		want     bool
	}{{3, 49, true}, {3, 50, false}, {2, 1, false}, {4, 1, false}} {
		if got := mayBeSplit(kind(2, 100), kind(tt.segments, tt.keys)); got != tt.want {
			t.Errorf("%d keys of %d segments may be 100 of two: %t, want %t", tt.keys, tt.segments, got, tt.want)
		}
	}
}

// TestMarksOfDeletion verifies by what names and values of columns rows are marked as deleted, or as expired.
func TestMarksOfDeletion(t *testing.T) {
	f := &facts{Input: Input{Profile: &figures.Profile{Now: time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)}}}
	for _, tt := range []struct{ name, yes, no string }{
		{"is_deleted", "1 true yes t 2024-01-01", "0 false f no n null nil none off - 0001-01-01t00:00:00z \x00"},
		{"deletedFlag", "1", "0"}, {"removed_mark", "1", "0"}, {"deleted_at", "5", "0"}, {"DEL", "y", "n"},
		{"status", "deleted soft-deleted purged", "active 1 undeleted"}, {"row_state", "removed", "live"},
		{"expires_at", "2024-05-31 2024-05-31t23:59:59z 1717199999 1717199999000 1717199999000000 1717199999000000000",
			"2024-06-02 2024-06-01t00:00:00z 1717200001 1717200001000 1717200001000000 1717200001000000000 soon 5"},
		{"valid_until", "2001-01-01", "2030-01-01"}, {"name", "", ""}, {"expired_by", "", ""},
	} {
		marks := f.removalMark(tt.name)
		if (marks != nil) != (tt.yes != "") {
			t.Errorf("column %s holds marks: %t", tt.name, marks != nil)
			continue
		}
		for _, value := range strings.Fields(tt.yes) {
			if !marks(value) {
				t.Errorf("column %s, value %q: the row is not marked", tt.name, value)
			}
		}
		for _, value := range strings.Fields(tt.no) {
			if marks(value) {
				t.Errorf("column %s, value %q: the row is marked", tt.name, value)
			}
		}
	}
}

// TestWordsForStates verifies which words are taken for states.
func TestWordsForStates(t *testing.T) {
	for word, want := range map[string]bool{"open": true, "printed": true, "boxing": true, "inprogress": true, "red": false,
		"seed": false, "bring": false, "": false, "pen": false, "checkedin": true, "shop": false} {
		if got := isStateWord(word); got != want {
			t.Errorf("%q is a state: %t, want %t", word, got, want)
		}
	}
}

// TestValuesThatNearlyRepeat verifies when a value repeats the version before: if it is the same, or has at least 100
// bytes of which nine in ten are as before, at its ends.
func TestValuesThatNearlyRepeat(t *testing.T) {
	text := func(n int, changed ...int) string {
		b := []byte(strings.Repeat("x", n))
		for _, at := range changed {
			b[at] = '!'
		}
		return string(b)
	}
	for _, tt := range []struct {
		name         string
		newer, older string
		size         int // of the newer one, if it was not kept whole
		want         bool
	}{
		{"the same", "1", "1", 0, true},
		{"short", text(99, 50), text(99), 0, false},
		{"long", text(100, 50), text(100), 0, true},
		{"changed at the start", text(100, 0), text(100), 0, true},
		{"changed for a tenth", text(100, 40, 49), text(100), 0, true},
		{"changed for more than a tenth", text(100, 40, 50), text(100), 0, false},
		{"longer by a ninth", text(111), text(100), 0, true},
		{"longer by more", text(112), text(100), 0, false},
		{"not kept whole, changed at the end", text(100, 89), text(200), 200, false},
		{"not kept whole, changed behind it", text(100, 90), text(200), 200, false},
	} {
		cell := func(value string, size int) sample.Cell {
			return sample.Cell{Value: []byte(value), Size: max(size, len(value))}
		}
		if got := repeatsValue(cell(tt.newer, tt.size), cell(tt.older, 0)); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestWhatNeedsAndScopesLack verifies the reasons for which rules are not evaluated, in order.
func TestWhatNeedsAndScopesLack(t *testing.T) {
	base := func() *facts {
		f := keyFacts(t, []string{"{n}"}, keysOf("%03d", 20, 0, 1, true)...)
		f.Sample.Table.HotKnown, f.tables = true, make([]sample.Table, 2)
		return f
	}
	for _, tt := range []struct {
		need   needs
		change func(f *facts)
		want   string
	}{
		{keys, func(*facts) {}, ""},
		{instance, func(*facts) {}, "needs an audit of the instance"},
		{neighbors, func(*facts) {}, ""},
		{neighbors, func(f *facts) { f.tables = nil }, "the other tables of the instance are not known"},
		{tablets, func(f *facts) { f.Sample.Table.HotKnown = false }, "hot tablet data is not available for this source"},
		{tablets, func(f *facts) { f.Profile.Rows = 0 }, ""},
		{description, func(f *facts) { f.Profile.Rows = 0 }, ""},
		{anyRow, func(f *facts) { f.Profile.Rows = 0 }, "no rows were read"},
		{anyRow, func(f *facts) { f.Profile.Rows = 1 }, ""},
		{rows, func(f *facts) { f.Profile.Rows = 19 }, "rows read: 19; at least 20 are needed"},
		{rows, func(f *facts) { f.Profile.Rows = 20 }, ""},
		{rows, func(f *facts) { f.Profile.Scope = estimate.Head },
			"only the first rows of the table were read, which are not representative"},
		{keys, func(f *facts) { f.kinds = nil }, "no layout matches the keys"},
		{ordered, func(f *facts) { f.kinds = nil }, "no layout matches the keys"},
		{rows, func(f *facts) { f.kinds = nil }, ""},
		{times, func(f *facts) { f.Sample.How.Unordered = true }, sample.Reordered},
		{ordered, func(f *facts) { f.Sample.How.Unordered = true }, sample.Reordered},
		{keys, func(f *facts) { f.Sample.How.Unordered = true }, ""},
		{times, func(f *facts) { f.Heat.Artificial = "zero" }, "cell timestamps are not write times: zero"},
		{keys, func(f *facts) { f.Heat.Artificial = "zero" }, ""},
	} {
		f := base()
		tt.change(f)
		if got := tt.need.missing(f); got != tt.want {
			t.Errorf("need %d lacks %q, want %q", tt.need, got, tt.want)
		}
	}
	for _, tt := range []struct {
		scope scope
		of    sample.Options
		want  string
	}{
		{wholeTable, sample.Options{Prefix: []byte("a")}, "only rows with one key prefix were read"},
		{wholeTable, sample.Options{Start: []byte("a")}, "only rows in a range of keys were read"},
		{wholeTable, sample.Options{End: []byte("a")}, "only rows in a range of keys were read"},
		{wholeTable, sample.Options{View: "v"}, "only what an authorized view shows was read"},
		{allVersions, sample.Options{View: "v"}, "only what an authorized view shows was read"},
		{0, sample.Options{View: "v"}, ""},
		{wholeTable, sample.Options{KeyRegex: "a"}, "only rows whose key matches an expression were read"},
		{allCells, sample.Options{Prefix: []byte("a"), End: []byte("a"), KeyRegex: "a"}, ""},
		{allCells, sample.Options{Families: []string{"f"}}, "only cells of some families were read"},
		{allVersions | wholeTable, sample.Options{Families: []string{"f"}}, ""},
		{allCells, sample.Options{Since: time.Unix(1, 0)}, "only cells of a period were read"},
		{allVersions, sample.Options{Until: time.Unix(1, 0)}, "only cells of a period were read"},
		{wholeTable, sample.Options{Until: time.Unix(1, 0)}, ""},
	} {
		if got, _, _ := strings.Cut(tt.scope.lacks(&tt.of), ":"); got != tt.want {
			t.Errorf("scope %d of %+v lacks %q, want %q", tt.scope, tt.of, got, tt.want)
		}
	}
	limits := DefaultLimits()
	if err := limits.check(); err != nil {
		t.Error(err)
	}
	for _, bad := range []float64{-0.1, math.NaN(), math.Inf(1)} {
		limits := DefaultLimits()
		limits.HotShare = bad
		if err := limits.check(); err == nil || !strings.Contains(err.Error(), "hot_share") {
			t.Errorf("a limit of %v: %v", bad, err)
		}
	}
	if limits.MinRows = -1; limits.check() == nil {
		t.Error("fewer than no rows are taken for a limit")
	}
	if limits.MinRows = 0; limits.check() != nil {
		t.Error("a limit of no rows is not taken")
	}
}

// TestLeadsAndTimesOfKinds verifies the first segment that varies, and whether the key of a kind holds a time: by a
// segment of times, or because most rows were written in a small part of the time and long ago.
func TestLeadsAndTimesOfKinds(t *testing.T) {
	lead := func(template string, rows ...written) int {
		f := keyFacts(t, []string{template}, rows...)
		return f.kinds[0].lead()
	}
	for key, want := range map[string]int{"%d#a#b": 0, "a#%d#b": 1, "a#b#%d": 2} {
		if got := lead("{a}#{b}#{c}", keysOf(key, 10, 0, 1, true)...); got != want {
			t.Errorf("%s: segment %d varies first, want %d", key, got, want)
		}
	}
	if got := lead("{a}#{b}", written{"a#b", []int{1}}); got != 1 {
		t.Errorf("where none varies it is segment %d, want the last", got)
	}
	rows := func(span, every int) []written { // each written over so long, and beginning so long after the one before
		var out []written
		for i := range 100 {
			out = append(out, written{fmt.Sprint(i), []int{i*every + span, i * every}})
		}
		return out
	}
	for _, tt := range []struct {
		template    string
		span, every int
		want        bool
	}{
		{"{a}", 100, 100, true},    // a hundredth of the time each
		{"{a}", 5200, 100, false},  // more than a third of the time each
		{"{a}", 0, 100, false},     // written once
		{"{a:int}", 100, 0, false}, // all at one time
	} {
		if f := keyFacts(t, []string{tt.template}, rows(tt.span, tt.every)...); f.kinds[0].bounded != tt.want {
			t.Errorf("rows written for %d s, one every %d s: bounded %t, want %t", tt.span, tt.every,
				f.kinds[0].bounded, tt.want)
		}
	}
	if f := keyFacts(t, []string{"{a:s}"}, written{"1700000000", []int{1}}); !f.kinds[0].bounded || f.kinds[0].time != 0 {
		t.Error("a kind with a time in its key is not bounded")
	}
}
