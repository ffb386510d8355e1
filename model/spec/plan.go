package spec

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"time"

	"tabletop/model/demo"
	"tabletop/model/spelling"
)

// plan is which values the rows of a kind, or the columns of a row, have: a tree whose levels are the drawn fields, in
// their order. A node has a value and some rows, which its children divide.
type plan struct {
	rows   int
	fields []Field
	levels []level // of the drawn fields that do not rise
	// before is how many milliseconds before the end each row was written, and over the same of a time that is not that
	// of the write.
	before, over []int64
}

// level is the nodes of a field, in the order of their rows.
type level struct {
	field  int      // index in fields
	first  []uint32 // row of each node
	parent []uint32 // node of the level above
	code   []uint32 // number of the value
}

// newPlan divides rows among the values of fields, whose running totals are those of runningOf. The dice are thrown for
// seed, which identifies what is divided.
func newPlan(fields []Field, running [][]float64, rows int, seed ...int) *plan {
	out := &plan{rows: rows, fields: fields}
	above := level{first: []uint32{0}}
	for index := range fields {
		field := &fields[index]
		if !field.isDrawn() || field.Rising {
			continue
		}
		next := level{field: index}
		for node := range above.first {
			from, to := int(above.first[node]), above.end(node, rows)
			random := demo.Roll(append(slices.Clone(seed), index, node)...)
			sizes, codes := field.divide(to-from, running[index], random)
			for part, size := range sizes {
				code := len(next.first)
				if codes != nil {
					code = codes[part]
				}
				next.first = append(next.first, uint32(from))
				next.parent = append(next.parent, uint32(node))
				next.code = append(next.code, uint32(code))
				from += size
			}
		}
		out.levels = append(out.levels, next)
		above = next
	}
	return out
}

// end is the row behind those of a node.
func (l *level) end(node, rows int) int {
	if node+1 < len(l.first) {
		return int(l.first[node+1])
	}
	return rows
}

// node is the node of a row.
func (l *level) node(row int) int {
	return sort.Search(len(l.first), func(i int) bool { return int(l.first[i]) > row }) - 1
}

// leaves returns the last level; one node for all rows where there is none.
func (p *plan) leaves() level {
	if len(p.levels) == 0 {
		return level{first: []uint32{0}}
	}
	return p.levels[len(p.levels)-1]
}

// running are the running totals of the relative numbers of rows of the values that recur; nil where they do not.
func (f *Field) running() []float64 {
	var out []float64
	total := 0.0
	add := func(weight float64) {
		total += weight
		out = append(out, total)
	}
	for _, r := range f.Weights {
		n := max(1, int(math.Round(r.Weight)))
		for k := range n {
			add(float64(r.Lo) + (float64(k)+0.5)/float64(n)*float64(r.Hi-r.Lo))
		}
	}
	for k := range f.Values {
		add(math.Pow(float64(k+1), -f.Skew))
	}
	return out
}

// runningOf returns the running totals of each field.
func runningOf(fields []Field) [][]float64 {
	out := make([][]float64, len(fields))
	for i := range fields {
		out[i] = fields[i].running()
	}
	return out
}

// divide divides rows among values: their sizes, and their numbers where they recur with such running totals.
func (f *Field) divide(rows int, running []float64, random demo.Random) (sizes, codes []int) {
	if running == nil || f.PerValue != nil {
		per := or(f.PerValue, 1)
		for left := rows; left > 0; left -= sizes[len(sizes)-1] {
			sizes = append(sizes, min(left, int(per.at(random.Unit()))))
		}
	}
	if running == nil {
		return sizes, nil
	}
	count := min(rows, len(running))
	switch {
	case sizes != nil:
		count = min(count, len(sizes))
	case f.Fanout != nil:
		count = min(count, int(f.Fanout.at(random.Unit())))
	}
	codes = choose(count, running, random.Unit())
	if len(sizes) == count {
		return sizes, codes
	}
	parts := make([]float64, count)
	for k, code := range codes {
		parts[k] = running[code]
		if code > 0 {
			parts[k] -= running[code-1]
		}
	}
	return share(rows, parts), codes
}

// choose returns n different values, ascending, in proportion to their weights as far as they can be: those at equal
// distances of the running total, from u of the first distance on, and for one that comes twice the next.
func choose(n int, running []float64, u float64) []int {
	out := make([]int, 0, n)
	total := running[len(running)-1]
	for k := range n {
		at := k
		if n < len(running) {
			at = sort.SearchFloat64s(running, (float64(k)+u)/float64(n)*total)
		}
		out = append(out, min(at, len(running)-1))
	}
	apart(out, len(running))
	return out
}

// apart makes ascending numbers below limit, no more of them than that, different from each other.
func apart[T int | int64](ascending []T, limit T) {
	for i := 1; i < len(ascending); i++ {
		ascending[i] = max(ascending[i], ascending[i-1]+1)
	}
	most := limit - 1
	for i := len(ascending) - 1; i >= 0 && ascending[i] > most; i-- {
		ascending[i] = most
		most--
	}
}

// share divides n among parts in proportion to weights, so that each has at least 1 of it.
func share(n int, weights []float64) []int {
	total, excess := 0.0, 0.0
	for _, w := range weights {
		total += w
	}
	over := make([]float64, len(weights))
	for k, w := range weights {
		over[k] = max(0, w/total*float64(n)-1)
		excess += over[k]
	}
	out := make([]int, len(weights))
	sum, given := 0.0, 0
	for k := range out {
		if excess > 0 {
			sum += over[k] / excess * float64(n-len(weights))
		}
		upTo := int(math.Round(sum))
		out[k] = 1 + upTo - given
		given = upTo
	}
	return out
}

// time draws when the rows were written. The error is about rows that would share their key.
func (p *plan) time(kind *Kind, duration time.Duration, seed int) error {
	leaves, steps := p.leaves(), p.steps()
	all := max(1, duration.Milliseconds()/max(1, steps.write))
	ofDay := newHours(kind.Hours)
	p.before = make([]int64, p.rows)
	if steps.over > 0 {
		p.over = make([]int64, p.rows)
	}
	for node := range leaves.first {
		from, to := int(leaves.first[node]), leaves.end(node, p.rows)
		random := demo.Roll(seed, node)
		writes := p.before[from:to]
		last := kind.spread(writes, max(1, steps.write), all, node, &random)
		if ofDay != nil && steps.write <= 3600*second {
			last = all
			for i := range writes {
				before := ofDay.spread((all-1-writes[i])*max(1, steps.write)) / max(1, steps.write)
				writes[i] = max(0, all-1-before)
			}
		}
		alike := to-from > 1 && !steps.rises // rows that only a time tells apart
		switch {
		case alike && steps.write > 0 && int64(to-from) <= all:
			apart(writes, last)
		case alike && (steps.write > 0 || steps.over == 0 || int64(to-from) > steps.overs):
			return kind.tooFewKeys(to-from, max(steps.overs, min(steps.write, 1)*all))
		}
		for i := range writes {
			writes[i] = (all - 1 - writes[i]) * max(1, steps.write)
		}
		if steps.over > 0 {
			others := p.over[from:to]
			evenly(others, 0, steps.overs, &random)
			if alike && steps.write == 0 {
				apart(others, steps.overs)
			}
			for i := range others {
				others[i] *= steps.over
			}
		}
	}
	return nil
}

// tooFewKeys is the error about rows of one value of all fields that have to share their keys.
func (k *Kind) tooFewKeys(rows int, times int64) error {
	what := "leave out values: of the last field, so that each row has another one, or add a time to the key"
	if times > 0 {
		what = fmt.Sprintf("the duration has only %s: raise duration: or the numbers of values, or lower rows:",
			spelling.Count(int(times), "time"))
	}
	return fmt.Errorf("line %d: %s of %s would share their key: %s", k.line, spelling.Count(rows, "row"),
		k.Layout, what)
}

// steps are the times that keys hold.
type steps struct {
	write int64 // milliseconds between two times of writes; 0 if keys hold none
	over  int64 // the same of times that are not those of the writes
	overs int64 // how many of these there are
	rises bool  // a field rises with the time
}

func (p *plan) steps() (out steps) {
	for index := range p.fields {
		field := &p.fields[index]
		switch of := field.step(); {
		case field.Rising:
			out.rises = true
		case !field.isTime():
		case field.Over > 0:
			out.over, out.overs = of, max(1, field.Over/of)
		case out.write == 0 || of < out.write:
			out.write = of
		}
	}
	return out
}

// step is the milliseconds between the times that a field holds.
func (f *Field) step() int64 {
	if f.Every > 0 || !f.isTime() {
		return f.Every
	}
	return max(1, f.Segment.Codec.Unit().Longest().Milliseconds())
}

// spread draws the steps, of all in the duration, at which the rows of a node are written, in ascending order. Where
// rows follow each other at a pace, they are in a part of the duration that is long enough for them to differ; the
// ends of the parts of all nodes follow the writes. It returns the step behind the last one that the rows can be at.
func (k *Kind) spread(ascending []int64, step, all int64, node int, random *demo.Random) (last int64) {
	at := func(q float64) int64 {
		if k.Writes == nil {
			return min(all-1, int64(q*float64(all)))
		}
		return max(0, all-1-k.Writes.at(1-q)/step)
	}
	rows := int64(len(ascending))
	if k.Pace == nil || rows == 1 {
		for i := range ascending {
			ascending[i] = at((float64(i) + random.Unit()) / float64(rows))
		}
		return all
	}
	length := min(all, max(rows, rows*k.Pace.at(random.Unit())/step))
	first := max(0, at(random.Unit())+1-length)
	evenly(ascending, first, first+length, random)
	return first + length
}

// evenly fills ascending with steps from first to before last.
func evenly(ascending []int64, first, last int64, random *demo.Random) {
	for i := range ascending {
		q := (float64(i) + random.Unit()) / float64(len(ascending))
		ascending[i] = min(last-1, first+int64(q*float64(last-first)))
	}
}
