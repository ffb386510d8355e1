package audit

import (
	"strconv"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
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
			if t := segment.Codec.Type(); t != rowkey.Text && t != rowkey.Enum || of.Distinct < 2 ||
				!f.isState(kind, index) || !f.inOneState(kind, index) {
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
	for row, kind := range f.Kind { // all rows: those of one thing lie apart
		if int(kind) != k.index {
			continue
		}
		name := by.Of[row]
		if was, ok := is[name]; ok && was != of.Of[row] {
			several[name] = true
		}
		is[name] = of.Of[row]
	}
	return len(is) >= leastThings && float64(len(several)) <= (1-oneState)*float64(len(is))
}

// softDeletesRule is the rule soft-deletes.
func softDeletesRule() Rule {
	return Rule{
		ID: "soft-deletes", Guidelines: []string{"G22", "G09"}, Title: "Rows marked as deleted or expired are kept",
		Why: "Rows that are marked as deleted, or as expired, are stored, billed, and read past by every scan like " +
			"all others, and each reader must know the mark.",
		needs: rows, check: softDeletes,
		about: []Harm{Storage, Reads}, scope: allCells,
		limits: func(l *Limits) { l.SoftDeletes = 0.1 },
	}
}

func softDeletes(f *facts) []Finding {
	var out []Finding
	for id := range f.Sample.Columns() {
		column := sample.ColumnID(id)
		marks := f.removalMark(f.Sample.Column(column).Qualifier)
		if marks == nil || f.folded[column] {
			continue
		}
		marked := func(row int) bool {
			value, ok := f.newest(row, column)
			return ok && marks(strings.ToLower(string(value)))
		}
		share := f.share(marked)
		severity, ok := grade(share, f.limits.SoftDeletes, no())
		if !ok {
			continue
		}
		finding := Finding{Severity: severity,
			Subject: Subject{Kind: AboutColumn, Column: f.Sample.Column(column)},
			Measures: []Measure{{Name: "rows marked as deleted or expired", Unit: Share, Figure: share,
				Limit: f.limits.SoftDeletes}, f.markedBytes(marked)},
			Fix: Fix{Text: "Delete the rows. If they must be restorable for a while, move their cells to a family " +
				"with an age policy of that length, and delete the rest. What has a time of expiry can have that " +
				"time as the timestamp of its cells, in a family with a short age policy."}}
		for row := range f.Sample.Rows() {
			if !marked(row) {
				continue
			}
			if len(finding.Evidence) < maxEvidence {
				finding.Evidence = append(finding.Evidence, Evidence{Key: f.Sample.Key(row)})
			} else {
				finding.More++
			}
		}
		out = append(out, finding)
	}
	return out
}

// markedBytes returns the share of the bytes that rows have for which marked returns true.
func (f *facts) markedBytes(marked func(row int) bool) Measure {
	bytes := f.design.EstimateRatio(f.Sample, func(row int) (part, all float64) {
		all = float64(f.Sample.RowBytes(row))
		if marked(row) {
			part = all
		}
		return part, all
	})
	return Measure{Name: "share of the table's bytes in them", Unit: Share, Figure: bytes.Share(f.design)}
}

// newest returns what is kept of the newest value of a column in a row.
func (f *facts) newest(row int, id sample.ColumnID) ([]byte, bool) {
	from, to := f.Sample.Cells(row)
	for cell := from; cell < to; cell = f.Sample.Versions(cell, to) {
		if f.Sample.CellColumn(cell) == id {
			return f.Sample.Cell(cell).Value, true
		}
	}
	return nil, false
}

// removalMark returns a function that reports whether a value, in lower case, of a column of the name marks a row as
// deleted, or as expired when the rows were read; nil if columns of this name hold no such marks.
func (f *facts) removalMark(name string) func(value string) bool {
	word := wordOf(name)
	switch word {
	case "expiresat", "expires", "expiry", "expireat", "expirydate", "expirytime", "expiration", "expirationtime",
		"expirationdate", "validuntil", "expirests", "ttlat":
		return func(value string) bool {
			at, ok := timeOf(value)
			return ok && at.Before(f.Profile.Now)
		}
	}
	return deletionMark(word)
}

// timeOf returns the time that a value states: as RFC 3339 has it, as a day, or as a number since 1970 in one of the
// usual units; in lower case.
func timeOf(value string) (time.Time, bool) {
	text := strings.ToUpper(value)
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.Parse(form, text); err == nil {
			return at, true
		}
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	switch sample.OtherUnit(number) {
	case "seconds":
		return time.Unix(number, 0), true
	case "milliseconds":
		return time.UnixMilli(number), true
	case "nanoseconds":
		return time.Unix(0, number), true
	}
	at := time.UnixMicro(number)
	return at, at.Year() >= 2000 && at.Year() < 2100
}

// deletionMark returns a function that reports whether a value, in lower case, of a column marks a row as deleted, by
// the letters and digits of the column's name; nil if columns of this name hold no such marks.
func deletionMark(word string) func(value string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(word, "is"), "flag"), "mark") {
	case "deleted", "removed", "tombstone", "tombstoned", "softdeleted", "softdelete", "del", "purged":
		return isSet
	case "deletedat", "deletedon", "deletedts", "deletedtime", "deletedby", "deletetime", "deletiontime", "removedat",
		"tombstonedat", "deletedms", "deletiondate", "deletedate", "deletedwhen":
		return isSet
	case "state", "status", "rowstate", "rowstatus", "recordstatus", "lifecycle":
		return func(value string) bool {
			switch wordOf(value) {
			case "deleted", "removed", "tombstone", "tombstoned", "softdeleted", "purged":
				return true
			}
			return false
		}
	}
	return nil
}

// isSet reports whether a value, in lower case, of a flag or a time is not an empty one.
func isSet(value string) bool {
	switch strings.Trim(value, "\x00 ") {
	case "", "0", "false", "f", "no", "n", "null", "nil", "none", "off", "-", "0001-01-01t00:00:00z":
		return false
	}
	return true
}

// saltUnevenRule is the rule salt-uneven.
func saltUnevenRule() Rule {
	return Rule{
		ID: "salt-uneven", Guidelines: []string{"G61", "G08"}, Title: "The salt fills its buckets unevenly",
		Why: "A salt is there to spread rows and writes evenly; a bucket with several times its part takes several " +
			"times the load of the others, and every period is still read from all of them.",
		needs: keys, check: saltUneven,
		about: []Harm{Writes}, scope: wholeTable,
		limits: func(l *Limits) { l.SaltSkew = 2 },
	}
}

// mostBuckets is the number of values up to which a number in front may be a bucket.
const mostBuckets = 1024

func saltUneven(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		lead := kind.lead()
		if lead+1 >= len(kind.Segments) || !f.isBucket(kind, lead) {
			continue
		}
		salt := kind.Segments[lead]
		even := 1 / float64(salt.Distinct)
		fullest := f.shareOfKind(kind, func(row int) bool {
			v := f.Column(salt.Name).At(row)
			return v != nil && string(v.Raw) == string(salt.Top[0].Raw)
		})
		severity, ok := grade(fullest, f.limits.SaltSkew*even, no())
		if !ok {
			continue
		}
		out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, salt.Name),
			Measures: []Measure{
				{Name: "rows in the fullest bucket", Unit: Share, Figure: fullest, Limit: f.limits.SaltSkew * even},
				{Name: "rows in each bucket if it were even", Unit: Share, Figure: estimate.Point(even)},
				{Name: "buckets", Unit: Count, Figure: seen(float64(salt.Distinct)), Read: f.sampled()}},
			Evidence: f.withValues(kind, salt.Name, [][]byte{salt.Top[0].Raw}),
			Fix: Fix{Text: "Compute the salt with a hash of all bytes of what has the most values, such as CRC-32 " +
				"or MurmurHash of the ID, modulo the number of buckets."}})
	}
	return out
}

// isBucket reports whether a segment of a kind is a salt: by its codec, by the names of its values, or because it is a
// number from 0 to one below a usual number of buckets that the next segment with many values determines.
func (f *facts) isBucket(k kindFacts, index int) bool {
	segment := k.Segments[index]
	if segment.Distinct < 2 || segment.Distinct > mostBuckets || segment.Count < 20*segment.Distinct ||
		len(segment.Top) == 0 {
		return false
	}
	if _, is := rowkey.AsSalt(k.segments[index].Codec); is || bucketNames(segment) {
		return true
	}
	if buckets := buckets(segment); buckets == 0 || segment.Distinct*2 < buckets {
		return false
	}
	for next := index + 1; next < len(k.Segments); next++ {
		if k.Segments[next].Distinct >= 4*segment.Distinct {
			return f.decides(k, next, index)
		}
	}
	return false
}

// buckets returns the number of buckets that people would choose for the numbers of a segment, from 0 on: a power of
// two, or a round number. It is 0 if there is none, or they begin elsewhere.
func buckets(s figures.Segment) int64 {
	switch s.Type {
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE:
	default:
		return 0
	}
	low, ok := whole(s.Min)
	high, ok2 := whole(s.Max)
	if !ok || !ok2 || low != 0 {
		return 0
	}
	for n := max(int64(high)+1, 4); n <= mostBuckets; n++ {
		if n&(n-1) == 0 || n%10 == 0 {
			return n
		}
	}
	return 0
}

// decides reports whether one segment has one value for each value of another, of.
func (f *facts) decides(k kindFacts, of, segment int) bool {
	by, is := f.Column(k.Segments[of].Name), f.Column(k.Segments[segment].Name)
	found := map[uint32]uint32{}
	for row, kind := range f.Kind {
		if int(kind) != k.index {
			continue
		}
		if was, ok := found[by.Of[row]]; ok && was != is.Of[row] {
			return false
		}
		found[by.Of[row]] = is.Of[row]
	}
	return len(found) > 0
}
