package sample

import "testing"

// TestAscends verifies what order rows must have: each key is larger than the one before.
func TestAscends(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want bool
	}{{nil, true}, {[]string{"a"}, true}, {[]string{"a", "b"}, true}, {[]string{"a", "a"}, false},
		{[]string{"b", "a"}, false}, {[]string{"a", "c", "b"}, false}} {
		b := NewBuilder(0)
		for _, key := range tt.keys {
			b.Row([]byte(key))
		}
		if got := b.s.ascends(); got != tt.want {
			t.Errorf("%q ascends: %v", tt.keys, got)
		}
	}
}

// TestTake verifies that the rows that are taken from a builder keep what they hold while the builder is filled anew,
// with other columns, and that nothing of them is in it.
func TestTake(t *testing.T) {
	b := NewBuilder(4)
	var taken []*Builder
	for _, key := range []string{"a", "b"} {
		b.Row([]byte(key))
		b.Cell("f", []byte("column "+key), 1, []byte(key+"value"))
		taken = append(taken, b.Take())
	}
	if empty := b.Take(); empty.Rows() != 0 || len(empty.s.columns) != 0 || empty.Bytes() != 0 {
		t.Errorf("an emptied builder has %d rows of %v", empty.Rows(), empty.s.columns)
	}
	for i, key := range []string{"a", "b"} {
		s := Assemble(Table{}, Provenance{}, taken[i:i+1])
		cell := s.Cell(0)
		if s.Rows() != 1 || string(s.Key(0)) != key || s.columns[s.columnOf[0]].Qualifier != "column "+key || string(cell.Value) != key+"val" {
			t.Errorf("%d rows, the first %q with %+v", s.Rows(), s.Key(0), cell)
		}
	}
}
