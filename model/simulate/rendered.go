package simulate

import (
	"sync"

	"tabletop/model/candidate"
	"tabletop/model/segments"
)

// rendered is a field as it stands in the keys of all rows: of[row] indexes text, or is none where the field is absent.
type rendered struct {
	of     []uint32
	text   [][]byte // with escapes and lengths
	state  []state
	rows   []uint32 // value -> a row that has it
	absent []byte   // what stands where the field is absent
	lacks  bool     // it is absent somewhere

	facts once[facts]
	holds sync.Map // delimiter -> held
}

// at returns what stands in the key of a row.
func (r *rendered) at(row int) []byte {
	if id := r.of[row]; id != none {
		return r.text[id]
	}
	return r.absent
}

// stateAt returns what is odd about it.
func (r *rendered) stateAt(row int) state {
	if id := r.of[row]; id != none {
		return r.state[id]
	}
	return absent
}

// render computes a field for all rows, or finds it computed already. Where it depends on one segment only, it is computed
// once for each value of that.
func (b *Base) render(f *field) *rendered {
	if f.done != nil {
		return f.done
	}
	b.mu.Lock()
	r := b.fields[f.key]
	b.mu.Unlock()
	if r != nil {
		return r
	}
	r = &rendered{}
	if c := f.node.only(); c != nil {
		b.renderValues(r, f, c)
	} else {
		b.renderRows(r, f)
	}
	b.mu.Lock()
	b.fields[f.key] = r
	b.mu.Unlock()
	return r
}

// only is the one segment that an expression is computed of; nil when there is none, or there are other sources.
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
	case candidate.Column, candidate.Whole, candidate.Rest, candidate.CellTime, candidate.Qualifier, candidate.Family, candidate.CellValue:
		return false
	}
	for _, arg := range n.args {
		if !arg.within(found) {
			return false
		}
	}
	return true
}

func (b *Base) renderValues(r *rendered, f *field, c *segments.Column) {
	r.of, r.rows, r.lacks = c.Of, c.First, c.Lacks
	r.text, r.state = make([][]byte, len(c.Values)), make([]state, len(c.Values))
	arena := make([]byte, 0, 16*len(c.Values))
	plain := f.codec == nil && f.node.named == nil && f.node.Op == candidate.Segment
	for id, row := range c.First {
		start := len(arena)
		if plain {
			arena = b.frame(arena, f, c.Values[id].Text(), int(row))
		} else {
			arena, r.state[id] = b.appendField(arena, f, at{row: int(row)})
		}
		r.text[id] = arena[start:len(arena):len(arena)]
	}
	if !c.Lacks {
		return
	}
	// Of a row without the segment a salt or hash is still made, of nothing.
	for row, id := range c.Of {
		if id == none {
			text, s := b.appendField(nil, f, at{row: row})
			r.absent = text
			if s&absent == 0 {
				b.renderRows(r, f)
			}
			return
		}
	}
}

func (b *Base) renderRows(r *rendered, f *field) {
	rows := b.Sample.Rows()
	*r = rendered{of: make([]uint32, rows)}
	ids := map[string]uint32{}
	var scratch []byte
	for row := range rows {
		text, s := b.appendField(scratch[:0], f, at{row: row})
		scratch = text
		if s&absent != 0 {
			r.of[row], r.lacks = none, true
			r.absent = append([]byte(nil), text...)
			continue
		}
		if n := len(r.text); n > 0 && row > 0 && r.of[row-1] != none && string(r.text[r.of[row-1]]) == string(text) && r.state[r.of[row-1]] == s {
			r.of[row] = r.of[row-1]
			continue
		}
		key := string(append(text, byte(s)))
		id, ok := ids[key]
		if !ok {
			id = uint32(len(r.text))
			ids[key] = id
			r.text, r.state, r.rows = append(r.text, []byte(key[:len(key)-1])), append(r.state, s), append(r.rows, uint32(row))
		}
		r.of[row] = id
	}
}

// stateOf returns what is odd about a field in a row.
func (b *Base) stateOf(f *field, p at) state {
	if f.node.perCell {
		_, s := b.appendField(nil, f, p)
		return s
	}
	return b.render(f).stateAt(p.row)
}

// once is a value that is worked out when it is first asked for.
type once[T any] struct {
	sync.Once
	value T
}

func (o *once[T]) get(make func() T) T {
	o.Do(func() { o.value = make() })
	return o.value
}
