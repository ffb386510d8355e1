package rekey

import (
	"tabletop/model/candidate"
	"tabletop/model/segments"
)

// Rendered is a field as it stands in the keys of all rows.
type Rendered struct {
	Of     []uint32 // row -> its text, or segments.None where the field is absent
	First  []uint32 // text -> a row that has it
	States []State  // text -> what is odd about it
	Absent []byte   // what stands where the field is absent
	Lacks  bool     // it is absent somewhere
	Values bool     // its texts are the values of a segment, each another one

	bytes []byte // of all texts, with escapes and lengths
	ends  []int  // text -> its end
}

// Len returns the number of texts. Two of them may be equal.
func (r *Rendered) Len() int { return len(r.ends) }

// Text returns a text.
func (r *Rendered) Text(id int) []byte {
	from := 0
	if id > 0 {
		from = r.ends[id-1]
	}
	return r.bytes[from:r.ends[id]:r.ends[id]]
}

// Sorted returns the texts in the order of their bytes.
func (r *Rendered) Sorted() []uint32 { return (&Moved{keys: r.bytes, ends: r.ends}).order() }

// At returns what stands in the key of a row.
func (r *Rendered) At(row int) []byte {
	if id := r.Of[row]; id != none {
		return r.Text(int(id))
	}
	return r.Absent
}

// StateAt returns what is odd about it.
func (r *Rendered) StateAt(row int) State {
	if id := r.Of[row]; id != none {
		return r.States[id]
	}
	return Absent
}

// Render computes a field for all rows, or finds it computed already. If it depends on one segment only, it is
// computed once for each value of that. It must not depend on cells.
func (b *Base) Render(f *Field) *Rendered {
	if f.done != nil {
		return f.done
	}
	b.mu.Lock()
	rendered := b.fields[f.key]
	b.mu.Unlock()
	if rendered != nil {
		return rendered
	}
	if c := f.node.only(); c != nil {
		rendered = b.renderValues(f, c)
	} else {
		rendered = b.renderRows(f)
	}
	b.mu.Lock()
	b.fields[f.key] = rendered
	b.mu.Unlock()
	return rendered
}

// only returns the one segment that an expression is computed of; nil if there is none, or there are other sources.
func (n *node) only() *segments.Column {
	var found *segments.Column
	if !n.within(&found) {
		return nil
	}
	return found
}

func (n *node) within(found **segments.Column) bool {
	if n.named != nil {
		return n.named.node.within(found)
	}
	switch n.Op {
	case candidate.Segment:
		if *found != nil && *found != n.column {
			return false
		}
		*found = n.column
		return true
	case candidate.Column, candidate.Whole, candidate.Rest, candidate.CellTime, candidate.Qualifier, candidate.Family,
		candidate.CellValue:
		return false
	}
	for _, arg := range n.args {
		if !arg.within(found) {
			return false
		}
	}
	return true
}

func (b *Base) renderValues(f *Field, c *segments.Column) *Rendered {
	rendered := &Rendered{Of: c.Of, First: c.First, Lacks: c.Lacks,
		States: make([]State, len(c.Values)), ends: make([]int, len(c.Values))}
	plain := f.codec == nil && f.node.named == nil && f.node.Op == candidate.Segment
	_, distinct := c.ByBytes()
	rendered.Values = plain && len(distinct) == len(c.Values)
	parts := make([][]byte, len(chunks(len(c.Values))))
	inChunks(len(c.Values), func(chunk, from, to int) {
		text := make([]byte, 0, 16*(to-from))
		for id := from; id < to; id++ {
			row := int(c.First[id])
			if plain {
				text = b.frame(text, f, c.Values[id].Text(), row)
			} else {
				text, rendered.States[id] = b.appendField(text, f, at{row: row})
			}
			rendered.ends[id] = len(text)
		}
		parts[chunk] = text
	})
	rendered.bytes = joinParts(parts, rendered.ends)
	if !c.Lacks {
		return rendered
	}
	// Of a row without the segment a salt or hash is still made, of nothing.
	for row, id := range c.Of {
		if id == none {
			text, s := b.appendField(nil, f, at{row: row})
			if s&Absent == 0 {
				return b.renderRows(f)
			}
			rendered.Absent = text
			break
		}
	}
	return rendered
}

func (b *Base) renderRows(f *Field) *Rendered {
	rows := b.Sample.Rows()
	rendered := &Rendered{Of: make([]uint32, rows)}
	ids := map[string]uint32{}
	var scratch []byte
	for row := range rows {
		text, state := b.appendField(scratch[:0], f, at{row: row})
		scratch = text
		if state&Absent != 0 {
			rendered.Of[row], rendered.Lacks = none, true
			rendered.Absent = append([]byte(nil), text...)
			continue
		}
		before := rendered.Of[max(0, row-1)]
		if row > 0 && before != none && string(rendered.Text(int(before))) == string(text) &&
			rendered.States[before] == state {
			rendered.Of[row] = rendered.Of[row-1]
			continue
		}
		scratch = append(text, byte(state))
		id, ok := ids[string(scratch)]
		if !ok {
			id = uint32(len(rendered.ends))
			ids[string(scratch)] = id
			rendered.bytes = append(rendered.bytes, text...)
			rendered.ends = append(rendered.ends, len(rendered.bytes))
			rendered.States, rendered.First = append(rendered.States, state), append(rendered.First, uint32(row))
		}
		rendered.Of[row] = id
	}
	return rendered
}

// fieldState returns what is odd about a field in a row.
func (b *Base) fieldState(f *Field, p at) State {
	if f.node.perCell {
		_, s := b.appendField(nil, f, p)
		return s
	}
	return b.Render(f).StateAt(p.row)
}
