package figures

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/keyspace"
	"tabletop/model/personal"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// TestLargestAreKept verifies that the greatest of a list are kept as sorting it finds them, of equal ones the first.
func TestLargestAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 300 {
		type thing struct{ size, at int }
		kept, all := largest[int, thing]{room: 1 + r.IntN(5)}, []thing(nil)
		for at := range r.IntN(12) {
			all = append(all, thing{r.IntN(6), at})
			if kept.wants(all[at].size) {
				kept.put(all[at].size, all[at])
			}
		}
		want := slices.Clone(all)
		slices.SortStableFunc(want, func(a, b thing) int { return cmp.Compare(b.size, a.size) })
		if want = want[:min(len(want), kept.room)]; !slices.Equal(kept.list(), want) {
			t.Fatalf("the %d largest of %v are %v, want %v", kept.room, all, kept.list(), want)
		}
		by := func(a, b thing) int { return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.at, b.at)) }
		for _, top := range []int{0, kept.room} {
			if got := takeTop(all, top, by); !slices.Equal(got, want[:min(len(want), top)]) {
				t.Fatalf("the first %d of %v are %v", top, all, got)
			}
		}
	}
}

// inRanges makes a sample of the rows of key ranges, each of which begins with the key of its first row: all of the
// rows of some of twice as many ranges.
func inRanges(t *testing.T, layout string, ranges ...[]string) *segments.Table {
	t.Helper()
	b, how := sample.NewBuilder(4), sample.Provenance{Strategy: sample.Everything, RowShare: 1, Filter: 1}
	for at, keys := range ranges {
		place := sample.ReadRange{Start: []byte(keys[0]), Done: true, Rows: int64(len(keys)), Bytes: 100}
		if at+1 < len(ranges) {
			place.End = []byte(ranges[at+1][0])
		}
		how.Places = append(how.Places, place)
		for _, key := range keys {
			b.Row([]byte(key))
			b.Cell("f", []byte("q"), 1000, []byte("v"))
		}
	}
	how.TotalBytes = int64(200 * len(ranges))
	set, err := rowkey.ParseSet(layout)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := segments.New(t.Context(), sample.Assemble(sample.Table{}, how, []*sample.Builder{b}), set)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// TestDistinctValuesOfTheTable verifies that the number of distinct values of a segment in the table is estimated from
// those that occur in one key range only and in two, however often they occur there.
func TestDistinctValuesOfTheTable(t *testing.T) {
	table := inRanges(t, "{n:pad(2)}-{v}", []string{"00-a", "01-a", "02-b", "03-c"}, []string{"10-a", "11-b", "12-d"},
		[]string{"20-a", "21-b", "22-e", "23-e"}, []string{"30-a", "31-b"}, []string{"40-a", "41-f", "42-f"},
		[]string{"50-f", "51-a"})
	p, err := NewProfile(t.Context(), table, ProfileOptions{Top: 2})
	if err != nil {
		t.Fatal(err)
	}
	// a is in six ranges, b in four, f in two, and c, d and e in one each.
	want, ok := estimate.Richness(6, 3, 1, 6+4+2+3)
	v := p.Kinds[0].Segments[1]
	if !ok || v.AllDistinct != want || v.Distinct != 6 {
		t.Errorf("%d values were seen, and the table has %+v, want %+v", v.Distinct, v.AllDistinct, want)
	}
	if n := p.Kinds[0].Segments[0]; n.AllDistinct != (Figure{}) {
		t.Errorf("of values that do not recur nothing is known: %+v", n.AllDistinct)
	}
	share := func(value string) Figure {
		return table.Design.EstimateRatio(table.Sample, func(row int) (y, z float64) {
			if strings.HasSuffix(string(table.Sample.Key(row)), value) {
				return 1, 1
			}
			return 0, 1
		}).Share(table.Design)
	}
	for i, value := range []string{"a", "b"} {
		if got := v.Top[i]; string(got.Raw) != value || got.Share != share(value) || !got.Share.Interval() ||
			got.Found.Certainty != estimate.AtLeast {
			t.Errorf("number %d of the values is %q with %+v, want %q with %+v", i, got.Raw, got.Share, value, share(value))
		}
	}
}

// TestRowsOfOneValue verifies why it is not known how many rows have one value of a segment.
func TestRowsOfOneValue(t *testing.T) {
	ranges := [][]string{{"a#1#1", "a#2#1"}, {"b#1#1", "c#1#1", "c#2#1"}, {"d#1#1", "e#1#1"}}
	const layout = "{user}#{n}[#{tag}]*"
	one := [][]string{{"a#1#1", "a#2#1"}, {"a#3#1", "a#4#1"}}
	with := func(how sample.Provenance) func(*segments.Table) *segments.Table {
		return func(table *segments.Table) *segments.Table {
			decoded, err := segments.New(t.Context(), table.Sample.Described(table.Sample.Table, how), table.Layouts)
			if err != nil {
				t.Fatal(err)
			}
			return decoded
		}
	}
	for _, tt := range []struct {
		name    string
		ranges  [][]string
		change  func(*segments.Table) *segments.Table
		segment int
		want    string
	}{
		{"a leading segment", ranges, nil, 0, ""},
		{"one behind it", ranges, nil, 1, "rows of one value are not neighbors, so most of them were not read"},
		{"the same value everywhere", one, nil, 0, "every place read lies within the rows of one value"},
		{"no key has it", [][]string{{"a#1", "a#2"}, {"b#1"}}, nil, 2, "no key has it"},
		{"several in a key", [][]string{{"a#1#1#2", "a#2"}, {"b#1"}}, nil, 2, "a key may have several values of it"},
		{"the first rows", ranges, with(sample.Provenance{Strategy: sample.Head}), 0,
			"the first rows do not speak for the table"},
		{"rows by chance", ranges, with(sample.Provenance{Strategy: sample.Small, Complete: true, RowShare: 0.5}), 0,
			"the rows read are not neighbors"},
		{"all rows", ranges, with(sample.Provenance{Complete: true}), 1, ""},
	} {
		table := inRanges(t, layout, tt.ranges...)
		if tt.change != nil {
			table = tt.change(table)
		}
		p, err := NewProfile(t.Context(), table, ProfileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got := p.Kinds[0].Segments[tt.segment]
		if got.NoFigureReason != tt.want || (got.RowsPerValue == Figure{}) != (tt.want != "") {
			t.Errorf("%s: %+v, %q, want %q", tt.name, got.RowsPerValue, got.NoFigureReason, tt.want)
		}
	}
	// Of the four rows behind another of their range three begin a value: c, c again, e and the second of a do not all.
	p, err := NewProfile(t.Context(), inRanges(t, layout, ranges...), ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Kinds[0].Segments[0].RowsPerValue.Value; !near(got, 2) { // c and e begin, of a, c, c and e
		t.Errorf("a user has %g rows, want 2", got)
	}
}

// TestSpansOfSegments verifies the least and the greatest of numbers and times, which text has not, and the widths.
func TestSpansOfSegments(t *testing.T) {
	var rows []testRow
	for _, key := range []string{"bb#-7#1700000000000", "a#12#1600000000000", "ccc#3#1650000000000"} {
		rows = append(rows, testRow{key: key})
	}
	p, err := profileOf(t.Context(), readSorted(rows), layouts(t, "{w}#{n:int}#{at:ms}"), ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w, n, at := p.Kinds[0].Segments[0], p.Kinds[0].Segments[1], p.Kinds[0].Segments[2]
	if w.Ordered || w.MinWidth != 1 || w.MaxWidth != 3 || !n.Ordered || n.Min.Int != -7 || n.Max.Int != 12 ||
		n.MinWidth != 1 || n.MaxWidth != 2 || at.Min.Time().UnixMilli() != 1600000000000 ||
		at.Max.Time().UnixMilli() != 1700000000000 {
		t.Errorf("%+v, %+v, %+v", w, n, at)
	}
	of := func(kind rowkey.Kind, i int64, u uint64, nanos int32) rowkey.Value {
		return rowkey.Value{Kind: kind, Int: i, Uint: u, Nanos: nanos}
	}
	rising := []rowkey.Value{of(rowkey.KindInt, -1, 0, 0), of(rowkey.KindInt, 5, 0, 0), of(rowkey.KindUint, 0, 1<<63, 0),
		of(rowkey.KindUint, 0, 1<<63+1, 0), of(rowkey.KindTime, 5, 0, 0), of(rowkey.KindTime, 5, 0, 1)}
	slices.SortStableFunc(rising, func(a, b rowkey.Value) int { return cmp.Compare(a.Kind, b.Kind) })
	for i := range rising {
		for j := range rising {
			if got := compare(rising[i], rising[j]); got != cmp.Compare(i, j) {
				t.Errorf("%v compares with %v as %d", rising[i], rising[j], got)
			}
		}
	}
}

// TestListsOfAProfile verifies how many values, rows, cells and unexplained keys a profile lists: 20 unless more or fewer
// are asked for, and that ages are as of when the rows were read.
func TestListsOfAProfile(t *testing.T) {
	var rows []testRow
	for i := range 30 {
		rows = append(rows, testRow{fmt.Sprintf("k#%02d", i), []testCell{{"f", "q", readAt.UnixMicro(), strings.Repeat("x", i)}}},
			testRow{key: fmt.Sprintf("odd%02d", i)})
	}
	s := readSorted(rows)
	for _, want := range []int{0, 1, 25, 40} {
		p, err := profileOf(t.Context(), s, layouts(t, "{w}#{n}"), ProfileOptions{Top: want, Largest: want})
		if err != nil {
			t.Fatal(err)
		}
		listed := want
		if want == 0 {
			listed = 20
		}
		if got := len(p.Kinds[0].Segments[1].Top); got != min(listed, 30) {
			t.Errorf("%d values are listed, want %d", got, listed)
		}
		if len(p.LargestRows) != listed || len(p.LargestCells) != min(listed, 30) || len(p.Unexplained.First) != min(listed, 30) {
			t.Errorf("%d rows, %d cells, %d unexplained keys are listed, want %d", len(p.LargestRows), len(p.LargestCells),
				len(p.Unexplained.First), listed)
		}
		if !p.Now.Equal(readAt) || p.Times.Future != 0 {
			t.Errorf("ages are as of %v", p.Now)
		}
		if p.LargestBeyond() != nil || p.UnexplainedShare() != 0.5 {
			t.Errorf("of all rows: %v, %g unexplained", p.LargestBeyond(), p.UnexplainedShare())
		}
	}
	before := readAt.Add(-time.Hour)
	if p := of(t, s, ProfileOptions{Now: before}); !p.Now.Equal(before) || p.Times.Future != 30 {
		t.Errorf("as of an hour before: %v, %d cells in the future", p.Now, p.Times.Future)
	}
}

// TestLargestOfAllRows verifies that the largest rows and cells are those of all rows where they were counted, and stay
// those of the sample where the counts have left them out.
func TestLargestOfAllRows(t *testing.T) {
	s := *table(100, 1, 1, 1)
	s.How = sample.Provenance{Strategy: sample.Small, RowShare: 0.5, Filter: 0.5}
	totals := func() *census.Totals {
		counts := census.NewTally()
		counts.Add(&s)
		return counts.Totals()
	}
	for name, list := range map[string][]census.LargeRow{"left out": nil,
		"one": {{Key: []byte("elsewhere"), Bytes: 1 << 30, Cells: 7}}} {
		all := totals()
		all.LargestRows, all.LargestCells = list, nil
		if list != nil {
			all.LargestCells = []census.LargeCell{{Key: []byte("elsewhere"), Family: []byte("g"), Qualifier: []byte("r"),
				Micros: 5, Bytes: 1 << 29}}
		}
		p := of(t, &s, ProfileOptions{Counts: &census.Result{Totals: all}})
		if list == nil {
			if p.LargestOf != estimate.Sample || len(p.LargestRows) != 20 || len(p.LargestCells) != 20 ||
				p.LargestBeyond() != nil {
				t.Errorf("%s: %d rows of %s", name, len(p.LargestRows), p.LargestOf)
			}
			continue
		}
		row, cell := p.LargestRows[0], p.LargestCells[0]
		if p.LargestOf != estimate.All || len(p.LargestRows) != 1 || string(row.Key) != "elsewhere" ||
			row.Bytes != 1<<30 || row.Cells != 7 || len(p.LargestBeyond()) != 1 || len(p.LargestCells) != 1 ||
			cell.Family != "g" || cell.Qualifier != "r" || cell.Micros != 5 || cell.Bytes != 1<<29 {
			t.Errorf("%s: %+v, %+v of %s", name, row, cell, p.LargestOf)
		}
	}
}

// TestTimesOfAllRows verifies that the timestamps of all rows are taken over, and when they are all one.
func TestTimesOfAllRows(t *testing.T) {
	for _, tt := range []struct {
		cells, oldest, newest int64
		alike                 bool
	}{{1, 5, 5, false}, {2, 5, 5, true}, {2, 5, 6, false}} {
		times := Times{Future: 3}
		times.count(&census.Totals{Cells: tt.cells, Oldest: tt.oldest, Newest: tt.newest, Zero: 1, Negative: 2})
		if want := (Times{Oldest: tt.oldest, Newest: tt.newest, Zero: 1, Negative: 2, Future: 3, Alike: tt.alike}); times != want {
			t.Errorf("%+v, want %+v", times, want)
		}
	}
}

// TestPrefixesOfKeys verifies which prefix groups keys without layouts: the shortest that makes several groups, unless
// that makes more than one for two rows, or none of 16 bytes does.
func TestPrefixesOfKeys(t *testing.T) {
	for _, tt := range []struct {
		keys string
		want int
	}{
		{"aa1 aa2 ab1 ab2", 2}, {"aa1 aa2 ab1 ac2", 0}, {"a1 a2 a3 b1", 1}, {"a a a a", 0},
		{"0123456789abcde1x 0123456789abcde1y 0123456789abcde2x 0123456789abcde2y", 16},
		{"0123456789abcdef1x 0123456789abcdef1y 0123456789abcdef2x 0123456789abcdef2y", 0},
	} {
		var rows []written
		for _, key := range strings.Fields(tt.keys) {
			rows = append(rows, written{key, []int{1}})
		}
		got := tableOf(t, full, "", rows...).Groupings()
		if tt.want == 0 && got != nil || tt.want > 0 && (len(got) != 1 || got[0].Prefix != tt.want) {
			t.Errorf("%s are grouped by %+v, want the first %d bytes", tt.keys, got, tt.want)
		}
	}
}

// TestNodesOfASample verifies the figures of nodes by the rows of key ranges: shares are estimates with the intervals of
// their ratio, what was found is at least so much, and recent writes are shares of those of all rows.
func TestNodesOfASample(t *testing.T) {
	rows := inRanges(t, "{site}#{n}", []string{"a#1", "a#2", "a#3"}, []string{"b#1", "c#1"}, []string{"c#2", "c#3"},
		[]string{"d#1"})
	table := NewTable(rows, nil, Policy{Now: now})
	level, err := table.Level(t.Context(), keyspace.New(rows), nil, LevelOptions{Sort: MetricKey,
		Recent: func(row int) float64 { return float64(row) }})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, n := range level.Nodes {
		name := string(n.Value.Raw)
		of := func(measure func(row int) float64) Figure {
			return rows.Design.EstimateRatio(rows.Sample, func(row int) (y, z float64) {
				if key := rows.Sample.Key(row); string(key[:1]) == name && key[1] == '#' {
					return measure(row), measure(row)
				}
				return 0, measure(row)
			}).Share(rows.Design)
		}
		want := of(func(int) float64 { return 1 })
		recent := map[string]float64{"a": 0 + 1 + 2, "b": 3, "c": 4 + 5 + 6, "d": 7}[name] / 28
		bytes := of(func(row int) float64 { return float64(rows.Sample.RowBytes(row)) })
		seen[name] = true
		if n.Share.Rows != want || n.Share.Cells != want || n.Share.Bytes != bytes || !near(n.Recent, recent) ||
			n.FoundRows != estimate.Seen(float64(n.Rows)) || n.FoundCells != estimate.Seen(float64(n.Rows)) ||
			n.Garbage != estimate.Point(0) || n.Largest != 14 {
			t.Errorf("%s: %+v, want %+v of the rows and %g of the writes", name, n, want, recent)
		}
	}
	if len(seen) != 4 {
		t.Errorf("nodes %v", seen)
	}
}

// TestValuesOfPeople verifies what was counted in the values of a column, and its share of the cells.
func TestValuesOfPeople(t *testing.T) {
	b := sample.NewBuilder(64)
	for i := range 20 {
		b.Row(fmt.Appendf(nil, "row%02d", i))
		b.Cell("f", []byte("card"), 1000, []byte(card(i)))
		b.Cell("f", []byte("plain"), 1000, []byte("nothing"))
		if i%2 == 0 {
			b.Cell("f", []byte("card"), 500, []byte("none"))
		}
	}
	all := sample.Assemble(sample.Table{}, full, []*sample.Builder{b})
	rows, err := segments.New(t.Context(), all, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range []bool{true, false} {
		count, err := census.New(census.Plan{Now: now, Personal: wanted, Options: sample.Options{Keep: 64}})
		if err != nil {
			t.Fatal(err)
		}
		count.Add(all)
		table := NewTable(rows, count.Result(), Policy{Now: now})
		verdicts, shares, counted := table.PersonalValues("f", "card")
		if counted != wanted || wanted && (len(verdicts) != 1 || verdicts[0].Kind != personal.Card ||
			shares[0] != estimate.CountedShare(20, 30)) {
			t.Errorf("counted %t: %v of %v, %t", wanted, shares, verdicts, counted)
		}
		for _, other := range []string{"plain", "missing"} {
			if verdicts, _, counted := table.PersonalValues("f", other); counted || verdicts != nil {
				t.Errorf("in %s there is %v", other, verdicts)
			}
		}
		if _, _, counted := NewTable(rows, nil, Policy{}).PersonalValues("f", "card"); counted {
			t.Error("nothing was counted")
		}
	}
}

// TestHeatOfAllRows verifies that the map of writes is that of all rows where a census counted them in windows, and that
// of the rows of the sample otherwise.
func TestHeatOfAllRows(t *testing.T) {
	rows := make([]written, 40)
	for i := range rows {
		rows[i] = written{fmt.Sprintf("k%02d", i), []int{1, 1, 1}}
	}
	whole := tableOf(t, full, "", rows...)
	few := tableOf(t, sample.Provenance{Strategy: sample.Head}, "", rows[:10]...)
	plan := census.Plan{Now: now, From: now.Add(-4 * time.Hour), Step: 5 * time.Minute,
		Borders: [][]byte{[]byte("k10"), []byte("k20"), []byte("k30")}}
	for windows, want := range map[int]int64{96: 120, 0: 30} {
		if plan.Windows = windows; windows == 0 {
			plan.Borders = nil
		}
		count, err := census.New(plan)
		if err != nil {
			t.Fatal(err)
		}
		count.Add(whole.rows.Sample)
		heatMap, err := NewTable(few.rows, count.Result(), few.policy).Heat(t.Context(), heat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := 0.0
		for _, writes := range heatMap.Grid {
			got += writes
		}
		if int64(got+0.5) != want {
			t.Errorf("with %d windows counted the map has %v writes, want %d", windows, got, want)
		}
	}
}

// TestPathsThatAreNoPrefix verifies which nodes have the counts of a prefix: those of a path by the first segments of the
// keys in their order, of which each key has one value, and that are no times.
func TestPathsThatAreNoPrefix(t *testing.T) {
	row := func(key string) written { return written{key, []int{10}} }
	for _, tt := range []struct {
		name, layout string
		keys, prefix string
		by           []string // segments of the path and of the level
		want         bool     // some node is counted
	}{
		{"the first", "{site}#{kind}#{n}", "x#a#1 x#a#2 x#b#1 y#b#1", "x#", []string{"site"}, true},
		{"the second under the first", "{site}#{kind}#{n}", "x#a#1 x#a#2 x#b#1 y#b#1", "x#a#", []string{"site", "kind"}, true},
		{"the second first", "{site}#{kind}#{n}", "x#a#1 x#a#2 x#b#1 y#b#1", "x#a#", []string{"kind"}, false},
		{"the third under the first", "{site}#{kind}#{n}#{m}", "x#a#1#1 x#a#2#1 x#b#2#1 y#b#1#1", "x#a#1#", []string{"site", "n"}, false},
		{"the first under the second", "{site}#{kind}#{n}", "x#a#1 x#a#2 x#b#1 y#b#1", "x#a#", []string{"kind", "site"}, false},
		{"the last", "{site}#{n}", "x#1 x#2 y#1", "x#1", []string{"site", "n"}, false},
		{"a time", "{at:date(20060102)}#{n}", "20260101#1 20260101#2 20260102#1", "20260101#", []string{"at"}, false},
		{"before what some keys lack", "{site}#{kind}[#{n}]", "x#a#1 x#a#2 x#b#1 y#b", "x#a#", []string{"site", "kind"}, false},
		{"before what keys repeat", "{site}[#{n}]*", "x#1#1 x#2#2 y#1#1", "x#", []string{"site"}, false},
	} {
		var rows []written
		for _, key := range strings.Fields(tt.keys) {
			rows = append(rows, row(key))
		}
		table := countedPrefixes(t, tt.layout, rows, rows, tt.prefix)
		index := keyspace.New(table.rows)
		var path []keyspace.Step
		counted := false
		for _, by := range tt.by {
			level, err := table.Level(t.Context(), index, path, LevelOptions{Sort: MetricKey, By: keyspace.By{Segment: by}})
			if err != nil {
				t.Fatal(err)
			}
			counted = len(level.Nodes) > 0 && level.Nodes[0].FoundRows.IsExact()
			path = append(path, level.Nodes[0].Step)
		}
		if counted != tt.want {
			t.Errorf("%s: counted %t, want %t", tt.name, counted, tt.want)
		}
	}
}

// TestValuesThatWereCounted verifies which nodes have the counts of a value: those that the plan names, of a path by
// nothing but the record kind.
func TestValuesThatWereCounted(t *testing.T) {
	const layout = "{site}#{kind}#{n}"
	row := func(key string) written { return written{key, []int{10}} }
	all := []written{row("x#a#1"), row("x#b#2"), row("y#b#1"), row("y#b#2")}
	whole, few := tableOf(t, full, layout, all...), tableOf(t, sample.Provenance{Strategy: sample.Head}, layout, all[:3]...)
	count, err := census.New(census.Plan{Now: now, Families: whole.rows.Sample.Table.Families,
		Layouts: whole.rows.Layouts.String(), Values: []census.NamedValues{{Segment: "kind", Values: [][]byte{[]byte("b")}}}})
	if err != nil {
		t.Fatal(err)
	}
	count.Add(whole.rows.Sample)
	table := NewTable(few.rows, count.Result(), few.policy)
	index := keyspace.New(table.rows)
	level, err := table.Level(t.Context(), index, nil, LevelOptions{Sort: MetricKey, By: keyspace.By{Segment: "kind"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range level.Nodes {
		want := string(n.Value.Raw) == "b"
		if n.FoundRows.IsExact() != want || want && (n.FoundRows != estimate.Counted(3) || n.Share.Rows != estimate.CountedShare(3, 4)) {
			t.Errorf("%s: %+v rows, a share of %+v", n.Value.Raw, n.FoundRows, n.Share.Rows)
		}
	}
	sites, err := table.Level(t.Context(), index, nil, LevelOptions{Sort: MetricKey, By: keyspace.By{Segment: "site"}})
	if err != nil {
		t.Fatal(err)
	}
	under, err := table.Level(t.Context(), index, []keyspace.Step{sites.Nodes[0].Step}, LevelOptions{Sort: MetricKey,
		By: keyspace.By{Segment: "kind"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range under.Nodes {
		if n.FoundRows.IsExact() {
			t.Errorf("%s of one site has the counts of all: %+v", n.Value.Raw, n.FoundRows)
		}
	}
}

// TestAgeRulesOfArtificialTimes verifies that the trial of a rule by age notes timestamps that are not write times, and
// only that.
func TestAgeRulesOfArtificialTimes(t *testing.T) {
	age := sample.GCRule{Kind: sample.GCMaxAge, Age: time.Hour}
	for _, tt := range []struct {
		name  string
		micro func(i int) int64
		rule  sample.GCRule
		want  bool
	}{
		{"sequence numbers by age", func(i int) int64 { return int64(i + 1) }, age, true},
		{"sequence numbers by versions", func(i int) int64 { return int64(i + 1) }, versions(2), false},
		{"times by age", func(i int) int64 { return reviewNow.Add(-time.Duration(i) * time.Hour).UnixMicro() }, age, false},
	} {
		b := sample.NewBuilder(0)
		for i := range 50 {
			b.Row(fmt.Appendf(nil, "row%03d", i))
			b.Cell("f", []byte("q"), tt.micro(i), []byte("v"))
		}
		s := sample.Assemble(sample.Table{Families: []sample.Family{{Name: "f"}}},
			sample.Provenance{Complete: true, Started: reviewNow}, []*sample.Builder{b})
		r := reviewOf(t, s, nil, ReviewOptions{Now: reviewNow, Try: []retention.Proposal{{Family: "f", Rule: tt.rule}}})
		noted := slices.ContainsFunc(r.Trials[0].Notes, func(n string) bool { return strings.HasPrefix(n, "this policy is age-based, but ") })
		if noted != tt.want {
			t.Errorf("%s: notes %q", tt.name, r.Trials[0].Notes)
		}
	}
}
