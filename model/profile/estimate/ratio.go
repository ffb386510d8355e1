package estimate

import (
	"math"

	"tabletop/model/sample"
)

// Ratio estimates sum(w y) / sum(w z) over the rows of a table, w the weights of a draw. Shares (rows with a column: y 1
// or 0, z 1), means (y bytes, z 1) and waste (y bytes to be collected, z bytes) are all ratios. Add the clusters one by
// one; ratios of two parts of a sample are joined by Merge. The zero value is empty.
//
// The interval is by linearization: a cluster's residual is e = y - R z, the variance of R is
// m/(m-1) sum(e²) / sum(z)², with Student's t on m-1 degrees of freedom for m clusters (Särndal, Swensson and Wretman,
// Model Assisted Survey Sampling, 5.6 and 5.7). The sums of squares and products are enough for that.
type Ratio struct {
	M          int // clusters
	Y, Z       float64
	YY, YZ, ZZ float64
}

// Add adds one cluster's weighted sums.
func (r *Ratio) Add(y, z float64) {
	r.M++
	r.Y += y
	r.Z += z
	r.YY += y * y
	r.YZ += y * z
	r.ZZ += z * z
}

// Merge adds the clusters of o.
func (r *Ratio) Merge(o Ratio) {
	r.M += o.M
	r.Y += o.Y
	r.Z += o.Z
	r.YY += o.YY
	r.YZ += o.YZ
	r.ZZ += o.ZZ
}

// value is the estimate and its standard error, which is negative when it cannot be known.
func (r Ratio) value() (v, se float64) {
	if r.Z == 0 {
		return 0, -1
	}
	v = r.Y / r.Z
	if r.M < 2 {
		return v, -1
	}
	m := float64(r.M)
	e := math.Max(0, r.YY-2*v*r.YZ+v*v*r.ZZ)
	return v, math.Sqrt(m/(m-1)*e) / math.Abs(r.Z)
}

// Mean is the ratio with its interval, as of draw d. It suits everything that is not a share. The interval does not
// reach below zero where no y is negative.
func (r Ratio) Mean(d *Design) Figure {
	v, se := r.value()
	if se < 0 || !d.HasIntervals() {
		return plain(v, d.IsExact())
	}
	half := marginFactor(r.M-1) * se * d.fpc
	f := Figure{Value: v, Low: v - half, High: v + half}
	if v >= 0 {
		f.Low = math.Max(0, f.Low)
	}
	return f
}

// Share is the ratio with its interval where y is a part of z, so that it lies between 0 and 1: Wilson's interval with
// the number of independent rows that would have the same variance. Where nothing was seen of a thing, up to 3 in so
// many independent places may have it (the rule of three); where all have it, as many may not.
func (r Ratio) Share(d *Design) Figure {
	v, se := r.value()
	v = math.Min(v, 1)
	if se < 0 || !d.HasIntervals() {
		return plain(v, d.IsExact())
	}
	se *= d.fpc
	t := marginFactor(r.M - 1)
	bound := math.Min(1, 3/float64(r.M))
	switch {
	case v <= 0:
		return Figure{High: bound}
	case v >= 1-1e-12:
		return Figure{Value: v, Low: 1 - bound, High: 1}
	case se == 0:
		// The same share in every cluster. At least one row in each was seen, so at least M are independent.
		return wilson(v, float64(r.M), t)
	}
	return wilson(v, v*(1-v)/(se*se), t)
}

// wilson is Wilson's score interval of a share p among n (Wilson 1927), with t for the normal quantile.
func wilson(p, n, t float64) Figure {
	t2 := t * t
	centre := (p + t2/(2*n)) / (1 + t2/n)
	half := t / (1 + t2/n) * math.Sqrt(p*(1-p)/n+t2/(4*n*n))
	return Figure{Value: p, Low: math.Max(0, centre-half), High: math.Min(1, centre+half)}
}

// RatioOf goes over the rows of s in its clusters; value gives y and z of a row. y that is part of z makes a share, to
// be read with Ratio.Share.
func (d *Design) RatioOf(s *sample.Sample, value func(row int) (y, z float64)) Ratio {
	var r Ratio
	rows := s.Rows()
	for c, i := 0, 0; i < rows; c++ {
		var ys, zs float64
		for end := d.ClusterEnd(c, i, rows); i < end; i++ {
			y, z := value(i)
			w := d.Weight(i)
			ys += w * y
			zs += w * z
		}
		r.Add(ys, zs)
	}
	return r
}
