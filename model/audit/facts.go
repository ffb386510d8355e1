package audit

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// facts is the data that rules evaluate: the input, and what several rules derive from it.
type facts struct {
	Input
	limits   Limits
	expected *Expectation   // nil without one
	tables   []sample.Table // compared with each other; the first is the one audited, if there is one
	design   *estimate.Design
	folded   map[sample.ColumnID]bool // columns whose qualifiers are data
	kinds    []kindFacts
	claimed  map[sample.ColumnID]bool // columns for which a rule has found the cause, see precedence
	span     int64                    // microseconds from the oldest to the newest cell with a plausible timestamp
}

// kindFacts is a record kind that has rows.
type kindFacts struct {
	*figures.Kind
	index    int
	segments []*rowkey.Segment
	time     int   // the first segment that holds a time, -1 if there is none
	rows     []int // of the sample, at most maxLooked, at equal distances
	// bounded reports whether the key holds a time, or a bucket of it: the cells of a row span a small part of the
	// table's time, and many rows got their last cell long ago.
	bounded bool
	// order is Spearman's correlation of the order of keys and the times of their oldest cells.
	order float64
}

// maxLooked is the maximum number of rows of a kind that are examined individually.
const maxLooked = 4000

func gather(in Input, opts Options) *facts {
	known := &facts{Input: in, design: in.Design, limits: opts.Limits, expected: opts.Expected,
		folded:  map[sample.ColumnID]bool{},
		claimed: map[sample.ColumnID]bool{}}
	if known.limits == (Limits{}) {
		known.limits = DefaultLimits()
	}
	if opts.Neighbors != nil {
		known.tables = append([]sample.Table{in.Sample.Table}, opts.Neighbors...)
	}
	for _, fold := range known.Folds {
		for _, id := range fold.Columns {
			known.folded[id] = true
		}
	}
	times := in.Profile.Times
	if times.Newest > times.Oldest && times.Oldest > 0 {
		known.span = times.Newest - times.Oldest
	}
	rows := make([][]int, len(in.Layouts))
	for i, k := range known.Keys.Kind {
		if k >= 0 {
			rows[k] = append(rows[k], i)
		}
	}
	for i := range in.Profile.Kinds {
		if len(rows[i]) == 0 {
			continue // a declared layout that no key matches
		}
		known.kinds = append(known.kinds, known.kind(i, sample.Evenly(rows[i], maxLooked)))
	}
	return known
}

// lead returns the first segment that varies; the last if none does.
func (k *kindFacts) lead() int {
	lead := 0
	for lead+1 < len(k.Segments) && k.Segments[lead].Distinct <= 1 {
		lead++
	}
	return lead
}

func (f *facts) kind(i int, rows []int) kindFacts {
	kindFacts := kindFacts{Kind: &f.Profile.Kinds[i], index: i, segments: f.Layouts[i].Segments(), time: -1, rows: rows}
	kindFacts.time = slices.IndexFunc(kindFacts.segments,
		func(s *rowkey.Segment) bool { return f.tellsTime(kindFacts, s) })
	var spans, ends []int64
	var keys, times []float64
	for place, row := range rows {
		from, to := f.Sample.Cells(row)
		if from == to {
			continue
		}
		ts := f.Sample.Times(from, to)
		oldest, newest := slices.Min(ts), slices.Max(ts)
		spans, ends = append(spans, newest-oldest), append(ends, newest)
		keys, times = append(keys, float64(place)), append(times, float64(oldest))
	}
	slices.Sort(spans)
	slices.Sort(ends)
	if n := len(spans); n > 0 {
		kindFacts.bounded = kindFacts.time >= 0 ||
			float64(spans[n*9/10]) < 0.34*float64(f.span) && spans[n/2] > 0 && ends[n/4] < ends[n-1]-spans[n/2]
	}
	kindFacts.order = rankOrder(keys, times)
	return kindFacts
}

// rankOrder returns the rank correlation of places or numbers with times; 0 for fewer than ten, which have an order by
// accident.
func rankOrder(numbers, times []float64) float64 {
	if len(numbers) < 10 {
		return 0
	}
	return estimate.RankCorrelation(numbers, times)
}

// tellsTime reports whether a segment holds a time: a timestamp, or an id that begins with one.
func (f *facts) tellsTime(k kindFacts, s *rowkey.Segment) bool {
	if s.Codec.Type() == rowkey.Timestamp {
		return true
	}
	return f.idTime(k, s)
}

// idTime reports whether the ids of a segment hold a time, as version 7 UUIDs, ULIDs and snowflakes do: in all of the
// first rows it is between 2000 and an hour after the sample was read.
func (f *facts) idTime(k kindFacts, s *rowkey.Segment) bool {
	looked := 0
	for _, row := range sample.Evenly(k.rows, 20) {
		value := f.Column(s.Name).At(row)
		if value == nil {
			continue
		}
		t, ok := rowkey.IDTime(s.Codec, value.Of)
		if !ok || t.Year() < 2000 || t.After(f.Profile.Now.Add(time.Hour)) {
			return false
		}
		looked++
	}
	return looked > 0
}

// sampled reports whether rows may exist that were not read: maxima and counts are then of the rows read only.
func (f *facts) sampled() bool { return !f.design.IsExact() }

// share returns the share of the table's rows for which yes returns true.
func (f *facts) share(yes func(row int) bool) estimate.Figure {
	return f.design.EstimateRatio(f.Sample, func(row int) (float64, float64) {
		if yes(row) {
			return 1, 1
		}
		return 0, 1
	}).Share(f.design)
}

// shareOfKind returns the share of the rows of kind k for which yes returns true.
func (f *facts) shareOfKind(k kindFacts, yes func(row int) bool) estimate.Figure {
	return f.design.EstimateRatio(f.Sample, func(row int) (float64, float64) {
		switch {
		case int(f.Keys.Kind[row]) != k.index:
			return 0, 0
		case yes(row):
			return 1, 1
		}
		return 0, 1
	}).Share(f.design)
}

// rowsOf returns all rows of the sample that are of kind k; kindFacts.rows are at most maxLooked of them.
func (f *facts) rowsOf(k kindFacts) iter.Seq[int] {
	return func(yield func(int) bool) {
		for row, kind := range f.Kind {
			if int(kind) == k.index && !yield(row) {
				return
			}
		}
	}
}

// show adds the keys of the rows for which holds returns true to the evidence of a finding, and counts the rest.
func (f *facts) show(finding *Finding, holds func(row int) bool) {
	for row := range f.Sample.Rows() {
		switch {
		case !holds(row):
		case len(finding.Evidence) < maxEvidence:
			finding.Evidence = append(finding.Evidence, Evidence{Key: f.Sample.Key(row)})
		default:
			finding.More++
		}
	}
}

// examples returns some keys of kind k as evidence.
func (f *facts) examples(k kindFacts) []Evidence {
	var out []Evidence
	for _, row := range sample.Evenly(k.rows, 3) {
		out = append(out, Evidence{Key: f.Sample.Key(row)})
	}
	return out
}

// aboutKind returns the subject of findings on the keys of k.
func aboutKind(k kindFacts) Subject { return Subject{Kind: AboutKeys, Name: k.Layout.String()} }

func aboutSegment(k kindFacts, name string) Subject {
	return Subject{Kind: AboutSegment, Name: name, Layout: k.Layout.String()}
}

// needs is the data that a rule requires.
type needs uint8

const (
	description needs = iota // of the table; any sample will do
	anyRow                   // what was seen is enough, however few rows
	rows                     // enough rows, sampled from the whole table
	keys                     // rows, and layouts that match keys
	times                    // rows, and timestamps that are write times
	neighbors                // descriptions of tables of the instance
	instance                 // the instance as a whole: of no table alone
	tablets                  // hot tablets as reported by the service
	ordered                  // keys, in the order of the table
	declaration              // the table's own, which an export may not state
)

// missing returns why a rule with these needs cannot be evaluated, or "".
func (n needs) missing(f *facts) string {
	figures := f.Profile
	switch {
	case n == instance:
		return "needs an audit of the instance"
	case n == neighbors && len(f.tables) == 0:
		return "the other tables of the instance are not known"
	case n == tablets && !f.Sample.Table.HotKnown:
		return "hot tablet data is not available for this source"
	case n == declaration && len(f.Sample.Table.Families) == 0:
		return "the source states no families"
	case n == declaration || n == description || n == neighbors || n == tablets:
		return ""
	case figures.Rows == 0:
		return "no rows were read"
	case n == anyRow:
		return ""
	case figures.Rows < int64(f.limits.MinRows):
		return fmt.Sprintf("rows read: %d; at least %d are needed", figures.Rows, f.limits.MinRows)
	case figures.Scope == estimate.Head:
		return "only the first rows of the table were read, which are not representative"
	case (n == keys || n == ordered) && len(f.kinds) == 0:
		return "no layout matches the keys"
	case (n == times || n == ordered) && f.Sample.How.Unordered:
		return sample.Reordered
	case n == times && f.Heat.Artificial != "":
		return "cell timestamps are not write times: " + f.Heat.Artificial
	}
	return ""
}
