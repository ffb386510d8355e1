package text

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"tabletop/model/sample"
)

// Strategy returns how a strategy selects rows.
func Strategy(s sample.Strategy) string {
	switch s {
	case sample.Quick:
		return "short runs of rows at split keys"
	case sample.Small:
		return "Bernoulli sample of all rows"
	case sample.Accurate:
		return "Bernoulli sample of the rows of whole sections"
	case sample.Everything:
		return "every row"
	case sample.Blocks:
		return "a row of each of many blocks of the files, drawn by size"
	case sample.Head:
		return "the first rows of the table only"
	}
	return string(s)
}

// PlanLine returns a plan in one line: "quick: about 20,000 rows in 400 key ranges, 11.8 MB to receive, about 2 s".
func PlanLine(p *sample.Plan) string {
	out := string(p.Strategy) + ": "
	if p.Rows > 0 {
		out += "about " + rounded(float64(p.Rows)) + " rows in "
	}
	out += keyRanges(p)
	return out + transfer(p)
}

// transfer returns the bytes and the time that a plan takes, as the end of a phrase: ", 11.8 MB to receive, about 2 s".
func transfer(p *sample.Plan) string {
	out := ""
	if p.Bytes > 0 {
		out += ", " + Bytes(float64(p.Bytes)) + " to receive"
	}
	if p.Scan > p.Bytes {
		out += " of " + Bytes(float64(p.Scan)) + " scanned"
	}
	if p.Time > 0 {
		out += ", about " + Duration(rough(p.Time))
	}
	return out
}

// keyRanges returns how many key ranges are read, or files of an export.
func keyRanges(p *sample.Plan) string {
	if p.Files > 0 {
		return Count(p.Files, "file")
	}
	return Count(len(p.Places), "key range")
}

// rough rounds an expected time to its reliable digits.
func rough(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(100 * time.Millisecond)
}

// Fact is a named line of a description.
type Fact struct{ Name, Text string }

// PlanFacts returns all of a plan but its notes: what is read, what the server scans, and how long it takes. o holds
// the options of the plan.
func PlanFacts(p *sample.Plan, o sample.Options) []Fact {
	facts := []Fact{{"strategy", string(p.Strategy) + ", " + Strategy(p.Strategy)}}
	ranges := keyRanges(p)
	name := "key ranges"
	switch {
	case p.Files > 0:
		name, ranges = "files", ranges+", whose rows are in no order"
	case p.Points > 0:
		ranges += fmt.Sprintf(", selected by %s with probability proportional to size", Count(p.Points, "draw"))
	case len(p.Places) > 0:
		ranges += ", all of the requested rows"
	}
	facts = append(facts, Fact{name, ranges}, Fact{"rows", planRows(p)}, Fact{"received", planned(p.Bytes)})
	scan := planned(p.Scan)
	switch {
	case p.Files > 0:
		scan += " of " + Bytes(float64(p.TotalBytes)) + " of files"
	case p.TotalBytes > 0 && p.Scan > 0:
		scan += " of " + Bytes(float64(p.TotalBytes)) + ", as the server counts them"
	}
	if p.Filter > 0 && p.Filter < 1 {
		scan += "; the server returns " + Percent(p.Filter) + " of the rows it scans"
	}
	facts = append(facts, Fact{"scanned", scan})
	word := "unknown"
	if p.Time > 0 {
		word = "about " + Duration(rough(p.Time))
	}
	facts = append(facts, Fact{"time", word})
	if only := ReadFilters(o); len(only) > 0 {
		facts = append(facts, Fact{"only", strings.Join(only, ", ")})
	}
	if l := limits(o); len(l) > 0 {
		facts = append(facts, Fact{"limits", strings.Join(l, ", ")})
	}
	return facts
}

// ReadState is how far a read has come, beside what was planned of it. What is not known is 0.
type ReadState struct {
	Plan            *sample.Plan // nil where it was read on beyond its plan
	Ranges, Planned int          // key ranges that are done, of those planned
	Rows, Expected  int64        // rows read, and those that the plan comes to by what was read
	Bytes           int64        // read so far
	Took            time.Duration
	Left, LeftMost  time.Duration // as of sample.Progress
	Reading         bool          // it has not ended
	Held            string        // the limit that holds it up: "600 rows/s"
	Figures         string        // what figures are now: "≈ sample, sizes ±6%"
}

// ReadPage returns what was planned of a read beside what was read, in a table.
func ReadPage(s ReadState) string {
	const row = "%-10s %11s %11s %11s"
	approx := func(known bool, word string) string {
		if !known {
			return "–"
		}
		return "≈ " + word
	}
	var b strings.Builder
	line := func(name, planned, now, left string) {
		if !s.Reading {
			left = ""
		}
		b.WriteString(strings.TrimRight(fmt.Sprintf(row, name, planned, now, left), " ") + "\n")
	}
	now := "now"
	if !s.Reading {
		now = "read"
	}
	plan := s.Plan
	if plan == nil {
		plan = &sample.Plan{}
	}
	line("", "planned", now, "left")
	line("key ranges", Integer(int64(s.Planned)), Integer(int64(s.Ranges)), Integer(int64(s.Planned-s.Ranges)))
	rows := cmp.Or(plan.Rows, s.Expected)
	line("rows", approx(rows > 0, rounded(float64(rows))), Integer(s.Rows),
		approx(s.Expected > 0, Integer(s.Expected-s.Rows)))
	line("bytes", approx(plan.Bytes > 0, Bytes(float64(plan.Bytes))), Bytes(float64(s.Bytes)),
		approx(s.Expected > 0 && s.Rows > 0,
			Bytes(float64(s.Bytes)/float64(max(s.Rows, 1))*float64(s.Expected-s.Rows))))
	line("time", approx(plan.Time > 0, Clock(plan.Time)), Clock(s.Took), TimeLeft(s.Left, s.LeftMost))
	if s.Held != "" {
		b.WriteString("held by    " + s.Held + "\n")
	}
	if s.Figures != "" {
		b.WriteString("figures    " + s.Figures + "\n")
	}
	return b.String()
}

// TimeLeft writes how much longer a read takes, ≈ 0:28, or 0:14 … 0:30 where most is longer; empty where it is not
// known.
func TimeLeft(least, most time.Duration) string {
	from, to := Clock(least), Clock(max(least, most))
	switch {
	case least <= 0:
		return ""
	case from != to:
		return from + " … " + to
	}
	return "≈ " + from
}

// Clock writes a duration in minutes and seconds, 0:09, from an hour on with hours, 1:02:03.
func Clock(d time.Duration) string {
	s := int(math.Ceil(d.Seconds())) // what is left is never nothing
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// PlanPage returns a plan in full: its facts, then its notes.
func PlanPage(p *sample.Plan, o sample.Options) string {
	var b strings.Builder
	for _, f := range PlanFacts(p, o) {
		fmt.Fprintf(&b, "%-10s %s\n", f.Name, f.Text)
	}
	for _, note := range p.Notes {
		b.WriteString("\n" + EscapeString(note) + "\n")
	}
	return b.String()
}

func planRows(p *sample.Plan) string {
	out := "unknown"
	if p.Rows > 0 {
		out = "about " + rounded(float64(p.Rows)) + " received"
	}
	if p.KeepRows > 0 && (p.Rows == 0 || p.KeepRows < p.Rows) {
		out += ", uniform sample of " + Integer(p.KeepRows) + " kept"
	}
	return out
}

func planned(bytes int64) string {
	if bytes <= 0 {
		return "unknown"
	}
	return "about " + Bytes(float64(bytes))
}

// ReadFilters describes the filters of a read; nil when it reads the whole table.
func ReadFilters(o sample.Options) (out []string) {
	say := func(when bool, format string, args ...any) {
		if when {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	say(o.View != "", "%s", Safe(o.View))
	say(len(o.Prefix) > 0, "keys that start with %s", Escape(o.Prefix))
	say(len(o.Start) > 0, "keys from %s on", Escape(o.Start))
	say(len(o.End) > 0, "keys before %s", Escape(o.End))
	say(o.KeyRegex != "", "keys that match %s", Safe(o.KeyRegex))
	say(o.Where != "", "rows with %s", Safe(o.Where))
	for _, f := range o.Families {
		say(true, "family %s", EscapeString(f))
	}
	say(!o.Since.IsZero(), "cells since %s", Time(o.Since))
	say(!o.Until.IsZero(), "cells before %s", Time(o.Until))
	return out
}

func limits(o sample.Options) (out []string) {
	if o.Rows > 0 {
		out = append(out, Integer(o.Rows)+" rows")
	}
	if o.Bytes > 0 {
		out = append(out, Bytes(float64(o.Bytes)))
	}
	if o.Time > 0 {
		out = append(out, Duration(o.Time))
	}
	if o.RowsPerSecond > 0 {
		out = append(out, Number(o.RowsPerSecond)+" rows per second")
	}
	if o.BytesPerSecond > 0 {
		out = append(out, Bytes(o.BytesPerSecond)+" per second")
	}
	return out
}
