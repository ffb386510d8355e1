package estimate

import (
	"math"

	"tabletop/model/sample"
)

// sizes estimates the mean row size and the number of rows, for which the whole of a cluster is used: a cluster that
// stands for B bytes stands for B/mean rows.
func (d *Draw) sizes(s *sample.Sample) {
	n := s.Rows()
	if n == 0 {
		d.rows = plain(0, d.Exact())
		d.mean = plain(0, d.Exact())
		return
	}
	var r Ratio
	var corrections float64
	plainMean := d.RatioOf(s, func(i int) (float64, float64) { return float64(s.RowBytes(i)), 1 })
	if d.weights == nil || d.thinned {
		d.mean = plainMean.Mean(d)
	} else {
		for _, run := range s.Runs() {
			m := moments(s, run.First, run.First+run.Rows, 1)
			stands := float64(run.Hits)
			k := m.correction()
			if run.Whole {
				k = 1
			}
			r.Add(stands, stands*m.n/m.sum/k)
			corrections += stands * (k - 1)
		}
		d.mean = widen(r.Mean(d), corrections/r.Y/2)
	}
	d.rows = d.tableRows(s)
}

// widen adds a relative doubt to an interval, in quadrature.
func widen(f Figure, relative float64) Figure {
	if !f.Interval() {
		return f
	}
	more := f.Value * relative
	f.Low = math.Max(0, f.Value-math.Hypot(f.Value-f.Low, more))
	f.High = f.Value + math.Hypot(f.High-f.Value, more)
	return f
}

// tableRows estimates how many rows the table has.
func (d *Draw) tableRows(s *sample.Sample) Figure {
	n, share := float64(s.Rows()), s.How.RowShare
	switch {
	case d.Exact():
		return plain(n, true)
	case d.each && share > 0:
		// n is binomial of the table's rows: its variance is n(1-share) about.
		half := student(s.Rows()-1) * math.Sqrt(n*(1-share)) / share
		return Figure{Value: n / share, Low: math.Max(n, n/share-half), High: n/share + half}
	case d.weights != nil && s.How.TotalBytes > 0:
		f := d.mean.Inverse()
		total := float64(s.How.TotalBytes)
		return Figure{Value: f.Value * total, Low: f.Low * total, High: f.High * total}
	}
	return Figure{}
}

// MeanRow is the mean of RowBytes.
func (d *Draw) MeanRow() Figure { return d.mean }

// Rows is the number of rows of the table, or of the part of it that was asked for. Value is 0 when it cannot be told.
func (d *Draw) Rows() Figure { return d.rows }
