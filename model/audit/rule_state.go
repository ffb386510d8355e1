package audit

import (
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// stateInKeyRule is the rule state-in-key.
func stateInKeyRule() Rule {
	return Rule{
		ID: "state-in-key", Guidelines: []string{"G20"}, Title: "The key holds a state that changes",
		Why: "A row cannot change its key: each change of state writes the row again under another key and deletes " +
			"the old one, in two changes that may come apart, and nobody can read the row without knowing its state.",
		needs: keys, check: stateInKey,
		about: []Harm{Correctness, Writes}, scope: wholeTable,
	}
}

// stateValues is the share of the rows whose value must be a word for a state.
const stateValues = 0.8

// oneState is the share of the things named behind the state that must occur with one state only if the key holds a
// time: a log of events has each under all states that it went through, and its rows stay as they are. Without a time,
// a thing under several states has left old rows behind.
const oneState = 0.9

// stateWords are words for states that things leave again, without delimiters.
const stateWords = " arrived departed dispatched collected loaded unloaded sorted outfordelivery intransit returning " +
	"escalated reopened triaged backlog testing deployed merged authorized captured charged disputed submitted " +
	"killed timedout provisioning starting stopping stopped terminated creating updating deleting registered banned " +
	"locked invited contacted qualified negotiation " +
	"new open opened pending queued enqueued waiting scheduled ready started running active inactive " +
	"processing inprogress inreview intransit paused blocked onhold hold review reviewing approved rejected accepted " +
	"declined confirmed unconfirmed paid unpaid overdue packed picked shipped delivered returned refunded cancelled " +
	"canceled done completed complete incomplete closed resolved unresolved finished failed expired archived deleted " +
	"draft published unpublished disabled enabled suspended todo doing assigned unassigned acked unacked retry " +
	"retrying succeeded idle busy reserved available unavailable sold trial churned won lost booked checkedin " +
	"checkedout verified unverified settled unsettled leased claimed unclaimed "

func stateInKey(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		for index, segment := range kind.segments[:max(len(kind.segments)-1, 0)] {
			of := kind.Segments[index]
			if !freeText(segment) || of.Distinct < 2 || !f.isState(kind, index) || !f.inOneState(kind, index) {
				continue
			}
			severity, ok := grade(kind.Share, 0.05, no())
			if !ok {
				continue
			}
			out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, of.Name),
				Measures: []Measure{
					{Name: "rows with the state in the key", Unit: Share, Figure: kind.Share, Limit: 0.05},
					{Name: "states", Unit: Count, Figure: seen(float64(of.Distinct)), Read: f.sampled()}},
				Evidence: f.examples(kind),
				Fix: Fix{Text: "Keep the state in a column, and leave it out of the key. If rows are listed by " +
					"state, keep that list as a table or view of its own."}})
		}
	}
	return out
}

// isState reports whether the values of a segment are words for states in nearly all rows.
func (f *facts) isState(k kindFacts, segment int) bool {
	column := f.Column(k.Segments[segment].Name)
	states := map[uint32]bool{}
	all, are := 0, 0
	for _, row := range k.rows {
		code := column.Of[row]
		if code == segments.None {
			continue
		}
		is, known := states[code]
		if !known {
			is = isStateWord(wordOf(string(column.Values[code].Raw)))
			states[code] = is
		}
		all++
		if is {
			are++
		}
	}
	return all > 0 && float64(are) >= stateValues*float64(all)
}

// isStateWord reports whether a word is one for a state: of the list, or a participle, such as printing and printed.
func isStateWord(word string) bool {
	participle := len(word) >= 6 && (strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ing"))
	return participle || strings.Contains(stateWords, " "+word+" ")
}

// inOneState reports whether the things that keys name, the segment with the most values, are in the state that another
// segment states rather than events of a history.
func (f *facts) inOneState(k kindFacts, state int) bool {
	thing := -1
	for index, s := range k.Segments {
		if index != state && k.segments[index].Codec.Type() != rowkey.Timestamp &&
			(thing < 0 || s.Distinct > k.Segments[thing].Distinct) {
			thing = index
		}
	}
	if thing < 0 {
		return false
	}
	if k.time < 0 && state < thing && k.Segments[thing].Distinct >= leastThings {
		return true
	}
	of, by := f.Column(k.Segments[state].Name), f.Column(k.Segments[thing].Name)
	is, several := map[uint32]uint32{}, map[uint32]bool{}
	for row := range f.rowsOf(k) { // those of one thing lie apart
		name := by.Of[row]
		if was, ok := is[name]; ok && was != of.Of[row] {
			several[name] = true
		}
		is[name] = of.Of[row]
	}
	return len(is) >= leastThings && float64(len(several)) <= (1-oneState)*float64(len(is))
}
