package figures

import (
	"tabletop/model/estimate"
	"tabletop/model/personal"
	"tabletop/model/segments"
)

// Personal is what was found that identifies people in all rows of a table.
type Personal struct {
	Found  map[segments.Spot]*personal.Count // by place in the keys
	Shares map[personal.Kind]Figure          // of the keys
}

// PersonalKeys returns what was found in the keys of all rows; nil if that was not counted.
func (t *Table) PersonalKeys() *Personal {
	if t.all == nil || !t.all.Plan.Personal || !t.all.CountedBy(t.rows.Layouts) {
		return nil
	}
	found := map[segments.Spot]*personal.Count{}
	for _, place := range t.all.Personal {
		if place.Key != nil {
			found[*place.Key] = &place.Found
		}
	}
	return &Personal{found, t.personalShares(found)}
}

// personalShares returns the share of the keys of the table in which each kind of personal data was counted.
func (t *Table) personalShares(found map[segments.Spot]*personal.Count) map[personal.Kind]Figure {
	type part struct {
		kind personal.Kind
		of   int16 // record kind
	}
	sum, most := map[part]int64{}, map[part]int64{} // of all segments, and of the one with the most
	for at, c := range found {
		for _, v := range c.Verdicts() {
			x := part{v.Kind, at.Kind}
			sum[x] += int64(v.Texts)
			most[x] = max(most[x], int64(v.Texts))
		}
	}
	shares := map[personal.Kind]Figure{}
	total := float64(max(t.all.Totals.Rows, 1))
	for x, n := range sum {
		f := shares[x.kind]
		f.Low += float64(most[x]) / total // keys with one in several segments are counted in each
		f.High = min(1, f.High+float64(n)/total)
		f.Value = f.High
		shares[x.kind] = f.Bound(f.Low, f.High)
	}
	return shares
}

// PersonalValues returns the verdicts on the values of all cells of a column, and the share of the cells of each;
// counted is false if nothing that identifies people was found there, or that was not counted.
func (t *Table) PersonalValues(family, qualifier string) (verdicts []personal.Verdict, shares []Figure, counted bool) {
	if t.all == nil {
		return nil, nil, false
	}
	at, known := t.all.Totals.Column(family, qualifier)
	for _, place := range t.all.Personal {
		if !known || place.Key != nil || string(place.Family) != family || string(place.Qualifier) != qualifier {
			continue
		}
		verdicts = place.Found.Verdicts()
		for _, v := range verdicts {
			shares = append(shares, estimate.CountedShare(int64(v.Texts), t.all.Totals.Columns[at].Cells))
		}
		return verdicts, shares, true
	}
	return nil, nil, false
}
