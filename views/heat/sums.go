package heat

import (
	"math"
	"slices"
	"sort"

	"tabletop/model/heat"
	"tabletop/views/widget"
)

// bucketRange is the buckets that a drawn row sums up, end exclusive.
func (d drawn) bucketRange(row int) (from, end int) {
	return row * d.buckets / d.rows, max((row+1)*d.buckets/d.rows, row*d.buckets/d.rows+1)
}

// windowRange is the windows that a drawn column sums up, end exclusive: as many in each but the last.
func (d drawn) windowRange(col int) (from, end int) {
	return min(col*d.perColumn, d.windows-1), min((col+1)*d.perColumn, d.windows)
}

// cell is the first cell of a drawn column, and column the drawn column at a cell, both counted from the left of the
// map.
func (d drawn) cell(col int) int    { return (col*d.width + d.cols - 1) / d.cols }
func (d drawn) column(cell int) int { return cell * d.cols / d.width }

// sum adds buckets and windows up to what is drawn, as a mean, so that a row of three buckets is not brighter than one
// of two.
func (d drawn) sum(m *heat.Map) []float64 {
	grid := make([]float64, d.rows*d.cols)
	for row := range d.rows {
		b0, b1 := d.bucketRange(row)
		for col := range d.cols {
			w0, w1 := d.windowRange(col)
			total := 0.0
			for b := b0; b < b1; b++ {
				for w := w0; w < w1; w++ {
					total += m.At(b, w)
				}
			}
			grid[row*d.cols+col] = total / float64((b1-b0)*(w1-w0))
		}
	}
	return grid
}

// rowSums is a line's share of the largest line's sum.
func (d drawn) rowSums(m *heat.Map) []float64 {
	byBucket, _ := m.Sums()
	sums := make([]float64, (d.rows+d.perLine-1)/d.perLine)
	top := 0.0
	for i := range sums {
		b0, _ := d.bucketRange(i * d.perLine)
		_, b1 := d.bucketRange(min((i+1)*d.perLine, d.rows) - 1)
		for b := b0; b < b1; b++ {
			sums[i] += byBucket[b]
		}
		sums[i] /= float64(b1 - b0)
		top = max(top, sums[i])
	}
	for i := range sums {
		sums[i] /= max(top, 1e-300)
	}
	return sums
}

// colSums are the means of the windows' sums in each drawn column.
func (d drawn) colSums(m *heat.Map) []float64 {
	_, byWindow := m.Sums()
	out := make([]float64, d.cols)
	for c := range out {
		w0, w1 := d.windowRange(c)
		for i := w0; i < w1; i++ {
			out[c] += byWindow[i]
		}
		out[c] /= float64(w1 - w0)
	}
	return out
}

// sums is what drawing a map at a size needs, kept until the map or the size changes.
type sums struct {
	of    *heat.Map
	at    drawn
	grid  []float64 // of drawn rows and columns
	wide  []float64 // grid, with each column as often as it has cells
	lines []float64 // of lines, as shares of the largest
	cols  []float64

	shares  []float64 // of lines, of all that is on the map
	busiest []mapCell // drawn cells with the most, the most first
	total   float64
}

// mapCell is a drawn cell of the map and the sum there.
type mapCell struct {
	row, col int
	value    float64
}

// maxPlaces is how many of the busiest places are listed.
const maxPlaces = 12

// newSums adds a map up to what is drawn.
func newSums(m *heat.Map, d drawn) sums {
	sums := sums{of: m, at: d, grid: d.sum(m), lines: d.rowSums(m), cols: d.colSums(m)}
	byBucket, _ := m.Sums()
	for _, v := range byBucket {
		sums.total += v
	}
	sums.wide = widget.Widen(sums.grid, d.cols, d.width)
	sums.shares = make([]float64, len(sums.lines))
	for i := range sums.shares {
		b0, _ := d.bucketRange(i * d.perLine)
		_, b1 := d.bucketRange(min((i+1)*d.perLine, d.rows) - 1)
		for b := b0; b < b1; b++ {
			sums.shares[i] += byBucket[b] / max(sums.total, 1e-300)
		}
	}
	for row := range d.rows {
		b0, b1 := d.bucketRange(row)
		for col := range d.cols {
			w0, w1 := d.windowRange(col)
			// a mean times its count is not the sum to the last bit
			v := math.Round(sums.grid[row*d.cols+col]*float64((b1-b0)*(w1-w0))*1e6) / 1e6
			if v <= 0 || len(sums.busiest) == maxPlaces && v <= sums.busiest[maxPlaces-1].value {
				continue
			}
			at := sort.Search(len(sums.busiest), func(i int) bool { return sums.busiest[i].value < v })
			sums.busiest = slices.Insert(sums.busiest, at, mapCell{row, col, v})
			sums.busiest = sums.busiest[:min(len(sums.busiest), maxPlaces)]
		}
	}
	return sums
}
