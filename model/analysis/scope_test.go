package analysis

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// value returns the part with a value of a segment.
func value(t *testing.T, a *Analysis, segment, raw string) Part {
	t.Helper()
	index, err := a.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range index.Groups(keyspace.By{Segment: segment}).Values {
		if string(v.Raw) == raw {
			return Part{Name: segment + " = " + raw, By: keyspace.By{Segment: segment}, Value: v}
		}
	}
	t.Fatalf("no value %q of %q", raw, segment)
	return Part{}
}

// TestScope verifies of each kind of part, and of parts of parts, which rows and cells are left, against a walk over
// the keys, and what is said of them.
func TestScope(t *testing.T) {
	smp := readings(400)
	layout, err := rowkey.Parse("{device}#{at:s}")
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), smp, Options{Layouts: rowkey.Set{layout}})
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Unix(1_700_000_000+60*100, 0)
	device := value(t, a, "device", "d0007")
	for _, test := range []struct {
		name  string
		scope []Part
		want  func(key string, at time.Time) bool
		where string
	}{
		{"value", []Part{device}, func(key string, _ time.Time) bool { return strings.HasPrefix(key, "d0007#") },
			"device = d0007"},
		{"kind", []Part{{Name: "record kind A", Like: []byte("d9999#1700000000")}},
			func(string, time.Time) bool { return true }, ""},
		{"prefix", []Part{{Read: sample.Options{Prefix: []byte("d000")}}},
			func(key string, _ time.Time) bool { return strings.HasPrefix(key, "d000") }, ""},
		{"range", []Part{{Read: sample.Options{Start: []byte("d0002"), End: []byte("d0004")}}},
			func(key string, _ time.Time) bool { return key >= "d0002" && key < "d0004" }, ""},
		{"range within a range", []Part{{Read: sample.Options{Start: []byte("d0002"), End: []byte("d0009")}},
			{Read: sample.Options{Start: []byte("d0001"), End: []byte("d0004")}}},
			func(key string, _ time.Time) bool { return key >= "d0002" && key < "d0004" }, ""},
		{"times", []Part{{Read: sample.Options{Since: noon}}},
			func(_ string, at time.Time) bool { return !at.Before(noon) }, ""},
		{"value and times", []Part{device, {Read: sample.Options{Until: noon.Add(45 * time.Minute)}}},
			func(key string, at time.Time) bool {
				return strings.HasPrefix(key, "d0007#") && at.Before(noon.Add(45*time.Minute))
			}, "device = d0007"},
		{"prefixes that exclude each other", []Part{{Read: sample.Options{Prefix: []byte("d0001")}},
			{Read: sample.Options{Prefix: []byte("d0002")}}}, func(string, time.Time) bool { return false }, ""},
		{"prefix within a prefix, the wider last", []Part{{Read: sample.Options{Prefix: []byte("d0001")}},
			{Read: sample.Options{Prefix: []byte("d00")}}},
			func(key string, _ time.Time) bool { return strings.HasPrefix(key, "d0001") }, ""},
		{"rows", []Part{{Name: "2 rows", Keys: [][]byte{smp.Key(7), smp.Key(3)}}},
			func(key string, _ time.Time) bool { return key == string(smp.Key(7)) || key == string(smp.Key(3)) }, "2 rows"},
		{"column that no row has", []Part{{Name: "column f:none", Columns: []sample.Column{{Family: "f", Qualifier: "-"}}}},
			func(string, time.Time) bool { return false }, "column f:none"},
		{"column and value", []Part{{Name: "column", Columns: smp.Columns()[:1]}, device},
			func(key string, _ time.Time) bool { return strings.HasPrefix(key, "d0007#") }, "column and device = d0007"},
		{"foreign keys", []Part{{Name: "keys that match no layout", Like: []byte("odd")}},
			func(string, time.Time) bool { return false }, "keys that match no layout"},
	} {
		part, err := a.In(t.Context(), test.scope)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var want []string
		for i := range smp.Rows() {
			if key := string(smp.Key(i)); test.want(key, time.UnixMicro(smp.Cell(i).Micros)) {
				want = append(want, key)
			}
		}
		if got := keysOf(part.Sample); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: rows %v, want %v", test.name, got, want)
		}
		if got := part.Sample.How.Options.Where; got != test.where {
			t.Errorf("%s: said to be of %q, want %q", test.name, got, test.where)
		}
		narrower := len(want) < smp.Rows()
		if got := estimate.Restricted(part.Sample.How.Options); got != narrower {
			t.Errorf("%s: restricted %v with %d of %d rows", test.name, got, len(want), smp.Rows())
		}
		if rows := part.Profile.Whole.Rows; rows.Value != float64(len(want)) || !rows.IsExact() {
			t.Errorf("%s: %v rows, want exactly %d", test.name, rows, len(want))
		}
	}
}

// keysOf lists the keys of a sample.
func keysOf(s *sample.Sample) (keys []string) {
	for i := range s.Rows() {
		keys = append(keys, string(s.Key(i)))
	}
	return keys
}

// TestScopeKeepsWhatIsDeclared verifies that a part has the layouts in force and is as sure of them, that a part of a
// sample claims nothing of the table, and that a part by a segment that no layout has is refused.
func TestScopeKeepsWhatIsDeclared(t *testing.T) {
	inferred, err := New(t.Context(), readings(400), Options{})
	if err != nil {
		t.Fatal(err)
	}
	prefix := []Part{{Read: sample.Options{Prefix: []byte("d0001")}}}
	part, err := inferred.In(t.Context(), prefix)
	if err != nil || part.Declared || part.Inferred != inferred.Inferred || !part.Layouts.Equal(inferred.Layouts) {
		t.Errorf("declared %v, error %v, layouts %v, want those that were inferred", part.Declared, err, part.Layouts)
	}
	if same, err := inferred.In(t.Context(), nil); same != inferred || err != nil {
		t.Errorf("without a part it is another analysis, %v", err)
	}
	some := readings(400)
	some.How.Complete, some.How.Strategy = false, sample.Head
	head, err := New(t.Context(), some, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if part, err = head.In(t.Context(), prefix); err != nil || part.Profile.Whole.Rows.IsExact() ||
		!bytes.Equal(part.Sample.How.Options.Prefix, []byte("d0001")) {
		t.Errorf("of a sample: %v rows, %v", part.Profile.Whole.Rows, err)
	}
	if _, err = inferred.In(t.Context(), []Part{{By: keyspace.By{Segment: "tenant"}}}); err == nil {
		t.Error("a segment that no layout has is taken")
	}
}

// TestScopeReading verifies what a source is asked for to read a scope alone, and that nothing is claimed of one whose
// rows may stand anywhere.
func TestScopeReading(t *testing.T) {
	layout, err := rowkey.Parse("r/{device}#{at:s}")
	if err != nil {
		t.Fatal(err)
	}
	a := &Analysis{Layouts: rowkey.Set{layout}}
	is := func(segment, raw string) Part {
		return Part{By: keyspace.By{Segment: segment}, Value: keyspace.Value{Raw: []byte(raw)}}
	}
	since := time.Unix(1_700_000_000, 0)
	for _, c := range []struct {
		name   string
		scope  []Part
		prefix string
		start  string
		ok     bool
	}{
		{"leading value", []Part{is("device", "d1")}, "r/d1#", "", true},
		{"another value", []Part{is("at", "1700000000")}, "", "", false},
		{"both", []Part{is("at", "1700000000"), is("device", "d1")}, "r/d1#", "", true},
		{"kind", []Part{{Like: []byte("r/d1#1700000000")}}, "r/", "", true},
		{"foreign", []Part{{Like: []byte("odd")}}, "", "", false},
		{"column", []Part{{Family: "f"}}, "", "", false},
		{"range", []Part{{Read: sample.Options{Start: []byte("r/d3")}}}, "", "r/d3", true},
		{"times", []Part{{Read: sample.Options{Since: since}}}, "", "", true},
	} {
		got, ok := a.Reading(c.scope, sample.Options{Rows: 7})
		if ok != c.ok || string(got.Prefix) != c.prefix || string(got.Start) != c.start || got.Rows != 7 {
			t.Errorf("%s: prefix %q, start %q, %v", c.name, got.Prefix, got.Start, ok)
		}
	}
}
