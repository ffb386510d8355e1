package figures

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// now is as of when the tables here are evaluated.
var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// written is a row: its key, and the values of its only column, the newest first.
type written struct {
	key    string
	values []int // bytes of each
}

// tableOf returns the figures of rows of a family that keeps one version, under a layout or none.
func tableOf(t *testing.T, how sample.Provenance, layout string, rows ...written) *Table {
	t.Helper()
	b := sample.NewBuilder(16)
	for _, row := range rows {
		b.Row([]byte(row.key))
		for age, size := range row.values {
			b.Cell("f", []byte("q"), now.Add(-time.Duration(age)*time.Hour).UnixMicro(), make([]byte, size))
		}
	}
	one := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}
	s := sample.Assemble(sample.Table{Families: []sample.Family{{Name: "f", GC: one}}}, how, []*sample.Builder{b})
	set := rowkey.Set{}
	if layout != "" {
		var err error
		if set, err = rowkey.ParseSet(layout); err != nil {
			t.Fatal(err)
		}
	}
	decoded, err := segments.New(t.Context(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	return NewTable(decoded, nil, Policy{Rules: retention.CurrentRules(&s.Table), Now: now})
}

func ask(t *testing.T, table *Table, q Question) *Answer {
	t.Helper()
	answers, err := table.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return answers[0]
}

// sites are rows of three sites and one that no layout decodes. A cell has 10 bytes beside its value.
func sites() []written {
	return []written{{"odd", []int{0}}, {"x#1", []int{10, 10}}, {"x#2", []int{10, 10, 10}}, {"y#1", []int{30, 30}},
		{"z#1", []int{10}}}
}

var full = sample.Provenance{Strategy: sample.Everything, Complete: true}

// TestGroups verifies the groups of a full read: what was found of each, the order, the rest, and that all is exact.
func TestGroups(t *testing.T) {
	answer := ask(t, tableOf(t, full, "{site}#{n}", sites()...), Question{Segment: "site"}.Garbage(2))
	if answer.Distinct != estimate.Counted(3) || answer.None != estimate.Counted(1) ||
		answer.Read != estimate.Counted(5) {
		t.Errorf("%+v", answer)
	}
	want := []string{"x: 2 rows, 5 cells, 106 bytes, 60 of 100 garbage in 3, 0 emptied, first x#1, sum 60 (5), ratio " +
		"0.6 (5)",
		"y: 1 rows, 2 cells, 83 bytes, 40 of 80 garbage in 1, 0 emptied, first y#1, sum 40 (5), ratio 0.5 (5)",
		": 1 rows, 1 cells, 23 bytes, 0 of 20 garbage in 0, 0 emptied, first , sum 0 (5), ratio 0 (5)"}
	if got := lines(answer); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// lines writes the groups of an answer about garbage, the rest last.
func lines(answer *Answer) []string {
	var out []string
	for _, g := range append(slices.Clone(answer.Groups), answer.Rest) {
		n := func(m Measure) float64 { return g.Found(m).Value }
		out = append(out, fmt.Sprintf("%s: %g rows, %g cells, %g bytes, %g of %g garbage in %g, %g emptied, first "+
			"%s, sum %.6g (%d), ratio %.6g (%d)",
			g.Name, n(Rows), n(Cells), n(Bytes), n(Garbage), n(CellBytes), n(GarbageCells), n(Emptied), g.First,
			g.Sums[0].Value, g.Sums[0].Certainty, g.Ratios[0].Value, g.Ratios[0].Certainty))
	}
	return out
}

// TestGroupsOfASample verifies that what was found in a sample is at least so much of the table, that sums and ratios
// are estimates that hold the truth of a table of which every second row was read, and that sums are unknown where the
// size of the table is.
func TestGroupsOfASample(t *testing.T) {
	var rows []written
	for i := range 400 {
		rows = append(rows, written{fmt.Sprintf("%c#%03d", 'a'+i%4, i), []int{10, 10 * (1 + i%4)}})
	}
	slices.SortFunc(rows, func(a, b written) int { return compareKeys(a.key, b.key) })
	half := slices.DeleteFunc(slices.Clone(rows), func(w written) bool { return (w.key[4]-'0')/2%2 == 0 })
	how := sample.Provenance{Strategy: sample.Small, RowShare: 0.5, Filter: 0.5}
	whole := ask(t, tableOf(t, full, "{site}#{n}", rows...), Question{Segment: "site"}.Garbage(3))
	answer := ask(t, tableOf(t, how, "{site}#{n}", half...), Question{Segment: "site"}.Garbage(3))
	if answer.Distinct != estimate.Seen(4) || answer.Read != estimate.Seen(float64(len(half))) ||
		len(answer.Groups) != 3 {
		t.Fatalf("%+v", answer)
	}
	for i := range answer.Groups {
		g, w := &answer.Groups[i], &whole.Groups[i]
		if g.Found(Rows).Certainty != estimate.AtLeast || g.Sums[0].Certainty != estimate.Interval ||
			g.Ratios[0].Value != w.Ratios[0].Value {
			t.Errorf("%+v of %+v", g, w)
		}
		if truth := w.Sums[0].Value; truth < g.Sums[0].Low || truth > g.Sums[0].High ||
			math.Abs(g.Sums[0].Value-truth) > 0.2*truth {
			t.Errorf("%s has %+v garbage, truly %g", g.Name, g.Sums[0], truth)
		}
	}
	table := tableOf(t, how, "{site}#{n}", half...)
	for i := range answer.Groups {
		if got, want := answer.Groups[i].Sums[0], garbageOf(table, answer.Groups[i].Name); got != want {
			t.Errorf("%s: sum %+v, by its rows %+v", answer.Groups[i].Name, got, want)
		}
		if got, want := answer.Groups[i].Ratios[0], ratioOf(table, answer.Groups[i].Name); got != want ||
			!got.Interval() {
			t.Errorf("%s: ratio %+v, by its rows %+v", answer.Groups[i].Name, got, want)
		}
	}
	if rest := answer.Rest; rest.Sums[0].Certainty != estimate.NoInterval ||
		rest.Ratios[0].Certainty != estimate.NoInterval {
		t.Errorf("the rest has an interval, though which groups are in it depends on the sample: %+v", rest)
	}
	head := ask(t, tableOf(t, sample.Provenance{Strategy: sample.Head}, "{site}#{n}", half...),
		Question{Segment: "site"}.Garbage(3))
	if g := head.Groups[0]; g.Sums[0].Certainty != estimate.Unknown || g.Ratios[0].Certainty != estimate.NoInterval ||
		g.Found(Garbage).Value == 0 {
		t.Errorf("of the first rows: %+v", g)
	}
}

// ratioOf returns the share of garbage of the rows of a site, of which each is a cluster of its own.
func ratioOf(table *Table, site []byte) Figure {
	var ratio estimate.Ratio
	for row := range table.rows.Sample.Rows() {
		if key := table.rows.Sample.Key(row); key[0] == site[0] {
			stored := float64(table.rows.Sample.RowBytes(row) - int64(len(key)))
			ratio.Add(table.rows.Design.Cluster(row), stored-20, stored) // the newest cell has 20 bytes
		}
	}
	return ratio.Share(table.rows.Design)
}

// garbageOf returns the garbage of a site in the table: its share of the bytes of rows, of the bytes of the table.
func garbageOf(table *Table, site []byte) Figure {
	read, design := table.rows.Sample, table.rows.Design
	return design.EstimateRatio(read, func(row int) (y, z float64) {
		if key := read.Key(row); key[0] == site[0] {
			y = float64(read.RowBytes(row)-int64(len(key))) - 20
		}
		return y, float64(read.RowBytes(row))
	}).Share(design).Of(design.Bytes())
}

func compareKeys(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// TestGroupsHoldAll verifies that groups and rest hold all of the table, however many are listed and by whatever they
// are made.
func TestGroupsHoldAll(t *testing.T) {
	table := tableOf(t, full, "{site}#{n}", sites()...)
	for _, by := range []Question{{Segment: "site"}, {Segment: "n"}, {Prefix: 1}, {Prefix: 16}} {
		for top := range 5 {
			answer := ask(t, table, by.Garbage(top))
			var all sums
			for _, g := range append(slices.Clone(answer.Groups), answer.Rest) {
				all.add(&g.found)
			}
			if all[Garbage] != 100 || all[GarbageCells] != 4 || float64(all[Rows])+answer.None.Value != 5 ||
				len(answer.Groups) != min(top, int(answer.Distinct.Value)) {
				t.Errorf("%s, %d listed: %v of %+v", by.Name(), top, all, answer)
			}
		}
	}
}

// TestGroupings verifies what groups rows: segments that several rows share and, without layouts, the shortest prefix
// that does.
func TestGroupings(t *testing.T) {
	var rows []written
	for i := range 40 {
		rows = append(rows, written{fmt.Sprintf("ab%c#%02d", 'p'+i/10, i), []int{1}})
	}
	for layout, want := range map[string][]Question{"{site}#{n}": {{Segment: "site"}}, "": {{Prefix: 3}}} {
		if got := tableOf(t, full, layout, rows...).Groupings(); !reflect.DeepEqual(got, want) {
			t.Errorf("by layout %q: %+v", layout, got)
		}
	}
	for sites, groups := range map[int]bool{1: false, 2: true, 5: true, 6: false} { // of 10 rows
		rows := make([]written, 10)
		for i := range rows {
			rows[i] = written{fmt.Sprintf("%c#%02d", 'a'+i*sites/10, i), []int{1}}
		}
		if got := tableOf(t, full, "{site}#{n}", rows...).Groupings(); (len(got) == 1) != groups {
			t.Errorf("%d sites: %+v", sites, got)
		}
	}
	if got := tableOf(t, full, "", rows[0], rows[10]).Groupings(); got != nil {
		t.Errorf("of two rows: %+v", got)
	}
	if (Question{Prefix: 3}).Name() != "first 3 bytes" || (Question{Segment: "site"}).Name() != "site" {
		t.Error("names")
	}
}

// TestUnder verifies that other policies and another moment change what is eligible, and that equal ones do not make
// another table.
func TestUnder(t *testing.T) {
	table := tableOf(t, full, "{site}#{n}", sites()...)
	garbage := func(table *Table) float64 {
		return ask(t, table, Question{Segment: "site"}.Garbage(1)).Groups[0].Sums[0].Value
	}
	day := Policy{Rules: retention.Rules{"f": {Kind: sample.GCMaxAge, Age: 90 * time.Minute}}, Now: now}
	later := Policy{Rules: day.Rules, Now: now.Add(24 * time.Hour)}
	if a, b, c := garbage(table), garbage(table.Under(day)), garbage(table.Under(later)); a != 60 || b != 20 ||
		c != 100 {
		t.Errorf("garbage %g, %g, %g", a, b, c)
	}
	same := Policy{Rules: retention.Rules{"f": {Kind: sample.GCMaxVersions, Versions: 1}}, Now: now}
	if table.Under(same) != table || table.Under(later) == table {
		t.Error("tables under equal policies")
	}
}

// TestCanceled verifies that a question ends with its context, and that what was collected halfway is not kept.
func TestCanceled(t *testing.T) {
	table := tableOf(t, full, "{site}#{n}", sites()...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := table.Ask(ctx, Question{Segment: "site"}.Garbage(1)); !errors.Is(err, context.Canceled) ||
		table.garbage != nil {
		t.Errorf("%v", err)
	}
	if got := ask(t, table, Question{Segment: "site"}.Garbage(1)); got.Groups[0].Sums[0].Value != 60 {
		t.Errorf("%+v", got)
	}
}

// TestAnswersHoldFiguresOnly verifies that no exported field of an answer is a bare number, which would not state its
// certainty.
func TestAnswersHoldFiguresOnly(t *testing.T) {
	seen := map[reflect.Type]bool{reflect.TypeFor[Figure](): true, reflect.TypeFor[Question](): true,
		reflect.TypeFor[[]byte](): true}
	var walk func(of reflect.Type, path string)
	walk = func(of reflect.Type, path string) {
		if seen[of] {
			return
		}
		switch of.Kind() {
		case reflect.Slice, reflect.Pointer, reflect.Array, reflect.Map:
			walk(of.Elem(), path)
		case reflect.Struct:
			seen[of] = true
			for i := range of.NumField() {
				if f := of.Field(i); f.IsExported() {
					walk(f.Type, path+"."+f.Name)
				}
			}
		case reflect.Bool, reflect.String:
		default:
			t.Errorf("%s is a bare %s", path, of)
		}
	}
	walk(reflect.TypeFor[Answer](), "Answer")
}

// counted returns the figures of a table of which some rows are kept and a census by the layout counted all, by the
// values named.
func counted(t *testing.T, layout string, all, kept []written, named ...string) *Table {
	t.Helper()
	whole, few := tableOf(t, full, layout, all...), tableOf(t, sample.Provenance{Strategy: sample.Head}, layout,
		kept...)
	values := census.NamedValues{Segment: "site"}
	for _, name := range named {
		values.Values = append(values.Values, []byte(name))
	}
	plan := census.Plan{Now: now, Families: whole.rows.Sample.Table.Families, Layouts: whole.rows.Layouts.String(),
		Values: []census.NamedValues{values}}
	count, err := census.New(plan)
	if err != nil {
		t.Fatal(err)
	}
	count.Add(whole.rows.Sample)
	return NewTable(few.rows, count.Result(), few.policy)
}

// TestCountsAnswerAsAllRows verifies that a census answers as a read of all rows does, whatever rows are kept and
// however many groups are listed, and that values which its plan does not name are in the rest.
func TestCountsAnswerAsAllRows(t *testing.T) {
	const layout = "{site}#{n}"
	whole, few := tableOf(t, full, layout, sites()...), counted(t, layout, sites(), sites()[:2], "x", "y", "z")
	for top := range 5 {
		got, want := ask(t, few, Question{Segment: "site"}.Garbage(top)),
			ask(t, whole, Question{Segment: "site"}.Garbage(top))
		if !slices.Equal(withoutKeys(lines(got)), withoutKeys(lines(want))) || got.Distinct != want.Distinct ||
			got.None != want.None || got.Read != want.Read {
			t.Errorf("%d listed: %q, of all rows %q", top, lines(got), lines(want))
		}
	}
	got := ask(t, counted(t, layout, sites(), sites()[:2], "x"), Question{Segment: "site"}.Garbage(3))
	if len(got.Groups) != 1 || got.Rest.Found(Rows) != estimate.Counted(2) ||
		got.Rest.Sums[0] != estimate.Counted(40) || got.Distinct != estimate.Counted(3) {
		t.Errorf("values that are not named: %+v", got)
	}
	if got.Groups[0].First == nil ||
		ask(t, counted(t, layout, sites(), sites()[3:], "x"), Question{Segment: "site"}.Garbage(3)).Groups[0].First !=
			nil {
		t.Error("the first key of the rows kept")
	}
}

// withoutKeys leaves out of lines the first keys of groups, of which a census has those of the rows kept only.
func withoutKeys(lines []string) []string {
	for i, line := range lines {
		before, after, _ := strings.Cut(line, ", first ")
		_, after, _ = strings.Cut(after, ",")
		lines[i] = before + after
	}
	return lines
}

// TestCountsAreNotOfOtherPolicies verifies that counts do not answer what they do not hold: garbage by other rules or
// of another moment, and anything by other layouts.
func TestCountsAreNotOfOtherPolicies(t *testing.T) {
	table := counted(t, "{site}#{n}", sites(), sites()[:2], "x")
	by := Question{Segment: "site"}.Garbage(3)
	for name, policy := range map[string]Policy{
		"other rules":  {Rules: retention.Rules{"f": {Kind: sample.GCMaxVersions, Versions: 2}}, Now: now},
		"later":        {Rules: table.policy.Rules, Now: now.Add(time.Second)},
		"fewer rules":  {Now: now},
		"a rule added": {Rules: table.policy.Rules.With("g", sample.GCRule{}), Now: now},
	} {
		if got := ask(t, table.Under(policy), by); got.Read.Certainty != estimate.AtLeast {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := ask(t, table, by); !got.Read.IsExact() {
		t.Errorf("by the policy of the census: %+v", got)
	}
	sizes := Question{Segment: "site", Want: []Measure{Bytes}, Order: Bytes, Top: 3}
	if got := ask(t, table.Under(Policy{Now: now}), sizes); !got.Read.IsExact() ||
		got.Groups[0].Sums[0] != estimate.Counted(106) {
		t.Errorf("bytes depend on no policy: %+v", got)
	}
	others := tableOf(t, sample.Provenance{Strategy: sample.Head}, "{place}#{n}", sites()...)
	if NewTable(others.rows, table.counts, table.policy).counts != nil {
		t.Error("counts by other layouts")
	}
}

// TestRestOfACountIsWhatTheGroupsLeave verifies that an answer of which only some was counted has, of that, the counts
// of its groups, and of the rest as much as they leave of all rows.
func TestRestOfACountIsWhatTheGroupsLeave(t *testing.T) {
	const layout = "{site}#{n}"
	other := Policy{Rules: retention.Rules{"f": {Kind: sample.GCMaxVersions, Versions: 2}}, Now: now}
	few := counted(t, layout, sites(), sites()[:4], "x", "y", "z").Under(other)
	whole := tableOf(t, full, layout, sites()...).Under(other)
	for top := range 3 {
		q := Question{Segment: "site", Want: []Measure{Bytes, Garbage}, Order: Bytes, Top: top}
		got, want := ask(t, few, q), ask(t, whole, q)
		if got.Rest.Sums[0] != want.Rest.Sums[0] {
			t.Errorf("%d listed: the rest is %+v, want %+v", top, got.Rest.Sums[0], want.Rest.Sums[0])
		}
		if got.Rest.Sums[1].IsExact() {
			t.Errorf("%d listed: garbage by rules that were not counted by is exact: %+v", top, got.Rest.Sums[1])
		}
	}
}
