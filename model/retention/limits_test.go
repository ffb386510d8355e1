package retention

import (
	"testing"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// TestFutureSlack verifies that a cell up to five minutes ahead moves the clock, and one beyond them is in the future.
func TestFutureSlack(t *testing.T) {
	for ahead, want := range map[time.Duration]struct {
		source   string
		far      int64
		clockAdd time.Duration
	}{
		5 * time.Minute:                     {"the newest cell", 0, 5 * time.Minute},
		5*time.Minute + time.Microsecond:    {"when the rows were read", 1, 0},
		-time.Second:                        {"when the rows were read", 0, 0},
		time.Duration(1) * time.Microsecond: {"the newest cell", 0, time.Microsecond},
	} {
		s := build(sample.Table{}, []string{"k"}, map[string][]cellsOf{"k": {{"f", "q", []int64{us(-ahead)}, 1}}})
		s.How.Started = testNow
		clock := NewClock(s, time.Time{})
		if clock.Source != want.source || clock.FarFuture != want.far || !clock.Now.Equal(testNow.Add(want.clockAdd)) {
			t.Errorf("%v ahead: %+v, want %+v", ahead, clock, want)
		}
	}
}

// TestGrowthWindow verifies that growth is measured over the last 30 days of a row that is older, over the age of one
// that is not, and not at all below an hour.
func TestGrowthWindow(t *testing.T) {
	grown := func(ages ...time.Duration) RowGrowth {
		var cells []RowCell
		for i, age := range ages {
			cells = append(cells, RowCell{Family: "f", Column: uint32(i), Micros: us(age), Bytes: 3000})
		}
		return GrowthOfCells(1, cells, nil, testNow)
	}
	for _, tt := range []struct {
		growth RowGrowth
		window time.Duration
		perDay float64
	}{
		{grown(day, 40*day), 30 * day, 100}, {grown(30*day-time.Second, 40*day), 30 * day, 100},
		{grown(30*day, 40*day), 30 * day, 0}, {grown(0, 10*day), 10 * day, 300},
		{grown(0, time.Hour), time.Hour, 72_000}, {grown(0, time.Hour-time.Second), 0, 0},
	} {
		if tt.growth.Window != tt.window || tt.growth.PerDay < tt.perDay-0.01 || tt.growth.PerDay > tt.perDay+0.01 {
			t.Errorf("%v bytes a day over %v, want %v over %v", tt.growth.PerDay, tt.growth.Window, tt.perDay, tt.window)
		}
	}
}

// TestCutNeedsAGap verifies that columns are divided where one measure is three times the next, and not below.
func TestCutNeedsAGap(t *testing.T) {
	for _, tt := range []struct {
		measures []int64
		low      int
		ok       bool
	}{{[]int64{10, 30}, 1, true}, {[]int64{10, 29}, 1, false}, {[]int64{10, 12, 36, 40}, 2, true},
		{[]int64{40, 10, 36, 12}, 2, true}, {[]int64{5, 5, 5}, 1, false}} {
		ids := make([]sample.ColumnID, len(tt.measures))
		for i := range ids {
			ids[i] = sample.ColumnID(i)
		}
		low, high, ok := cut(ids, func(id sample.ColumnID) int64 { return tt.measures[id] })
		if len(low) != tt.low || len(low)+len(high) != len(ids) || ok != tt.ok {
			t.Errorf("%v: %v and %v, %v", tt.measures, low, high, ok)
		}
	}
}

// TestRepeatsNeedVersions verifies that a column repeats its value if nine of ten of at least twenty versions do, beside
// another that does not.
func TestRepeatsNeedVersions(t *testing.T) {
	for _, tt := range []struct {
		pairs, again int64
		ok           bool
	}{{20, 20, true}, {19, 19, false}, {100, 90, true}, {100, 89, false}} {
		x := &Explorer{uses: []ColumnUsage{{Pairs: tt.pairs, Again: tt.again}, {Pairs: 30, Again: 3}}}
		split, ok := x.byRepeats(0, []sample.ColumnID{0, 1})
		if ok != tt.ok || ok && (len(split.Columns) != 1 || split.Columns[0] != 0) {
			t.Errorf("%d of %d versions repeat: %v, %+v", tt.again, tt.pairs, ok, split)
		}
	}
}

// TestRepeatsSplitAFamilyOnlyFromVersionsThatDiffer verifies that columns whose versions repeat are split from a family
// only if another column of it has versions, and these differ.
func TestRepeatsSplitAFamilyOnlyFromVersionsThatDiffer(t *testing.T) {
	for pairs, want := range map[int64]bool{0: false, 1: true} {
		x := &Explorer{uses: []ColumnUsage{{Pairs: 100, Again: 100}, {Pairs: pairs}}}
		if _, ok := x.byRepeats(0, []sample.ColumnID{0, 1}); ok != want {
			t.Errorf("beside a column of %d pairs of versions: split %t, want %t", pairs, ok, want)
		}
	}
}

// TestRareColumnsAreLeftOut verifies that of more than fifty columns only those of a twentieth of the rows are examined.
func TestRareColumnsAreLeftOut(t *testing.T) {
	for columns, want := range map[int]int{50: 50, 51: 2} {
		x := &Explorer{Evaluator: &Evaluator{design: &estimate.Design{}}, uses: make([]ColumnUsage, columns),
			families: []familyTable{{rows: 1000}}}
		ids := make([]sample.ColumnID, columns)
		for i := range ids {
			ids[i], x.uses[i].Rows = sample.ColumnID(i), 49
		}
		x.uses[3].Rows, x.uses[7].Rows = 50, 51
		if got := x.common(0, ids); len(got) != want {
			t.Errorf("%d of %d columns are examined, want %d", len(got), columns, want)
		}
	}
}

// TestRowsOfAFamilyAreThoseWithACellOfIt verifies that the rows among which a column is rare are those with any cell of
// its family, each once.
func TestRowsOfAFamilyAreThoseWithACellOfIt(t *testing.T) {
	rows := map[string][]cellsOf{}
	keys := []string{"k1", "k2", "k3"}
	for i, key := range keys {
		rows[key] = []cellsOf{{"a", "p", []int64{us(day), us(2 * day)}, 5}, {"a", "q", []int64{us(day)}, 5}}
		if i > 0 {
			rows[key] = append(rows[key], cellsOf{"b", "q", []int64{us(day)}, 5})
		}
	}
	s := build(sample.Table{Families: []sample.Family{{Name: "a"}, {Name: "b"}}}, keys, rows)
	x, err := NewEvaluator(s, testNow).Explore(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for f, want := range []int64{3, 2} {
		if got := x.families[f].rows; got != want {
			t.Errorf("family %s: %d rows, want %d", x.names[f], got, want)
		}
	}
}
