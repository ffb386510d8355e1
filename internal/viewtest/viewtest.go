// Package viewtest helps to test screens: tables to show, keys to press, and what must hold of every frame.
package viewtest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"tabletop/internal/slowtest"
	"tabletop/views"
	"tabletop/views/widget"
)

var update = flag.Bool("update", false, "write the golden files again")

// Mono are styles without color.
func Mono() *widget.Styles { return widget.NewStyles(widget.Mono, colorprofile.ASCII) }

// Colors are styles with all colors.
func Colors() *widget.Styles { return widget.NewStyles(widget.Dark, colorprofile.TrueColor) }

// Key makes a key press of its name, as tea.KeyPressMsg.String gives it.
func Key(name string) tea.KeyPressMsg {
	codes := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab,
		"backspace": tea.KeyBackspace, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome,
		"end": tea.KeyEnd}
	if c, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: c}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		r, _ := utf8.DecodeRuneInString(rest)
		return tea.KeyPressMsg{Code: r, Mod: tea.ModCtrl}
	}
	r, _ := utf8.DecodeRuneInString(name)
	return tea.KeyPressMsg{Code: r, Text: name}
}

// Press presses keys as the app does: a binding that works runs, other keys go to Press; Work that is asked for is done
// at once and its result handed back. It returns what else was asked for.
func Press(t testing.TB, s views.Screen, names ...string) []views.Request {
	t.Helper()
	var asked []views.Request
	for _, name := range names {
		asked = append(asked, RunWork(s, press(s, name))...)
	}
	return asked
}

// Type presses the letters of text one by one.
func Type(t testing.TB, s views.Screen, text string) []views.Request {
	t.Helper()
	var asked []views.Request
	for _, r := range text {
		asked = append(asked, Press(t, s, string(r))...)
	}
	return asked
}

func press(s views.Screen, name string) views.Request {
	if !s.Editing() {
		for _, binding := range s.Bindings() {
			for _, k := range binding.Keys {
				if k == name {
					if binding.DisabledReason != "" {
						return views.Notify{Text: binding.DisabledReason}
					}
					return binding.Run()
				}
			}
		}
	}
	return s.Press(Key(name))
}

// RunWork does the Work in a request, hands the results to the screen, and returns the other requests. The screen is
// drawn after each result: in the app a person sees it while what the result makes it ask for is being done.
func RunWork(s views.Screen, r views.Request) []views.Request {
	return runWork(s, r, func() { s.Draw(80, 24, Mono()) })
}

// runWork is RunWork, with received in place of drawing.
func runWork(s views.Screen, r views.Request, received func()) []views.Request {
	switch request := r.(type) {
	case nil:
		return nil
	case views.All:
		var rest []views.Request
		for _, one := range request {
			rest = append(rest, runWork(s, one, received)...)
		}
		return rest
	case views.Work:
		run := request.Run
		if request.Reports != nil {
			run = func(ctx context.Context) any {
				return request.Reports(ctx, func(step any) { s.(views.Receiver).Receive(step) })
			}
		}
		if result := run(context.Background()); result != nil {
			next := s.(views.Receiver).Receive(result)
			received()
			return runWork(s, next, received)
		}
		return nil
	}
	return []views.Request{r}
}

// SetData hands data to a screen as the app does, and returns what it asks for besides Work.
func SetData(s views.Screen, d *views.Data) []views.Request {
	s.SetData(d)
	if w, ok := s.(views.WorkRequester); ok {
		return RunWork(s, w.RequestWork())
	}
	return nil
}

// Sizes are window sizes worth drawing: what people have, and what breaks screens.
func Sizes() [][2]int {
	return [][2]int{{80, 24}, {200, 60}, {40, 12}, {80, 21}, {100, 30}, {132, 43}, {160, 50}, {60, 20}, {20, 5},
		{10, 3}, {3, 2}, {2, 8}, {1, 1}, {300, 4}, {0, 0}, {1, 40}, {150, 9}}
}

// sgr is the one kind of sequence a frame may hold: colors and attributes.
var sgr = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// CheckFrame fails the test when a frame has not exactly h lines, one is wider than w, or something in it is not plain
// printable text and colors.
func CheckFrame(t interface{ Errorf(string, ...any) }, frame string, w, h int) {
	if t, ok := t.(testing.TB); ok {
		t.Helper()
	}
	lines := strings.Split(frame, "\n")
	if len(lines) != h && !(h == 0 && frame == "") {
		t.Errorf("%dx%d: %d lines", w, h, len(lines))
	}
	for y, line := range lines {
		if n := ansi.StringWidth(line); n > w {
			t.Errorf("%dx%d: line %d is %d wide: %q", w, h, y, n, line)
		}
		for _, r := range sgr.ReplaceAllString(line, "") {
			if r == utf8.RuneError || !unicode.IsPrint(r) {
				t.Errorf("%dx%d: line %d holds %U: %q", w, h, y, r, line)
				break
			}
		}
	}
}

// CheckSizes draws the screen at all Sizes, plain and in color, and checks each frame.
func CheckSizes(t testing.TB, s views.Screen) {
	t.Helper()
	for k, st := range []*widget.Styles{Mono(), Colors()} {
		for i, size := range Sizes() {
			if k > 0 && i%4 > 0 && !slowtest.On() {
				continue // colors change no widths
			}
			CheckFrame(t, s.Draw(size[0], size[1], st), size[0], size[1])
		}
	}
}

// Walk draws a fresh screen, gives it each table of All, and draws it again after every key.
func Walk(t *testing.T, fresh func() views.Screen, keys ...string) {
	for name, data := range All() {
		t.Run(name, func(t *testing.T) {
			s := fresh()
			CheckSizes(t, s)
			SetData(s, data)
			CheckSizes(t, s)
			for _, key := range keys {
				Press(t, s, key)
				CheckSizes(t, s)
			}
		})
	}
}

// Golden draws the screen without color at 80x24, 200x60 and 40x12 and compares with the files testdata/NAME.SIZE.
func Golden(t *testing.T, s views.Screen, name string) {
	t.Helper()
	for _, size := range [][2]int{{80, 24}, {200, 60}, {40, 12}} {
		file := fmt.Sprintf("%s.%dx%d", name, size[0], size[1])
		t.Run(file, func(t *testing.T) {
			frame := s.Draw(size[0], size[1], widget.NewStyles(widget.Mono, colorprofile.NoTTY))
			CheckFrame(t, frame, size[0], size[1])
			Compare(t, file, frame)
		})
	}
}

// Compare compares a frame, without colors and spaces at line ends, with the file testdata/NAME.
func Compare(t testing.TB, name, frame string) {
	t.Helper()
	lines := strings.Split(ansi.Strip(frame), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	got := strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got:\n%s", name, diff)
	}
}
