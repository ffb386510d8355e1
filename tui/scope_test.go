package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/rowkey"
	"tabletop/views"
)

// scopeRig is the app on a table of orders and visits of many tenants, with the cursor of Space on the visits.
func scopeRig(t *testing.T, f *fakeSource) *appTest {
	t.Helper()
	r := rigOf(t, Options{Source: "x", Open: opens(f)}, true)
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.settle()
	r.app.jump(r.app.find(views.SpaceScreen))
	r.settle()
	r.shows("visit")
	return r
}

// visits reports whether all rows that screens show are visits, and how many there are.
func (a *appTest) visits() (only bool, rows int) {
	smp := a.app.data().Sample
	for i := range smp.Rows() {
		if !strings.HasPrefix(string(smp.Key(i)), "visit#") {
			return false, smp.Rows()
		}
	}
	return true, smp.Rows()
}

// TestScopeHoldsOnEveryScreen narrows to a record kind on Space, looks at every screen, and goes back to the whole.
func TestScopeHoldsOnEveryScreen(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	_, all := r.visits()
	r.keys("^")
	r.settle()
	if only, rows := r.visits(); !only || rows != all*4/5 {
		t.Fatalf("the scope has %d of %d rows, of visits only: %v", rows, all, only)
	}
	for _, s := range r.app.screens[1:] {
		r.app.jump(s)
		r.settle()
		r.shows("×] 1,600 of 2,000 rows")
		r.hides("order#")
		for _, size := range [][2]int{{80, 24}, {200, 60}, {140, 40}} {
			r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			r.shows("×]")
		}
	}
	r.app.jump(r.app.find(views.HeatScreen))
	r.keys("esc") // to the first screen
	r.settle()
	r.shows("×]")
	r.keys("esc")
	r.settle()
	r.hides("×]")
	if _, rows := r.visits(); rows != all {
		t.Errorf("after esc there are %d of %d rows", rows, all)
	}
}

// TestScopePartsComeOffOneByOne verifies that what is narrowed twice is widened twice, by esc and by a click.
func TestScopePartsComeOffOneByOne(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	r.keys("^")
	r.settle()
	_, visits := r.visits()
	r.keys("^") // the first tenant of the visits
	r.settle()
	_, tenant := r.visits()
	if tenant >= visits || len(r.app.data().Scope) != 2 {
		t.Fatalf("%d rows of the %d in %d parts", tenant, visits, len(r.app.data().Scope))
	}
	r.keys("esc")
	r.settle()
	if _, rows := r.visits(); rows != visits {
		t.Errorf("after esc there are %d of %d rows", rows, visits)
	}
	line, _, _ := strings.Cut(r.frame(), "\n")
	before, _, _ := strings.Cut(line, "×]")
	r.send(tea.MouseClickMsg{X: len([]rune(before)), Y: 0, Button: tea.MouseLeft})
	r.settle()
	r.hides("×]")
}

// TestScopeOfKeys narrows by what is typed on Keys: nothing takes the first segment of the key under the cursor, what
// no key begins with is refused, and the list of kinds gives its kind.
func TestScopeOfKeys(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	r.app.jump(r.app.find(views.KeysScreen))
	r.settle()
	r.keys("^")
	r.shows("enter takes order#")
	r.keys("enter")
	r.settle()
	r.shows("keys that start with order# ×] 400 of 2,000 rows")
	r.app.setScope(nil)
	r.settle()
	r.keys("^", "z", "z", "z", "enter")
	r.settle()
	r.shows("no row that was read is in the scope")
	r.hides("×]")
	r.keys("tab", "^")
	r.settle()
	r.shows("[record kind A")
}

// TestScopeOfHeat narrows to the keys under the cross-hair, then to its window.
func TestScopeOfHeat(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	r.app.jump(r.app.find(views.HeatScreen))
	r.settle()
	r.keys("^")
	r.settle()
	r.shows("order · tenant210 · c981d332 ×] 100 of 2,000 rows")
	cells := r.app.data().Sample.NumCells()
	r.keys("@")
	r.settle()
	if got := r.app.data().Sample.NumCells(); got == 0 || got >= cells {
		t.Errorf("the window has %d of %d cells", got, cells)
	}
	r.shows("×]")
}

// TestScopeWhileRowsCome verifies that the scope stays while the sample grows, and holds for what came.
func TestScopeWhileRowsCome(t *testing.T) {
	f := newTenants(2000)
	f.parts, f.readGate = 1, make(chan struct{})
	r := rigOf(t, Options{Source: "x", Open: opens(f)}, true)
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.untilLeft(2) // reading, and its plan
	r.app.jump(r.app.find(views.SpaceScreen))
	r.until("visit")
	r.keys("^")
	r.until("×] 800 of 1,000 rows")
	close(f.readGate)
	r.settle()
	r.shows("×] 1,600 of 2,000 rows")
	if only, _ := r.visits(); !only {
		t.Error("rows of another kind came into the scope")
	}
}

// TestScopeEndsWithItsLayout verifies that a scope gives way to the whole table, and that this is said, when the user
// declares other layouts: its words are of those before.
func TestScopeEndsWithItsLayout(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	r.keys("^")
	r.settle()
	layout, err := rowkey.Parse("{all}")
	if err != nil {
		t.Fatal(err)
	}
	r.app.declare(rowkey.Set{layout})
	r.settle()
	r.shows("the whole table is shown")
	r.hides("×]")
}

// TestScopeSaysWhy verifies that ^ says why it does nothing where no part of the table is under the cursor.
func TestScopeSaysWhy(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	r.app.jump(r.app.find(views.FindingsScreen))
	r.settle()
	r.keys("^")
	r.shows("nothing on this screen is a part of the table")
}

// TestScopeIsSaved verifies that the dialog offers to save the rows of the scope, says of what they are, and saves those
// or all, as was chosen; without a scope there is nothing to choose.
func TestScopeIsSaved(t *testing.T) {
	files := &fakeFiles{}
	r := rigOf(t, Options{Source: "x", Open: opens(newTenants(2000)), Files: files}, true)
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.settle()
	r.keys("ctrl+s")
	r.hides("those of the scope")
	r.keys("esc")
	r.app.jump(r.app.find(views.SpaceScreen))
	r.settle()
	r.keys("^")
	r.settle()
	save := func(keys ...string) (rows int, where string) {
		t.Helper()
		r.keys("ctrl+s")
		r.keys(keys...)
		r.keys("enter")
		r.settle()
		files.mu.Lock()
		defer files.mu.Unlock()
		for _, saved := range files.saved {
			rows, where = saved.Rows(), saved.How.Options.Where
		}
		files.saved = nil
		return rows, where
	}
	r.keys("ctrl+s")
	r.shows("those of the scope", "1,600 rows")
	r.keys("esc")
	if rows, where := save(); rows != 1600 || where == "" {
		t.Errorf("of the scope %d rows are saved, as those with %q", rows, where)
	}
	if rows, where := save("up", "right"); rows != 2000 || where != "" {
		t.Errorf("%d of 2000 rows are saved, as those with %q", rows, where)
	}
}
