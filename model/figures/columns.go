package figures

import (
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// sum is what columns and families count alike.
type sum struct {
	rows, cells, bytes  int64
	keyBytes            float64
	rowShare, byteShare estimate.Part
	cellShare           estimate.Part
}

type columnSum struct {
	sum
	perRow         estimate.Pair // cells to rows
	family         int           // index in job.families
	nameBytes      int64         // of a cell without its value
	oldest, newest int64
	timed          bool
}

type familySum struct {
	sum
	Family
	lastRow int // that has been counted
}

// familiesAndColumns prepares the sums: of the families that the table has or that cells are of, by name, and of the
// columns.
func familiesAndColumns(s *sample.Sample) ([]familySum, []columnSum) {
	var families []familySum
	for _, f := range s.Table.Families {
		families = append(families, familySum{Family: Family{Name: f.Name, GC: f.GC, Declared: true, Type: f.Aggregate},
			lastRow: -1})
	}
	declared := len(families)
	for i, c := range s.Columns() {
		if i > 0 && c.Family == s.Column(sample.ColumnID(i-1)).Family {
			continue
		}
		if _, ok := s.Table.Family(c.Family); !ok {
			families = append(families, familySum{Family: Family{Name: c.Family}, lastRow: -1})
		}
	}
	if len(families) > declared || !slices.IsSortedFunc(families, byName) {
		slices.SortFunc(families, byName)
	}
	columns := make([]columnSum, len(s.Columns()))
	at := 0 // both are sorted by family
	for i, c := range s.Columns() {
		for families[at].Name != c.Family {
			at++
		}
		families[at].Columns++
		columns[i].family = at
		columns[i].nameBytes = c.HeadBytes()
	}
	return families, columns
}

func byName(a, b familySum) int { return strings.Compare(a.Name, b.Name) }

func (c *columnSum) time(micros int64) {
	if !c.timed {
		c.oldest, c.newest, c.timed = micros, micros, true
		return
	}
	c.oldest = min(c.oldest, micros)
	c.newest = max(c.newest, micros)
}

func (j *job) sumUpColumns(p *Profile) {
	ofRows, ofBytes, cells := j.allRows.Shares(), j.allBytes.Shares(), j.cellsOfTable()
	byColumn := groupCells(j.s, j.columns)
	versions := groupVersions(j.s, j.columns)
	p.Columns = make([]Column, len(j.columns))
	for index := range j.columns {
		sum, name := &j.columns[index], j.s.Column(sample.ColumnID(index))
		column := Column{
			Family: name.Family, Qualifier: name.Qualifier,
			Rows: sum.rows, Cells: sum.cells, Bytes: sum.bytes, KeyBytes: sum.keyBytes,
			Oldest: sum.oldest, Newest: sum.newest,
			RowShare: ofRows(sum.rowShare).Share(j.draw), ByteShare: ofBytes(sum.byteShare).Share(j.draw),
			TableCells: cells(sum.cellShare),
		}
		column.FoundRows, column.FoundCells = j.found(sum.rows), j.found(sum.cells)
		column.FoundBytes = j.found(sum.bytes)
		column.MeanVersions = sum.perRow.Ratio(&j.allRows).Mean(j.draw)
		ofColumn := byColumn.of(index)
		family, _ := j.s.Table.Family(name.Family)
		look := value.OfColumn(j.s, ofColumn, family.Aggregate != "" && family.Aggregate != "hll")
		column.Guess, column.GuessShare, column.GuessParts = look.Codec, look.Share, look.Parts
		column.Values = newSpread(j.s, ofColumn)
		v := versions.of(index)
		column.Versions = newBins(v)
		if len(v) > 0 {
			column.MaxVersions = int(slices.Max(v))
		}
		p.Columns[index] = column
	}
	for i := range j.families {
		f := j.families[i].Family
		sum := &j.families[i].sum
		f.Rows, f.Cells, f.Bytes, f.KeyBytes = sum.rows, sum.cells, sum.bytes, sum.keyBytes
		f.RowShare, f.ByteShare = ofRows(sum.rowShare).Share(j.draw), ofBytes(sum.byteShare).Share(j.draw)
		f.TableCells, f.FoundRows = cells(sum.cellShare), j.found(sum.rows)
		f.FoundCells, f.FoundBytes = j.found(sum.cells), j.found(sum.bytes)
		p.Families = append(p.Families, f)
	}
	if len(j.s.Table.Families) == 1 && len(p.Families) == 1 && p.Families[0].Rows > 0 {
		// A table's only family has all its cells, in any sample of it.
		p.Families[0].RowShare, p.Families[0].ByteShare = estimate.Counted(1), estimate.Counted(1)
	}
}

// found returns a number of things in the rows of the sample.
func (j *job) found(n int64) Figure {
	if j.draw.IsExact() {
		return estimate.Counted(n)
	}
	return estimate.Seen(float64(n))
}

// grouped holds numbers sorted by column, so that those of one column are side by side.
type grouped struct {
	numbers []uint32
	end     []int // column -> end of its numbers
}

func (g *grouped) of(column int) []uint32 {
	if column == 0 {
		return g.numbers[:g.end[0]]
	}
	return g.numbers[g.end[column-1]:g.end[column]]
}

// newGrouped makes room for count(i) numbers of each of n columns. put must be called so many times.
func newGrouped(n int, count func(i int) int64) (g *grouped, put func(column sample.ColumnID, number uint32)) {
	g = &grouped{end: make([]int, n)}
	total := 0
	for i := range n {
		g.end[i] = total // for now the start; putting moves it to the end
		total += int(count(i))
	}
	g.numbers = make([]uint32, total)
	return g, func(column sample.ColumnID, number uint32) {
		g.numbers[g.end[column]] = number
		g.end[column]++
	}
}

// groupCells sorts the indices of all cells by column.
func groupCells(s *sample.Sample, columns []columnSum) *grouped {
	g, put := newGrouped(len(columns), func(i int) int64 { return columns[i].cells })
	for c := range s.NumCells() {
		put(s.Cell(c).Column, uint32(c))
	}
	return g
}

// groupVersions sorts the numbers of versions in each row by column.
func groupVersions(s *sample.Sample, columns []columnSum) *grouped {
	grouped, put := newGrouped(len(columns), func(i int) int64 { return columns[i].rows })
	for row := range s.Rows() {
		from, to := s.Cells(row)
		for c := from; c < to; {
			id, n := s.Cell(c).Column, uint32(0)
			for ; c < to && s.Cell(c).Column == id; c++ {
				n++
			}
			put(id, n)
		}
	}
	return grouped
}

// newSpread sums up the value sizes of cells.
func newSpread(s *sample.Sample, cells []uint32) Spread {
	if len(cells) == 0 {
		return Spread{}
	}
	sizes := make([]uint32, len(cells))
	var total int64
	for i, c := range cells {
		sizes[i] = uint32(s.Cell(int(c)).Size)
		total += int64(sizes[i])
	}
	slices.Sort(sizes)
	n := len(sizes)
	rank := func(percent int) int64 { return int64(sizes[(n*percent+99)/100-1]) }
	return Spread{Min: int64(sizes[0]), Max: int64(sizes[n-1]), P50: rank(50), P95: rank(95),
		Mean: float64(total) / float64(n)}
}

// newBins is a histogram of numbers that are mostly alike.
func newBins(numbers []uint32) []Bin {
	var c estimate.WeightedHistogram
	for _, v := range numbers {
		c.Add(int64(v), 1)
	}
	return histogram(&c)
}
