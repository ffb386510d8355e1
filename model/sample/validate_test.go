package sample

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestWhatMakesASampleInvalid verifies each property that analyses rely on, from both sides where it is a number.
func TestWhatMakesASampleInvalid(t *testing.T) {
	valid := func() *Sample {
		b := NewBuilder(4)
		for i := range 3 {
			b.Row(fmt.Appendf(nil, "k%d", i))
			b.Cell("f", []byte("a"), 2, []byte("value"))
			b.Cell("f", []byte("b"), 1, []byte("v"))
		}
		return Assemble(Table{}, Provenance{}, []*Builder{b})
	}
	if err := valid().Validate(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		change func(s *Sample)
		want   string
	}{
		{func(s *Sample) { s.keyEnd[1] = s.keyEnd[0] - 1 }, "offset 1 of keys goes back"},
		{func(s *Sample) { s.keys = append(s.keys, 'x') }, "offsets of keys end at 6 of 7"},
		{func(s *Sample) { s.keyEnd[2]-- }, "offsets of keys end at 5 of 6"},
		{func(s *Sample) { s.cellEnd = s.cellEnd[:2] }, "2 offsets of cells, not 3"},
		{func(s *Sample) { s.cellEnd[0] = 5 }, "offset 1 of cells goes back"},
		{func(s *Sample) { s.valueEnd = s.valueEnd[:5] }, "5 offsets of values, not 6"},
		{func(s *Sample) { s.values = s.values[:len(s.values)-1] }, "offsets of values end at 15 of 14"},
		{func(s *Sample) { s.micros = s.micros[:5] }, "6 cells with 5 timestamps and 6 sizes"},
		{func(s *Sample) { s.size = append(s.size, 1) }, "6 cells with 6 timestamps and 7 sizes"},
		{func(s *Sample) { s.weights = make([]float32, 2) }, "3 rows with 2 weights"},
		{func(s *Sample) { s.weights = make([]float32, 3) }, ""},
		{func(s *Sample) { s.weights = nil }, ""},
		{func(s *Sample) { copy(s.keys, "k1k0") }, `key "k0" of row 1 does not follow "k1"`},
		{func(s *Sample) { copy(s.keys, "k1k1") }, `key "k1" of row 1 does not follow "k1"`},
		{func(s *Sample) { s.columnOf[3] = 1 }, ""},
		{func(s *Sample) { s.columnOf[3] = 2 }, "cell 3 names column 2 of 2"},
		{func(s *Sample) { s.size[0] = 4 }, ""}, // as many as are kept
		{func(s *Sample) { s.size[0] = 3 }, "cell 0 keeps 4 bytes of a value of 3"},
		{func(s *Sample) { slices.Reverse(s.columns) }, "column 1 does not follow the one before"},
		{func(s *Sample) { s.columns[1] = s.columns[0] }, "column 1 does not follow the one before"},
		{func(s *Sample) { s.runs = nil }, "the runs hold 0 rows of 3"},
		{func(s *Sample) { s.runs = []Run{{Rows: 2}, {First: 2, Rows: 1}} }, ""},
		{func(s *Sample) { s.runs = []Run{{Rows: 2}} }, "the runs hold 2 rows of 3"},
		{func(s *Sample) { s.runs = []Run{{Rows: 2}, {First: 1, Rows: 2}} }, "run 1 has 2 rows from row 1, not from row 2 of 3"},
		{func(s *Sample) { s.runs = []Run{{Rows: 2}, {First: 2, Rows: 2}} }, "run 1 has 2 rows from row 2, not from row 2 of 3"},
		{func(s *Sample) { s.runs = []Run{{Rows: 0}, {Rows: 3}} }, "run 0 has 0 rows from row 0, not from row 0 of 3"},
	} {
		s := valid()
		tt.change(s)
		err := s.Validate()
		if (err == nil) != (tt.want == "") || err != nil && strings.TrimPrefix(err.Error(), "sample: ") != tt.want {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

// TestRowsAreTakenOver verifies that rows are appended as wanted, sliced with what their run did, and picked with all
// columns.
func TestRowsAreTakenOver(t *testing.T) {
	build := func(keys ...string) *Builder {
		b := NewBuilder(100)
		for _, key := range keys {
			b.Row([]byte(key))
			b.Cell("f", []byte(key), 1, []byte("v"+key))
		}
		return b
	}
	keys := func(s *Sample) string {
		var out []string
		for i := range s.Rows() {
			from, to := s.Cells(i)
			out = append(out, fmt.Sprintf("%s:%d:%s:%s", s.Key(i), to-from, s.Column(s.CellColumn(from)).Qualifier,
				s.Cell(from).Value))
		}
		return strings.Join(out, " ")
	}
	b := build("a", "b")
	b.Append(build("c", "d", "e"), func(key []byte) bool { return string(key) != "d" })
	s := Assemble(Table{}, Provenance{}, []*Builder{b})
	if got := keys(s); got != "a:1:a:va b:1:b:vb c:1:c:vc e:1:e:ve" || s.Validate() != nil {
		t.Errorf("appended: %s, %v", got, s.Validate())
	}
	if all := slices.Collect(b.Keys()); len(all) != 4 || string(all[3]) != "e" {
		t.Errorf("keys %q", all)
	}
	for key := range b.Keys() {
		if string(key) != "a" {
			t.Errorf("%q is visited although no more were asked for", key)
		}
		break
	}
	first, second := build("a", "b"), build("c", "d")
	first.SetSection(3, 700, true)
	second.SetSection(5, 900, false)
	s = Assemble(Table{}, Provenance{Points: 8}, []*Builder{first, second})
	for from, want := range map[int]Run{0: {Rows: 1, Hits: 3, SectionBytes: 700, Whole: true}, 1: {Rows: 1},
		2: {Rows: 1, Hits: 5, SectionBytes: 900}} {
		slice := Assemble(Table{}, Provenance{Points: 8}, []*Builder{s.Slice(from, from+1)})
		if got := slice.Runs()[0]; got != want {
			t.Errorf("the slice from row %d has a run %+v, want %+v", from, got, want)
		}
	}
	picked := s.Pick([]int{1, 3})
	if got := keys(picked); got != "b:1:b:vb d:1:d:vd" || len(picked.Columns()) != 4 || picked.Validate() != nil {
		t.Errorf("picked: %s of %v, %v", got, picked.Columns(), picked.Validate())
	}
}

// TestNothingIsReplaced verifies that a sample without rows has no runs when what is in it is replaced, in order or not.
func TestNothingIsReplaced(t *testing.T) {
	empty := Assemble(Table{}, Provenance{}, nil)
	for _, unordered := range []bool{false, true} {
		out, from, columns, err := empty.Replace(Table{}, Provenance{Unordered: unordered}, Contents{})
		if err != nil || out.Rows() != 0 || len(out.Runs()) != 0 || from != nil || columns != nil {
			t.Errorf("unordered %t: %v, %v, %v, %v", unordered, out.Runs(), from, columns, err)
		}
	}
	if _, _, _, err := empty.Replace(Table{}, Provenance{}, Contents{Keys: []byte("k")}); err == nil {
		t.Error("more bytes than there were are taken")
	}
}
