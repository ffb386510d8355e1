package simulate

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// component is a field together with the literal behind it, as a column of ranks: rows compare by their ranks as they do
// by the bytes.
type component struct {
	rank  []uint32 // row -> place of its text among all
	bits  int      // that a rank takes
	texts [][]byte // rank -> the bytes in the key, literal included
	lens  []uint32 // rank -> length of the text, where lengths differ
	heads []uint64 // rank -> eight bytes of the text, from lead on
	lead  int      // what all texts begin with
	fixed int      // length of every text; -1 when they differ
	// safe means that no text is a proper prefix of another, so that what comes behind cannot change the order.
	safe bool
}

// component makes the component of a field, or finds it made already.
func (b *Base) component(f *field, after []byte) *component {
	key := f.key + "\x00" + string(after)
	b.mu.Lock()
	c := b.components[key]
	b.mu.Unlock()
	if c != nil {
		return c
	}
	c = newComponent(b.render(f), after)
	b.mu.Lock()
	b.components[key] = c
	b.mu.Unlock()
	return c
}

func newComponent(r *rendered, after []byte) *component {
	texts := make([][]byte, len(r.text), len(r.text)+1)
	arena := make([]byte, 0, len(r.text)*(8+len(after)))
	for id, text := range r.text {
		start := len(arena)
		arena = append(append(arena, text...), after...)
		texts[id] = arena[start:len(arena):len(arena)]
	}
	if r.lacks {
		texts = append(texts, slices.Concat(r.absent, after))
	}
	c := &component{lead: leadOf(texts), fixed: -1, safe: true}
	rankOf := c.sort(texts)
	c.rank = make([]uint32, len(r.of))
	for row, id := range r.of {
		if id == none {
			id = uint32(len(r.text))
		}
		c.rank[row] = rankOf[id]
	}
	c.bits = bits.Len(uint(max(len(c.texts)-1, 0)))
	c.heads = make([]uint64, len(c.texts))
	for i, text := range c.texts {
		c.heads[i] = head(text, c.lead)
		if i > 0 && bytes.HasPrefix(text, c.texts[i-1]) { // of all that begin with a text, the next is the first
			c.safe = false
		}
	}
	if len(c.texts) > 0 {
		c.fixed = len(c.texts[0])
		for _, text := range c.texts {
			if len(text) != c.fixed {
				c.fixed = -1
				break
			}
		}
	}
	if c.fixed < 0 {
		c.lens = make([]uint32, len(c.texts))
		for i, text := range c.texts {
			c.lens[i] = uint32(len(text))
		}
	}
	return c
}

// leadOf is the length of what all texts begin with.
func leadOf(texts [][]byte) int {
	if len(texts) == 0 {
		return 0
	}
	lead := len(texts[0])
	for _, text := range texts {
		lead = min(lead, shared(text, texts[0]))
	}
	return lead
}

// head is eight bytes of a text from lead on, zeros where it ends before.
func head(text []byte, lead int) uint64 {
	var buf [8]byte
	copy(buf[:], text[min(lead, len(text)):])
	return binary.BigEndian.Uint64(buf[:])
}

// sort puts the different texts in order and returns the rank of each of those given.
func (c *component) sort(texts [][]byte) []uint32 {
	type item struct {
		head uint64
		id   uint32
	}
	items := make([]item, len(texts))
	for id, text := range texts {
		items[id] = item{head(text, c.lead), uint32(id)}
	}
	slices.SortFunc(items, func(a, b item) int {
		switch {
		case a.head < b.head:
			return -1
		case a.head > b.head:
			return 1
		}
		return bytes.Compare(texts[a.id], texts[b.id])
	})
	rankOf := make([]uint32, len(texts))
	for _, it := range items {
		if n := len(c.texts); n == 0 || !bytes.Equal(c.texts[n-1], texts[it.id]) {
			c.texts = append(c.texts, texts[it.id])
		}
		rankOf[it.id] = uint32(len(c.texts) - 1)
	}
	return rankOf
}

// shared is how many bytes the texts of two different ranks have in common; x is where their heads differ.
func (c *component) shared(a, b uint32, x uint64) int {
	if x == 0 {
		return shared(c.texts[a], c.texts[b])
	}
	n := c.lead + bits.LeadingZeros64(x)/8
	if c.fixed < 0 { // zeros may stand for bytes that are not there
		n = min(n, int(c.lens[a]), int(c.lens[b]))
	}
	return n
}
