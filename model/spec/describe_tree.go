package spec

import (
	"cmp"
	"math"
	"slices"
)

// tree is how fields divide rows, as far as they are described.
type tree struct {
	node  []uint32 // of each item
	rows  []int    // of each node
	items int
}

func newTree(items int) *tree {
	return &tree{node: make([]uint32, items), rows: []int{items}, items: items}
}

// recurs is how many prefixes for a value, at least, are taken for one that recurs under others.
const recurs = 1.1

// describe describes a field by how it divides the rows of the nodes, and divides them. when is the time of an item.
func (t *tree) describe(field *Field, of *values, when func(item int) int64) {
	next := &tree{node: make([]uint32, t.items), items: t.items}
	children := map[[2]uint32]uint32{}
	counts := map[uint32]int{}
	fanout := make([]int, len(t.rows))
	for item, code := range of.code {
		place := [2]uint32{t.node[item], code}
		node, ok := children[place]
		if !ok {
			node = uint32(len(next.rows))
			children[place] = node
			next.rows = append(next.rows, 0)
			fanout[t.node[item]]++
		}
		next.node[item] = node
		next.rows[node]++
		counts[code]++
	}
	first, unique := len(t.rows) == 1, len(next.rows) == t.items
	switch {
	case len(counts) == 1:
		field.Values = 1
	case unique && field.numeric() && t.rises(of, when):
		field.Rising = true
		return // it divides nothing
	case unique && len(counts) == t.items: // new in each row
	case !first && float64(len(next.rows)) <= recurs*float64(len(counts)):
		field.PerValue = sizes(next.rows)
	default:
		field.Values, field.Weights = weights(counts)
		t.limit(field, next, fanout, len(counts))
	}
	*t = *next
}

// rises reports whether numbers follow the times of the rows, within the rows of each node.
func (t *tree) rises(of *values, when func(item int) int64) bool {
	byNode := map[uint32][]int{}
	for item, node := range t.node {
		byNode[node] = append(byNode[node], item)
	}
	up, all := 0, 0
	for _, items := range byNode {
		for at, one := range items[:len(items)-1] {
			other := items[(at+len(items)/2)%len(items)]
			if when(one) == when(other) {
				continue
			}
			all++
			if (when(one) < when(other)) == (of.at(one).Of.Compare(of.at(other).Of) < 0) {
				up++
			}
		}
	}
	return all > 20 && float64(up) > 0.9*float64(all)
}

// limit states how many of the values one value of the fields before has, if that is not all of them: their number, or
// their rows, whichever differs less.
func (t *tree) limit(field *Field, next *tree, fanout []int, distinct int) {
	could := 0
	var counts, rows []float64
	for node, n := range fanout {
		could += min(distinct, t.rows[node])
		if t.rows[node] > 1 {
			counts = append(counts, float64(n))
			rows = append(rows, float64(t.rows[node])/float64(n))
		}
	}
	switch {
	case float64(len(next.rows)) > 0.9*float64(could):
	case variation(counts) < variation(rows):
		field.Fanout = sizes(fanout)
	default:
		field.PerValue = sizes(next.rows)
	}
}

// variation is the standard deviation in parts of the mean.
func variation(list []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range list {
		sum += x
		squares += x * x
	}
	n := float64(len(list))
	return math.Sqrt(max(0, squares/n-sum/n*sum/n)) / (sum / n)
}

// sizes is the distribution of counts.
func sizes(counts []int) Distribution {
	out := tally{}
	for _, n := range counts {
		out[int64(n)]++
	}
	return out.distribution()
}

// largest is the number of values with the most rows whose numbers of rows are kept one by one.
const largest = 12

// weights are the numbers of rows of values, and how many values have each; only the number of values if all have about
// as many.
func weights(counts map[uint32]int) (values int, _ Distribution) {
	var list []int64
	for _, n := range counts {
		list = append(list, int64(n))
	}
	slices.SortFunc(list, func(a, b int64) int { return cmp.Compare(b, a) })
	head := min(largest, len(list))
	rest := tally{}
	for _, n := range list[head:] {
		rest[n]++
	}
	out := rest.distribution()
	for i := range out {
		out[i].Weight = math.Round(out[i].Weight * float64(len(list)-head))
	}
	for i := head - 1; i >= 0; i-- {
		if last := len(out) - 1; last >= 0 && out[last].Lo == list[i] {
			out[last].Weight++
			continue
		}
		out = append(out, Range{Lo: list[i], Hi: list[i], Weight: 1})
	}
	out = slices.DeleteFunc(out, func(r Range) bool { return r.Weight == 0 })
	if len(out) == 1 {
		return len(counts), nil
	}
	return 0, out
}
