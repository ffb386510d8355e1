package sample

import "time"

const (
	// paceWindow is how far back a pace looks: a read that is slowed or let go is judged by what it does now.
	paceWindow = 10 * time.Second
	// enoughDone is the share of what was to do at the start before which the time left would be a guess.
	enoughDone = 0.1
)

// Pace estimates how much longer work takes, by how fast the share of it that is done grew lately. The zero Pace has
// seen nothing.
type Pace struct {
	seen  []paceMark // in order of time: the last one before the window, then those within
	first float64    // share at the first mark: what earlier work had done
}

type paceMark struct {
	at   time.Duration
	done float64
}

// Add notes that at a time, of the clock that counts while there is work, so much of 0..1 is done. Shares that are not
// known, below 0, and those that fall are not noted.
func (p *Pace) Add(at time.Duration, done float64) {
	count := len(p.seen)
	switch {
	case done < 0 || count > 0 && done < p.seen[count-1].done:
		return
	case count == 0:
		p.first = done
	case done == p.first: // what passes before anything is done is not the pace
		p.seen = p.seen[:0]
	}
	p.seen = append(p.seen, paceMark{at, done})
	for len(p.seen) > 2 && at-p.seen[1].at >= paceWindow {
		p.seen = p.seen[1:]
	}
}

// Left is the time until all is done, as of the last mark; false while less than a tenth of the work has been done, and
// where it stands still.
func (p *Pace) Left() (time.Duration, bool) {
	if len(p.seen) < 2 {
		return 0, false
	}
	from, to := p.seen[0], p.seen[len(p.seen)-1]
	grown := to.done - from.done
	if grown <= 0 || to.at == from.at || to.done >= 1 || to.done-p.first < enoughDone*(1-p.first) {
		return 0, false
	}
	return time.Duration(float64(to.at-from.at) / grown * (1 - to.done)), true
}
