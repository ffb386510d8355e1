package tui

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestJobsOfASlotFollowEachOther verifies that work which does not see that it is canceled is done once at a time,
// however often it is asked for: what was replaced before it began is not done at all, the last is.
func TestJobsOfASlotFollowEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJobs(context.Background(), time.Now)
		var begun, atWork, most atomic.Int32
		done := 0
		for range 3000 {
			j.start(spec{slot: "map", done: func(any) { done++ }, run: func(context.Context, func(any)) any {
				begun.Add(1)
				most.Store(max(most.Load(), atWork.Add(1)))
				time.Sleep(mostWaited / 2)
				atWork.Add(-1)
				return nil
			}})
		}
		j.group.Wait()
		j.deliver(func(*fault, bool) {})
		if begun.Load() > 2 || most.Load() != 1 || done != 1 {
			t.Errorf("%d jobs began, at most %d at once, %d were wanted", begun.Load(), most.Load(), done)
		}
	})
}

// TestJobDoesNotWaitForever verifies on both sides of the limit that a job waits for the one it replaces, which hangs.
func TestJobDoesNotWaitForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJobs(context.Background(), time.Now)
		hang, began := make(chan bool), false
		j.start(spec{slot: "read", done: func(any) {}, run: func(context.Context, func(any)) any { return <-hang }})
		synctest.Wait()
		j.start(spec{slot: "read", done: func(any) {}, run: func(context.Context, func(any)) any {
			began = true
			return nil
		}})
		time.Sleep(mostWaited - time.Millisecond)
		synctest.Wait()
		if began {
			t.Error("the new job began beside the old one")
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if !began {
			t.Error("the new job waits for one that hangs")
		}
		close(hang)
		j.group.Wait()
	})
}
