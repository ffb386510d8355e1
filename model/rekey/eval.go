package rekey

import (
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// State is what was odd about a value.
type State uint8

const (
	Absent State = 1 << iota // the row has no such segment or column: it is written as nothing
	Cut                      // only the first bytes of the column's value are in the sample
	Unfit                    // the value cannot be written in the form asked for: it is written in its own
)

// datum is the value of an expression in a row: text as it is written in its own form, v where it has a decoded
// value.
type datum struct {
	text  []byte
	v     rowkey.Value
	state State
}

func textual(b []byte) datum {
	kind := rowkey.KindBytes
	if utf8.Valid(b) {
		kind = rowkey.KindText
	}
	return datum{text: b, v: rowkey.Value{Kind: kind, Bytes: b}}
}

// in writes v in form c.
func in(c rowkey.Codec, v rowkey.Value, s State) datum {
	text, err := rowkey.AppendCut(nil, c, v)
	if err != nil {
		return datum{text: []byte(v.String()), v: v, state: s | Unfit}
	}
	return datum{text: text, v: v, state: s}
}

// at is where an expression is computed: a row, and a cell of it for what depends on the cell.
type at struct{ row, cell int }

// eval computes an expression.
func (b *Base) eval(n *node, p at) datum {
	if n.named != nil {
		return b.write(n.named, p)
	}
	if p.cell < 0 && n.PerCell() {
		return datum{state: Absent} // an example of a row without cells
	}
	switch n.Op {
	case candidate.Segment:
		return segmentDatum(n, p.row)
	case candidate.Rest:
		code := n.column.Of[p.row]
		if code == none {
			return datum{state: Absent}
		}
		return textual(b.Sample.Key(p.row)[int(n.column.Start[p.row])-n.column.Values[code].Segment.LengthPrefix:])
	case candidate.Whole:
		return textual(b.Sample.Key(p.row))
	case candidate.Column:
		j := b.Sample.Newest(p.row, n.cell)
		if j < 0 {
			return datum{state: Absent}
		}
		return b.value(j)
	case candidate.CellTime:
		micros := b.Sample.Times(p.cell, p.cell+1)[0]
		return in(n.form, newTime(micros).Floor(n.Unit), 0)
	case candidate.Qualifier:
		return textual([]byte(b.Sample.Column(b.Sample.CellColumn(p.cell)).Qualifier))
	case candidate.Family:
		return textual([]byte(b.Sample.Column(b.Sample.CellColumn(p.cell)).Family))
	case candidate.CellValue:
		return b.value(p.cell)
	case candidate.Salt, candidate.Hash:
		return b.hash(n, p)
	}
	return b.transform(n, b.eval(n.args[0], p))
}

// value is the value of a cell.
func (b *Base) value(j int) datum {
	cell := b.Sample.Cell(j)
	d := textual(cell.Value)
	if cell.Size > len(cell.Value) {
		d.state = Cut
	}
	return d
}

// newTime is a timestamp of a cell as a value.
func newTime(micros int64) rowkey.Value {
	t := time.UnixMicro(micros)
	return rowkey.Value{Kind: rowkey.KindTime, Int: t.Unix(), Nanos: int32(t.Nanosecond())}
}

func segmentDatum(n *node, row int) datum {
	v := n.column.At(row)
	if v == nil {
		return datum{state: Absent}
	}
	return datum{text: v.Text(), v: v.Of}
}

func (b *Base) hash(n *node, p at) datum {
	var joined []byte
	var s State
	for _, arg := range n.args {
		d := b.eval(arg, p)
		joined = append(joined, d.text...)
		s |= d.state & Cut
	}
	digest := n.digest(joined)
	if n.Op == candidate.Salt {
		return in(n.form, rowkey.Value{Kind: rowkey.KindInt, Int: int64(candidate.Modulo(digest, n.N))}, s)
	}
	const digits = "0123456789abcdef"
	text := make([]byte, 0, 2*len(digest))
	for _, c := range digest {
		text = append(text, digits[c>>4], digits[c&15])
	}
	d := textual(text[:min(int(n.N), len(text))])
	d.state = s
	return d
}

// transform computes what has one argument.
func (b *Base) transform(n *node, d datum) datum {
	if d.state&Absent != 0 {
		return d
	}
	var out datum
	switch n.Op {
	case candidate.Reverse:
		if n.form != nil {
			return in(n.form, d.v, d.state)
		}
		out = textual(mirrored(d.text))
	case candidate.Mirror:
		out = textual(mirrored(d.text))
	case candidate.Truncate:
		out = textual(d.text[:min(len(d.text), int(n.N))])
		if len(d.text) >= int(n.N) {
			d.state &^= Cut // what is missing is not needed
		}
	case candidate.Pad:
		out = padded(n, d)
	case candidate.Bucket:
		v, ok := instant(n.args[0].form, d)
		if !ok {
			return datum{text: d.text, v: d.v, state: d.state | Unfit}
		}
		return in(n.form, floor(v, n.Unit, int64(n.N)), d.state)
	}
	out.state |= d.state
	return out
}

// mirrored writes the characters of text, or the bytes of what is none, from last to first.
func mirrored(text []byte) []byte {
	if utf8.Valid(text) {
		r := []rune(string(text))
		slices.Reverse(r)
		return []byte(string(r))
	}
	out := slices.Clone(text)
	slices.Reverse(out)
	return out
}

// padded fills text up on the left; of decimal numbers the digits after the sign.
func padded(n *node, d datum) datum {
	text, sign := d.text, ""
	if d.v.Kind == rowkey.KindInt || d.v.Kind == rowkey.KindUint {
		text = []byte(d.v.String())
		if text[0] == '-' && n.Fill == '0' {
			text, sign = text[1:], "-"
		}
	}
	room := int(n.N) - len(text) - len(sign)
	if room < 0 {
		out := textual(append([]byte(sign), text...))
		out.state = Unfit
		return out
	}
	out := append(make([]byte, 0, n.N), sign...)
	for range room {
		out = append(out, n.Fill)
	}
	return textual(append(out, text...))
}

// instant is the time that a value is, or that an id or a text holds.
func instant(form rowkey.Codec, d datum) (rowkey.Value, bool) {
	if d.v.Kind == rowkey.KindTime {
		return d.v, true
	}
	if form != nil {
		t, ok := rowkey.IDTime(form, d.v)
		return rowkey.Value{Kind: rowkey.KindTime, Int: t.Unix(), Nanos: int32(t.Nanosecond())}, ok
	}
	return readTime(string(d.text))
}

// readTime is Time as a value.
func readTime(text string) (rowkey.Value, bool) {
	moment, ok := Time(text)
	if !ok {
		return rowkey.Value{}, false
	}
	return rowkey.Value{Kind: rowkey.KindTime, Int: moment.Unix(), Nanos: int32(moment.Nanosecond())}, true
}

// Time reads a time as columns hold them: RFC 3339, a date, or a number of seconds to nanoseconds since 1970,
// distinguished by its digits.
func Time(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999", "2006-01-02"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	count, err := strconv.ParseInt(text, 10, 64)
	if err != nil || count <= 0 {
		return time.Time{}, false
	}
	switch digits := len(text); {
	case digits >= 18:
		return time.Unix(0, count), true
	case digits >= 15:
		return time.UnixMicro(count), true
	case digits >= 12:
		return time.UnixMilli(count), true
	}
	return time.Unix(count, 0), true
}

// floor cuts a time to n units in UTC: several seconds, minutes, hours or days are counted from 1970.
func floor(v rowkey.Value, u rowkey.Unit, n int64) rowkey.Value {
	v = v.Floor(u)
	if n > 1 {
		step := n * int64(u.Length()/time.Second)
		v.Int -= (v.Int%step + step) % step
	}
	return v
}

// write computes a field and writes it in the form asked for, without escapes.
func (b *Base) write(f *Field, p at) datum {
	eval := b.eval(f.node, p)
	if f.codec == nil || eval.state&Absent != 0 {
		return eval
	}
	if text, err := rowkey.AppendCut(nil, f.codec, eval.v); err == nil {
		return datum{text: text, v: eval.v, state: eval.state}
	}
	if number := eval.v.Kind == rowkey.KindInt || eval.v.Kind == rowkey.KindUint; number && f.codec.Type().IsInteger() {
		return datum{text: eval.text, v: eval.v, state: eval.state | Unfit}
	}
	// The value is of another sort: what is written of it may read as one that fits.
	reads := []rowkey.Codec{f.codec, mustCodec("int")}
	if f.digits {
		reads = reads[1:]
	}
	for _, c := range reads {
		v, err := c.Decode(eval.text)
		if err != nil {
			continue
		}
		if text, err := rowkey.AppendCut(nil, f.codec, v); err == nil {
			return datum{text: text, v: v, state: eval.state}
		}
	}
	if v, ok := readTime(string(eval.text)); ok && f.codec.Type() == rowkey.Timestamp {
		if text, err := rowkey.AppendCut(nil, f.codec, v); err == nil {
			return datum{text: text, v: v, state: eval.state}
		}
	}
	if text, err := f.codec.Append(nil, textual(eval.text).v); err == nil {
		return datum{text: text, v: eval.v, state: eval.state}
	}
	return datum{text: eval.text, v: eval.v, state: eval.state | Unfit}
}

// appendField writes a field into a key.
func (b *Base) appendField(dst []byte, f *Field, p at) ([]byte, State) {
	d := b.write(f, p)
	return b.frame(dst, f, d.text, p.row), d.state
}

// frame adds escapes and a length to what a field writes. A segment that stays as it is keeps the current ones.
func (b *Base) frame(dst []byte, f *Field, text []byte, row int) []byte {
	escape, length := f.Escape, f.LengthPrefix
	if f.Field.Codec == nil && f.Expr.Op == candidate.Segment && escape == rowkey.EscapeNone && length == 0 {
		if v := f.node.column.At(row); v != nil {
			escape, length = v.Segment.Escape, v.Segment.LengthPrefix
		}
	}
	if escape == rowkey.EscapeOrdered {
		text = rowkey.AppendEscaped(nil, text)
	}
	for i := length - 1; i >= 0; i-- {
		dst = append(dst, byte(len(text)>>(8*i)))
	}
	return append(dst, text...)
}
