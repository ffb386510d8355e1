package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/tables"
	"tabletop/views/widget"
)

// noon is the time of the tests' clock.
func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// fakeSource is a table of rows that a test can hold up at every step: a step with a gate waits for it to be closed, or
// for its context to end.
type fakeSource struct {
	name                       string
	rows                       int
	parts                      int // samples told while reading
	describeGate, readGate     chan struct{}
	describeErr, readErr, rErr error
	families                   []string
	rules                      map[string]sample.GCRule
	tenants                    bool // keys of two kinds, each of many tenants; several cells and versions a row
	hostile                    bool
	closed                     chan struct{}
	once                       sync.Once
	readers                    int
	lost                       bool // nothing answers: a read ends before its first row
	unordered                  bool // it was redacted, and its keys got another order
}

func newFake(rows int) *fakeSource {
	return &fakeSource{name: "p/i/meters", rows: rows, families: []string{"METRIC"}, closed: make(chan struct{})}
}

// newTenants makes a table of two kinds of keys of many tenants, with a family for each way to limit what is kept.
func newTenants(rows int) *fakeSource {
	f := newFake(rows)
	age, versions := sample.GCRule{Kind: sample.GCMaxAge, Age: 36 * time.Hour},
		sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}
	f.families = []string{"age", "both", "either", "forever", "versions"}
	f.rules = map[string]sample.GCRule{"age": age, "versions": versions, "both": {Kind: sample.GCIntersection,
		Children: []sample.GCRule{age, versions}},
		"either": {Kind: sample.GCUnion, Children: []sample.GCRule{age, versions}}}
	f.tenants = true
	return f
}

func (f *fakeSource) Name() string { return f.name }

func wait(ctx context.Context, gate chan struct{}) bool {
	if gate == nil {
		return true
	}
	select {
	case <-gate:
		return true
	case <-ctx.Done():
		return false
	}
}

func (f *fakeSource) Describe(ctx context.Context) (sample.Table, error) {
	if !wait(ctx, f.describeGate) {
		return sample.Table{}, ctx.Err()
	}
	t := sample.Table{Source: f.name, Name: path.Base(f.name)}
	for _, name := range f.families {
		t.Families = append(t.Families, sample.Family{Name: name, GC: f.rules[name]})
	}
	return t, f.describeErr
}

func (f *fakeSource) key(i int) []byte {
	if f.tenants {
		if i%5 == 0 {
			return fmt.Appendf(nil, "order#tenant%03d#%08x", i%211, i*2654435761%(1<<32))
		}
		return fmt.Appendf(nil, "visit#tenant%03d#%s#%05d", i%211,
			noon().Add(-time.Duration(i)*time.Second).Format("20060102"), i%100000)
	}
	if f.hostile {
		return []byte(fmt.Sprintf("k%05d\x1b[31m\x1b]52;c;aGk=\a\r\n\t\x9b2J\xff\u202e%c", i, rune(i%256)))
	}
	return []byte(fmt.Sprintf("dev%03d#%d", i%97, 1700000000+i))
}

func (f *fakeSource) take(n int, how sample.Provenance) *sample.Sample {
	keys := make([][]byte, n)
	for i := range keys {
		keys[i] = f.key(i)
	}
	slices.SortFunc(keys, bytes.Compare)
	b := sample.NewBuilder(0)
	for i, k := range keys {
		b.Row(k)
		if f.tenants {
			f.cells(b, i)
			continue
		}
		b.Cell(f.families[i%len(f.families)], []byte("value"), 1700000000000000+int64(i)*1000, []byte(fmt.Sprint(i)))
	}
	t, _ := f.Describe(context.Background())
	return sample.Assemble(t, how, []*sample.Builder{b})
}

// cells are two cells in three of the families, a column of each with two versions.
func (f *fakeSource) cells(b *sample.Builder, i int) {
	written := noon().Add(-time.Duration(i%8_000_000) * time.Second).UnixMicro()
	for _, k := range []int{i % 2, 2 + i%2, 4} {
		for version := range int64(1 + i%2) {
			b.Cell(f.families[k], []byte{'q', byte('a' + i%7)}, written-version*3_600_000_000, []byte(fmt.Sprint(i)))
		}
	}
}

func (f *fakeSource) Sample(ctx context.Context, _ sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	f.readers++
	if f.lost {
		return f.take(0, sample.Provenance{Stopped: "an error ended the read"}), errors.New("nothing answers")
	}
	for i := range f.parts {
		n := f.rows * (i + 1) / (f.parts + 1)
		progress(sample.Progress{Stage: "reading", Rows: int64(n), Bytes: int64(n) * 30,
			Fraction: float64(i+1) / float64(f.parts+1),
			Sample:   f.take(n, sample.Provenance{})})
	}
	if !wait(ctx, f.readGate) {
		return f.take(f.rows/2, sample.Provenance{Stopped: "stopped by hand"}), nil
	}
	if f.readErr != nil {
		if f.rows == 0 {
			return nil, f.readErr
		}
		return f.take(f.rows/2, sample.Provenance{}), f.readErr
	}
	how := sample.Provenance{Complete: true}
	if f.unordered {
		how.Redacted, how.Unordered = "strings are replaced", true
	}
	return f.take(f.rows, how), nil
}

func (f *fakeSource) Row(_ context.Context, key []byte, _ int) (*sample.Sample, error) {
	if f.rErr != nil {
		return nil, f.rErr
	}
	b := sample.NewBuilder(0)
	b.Row(key)
	b.Cell("METRIC", []byte("value"), 1, []byte("whole"))
	return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), nil
}

func (f *fakeSource) Close() error {
	f.once.Do(func() { close(f.closed) }) // one fake may be opened several times
	return nil
}

// opens gives a source to whoever opens anything.
func opens(f *fakeSource) Opener {
	return func(context.Context, string) (sample.Source, error) { return f, nil }
}

// fakeCatalog lists entries in two steps.
type fakeCatalog struct {
	demos, tables []tables.Entry
	gate          chan struct{} // before the tables
	err           error
}

func (c *fakeCatalog) Where() string { return "prod/eu" }

func (c *fakeCatalog) Entries(ctx context.Context, found func([]tables.Entry)) error {
	found(c.demos)
	if !wait(ctx, c.gate) {
		return ctx.Err()
	}
	found(c.tables)
	return c.err
}

func someEntries() *fakeCatalog {
	c := &fakeCatalog{}
	for i, title := range []string{"meters of a power grid", "time series, one row a reading",
		"users and what they did"} {
		c.demos = append(c.demos, tables.Entry{Kind: "demo", Name: fmt.Sprintf("demo:e%02d", i+1), Title: title,
			Source: fmt.Sprintf("demo:e%02d", i+1)})
	}
	for _, name := range []string{"metrics", "orders", "sessions"} {
		c.tables = append(c.tables, tables.Entry{Kind: "table", Name: name, Source: "prod/eu/" + name})
	}
	return c
}

// fakeScreen is a list of n rows that states what was asked of it.
type fakeScreen struct {
	id       views.ID
	list     widget.List
	data     *views.Data
	told     int
	editing  bool
	input    widget.Input
	shown    []byte
	got      []any
	onPress  map[string]views.Request // answers to keys beside the bindings
	bindings []views.Binding
}

func (s *fakeScreen) ID() views.ID  { return s.id }
func (s *fakeScreen) Title() string { return strings.ToUpper(string(s.id[:1])) + string(s.id[1:]) }
func (s *fakeScreen) Editing() bool { return s.editing }
func (s *fakeScreen) OpenAt(key []byte) views.Request {
	s.shown = key
	return nil
}

func (s *fakeScreen) Receive(v any) views.Request {
	s.got = append(s.got, v)
	return nil
}

func (s *fakeScreen) SetData(d *views.Data) {
	s.data = d
	s.told++
	if d.Sample != nil {
		s.list.SetLen(d.Sample.Rows())
	}
}

func (s *fakeScreen) Bindings() []views.Binding {
	out := []views.Binding{
		{Keys: []string{"s"}, Name: "sort", Help: "sort by the next column",
			Run: func() views.Request { return views.Notify{Text: "sorted"} }},
		{Keys: []string{"f"}, Name: "filter", Help: "filter rows", DisabledReason: "there is nothing to filter"},
		{Keys: []string{"w"}, Name: "why", Help: "tell how the figure was counted", Run: func() views.Request {
			return views.Explain{Title: "Rows", Text: "Counted one by one.\nNothing is estimated."}
		}},
		{Keys: []string{"y"}, Name: "copy", Help: "copy the key",
			Run: func() views.Request { return views.Copy{What: "key", Text: "dev"} }},
	}
	return append(out, s.bindings...)
}

func (s *fakeScreen) Press(k tea.KeyPressMsg) views.Request {
	if r, ok := s.onPress[k.String()]; ok {
		return r
	}
	if s.editing {
		s.input.Press(k)
		return nil
	}
	s.list.Press(k.String())
	return nil
}

func (s *fakeScreen) Click(_, y int) views.Request {
	if i := s.list.RowAt(y); i >= 0 {
		s.list.SetCursor(i)
	}
	return nil
}

func (s *fakeScreen) Wheel(lines int) views.Request {
	s.list.Wheel(lines)
	return nil
}

func (s *fakeScreen) Draw(w, h int, st *widget.Styles) string {
	return s.list.Draw(st, w, h, func(i int) string { return st.Segment(i, fmt.Sprintf("row %d", i)) })
}

// appTest drives an app without a program: messages go in by hand, frames come out. Every frame is checked for its
// size.
type appTest struct {
	t   testing.TB
	app *App
	one *fakeScreen
	two *fakeScreen
}

func newRig(t testing.TB, opts Options) *appTest { return rigOf(t, opts, false) }

// rigOf is newRig, with the app's real screens when real.
func rigOf(t testing.TB, opts Options, real bool) *appTest {
	return newRigWith(t, opts, func(r *appTest) []*screen {
		if real {
			return screens()
		}
		one, two := func() views.Screen { return r.one }, func() views.Screen { return r.two }
		return []*screen{{key: "1", fresh: one}, {key: "2", fresh: two}}
	})
}

// newRigWith is newRig with other screens.
func newRigWith(t testing.TB, opts Options, registry func(*appTest) []*screen) *appTest {
	ctx, cancel := context.WithCancel(context.Background())
	if opts.Now == nil {
		opts.Now = noon
	}
	if opts.Profile == colorprofile.Unknown {
		opts.Profile = colorprofile.ASCII
	}
	r := &appTest{t: t, one: &fakeScreen{id: "one"}, two: &fakeScreen{id: "two"}}
	r.app = newApp(ctx, opts, registry(r))
	t.Cleanup(func() {
		cancel()
		r.app.shutDown()
	})
	r.app.Init()
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return r
}

func (a *appTest) send(msg tea.Msg) tea.Cmd {
	a.t.Helper()
	_, cmd := a.app.Update(msg)
	a.frame()
	return cmd
}

// settle delivers letters until nothing is under way.
func (a *appTest) settle() {
	a.t.Helper()
	for a.app.jobs.queue.active() > 0 {
		a.await("the end of all work")
	}
}

// until delivers letters until a frame holds text.
func (a *appTest) until(want string) {
	a.t.Helper()
	for !strings.Contains(a.frame(), want) {
		a.await(want)
	}
}

// untilLeft delivers letters until only n jobs are under way.
func (a *appTest) untilLeft(n int) {
	a.t.Helper()
	for a.app.jobs.queue.active() > n {
		a.await("the end of some work")
	}
}

// await delivers the next letters. The time limit only keeps a broken test from hanging.
func (a *appTest) await(what string) {
	a.t.Helper()
	select {
	case <-a.app.jobs.queue.wake:
		a.send(jobsReadyMsg{})
	case <-time.After(20 * time.Second):
		a.t.Fatalf("waited in vain for %s:\n%s", what, a.frame())
	}
}

func (a *appTest) keys(names ...string) {
	a.t.Helper()
	for _, name := range names {
		a.send(keyMsg(name))
	}
}

func keyMsg(name string) tea.KeyPressMsg {
	special := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "down": tea.KeyDown, "up": tea.KeyUp,
		"f1":        tea.KeyF1,
		"backspace": tea.KeyBackspace, "tab": tea.KeyTab}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// frame is the text of the screen, without styles.
func (a *appTest) frame() string {
	a.t.Helper()
	content := a.app.View().Content
	if a.app.width > 0 {
		viewtest.CheckFrame(a.t, content, a.app.terminal, a.app.height)
	}
	return ansi.Strip(content)
}

// shows fails when the screen does not show all of the texts.
func (a *appTest) shows(texts ...string) {
	a.t.Helper()
	frame := a.frame()
	for _, text := range texts {
		if !strings.Contains(frame, text) {
			a.t.Errorf("%q is not on screen:\n%s", text, frame)
		}
	}
}

func (a *appTest) hides(texts ...string) {
	a.t.Helper()
	frame := a.frame()
	for _, text := range texts {
		if strings.Contains(frame, text) {
			a.t.Errorf("%q is on screen:\n%s", text, frame)
		}
	}
}

// golden compares the screen with a file of testdata.
func (a *appTest) golden(name string) {
	a.t.Helper()
	viewtest.Compare(a.t, fmt.Sprintf("%s-%dx%d.txt", name, a.app.width, a.app.height), a.frame())
}
