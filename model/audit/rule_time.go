package audit

import (
	"bytes"
	"math"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// by returns the grouping by segment i of kind k; a time is grouped by the unit it is stored in.
func by(k kindFacts, i int) keyspace.By {
	b := keyspace.By{Segment: k.segments[i].Name}
	if k.segments[i].Codec.Type() == rowkey.Timestamp {
		b.Unit = k.segments[i].Codec.Unit()
	}
	return b
}

// moves returns the measures that the map of writes adds to a finding on the order of writes.
func (f *facts) moves() []Measure {
	if f.Heat.Artificial != "" || f.Heat.Score.Pattern == heat.Unknown {
		return nil
	}
	s := f.Heat.Score
	return []Measure{{Name: "share of a window's writes in the hottest 5% of the key space", Unit: Share,
		Figure: estimate.Point(s.Hot), Limit: f.limits.HotShare},
		{Name: "the same if writes were uniform", Unit: Share, Figure: estimate.Point(s.UniformShare)}}
}

// moving reports whether the map of writes shows a moving hotspot.
func (f *facts) moving() bool {
	return f.Heat.Artificial == "" && f.Heat.Score.Pattern == heat.MovingHotspot
}

// timeFirstRule is the rule time-first.
func timeFirstRule() Rule {
	return Rule{
		ID: "time-first", Guidelines: []string{"G40", "G50", "G51"}, Title: "Row key starts with a timestamp",
		Why: "Every new row is appended to the end of one range, so a single node serves all writes while the " +
			"others idle; splitting does not help.",
		leads: true, needs: keys, check: timeFirst,
		about: []Harm{Writes}, scope: wholeTable,
		limits: func(l *Limits) { l.TimeFirstWarning, l.TimeFirstError = 0.05, 0.5 },
	}
}

func timeFirst(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		if kind.time < 0 || !f.constant(kind, kind.time) || kind.Segments[kind.time].Distinct < 2 {
			continue
		}
		severity, ok := grade(kind.Share, f.limits.TimeFirstWarning, f.limits.TimeFirstError)
		if !ok {
			continue
		}
		fix, cures := f.promotion(kind,
			"Start the key with a high-cardinality value, such as the ID of what was measured, followed by the "+
				"timestamp.")
		x := Finding{Severity: severity, Subject: aboutSegment(kind, kind.Segments[kind.time].Name),
			Evidence: f.examples(kind), Fix: fix, cures: cures, spread: true,
			Measures: append([]Measure{{Name: "rows whose key starts with a timestamp", Unit: Share, Figure: kind.Share,
				Limit: severest(severity, f.limits.TimeFirstWarning, f.limits.TimeFirstError)}}, f.moves()...)}
		if n := len(kind.segments); kind.time == 0 && n > 1 {
			x.lead = kind.segments[1].Name
		}
		out = append(out, f.cooled(x))
	}
	return out
}

// timeBehindFewRule is the rule time-behind-few.
func timeBehindFewRule() Rule {
	return Rule{
		ID: "time-behind-few", Guidelines: []string{"G40", "G61"}, Title: "Low-cardinality prefix before the timestamp",
		Why:   "Writes concentrate on one key range per prefix value, and each range is a moving hotspot.",
		needs: keys, check: timeBehindFew,
		about: []Harm{Writes}, scope: wholeTable,
		limits: func(l *Limits) { l.PrefixShare = 0.2 },
	}
}

func timeBehindFew(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		if kind.time < 1 || f.constant(kind, kind.time) || hasSalt(kind, kind.time) {
			continue
		}
		code, largest, values := f.prefixes(kind)
		share := f.Figures.PrefixShare(kind.index, kind.time, slices.Index(code, largest),
			func(row int) bool { return code[row] == largest })
		limit := f.limits.PrefixShare
		if f.Heat.Artificial == "" && f.Heat.Score.Hot > 0.8*f.limits.HotShare {
			limit /= 2 // the map shows that writes go to few key ranges
		}
		severity, ok := grade(share, limit, no())
		if !ok {
			continue
		}
		scattered := f.scattersPeriods(kind)
		if scattered && f.even() {
			continue
		}
		// Low cardinality is harmless if writes are rare, which only a map of the writes shows.
		if severity == Warning && !f.moving() && !(f.hot() && share.Low > f.limits.PrefixShare) || scattered {
			severity = Note
		}
		fix, cures := f.promotion(kind,
			"Promote a high-cardinality column into the row key, before the timestamp; salt only if there is none.")
		cures = append(cures, known(withSalt(kind, kind.time, kind.saltOf()))...)
		var evidence []Evidence
		for _, row := range sample.Evenly(kind.rows, maxLooked) {
			if code[row] == largest && len(evidence) < 3 {
				evidence = append(evidence, Evidence{Key: f.Sample.Key(row)})
			}
		}
		why := ""
		if scattered {
			why = "Writes go to the range of the present period of each prefix; that is divided as it grows, since " +
				"what follows scatters the rows of a period."
		}
		out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, kind.Segments[kind.time].Name),
			Why: why, Evidence: evidence, cures: cures, spread: true, Fix: fix, rests: allNames(kind)[:kind.time],
			Measures: append([]Measure{{Name: "rows with the most common prefix before the timestamp", Unit: Share,
				Figure: share, Limit: limit},
				f.found("distinct prefixes before the timestamp", f.prefixesFound(kind, values))},
				f.moves()...)})
	}
	return out
}

// saltOf returns the segment that a salt before the time is of: one behind it that has many values, else the time.
func (k *kindFacts) saltOf() int {
	for behind := k.time + 1; behind < len(k.Segments); behind++ {
		if k.Segments[behind].Distinct >= manyIDs {
			return behind
		}
	}
	return k.time
}

// scatters is the number of values behind a period from which on writes of that period are scattered, and the rank
// correlation of their order and their times up to which they are in no order.
const (
	scatters  = 100
	unordered = 0.2
)

// scattersPeriods reports whether the time of a kind is one of months or longer periods, and the segment behind it has
// many values that do not rise with the time of writing within a period.
func (f *facts) scattersPeriods(k kindFacts) bool {
	unit := k.segments[k.time].Codec.Unit()
	if unit != rowkey.Month && unit != rowkey.Year || k.time+1 >= len(k.segments) {
		return false
	}
	behind := f.Column(k.Segments[k.time+1].Name)
	values := f.distinctValues(k, k.time+1)
	if len(values) < scatters {
		return false
	}
	slices.SortFunc(values, func(a, b *segments.Value) int { return bytes.Compare(a.Raw, b.Raw) })
	rank := map[*segments.Value]float64{}
	for at, value := range values {
		rank[value] = float64(at)
	}
	var order, times []float64
	for _, row := range k.rows {
		if from, to := f.Sample.Cells(row); from < to && behind.At(row) != nil {
			order = append(order, rank[behind.At(row)])
			times = append(times, float64(slices.Min(f.Sample.Times(from, to))))
		}
	}
	return math.Abs(rankOrder(order, times)) <= unordered
}

// prefixesFound returns the number of prefixes before the time: in all rows where they are the values of a segment that
// were counted, else those of the sample.
func (f *facts) prefixesFound(k kindFacts, read int) estimate.Figure {
	if first := &k.Segments[0]; k.time == 1 && first.Found.IsExact() {
		return first.AllDistinct
	}
	return estimate.Seen(float64(read))
}

// promotion returns the fix that moves the time to the end, if segments follow it; otherwise the one that promotes a
// suitable column into the key, if there is one.
func (f *facts) promotion(k kindFacts, text string) (Fix, []*Proposal) {
	promoted, column := f.promoted(k, k.time)
	byColumn := Fix{Text: text}
	if promoted != nil {
		byColumn.Text += " Column " + column.Family + ":" + column.Qualifier +
			" qualifies: most rows have it, and it has many recurring values."
		promoted.fix = byColumn
	}
	last := len(k.segments) - 1
	if k.time == last {
		return byColumn, known(promoted)
	}
	order := moved(last+1, k.time, last)
	behind := proposal(k.Layout, order, nil)
	if behind != nil {
		behind.first = k.Segments[k.time+1].Distinct >= scatters
	}
	return template(text, reordered(k.Layout, order)), known(behind, promoted)
}

// prefixes numbers the values that precede the time in kind k. It returns the number of each row, the most common one,
// and how many there are.
func (f *facts) prefixes(k kindFacts) (code []uint32, largest uint32, values int) {
	code = make([]uint32, f.Sample.Rows())
	for row, kind := range f.Keys.Kind {
		if int(kind) != k.index {
			code[row] = math.MaxUint32
		}
	}
	for i := range k.time {
		groups := f.Keys.Groups(by(k, i))
		if groups == nil {
			return make([]uint32, len(code)), math.MaxUint32, 0
		}
		values = pair(code, groups.Of)
	}
	count := make([]float64, values)
	for row, n := range code {
		if n == math.MaxUint32 {
			continue
		}
		if count[n] += f.design.Weight(row); count[n] > count[largest] {
			largest = n
		}
	}
	return code, largest, values
}

// pair replaces each code but math.MaxUint32 with a number for it and the other one together, in order of appearance.
// It returns how many numbers there are.
func pair(code, other []uint32) int {
	ids := map[uint64]uint32{}
	var last uint64
	var id uint32
	for row, bits := range code {
		if bits == math.MaxUint32 {
			continue
		}
		// keys are sorted, so pairs repeat
		if both := uint64(bits)<<32 | uint64(other[row]); len(ids) == 0 || both != last {
			var known bool
			if id, known = ids[both]; !known {
				id = uint32(len(ids))
				ids[both] = id
			}
			last = both
		}
		code[row] = id
	}
	return len(ids)
}

func hasSalt(k kindFacts, before int) bool {
	for _, s := range k.segments[:before] {
		if s.Codec.Type() == rowkey.Salt {
			return true
		}
	}
	return false
}
