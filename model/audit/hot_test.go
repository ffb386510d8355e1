package audit

import (
	"testing"

	"tabletop/model/sample"
)

// TestFirstRowOfATablet verifies which row is shown for a tablet: the first at or behind its start that does not lie
// behind its end.
func TestFirstRowOfATablet(t *testing.T) {
	b := sample.NewBuilder(0)
	for _, key := range []string{"b", "d", "f", "h", "j"} {
		b.Row([]byte(key))
		b.Cell("f", nil, 0, nil)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	for _, tt := range []struct{ start, end, want string }{
		{"", "", "b"}, {"a", "c", "b"}, {"b", "c", "b"}, {"c", "e", "d"}, {"e", "g", "f"}, {"g", "i", "h"},
		{"i", "", "j"},
		{"c", "d", "d"}, {"c", "cc", ""}, {"k", "", ""}, {"k", "z", ""},
	} {
		if got := string(firstKey(s, sample.HotTablet{Start: []byte(tt.start), End: []byte(tt.end)})); got != tt.want {
			t.Errorf("tablet from %q to %q: row %q, want %q", tt.start, tt.end, got, tt.want)
		}
	}
}
