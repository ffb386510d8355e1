package audit

import (
	"tabletop/model/census"
	"tabletop/model/personal"
	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// countedKeys returns what was found in the keys of all rows of the table; ok is false if a census did not count that
// by the layouts in force.
func (p *private) countedKeys() (counts map[census.Spot]*personal.Count, ok bool) {
	if c := p.Census; c == nil || !c.Plan.Personal || c.Plan.Layouts != p.Layouts.String() {
		return nil, false
	}
	counts = map[census.Spot]*personal.Count{}
	for _, x := range p.Census.Personal {
		if x.Key != nil {
			counts[*x.Key] = &x.Found
		}
	}
	return counts, true
}

// countedShares returns the share of the keys of the table in which each kind of personal data was counted.
func (p *private) countedShares(counts map[census.Spot]*personal.Count) map[personal.Kind]estimate.Figure {
	type part struct {
		kind personal.Kind
		of   int16 // record kind
	}
	sum, most := map[part]int64{}, map[part]int64{} // of all segments, and of the one with the most
	for at, c := range counts {
		for _, v := range c.Verdicts() {
			x := part{v.Kind, at.Kind}
			sum[x] += int64(v.Texts)
			most[x] = max(most[x], int64(v.Texts))
		}
	}
	shares := map[personal.Kind]estimate.Figure{}
	total := float64(max(p.Census.Totals.Rows, 1))
	for x, n := range sum {
		f := shares[x.kind]
		f.Low += float64(most[x]) / total // keys with one in several segments are counted in each
		f.High = min(1, f.High+float64(n)/total)
		f.Value = f.High
		shares[x.kind] = f.Bound(f.Low, f.High)
	}
	return shares
}

// countedColumn is what was found in all cells of a column.
type countedColumn struct {
	place *census.Place
	cells int64
}

// countedColumn returns what was found in all cells of a column; nil if nothing was, or they were not counted.
func (p *private) countedColumn(c sample.Column) *countedColumn {
	place := p.counted(func(x *census.Place) bool {
		return x.Key == nil && string(x.Family) == c.Family && string(x.Qualifier) == c.Qualifier
	})
	if place == nil {
		return nil
	}
	at, ok := p.Census.Totals.Column(c.Family, c.Qualifier)
	if !ok {
		return nil
	}
	return &countedColumn{place, p.Census.Totals.Columns[at].Cells}
}

func (c *countedColumn) verdicts() []personal.Verdict {
	if c == nil {
		return nil
	}
	return c.place.Found.Verdicts()
}

func (c *countedColumn) share(v personal.Verdict) estimate.Figure {
	if c == nil {
		return estimate.Figure{}
	}
	return estimate.CountedShare(int64(v.Texts), c.cells)
}

// counted returns the place of a census that matches, or nil.
func (p *private) counted(matches func(*census.Place) bool) *census.Place {
	if p.Census == nil {
		return nil
	}
	for _, x := range p.Census.Personal {
		if matches(x) {
			return x
		}
	}
	return nil
}
