package diff

import (
	"math"

	"tabletop/model/estimate"
)

// measured holds the sums of n things over the rows of a sample, each as a ratio to a base. If pairs are compared, it
// has the sums of each cluster too.
type measured struct {
	design *estimate.Design
	ratios []estimate.Ratio
	y      [][]float64 // thing -> cluster -> weighted sum; nil without pairs
	z      []float64   // cluster -> weighted base
	// known are the figures of things that are known without these sums; nil if there are none.
	known []estimate.Figure
	// all reports whether a thing that is not known does not exist.
	all bool
}

// figure returns what is known of a thing, or what of returns of its ratio if that is as sure.
func (m *measured) figure(thing int, of func(estimate.Ratio) estimate.Figure) estimate.Figure {
	figure := of(m.ratios[thing])
	if m.known != nil {
		figure = figure.Or(m.known[thing])
	}
	return figure
}

func (m *measured) estimateShare(thing int) estimate.Figure {
	return m.figure(thing, func(r estimate.Ratio) estimate.Figure { return r.Share(m.design) })
}

func (m *measured) estimateMean(thing int) estimate.Figure {
	return m.figure(thing, func(r estimate.Ratio) estimate.Figure { return r.Mean(m.design) })
}

// none reports whether no row has a thing, as far as it is known.
func (m *measured) none(thing int) bool {
	if m.known != nil && m.known[thing].IsExact() {
		return m.known[thing].Value == 0
	}
	return m.ratios[thing].Y == 0
}

// mostSums is the maximum number of sums of clusters that are kept to compare pairs: 64 MB on each side.
const mostSums = 8 << 20

// measure sums up n things over the rows of a sample, by cluster: visit adds the amounts of a row. Each result is the
// ratio of a sum to the sum of base, which is a property of the row, such as 1 or its bytes.
func (d *Diff) measure(s *Side, n int, base func(row int) float64,
	visit func(row int, add func(thing int, y float64))) *measured {
	design, rows := s.keys.Design, s.Sample.Rows()
	measured := &measured{design: design}
	parts := make([]estimate.Part, n)
	if d.pairs != nil && n*max(design.Clusters, len(s.Sample.Runs())) <= mostSums {
		measured.y = make([][]float64, n)
	}
	var total estimate.Total
	weight, cluster := 0.0, 0
	add := func(thing int, y float64) {
		parts[thing].Add(&total, weight*y)
		if measured.y != nil {
			measured.addSum(thing, cluster, weight*y)
		}
	}
	for i := 0; i < rows; cluster++ {
		total.Next(design.Cluster(cluster))
		measured.z = append(measured.z, 0)
		for end := design.ClusterEnd(cluster, i, rows); i < end; i++ {
			weight = design.Weight(i)
			z := weight * base(i)
			total.Add(z)
			measured.z[cluster] += z
			visit(i, add)
		}
	}
	measured.ratios = make([]estimate.Ratio, n)
	ratio := total.Shares()
	for k, p := range parts {
		measured.ratios[k] = ratio(p)
	}
	return measured
}

// addSum adds to the sum of a thing in a cluster.
func (m *measured) addSum(thing, cluster int, y float64) {
	if grow := cluster + 1 - len(m.y[thing]); grow > 0 {
		m.y[thing] = append(m.y[thing], make([]float64, grow)...)
	}
	m.y[thing][cluster] += y
}

// clustered returns the sums of a thing by cluster.
func (m *measured) clustered(thing int) estimate.Clustered {
	y := m.y[thing]
	return estimate.Clustered{Y: append(y, make([]float64, len(m.z)-len(y))...), Z: m.z}
}

// contrast compares a thing of two samples, as ratios multiplied by their scales. It compares pairs of clusters if the
// samples have sections in common and the interval is then narrower.
func (d *Diff) contrast(a, b *measured, thing int, before, after estimate.Figure, scaleA, scaleB float64,
	of int) Change {
	change := compare(before, after, of)
	if d.pairs == nil || a.y == nil || b.y == nil || before.IsExact() || after.IsExact() || a.ratios[thing].Y == 0 ||
		b.ratios[thing].Y == 0 {
		return change
	}
	half, ok := d.pairs.HalfWidth(a.clustered(thing), b.clustered(thing), scaleA, scaleB)
	if !ok || change.Verdict != Undetermined && change.Delta.Interval() &&
		2*half >= change.Delta.High-change.Delta.Low {
		return change
	}
	value := change.Delta.Value
	if math.Abs(value) <= rounding*math.Max(math.Abs(before.Value), math.Abs(after.Value)) {
		value = 0
	}
	change.Delta = estimate.Within(value, value-half, value+half)
	if change.Verdict = verdict(before.Value, after.Value, value-wider(of)*half,
		value+wider(of)*half); change.Verdict == Same {
		change.Verdict = WithinError
	}
	return change
}

// eachRow is the base of means per row.
func eachRow(int) float64 { return 1 }

// basis is the base of amounts in a table: its bytes if the service counts them, so that they have no interval,
// otherwise its rows. An amount per byte has a smaller error than an amount per row multiplied by an estimated number
// of rows.
type basis struct {
	base  func(row int) float64
	total estimate.Figure // of the table; Value 0 if unknown
}

func (s *Side) basis() basis {
	if t := s.keys.Design.Bytes(); t.Value > 0 && !t.IsExact() && !t.Interval() {
		return basis{func(row int) float64 { return float64(s.keys.Bytes[row]) }, t}
	}
	return basis{eachRow, s.Profile.Whole.Rows}
}

// inTable compares the amounts of a thing in the tables; Undetermined if these are unknown.
func (d *Diff) inTable(a, b *measured, thing, of int) Change {
	figure, total := d.Before.basis().total, d.After.basis().total
	if figure.Value <= 0 || total.Value <= 0 {
		return Change{Verdict: Undetermined}
	}
	inTable := func(m *measured, all estimate.Figure) estimate.Figure {
		return m.figure(thing, func(r estimate.Ratio) estimate.Figure { return r.Mean(m.design).Of(all) })
	}
	before, after := inTable(a, figure), inTable(b, total)
	if figure.Interval() || total.Interval() { // pairs do not include the error of the totals
		return compare(before, after, of)
	}
	return d.contrast(a, b, thing, before, after, figure.Value, total.Value, of)
}

// share compares the shares of a thing.
func (d *Diff) share(a, b *measured, thing, of int) Change {
	return d.contrast(a, b, thing, a.estimateShare(thing), b.estimateShare(thing), 1, 1, of)
}

// mean compares the means of a thing.
func (d *Diff) mean(a, b *measured, thing, of int) Change {
	return d.contrast(a, b, thing, a.estimateMean(thing), b.estimateMean(thing), 1, 1, of)
}
