package keys

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// TestSegmentUnderTheCursor verifies that the pane beside the keys shows the segment under the cursor first, with the
// counts of its most common values, and that the segments are the columns of the list where all keys are of one kind.
func TestSegmentUnderTheCursor(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	viewtest.SetData(s, d)
	for s.kind() != 0 {
		viewtest.Press(t, s, "down")
	}
	for i, seg := range s.layouts()[0].Segments() {
		m := d.Profile.Kinds[0].Segments[i]
		screen := ansi.Strip(s.Draw(200, 56, viewtest.Mono()))
		at := strings.Index(screen, "─ SEGMENT ")
		if at < 0 || !strings.HasPrefix(screen[at:], "─ SEGMENT "+seg.Name+" ") {
			t.Fatalf("segment %s is not shown first:\n%s", seg.Name, screen)
		}
		shown := strings.Join(strings.Fields(screen[at:]), " ")
		for _, v := range m.Top[:min(3, len(m.Top))] {
			if want := widget.SegmentValue(seg.Codec, v.Value) + " " + text.Integer(v.Count) +
				" "; !strings.Contains(shown, want) {
				t.Errorf("%s: %q is missing:\n%s", seg.Name, want, screen)
			}
		}
		viewtest.Press(t, s, "right")
	}
	one := New()
	viewtest.SetData(one, viewtest.Data(d.Sample, "{first:bytes}"))
	if screen := ansi.Strip(one.Draw(140, 36, viewtest.Mono())); !strings.Contains(screen, "  first ") ||
		!strings.Contains(screen, "of the largest") {
		t.Errorf("the segment is no column:\n%s", screen)
	}
}
