package tui

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
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
	r.app.jump(r.app.find(views.LabScreen))
	r.settle()
	r.keys("^")
	r.shows("nothing under the cursor is a part of the table")
}

// look opens a screen and has it drawn.
func (a *appTest) look(id views.ID) {
	a.app.jump(a.app.find(id))
	a.send(tea.WindowSizeMsg{Width: a.app.width, Height: a.app.height})
	a.settle()
}

// TestScopeOfEveryKind verifies of each kind of scope, set by the keys of a screen that has it, which rows are left, and
// that every screen says so and shows no row of another part.
func TestScopeOfEveryKind(t *testing.T) {
	for _, c := range []struct {
		name string
		on   views.ID
		keys []string
		chip string
		want func(s *sample.Sample, row int, part analysis.Part) bool
	}{
		{"column", views.ColumnsScreen, []string{"down", "^"}, "[column ",
			func(s *sample.Sample, row int, part analysis.Part) bool { return hasCell(s, row, part.Columns[0]) }},
		{"family", views.ColumnsScreen, []string{"^"}, "[family ",
			func(s *sample.Sample, row int, part analysis.Part) bool {
				return hasCell(s, row, sample.Column{Family: part.Family})
			}},
		{"row", views.LargestScreen, []string{"^"}, "[row ", func(s *sample.Sample, _ int, _ analysis.Part) bool { return s.Rows() == 1 }},
		{"example row", views.ColumnsScreen, []string{"down", "tab", "^"}, "[row ",
			func(s *sample.Sample, _ int, _ analysis.Part) bool { return s.Rows() == 1 }},
		{"prefix", views.KeysScreen, []string{"^", "enter"}, "[keys that start with order# ×]",
			func(s *sample.Sample, row int, _ analysis.Part) bool {
				return strings.HasPrefix(string(s.Key(row)), "order#")
			}},
		{"kind and value", views.SpaceScreen, []string{"^", "^"}, "= tenant",
			func(s *sample.Sample, row int, _ analysis.Part) bool {
				return strings.HasPrefix(string(s.Key(row)), "visit#tenant")
			}},
		{"times", views.HeatScreen, []string{"@"}, "cells before ",
			func(s *sample.Sample, _ int, _ analysis.Part) bool { return s.Rows() < 2000 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := scopeRig(t, newTenants(2000))
			r.app.jump(r.app.find(c.on))
			r.settle()
			for _, key := range c.keys {
				r.keys(key)
				r.settle()
			}
			smp := r.app.data().Sample
			if len(r.app.data().Scope) == 0 || smp.Rows() == 0 {
				t.Fatalf("no scope is set:\n%s", r.frame())
			}
			for row := range smp.Rows() {
				if !c.want(smp, row, r.app.data().Scope[0]) {
					t.Fatalf("row %s is in the scope", smp.Key(row))
				}
			}
			for _, screen := range r.app.screens[1:] {
				r.look(screen.ID())
				r.shows(c.chip, "×]")
			}
		})
	}
}

// hasCell reports whether a row has a cell in a column, or without a qualifier in its family.
func hasCell(s *sample.Sample, row int, wanted sample.Column) bool {
	from, to := s.Cells(row)
	for cell := from; cell < to; cell++ {
		if of := s.Column(s.Cell(cell).Column); of == wanted || wanted.Qualifier == "" && of.Family == wanted.Family {
			return true
		}
	}
	return false
}

// TestScopeIsOfTheTable verifies that screens say beside figures of a scope what share of the table's they are, and that
// layouts and rules are judged by the scope alone.
func TestScopeIsOfTheTable(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	whole := r.app.data().Profile.Bytes
	r.app.jump(r.app.find(views.RetentionScreen))
	r.settle()
	r.hides("of the table's")
	r.app.jump(r.app.find(views.SpaceScreen))
	r.keys("^")
	r.settle()
	share := text.Percent(float64(r.app.data().Profile.Bytes) / float64(whole))
	r.send(tea.WindowSizeMsg{Width: 200, Height: 60})
	for id, want := range map[views.ID]string{views.OverviewScreen: "of the table's garbage",
		views.RetentionScreen: "of the table's garbage", views.FindingsScreen: "by the rows of the scope",
		views.LabScreen: "a layout is for the whole table"} {
		r.look(id)
		r.shows("1,600 of 2,000 rows, "+share+" of the table's bytes", want)
	}
}

// TestScopeFromThePalette verifies that the name of a value, or of a segment and a value, narrows to its rows, of common
// and of rare ones, and that one that no row has is refused.
func TestScopeFromThePalette(t *testing.T) {
	r := scopeRig(t, newTenants(2000))
	top := r.app.data().Profile.Kinds[0].Segments
	segment, common := "", ""
	for _, s := range top {
		for _, v := range s.Top {
			if strings.HasPrefix(string(v.Raw), "tenant") {
				segment, common = s.Name, string(v.Raw)
			}
		}
	}
	for typed, rows := range map[string]string{common: "", segment + " tenant210": "7 of 2,000 rows",
		segment + "=tenant209": "7 of 2,000 rows"} {
		r.keys(":")
		r.keys(strings.Split(typed, "")...)
		p := r.app.over.(*palette)
		if kind := p.items[p.finder.Chosen()].kind; kind != scopeKind {
			t.Errorf("%q finds a %s first", typed, kind)
		}
		r.keys("enter")
		r.settle()
		r.shows("["+segment+" = tenant", rows)
		r.app.setScope(nil)
		r.settle()
	}
	r.keys(":")
	r.keys(strings.Split(segment+" nobody", "")...)
	r.keys("enter")
	r.settle()
	r.shows("no row that was read has " + segment + " = nobody")
}

// partSource is a table of which all rows, and those of a prefix, can be sampled and read on.
type partSource struct {
	*fakeSource
	asked sample.Options
}

func (p *partSource) Plan(context.Context, sample.Options) (sample.Plan, error) {
	return sample.Plan{}, nil
}

func (p *partSource) Sample(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	p.asked = opts
	if opts.Prefix == nil {
		return p.take(p.rows, sample.Provenance{Options: opts}), nil
	}
	opts.Rows = 4000
	return p.Continue(ctx, nil, opts, progress)
}

func (p *partSource) Continue(_ context.Context, _ *sample.Sample, opts sample.Options, progress func(sample.Progress)) (
	*sample.Sample, error) {
	progress(sample.Progress{Fraction: 0.5})
	return p.take(5*int(opts.Rows), sample.Provenance{}).Filter(sample.Options{Prefix: p.asked.Prefix})
}

// TestScopeIsReadAlone verifies that R in a scope reads its range of keys alone, says how many rows that are, reads on
// there, and that the whole table comes back with its own rows.
func TestScopeIsReadAlone(t *testing.T) {
	f := &partSource{fakeSource: newTenants(2000)}
	r := rigOf(t, Options{Source: "x", Sample: func(string) sample.Options { return sample.Options{} },
		Open: func(context.Context, string) (sample.Source, error) { return f, nil }}, true)
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.settle()
	r.app.jump(r.app.find(views.KeysScreen))
	r.settle()
	r.keys("^", "enter")
	r.settle()
	r.shows("×] 400 of 2,000 rows")
	r.keys("R")
	r.settle()
	r.shows("×] 4,000 rows read of it")
	if got := f.asked; string(got.Prefix) != "order#" {
		t.Errorf("asked for the prefix %q", got.Prefix)
	}
	r.app.jump(r.app.find(views.SpaceScreen))
	r.settle()
	r.hides("visit#")
	r.app.jump(r.app.find(views.KeysScreen))
	r.keys("R")
	r.settle()
	r.shows("×] 8,000 rows read of it")
	r.keys("esc")
	r.settle()
	r.hides("×]")
	if rows := r.app.data().Sample.Rows(); rows != 2000 {
		t.Errorf("of the whole table there are %d rows", rows)
	}
	r.app.jump(r.app.find(views.ColumnsScreen))
	r.keys("^")
	r.settle()
	r.keys("R")
	r.shows("its rows may stand anywhere")
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
