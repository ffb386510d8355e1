package keygrammar_test

import (
	"slices"
	"testing"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// TestProductionsAreMany verifies that the part has 200 productions or more, each with a name of its own, and that
// their tables are of more layouts than there are productions.
func TestProductionsAreMany(t *testing.T) {
	g := kg.Load("wide")
	names, layouts := map[string]bool{}, map[string]bool{}
	for i, p := range g.Productions {
		if names[p.Name] {
			t.Errorf("two productions are named %s", p.Name)
		}
		names[p.Name] = true
		for again := range uint64(3) {
			layouts[g.NewTable(p, uint64(i)+again*uint64(len(g.Productions)), 2).Layout()] = true
		}
	}
	if len(names) < 200 || len(layouts) < 2*len(names) {
		t.Errorf("%d productions draw %d layouts", len(names), len(layouts))
	}
}

// TestEachProductionFillsTables verifies that a table of each production has rows enough to be read, in few draws.
func TestEachProductionFillsTables(t *testing.T) {
	g := kg.Load("wide")
	for i, p := range g.Productions {
		most := 0
		for again := range uint64(8) {
			if most < 40 {
				most = max(most, len(g.NewTable(p, uint64(i)+again*uint64(len(g.Productions)), 40).Rows))
			}
		}
		if most < 40 {
			t.Errorf("%s: at most %d rows", p.Name, most)
		}
	}
}

// TestPatternsAreRead verifies the values of patterns, where they may be cut, and which types are right.
func TestPatternsAreRead(t *testing.T) {
	for _, tt := range []struct {
		pattern  string
		template string
		right    bool
	}{
		{"INV-9<6>", "{code}", true},
		{"INV-9<6>", "INV-{number:pad(6)}", true},
		{"INV-9<6>", "{word:enum}-{number:pad(6)}", true},
		{"INV-9<6>", "INV-{first:pad(3)}{second:pad(3)}", false},
		{"@@9999", "{letters:text(2)}{number:pad(4)}", true},
		{"@@9999", "{letters:text(3)}{rest:text(3)}", false},
		{"tok_%<16>", "{id}", true},
		{"tok_%<16>", "tok_{id:hash(b62(16))}", true},
		{"RR9<9>DE", "RR{number:pad(9)}DE", true},
		{"RR9<9>DE", "RR{number:pad(9)}D{e}", false},
		{"~<32>", "{id:hash(hex(32))}", true},
		{"~<32>", "{id}", false},
		{`\9789<10>`, "{isbn:int}", true},
		{"(LH|BA)!<4>", "{carrier:enum(LH, BA)}{flight:pad(4)}", true},
	} {
		g := &kg.Grammar{Name: "pattern", Rows: []int{300}, Garbage: []float64{0}, Clocks: []kg.Clock{kg.Unwritten}}
		table := g.NewTable(kg.Packed("code", kg.Serial("code", tt.pattern)), 1, 0)
		l, err := rowkey.Parse(tt.template)
		if err != nil {
			t.Fatal(err)
		}
		if v := table.Judge(rowkey.Set{l}); v.Table != tt.right {
			t.Errorf("%s read as %s: %+v, want right: %t; %q", tt.pattern, tt.template, v, tt.right, table.Rows[0].Key)
		}
	}
}

// TestPlansShareFields verifies that record kinds have the same values of a field, and that one of the readings of a
// kind is drawn.
func TestPlansShareFields(t *testing.T) {
	decimal := func(*kg.World, string) kg.Field { return kg.Decimal("n", 1, 900000, kg.Evenly) }
	fields := kg.Fields{"u": kg.Code("user", "u9<8>"), "n": decimal}
	p := kg.Plan("shop", "# /", 2, fields, nil, "user {u}", "{u} {n} || {n} {u}")
	g := &kg.Grammar{Name: "plan", Rows: []int{400}, Garbage: []float64{0}, Clocks: []kg.Clock{kg.Unwritten}}
	var layouts []string
	for seed := range uint64(30) {
		table := g.NewTable(p, seed, 0)
		users := [2]map[string]bool{{}, {}}
		for _, r := range table.Rows {
			for _, s := range r.Segments {
				if s.Name == "u" {
					users[r.Kind][s.Text] = true
				}
			}
		}
		both := 0
		for u := range users[0] {
			if users[1][u] {
				both++
			}
		}
		if both == 0 {
			t.Errorf("%s: no user of %d is in both kinds", table.Name, len(users[0]))
		}
		layouts = append(layouts, table.Layout())
	}
	slices.Sort(layouts)
	if n := len(slices.Compact(layouts)); n != 4 {
		t.Errorf("%d layouts, want 4: two separators, and two orders", n)
	}
}
