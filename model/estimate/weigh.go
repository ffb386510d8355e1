package estimate

import (
	"math"
	"slices"

	"tabletop/model/sample"
)

// weighByBytes sets the weights where sections were drawn by their bytes.
func (d *Design) weighByBytes(s *sample.Sample) {
	runs, total := s.Runs(), float64(emptyHits(s))
	for _, r := range runs {
		if r.Hits == 0 {
			d.NoIntervalReason = "how the rows were chosen is not known"
			return
		}
		total += part(r)
	}
	if !d.subsampled && partial(s.How.Options) {
		d.NoIntervalReason = "only some rows or cells of each place were asked for, so what a place stands for is " +
			"not known"
		return
	}
	d.unit = 1 // without sizes all sections are taken to be alike
	if s.How.TotalBytes > 0 {
		d.unit = float64(s.How.TotalBytes) / total
	}
	d.takeAll(s, total)
	d.Clusters = len(runs)
	d.weights, d.pools = make([]float64, s.Rows()), pools(s, runs)
	var all float64
	for i, r := range runs {
		all += d.stands(r)
		if !r.Whole && !byRow(r) && s.How.Strategy != sample.Accurate {
			d.StartsOnly += d.stands(r)
		}
		weighRun(d.weights[r.First:r.First+r.Rows], s, r, d.stands(r), d.pools[i])
	}
	d.StartsOnly /= math.Max(1, all)
	if s.How.AllDone() {
		d.clusterInOrder(s)
		return
	}
	for _, r := range runs { // those done are a random part of the sections selected
		d.ends = append(d.ends, r.First+r.Rows)
	}
}

// takeAll lets sections at least as large as the step between points stand for their own bytes: they are selected for
// certain, and by how many points is chance only. The points on the others share what is left of the table. Nothing of
// a section that is read whole is then uncertain but which of its rows were sent.
func (d *Design) takeAll(s *sample.Sample, points float64) {
	if !countsPlaces(s) || !s.How.AllDone() || d.unit <= 0 {
		return
	}
	var bytes, hits float64
	for _, p := range s.How.Places {
		if float64(p.Bytes) >= d.unit {
			bytes, hits = bytes+float64(p.Bytes), hits+float64(p.Hits)
		}
	}
	if bytes == 0 || hits >= points {
		return
	}
	d.step, d.unit = d.unit, (float64(s.How.TotalBytes)-bytes)/(points-hits)
}

// takesAll reports whether a section stands for its own bytes.
func (d *Design) takesAll(sectionBytes int64) bool {
	return d.step > 0 && float64(sectionBytes) >= d.step
}

// stands returns the bytes of the table that a run stands for.
func (d *Design) stands(r sample.Run) float64 {
	if d.takesAll(r.SectionBytes) {
		return float64(r.SectionBytes)
	}
	return d.unit * part(r)
}

// clusterInOrder makes the clusters of a systematic sample. Where all sections were read, a section of several kinds
// that was read by itself parts those beside it: the jump between them is known. Where only some were, the point that
// fell on one side of it may as well have fallen on the other, and the jump is what makes the estimate uncertain. A
// section of which no row was kept is a cluster too, of zeros.
func (d *Design) clusterInOrder(s *sample.Sample) {
	runs, empty := s.Runs(), emptyPlaces(s)
	all, begins := readAll(s.How), false
	alone := isolated(runs)
	for index, run := range runs {
		stands := d.stands(run)
		for ; len(empty) > 0 && s.Find(empty[0].Start) <= run.First; empty = empty[1:] {
			d.withoutRows(s, empty[0], run.First)
		}
		if d.takesAll(run.SectionBytes) {
			d.ownRows(run, 1-keptShare(run, s.How))
			continue
		}
		if byRow(run) {
			d.ownRows(run, 1-run.Share)
			begins = all
			continue
		}
		if isCertain(run) {
			d.ends = append(d.ends, run.First+run.Rows)
			d.systematic = append(d.systematic, Cluster{index: len(d.systematic), row: true})
			begins = all
			continue
		}
		if all && alone[index] {
			d.rowClusters(run, cluster(0, run, s.How, stands))
			begins, d.byRow = true, true
			continue
		}
		d.ends = append(d.ends, run.First+run.Rows)
		c := cluster(len(d.systematic), run, s.How, stands)
		// selected by bytes and rows: the terms of the sum are those of points, not of bytes
		if run.Stands > 0 && !all {
			c.size, c.open = float64(run.Hits), float64(run.Hits*run.Hits)
		}
		c.begins, begins = begins, false
		d.systematic = append(d.systematic, c)
	}
	for _, place := range empty { // behind the last row
		d.withoutRows(s, place, s.Rows())
	}
	d.findJumps(s, all)
}

// withoutRows makes a cluster, of zeros, of a section of which no row was kept, before the row at.
func (d *Design) withoutRows(s *sample.Sample, place sample.ReadRange, at int) {
	run := sample.Run{Hits: place.Hits, SectionBytes: place.Bytes, Whole: true}
	d.ends = append(d.ends, at)
	d.systematic = append(d.systematic, cluster(len(d.systematic), run, s.How, d.stands(run)))
}

// ownRows makes a cluster with a variance of its own of each row of a run, which was not kept with probability lost.
func (d *Design) ownRows(r sample.Run, lost float64) {
	for i := range r.Rows {
		d.ends = append(d.ends, r.First+i+1)
		d.systematic = append(d.systematic, Cluster{index: len(d.systematic), row: true, lost: lost})
	}
	d.byRow = true
}

// isolated finds the runs that have fewer than two neighbors to be compared with, since sections beside them were read
// in another way.
func isolated(runs []sample.Run) []bool {
	out := make([]bool, len(runs))
	for i := 0; i < len(runs); {
		end := i
		for end < len(runs) && !byRow(runs[end]) && !isCertain(runs[end]) {
			end++
		}
		for j := i; j < end; j++ {
			out[j] = end-i < 3 && end-i < len(runs)
		}
		i = end + 1
	}
	return out
}

// rowClusters makes a cluster of each row of a run that counts for c as a whole.
func (d *Design) rowClusters(r sample.Run, c Cluster) {
	n := float64(r.Rows)
	for i := range r.Rows {
		d.ends = append(d.ends, r.First+i+1)
		d.systematic = append(d.systematic, Cluster{index: len(d.systematic), size: c.size / n, open: c.open / n / n,
			begins: i == 0})
	}
}

// part returns what a run stands for, compared with other runs of its sample.
func part(r sample.Run) float64 {
	if r.Stands > 0 {
		return r.Stands
	}
	return float64(r.Hits)
}

// byRow reports whether the rows of a run were kept one by one, out of a section that stands for itself.
func byRow(r sample.Run) bool { return r.Share > 0 && r.Share < 1 && r.SectionBytes > 0 }

// isCertain reports whether all rows of a section that stands for itself were kept: it has no part in a variance, nor
// in differences between neighbors.
func isCertain(r sample.Run) bool { return readWhole(r) && r.Stands > 0 }

// readWhole reports whether all rows of a section were kept, and not a share of them as of others.
func readWhole(r sample.Run) bool { return r.Share == 1 && r.Whole && r.SectionBytes > 0 }

// keptShare returns the probability with which each row of a run was kept.
func keptShare(r sample.Run, how sample.Provenance) float64 {
	if r.Share > 0 {
		return r.Share
	}
	return given(how.RowShare)
}

// weighWhole weighs rows of a share of all together with those of sections of which all were kept: these stand for
// themselves, and for nothing else.
func (d *Design) weighWhole(s *sample.Sample) {
	runs := s.Runs()
	if !slices.ContainsFunc(runs, readWhole) {
		return
	}
	share := given(s.How.RowShare)
	d.weights, d.systematic = make([]float64, s.Rows()), make([]Cluster, s.Rows())
	for _, run := range runs {
		whole := readWhole(run)
		for i := run.First; i < run.First+run.Rows; i++ {
			d.weights[i], d.systematic[i] = 1, Cluster{index: i}
			if whole {
				d.weights[i], d.systematic[i].row = share, true
				d.Clusters--
			}
		}
	}
}

// emptyHits returns the points that fell on sections of which no row was kept, because few rows of each section were
// and the rows of some are large.
func emptyHits(s *sample.Sample) (hits int) {
	for _, p := range emptyPlaces(s) {
		hits += p.Hits
	}
	return hits
}

// emptyPlaces returns the sections, in key order, that were read whole and of which no row was kept.
func emptyPlaces(s *sample.Sample) (out []sample.ReadRange) {
	if !countsPlaces(s) {
		return nil
	}
	for _, p := range s.How.Places {
		from, to := s.RowsOf(&p)
		if p.Done && p.Hits > 0 && from == to {
			out = append(out, p)
		}
	}
	return out
}

// readAll reports whether all sections of the table were read, in part or whole, so that no cluster was selected.
func readAll(how sample.Provenance) bool {
	var bytes int64
	for _, p := range how.Places {
		bytes += p.Bytes
	}
	return how.TotalBytes > 0 && bytes >= how.TotalBytes
}

// countsPlaces reports whether the rows of sections are counted, kept or not: those of whole sections that were
// selected by their size.
func countsPlaces(s *sample.Sample) bool {
	return s.How.Strategy == sample.Accurate && s.How.TotalBytes > 0 && len(s.How.Places) > 0
}

// cluster returns what a run that stands for so many bytes counts for.
func cluster(index int, r sample.Run, how sample.Provenance, stands float64) Cluster {
	c := Cluster{index: index, size: stands, open: stands * stands}
	if r.Whole {
		c.open *= max(0, 1-keptShare(r, how)*min(1, float64(r.SectionBytes)/stands))
	}
	return c
}

// partial reports whether rows were read without all of their cells, or not all rows of a place.
func partial(o sample.Options) bool {
	return o.KeyRegex != "" || o.Where != "" || o.View != "" || len(o.Families) > 0 || !o.Since.IsZero() ||
		!o.Until.IsZero()
}

// weighRun sets the weights of a run that stands for so many bytes, with the mean size of the rows of a pool; nil is of
// its own rows.
func weighRun(weights []float64, s *sample.Sample, r sample.Run, stands float64, p *pool) {
	if s.How.Strategy == sample.Accurate && s.How.TotalBytes > 0 {
		// The section is read whole: how often it was to be drawn is known, and no mean is needed. Of one that reading
		// has not come to the end of, it is not known how much is missing, and it waits with no weight.
		w := 0.0
		if r.Whole && r.SectionBytes > 0 {
			w = stands / float64(r.SectionBytes) * given(s.How.RowShare) / keptShare(r, s.How)
		}
		for i := range weights {
			weights[i] = w
		}
		return
	}
	if byRow(r) {
		for i := range weights {
			weights[i] = stands / float64(r.SectionBytes) / r.Share
		}
		return
	}
	all := moments(s, r.First, r.First+r.Rows, 1)
	even, odd := moments(s, r.First, r.First+r.Rows, 2), moments(s, r.First+1, r.First+r.Rows, 2)
	if p != nil {
		even, odd = p.even, p.odd
	}
	for i := range weights {
		mean := even
		if i%2 == 0 {
			mean = odd
		}
		if r.Whole && r.SectionBytes > 0 {
			// All rows of the section are here: how often it was to be drawn is known, and no mean is needed.
			weights[i] = stands / float64(r.SectionBytes)
			continue
		}
		if r.Whole || mean.n == 0 {
			// All rows of the section are here, so their mean is its true mean.
			weights[i] = stands / all.sum
			continue
		}
		weights[i] = stands / all.n * mean.inverse()
	}
}

// wholeSections reports whether every run is a section read to its end, so that no weight depends on a mean size. An
// emulator is read so: its sizes are of values only, and could not be compared with those of rows.
func wholeSections(s *sample.Sample) bool {
	for _, r := range s.Runs() {
		if !r.Whole || r.SectionBytes == 0 || r.Stands > 0 {
			return false
		}
	}
	return true
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

// inverse estimates 1/mean without the bias of the second order.
func (m moment) inverse() float64 { return m.n / m.sum / m.correction() }
