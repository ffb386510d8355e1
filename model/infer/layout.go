package infer

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/rowkey"
)

// form is a kind on its way to a layout: the parts with the values of their segments over all keys of the kind.
type form struct {
	pieces []piece
	rows   []int32 // keys that are cut by it
	text   bool
	layout *rowkey.Layout // with makeshift names
	lists  lists
	next   *parse  // the second best way to cut
	margin float64 // how much dearer that is, in bits a key
}

// parts turns pieces into the parts of a layout. codec gives the codec of a segment.
func parts(ps []piece, name func(*piece) string, codec func(*piece) (rowkey.Codec, error)) ([]rowkey.Part, error) {
	var out []rowkey.Part
	for i := range ps {
		p := &ps[i]
		switch p.how {
		case asLiteral:
			if k := len(out); k > 0 && out[k-1].Literal != nil {
				out[k-1].Literal = append(bytes.Clone(out[k-1].Literal), p.lit...)
				continue
			}
			out = append(out, rowkey.Part{Literal: p.lit})
		case asRepeat, asOptional:
			inner, err := parts(p.inner, name, codec)
			if err != nil {
				return nil, err
			}
			out = append(out, rowkey.Part{Group: &rowkey.Group{Parts: inner, Repeat: p.how == asRepeat}})
		default:
			c, err := codec(p)
			if err != nil {
				return nil, err
			}
			s := &rowkey.Segment{Name: name(p), Codec: c, Last: p.last && c.Width() == 0 && !strings.HasPrefix(c.Spec(), "enum(")}
			if p.how == byEscape {
				s.Escape = rowkey.EscapeOrdered
			}
			if p.how == byLength {
				s.LengthPrefix = p.width
			}
			out = append(out, rowkey.Part{Segment: s})
		}
	}
	return out, nil
}

// loose is the codec that takes whatever stands in the place of a segment.
func loose(p *piece) (rowkey.Codec, error) {
	switch {
	case p.how == byWidth:
		return rowkey.ParseCodec("bytes(" + strconv.Itoa(p.width) + ")")
	case p.how == byItself:
		return rowkey.ParseCodec("ordered")
	}
	return rowkey.ParseCodec("bytes")
}

// segments lists the pieces that hold values, those of groups among them.
func segments(ps []piece) []*piece {
	var out []*piece
	for i := range ps {
		switch p := &ps[i]; p.how {
		case asLiteral:
		case asRepeat, asOptional:
			out = append(out, segments(p.inner)...)
		default:
			out = append(out, p)
		}
	}
	return out
}

func named(p *piece) string { return p.name }

// numbered names segments s0, s1, ... until they have names of their own.
func numbered() func(*piece) string {
	n := 0
	return func(*piece) string { n++; return "s" + strconv.Itoa(n-1) }
}

// loosely makes a layout that cuts as the pieces do and takes any bytes.
func loosely(ps []piece) (*rowkey.Layout, error) {
	ps = clonePieces(ps)
	greedy(ps)
	made, err := parts(ps, numbered(), loose)
	if err != nil {
		return nil, err
	}
	return rowkey.New("", made...)
}

// fill cuts the keys of rows by the pieces and gives every segment its values; rows that do not fit are left out.
func (e *engine) fill(ps []piece, rows []int32) (*form, error) {
	f := &form{pieces: clonePieces(ps)}
	segs := segments(f.pieces)
	greedy(f.pieces)
	l, err := loosely(ps)
	if err != nil {
		return nil, err
	}
	at := map[*rowkey.Segment]*piece{}
	for i, s := range l.Segments() {
		segs[i].col = column{}
		at[s] = segs[i]
	}
	var spans []rowkey.Span
	for _, r := range rows {
		key := e.keys.key[r]
		var err error
		if spans, err = l.Decode(spans[:0], key); err != nil {
			continue
		}
		f.rows = append(f.rows, r)
		for _, s := range spans {
			v := key[s.Start:s.End:s.End]
			p := at[s.Segment]
			if p.how == byEscape {
				v = unescape(v)
			}
			p.col.row, p.col.val = append(p.col.row, r), append(p.col.val, v)
		}
	}
	return f, nil
}

func clonePieces(ps []piece) []piece {
	out := append([]piece(nil), ps...)
	for i := range out {
		out[i].inner = clonePieces(out[i].inner)
	}
	return out
}

// greedy lets the last segment of varying width run to the last delimiter when no other does and only fixed widths follow: a path, an address.
func greedy(ps []piece) {
	last := -1
	for i := range ps {
		p := &ps[i]
		if p.last || p.how == asRepeat || p.how == asOptional {
			return
		}
		if p.how == byLiteral || p.how == byTail {
			last = i
		} else if p.how != asLiteral && p.how != byWidth {
			last = -1
		}
	}
	if last >= 0 {
		ps[last].last = true
	}
}

// settle reads the types of all segments from the values of all keys, and drops greed that is not needed.
func (e *engine) settle(f *form, text bool) {
	var before []byte
	for i := range f.pieces {
		p := &f.pieces[i]
		switch p.how {
		case asLiteral:
			before = p.lit
			continue
		case asRepeat, asOptional:
			inner := &form{pieces: p.inner}
			e.settle(inner, text)
		default:
			e.settleSegment(p, text)
			if p.last && i+1 < len(f.pieces) {
				p.last = holds(p.col, f.pieces[i+1].lit) || e.varies(f.pieces[i+1:])
			} else if p.last {
				p.last = holds(p.col, before)
			}
		}
		before = nil
	}
	f.pieces = optionalEmpties(noTypeCodes(noConstants(f.pieces)))
	f.pieces = listStarts(f.pieces)
	inContext(f.pieces)
}

// noConstants makes literals of constants that hold nothing: zeros, what stands between values with lengths, and the name in
// name=value.
func noConstants(ps []piece) []piece {
	sized := slices.ContainsFunc(ps, func(p piece) bool { return p.how == byLength })
	for i := range ps {
		p := &ps[i]
		if p.how != byWidth && p.how != byLiteral || len(p.col.val) == 0 || p.last {
			continue
		}
		v := p.col.val[0]
		if slices.ContainsFunc(p.col.val, func(w []byte) bool { return !bytes.Equal(v, w) }) {
			continue
		}
		zeros := len(bytes.Trim(v, "\x00")) == 0
		tag := sized && classesOf(v)&nonText != 0 && len(v) <= 4
		equal := i+1 < len(ps) && bytes.Equal(ps[i+1].lit, []byte("="))
		if len(v) > 0 && len(ps) > 1 && (zeros || tag || equal) {
			*p = piece{how: asLiteral, lit: v}
		}
	}
	return ps
}

// noTypeCodes makes literals of the bytes that tell the type of what follows, as those of tuples do: 02 name 00 02 word 00.
// Only a constant control byte between a zero byte and text shows that there are such.
func noTypeCodes(ps []piece) []piece {
	code := func(i int) bool {
		first := i == 0 || ps[i-1].how == asLiteral && bytes.HasSuffix(ps[i-1].lit, []byte{0})
		if !first || i+1 >= len(ps) || ps[i].how != byWidth || ps[i].width != 1 || !ps[i].read.solid || len(ps[i].col.val) == 0 {
			return false
		}
		return ps[i].read.typ == rowkey.IntBE && ps[i].col.val[0][0] < ' '
	}
	tuple := false
	for i := 1; i < len(ps); i++ {
		tuple = tuple || code(i) && (ps[i+1].read.typ == rowkey.Text || ps[i+1].read.typ == rowkey.Enum)
	}
	for i := range ps {
		if tuple && code(i) {
			ps[i] = piece{how: asLiteral, lit: ps[i].col.val[0]}
		}
	}
	return ps
}

// listStarts gives a list the separator it begins with, where another delimiter stands before that.
func listStarts(ps []piece) []piece {
	for i := 2; i < len(ps); i++ {
		if ps[i].read.list != 0 && ps[i-1].how == asLiteral && ps[i-2].how == asLiteral && ps[i-1].lit[0] == ps[i].read.list {
			ps[i].last = true
			return slices.Delete(ps, i-1, i)
		}
	}
	return ps
}

// varies says that a segment of varying width is among the pieces.
func (e *engine) varies(ps []piece) bool {
	for _, p := range ps {
		if p.how != asLiteral && p.how != byWidth {
			return true
		}
	}
	return false
}

func holds(c column, lit []byte) bool {
	if len(lit) == 0 {
		return false
	}
	for _, v := range c.val {
		if bytes.Contains(v, lit) {
			return true
		}
	}
	return false
}

func (e *engine) settleSegment(p *piece, text bool) {
	var s *summary
	s, p.read = e.readPiece(p, text)
	if e.keys.elided && s.max >= keptEnds && p.how != byWidth {
		p.read.spec = anyLength(p.read)
	}
	if p.read.typ == rowkey.Enum && s.closed() && s.n == len(s.val) {
		p.read.spec = enumSpec(s.words())
	}
}

// anyLength is the codec of a reading without its width, for values of which only the ends were seen.
func anyLength(r reading) string {
	switch r.typ {
	case rowkey.Hash:
		if strings.HasPrefix(r.spec, "hash(bytes") {
			return "hash(bytes)"
		}
		return "hash(b64)"
	case rowkey.Bytes:
		return "bytes"
	case rowkey.URL:
		return "url"
	}
	return "text"
}

// readPiece reads the column of a piece.
func (e *engine) readPiece(p *piece, text bool) (*summary, reading) {
	s, r := e.readOf(&view{text: text}, p.col)
	switch {
	case p.how == byItself:
		if o, ok := e.readOrdered(s); ok {
			return s, o
		}
	case p.how == byEscape && (r.typ == rowkey.Bytes || r.typ == rowkey.Hash):
		if o, ok := e.readOrdered(s); ok {
			return s, o
		}
	case p.read.typ == rowkey.IP && s.width == 4 && (r.typ == rowkey.Hash || r.typ == rowkey.IntBE):
		return s, p.read
	}
	return s, r
}

func enumSpec(words []string) string {
	spec := "enum("
	for i, w := range words {
		if i > 0 {
			spec += ", "
		}
		spec += quoteArg(w)
	}
	return spec + ")"
}

// optionalEmpties makes an optional group of a segment that is empty in some keys, where its codec takes no empty value.
func optionalEmpties(ps []piece) []piece {
	for i := range ps {
		p := ps[i]
		if p.how != byLiteral || p.read.typ == rowkey.Text || p.read.spec == "enum" || p.last {
			continue
		}
		empty := 0
		for _, v := range p.col.val {
			if len(v) == 0 {
				empty++
			}
		}
		if empty > tolerance(len(p.col.val)) && empty < len(p.col.val) {
			ps[i] = piece{how: asOptional, inner: []piece{p}}
		}
	}
	return ps
}

// codecOf is the codec that the reading of a segment asks for; where that does not read the values, the nearest that does.
func codecOf(p *piece) (rowkey.Codec, error) {
	var err error
	specs := []string{p.read.spec}
	if p.how == byWidth && p.read.fixed != "" {
		specs = []string{p.read.fixed}
	}
	for _, spec := range append(specs, fallbacks(p)...) {
		var c rowkey.Codec
		if c, err = rowkey.ParseCodec(spec); err != nil {
			continue
		}
		if p.how == byWidth && c.Width() != p.width {
			err = errWidth
			continue
		}
		if err = reads(c, p.col); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// reads fails when c does not decode nearly all values.
func reads(c rowkey.Codec, col column) error {
	bad := 0
	var first error
	for _, v := range col.val {
		if len(v) == 0 {
			continue // the segment is optional then
		}
		if _, err := c.Decode(v); err != nil {
			bad++
			first = err
		}
	}
	if bad > tolerance(len(col.val)) {
		return first
	}
	return nil
}

// fallbacks lists vaguer codecs, the nearest first.
func fallbacks(p *piece) []string {
	width := ""
	if p.how == byWidth {
		width = "(" + strconv.Itoa(p.width) + ")"
	}
	inner := ""
	if width != "" {
		inner = width
	}
	switch p.read.typ {
	case rowkey.Hash:
		return []string{"hash(b64" + inner + ")", "hash(bytes" + inner + ")"}
	case rowkey.Enum:
		if width == "" {
			return []string{"enum", "text", "bytes"}
		}
		return []string{"text" + width, "bytes" + width}
	case rowkey.Hex:
		return []string{"hex" + inner, "hash(b64" + inner + ")", "text" + width}
	case rowkey.IntPadded:
		return []string{"hash(dec" + inner + ")", "text" + width}
	}
	return []string{"text" + width, "bytes" + width}
}

type inferError string

func (e inferError) Error() string { return string(e) }

const errWidth = inferError("the codec has another width")
