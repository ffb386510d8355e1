package audit

import (
	"strings"

	"tabletop/model/estimate"
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

// oneState is the share of the values behind the state that must occur with one state only: an event log has each
// under all states that it went through, and its rows stay as they are.
const oneState = 0.9

// stateWords are words for states that things leave again, without delimiters.
const stateWords = " new open opened pending queued enqueued waiting scheduled ready started running active inactive " +
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
			is = strings.Contains(stateWords, " "+wordOf(string(column.Values[code].Raw))+" ")
			states[code] = is
		}
		all++
		if is {
			are++
		}
	}
	return all > 0 && float64(are) >= stateValues*float64(all)
}

// inOneState reports whether the values of the segment with the most values occur with one value of another segment
// each, as things do that are in one state at a time.
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
		ID: "soft-deletes", Guidelines: []string{"G22", "G09"}, Title: "Deleted rows are kept with a mark",
		Why: "Rows that are marked as deleted are stored, billed, and read past by every scan like all others, and " +
			"each reader must know the mark.",
		needs: rows, check: softDeletes,
		about: []Harm{Storage, Reads}, scope: allCells,
		limits: func(l *Limits) { l.SoftDeletes = 0.1 },
	}
}

func softDeletes(f *facts) []Finding {
	var out []Finding
	for id := range f.Sample.Columns() {
		column := sample.ColumnID(id)
		marks := deletionMark(f.Sample.Column(column).Qualifier)
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
			Measures: []Measure{{Name: "rows marked as deleted", Unit: Share, Figure: share,
				Limit: f.limits.SoftDeletes}, f.markedBytes(marked)},
			Fix: Fix{Text: "Delete the rows. If they must be restorable for a while, move their cells to a family " +
				"with an age policy of that length, and delete the rest."}}
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

// deletionMark returns a function that reports whether a value, in lower case, of a column of the name marks a row as
// deleted; nil if columns of this name hold no such marks.
func deletionMark(name string) func(value string) bool {
	word := wordOf(name)
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
	low, ok := whole(segment.Min)
	if !ok || low != 0 || !gapless(segment) || !usualBuckets(segment.Distinct) {
		return false
	}
	for next := index + 1; next < len(k.Segments); next++ {
		if k.Segments[next].Distinct >= 4*segment.Distinct {
			return f.decides(k, next, index)
		}
	}
	return false
}

// usualBuckets reports whether people choose n as a number of buckets: a power of two, or a round number.
func usualBuckets(n int64) bool { return n >= 4 && (n&(n-1) == 0 || n%10 == 0) }

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
