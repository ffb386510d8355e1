package keyspace

import (
	"fmt"
	"testing"

	"tabletop/model/rowkey"
)

// TestLevelSkipsSingleChildren verifies which children a level shows: only those with rows, and in place of a single
// child the children of that child, unless it is one row or rows are left out beside it.
func TestLevelSkipsSingleChildren(t *testing.T) {
	keys := []string{"a#x#1", "a#x#2", "a#y#1", "b#x#1", "b#x#2", "c#y#7"}
	for _, c := range []struct {
		device string
		want   string
		depth  int // of the path behind the device
	}{
		{"a", "[x:2 y:1]", 0},
		{"b", "[1:1 2:1]", 1}, // all of b is x
		{"c", "[y:1]", 0},     // a single row
	} {
		x := index(t, table(keys), layouts(t, "{dev}#{metric}#{n}"))
		path := []Step{deviceStep(t, x, c.device)}
		level := mustLevel(t, x, path, By{})
		if got := fmt.Sprint(labels(level)); got != c.want || len(level.Path) != len(path)+c.depth {
			t.Errorf("under %s: %s, %d steps down, want %s, %d", c.device, got, len(level.Path)-len(path), c.want, c.depth)
		}
	}
	x := index(t, table([]string{"a#x", "a#y", "zz"}), layouts(t, "{dev}#{metric}"))
	level := mustLevel(t, x, nil, By{Segment: "dev"})
	if got := fmt.Sprint(labels(level)); got != "[a:2]" || level.Rest != 1 || len(level.Path) != 0 {
		t.Errorf("a single child and a row without one: %s and %d left out, want [a:2] and 1", got, level.Rest)
	}
}

func deviceStep(t *testing.T, x *Index, device string) Step {
	t.Helper()
	for _, n := range mustLevel(t, x, nil, By{Segment: "dev"}).Nodes {
		if string(n.Value.Raw) == device {
			return n.Step
		}
	}
	t.Fatalf("no device %s", device)
	return Step{}
}

// TestNodeOfRow verifies that each row under a path has the node of its value, and other rows have none.
func TestNodeOfRow(t *testing.T) {
	x := index(t, table([]string{"a#x", "a#y", "b#x", "b#z", "zz"}), layouts(t, "{dev}#{metric}"))
	level := mustLevel(t, x, []Step{deviceStep(t, x, "b")}, By{})
	for row, want := range []int{-1, -1, 0, 1, -1} {
		if got := level.Node(row); got != want {
			t.Errorf("row %d is in node %d, want %d", row, got, want)
		}
	}
	for node, first := range []int{2, 3} {
		if got := level.Nodes[node].First; got != first {
			t.Errorf("node %d begins with row %d, want %d", node, got, first)
		}
	}
}

// TestUnusedSegments verifies what is left to group by below a path: a value once, a time down to the finest unit that
// the segment stores.
func TestUnusedSegments(t *testing.T) {
	x := index(t, table([]string{"a#1700000000#20260101", "b#1700000001#20260102"}),
		layouts(t, "{dev}#{at:s}#{day:date(20060102)}"))
	by := func(name string, unit rowkey.Unit) Step {
		return Step{How: BySegment, By: By{Segment: name, Unit: unit}}
	}
	for _, c := range []struct {
		segment string
		path    []Step
		unit    rowkey.Unit
		left    bool
	}{
		{"dev", nil, "", true},
		{"dev", []Step{by("dev", "")}, "", false},
		{"dev", []Step{by("day", rowkey.Day)}, "", true},
		{"dev", []Step{{How: ByPrefix, By: By{Segment: "dev"}}}, "", true},
		{"at", []Step{by("at", rowkey.Year)}, rowkey.Month, true},
		{"at", []Step{by("at", rowkey.Minute)}, rowkey.Second, true},
		{"at", []Step{by("at", rowkey.Second)}, "", false},
		{"at", []Step{by("at", "week")}, "", false}, // no unit of the tree
		{"day", []Step{by("day", rowkey.Month)}, rowkey.Day, true},
		{"day", []Step{by("day", rowkey.Day)}, "", false},
	} {
		got, left := x.unused(c.path, c.segment)
		if left != c.left || left && got != (By{Segment: c.segment, Unit: c.unit}) {
			t.Errorf("%s below %v: %v, %v left, want %q, %v", c.segment, c.path, got, left, c.unit, c.left)
		}
	}
}
