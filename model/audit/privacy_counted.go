package audit

import (
	"tabletop/model/census"
	"tabletop/model/personal"
	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// countedKeys returns the share of all keys of the table in which each kind was found, as far as a census counted it. Cards
// and national ids are detected by segment, which a census does not count, so they remain estimates.
func (p *private) countedKeys() map[personal.Kind]estimate.Figure {
	place := p.counted(func(x *census.Place) bool { return x.Key })
	if place == nil {
		return nil
	}
	all := map[personal.Kind]estimate.Figure{}
	for _, v := range place.Found.Verdicts() {
		switch v.Kind {
		case personal.Email, personal.Phone, personal.Person:
			all[v.Kind] = countedShare(int64(v.Texts), p.Census.Totals.Rows)
		}
	}
	return all
}

// countedColumn is what was found in all cells of a column.
type countedColumn struct {
	place *census.Place
	cells int64
}

// countedColumn returns what was found in all cells of a column; nil if nothing was, or they were not counted.
func (p *private) countedColumn(c sample.Column) *countedColumn {
	place := p.counted(func(x *census.Place) bool {
		return !x.Key && string(x.Family) == c.Family && string(x.Qualifier) == c.Qualifier
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
	return countedShare(int64(v.Texts), c.cells)
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

func countedShare(part, all int64) estimate.Figure {
	v := float64(part) / float64(max(all, 1))
	return estimate.Figure{Value: v, Low: v, High: v, Exact: true}
}
