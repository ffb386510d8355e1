package estimate

// Total is what the shares of many parts are of: all rows, or all bytes. It goes through the clusters together with its
// Parts, so that the intervals of 100,000 columns cost one pass. The zero value is before the first cluster.
type Total struct{ z []float64 }

// Next begins the next cluster.
func (t *Total) Next() { t.z = append(t.z, 0) }

// Add adds weighted z of the cluster at hand.
func (t *Total) Add(z float64) { t.z[len(t.z)-1] += z }

// Part is one part of a Total. The zero value is empty.
type Part struct {
	cluster   int32
	current   float64 // y of the cluster
	y, yy, yz float64 // of the clusters before
}

// Add adds weighted y of the cluster that t is at.
func (p *Part) Add(t *Total, y float64) {
	if at := int32(len(t.z) - 1); at != p.cluster {
		p.flush(t)
		p.cluster = at
	}
	p.current += y
}

func (p *Part) flush(t *Total) {
	if p.current == 0 {
		return
	}
	p.y += p.current
	p.yy += p.current * p.current
	p.yz += p.current * t.z[p.cluster]
	p.current = 0
}

// Shares returns the Ratio of every part to the total, once all clusters have gone by.
func (t *Total) Shares() func(Part) Ratio {
	all := Ratio{M: len(t.z)}
	for _, z := range t.z {
		all.Z += z
		all.ZZ += z * z
	}
	return func(p Part) Ratio {
		p.flush(t)
		r := all
		r.Y, r.YY, r.YZ = p.y, p.yy, p.yz
		return r
	}
}

// Pair is a ratio of its own within a Total's clusters, where both parts are of some rows only: cells of a column to rows
// that have it. The zero value is empty.
type Pair struct {
	cluster int32
	y, z    float64 // of the cluster
	done    Ratio   // of the clusters before; M is not kept
}

// Add adds weighted y and z of the cluster that t is at.
func (p *Pair) Add(t *Total, y, z float64) {
	if at := int32(len(t.z) - 1); at != p.cluster {
		p.done.Add(p.y, p.z)
		p.y, p.z, p.cluster = 0, 0, at
	}
	p.y += y
	p.z += z
}

// Ratio is the ratio of y to z, once all clusters of t have gone by.
func (p Pair) Ratio(t *Total) Ratio {
	p.done.Add(p.y, p.z)
	p.done.M = len(t.z)
	return p.done
}
