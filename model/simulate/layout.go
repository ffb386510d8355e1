package simulate

import (
	"bytes"
	"context"
	"math"
	"slices"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
	"tabletop/model/workload"
)

// Layout describes the table to package workload, which states what queries cost there. It is nil for the current
// layout, which that package knows. Where keys depend on cells, there is a record for each row of the source and each
// new row that has cells of it.
func (t *Table) Layout() *access.Layout {
	if t.of == nil {
		return nil
	}
	layout := &access.Layout{Bytes: make([]int64, t.Len(), t.Len()+1)}
	for i := range layout.Bytes {
		layout.Bytes[i] = t.BytesAt(i)
	}
	var through []int // record -> a cell that brought it there
	if t.of.PerCell {
		for i := range layout.Bytes {
			for index, row := range t.Sources(i) {
				layout.Of, layout.Row = append(layout.Of, row), append(layout.Row, uint32(i))
				cell := t.Through(i, index)
				through = append(through, cell)
				at := int64(math.MinInt64)
				if cell >= 0 {
					at = t.base.Sample.Cell(cell).Micros
				}
				layout.Times = append(layout.Times, at)
			}
		}
	} else {
		layout.Row = t.newRows(layout)
	}
	layout.Components = t.components(nil, t.of.Key, layout.Of, through, false)
	if per, reason := t.base.perRow([]*Table{t}); reason == "" && !t.base.Design.IsExact() {
		f := per.Mean(t.base.Design)
		if n := ratio(int64(len(layout.Row)), int64(t.base.Sample.Rows())); n > 0 {
			f.Value, f.Low, f.High = f.Value/n, f.Low/n, f.High/n
		}
		layout.PerRecord = &f
	}
	return layout
}

// Costs are those of the queries of w, which f was prepared for; of several tables, each query goes to the one that
// serves it best. The error is ctx's, or a fixed value that cannot be read.
func (r *Result) Costs(ctx context.Context, f *access.Index, w *workload.Workload) ([]access.Cost, error) {
	if r.Candidate == nil {
		return f.Costs(ctx, w, f.CurrentLayout())
	}
	var best []access.Cost
	for _, table := range r.Tables {
		costs, err := f.Costs(ctx, w, table.Layout())
		if err != nil {
			return nil, err
		}
		if best == nil {
			best = costs
		}
		for i := range costs {
			if costs[i].Millis() < best[i].Millis() {
				best[i] = costs[i]
			}
		}
	}
	return best, nil
}

// meant reports whether the template is for a row.
func (t *Table) meant(row int) bool {
	plan, number := t.Plan()
	return plan.Writes(number, row)
}

// newRows returns for each row of the source the row that it is in. One without bytes stands for all those that are in
// none.
func (t *Table) newRows(l *access.Layout) []uint32 {
	rows := make([]uint32, t.base.Sample.Rows())
	for i := range rows {
		rows[i] = segments.None
	}
	for i := range l.Bytes {
		for _, row := range t.Sources(i) {
			rows[row] = uint32(i)
		}
	}
	lost := false
	for i, row := range rows {
		if row == segments.None {
			rows[i], lost = uint32(t.Len()), true
		}
	}
	if lost {
		l.Bytes = append(l.Bytes, 0)
	}
	return rows
}

// components lists the fields of a key, those of groups included, by the records of a layout; of is nil where the rows
// of the source are the records. Of what is optional, a row without the field has nothing at all.
func (t *Table) components(dst []access.Component, parts []rekey.Part, of []uint32, through []int,
	optional bool) []access.Component {
	for index, part := range parts {
		if part.Group != nil {
			dst = t.components(dst, part.Group, of, through, true)
			continue
		}
		if part.Field == nil {
			continue
		}
		var c access.Component
		switch {
		case of != nil && part.Field.PerCell():
			c = t.ofCells(part.Field, of, through)
		default:
			c = t.component(part.Field)
			if !optional {
				t.fill(&c, part.Field)
			}
			c.Starts, c.Unit = starts(part.Field, c.Raw)
			if of == nil {
				break
			}
			codes := make([]uint32, len(of))
			for record, row := range of {
				codes[record] = c.Of[row]
			}
			c.Of = codes
		}
		if index+1 < len(parts) {
			c.After = parts[index+1].Literal
		}
		dst = append(dst, c)
	}
	return dst
}

// ofCells is a field that depends on cells, over records.
func (t *Table) ofCells(f *rekey.Field, of []uint32, through []int) access.Component {
	component := access.Component{Sources: t.base.Sources(f), Of: make([]uint32, len(of))}
	if f.Expr.Op == candidate.Salt {
		component.Fan = int(f.Expr.N)
	}
	ids := map[string]uint32{}
	var scratch []byte
	for record, row := range of {
		component.Of[record] = segments.None
		if through[record] < 0 || !t.meant(int(row)) {
			continue
		}
		var s rekey.State
		if scratch, s = t.of.AppendCell(scratch[:0], f, int(row), through[record]); s&rekey.Absent != 0 {
			continue
		}
		id, ok := ids[string(scratch)]
		if !ok {
			id = uint32(len(component.Raw))
			ids[string(scratch)] = id
			component.Raw = append(component.Raw, []byte(string(scratch)))
		}
		component.Of[record] = id
	}
	return component
}

// component is one field over the rows that are meant.
func (t *Table) component(f *rekey.Field) access.Component {
	rendered := t.base.Render(f)
	component := access.Component{Sources: t.base.Sources(f), Of: make([]uint32, len(rendered.Of))}
	if f.Expr.Op == candidate.Salt {
		component.Fan = int(f.Expr.N)
	}
	codes := make([]uint32, rendered.Len()) // equal bytes have one code
	byText := make(map[string]uint32, rendered.Len())
	for id := range codes {
		text := rendered.Text(id)
		code, ok := byText[string(text)]
		if !ok {
			code = uint32(len(component.Raw))
			byText[string(text)] = code
			component.Raw = append(component.Raw, text)
		}
		codes[id] = code
	}
	for row, id := range rendered.Of {
		component.Of[row] = segments.None
		if id != segments.None && t.meant(row) {
			component.Of[row] = codes[id]
		}
	}
	return component
}

// fill returns rows without the field what stands in their keys in its place: they lie beside rows whose field is as
// empty.
func (t *Table) fill(c *access.Component, f *rekey.Field) {
	rendered := t.base.Render(f)
	if !rendered.Lacks {
		return
	}
	code := slices.IndexFunc(c.Raw, func(raw []byte) bool { return bytes.Equal(raw, rendered.Absent) })
	if code < 0 {
		code = len(c.Raw)
		c.Raw = append(c.Raw, rendered.Absent)
	}
	for row := range c.Of {
		if c.Of[row] == segments.None && t.meant(row) {
			c.Of[row] = uint32(code)
		}
	}
}

// starts returns where the spans begin that the bytes of a time stand for, in seconds since 1970, and how long they
// are: a range that ends before the first row of a span reads it all the same. It is nil where the field is no time
// that its bytes show, and where each of its values is a current one, unchanged.
func starts(f *rekey.Field, raw [][]byte) ([]float64, access.TimeUnit) {
	codec := f.Form()
	expr := &f.Expr
	if expr.Op == candidate.Reverse && len(expr.Args) > 0 {
		expr = &expr.Args[0]
	}
	cut := expr.Op == candidate.Bucket || expr.Op == candidate.Segment && f.Field.Codec != nil
	if !cut || codec == nil || codec.Type() != rowkey.Timestamp {
		return nil, access.TimeUnit{}
	}
	out := make([]float64, len(raw))
	for code, text := range raw {
		out[code] = math.Inf(1)
		if v, err := codec.Decode(text); err == nil {
			out[code] = access.Coordinate(v)
		}
	}
	if expr.Op == candidate.Bucket {
		return out, access.TimeUnit{Unit: expr.Unit, N: expr.N}
	}
	return out, access.TimeUnit{Unit: codec.Unit()}
}
