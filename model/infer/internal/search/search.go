// Package search finds the cheapest way to cut keys into segments: a shortest path over vectors of offsets, one offset
// for each key, whose edges cost what their values take to describe (minimum description length).
package search

import (
	"container/heap"
	"context"
	"math"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/derive"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/keyset"
)

// Engine explains one keyset.
type Engine struct {
	*detect.Reader
	Ctx     context.Context
	codes   [][]code
	sameRun bool   // the words of all keys that are one begin with as many letters, so that these may be several codes
	around  around // IPv6 addresses in the keys, whatever those of one kind look like
	Hard    string // the delimiters that end fields wherever they stand
}

// NewEngine returns an engine that searches for ways to cut keys.
func NewEngine(ctx context.Context, keys *keyset.Keyset) *Engine {
	around, _ := findAround(keys.Key)
	return &Engine{Reader: detect.NewReader(keys), Ctx: ctx, codes: codes(), sameRun: sameRuns(keys.Key),
		around: around, Hard: findHard(keys.Key)}
}

// sameRuns reports whether nearly all keys that are a word of letters and digits begin with as many letters. Names of
// people do not: those of one length are no kind of their own, and their syllables no codes.
func sameRuns(keys [][]byte) bool {
	runs, n := column.Tally{}, 0
	for _, key := range keys {
		if column.TextClasses(key)&^column.Alnum == 0 && letterRun(key) > 0 {
			runs.Add(letterRun(key))
			n++
		}
	}
	_, same := runs.Common(n)
	return same
}

// letterRun returns how many letters v begins with.
func letterRun(v []byte) int { return classRun(v, column.Letters) }

// classRun returns how many bytes of some classes v begins with.
func classRun(v []byte, of column.Class) int {
	k := 0
	for k < len(v) && column.ByteClass(v[k])&of != 0 {
		k++
	}
	return k
}

// how is the way in which a piece ends.
type how uint8

const (
	ByLiteral  how = iota // up to the literal after it, or the end of the key
	ByWidth               // a fixed number of bytes
	ByTail                // all but a fixed number of bytes
	ByLength              // a length stands before it
	ByEscape              // up to 00 01, inner zeros escaped as 00 FF
	ByItself              // the first bits determine its length
	AsLiteral             // bytes that stand in every key
	AsRepeat              // records of a fixed width up to the end of the key
	AsOptional            // pieces that some keys have and some do not
)

// Piece is a part of a parse: a segment, a literal, a group.
type Piece struct {
	How    how
	Lit    []byte // of asLiteral
	Width  int    // byWidth: bytes; byLength: bytes of the length
	Last   bool   // byLiteral: up to the last occurrence of the literal after it
	Escape bool   // the bytes are escaped
	// ByItself: the codec of the values, empty for OrderedCode; else the one that a code in front tells, if any
	Form  string
	Extra float64       // bits a value that the cut itself is charged
	Col   column.Column // the values, unescaped; of a repeat those of all records
	Read  detect.Reading
	Inner []Piece       // of a group
	Proof *derive.Proof // that it is a function of other segments
	Name  string        // of the segment; empty until it is given one
}

// Parse is one way to cut a group of keys.
type Parse struct {
	Pieces []Piece
	Bits   float64
	Live   []int32 // indices into the view of those that fit
	Next   *Parse  // the second best way, nil when there is none

	end  *node // of the way, nil where it is a detour
	view *View
	head []Piece // that stands before what was searched
	more float64 // bits that it takes
}

// node is a state of the search: an offset into every value of the view, -1 where the value does not fit.
type node struct {
	off  []int32
	sum  int64 // of the offsets, which orders the nodes
	cost float64
	from *node
	via  []Piece
	live int
	lost []*node // dearer ways to the same offsets
	done bool    // all values are at their end
	only bool    // what it took is certain, so no other edge counts

	measured, vary bool // whether the lengths of the rests vary, once that was asked for
}

// View is what is being cut: whole keys, or the values of a column.
type View struct {
	column.Column
	Text   bool   // no binary
	nested bool   // values of a column, not keys: only certain finds justify a cut
	record bool   // records of a repeated group, not keys
	Tagged bool   // the first byte determines the kind
	Soft   bool   // no hard delimiter is in nearly all values, so the soft ones count
	hard   string // the delimiters that end fields wherever they stand
	softs  string // the soft delimiters that end fields then, see FindSoftDelimiters
	bare   bool   // nor is any soft one
	filled bool   // spaces fill up fields of one width
	Lists  Lists
	atoms  [][]atom // of every value, nil when there are none
	shared []int32  // bytes that each key begins with like the one before it; nil where the values are no whole keys
	extra  string   // soft delimiters that end fields here: '@' that is no part of addresses, and the space
}

// start is the node from which nothing has been cut yet.
func (v *View) start() *node { return &node{off: make([]int32, len(v.Val)), live: len(v.Val)} }

// queue orders nodes by how far into the values they are.
type queue []*node

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool { return q[i].sum < q[j].sum }

func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }

func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

// slackBits is how much more expensive, in bits a key, a way may be than the cheapest one that has come at least as
// far.
const slackBits = 5.0

// beam drops ways that have fallen behind. Ways that have taken the same number of bytes can be compared by what they
// cost.
type beam struct {
	least []float64 // by mean offset: the least cost of a node that far or farther
	slack float64
}

func newBeam(v *View) *beam {
	longest := 0
	for _, x := range v.Val {
		longest = max(longest, len(x))
	}
	b := &beam{least: make([]float64, longest+2), slack: slackBits*float64(len(v.Val)) + 60}
	for i := range b.least {
		b.least[i] = Inf()
	}
	return b
}

// at is the mean offset of the values that fit a node.
func (b *beam) at(n *node) int { return min(int(n.sum/int64(max(n.live, 1))), len(b.least)-1) }

func (b *beam) seen(n *node) {
	for i := b.at(n); i >= 0 && b.least[i] > n.cost; i-- {
		b.least[i] = n.cost
	}
}

// behind reports whether n has fallen behind. The more work has gone into the search, the less a way may be more
// expensive than others, so that mixtures of many things leave some for their groups.
func (b *beam) behind(n *node, work int) bool {
	slack := b.slack
	switch {
	case work > WorkLimit/2:
		slack /= 4
	case work > WorkLimit/4:
		slack /= 2
	}
	return n.cost > b.least[b.at(n)]+slack
}

// maxNodes bounds the search on keys with many possible cuts.
const maxNodes = 240

// Cut finds the cheapest way to cut the values of v.
func (e *Engine) Cut(v *View) *Parse {
	start := v.start()
	e.delimit(v, start)
	v.shared = v.prefixes()
	nodes := map[uint64]*node{HashOffsets(start.off): start}
	queue := queue{start}
	begun := e.Work
	var end *node
	var whole *node // all of it as one segment
	beam := newBeam(v)
	for len(queue) > 0 {
		next := heap.Pop(&queue).(*node)
		if next.done {
			if end == nil || next.cost < end.cost {
				end = next
			}
			continue
		}
		if e.Ctx.Err() != nil {
			break
		}
		if beam.behind(next, e.Work-begun) {
			continue
		}
		if e.Work > WorkLimit*2 && end != nil {
			break
		}
		for _, edge := range e.edges(v, next) {
			beam.seen(edge)
			if next == start && edge.done && whole == nil {
				whole = edge
			}
			hash := HashOffsets(edge.off)
			old, seen := nodes[hash]
			if seen && old.cost <= edge.cost {
				old.lost = append(old.lost, edge)
				continue
			}
			if seen {
				edge.lost = append(old.lost, &node{cost: old.cost, from: old.from, via: old.via})
			}
			if seen && !old.done && old.sum > next.sum {
				old.cost, old.from, old.via, old.lost = edge.cost, edge.from, edge.via, edge.lost
				continue
			}
			if !seen && len(nodes) >= maxNodes && !edge.done {
				continue
			}
			nodes[hash] = edge
			heap.Push(&queue, edge)
		}
	}
	if end == nil {
		return nil
	}
	if v.Text && whole != nil && whole != end && whole.cost-end.cost < leastSaving*whole.cost {
		end = whole // on long random keys the estimates differ by chance
	}
	p := end.parse(v)
	p.Next, p.end, p.view = end.second(v), end, v
	return p
}

// leastSaving is the share of the cost of the keys as one segment that a cut must save.
const leastSaving = 0.004

func (n *node) parse(v *View) *Parse {
	parse := &Parse{Bits: n.cost}
	for i, o := range n.off {
		if o >= 0 {
			parse.Live = append(parse.Live, int32(i))
		}
	}
	var via [][]Piece
	for ; n.from != nil; n = n.from {
		via = append(via, n.via)
	}
	slices.Reverse(via)
	parse.Pieces = slices.Concat(via...)
	return parse
}

// HashOffsets returns the FNV-1a hash of offsets.
func HashOffsets(off []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, o := range off {
		h = (h ^ uint64(uint32(o))) * 1099511628211
	}
	return h
}

// rest is the part of value i that n has not cut yet; nil when the value does not fit.
func (n *node) rest(v *View, i int) []byte {
	if n.off[i] < 0 {
		return nil
	}
	return v.Val[i][n.off[i]:]
}

// stepper makes an edge: given the number of a value and its rest it determines the length of the literal before the
// piece, of the piece and of the literal after it; ok is false where the value does not fit.
type stepper func(i int, rest []byte) (skip, size, after int, ok bool)

// toEnd is the stepper that takes all that is left.
func toEnd(_ int, rest []byte) (skip, size, after int, ok bool) { return 0, len(rest), 0, true }

// bytesAt returns the stepper that takes some bytes behind others.
func bytesAt(skip, size int) stepper {
	return func(_ int, rest []byte) (int, int, int, bool) { return skip, size, 0, len(rest) >= skip+size }
}

// step applies a stepper to all values. It returns nil when too many do not fit.
func (e *Engine) step(v *View, n *node, f stepper) (*node, column.Column) {
	out := &node{off: make([]int32, len(n.off)), from: n, cost: n.cost, done: true}
	col := column.Column{Row: make([]int32, 0, n.live), Val: make([][]byte, 0, n.live)}
	lost := 0
	budget := column.Tolerance(len(v.Val)) - (len(v.Val) - n.live)
	for index := range n.off {
		out.off[index] = -1
		rest := n.rest(v, index)
		if rest == nil && n.off[index] < 0 {
			continue
		}
		skip, size, after, ok := f(index, rest)
		if ok && v.atoms != nil {
			end := n.off[index] + int32(skip+size)
			ok = !inside(v.atoms[index], end) && !inside(v.atoms[index], end+int32(after))
		}
		if !ok {
			out.cost += 8*float64(len(rest)) + 12
			if lost++; lost > max(budget, 0) {
				return nil, col
			}
			continue
		}
		col.Row, col.Val = append(col.Row, v.Row[index]), append(col.Val, rest[skip:skip+size])
		out.off[index] = n.off[index] + int32(skip+size+after)
		out.sum += int64(out.off[index])
		out.live++
		if int(out.off[index]) < len(v.Val[index]) {
			out.done = false
		}
	}
	e.Work += out.live + int(out.sum-n.sum)/8
	if out.live == 0 || out.sum == n.sum {
		return nil, col
	}
	return out, col
}

// WorkLimit bounds the work for one inference, in values cut out of keys and eighths of their bytes; some 100 ns each.
// Tables of regular keys take a tenth of it.
const WorkLimit = 400_000

// Tired reports whether so much has been tried that only what must be done should be done.
func (e *Engine) Tired() bool { return e.Work > WorkLimit }

// edges lists the ways on from a node.
func (e *Engine) edges(v *View, n *node) []*node {
	if !v.Text {
		if x := e.codedEdge(v, n); x != nil {
			return []*node{x}
		}
	}
	if v.Tagged && n.from == nil {
		if x := e.fixed(v, n, 1, 0, false); x != nil && !x.done {
			return []*node{x}
		}
	}
	out := e.restEdges(v, n)
	if len(out) > 0 && out[0].only {
		return out
	}
	out = append(out, e.literalEdges(v, n)...)
	out = append(out, e.untilEdges(v, n)...)
	out = append(out, e.calendarEdges(v, n)...)
	if v.Text {
		if v.nested || v.Soft {
			out = append(out, e.textWidthEdges(v, n)...)
		}
	} else {
		fields := append(e.orderedEdges(v, n), e.lengthEdges(v, n)...)
		fields = append(fields, e.sizedEdges(v, n)...)
		if slices.ContainsFunc(fields, func(x *node) bool { return x.only }) {
			return slices.DeleteFunc(fields, func(x *node) bool { return !x.only })
		}
		out = append(out, fields...)
		out = append(out, e.repeatEdges(v, n)...)
		out = append(out, e.widthEdges(v, n)...)
	}
	return out
}

// take makes p, and what stands after it, the way to the node, and adds its cost.
func (n *node) take(v *View, s *column.Summary, p Piece, extra float64, after ...Piece) {
	if p.How != ByLength {
		extra += uncut(v, s, p.Read)
	}
	p.Extra = extra / float64(max(1, len(s.Val)))
	n.cost += p.Read.Bits + column.SegmentCost + extra
	n.via = append([]Piece{p}, after...)
}

// Inf returns positive infinity, the cost of what is not possible.
func Inf() float64 { return math.Inf(1) }

// SearchKeys is how many keys of a group are searched: enough to distinguish the ways to cut, and few enough to be
// quick.
const SearchKeys = 224

// NewColumn returns the column of the whole keys of some rows.
func (e *Engine) NewColumn(rows []int32) column.Column {
	c := column.Column{Row: rows, Val: make([][]byte, len(rows))}
	for i, r := range rows {
		c.Val[i] = e.Keys.Key[r]
	}
	return c
}

// Segments lists the pieces that hold values, those of groups among them.
func Segments(ps []Piece) []*Piece {
	var out []*Piece
	for i := range ps {
		switch p := &ps[i]; p.How {
		case AsLiteral:
		case AsRepeat, AsOptional:
			out = append(out, Segments(p.Inner)...)
		default:
			out = append(out, p)
		}
	}
	return out
}

// Clone returns a copy of the parse with those that are next best, nil where p is.
func (p *Parse) Clone() *Parse {
	if p == nil {
		return nil
	}
	return &Parse{Pieces: ClonePieces(p.Pieces), Bits: p.Bits, Live: p.Live, Next: p.Next.Clone(), end: p.end,
		view: p.view, head: ClonePieces(p.head), more: p.more}
}

// ClonePieces returns a deep copy of pieces, which share their columns with the original.
func ClonePieces(ps []Piece) []Piece {
	out := append([]Piece(nil), ps...)
	for i := range out {
		out[i].Inner = ClonePieces(out[i].Inner)
	}
	return out
}
