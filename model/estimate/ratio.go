package estimate

import (
	"math"

	"tabletop/model/sample"
)

// Cluster is what one cluster of a design counts for in a variance.
type Cluster struct {
	index int
	// size is what it stands for, in any unit that all clusters of the design share. 0 is for those that were selected
	// without regard to their order in the table, such as single rows: their variances are those of independent
	// numbers.
	size float64
	// open is size² times the share of it that was not read: a section that was read whole, and stands for itself only,
	// has no part in the variance.
	open float64
	// begins is for one that is no neighbor of the cluster before it: what lies between them was read by itself.
	begins bool
	// jump is above 0 for one whose rows are of another kind than those of the cluster before it: the variance of where
	// the change lies, as a share of the square of the difference.
	jump float64
	// row is for a row of a section of which each row was kept with a known probability: it has a variance of its own,
	// that of whether it was kept, which is the square of its residual times the probability that it was not.
	row  bool
	lost float64 // that probability
}

// Ratio estimates sum(w y) / sum(w z) over the rows of a table, w the weights of a design. Shares (rows with a column:
// y 1 or 0, z 1), means (y bytes, z 1) and garbage (y GC-eligible bytes, z bytes) are all ratios. Add the clusters one
// by one, in key order. The zero value is empty.
//
// The interval is by linearization: a cluster's residual is e = y - R z (Särndal, Swensson and Wretman, Model Assisted
// Survey Sampling, 5.6 and 5.7). Of m independent clusters, the variance of R is m/(m-1) sum(e²) / sum(z)². Sections
// are no independent clusters: one is selected in each of equal steps through the table, so that a trend over the table
// does not make an estimate uncertain. What does shows in the second differences of neighbors, d = u(i) - 2 u(i-1) +
// u(i-2), u = e/h for a cluster that stands for h: the variance is the sum of h² d²/6 (Wolter, Introduction to Variance
// Estimation, 2nd edition, estimator v4 of section 8.2, and 8.6 for sections selected by their size). Jumps, such as
// between tenants, are no differences of chance and have a part of their own, see Design.findJumps. The sums of squares
// and products are enough for that.
type Ratio struct {
	M          int // clusters
	Y, Z       float64
	yy, yz, zz float64 // squares and products of clusters or of second differences between them
	ownYY      float64 // the same of rows with a variance of their own, and of jumps
	ownYZ      float64
	ownZZ      float64
	open       float64 // sum of Cluster.open
	met        float64 // sum of the weights of second differences
	last       [2]term // the one before the last, and the last
}

// term is a cluster with its sums for each unit of its size.
type term struct {
	Cluster
	y, z float64
}

func (c Cluster) term(y, z float64) term { return term{c, y / c.size, z / c.size} }

// parted reports whether c has no difference of chance from the cluster before it.
func (c Cluster) parted() bool { return c.begins || c.jump > 0 }

// Add adds one cluster's weighted sums.
func (r *Ratio) Add(c Cluster, y, z float64) {
	r.Y += y
	r.Z += z
	switch {
	case c.row:
		r.ownYY += c.lost * y * y
		r.ownYZ += c.lost * y * z
		r.ownZZ += c.lost * z * z
		return
	case c.size == 0:
		r.M++
		r.yy += y * y
		r.yz += y * z
		r.zz += z * z
		return
	}
	r.M++
	t := c.term(y, z)
	r.open += c.open
	if c.jump > 0 && r.last[1].size > 0 {
		d := r.last[1].to(t)
		r.ownYY, r.ownYZ, r.ownZZ = r.ownYY+c.jump*d.w*d.y*d.y, r.ownYZ+c.jump*d.w*d.y*d.z, r.ownZZ+c.jump*d.w*d.z*d.z
	}
	if c.parted() {
		r.last = [2]term{}
	}
	if r.last[0].size > 0 {
		r.difference(r.last[0], r.last[1], t)
	}
	r.last = [2]term{r.last[1], t}
}

// difference adds the second difference of three neighbors.
func (r *Ratio) difference(a, b, c term) {
	w, y, z := (a.open+4*b.open+c.open)/6, a.y-2*b.y+c.y, a.z-2*b.z+c.z
	r.met += w
	r.yy += w / 6 * y * y
	r.yz += w / 6 * y * z
	r.zz += w / 6 * z * z
}

// step is a first difference and its weight.
type step struct{ w, y, z float64 }

func (t term) to(next term) step { return step{(t.open + next.open) / 2, next.y - t.y, next.z - t.z} }

// Nothing is the ratio of something that no cluster has to the z of r.
func (r Ratio) Nothing() Ratio {
	return Ratio{M: r.M, Z: r.Z, zz: r.zz, ownZZ: r.ownZZ, open: r.open, met: r.met, last: r.last}
}

// Negative is the ratio of -y to z.
func (r Ratio) Negative() Ratio {
	r.Y, r.yz, r.ownYZ = -r.Y, -r.yz, -r.ownYZ
	return r
}

// value is the estimate and its standard error, which is negative when it cannot be known.
func (r Ratio) value() (v, se float64) {
	if r.Z == 0 {
		return 0, -1
	}
	v = r.Y / r.Z
	e, ok := r.variance(v)
	if !ok {
		return v, -1
	}
	return v, math.Sqrt(e) / math.Abs(r.Z)
}

// variance returns that of the sum of y - v z over the clusters; ok is false if they are too few to know.
func (r Ratio) variance(v float64) (e float64, ok bool) {
	value := float64(r.M)
	e = residuals(r.yy, r.yz, r.zz, v)
	switch systematic := r.last[1].size > 0; {
	case r.M < 2 || systematic && r.M < 3:
		return 0, false
	case !systematic:
		e *= value / (value - 1)
	case r.met > 0:
		e *= r.open / r.met
	case r.open > 0:
		return 0, false
	}
	return e + residuals(r.ownYY, r.ownYZ, r.ownZZ, v), true
}

// cancellation is the share of sums of squares below which their difference is what rounding left of them.
const cancellation = 1e-12

// residuals returns the sum of (y - v z)² from sums of squares and products; exactly 0 where y is v z but for rounding.
func residuals(yy, yz, zz, v float64) float64 {
	e := yy - 2*v*yz + v*v*zz
	if e <= cancellation*(yy+v*v*zz) {
		return 0
	}
	return e
}

// vague is the relative half-width from which on an interval on the log scale says nothing: it would reach from a third
// of the estimate to three times as much.
const vague = 1

// Mean returns the ratio with its interval, by design d. It suits everything that is not a share. The interval of a
// positive ratio is on the log scale, where sums that a few clusters dominate are closer to normal: it never reaches
// zero. Where it would be vague, it is from 0 to infinity.
func (r Ratio) Mean(d *Design) Figure {
	value, se := r.value()
	if se < 0 || !d.HasIntervals() {
		return CountedIf(value, d.IsExact())
	}
	half := marginFactor(r.M-1) * se * d.fpc
	switch {
	case value <= 0:
		return Within(value, value-half, value+half)
	case half > vague*value:
		return Within(value, 0, math.Inf(1))
	}
	return Within(value, value*math.Exp(-half/value), value*math.Exp(half/value))
}

// Share is the ratio with its interval where y is a part of z, so that it lies between 0 and 1: Wilson's interval with
// the number of independent rows that would have the same variance. Where nothing was seen of a thing, up to 3 in so
// many independent places may have it (the rule of three); where all have it, as many may not.
func (r Ratio) Share(d *Design) Figure {
	value, se := r.value()
	value = math.Min(value, 1)
	if se < 0 || !d.HasIntervals() {
		return CountedIf(value, d.IsExact())
	}
	se *= d.fpc
	marginFactor := marginFactor(r.M - 1)
	bound := math.Min(1, 3/float64(r.M))
	switch {
	case value <= 0:
		return Within(0, 0, bound)
	case value >= 1-1e-12:
		return Within(value, 1-bound, 1)
	case se == 0:
		// The same share in every cluster. At least one row in each was seen, so at least M are independent.
		return wilson(value, float64(r.M), marginFactor)
	}
	return wilson(value, value*(1-value)/(se*se), marginFactor)
}

// wilson is Wilson's score interval of a share p among n (Wilson 1927), with t for the normal quantile.
func wilson(p, n, t float64) Figure {
	t2 := t * t
	center := (p + t2/(2*n)) / (1 + t2/n)
	half := t / (1 + t2/n) * math.Sqrt(p*(1-p)/n+t2/(4*n*n))
	return Within(p, math.Max(0, center-half), math.Min(1, center+half))
}

// EstimateRatio goes over the rows of s in its clusters; value gives y and z of a row. y that is part of z makes a
// share, to be read with Ratio.Share.
func (d *Design) EstimateRatio(s *sample.Sample, value func(row int) (y, z float64)) Ratio {
	var r Ratio
	rows := s.Rows()
	for column, i := 0, 0; i < rows; column++ {
		var ys, zs float64
		for end := d.ClusterEnd(column, i, rows); i < end; i++ {
			y, z := value(i)
			w := d.Weight(i)
			ys += w * y
			zs += w * z
		}
		r.Add(d.Cluster(column), ys, zs)
	}
	return r
}
