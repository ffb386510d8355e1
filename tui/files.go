package tui

import (
	"context"
	"io"

	"tabletop/model/sample"
	"tabletop/views"
)

// Files is how the app writes what the user asks for. Its functions are called outside the loop.
type Files interface {
	// Exists reports whether there is something at path.
	Exists(path string) bool
	// Complete returns the paths that begin with prefix, in order; those of directories end with a separator. It
	// returns the first ones only where there are many.
	Complete(prefix string) []string
	// Save writes a sample, and Write what write writes. A file that cannot be finished leaves what was there before.
	Save(path string, s *sample.Sample) error
	Write(path string, write func(io.Writer) error) error
}

// The slots of jobs about files.
const (
	slotWrite    = "write"
	slotComplete = "complete"
)

// completePath finds the paths that begin with a text, for whoever is typing one.
func (a *App) completePath(prefix string, done func(views.CompletedPath)) {
	files := a.opts.Files
	if files == nil {
		return
	}
	a.jobs.start(spec{slot: slotComplete,
		run:  func(context.Context, func(any)) any { return completed(prefix, files.Complete(prefix)) },
		done: func(v any) { done(v.(views.CompletedPath)) },
	})
}

// completed is how far a prefix can be completed when these are the paths that begin with it.
func completed(prefix string, paths []string) views.CompletedPath {
	out := views.CompletedPath{Prefix: prefix, Text: prefix, Paths: paths}
	for i, path := range paths {
		if i == 0 {
			out.Text = path
			continue
		}
		n := 0
		for n < len(out.Text) && n < len(path) && out.Text[n] == path[n] {
			n++
		}
		out.Text = out.Text[:n]
	}
	if len(out.Text) < len(prefix) { // a path of another spelling, as behind ~
		out.Text = prefix
	}
	return out
}

// filesDisabledReason states why nothing can be written; empty when it can.
func (a *App) filesDisabledReason() string {
	switch s := a.table; {
	case a.opts.Files == nil:
		return "no files can be written here"
	case s == nil:
		return "no table is open"
	case s.read == nil:
		return "nothing has been read yet"
	}
	return ""
}
