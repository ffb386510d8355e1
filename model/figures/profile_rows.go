package figures

import (
	"context"
	"math"

	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// NewProfile describes the sample of t. A canceled ctx ends it with the context's error.
func NewProfile(ctx context.Context, t *segments.Table, opts ProfileOptions) (*Profile, error) {
	rows := t.Sample
	if opts.Top <= 0 {
		opts.Top = 20
	}
	if opts.Largest <= 0 {
		opts.Largest = 20
	}
	if opts.Now.IsZero() {
		opts.Now = rows.How.Started
	}
	j := newJob(t, opts)
	for i := range rows.Rows() {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		j.row(i)
	}
	return j.profile(), ctx.Err()
}

// job is a profile under construction.
type job struct {
	s    *sample.Sample
	draw *estimate.Design
	t    *segments.Table
	opts ProfileOptions

	cluster, clusterEnd int // of the row at hand

	bytes, keyBytes, valueBytes int64
	rowBytes, cellsPerRow       *estimate.Series
	columnsPerRow, keyLength    *estimate.Series
	valueSize, versions         *estimate.Series

	allRows  estimate.Total // what shares of rows are of
	allBytes estimate.Total // what shares of bytes are of
	// of bytes, those of keys, and those outside values
	keyShare, overheadShare estimate.Part
	cells                   cellCount
	columns                 []columnSum // by ColumnID
	families                []familySum // by name

	kinds            []kindSum // by layout
	unexplained      Unexplained
	unexplainedShare estimate.Part

	largestRows  largest[int64, LargeRow]
	largestCells largest[int64, cellAt]
	times        Times
	future       int64 // micros after which a timestamp is in the future
}

// cellAt is where a cell is.
type cellAt struct{ row, cell int }

func newJob(t *segments.Table, opts ProfileOptions) *job {
	sampled, design := t.Sample, t.Design
	series := func() *estimate.Series { return design.NewSeries(sampled.Rows()) }
	job := &job{
		s: sampled, draw: design, t: t, opts: opts, cluster: -1, kinds: newKinds(t),
		rowBytes: series(), cellsPerRow: series(), columnsPerRow: series(),
		keyLength: series(), valueSize: series(), versions: series(),
		largestRows:  largest[int64, LargeRow]{room: opts.Largest},
		largestCells: largest[int64, cellAt]{room: opts.Largest},
		future:       math.MaxInt64,
	}
	if !opts.Now.IsZero() {
		job.future = opts.Now.Add(retention.FutureSlack).UnixMicro()
	}
	job.cells.ofBytes = !design.Bytes().IsExact() && !design.Bytes().Interval() && design.Bytes().Value > 0
	job.families, job.columns = familiesAndColumns(sampled)
	if sampled.NumCells() > 0 {
		first := sampled.Cell(0).Micros
		job.times = Times{Oldest: first, Newest: first, Alike: sampled.NumCells() > 1}
	}
	return job
}

// row adds row i.
func (j *job) row(i int) {
	for i >= j.clusterEnd { // clusters of which no row was kept have no end of their own
		j.cluster++
		j.clusterEnd = j.draw.ClusterEnd(j.cluster, i, j.s.Rows())
		j.allRows.Next(j.draw.Cluster(j.cluster))
		j.allBytes.Next(j.draw.Cluster(j.cluster))
	}
	key, weight := j.s.Key(i), j.draw.Weight(i)
	from, to := j.s.Cells(i)
	keyPart := float64(len(key)) / float64(max(1, to-from))
	bytes, different, valuesBefore := int64(len(key)), int64(0), j.valueBytes
	j.allRows.Add(weight)
	j.cells.all.Add(j.cellBase(), weight*float64(to-from))
	for c := from; c < to; different++ {
		end, n := j.column(i, c, to)
		j.share(i, j.s.Cell(c).Column, end-c, n, keyPart*float64(end-c))
		bytes += n
		c = end
	}
	j.allBytes.Add(weight * float64(bytes))
	j.keyShare.Add(&j.allBytes, weight*float64(len(key)))
	j.overheadShare.Add(&j.allBytes, weight*float64(bytes-(j.valueBytes-valuesBefore)))
	j.key(i, weight, bytes, to-from)
	j.bytes += bytes
	j.keyBytes += int64(len(key))
	j.rowBytes.Add(i, bytes)
	j.cellsPerRow.Add(i, int64(to-from))
	j.columnsPerRow.Add(i, different)
	j.keyLength.Add(i, int64(len(key)))
	if j.largestRows.wants(bytes) {
		j.largestRows.put(bytes, LargeRow{Key: key, Bytes: bytes, Cells: to - from})
	}
}

// column adds the cells of one column in row i, which begin at cell from. It returns their end and their bytes.
func (j *job) column(i, from, to int) (end int, bytes int64) {
	id := j.s.Cell(from).Column
	sum := &j.columns[id]
	var values int64
	count := from
	for ; count < to; count++ {
		cell := j.s.Cell(count)
		if cell.Column != id {
			break
		}
		size := int64(cell.Size)
		values += size
		j.valueSize.Add(i, size)
		j.time(cell.Micros)
		sum.time(cell.Micros)
		if j.largestCells.wants(size) {
			j.largestCells.put(size, cellAt{i, count})
		}
	}
	j.valueBytes += values
	j.versions.Add(i, int64(count-from))
	return count, sum.nameBytes*int64(count-from) + values
}

// share adds n cells of one column in row i to the column's and the family's shares. bytes are those of the cells,
// keyBytes their part of the key.
func (j *job) share(i int, id sample.ColumnID, n int, bytes int64, keyBytes float64) {
	weight, column := j.draw.Weight(i), &j.columns[id]
	family := &j.families[column.family]
	column.rowShare.Add(&j.allRows, weight)
	column.perRow.Add(&j.allRows, weight*float64(n), weight)
	if family.lastRow != i {
		family.lastRow = i
		family.rows++
		family.rowShare.Add(&j.allRows, weight)
	}
	for _, s := range []*sum{&column.sum, &family.sum} {
		s.cells += int64(n)
		s.bytes += bytes
		s.keyBytes += keyBytes
		s.byteShare.Add(&j.allBytes, weight*(float64(bytes)+keyBytes))
		s.cellShare.Add(j.cellBase(), weight*float64(n))
	}
	column.rows++
}

// cellCount counts cells for each byte of the table if the bytes of the table are known without an interval, else for
// each row: the cells of the table are then as certain as this ratio and what it is multiplied by.
type cellCount struct {
	all     estimate.Part
	ofBytes bool
}

// cellBase returns what cells are counted for.
func (j *job) cellBase() *estimate.Total {
	if j.cells.ofBytes {
		return &j.allBytes
	}
	return &j.allRows
}

// cellsOfTable returns a function that makes the cells in the table of those counted.
func (j *job) cellsOfTable() func(estimate.Part) Figure {
	ratio, total := j.cellBase().Shares(), j.draw.Rows()
	if j.cells.ofBytes {
		total = j.draw.Bytes()
	}
	return func(p estimate.Part) Figure {
		return ratio(p).Mean(j.draw).Of(total)
	}
}

func (j *job) time(micros int64) {
	times := &j.times
	times.Alike = times.Alike && micros == times.Newest
	times.Oldest = min(times.Oldest, micros)
	times.Newest = max(times.Newest, micros)
	switch {
	case micros == 0:
		times.Zero++
	case micros < 0:
		times.Negative++
	case micros > j.future:
		times.Future++
	}
}

// whole returns what the sample shows of the table.
func whole(s *sample.Sample, d *estimate.Design) Whole {
	whole := Whole{Rows: d.Rows(), Bytes: s.How.TotalBytes, Places: d.Clusters, NoFigureReason: d.NoIntervalReason,
		Unseen: d.UnseenShareBound(), StartsOnly: d.StartsOnly, Stats: s.Table.Stats, Unreadable: len(s.How.Unreadable)}
	if whole.Bytes == 0 && !estimate.Restricted(s.How.Options) {
		whole.Bytes = s.Table.Bytes()
	}
	whole.Table, whole.Made = d.Bytes(), d.MadeBytes(s)
	whole.Unexplained, _ = d.UnaccountedShare(s)
	if d.Scope == estimate.Sample {
		large, largest := estimate.LargeSections(&s.Table)
		uneven, of := estimate.UnevenSections(s)
		whole.LargeSections, whole.LargestSection, whole.Uneven = large, largest, len(uneven)
		whole.LargeKnown = float64(of) > large*float64(s.Table.Bytes())-1
	}
	return whole
}

// profile sums up all that is not about keys.
func (j *job) profile() *Profile {
	figures := &Profile{
		rows: j.s, design: j.draw, Scope: j.draw.Scope, Now: j.opts.Now,
		FoundRows: j.found(int64(j.s.Rows())), FoundCells: j.found(int64(j.s.NumCells())),
		FoundBytes: j.found(j.bytes), FoundKeyBytes: j.found(j.keyBytes), FoundValueBytes: j.found(j.valueBytes),
		Rows: int64(j.s.Rows()), Cells: int64(j.s.NumCells()),
		Bytes: j.bytes, KeyBytes: j.keyBytes, ValueBytes: j.valueBytes,
		RowBytes: distribution(j.rowBytes), CellsPerRow: distribution(j.cellsPerRow),
		ColumnsPerRow: distribution(j.columnsPerRow), KeyLength: distribution(j.keyLength),
		ValueSize: distribution(j.valueSize), Versions: distribution(j.versions),
		LargestRows: j.largestRows.list(), LargestOf: j.draw.Scope, Times: j.times,
	}
	figures.RowBytes.Mean = j.draw.MeanRow()
	figures.Whole = whole(j.s, j.draw)
	figures.Whole.Cells = j.cellsOfTable()(j.cells.all)
	for _, at := range j.largestCells.list() {
		cell := j.s.Cell(at.cell)
		column := j.s.Column(cell.Column)
		figures.LargestCells = append(figures.LargestCells, LargeCell{Key: j.s.Key(at.row), Family: column.Family,
			Qualifier: column.Qualifier, Micros: cell.Micros, Bytes: int64(cell.Size)})
	}
	ofBytes := j.allBytes.Shares()
	figures.KeyShare, figures.OverheadShare = ofBytes(j.keyShare).Share(j.draw), ofBytes(j.overheadShare).Share(j.draw)
	j.sumUpColumns(figures)
	j.sumUpKeys(figures)
	if counts := j.opts.Counts; counts != nil && counts.Totals.Rows > 0 && !j.draw.IsExact() {
		figures.count(counts, j.t.Layouts)
	}
	return figures
}
