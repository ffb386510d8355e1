package retention

import (
	"fmt"
	"math"
	"testing"
	"time"

	"tabletop/model/sample"
)

func TestGrowthOf(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	// A hundred bytes a day: family (1) + qualifier (3) + 8 + 88, for 60 days, each in a column of its own or all in
	// one.
	row := func(columns bool) *sample.Sample {
		b := sample.NewBuilder(0)
		b.Row([]byte("k"))
		for d := range 60 {
			qualifier := "all"
			if columns {
				qualifier = fmt.Sprintf("%03d", d)
			}
			b.Cell("f", []byte(qualifier), now.Add(-time.Duration(d)*day-time.Hour).UnixMicro(), make([]byte, 88))
		}
		return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	}
	age := func(d time.Duration) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxAge, Age: d} }
	versions := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}
	for name, tt := range map[string]struct {
		columns       bool
		rule          sample.GCRule
		perDay, level float64
	}{
		"no rule":                  {true, sample.GCRule{}, 100, math.Inf(1)},
		"by age":                   {true, age(10 * day), 100, 1000},
		"by versions, new columns": {true, versions, 100, math.Inf(1)},
		"by versions, one column":  {false, versions, 0, 6001},
		"by age or versions": {false, sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{versions,
			age(20 * day)}}, 100, 2000},
		"by age and versions": {false, sample.GCRule{Kind: sample.GCIntersection,
			Children: []sample.GCRule{versions, age(20 * day)}}, 100, math.Inf(1)},
		"by the looser of two ages": {true, sample.GCRule{Kind: sample.GCIntersection,
			Children: []sample.GCRule{age(5 * day), age(20 * day)}}, 100, 2000},
		"by the tighter of two ages": {true, sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{age(5 * day),
			age(20 * day)}}, 100, 500},
	} {
		g := MeasureGrowth(row(tt.columns), 0, Rules{"f": tt.rule}, now)
		if math.Abs(g.PerDay-tt.perDay) > 5 || math.Abs(g.Level-tt.level) > 0.05*tt.level && g.Level != tt.level {
			t.Errorf("%s: %.1f bytes a day up to %.1f, want %.1f up to %.1f", name, g.PerDay, g.Level, tt.perDay,
				tt.level)
		}
	}
}

func TestUntil(t *testing.T) {
	const day = 24 * time.Hour
	g := RowGrowth{Bytes: 1000, PerDay: 100, Level: math.Inf(1)}
	for size, want := range map[int64]time.Duration{500: 0, 1000: 0, 2000: 10 * day, 1 << 60: -1} {
		if got := g.Until(size); got != want {
			t.Errorf("%d bytes after %v, want %v", size, got, want)
		}
	}
	g.Level = 1500
	if got := g.Until(2000); got != -1 {
		t.Errorf("past its level after %v", got)
	}
}

func TestGrowthOfYoungAndTimeless(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, micros := range []int64{0, -5, now.UnixMicro(), now.Add(time.Hour).UnixMicro(),
		now.Add(-time.Minute).UnixMicro()} {
		b := sample.NewBuilder(0)
		b.Row([]byte("k"))
		b.Cell("f", []byte("q"), micros, nil)
		if g := MeasureGrowth(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), 0, nil,
			now); g.Window != 0 || g.PerDay != 0 {
			t.Errorf("timestamp %d: %+v", micros, g)
		}
	}
}

// TestGrowthSinceTheOldestCell verifies that the rate of a young row is over the time since its oldest cell, in whatever
// column that is, and counts what was written since then and up to now.
func TestGrowthSinceTheOldestCell(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	cell := func(column uint32, hours int) RowCell {
		return RowCell{"f", column, now.Add(-time.Duration(hours) * time.Hour).UnixMicro(), 100}
	}
	for name, tt := range map[string]struct {
		cells  []RowCell
		window time.Duration
		perDay float64
	}{
		"the oldest last":    {[]RowCell{cell(0, 24), cell(0, 48)}, 48 * time.Hour, 50},
		"the oldest first":   {[]RowCell{cell(0, 48), cell(1, 24), cell(2, 12)}, 48 * time.Hour, 100},
		"just written":       {[]RowCell{cell(0, 0), cell(0, 24)}, 24 * time.Hour, 100},
		"of the future":      {[]RowCell{cell(0, -1), cell(1, 12), cell(1, 24)}, 24 * time.Hour, 100},
		"without timestamps": {[]RowCell{{"f", 0, 0, 100}, {"f", 1, -5, 100}}, 0, 0},
		"with one of none":   {[]RowCell{{"f", 0, 0, 100}, cell(1, 12), cell(1, 24)}, 24 * time.Hour, 100},
		"for an hour":        {[]RowCell{cell(0, 0), cell(1, 1)}, time.Hour, 2400},
		"for no hour":        {[]RowCell{cell(0, 0), cell(1, 0)}, 0, 0},
		"for over 30 days":   {[]RowCell{cell(0, 24), cell(0, 31*24)}, 30 * 24 * time.Hour, 100. / 30},
	} {
		g := GrowthOfCells(1000, tt.cells, Rules{}, now)
		if g.Window != tt.window || math.Abs(g.PerDay-tt.perDay) > 1e-9 || g.Bytes != 1000 {
			t.Errorf("%s: %v bytes a day over %v, want %v over %v", name, g.PerDay, g.Window, tt.perDay, tt.window)
		}
	}
}

// TestOtherUnitsOfTimestamps verifies from how many odd timestamps on they are taken to be in another unit: more than
// half of the cells.
func TestOtherUnitsOfTimestamps(t *testing.T) {
	const millis = 1_700_000_000_000
	for _, tt := range []struct {
		stats TimestampStats
		want  string
	}{
		{TimestampStats{Cells: 10, Small: 6, Newest: millis}, "milliseconds"}, {TimestampStats{Cells: 10, Small: 5, Newest: millis}, ""},
		{TimestampStats{Cells: 10, Future: 6, Newest: millis}, "milliseconds"}, {TimestampStats{Cells: 10, Future: 3, Small: 3, Newest: millis}, ""},
		{TimestampStats{Cells: 10, Small: 10, Newest: millis / 1000}, "seconds"}, {TimestampStats{Cells: 10, Small: 10, Newest: 7}, ""},
	} {
		if got := tt.stats.OtherUnit(); got != tt.want {
			t.Errorf("%+v are in %q, want %q", tt.stats, got, tt.want)
		}
	}
}

// TestVersionsThatAreSpared verifies which rule keeps a version because of its rank, and how many versions that is.
func TestVersionsThatAreSpared(t *testing.T) {
	versions := func(n int) Rule { return Rule{kind: sample.GCMaxVersions, versions: n} }
	age := Rule{kind: sample.GCMaxAge}
	for _, tt := range []struct {
		rule  Rule
		rank  int
		n     int
		spare bool
	}{{versions(2), 1, 2, true}, {versions(2), 2, 2, false}, {age, 0, 0, false},
		{Rule{kind: sample.GCUnion, children: []Rule{age, versions(3)}}, 2, 3, true},
		{Rule{kind: sample.GCIntersection, children: []Rule{versions(1), versions(3)}}, 2, 3, true},
		{Rule{kind: sample.GCUnion, children: []Rule{age, versions(3)}}, 3, 0, false}, {Rule{}, 0, 0, false}} {
		if n, spare := tt.rule.spare(tt.rank); n != tt.n || spare != tt.spare {
			t.Errorf("rank %d under %+v: %d, %t, want %d, %t", tt.rank, tt.rule, n, spare, tt.n, tt.spare)
		}
	}
}
