package redact

import (
	"bytes"
	"unicode/utf8"

	"tabletop/model/rowkey"
)

// cutter states what a text is made of. Where no layout explains it, explained is false. Spans are valid until the next call.
type cutter func(text []byte) (spans []rowkey.Span, explained bool)

// texts are the keys of a table, or the qualifiers of a family, in order and all different. They are replaced in two
// steps: first times are moved, then the forest replaces what else is data.
type texts struct {
	forest *forest
	cut    cutter
	// about distinguishes the domains of keys from those of qualifiers.
	about    string
	readings map[*rowkey.Segment]*reading
	words    bool // spelled words are data too
	text     *classes
	binary   *classes

	from  [][]byte
	now   [][]byte
	steps [][]int32 // for each byte of now the node it leads to, noNode where the byte is structure
}

// newTexts moves the times of texts. It is false when a time does not fit where it stands, or when the texts would not be
// in order any more.
func newTexts(f *forest, about string, from [][]byte, cut cutter, words, move bool) (*texts, bool) {
	t := &texts{forest: f, about: about, from: from, cut: cut, words: words, text: textClasses(), binary: binaryClasses(),
		readings: map[*rowkey.Segment]*reading{}}
	total := 0
	for _, b := range from {
		total += len(b)
	}
	arena := make([]byte, 0, total)
	t.now = make([][]byte, len(from))
	for i, b := range from {
		start := len(arena)
		arena = append(arena, b...)
		t.now[i] = arena[start:len(arena):len(arena)]
		if !move {
			continue
		}
		spans, _ := cut(b)
		for _, s := range spans {
			if !moveTime(s.Segment, s.Value, t.now[i][s.Start:s.End]) {
				return t, false
			}
		}
		if i > 0 && bytes.Compare(t.now[i-1], t.now[i]) >= 0 {
			return t, false
		}
	}
	return t, true
}

// plant puts the texts into the forest: first those that a layout explains, then the others along them.
func (t *texts) plant() {
	total := 0
	for _, b := range t.now {
		total += len(b)
	}
	arena := make([]int32, total)
	t.steps = make([][]int32, len(t.now))
	var lost []int
	for i, b := range t.from {
		t.steps[i], arena = arena[:len(b):len(b)], arena[len(b):]
		for k := range t.steps[i] {
			t.steps[i][k] = noNode
		}
		spans, explained := t.cut(b)
		if !explained {
			lost = append(lost, i)
			continue
		}
		t.plantSpans(i, spans)
	}
	isLost := make([]bool, len(t.now))
	for _, i := range lost {
		isLost[i] = true
	}
	for _, i := range lost {
		next := i + 1
		for next < len(t.now) && isLost[next] {
			next++
		}
		t.plantLost(i, next)
	}
	t.tie()
}

func (t *texts) plantSpans(i int, spans []rowkey.Span) {
	for _, span := range spans {
		r := t.readings[span.Segment]
		if r == nil {
			made := readingOf(span.Segment.Codec, t.words, t.text, t.binary)
			r = &made
			t.readings[span.Segment] = r
		}
		if r.whole || span.Start == span.End {
			continue
		}
		part := t.now[i][span.Start:span.End]
		fixed := make([]bool, len(part))
		r.fix(part, fixed)
		at := t.forest.domains[t.forest.domain(t.about+span.Segment.Name+" "+string(r.typ), r.classes, r.closed)].root
		for k, b := range part {
			at = t.forest.step(at, b, fixed[k])
			t.steps[i][span.Start+k] = at
		}
		t.forest.nodes[at].end = true
	}
}

// plantLost puts in a text that no layout explains. As far as it is like the one before or the next explained one, its
// bytes go the same way, so that all stay in order.
func (t *texts) plantLost(i, next int) {
	text := t.now[i]
	like, n := -1, -1
	for _, j := range []int{i - 1, next} {
		if j >= 0 && j < len(t.now) {
			if k := common(text, t.now[j]); k > n {
				like, n = j, k
			}
		}
	}
	at := noNode
	if like >= 0 {
		copy(t.steps[i], t.steps[like][:n])
		if n < len(t.now[like]) && t.steps[like][n] != noNode {
			at = t.forest.nodes[t.steps[like][n]].parent
		}
	}
	n = max(n, 0)
	if at == noNode {
		of, name := t.text, "text"
		if !utf8.Valid(text) {
			of, name = t.binary, "bytes"
		}
		at = t.forest.domains[t.forest.domain(t.about+"\x00"+name, of, false)].root
	}
	for k := n; k < len(text); k++ {
		at = t.forest.step(at, text[k], false)
		t.steps[i][k] = at
	}
}

// tie makes texts that begin alike continue alike: bytes that follow one beginning are replaced by one rule, whatever
// segments they are in, or their order could change.
func (t *texts) tie() {
	type place struct {
		node  int32
		fixed byteSet
	}
	var open []place // for each length, what follows the beginning of that length
	for i, text := range t.now {
		fresh := 0 // the first place that no text before has come to
		if i > 0 {
			if fresh = common(t.now[i-1], text) + 1; fresh > len(t.now[i-1]) {
				fresh = len(t.now[i-1])
			}
		}
		for d, b := range text {
			if d >= fresh {
				if d < len(open) {
					open[d] = place{node: noNode}
				} else {
					open = append(open, place{node: noNode})
				}
			}
			p := &open[d]
			step := t.steps[i][d]
			if step == noNode {
				if !p.fixed.has(b) {
					p.fixed.add(b)
					if p.node != noNode {
						t.forest.pin(p.node, p.fixed)
					}
				}
				continue
			}
			at := t.forest.nodes[step].parent
			switch {
			case p.node == noNode:
				if p.node = at; p.fixed != (byteSet{}) {
					t.forest.pin(at, p.fixed)
				}
			case p.node != at:
				t.forest.join(p.node, at)
			}
		}
	}
}

// replace is the texts with all bytes that are data replaced, once the forest has settled.
func (t *texts) replace() [][]byte {
	for i, text := range t.now {
		for k, step := range t.steps[i] {
			if step != noNode {
				text[k] = t.forest.nodes[step].now
			}
		}
	}
	return t.now
}

// common is how many bytes two texts have in common at their beginning.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	for k := range n {
		if a[k] != b[k] {
			return k
		}
	}
	return n
}
