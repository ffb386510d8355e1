package tui

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"tabletop/internal/demotest"
	"tabletop/internal/picture"
	"tabletop/model/demo"
	"tabletop/model/lesson"
	"tabletop/model/sample"
	"tabletop/views/widget"
)

var pictures = flag.Bool("pictures", false, "draw the pictures of docs/pictures anew")

// driver plays a script: a person at the app, in words. A line is one of
//
//	open SOURCE [WxH] [theme]   a fresh start of the app
//	lesson NAME [WxH]           a fresh start in a lesson
//	press KEY...                each key after all work is done
//	type TEXT                   letter by letter
//	click TEXT, wheel N         on the first place of a text; N lines down
//	size WxH
//	see TEXT, not TEXT          on screen now
//	at SCREEN                   which screen is up
//	cursor TEXT                 the line under the cursor holds it
//	snap NAME                   a picture for docs/pictures
//	record NAME, stop           a film of all frames in between
//
// Every frame is checked for its size. TABLETOP_WATCH=500ms shows each step for so long on the terminal:
//
//	TABLETOP_WATCH=500ms go test ./tui -run TestDrive/heat
type driver struct {
	t     *testing.T
	app   *appTest
	where string // file and line
	theme widget.Theme
	watch time.Duration
	film  []picture.Frame // while recording; nil otherwise
	name  string          // of the film
}

// TestDrive plays every script of testdata/drive.
func TestDrive(t *testing.T) {
	files, err := filepath.Glob("testdata/drive/*.script")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".script"), func(t *testing.T) {
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := &driver{t: t}
			if w := os.Getenv("TABLETOP_WATCH"); w != "" {
				if d.watch, err = time.ParseDuration(w); err != nil {
					t.Fatal(err)
				}
			}
			for i, line := range strings.Split(string(script), "\n") {
				if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
					continue
				}
				d.where = fmt.Sprintf("%s:%d: %s", filepath.Base(file), i+1, line)
				word, rest, _ := strings.Cut(line, " ")
				d.step(word, rest)
			}
		})
	}
}

func (d *driver) step(word, rest string) {
	d.t.Helper()
	if d.app == nil && word != "open" && word != "lesson" {
		d.t.Fatalf("%s: nothing is open", d.where)
	}
	switch word {
	case "open", "lesson":
		d.start(word, strings.Fields(rest))
	case "press":
		for _, key := range strings.Fields(rest) {
			d.app.send(newKeyPress(key))
			d.settle(time.Second)
		}
	case "type":
		for _, l := range rest {
			d.app.send(tea.KeyPressMsg{Code: l, Text: string(l)})
			d.settle(150 * time.Millisecond)
		}
	case "click":
		d.app.clickOn(rest)
		d.settle(time.Second)
	case "wheel":
		n, err := strconv.Atoi(rest)
		d.check(err == nil, "no number")
		button := tea.MouseWheelDown
		if n < 0 {
			n, button = -n, tea.MouseWheelUp
		}
		for range n {
			d.app.send(tea.MouseWheelMsg{X: d.app.app.width / 2, Y: d.app.app.height / 2, Button: button})
			d.app.send(wheelMsg{})
		}
		d.settle(time.Second)
	case "size":
		d.size(rest)
		d.settle(time.Second)
	default:
		d.look(word, rest)
	}
}

// look handles the steps that change nothing.
func (d *driver) look(word, rest string) {
	d.t.Helper()
	frame := d.app.frame()
	switch word {
	case "see":
		d.check(strings.Contains(frame, rest), "it is not on screen")
	case "not":
		d.check(!strings.Contains(frame, rest), "it is on screen")
	case "at":
		d.check(d.app.app.current.Title() == rest, "the screen is "+d.app.app.current.Title())
	case "cursor":
		found := false
		for _, line := range strings.Split(frame, "\n") {
			found = found || isCursorLine(line) && strings.Contains(line, rest)
		}
		d.check(found, "the cursor is elsewhere")
	case "snap":
		d.draw(rest, func(b *bytes.Buffer, st picture.Style) error {
			return picture.Still(b, d.app.app.View().Content, st)
		})
	case "record":
		d.film, d.name = []picture.Frame{}, rest
		d.settle(2 * time.Second)
	case "stop":
		d.draw(d.name, func(b *bytes.Buffer, st picture.Style) error { return picture.Film(b, d.film, st) })
		d.film = nil
	default:
		d.t.Fatalf("%s: unknown step", d.where)
	}
}

func (d *driver) check(ok bool, problem string) {
	d.t.Helper()
	if !ok {
		d.t.Fatalf("%s: %s\n%s", d.where, problem, d.app.frame())
	}
}

// start opens the app again: what comes after the source is a size or a theme.
func (d *driver) start(word string, args []string) {
	d.t.Helper()
	d.check(len(args) > 0, "nothing to open")
	d.theme = widget.Dark
	size := "80x24"
	for _, a := range args[1:] {
		if strings.Contains(a, "x") && a[0] >= '0' && a[0] <= '9' {
			size = a
		} else {
			d.theme = widget.Theme(a)
		}
	}
	opts := Options{Open: d.opener(), Theme: d.theme, Profile: colorprofile.TrueColor, Catalog: someEntries(),
		Files: &fakeFiles{}, Progress: &fakeProgress{}}
	if word == "lesson" {
		opts.Lesson, opts.LessonStep = lesson.Find(args[0]), -1
		d.check(opts.Lesson != nil, "there is no such lesson")
	} else if args[0] != "tables" {
		opts.Source = args[0]
	}
	d.app = rigOf(d.t, opts, true)
	d.size(size)
	d.settle(time.Second)
}

// opener opens demo tables: of few rows, which is much faster, unless pictures are drawn.
func (d *driver) opener() Opener {
	if *pictures {
		return openDemo
	}
	return func(_ context.Context, name string) (sample.Source, error) {
		_, table, err := demo.Find(name)
		if err != nil {
			return nil, err
		}
		const rows = 3000
		s := demotest.Table(table, noon(), rows)
		s.Table.Source = name
		return demoSource{s}, nil
	}
}

func (d *driver) size(s string) {
	var w, h int
	_, err := fmt.Sscanf(s, "%dx%d", &w, &h)
	d.check(err == nil, "no size")
	d.app.send(tea.WindowSizeMsg{Width: w, Height: h})
}

// settle waits for all work, and shows and records the frame that is then on screen.
func (d *driver) settle(hold time.Duration) {
	d.t.Helper()
	d.app.settle()
	d.app.frame()
	if d.film != nil {
		d.film = append(d.film, picture.Frame{Content: d.app.app.View().Content, Hold: hold})
	}
	if d.watch > 0 {
		fmt.Fprintf(os.Stderr, "\x1b[H\x1b[2J%s\n%s", strings.ReplaceAll(d.app.app.View().Content, "\n", "\r\n"),
			d.where)
		time.Sleep(d.watch)
	}
}

// draw writes a picture with -pictures; without, it verifies that there is one, not too large.
func (d *driver) draw(name string, paint func(*bytes.Buffer, picture.Style) error) {
	d.t.Helper()
	path := filepath.Join("..", "docs", "pictures", name+".svg")
	if *pictures {
		st := picture.Style{Width: d.app.app.width, Height: d.app.app.height, Foreground: "#d0d4dc",
			Background: "#16181d"}
		if d.theme == widget.Light || d.theme == widget.SafeLight {
			st.Foreground, st.Background = "#1c1e22", "#fafafa"
		}
		var b bytes.Buffer
		if err := paint(&b, st); err != nil {
			d.t.Fatalf("%s: %v", d.where, err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			d.t.Fatalf("%s: %v", d.where, err)
		}
	}
	const most = 150_000 // bytes
	info, err := os.Stat(path)
	d.check(err == nil, "there is no picture: go test ./tui -run TestDrive -pictures draws it")
	d.check(info.Size() < most, fmt.Sprintf("the picture has %d bytes", info.Size()))
}
