package tui

import (
	"context"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

// requested returns what a screen asks for, in a list.
func requested(s views.WorkRequester) []views.Work {
	var out []views.Work
	var add func(r views.Request)
	add = func(r views.Request) {
		switch r := r.(type) {
		case views.Work:
			out = append(out, r)
		case views.All:
			for _, one := range r {
				add(one)
			}
		}
	}
	add(s.RequestWork())
	return out
}

// TestScreensCompareOneGeneration verifies that a screen whose work is done asks for nothing, and that it asks again
// for a new analysis, even if that is of the same sample, layouts and profile: a result of the earlier one does not do.
func TestScreensCompareOneGeneration(t *testing.T) {
	asked := 0
	for _, entry := range screens() {
		s := entry.fresh()
		screen, ok := s.(views.WorkRequester)
		receiver, _ := s.(views.Receiver)
		if !ok || receiver == nil {
			continue
		}
		d := viewtest.Metrics()
		s.SetData(d)
		first := requested(screen)
		if len(first) == 0 {
			continue
		}
		asked++
		stale := make([]any, len(first))
		for i, w := range first {
			stale[i] = w.Run(context.Background())
		}
		viewtest.RunWork(s, screen.RequestWork())
		if rest := requested(screen); len(rest) > 0 {
			t.Errorf("%s: with all work done it asks for %s", s.ID(), rest[0].Name)
		}
		next := *d
		next.Analysis = d.WithNeighbors(nil)
		s.SetData(&next)
		if len(requested(screen)) == 0 {
			t.Errorf("%s: it asks for nothing of a new analysis", s.ID())
			continue
		}
		for _, result := range stale {
			receiver.Receive(result)
		}
		if len(requested(screen)) == 0 {
			t.Errorf("%s: it took a result of an earlier analysis for the new one's", s.ID())
		}
	}
	if asked < 6 {
		t.Errorf("only %d screens were tested", asked)
	}
}
