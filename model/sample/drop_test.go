package sample

import "testing"

// TestDropRow takes rows back and finds the builder as if they had never come.
func TestDropRow(t *testing.T) {
	b, want := NewBuilder(4), NewBuilder(4)
	for _, x := range []*Builder{b, want} {
		x.Row([]byte("a"))
		x.Cell("f", []byte("q"), 1, []byte("value"))
	}
	b.Row([]byte("b"))
	b.Cell("f", []byte("q"), 2, []byte("other"))
	b.Cell("f", []byte("gone"), 2, nil)
	b.DropRow()
	b.Row([]byte("c"))
	b.DropRow()
	for _, x := range []*Builder{b, want} {
		x.Row([]byte("d"))
		x.Cell("g", []byte("r"), 3, []byte("xy"))
		x.SetSection(2, 1000, true)
	}
	if b.Rows() != 2 || b.Bytes() != want.Bytes() || string(b.LastKey()) != "d" {
		t.Errorf("%d rows of %d bytes, last %q; want 2 rows of %d bytes, last d", b.Rows(), b.Bytes(), b.LastKey(),
			want.Bytes())
	}
	got, exp := Assemble(Table{}, Provenance{}, []*Builder{b}), Assemble(Table{}, Provenance{}, []*Builder{want})
	if len(got.Columns()) != len(exp.Columns()) {
		t.Errorf("columns %v, want %v: a column of dropped rows only must not stay", got.Columns(), exp.Columns())
	}
	if got.NumCells() != exp.NumCells() || got.Bytes() != exp.Bytes() {
		t.Errorf("%d cells of %d bytes, want %d of %d", got.NumCells(), got.Bytes(), exp.NumCells(), exp.Bytes())
	}
	for j := range got.NumCells() {
		if g, e := got.Cell(j), exp.Cell(j); got.Column(g.Column) != exp.Column(e.Column) ||
			string(g.Value) != string(e.Value) {
			t.Errorf("cell %d is %v %q, want %v %q", j, got.Column(g.Column), g.Value, exp.Column(e.Column), e.Value)
		}
	}
	if r := got.Runs()[0]; r != (Run{Rows: 2, Hits: 2, SectionBytes: 1000, Whole: true}) {
		t.Errorf("run is %+v", r)
	}
}
