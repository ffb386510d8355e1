package diff

import (
	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// measure sums up n things over the rows of a sample, in its clusters: visit adds what a row has of each. Each becomes the
// ratio of its sum to that of base, which is a property of the row, such as 1 or its bytes.
func measure(d *estimate.Design, s *sample.Sample, n int, base func(row int) float64, visit func(row int, add func(thing int, y float64))) []estimate.Ratio {
	parts := make([]estimate.Part, n)
	var total estimate.Total
	weight := 0.0
	add := func(thing int, y float64) { parts[thing].Add(&total, weight*y) }
	rows := s.Rows()
	for c, i := 0, 0; i < rows; c++ {
		total.Next(d.Cluster(c))
		for end := d.ClusterEnd(c, i, rows); i < end; i++ {
			weight = d.Weight(i)
			total.Add(weight * base(i))
			visit(i, add)
		}
	}
	out := make([]estimate.Ratio, n)
	ratio := total.Shares()
	for k, p := range parts {
		out[k] = ratio(p)
	}
	return out
}

// eachRow counts rows.
func eachRow(int) float64 { return 1 }
