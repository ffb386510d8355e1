package segments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"tabletop/model/crash"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

func layouts(t testing.TB, templates ...string) rowkey.Set {
	t.Helper()
	set, err := rowkey.ParseSet(strings.Join(templates, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func table(keys ...string) *sample.Sample {
	slices.Sort(keys)
	b := sample.NewBuilder(0)
	for _, k := range slices.Compact(keys) {
		b.Row([]byte(k))
		b.Cell("f", []byte("q"), 1, []byte("12345"))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

func mustNew(t testing.TB, s *sample.Sample, set rowkey.Set) *Table {
	t.Helper()
	got, err := New(context.Background(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// same reports whether two lists of spans are equal.
func same(a, b []rowkey.Span) bool {
	return slices.EqualFunc(a, b, func(x, y rowkey.Span) bool {
		return x.Segment == y.Segment && x.Start == y.Start && x.End == y.End && x.Value.Kind == y.Value.Kind &&
			x.Value.Compare(y.Value) == 0
	})
}

// TestTableHoldsWhatDecodeReturns compares the table with the decoder, row by row, over kinds that share a name, absent
// and repeated segments, escapes, and keys of no kind.
func TestTableHoldsWhatDecodeReturns(t *testing.T) {
	set := layouts(t, "a = a#{user}[#{tag:int}]*", "b = b#{user}#{at:ms}[#{note}]")
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.Custom(func(t *rapid.T) string {
			user := rapid.StringMatching(`[xyz]{0,2}`).Draw(t, "user")
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				for range rapid.IntRange(0, 3).Draw(t, "tags") {
					user += fmt.Sprint("#", rapid.IntRange(0, 4).Draw(t, "tag"))
				}
				return "a#" + user
			case 1:
				return fmt.Sprintf("b#%s#%d", user, rapid.Int64Range(1_700_000_000_000, 1_700_000_000_005).Draw(t,
					"at"))
			case 2:
				return fmt.Sprintf("b#%s#%d#%s", user, 1_700_000_000_000, rapid.StringMatching(`[n]{0,2}`).Draw(t,
					"note"))
			}
			return "none" + user
		})
		s := table(rapid.SliceOfN(key, 0, 60).Draw(t, "keys")...)
		got, err := New(context.Background(), s, set)
		if err != nil {
			t.Fatal(err)
		}
		for row := range s.Rows() {
			spans, kind := set.Decode(nil, s.Key(row))
			if int(got.Kind[row]) != kind || got.Bytes[row] != s.RowBytes(row) {
				t.Fatalf("%q is of kind %d with %d bytes, not %d with %d", s.Key(row), got.Kind[row], got.Bytes[row],
					kind, s.RowBytes(row))
			}
			if all := got.Spans(nil, row); !same(all, spans) {
				t.Fatalf("%q has the segments %v, not %v", s.Key(row), all, spans)
			}
		}
		for _, name := range got.Names {
			checkColumn(t, got.Column(name), s)
		}
	})
}

// checkColumn verifies the codes of a column: in order of first appearance, distinct by kind and bytes, merged by
// bytes.
func checkColumn(t *rapid.T, c *Column, s *sample.Sample) {
	of, values := c.ByBytes()
	next, lacks := uint32(0), false
	for row, code := range c.Of {
		if code == None {
			lacks = true
			if c.At(row) != nil || of[row] != None {
				t.Fatalf("row %d has no %s, but a value", row, c.Name)
			}
			continue
		}
		v := c.At(row)
		if start := c.Start[row]; !bytes.Equal(v.Raw, s.Key(row)[start:int(start)+len(v.Raw)]) {
			t.Fatalf("%s of row %d is %q at %d", c.Name, row, v.Raw, start)
		}
		if code > next || code == next && int(c.First[code]) != row {
			t.Fatalf("%s of row %d has code %d, and %d were met before", c.Name, row, code, next)
		}
		next = max(next, code+1)
		if !bytes.Equal(values[of[row]].Raw, v.Raw) {
			t.Fatalf("%s of row %d is merged with %q", c.Name, row, values[of[row]].Raw)
		}
	}
	if int(next) != len(c.Values) || lacks != c.Lacks {
		t.Fatalf("%s has %d values, %d were met; lacks is %v", c.Name, len(c.Values), next, c.Lacks)
	}
	raw := map[string]bool{}
	for _, v := range values {
		if raw[string(v.Raw)] {
			t.Fatalf("%s has %q twice", c.Name, v.Raw)
		}
		raw[string(v.Raw)] = true
	}
}

// TestStretchesMakeOneTable verifies the codes, first rows, and repeats of a table that takes several stretches: values
// that every stretch has, that one has, and that none has twice.
func TestStretchesMakeOneTable(t *testing.T) {
	const rows = 2*stretchRows + 5
	var keys []string
	for i := range rows {
		key := fmt.Sprintf("u%04d#%06d#%d", i/7, i, i%3)
		if i%1000 == 1 {
			key += "#again"
		}
		keys = append(keys, key)
	}
	got := mustNew(t, table(keys...), layouts(t, "{user}#{n:pad(6)}[#{tag}]*"))
	user, n, tag := got.Column("user"), got.Column("n"), got.Column("tag")
	for i := range rows {
		if user.Of[i] != uint32(i/7) || int(user.First[i/7]) != i/7*7 || n.Of[i] != uint32(i) || int(n.First[i]) != i ||
			tag.Of[i] != uint32(i%3) {
			t.Fatalf("row %d has codes %d, %d, %d, which first rows %d, %d have", i, user.Of[i], n.Of[i], tag.Of[i],
				user.First[i/7], n.First[i])
		}
	}
	if len(tag.Repeats) != (rows+998)/1000 || tag.Lacks {
		t.Fatalf("%d repeats", len(tag.Repeats))
	}
	for i, r := range tag.Repeats {
		if int(r.Row) != 1000*i+1 || string(r.Raw) != "again" {
			t.Errorf("repeat %d is %q of row %d", i, r.Raw, r.Row)
		}
	}
}

// counting is a codec that counts what it decodes.
type counting struct {
	rowkey.Codec
	n *atomic.Int64
}

func (c counting) Decode(b []byte) (rowkey.Value, error) {
	c.n.Add(1)
	return c.Codec.Decode(b)
}

// TestEachKeyIsDecodedOnce verifies that a table decodes each key once, and that reading it decodes none.
func TestEachKeyIsDecodedOnce(t *testing.T) {
	text, err := rowkey.ParseCodec("text")
	if err != nil {
		t.Fatal(err)
	}
	var n atomic.Int64
	layout, err := rowkey.New("", rowkey.Part{Segment: &rowkey.Segment{Name: "user", Codec: counting{text, &n}}})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for i := range 3 * partRows {
		keys = append(keys, fmt.Sprint("u", i))
	}
	s := table(keys...)
	got := mustNew(t, s, rowkey.Set{layout})
	for row := range s.Rows() {
		if len(got.Spans(nil, row)) != 1 || got.Column("user").At(row) == nil {
			t.Fatalf("row %d has no user", row)
		}
	}
	got.Column("user").ByBytes()
	if int(n.Load()) != s.Rows() {
		t.Errorf("%d keys took %d decodings", s.Rows(), n.Load())
	}
}

// TestEqualBytesOfTwoKinds verifies that values of two kinds are two values, and one by their bytes.
func TestEqualBytesOfTwoKinds(t *testing.T) {
	got := mustNew(t, table("a#x", "b#x", "b#y"), layouts(t, "a = a#{user}", "b = b#{user}"))
	c := got.Column("user")
	of, values := c.ByBytes()
	if len(c.Values) != 3 || len(values) != 2 || of[0] != of[1] || of[1] == of[2] {
		t.Errorf("values %v, by bytes %v of %v", c.Values, of, values)
	}
	if got.Column("other") != nil || !slices.Equal(got.KindSegments(1), []string{"user"}) {
		t.Errorf("segments %v", got.KindSegments(1))
	}
}

// TestTextHasNoEscapes verifies that the text of a value is what was written before it was escaped.
func TestTextHasNoEscapes(t *testing.T) {
	part := func(name string) rowkey.Part {
		c, err := rowkey.ParseCodec("bytes")
		if err != nil {
			t.Fatal(err)
		}
		return rowkey.Part{Segment: &rowkey.Segment{Name: name, Codec: c, Escape: rowkey.EscapeOrdered}}
	}
	l, err := rowkey.New("", part("a"), rowkey.Part{Literal: []byte("\x00\x01")}, part("b"))
	if err != nil {
		t.Fatal(err)
	}
	v := mustNew(t, table("x\x00\xffy\x00\x01z"), rowkey.Set{l}).Column("a").At(0)
	if v == nil || string(v.Raw) != "x\x00\xffy" || string(v.Text()) != "x\x00y" {
		t.Errorf("the value is %+v", v)
	}
}

// TestCancel verifies that a canceled context ends decoding with its error.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New(ctx, table("a"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// TestPanicReachesTheCaller verifies that a panic of a goroutine can be recovered from by the caller.
func TestPanicReachesTheCaller(t *testing.T) {
	defer func() {
		if fault, ok := recover().(*crash.Error); !ok || fault.Value != "boom" {
			t.Errorf("recovered %v", fault)
		}
	}()
	Parallel(3, func(i int) {
		if i == 1 {
			panic("boom")
		}
	})
	t.Error("no panic")
}

func BenchmarkNewMillionRows(b *testing.B) {
	keys := make([]string, 1_000_000)
	for i := range keys {
		keys[i] = fmt.Sprintf("d%05d#m%d#%013d", i/50, i%10, 1_700_000_000_000+i*1000)
	}
	s, set := table(keys...), layouts(b, "{dev}#{metric}#{at:ms}")
	for b.Loop() {
		mustNew(b, s, set)
	}
}
