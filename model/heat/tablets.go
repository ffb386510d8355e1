package heat

import (
	"fmt"
	"slices"
)

// Replay simulates how tablets would have split and served the writes of the map, window after window. The service's
// split rule is not public, so the replay uses its own, the same for all layouts: use it to compare layouts by the
// writes of the sample. It has no unit of load.
//
// It begins with one tablet. A tablet that took more than Share of a window's writes, or that holds more than Share of
// all writes, is split one window later, at the median of those writes. It is never split inside one bucket of the map,
// nor where one bucket has half of the writes. Neighbors without writes for coldWindows windows are joined while they
// hold less than Share.
type Replay struct {
	Share float64
	// Windows is the number of windows with enough writes. Written, Busiest and Worst are of their second half: in the
	// first, tablets are still being split for the first time.
	Windows int
	Tablets int // at the end
	Splits  int
	// Written is the number of tablets that take writes at once: 1 / sum p^2 over a window's shares, a mean by writes.
	Written float64
	// Places is the number of key ranges that the rows of a sample were read from, 0 for a full scan. Rows of one range
	// are neighbors, so the fewer the ranges, the more concentrated writes look.
	Places int
	// Busiest is the share of a window's writes that its busiest tablet takes, a mean by writes, and Worst the most.
	Busiest, Worst float64
}

// coldWindows is the number of windows without writes after which two tablets are joined.
const coldWindows = 4

// tablet is a range of buckets up to the next tablet's first.
type tablet struct {
	first  int
	held   float64 // writes
	rested int     // windows since the last write
}

// Conclusive reports whether there were enough windows.
func (r Replay) Conclusive() bool { return r.Windows >= minWindows }

// Summary returns the result of the replay in a sentence.
func (r Replay) Summary() string {
	if !r.Conclusive() {
		return "Tablets: too few writes to replay."
	}
	take := "tablets take"
	if r.Written < 1.5 {
		take = "tablet takes"
	}
	read := ""
	if r.Places > 0 {
		read = fmt.Sprintf(" The rows were read at %d places, which makes the writes look more gathered than they "+
			"are: compare layouts.", r.Places)
	}
	return fmt.Sprintf("Replay of the writes read, on tablets that split above %.3g%% of them: %.0f %s writes at "+
		"once, the busiest %.0f%% of a window's (at worst %.0f%%); %d splits.",
		100*r.Share, r.Written, take, 100*r.Busiest, 100*r.Worst, r.Splits) + read
}

// uneven is the multiple of an equal share above which the busiest tablet makes writes uneven.
const uneven = 2

// Spread describes in a few words how writes are distributed: the pattern, and for even writes the number of tablets
// that take them, since writes can be even over few tablets.
func (m *Map) Spread() string {
	switch sc, replay := m.Score, m.Replay; {
	case sc.Pattern == Unknown:
		return "not known"
	case sc.Pattern == ParallelHotspots:
		return fmt.Sprintf("%d moving hotspots", sc.Hotspots)
	case sc.Pattern == Even && replay.Conclusive() && replay.Written < 1.5:
		return "on one tablet"
	case sc.Pattern == Even && replay.Conclusive() && replay.Busiest*replay.Written > uneven:
		// no part of the keys is a hotspot, but the tablets differ
		return fmt.Sprintf("on %.0f tablets", replay.Written)
	case sc.Pattern == Even && replay.Conclusive():
		return fmt.Sprintf("even on %.0f tablets", replay.Written)
	case sc.Pattern == Roving:
		return "changing hotspot"
	default:
		return string(sc.Pattern)
	}
}

// replay serves the windows, which are in order of time.
func replay(windows []judged, buckets int, share float64) Replay {
	replay := Replay{Share: share, Windows: len(windows)}
	if !replay.Conclusive() {
		return replay
	}
	total := 0.0
	for _, w := range windows {
		total += float64(w.writes)
	}
	server := &server{share: share, limit: share * total, tablets: []tablet{{}}, held: make([]float64, buckets),
		load: make([]float64, buckets)}
	var judgedWrites float64
	for i := range windows {
		judged := &windows[i]
		shares := server.serve(judged)
		if i >= len(windows)/2 {
			writes := float64(judged.writes)
			squares, top := 0.0, 0.0
			for _, p := range shares {
				squares += p * p
				top = max(top, p)
			}
			judgedWrites += writes
			replay.Written += writes / squares
			replay.Busiest += writes * top
			replay.Worst = max(replay.Worst, top)
		}
		server.split(shares)
		server.join()
	}
	replay.Written /= judgedWrites
	replay.Busiest /= judgedWrites
	replay.Tablets, replay.Splits = len(server.tablets), server.splits
	return replay
}

// server holds the tablets at one moment of a replay.
type server struct {
	share, limit float64
	tablets      []tablet
	held         []float64 // bucket -> writes it holds
	load         []float64 // bucket -> writes of the current window
	due          []int     // buckets at which tablets are split after the next window
	splits       int
}

// serve adds the writes of a window and returns the share of each tablet.
func (s *server) serve(w *judged) []float64 {
	clear(s.load)
	for _, b := range w.buckets {
		s.load[b]++
	}
	stands := float64(w.writes) / float64(len(w.buckets)) // of many writes not all are looked at
	shares := make([]float64, len(s.tablets))
	for i := range s.tablets {
		tablet := &s.tablets[i]
		value := 0.0
		for b := tablet.first; b < s.end(i); b++ {
			value += s.load[b]
			s.held[b] += s.load[b] * stands
		}
		tablet.held += value * stands
		shares[i] = value / float64(len(w.buckets))
		if tablet.rested++; value > 0 {
			tablet.rested = 0
		}
	}
	return shares
}

func (s *server) end(i int) int {
	if i+1 < len(s.tablets) {
		return s.tablets[i+1].first
	}
	return len(s.held)
}

// split carries out the splits that were due after the window before, and finds those due after this one.
func (s *server) split(shares []float64) {
	var due []int
	for i, tablet := range s.tablets {
		for _, of := range []struct {
			much   bool
			weight []float64
		}{{shares[i] > s.share, s.load}, {tablet.held > s.limit, s.held}} {
			if !of.much {
				continue
			}
			if at := median(of.weight, tablet.first, s.end(i)); at > 0 {
				due = append(due, at)
				break
			}
		}
	}
	for _, at := range s.due {
		index, there := slices.BinarySearchFunc(s.tablets, at, func(t tablet, at int) int { return t.first - at })
		if there {
			continue
		}
		end := s.end(index - 1)
		right := tablet{first: at}
		for b := at; b < end; b++ {
			right.held += s.held[b]
		}
		s.tablets[index-1].held -= right.held
		s.tablets = slices.Insert(s.tablets, index, right)
		s.splits++
	}
	s.due = due
}

// median returns the bucket from which on half of the weight of [first, end) lies; 0 if one bucket has half, so that a
// split would not help.
func median(weight []float64, first, end int) int {
	total := 0.0
	for b := first; b < end; b++ {
		total += weight[b]
	}
	sum := 0.0
	for b := first; b < end; b++ {
		if weight[b] >= total/2 {
			return 0
		}
		if sum += weight[b]; sum >= total/2 {
			return b + 1
		}
	}
	return 0
}

// join merges neighbors that take no writes.
func (s *server) join() {
	for i := 0; i+1 < len(s.tablets); {
		a, b := s.tablets[i], s.tablets[i+1]
		if min(a.rested, b.rested) < coldWindows || a.held+b.held > s.limit {
			i++
			continue
		}
		s.tablets[i].held += b.held
		s.tablets[i].rested = min(a.rested, b.rested)
		s.tablets = slices.Delete(s.tablets, i+1, i+2)
	}
}
