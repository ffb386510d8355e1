package tui

import (
	"errors"
	"testing"
	"time"

	"tabletop/model/sample"
	"tabletop/views"
)

// TestQuitOfDemosAsksNothing verifies that q asks for a read of a table of an emulator too, but not for one of a demo
// table, which is made again at each start.
func TestQuitOfDemosAsksNothing(t *testing.T) {
	for name, asks := range map[string]bool{"p/i/t": true, "demo:devices": false, "demo": false} {
		f := newPlanner(400)
		r := reads(t, f)
		r.step(f, 100)
		<-f.told
		r.until("25%")
		table := *r.app.table.data.Table
		table.Emulator = true
		r.app.table.change(r.app, func(d *views.Data) { d.Table = &table })
		r.app.table.name = name
		if got := r.app.wouldLose() != ""; got != asks {
			t.Errorf("%s: asks %v", name, got)
		}
		r.step(f, theEnd)
		r.settle()
	}
}

// TestQuitAsks verifies that q asks exactly if it would lose a read of a live table, or an unsaved sample of one that
// took over ten seconds, that esc stays, and that leaving needs one more key.
func TestQuitAsks(t *testing.T) {
	for _, c := range []struct {
		name  string
		took  time.Duration
		saved bool
		asks  bool
	}{{"quick", time.Second, false, false}, {"long", 11 * time.Second, false, true},
		{"long and saved", 11 * time.Second, true, false}} {
		t.Run(c.name, func(t *testing.T) {
			f := newPlanner(200)
			r := reads(t, f)
			r.step(f, theEnd)
			r.settle()
			s := r.app.table
			how := s.read.How
			how.Took = c.took
			s.read, s.saved = f.take(200, how), c.saved
			r.keys("q")
			if asks := r.app.over != nil; asks != c.asks {
				t.Fatalf("asks: %v", asks)
			}
			if c.asks {
				r.shows("Quit tabletop?", "the sample is not saved: 200 rows, read in 0:11")
				r.keys("enter") // the safe choice stands first
				r.hides("Quit tabletop?")
				r.keys("q", "l")
			}
		})
	}
	f := newPlanner(400)
	r := reads(t, f)
	r.step(f, 100)
	<-f.told
	r.until("25%")
	r.keys("q")
	r.shows("Quit tabletop?", "reading: 100 rows so far")
	r.keys("esc")
	r.hides("Quit tabletop?")
	r.step(f, theEnd)
	r.settle()
}

// TestOpenIn verifies that o offers the other screens at what is under the cursor, and opens the one chosen there.
func TestOpenIn(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300))}, true)
	r.settle()
	r.keys("2", "G")
	r.settle()
	want := string(r.app.location().Key)
	r.keys("o")
	r.shows("Open in", "h   Heat", "f   Findings")
	r.hides("k   Keys") // where one is already
	r.keys("r")
	r.settle()
	if got := string(r.app.location().Key); got != want || r.app.current.Title() != "Row" {
		t.Errorf("opened %q on %s, want %q", got, r.app.current.Title(), want)
	}
	r.keys("]")
	if r.app.current.Title() != "Space" {
		t.Errorf("the tab after Row is %s", r.app.current.Title())
	}
	r.keys("[", "[", "[", "[", "[")
	if r.app.current.Title() != "Lessons" {
		t.Errorf("the tab before the first is %s", r.app.current.Title())
	}
}

// slowFiles writes when it is let.
type slowFiles struct {
	fakeFiles
	let chan error
}

func (f *slowFiles) Save(path string, s *sample.Sample) error {
	if err := <-f.let; err != nil {
		return err
	}
	return f.fakeFiles.Save(path, s)
}

// TestQuitWhileASaveIsPending verifies that q asks while a file is being written, of a demo too, which q leaves at
// once otherwise; that one can leave once it is written; and that one stays where it could not be written, with the
// reason on screen.
func TestQuitWhileASaveIsPending(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer string
		result error
		leaves bool
	}{
		{"stay", "esc", nil, false},
		{"once written", "w", nil, true},
		{"once written, which fails", "w", errors.New("the disk is full"), false},
		{"at once", "l", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := &slowFiles{let: make(chan error, 1)}
			r := newRig(t, Options{Source: "demo:x", Open: opens(newFake(50)), Files: files})
			r.settle()
			r.keys("ctrl+s", "enter", "esc", "q")
			r.shows("Quit tabletop?", "writing the sample: the file is not finished", "w   leave once it is written",
				"l   leave, and write nothing")
			r.keys(c.answer)
			if c.answer == "w" && r.app.ended {
				t.Error("it leaves before the file is written")
			}
			files.let <- c.result
			r.settle()
			if r.app.ended != c.leaves {
				t.Errorf("leaves: %v", r.app.ended)
			}
			if c.result != nil {
				r.shows("the sample was not written: the disk is full")
			}
		})
	}
}
