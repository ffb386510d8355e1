package analysis

import (
	"math"
	"reflect"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/demo"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
)

// TestAloneAndTogether verifies for every demo table, read whole, sampled, and counted, by the policies in force and by
// others, that a question has the same answer alone and beside others in one pass, that a measure has the same figure
// alone and beside others in one question, and that a census is never less certain than its rows are without it.
func TestAloneAndTogether(t *testing.T) {
	rows := 500
	if slowtest.On() {
		rows = 20_000
	}
	compared := 0
	for _, dataset := range demo.All() {
		for _, table := range dataset.Tables {
			t.Run(table.Name, func(t *testing.T) {
				set, err := rowkey.ParseSet(table.Key)
				if err != nil {
					t.Fatal(err)
				}
				whole, err := New(t.Context(), demotest.Table(table, time.Unix(1_790_000_000, 0), rows),
					Options{Layouts: set})
				if err != nil {
					t.Fatal(err)
				}
				census := countedBy(t, whole, int64(rows/4), set)
				sampled, err := New(t.Context(), census.Sample.WithSections(), Options{Layouts: set})
				if err != nil {
					t.Fatal(err)
				}
				own := census.Figures()
				later := figures.Policy{Rules: retention.CurrentRules(&whole.Sample.Table),
					Now: census.Clock().Now.Add(time.Hour)}
				for name, of := range map[string]asked{
					"whole": {whole, whole.Figures(), nil}, "sample": {sampled, sampled.Figures(), nil},
					"census": {census, own, sampled.Figures()},
					"later":  {census, own.Under(later), sampled.Figures().Under(later)},
				} {
					t.Run(name, func(t *testing.T) { compared += of.test(t) })
				}
			})
		}
	}
	if compared < 1000 {
		t.Errorf("only %d figures were compared", compared)
	}
}

// asked are figures that questions are asked of.
type asked struct {
	of    *Analysis
	table *figures.Table
	rows  *figures.Table // the same without the counts of all rows; nil if there are none
}

// measuresAsked are all measures.
func measuresAsked() []figures.Measure {
	return []figures.Measure{figures.Rows, figures.Cells, figures.Bytes, figures.KeyBytes, figures.CellBytes,
		figures.Garbage, figures.GarbageCells, figures.Emptied}
}

// test asks for the groups by each segment and by a prefix, and returns how many figures it compared.
func (a asked) test(t *testing.T) (compared int) {
	var alone []figures.Question // a measure each
	groupings := []figures.Question{{Prefix: 3}}
	for _, segment := range a.of.Segments.Names {
		groupings = append(groupings, figures.Question{Segment: segment})
	}
	for _, by := range groupings {
		by.Order, by.Top = figures.Rows, math.MaxInt
		for _, m := range measuresAsked() {
			one := by
			one.Want, one.Ratios = []figures.Measure{m}, []figures.Ratio{{Of: m, In: figures.Bytes}}
			alone = append(alone, one)
		}
		alone = append(alone, by.Garbage(5))
	}
	together, err := a.table.Ask(t.Context(), alone...)
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]*figures.Answer{}
	for i, q := range alone {
		answer := a.ask(t, a.table, q)
		if !reflect.DeepEqual(answer, together[i]) {
			t.Errorf("by %s, %v: the answer beside others differs", q.Name(), q.Want)
		}
		if a.rows != nil {
			compared += surer(t, answer, a.ask(t, a.rows, q))
		}
		if q.Top > 5 {
			answers[q.Name()+string(rune('a'+q.Want[0]))] = answer
		}
	}
	for _, by := range groupings {
		by.Order, by.Top, by.Want = figures.Rows, math.MaxInt, measuresAsked()
		for _, m := range by.Want {
			by.Ratios = append(by.Ratios, figures.Ratio{Of: m, In: figures.Bytes})
		}
		all := a.ask(t, a.table, by)
		for k, m := range by.Want {
			compared += same(t, all, k, answers[by.Name()+string(rune('a'+m))])
		}
	}
	return compared
}

func (a asked) ask(t *testing.T, of *figures.Table, q figures.Question) *figures.Answer {
	t.Helper()
	answers, err := of.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return answers[0]
}

// groupsByName returns the groups of an answer.
func groupsByName(answer *figures.Answer) map[string]*figures.Group {
	out := map[string]*figures.Group{}
	for i := range answer.Groups {
		out[string(answer.Groups[i].Name)] = &answer.Groups[i]
	}
	return out
}

// same verifies that each group has for its k-th measure what it has where this is the only one.
func same(t *testing.T, all *figures.Answer, k int, alone *figures.Answer) (compared int) {
	t.Helper()
	groups := groupsByName(alone)
	for i := range all.Groups {
		one, other := &all.Groups[i], groups[string(all.Groups[i].Name)]
		if other == nil {
			continue // a census lists the values that its plan names, the rows those that they have
		}
		compared++
		if one.Sums[k] != other.Sums[0] || one.Ratios[k] != other.Ratios[0] {
			t.Errorf("by %s, %v of %q: %+v and %+v beside others, %+v and %+v alone", all.Name(), all.Want[k],
				one.Name, one.Sums[k], one.Ratios[k], other.Sums[0], other.Ratios[0])
		}
	}
	return compared
}

// surer verifies that an answer with counts is never less certain than one of the rows.
func surer(t *testing.T, counted, rows *figures.Answer) (compared int) {
	t.Helper()
	groups := groupsByName(rows)
	check := func(what string, a, b figures.Figure) {
		compared++
		if a.Certainty < b.Certainty || a.Certainty == estimate.Unknown && b.Value != 0 {
			t.Errorf("by %s, %v: %s is %+v with counts, %+v without", counted.Name(), counted.Want, what, a, b)
		}
	}
	check("the number of values", counted.Distinct, rows.Distinct)
	check("rows without one", counted.None, rows.None)
	for i := range counted.Groups {
		one, other := &counted.Groups[i], groups[string(counted.Groups[i].Name)]
		if other == nil {
			continue
		}
		for k := range one.Sums {
			check(string(one.Name), one.Sums[k], other.Sums[k])
			check(string(one.Name), one.Ratios[k], other.Ratios[k])
		}
	}
	return compared
}
