package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/tables"
	"tabletop/views/text"
)

// pauseKey pauses reading.
const pauseKey = "space"

// pauseGate holds up the goroutine that reads, at the user's request.
type pauseGate struct {
	mu   sync.Mutex
	shut chan struct{} // closed when the gate opens again; nil while it is open
}

// toggle shuts the gate or opens it, and reports whether it is shut now.
func (g *pauseGate) toggle() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
		return false
	}
	g.shut = make(chan struct{})
	return true
}

// wait returns when the gate is open or ctx ends.
func (g *pauseGate) wait(ctx context.Context) {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut == nil {
		return
	}
	select {
	case <-shut:
	case <-ctx.Done():
	}
}

type readResult struct {
	sample *sample.Sample
	err    error
}

// read takes a sample, and shows its plan meanwhile. What was known stays until the first rows are there.
func (a *App) read(s *session) {
	s.expected, s.former = 0, nil
	s.change(a, func(d *views.Data) { d.Plan = nil })
	src, name, options, read, known := s.source, s.name, a.opts.Sample, a.opts.Read, s.read
	a.startReading(s, func(ctx context.Context, progress func(sample.Progress)) (*sample.Sample, error) {
		opts := options(name)
		return limited(ctx, opts.Time, func(ctx context.Context) (*sample.Sample, error) {
			if read == nil {
				return src.Sample(ctx, opts, progress)
			}
			return read(ctx, src, known, opts, progress)
		})
	})
	a.plan(s)
}

// limited calls read with a context that ends after limit, which is from the first call to the source on; 0 means
// none.
func limited(
	ctx context.Context, limit time.Duration, read func(context.Context) (*sample.Sample, error),
) (*sample.Sample, error) {
	if limit <= 0 {
		return read(ctx)
	}
	reads, end := context.WithCancelCause(ctx)
	defer end(nil)
	defer time.AfterFunc(limit, func() { end(sample.TimeLimit(limit)) }).Stop()
	s, err := read(reads)
	var reached sample.TimeLimit
	if s == nil && errors.As(context.Cause(reads), &reached) {
		err = fmt.Errorf("nothing was read: %w", reached)
	}
	return s, err
}

// readMore continues with the sample there is, in a scope with the rows of that.
func (a *App) readMore() {
	if a.moreDisabledReason() != "" {
		return
	}
	session := a.table
	if len(session.scope) > 0 {
		a.readPart()
		return
	}
	src, name, options, before := session.source.(sample.Planner), session.name, a.opts.Sample, session.read
	rows := before.How.Options.Rows
	if before.How.Stopped == "" {
		rows = 2 * int64(before.Rows())
		session.expected = rows
		session.change(a, func(d *views.Data) { d.Plan = nil }) // it goes beyond
	}
	session.err, session.halted, session.former = nil, false, before
	a.jobs.drop(slotPlan)
	a.startReading(session, func(ctx context.Context, progress func(sample.Progress)) (*sample.Sample, error) {
		opts := options(name)
		opts.Rows = rows
		if opts.Bytes > 0 { // so many more: those read before count as well
			opts.Bytes += before.How.BytesSeen
		}
		return limited(ctx, opts.Time, func(ctx context.Context) (*sample.Sample, error) {
			return src.Continue(ctx, before, opts, progress)
		})
	})
}

// moreDisabledReason states why reading cannot continue now; empty when it can.
func (a *App) moreDisabledReason() string {
	switch session := a.table; {
	case session == nil:
		return "no table is open"
	case session.data.Reading:
		return "rows are being read"
	case session.read == nil:
		return "nothing has been read yet"
	case len(session.scope) > 0 && session.whole != nil:
		return a.partDisabledReason()
	case session.read.How.Complete:
		return "all rows have been read"
	default:
		if _, ok := session.source.(sample.Planner); !ok {
			return "a saved sample has no more rows"
		}
	}
	return ""
}

// startReading starts the job that reads rows.
func (a *App) startReading(s *session, read func(context.Context, func(sample.Progress)) (*sample.Sample, error)) {
	s.progress, s.stopped = sample.Progress{Fraction: -1}, false
	s.change(a, func(d *views.Data) { d.Reading = true })
	pauseGate := &pauseGate{}
	s.gate = pauseGate
	a.jobs.start(spec{slot: slotRead, label: "reading",
		run: func(ctx context.Context, report func(any)) any {
			got, err := read(ctx, func(p sample.Progress) {
				report(p)
				pauseGate.wait(ctx)
			})
			return readResult{got, err}
		},
		merge:    mergeProgress,
		progress: func(v any) { a.progressed(s, v.(sample.Progress)) },
		done:     func(v any) { a.wasRead(s, v.(readResult)) },
		failed:   func(f *fault) any { return readResult{err: f} },
	})
}

// mergeProgress keeps the newer progress, and the older one's sample where it brings none.
func mergeProgress(older, newer any) any {
	p := newer.(sample.Progress)
	if p.Sample == nil {
		p.Sample = older.(sample.Progress).Sample
	}
	return p
}

func (a *App) progressed(s *session, p sample.Progress) {
	got := p.Sample
	p.Sample = nil
	s.progress = p
	s.pulse.note(a.opts.Now(), p.Rows)
	if j := a.jobs.get(slotRead); j != nil {
		if p.Planned > 0 && !j.begun {
			j.begin(a.opts.Now())
		}
		j.advance(p.Fraction)
		if p.Stage != "" {
			j.label = p.Stage
		}
	}
	if s.grows(got) {
		s.read = got
		a.analyze(s)
	}
}

// grows reports whether got is to take the place of the sample there is. One that could not be gone on with is
// read again and has fewer rows at first: what was known stays until there are as many. A read that ended before
// its first row leaves what was known as it is.
func (s *session) grows(got *sample.Sample) bool {
	if got != nil && got.Rows() == 0 && got.How.Stopped != "" && s.read != nil {
		return false
	}
	return got != nil && (s.former == nil || got.How.Started.Equal(s.former.How.Started) ||
		got.Rows() >= s.former.Rows())
}

func (a *App) wasRead(s *session, r readResult) {
	s.err = r.err
	if s.grows(r.sample) {
		s.read = r.sample
	}
	s.change(a, func(d *views.Data) {
		d.Reading, d.Paused = false, false
		s.stopped = r.sample != nil && r.sample.How.Stopped != ""
	})
	if s.read != nil {
		a.analyze(s)
		a.remember(s)
	}
}

// remember notes what the table shows for the next start. What cannot be noted is only missing from the picker.
func (a *App) remember(s *session) {
	add, source, known := a.opts.Remember, s.data.Source, tables.NewKnown(s.read, a.opts.Now())
	if add == nil {
		return
	}
	a.jobs.start(spec{slot: "remember", run: func(context.Context, func(any)) any { return add(source, known) },
		done: func(any) {}})
}

// pause holds up reading, or has it continue.
func (a *App) pause() {
	if a.pauseDisabledReason() != "" {
		return
	}
	s := a.table
	shut := s.gate.toggle()
	a.jobs.get(slotRead).rest(a.opts.Now())
	s.change(a, func(d *views.Data) { d.Paused = shut })
	a.analyzeNewer()
}

// pauseDisabledReason states why nothing can be paused now; empty when it can.
func (a *App) pauseDisabledReason() string {
	if a.table == nil || !a.table.data.Reading || a.jobs.get(slotRead) == nil || a.jobs.get(slotRead).stopped {
		return "nothing is being read"
	}
	return ""
}

func (a *App) pauseName() string {
	if a.table != nil && a.table.data.Paused {
		return "resume"
	}
	return "pause"
}

type planResult struct {
	plan *views.Plan // nil when none could be made
}

// plan finds out what will be read. A plan that cannot be made is not shown: the read states why.
func (a *App) plan(s *session) {
	planner, ok := s.source.(sample.Planner)
	if !ok {
		return
	}
	name, options := s.name, a.opts.Sample
	a.jobs.start(spec{slot: slotPlan,
		run: func(ctx context.Context, _ func(any)) any {
			opts := options(name)
			p, err := planner.Plan(ctx, opts)
			if err != nil {
				return planResult{}
			}
			return planResult{&views.Plan{Plan: p, Options: opts}}
		},
		done: func(v any) {
			p := v.(planResult).plan
			if p == nil {
				return
			}
			s.expected = p.Rows
			s.change(a, func(d *views.Data) { d.Plan = p })
		},
	})
}

func (a *App) planDisabledReason() string {
	switch s := a.table; {
	case s == nil:
		return "no table is open"
	case s.progress.Planned > 0:
	case s.data.Plan == nil && s.read != nil && s.expected > 0:
		return "the sample was read on beyond its plan"
	case s.data.Plan == nil:
		return "there is no plan of what is read here"
	}
	return ""
}

// openPlan shows what was planned beside what was read, then the plan in full.
func (a *App) openPlan() {
	if a.planDisabledReason() != "" {
		return
	}
	var parts []string
	if a.table.progress.Planned > 0 {
		parts = append(parts, text.ReadPage(a.readState()))
	}
	if p := a.table.data.Plan; p != nil {
		parts = append(parts, text.PlanPage(&p.Plan, p.Options))
	}
	a.over = newPage("What is read", strings.Join(parts, "\n"))
}

// readState is how far the read of the table has come.
func (a *App) readState() text.ReadState {
	session := a.table
	told := &session.progress
	out := text.ReadState{Ranges: told.Ranges, Planned: told.Planned, Rows: told.Rows, Expected: told.Expected,
		Bytes:   told.Bytes,
		Reading: session.data.Reading, Figures: figuresCertainty(session.data)}
	if plan := session.data.Plan; plan != nil {
		out.Plan = &plan.Plan
	}
	if j := a.jobs.get(slotRead); j != nil {
		out.Took, out.Held = j.took(a.opts.Now()), a.heldTo()
		out.Left, out.LeftMost = told.Left, told.LeftMost
	} else if session.read != nil {
		out.Took = session.read.How.Took
	}
	return out
}
