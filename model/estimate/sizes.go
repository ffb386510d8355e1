package estimate

import (
	"math"

	"tabletop/model/sample"
)

// sizes estimates the mean row size and the number of rows.
func (d *Design) sizes(s *sample.Sample) {
	how := s.How
	switch {
	case s.Rows() == 0:
		d.mean, d.rows = CountedIf(0, d.IsExact()), CountedIf(0, d.IsExact())
	case d.each && how.Filter == 1 && len(how.Places) > 0 && how.RowsSeen > 0:
		// All rows were counted, though not all were kept.
		d.mean, d.rows = Counted(float64(how.BytesSeen)/float64(how.RowsSeen)), Counted(how.RowsSeen)
	case d.weights != nil && !d.each && !how.Unordered && how.Strategy != sample.Accurate && !wholeSections(s):
		d.mean = d.meanOfPlaces(s)
		// an emulator's sizes are of values only, so they say little of rows
		if how.TotalBytes > 0 && !s.Table.Emulator {
			d.rows, d.ofBytes = d.mean.Inverse().Times(float64(how.TotalBytes)), true
		}
	default:
		d.mean = d.EstimateRatio(s, func(i int) (float64, float64) { return float64(s.RowBytes(i)), 1 }).Mean(d)
		d.rows = d.count(s)
	}
}

// meanOfPlaces is the mean row size where the weights come from it. A place that stands for B bytes stands for B/mean
// rows, for which all of its rows are used. The interval is widened, in quadrature, by half of what the correction for
// few rows a place came to: it takes its measure from the same few rows.
func (d *Design) meanOfPlaces(s *sample.Sample) Figure {
	var ratio Ratio
	var corrected float64
	count := 0
	for index, run := range s.Runs() {
		moment, stands := moments(s, run.First, run.First+run.Rows, 1), d.unit*part(run)
		if byRow(run) { // its bytes are known, and each row kept stands for as many as its probability says
			ratio.Y += stands
			rows := stands / float64(run.SectionBytes) / run.Share
			for end := run.First + run.Rows; count < len(d.ends) && d.ends[count] <= end; count++ {
				n := d.ends[count] - max(run.First, d.endBefore(count))
				ratio.Add(d.Cluster(count), 0, float64(n)*rows)
			}
			continue
		}
		correction := moment.correction()
		if run.Whole {
			correction = 1
		}
		rows := stands * moment.n / moment.sum / correction
		if p := d.pools[index]; p != nil { // to the first order around the mean of the pool
			correction = 1 + p.noise
			rows = stands / p.mean * (2 - moment.sum/moment.n/p.mean) / correction
		}
		if end := run.First + run.Rows; d.ends[count] < end { // each row is a cluster
			ratio.Y, ratio.Z = ratio.Y+stands, ratio.Z+rows
			ratio.ownZZ += rows * rows * (correction - 1)
			for count < len(d.ends) && d.ends[count] <= end {
				count++
			}
			continue
		}
		ratio.Add(d.Cluster(count), stands, rows)
		corrected += stands * (correction - 1)
		count++
	}
	f := ratio.Mean(d)
	if f.Interval() && !f.Vague() {
		more := f.Value * corrected / ratio.Y / 2
		f.Low = math.Max(0, f.Value-math.Hypot(f.Value-f.Low, more))
		f.High = f.Value + math.Hypot(f.High-f.Value, more)
	}
	return f
}

// endBefore returns where cluster c begins.
func (d *Design) endBefore(c int) int {
	if c == 0 {
		return 0
	}
	return d.ends[c-1]
}

// count estimates how many rows the table has, where that does not depend on their mean size.
func (d *Design) count(s *sample.Sample) Figure {
	rows, how := float64(s.Rows()), s.How
	switch {
	case d.IsExact():
		return Counted(rows)
	case !d.HasIntervals():
		return Figure{}
	case how.Strategy == sample.Blocks:
		return d.countDrawn(s)
	case d.each:
		// Each row was kept with the same chance, so n is binomial: its variance is n(1-share) about. Those of sections
		// that were read whole are counted.
		whole := float64(s.Rows() - d.Clusters)
		rows = float64(d.Clusters)
		half := marginFactor(d.Clusters-1) * math.Sqrt(rows*(1-how.RowShare)) / how.RowShare
		all := whole + rows/how.RowShare
		return Within(all, math.Max(whole+rows, all-half), all+half)
	case countsPlaces(s):
		return d.countSections(how)
	case d.weights != nil:
		return d.countWeights(s)
	}
	return d.countPlaces(how)
}

// countSections estimates the number of rows from the rows counted in the sections that were read whole: each stands
// for as many sections as its share in the selection, so its rows divided by its bytes are those of a byte of the
// table.
func (d *Design) countSections(how sample.Provenance) Figure {
	var ratio Ratio
	systematic := how.AllDone()
	for i, readRange := range how.Places {
		if !readRange.Done || readRange.Bytes == 0 {
			continue
		}
		if d.takesAll(readRange.Bytes) { // which rows were sent is all that is uncertain: their number is binomial
			rows, share := float64(readRange.Rows), sent(how, &readRange)
			ratio.Y, ratio.Z, ratio.ownYY = ratio.Y+rows/share, ratio.Z+float64(readRange.Bytes),
				ratio.ownYY+rows*(1-share)/(share*share)
			continue
		}
		group := Cluster{index: i}
		stands := float64(readRange.Hits) * float64(how.TotalBytes) / float64(how.Points)
		if d.step > 0 {
			stands = d.unit * float64(readRange.Hits)
		}
		if systematic {
			group = cluster(i, sample.Run{Whole: true, SectionBytes: readRange.Bytes},
				sample.Provenance{RowShare: sent(how, &readRange)}, stands)
		}
		ratio.Add(group, float64(readRange.Rows)/sent(how, &readRange)*stands/float64(readRange.Bytes), stands)
	}
	return ratio.Mean(d).Times(float64(how.TotalBytes))
}

// countWeights is the sum of the weights over the share of rows kept, by clusters: sum(w) is the ratio of w to the
// points, times the points.
func (d *Design) countWeights(s *sample.Sample) Figure {
	var r Ratio
	for c, run := range s.Runs() {
		var w float64
		for i := run.First; i < run.First+run.Rows; i++ {
			w += d.weights[i]
		}
		r.Add(d.Cluster(c), w/given(s.How.RowShare), float64(run.Hits))
	}
	return r.Mean(d).Times(r.Z)
}

// countDrawn is the sum of the weights of rows each of which was drawn by itself.
func (d *Design) countDrawn(s *sample.Sample) Figure {
	return d.EstimateRatio(s, func(row int) (y, z float64) { return 1, 1 / d.weights[row] }).Mean(d).Times(
		float64(s.Rows()))
}

// countPlaces is the rows a byte (or a place, without sizes) of the places done, times the bytes of all.
func (d *Design) countPlaces(how sample.Provenance) Figure {
	var r Ratio
	var all float64
	for _, place := range how.Places {
		size := float64(place.Bytes)
		if how.TotalBytes == 0 {
			size = 1
		}
		all += size
		if place.Done {
			r.Add(Cluster{index: r.M}, float64(place.Rows)/given(how.Filter), size)
		}
	}
	if r.M < 2 {
		return Figure{}
	}
	return r.Mean(d).Times(all)
}

// sent is the probability with which the service sent each row of a key range.
func sent(how sample.Provenance, place *sample.ReadRange) float64 {
	if place.Filter > 0 {
		return place.Filter
	}
	return given(how.Filter)
}

// given is a share; one that was not set is 1.
func given(share float64) float64 {
	if share == 0 {
		return 1
	}
	return share
}

// MeanRow is the mean of RowBytes.
func (d *Design) MeanRow() Figure { return d.mean }

// Rows is the number of rows of the table, or of the part of it that was asked for. Value is 0 when it cannot be
// determined.
func (d *Design) Rows() Figure { return d.rows }

// Bytes is the number of bytes of the table, or of the part of it that was asked for: exact where all rows were read or
// counted, else what the service counts, taken as it is and without an interval, or what the rows kept make up. Value
// is 0 where nothing is known of it. Shares of bytes are turned into bytes of the table with it, see Figure.Of.
func (d *Design) Bytes() Figure { return d.bytes }

func (d *Design) tableBytes(s *sample.Sample) Figure {
	how, emulator := s.How, s.Table.Emulator // whose sizes are of values only
	switch {
	case d.Scope == Head || s.Rows() == 0:
		return Figure{}
	case d.IsExact():
		return Counted(moments(s, 0, s.Rows(), 1).sum)
	case d.rows.IsExact() && d.mean.IsExact():
		return Counted(how.BytesSeen)
	case how.TotalBytes > 0 && !emulator:
		return Point(float64(how.TotalBytes))
	case how.TotalBytes == 0 && !emulator && !Restricted(how.Options) && s.Table.Bytes() > 0:
		return Point(float64(s.Table.Bytes()))
	case d.rows.Value > 0 && !d.rows.Vague() && !d.mean.Vague():
		return d.mean.Of(d.rows)
	}
	return Figure{}
}
