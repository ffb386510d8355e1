package retention

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/sample"
)

// written is a table of 50 rows whose columns are written in the given ways.
func written(rule sample.GCRule,
	columns map[string]func(row int, add func(age time.Duration, value string))) *sample.Sample {
	names := make([]string, 0, len(columns))
	for q := range columns {
		names = append(names, q)
	}
	// In the order of qualifiers, as the service sends them.
	for i := range names {
		for k := i + 1; k < len(names); k++ {
			if names[k] < names[i] {
				names[i], names[k] = names[k], names[i]
			}
		}
	}
	b := sample.NewBuilder(0)
	for row := range 50 {
		b.Row(fmt.Appendf(nil, "row%02d", row))
		for _, q := range names {
			columns[q](row, func(age time.Duration, value string) { b.Cell("f", []byte(q), us(age), []byte(value)) })
		}
	}
	t := sample.Table{Families: []sample.Family{{Name: "f", GC: rule}}}
	return sample.Assemble(t, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

func series(n int, step time.Duration, value func(i int) string) func(int, func(time.Duration, string)) {
	return func(row int, add func(time.Duration, string)) {
		for i := range n {
			add(time.Duration(i)*step+time.Minute, value(i))
		}
	}
}

func changing(i int) string { return fmt.Sprint(1000 + i) }
func alike(int) string      { return "1000" }

func TestSplits(t *testing.T) {
	type found struct {
		Kind    SplitKind
		Columns []string
		Rule    string
		Saves   Amount
		Text    string
	}
	for _, tt := range []struct {
		name    string
		rule    sample.GCRule
		columns map[string]func(int, func(time.Duration, string))
		want    []found
	}{
		{"a thousand versions beside one", versions(1000), map[string]func(int, func(time.Duration, string)){
			"history": series(40, time.Minute, changing), "name": series(1, 0, alike), "owner": series(1, 0, alike)},
			[]found{{SplitVersions, []string{"history"}, "maxversions=1", Amount{50 * 39, 50 * 39 * (1 + 7 + 8 + 4)},
				"half of the rows hold 40 or more versions of each; the others have at most 1"}}},
		{"the rule keeps one anyway", versions(1), map[string]func(int, func(time.Duration, string)){
			"history": series(40, time.Minute, changing), "name": series(1, 0, alike)}, nil},
		{"rewritten with one value", sample.GCRule{}, map[string]func(int, func(time.Duration, string)){
			"flag": series(10, time.Minute, alike), "state": series(10, time.Minute, changing)},
			[]found{{SplitRepeats, []string{"flag"}, "maxversions=1", Amount{50 * 9, 50 * 9 * (1 + 4 + 8 + 4)},
				"100% of their versions repeat the value before"}}},
		{"all alike", sample.GCRule{}, map[string]func(int, func(time.Duration, string)){
			"a": series(10, time.Minute, changing), "b": series(10, time.Minute, changing)}, nil},
		{"ages", sample.GCRule{}, map[string]func(int, func(time.Duration, string)){
			"log": series(11, 40*day, changing), "last": series(11, 12*time.Hour, changing)},
			[]found{{SplitAges, []string{"log"}, "maxage=6d", Amount{50 * 10, 50 * 10 * (1 + 3 + 8 + 4)},
				"their cells reach back 1.1 y or more; those of the others are younger than 6 d"}}},
		{"one column", sample.GCRule{}, map[string]func(int, func(time.Duration, string)){"a": series(30, time.Minute,
			alike)}, nil},
	} {
		s := written(tt.rule, tt.columns)
		x, err := NewEvaluator(s, testNow).Explore(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		splits, err := x.Splits(context.Background(), CurrentRules(&s.Table))
		if err != nil {
			t.Fatal(err)
		}
		var got []found
		for _, sp := range splits {
			f := found{sp.Kind, nil, sp.Rule.String(), sp.Saves, sp.Text}
			for _, id := range sp.Columns {
				f.Columns = append(f.Columns, s.Column(id).Qualifier)
			}
			got = append(got, f)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestSplitSavesWhatItSays builds the split table and judges it.
func TestSplitSavesWhatItSays(t *testing.T) {
	columns := map[string]func(int, func(time.Duration, string)){
		"history": series(40, time.Hour, changing), "name": series(2, time.Hour, alike)}
	s := written(anyOf(versions(30), maxAge(day)), columns)
	x, err := NewEvaluator(s, testNow).Explore(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	rules := CurrentRules(&s.Table)
	splits, err := x.Splits(context.Background(), rules)
	if err != nil || len(splits) != 1 {
		t.Fatalf("splits %+v, %v", splits, err)
	}
	before, err := x.Garbage(context.Background(), rules)
	if err != nil {
		t.Fatal(err)
	}
	delete(columns, "name")
	tight := sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{rules["f"], splits[0].Rule}}
	apart, err := NewEvaluator(written(tight, columns), testNow).Garbage(context.Background(), Rules{"f": tight})
	if err != nil {
		t.Fatal(err)
	}
	history := before.Columns[0].Kept()
	if got := history.Minus(apart.Total.Kept()); got != splits[0].Saves {
		t.Errorf("in a family of its own the column saves %+v, the split said %+v", got, splits[0].Saves)
	}
}

func TestSizes(t *testing.T) {
	b := sample.NewBuilder(0)
	for i, n := range []int{1, 3, 4} {
		b.Row([]byte{byte(i)})
		for v := range n {
			b.CellPrefix("f", []byte("q"), us(time.Duration(v)*day+time.Hour), 60_000_000, nil)
		}
	}
	b.Row([]byte{9})
	b.CellPrefix("f", []byte("q"), us(30*day), 5, nil)
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
	got, err := NewEvaluator(s, testNow).Sizes(context.Background(), Rules{"f": maxAge(day)})
	if err != nil {
		t.Fatal(err)
	}
	if got.Before.Rows != 4 || got.Before.Large != 2 || got.Before.Max != 1+4*(60_000_010) {
		t.Errorf("before: %+v", got.Before)
	}
	if got.After.Rows != 3 || got.After.Large != 0 || got.After.Max != 1+60_000_010 || !got.After.P50.IsExact() {
		t.Errorf("after: %+v", got.After)
	}
}

// TestSharesCover draws many samples of places from tables whose waste is known, with waste clustered by place, and
// counts how often the interval holds the truth.
func TestSharesCover(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	const draws, places, rowsEach = 300, 40, 10
	// A table of 400 sections of equal size; the waste differs by section.
	const sections = 400
	var truth Part
	rowsOf := make([][2]int, sections) // versions of rows of the section; the first of them is kept
	for i := range rowsOf {
		rowsOf[i] = [2]int{1 + r.IntN(4), 1 + r.IntN(4)}
		for k := range rowsEach {
			n := int64(rowsOf[i][k%2])
			truth.Stored = truth.Stored.Plus(Amount{n, n * 20})
			truth.Eligible = truth.Eligible.Plus(Amount{n - 1, (n - 1) * 20})
		}
	}
	want := float64(truth.Eligible.Bytes) / float64(truth.Stored.Bytes)
	covered := 0
	for range draws {
		var builders []*sample.Builder
		how := sample.Provenance{Strategy: sample.Everything, Stopped: "told to"}
		for i := range sections {
			how.Places = append(how.Places, sample.ReadRange{Start: fmt.Appendf(nil, "%04d", i),
				End: fmt.Appendf(nil, "%04d", i+1)})
		}
		for _, section := range r.Perm(sections)[:places] {
			b := sample.NewBuilder(0)
			for k := range rowsEach {
				b.Row(fmt.Appendf(nil, "%04d#%02d", section, k))
				for v := range rowsOf[section][k%2] {
					b.CellPrefix("f", []byte("q"), us(time.Duration(v)*time.Hour), 10, nil)
				}
			}
			how.Places[section].Done = true
			builders = append(builders, b)
		}
		s := sample.Assemble(sample.Table{}, how, builders)
		w, err := NewEvaluator(s, testNow).Garbage(context.Background(), Rules{"f": versions(1)})
		if err != nil {
			t.Fatal(err)
		}
		f := w.Families[0].Share
		if !f.Interval() {
			t.Fatalf("no interval: %+v", f)
		}
		if f.Low <= want && want <= f.High {
			covered++
		}
		if w.Columns[0].Share != f || w.Total.Share != f {
			t.Fatalf("one family of one column has shares %+v, %+v, %+v", f, w.Columns[0].Share, w.Total.Share)
		}
	}
	t.Logf("the interval held the truth in %d of %d draws", covered, draws)
	if rate := float64(covered) / draws; rate < 0.92 {
		t.Errorf("the 95%% interval held the truth in %.0f%% of %d draws", 100*rate, draws)
	}
}
