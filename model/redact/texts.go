package redact

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"tabletop/model/rowkey"
)

// cutter states what a text is made of, and the layout; where none explains it, explained is false. Spans are valid
// until the next call. A text without a layout that is explained stays.
type cutter func(text []byte) (spans []rowkey.Span, layout *rowkey.Layout, explained bool)

// texts are the keys of a table, or the qualifiers of a family, in order and all different. They are replaced in two
// steps: first times are moved, then the forest replaces what else is data.
type texts struct {
	forest *forest
	cut    cutter
	// about distinguishes the domains of keys from those of qualifiers.
	about    string
	readings map[*rowkey.Segment]*reading
	spelled  *spelled
	text     *classes
	binary   *classes

	from  [][]byte
	now   [][]byte
	steps [][]int32 // for each byte of now the node it leads to, noNode where the byte is structure
}

// newTexts moves the times of texts. It is false when a time does not fit where it stands, or when the texts would not
// be in order any more, which without a forest they need not.
func newTexts(f *forest, about string, from [][]byte, cut cutter, constants *spelled, move bool) (*texts, bool) {
	texts := &texts{forest: f, about: about, from: from, cut: cut, spelled: constants, text: textClasses(),
		binary:   binaryClasses(),
		readings: map[*rowkey.Segment]*reading{}}
	if f == nil {
		texts.text, texts.binary = wideTextClasses(), wideBinaryClasses()
	}
	total := 0
	for _, b := range from {
		total += len(b)
	}
	arena := make([]byte, 0, total)
	texts.now = make([][]byte, len(from))
	for i, data := range from {
		start := len(arena)
		arena = append(arena, data...)
		texts.now[i] = arena[start:len(arena):len(arena)]
		if !move {
			continue
		}
		spans, _, _ := cut(data)
		for _, s := range spans {
			if !moveTime(s.Segment, s.Value, texts.now[i][s.Start:s.End]) {
				return texts, false
			}
		}
		if f != nil && i > 0 && bytes.Compare(texts.now[i-1], texts.now[i]) >= 0 {
			return texts, false
		}
	}
	return texts, true
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
	for i, data := range t.from {
		t.steps[i], arena = arena[:len(data):len(data)], arena[len(data):]
		for k := range t.steps[i] {
			t.steps[i][k] = noNode
		}
		spans, layout, explained := t.cut(data)
		if !explained {
			lost = append(lost, i)
			continue
		}
		t.plantSpans(i, spans)
		if layout != nil {
			t.plantLiterals(i, spans, t.spelled.literals[layout])
		}
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
		reading := t.segmentReading(span.Segment)
		if span.Start == span.End || reading.stays(t.from[i][span.Start:span.End]) {
			continue
		}
		part := t.now[i][span.Start:span.End]
		fixed := make([]bool, len(part))
		reading.fix(part, fixed)
		at := t.forest.domains[t.forest.domain(t.segmentDomain(span.Segment), reading.classes, reading.closed)].root
		for k, b := range part {
			at = t.forest.step(at, b, fixed[k])
			t.steps[i][span.Start+k] = at
		}
		t.forest.nodes[at].end = true
	}
}

// segmentReading returns what is known of a segment.
func (t *texts) segmentReading(seg *rowkey.Segment) *reading {
	r := t.readings[seg]
	if r == nil {
		made := newReading(seg.Codec, t.spelled.stay[seg], t.spelled.prefixes[seg], t.text, t.binary)
		r = &made
		t.readings[seg] = r
	}
	return r
}

// segmentDomain names the domain of the texts of a segment.
func (t *texts) segmentDomain(seg *rowkey.Segment) string {
	return t.about + seg.Name + " " + string(seg.Codec.Type())
}

// literalDomain names the domain of constant bytes between segments.
func (t *texts) literalDomain() string { return t.about + "\x00literal" }

// plantLiterals puts in those constants of a text that do not stay.
func (t *texts) plantLiterals(i int, spans []rowkey.Span, literals [][]byte) {
	t.eachLiteral(i, spans, literals, func(from, to int) {
		at := t.forest.domains[t.forest.domain(t.literalDomain(), t.text, false)].root
		for k := from; k < to; k++ {
			at = t.forest.step(at, t.now[i][k], false)
			t.steps[i][k] = at
		}
	})
}

// eachLiteral visits where these constants, the longest first, stand between the segments of a text.
func (t *texts) eachLiteral(i int, spans []rowkey.Span, literals [][]byte, visit func(from, to int)) {
	from := 0
	for number := 0; number <= len(spans) && len(literals) > 0; number++ {
		to, next := len(t.now[i]), 0
		if number < len(spans) {
			to, next = spans[number].Start, spans[number].End
		}
		for from < to {
			gap := t.now[i][from:to]
			found := slices.IndexFunc(literals, func(l []byte) bool { return bytes.HasPrefix(gap, l) })
			if found < 0 {
				from++
				continue
			}
			visit(from, from+len(literals[found]))
			from += len(literals[found])
		}
		from = max(next, from)
	}
}

// plantLost puts in a text that no layout explains. As far as it is like the one before or the next explained one, its
// bytes go the same way, so that all stay in order.
func (t *texts) plantLost(i, next int) {
	text := t.now[i]
	like, count := -1, -1
	for _, j := range []int{i - 1, next} {
		if j >= 0 && j < len(t.now) {
			if k := common(text, t.now[j]); k > count {
				like, count = j, k
			}
		}
	}
	at := noNode
	if like >= 0 {
		copy(t.steps[i], t.steps[like][:count])
		if count < len(t.now[like]) && t.steps[like][count] != noNode {
			at = t.forest.nodes[t.steps[like][count]].parent
		}
	}
	count = max(count, 0)
	if at == noNode {
		of, name := t.lostDomain(text)
		at = t.forest.domains[t.forest.domain(name, of, false)].root
	}
	for k := count; k < len(text); k++ {
		at = t.forest.step(at, text[k], false)
		t.steps[i][k] = at
	}
}

// lostDomain is the domain of a text that no layout explains.
func (t *texts) lostDomain(text []byte) (*classes, string) {
	if !utf8.Valid(text) {
		return t.binary, t.about + "\x00bytes"
	}
	return t.text, t.about + "\x00text"
}

// tie makes texts that begin alike continue alike: bytes that follow one beginning are replaced by one rule, whatever
// segments they are in, or their order could change.
func (t *texts) tie() {
	type place struct {
		node  int32
		fixed byteSet
	}
	var open []place // for each length, what follows the beginning of that length
	for index, text := range t.now {
		fresh := 0 // the first place that no text before has come to
		if index > 0 {
			if fresh = common(t.now[index-1], text) + 1; fresh > len(t.now[index-1]) {
				fresh = len(t.now[index-1])
			}
		}
		for position, char := range text {
			if position >= fresh {
				if position < len(open) {
					open[position] = place{node: noNode}
				} else {
					open = append(open, place{node: noNode})
				}
			}
			opened := &open[position]
			step := t.steps[index][position]
			if step == noNode {
				if !opened.fixed.has(char) {
					opened.fixed.add(char)
					if opened.node != noNode {
						t.forest.pin(opened.node, opened.fixed)
					}
				}
				continue
			}
			at := t.forest.nodes[step].parent
			switch {
			case opened.node == noNode:
				if opened.node = at; opened.fixed != (byteSet{}) {
					t.forest.pin(at, opened.fixed)
				}
			case opened.node != at:
				t.forest.join(opened.node, at)
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
