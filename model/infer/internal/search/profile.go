package search

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// Fields of one width side by side cannot be distinguished by how many bits their values take: where fields depend on
// each other, as a device and its account do, the values are encoded once wherever they are cut. How much each byte
// varies shows more. The bytes of a number vary the more the farther they stand to the right, those of an id vary
// alike, and a field rarely has five or fifteen bytes. Stretches of such fields are cut again by the cheapest sequence
// of fields under that model.

// costs of the model, in bits of evidence for a whole table.
const (
	fieldBits   = 2.0  // a field more
	profileGain = 1.0  // what a new way to cut must be better than the one of the search
	fallBits    = 4.0  // a bit of entropy by which a byte varies less than the one before it
	fallSlack   = 0.5  // bits that are no fall
	mostFall    = 12.0 // of one place
	unevenBits  = 6.0  // a byte of an id that varies less than the others
	evenFirst   = 3.0  // a number whose first byte varies like the last
	evenTail    = 4.0  // a number that does not begin with zero, and whose last six bytes vary like an id's
	// a byte drawn evenly, which ends a number or belongs to an id, but for salts at the start of the key
	evenByte     = 3.0
	nothingBits  = 8.0 // a field that never varies: zeros begin the number behind them
	constantHead = 1.5 // a number that begins with a constant other than zero
	// a number with a tag or a byte that varies before one that is always zero: something ends there
	tagInside      = 8.0
	markBits       = 2.5  // a byte that ends the word before it
	tagAlone       = 2.0  // a field that never varies and ends so
	leastVaried    = 2.0  // bits of entropy under which nothing is called even
	alikeEnough    = 0.85 // share of the greatest entropy from which bytes vary alike
	lowLast        = 1.5  // a bit of entropy that the last byte of a number has less than that
	longestRun     = 96   // bytes that are looked at
	evenCut        = 4.0  // a cut between bytes drawn evenly, but for salts at the start of the key
	predictableCut = 2.0  // a cut before a byte that those before it determine
	boundCut       = 4.0  // a cut between bytes that determine each other
	repeatBits     = 12.0 // a cut at which values that recur end, or those of a counter
)

// place is what stands at one position of values of one width.
type place struct {
	entropy     float64
	distinct    int // different bytes
	constant    bool
	value       byte
	class       column.Class // of nearly all, letters as of two cases
	classes     column.Class // of more than a few
	mark        bool         // behind a word, which a byte may end
	predictable bool         // the places before it determine what stands here
	bound       bool         // it and the place before it determine each other
	counted     bool         // random bytes in front of which a counter ends
	even        bool         // all bytes occur about equally often
	digits      float64      // share of decimal digits
	step        int          // low bits that are zero in all values of a place that varies
	fixed       int          // low bits that are the same in all values of such a place
	signs       bool         // 00 or ff, and both occur: what extends the sign of a number
	repeats     bool         // the same as the byte before it, which extends a sign too
	// behind a sign, and mostly not as great where that is negative as the first byte of a number near zero is
	hasGaps bool
}

// places describes the positions of values of one width.
func places(c column.Column, width int) []place {
	out := make([]place, width)
	var counts [256]int32
	few := int32(column.Tolerance(len(c.Val)))
	for index := range out {
		clear(counts[:])
		for _, v := range c.Val {
			counts[v[index]]++
		}
		position := describe(&counts, len(c.Val))
		out[index] = place{entropy: position.entropy, constant: position.constant, value: position.value,
			class: position.class, even: position.even(len(c.Val))}
		var of [16]int32
		for b, k := range counts {
			out[index].distinct += min(int(k), 1)
			of[bits.TrailingZeros16(uint16(column.ByteClass(byte(b))))] += k
		}
		for class, k := range of {
			if k > few/3 {
				out[index].classes |= 1 << class
			}
		}
		out[index].digits = float64(of[0]) / float64(max(1, len(c.Val)))
		out[index].step, out[index].fixed = lowBits(&counts, len(c.Val))
		out[index].bound = index > 0 && boundAt(c, index, out[index-1].entropy, position.entropy)
		out[index].signs = counts[0] > few && counts[0xff] > few &&
			int(counts[0]+counts[0xff]) >= column.Most(len(c.Val))
		out[index].repeats = index > 0 && out[index].signs && out[index-1].signs && repeatsAt(c, index)
		out[index].hasGaps = index > 0 && out[index-1].signs && !out[index].signs && hasGapAt(c, index)
	}
	return out
}

// boundAt reports whether the bytes at a place and before it, of so much entropy, determine each other, as those of few
// codes of several bytes do.
func boundAt(c column.Column, at int, before, here float64) bool {
	const least, slack = 1.5, 0.1 // bits
	if min(before, here) < least || max(before, here) > math.Log2(float64(len(c.Val))/4) {
		return false
	}
	return pairEntropy(c, at) < min(before, here)+slack
}

// pairEntropy is the entropy of the bytes at a place and before it together, in bits.
func pairEntropy(c column.Column, at int) float64 {
	return column.Summarize(c.Part(at-1, at+1)).Entropy
}

// lowBits returns how many low bits are zero in nearly all bytes, of which nearly all are not zero bytes alone, and how
// many are the same.
func lowBits(counts *[256]int32, n int) (zero, same int) {
	for kind := 7; kind > 0; kind-- {
		var ends [128]int
		for b, c := range counts {
			ends[b&(1<<kind-1)] += int(c)
		}
		if zero == 0 && ends[0] >= column.Most(n) {
			zero = kind
		}
		if same == 0 && slices.Max(ends[:1<<kind]) >= column.Most(n) {
			same = kind
		}
	}
	return zero, same
}

// profiled cuts runs of binary fields of one width again where another way is likelier by how much their bytes vary.
// Programs do not mix byte orders, so all numbers of a key are read with the greatest byte first and then with the
// least one, and what is likelier for the whole key is taken.
func (e *Engine) profiled(ps []Piece) []Piece {
	out, cost := e.profiledAs(ps, false)
	if other, less := e.profiledAs(ps, true); less+littleBits < cost {
		return other
	}
	return out
}

// profiledAs cuts runs again where numbers of the key have the least byte first, or the greatest, and returns the
// evidence against that. Times that cells confirm are evidence too.
func (e *Engine) profiledAs(ps []Piece, little bool) (out []Piece, cost float64) {
	other := "le("
	if little {
		other = "be("
	}
	for i := range ps {
		cost += mixedBits * when(ps[i].Read.Known && strings.Contains(ps[i].Read.Spec, other))
	}
	for at := 0; at < len(ps); {
		end, width := at, 0
		for end < len(ps) && (isOpaqueWidth(ps, end) || end > at && secondsInside(ps, end) ||
			isCounterInTime(&ps[end])) && width+ps[end].Width <= longestRun {
			width += ps[end].Width
			end++
		}
		if end > at && endsBeforeText(ps, end-1) {
			end--
			width -= ps[end].Width
		}
		if end == at {
			out = append(out, ps[at])
			at++
			continue
		}
		if at == 1 && isHead(&ps[0]) && width+ps[0].Width <= longestRun { // a tag, or the first bytes of a number
			if run, c := e.profiledRun(ps, 0, end, width+ps[0].Width, little); run[0].Width == 8 &&
				isWhole(run[0].Col, ps[0].Width) {
				out, at, cost = run, end, cost+c
				continue
			}
		}
		if longer, c, ok := e.longerTime(ps, at, end, width, little); ok {
			out, at, cost = append(out, longer...), end+1, cost+c
			continue
		}
		run, c := e.profiledRun(ps, at, end, width, little)
		out, at, cost = append(out, run...), end, cost+c
	}
	return out, cost
}

// isOpaqueWidth reports whether a piece is a number or an id of a fixed width that nothing proves. A
// constant at the start of the key is a tag, but for one that begins with zero and has a width that no number has.
func isOpaqueWidth(ps []Piece, i int) bool {
	piece := &ps[i]
	if piece.How != ByWidth || piece.Read.Strong || piece.Read.Padded || piece.Escape || piece.Form != "" {
		return false
	}
	switch piece.Read.Typ {
	case rowkey.IntBE:
		v, constant := column.Summarize(piece.Col).Constant()
		return !constant || i > 0 || len(bytes.Trim(v, "\x00")) == 0 || v[0] == 0 && piece.Width != 4 &&
			piece.Width != 8
	case rowkey.Bytes:
		return true
	case rowkey.Hash:
		return column.IsBinary(piece.Col)
	case rowkey.Text, rowkey.Enum, rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hex:
		return i > 0 && piece.Width == 1 // a byte of a number may look like a letter
	}
	return false
}

// profiledRun cuts the pieces from at to end, so many bytes wide, again, and returns the evidence against the fields.
func (e *Engine) profiledRun(ps []Piece, at, end, width int, little bool) ([]Piece, float64) {
	run := ps[at:end]
	joined := join(run)
	if width < 2 || len(joined.Val) < leastProfile || len(run) == 1 && run[0].Read.Random {
		return run, 0
	}
	profile := profile{st: places(joined, width), salted: at == 0, little: little}
	profile.st[0].mark = endsWord(ps, at)
	starts, counted := sameStarts(joined.Val, width)
	markPredictable(profile.st, starts, len(joined.Val))
	markCounters(profile.st, joined.Val)
	profile.ends = betweenEven(findEnds(starts, counted, len(joined.Val)), profile.st)
	before := 0.0
	for i, at := 0, 0; i < len(run); i++ {
		before += profile.fieldCost(at, at+run[i].Width) - secondsGain*when(run[i].Read.Strong)
		at += run[i].Width
	}
	out := slices.Clone(run)
	cuts, cost := profile.likeliest()
	if cost > before-profileGain {
		cost = before
	} else {
		out = e.cutAtPlaces(joined, cuts)
	}
	for i, at := 0, 0; i < len(out); i++ {
		x := &out[i]
		from := at
		if at += x.Width; !x.Read.Strong && !strings.Contains(x.Read.Spec, "le(") && profile.isLittle(from, at) {
			x.Form = "le(" + strconv.Itoa(x.Width) + ")"
			x.Read = x.Read.As(x.Form)
		}
	}
	return out, cost
}

// cutAtPlaces cuts values at places, of which the first and the last are both ends.
func (e *Engine) cutAtPlaces(joined column.Column, cuts []int) []Piece {
	var out []Piece
	for i := 1; i < len(cuts); i++ {
		c := joined.Part(cuts[i-1], cuts[i])
		_, r := e.ReadColumn(&View{}, c)
		out = append(out, Piece{How: ByWidth, Width: cuts[i] - cuts[i-1], Col: c, Read: r})
	}
	return out
}

// betweenEven keeps the ends between two places that vary about as much as the one that varies most: elsewhere the
// places tell.
func betweenEven(ends []bool, st []place) []bool {
	most := 0.0
	for _, p := range st {
		most = max(most, p.entropy)
	}
	for w := 1; w < len(st); w++ {
		ends[w] = ends[w] && min(st[w-1].entropy, st[w].entropy) >= alikeEnough*most
	}
	return ends
}

// leastProfile is the number of values under which entropies show nothing.
const leastProfile = 16

// join puts the values of pieces that stand side by side together, of the keys that all of them have.
func join(run []Piece) column.Column {
	last := run[len(run)-1].Col
	out := column.Column{}
	at := make([]int, len(run))
	for i, row := range last.Row {
		var v []byte
		whole := true
		for index := range run {
			col := run[index].Col
			for at[index] < len(col.Row) && col.Row[at[index]] < row {
				at[index]++
			}
			whole = whole && at[index] < len(col.Row) && col.Row[at[index]] == row &&
				len(col.Val[at[index]]) == run[index].Width
			if whole {
				v = append(v, col.Val[at[index]]...)
			}
		}
		if whole {
			out.Row, out.Val = append(out.Row, last.Row[i]), append(out.Val, v)
		}
	}
	return out
}

// profile is what tells where fields of one width end that stand side by side.
type profile struct {
	st     []place
	ends   []bool // where values that recur end
	salted bool   // the key begins with these places, so that the first of them may be a salt
	little bool   // numbers of the key have the least byte first
}

// cutCost is the evidence against a cut before a place, in bits. Between bytes that are drawn evenly nothing but values
// that recur up to there tells of one.
func (p *profile) cutCost(at int) float64 {
	const widest = 2 // bytes of a salt
	st := p.st
	switch {
	case p.ends[at], st[at].counted:
		return -repeatBits
	case st[at].bound:
		return boundCut
	case st[at].predictable:
		return predictableCut
	case at == 0 || !st[at-1].even || !st[at].even || p.salted && at <= widest && st[0].even:
		return 0
	}
	return evenCut
}

// markPredictable marks the places that the few values of those before them determine. starts counts n values as
// sameStarts does.
func markPredictable(st []place, starts []int, n int) {
	const often = 4 // values that begin alike
	before := 1
	for p := range st {
		st[p].predictable = !st[p].constant && before > 1 && often*before <= n && starts[p] <= column.Tolerance(before)
		before += starts[p]
	}
}

// likeliest returns the places of the cheapest cuts, both ends among them.
func (p *profile) likeliest() (cuts []int, cost float64) {
	return cheapest(len(p.st), p.fieldCost)
}

// cheapest returns the places of the cheapest cuts of so many bytes into fields, both ends among them, and what the
// fields cost in all.
func cheapest(size int, field func(a, b int) float64) (cuts []int, cost float64) {
	const widest = 64 // bytes of a field
	least, from := make([]float64, size+1), make([]int, size+1)
	for b := 1; b <= size; b++ {
		least[b] = math.Inf(1)
		for a := max(0, b-widest); a < b; a++ {
			if c := least[a] + field(a, b); c < least[b] {
				least[b], from[b] = c, a
			}
		}
	}
	for b := size; b > 0; b = from[b] {
		cuts = append([]int{b}, cuts...)
	}
	return append([]int{0}, cuts...), least[size]
}

func variesIn(st []place) bool {
	for _, p := range st {
		if !p.constant {
			return true
		}
	}
	return false
}

// filled reports whether values are filled up with spaces to a field that ends at w: as many as a value is short of.
func filled(c column.Column, w int) bool {
	lengths := map[int]bool{}
	some := 0
	for _, v := range c.Val {
		n := len(v[:w]) - len(bytes.TrimRight(v[:w], " "))
		lengths[n] = true
		if n > 0 {
			some++
		}
	}
	return some*20 >= len(c.Val) && len(lengths) > 1
}
