package keyspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

func layouts(t *testing.T, templates ...string) rowkey.Set {
	t.Helper()
	var set rowkey.Set
	for _, text := range templates {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	return set
}

func table(keys []string) *sample.Sample {
	b := sample.NewBuilder(0)
	for _, k := range keys {
		b.Row([]byte(k))
		b.Cell("f", []byte("q"), 1, []byte("12345"))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

func index(t *testing.T, s *sample.Sample, set rowkey.Set) *Index {
	t.Helper()
	decoded, err := segments.New(context.Background(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	return New(decoded)
}

func labels(l *Level) []string {
	var out []string
	for _, n := range l.Nodes {
		name := string(n.Value.Raw)
		switch {
		case n.Step.How == ByKind:
			name = fmt.Sprint("kind ", n.Kind)
		case n.Step.How == ByPrefix:
			name = fmt.Sprintf("%q", n.Step.Prefix)
		case n.Value.Raw == nil:
			name = n.Value.Of.Time().Format("2006-01-02 15h")
		}
		out = append(out, fmt.Sprintf("%s:%d", name, n.Rows))
	}
	return out
}

func mustLevel(t *testing.T, x *Index, path []Step, by By) *Level {
	t.Helper()
	l, err := x.Level(context.Background(), path, by)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLevels(t *testing.T) {
	s := table([]string{
		"a#x#20260101", "a#x#20260102", "a#y#20260101", "b#x#20260101", "zz", "zzz",
	})
	cut := index(t, s, layouts(t, "{dev}#{metric}#{day:date(20060102)}"))
	root := mustLevel(t, cut, nil, By{})
	if got, want := fmt.Sprint(labels(root)), "[kind -1:2 kind 0:4]"; got != want {
		t.Fatalf("kinds: %s, want %s", got, want)
	}
	devices := mustLevel(t, cut, []Step{root.Nodes[1].Step}, By{})
	if got, want := fmt.Sprint(labels(devices)), "[a:3 b:1]"; got != want {
		t.Errorf("devices: %s, want %s", got, want)
	}
	a := append([]Step{root.Nodes[1].Step}, devices.Nodes[0].Step)
	if got, want := fmt.Sprint(labels(mustLevel(t, cut, a, By{}))), "[x:2 y:1]"; got != want {
		t.Errorf("metrics of a: %s, want %s", got, want)
	}
	days := mustLevel(t, cut, []Step{root.Nodes[1].Step},
		By{Segment: "day", Unit: rowkey.Day})
	if got, want := fmt.Sprint(labels(days)), "[2026-01-01 00h:3 2026-01-02 00h:1]"; got != want {
		t.Errorf("days of all devices: %s, want %s", got, want)
	}
	rest := mustLevel(t, cut, []Step{root.Nodes[0].Step}, By{})
	if got, want := fmt.Sprint(labels(rest)), `["zz":1 "zzz":1]`; got != want {
		t.Errorf("unexplained: %s, want %s", got, want)
	}
}

// A table that no layout explains is a tree of plain prefixes, with what all keys share folded away.
func TestPlainPrefixes(t *testing.T) {
	long := string(make([]byte, 3000))
	s := table([]string{long + "a1", long + "a2", long + "b1", long + "b2x", long + "b2y"})
	cut := index(t, s, nil)
	root := mustLevel(t, cut, nil, By{})
	if len(root.Nodes) != 2 || root.Nodes[0].Rows != 2 || root.Nodes[1].Rows != 3 {
		t.Fatalf("two prefixes wanted, got %d", len(root.Nodes))
	}
	b := mustLevel(t, cut, []Step{root.Nodes[1].Step}, By{})
	if len(b.Nodes) != 2 || b.Nodes[1].Rows != 2 {
		t.Errorf("under b: %v", labels(b))
	}
}

// TestRowsUnderAPrefix verifies that the rows under a prefix are those that begin with it, up to the last byte.
func TestRowsUnderAPrefix(t *testing.T) {
	x := index(t, table([]string{"a1", "a2", "b1", "b2", "\xff1", "\xff\xff", "\xff\xff\xff"}), nil)
	for prefix, want := range map[string][]int{"": {0, 1, 2, 3, 4, 5, 6}, "a": {0, 1}, "b": {2, 3}, "b2": {3}, "c": nil,
		"\xff": {4, 5, 6}, "\xff\xff": {5, 6}} {
		if got := slices.Collect(x.Rows([]Step{{How: ByPrefix, Prefix: []byte(prefix)}})); !slices.Equal(got, want) {
			t.Errorf("rows under %q: %v, want %v", prefix, got, want)
		}
	}
}

// TestKindsAreChosenFirst verifies that rows of several kinds are grouped by kind, and rows of one kind by segment.
func TestKindsAreChosenFirst(t *testing.T) {
	set := layouts(t, "{dev}#{metric}")
	if got := labels(mustLevel(t, index(t, table([]string{"a#x", "zz"}), set), nil,
		By{})); len(got) != 2 {
		t.Errorf("two kinds: %v", got)
	}
	one := mustLevel(t, index(t, table([]string{"a#x", "b#x", "c#x"}), set), nil, By{})
	if got, want := fmt.Sprint(labels(one)), "[a:1 b:1 c:1]"; got != want || len(one.Path) != 0 {
		t.Errorf("one kind: %s under %v, want %s", got, one.Path, want)
	}
}

// TestTimesGoFiner verifies that the times of a group are grouped by the next finer unit, down to the finest.
func TestTimesGoFiner(t *testing.T) {
	var keys []string
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 30_000 {
		keys = append(keys, fmt.Sprintf("%013d", start.Add(time.Duration(i)*31*time.Minute).UnixMilli()))
	}
	x := index(t, table(keys), layouts(t, "{at:ms}"))
	level := mustLevel(t, x, nil, By{Segment: "at", Unit: rowkey.Year})
	for _, want := range []rowkey.Unit{rowkey.Year, rowkey.Month, rowkey.Day, rowkey.Hour, rowkey.Minute} {
		if level.By.Unit != want {
			t.Fatalf("grouped by %v, want %v", level.By.Unit, want)
		}
		level = mustLevel(t, x, append(slices.Clone(level.Path), level.Nodes[0].Step), By{})
	}
}

// The children of a node have all of its rows and bytes, whatever the grouping.
func TestLevelsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	keys := make([]string, 3000)
	for i := range keys {
		keys[i] = fmt.Sprintf("t%02d#u%03d#%013d#%04d", rng.IntN(7), rng.IntN(50), 1_700_000_000_000+rng.Int64N(1e10),
			i)
	}
	keys[5], keys[6] = "\x00odd", "\xff\xff"
	slices.Sort(keys)
	s := table(keys)
	cut := index(t, s, layouts(t, "{tenant}#{user}#{at:ms}#{n:pad(4)}"))
	var walk func(path []Step, rows int64, depth int)
	walk = func(path []Step, rows int64, depth int) {
		l := mustLevel(t, cut, path, By{})
		var sum int64
		for _, n := range l.Nodes {
			sum += n.Rows
		}
		if sum+l.Rest != rows {
			t.Fatalf("the children of %v have %d of %d rows", path, sum, rows)
		}
		if depth > 0 {
			for _, n := range l.Nodes[:min(3, len(l.Nodes))] {
				if n.Rows > 1 {
					walk(append(l.Path[:len(l.Path):len(l.Path)], n.Step), n.Rows, depth-1)
				}
			}
		}
	}
	walk(nil, int64(len(keys)), 4)
	for _, by := range []string{"tenant", "user", "at", "n"} {
		l := mustLevel(t, cut, nil, By{Segment: by})
		var sum int64
		for _, n := range l.Nodes {
			sum += n.Rows
		}
		if sum+l.Rest != int64(len(keys)) || l.Rest != 2 {
			t.Errorf("by %s: %d rows and %d left out", by, sum, l.Rest)
		}
	}
}
