package estimate

// Total is what the shares of many parts are of: all rows, or all bytes. It goes through the clusters together with its
// Parts, so that the intervals of 100,000 columns cost one pass. The zero value is before the first cluster.
type Total struct {
	z        []float64
	clusters []Cluster
}

// Next begins the next cluster.
func (t *Total) Next(c Cluster) {
	t.z = append(t.z, 0)
	t.clusters = append(t.clusters, c)
}

// Add adds weighted z of the current cluster.
func (t *Total) Add(z float64) { t.z[len(t.z)-1] += z }

// Part is one part of a Total. The zero value is empty.
type Part struct {
	cluster   int32 // the current one
	next      int32 // the one after the last that was visited
	current   float64
	last      [2]float64 // y of the two clusters before next
	y, yy, yz float64    // of the clusters before next

	ownYY, ownYZ float64
	step         squares // yy and yz of first differences
}

// Add adds weighted y of the cluster that t is at.
func (p *Part) Add(t *Total, y float64) {
	if at := int32(len(t.z) - 1); at != p.cluster {
		p.flush(t)
		p.cluster = at
	}
	p.current += y
}

// flush closes the current cluster. Of clusters that have nothing of the part, only those next to one that has are
// visited: between others there is no difference.
func (p *Part) flush(t *Total) {
	if p.current == 0 {
		return
	}
	at, y := p.cluster, p.current
	p.y += y
	p.current = 0
	switch c := t.clusters[at]; {
	case c.row:
		p.ownYY += c.lost * y * y
		p.ownYZ += c.lost * y * t.z[at]
		return
	case c.size == 0:
		p.yy += y * y
		p.yz += y * t.z[at]
		return
	}
	p.skip(t, at)
	p.visit(t, y)
}

// skip goes to cluster at over clusters that have nothing of the part.
func (p *Part) skip(t *Total, at int32) {
	for p.next < at && p.last != [2]float64{} {
		p.visit(t, 0)
	}
	p.next = at
}

// visit adds the differences of the next cluster, which has y, and the two before it.
func (p *Part) visit(t *Total, y float64) {
	i := p.next
	if c := t.clusters[i]; c.row { // no neighbor of any
		p.last = [2]float64{}
		p.next++
		return
	} else if c.begins {
		p.last = [2]float64{}
	}
	if t.threeFrom(i) {
		var r Ratio
		r.difference(t.clusters[i-2].term(p.last[0], t.z[i-2]), t.clusters[i-1].term(p.last[1], t.z[i-1]), t.clusters[i].term(y, t.z[i]))
		p.yy += r.yy
		p.yz += r.yz
	}
	if i >= 1 && !t.clusters[i].begins && !t.clusters[i-1].row {
		p.step.difference(t.clusters[i-1].term(p.last[1], t.z[i-1]), t.clusters[i].term(y, t.z[i]))
	}
	p.last = [2]float64{p.last[1], y}
	p.next++
}

// threeFrom reports whether cluster i and the two before it are neighbors.
func (t *Total) threeFrom(i int32) bool {
	return i >= 2 && !t.clusters[i].begins && !t.clusters[i-1].begins && !t.clusters[i-1].row && !t.clusters[i-2].row
}

// Shares returns a function that makes the Ratio of a part to the total, once all clusters have been visited.
func (t *Total) Shares() func(Part) Ratio {
	var all Ratio
	for i, z := range t.z {
		all.Add(t.clusters[i], 0, z)
	}
	return func(p Part) Ratio {
		p.flush(t)
		if p.y != 0 && p.last != [2]float64{} {
			p.skip(t, int32(len(t.z)))
		}
		r := all
		r.Y, r.yy, r.yz, r.ownYY, r.ownYZ = p.y, p.yy, p.yz, p.ownYY, p.ownYZ
		r.step.yy, r.step.yz = p.step.yy, p.step.yz
		return r
	}
}

// Pair is a ratio of its own within a Total's clusters, where both parts are of some rows only: cells of a column to rows
// that have it. Only clusters with such rows count. The zero value is empty.
type Pair struct {
	cluster int32
	y, z    float64 // of the cluster
	done    Ratio   // of the clusters before
}

// Add adds weighted y and z of the cluster that t is at.
func (p *Pair) Add(t *Total, y, z float64) {
	if at := int32(len(t.z) - 1); at != p.cluster {
		p.flush(t)
		p.cluster = at
	}
	p.y += y
	p.z += z
}

func (p *Pair) flush(t *Total) {
	if p.y == 0 && p.z == 0 {
		return
	}
	p.done.Add(t.clusters[p.cluster], p.y, p.z)
	p.y, p.z = 0, 0
}

// Ratio is the ratio of y to z, once all clusters of t have been visited.
func (p Pair) Ratio(t *Total) Ratio {
	p.flush(t)
	return p.done
}
