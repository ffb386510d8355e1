package keys

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"tabletop/model/rowkey"
)

// The functions here make a layout from another by one change to one segment. What the change leaves open, such as the
// codecs of two halves, is settled by keys: the form that decodes most of them wins, the earlier of equals.

// change puts what f makes of it in place of the segment; f gets the parts it stands among and its index.
func change(parts []rowkey.Part, seg *rowkey.Segment, f func(among []rowkey.Part, i int) []rowkey.Part) []rowkey.Part {
	for i, p := range parts {
		if p.Segment == seg {
			return f(slices.Clone(parts), i)
		}
	}
	out := slices.Clone(parts)
	for i, p := range out {
		if p.Group != nil {
			out[i].Group = &rowkey.Group{Parts: change(p.Group.Parts, seg, f), Repeat: p.Group.Repeat}
		}
	}
	return out
}

// rename gives a segment another name.
func rename(l *rowkey.Layout, seg *rowkey.Segment, name string) (*rowkey.Layout, error) {
	return rowkey.New(l.Name(), change(l.Parts(), seg, func(among []rowkey.Part, i int) []rowkey.Part {
		s := *seg
		s.Name = name
		among[i] = rowkey.Part{Segment: &s}
		return among
	})...)
}

// findSpan is where a segment is in a key, the first time it occurs.
func findSpan(l *rowkey.Layout, seg *rowkey.Segment, key []byte) (rowkey.Span, bool) {
	spans, err := l.Decode(nil, key)
	if err != nil {
		return rowkey.Span{}, false
	}
	i := slices.IndexFunc(spans, func(s rowkey.Span) bool { return s.Segment == seg })
	if i < 0 {
		return rowkey.Span{}, false
	}
	return spans[i], true
}

var errNoWay = errors.New("no layout of that kind decodes these keys")

// best is the layout of the most keys among those that the candidates make in place of drop parts, seg the first. In
// the first key the segment must end at byte end.
func best(l *rowkey.Layout, seg *rowkey.Segment, keys [][]byte, drop, end int,
	candidates [][]rowkey.Part) (*rowkey.Layout, error) {
	var chosen *rowkey.Layout
	most := 0
	var why error = errNoWay
	var spans []rowkey.Span
	for _, candidate := range candidates {
		as, err := rowkey.New(l.Name(), change(l.Parts(), seg, func(among []rowkey.Part, i int) []rowkey.Part {
			return slices.Replace(among, i, i+drop, candidate...)
		})...)
		if err != nil {
			why = err
			continue
		}
		if sp, ok := findSpan(as, as.Segment(seg.Name), keys[0]); !ok || sp.End != end {
			continue
		}
		count := 0
		for _, key := range keys {
			if _, err := as.Decode(spans[:0], key); err == nil {
				count++
			}
		}
		if count > most {
			chosen, most = as, count
		}
	}
	if chosen == nil {
		return nil, why
	}
	return chosen, nil
}

// split cuts a segment in two before byte n of it, as it stands in the first of keys. Where a delimiter stands there,
// it becomes one.
func split(l *rowkey.Layout, seg *rowkey.Segment, n int, keys [][]byte) (*rowkey.Layout, error) {
	sp, ok := findSpan(l, seg, keys[0])
	if !ok {
		return nil, errNoWay
	}
	key := keys[0][sp.Start:sp.End]
	if n < 1 || n >= len(key) {
		return nil, fmt.Errorf("a split needs a byte on either side")
	}
	if seg.Escape != rowkey.EscapeNone || seg.LengthPrefix > 0 {
		return nil, fmt.Errorf("%s is escaped or has its length before it, so it is one value", seg.Name)
	}
	second := l.FreeName(seg.Name)
	width := seg.Codec.Width()
	var candidates [][]rowkey.Part
	if d := key[n]; delimits(d) && n+1 < len(key) {
		left, right := specs(key[:n], 0), specs(key[n+1:], 0)
		if width > 0 {
			left, right = specs(key[:n], n), specs(key[n+1:], len(key)-n-1)
		}
		candidates = append(candidates, pairs(seg, second, left, []byte{d}, right)...)
	}
	right := specs(key[n:], 0)
	if width > 0 {
		right = specs(key[n:], len(key)-n)
	}
	candidates = append(candidates, pairs(seg, second, specs(key[:n], n), nil, right)...)
	return best(l, seg, keys, 1, sp.Start+n, candidates)
}

// pairs are the parts of two segments with a literal between, in every combination of their codecs. The second keeps
// what the one before the cut had of "...".
func pairs(seg *rowkey.Segment, second string, left []string, literal []byte, right []string) [][]rowkey.Part {
	var out [][]rowkey.Part
	for _, word := range left {
		for _, phrase := range right {
			parts := []rowkey.Part{{Segment: segment(seg.Name, word, false)}}
			if literal != nil {
				parts = append(parts, rowkey.Part{Literal: literal})
			}
			out = append(out, append(slices.Clone(parts), rowkey.Part{Segment: segment(second, phrase, seg.Last)}))
			if !seg.Last {
				out = append(out, append(slices.Clone(parts), rowkey.Part{Segment: segment(second, phrase, true)}))
			}
		}
	}
	return out
}

// segment makes a segment; spec is one of ours and therefore valid.
func segment(name, spec string, last bool) *rowkey.Segment {
	c, err := rowkey.ParseCodec(spec)
	if err != nil {
		panic("keys: " + err.Error())
	}
	return &rowkey.Segment{Name: name, Codec: c, Last: last}
}

// specs are codecs for bytes like b, the closest first; width is the width they shall have, 0 for any.
func specs(b []byte, width int) []string {
	var out []string
	add := func(plain, fixed string) {
		if width > 0 {
			plain = fmt.Sprintf(fixed, width)
		}
		out = append(out, plain)
	}
	if len(bytes.Trim(b, "0123456789")) == 0 {
		add("int", "pad(%d)")
	}
	if len(bytes.Trim(b, "0123456789abcdef")) == 0 && len(b)%2 == 0 && len(b) >= 4 {
		add("hex", "hex(%d)")
	}
	if utf8.Valid(b) && !bytes.ContainsFunc(b, func(r rune) bool { return !unicode.IsPrint(r) }) {
		add("text", "text(%d)")
	}
	add("bytes", "bytes(%d)")
	return out
}

// delimits reports whether a byte looks like something that stands between values.
func delimits(c byte) bool {
	return c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c < utf8.RuneSelf
}

// classOf distinguishes letters, digits, other printable bytes, and bytes of numbers.
func classOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return 0
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return 1
	case c >= ' ' && c < 0x7f:
		return 2
	}
	return 3
}

// merge joins a segment with the next one, and what is between them, under the first one's name.
func merge(l *rowkey.Layout, seg *rowkey.Segment, keys [][]byte) (*rowkey.Layout, error) {
	var next *rowkey.Segment
	drop, between := 0, 0
	change(l.Parts(), seg, func(among []rowkey.Part, i int) []rowkey.Part {
		for j := i + 1; j < len(among) && among[j].Group == nil; j++ {
			if among[j].Segment != nil {
				next, drop = among[j].Segment, j-i+1
				break
			}
			between += len(among[j].Literal)
		}
		return among
	})
	if next == nil {
		return nil, fmt.Errorf("no segment follows %s in its part of the key", seg.Name)
	}
	last, ok := findSpan(l, next, keys[0])
	if !ok {
		return nil, errNoWay
	}
	var candidates [][]rowkey.Part
	add := func(spec string, last bool) {
		candidates = append(candidates, []rowkey.Part{{Segment: segment(seg.Name, spec, last)}})
	}
	if a, b := seg.Codec.Width(), next.Codec.Width(); a > 0 && b > 0 {
		whole := resized(seg.Codec, a+between+b)
		if one := resized(next.Codec, a+between+b); between > 0 || one[0] != whole[0] { // not two halves of one form
			whole = whole[len(whole)-2:]
		}
		for _, spec := range whole {
			add(spec, false)
		}
	}
	for _, spec := range []string{"text", "bytes"} {
		add(spec, false)
		add(spec, true)
	}
	return best(l, seg, keys, drop, last.End, candidates)
}

// shift moves the boundary between a segment and the one right after it by d bytes to the right.
func shift(l *rowkey.Layout, seg *rowkey.Segment, d int, keys [][]byte) (*rowkey.Layout, error) {
	var next *rowkey.Segment
	change(l.Parts(), seg, func(among []rowkey.Part, i int) []rowkey.Part {
		if i+1 < len(among) {
			next = among[i+1].Segment
		}
		return among
	})
	width := seg.Codec.Width()
	sp, ok := findSpan(l, seg, keys[0])
	switch {
	case !ok:
		return nil, errNoWay
	case next == nil:
		return nil, fmt.Errorf("what comes after %s is no segment: a boundary can be moved between two that touch",
			seg.Name)
	case width == 0:
		return nil, fmt.Errorf("%s has no fixed width", seg.Name)
	}
	count := next.Codec.Width()
	if width+d < 1 || count > 0 && count-d < 1 {
		return nil, fmt.Errorf("a segment of no bytes is left out, not made: m merges")
	}
	right := []string{next.Codec.Spec()}
	if count > 0 {
		right = resized(next.Codec, count-d)
	}
	var candidates [][]rowkey.Part
	for _, x := range resized(seg.Codec, width+d) {
		for _, y := range right {
			candidates = append(candidates, []rowkey.Part{{Segment: segment(seg.Name, x, seg.Last)},
				{Segment: segment(next.Name, y, next.Last)}})
		}
	}
	return best(l, seg, keys, 2, sp.End+d, candidates)
}

// resized are the specs of a codec at another width: its own where it has that form at that width, then text and bytes.
func resized(c rowkey.Codec, n int) []string {
	var out []string
	if as, err := rowkey.Resize(c, n); err == nil {
		out = append(out, as.Spec())
	}
	return append(out, fmt.Sprintf("text(%d)", n), fmt.Sprintf("bytes(%d)", n))
}
