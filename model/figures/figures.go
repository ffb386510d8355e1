// Package figures is every number about a table, with how certain it is: what its parts come to (Table), and the
// description of it all (Profile): sizes and counts of rows, columns, cells and key segments. The counts of a census
// and the rows of a sample are two makers of one answer: whoever asks need not know which of both answered.
package figures

import (
	"fmt"
	"slices"

	"tabletop/model/estimate"
)

// Figure is a number and how certain it is.
type Figure = estimate.Figure

// A Measure is something that rows add up to.
type Measure uint8

// The measures. Bytes are those of sample.RowBytes.
const (
	Rows Measure = iota
	Cells
	Bytes
	KeyBytes
	CellBytes    // Bytes without KeyBytes
	Garbage      // of CellBytes, those that are GC-eligible
	GarbageCells // of Cells, those that are GC-eligible
	Emptied      // of Rows, those that all cells of are GC-eligible
	measures
)

// measureSet is a set of measures.
type measureSet uint16

// All measures, and those that depend on policies.
const (
	allMeasures    measureSet = 1<<measures - 1
	policyMeasures measureSet = 1<<Garbage | 1<<GarbageCells | 1<<Emptied
)

// has reports whether all of some measures are in the set.
func (s measureSet) has(some ...Measure) bool {
	for _, m := range some {
		if s&(1<<m) == 0 {
			return false
		}
	}
	return true
}

// needsPolicy reports whether a measure depends on policies and the moment of their evaluation.
func (m Measure) needsPolicy() bool { return policyMeasures.has(m) }

// inBytes reports whether a measure is a part of the bytes of the table; others are counted for each of its rows.
func (m Measure) inBytes() bool { return m >= Bytes && m <= Garbage }

// sums are the sums of all measures.
type sums [measures]int64

func (s *sums) add(o *sums) {
	for m, n := range o {
		s[m] += n
	}
}

func (s *sums) subtract(o *sums) {
	for m, n := range o {
		s[m] -= n
	}
}

// A Ratio divides one measure by another of which it is a part: the share of garbage is {Garbage, CellBytes}.
type Ratio struct{ Of, In Measure }

// A Question asks for the groups of a table by the values of a segment of the keys or, if Segment is empty, by the
// first Prefix bytes of the keys.
type Question struct {
	Segment string
	Prefix  int
	Want    []Measure // whose sums in the table are wanted
	Ratios  []Ratio
	Order   Measure // groups with the most of it come first, of equal ones by name
	Top     int     // groups to list; the others are in Answer.Rest
}

// Garbage returns the question for the GC-eligible data of these groups, of which the top with the most are listed. The
// first of its sums is Garbage, the first of its ratios the share of the cells' bytes that it is.
func (q Question) Garbage(top int) Question {
	q.Want, q.Ratios, q.Order, q.Top = []Measure{Garbage}, []Ratio{{Garbage, CellBytes}}, Garbage, top
	return q
}

// Name returns what the rows are grouped by.
func (q Question) Name() string {
	if q.Segment == "" {
		return fmt.Sprintf("first %d bytes", q.Prefix)
	}
	return q.Segment
}

// measures returns all measures that the answer needs.
func (q *Question) measures() []Measure {
	all := append(slices.Clone(q.Want), q.Order)
	for _, r := range q.Ratios {
		all = append(all, r.Of, r.In)
	}
	return all
}

// An Answer is the groups of a table.
type Answer struct {
	Question
	Groups   []Group
	Rest     Group  // all other groups together
	Distinct Figure // number of groups, those in Rest among them
	None     Figure // rows in no group
	Read     Figure // rows that figures without an interval are of: exact if these are all rows
}

// A Group is a part of a table.
type Group struct {
	Name  []byte
	First []byte // the first of its keys in the sample; nil if there is none
	// Sums are those of Question.Want in the table, of which nothing is known where the size of the table is unknown.
	// Ratios are those of Question.Ratios.
	Sums, Ratios []Figure

	found sums
	known measureSet // those that found has
	all   bool       // found is of all rows of the table
}

// Found returns what was found of a measure, of which the table may have more unless all rows were read. Nothing is
// known of a measure that depends on policies if none such was asked for.
func (g *Group) Found(m Measure) Figure {
	switch {
	case !g.known.has(m):
		return Figure{}
	case g.all:
		return estimate.Counted(g.found[m])
	}
	return estimate.Seen(float64(g.found[m]))
}

// exact sets the figures of a group of which all rows were found.
func (g *Group) exact(q *Question) {
	g.all, g.Sums, g.Ratios = true, make([]Figure, len(q.Want)), make([]Figure, len(q.Ratios))
	g.count(q, &g.found, g.known)
}

// count sets the figures that follow from what all rows of a group come to in some measures. What was found stays: it
// is of the same rows for all measures.
func (g *Group) count(q *Question, counts *sums, of measureSet) {
	for k, m := range q.Want {
		if of.has(m) {
			g.Sums[k] = estimate.Counted(counts[m])
		}
	}
	for k, r := range q.Ratios {
		if of.has(r.Of, r.In) {
			g.Ratios[k] = estimate.CountedShare(counts[r.Of], counts[r.In])
		}
	}
}
