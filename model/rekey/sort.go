package rekey

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"tabletop/model/segments"
)

// entry is a piece, and eight bytes of its key.
type entry struct {
	head  uint64
	piece uint32
}

// order returns the pieces in the order of their keys, pieces of one key in the order of the source.
func (m *Moved) order() []uint32 {
	entries := make([]entry, m.Len())
	depth := m.lead()
	ascending := true
	for i := range entries {
		entries[i].piece = uint32(i)
		ascending = ascending && (i == 0 || bytes.Compare(m.Key(i-1), m.Key(i)) <= 0)
	}
	if !ascending {
		m.sort(entries, depth)
	}
	order := make([]uint32, len(entries))
	for i := range entries {
		order[i] = entries[i].piece
	}
	return order
}

// lead returns the number of bytes that all keys begin with.
func (m *Moved) lead() int {
	if m.Len() == 0 {
		return 0
	}
	first := m.Key(0)
	lead := len(first)
	for i := 1; i < m.Len() && lead > 0; i++ {
		lead = shared(first[:lead], m.Key(i))
	}
	return lead
}

// shared returns the length of what two keys begin with.
func shared(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n && binary.LittleEndian.Uint64(a[i:]) == binary.LittleEndian.Uint64(b[i:]); i += 8 {
	}
	for ; i < n && a[i] == b[i]; i++ {
	}
	return i
}

// sort sorts entries whose keys begin with the same depth bytes, by eight bytes at a time: those that agree in the
// first eight are sorted by the next, on all cores.
func (m *Moved) sort(entries []entry, depth int) {
	m.load(entries, depth)
	spare := make([]entry, len(entries))
	radix(entries, spare)
	var ends []int // of parts that begin with other bytes than the parts before
	for _, end := range chunks(len(entries)) {
		for end < len(entries) && entries[end].head == entries[end-1].head {
			end++
		}
		if len(ends) == 0 || end > ends[len(ends)-1] {
			ends = append(ends, end)
		}
	}
	segments.Parallel(len(ends), func(i int) {
		from := 0
		if i > 0 {
			from = ends[i-1]
		}
		m.sortRuns(entries[from:ends[i]], spare[from:ends[i]], depth+8)
	})
}

// load takes the eight bytes of the keys from depth on, zeros where a key ends before.
func (m *Moved) load(entries []entry, depth int) {
	for i := range entries {
		entries[i].head = head(m.Key(int(entries[i].piece)), depth)
	}
}

func head(key []byte, depth int) uint64 {
	if depth+8 <= len(key) {
		return binary.BigEndian.Uint64(key[depth:])
	}
	var buf [8]byte
	copy(buf[:], key[min(depth, len(key)):])
	return binary.BigEndian.Uint64(buf[:])
}

// sortRuns sorts each run of equal heads by what follows. depth is where that begins.
func (m *Moved) sortRuns(entries, spare []entry, depth int) {
	for from := 0; from < len(entries); {
		end := from
		for end < len(entries) && entries[end].head == entries[from].head {
			end++
		}
		if end > from+1 {
			m.sortRun(entries[from:end], spare[from:end], depth)
		}
		from = end
	}
}

// sortRun sorts entries whose keys agree up to depth, if zeros stand behind the shorter ones. These are the least:
// each is what the longer ones begin with.
func (m *Moved) sortRun(entries, spare []entry, depth int) {
	ended, rest := 0, spare[:0]
	for _, e := range entries {
		if len(m.Key(int(e.piece))) <= depth {
			entries[ended] = e
			ended++
		} else {
			rest = append(rest, e)
		}
	}
	copy(entries[ended:], rest)
	slices.SortFunc(entries[:ended], func(a, b entry) int {
		long, other := len(m.Key(int(a.piece))), len(m.Key(int(b.piece)))
		return cmp.Or(cmp.Compare(long, other), cmp.Compare(a.piece, b.piece))
	})
	switch entries, spare = entries[ended:], spare[ended:]; {
	case len(entries) <= 1:
	case len(entries) <= few:
		slices.SortFunc(entries, func(a, b entry) int {
			return cmp.Or(bytes.Compare(m.Key(int(a.piece))[depth:], m.Key(int(b.piece))[depth:]),
				cmp.Compare(a.piece, b.piece))
		})
	default:
		m.load(entries, depth)
		radix(entries, spare)
		m.sortRuns(entries, spare, depth+8)
	}
}

// few is the number of entries up to which comparing whole keys is faster than counting bytes.
const few = 256

// radix sorts entries by their heads; those of one head keep their order. It goes from the last byte to the first,
// and passes over bytes in which all agree. spare has room for as many.
func radix(entries, spare []entry) {
	var counts [8][256]int
	for i := range entries {
		h := entries[i].head
		for b := range counts {
			counts[b][byte(h>>(8*b))]++
		}
	}
	from, to := entries, spare
	for index := range counts {
		next, one := 0, false
		for v, n := range counts[index] {
			one = one || n == len(entries)
			counts[index][v] = next
			next += n
		}
		if one {
			continue
		}
		for i := range from {
			at := &counts[index][byte(from[i].head>>(8*index))]
			to[*at] = from[i]
			*at++
		}
		from, to = to, from
	}
	if len(entries) > 0 && &from[0] != &entries[0] {
		copy(entries, from)
	}
}
