package estimate

import (
	"math"

	"tabletop/model/sample"
)

// Draw is what the rows of a sample stand for: a weight for each, the clusters in which they were drawn, and whether
// intervals can be had at all.
//
// Rows that one seek returned are alike, so what counts is the number of clusters, not of rows. A section of the table
// is drawn with a probability in proportion to its bytes, and its first rows are read; such a cluster stands for a known
// number of bytes, and for as many rows as fit these bytes at the cluster's own mean row size. With that mean taken from
// the very row to be weighed, large rows would weigh too little: so the rows at even places are weighed with the mean of
// those at odd places, and the other way round (cross-fitting).
type Draw struct {
	Scope Scope
	// Clusters is how many independent places the rows come from.
	Clusters int
	// Points is how many points of the plan have been read so far; more than Clusters when points shared a section.
	Points int

	weights []float64 // of rows; nil when all weigh 1
	ends    []int     // cluster -> end of its rows; nil when each row is a cluster, or when there is no interval
	thinned bool      // rows were left out by chance
	each    bool      // each row is a cluster of its own
	mean    Figure    // of row bytes
	rows    Figure    // of the table; Value 0 when unknown
}

// Of finds out how the rows of s were drawn and weighs them. It reads the row sizes once.
func Of(s *sample.Sample) *Draw {
	how := s.How
	d := &Draw{Scope: Sample, thinned: how.RowShare > 0 && how.RowShare < 1}
	switch {
	case how.Complete && !d.thinned:
		d.Scope = All
	case how.Strategy == sample.Head:
		d.Scope = Head
	case how.Points > 0 && drawn(s):
		d.weighByBytes(s)
	case d.thinned && how.Stopped == "":
		d.Clusters, d.Points, d.each = s.Rows(), s.Rows(), s.Rows() > 1
	case spread(how):
		d.cluster(s.Runs())
	}
	d.sizes(s)
	return d
}

// drawn says that every run came of a draw.
func drawn(s *sample.Sample) bool {
	for _, r := range s.Runs() {
		if r.Hits == 0 {
			return false
		}
	}
	return s.Rows() > 0
}

// spread says that the rows are those of ranges picked in random order from all over the table, all of one chance.
func spread(how sample.How) bool {
	done := 0
	for _, p := range how.Places {
		if p.Done {
			done++
		}
	}
	return len(how.Places) > 1 && done > 1 && (how.Strategy == sample.Small || how.Strategy == sample.Everything)
}

func (d *Draw) cluster(runs []sample.Run) {
	d.Clusters = len(runs)
	for _, r := range runs {
		d.ends = append(d.ends, r.First+r.Rows)
		d.Points += max(r.Hits, 1)
	}
}

// Intervals says that the figures of the draw have intervals.
func (d *Draw) Intervals() bool { return d.Clusters > 1 && (d.each || d.ends != nil) }

// Neighbours says that consecutive rows of a cluster are consecutive in the table.
func (d *Draw) Neighbours() bool { return !d.each && !d.thinned }

// Exact says that everything was read.
func (d *Draw) Exact() bool { return d.Scope == All }

// Weight is how many rows of the table row i stands for. Only the proportions between the weights of one sample mean
// something.
func (d *Draw) Weight(i int) float64 {
	if d.weights == nil {
		return 1
	}
	return d.weights[i]
}

// Weighted says that rows weigh differently.
func (d *Draw) Weighted() bool { return d.weights != nil }

// EndOf is the end (exclusive) of the cluster that row i begins; without intervals, of all rows.
func (d *Draw) EndOf(cluster, row, rows int) int {
	switch {
	case d.each:
		return row + 1
	case d.ends != nil:
		return d.ends[cluster]
	}
	return rows
}

// weighByBytes sets the weights where sections were drawn by their bytes.
func (d *Draw) weighByBytes(s *sample.Sample) {
	runs := s.Runs()
	d.cluster(runs)
	d.weights = make([]float64, s.Rows())
	unit := 1.0 // bytes a point stands for; without sizes all sections are taken to be alike
	if s.How.TotalBytes > 0 {
		unit = float64(s.How.TotalBytes) / float64(d.Points)
	}
	for _, r := range runs {
		stands := unit * float64(r.Hits)
		rows := d.weights[r.First : r.First+r.Rows]
		switch {
		case d.thinned && r.SectionBytes > 0:
			// The whole section was read and a share of its rows kept: how often the section was to be drawn is known, and
			// no mean is needed.
			fill(rows, stands/float64(r.SectionBytes)/s.How.RowShare)
		case r.Whole || r.Rows < 2:
			fill(rows, stands/moments(s, r.First, r.First+r.Rows, 1).sum)
		default:
			even, odd := moments(s, r.First, r.First+r.Rows, 2), moments(s, r.First+1, r.First+r.Rows, 2)
			for i := range rows {
				other := odd
				if i%2 == 1 {
					other = even
				}
				rows[i] = stands / float64(r.Rows) * other.inverseMean()
			}
		}
	}
}

func fill(w []float64, v float64) {
	for i := range w {
		w[i] = v
	}
}

// moment holds what is needed of some row sizes.
type moment struct{ n, sum, squares float64 }

// moments are of the sizes of every step-th row.
func moments(s *sample.Sample, from, to, step int) moment {
	var m moment
	for i := from; i < to; i += step {
		b := float64(s.RowBytes(i))
		m.n++
		m.sum += b
		m.squares += b * b
	}
	return m
}

// correction is 1 + cv²/n: by so much 1/mean of n numbers is too large on average, to the second order of the Taylor
// series (Cochran, Sampling Techniques, on the bias of ratio estimates). cv is the coefficient of variation.
func (m moment) correction() float64 {
	if m.n < 2 || m.sum == 0 {
		return 1
	}
	mean := m.sum / m.n
	variance := math.Max(0, (m.squares-m.n*mean*mean)/(m.n-1))
	return 1 + variance/(mean*mean)/m.n
}

// inverseMean estimates 1/mean without the bias of the second order.
func (m moment) inverseMean() float64 { return m.n / m.sum / m.correction() }
