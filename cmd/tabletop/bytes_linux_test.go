package main

import (
	"testing"
	"time"
)

// Bytes that the program may send to a terminal, which a slow connection feels.
const (
	mostReading = 2000   // a second while it reads, at 80 by 24
	mostHeat    = 12_000 // for a visit to Heat at 140 by 40
)

// TestBytesToTheTerminal verifies that the program sends nothing while nothing happens, little while it reads, and little
// for the screen with the most colors.
func TestBytesToTheTerminal(t *testing.T) {
	long(t)
	dir := scriptFiles(t)
	for _, screen := range []struct{ name, key string }{{"Overview", "1"}, {"Space", "5"}, {"Heat", "6"}} {
		t.Run("reading on "+screen.name, func(t *testing.T) {
			s := runOnTerminal(t, dir, 80, 24, "demo", "e03", "--rows-per-second", "500")
			s.shows(" of ≈ ") // of the rows planned
			s.types(screen.key)
			time.Sleep(time.Second) // the first picture is a visit
			const seconds = 9
			before := s.written()
			time.Sleep(seconds * time.Second)
			if rate := (s.written() - before) / seconds; rate == 0 || rate > mostReading {
				t.Errorf("%d bytes a second are sent while it reads, want at most %d", rate, mostReading)
			} else {
				t.Logf("%d bytes a second are sent while it reads", rate)
			}
			s.ends()
		})
	}
	// of the second, all is written everywhere: neighbors have other colors
	for _, source := range []string{"hot.tabletop", "demo:e03"} {
		t.Run("heat of "+source, func(t *testing.T) { visitHeat(t, dir, source, mostHeat) })
	}
}

// visitHeat verifies that a visit to Heat takes at most so many bytes, and that nothing is sent afterwards.
func visitHeat(t *testing.T, dir, source string, most int) {
	t.Helper()
	s := runOnTerminal(t, dir, 140, 40, source, "--strategy", "everything")
	s.shows("✓ exact")
	s.quiet()
	before := s.written()
	s.types("6")
	s.shows("UNDER THE CROSS-HAIR")
	s.quiet()
	if sent := s.written() - before; sent > most {
		t.Errorf("a visit to Heat takes %d bytes, want at most %d", sent, most)
	} else {
		t.Logf("a visit to Heat takes %d bytes", sent)
	}
	before = s.written()
	time.Sleep(4 * time.Second)
	if idle := s.written() - before; idle != 0 {
		t.Errorf("%d bytes are sent though nothing happens", idle)
	}
	s.ends()
}

// written is how many bytes were sent so far.
func (o *onTerminal) written() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.sent
}

// quiet waits until nothing is sent for a second and a half.
func (o *onTerminal) quiet() {
	for before := -1; before != o.written(); {
		before = o.written()
		time.Sleep(1500 * time.Millisecond)
	}
}
