package redact_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/candidate"
	"tabletop/model/demo"
	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// read makes a complete sample of a demo table, without a server between.
func read(t testing.TB, table demo.Table) *sample.Sample {
	t.Helper()
	if !slowtest.On() {
		return demotest.Table(table, now, 1000)
	}
	return demotest.Table(table, now, 4000)
}

func redacted(t testing.TB, s *sample.Sample, key string) (*redact.Result, infer.Result) {
	t.Helper()
	found, err := infer.Sample(context.Background(), s, infer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := redact.Apply(context.Background(), s, redact.Options{Key: []byte(key), Layouts: found.Set(),
		Inferred: true})
	if err != nil {
		t.Fatal(err)
	}
	return r, found
}

// candidatesFor are layouts to try that every table can be written in: its segments turned around, times in buckets, a
// salt, hashes, and parts of names.
func candidatesFor(set rowkey.Set) []string {
	if len(set) != 1 {
		return nil
	}
	var turned, bucketed, cut []string
	first := ""
	for _, s := range set[0].Segments() {
		form := "{" + s.Name + "}"
		turned = append([]string{form}, turned...)
		switch s.Codec.Type() {
		case rowkey.Timestamp:
			bucketed = append(bucketed, "{bucket("+s.Name+", 1mo):date(200601)}")
			cut = append(cut, "{bucket("+s.Name+", 1w):date(2006-W01)}")
		case rowkey.Text, rowkey.Enum:
			first = s.Name
			bucketed, cut = append(bucketed, form), append(cut, "{truncate("+s.Name+", 3)}")
		default:
			bucketed, cut = append(bucketed, form), append(cut, form)
		}
	}
	out := []string{strings.Join(turned, "|"), strings.Join(bucketed, "|"), strings.Join(cut, "|")}
	if first != "" {
		out = append(out, "{salt(16, "+first+")}|"+strings.Join(turned, "|"))
	}
	return out
}

// figures are those of a candidate that redaction must leave alone.
func figures(t *testing.T, s *sample.Sample, set rowkey.Set, text string) string {
	t.Helper()
	ctx := context.Background()
	decoded, err := segments.New(ctx, s, set)
	if err != nil {
		t.Fatal(err)
	}
	base := simulate.NewBase(decoded)
	c, err := candidate.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	r, err := simulate.Run(ctx, base, c)
	if err != nil {
		return "error: " + err.Error()
	}
	q := func(p float64) int64 { return r.RowBytes.Quantile(p) }
	return fmt.Sprintf("rows %d cells %d bytes %d keys %d p50 %v p95 %v p99 %v merged %d versions %d overwritten %d "+
		"over 100 MB %d",
		r.Rows, r.Cells, r.Bytes, r.KeyBytes, q(0.5), q(0.95), q(0.99), r.Collisions.MergedRows,
		r.Collisions.VersionCells, r.Collisions.OverwrittenCells, r.Over100MB)
}

// A redacted table shows the same layouts, sizes and counts, and what candidates would give is the same.
func TestDemosKeepTheirFigures(t *testing.T) {
	for _, d := range demo.All() {
		for i, table := range d.Tables {
			if !slowtest.On() && (i > 0 || table.Rows > 20_000) {
				continue
			}
			t.Run(table.Name, func(t *testing.T) {
				t.Parallel()
				s := read(t, table)
				r, found := redacted(t, s, "a key")
				if len(r.Differs) > 0 {
					t.Errorf("differs: %q", r.Differs)
				}
				sameShape(t, s, r)
				again, err := infer.Sample(context.Background(), r.Sample, infer.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got, want := again.Set().String(), found.Set().String(); got != want {
					t.Errorf("layouts\n got %s\nwant %s", got, want)
				}
				for _, text := range candidatesFor(found.Set()) {
					got, want := figures(t, r.Sample, found.Set(), text), figures(t, s, found.Set(), text)
					// the same function of other strings: other rows share a bucket
					if strings.Contains(text, "{salt}") {
						got, _, _ = strings.Cut(got, " p50")
						want, _, _ = strings.Cut(want, " p50")
					}
					if got != want {
						t.Errorf("%s\n got %s\nwant %s", text, got, want)
					}
				}
				noneLeft(t, s, r, found.Set())
			})
		}
	}
}

// sameShape checks rows, cells, sizes and the order of all.
func sameShape(t testing.TB, s *sample.Sample, r *redact.Result) {
	t.Helper()
	out := r.Sample
	if err := out.Validate(); err != nil {
		t.Fatal(err)
	}
	if out.Rows() != s.Rows() || out.NumCells() != s.NumCells() || out.Bytes() != s.Bytes() ||
		len(out.Runs()) != len(s.Runs()) {
		t.Fatalf("%d rows, %d cells, %d bytes; want %d, %d, %d", out.Rows(), out.NumCells(), out.Bytes(), s.Rows(),
			s.NumCells(), s.Bytes())
	}
	for i := range out.Rows() {
		from := i
		if r.From != nil {
			from = r.From[i]
		}
		if len(out.Key(i)) != len(s.Key(from)) || out.RowBytes(i) != s.RowBytes(from) {
			t.Fatalf("row %d: %q has another size than %q", i, out.Key(i), s.Key(from))
		}
		a, b := s.Cells(from)
		c, _ := out.Cells(i)
		for j := a; j < b; j++ {
			x, y := s.Cell(j), out.Cell(c+j-a)
			if x.Column != y.Column || x.Size != y.Size || len(x.Value) != len(y.Value) {
				t.Fatalf("cell %d of row %d: %+v became %+v", j-a, i, x, y)
			}
		}
	}
}

// noneLeft looks for the original words in the bytes of the redacted sample: those of keys that are no structure, and
// of values, long enough that no other word holds them by chance.
func noneLeft(t *testing.T, s *sample.Sample, r *redact.Result, set rowkey.Set) {
	t.Helper()
	raw := encoded(t, r.Sample)
	stay := map[string]bool{}
	for _, name := range r.Kept {
		_, q, _ := strings.Cut(name.Name, ":")
		stay[q], stay[name.Name] = true, true
	}
	words := map[string]bool{}
	add := func(x string) {
		if len(x) >= 7 && strings.ContainsFunc(x, unicode.IsLetter) && !strings.ContainsFunc(x, unicode.IsControl) &&
			utf8.ValidString(x) && !stay[x] && len(words) < 1500 {
			words[x] = true
		}
	}
	var spans []rowkey.Span
	for i := 0; i < s.Rows(); i += s.Rows()/500 + 1 {
		var k int
		if spans, k = set.Decode(spans[:0], s.Key(i)); k < 0 {
			add(string(s.Key(i)))
		}
		for _, span := range spans {
			if c := span.Segment.Codec; !strings.HasPrefix(c.Spec(), "enum(") &&
				(r.Moved || c.Type() != rowkey.Timestamp) {
				add(string(s.Key(i)[span.Start:span.End]))
			}
		}
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			add(string(s.Cell(j).Value))
			add(s.Column(s.Cell(j).Column).Qualifier)
		}
	}
	for x := range words {
		within := false // a name that stays
		for name := range stay {
			within = within || strings.Contains(name, x)
		}
		if !within && bytes.Contains(raw, []byte(x)) {
			t.Errorf("%q is still there", x)
		}
	}
	if r.Left > 2 {
		t.Errorf("%d strings are left", r.Left)
	}
}
