package infer

import (
	"cmp"
	"context"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Choice is a codec that a range of bytes can have, and the layout in which it has it.
type Choice struct {
	Codec  rowkey.Codec
	Layout *rowkey.Layout
}

// Choices returns the codecs, of words, that bytes from to to (exclusive) of a key can have: those that read the same
// bytes of all keys of s which the layout reads. Where the bytes are a segment its own comes first, then what they
// would be inferred to be, times from 2000 to 2036, values of a form, numbers, words, and bytes. A canceled ctx ends it
// with the context's error; other errors say why the bytes cannot be a segment.
func Choices(ctx context.Context, s *sample.Sample, l *rowkey.Layout, key []byte, from, to int,
	words rowkey.Vocabulary) ([]Choice, error) {
	place, err := l.Place(key, from, to)
	if err != nil {
		return nil, err
	}
	marked := markedKeys{ctx: ctx, place: place, key: key, from: from, to: to}
	var spans []rowkey.Span
	for i := range s.Rows() {
		if spans, err = l.Decode(spans[:0], s.Key(i)); err == nil {
			marked.keys = append(marked.keys, s.Key(i))
		}
	}
	codecs := words.Menu(to - from)
	if own := place.Codec(); own != nil {
		codecs = append([]rowkey.Codec{own}, codecs...)
	}
	inferred, ok := marked.inferred(keyset.Pick(s, keyset.DefaultKeys), words)
	if ok {
		codecs = append(codecs, inferred)
	}
	var out []Choice
	seen := map[string]bool{}
	for _, c := range codecs {
		if seen[c.Spec()] {
			continue
		}
		seen[c.Spec()] = true
		if layout := marked.with(c); layout != nil {
			out = append(out, Choice{c, layout})
		}
	}
	rank := map[string]int{}
	for _, c := range out {
		rank[c.Codec.Spec()] = marked.rank(c)
	}
	if ok {
		rank[inferred.Spec()] = 1
	}
	if own := place.Codec(); own != nil {
		rank[own.Spec()] = 0
	}
	slices.SortStableFunc(out, func(a, b Choice) int { return cmp.Compare(rank[a.Codec.Spec()], rank[b.Codec.Spec()]) })
	return out, ctx.Err()
}

// markedKeys are keys in which a range of bytes shall be a segment.
type markedKeys struct {
	ctx      context.Context
	place    *rowkey.Place
	key      []byte // in which the range is known
	from, to int
	keys     [][]byte
}

// with returns the layout in which the range has a codec, nil where that reads other bytes or not all keys.
func (m *markedKeys) with(c rowkey.Codec) *rowkey.Layout {
	for _, bytesBeside := range []bool{false, true} {
		layout, err := m.place.With(c, bytesBeside)
		if err != nil {
			return nil
		}
		if span, ok := m.span(layout, m.key); !ok || span.Start != m.from || span.End != m.to {
			continue
		}
		if m.readsAll(layout) {
			return layout
		}
	}
	return nil
}

func (m *markedKeys) readsAll(l *rowkey.Layout) bool {
	const often = 1024 // keys between two looks at the context
	var spans []rowkey.Span
	for i, key := range m.keys {
		if i%often == 0 && m.ctx.Err() != nil {
			return false
		}
		var err error
		if spans, err = l.Decode(spans[:0], key); err != nil {
			return false
		}
	}
	return true
}

// span returns the range in a key.
func (m *markedKeys) span(l *rowkey.Layout, key []byte) (rowkey.Span, bool) {
	spans, err := l.Decode(nil, key)
	i := slices.IndexFunc(spans, func(s rowkey.Span) bool { return s.Segment.Name == m.place.Name })
	if err != nil || i < 0 {
		return rowkey.Span{}, false
	}
	return spans[i], true
}

// inferred returns what the bytes of the range would be inferred to be.
func (m *markedKeys) inferred(keys *keyset.Keyset, words rowkey.Vocabulary) (rowkey.Codec, bool) {
	var plain *rowkey.Layout
	for _, codec := range words.Menu(m.to - m.from) {
		if codec.Type() == rowkey.Bytes && plain == nil {
			plain = m.with(codec)
		}
	}
	if plain == nil {
		return nil, false
	}
	var values column.Column
	for i, key := range keys.Key {
		if span, ok := m.span(plain, key); ok {
			values.Row, values.Val = append(values.Row, int32(i)), append(values.Val, key[span.Start:span.End])
		}
	}
	_, read := search.NewEngine(m.ctx, keys).ReadColumn(&search.View{Text: !column.IsBinary(values)}, values)
	codec, err := words.Codec(read.Spec)
	return codec, err == nil
}

// rank orders codecs by how much it says that all values are of theirs.
func (m *markedKeys) rank(c Choice) int {
	const aTime, formed, number, word, opaque = 2, 3, 4, 5, 6
	text := column.IsText(m.key[m.from:m.to])
	switch c.Codec.Type() {
	case rowkey.Timestamp:
		if m.isPlausible(c.Layout) {
			return aTime
		}
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hex:
		return number
	case rowkey.IntBE, rowkey.OrderedCode:
		if !text {
			return number
		}
	case rowkey.Text, rowkey.Enum, rowkey.Hash, rowkey.Geohash:
		return word
	case rowkey.UUID, rowkey.ULID, rowkey.Domain, rowkey.URL, rowkey.Email, rowkey.IP, rowkey.JSON:
		if text {
			return formed
		}
		return word // any bytes of that many are one
	}
	return opaque
}

// isPlausible reports whether the times of all keys are from 2000 to 2036.
func (m *markedKeys) isPlausible(l *rowkey.Layout) bool {
	const first, last = 946_684_800, 2_082_758_400
	for _, key := range m.keys {
		span, ok := m.span(l, key)
		if !ok || span.Value.Kind == rowkey.KindTime && (span.Value.Int < first || span.Value.Int > last) {
			return false
		}
	}
	return true
}
