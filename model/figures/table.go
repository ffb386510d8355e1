package figures

import (
	"context"
	"maps"
	"sync"
	"time"

	"tabletop/model/census"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Table answers questions about a table. It is safe for concurrent use.
type Table struct {
	rows   *segments.Table
	all    *census.Result // of all rows; nil if there are none
	counts *census.Result // all, if counted by the layouts of rows, and not all rows are here
	policy Policy

	mu      sync.Mutex
	garbage []collected // by row; nil until a question needs it
}

// Policy is by which policies, and as of when, cells are GC-eligible.
type Policy struct {
	Rules retention.Rules
	Now   time.Time
}

// equal reports whether two policies make the same cells eligible.
func (p Policy) equal(other Policy) bool {
	same := func(a, b sample.GCRule) bool { return a.String() == b.String() }
	return p.Now.Equal(other.Now) && maps.EqualFunc(p.Rules, other.Rules, same)
}

// collected is what of a row is GC-eligible.
type collected struct {
	bytes   int64
	cells   int32
	emptied bool
}

// NewTable returns the figures of the table of which rows are a sample. counts is nil if no census counted all of its
// rows.
func NewTable(rows *segments.Table, counts *census.Result, policy Policy) *Table {
	table := &Table{rows: rows, all: counts, policy: policy}
	if counts != nil && counts.CountedBy(rows.Layouts) && !rows.Design.IsExact() {
		table.counts = counts
	}
	return table
}

// Under returns the figures of the same table under another policy.
func (t *Table) Under(policy Policy) *Table {
	if policy.equal(t.policy) {
		return t // with what it has collected
	}
	return &Table{rows: t.rows, all: t.all, counts: t.counts, policy: policy}
}

// Ask answers questions: each from the counts of all rows if these have all that it asks for, the others together in
// one pass over the rows of the sample, with what was counted in place of estimates. The error is ctx's.
func (t *Table) Ask(ctx context.Context, qs ...Question) ([]*Answer, error) {
	answers := make([]*Answer, len(qs))
	var left []*Question
	for i := range qs {
		if answers[i] = t.AskExact(&qs[i]); answers[i] == nil {
			left = append(left, &qs[i])
		}
	}
	if len(left) == 0 {
		return answers, ctx.Err()
	}
	estimated, err := t.estimate(ctx, left)
	for i := range answers {
		if err == nil && answers[i] == nil {
			answers[i], estimated = estimated[0], estimated[1:]
		}
	}
	return answers, err
}

// collect returns what of each row is GC-eligible. The error is ctx's.
func (t *Table) collect(ctx context.Context) ([]collected, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.garbage != nil {
		return t.garbage, nil
	}
	garbage := make([]collected, t.rows.Sample.Rows())
	evaluator := retention.NewEvaluator(t.rows.Sample, t.policy.Now)
	err := evaluator.EachRow(ctx, t.policy.Rules, func(row int, stored, gone retention.Amount) {
		garbage[row] = collected{gone.Bytes, int32(gone.Cells), gone.Cells > 0 && gone == stored}
	})
	if err == nil {
		t.garbage = garbage
	}
	return garbage, err
}

// Groupings returns the ways to group rows by their keys that put several rows into a group: the segments with at most
// one value for two rows or, of keys without layouts, the shortest prefix that makes several groups.
func (t *Table) Groupings() []Question {
	if len(t.rows.Layouts) == 0 {
		return t.prefixes()
	}
	var out []Question
	for _, name := range t.rows.Names {
		of, values := t.rows.Column(name).ByBytes()
		rows := 0
		for _, code := range of {
			if code != segments.None {
				rows++
			}
		}
		if len(values) >= 2 && len(values) <= rows/2 {
			out = append(out, Question{Segment: name})
		}
	}
	return out
}

// longestPrefix is the maximum length in bytes of the prefixes by which keys without structure are grouped.
const longestPrefix = 16

func (t *Table) prefixes() []Question {
	for length := 1; length <= longestPrefix; length++ {
		by := Question{Prefix: length}
		switch _, groups := t.grouping(&by); {
		case groups > t.rows.Sample.Rows()/2:
			return nil
		case groups > 1:
			return []Question{by}
		}
	}
	return nil
}

func prefix(key []byte, n int) []byte { return key[:min(n, len(key))] }
