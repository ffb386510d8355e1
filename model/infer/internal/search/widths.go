package search

import (
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// Text of one width without delimiters holds fields side by side, of which characters one by one say nothing: they cost
// the same wherever the text is cut. What a field is made of says more. A number has digits that vary the more the
// farther they stand to the right, an id the same alphabet at all its places, a word letters alone, and a date passes
// for one. Stretches of text that nothing proves are cut again by the cheapest sequence of such fields, in bits of
// evidence for a whole table.
const (
	textFieldBits  = 3.0 // a field more
	textGain       = 6.0 // what a new way to cut must be better than the one of the search
	oneDigit       = 3.0 // a number of one digit
	oneLetter      = 2.0 // a code of one letter
	letterNumber   = 3.5 // a letter that varies, and the number behind it, as one code
	letterAlone    = 5.5 // one of few letters, and four digits and more behind it, as one code
	wordNumber     = 1.0 // letters that never vary, and the number behind them, as one code
	constantField  = 6.0 // digits that never vary, which begin or end a number
	decimalPlace   = 8.0 // a place of an id of base 16 at which all digits come, but no letters, or letters alone
	hexField       = 1.0 // an id of base 16, oddHex more where no program makes one of the width
	oddHex         = 1.0
	randomField    = 3.0  // an id of another alphabet
	shortRandom    = 2.0  // a character that it is shorter than shortestRandom
	recurringField = 6.0  // values of any kind that recur
	provenField    = 3.0  // for dates, and for words that spaces fill up
	listedField    = 6.0  // letters and digits that are one of a few codes
	leastTold      = 0.2  // share of the entropy that a part of such a code tells of the other at least
	twoWords       = 12.0 // words of two lists that combine freely
	tiedLetters    = 3.0  // a word of which the letter before it tells
	roundNumber    = 3.0  // a number that ends with zeros in all values
	innerConstant  = 6.0  // places that never vary behind one that does, as zeros begin a number
	mixedField     = 18.0 // text of any kind
	leastDecimal   = 2.6  // entropy in bits from which digits vary like those of base 10
	filledGain     = 9.0  // what it must be better where a delimiter stands beside the stretch
	leastFilled    = 7    // characters between delimiters that may be several fields
)

// sideBySide cuts runs of text of fixed widths again, of which nothing proves any: those that are not parted by
// delimiters, and all where the keys have one width, since where all values are filled up, nothing need part them.
func (e *Engine) sideBySide(ps []Piece) []Piece {
	var out []Piece
	filled := !slices.ContainsFunc(ps, func(p Piece) bool {
		return p.How != AsLiteral && column.Summarize(p.Col).Width == 0
	})
	for at := 0; at < len(ps); {
		end, width := at, 0
		for end < len(ps) && width <= longestRun {
			w := e.unprovenWidth(ps, end, filled)
			if w == 0 || end > at && isLetters(&ps[end-1]) && isLetters(&ps[end]) {
				break // words were distinguished by which come together
			}
			width += w
			end++
		}
		alone := (at == 0 || ps[at-1].How != AsLiteral) && (end == len(ps) || ps[end].How != AsLiteral)
		if end == at || width > longestRun || !alone && width < leastFilled {
			out = append(out, ps[at])
			at++
			continue
		}
		out = append(out, e.cutSideBySide(ps[at:end], width, alone, filled)...)
		at = end
	}
	return out
}

func isLetters(p *Piece) bool { return column.Summarize(p.Col).All&^column.Letters == 0 }

// unprovenWidth returns the width of a piece of text that may be several fields, or parts of them; 0 for other pieces.
// filled states that the keys have one width.
func (e *Engine) unprovenWidth(ps []Piece, i int, filled bool) int {
	piece := &ps[i]
	proven := piece.Read.Strong || piece.Read.Random
	if piece.Last || piece.Escape || piece.Read.List != 0 || proven &&
		!(len(ps) == 1 && piece.Read.Random && (piece.Read.Typ == rowkey.Hash || piece.Read.Typ == rowkey.Hex)) {
		return 0
	}
	switch piece.Read.Typ {
	case rowkey.Text, rowkey.Enum, rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hex, rowkey.Hash:
	default:
		return 0
	}
	if piece.How != ByWidth && piece.How != ByTail && piece.How != ByLiteral {
		return 0
	}
	s := column.Summarize(piece.Col)
	if !s.OneWidth() && !filled || s.All&column.NonText != 0 {
		return 0
	}
	return s.Width
}

// cutSideBySide cuts a run of pieces again; alone states that no delimiter stands beside it, filled that the keys have
// one width.
func (e *Engine) cutSideBySide(run []Piece, width int, alone, filled bool) []Piece {
	for i := range run {
		run[i].Width = column.Summarize(run[i].Col).Width
	}
	joined := join(run)
	if width < 3 || len(joined.Val) < leastProfile {
		return run
	}
	fields := &fields{e: e, col: joined, st: places(joined, width), ends: make([]bool, width+1),
		dates: map[[2]int]float64{}}
	fields.tied, fields.free = ties(joined, fields.st)
	if width > shortestRandom && randomCost(fields.st[width-shortestRandom:]) == randomField {
		// numbers that go on recur up to no end of a field
		copy(fields.ends, repeatEnds(joined.Val, width-shortestRandom))
		for w := 0; w < width && fields.st[w].constant; w++ {
			fields.ends[w+1] = false
		}
	}
	if run[0].Read.Random && !slices.Contains(fields.ends, true) {
		return run // one id, whatever it begins with
	}
	before, at := 0.0, 0
	for i := range run {
		before += fields.cost(at, at+run[i].Width) - repeatBits*when(fields.ends[at])
		at += run[i].Width
	}
	cuts, cost := cheapest(width, func(a, b int) float64 {
		return fields.cost(a, b) - repeatBits*when(fields.ends[a])
	})
	proven := alone || fields.proven(cuts)
	if cost > before-textGain || !proven && (cost > before-filledGain || !filled) ||
		!alone && len(cuts)-1 > len(run) && !fields.certain(cuts) {
		return run
	}
	var out []Piece
	for i := 1; i < len(cuts); i++ {
		c := joined.Part(cuts[i-1], cuts[i])
		r := e.ReadText(column.Summarize(c))
		out = append(out, Piece{How: ByWidth, Width: cuts[i] - cuts[i-1], Col: c, Read: r})
	}
	if n := len(out) - 1; run[len(run)-1].How == ByLiteral {
		out[n].How, out[n].Width = ByLiteral, 0
	}
	return out
}

// certain reports whether cuts are so without the evidence that nothing else parts the fields: the digits behind each
// one between digits vary more the farther they stand to the right, as those that a round number ends with do not, and
// not all are in front of the digits that number a word or belong to a code.
func (f *fields) certain(cuts []int) bool {
	const least = 1.0 // bits of entropy
	sure := false
	for i := 1; i+1 < len(cuts); i++ {
		from, at, to := cuts[i-1], cuts[i], cuts[i+1]
		if f.st[at].classes == column.Digit && letterRun(f.col.Val[0][from:at]) == at-from {
			if at-from > longestCode {
				return false
			}
			continue
		}
		sure = true
		if f.st[at-1].classes != column.Digit || f.st[at].classes != column.Digit ||
			min(f.date(from, at), f.date(at, to)) <= 0 {
			continue
		}
		most := 0.0
		for _, p := range f.st[at:to] {
			most = max(most, p.entropy)
		}
		if most < f.st[at].entropy+least {
			return false
		}
	}
	return sure
}

// proven reports whether one of the fields is of many dates, is filled up with spaces, or has a sign.
func (f *fields) proven(cuts []int) bool {
	for i := 1; i < len(cuts); i++ {
		st := f.st[cuts[i-1]:cuts[i]]
		if f.date(cuts[i-1], cuts[i]) < 0 || slices.ContainsFunc(st, func(p place) bool {
			return p.classes&(column.Space|column.Plus) != 0
		}) {
			return true
		}
	}
	return false
}
