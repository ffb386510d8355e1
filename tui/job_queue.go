package tui

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// minDeliveryInterval is the least time between two deliveries: progress reaches the loop at most 60 times a second,
// however fast the sampler reports it. Program.Send would make the sampler wait for the screen.
const minDeliveryInterval = time.Second / 60

// jobMsg is what a job reports: progress, or its result when final.
type jobMsg struct {
	job   int
	final bool
	value any
	fault *fault // that ended the job; only with final
	// discard takes the value of a final message that nobody wants any more.
	discard func(any)
}

// jobQueue keeps the messages of all jobs until the loop takes them. Of the progress of one job only the newest is
// kept.
type jobQueue struct {
	mu       sync.Mutex
	messages []jobMsg
	busy     int           // jobs whose end was not yet taken
	wake     chan struct{} // holds one token while there are messages
}

func newJobQueue() *jobQueue {
	return &jobQueue{wake: make(chan struct{}, 1)}
}

// begin counts a job before its goroutine starts, so that idle is never seen between the two.
func (j *jobQueue) begin() {
	j.mu.Lock()
	j.busy++
	j.mu.Unlock()
}

// end counts a job whose result has been taken.
func (j *jobQueue) end() {
	j.mu.Lock()
	j.busy--
	j.mu.Unlock()
}

// active is the number of jobs whose result has not been taken: 0 means that nothing more will change by itself.
func (j *jobQueue) active() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.busy
}

// push puts a message in. Progress replaces older progress of the same job that was not yet taken, joined by merge when
// there is one.
func (j *jobQueue) push(l jobMsg, merge func(older, newer any) any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	select {
	case j.wake <- struct{}{}:
	default:
	}
	if !l.final {
		for i := range j.messages {
			if old := &j.messages[i]; old.job == l.job && !old.final {
				if merge != nil {
					l.value = merge(old.value, l.value)
				}
				old.value = l.value
				return
			}
		}
	}
	j.messages = append(j.messages, l)
}

func (j *jobQueue) drain() []jobMsg {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := j.messages
	j.messages = nil
	return out
}

// jobsReadyMsg states that the loop has messages.
type jobsReadyMsg struct{}

// waitCmd is the command that waits for messages; the app gives it again after each delivery.
func (j *jobQueue) waitCmd(ctx context.Context, last time.Time) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-j.wake:
		case <-ctx.Done():
			return nil
		}
		if early := minDeliveryInterval - time.Since(last); early > 0 {
			t := time.NewTimer(early)
			defer t.Stop()
			select {
			case <-t.C:
			case <-ctx.Done():
				return nil
			}
		}
		return jobsReadyMsg{}
	}
}
