package heat

import (
	"fmt"
	"time"
)

// Limits is the line below every map that states what cell timestamps cannot show.
const Limits = "from cell timestamps: no reads, deletes, or cells since overwritten or removed"

// Summary returns the score in a sentence, with the share and the window with the most concentrated writes. Whether
// that does harm, and what to change, is for an audit to say. Times are UTC.
func (m *Map) Summary() string {
	score := m.Score
	if m.Unordered {
		return "The write pattern is unknown: " + m.Artificial +
			". Neighbors on the map are not neighbors in the table."
	}
	if m.Artificial != "" {
		return "The write pattern is unknown: " + m.Artificial + ". The axis shows cell timestamps, not write times."
	}
	if score.Pattern == Unknown {
		return fmt.Sprintf("Too few writes to determine a pattern: %d windows have at least %d writes, and %d "+
			"windows are needed.", score.Windows, MinWrites, minWindows)
	}
	figures := fmt.Sprintf("the hottest %.0f%% of the keys take %.0f%% of a window's writes (%.0f%% if uniform)",
		100/float64(score.Parts), 100*score.Hot, 100*score.UniformShare)
	window := ""
	if score.Hottest >= 0 {
		window = fmt.Sprintf("; %.0f%% in the window from %s", 100*score.Peak,
			m.Window(score.Hottest).Format(stamp(m.Step)))
	}
	switch score.Pattern {
	case MovingHotspot:
		return "Moving hotspot: in each window " + score.Portion() +
			" writes go to one key range, which moves through the key space; " + figures + window +
			". One node takes these writes, and splitting does not help."
	case ParallelHotspots:
		return fmt.Sprintf("Parallel hotspots: writes go to %d key ranges that move in step; %s%s. Up to %d nodes "+
			"share the writes.", score.Hotspots, figures, window, score.Hotspots)
	case FixedRange:
		return "Fixed hot range: the same few keys take " + score.Portion() + " writes in every window; " + figures +
			window + "."
	case Roving:
		return "Changing hotspot: in each window " + score.Portion() +
			" writes go to one key range, but a different one each time; " + figures + window +
			". The service can follow if a range stays hot for minutes."
	}
	return "Even: " + figures + ": no hotspot."
}

// Portion returns a word for the share of a window's writes in its hottest range: most are more than half.
func (s Score) Portion() string {
	if s.Hot > 0.5 {
		return "most"
	}
	return "many"
}

// stamp returns a time layout with the resolution of steps of d.
func stamp(d time.Duration) string {
	switch {
	case d >= 24*time.Hour:
		return "2006-01-02"
	case d >= time.Minute:
		return "2006-01-02 15:04"
	}
	return "2006-01-02 15:04:05"
}

// Label returns the start of window w in UTC, as short as the length of the windows allows.
func (m *Map) Label(w int) string { return m.Window(w).UTC().Format(stamp(m.Step)) }
