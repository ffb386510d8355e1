package redact_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/sample"
)

// listed is a table whose keys hold names of a list, a row for each record of each; the row's value repeats its
// name.
func listed(names []string, each int) *sample.Sample {
	var keys []string
	values := map[string]string{}
	for i, name := range names {
		for k := range each {
			key := fmt.Sprintf("%s#%04d", name, (i*37+k*101)%10_000)
			keys = append(keys, key)
			values[key] = name
		}
	}
	return small(keys, values)
}

// nameList makes names of one length.
func nameList(n, length int) []string {
	random := rand.New(rand.NewPCG(1, 2))
	var out []string
	for len(out) < n {
		name := make([]byte, length)
		for i := range name {
			name[i] = "abdefgiklmnoprstuvz"[random.IntN(19)]
		}
		if !slices.Contains(out, string(name)) {
			out = append(out, string(name))
		}
	}
	return out
}

// identified counts the rows whom sorting the list of names beside the redacted ones identifies. The values are those
// of s, in the order of the rows of the redacted sample.
func identified(s *sample.Sample, r *redact.Result, names []string) int {
	list := slices.Sorted(slices.Values(names))
	var seen []string
	for i := range r.Sample.Rows() {
		name, _, _ := strings.Cut(string(r.Sample.Key(i)), "#")
		if !slices.Contains(seen, name) {
			seen = append(seen, name)
		}
	}
	slices.Sort(seen)
	right := 0
	for i := range r.Sample.Rows() {
		from := i
		if r.From != nil {
			from = r.From[i]
		}
		was, _, _ := strings.Cut(string(s.Key(from)), "#")
		now, _, _ := strings.Cut(string(r.Sample.Key(i)), "#")
		if at := slices.Index(seen, now); at < len(list) && list[at] == was {
			right++
		}
	}
	return right
}

// TestUnorderedIdentifiesNobody attacks redacted keys with the list of the names in them: sorted beside those that keep
// their order it identifies all rows, beside unordered ones no more than chance.
func TestUnorderedIdentifiesNobody(t *testing.T) {
	const each = 15
	names := nameList(400, 8)
	s := listed(names, each)
	set := layouts(t, "{owner}#{n:pad(4)}")
	if got := identified(s, of(t, s, redact.Options{Layouts: set}), names); got != s.Rows() {
		t.Errorf("sorting identifies %d of %d rows of an ordered redaction; the attack of this test does not work", got,
			s.Rows())
	}
	total, keys := 0, 20
	for k := range keys {
		r := of(t, s, redact.Options{Layouts: set, Unordered: true, Key: fmt.Append(nil, k)})
		total += identified(s, r, names)
		beginsAlike(t, s, r)
	}
	// By chance one of the names is at its place: each rows a key, with a variance of one name squared.
	mean := float64(total) / each / float64(keys)
	t.Logf("%.2f of %d names are at their place", mean, len(names))
	if mean > 2 {
		t.Errorf("sorting identifies %.2f of %d names of an unordered redaction, and chance would 1", mean, len(names))
	}
}

// beginsAlike verifies that names with one beginning have no more beginnings in common than others.
func beginsAlike(t *testing.T, s *sample.Sample, r *redact.Result) {
	t.Helper()
	pairs, alike := 0, 0
	was, now := map[string][]byte{}, map[string]bool{}
	for i := range r.Sample.Rows() {
		from, to := s.Key(r.From[i])[:8], r.Sample.Key(i)[:8]
		if now[string(to)] {
			continue
		}
		now[string(to)] = true
		if other, ok := was[string(from[:2])]; ok {
			if pairs++; bytes.Equal(other[:2], to[:2]) {
				alike++
			}
		}
		was[string(from[:2])] = to
	}
	if alike*10 > pairs {
		t.Errorf("%d of %d names that began alike still do", alike, pairs)
	}
}

// TestUnorderedKeepsFigures verifies that all but the order stays: rows, cells and sizes, which values are equal,
// layouts, and names.
func TestUnorderedKeepsFigures(t *testing.T) {
	names := nameList(60, 6)
	s := listed(names, 20)
	found, err := infer.Sample(context.Background(), s, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, complete := range []bool{true, false} {
		s.How.Complete = complete
		r := of(t, s, redact.Options{Layouts: found.Set(), Inferred: true, Unordered: true})
		if err := r.Sample.Validate(); err != nil {
			t.Fatal(err)
		}
		if r.Sample.Rows() != s.Rows() || r.Sample.NumCells() != s.NumCells() || r.Sample.Bytes() != s.Bytes() ||
			!r.Sample.How.Unordered {
			t.Errorf("%d rows, %d cells, %d bytes became %d, %d, %d", s.Rows(), s.NumCells(), s.Bytes(),
				r.Sample.Rows(), r.Sample.NumCells(), r.Sample.Bytes())
		}
		if len(r.Differs) > 0 {
			t.Errorf("differs: %q", r.Differs)
		}
		now := map[string]string{}
		for i := range r.Sample.Rows() {
			was, _, _ := strings.Cut(string(s.Key(r.From[i])), "#")
			is, _, _ := strings.Cut(string(r.Sample.Key(i)), "#")
			if now[was] == "" {
				now[was] = is
			}
			if from, _ := r.Sample.Cells(i); now[was] != is || was == is || string(r.Sample.Cell(from).Value) != is {
				t.Fatalf("row %d: %q became %q and %q, the value %q", i, was, now[was], is, r.Sample.Cell(from).Value)
			}
		}
		if different := map[string]bool{}; len(now) != len(names) {
			t.Errorf("%d names, %d replacements", len(names), len(now))
		} else {
			for _, is := range now {
				different[is] = true
			}
			if len(different) != len(names) {
				t.Errorf("%d names became %d", len(names), len(different))
			}
		}
	}
}

// TestUnorderedFillsASmallForm verifies that texts of which every one of their form is there are replaced by one
// another.
func TestUnorderedFillsASmallForm(t *testing.T) {
	var keys []string
	for i := range 81 {
		keys = append(keys, fmt.Sprintf("%d%d#x", 1+i/9, 1+i%9))
	}
	r := of(t, small(keys, nil), redact.Options{Layouts: layouts(t, "{n:int}#{x}"), Unordered: true})
	moved := 0
	for i, from := range r.From {
		if i != from {
			moved++
		}
	}
	if r.Sample.Rows() != 81 || moved < 60 {
		t.Errorf("%d rows, of which %d moved", r.Sample.Rows(), moved)
	}
}

// TestUnorderedColumns verifies that qualifiers lose their order too, with the cells of each row in that of the
// columns.
func TestUnorderedColumns(t *testing.T) {
	b := sample.NewBuilder(0)
	names := slices.Sorted(slices.Values(nameList(80, 9)))
	for i := range 60 {
		b.Row(fmt.Appendf(nil, "row%03d", i))
		for k := i % 5; k < len(names); k += 5 {
			b.Cell("friends", []byte(names[k]), now.UnixMicro(), fmt.Append(nil, k))
		}
		b.Cell("profile", []byte("status"), now.UnixMicro(), []byte("open"))
	}
	s := sample.Assemble(sample.Table{Name: "orders"}, sample.Provenance{Complete: true, Started: now},
		[]*sample.Builder{b})
	r := of(t, s, redact.Options{Layouts: layouts(t, "row{n:pad(3)}"), Unordered: true})
	inPlace := 0
	for id := range s.Columns() {
		was, is := s.Column(sample.ColumnID(id)), r.Sample.Column(r.Column(sample.ColumnID(id)))
		if was.Qualifier == is.Qualifier != (was.Qualifier == "status") || len(was.Qualifier) != len(is.Qualifier) {
			t.Errorf("%v became %v", was, is)
		}
		if r.Column(sample.ColumnID(id)) == sample.ColumnID(id) {
			inPlace++
		}
	}
	if inPlace > 10 {
		t.Errorf("%d of %d columns are at their place", inPlace, len(s.Columns()))
	}
	for i := range r.Sample.Rows() {
		from, to := r.Sample.Cells(i)
		if from == to {
			t.Fatal("a row without cells")
		}
		for j := from + 1; j < to; j++ {
			if r.Sample.CellColumn(j-1) >= r.Sample.CellColumn(j) {
				t.Fatalf("row %d: its cells are out of order", i)
			}
		}
	}
}
