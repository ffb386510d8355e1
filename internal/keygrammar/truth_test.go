package keygrammar_test

import (
	"testing"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// TestTruthAllowsWhatBytesCannotTell verifies that readings that the bytes of a key and the times of its cells do not
// tell from the truth are right, and that others are wrong.
func TestTruthAllowsWhatBytesCannotTell(t *testing.T) {
	number := kg.Binary("number", 4, 60000, false, kg.Evenly)
	random := func(width int) kg.Field { return kg.RandomBytes("id", width, 500, kg.Evenly) }
	day := kg.Epoch(rowkey.Day, 0).Doubting(rowkey.IntDecimal)
	address := random(20)
	code := func(accept rowkey.Type) kg.Field {
		return kg.Typed("code", "code", "", 20, kg.Evenly, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{accept}},
			func(w *kg.World) string { return w.Letters(8, "0123456789abcdef") })
	}
	constant := kg.Words("word", "word", []string{"acme"}, kg.Evenly)
	for _, tt := range []struct {
		what     string
		parts    []kg.Part
		clock    kg.Clock
		template string
		right    bool
	}{
		{"ids side by side", kg.Joined("", kg.Beside(random(4), random(6))), kg.Prompt, "{id:hash(bytes(10))}", true},
		{"ids side by side", kg.Joined("", kg.Beside(random(4), random(6))), kg.Prompt,
			"{a:hash(bytes(4))}{b:hash(bytes(6))}", true},
		{"ids side by side", kg.Joined("", kg.Beside(random(4), random(6))), kg.Prompt,
			"{a:hash(bytes(3))}{b:hash(bytes(7))}", false},
		{"constant field", kg.Joined("#", constant, number), kg.Prompt, "{word}#{number:be(4)}", true},
		{"constant field", kg.Joined("#", constant, number), kg.Prompt, "acme#{number:be(4)}", true},
		{"constant field", kg.Joined("#", constant, number), kg.Prompt, "{all:bytes(9)}", false},
		{"days without cells", kg.Joined("#", constant, day, kg.Decimal("n", 1, 900, kg.Evenly)), kg.Unwritten,
			"{word}#{day:int}#{n:int}", true},
		{"days with cells", kg.Joined("#", constant, day, kg.Decimal("n", 1, 900, kg.Evenly)), kg.Prompt,
			"{word}#{day:int}#{n:int}", false},
		{"days with cells", kg.Joined("#", constant, day, kg.Decimal("n", 1, 900, kg.Evenly)), kg.Prompt,
			"{word}#{day:day}#{n:int}", true},
		{"few codes", kg.Joined("#", code(rowkey.Text), number), kg.Prompt, "{code:enum}#{number:be(4)}", true},
		{"few codes", kg.Joined("#", code(rowkey.Hex), number), kg.Prompt, "{code:enum}#{number:be(4)}", false},
		{"high byte", []kg.Part{kg.Lit("\xf2"), kg.Of(number)}, kg.Prompt, "{kind:be(1)}{number:be(4)}", true},
		{"length of all values", append([]kg.Part{kg.Lit("\x02")}, kg.Part{Field: &address, Length: 1}), kg.Prompt,
			"\\x02\\x14{id:hash(bytes(20))}", true},
		{"length of all values", append([]kg.Part{kg.Lit("\x02")}, kg.Part{Field: &address, Length: 1}), kg.Prompt,
			"\\x02{n:be(1)}{id:hash(bytes(20))}", true},
		{"length of all values", append([]kg.Part{kg.Lit("\x02")}, kg.Part{Field: &address, Length: 1}), kg.Prompt,
			"\\x02{id:hash(bytes(21))}", false},
		{"printable byte", []kg.Part{kg.Lit("h"), kg.Of(number)}, kg.Prompt, "{kind:be(1)}{number:be(4)}", false},
	} {
		g := &kg.Grammar{Name: "truth", Rows: []int{50}, Garbage: []float64{0}, Clocks: []kg.Clock{tt.clock}}
		table := g.NewTable(kg.Production{Make: func(*kg.World) []kg.Kind { return kg.One(tt.parts) }}, 1, 0)
		l, err := rowkey.Parse(tt.template)
		if err != nil {
			t.Fatal(err)
		}
		if v := table.Judge(rowkey.Set{l}); v.Table != tt.right {
			t.Errorf("%s, %s: %+v, want right: %t", tt.what, tt.template, v, tt.right)
		}
	}
}

// TestSharedFieldsHaveTheSameValues verifies that record kinds that share a field have its values in common, and that
// others have not.
func TestSharedFieldsHaveTheSameValues(t *testing.T) {
	for _, shared := range []bool{false, true} {
		g := &kg.Grammar{Name: "shared", Rows: []int{400}, Garbage: []float64{0}, Clocks: []kg.Clock{kg.Prompt}}
		table := g.NewTable(kg.Production{Make: func(*kg.World) []kg.Kind {
			id := kg.RandomID("id", "id", "0123456789abcdef", 16, 20, kg.Evenly)
			if shared {
				id = id.Shared()
			}
			return []kg.Kind{{Parts: kg.Joined("#", id, kg.Decimal("n", 1, 900, kg.Evenly))},
				{Parts: kg.Joined("/", id, kg.Decimal("n", 1, 900, kg.Evenly))}}
		}}, 1, 0)
		of := [2]map[string]bool{{}, {}}
		for _, r := range table.Rows {
			of[r.Kind][r.Segments[0].Text] = true
		}
		both := 0
		for id := range of[0] {
			if of[1][id] {
				both++
			}
		}
		if want := map[bool]int{true: 20}[shared]; both != want {
			t.Errorf("shared %t: %d ids are in both kinds, want %d", shared, both, want)
		}
	}
}
