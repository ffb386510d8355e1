package read

import (
	"sync/atomic"
	"time"
)

// silence measures for how long no reader of a run has had a message. Time that readers spend on what they received,
// waiting for a rate limit or for a user who paused, does not count as silence of the server.
type silence struct {
	busy atomic.Int64 // readers at work on a message
	last atomic.Int64 // when the last message was dealt with, in nanoseconds since 1970
}

// start begins the measurement.
func (s *silence) start() { s.last.Store(time.Now().UnixNano()) }

// begin is called when a message has come, end when it has been dealt with.
func (s *silence) begin() { s.busy.Add(1) }

func (s *silence) end() {
	s.start()
	s.busy.Add(-1)
}

// lasts returns for how long the server has been silent; 0 while a reader is at work on what it sent.
func (s *silence) lasts() time.Duration {
	if s.busy.Load() > 0 {
		return 0
	}
	return time.Duration(time.Now().UnixNano() - s.last.Load())
}
