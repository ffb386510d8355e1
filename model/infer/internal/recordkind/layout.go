package recordkind

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// Form is a kind on its way to a layout: the parts with the values of their segments over all keys of the kind.
type Form struct {
	Pieces []search.Piece
	rows   []int32 // keys that are cut by it
	text   bool
	layout *rowkey.Layout // with makeshift names
	lists  search.Lists
	parse  *search.Parse // as the search found it, nil where the form is not of one
	Search Search
}

// Search is how a form was found.
type Search struct {
	Keys  int     // that the search looked at
	Group int     // keys that were taken for the kind, of those that were looked at
	Fit   int     // of Group, those that the layout decodes
	Saved float64 // bits a key that the layout saves over the bare bytes
}

// parts turns pieces into the parts of a layout. codec gives the codec of a segment.
func parts(ps []search.Piece, name func(*search.Piece) string, codec func(*search.Piece) (rowkey.Codec,
	error)) ([]rowkey.Part, error) {
	var out []rowkey.Part
	for index := range ps {
		piece := &ps[index]
		switch piece.How {
		case search.AsLiteral:
			if k := len(out); k > 0 && out[k-1].Literal != nil {
				out[k-1].Literal = append(bytes.Clone(out[k-1].Literal), piece.Lit...)
				continue
			}
			out = append(out, rowkey.Part{Literal: piece.Lit})
		case search.AsRepeat, search.AsOptional:
			inner, err := parts(piece.Inner, name, codec)
			if err != nil {
				return nil, err
			}
			out = append(out, rowkey.Part{Group: &rowkey.Group{Parts: inner, Repeat: piece.How == search.AsRepeat}})
		default:
			coding, err := codec(piece)
			if err != nil {
				return nil, err
			}
			s := &rowkey.Segment{Name: name(piece), Codec: coding, Last: piece.Last && coding.Width() == 0 &&
				!rowkey.EndsItself(coding)}
			if piece.How == search.ByEscape {
				s.Escape = rowkey.EscapeOrdered
			}
			if piece.How == search.ByLength {
				s.LengthPrefix = piece.Width
			}
			out = append(out, rowkey.Part{Segment: s})
		}
	}
	return out, nil
}

// loose is the codec that takes whatever stands in the place of a segment.
func loose(p *search.Piece) (rowkey.Codec, error) {
	switch {
	case p.How == search.ByWidth:
		return rowkey.ParseCodec("bytes(" + strconv.Itoa(p.Width) + ")")
	case p.How == search.ByItself && p.Form != "":
		return rowkey.ParseCodec(p.Form)
	case p.How == search.ByItself:
		return rowkey.ParseCodec("ordered")
	}
	return rowkey.ParseCodec("bytes")
}

// Named returns the name that a piece was given.
func Named(p *search.Piece) string { return p.Name }

// numbered names segments s0, s1, ... until they have names of their own.
func numbered() func(*search.Piece) string {
	n := 0
	return func(*search.Piece) string { n++; return "s" + strconv.Itoa(n-1) }
}

// loosely makes a layout that cuts as the pieces do and takes any bytes.
func loosely(ps []search.Piece) (*rowkey.Layout, error) {
	ps = search.ClonePieces(ps)
	greedy(ps)
	made, err := parts(ps, numbered(), loose)
	if err != nil {
		return nil, err
	}
	return rowkey.New("", made...)
}

// fill cuts the keys of rows by the pieces and gives every segment its values; rows that do not fit are left out.
func (e *Engine) fill(ps []search.Piece, rows []int32) (*Form, error) {
	form := &Form{Pieces: search.ClonePieces(ps)}
	segs := search.Segments(form.Pieces)
	greedy(form.Pieces)
	layout, err := loosely(ps)
	if err != nil {
		return nil, err
	}
	at := map[*rowkey.Segment]*search.Piece{}
	for i, s := range layout.Segments() {
		segs[i].Col = column.Column{}
		at[s] = segs[i]
	}
	var spans []rowkey.Span
	for _, row := range rows {
		key := e.Keys.Key[row]
		var err error
		if spans, err = layout.Decode(spans[:0], key); err != nil {
			continue
		}
		form.rows = append(form.rows, row)
		for _, s := range spans {
			v := key[s.Start:s.End:s.End]
			p := at[s.Segment]
			if p.How == search.ByEscape {
				v = search.Unescape(v)
			}
			p.Col.Row, p.Col.Val = append(p.Col.Row, row), append(p.Col.Val, v)
		}
	}
	return form, nil
}

// greedy lets the last segment of varying width run to the last delimiter when no other does and only fixed widths
// follow: a path, an address.
func greedy(ps []search.Piece) {
	last := -1
	for i := range ps {
		piece := &ps[i]
		if piece.Last || piece.How == search.AsRepeat || piece.How == search.AsOptional {
			return
		}
		if piece.How == search.ByLiteral || piece.How == search.ByTail {
			last = i
		} else if piece.How != search.AsLiteral && piece.How != search.ByWidth {
			last = -1
		}
	}
	if last >= 0 {
		ps[last].Last = true
	}
}

// settle reads the types of all segments from the values of all keys, and drops greed that is not needed.
func (e *Engine) settle(f *Form, text bool) {
	var before []byte
	for i := range f.Pieces {
		piece := &f.Pieces[i]
		switch piece.How {
		case search.AsLiteral:
			before = piece.Lit
			continue
		case search.AsRepeat, search.AsOptional:
			inner := &Form{Pieces: piece.Inner}
			e.settle(inner, text)
		default:
			e.settleSegment(piece, text)
			if piece.Last && i+1 < len(f.Pieces) {
				piece.Last = holds(piece.Col, f.Pieces[i+1].Lit)
			} else if piece.Last {
				piece.Last = holds(piece.Col, before)
			}
		}
		before = nil
	}
	f.Pieces = optionalEmpties(noConstants(f.Pieces))
	inContext(f.Pieces)
}

// endsNumbers reports whether v, behind a number and a soft delimiter, holds the ending of a file: 17@2x.png.
func endsNumbers(ps []search.Piece, v []byte) bool {
	n := len(ps)
	if n < 2 || ps[n-1].How != search.AsLiteral || !ps[n-2].Read.IsNumber() {
		return false
	}
	lit := ps[n-1].Lit
	return column.HasByte(search.SoftDelimiters, lit[len(lit)-1]) && bytes.IndexByte(v, '.') > 0 &&
		column.TextClasses(v)&column.Letters != 0
}

// noConstants makes literals of constants that hold nothing: zeros, what stands between values with lengths, and
// the ending of numbered files.
func noConstants(ps []search.Piece) []search.Piece {
	sized := slices.ContainsFunc(ps, func(p search.Piece) bool { return p.How == search.ByLength })
	for i := range ps {
		piece := &ps[i]
		if piece.How != search.ByWidth && piece.How != search.ByLiteral || len(piece.Col.Val) == 0 || piece.Last {
			continue
		}
		value := piece.Col.Val[0]
		if slices.ContainsFunc(piece.Col.Val, func(w []byte) bool { return !bytes.Equal(value, w) }) {
			continue
		}
		zeros := len(bytes.Trim(value, "\x00")) == 0
		tag := i > 0 && sized && column.TextClasses(value)&column.NonText != 0 && len(value) <= 4
		if len(value) > 0 && len(ps) > 1 && (zeros || tag || i+1 == len(ps) && endsNumbers(ps[:i], value)) {
			*piece = search.Piece{How: search.AsLiteral, Lit: value}
		}
	}
	return ps
}

func holds(c column.Column, lit []byte) bool {
	if len(lit) == 0 {
		return false
	}
	return slices.ContainsFunc(c.Val, func(v []byte) bool { return bytes.Contains(v, lit) })
}

func (e *Engine) settleSegment(p *search.Piece, text bool) {
	var s *column.Summary
	s, p.Read = e.ReadPiece(&search.View{Text: text}, p)
	if e.Keys.Elided && s.Max >= keyset.KeptEnds && p.How != search.ByWidth {
		p.Read.Spec = anyLength(p.Read)
	}
	if p.Read.Typ == rowkey.Enum && detect.Closed(s) && s.N == len(s.Val) {
		p.Read.Spec = enumSpec(s.Words())
	}
}

// anyLength is the codec of a reading without its width, for values of which only the ends were seen.
func anyLength(r detect.Reading) string {
	switch r.Typ {
	case rowkey.Hash:
		if strings.HasPrefix(r.Spec, "hash(bytes") {
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

// enumSpec writes the codec of a closed list, in the order of the values: that of their frequency differs between
// samples.
func enumSpec(words []string) string {
	spec := "enum("
	for i, w := range slices.Sorted(slices.Values(words)) {
		if i > 0 {
			spec += ", "
		}
		spec += detect.QuoteArg(w)
	}
	return spec + ")"
}

// OpenLists drops lists of the values that a segment allows where they do not distinguish the kinds and a value is
// rare: another sample of the table may lack it or hold one more, and a key with a value that was not seen is no
// garbage.
func (e *Engine) OpenLists(forms []*Form) {
	before := e.kindOf(forms)
	for _, form := range forms {
		form.openLists(e.isWhole, func() bool {
			for i, k := range e.kindOf(forms) {
				if before[i] >= 0 && k != before[i] {
					return false
				}
			}
			return true
		})
	}
}

// isWhole reports whether a column has every value that its segment has in the table: each is frequent, and was read in
// several places of many. Rows that were read side by side are alike in what their keys begin with.
func (e *Engine) isWhole(c column.Column) bool {
	const leastOfAll, leastOfEach = 20, 3 // runs of rows
	summary := column.Summarize(c)
	if !detect.Frequent(summary) || e.Keys.Runs(c.Row) < min(leastOfAll, len(c.Row)) {
		return false
	}
	rows := map[string][]int32{}
	for i, v := range c.Val {
		rows[string(v)] = append(rows[string(v)], c.Row[i])
	}
	for _, of := range rows {
		if e.Keys.Runs(of) < min(leastOfEach, len(of)) {
			return false
		}
	}
	return true
}

// openLists drops the lists of the form that are not whole, all or none, as long as that keeps what is asked for.
func (f *Form) openLists(isWhole func(column.Column) bool, keeps func() bool) {
	closed, pieces := f.layout, search.ClonePieces(f.Pieces)
	open := false
	for _, p := range search.Segments(f.Pieces) {
		if p.Read.Typ == rowkey.Enum && p.Read.Spec != "enum" && !isWhole(p.Col) {
			p.Read.Spec, open = "enum", true
		}
	}
	if !open {
		return
	}
	l, err := f.Build("", numbered())
	if err == nil {
		if f.layout = l; keeps() {
			return
		}
	}
	f.layout, f.Pieces = closed, pieces
}

// optionalEmpties makes an optional group of a segment that is empty in some keys, where its codec takes no empty
// value.
func optionalEmpties(ps []search.Piece) []search.Piece {
	for i := range ps {
		piece := ps[i]
		if piece.How != search.ByLiteral || piece.Read.Typ == rowkey.Text || piece.Read.Spec == "enum" || piece.Last {
			continue
		}
		empty := 0
		for _, v := range piece.Col.Val {
			if len(v) == 0 {
				empty++
			}
		}
		if empty > column.Tolerance(len(piece.Col.Val)) && empty < len(piece.Col.Val) {
			ps[i] = search.Piece{How: search.AsOptional, Inner: []search.Piece{piece}}
		}
	}
	return ps
}

// pieceCodec is the codec that the reading of a segment asks for; where that does not read the values, the nearest that
// does.
func pieceCodec(p *search.Piece) (rowkey.Codec, error) {
	var err error
	specs := []string{p.Read.Spec}
	if p.How == search.ByWidth && p.Read.Fixed != "" {
		specs = []string{p.Read.Fixed}
	}
	for _, spec := range append(specs, fallbacks(p)...) {
		var c rowkey.Codec
		if c, err = rowkey.ParseCodec(spec); err != nil {
			continue
		}
		if p.How == search.ByWidth && c.Width() != p.Width {
			err = errors.New("the codec has another width")
			continue
		}
		if err = reads(c, p.Col); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// reads fails when c does not decode nearly all values.
func reads(c rowkey.Codec, col column.Column) error {
	bad := 0
	var first error
	for _, v := range col.Val {
		if len(v) == 0 {
			continue // the segment is optional then
		}
		if _, err := c.Decode(v); err != nil {
			bad++
			first = err
		}
	}
	if bad > column.Tolerance(len(col.Val)) {
		return first
	}
	return nil
}

// fallbacks lists vaguer codecs, the nearest first.
func fallbacks(p *search.Piece) []string {
	width := ""
	if p.How == search.ByWidth {
		width = "(" + strconv.Itoa(p.Width) + ")"
	}
	switch p.Read.Typ {
	case rowkey.Hash:
		return []string{"hash(b64" + width + ")", "hash(bytes" + width + ")"}
	case rowkey.Enum:
		if width == "" {
			return []string{"enum", "text", "bytes"}
		}
		return []string{"text" + width, "bytes" + width}
	case rowkey.Hex:
		return []string{"hex" + width, "hash(b64" + width + ")", "text" + width}
	case rowkey.IntPadded:
		return []string{"hash(dec" + width + ")", "text" + width}
	}
	return []string{"text" + width, "bytes" + width}
}

// PiecesOfForms lists the pieces of each form.
func PiecesOfForms(forms []*Form) [][]search.Piece {
	out := make([][]search.Piece, len(forms))
	for i, f := range forms {
		out[i] = f.Pieces
	}
	return out
}
