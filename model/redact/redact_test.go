package redact_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

func encoded(t testing.TB, s *sample.Sample) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// One key gives one outcome; without a key every run gives another.
func TestKey(t *testing.T) {
	s, _ := newMaker(3).table(500)
	a, _ := redacted(t, s, "one")
	b, _ := redacted(t, s, "one")
	if !bytes.Equal(encoded(t, a.Sample), encoded(t, b.Sample)) {
		t.Error("one key, two outcomes")
	}
	c, _ := redacted(t, s, "two")
	d, _ := redacted(t, s, "")
	e, _ := redacted(t, s, "")
	for _, x := range []*redact.Result{c, d, e} {
		if bytes.Equal(encoded(t, a.Sample), encoded(t, x.Sample)) {
			t.Error("two keys, one outcome")
		}
	}
	if bytes.Equal(encoded(t, d.Sample), encoded(t, e.Sample)) {
		t.Error("random keys are alike")
	}
}

// layouts parses a template.
func layouts(t testing.TB, template string) rowkey.Set {
	t.Helper()
	l, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	return rowkey.Set{l}
}

// small makes a complete sample of keys; each row has one cell whose value is that of values.
func small(keys []string, values map[string]string) *sample.Sample {
	slices.Sort(keys)
	b := sample.NewBuilder(0)
	for _, k := range slices.Compact(keys) {
		b.Row([]byte(k))
		if v, ok := values[k]; ok {
			b.Cell("f", []byte("v"), now.UnixMicro(), []byte(v))
		}
	}
	return sample.Assemble(sample.Table{Source: "prod/eu/orders", Project: "prod", Instance: "eu", Name: "orders"},
		sample.Provenance{Strategy: sample.Everything, Complete: true, Started: now}, []*sample.Builder{b})
}

// keptOf lists the names of a kind that stayed.
func keptOf(r *redact.Result, kind redact.NameKind) (out []string) {
	for _, name := range r.Kept {
		if name.Kind == kind {
			out = append(out, name.Name)
		}
	}
	return out
}

func of(t testing.TB, s *sample.Sample, opts redact.Options) *redact.Result {
	t.Helper()
	if opts.Key == nil {
		opts.Key = []byte("k")
	}
	r, err := redact.Apply(context.Background(), s, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What stands in a sample beside rows goes or is replaced: where the table is, sections, ranges, reasons.
func TestDescription(t *testing.T) {
	s := small([]string{"alice#1", "bob#2", "carol#3"}, nil)
	s.Table.Splits = []sample.Split{{Key: []byte("alice#1"), Offset: 10}, {Key: []byte("bobby"), Offset: 20},
		{Key: []byte("boris"), Offset: 30}, {Key: []byte("carol#3"), Offset: 40}, {Offset: 50}}
	s.Table.Hot = []sample.HotTablet{{Start: []byte("bobby"), End: []byte("carol#3"), From: now,
		Until: now.Add(time.Minute)}}
	s.How.Options = sample.Options{Prefix: []byte("bo"), KeyRegex: "carol.*", Start: []byte("alice#1"),
		End: []byte("zoe")}
	s.How.Stopped, s.How.Ending = "alice stopped it", sample.EndError
	s.How.Unreadable = []sample.Unreadable{{Key: []byte("dave#4"), Reason: "row dave#4 is too large"}}
	s.How.Places = []sample.ReadRange{{Start: []byte("alice"), End: []byte("bobby")},
		{Start: []byte("bobby"), End: []byte("boris"), After: []byte("bob#2")}}
	r := of(t, s, redact.Options{Layouts: layouts(t, "{user}#{n:int}")})
	for _, name := range []string{"alice", "bob", "carol", "dave", "boris", "zoe", "prod"} {
		if bytes.Contains(encoded(t, r.Sample), []byte(name)) {
			t.Errorf("%q is still there", name)
		}
	}
	table := r.Sample.Table
	if !slices.IsSortedFunc(table.Splits[:4], func(a, b sample.Split) int { return bytes.Compare(a.Key, b.Key) }) ||
		table.Splits[4].Key != nil {
		t.Errorf("sections are out of order: %v", table.Splits)
	}
	for i, want := range []int{0, 2, 2, 2} { // rows before each
		if got := r.Sample.Find(table.Splits[i].Key); got != want {
			t.Errorf("section %d ends before row %d, not %d", i, got, want)
		}
	}
	if p := r.Sample.How.Places; !bytes.Equal(p[0].End, p[1].Start) || !bytes.Equal(p[1].After, r.Sample.Key(1)) {
		t.Errorf("places: %+v", p)
	}
	if table.Name != "orders" || table.Project != "" || r.Sample.How.Redacted == "" {
		t.Errorf("%+v", table)
	}
}

// Times are 28 years later in keys, cells and values, and stay where that does not fit or dates are to be right.
func TestTimes(t *testing.T) {
	keys := []string{"a#20261120", "b#20260301", "c#20240229"}
	values := map[string]string{"a#20261120": "2026-11-20T14:18:00Z", "b#20260301": "2026-03-01T00:00:00Z",
		"c#20240229": "2024-02-29T00:00:00Z"}
	set := layouts(t, "{user}#{day:date(20060102)}")
	r := of(t, small(keys, values), redact.Options{Layouts: set})
	for i, want := range []string{"20541120", "20540301", "20520229"} {
		if !r.Moved || !strings.HasSuffix(string(r.Sample.Key(i)), "#"+want) {
			t.Errorf("key %q, want the day %s", r.Sample.Key(i), want)
		}
	}
	if v := string(r.Sample.Cell(0).Value); v != "2054-11-20T14:18:00Z" {
		t.Errorf("value %q", v)
	}
	if got := time.UnixMicro(r.Sample.Cell(0).Micros); !got.Equal(now.AddDate(28, 0, 0)) {
		t.Errorf("cell of %v", got)
	}
	if r := of(t, small(keys, values), redact.Options{Layouts: set, Report: true}); r.Moved ||
		!strings.HasSuffix(string(r.Sample.Key(0)), "#20261120") {
		t.Errorf("a report has other days: %q", r.Sample.Key(0))
	}
	// 2^31-1 less the seconds leaves no room for 2054.
	reversed := small([]string{fmt.Sprintf("a#%d", 1<<31-1-now.Unix())}, nil)
	if r := of(t, reversed, redact.Options{Layouts: layouts(t, "{user}#{at:reverse(s, 2147483647)}")}); r.Moved ||
		r.Why == "" {
		t.Errorf("moved to %q", r.Sample.Key(0))
	}
}

// The same string is replaced alike in every row, a column that repeats a segment repeats it still, and spelled words
// stay.
func TestConsistent(t *testing.T) {
	var keys []string
	values := map[string]string{}
	for i := range 200 {
		k := fmt.Sprintf("%s#user%c%c#%d", []string{"cpu", "memory"}[i%2], 'a'+i%20, 'k'+i%7, i)
		keys = append(keys, k)
		values[k] = strings.Split(k, "#")[1]
	}
	set := layouts(t, "{kind:enum(cpu, memory)}#{user}#{n:int}")
	r := of(t, small(keys, values), redact.Options{Layouts: set})
	was := map[string]string{}
	for i := range r.Sample.Rows() {
		a, b := strings.Split(keys[i], "#"), strings.Split(string(r.Sample.Key(i)), "#")
		if a[0] != b[0] {
			t.Errorf("the word %q became %q", a[0], b[0])
		}
		if old, ok := was[a[1]]; ok && old != b[1] {
			t.Errorf("%q became %q and %q", a[1], old, b[1])
		}
		if was[a[1]] = b[1]; a[1] == b[1] {
			t.Errorf("%q stayed", a[1])
		}
		if v := string(r.Sample.Cell(i).Value); v != b[1] {
			t.Errorf("the column repeats %q as %q", b[1], v)
		}
	}
	if words := strings.Join(keptOf(r, redact.ConstantWord), " "); words != "cpu memory" {
		t.Errorf("words that stay: %q", words)
	}
	r = of(t, small(keys, values), redact.Options{Layouts: set, Words: true})
	if bytes.Contains(encoded(t, r.Sample), []byte("memory")) {
		t.Error("a word stays that is to be replaced")
	}
}

// Samples taken at two times, redacted with one key, give most strings the same names.
func TestAcrossFiles(t *testing.T) {
	m := newMaker(9)
	var names []string
	for range 1500 {
		names = append(names, m.word()+m.word()+"#1")
	}
	set := layouts(t, "{user}#{n:int}")
	a := of(t, small(slices.Clone(names[:1000]), nil), redact.Options{Layouts: set})
	b := of(t, small(slices.Clone(names[500:]), nil), redact.Options{Layouts: set})
	of := func(from []string, r *redact.Result) map[string]string {
		from = slices.Clone(from)
		slices.Sort(from)
		from = slices.Compact(from)
		out := map[string]string{}
		for i, k := range from {
			out[k] = string(r.Sample.Key(i))
		}
		return out
	}
	x, y := of(names[:1000], a), of(names[500:], b)
	same, both := 0, 0
	for k, v := range x {
		if w, ok := y[k]; ok {
			if both++; v == w {
				same++
			}
		}
	}
	t.Logf("%d of %d names are the same in both files", same, both)
	if same*4 < both {
		t.Errorf("only %d of %d names are the same in both files", same, both)
	}
}

// Whatever keys and values are, the shape stays, and so does the order.
func FuzzOf(f *testing.F) {
	for _, s := range []string{"a#1 b#2 c#3", "\x00\x01 \xff\xfe \xc3\xa9", "x@y.com#2026-11-20 z@y.com#2026-11-21",
		"1426535612045 1426535612046 14265", "a ab abc abcd", "10.0.0.1/x 10.0.0.2/y"} {
		f.Add(s, uint8(0))
		f.Add(s, uint8(7))
	}
	sets := []rowkey.Set{nil}
	for _, template := range []string{"{user}#{n:int}", "{a}", "{email:email}#{day:date(2006-01-02)}", "{at:ms}",
		"{a:text(1)}{b...}", "{ip:ip}/{path}", "{n:be(4)}"} {
		sets = append(sets, layouts(f, template))
	}
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		var keys []string
		values := map[string]string{}
		for _, k := range strings.Split(text, " ") {
			if k != "" {
				keys = append(keys, k)
				values[k] = text
			}
		}
		s := small(keys, values)
		opts := redact.Options{Key: []byte{kind}, Layouts: sets[int(kind)%len(sets)], Report: kind&16 > 0,
			Words: kind&32 > 0}
		r, err := redact.Apply(context.Background(), s, opts)
		if err != nil {
			t.Fatal(err)
		}
		sameShape(t, s, r)
		if r.From != nil {
			t.Fatal("rows changed places without a salt")
		}
	})
}

// TestShownRows verifies that redacting the rows that a report shows gives those rows, in their order, none as it was,
// and the same again with the same key, whatever the rows.
func TestShownRows(t *testing.T) {
	var keys []string
	for i := range 21_000 {
		keys = append(keys, fmt.Sprintf("customer%07d#%02d", i*37, i%60))
	}
	s := small(keys, nil)
	shown := []int{20_998, 3, 10_001, 3}
	opts := redact.Options{Key: []byte("k"), Layouts: layouts(t, "customer{id:pad(7)}#{n:pad(2)}")}
	first, rows, err := redact.Shown(context.Background(), s, shown, opts)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := redact.Shown(context.Background(), s, shown, opts)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(rows) || first.Sample.Rows() != len(rows) || len(rows) >= s.Rows() {
		t.Fatalf("%d rows for %d, of %d", first.Sample.Rows(), len(rows), s.Rows())
	}
	for _, row := range shown {
		i, ok := slices.BinarySearch(rows, row)
		if !ok {
			t.Fatalf("row %d is not among the rows", row)
		}
		if got := first.Sample.Key(i); bytes.Equal(got, s.Key(row)) || !bytes.Equal(got, again.Sample.Key(i)) ||
			len(got) != len(s.Key(row)) {
			t.Errorf("%q is shown as %q and as %q", s.Key(row), got, again.Sample.Key(i))
		}
	}
}
