package recordkind

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/derive"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// ProveSalts replays hash functions over the segments of a form to explain segments that may be salts or digests of
// others. Only such a proof makes a salt: that values are spread evenly says nothing.
func (e *Engine) ProveSalts(f *Form) {
	keys, others := e.cutKeys(f)
	if len(keys) < 12 {
		return
	}
	if !e.proveSegments(f, keys, others) && e.gluedSalt(f, keys, others) {
		keys, others = e.cutKeys(f)
		e.proveSegments(f, keys, others)
	}
}

// proveSegments tries each segment of a form; it reports whether the first one is explained.
func (e *Engine) proveSegments(f *Form, keys []derive.CutKey, others func() []derive.CutKey) bool {
	segs, seps := search.Segments(f.Pieces), separators(f.Pieces)
	for i, p := range segs {
		if !saltLike(p, i, len(segs)) || e.Ctx.Err() != nil {
			continue
		}
		if pr, ok := derive.Replay(keys, others, i, times(segs), seps); ok {
			p.Proof = &pr
		}
	}
	return segs[0].Proof != nil
}

// gluedSalt cuts a salt or a digest off the front of the first segment, where the beginning of its values is proved to
// be a hash of the rest of them, or of the rest of the key.
func (e *Engine) gluedSalt(f *Form, keys []derive.CutKey, others func() []derive.CutKey) bool {
	piece := f.Pieces[0]
	if piece.How != search.ByLiteral && piece.How != search.ByWidth || piece.Last || piece.Read.Strong &&
		piece.Read.Typ != rowkey.Hash || piece.Read.Typ == rowkey.Timestamp {
		return false
	}
	for _, width := range []int{16, 8, 4, 3, 2, 1} {
		cut := derive.WithHead(keys, width)
		if len(cut) < column.Most(len(keys)) {
			continue
		}
		segs := append([]*search.Piece{{}}, search.Segments(f.Pieces)...)
		if _, ok := derive.Replay(cut, func() []derive.CutKey { return derive.WithHead(others(), width) }, 0,
			times(segs),
			separators(f.Pieces)); !ok {
			continue
		}
		salted := append([]search.Piece{{How: search.ByWidth, Width: width}}, search.ClonePieces(f.raw())...)
		if piece.How == search.ByWidth {
			salted[1].Width -= width
		}
		if g := e.buildForm(salted, f.rows, f.text); g != nil && len(g.rows) >= column.Most(len(f.rows)) {
			f.Pieces, f.layout, f.rows = g.Pieces, g.layout, g.rows
			return true
		}
	}
	return false
}

// separators lists the ways in which a program may have joined segments before it hashed them: not at all, or with a
// delimiter of the key.
func separators(ps []search.Piece) [][]byte {
	out := [][]byte{nil}
	for _, p := range ps {
		if len(p.Lit) <= 2 && !slices.ContainsFunc(out, func(s []byte) bool { return bytes.Equal(s, p.Lit) }) {
			out = append(out, p.Lit)
		}
	}
	return out
}

// saltLike reports whether a segment may be the hash of others: a digest, a short id, or a small number at either end
// of the key.
func saltLike(p *search.Piece, i, n int) bool {
	switch p.Read.Typ {
	case rowkey.Hash, rowkey.Bytes, rowkey.Hex:
		return p.Read.Spec != ""
	case rowkey.IntBE, rowkey.IntDecimal, rowkey.IntPadded, rowkey.Enum, rowkey.Text:
		if i > 1 && i < n-1 {
			return false
		}
		s := column.Summarize(p.Col)
		short := p.Read.Typ != rowkey.Enum && p.Read.Typ != rowkey.Text || s.Only(column.Digit|column.HexLower) ||
			s.Only(column.Digit|column.HexUpper)
		return short && s.Distinct > 1 && s.Max <= 4
	}
	return false
}

// cutKeys cuts keys of a form by its layout: those on which functions are tried, and others on which what was found is
// verified; these are cut when they are asked for.
func (e *Engine) cutKeys(f *Form) (keys []derive.CutKey, others func() []derive.CutKey) {
	index := map[*rowkey.Segment]int{}
	for i, s := range f.layout.Segments() {
		index[s] = i
	}
	var trial, held []int32
	for i, r := range f.rows {
		if i%3 == 2 {
			held = append(held, r)
		} else {
			trial = append(trial, r)
		}
	}
	cut := func(rows []int32) (out []derive.CutKey) {
		var spans []rowkey.Span
		for _, row := range rows {
			key := e.Keys.Key[row]
			var err error
			if spans, err = f.layout.Decode(spans[:0], key); err != nil {
				continue
			}
			c := derive.CutKey{Key: key}
			for _, s := range spans {
				c.From, c.To, c.Group = append(c.From, s.Start), append(c.To, s.End), append(c.Group, index[s.Segment])
			}
			out = append(out, c)
		}
		return out
	}
	return cut(e.Keys.Thin(trial, derive.ReplayKeys)), sync.OnceValue(func() []derive.CutKey { return cut(held) })
}

// Proven turns the reading of a segment that is a function of others into what it is.
func Proven(p *search.Piece, name func(int) string) {
	pr := p.Proof
	if pr == nil {
		return
	}
	summary := column.Summarize(p.Col)
	if pr.Buckets == 0 {
		if p.Read.Typ == rowkey.IntBE || p.Read.Typ == rowkey.Bytes {
			p.Read.Typ, p.Read.Spec = rowkey.Hash, column.HashSpec("bytes", summary.Width)
		} else if p.Read.Typ == rowkey.Hex && summary.Width > 2 {
			form := "hex"
			if summary.All&column.HexUpper != 0 {
				form = "upper"
			}
			p.Read.Typ, p.Read.Spec = rowkey.Hash, column.HashSpec(form, summary.Width)
		}
		return
	}
	form := "int"
	switch {
	case p.Read.Typ == rowkey.IntBE || p.Read.Typ == rowkey.Bytes || p.Read.Typ == rowkey.Hash &&
		summary.All&column.NonText != 0:
		form = fmt.Sprintf("be(%d)", summary.Width)
	case p.Read.Typ == rowkey.Hex || summary.All&column.Letters != 0:
		form = fmt.Sprintf("hex(%d)", summary.Width)
		if summary.All&column.HexUpper != 0 {
			form = fmt.Sprintf("hex(%d, upper)", summary.Width)
		}
	case summary.Width > 0 && summary.LeadingZeros() > 0:
		form = fmt.Sprintf("pad(%d)", summary.Width)
	}
	names := make([]string, len(pr.Inputs))
	for i, in := range pr.Inputs {
		names[i] = name(in)
	}
	p.Read.Typ = rowkey.Salt
	p.Read.Spec = fmt.Sprintf("salt(%d, %s, %s(%s))", pr.Buckets, form, pr.Hash, strings.Join(names, ", "))
	p.Read.Word = "salt"
}

// times reports of each segment whether it holds a time.
func times(segs []*search.Piece) []bool {
	out := make([]bool, len(segs))
	for i, p := range segs {
		out[i] = p.Read.Typ == rowkey.Timestamp
	}
	return out
}
