package audit

import (
	"math"
	"slices"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
)

// Loading is the maximum duration of a bulk load in key order: the order of writes in so short a time does not predict
// later writes. Our own choice.
const Loading = time.Hour

// loaded reports whether all cells were written in so short a time that they may be those of one load.
func (f *facts) loaded() bool { return f.span < Loading.Microseconds() }

// sequence describes the ids in the first segment of a kind.
type sequence struct {
	order float64 // rank correlation of ids and write times; 0 if these are meaningless
	dense float64 // share of the numbers between the lowest and the highest that occur; 0 for ids that are not numbers
}

// manyIDs is the minimum number of distinct ids to distinguish a counter from a few numbers that happen to be
// neighbors.
const manyIDs = 100

// findSequence returns the sequence of segment lead of kind k.
func (f *facts) findSequence(k kindFacts, lead int) sequence {
	var run sequence
	segment := k.Segments[lead]
	number := segment.Type.IsInteger()
	if !f.loaded() {
		run.order = k.order
		if number {
			run.order = max(run.order, f.numberOrder(k, lead))
		} else if segment.Distinct < manyIDs || run.order < 0.95 {
			run.order = 0 // letters: only if nothing else explains the order
		}
	}
	if number && segment.Ordered && segment.Distinct >= manyIDs {
		if low, ok := whole(segment.Min); ok {
			if high, ok := whole(segment.Max); ok && high > low && high < room(segment) {
				run.dense = min(1, float64(segment.Distinct)/(high-low+1))
			}
		}
	}
	return run
}

// room returns the number that the largest value of a counter with some foresight in its width stays below: 90% of the
// decimal numbers that fit, half of the binary ones. Numbers up to the end of their width may as well be random. It is
// +Inf for numbers that grow in width.
func room(s figures.Segment) float64 {
	switch s.Type {
	case rowkey.IntPadded:
		return 0.9 * math.Pow(10, float64(s.MaxWidth))
	case rowkey.IntBE:
		return 0.5 * math.Pow(256, float64(s.MaxWidth))
	}
	return math.Inf(1)
}

// whole returns the number that a value holds.
func whole(v rowkey.Value) (float64, bool) {
	switch v.Kind {
	case rowkey.KindInt:
		return float64(v.Int), true
	case rowkey.KindUint:
		return float64(v.Uint), true
	}
	return 0, false
}

// ordinal returns the number that a value holds, of a time the seconds since 1970.
func ordinal(v rowkey.Value) (float64, bool) {
	if v.Kind == rowkey.KindTime {
		return float64(v.Int), true
	}
	return whole(v)
}

// numberOrder returns the rank correlation of a segment's numbers and the times of the rows' oldest cells. Keys that
// are not padded sort by bytes, not by number.
func (f *facts) numberOrder(k kindFacts, segment int) float64 {
	var numbers, times []float64
	for _, row := range k.rows {
		v := f.Column(k.Segments[segment].Name).At(row)
		from, to := f.Sample.Cells(row)
		if v == nil || from == to {
			continue
		}
		if n, ok := whole(v.Of); ok {
			numbers, times = append(numbers, n), append(times, float64(slices.Min(f.Sample.Times(from, to))))
		}
	}
	return rankOrder(numbers, times)
}

// idSequentialRule is the rule id-sequential.
func idSequentialRule() Rule {
	return Rule{
		ID: "id-sequential", Guidelines: []string{"G42"}, Title: "Row key starts with ascending IDs",
		Why:   "The newest IDs are the most active and are adjacent, so one node serves them.",
		leads: true, needs: ordered, check: idSequential,
		about: []Harm{Writes}, scope: wholeTable,
		limits: func(l *Limits) { l.Correlation = 0.8 },
	}
}

func idSequential(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		if len(kind.segments) == 0 || kind.time == 0 {
			continue
		}
		lead := kind.lead()
		coding, segment := kind.segments[lead].Codec, kind.Segments[lead]
		if kind.time == lead || coding.Reversed() || coding.Type() == rowkey.Salt ||
			segment.Distinct < manyIDs && segment.Distinct*2 < kind.Keys { // few values of many rows are no ids
			continue
		}
		run := f.findSequence(kind, lead)
		if run.order < f.limits.Correlation && run.dense < 0.5 {
			continue
		}
		sev, ok := grade(kind.Share, 0.05, no())
		if !ok {
			continue
		}
		if run.order < f.limits.Correlation {
			sev = Note // a counter, but no evidence that the newest are the hottest
		}
		measures := []Measure{{Name: "rows whose key starts with such an ID", Unit: Share, Figure: kind.Share,
			Limit: 0.05}}
		if run.order > 0 {
			measures = append(measures, Measure{Name: "correlation of ID and write time", Unit: Score,
				Figure: estimate.Point(run.order), Limit: f.limits.Correlation})
		}
		if run.dense > 0 {
			measures = append(measures,
				Measure{Name: "share of the numbers between the lowest and the highest ID that are used", Unit: Share,
					Figure: seen(run.dense), Read: f.sampled(), Limit: 0.5})
		}
		fix, cures := f.mirrored(kind, segment)
		out = append(out, f.cooled(Finding{Severity: sev, Subject: aboutSegment(kind, segment.Name),
			Evidence: f.examples(kind), Fix: fix, cures: cures, spread: true,
			Measures: append(measures, f.moves()...)}))
	}
	return out
}

// mirrored returns the fix that reverses the digits of a segment.
func (f *facts) mirrored(k kindFacts, s figures.Segment) (Fix, []*Proposal) {
	fix := Fix{Text: "Reverse the digits, so that IDs that follow each other are far apart in the key space."}
	switch s.Type {
	case rowkey.IntPadded, rowkey.IntDecimal:
		for i, seg := range k.Segments {
			if seg.Name == s.Name {
				c, _ := rowkey.Mirror(k.segments[i].Codec) // nil if it has no decimal digits
				fix = template(fix.Text, recoded(k.Layout, s.Name, c))
			}
		}
	case rowkey.IntBE, rowkey.OrderedCode:
	default:
		return Fix{Text: "Reverse the IDs, or start the key with a high-cardinality value that does not grow with " +
			"time."}, nil
	}
	mirrored := map[string]string{s.Name: "{mirror(" + s.Name + ")}"}
	return fix, known(proposal(k.Layout, inOrder(len(k.segments)), mirrored))
}

// saltedRule is the rule salted.
func saltedRule() Rule {
	return Rule{
		ID: "salted", Guidelines: []string{"G61"}, Title: "Row key starts with a salt",
		Why: "Reading a period takes one range scan per salt bucket, merged by the client, and changing the number " +
			"of buckets takes another table.",
		needs: keys, check: salted,
		about: []Harm{Reads}, scope: wholeTable,
	}
}

func salted(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		for i, segment := range kind.segments {
			measures := []Measure{{Name: "rows with a salt", Unit: Share, Figure: kind.Share}}
			switch info, ok := rowkey.AsSalt(segment.Codec); {
			case ok && info.Buckets > 0:
				measures = append(measures, Measure{Name: "range scans per period", Unit: Count,
					Figure: seen(float64(info.Buckets))})
			case ok:
			case f.looksSalted(kind, i):
				measures = append(measures,
					Measure{Name: "range scans per period if this is a salt (consecutive numbers with equally many " +
						"rows)", Unit: Count, Figure: seen(float64(kind.Segments[i].Distinct))})
			default:
				continue
			}
			out = append(out, Finding{Severity: Note, Subject: aboutSegment(kind, kind.Segments[i].Name),
				Measures: measures, Evidence: f.examples(kind),
				Fix: Fix{Text: "Check whether a high-cardinality column can be the first segment instead (field " +
					"promotion); if not, keep the salt and document its number of buckets."}})
		}
	}
	return out
}

// looksSalted reports whether a segment at the start of a key is a small number whose values from 0 or 1 on all occur
// and are equally common, such as a salt assigned in turn, or is a bucket by its name. Such a salt cannot be computed
// from the key.
func (f *facts) looksSalted(k kindFacts, i int) bool {
	segment := k.Segments[i]
	if i+1 == len(k.Segments) || !f.constant(k, i) || segment.Distinct < 2 || segment.Distinct > 64 ||
		!gapless(segment) && !bucketNames(segment) {
		return false
	}
	even := 1 / float64(segment.Distinct)
	if int64(len(segment.Top)) < segment.Distinct && len(segment.Top) < 4 || segment.Count < 20*segment.Distinct {
		return false
	}
	for _, v := range segment.Top {
		if v.Share.Value > 1.35*even || v.Share.Value < even/1.35 {
			return false
		}
	}
	return true
}

// gapless reports whether all numbers from 0 or 1 on occur in a segment.
func gapless(s figures.Segment) bool {
	switch s.Type {
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE:
	default:
		return false
	}
	low, ok := whole(s.Min)
	high, ok2 := whole(s.Max)
	return ok && ok2 && s.Ordered && low <= 1 && int64(high-low)+1 == s.Distinct
}

// bucketNames reports whether all values listed are numbered and have a name that is usual for salts.
func bucketNames(s figures.Segment) bool {
	for _, value := range s.Top {
		name := strings.ToLower(strings.TrimRight(string(value.Raw), "0123456789"))
		switch strings.TrimRight(name, "-_.") {
		case "salt", "shard", "bucket", "partition":
		default:
			return false
		}
		if len(name) == len(value.Raw) {
			return false
		}
	}
	return len(s.Top) > 0
}
