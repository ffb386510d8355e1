package diff

import (
	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// measure sums up n things over the rows of a sample, in its clusters: visit adds what a row has of each. Each becomes the
// ratio of its sum to that of base, which is a property of the row, such as 1 or its bytes.
func measure(d *estimate.Design, s *sample.Sample, n int, base func(row int) float64, visit func(row int, add func(thing int, y float64))) []estimate.Ratio {
	out := make([]estimate.Ratio, n)
	sums := make([]float64, n)
	var touched []int
	weight := 0.0
	add := func(thing int, y float64) {
		if y == 0 {
			return
		}
		if sums[thing] == 0 {
			touched = append(touched, thing)
		}
		sums[thing] += weight * y
	}
	var all estimate.Ratio
	rows := s.Rows()
	for c, i := 0, 0; i < rows; c++ {
		z := 0.0
		for end := d.ClusterEnd(c, i, rows); i < end; i++ {
			weight = d.Weight(i)
			z += weight * base(i)
			visit(i, add)
		}
		all.Add(0, z)
		for _, k := range touched {
			y := sums[k]
			out[k].Y += y
			out[k].YY += y * y
			out[k].YZ += y * z
			sums[k] = 0
		}
		touched = touched[:0]
	}
	for k := range out {
		out[k].M, out[k].Z, out[k].ZZ = all.M, all.Z, all.ZZ
	}
	return out
}

// eachRow counts rows.
func eachRow(int) float64 { return 1 }
