package estimate

import "slices"

// Total is what the shares of many parts are of: all rows, or all bytes. It goes through the clusters together with its
// Parts, so that the intervals of 100,000 columns cost one pass. The zero value is before the first cluster.
type Total struct {
	z        []float64
	clusters []Cluster // none if all were selected without regard to their order
	order    []int32   // clusters that are neighbors of others: all but single rows
}

// Next begins the next cluster.
func (t *Total) Next(c Cluster) {
	at := int32(len(t.z))
	t.z = append(t.z, 0)
	if c.size == 0 && !c.row && len(t.clusters) == 0 {
		return
	}
	t.clusters = append(append(t.clusters, make([]Cluster, int(at)-len(t.clusters))...), c)
	if c.size > 0 {
		t.order = append(t.order, at)
	}
}

// Add adds weighted z of the current cluster.
func (t *Total) Add(z float64) { t.z[len(t.z)-1] += z }

// cluster returns cluster i.
func (t *Total) cluster(i int32) Cluster {
	if len(t.clusters) == 0 {
		return Cluster{}
	}
	return t.clusters[i]
}

// Part is one part of a Total. The zero value is empty.
type Part struct {
	at        int32 // the current cluster
	next      int32 // place in Total.order after the last that was visited
	current   float64
	last      [2]float64 // y of the two clusters before next
	y, yy, yz float64    // of the clusters before next

	ownYY, ownYZ float64
}

// Add adds weighted y of the cluster that t is at.
func (p *Part) Add(t *Total, y float64) {
	if at := int32(len(t.z) - 1); at != p.at {
		p.flush(t)
		p.at = at
	}
	p.current += y
}

// flush closes the current cluster. Of clusters that have nothing of the part, only those next to one that has are
// visited: between others there is no difference.
func (p *Part) flush(t *Total) {
	if p.current == 0 {
		return
	}
	at, current := p.at, p.current
	p.y += current
	p.current = 0
	switch cluster := t.cluster(at); {
	case cluster.row:
		p.ownYY += cluster.lost * current * current
		p.ownYZ += cluster.lost * current * t.z[at]
		return
	case cluster.size == 0:
		p.yy += current * current
		p.yz += current * t.z[at]
		return
	}
	place, _ := slices.BinarySearch(t.order, at)
	p.skip(t, int32(place))
	p.visit(t, current)
}

// skip goes to a place in the order over clusters that have nothing of the part.
func (p *Part) skip(t *Total, place int32) {
	for p.next < place && p.last != [2]float64{} {
		p.visit(t, 0)
	}
	p.next = place
}

// visit adds the differences of the next cluster, which has y, and the two before it.
func (p *Part) visit(t *Total, y float64) {
	index := p.next
	p.next++
	term := t.term(index, y)
	if term.jump > 0 && index >= 1 {
		d := t.term(index-1, p.last[1]).to(term)
		p.ownYY += term.jump * d.w * d.y * d.y
		p.ownYZ += term.jump * d.w * d.y * d.z
	}
	if term.parted() {
		p.last = [2]float64{0, y}
		return
	}
	if index >= 2 && !t.clusters[t.order[index-1]].parted() {
		var r Ratio
		r.difference(t.term(index-2, p.last[0]), t.term(index-1, p.last[1]), term)
		p.yy += r.yy
		p.yz += r.yz
	}
	p.last = [2]float64{p.last[1], y}
}

// term returns the cluster at a place in the order, with y.
func (t *Total) term(place int32, y float64) term {
	i := t.order[place]
	return t.clusters[i].term(y, t.z[i])
}

// Shares returns a function that makes the Ratio of a part to the total, once all clusters have been visited.
func (t *Total) Shares() func(Part) Ratio {
	var all Ratio
	for i, z := range t.z {
		all.Add(t.cluster(int32(i)), 0, z)
	}
	return func(p Part) Ratio {
		p.flush(t)
		if p.y != 0 && p.last != [2]float64{} {
			p.skip(t, int32(len(t.order)))
		}
		r := all
		r.Y, r.yy, r.yz, r.ownYY, r.ownYZ = p.y, p.yy, p.yz, p.ownYY, p.ownYZ
		return r
	}
}

// Pair is a ratio of its own within a Total's clusters, where both parts are of some rows only: cells of a column to
// rows that have it. Only clusters with such rows count. The zero value is empty.
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
	p.done.Add(t.cluster(p.cluster), p.y, p.z)
	p.y, p.z = 0, 0
}

// Ratio is the ratio of y to z, once all clusters of t have been visited.
func (p Pair) Ratio(t *Total) Ratio {
	p.flush(t)
	return p.done
}
