package tui

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"go.uber.org/goleak"

	"tabletop/internal/slowtest"
	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// randomCase is a screen with a table in a terminal, and the seed of what is done there.
type randomCase struct {
	screen        views.ID
	table         string
	width, height int
	seed          uint64
}

func (c randomCase) String() string {
	return fmt.Sprintf("%s/%s/%dx%d", c.screen, c.table, c.width, c.height)
}

// randomSizes are the terminals that cases begin in; they are resized on the way.
var randomSizes = [][2]int{{20, 5}, {36, 10}, {40, 12}, {80, 24}, {140, 40}, {200, 60}}

// randomCases are all screens of the registry, with all tables, at all sizes.
func randomCases() []randomCase {
	var all []randomCase
	for _, s := range newApp(context.Background(), Options{}, screens()).screens {
		for _, table := range randomTableNames() {
			for _, size := range randomSizes {
				all = append(all, randomCase{s.ID(), table, size[0], size[1], uint64(len(all))})
			}
		}
	}
	return all
}

// monkey uses the app at random: what it does follows from the seed of its case.
type monkey struct {
	t    testing.TB
	c    randomCase
	rng  *rand.Rand
	app  *App
	live *planner
	did  []string // the last things that were done
	keys int      // pressed, with pastes, clicks, and the like
	last string   // frame
	fell func(*monkey, string)

	undrawn int // messages until the next frame
}

// open opens what a case is about; lessons open demo tables, of few rows here, and Diff others to compare with.
func (m *monkey) open(_ context.Context, name string) (sample.Source, error) {
	switch {
	case isDemo(name):
		s, err := firstRows(name, 300)
		return demoSource{s}, err
	case m.c.table == liveTable:
		return m.live, nil
	}
	s, err := randomTables()[m.c.table]()
	return demoSource{s}, err
}

// start opens the table of the case on its screen. Half of the time the keys come before that is done.
func (m *monkey) start(ctx context.Context) {
	m.live = newPlanner(600)
	m.live.fakeSource, m.live.steps = newTenants(600), make(chan int, 100)
	m.live.name = liveTable
	profile := colorprofile.ASCII
	if m.c.seed%4 == 0 {
		profile = colorprofile.TrueColor
	}
	m.app = newApp(ctx, Options{Source: m.c.table, Open: m.open, Catalog: someEntries(), Files: &fakeFiles{},
		Progress: &fakeProgress{},
		Now:      noon, Profile: profile}, screens())
	m.app.Init()
	m.undrawn = m.rng.IntN(30)
	m.send("start", tea.WindowSizeMsg{Width: m.c.width, Height: m.c.height})
	if m.rng.IntN(4) > 0 {
		m.settle()
	}
	m.visit()
	if m.rng.IntN(2) > 0 {
		m.settle()
	}
}

// mostTaken is the time after which the loop counts as one that does not answer: a frame takes milliseconds, but
// machines are busy.
const mostTaken = 10 * time.Second

// send has the app handle a message and checks the frame after it.
func (m *monkey) send(name string, msg tea.Msg) {
	if m.did = append(m.did, name); len(m.did) > 12 {
		m.did = m.did[1:]
	}
	began := time.Now()
	m.app.Update(msg)
	frame := m.draw()
	if took := time.Since(began); took > mostTaken {
		m.fell(m, fmt.Sprintf("%s took %s", name, took))
	}
	for _, f := range m.app.faults {
		m.fell(m, fmt.Sprintf("%s: %v: %s", f.crash.Doing, f.crash.Value, f.crash.Stack[0]))
	}
	m.app.faults = nil
	if frame != m.last && m.app.width > 0 {
		m.last = frame
		viewtest.CheckFrame(m, frame, m.app.terminal, m.app.height)
	}
}

// draw draws a frame, but for the messages that come before the next one is due: a burst of keys, a slow terminal.
func (m *monkey) draw() string {
	if m.undrawn--; m.undrawn >= 0 {
		return m.last
	}
	if m.rng.IntN(3) == 0 {
		m.undrawn = m.rng.IntN(12)
	}
	return m.app.View().Content
}

// settle takes the results of the work under way, except for a read that waits for its next step. Any other read of
// the live table, such as that of a baseline or one that was stopped, gets what it waits for.
func (m *monkey) settle() {
	late := time.Now().Add(6 * mostTaken)
	idle := 0
	waits := func() int {
		j := m.app.jobs.get(slotRead)
		paused := m.app.table != nil && m.app.table.data.Paused
		if j != nil && m.c.table == liveTable && (paused || len(m.live.steps) == 0) && !j.stopped {
			return 1
		}
		return 0
	}
	for m.app.jobs.queue.active() > waits() {
		select {
		case <-m.app.jobs.queue.wake:
			m.send("take results", jobsReadyMsg{})
			idle = 0
		case <-time.After(5 * time.Millisecond):
			if idle++; idle%40 == 0 && m.c.table == liveTable && len(m.live.steps) == 0 {
				m.live.steps <- theEnd
			}
		}
		if time.Now().After(late) {
			m.fell(m, "work does not end")
			return
		}
	}
}

// visit goes to the screen of the case.
func (m *monkey) visit() {
	if s := m.app.find(m.c.screen); m.app.screenDisabledReason(s) == "" {
		m.app.jump(s)
		m.send("visit "+s.Title(), tickMsg{})
	}
}

func (m *monkey) pick(all []string) string { return all[m.rng.IntN(len(all))] }

// known are the keys that are bound where the app stands.
func (m *monkey) known() []string {
	var keys []string
	add := func(bindings []views.Binding) {
		for _, b := range bindings {
			keys = append(keys, b.Keys...)
		}
	}
	switch {
	case m.app.over != nil:
		add(m.app.over.bindings())
		if open, ok := m.app.over.(*menu); ok {
			for _, item := range open.items {
				keys = append(keys, item.key)
			}
		}
	case m.rng.IntN(8) == 0:
		add(m.app.globals())
	case m.rng.IntN(20) == 0:
		add(m.app.screenBindings())
	default:
		add(m.app.activeBindings(m.app.current))
	}
	if m.app.lessonShown() && m.rng.IntN(3) == 0 {
		add(m.app.lessonBindings())
	}
	return slices.DeleteFunc(keys, func(key string) bool { return key == "" || key == interruptKey })
}

// otherKeys move, edit, and type.
func otherKeys() []string {
	return strings.Fields("up down left right j k h l g G home end pgup pgdown enter enter esc esc tab shift+tab " +
		"space backspace delete " +
		"ctrl+u ctrl+d ctrl+w ctrl+k ctrl+a ctrl+e / + - < > { } ? a b e i n o F y z 0 1 5 é 世")
}

// pastes are texts of all that is typed somewhere, and worse.
func pastes() []string {
	return []string{"x", "{tenant}#{at:s}", "r#", "\x1b[31m\x1b]52;c;aGk=\a", "line\nline\r\n\tline",
		strings.Repeat("long ", 300), "\u202e\u200b\xff",
		"SELECT * FROM t WHERE tenant = 'a'", "", "2026-11-20", "7d", "hash(tenant, md5, 8)", "/tmp/x", "0", "-1",
		"99999999999999999999", "{hash({tenant})}#{"}
}

// act does one random thing.
func (m *monkey) act() {
	m.keys++
	switch n := m.rng.IntN(100); {
	case n < 50:
		if known := m.known(); len(known) > 0 {
			m.press(m.pick(known))
		}
	case n < 72:
		m.press(m.pick(otherKeys()))
	case n < 75:
		m.send("paste", tea.PasteMsg{Content: m.pick(pastes())})
	case n < 80:
		x, y := m.rng.IntN(m.app.width+2), m.rng.IntN(m.app.height+2)
		m.send(fmt.Sprintf("click at %d,%d", x, y), tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	case n < 82:
		m.send("wheel", tea.MouseWheelMsg{Button: []tea.MouseButton{tea.MouseWheelUp,
			tea.MouseWheelDown}[m.rng.IntN(2)]})
		m.send("wheel", wheelMsg{})
	case n < 85:
		m.resize()
	case n < 88:
		m.newData()
	case n < 90:
		m.write()
	case n < 96:
		m.settle()
	case n < 97:
		m.send("tick", tickMsg{})
	case m.app.current.ID() != m.c.screen && m.app.over == nil:
		m.visit()
	}
}

func (m *monkey) press(key string) { m.send(key, newKeyPress(key)) }

// resize takes another size, mostly one like that of the case.
func (m *monkey) resize() {
	w, h := 20+m.rng.IntN(181), 5+m.rng.IntN(56)
	if m.rng.IntN(3) > 0 {
		w, h = max(m.c.width+m.rng.IntN(9)-4, 1), max(m.c.height+m.rng.IntN(5)-2, 1)
	}
	m.send(fmt.Sprintf("resize to %dx%d", w, h), tea.WindowSizeMsg{Width: w, Height: h})
}

// write writes the sample or a report, of one of the kinds and formats there are.
func (m *monkey) write() {
	if m.app.over != nil {
		return
	}
	m.press(m.pick([]string{"e", "e", "ctrl+s"}))
	for range m.rng.IntN(8) {
		m.press(m.pick([]string{"up", "up", "right", "right", "left"}))
	}
	m.press("enter")
	m.settle()
	m.press("enter") // over what is there
	m.settle()
}

// newData replaces the data: a live table is read on, of another there are other rows, or all of them again.
func (m *monkey) newData() {
	s := m.app.table
	switch {
	case s == nil || s.source == nil:
	case s.data.Reading && s.name == liveTable:
		if n := m.rng.IntN(8); n > 0 {
			m.live.steps <- 75 * n
		} else {
			m.live.steps <- theEnd
		}
	case s.read != nil && s.read.Rows() > 0 && !isCensus(s.read) && m.rng.IntN(2) == 0:
		part := s.read.Slice(0, m.rng.IntN(s.read.Rows())+1)
		s.read = sample.Assemble(s.read.Table, s.read.How, []*sample.Builder{part})
		m.app.analyze(s)
		m.send("fewer rows", tickMsg{})
	default:
		m.press("ctrl+r")
	}
}

// isCensus reports whether all rows of the table were counted: of such a sample there is none with fewer rows.
func isCensus(s *sample.Sample) bool {
	_, ok := s.Section(sample.CensusSection)
	return ok
}

// Errorf makes a monkey a testing.TB for checks of frames.
func (m *monkey) Errorf(format string, args ...any) { m.fell(m, fmt.Sprintf(format, args...)) }

// run does n random things, and then what always works.
func (m *monkey) run(n int) {
	ctx, cancel := context.WithCancel(context.Background())
	m.rng = rand.New(rand.NewPCG(m.c.seed, 29))
	m.start(ctx)
	for range n {
		m.act()
	}
	m.settle()
	m.undrawn = 0
	m.send("resize to 80x24", tea.WindowSizeMsg{Width: 80, Height: 24})
	for range 6 {
		m.press("esc")
	}
	m.undrawn = 0
	if m.press("f1"); m.app.over == nil ||
		!strings.Contains(m.last, "Help: ") {
		m.fell(m, "at the end f1 does not open the help:\n"+m.last)
	}
	cancel()
	m.app.shutDown()
}

// alwaysTried is the case in which a screen was asked for what it had not drawn.
func alwaysTried(c randomCase) bool {
	return c.screen == views.HeatScreen && c.height == 24 && c.table == "kinds"
}

// TestRandomKeys uses every screen of the registry at random, with every kind of table, in terminals of all sizes:
// nothing panics, each frame has the size of the terminal and no control character but colors, the loop answers, and
// no goroutine is left. Without TABLETOP_SLOW, some of the cases are tried with a few keys each.
func TestRandomKeys(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	each, part := slowtest.Pick(150, 2000), slowtest.Pick(7, 1)
	ofScreen := map[views.ID][]randomCase{}
	for i, c := range randomCases() {
		if i%part == 0 || alwaysTried(c) {
			ofScreen[c.screen] = append(ofScreen[c.screen], c)
		}
	}
	for _, screen := range slices.Sorted(maps.Keys(ofScreen)) {
		t.Run(string(screen), func(t *testing.T) {
			found := map[string]bool{}
			keys := 0
			for _, c := range ofScreen[screen] {
				m := &monkey{t: t, c: c, fell: func(m *monkey, what string) {
					if !found[what] {
						found[what] = true
						t.Errorf("%s, key %d: %s\n  after %q", m.c, m.keys, what, m.did)
					}
				}}
				m.run(each)
				keys += m.keys
			}
			t.Logf("%d cases, %d keys", len(ofScreen[screen]), keys)
		})
	}
}
