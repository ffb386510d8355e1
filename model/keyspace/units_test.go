package keyspace

import (
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// TestUnitMakesGroups verifies for each unit that it is chosen from the span of times on in which it makes twelve
// groups, and a finer one for a span that is a second shorter.
func TestUnitMakesGroups(t *testing.T) {
	seconds := []int64{365 * 86400, 30 * 86400, 86400, 3600, 60, 1}
	unit := func(span int64) rowkey.Unit {
		c := &segments.Column{}
		for _, at := range []int64{1_700_000_000 + span/2, 1_700_000_000, 1_700_000_000 + span} {
			c.Values = append(c.Values, segments.Value{Of: rowkey.Value{Kind: rowkey.KindTime, Int: at}})
		}
		c.Values = append(c.Values, segments.Value{Of: rowkey.Value{Kind: rowkey.KindText, Int: 5}}) // no time
		return columnUnit(c)
	}
	for i, s := range seconds {
		if got := unit(12 * s); got != units[i] {
			t.Errorf("%d s in 12 groups: %v, want %v", 12*s, got, units[i])
		}
		if got, want := unit(12*s-1), units[min(i+1, len(units)-1)]; got != want {
			t.Errorf("%d s less one: %v, want %v", 12*s, got, want)
		}
	}
}
