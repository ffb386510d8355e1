package spec

import (
	"cmp"
	"slices"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/value"
)

// columnRows is what the rows of a kind have of a column, or of the columns of a fold.
type columnRows struct {
	column sample.ColumnID // of a fold, one of them
	fold   int             // -1 for a single column

	weight                       float64 // of the rows that have it
	count, versions, bytes, gaps tally
	after, ago                   tally         // milliseconds from the row's time to the newest cell, and on to the end
	cells                        []sample.Cell // some of them
	names                        map[sample.ColumnID]int
}

// looked is the number of cells of a column whose type is looked at.
const looked = 500

// columns describes the columns of a kind, those of the most rows first.
func (d *describer) columns(kind *kindOfRows, end int64) []Column {
	found := map[[2]int]*columnRows{}
	var order []*columnRows
	for _, row := range kind.rows {
		weight := d.keys.Design.Weight(row)
		inRow := map[*columnRows]int64{}
		from, to := d.sample.Cells(row)
		for cell := from; cell < to; {
			next := d.sample.Versions(cell, to)
			id := d.sample.Cell(cell).Column
			fold, isFold := d.foldOf[id]
			place := [2]int{-1, int(id)}
			if isFold {
				place = [2]int{fold, 0}
			}
			of := found[place]
			if of == nil {
				of = &columnRows{column: id, fold: place[0], count: tally{}, versions: tally{}, bytes: tally{},
					gaps: tally{}, after: tally{}, ago: tally{}, names: map[sample.ColumnID]int{}}
				found[place] = of
				order = append(order, of)
			}
			inRow[of]++
			of.add(d, row, cell, next, weight, end)
			cell = next
		}
		for of, count := range inRow {
			of.weight += weight
			of.count[count] += weight
		}
	}
	slices.SortStableFunc(order, func(a, b *columnRows) int { return cmp.Compare(b.weight, a.weight) })
	var out []Column
	for _, of := range order {
		out = append(out, d.column(of, kind.weight))
	}
	return out
}

// add adds the versions of a column in a row.
func (c *columnRows) add(d *describer, row, from, to int, weight float64, end int64) {
	c.names[d.sample.Cell(from).Column]++
	c.versions[int64(to-from)] += weight
	newest := d.sample.Cell(from).Micros / 1000
	c.after[newest-d.base[row]] += weight
	c.ago[end-newest] += weight
	for at := from; at < to; at++ {
		cell := d.sample.Cell(at)
		c.bytes[int64(cell.Size)] += weight
		if at > from {
			c.gaps[max(1, d.sample.Cell(at-1).Micros/1000-cell.Micros/1000)] += weight
		}
		if len(c.cells) < looked {
			c.cells = append(c.cells, cell)
		}
	}
}

// column describes a column, or those of a fold, of a kind of such weight.
func (d *describer) column(of *columnRows, rows float64) Column {
	name := d.sample.Column(of.column)
	family, _ := d.sample.Table.Family(name.Family)
	out := Column{Family: name.Family, Name: name.Qualifier, Share: min(1, of.weight/rows),
		Type: typeOf(of.cells, family.Aggregate == "sum"), After: of.after.ranges()}
	switch {
	case len(out.After) == 1 && out.After[0].Hi == 0:
		out.After = nil
	case of.ago.deviation() < of.after.deviation()/2: // it is written whatever the age of the row
		out.After, out.Ago = nil, of.ago.ranges()
	}
	if out.Type != Int64 && out.Type != Float64 {
		out.Bytes = of.bytes.distribution()
	}
	if versions := of.versions.distribution(); len(versions) > 1 || versions[0].Hi > 1 {
		out.Versions, out.Gap = versions, of.gaps.ranges()
	}
	if of.fold >= 0 {
		out.Name, out.Count = "", of.count.distribution()
		d.names(&out, of)
	}
	return out
}

// names describes the names of the columns of a fold.
func (d *describer) names(out *Column, of *columnRows) {
	var ids []sample.ColumnID
	for id := range of.names {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	layout := d.folds[of.fold].Layout
	if layout == nil || slices.ContainsFunc(layout.Parts(), isGroup) || !reads(layout, d.sample, ids) {
		codec := "text"
		if slices.ContainsFunc(ids, func(id sample.ColumnID) bool {
			return !isPlain([]byte(d.sample.Column(id).Qualifier))
		}) {
			codec = "bytes"
		}
		layout, _ = rowkey.Parse("{name:" + codec + "}") // constants
	}
	out.Layout = layout
	lists := make([]*values, len(layout.Segments()))
	for i, segment := range layout.Segments() {
		lists[i] = &values{segment: segment}
	}
	for _, id := range ids {
		spans, _ := layout.Decode(nil, []byte(d.sample.Column(id).Qualifier))
		for i, span := range spans {
			for range of.names[id] {
				lists[i].code = append(lists[i].code, uint32(len(lists[i].of)))
			}
			raw := []byte(d.sample.Column(id).Qualifier)[span.Start:span.End]
			lists[i].of = append(lists[i].of, segments.Value{Raw: raw, Of: span.Value})
		}
	}
	for i, list := range lists {
		list.same()
		out.Fields = append(out.Fields, list.name(layout.Segments()[i]))
	}
}

// reads reports whether a layout reads all names of columns.
func reads(layout *rowkey.Layout, s *sample.Sample, ids []sample.ColumnID) bool {
	for _, id := range ids {
		if _, err := layout.Decode(nil, []byte(s.Column(id).Qualifier)); err != nil {
			return false
		}
	}
	return true
}

// same gives equal values one code.
func (v *values) same() {
	first := map[string]uint32{}
	for i, code := range v.code {
		raw := string(v.of[code].Raw)
		if _, ok := first[raw]; !ok {
			first[raw] = code
		}
		v.code[i] = first[raw]
	}
}

// name describes a field of the names of columns.
func (v *values) name(segment *rowkey.Segment) Field {
	out := Field{Segment: segment}
	if out.isTime() {
		millis := millisOf(v)
		out.Every = everyOf(millis, segment.Codec.Unit())
		out.Over = over(millis, &out)
		return out
	}
	v.shape(&out)
	counts := map[uint32]int{}
	for _, code := range v.code {
		counts[code]++
	}
	out.Values, out.Weights = weights(counts)
	return out
}

// typeOf is the type of values.
func typeOf(cells []sample.Cell, sums bool) Type {
	if sums {
		return Int64
	}
	whole, numbers := 0, 0
	for _, cell := range cells {
		if value.Fits(value.Integer, cell) {
			whole++
		}
		if value.Fits(value.Decimal, cell) {
			numbers++
		}
	}
	switch guess := value.Of(cells); {
	case guess.Codec == value.Int64 || guess.Codec == value.Counter:
		return Int64
	case guess.Codec == value.Float64:
		return Float64
	case guess.Codec == value.JSON:
		return JSON
	case 10*whole >= 9*len(cells):
		return Integer
	case 10*numbers >= 9*len(cells):
		return Decimal
	case guess.Codec == value.Text || guess.Codec == value.Empty:
		return Text
	}
	return Bytes
}
