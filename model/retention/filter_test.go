package retention

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/sample"
)

// TestBandsAreWhatIsKept verifies on random rules and columns that the bands of a rule hold every cell that it keeps,
// each once, and no other.
func TestBandsAreWhatIsKept(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 6))
	for range 5000 {
		rule := randomRule(random, 3)
		times := randomTimes(random, testNow)
		ready := NewRule(rule, testNow)
		held := make([]int, len(times))
		for _, band := range Bands(rule) {
			for rank, ts := range times {
				age := between(ts, testNow.UnixMicro())
				if (band.Versions == 0 || rank < band.Versions) && (band.UpTo == 0 || age <= band.UpTo) &&
					(band.Over == 0 || age > band.Over) {
					held[rank]++
				}
			}
		}
		want := slices.Repeat([]int{1}, ready.Keep(times))
		want = append(want, make([]int, len(times)-len(want))...)
		if diff := cmp.Diff(want, held); diff != "" {
			t.Fatalf("%s of %v: %s", rule, times, diff)
		}
	}
}

// TestReadFilters verifies the text of filters: one, of versions and an age; one that needs an interleave; several
// families; and the command of cbt, where there is one.
func TestReadFilters(t *testing.T) {
	either := []FamilyRule{{"bill", anyOf(versions(2), maxAge(365*day))}}
	both := []FamilyRule{{"f.x", allOf(versions(2), maxAge(90*time.Minute))}}
	for _, c := range []struct {
		families []FamilyRule
		want     []string // by FilterTools; a note in brackets
	}{
		{[]FamilyRule{{"m", versions(3)}}, []string{
			"cbt -project p -instance i read t columns=m: cells-per-column=3",
			"bigtable.ChainFilters(\n\tbigtable.FamilyFilter(\"m\"),\n\tbigtable.LatestNFilter(3),\n)",
			"FILTERS.chain()\n    .filter(FILTERS.family().exactMatch(\"m\"))\n" +
				"    .filter(FILTERS.limit().cellsPerColumn(3))",
			"row_filters.RowFilterChain(\n    filters=[\n        row_filters.FamilyNameRegexFilter(\"m\"),\n" +
				"        row_filters.CellsColumnLimitFilter(3),\n    ]\n)"}},
		{either, []string{"[" + cbtAges + "]",
			"now := time.Now().Truncate(time.Millisecond)\nbigtable.ChainFilters(\n\tbigtable.FamilyFilter(\"bill\"),\n" +
				"\tbigtable.LatestNFilter(2),\n" +
				"\tbigtable.TimestampRangeFilter(now.Add(-365*24*time.Hour), time.Time{}),\n)",
			"long now = System.currentTimeMillis() * 1000;\nFILTERS.chain()\n" +
				"    .filter(FILTERS.family().exactMatch(\"bill\"))\n    .filter(FILTERS.limit().cellsPerColumn(2))\n" +
				"    .filter(FILTERS.timestamp().range().startClosed(now - TimeUnit.DAYS.toMicros(365)))",
			"now = datetime.now(timezone.utc)\nnow = now.replace(microsecond=now.microsecond // 1000 * 1000)\n" +
				"row_filters.RowFilterChain(\n    filters=[\n        row_filters.FamilyNameRegexFilter(\"bill\"),\n" +
				"        row_filters.CellsColumnLimitFilter(2),\n" +
				"        row_filters.TimestampRangeFilter(start=now - timedelta(days=365)),\n    ]\n)"}},
		{both, []string{"[" + cbtAges + "]",
			"now := time.Now().Truncate(time.Millisecond)\nbigtable.InterleaveFilters(\n" +
				"\tbigtable.ChainFilters(\n\t\tbigtable.FamilyFilter(\"f\\\\.x\"),\n" +
				"\t\tbigtable.TimestampRangeFilter(now.Add(-90*time.Minute), time.Time{}),\n\t),\n" +
				"\tbigtable.ChainFilters(\n\t\tbigtable.FamilyFilter(\"f\\\\.x\"),\n\t\tbigtable.LatestNFilter(2),\n" +
				"\t\tbigtable.TimestampRangeFilter(time.Time{}, now.Add(-90*time.Minute)),\n\t),\n)",
			"long now = System.currentTimeMillis() * 1000;\nFILTERS.interleave()\n    .filter(FILTERS.chain()\n" +
				"        .filter(FILTERS.family().exactMatch(\"f.x\"))\n" +
				"        .filter(FILTERS.timestamp().range().startClosed(now - TimeUnit.MINUTES.toMicros(90))))\n" +
				"    .filter(FILTERS.chain()\n        .filter(FILTERS.family().exactMatch(\"f.x\"))\n" +
				"        .filter(FILTERS.limit().cellsPerColumn(2))\n" +
				"        .filter(FILTERS.timestamp().range().endOpen(now - TimeUnit.MINUTES.toMicros(90))))", ""}},
		{[]FamilyRule{{"a", sample.GCRule{}}, {"b", versions(1)}}, []string{
			"[cbt read takes one limit of versions for all families: read each by itself]",
			"bigtable.InterleaveFilters(\n\tbigtable.FamilyFilter(\"a\"),\n\tbigtable.ChainFilters(\n" +
				"\t\tbigtable.FamilyFilter(\"b\"),\n\t\tbigtable.LatestNFilter(1),\n\t),\n)", "", ""}},
	} {
		for i, line := range ReadFilters(part("t", ""), c.families) {
			got := line.Text
			if line.Text == "" {
				got = "[" + line.Note + "]"
			}
			if i < len(c.want) && c.want[i] != "" && got != c.want[i] {
				t.Errorf("%v, %s: %s", c.families, line.Tool, cmp.Diff(c.want[i], got))
			}
		}
	}
}

// TestFiltersAreRefused verifies that what no filter can say is refused in every language, with the reason.
func TestFiltersAreRefused(t *testing.T) {
	for want, family := range map[string]FamilyRule{
		"the service accepts no family of this name":                                 {"it's", versions(1)},
		"filters take times in whole milliseconds, not an age of 1500us":             {"f", maxAge(1500 * time.Microsecond)},
		"filters take at most 2147483647 versions":                                   {"f", versions(1 << 31)},
		"the service takes no number of versions under 1: 0":                         {"f", versions(0)},
		"the service takes no age under 1 ms: 0 ns":                                  {"f", maxAge(0)},
		"it holds a composition of no rules, which is treated as keeping everything": {"f", anyOf()},
	} {
		for _, line := range ReadFilters(part("t", ""), []FamilyRule{{"good", versions(1)}, family}) {
			if line.Text != "" || line.Note != want {
				t.Errorf("%v in %s: %q, %q instead of %q", family, line.Tool, line.Text, line.Note, want)
			}
		}
	}
	for _, line := range ReadFilters(part("t", ""), nil) {
		if line.Note != "there is no family to read" {
			t.Errorf("of no family: %+v", line)
		}
	}
}

// TestSinceFilters verifies the filter that keeps a read off the infrequent access tier.
func TestSinceFilters(t *testing.T) {
	var got []string
	for _, line := range SinceFilters(90 * day) {
		got = append(got, fmt.Sprint(line.Tool, ": ", line.Text[strings.LastIndex(line.Text, "\n")+1:], line.Note))
	}
	want := []string{"cbt: " + cbtAges, "Go: bigtable.TimestampRangeFilter(now.Add(-90*24*time.Hour), time.Time{})",
		"Java: FILTERS.timestamp().range().startClosed(now - TimeUnit.DAYS.toMicros(90))",
		"Python: row_filters.TimestampRangeFilter(start=now - timedelta(days=90))"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestTightenedCollectsWhatEitherDoes verifies on random rules and columns that the policy keeps what both keep, and that
// rules which come to the same have one text.
func TestTightenedCollectsWhatEitherDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 7))
	for range 5000 {
		a, b := randomRule(random, 3), randomRule(random, 2)
		times := randomTimes(random, testNow)
		keep := func(rule sample.GCRule) int {
			ready := NewRule(rule, testNow)
			return ready.Keep(times)
		}
		if got, want := keep(Tightened(a, b)), min(keep(a), keep(b)); got != want {
			t.Fatalf("%s and %s: %d of %d cells are kept, not %d", a, b, got, len(times), want)
		}
	}
	for want, rules := range map[string][2]sample.GCRule{
		"maxversions=1 || maxage=365d": {anyOf(versions(2), maxAge(365*day)), versions(1)},
		"maxversions=1":                {allOf(versions(2), maxAge(7*day)), versions(1)},
		"maxversions=2 && maxage=7d":   {allOf(versions(2), maxAge(7*day)), sample.GCRule{}},
		"never":                        {sample.GCRule{}, sample.GCRule{}},
	} {
		if got := Tightened(rules[0], rules[1]).String(); got != want {
			t.Errorf("%s and %s: %s, not %s", rules[0], rules[1], got, want)
		}
	}
}

// TestAheadIsTheEvaluationThen verifies on random tables that the rules that look ahead take now what the rules take
// when the time has come.
func TestAheadIsTheEvaluationThen(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 8))
	for range 100 {
		s := randomSample(random, 1+random.IntN(20))
		rules := CurrentRules(&s.Table)
		in := time.Duration(random.IntN(60*24)) * time.Hour
		now, err := NewEvaluator(s, testNow).EligibleCells(t.Context(), rules.Ahead(in))
		if err != nil {
			t.Fatal(err)
		}
		then, err := NewEvaluator(s, testNow.Add(in)).EligibleCells(t.Context(), rules)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(then, now); diff != "" {
			t.Fatalf("%v in %s: %s", rules, in, diff)
		}
	}
}
