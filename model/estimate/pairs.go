package estimate

import (
	"bytes"
	"math"

	"tabletop/model/sample"
)

// Pairs are the clusters of two samples of one table, those of the same key range side by side. Both ranges share most
// of what makes them unlike other ranges, so that a difference between the samples is estimated much better from pairs
// than from two intervals (Särndal, Swensson and Wretman, Model Assisted Survey Sampling, 9.9, on change between
// surveys that share units).
type Pairs struct {
	list []pair
}

// pair is a cluster of either sample, -1 where it has none, and what both count for in a variance.
type pair struct {
	a, b int
	c    Cluster
}

// paired is the share of clusters that two samples must have in common to be compared in pairs.
const paired = 0.5

// NewPairs returns the pairs of two samples with their designs; nil if not both are of sections, or of different ones.
func NewPairs(x, y *sample.Sample, a, b *Design) *Pairs {
	if a.systematic == nil || b.systematic == nil || a.each || b.each || !a.HasIntervals() || !b.HasIntervals() {
		return nil
	}
	pairs, common := &Pairs{}, 0
	ka, kb, ta, tb := a.clusterKeys(x), b.clusterKeys(y), a.sizeOfAll(), b.sizeOfAll()
	for i, j := 0, 0; i < len(ka) || j < len(kb); {
		order := 0
		switch {
		case i == len(ka):
			order = 1
		case j == len(kb):
			order = -1
		default:
			order = bytes.Compare(ka[i], kb[j])
		}
		switch {
		case order < 0:
			pairs.list = append(pairs.list, pair{i, -1, a.systematic[i].relative(ta)})
			i++
		case order > 0:
			pairs.list = append(pairs.list, pair{-1, j, b.systematic[j].relative(tb)})
			j++
		default:
			pairs.list = append(pairs.list, pair{i, j, a.systematic[i].relative(ta).and(b.systematic[j].relative(tb))})
			i, j, common = i+1, j+1, common+1
		}
	}
	if float64(common) < paired*float64(len(pairs.list)) {
		return nil
	}
	return pairs
}

// clusterKeys returns where each cluster begins: the start of its key range, or the key of a row that is one by itself.
func (d *Design) clusterKeys(s *sample.Sample) [][]byte {
	out := make([][]byte, len(d.systematic))
	places := s.How.Places
	for i, cluster := range d.systematic {
		first := d.endBefore(i)
		if first >= s.Rows() || cluster.row {
			if first < s.Rows() {
				out[i] = s.Key(first)
			}
			continue
		}
		key := s.Key(first)
		for len(places) > 1 && bytes.Compare(places[1].Start, key) <= 0 {
			places = places[1:]
		}
		out[i] = key
		if len(places) > 0 && bytes.Compare(places[0].Start, key) <= 0 {
			out[i] = places[0].Start
		}
	}
	return out
}

func (d *Design) sizeOfAll() (n float64) {
	for _, c := range d.systematic {
		n += c.size
	}
	return n
}

// relative returns c with what it stands for as a share of all.
func (c Cluster) relative(all float64) Cluster {
	if all > 0 {
		c.size, c.open = c.size/all, c.open/all/all
	}
	return c
}

// and returns what a pair of clusters counts for.
func (c Cluster) and(o Cluster) Cluster {
	return Cluster{index: c.index, size: (c.size + o.size) / 2, open: (c.open + o.open) / 2,
		begins: c.begins || o.begins,
		jump:   math.Max(c.jump, o.jump), row: c.row && o.row, lost: math.Max(c.lost, o.lost)}
}

// Clustered is a ratio's parts, by cluster of a sample.
type Clustered struct{ Y, Z []float64 }

func (c Clustered) sums() (y, z float64) {
	for i, v := range c.Z {
		y += c.Y[i]
		z += v
	}
	return y, z
}

// residual returns the residual of cluster i of a ratio r, as a share of its base; 0 for no cluster.
func (c Clustered) residual(i int, r, z float64) float64 {
	if i < 0 || i >= len(c.Z) {
		return 0
	}
	return (c.Y[i] - r*c.Z[i]) / z
}

// HalfWidth returns how far the difference of two ratios, b times its scale less a times its scale, may be off with 95%
// confidence. ok is false if the pairs are too few to know.
func (p *Pairs) HalfWidth(a, b Clustered, scaleA, scaleB float64) (half float64, ok bool) {
	ya, za := a.sums()
	yb, zb := b.sums()
	if za == 0 || zb == 0 {
		return 0, false
	}
	var r Ratio
	for _, x := range p.list {
		r.Add(x.c, scaleB*b.residual(x.b, yb/zb, zb)-scaleA*a.residual(x.a, ya/za, za), 0)
	}
	variance, ok := r.variance(0)
	if !ok {
		return 0, false
	}
	return marginFactor(r.M-1) * math.Sqrt(variance), true
}
