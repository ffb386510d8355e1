package simulate

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// Layout describes the table to package workload, which states what queries cost there. It is nil for the current layout,
// which that package knows. Where keys depend on cells, there is a record for each row of the source and each new row that
// has cells of it.
func (t *Table) Layout() *workload.Layout {
	if t.bound == nil {
		return nil
	}
	layout := &workload.Layout{Bytes: make([]int64, t.Len(), t.Len()+1)}
	for i := range layout.Bytes {
		layout.Bytes[i] = t.BytesOf(i)
	}
	var through []int // record -> a cell that brought it there
	if t.bound.perCell {
		for i := range layout.Bytes {
			for k, row := range t.Sources(i) {
				layout.Of, layout.Row = append(layout.Of, row), append(layout.Row, uint32(i))
				cell := t.rows.Through(i, k)
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
	layout.Components = t.components(nil, t.bound.key, layout.Of, through, false)
	if per, untold := t.base.perRow([]*Table{t}); untold == "" && !t.base.Design.IsExact() {
		f := per.Mean(t.base.Design)
		if n := ratio(int64(len(layout.Row)), int64(t.base.Sample.Rows())); n > 0 {
			f.Value, f.Low, f.High = f.Value/n, f.Low/n, f.High/n
		}
		layout.PerRecord = &f
	}
	return layout
}

// Costs are those of the queries of w, which f was prepared for; of several tables, each query goes to the one that serves it
// best. The error is ctx's, or a fixed value that cannot be read.
func (r *Result) Costs(ctx context.Context, f *workload.Index, w *workload.Workload) ([]workload.Cost, error) {
	if r.Candidate == nil {
		return f.Costs(ctx, w, f.CurrentLayout())
	}
	var best []workload.Cost
	for _, t := range r.Tables {
		costs, err := f.Costs(ctx, w, t.Layout())
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

// newRows returns for each row of the source the row that it is in. One without bytes stands for all those that are in none.
func (t *Table) newRows(l *workload.Layout) []uint32 {
	rows := make([]uint32, t.base.Sample.Rows())
	for i := range rows {
		rows[i] = none
	}
	for i := range l.Bytes {
		for _, row := range t.Sources(i) {
			rows[row] = uint32(i)
		}
	}
	lost := false
	for i, row := range rows {
		if row == none {
			rows[i], lost = uint32(t.Len()), true
		}
	}
	if lost {
		l.Bytes = append(l.Bytes, 0)
	}
	return rows
}

// components lists the fields of a key, those of groups included, by the records of a layout; of is nil where the rows of
// the source are the records. Of what is optional, a row without the field has nothing at all.
func (t *Table) components(dst []workload.Component, pieces []piece, of []uint32, through []int, optional bool) []workload.Component {
	for i, p := range pieces {
		if p.group != nil {
			dst = t.components(dst, p.group, of, through, true)
			continue
		}
		if p.field == nil {
			continue
		}
		var c workload.Component
		switch {
		case of != nil && p.field.node.perCell:
			c = t.ofCells(p.field, of, through)
		default:
			c = t.component(p.field)
			if !optional {
				t.fill(&c, p.field)
			}
			c.Starts, c.Unit = starts(p.field, c.Raw)
			if of == nil {
				break
			}
			codes := make([]uint32, len(of))
			for record, row := range of {
				codes[record] = c.Of[row]
			}
			c.Of = codes
		}
		if i+1 < len(pieces) {
			c.After = pieces[i+1].literal
		}
		dst = append(dst, c)
	}
	return dst
}

// ofCells is a field that depends on cells, over records.
func (t *Table) ofCells(f *field, of []uint32, through []int) workload.Component {
	c := workload.Component{Sources: t.sources(f.node, nil), Of: make([]uint32, len(of))}
	if f.Expr.Op == candidate.Salt {
		c.Fan = int(f.Expr.N)
	}
	ids := map[string]uint32{}
	var scratch []byte
	for record, row := range of {
		c.Of[record] = none
		if through[record] < 0 || !t.bound.meant(int(row)) {
			continue
		}
		var s state
		if scratch, s = t.base.appendField(scratch[:0], f, at{int(row), through[record]}); s&absent != 0 {
			continue
		}
		id, ok := ids[string(scratch)]
		if !ok {
			id = uint32(len(c.Raw))
			ids[string(scratch)] = id
			c.Raw = append(c.Raw, []byte(string(scratch)))
		}
		c.Of[record] = id
	}
	return c
}

// component is one field over the rows that are meant.
func (t *Table) component(f *field) workload.Component {
	r := t.base.render(f)
	c := workload.Component{Sources: t.sources(f.node, nil), Of: make([]uint32, len(r.of))}
	if f.Expr.Op == candidate.Salt {
		c.Fan = int(f.Expr.N)
	}
	codes := make([]uint32, len(r.text)) // equal bytes have one code
	byText := make(map[string]uint32, len(r.text))
	for id, text := range r.text {
		code, ok := byText[string(text)]
		if !ok {
			code = uint32(len(c.Raw))
			byText[string(text)] = code
			c.Raw = append(c.Raw, text)
		}
		codes[id] = code
	}
	for row, id := range r.of {
		c.Of[row] = none
		if id != none && t.bound.meant(row) {
			c.Of[row] = codes[id]
		}
	}
	return c
}

// fill returns rows without the field what stands in their keys in its place: they lie beside rows whose field is as empty.
func (t *Table) fill(c *workload.Component, f *field) {
	r := t.base.render(f)
	if !r.lacks {
		return
	}
	code := slices.IndexFunc(c.Raw, func(raw []byte) bool { return bytes.Equal(raw, r.absent) })
	if code < 0 {
		code = len(c.Raw)
		c.Raw = append(c.Raw, r.absent)
	}
	for row := range c.Of {
		if c.Of[row] == none && t.bound.meant(row) {
			c.Of[row] = uint32(code)
		}
	}
}

// starts returns where the spans begin that the bytes of a time stand for, in seconds since 1970, and how long they are: a range that ends
// before the first row of a span reads it all the same. It is nil where the field is no time that its bytes tell, and where each of its
// values is a current one, unchanged.
func starts(f *field, raw [][]byte) ([]float64, workload.TimeUnit) {
	codec := f.codecOf()
	expr := &f.Expr
	if expr.Op == candidate.Reverse && len(expr.Args) > 0 {
		expr = &expr.Args[0]
	}
	cut := expr.Op == candidate.Bucket || expr.Op == candidate.Segment && f.Field.Codec != nil
	if !cut || codec == nil || codec.Type() != rowkey.Timestamp {
		return nil, workload.TimeUnit{}
	}
	out := make([]float64, len(raw))
	for code, text := range raw {
		out[code] = math.Inf(1)
		if v, err := codec.Decode(text); err == nil {
			out[code] = workload.Coordinate(v)
		}
	}
	if expr.Op == candidate.Bucket {
		return out, workload.TimeUnit{Unit: expr.Unit, N: expr.N}
	}
	return out, workload.TimeUnit{Unit: codec.Unit()}
}

// sources names the segments and columns that an expression is computed of, once each.
func (t *Table) sources(n *node, dst []string) []string {
	add := func(name string) {
		for _, d := range dst {
			if d == name {
				return
			}
		}
		dst = append(dst, name)
	}
	if n.named != nil {
		return t.sources(n.named.node, dst)
	}
	switch n.Op {
	case candidate.Segment:
		add(n.Name)
	case candidate.Column:
		add(n.Expr.Column.Family + ":" + n.Expr.Column.Qualifier)
	case candidate.CellTime:
		add(workload.CellTime)
	case candidate.Whole, candidate.Rest:
		from := n.Op == candidate.Whole
		for _, name := range t.base.Names {
			if from = from || name == n.Name; from {
				add(name)
			}
		}
	}
	for _, arg := range n.args {
		dst = t.sources(arg, dst)
	}
	return dst
}

// Component is one field of a new key, for those who show or change keys part by part.
type Component struct {
	Text    string // as the template has it, without braces
	Name    string // of the part; empty for a call without a name
	Op      candidate.Op
	Sources []string // the segments and columns (family:qualifier) of the current table that it is computed of
	Values  int      // different ones
	// Groups is how many different prefixes the keys have up to and with this part, Largest the most rows of the source
	// that share one.
	Groups, Largest int
}

// Components lists the fields of the key in order. Of keys that depend on cells it is nil.
func (t *Table) Components() []Component {
	if t.bound == nil || t.bound.perCell {
		return nil
	}
	var out []Component
	front := make([]uint32, t.base.Sample.Rows())
	for _, f := range t.bound.fields {
		w := t.component(f)
		c := Component{Text: strings.Trim(f.String(), "{}"), Name: f.Name, Op: f.Expr.Op, Sources: w.Sources, Values: len(w.Raw)}
		ids := map[[2]uint32]uint32{}
		var counts []int
		for row, code := range w.Of {
			if !t.bound.meant(row) {
				continue
			}
			k := [2]uint32{front[row], code}
			id, ok := ids[k]
			if !ok {
				id = uint32(len(counts))
				ids[k] = id
				counts = append(counts, 0)
			}
			front[row] = id
			counts[id]++
			c.Largest = max(c.Largest, counts[id])
		}
		c.Groups = len(counts)
		out = append(out, c)
	}
	return out
}
