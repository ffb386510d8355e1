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

// Layouts describe the table to f, which states what queries cost there: one for each record kind, or template, of
// whose keys something is known. Those of the current table are f's own. Where keys depend on cells, there is a record
// for each row of the source and each new row that has cells of it.
func (t *Table) Layouts(f *access.Index) []*access.Layout {
	if !t.proposed {
		return f.CurrentLayouts()
	}
	records, through := t.records()
	plan, number := t.Plan()
	var out []*access.Layout
	describe := func(in func(row int) bool, components func(l *access.Layout) []access.Component) {
		layout := records
		layout.In = make([]bool, len(layout.Row))
		for record := range layout.In {
			layout.In[record] = in(sourceOf(&layout, record))
		}
		layout.Components = components(&layout)
		out = append(out, &layout)
	}
	for _, of := range t.of {
		describe(func(row int) bool { return t.by(of, row) }, func(l *access.Layout) []access.Component {
			return (&describer{t, of, f}).components(nil, of.Key, l.Of, through, false)
		})
	}
	for _, kind := range plan.Kinds(nil, number) {
		if kind != candidate.Foreign {
			describe(func(row int) bool { return int(t.base.Kind[row]) == kind },
				func(l *access.Layout) []access.Component { return t.unchanged(f, kind, l.Of) })
		}
	}
	switch len(out) {
	case 0:
		return []*access.Layout{&records}
	case 1:
		out[0].In = nil // what it says nothing of asks nothing
	}
	return out
}

// sourceOf is the row of the source that a record is of.
func sourceOf(l *access.Layout, record int) int {
	if l.Of != nil {
		return int(l.Of[record])
	}
	return record
}

// records returns the records of the table, without what is known of their keys; where keys depend on cells, also a
// cell that brought each to its row.
func (t *Table) records() (layout access.Layout, through []int) {
	layout.Bytes = make([]int64, t.Len(), t.Len()+1)
	for i := range layout.Bytes {
		layout.Bytes[i] = t.BytesAt(i)
	}
	if t.dependOnCells() {
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
		layout.Row = t.newRows(&layout)
	}
	if per, reason := t.base.perRow([]*Table{t}); reason == "" && !t.base.Design.IsExact() {
		f := per.Mean(t.base.Design)
		if n := ratio(int64(len(layout.Row)), int64(t.base.Sample.Rows())); n > 0 {
			f.Value, f.Low, f.High = f.Value/n, f.Low/n, f.High/n
		}
		layout.PerRecord = &f
	}
	return layout, through
}

// dependOnCells reports whether keys of the table depend on cells.
func (t *Table) dependOnCells() bool {
	return slices.ContainsFunc(t.of, func(of *rekey.Template) bool { return of.PerCell })
}

// unchanged lists the parts of the keys of a record kind whose rows stay as they are, by the records of a layout.
func (t *Table) unchanged(f *access.Index, kind int, of []uint32) []access.Component {
	in := make([]bool, len(t.base.Kind))
	for row, k := range t.base.Kind {
		in[row] = int(k) == kind
	}
	components := f.CurrentComponents(t.base.Layouts[kind], in)
	if of != nil {
		for i := range components {
			components[i].Of = byRecord(components[i].Of, of)
		}
	}
	return components
}

// byRecord gives codes of rows to the records that are of them.
func byRecord(codes, of []uint32) []uint32 {
	out := make([]uint32, len(of))
	for record, row := range of {
		out[record] = codes[row]
	}
	return out
}

// Costs are those of the queries of w, which f was prepared for; of several tables, each query goes to the one that
// serves it best. The error is ctx's, or a fixed value that cannot be read.
func (r *Result) Costs(ctx context.Context, f *access.Index, w *workload.Workload) ([]access.Cost, error) {
	var best []access.Cost
	for _, table := range r.Tables {
		costs, err := f.Costs(ctx, w, table.Layouts(f)...)
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

// by reports whether a template writes a row of the table; nil asks whether it is there as it is.
func (t *Table) by(of *rekey.Template, row int) bool {
	plan, number := t.Plan()
	return plan.WrittenBy(of, number, row)
}

// describer describes the keys that one template writes.
type describer struct {
	*Table
	template *rekey.Template
	index    *access.Index
}

func (d *describer) meant(row int) bool { return d.by(d.template, row) }

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
func (d *describer) components(dst []access.Component, parts []rekey.Part, of []uint32, through []int,
	optional bool) []access.Component {
	for index, part := range parts {
		if part.Group != nil {
			dst = d.components(dst, part.Group, of, through, true)
			continue
		}
		if part.Field == nil {
			continue
		}
		if current := d.current(part.Field, of); current != nil {
			if index+1 < len(parts) {
				current[len(current)-1].After = parts[index+1].Literal
			}
			dst = append(dst, current...)
			continue
		}
		var c access.Component
		switch {
		case of != nil && part.Field.PerCell():
			c = d.ofCells(part.Field, of, through)
		default:
			c = d.component(part.Field)
			if !optional {
				d.fill(&c, part.Field)
			}
			c.Starts, c.Unit = starts(part.Field, c.Raw)
			if of == nil {
				break
			}
			c.Of = byRecord(c.Of, of)
		}
		if index+1 < len(parts) {
			c.After = parts[index+1].Literal
		}
		dst = append(dst, c)
	}
	return dst
}

// current lists the parts of the current key that a field holds as it is, all or those from a segment on; nil where it
// holds something else, or where keys are built in several ways.
func (d *describer) current(field *rekey.Field, of []uint32) []access.Component {
	if len(d.base.Layouts) != 1 || field.Codec != nil ||
		field.Expr.Op != candidate.Whole && field.Expr.Op != candidate.Rest {
		return nil
	}
	parts := d.unchanged(d.index, 0, of)
	if field.Expr.Op == candidate.Rest {
		parts = parts[slices.IndexFunc(parts, func(c access.Component) bool {
			return slices.Contains(c.Sources, field.Expr.Name)
		}):]
	}
	return parts
}

// ofCells is a field that depends on cells, over records.
func (d *describer) ofCells(f *rekey.Field, of []uint32, through []int) access.Component {
	component := access.Component{Sources: d.base.Sources(f), Of: make([]uint32, len(of))}
	if f.Expr.Op == candidate.Salt {
		component.Fan = int(f.Expr.N)
	}
	ids := map[string]uint32{}
	var scratch []byte
	for record, row := range of {
		component.Of[record] = segments.None
		if through[record] < 0 || !d.meant(int(row)) {
			continue
		}
		var s rekey.State
		if scratch, s = d.template.AppendCell(scratch[:0], f, int(row), through[record]); s&rekey.Absent != 0 {
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
func (d *describer) component(f *rekey.Field) access.Component {
	rendered := d.base.Render(f)
	component := access.Component{Sources: d.base.Sources(f), Of: make([]uint32, len(rendered.Of))}
	if f.Expr.Op == candidate.Salt {
		component.Fan = int(f.Expr.N)
	}
	codes := d.base.codes(rendered)
	component.Raw = make([][]byte, codes.n)
	for id, code := range codes.of {
		component.Raw[code] = rendered.Text(id)
	}
	for row, id := range rendered.Of {
		component.Of[row] = segments.None
		if id != segments.None && d.meant(row) {
			component.Of[row] = codes.of[id]
		}
	}
	return component
}

// coded is a code for each text of a field, below n: texts of equal bytes have one.
type coded struct {
	of []uint32
	n  int
}

// codes gives the texts of a field their codes, once for all layouts that have it.
func (b *Base) codes(r *rekey.Rendered) coded {
	if known, ok := b.coded.Load(r); ok {
		return known.(coded)
	}
	out := coded{of: make([]uint32, r.Len()), n: r.Len()}
	if r.Values {
		for id := range out.of {
			out.of[id] = uint32(id)
		}
		b.coded.Store(r, out)
		return out
	}
	byText := make(map[string]uint32, r.Len())
	for id := range out.of {
		text := r.Text(id)
		code, ok := byText[string(text)]
		if !ok {
			code = uint32(len(byText))
			byText[string(text)] = code
		}
		out.of[id] = code
	}
	out.n = len(byText)
	b.coded.Store(r, out)
	return out
}

// fill returns rows without the field what stands in their keys in its place: they lie beside rows whose field is as
// empty.
func (d *describer) fill(c *access.Component, f *rekey.Field) {
	rendered := d.base.Render(f)
	if !rendered.Lacks {
		return
	}
	code := slices.IndexFunc(c.Raw, func(raw []byte) bool { return bytes.Equal(raw, rendered.Absent) })
	if code < 0 {
		code = len(c.Raw)
		c.Raw = append(c.Raw, rendered.Absent)
	}
	for row := range c.Of {
		if c.Of[row] == segments.None && d.meant(row) {
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
	cut := expr.Op == candidate.Bucket || expr.Op == candidate.Segment && f.Field.Codec != nil &&
		(f.Source() == nil || codec != nil && codec.Unit().CoarserThan(f.Source().Segment.Codec.Unit()))
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
