package read

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	"tabletop/sampler/rows"
)

// TestStallIs30Seconds verifies the documented time after which a silent stream is abandoned, and that a server that
// stays silent is given up after a few of them.
func TestStallIs30Seconds(t *testing.T) {
	r := DefaultRetry()
	if r.Stall != 30*time.Second || r.Budget < r.Stall || r.Budget > 5*r.Stall {
		t.Errorf("stall %v, budget %v", r.Stall, r.Budget)
	}
}

// TestSilentServer verifies that a read of a server that falls silent for good ends with what was read, within the
// budget, and that its progress states the silence.
func TestSilentServer(t *testing.T) {
	server := fakebt.New(t, numbered(1000))
	server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream < 5 {
			return nil
		}
		return &fakebt.Fault{After: 2, Stall: true}
	}
	table := open(t, server)
	table.Retry = Retry{First: time.Millisecond, Longest: time.Millisecond, Attempts: 100,
		Budget: 500 * time.Millisecond, Stall: 300 * time.Millisecond}
	var mu sync.Mutex
	stages := map[string]bool{}
	started := time.Now()
	s, err := all(t, table, sample.Options{Strategy: sample.Everything}, func(p sample.Progress) {
		mu.Lock()
		defer mu.Unlock()
		stages[p.Stage] = true
	})
	var silent *SilentError
	if !errors.As(err, &silent) || time.Since(started) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(started))
	}
	if s == nil || s.Rows() == 0 || s.Partial() == "" {
		t.Error("what was read is lost, or is not called partial")
	}
	said := false
	for stage := range stages {
		said = said || strings.HasPrefix(stage, "server silent for ")
	}
	if !said {
		t.Errorf("the progress does not state the silence: %v", stages)
	}
}

// TestScannedKeysAreMessages verifies that a server which sends no rows, but states how far it has scanned, is not
// silent, and that the read resumes after the key it named last.
func TestScannedKeysAreMessages(t *testing.T) {
	table := numbered(300)
	server := fakebt.New(t, table)
	server.Scanning = 150 * time.Millisecond // a message each, for ten of them: longer than the stall in all
	var after []string
	server.Fault = func(stream int, req *pb.ReadRowsRequest) *fakebt.Fault {
		after = append(after, string(req.Rows.RowRanges[0].GetStartKeyOpen()))
		if stream == 0 {
			return &fakebt.Fault{After: 0, Stall: true}
		}
		return nil
	}
	bt := open(t, server)
	bt.Retry.Stall = time.Second // longer than a loaded machine takes for a message
	plan := Plan(PlanInput{Splits: []sample.Split{{}}}, sample.Options{Strategy: sample.Everything})
	s, err := bt.Sample(context.Background(), Job{Plan: plan, Opts: sample.Options{Strategy: sample.Everything}})
	if err != nil || s.Rows() != 290 || len(after) != 2 || after[1] != "row000009" {
		t.Errorf("%v, %d rows, streams after %q", err, s.Rows(), after)
	}
}

// TestPauseIsNoSilence verifies that the time that what is called after a message takes does not end the stream: it
// waits for a rate limit there, or for a user who paused.
func TestPauseIsNoSilence(t *testing.T) {
	t.Parallel()
	table := open(t, fakebt.New(t, numbered(5000)))
	table.Retry.Stall = time.Second // longer than a loaded machine takes for a message
	b := sample.NewBuilder(64)
	d := rows.NewDecoder(b, 64, nil)
	paused := false
	err := table.stream(context.Background(), &pb.ReadRowsRequest{}, d, func() error {
		if !paused {
			paused = true
			time.Sleep(1500 * time.Millisecond)
		}
		return nil
	})
	if err != nil || d.Rows != 5000 || !paused {
		t.Errorf("%v, %d rows, paused: %v", err, d.Rows, paused)
	}
}

// TestSilenceIsOfTheServer verifies that silence is measured from the last message, and not while a reader is at work
// on one.
func TestSilenceIsOfTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s silence
		s.start()
		time.Sleep(5 * time.Second)
		waited := s.lasts()
		s.begin()
		time.Sleep(10 * time.Second)
		atWork := s.lasts()
		s.end()
		time.Sleep(time.Second)
		if after := s.lasts(); waited != 5*time.Second || atWork != 0 || after != time.Second {
			t.Errorf("before a message %v, at work on it %v, after it %v", waited, atWork, after)
		}
	})
}

// TestSilentPilot verifies that the few rows read to make a plan, and the first keys that --distinct reads, cannot
// hang.
func TestSilentPilot(t *testing.T) {
	server := fakebt.New(t, numbered(100))
	server.Fault = func(int, *pb.ReadRowsRequest) *fakebt.Fault { return &fakebt.Fault{Stall: true} }
	table := open(t, server)
	table.Retry = Retry{First: time.Millisecond, Longest: time.Millisecond, Attempts: 2, Stall: 50 * time.Millisecond}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var silent *SilentError
	if _, err := table.EstimateRowSize(ctx, []sample.Split{{}}, sample.Options{}); !errors.As(err, &silent) {
		t.Errorf("row size: %v", err)
	}
	cut := func(key []byte) []byte { return key[:3] }
	if _, _, err := table.DistinctPrefixes(ctx, []sample.Split{{}}, sample.Options{}, cut, 10); !errors.As(err,
		&silent) {
		t.Errorf("distinct: %v", err)
	}
}
