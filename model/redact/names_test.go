package redact_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"testing"

	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestNamesOfSegmentsStay verifies that a redacted sample keeps the names that were inferred from values, and that no
// other layout is reported, though nothing in it looks like a region any more.
func TestNamesOfSegmentsStay(t *testing.T) {
	var keys []string
	for i := range 600 {
		region := fmt.Sprintf("%s-%s-%d", []string{"us", "eu", "ap"}[i%3],
			[]string{"east", "west", "north", "south"}[i/3%4], 1+i/12%4)
		keys = append(keys, fmt.Sprintf("%s#%04d", region, i*7%5000))
	}
	s := small(keys, nil)
	r, found := redacted(t, s, "k")
	if !strings.HasPrefix(found.Set().String(), "{region}") {
		t.Fatalf("inferred %s; the test needs a name taken from values", found.Set())
	}
	again, err := infer.Sample(context.Background(), r.Sample, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := again.Set().String(), found.Set().String(); got != want || len(r.Differs) > 0 {
		t.Errorf("inferred %s from the redacted sample, want %s (differs: %q)", got, want, r.Differs)
	}
	for name, names := range map[string]sample.KindNames{
		"other types":     {Segments: []string{"a", "b"}, Types: []string{"uuid", "uuid"}},
		"fewer types":     {Segments: []string{"a", "b"}, Types: []string{"text"}},
		"one name twice":  {Segments: []string{"a", "a"}, Types: []string{"text", "int_padded"}},
		"names of no use": {Segments: []string{"}", ""}, Types: []string{"text", "int_padded"}},
	} {
		hostile := *r.Sample
		hostile.How.Names = []sample.KindNames{names}
		res, err := infer.Sample(context.Background(), &hostile, infer.Options{})
		if err != nil || !strings.HasPrefix(res.Set().String(), "{name}") {
			t.Errorf("%s: inferred %s, %v; want names taken from values", name, res.Set(), err)
		}
	}
	if r := of(t, s, redact.Options{Layouts: found.Set(), Inferred: true, Words: true}); r.Sample.How.Names != nil {
		t.Errorf("words are replaced, and the names %v stay", r.Sample.How.Names)
	}
}

// TestSnowflakeIDsAreReplaced verifies that no ID is left or only moved in time by a known number of years, that its
// time is right to the millisecond, and that the order stays.
func TestSnowflakeIDsAreReplaced(t *testing.T) {
	const (
		epoch = 1288834974657
		years = (28*365 + 7) * 86_400_000 // the move of times
	)
	var ids []int64
	for i := range 400 {
		ms := now.UnixMilli() - epoch - int64(400-i)*86_400_123
		ids = append(ids, ms<<22|int64(i%5)<<12|int64(i%3))
	}
	original := map[string]bool{}
	for _, id := range ids {
		original[fmt.Sprint(id)] = true
		original[fmt.Sprint(id+years<<22)] = true
	}
	for name, c := range map[string]struct {
		key      func(id int64) string
		template string
		moved    bool
	}{
		"moved": {func(id int64) string { return fmt.Sprintf("post#%d", id) }, "post#{id:snowflake}",
			true},
		"a salt of the time": {func(id int64) string { return salted(fmt.Sprint(id)) },
			"{salt:salt(8, int, crc32(id))}#{id:snowflake}", false},
	} {
		var keys []string
		for _, id := range ids {
			keys = append(keys, c.key(id))
		}
		s := small(keys, nil)
		s.How.Complete = false
		r := of(t, s, redact.Options{Layouts: layouts(t, c.template)})
		if r.Moved != c.moved || r.Left > 0 {
			t.Errorf("%s: times moved is %v (%s), %d strings are left", name, r.Moved, r.Why, r.Left)
		}
		shift := map[bool]int64{true: years}[r.Moved]
		for i := range s.Rows() {
			was, is := lastNumber(t, s.Key(i)), lastNumber(t, r.Sample.Key(i))
			if original[fmt.Sprint(is)] {
				t.Fatalf("%s: %d is still there", name, was)
			}
			if off := is>>22 - was>>22 - shift; off < -1 || off > 1 {
				t.Fatalf("%s: %d became %d, %d ms away", name, was, is, off)
			}
		}
	}
}

func salted(text string) string {
	return fmt.Sprintf("%d#%s", crc32.ChecksumIEEE([]byte(text))%8, text)
}

func lastNumber(t *testing.T, key []byte) int64 {
	t.Helper()
	n, err := strconv.ParseInt(string(key[strings.LastIndexByte(string(key), '#')+1:]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFrequentNamesStay verifies that a name that is no person's stays if it is in at least 50 rows and 1% of them, on
// both sides of each limit, and that a word of schemas stays however rare it is, and a person's name never.
func TestFrequentNamesStay(t *testing.T) {
	for _, c := range []struct {
		name     string
		rows, of int
		stays    bool
	}{
		{"qxzvbk", 50, 100, true}, {"qxzvbk", 49, 100, false},
		{"qxzvbk", 50, 5000, true}, {"qxzvbk", 50, 5001, false}, {"qxzvbk", 60, 6000, true}, {"qxzvbk", 60, 6001, false},
		{"status", 1, 6001, true}, {"anna.kovacs", 5000, 5000, false}, {"owner_anna.kovacs", 62, 6000, false},
	} {
		b := sample.NewBuilder(0)
		for row := range c.of {
			b.Row(fmt.Appendf(nil, "row%06d", row))
			if row < c.rows {
				b.Cell("f", []byte(c.name), 1, []byte("1"))
			} else {
				b.Cell("f", []byte("status"), 1, []byte("1"))
			}
		}
		s := sample.Assemble(sample.Table{Name: "t", Families: []sample.Family{{Name: "f"}}},
			sample.Provenance{Strategy: sample.Everything, Complete: true}, []*sample.Builder{b})
		layouts, err := rowkey.ParseSet("row{number:pad(6)}")
		if err != nil {
			t.Fatal(err)
		}
		done, err := redact.Apply(t.Context(), s, redact.Options{Layouts: layouts})
		if err != nil {
			t.Fatal(err)
		}
		stays := false
		for _, column := range done.Sample.Columns() {
			stays = stays || column.Qualifier == c.name
		}
		if stays != c.stays {
			t.Errorf("%s in %d of %d rows stays: %v", c.name, c.rows, c.of, stays)
		}
	}
}
