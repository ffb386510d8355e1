package estimate

import (
	"math"

	"tabletop/model/sample"
)

// Design is what the rows of a sample stand for: a weight for each, the clusters in which they were drawn, and whether
// intervals can be had at all.
//
// Rows that one seek returned are alike, so what counts is the number of clusters, not of rows. A section of the table
// is drawn with a probability in proportion to its bytes, and its first rows are read; such a cluster stands for a
// known number of bytes, and for as many rows as fit these bytes at the cluster's own mean row size. With that mean
// taken from the very row to be weighed, large rows would weigh too little: so the rows at even places are weighed with
// the mean of those at odd places, and the other way round (cross-fitting). Where a cluster is too short for that, see
// pool.
type Design struct {
	Scope Scope
	// Clusters is how many independent places the rows come from; 0 when that is not known.
	Clusters int
	// NoIntervalReason describes why figures have no interval; empty when they have, and when they are exact.
	NoIntervalReason string
	// StartsOnly is the share of the bytes of the table that lie in sections of which only the first rows were read.
	// Intervals allow for how sections differ, but not for rows of another kind that are inside of sections and at no
	// start.
	StartsOnly float64

	weights    []float64 // of rows; nil when all weigh 1
	ends       []int     // cluster -> end of its rows; nil when each row is a cluster, or when there is no interval
	systematic []Cluster // clusters of a systematic sample; nil when they were selected without regard to their order
	each       bool      // each row is a cluster of its own
	subsampled bool      // rows were left out by chance
	byRow      bool      // some rows are clusters of their own
	unit       float64   // bytes of the table for each unit of what runs stand for
	step       float64   // bytes from which on a section is selected for certain and stands for its own; 0 if none does
	fpc        float64   // what standard errors shrink by, because much of the table was read
	pools      []*pool   // of runs whose rows are weighed by their mean size
	mean       Figure    // of row bytes
	rows       Figure    // of the table; Value 0 when unknown
	ofBytes    bool      // rows are the bytes of the table by their mean size
	bytes      Figure    // of the table; Value 0 when unknown
}

// NewDesign finds out how the rows of s were drawn and weighs them. It reads the row sizes a few times.
func NewDesign(s *sample.Sample) *Design {
	how := s.How
	design := &Design{Scope: Sample, fpc: 1, subsampled: how.RowShare > 0 && how.RowShare < 1}
	switch {
	case how.Complete && !design.subsampled:
		design.Scope = All
	case how.Strategy == sample.Head:
		design.Scope, design.NoIntervalReason = Head, "the first rows do not speak for the table"
	case how.Unordered:
		design.NoIntervalReason = "redaction gave the keys another order, so which rows were read together is not known"
		design.ownWeights(s)
	case how.Strategy == sample.Blocks:
		design.Clusters, design.each = s.Rows(), true
		design.fpc = math.Sqrt(1 - given(how.RowShare))
		design.ownWeights(s)
	case how.Points > 0:
		design.weighByBytes(s)
	case design.subsampled && how.AllDone():
		design.Clusters, design.each = s.Rows(), true
		design.fpc = math.Sqrt(1 - how.RowShare)
		design.weighWhole(s)
	case how.Strategy == sample.Small || how.Strategy == sample.Everything:
		design.clusterByPlaces(s)
	case len(how.Places) == 0 && Restricted(how.Options):
		design.NoIntervalReason = "they are a part of a sample of some places"
	default:
		design.NoIntervalReason = "how the rows were chosen is not known"
	}
	if design.Scope == Sample && design.NoIntervalReason == "" && design.Clusters < 2 {
		design.NoIntervalReason = "the rows are from one place"
	}
	design.sizes(s)
	design.withMissing(s)
	design.bytes = design.tableBytes(s)
	return design
}

// ownWeights takes the weights that the rows of a sample were given.
func (d *Design) ownWeights(s *sample.Sample) {
	d.weights = make([]float64, s.Rows())
	for i := range d.weights {
		d.weights[i] = s.Weight(i)
	}
}

// clusterByPlaces makes clusters of the places read so far. They are read in random order, so they are a sample of all
// the places of a plan; the more of them have been read, the less is left to doubt.
func (d *Design) clusterByPlaces(s *sample.Sample) {
	places := s.How.Places
	at := 0
	for _, place := range places {
		end := s.Rows()
		if len(place.End) > 0 {
			end = s.Find(place.End)
		}
		if end > at {
			d.ends = append(d.ends, end)
			at = end
		}
	}
	if at < s.Rows() { // rows outside of all places: the plan is not that of the sample
		d.ends, d.NoIntervalReason = nil, "how the rows were chosen is not known"
		return
	}
	d.Clusters = len(d.ends)
	if !d.subsampled {
		d.fpc = math.Sqrt(1 - float64(d.Clusters)/float64(len(places)+1))
	}
}

// HasIntervals reports whether the figures of the design have intervals.
func (d *Design) HasIntervals() bool { return d.Scope == Sample && d.NoIntervalReason == "" }

// RowsAreConsecutive reports whether consecutive rows of a cluster are consecutive in the table.
func (d *Design) RowsAreConsecutive() bool { return d.ends != nil && !d.subsampled && !d.byRow }

// IsExact reports whether all rows were read.
func (d *Design) IsExact() bool { return d.Scope == All }

// Weight is how many rows of the table row i stands for. Only the proportions between the weights of one sample mean
// something.
func (d *Design) Weight(i int) float64 {
	if d.weights == nil {
		return 1
	}
	return d.weights[i]
}

// HasWeights reports whether rows weigh differently.
func (d *Design) HasWeights() bool { return d.weights != nil }

// Cluster returns what cluster i counts for in a variance.
func (d *Design) Cluster(i int) Cluster {
	if d.systematic == nil {
		return Cluster{index: i}
	}
	return d.systematic[i]
}

// ClusterEnd is the end (exclusive) of the cluster that row i begins; without intervals, of all rows.
func (d *Design) ClusterEnd(cluster, row, rows int) int {
	switch {
	case !d.HasIntervals():
		return rows
	case d.each:
		return row + 1
	}
	return d.ends[cluster]
}
