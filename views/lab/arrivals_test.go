package lab

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/views"
)

// keepsCurrent is an advice that finds no layout better than the current one, so that no candidate is left beside it.
func keepsCurrent() *advised {
	return &advised{list: audit.NewCandidates(&advise.Advice{KeepCurrent: true}, &audit.Report{})}
}

// TestAdviceWaitsForTheUser verifies that an advice which arrives while the user types or chooses for a candidate takes
// that candidate away only when the user is done, in every mode there is.
func TestAdviceWaitsForTheUser(t *testing.T) {
	for name, keys := range map[string]struct{ open, done []string }{
		"a layout is typed":              {[]string{"c", "i", "ctrl+u"}, []string{"enter"}},
		"a layout is typed and left":     {[]string{"c", "i", "ctrl+u"}, []string{"esc"}},
		"a change is chosen":             {[]string{"c", "c", "t", "down", "down", "down"}, []string{"enter"}},
		"a change is chosen and left":    {[]string{"c", "t"}, []string{"esc"}},
		"a query is typed":               {[]string{"c", "tab", "c"}, []string{"enter"}},
		"a query is typed and left":      {[]string{"c", "tab", "c", "x"}, []string{"esc"}},
		"a query is picked":              {[]string{"c", "W", "right", "enter"}, []string{"esc"}},
		"a query is typed over and kept": {[]string{"c", "tab", "i"}, []string{"enter"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := metrics(t)
			viewtest.Press(t, s, keys.open...)
			at, slots := s.at, len(s.slots)
			viewtest.RunWork(s, s.Receive(keepsCurrent()))
			if s.at != at || len(s.slots) != slots {
				t.Fatalf("the advice moved the cursor from layout %d of %d to %d of %d", at, slots, s.at, len(s.slots))
			}
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, keys.done...)
			viewtest.CheckSizes(t, s)
			if s.mode != comparing || s.at != 0 || len(s.slots) != 1 || s.advice == nil || s.arrived != nil {
				t.Errorf("mode %d, layout %d of %d: the advice was not taken at the end", s.mode, s.at, len(s.slots))
			}
		})
	}
}

// withLayouts is the data with other layouts, as another reading of the same table may bring them.
func withLayouts(of *views.Data, templates ...string) *views.Data {
	other := viewtest.Data(of.Sample, templates...)
	other.Source = of.Source
	return other
}

// TestBuilderFollowsTheLayouts verifies that a builder which is open when other layouts arrive offers their segments
// and conditions: what was picked stays only where it is still offered, and the cursor stays on its name.
func TestBuilderFollowsTheLayouts(t *testing.T) {
	data := viewtest.Metrics()
	s := New()
	viewtest.SetData(s, data)
	viewtest.Press(t, s, "W", "right", "G")
	for at, name := range s.build.names {
		if seg := data.Layouts[0].Segment(name); seg != nil && seg.Codec.Type() == rowkey.Timestamp {
			s.build.list.SetCursor(at)
		}
	}
	name := s.build.names[s.build.list.Cursor()]
	viewtest.Press(t, s, "left") // the last condition of a time
	if got := s.build.picks[name]; got != "latest 100" {
		t.Fatalf("picked %q of %q", got, name)
	}
	first := s.build.names[0]
	s.SetData(withLayouts(data, "r#{"+first+"}#{other}#{"+name+"}"))
	viewtest.CheckSizes(t, s)
	if got := s.build.names[s.build.list.Cursor()]; got != name {
		t.Errorf("the cursor went from %q to %q", name, got)
	}
	if got := s.build.picks; got[name] != "" || got[first] != "equal" {
		t.Errorf("picks: %q, want those that are still offered", got)
	}
	for range 2 * len(s.build.names) {
		viewtest.Press(t, s, "right", "down")
	}
	s.SetData(withLayouts(data))
	viewtest.CheckSizes(t, s)
	viewtest.Press(t, s, "right", "enter", "esc")
}

// TestMenuIsOfItsLayout verifies that a change which is chosen is that of the layout the menu was opened on, though the
// current layout became another meanwhile.
func TestMenuIsOfItsLayout(t *testing.T) {
	data := viewtest.Metrics()
	s := New()
	viewtest.SetData(s, data)
	viewtest.Press(t, s, "t")
	viewtest.Type(t, s, "drop metric")
	s.SetData(withLayouts(data, "{all}"))
	viewtest.Press(t, s, "enter")
	if len(s.slots) != 2 || !strings.HasSuffix(s.slots[1].text, "r#{device}#{ts}") {
		t.Errorf("%d layouts, the last %q", len(s.slots), s.slots[len(s.slots)-1].text)
	}
}
