package retention

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tabletop/model/sample"
)

// Timeline holds the evaluation of every cell of one row, in the order of the cells.
type Timeline struct {
	Now   time.Time
	Cells []Version
	rules map[string]Rule
}

// Version is one cell of a row and its evaluation by its family's rule.
type Version struct {
	Cell     int // index in the sample
	Column   sample.Column
	Rank     int           // newer cells of the column: 0 is the newest
	Micros   int64         // its timestamp
	Age      time.Duration // negative for a timestamp in the future
	Gap      time.Duration // to the next older cell of the column; 0 for the oldest
	Bytes    int64
	Eligible bool
	// Since is the time, in microseconds since 1970, from which the cell is or will be eligible if nothing is written;
	// Never if only newer cells can make it eligible.
	Since int64
	count int // cells of the column
}

// NewTimeline evaluates row i of s by rules as of now.
func NewTimeline(s *sample.Sample, i int, rules Rules, now time.Time) *Timeline {
	from, to := s.Cells(i)
	timeline := &Timeline{Now: now, Cells: make([]Version, 0, to-from), rules: map[string]Rule{}}
	at := now.UnixMicro()
	for index := from; index < to; {
		end := s.Versions(index, to)
		column := s.Column(s.CellColumn(index))
		rule, ok := timeline.rules[column.Family]
		if !ok {
			rule = NewRule(rules[column.Family], now)
			timeline.rules[column.Family] = rule
		}
		times := s.Times(index, end)
		keep := rule.Keep(times)
		for k, ts := range times {
			v := Version{Cell: index + k, Column: column, Rank: k, Micros: ts, Age: between(ts, at),
				Bytes:    s.CellBytes(index + k),
				Eligible: k >= keep, Since: rule.Since(times, k), count: len(times)}
			if k+1 < len(times) {
				v.Gap = between(times[k+1], ts)
			}
			timeline.Cells = append(timeline.Cells, v)
		}
		index = end
	}
	return timeline
}

// between returns the time from one timestamp to another, limited to the range of a Duration.
func between(from, to int64) time.Duration {
	distance := to - from
	if (distance < 0) != (to < from) { // overflow
		if to < from {
			return -duration(Never)
		}
		return duration(Never)
	}
	if distance < 0 {
		return -duration(-distance)
	}
	return duration(distance)
}

// Reason returns in a few words why cell k of Cells is kept or collected: "third version, policy keeps 2",
// "expires in 3 d".
func (t *Timeline) Reason(k int) string {
	version := &t.Cells[k]
	rule := t.rules[version.Column.Family]
	if rule.KeepsAll() {
		return "no policy: never expires"
	}
	if version.Eligible {
		return t.whyGone(&rule, version)
	}
	return t.whyKept(&rule, version)
}

// whyGone returns what makes a cell eligible: in a union any rule that does, in an intersection all of them.
func (t *Timeline) whyGone(rule *Rule, v *Version) string {
	switch rule.kind {
	case sample.GCMaxVersions:
		return fmt.Sprintf("%s version, policy keeps %d", Ordinal(v.Rank+1), rule.versions)
	case sample.GCMaxAge:
		return fmt.Sprintf("older than %s by %s", sample.AgeInText(time.Duration(rule.age)*time.Microsecond),
			Span(v.Age-time.Duration(rule.age)*time.Microsecond))
	}
	var parts []string
	for i := range rule.children {
		if c := &rule.children[i]; c.Eligible(v.Rank, t.Now.UnixMicro()-v.Micros) {
			parts = append(parts, t.whyGone(c, v))
		}
	}
	if rule.kind == sample.GCIntersection {
		return strings.Join(parts, " and ")
	}
	return strings.Join(parts, "; ")
}

// whyKept returns when the cell becomes eligible, or what still keeps it.
func (t *Timeline) whyKept(rule *Rule, v *Version) string {
	at := t.Now.UnixMicro()
	if v.Since != Never && v.Since >= at {
		left := "expires in " + Span(between(at, v.Since))
		if v.Age < 0 {
			left += ", its time is in the future"
		}
		return t.although(rule, v) + left
	}
	if rank, ok := rule.spare(v.Rank); ok {
		return rankWords(v, rank)
	}
	return "kept"
}

// although returns, for a cell that exceeds the versions of one part of an intersection while another part still keeps
// it, words for that; otherwise "".
func (t *Timeline) although(rule *Rule, v *Version) string {
	if rule.kind != sample.GCIntersection {
		return ""
	}
	for i := range rule.children {
		if c := &rule.children[i]; c.kind == sample.GCMaxVersions && v.Rank >= c.versions {
			return Ordinal(v.Rank+1) + " version, but young: "
		}
	}
	return ""
}

// spare returns the number of versions that the rule keeps of a column while no more are written, and whether that is
// what keeps a cell of this rank.
func (r *Rule) spare(rank int) (int, bool) {
	switch r.kind {
	case sample.GCMaxVersions:
		return r.versions, rank < r.versions
	case sample.GCUnion, sample.GCIntersection:
		for i := range r.children {
			if n, ok := r.children[i].spare(rank); ok {
				return n, true
			}
		}
	}
	return 0, false
}

func rankWords(v *Version, keeps int) string {
	switch {
	case v.Rank == 0 && v.count == 1:
		return "the only version"
	case v.Rank == 0:
		return "newest version"
	}
	return fmt.Sprintf("%s version of %d that the policy keeps", Ordinal(v.Rank+1), keeps)
}

// Ordinal returns an ordinal in words up to the tenth, then as 11th.
func Ordinal(n int) string {
	words := [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n >= 1 && n <= len(words) {
		return words[n-1]
	}
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// Span formats a duration in its largest unit, with two digits below ten: "3 d", "1.5 h", "2.3 y".
func Span(d time.Duration) string {
	if d < 0 {
		return "-" + Span(max(-d, -(d+1))) // -d overflows for the smallest Duration
	}
	for _, entry := range []struct {
		unit time.Duration
		name string
	}{{24 * time.Hour * 1461 / 4, "y"}, {24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"},
		{time.Second, "s"}, {time.Millisecond, "ms"}} {
		if d < entry.unit {
			continue
		}
		n := float64(d) / float64(entry.unit)
		if n >= 10 {
			return strconv.FormatFloat(n, 'f', 0, 64) + " " + entry.name
		}
		return strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0") + " " + entry.name
	}
	if d == 0 {
		return "0 s"
	}
	return strconv.FormatInt(int64(d/time.Microsecond), 10) + " µs"
}
