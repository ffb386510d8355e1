package confidence

import (
	"reflect"
	"strings"
	"testing"
)

// TestFittedFileIsWhole verifies that the model in use parses, is of trees for each family, and is encoded to the same
// file again.
func TestFittedFileIsWhole(t *testing.T) {
	m, err := ParseModel(fittedFile)
	if err != nil {
		t.Fatal(err)
	}
	for family, trees := range m.Trees {
		if len(trees) == 0 {
			t.Errorf("family %d has no trees", family)
		}
	}
	about := strings.Split(fittedFile, "\n")[1]
	if !strings.HasPrefix(about, "fitted on ") {
		t.Errorf("the file does not state what it was fitted on: %q", about)
	}
	if string(m.Encode(about)) != fittedFile {
		t.Error("the file changes when it is parsed and encoded")
	}
}

// TestEncodedModelIsParsed verifies that a model returns from its file, with numbers rounded to 1/10,000.
func TestEncodedModelIsParsed(t *testing.T) {
	m := &Model{Layout: []float64{-1.5, 0, 0.12344}}
	m.Base[Times] = -3.0001
	tree := Tree{Feature: [15]uint8{3, 254}, Bound: [15]float32{-0.5, 1700}, Leaf: [16]float32{0.0001, -2, 3}}
	tree.Bound[2] = Unbounded
	m.Trees[Words] = []Tree{tree, {}}
	got, err := ParseModel(string(m.Encode("two\nlines")))
	if err != nil {
		t.Fatal(err)
	}
	for family := range m.Trees {
		if m.Trees[family] == nil {
			m.Trees[family] = []Tree{}
		}
	}
	m.Layout[2] = 0.1234
	if !reflect.DeepEqual(got, m) {
		t.Errorf("%v, want %v", got, m)
	}
}

// TestBrokenModelFiles verifies that a file is not parsed which is of another version, is damaged, or whose numbers are
// too few or too many.
func TestBrokenModelFiles(t *testing.T) {
	whole := string((&Model{Layout: []float64{1, 2}}).Encode("a"))
	signed := func(numbers ...byte) string {
		var w modelWriter
		w.out = append([]byte(fileVersion+"a\n"), numbers...)
		return string(w.signed())
	}
	none := make([]byte, 2*Families) // of each family, log odds of 0 and no trees
	trees := func(n byte, rest ...byte) []byte { return append([]byte{byte(Families), 0, n}, rest...) }
	for _, tt := range []struct{ name, file, want string }{
		{"empty", "", "not a file of the tabletop confidence model, version 1"},
		{"of version 2", strings.Replace(whole, "version 1", "version 2", 1), "not a file"},
		{"the version alone", fileVersion, "damaged"},
		{"cut off", whole[:len(whole)-1], "damaged"},
		{"one bit", strings.Replace(whole, "a\n", "b\n", 1), "damaged"},
		{"another number of families", signed(append([]byte{byte(Families) - 1}, none...)...),
			"of 6 families of types instead of 7"},
		{"no numbers", signed(), "of 0 families"},
		{"more trees than bytes", signed(trees(200, none...)...), "does not end where"},
		{"no layout", signed(append([]byte{byte(Families)}, none...)...), "does not end where"},
		{"a tree cut off", signed(trees(1, none...)...), "does not end where"},
		{"something behind", signed(append([]byte{byte(Families)}, append(none, 0, 0)...)...), "does not end where"},
	} {
		if m, err := ParseModel(tt.file); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %v, want %q", tt.name, m, err, tt.want)
		}
	}
	if _, err := ParseModel(signed(append([]byte{byte(Families)}, append(none, 0)...)...)); err != nil {
		t.Errorf("a model without trees: %v", err)
	}
}

// BenchmarkParseModel measures what the first judgment takes longer than others.
func BenchmarkParseModel(b *testing.B) {
	for b.Loop() {
		if _, err := ParseModel(fittedFile); err != nil {
			b.Fatal(err)
		}
	}
}
