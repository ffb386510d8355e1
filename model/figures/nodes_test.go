package figures

import (
	"slices"
	"testing"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/keyspace"
	"tabletop/model/sample"
)

// countedPrefixes returns the figures of a table of which the rows kept are a sample and a census counted all, by
// prefixes.
func countedPrefixes(t *testing.T, layout string, all, kept []written, prefixes ...string) *Table {
	t.Helper()
	whole, few := tableOf(t, full, layout, all...), tableOf(t, sample.Provenance{Strategy: sample.Head}, layout,
		kept...)
	plan := census.Plan{Now: now, Families: whole.rows.Sample.Table.Families, Layouts: whole.rows.Layouts.String()}
	for _, prefix := range prefixes {
		plan.Prefixes = append(plan.Prefixes, []byte(prefix))
	}
	count, err := census.New(plan)
	if err != nil {
		t.Fatal(err)
	}
	count.Add(whole.rows.Sample)
	return NewTable(few.rows, count.Result(), few.policy)
}

// TestNodesAreCountedByTheirPrefix verifies that a node has the counts of the keys that begin as its own do, be it the
// first, the last or between, where the census counted them and all rows of the table are of one layout.
func TestNodesAreCountedByTheirPrefix(t *testing.T) {
	row := func(key string) written { return written{key, []int{10}} }
	all := []written{row("x#1"), row("x#2"), row("x#3"), row("y#1"), row("y#2"), row("z#1"), row("z#2"), row("z#3"),
		row("z#4")}
	for _, tt := range []struct {
		name, layout string
		all, kept    []written
		prefixes     []string
		want         map[string]float64 // rows of the nodes that are counted
	}{
		{"all of them", "{site}#{n}", all, []written{all[0], all[1], all[3], all[5]}, []string{"x#", "y#", "z#"},
			map[string]float64{"x": 3, "y": 2, "z": 4}},
		{"some were counted", "{site}#{n}", all, []written{all[0], all[3], all[4], all[5]}, []string{"y#"},
			map[string]float64{"y": 2}},
		{"not all are of the layout", "{site}#{n}", slices.Concat([]written{row("odd")}, all), all[:4], []string{"x#", "y#"},
			map[string]float64{}},
	} {
		table := countedPrefixes(t, tt.layout, tt.all, tt.kept, tt.prefixes...)
		level, err := table.Level(t.Context(), keyspace.New(table.rows), nil, LevelOptions{Sort: MetricKey})
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for _, n := range level.Nodes {
			want, ok := tt.want[string(n.Value.Raw)]
			if ok {
				counted++
			}
			if n.FoundRows.IsExact() != ok || ok && n.FoundRows != estimate.Counted(want) {
				t.Errorf("%s: %q has %+v rows, want %v", tt.name, n.Value.Raw, n.FoundRows, want)
			}
		}
		if counted != len(tt.want) {
			t.Errorf("%s: %d nodes are counted, want %d", tt.name, counted, len(tt.want))
		}
	}
}

// TestPrefixShareIsCountedOrOfTheRowsKept verifies the share of the rows whose keys begin alike: of all rows where the
// census counted the prefix, else of the rows of the sample.
func TestPrefixShareIsCountedOrOfTheRowsKept(t *testing.T) {
	const layout = "{site}#{kind}#{n}"
	row := func(key string) written { return written{key, []int{10}} }
	all := []written{row("x#a#1"), row("x#a#2"), row("x#a#3"), row("y#b#1"), row("y#b#2")}
	kept := []written{all[0], all[3], all[4]}
	ofSite := func(table *Table, site byte) func(int) bool {
		return func(row int) bool { return table.rows.Sample.Key(row)[0] == site }
	}
	table := countedPrefixes(t, layout, all, kept, "x#a#")
	if got := table.PrefixShare(0, 2, 0, ofSite(table, 'x')); got != estimate.CountedShare(3, 5) {
		t.Errorf("a counted prefix: %+v, want 3 of 5", got)
	}
	for name, got := range map[string]Figure{
		"a prefix not counted": table.PrefixShare(0, 2, 1, ofSite(table, 'y')),
		"no row":               table.PrefixShare(0, 2, -1, ofSite(table, 'y')),
	} {
		if got.IsExact() || got.Value != 2.0/3 {
			t.Errorf("%s: %+v, want 2 of the 3 rows kept", name, got)
		}
	}
	whole := tableOf(t, full, layout, slices.Concat(all, []written{row("odd")})...)
	if got := whole.PrefixShare(0, 2, 0, ofSite(whole, 'x')); !got.IsExact() || got.Value != 0.6 {
		t.Errorf("of all rows of the kind: %+v, want 3 of 5", got)
	}
}
