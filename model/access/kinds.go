package access

import (
	"slices"

	"tabletop/model/estimate"
)

// costIn measures the query in a table whose keys several layouts describe, each those of its own records. A run reads
// what each of them has of what it asks for: the sum is exact of a table that was read in full, but for ranges that
// begin anywhere, which begin where rows of the layout are. Rows of other layouts that lie between are not counted.
func (b *bound) costIn(layouts []*Layout) Cost {
	if len(layouts) == 1 {
		return b.cost(layouts[0])
	}
	var sum *Cost
	for _, layout := range layouts {
		own := b.ofLayout(layout)
		if own == nil {
			continue
		}
		part := own.cost(layout)
		if part.Access == FullScan { // which holds what the others read
			whole := *layout
			whole.Components, whole.In = nil, nil
			return b.cost(&whole)
		}
		if sum == nil {
			sum = &part
			continue
		}
		sum.add(&part)
		sum.Bounded = sum.Bounded || b.query.Limit > 0 || b.query.Latest > 0 // a run ends when it has enough of all
	}
	if sum == nil {
		zero := b.exactly(tally{})
		return Cost{Query: b.query, Access: NoAccess, ByValue: zero, ByData: zero}
	}
	return *sum
}

// ofLayout is b for the records of one of several layouts; nil if none of them is an answer. Each of its records asks
// for all records that ask the same, whatever their layout.
func (b *bound) ofLayout(l *Layout) *bound {
	own := *b
	own.match, own.has, own.asked = slices.Clone(b.match), slices.Clone(b.has), slices.Clone(b.asked)
	all, mine := make([]float64, b.askeds), make([]float64, b.askeds)
	for record, ok := range b.match {
		if !l.In[record] {
			own.match[record], own.has[record], own.asked[record] = false, false, None
		}
		if ok {
			all[b.asked[record]]++
			if l.In[record] {
				mine[b.asked[record]]++
			}
		}
	}
	if !slices.Contains(own.match, true) {
		return nil
	}
	own.shares = &shares{asks: make([]float64, b.askeds)}
	var asking, covered, values, met float64
	for asked, records := range all {
		if records == 0 {
			continue
		}
		asking, values = asking+records, values+1
		if mine[asked] > 0 {
			own.shares.asks[asked] = records / mine[asked]
			covered, met = covered+records, met+1
		}
	}
	own.shares.byData, own.shares.byValue = covered/asking, met/values
	return &own
}

// shares are how the records of one of several layouts stand for those of all.
type shares struct {
	asks []float64 // combination asked for -> records of all layouts that ask for it, to one of this
	// byData and byValue are which part of the records that ask, and of the combinations, this layout has answers for.
	byData, byValue float64
}

// asks is for how many records one stands that asks.
func (b *bound) asks(record uint32) float64 {
	if b.shares == nil || b.asked[record] == None {
		return 1
	}
	return b.shares.asks[b.asked[record]]
}

// ofAll turns averages over the runs that find something in this layout into averages over all runs.
func (b *bound) ofAll(c *Cost) {
	if b.shares == nil {
		return
	}
	c.ByData.scale(b.shares.byData)
	c.ByValue.scale(b.shares.byValue)
}

// figures are those of an average.
func (a *Average) figures() []*estimate.Figure {
	return []*estimate.Figure{&a.RowsRead, &a.RowsReturned, &a.BytesRead, &a.BytesReturned}
}

func (a *Average) scale(by float64) {
	for _, f := range a.figures() {
		*f = f.Times(by)
	}
}

// add adds what the same runs read elsewhere in the table.
func (c *Cost) add(o *Cost) {
	methods := []Method{Point, ByPrefix, ByRange, FanOut, Filter, FullScan, NoAccess}
	if slices.Index(methods, o.Access) > slices.Index(methods, c.Access) {
		c.Access = o.Access
	}
	c.Ranges += o.Ranges
	for _, pair := range [][2]*Average{{&c.ByData, &o.ByData}, {&c.ByValue, &o.ByValue}} {
		others := pair[1].figures()
		for i, f := range pair[0].figures() {
			*f = f.Plus(*others[i])
		}
	}
	c.AtMost, c.Bounded, c.Asked = c.AtMost || o.AtMost, c.Bounded || o.Bounded, max(c.Asked, o.Asked)
	c.Filters, c.Uses = union(c.Filters, o.Filters), union(c.Uses, o.Uses)
}
