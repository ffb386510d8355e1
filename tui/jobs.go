package tui

import (
	"cmp"
	"context"
	"errors"
	"sort"
	"strings"
	"sync"
	"time"
)

// job is work that continues outside the loop. Its functions progress and done are called on the loop.
type job struct {
	id       int    // generation: never used twice
	slot     string // what it is; a new job in the same slot replaces this one
	label    string // what the status line shows of it: "reading rows"; empty is not shown
	started  time.Time
	begun    bool // with the work itself, after what prepares it
	cancel   context.CancelCauseFunc
	stopped  bool      // canceled by the user: its end is shown, its result is kept
	rested   time.Time // since when it is paused by the user; zero when it is not
	fraction float64   // done, 0..1; negative when it cannot be known
	progress func(any)
	done     func(any)
	failed   func(*fault) any
}

// advance states how much of the work is done: what is known of that never falls.
func (j *job) advance(fraction float64) {
	if fraction >= 0 {
		fraction = max(fraction, j.fraction)
	}
	j.fraction = fraction
}

// begin starts the clock of the job anew: what came before was not yet the work.
func (j *job) begin(now time.Time) {
	j.started, j.begun, j.fraction = now, true, -1
}

// rest pauses the clock of the job, or has it continue.
func (j *job) rest(now time.Time) {
	if j.paused() {
		j.started = j.started.Add(now.Sub(j.rested))
		j.rested = time.Time{}
		return
	}
	j.rested = now
}

func (j *job) paused() bool { return !j.rested.IsZero() }

// took is how long the job has been at work, pauses left out.
func (j *job) took(now time.Time) time.Duration {
	if j.paused() {
		now = j.rested
	}
	return now.Sub(j.started)
}

// errReplaced is why a job is canceled whose result nobody wants.
var errReplaced = errors.New("other work has taken its place")

// mostWaited is how long a job waits for the one that it replaces: work that does not see that it is canceled must
// not keep a screen from its data.
const mostWaited = time.Second

// jobs starts work, replaces it and takes its messages. Everything but the queue belongs to the loop.
type jobs struct {
	root    context.Context
	now     func() time.Time
	last    int
	running map[int]*job
	ends    map[string]chan struct{} // by slot, closed when the goroutine of its last job is gone
	queue   *jobQueue
	group   sync.WaitGroup
}

func newJobs(root context.Context, now func() time.Time) *jobs {
	return &jobs{root: root, now: now, running: map[int]*job{}, ends: map[string]chan struct{}{},
		queue: newJobQueue()}
}

// spec describes a job to start. Run must capture locals only; what it reports goes to progress, what it returns to
// done. Reports that follow each other faster than the loop takes them are merged: merge joins an older with a newer
// one, nil keeps the newer.
type spec struct {
	slot, label string
	doing       string // what a fault in it has interrupted; empty is the label
	run         func(ctx context.Context, report func(any)) any
	merge       func(older, newer any) any
	progress    func(any)
	done        func(any)
	failed      func(*fault) any // makes the result of a run that a fault ended; nil has the fault said instead
	discard     func(any)        // takes a result that nobody wants any more, to close what it holds; may be nil
}

// start runs a job. One in the same slot is canceled and its messages are dropped from now on; the new one waits until
// the old has ended, so that a key that is held down does not have its work done many times side by side.
func (j *jobs) start(s spec) {
	j.drop(s.slot)
	ctx, cancel := context.WithCancelCause(j.root)
	j.last++
	id := j.last
	j.running[id] = &job{id: id, slot: s.slot, label: s.label, started: j.now(), cancel: cancel, fraction: -1,
		progress: s.progress, done: s.done, failed: s.failed}
	j.queue.begin()
	j.group.Add(1)
	before, end := j.ends[s.slot], make(chan struct{})
	j.ends[s.slot] = end
	go func() {
		defer j.group.Done()
		defer close(end)
		defer cancel(nil)
		if before != nil {
			select {
			case <-before:
			case <-time.After(mostWaited):
			}
		}
		j.run(ctx, id, s)
	}()
}

// run does the work of a job, unless that was replaced before it began. A panic becomes a message.
func (j *jobs) run(ctx context.Context, id int, s spec) {
	last := jobMsg{job: id, final: true, discard: s.discard}
	if errors.Is(context.Cause(ctx), errReplaced) {
		j.queue.push(last, nil)
		return
	}
	last.fault = contain(cmp.Or(s.doing, s.label, "working for "+s.slot), func() {
		last.value = s.run(ctx, func(v any) { j.queue.push(jobMsg{job: id, value: v}, s.merge) })
	})
	j.queue.push(last, nil)
}

// drop cancels the job in a slot; nothing of it reaches the app any more.
func (j *jobs) drop(slot string) {
	for id, job := range j.running {
		if job.slot == slot {
			job.cancel(errReplaced)
			delete(j.running, id)
		}
	}
}

// dropAll is drop for all slots that start with prefix.
func (j *jobs) dropAll(prefix string) {
	for _, job := range j.running {
		if strings.HasPrefix(job.slot, prefix) {
			j.drop(job.slot)
		}
	}
}

// stop cancels the visible jobs at the user's request; what they have so far still arrives. It reports whether there
// were any.
func (j *jobs) stop() bool {
	any := false
	for _, job := range j.running {
		if job.label != "" && !job.stopped {
			job.stopped, any = true, true
			job.cancel(nil)
		}
	}
	return any
}

// get is the job in a slot, nil when none runs.
func (j *jobs) get(slot string) *job {
	for _, job := range j.running {
		if job.slot == slot {
			return job
		}
	}
	return nil
}

// anyWaiting reports whether a job runs in a slot that starts with prefix.
func (j *jobs) anyWaiting(prefix string) bool {
	for _, job := range j.running {
		if strings.HasPrefix(job.slot, prefix) {
			return true
		}
	}
	return false
}

// visible lists the jobs that the user sees, the oldest first.
func (j *jobs) visible() []*job {
	var list []*job
	for _, job := range j.running {
		if job.label != "" {
			list = append(list, job)
		}
	}
	sort.Slice(list, func(a, b int) bool { return list[a].id < list[b].id })
	return list
}

// deliver hands the messages that came to the jobs they are of and reports whether any was still wanted. survived
// takes every fault: those of jobs, handled if the job says what becomes of it, and those of the functions that take
// results, which keep no other job from its own.
func (j *jobs) deliver(survived func(f *fault, handled bool)) (changed bool) {
	for _, msg := range j.queue.drain() {
		job := j.running[msg.job]
		if msg.final {
			delete(j.running, msg.job)
		}
		if msg.fault != nil {
			survived(msg.fault, job != nil && job.failed != nil)
		}
		failed := contain("taking what a job has done", func() {
			switch {
			case job != nil:
				changed = job.take(msg) || changed
			case msg.discard != nil && msg.value != nil:
				msg.discard(msg.value)
			}
		})
		if failed != nil {
			survived(failed, false)
		}
		if msg.final {
			j.queue.end()
		}
	}
	return changed
}

// take hands a message to who waits for it, and reports whether anyone did.
func (j *job) take(m jobMsg) bool {
	switch {
	case m.fault != nil && j.failed != nil:
		j.done(j.failed(m.fault))
	case m.final && m.fault == nil:
		j.done(m.value)
	case !m.final && j.progress != nil:
		j.progress(m.value)
	default:
		return m.final
	}
	return true
}

// wait waits for the goroutines of all jobs to end, at most d.
func (j *jobs) wait(d time.Duration) {
	done := make(chan struct{})
	go func() {
		j.group.Wait()
		close(done)
	}()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
}
