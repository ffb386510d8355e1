package gaps

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

func decoded(t *testing.T, layout string, keys []string) *segments.Table {
	t.Helper()
	set, err := rowkey.ParseSet(layout)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	b := sample.NewBuilder(0)
	for _, key := range slices.Compact(keys) {
		b.Row([]byte(key))
		b.Cell("f", []byte("q"), 1, nil)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
	table, err := segments.New(context.Background(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// planted is a table of groups with values at regular steps, of which runs are left out.
type planted struct {
	layout, by string
	key        func(group, i int) string
}

var start = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func plants() map[string]planted {
	return map[string]planted{
		"hours of a device": {"{device}#{at:date(2006010215)}", "device", func(group, i int) string {
			return fmt.Sprintf("d%d#%s", group, start.Add(time.Duration(i)*time.Hour).Format("2006010215"))
		}},
		"days, newest first": {"{at:reverse(date(20060102))}", "", func(_, i int) string {
			day := start.AddDate(0, 0, i).Format("20060102")
			turned := []byte(day)
			for at := range turned {
				turned[at] = '9' - turned[at] + '0'
			}
			return string(turned)
		}},
		"numbers of a shop": {"{number:pad(6)}#{shop}", "shop", func(group, i int) string {
			return fmt.Sprintf("%06d#s%d", 10*i+group, group)
		}},
	}
}

// keys are those of all groups, with 50 runs of values left out, and how many are missing behind each last key before
// one.
func (p planted) keys(r *rand.Rand) (keys []string, want map[string]int64, groups int) {
	groups = 10
	if p.by == "" {
		groups = 1
	}
	want = map[string]int64{}
	for group := range groups {
		for i, gaps := 0, 50/groups; i < 3000; i++ {
			keys = append(keys, p.key(group, i))
			if gaps > 0 && i%(2900/(50/groups)) == 40 {
				gaps--
				missing := 1 + r.IntN(12)
				want[p.key(group, i)] = int64(missing)
				i += missing
			}
		}
	}
	return keys, want, groups
}

// find finds the gaps of the table.
func (p planted) find(t *testing.T, s *sample.Sample) *Result {
	t.Helper()
	set, err := rowkey.ParseSet(p.layout)
	if err != nil {
		t.Fatal(err)
	}
	table, err := segments.New(t.Context(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	found, err := Find(t.Context(), table, table.Names[slices.IndexFunc(table.Names, func(name string) bool {
		return name == "at" || name == "number"
	})], p.by)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestPlantedGapsAreFound verifies that of 50 runs of values left out of each table all are found, with their lengths,
// and nothing else.
func TestPlantedGapsAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for name, plant := range plants() {
		keys, want, groups := plant.keys(r)
		table := decoded(t, plant.layout, keys)
		found := plant.find(t, table.Sample)
		if len(found.Gaps) != 50 || found.Regular != groups || found.Irregular+found.Few+found.Without > 0 {
			t.Errorf("%s: %d gaps of 50, %+v", name, len(found.Gaps), found)
		}
		for i, gap := range found.Gaps {
			key := string(table.Sample.Key(gap.Rows[0]))
			if want[key] != gap.Missing || gap.Missing < 1 {
				t.Errorf("%s: behind %s %d are missing, %d were found", name, key, want[key], gap.Missing)
			}
			if i > 0 && gap.Missing > found.Gaps[i-1].Missing {
				t.Errorf("%s: %d before %d", name, found.Gaps[i-1].Missing, gap.Missing)
			}
		}
	}
}

// TestNothingIsMissing verifies that values at no regular steps have no gaps, nor have months, which differ in length,
// nor few values.
func TestNothingIsMissing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	keysOf := func(n int, key func(i int) string) (keys []string) {
		for i := range n {
			keys = append(keys, key(i))
		}
		return keys
	}
	for name, c := range map[string]struct {
		layout, segment         string
		keys                    []string
		regular, irregular, few int
	}{
		"at random": {"{at:s}", "at", keysOf(2000, func(int) string {
			return fmt.Sprint(1_790_000_000 + r.IntN(1_000_000))
		}), 0, 1, 0},
		"months": {"{at:date(2006-01)}", "at", keysOf(120, func(i int) string {
			return start.AddDate(0, i, 0).Format("2006-01")
		}), 1, 0, 0},
		"every minute, give or take ten seconds": {"{at:s}", "at", keysOf(2000, func(i int) string {
			return fmt.Sprint(1_790_000_000 + 60*i + r.IntN(11))
		}), 1, 0, 0},
		"seven": {"{at:s}", "at", keysOf(7, func(i int) string { return fmt.Sprint(1_790_000_000 + 60*i) }), 0, 0, 1},
		"eight": {"{at:s}", "at", keysOf(8, func(i int) string { return fmt.Sprint(1_790_000_000 + 60*i) }), 1, 0, 0},
	} {
		found, err := Find(t.Context(), decoded(t, c.layout, c.keys), c.segment, "")
		if err != nil {
			t.Fatal(name, err)
		}
		if len(found.Gaps) > 0 || found.Regular != c.regular || found.Irregular != c.irregular || found.Few != c.few {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// TestGapsOfASample verifies of 50 gaps planted in each of three layouts, of which runs of rows were read, that all those
// within a run are found and no other, though every run has others before and behind it; and that nothing is claimed where
// a missing row may stand elsewhere.
func TestGapsOfASample(t *testing.T) {
	const ranges = 20
	for name, plant := range plants() {
		all, planted, _ := plant.keys(rand.New(rand.NewPCG(5, 6)))
		whole := decoded(t, plant.layout, all) // sorts them
		var parts []*sample.Builder
		read := map[string]int{} // key -> its range
		for at := range ranges {
			b := sample.NewBuilder(0)
			for _, key := range all[at*len(all)/ranges : at*len(all)/ranges+len(all)/ranges/2] {
				b.Row([]byte(key))
				b.Cell("f", []byte("q"), 1, nil)
				read[key] = at + 1
			}
			parts = append(parts, b)
		}
		want, got := map[string]int64{}, map[string]int64{}
		for _, gap := range plant.find(t, whole.Sample).Gaps {
			from, to := whole.Sample.Key(gap.Rows[0]), whole.Sample.Key(gap.Rows[1])
			if at := read[string(from)]; at > 0 && at == read[string(to)] {
				want[string(from)] = planted[string(from)]
			}
		}
		part := sample.Assemble(sample.Table{}, sample.Provenance{RowShare: 1}, parts)
		found := plant.find(t, part)
		for _, gap := range found.Gaps {
			got[string(part.Key(gap.Rows[0]))] = gap.Missing
		}
		if len(want) < 10 || !maps.Equal(want, got) || len(found.Within) != ranges {
			t.Errorf("%s: of 50 gaps %d are in %d ranges, found are %d", name, len(want), len(found.Within), len(got))
		}
		part.How.RowShare = 0.5
		if found := plant.find(t, part); len(found.Gaps) > 0 || found.Refused == "" {
			t.Errorf("%s: %d gaps of a share of the rows", name, len(found.Gaps))
		}
	}
	table := decoded(t, "{salt:int}#{number:int}", []string{"1#1", "2#2", "1#3", "2#4", "1#5", "1#7", "2#8", "1#9", "2#10",
		"1#11", "2#12"})
	table.Sample.How = sample.Provenance{RowShare: 1}
	if found, err := Find(t.Context(), table, "number", ""); err != nil || len(found.Gaps) > 0 {
		t.Errorf("under another salt the 6 may stand anywhere: %v, %+v", err, found)
	}
}

// TestRefused verifies that nothing can be told of a share of the rows, of rows that a filter left, and of replaced values.
func TestRefused(t *testing.T) {
	table := decoded(t, "{number:int}", []string{"1", "2", "3", "4", "5", "6", "7", "8", "10"})
	why := func(how sample.Provenance) string {
		table.Sample.How = how
		found, err := Find(t.Context(), table, "number", "")
		if err != nil || (len(found.Gaps) == 0) != (found.Refused != "") {
			t.Errorf("%v, %+v", err, found)
		}
		return found.Refused
	}
	for name, how := range map[string]sample.Provenance{
		"a sample":     {},
		"part of rows": {RowShare: 0.5},
		"a share":      {Complete: true, RowShare: 0.3},
		"a filter":     {Complete: true, Options: sample.Options{KeyRegex: "a.*"}},
		"some columns": {Complete: true, Options: sample.Options{Families: []string{"f"}}},
		"a time":       {Complete: true, Options: sample.Options{Since: start}},
		"redacted":     {Complete: true, Unordered: true},
	} {
		if why(how) == "" {
			t.Errorf("%s is not refused", name)
		}
	}
	for name, how := range map[string]sample.Provenance{
		"all rows": {Complete: true}, "all, counted": {Complete: true, RowShare: 1},
		"a range": {Complete: true, Options: sample.Options{Prefix: []byte("a")}},
	} {
		if refused := why(how); refused != "" {
			t.Errorf("%s is refused: %s", name, refused)
		}
	}
}

// TestWhatHasNoGaps verifies the errors: a segment that there is not, and one whose values are no numbers.
func TestWhatHasNoGaps(t *testing.T) {
	table := decoded(t, "{name}#{number:int}", []string{"a#1", "b#2"})
	for _, c := range [][3]string{
		{"other", "", "no layout has a segment other"}, {"number", "other", "no layout has a segment other"},
		{"", "", "no segment is named"}, {"name", "", "the values of name are no numbers or times, so none can be missing"},
	} {
		if _, err := Find(t.Context(), table, c[0], c[1]); err == nil || err.Error() != c[2] {
			t.Errorf("%q by %q: %v", c[0], c[1], err)
		}
	}
}
