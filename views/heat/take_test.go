package heat

import (
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

// TestCopiedRangeIsThatOfTheLine verifies that what is copied of a place stands for exactly the rows of its line, and
// ends at a key of the table: the first key behind another has a NUL, which no command can hold.
func TestCopiedRangeIsThatOfTheLine(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	frame(s, 120, 36)
	for _, key := range []string{"g", "j", "j", "G"} {
		viewtest.Press(t, s, key)
		copied := viewtest.Press(t, s, "y")[0].(views.Copy)
		first, last := s.keysAt(s.row)
		of, rows := copied.Rows, s.shown.base.of.Sample
		if last == nil {
			if of.Key != string(first) {
				t.Errorf("%+v, want %q", of, first)
			}
			continue
		}
		end := rows.Rows()
		if of.End != "" {
			if end = rows.Find([]byte(of.End)); end == rows.Rows() || string(rows.Key(end)) != of.End {
				t.Errorf("%+v ends at no key", of)
			}
		}
		if of.Start != string(first) || end != rows.Find(last)+1 {
			t.Errorf("%+v holds %d rows, from %q to %q are %d", of, end-rows.Find(first), first, last,
				rows.Find(last)+1-rows.Find(first))
		}
	}
}
