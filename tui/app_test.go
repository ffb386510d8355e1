package tui

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"tabletop/internal/slowtest"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/widget"
)

// sizes are those that screens are tested at, around every limit of the layout.
func sizes() [][2]int {
	return [][2]int{{80, 24}, {200, 60}, {40, 12}, {41, 13}, {60, 20}, {100, 30}, {120, 12}, {40, 60}, {300, 90},
		{39, 12}, {40, 11}, {10, 3}, {1, 1}}
}

// TestUpdateFlagIsOff keeps golden files from being rewritten by a test run that means to check them.
func TestUpdateFlagIsOff(t *testing.T) {
	if flag.Lookup("update").Value.String() == "true" {
		t.Error("golden files were written anew; run again without -update")
	}
}

// TestGolden draws every state of the frame at the two sizes that are looked at.
func TestGolden(t *testing.T) {
	states := []struct {
		name  string
		opts  func() Options
		drive func(*appTest)
	}{
		{"connecting", func() Options {
			return Options{Source: "prod/eu/meters", Open: func(ctx context.Context, _ string) (sample.Source, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}}
		}, func(r *appTest) {}},
		{"failed", func() Options {
			return Options{Source: "prod/eu/meters", Open: func(context.Context, string) (sample.Source, error) {
				return nil, errors.New("table \"meters\" does not exist in prod/eu\ntabletop prod/eu lists its tables")
			}}
		}, (*appTest).settle},
		{"reading", func() Options {
			f := newFake(400)
			f.parts, f.readGate = 1, make(chan struct{}) // of more, some may be skipped
			return Options{Source: f.name, Open: opens(f)}
		}, func(r *appTest) { r.until("50%"); r.untilLeft(1) }},
		{"read", func() Options { return Options{Source: "x", Open: opens(newFake(400))} }, (*appTest).settle},
		{"picker", func() Options { return Options{Catalog: someEntries()} }, (*appTest).settle},
		{"picked", func() Options { return Options{Catalog: someEntries()} },
			func(r *appTest) { r.settle(); r.keys("/", "s", "e", "r") }},
		{"help", func() Options { return Options{Source: "x", Open: opens(newFake(400))} },
			func(r *appTest) { r.settle(); r.keys("?") }},
		{"palette", func() Options { return Options{Source: "x", Open: opens(newFake(400))} },
			func(r *appTest) { r.settle(); r.keys(":", "t", "h", "e") }},
		{"explain", func() Options { return Options{Source: "x", Open: opens(newFake(400))} },
			func(r *appTest) { r.settle(); r.keys("w") }},
	}
	for _, state := range states {
		for _, size := range [][2]int{{80, 24}, {200, 60}} {
			t.Run(fmt.Sprintf("%s-%dx%d", state.name, size[0], size[1]), func(t *testing.T) {
				opts := state.opts()
				// what inference thinks of the keys is not tested here
				opts.Layouts = func(string) (rowkey.Set, error) {
					l, err := rowkey.Parse("{device}#{at:s}")
					return rowkey.Set{l}, err
				}
				r := newRig(t, opts)
				r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				state.drive(r)
				r.golden(state.name)
			})
		}
	}
}

// TestSizes draws every kind of frame at many sizes, in every theme; rig checks that each frame fits.
func TestSizes(t *testing.T) {
	for i, theme := range widget.Themes() {
		r := newRig(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries(), Theme: theme,
			Profile: colorprofile.TrueColor})
		r.settle()
		all := sizes()
		if i > 0 && !slowtest.On() {
			all = all[:2]
		}
		for _, size := range all {
			for _, keys := range [][]string{nil, {"?"}, {":"}, {"w"}, {"0"}, {"2"}} {
				r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				r.keys(keys...)
				r.settle()
				r.keys("esc")
			}
		}
		r.send(tea.WindowSizeMsg{Width: 60, Height: 11})
		r.shows("tabletop needs 40 × 12 cells; this terminal has 60 × 11.")
	}
}

// TestTooSmallIsTheTerminal verifies that a terminal that is too small is told its own size, also where frames for a
// screen reader have another width.
func TestTooSmallIsTheTerminal(t *testing.T) {
	r := newRig(t, Options{Plain: true, Source: "x", Open: opens(newFake(3))})
	r.send(tea.WindowSizeMsg{Width: 36, Height: 10})
	r.shows("this terminal has 36 times 10.")
}

func TestPipeline(t *testing.T) {
	f := newFake(400)
	f.parts, f.describeGate, f.readGate = 4, make(chan struct{}), make(chan struct{})
	now := noon()
	r := newRig(t, Options{Source: f.name, Open: opens(f), Now: func() time.Time { return now }})
	r.until("reading the description")
	if r.one.told != 0 {
		t.Error("a screen was told of a table that is not described yet")
	}
	close(f.describeGate)
	r.until("80%")
	now = now.Add(analyzeEvery)
	r.send(tickMsg{})
	r.untilLeft(1) // the rows read so far are analyzed meanwhile
	if d := r.one.data; d == nil || d.Sample == nil || d.Sample.Rows() != 320 || !d.Reading {
		t.Errorf("while reading the screen knows %+v", d)
	}
	close(f.readGate)
	r.settle()
	d := r.one.data
	if d.Sample.Rows() != 400 || d.Reading || d.Inferred == nil || d.Profile == nil {
		t.Errorf("at the end the screen knows %+v", d)
	}
	r.shows("all 400 rows")
	if r.two.told != 0 {
		t.Error("a screen out of sight was told")
	}
	r.keys("2")
	if r.two.data != d {
		t.Error("a screen that comes up is not told")
	}
}

// TestLateAnswers: whatever an earlier table still answers changes nothing, and its source is closed.
func TestLateAnswers(t *testing.T) {
	slow, fast := newFake(100), newFake(50)
	slow.name, fast.name = "slow", "fast"
	slow.parts, slow.readGate = 1, make(chan struct{})
	sources := map[string]*fakeSource{"slow": slow, "fast": fast}
	r := newRig(t, Options{Source: "slow", Open: func(_ context.Context, name string) (sample.Source, error) {
		return sources[name], nil
	}})
	r.until("50%")
	r.one.onPress = map[string]views.Request{";": views.OpenTable{Source: "fast"}}
	r.keys(";")
	r.settle()
	<-slow.closed
	if d := r.one.data; d.Source != "fast" || d.Sample.Rows() != 50 {
		t.Errorf("the screen shows %s with %d rows", d.Source, d.Sample.Rows())
	}
}

// TestOpenedTooLate: a source that is there only after another was opened is closed.
func TestOpenedTooLate(t *testing.T) {
	slow, fast := newFake(1), newFake(1)
	begun, gate := make(chan struct{}), make(chan struct{})
	r := newRig(t, Options{Source: "slow", Open: func(_ context.Context, name string) (sample.Source, error) {
		if name == "slow" {
			close(begun)
			<-gate // an opener that does not look at its context
			return slow, nil
		}
		return fast, nil
	}})
	<-begun
	r.app.open("fast")
	close(gate)
	r.settle()
	<-slow.closed
}

func TestStop(t *testing.T) {
	f := newFake(400)
	f.parts, f.readGate = 1, make(chan struct{})
	r := newRig(t, Options{Source: f.name, Open: opens(f)})
	r.until("50%")
	r.keys("x")
	r.shows("stopping: reading")
	r.settle()
	r.shows("≈ 200 rows", "stopped early")
	if d := r.one.data; d.Sample.Rows() != 200 || d.Profile == nil {
		t.Error("what was read before the stop was not kept or not described")
	}
	r.keys("x")
	r.shows("nothing is running")
}

// TestStopConnecting: stopping before there is a table says so, and continues from there when asked to.
func TestStopConnecting(t *testing.T) {
	f := newFake(4)
	f.describeGate = make(chan struct{})
	r := newRig(t, Options{Source: f.name, Open: opens(f)})
	r.until("reading the description")
	r.keys("x")
	r.settle()
	r.shows("stopped before the table was open", "^r try again")
	close(f.describeGate)
	r.keys("ctrl+r")
	r.settle()
	r.shows("all 4 rows")
}

// TestOptionsOfTables: each table is sampled as its kind asks for, has its own declared layouts, and what is declared
// in the app is kept for it.
func TestOptionsOfTables(t *testing.T) {
	var sampled, kept []string
	r := newRig(t, Options{Source: "first", Open: func(context.Context, string) (sample.Source, error) {
		return newFake(5), nil
	},
		Layouts: func(name string) (rowkey.Set, error) {
			if name == "first" {
				return rowkey.Set{}, nil
			}
			return nil, nil
		},
		Keep: func(name string, set rowkey.Set) (string, error) {
			kept = append(kept, fmt.Sprint(name, set == nil))
			return "a \x1b file", nil
		},
		Sample: func(name string) sample.Options { sampled = append(sampled, name); return sample.Options{} }})
	r.settle()
	if !r.one.data.Declared {
		t.Error("the declared layouts are not in force")
	}
	r.app.open("second")
	r.settle()
	if r.one.data.Declared || fmt.Sprint(sampled) != "[first second]" {
		t.Errorf("declared %v, sampled %v", r.one.data.Declared, sampled)
	}
	r.app.declare(rowkey.Set{})
	r.settle()
	r.shows(`kept in a \x1b file`)
	r.app.declare(nil)
	r.settle()
	r.shows("nothing is kept")
	if got := fmt.Sprint(kept); got != "[secondfalse secondtrue]" {
		t.Errorf("kept: %s", got)
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("the connection to prod/eu was lost\x1b[31m\nCheck the network, then press ctrl+r")
	t.Run("describe", func(t *testing.T) {
		f := newFake(10)
		f.describeErr = broken
		r := newRig(t, Options{Source: f.name, Open: opens(f)})
		r.settle()
		r.shows(`✖ the connection to prod/eu was lost\x1b[31m`, "Check the network", "^r try again")
		f.describeErr = nil
		r.keys("ctrl+r")
		r.settle()
		r.shows("all 10 rows", "row 0")
	})
	t.Run("read", func(t *testing.T) {
		f := newFake(10)
		f.readErr = broken
		r := newRig(t, Options{Source: f.name, Open: opens(f)})
		r.settle()
		r.shows("row 0", "≈ 5 rows", "✖ broken off (! shows why)")
		r.keys("!")
		r.shows("What went wrong", `lost\x1b[31m`, "Check the network")
		r.keys("esc")
		f.readErr = nil
		r.keys("ctrl+r")
		r.settle()
		r.shows("all 10 rows")
		r.hides("✖ broken off (! shows why)")
	})
	t.Run("nothing read", func(t *testing.T) {
		f := newFake(0)
		f.readErr = broken
		r := newRig(t, Options{Source: f.name, Open: opens(f)})
		r.settle()
		r.shows("✖ broken off (! shows why)")
	})
	t.Run("row", func(t *testing.T) {
		f := newFake(10)
		f.rErr = broken
		r := newRig(t, Options{Source: f.name, Open: opens(f)})
		r.settle()
		r.one.onPress = map[string]views.Request{";": views.Fetch{Key: []byte("a")}}
		r.keys(";")
		r.settle()
		r.shows("✖ the connection to prod/eu was lost")
	})
	t.Run("catalog", func(t *testing.T) {
		c := someEntries()
		c.err = errors.New("prod/eu did not answer\nCheck BIGTABLE_EMULATOR_HOST")
		r := newRig(t, Options{Catalog: c})
		r.settle()
		r.shows("demo:e01", "✖ prod/eu did not answer", "Check BIGTABLE")
		c.err = nil
		r.keys("ctrl+r")
		r.settle()
		r.shows("demo:e01", "sessions")
		r.hides("did not answer")
	})
}

func TestRequests(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(20))})
	r.settle()
	var unknown struct{ what int }
	r.one.onPress = map[string]views.Request{
		"a": views.OpenScreen{Screen: "two", Key: []byte("k")},
		"b": views.All{views.OpenScreen{Screen: "two"}, views.Notify{Text: "both done"}},
		"c": views.OpenScreen{Screen: "nowhere"},
		"d": views.Fetch{Key: []byte("dev")},
		"E": views.Work{Name: "add", Run: func(context.Context) any { return 42 }},
		"n": unknown,
		"p": views.SetLayouts{Layouts: rowkey.Set{}},
		";": views.SetLayouts{},
	}
	r.keys("a")
	if string(r.two.shown) != "k" {
		t.Errorf("two was shown %q", r.two.shown)
	}
	r.keys("esc", "b")
	r.shows("both done", "2 Two")
	r.keys("esc", "c")
	r.shows(`no screen "nowhere"`)
	r.keys("d", "E")
	r.settle()
	if len(r.one.got) != 2 {
		t.Fatalf("one received %v", r.one.got)
	}
	for _, v := range r.one.got {
		switch v := v.(type) {
		case int:
			if v != 42 {
				t.Errorf("work came to %d", v)
			}
		case *sample.Sample:
			if string(v.Key(0)) != "dev" {
				t.Errorf("fetched %q", v.Key(0))
			}
		default:
			t.Errorf("received %T", v)
		}
	}
	r.keys("n")
	r.shows("does not know")
	r.keys("p")
	r.settle()
	if !r.one.data.Declared {
		t.Error("layouts were not declared")
	}
	r.keys(";")
	r.settle()
	if r.one.data.Declared {
		t.Error("the inferred layouts are not back")
	}
}

// TestWorkReplaced: a later work of the same name makes the earlier one's result void.
func TestWorkReplaced(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(1))})
	r.settle()
	first := views.Work{Name: "w", Run: func(ctx context.Context) any { <-ctx.Done(); return "first" }}
	second := views.Work{Name: "w", Run: func(context.Context) any { return "second" }}
	r.one.onPress = map[string]views.Request{"a": first, "b": second}
	r.keys("a", "b")
	r.settle()
	if fmt.Sprint(r.one.got) != "[second]" {
		t.Errorf("received %v", r.one.got)
	}
}

func TestKeys(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(20)), Catalog: someEntries()})
	r.settle()
	r.keys("s")
	r.shows("sorted")
	r.keys("f")
	r.shows("filter: there is nothing to filter")
	r.keys("j", "j")
	if r.one.list.Cursor() != 2 {
		t.Errorf("the cursor is at %d", r.one.list.Cursor())
	}
	r.send(toastMsg(1))
	r.hides("sorted")
	r.shows("there is nothing")
	r.send(toastMsg(2))
	r.hides("there is nothing")
	r.keys("?")
	r.shows("sort by the next column", "Find and go", "Screens")
	r.keys("j", "esc", "w")
	r.shows("Nothing is estimated.")
	r.keys("w")
	r.hides("Nothing is estimated.")
	r.keys("esc")
	r.shows("q leaves")
	r.keys("2", "0")
	r.settle()
	r.shows("demo:e02", "find")
	r.keys("esc", "esc")
	r.shows("1 One")
	r.keys("T", "enter")
	r.shows("theme dark")
	r.send(tea.KeyPressMsg{Code: tea.KeyF2})
	if r.app.View().MouseMode != tea.MouseModeNone {
		t.Error("the mouse is still taken")
	}
	r.send(tea.KeyPressMsg{Code: tea.KeyF2})
	if r.app.View().MouseMode != tea.MouseModeCellMotion {
		t.Error("the mouse is not back")
	}
}

// TestTyping: while a screen takes text, letters are text, and what is pasted too.
func TestTyping(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(20))})
	r.settle()
	r.one.editing = true
	r.keys("q", "1", "?", ":", "s")
	r.send(tea.PasteMsg{Content: " {a}#\x1b{b}\n"})
	if r.one.input.Text() != "q1?:s {a}#{b}" {
		t.Errorf("typed %q", r.one.input.Text())
	}
	r.keys("f1")
	r.shows("Find and go")
}

func TestPicker(t *testing.T) {
	c := someEntries()
	c.gate = make(chan struct{})
	var openedName string
	r := newRig(t, Options{Catalog: c, Open: func(_ context.Context, name string) (sample.Source, error) {
		openedName = name
		return newFake(5), nil
	}})
	r.until("demo:e03")
	r.shows("listing tables of prod/eu")
	close(c.gate)
	r.settle()
	r.shows("sessions")
	r.keys("1")
	r.shows("0 Tables")
	r.keys("/", "o", "r", "d", "enter")
	r.settle()
	if openedName != "prod/eu/orders" {
		t.Errorf("opened %q", openedName)
	}
	r.shows("all 5 rows", "1 One")
}

func TestPalette(t *testing.T) {
	c := someEntries()
	r := newRig(t, Options{Catalog: c, Open: opens(newFake(5))})
	r.settle()
	r.keys("ctrl+p", "s", "e", "s", "s", "i", "o", "enter")
	r.settle()
	r.shows("all 5 rows")
	r.keys(":", "s", "c", "r", "e", "e", "n", "space", "t", "w", "o")
	r.keys("enter")
	if r.app.current.held != r.two {
		t.Errorf("the screen is %s", r.app.current.Title())
	}
	r.keys(":", "Z", "Z")
	r.shows("nothing has such a name", "first key from there on")
	r.keys("esc")
	r.hides("nothing has such a name")
	r.keys(":", "\\", "q", "Z", "enter")
	r.shows(`byte 0 of the key`)
	r.keys("esc", ":", "Z", "Z", "enter")
	r.shows(`there is no screen "keys"`) // of the two made-up screens of this test
}

func TestQuit(t *testing.T) {
	leaves := func(cmd tea.Cmd) bool {
		if cmd == nil {
			return false
		}
		switch msg := cmd().(type) {
		case tea.QuitMsg:
			return true
		case tea.BatchMsg:
			for _, c := range msg {
				if c != nil {
					if _, ok := c().(tea.QuitMsg); ok {
						return true
					}
				}
			}
		}
		return false
	}
	r := newRig(t, Options{Source: "x", Open: opens(newFake(5))})
	r.settle()
	r.keys("2")
	r.keys("esc")
	if r.app.current.held != r.one {
		t.Error("esc does not go back")
	}
	if !leaves(r.send(keyMsg("q"))) || r.app.quit != nil {
		t.Errorf("q on the first screen does not quit plainly: %v", r.app.quit)
	}
	r.keys("?")
	if !leaves(r.send(keyMsg("ctrl+c"))) {
		t.Error("ctrl+c does not quit")
	}
	var ended *SignalError
	if !errors.As(r.app.quit, &ended) || ended.ExitCode() != 130 {
		t.Errorf("ctrl+c ends with %v", r.app.quit)
	}
}

func TestMouse(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(100))})
	r.settle()
	r.send(tea.MouseClickMsg{X: 5, Y: 7, Button: tea.MouseLeft})
	if r.one.list.Cursor() != 4 {
		t.Errorf("a click on the fifth line went to row %d", r.one.list.Cursor())
	}
	// The first notch moves at once; the next ones wait for the end of the frame and are applied together.
	for range 5 {
		r.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	}
	if r.one.list.Cursor() != 7 {
		t.Errorf("after five notches in a frame the cursor is at %d", r.one.list.Cursor())
	}
	r.send(wheelMsg{})
	if r.one.list.Cursor() != 19 {
		t.Errorf("at the end of the frame the cursor is at %d", r.one.list.Cursor())
	}
}

// TestHostile: what a table calls itself never reaches the terminal as it is.
func TestHostile(t *testing.T) {
	evil := "p/i/\x1b]0;owned\a\x1b[2J\r\n\u202etable\xff"
	f := newFake(50)
	f.name, f.hostile, f.families = evil, true, []string{"a", "b\x1b[31m"}
	f.readErr = errors.New("row \"\x1b[2J\" is too large")
	c := someEntries()
	c.tables[0].Name, c.tables[0].Title = evil, evil
	c.err = errors.New(evil)
	r := newRig(t, Options{Source: evil, Open: opens(f), Catalog: c, Profile: colorprofile.ASCII})
	check := func() {
		t.Helper()
		content := r.app.View().Content + r.app.View().WindowTitle
		for _, bad := range []string{"\x1b]", "\a", "\x1b[2J", "\r", "\u202e", "\xff", "\x1b[31m"} {
			if strings.Contains(content, bad) {
				t.Fatalf("%q is on the screen: %q", bad, content)
			}
		}
	}
	check()
	r.settle()
	check()
	for _, key := range []string{"!", "esc", "0", ":", "t"} {
		r.keys(key)
		r.settle()
		check()
	}
}

// TestCache: nothing is drawn twice for the same state.
func TestCache(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(100))})
	r.settle()
	drawn := r.app.View().Content
	r.one.list.SetCursor(50) // behind the app's back
	r.send(struct{}{})
	if r.app.View().Content != drawn {
		t.Error("a message that means nothing had the frame drawn again")
	}
	r.keys("j")
	if r.app.View().Content == drawn {
		t.Error("a key did not have the frame drawn again")
	}
}

func TestThemes(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(3)), Profile: colorprofile.TrueColor})
	r.settle()
	if r.app.styles.Theme() != widget.Dark {
		t.Error("the theme does not start dark")
	}
	r.send(tea.BackgroundColorMsg{Color: white{}})
	if r.app.styles.Theme() != widget.Light {
		t.Error("a light background does not bring the light theme")
	}
	r.send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	if strings.Contains(r.app.View().Content, "38;2") {
		t.Error("there are colors on a terminal without")
	}
	a := newRig(t, Options{Source: "x", Open: opens(newFake(3)), ASCII: true})
	a.settle()
	for _, c := range a.frame() {
		if c > '~' {
			t.Fatalf("%q is not ASCII", c)
		}
	}
}

type white struct{}

func (white) RGBA() (r, g, b, a uint32) { return 0xffff, 0xffff, 0xffff, 0xffff }

// BenchmarkKey is one key press and the frame after it on a screen of a million rows, 200 × 60 cells. The limit is 16
// ms.
func BenchmarkKey(b *testing.B) {
	r := newRig(b, Options{Source: "x", Open: opens(newFake(10)), Profile: colorprofile.TrueColor})
	r.settle()
	r.app.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	r.one.list.SetLen(1_000_000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		key := "j"
		if i%7 == 0 {
			key = "G"
		} else if i%11 == 0 {
			key = "g"
		}
		r.app.Update(keyMsg(key))
		_ = r.app.View()
	}
}

// BenchmarkIdleMessage is a message that changes nothing: the library asks for a view all the same.
func BenchmarkIdleMessage(b *testing.B) {
	r := newRig(b, Options{Source: "x", Open: opens(newFake(10))})
	r.settle()
	for b.Loop() {
		r.app.Update(struct{}{})
		_ = r.app.View()
	}
}

// BenchmarkFirstFrame is what the app needs for its first frame once the terminal told its size. Beside it, the start
// of the program takes about 10 ms of CPU; the limit of both is 60 ms.
func BenchmarkFirstFrame(b *testing.B) {
	for b.Loop() {
		ctx, cancel := context.WithCancel(context.Background())
		a := New(ctx, Options{Source: "x", Open: opens(newFake(1)), Now: noon})
		a.Init()
		a.Update(tea.WindowSizeMsg{Width: 140, Height: 40})
		_ = a.View()
		cancel()
		a.shutDown()
	}
}
