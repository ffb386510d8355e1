package tui

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"tabletop/model/sample"
	"tabletop/views"
)

// threadTime is the CPU time that this thread has taken. On a busy machine it is what a key costs, and the clock is
// not.
func threadTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkEveryKeyMillion presses every key of every screen with a million rows of many tenants in five families with
// all kinds of rules, compared on Diff with 950,000 such rows, 200 × 60 cells, each when nothing is under way: what the
// loop takes for it and for the frame after it. The limit is 16 ms; "over" counts the presses past it.
func BenchmarkEveryKeyMillion(b *testing.B) {
	open := func(_ context.Context, name string) (sample.Source, error) {
		if name == "b" {
			return newTenants(950_000), nil // what the table is compared with
		}
		return newTenants(1_000_000), nil
	}
	r := rigOf(b, Options{Source: "x", Open: open, Profile: colorprofile.TrueColor}, true)
	r.finishWork()
	r.app.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	r.prepare(r.app.find(views.DiffScreen))
	for _, key := range []string{"c", "b", "enter"} {
		r.app.Update(keyMsg(key))
	}
	r.finishWork()
	if !strings.Contains(r.app.View().Content, "DIFFERENCES") {
		b.Fatalf("nothing is compared:\n%s", r.frame())
	}
	for _, s := range r.app.screens {
		// they show no rows, and their keys open other tables
		if s.ID() == views.TablesScreen || s.ID() == views.LessonsScreen {
			continue
		}
		b.Run(string(s.ID()), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var took []time.Duration
			slowest, worst := "", time.Duration(0)
			for b.Loop() {
				for _, key := range keysOf(s) {
					r.prepare(s)
					for range 3 {
						before := threadTime(b)
						r.app.Update(keyMsg(key))
						_ = r.app.View()
						cost := threadTime(b) - before
						took = append(took, cost)
						if cost > worst {
							slowest, worst = key, cost
						}
					}
					r.finishWork()
				}
				for _, text := range typed {
					r.prepare(s)
					for _, key := range text {
						before := threadTime(b)
						r.app.Update(keyMsg(key))
						_ = r.app.View()
						cost := threadTime(b) - before
						took = append(took, cost)
						if cost > worst {
							slowest, worst = strings.Join(text, " ")+" at "+key, cost
						}
					}
					r.finishWork()
				}
			}
			slices.Sort(took)
			over := len(took) - len(took[:firstOver(took, 16*time.Millisecond)])
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(worst.Microseconds())/1000, "max-ms")
			b.ReportMetric(float64(over), "over")
			b.Logf("%s: the slowest of %d keys is %s, %v", s.ID(), len(took), slowest, worst)
		})
	}
}

// typed are keys one after the other, without a pause: a filter, the palette, a template or a rule, sliders, zooms and
// drafts.
var typed = [][]string{
	{"/", "t", "e", "n", "backspace", "backspace", "o", "enter", "esc"},
	{":", "t", "e", "n", "a", "n", "backspace", "down", "esc"},
	{"#", "t", "e", "esc"},
	{"i", "right", "right", "backspace", "a", "b", "left", "x", "esc"},
	{"<", "<", ">", ">", "m", "<", "<", ">", "v", "<", ">", "b", "b", "b"},
	{"+", "+", "right", "down", "+", "-", "-", "v", "v"},
	{"t", "down", "esc", "c", "esc", "d", "u", "tab", "down", "tab", "down"},
}

func firstOver(sorted []time.Duration, limit time.Duration) int {
	at, _ := slices.BinarySearch(sorted, limit+1)
	return at
}

// keysOf lists the keys that a screen binds, and those that all lists know.
func keysOf(s *screen) []string {
	keys := []string{"down", "up", "j", "k", "G", "g", "ctrl+d", "ctrl+u", "tab", "/", "a", "enter", "esc"}
	for _, binding := range s.Bindings() {
		keys = append(keys, binding.Keys...)
	}
	return keys
}

// finishWork is settle with the time that a million rows take on a busy machine, and without a look at each frame.
func (a *appTest) finishWork() {
	for a.app.jobs.queue.active() > 0 {
		select {
		case <-a.app.jobs.queue.wake:
			a.app.Update(jobsReadyMsg{})
		case <-time.After(3 * time.Minute):
			a.t.Fatal("waited in vain for the end of all work")
		}
	}
}

// prepare shows the screen with nothing under way and nothing open over it.
func (a *appTest) prepare(s *screen) {
	for a.app.over != nil {
		a.app.Update(keyMsg("esc"))
	}
	if a.app.table == nil {
		a.app.open("x")
	}
	a.app.jump(s)
	for i := 0; s.Editing() && i < 3; i++ {
		a.app.Update(keyMsg("esc"))
	}
	a.finishWork()
}
