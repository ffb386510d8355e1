package advise

import (
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/sample"
)

// cellBytes returns what the cells of a current row take under a plan that rewrites them, without the key.
func (c *cube) cellBytes(p *plan) func(row int) float64 {
	space := c.space
	if p.serial {
		serial, name := c.serialized(), c.nameBytes(p)
		families := float64(len(space.families()))
		return func(row int) float64 { return serial[row] + families*name }
	}
	for _, i := range p.moved {
		if space.pieces[i].promoted {
			return c.namedBytes(p, i)
		}
	}
	growth := c.longerNames(p)
	return func(row int) float64 {
		from, to := space.facts.Sample.Cells(row)
		return c.cells[row] + growth*float64(to-from)
	}
}

// nameBytes is the length of the qualifier of a serialized cell.
func (c *cube) nameBytes(p *plan) float64 {
	value, parts := 0.0, 0
	if p.bucket.events == asColumns {
		value, parts = float64(len(within(p.bucket.unit, c.space.pieces[p.bucket.piece].unit))), 1
	}
	for _, i := range p.moved {
		value += c.space.pieces[i].width
		parts++
	}
	if parts == 0 {
		return float64(len("data"))
	}
	return value + float64(parts-1)
}

// namedBytes is what the cells of a row take when the value of the column that is piece i names the others.
func (c *cube) namedBytes(p *plan, i int) func(row int) float64 {
	space := c.space
	columns := space.facts.Sample.Columns()
	id := slices.IndexFunc(columns, func(x sample.Column) bool {
		return x.Family+":"+x.Qualifier == space.pieces[i].name
	})
	return func(row int) float64 {
		name := len(p.moved) - 1
		for _, k := range p.moved {
			if code := space.pieces[k].column.Of[row]; code != access.None {
				name += len(space.pieces[k].column.Values[code].Raw)
			}
		}
		sum := int64(0)
		from, to := space.facts.Sample.Cells(row)
		for j := from; j < to; j++ {
			cell := space.facts.Sample.Cell(j)
			family, qualifier := len(columns[cell.Column].Family), len(columns[cell.Column].Qualifier)
			switch {
			case len(columns) == 1:
				sum += sample.CellBytes(family, name, 0)
			case int(cell.Column) == id: // its value is the name
			case len(columns) == 2:
				sum += sample.CellBytes(family, name, cell.Size)
			default:
				sum += sample.CellBytes(family, name+1+qualifier, cell.Size)
			}
		}
		return float64(sum)
	}
}

// serialized is what one cell for each family takes in a row, without its qualifier.
func (c *cube) serialized() []float64 {
	if c.serial != nil {
		return c.serial
	}
	sampled := c.space.facts.Sample
	columns := sampled.Columns()
	order := make([]int, len(columns)) // columns by family and name
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := columns[a], columns[b]
		return strings.Compare(x.Family+"\x00"+x.Qualifier, y.Family+"\x00"+y.Qualifier)
	})
	place := make([]int, len(columns))
	for at, i := range order {
		place[i] = at
	}
	c.serial = make([]float64, len(c.space.in))
	var in []sample.Cell
	var values []candidate.Content
	for _, row := range c.rowsIn {
		in = in[:0]
		from, to := sampled.Cells(row)
		for j := from; j < to; j++ {
			in = append(in, sampled.Cell(j))
		}
		slices.SortStableFunc(in, func(a, b sample.Cell) int { return place[a.Column] - place[b.Column] })
		for k := 0; k < len(in); {
			family := columns[in[k].Column].Family
			values = values[:0]
			for ; k < len(in) && columns[in[k].Column].Family == family; k++ {
				values = append(values, candidate.Content{Front: in[k].Value, Size: in[k].Size})
			}
			c.serial[row] += float64(sample.CellBytes(len(family), 0, candidate.ProtobufSize(values)))
		}
	}
	return c.serial
}

// fewColumns is how many columns a row must have on average before they are tried as one.
const fewColumns = 3

// serializable reports whether the columns of a row can become one cell: no column has versions that would be lost, no
// query filters on one or reads only some, none is written by itself (G16, G39, G54), and the service takes the names
// of the families.
func (c *cube) serializable() bool {
	if c.versioned || c.alone || c.space.tail != "" || c.count/c.rows < fewColumns {
		return false
	}
	if slices.ContainsFunc(c.space.families(), func(name string) bool { return !candidate.ValidFamily(name) }) {
		return false
	}
	for i := range c.queries {
		q := &c.queries[i]
		if len(q.Query().Columns) > 0 || q.asks&c.columnSet() != 0 {
			return false
		}
	}
	return true
}

// columnSet are the pieces that are columns.
func (c *cube) columnSet() uint32 {
	var set uint32
	for i := range c.space.pieces {
		if c.space.pieces[i].promoted {
			set |= 1 << i
		}
	}
	return set
}
