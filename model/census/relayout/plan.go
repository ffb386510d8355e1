// Package relayout tries layouts on all rows of a table, however many machines read it. Rows are moved range by range.
// The new keys are grouped by a hash of 128 bits: a new row that one source row gives to is counted at once, and those
// that several give to are read again and joined, exactly as package rekey joins them in memory. What is grouped by
// hash is compared by key before it counts, so the result does not depend on the hash.
package relayout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tabletop/model/bounded"
	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Plan states which layouts to try, and what workers need to know beside the rows. It is made once, from an ordinary
// sample.
type Plan struct {
	Layouts    string          // of the current keys, as a template file
	Candidates []string        // templates
	Columns    []sample.Column // of the sample: those that candidates may name
	Micros     bool            // sample.Table.Micros
	// Borders are keys in ascending order, for each table of each candidate: they divide the new keys into len+1
	// ranges, to count writes in.
	Borders [][][]byte
	// From, Step, and Windows are the time axis of the writes; without Windows they are not counted.
	From    time.Time
	Step    time.Duration
	Windows int
	// FilterBits is the size of the filter of keys at which rows meet. A filter that is too small costs time, not
	// exactness.
	FilterBits int
}

// Limits of a plan, which bound what a worker keeps in memory.
const (
	MaxCandidates = 64
	MaxBorders    = 255
	MaxWindows    = 256
	minFilterBits = 1 << 13
	maxFilterBits = 1 << 29 // 64 MB
	bitsPerKey    = 10      // about 1% of other keys pass a Bloom filter
)

// FilterBitsFor returns the size of the filter for a table of so many rows.
func FilterBitsFor(rows int64) int {
	bits := minFilterBits
	for int64(bits) < bitsPerKey*rows && bits < maxFilterBits {
		bits *= 2
	}
	return bits
}

// MarshalBinary writes the plan as JSON.
func (p *Plan) MarshalBinary() ([]byte, error) { return json.Marshal(p) }

// UnmarshalBinary reads what MarshalBinary wrote.
func (p *Plan) UnmarshalBinary(data []byte) error { return bounded.JSON(data, p) }

// target is one table of a candidate: what new keys are keys of.
type target struct {
	set      candidate.Set
	of       int // index of the candidate
	table    int
	borders  [][]byte
	distinct bool // no two rows can meet
	perCell  bool // a source row may give to several new rows
}

// Mover moves rows as a plan states. It is safe for concurrent use.
type Mover struct {
	plan    Plan
	layouts rowkey.Set
	targets []target
	texts   []string // of the candidates, as simulate.Result.Template has them
}

// NewMover checks the plan.
func NewMover(plan Plan) (*Mover, error) {
	mover := &Mover{plan: plan}
	var err error
	if plan.Layouts != "" {
		if mover.layouts, err = rowkey.ParseSet(plan.Layouts); err != nil {
			return nil, fmt.Errorf("current layouts: %w", err)
		}
	}
	if len(plan.Candidates) == 0 || len(plan.Candidates) > MaxCandidates {
		return nil, fmt.Errorf("%d layouts to try: there must be 1 to %d", len(plan.Candidates), MaxCandidates)
	}
	for i, text := range plan.Candidates {
		proposed, err := candidate.Parse(text)
		if err != nil {
			return nil, err
		}
		if proposed.View() != nil {
			return nil, fmt.Errorf("%s: a view is tried on a sample, with tabletop simulate", proposed)
		}
		mover.texts = append(mover.texts, proposed.String())
		set, err := rekey.ResolveSet(proposed, mover.layouts)
		if err != nil {
			return nil, err
		}
		for table := range proposed.Tables() {
			made := target{set: set, of: i, table: table, distinct: distinct(proposed, table)}
			for j := range proposed.Templates {
				if of := &proposed.Templates[j]; of.Into == table {
					made.perCell = made.perCell || candidate.PerCell(of.Key)
				}
			}
			if n := len(mover.targets); n < len(plan.Borders) {
				made.borders = plan.Borders[n]
			}
			mover.targets = append(mover.targets, made)
		}
	}
	return mover, mover.validate()
}

func (m *Mover) validate() error {
	plan := &m.plan
	if plan.Windows < 0 || plan.Windows > MaxWindows || plan.Windows > 0 && plan.Step < time.Microsecond {
		return fmt.Errorf("%d windows of %v are no time axis", plan.Windows, plan.Step)
	}
	if plan.FilterBits < minFilterBits || plan.FilterBits > maxFilterBits || plan.FilterBits&(plan.FilterBits-1) != 0 {
		return fmt.Errorf("a filter of %d bits is not possible", plan.FilterBits)
	}
	for _, t := range m.targets {
		if len(t.borders) > MaxBorders || !slices.IsSortedFunc(t.borders, bytes.Compare) {
			return errors.New("the borders of new keys are not in order, or too many")
		}
	}
	return nil
}

// Distinct reports whether no two rows can meet under any candidate, so that nothing has to be grouped.
func (m *Mover) Distinct() bool {
	return !slices.ContainsFunc(m.targets, func(t target) bool { return !t.distinct })
}

// distinct reports whether no two rows can have one key under a table of a candidate, whatever the rows are. It is less
// than simulate.Collisions.Impossible, which relies on the segments of the rows seen.
func distinct(c *candidate.Candidate, table int) bool {
	if c.IsSet() {
		return false
	}
	of := &c.Templates[table] // each table has one
	named := of.Kind != ""
	of.Exprs(func(e *candidate.Expr) { named = named || e.Op == candidate.Segment || e.Op == candidate.Rest })
	if named { // rows of other kinds keep their keys, which may be like the new ones
		return false
	}
	whole := 0
	for _, part := range of.Key {
		switch {
		case part.Group != nil:
			return false
		case part.Field == nil:
		case part.Field.Expr.Op == candidate.Whole && part.Field.Codec == nil:
			whole++
		case part.Field.Expr.Op == candidate.Salt && part.Field.Codec == nil && !part.Field.Expr.PerCell(): // padded: of one width
		default:
			return false
		}
	}
	return whole == 1 // and parts of fixed width
}
