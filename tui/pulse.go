package tui

import "time"

// pulseSize is how many of the last seconds a pulse shows.
const pulseSize = 8

// pulse is how many rows were read in each of the last seconds.
type pulse struct {
	since  time.Time // the second under way began, with so many rows
	rows   int64
	speeds []float64 // rows a second, the newest last
}

// note takes the number of rows read at a moment. Fewer than before begin another read.
func (p *pulse) note(now time.Time, rows int64) {
	if p.since.IsZero() || rows < p.rows {
		*p = pulse{since: now, rows: rows}
		return
	}
	took := now.Sub(p.since)
	if took < time.Second {
		return
	}
	p.speeds = append(p.speeds, float64(rows-p.rows)/took.Seconds())
	p.speeds = p.speeds[max(len(p.speeds)-pulseSize, 0):]
	p.since, p.rows = now, rows
}
