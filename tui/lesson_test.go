package tui

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"tabletop/internal/demotest"
	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
)

// demoSource is a demo table without an emulator.
type demoSource struct{ s *sample.Sample }

// demos keeps the demo tables that tests open, each made once.
var demos sync.Map

func openDemo(_ context.Context, name string) (sample.Source, error) {
	made, _ := demos.LoadOrStore(name,
		sync.OnceValues(func() (*sample.Sample, error) { return demotest.Sample(name, noon()) }))
	s, err := made.(func() (*sample.Sample, error))()
	return demoSource{s}, err
}

func (d demoSource) Name() string                                   { return d.s.Table.Source }
func (d demoSource) Describe(context.Context) (sample.Table, error) { return d.s.Table, nil }
func (d demoSource) Close() error                                   { return nil }

func (d demoSource) Sample(context.Context, sample.Options, func(sample.Progress)) (*sample.Sample, error) {
	return d.s, nil
}

func (d demoSource) Row(context.Context, []byte, int) (*sample.Sample, error) { return d.s, nil }

// fakeProgress is where progress goes in a test.
type fakeProgress struct {
	mu               sync.Mutex
	progress         lesson.Progress
	loadErr, saveErr error
}

func (f *fakeProgress) Load() (lesson.Progress, error) { return f.progress, f.loadErr }

func (f *fakeProgress) Save(p lesson.Progress) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.saveErr == nil {
		f.progress = p
	}
	return f.saveErr
}

func (f *fakeProgress) course(name string) lesson.LessonProgress {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.progress.Course(lesson.Find(name))
}

// types types a line over what is there, and enter.
func (a *appTest) types(text string) {
	a.t.Helper()
	a.keys("ctrl+u")
	for _, letter := range text {
		a.keys(string(letter))
	}
	a.keys("enter")
	a.settle()
}

// TestLesson takes a lesson from its first step to its last with the keys a person presses, on the real screens.
func TestLesson(t *testing.T) {
	t.Parallel()
	n := &fakeProgress{}
	r := rigOf(t, Options{Lesson: lesson.Find("hotspots"), LessonStep: -1, Open: openDemo, Progress: n}, true)
	r.settle()
	press := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			r.keys(k)
			r.settle()
		}
	}
	r.shows("Hotspots", "1 of 9", "Predict: Where do all writes", "BATTERY#{at:date(20060102150405000)}")
	press("ctrl+a", "down", "enter")
	r.shows("The time is the same for all phones", "open Heat (6)")
	r.hides("One diagonal")
	press("6")
	r.shows("✓ One diagonal")
	press("ctrl+n")
	r.shows("2 of 9", "^a answer")
	r.keys("ctrl+a")
	r.types("55")
	r.shows("55.0% is too small")
	r.keys("ctrl+a")
	r.types("nearly all")
	r.shows("is not a number")
	r.keys("ctrl+a")
	r.types("100%")
	r.shows("✓ 100%. One node takes every write")
	press("ctrl+n", "ctrl+a", "2")
	r.shows("See whether it is so")
	press("8", "ctrl+r")
	r.shows("off in a lesson")
	press("i")
	r.types("BATTERY#{mirror(at)}")
	r.shows("mirror turns the digits around")
	press("i")
	r.types("BATTERY#{reverse(at)}")
	r.shows("Still a moving hotspot")
	press("ctrl+n")
	r.hides("still takes", "the goal") // nothing was done in the new step yet, nor predicted
	press("ctrl+a", "2")
	r.shows("the goal")
	press("i")
	r.types("BATTERY#{at}#{column(METRIC:USER)}")
	r.shows("The time still comes before the user")
	press("i")
	r.types("BATTERY#{column(METRIC:USER)}#{at}")
	r.shows("instead of 100%")
	press("ctrl+n", "i")
	r.types("BATTERY#{salt(3, at)}#{at}")
	r.shows("3 hotspots move in step")
	press("ctrl+n")
	r.hides("the goal")
	press("ctrl+a")
	r.types("3")
	r.shows("3, one for each salt")
	press("ctrl+n", "ctrl+a", "enter")
	r.shows("and all but one user are filtered")
	press("ctrl+a", "2")
	r.shows("The promoted user")
	press("ctrl+n")
	r.shows("8 of 9", "battery_by_user")
	press("6")
	r.shows("✓ Here the busiest part takes")
	press("ctrl+n")
	r.shows("9 of 9", "Exercise.")
	press("ctrl+t")
	r.shows("the exercise has no hints")
	press("8", "i")
	r.types("BATTERY#{column(METRIC:USER)}#{reverse(at)}")
	r.shows("The writes are even")
	if c := n.course("hotspots"); c.Count(lesson.Done) != 9 || c.At != 8 {
		t.Errorf("kept: %+v", c)
	}
	press("ctrl+n")
	r.shows("End of Hotspots", "You can now say", "Next lesson: overwriting")
	press("esc")
	r.shows("f3 Learn", "all done", "the end of Hotspots")
	if c := n.course("hotspots"); c.At != 0 {
		t.Errorf("a lesson that was taken begins at step %d", c.At+1)
	}
}

// TestLessonWays: skipping asks once, steps back and hints work, a lesson is left and continues where it was left, and
// what is tried in it is not kept.
func TestLessonWays(t *testing.T) {
	t.Parallel()
	n := &fakeProgress{}
	r := rigOf(t, Options{Open: openDemo, Progress: n, Catalog: someEntries(),
		Keep: func(string, rowkey.Set) (string, error) { t.Error("layouts of a lesson are kept"); return "", nil }},
		true)
	r.settle()
	r.send(tea.KeyPressMsg{Code: tea.KeyF3})
	r.shows("f3 Learn", "Time buckets", "9 steps")
	r.keys("j", "j", "j", "j", "j", "j", "j", "j", "j", "j", "enter") // two reviews stand before it
	r.settle()
	r.shows("Time buckets", "1 of 9")
	r.keys("ctrl+t")
	r.shows("Hint 1 of 3: Sizes")
	r.keys("ctrl+t", "ctrl+t")
	r.shows("Hint 3 of 3")
	r.keys("ctrl+t")
	r.hides("Hint")
	r.keys("ctrl+o")
	r.shows("this is the first step")
	r.keys("ctrl+n")
	r.shows("^n again skips", "1 of 9")
	r.keys("j", "ctrl+n")
	r.shows("^n again skips", "1 of 9")
	r.keys("ctrl+n")
	r.settle()
	r.shows("2 of 9")
	r.keys("ctrl+a")
	r.keys("1")
	r.shows("See whether it is so")
	r.keys("ctrl+a")
	r.shows("nothing is asked in this step")
	r.keys("ctrl+o")
	r.settle()
	r.shows("1 of 9")
	if c := n.course("buckets"); c.Count(lesson.Skipped) != 1 || c.At != 0 {
		t.Errorf("kept: %+v", c)
	}
	r.app.declare(r.app.table.data.Layouts)
	r.settle()
	r.keys("?")
	r.shows("go to the next step of the")
	r.keys("esc")
	for _, size := range sizes() {
		r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, key := range []string{"1", "6", "8", "ctrl+a", "esc", "ctrl+t", "esc"} {
			r.keys(key)
		}
	}
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	r.send(tea.KeyPressMsg{Code: tea.KeyF3}) // leaves the lesson
	r.hides("1 of 9")
	r.send(tea.KeyPressMsg{Code: tea.KeyF3})
	r.shows("0 of 9 steps, 1 skipped")
	r.keys("enter")
	r.settle()
	r.shows("1 of 9")
	r.keys("r") // no screen's key, nor the lesson's
	r.app.handleRequest(views.OpenTable{Source: "demo:garden"}, r.app.current)
	r.settle()
	r.hides("1 of 9")
}

// TestLessonTroubles: progress that cannot be read or kept is reported and harms nothing, and so is a table that cannot
// be opened.
func TestLessonTroubles(t *testing.T) {
	t.Parallel()
	t.Run("progress", func(t *testing.T) {
		n := &fakeProgress{loadErr: errors.New("the file is \x1b[31mbroken"),
			saveErr: errors.New("no room in\x1b[31m the folder")}
		r := rigOf(t, Options{Lesson: lesson.Find("versions"), LessonStep: -1, Open: openDemo, Progress: n}, true)
		r.settle()
		r.shows("1 of 7", "the progress could not be kept")
		r.send(tea.KeyPressMsg{Code: tea.KeyF3})
		r.shows(`no room in\x1b[31m`)
	})
	t.Run("table", func(t *testing.T) {
		broken := true
		r := rigOf(t, Options{Lesson: lesson.Find("hotspots"), LessonStep: -1,
			Open: func(ctx context.Context, name string) (sample.Source, error) {
				if broken {
					return nil, errors.New("no emulator today\nTry again later")
				}
				return openDemo(ctx, name)
			}}, true)
		r.settle()
		r.shows("no emulator today", "Try again later", "The table could not be read", "^r try again")
		r.keys("ctrl+a", "esc")
		r.keys("ctrl+n")
		r.shows("^n again skips")
		broken = false
		r.keys("ctrl+r")
		r.settle()
		r.shows("1 of 9", "Predict")
		r.keys("6")
		r.settle()
		r.shows("✓ One diagonal")
	})
	t.Run("empty", func(t *testing.T) {
		r := rigOf(t, Options{Lesson: lesson.Find("hotspots"), LessonStep: -1, Open: opens(newFake(0))}, true)
		r.settle()
		r.keys("6")
		r.settle()
		r.shows("No row was read")
	})
	t.Run("another table", func(t *testing.T) {
		r := rigOf(t, Options{Lesson: lesson.Find("versions"), LessonStep: -1, Open: opens(newFake(300))}, true)
		r.settle()
		r.shows("This could not be measured")
	})
}

// BenchmarkLesson is a key press and the frame after it on each screen with a lesson below it, 200 × 60 cells. The
// limit is 16 ms.
func BenchmarkLesson(b *testing.B) {
	r := rigOf(b, Options{Lesson: lesson.Find("hotspots"), LessonStep: -1, Open: openDemo,
		Profile: colorprofile.TrueColor}, true)
	r.settle()
	r.app.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	pressScreens(b, r)
}

// TestLessonScreens verifies that lessons can name every screen of the app, and no other.
func TestLessonScreens(t *testing.T) {
	a := New(context.Background(), Options{})
	for _, id := range lesson.Screens() {
		if a.find(views.ID(id)) == nil {
			t.Errorf("there is no screen %s", id)
		}
	}
	if len(lesson.Screens()) != len(a.screens) {
		t.Errorf("lessons know %d screens of %d", len(lesson.Screens()), len(a.screens))
	}
}

// TestLessonFiguresAreThoseOfTheScreen: what a lesson says of the writes of a layout stands in the frame of the Lab too,
// and each hint that names a line or a column of a screen names one that is there.
func TestLessonFiguresAreThoseOfTheScreen(t *testing.T) {
	t.Parallel()
	r := rigOf(t, Options{Lesson: lesson.Find("prefixes"), LessonStep: 4, Open: openDemo, Progress: &fakeProgress{}}, true)
	r.settle()
	for _, k := range []string{"ctrl+a", "2", "8", "i"} {
		r.keys(k)
		r.settle()
	}
	r.types("{day}#{type}#{device}")
	r.keys("v") // the goal has the place of the figures
	said := regexp.MustCompile(`busiest tablet takes (\S+) of the writes\s+instead of ([\d.]+%)`).FindStringSubmatch(
		strings.Join(strings.Fields(r.frame()), " "))
	if said == nil {
		t.Fatalf("nothing is said of the busiest tablet in\n%s", r.frame())
	}
	for _, figure := range said[1:] {
		if strings.Count(r.frame(), figure) < 2 {
			t.Errorf("%s stands in the lesson, and not in the Lab:\n%s", figure, r.frame())
		}
	}
	r.send(tea.WindowSizeMsg{Width: 200, Height: 80})
	var frames strings.Builder
	for _, keys := range [][]string{{"1"}, {"3"}, {"7"}, {"8"}} {
		for _, k := range keys {
			r.keys(k)
			r.settle()
		}
		frames.WriteString(r.frame())
	}
	named := regexp.MustCompile("(?:column|under) `([^`]*)`|[Tt]he line (writes|tablets|collisions|rows|largest row|keys packed)\\b")
	for _, l := range lesson.All() {
		for i, s := range l.Steps {
			for _, m := range named.FindAllStringSubmatch(strings.Join(s.Hints, "\n"), -1) {
				if name := m[1] + m[2]; !strings.Contains(name, "{") && !strings.Contains(frames.String(), name) {
					t.Errorf("%s#%d: the hints name %q, which no screen has", l.Name, i+1, name)
				}
			}
		}
	}
}
