package tables_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/views"
	"tabletop/views/tables"
	"tabletop/views/widget"
)

func some() []tables.Entry {
	return []tables.Entry{
		{Kind: "demo", Name: "meters", Title: "E14  Energy meters, a row a day", Source: "demo:meters"},
		{Kind: "saved", Name: "march.tabletop", Source: "march.tabletop"},
		{Kind: "table", Name: "orders", Source: "prod/eu/orders"},
		{Kind: "table", Name: "users", Title: "with an \x1b[31mevil\ttitle", Source: "prod/eu/users"},
	}
}

func TestGolden(t *testing.T) {
	listing, listed, failed := tables.New(), tables.New(), tables.New()
	listing.SetWhere("prod/eu")
	listing.SetListing(some()[:2], true, nil)
	listed.SetListing(some(), false, nil)
	listed.SetData(&views.Data{Source: "prod/eu/orders", Analysis: &analysis.Analysis{}})
	viewtest.Type(t, listed, "/ers")
	failed.SetListing(some()[:1], false, errors.New("prod/eu did not answer: \x1b[2J\nCheck BIGTABLE_EMULATOR_HOST"))
	for name, s := range map[string]*tables.Screen{"empty": tables.New(), "listing": listing, "listed": listed,
		"failed": failed} {
		viewtest.Golden(t, s, name)
		viewtest.CheckSizes(t, s)
	}
}

func TestOpen(t *testing.T) {
	s := tables.New()
	open := func() any {
		r := viewtest.Press(t, s, "enter")
		if len(r) != 1 {
			t.Fatalf("enter asks for %v", r)
		}
		return r[0]
	}
	if _, ok := open().(views.Notify); !ok {
		t.Error("with nothing listed enter does not say why it does nothing")
	}
	s.SetListing(some(), false, nil)
	viewtest.Press(t, s, "down", "down")
	if got := open(); got != (views.OpenTable{Source: "march.tabletop"}) {
		t.Errorf("enter asks for %v", got)
	}
	viewtest.Type(t, s, "/use")
	if got := open(); got != (views.OpenTable{Source: "prod/eu/users"}) {
		t.Errorf("enter asks for %v", got)
	}
	viewtest.Press(t, s, "esc")
	if s.Editing() {
		t.Error("esc does not end the filter")
	}
	if r := viewtest.Press(t, s, "y"); len(r) != 1 || r[0] != (views.Copy{What: "name", Text: "prod/eu/users"}) {
		t.Errorf("y asks for %v", r)
	}
}

func TestMouse(t *testing.T) {
	s := tables.New()
	s.SetListing(some(), false, nil)
	s.Draw(80, 24, &widget.Styles{})
	if r := s.Click(5, 4); r != nil {
		t.Errorf("the first click asks for %v", r)
	}
	if r := s.Click(5, 4); r != (views.OpenTable{Source: "march.tabletop"}) {
		t.Errorf("a click on the chosen line asks for %v", r)
	}
	if r := s.Click(5, 20); r != nil {
		t.Errorf("a click on nothing asks for %v", r)
	}
	s.Wheel(-10)
	if r := s.Click(5, 2); r != (views.OpenTable{Source: "prod/eu/orders"}) {
		t.Errorf("the wheel did not move to the top: %v", r)
	}
}

// TestOrder verifies that tables come before what this machine has, however late they are listed, and that the cursor
// stays at the top, or on the entry that it was moved to.
func TestOrder(t *testing.T) {
	all := append(some(), tables.Entry{Kind: "recent", Name: "prod/us/metrics", Source: "prod/us/metrics"})
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{nil, "prod/us/metrics"},
		{[]string{"down"}, "demo:meters"}, // below march.tabletop
	} {
		s := tables.New()
		s.SetListing(all[:2], true, nil)
		viewtest.Press(t, s, tt.keys...)
		s.SetListing(all, false, nil)
		if got := viewtest.Press(t, s, "enter"); len(got) != 1 || got[0] != (views.OpenTable{Source: tt.want}) {
			t.Errorf("after %q enter asks for %v, want %s", tt.keys, got, tt.want)
		}
	}
	s := tables.New()
	s.SetListing(all, false, nil)
	for _, want := range []string{"prod/us/metrics", "prod/eu/orders", "prod/eu/users", "march.tabletop",
		"demo:meters"} {
		if got := viewtest.Press(t, s, "enter"); len(got) != 1 || got[0] != (views.OpenTable{Source: want}) {
			t.Errorf("enter asks for %v, want %s", got, want)
		}
		viewtest.Press(t, s, "down")
	}
}

// press7 begins a filter with 7.
func press7(t *testing.T, s *tables.Screen) views.Request {
	viewtest.Press(t, s, "/")
	return s.Press(viewtest.Key("7"))
}

// TestMany: a list that is too long to be searched on the spot is searched by Work.
func TestMany(t *testing.T) {
	var many []tables.Entry
	for i := range widget.FindNow + 1 {
		many = append(many, tables.Entry{Kind: "table", Name: fmt.Sprintf("t%05d", i), Source: fmt.Sprint(i)})
	}
	s := tables.New()
	s.SetListing(many, false, nil)
	work, ok := press7(t, s).(views.Work)
	if !ok {
		t.Fatal("typing does not ask for Work")
	}
	s.Receive(work.Run(t.Context()))
	if r := viewtest.Press(t, s, "enter"); len(r) != 1 || r[0] != (views.OpenTable{Source: "7"}) {
		t.Errorf("enter asks for %v", r)
	}
}

// TestPreview verifies that what is known of the entry under the cursor stands beside the list: rows, bytes, families
// and when it was opened, and that nothing is said of a table that was never opened.
func TestPreview(t *testing.T) {
	s := tables.New()
	entries := some()
	saved := slices.IndexFunc(entries, func(e tables.Entry) bool { return e.Kind == "saved" })
	entries[saved].Of, entries[saved].Read = "prod/eu/orders", viewtest.Now.Add(-7*24*time.Hour)
	entries[2].Known = &tables.Known{Rows: 33412, Bytes: 11_100_000, Families: []string{"net", "st\x1bats"},
		Table: "prod/eu/orders", Opened: viewtest.Now.Add(-2 * time.Hour)}
	s.SetListing(entries, false, nil)
	d := viewtest.Metrics()
	d.Source = "demo:meters"
	s.SetData(d)
	frame := func() string { return ansi.Strip(s.Draw(140, 30, viewtest.Mono())) }
	for _, step := range []struct {
		key  string
		want []string
	}{
		{"", []string{"33,412 rows read, 11.1 MB", "families  net", `st\x1bats`, "baseline  march.tabletop, read 7 d ago;", "2 h ago", "33,412"}},
		{"end", []string{"✓ open", "all 441 rows, 40.4 kB", "families  d  maxversions=2", "info  ", "{", "just now", "tabletop stats demo:meters"}},
		{"up", []string{"a saved sample", "not known before it is opened"}},
	} {
		if step.key != "" {
			viewtest.Press(t, s, step.key)
		}
		for _, want := range step.want {
			if got := frame(); !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
	}
	viewtest.CheckSizes(t, s)
}

// TestFilterEndsWithOpening verifies that the filter is empty again after it found what was opened, with the cursor on
// that, and that names are whole before the titles beside them.
func TestFilterEndsWithOpening(t *testing.T) {
	s := tables.New()
	s.SetListing(append(some(), tables.Entry{Kind: "recent", Name: "acme-prod/instance/a-table",
		Title: strings.Repeat("title ", 20), Source: "a"}), false, nil)
	viewtest.Type(t, s, "/use")
	viewtest.Press(t, s, "enter")
	frame := ansi.Strip(s.Draw(100, 30, viewtest.Mono()))
	if strings.Contains(frame, "find use") || !strings.Contains(frame, "orders") ||
		!strings.Contains(frame, "▸ table   users") {
		t.Errorf("after opening:\n%s", frame)
	}
	if !strings.Contains(frame, "acme-prod/instance/a-table") {
		t.Errorf("a name is cut:\n%s", frame)
	}
}
