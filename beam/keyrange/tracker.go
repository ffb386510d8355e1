package keyrange

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
)

// Tracker is the restriction tracker of a Range. A claim is the key of a row, as []byte, or End. It is not safe for
// concurrent use: wrap it in sdf.NewLockRTracker.
type Tracker struct {
	rest    Range
	last    []byte // the last key claimed; nil if there was none
	done    bool   // nothing of the restriction is left to claim
	stopped bool   // a claim was refused
	err     error
	// Least is how many bytes a split must leave to either side, so that a part is worth its own cost; 0 splits at any
	// size, as does a range whose bytes are unknown.
	Least int64
}

// End is the claim of all keys after the last row of a restriction. It is needed because a scan that ends says nothing
// by itself of the keys up to the restriction's end. No row can be claimed after it.
type End struct{}

var _ sdf.RTracker = (*Tracker)(nil)

// NewTracker returns the tracker of a range of which nothing is claimed.
func NewTracker(r Range) *Tracker { return &Tracker{rest: r, done: r.Empty()} }

// TryClaim reports whether the row, or the rest of the restriction, is the caller's. Rows must be claimed in ascending
// order and from the restriction's start on; else the tracker stops with an error.
func (t *Tracker) TryClaim(position any) bool {
	if t.stopped {
		t.err = errors.New("keyrange: claim after a refused one")
		return false
	}
	switch p := position.(type) {
	case End:
		ok := !t.done
		t.done = true
		return ok
	case []byte:
		return t.claim(p)
	default:
		return t.fail(fmt.Errorf("keyrange: claim of a %T", position))
	}
}

func (t *Tracker) claim(key []byte) bool {
	switch {
	case len(t.rest.End) > 0 && bytes.Compare(key, t.rest.End) >= 0, t.done:
		t.stopped, t.done = true, true
		return false
	case bytes.Compare(key, t.rest.Start) < 0:
		return t.fail(errors.New("keyrange: claim of a key before the restriction"))
	case t.last != nil && bytes.Compare(key, t.last) <= 0:
		return t.fail(errors.New("keyrange: claim of a key that does not come after the one before"))
	}
	t.last = append(t.last[:0], key...)
	if t.last == nil {
		t.last = []byte{}
	}
	return true
}

func (t *Tracker) fail(err error) bool {
	t.err, t.stopped = err, true
	return false
}

// GetError returns the error that stopped the tracker; nil if none did.
func (t *Tracker) GetError() error { return t.err }

// next returns the first key that is not claimed.
func (t *Tracker) next() []byte {
	if t.last == nil {
		return t.rest.Start
	}
	return Next(t.last)
}

// TrySplit gives away the part of the restriction after a share of what is not claimed: at a section border, or at a
// key made up between the last one claimed and the end. Without either, nothing is given away. A share of 0 gives away
// all that is not claimed.
func (t *Tracker) TrySplit(share float64) (primary, residual any, err error) {
	if t.done || t.stopped {
		return t.rest, nil, nil
	}
	key := t.next()
	if share > 0 {
		var ok bool
		if key, ok = t.splitKey(math.Min(1, share)); !ok {
			return t.rest, nil, nil
		}
	} else if t.done = true; len(t.rest.End) > 0 && bytes.Compare(key, t.rest.End) >= 0 {
		return t.rest, nil, nil
	}
	a, b := t.rest.at(key, t.rest.offset(key))
	t.rest = a
	return a, b, nil
}

// splitKey returns the key to split at.
func (t *Tracker) splitKey(share float64) ([]byte, bool) {
	from := t.next()
	here := t.rest.offset(from)
	rest := float64(t.rest.Bytes - here)
	if t.rest.Bytes > 0 && math.Min(share, 1-share)*rest < float64(t.Least) {
		return nil, false
	}
	want := float64(here) + share*rest
	left := Range{Start: from, End: t.rest.End, Bytes: t.rest.Bytes}
	for i, k := range t.rest.Keys {
		if bytes.Compare(k, from) > 0 {
			left.Keys, left.Offsets = append(left.Keys, k), append(left.Offsets, t.rest.Offsets[i])
		}
	}
	if _, b, ok := left.cut(want); ok {
		return b.Start, true
	}
	if len(t.rest.End) == 0 {
		return nil, false // nothing is known of the keys up to the end of the table
	}
	return Between(from, t.rest.End, share)
}

// GetProgress returns the bytes before and after the last key claimed.
func (t *Tracker) GetProgress() (done, remaining float64) {
	all := t.rest.Size()
	if t.done {
		return all, 0
	}
	if t.last == nil {
		return 0, all
	}
	done = math.Min(all, float64(t.rest.offset(t.last)))
	return done, all - done
}

// IsDone reports whether all of the restriction is claimed.
func (t *Tracker) IsDone() bool { return t.err == nil && t.done }

// GetRestriction returns the restriction as it is after splits, as a Range.
func (t *Tracker) GetRestriction() any { return t.rest }
