package figures

import (
	"bytes"
	"cmp"
	"slices"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/segments"
)

// newSums returns the sums of rows that a census counted.
func newSums(c *census.Counts) *sums {
	return &sums{Rows: c.Rows, Cells: c.Cells, Bytes: c.Bytes, KeyBytes: c.KeyBytes, CellBytes: c.Bytes - c.KeyBytes,
		Garbage: c.Garbage, GarbageCells: c.GarbageCells, Emptied: c.Emptied}
}

// counted returns the measures that the counts of all rows have under the policy of the table.
func (t *Table) counted() measureSet {
	totals := t.counts.Retention
	if totals != nil && t.policy.equal(Policy{Rules: t.counts.Plan.Rules(), Now: totals.Now}) {
		return allMeasures
	}
	return allMeasures &^ policyMeasures
}

// AskExact answers a question from the counts of all rows; nil if these do not have all that is asked for.
func (t *Table) AskExact(q *Question) *Answer {
	if t.counts == nil || !t.counted().has(q.measures()...) {
		return nil
	}
	values := t.counts.SegmentValues(q.Segment)
	if values == nil || len(values.Named) == 0 {
		return nil
	}
	rows := t.counts.Totals.Rows
	answer := &Answer{Question: *q, Distinct: values.Distinct, Read: estimate.Counted(rows)}
	answer.None = estimate.Counted(rows - values.Rows)
	all := make([]Group, len(values.Named))
	for i := range values.Named {
		all[i] = Group{Name: values.Named[i].Raw, found: *newSums(&values.Named[i].Counts), known: t.counted()}
	}
	slices.SortFunc(all, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.found[q.Order], a.found[q.Order]), bytes.Compare(a.Name, b.Name))
	})
	answer.Rest = Group{found: *newSums(&values.Others), known: t.counted()}
	listed := min(q.Top, len(all))
	answer.Groups = all[:listed]
	for i := range all[listed:] {
		answer.Rest.found.add(&all[listed+i].found)
	}
	answer.Rest.exact(q)
	first := t.firstKeys(q.Segment)
	for i := range answer.Groups {
		g := &answer.Groups[i]
		g.exact(q)
		g.First = first[string(g.Name)]
	}
	return answer
}

// countGroups puts what was counted of all rows in place of estimates, in an answer that the counts do not have all of.
// Which groups are listed stays, and what was found: that is of the same rows for all groups and measures.
func (t *Table) countGroups(answer *Answer) {
	if t.counts == nil {
		return
	}
	values := t.counts.SegmentValues(answer.Segment)
	if values == nil || len(values.Named) == 0 {
		return
	}
	answer.Distinct = values.Distinct
	rest, named := *newSums(&values.Others), map[string]*sums{}
	for i := range values.Named {
		one := newSums(&values.Named[i].Counts)
		named[string(values.Named[i].Raw)] = one
		rest.add(one)
	}
	whole := true
	for at := range answer.Groups {
		group := &answer.Groups[at]
		counts := named[string(group.Name)]
		if counts == nil {
			whole = false
			continue
		}
		rest.subtract(counts)
		group.count(&answer.Question, counts, t.counted())
	}
	if whole {
		answer.Rest.count(&answer.Question, &rest, t.counted())
	}
}

// firstKeys returns the first key of the sample with each value of a segment.
func (t *Table) firstKeys(segment string) map[string][]byte {
	of, values := t.rows.Column(segment).ByBytes()
	first := make([][]byte, len(values))
	for row, code := range of {
		if code != segments.None && first[code] == nil {
			first[code] = t.rows.Sample.Key(row)
		}
	}
	keys := make(map[string][]byte, len(values))
	for code, key := range first {
		keys[string(values[code].Raw)] = key
	}
	return keys
}
