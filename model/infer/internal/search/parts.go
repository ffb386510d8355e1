package search

import (
	"bytes"
	"math"
	"unicode"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// Thresholds of parts that are values of their own since they combine freely.
const (
	// leastHeads is the number of words in front of numbers from which on they are a value of their own: fewer are the
	// prefix of an id.
	leastHeads = 12
	// leastWord is the least mean length of such words: a letter and a number are one code.
	leastWord = 3
	// mostExtensions is the greatest number of extensions of files.
	mostExtensions = 8
	// sparse is how much wider the numbers behind a word must be spread than those that count its instances.
	sparse = 4
	// freely is the share of the pairs expected of two values drawn independently that must occur, boundLess the share
	// from which on a cut at another place is as good.
	freely, boundLess = 0.85, 0.6
	// longestCode is the most letters of a code beside a number of leastDigits and more, mostCodes the most codes,
	// and leastNumbers the fewest numbers.
	longestCode, leastDigits, mostCodes, leastNumbers = 3, 4, 12, 24
	// leastMore is how many more pairs than numbers there must be if the two combine freely, freelyMore the share of
	// these that must occur: none does where the number determines the code.
	leastMore, freelyMore = 4, 0.6
	// mostPairs bounds the pairs that are compared.
	mostPairs = 1 << 13
)

// wordAndNumber cuts words from the numbers behind them where the two combine freely: aspen-04711, of which the word
// recurs and the number does not depend on it. A file's extension may follow. The instances of a service (web-1, web-2)
// and ids behind one of a few prefixes stay whole.
func (e *Engine) wordAndNumber(x Piece) ([]Piece, bool) {
	if x.How != ByLiteral || x.Last || x.Read.Solid || x.Read.Random || x.Read.Typ != rowkey.Text {
		return nil, false
	}
	names, extension := extended(x.Col)
	for _, char := range []byte("-_.") {
		head, rest, inner := numbersBehind(names, char)
		if len(head.Val) < column.Most(len(x.Col.Val)) || !combineFreely(head, rest) {
			continue
		}
		first := Piece{How: ByLiteral, Last: inner, Col: head, Read: e.ReadText(column.Summarize(head))}
		x.Col, x.Read = rest, e.ReadText(column.Summarize(rest))
		out := []Piece{first, {How: AsLiteral, Lit: []byte{char}}, x}
		if len(extension.Val) > 0 {
			last := Piece{How: ByLiteral, Col: extension, Read: e.ReadText(column.Summarize(extension))}
			out = append(out, Piece{How: AsLiteral, Lit: []byte(".")}, last)
		}
		return out, true
	}
	return nil, false
}

// extended cuts the extension off the names of files, which is one of a few words of letters; without one, all is name.
func extended(c column.Column) (name, extension column.Column) {
	for i, v := range c.Val {
		at := bytes.LastIndexByte(v, '.')
		if at < 1 || at+1 == len(v) || column.TextClasses(v[at+1:])&^column.Letters != 0 {
			continue
		}
		name.Row, name.Val = append(name.Row, c.Row[i]), append(name.Val, v[:at])
		extension.Row, extension.Val = append(extension.Row, c.Row[i]), append(extension.Val, v[at+1:])
	}
	if len(name.Val) < column.Most(len(c.Val)) || column.Summarize(extension).Distinct > mostExtensions {
		return c, column.Column{}
	}
	return name, extension
}

// numbersBehind cuts values at the last d, with digits alone behind it and a letter first; inner reports whether some d
// stands before.
func numbersBehind(c column.Column, d byte) (head, rest column.Column, inner bool) {
	for i, data := range c.Val {
		at := bytes.LastIndexByte(data, d)
		if at < 1 || at+1 == len(data) || column.TextClasses(data[at+1:]) != column.Digit ||
			column.ByteClass(data[0])&column.Letters == 0 {
			continue
		}
		inner = inner || bytes.IndexByte(data, d) < at
		head.Row, head.Val = append(head.Row, c.Row[i]), append(head.Val, data[:at])
		rest.Row, rest.Val = append(rest.Row, c.Row[i]), append(rest.Val, data[at+1:])
	}
	return head, rest, inner
}

// combineFreely reports whether many words recur, each with other numbers, which are no count of its instances.
func combineFreely(head, rest column.Column) bool {
	summary := column.Summarize(head)
	if summary.Distinct < leastHeads || summary.Total < leastWord*summary.N || 4*summary.N < 5*summary.Distinct {
		return false
	}
	type instances struct {
		low, high float64
		numbers   map[string]bool
	}
	of := map[string]*instances{}
	distinct := 0
	for i, data := range head.Val {
		value := 0.0
		for _, c := range rest.Val[i] {
			value = 10*value + float64(c-'0')
		}
		x := of[string(data)]
		if x == nil {
			x = &instances{value, value, map[string]bool{}}
			of[string(data)] = x
		}
		x.low, x.high = min(x.low, value), max(x.high, value)
		if !x.numbers[string(rest.Val[i])] {
			x.numbers[string(rest.Val[i])] = true
			distinct++
		}
	}
	counted, several := 0, 0
	for _, x := range of {
		if n := float64(len(x.numbers)); n > 1 {
			several++
			if x.high-x.low+1 < sparse*n {
				counted++
			}
		}
	}
	return 10*distinct >= 9*summary.N && several > 0 && 4*counted <= several
}

// twoLists cuts letters of one width into two codes that are drawn independently from short lists: USEUR, a country and
// a currency. At no other place the parts are as independent, as they are everywhere in letters drawn evenly.
func (e *Engine) twoLists(x Piece) ([]Piece, bool) {
	summary := column.Summarize(x.Col)
	if x.How != ByLiteral && x.How != ByWidth || summary.Width < 4 || summary.Width > 8 ||
		!summary.Only(column.Letters) {
		return nil, false
	}
	best := 0
	for at := 1; at < summary.Width; at++ {
		share, both := pairsSeen(x.Col, at, summary.Distinct)
		switch {
		case share >= freely && both && at > 1 && at < summary.Width-1 && best == 0:
			best = at
		case share >= boundLess:
			return nil, false
		}
	}
	if best == 0 {
		return nil, false
	}
	return e.halves(x, best), true
}

// codeAndNumber cuts values of one width into letters of a short list and a number where the two combine freely:
// C00138000, a right and a strike price. A number that comes with one code only is an id that begins with it.
func (e *Engine) codeAndNumber(x Piece) ([]Piece, bool) {
	summary := column.Summarize(x.Col)
	at := letterRun(firstValue(x.Col))
	if x.How != ByLiteral && x.How != ByWidth || x.Read.Typ != rowkey.Text && x.Read.Typ != rowkey.Enum || at == 0 ||
		at > longestCode || summary.Width < at+leastDigits {
		return nil, false
	}
	a, b := x.Col.CutAt(at, 0)
	code, number := column.Summarize(a), column.Summarize(b)
	if !areCodeAndNumber(code, number) {
		return nil, false
	}
	expected := 0.0 // pairs, of numbers that combine freely
	for _, u := range number.Uniq {
		for _, v := range code.Uniq {
			expected += 1 - math.Pow(1-float64(v.N)/float64(code.N), float64(u.N))
		}
	}
	if more := expected - float64(number.Distinct); more < leastMore ||
		float64(summary.Distinct-number.Distinct) < freelyMore*more {
		return nil, false
	}
	return e.halves(x, at), true
}

// numberAndCode cuts values of one width into digits and the letters of a short list behind them: 000589C, an account
// and its side. No digest and no id has its letters at the end of each value.
func (e *Engine) numberAndCode(x Piece) ([]Piece, bool) {
	first := firstValue(x.Col)
	at := len(bytes.TrimRightFunc(first, unicode.IsLetter))
	if x.How != ByLiteral && x.How != ByWidth || x.Read.Typ != rowkey.Text && x.Read.Typ != rowkey.Enum ||
		at < leastDigits || len(first)-at > longestCode || column.Summarize(x.Col).Width != len(first) {
		return nil, false
	}
	a, b := x.Col.CutAt(at, 0)
	if !areCodeAndNumber(column.Summarize(b), column.Summarize(a)) {
		return nil, false
	}
	return e.halves(x, at), true
}

// areCodeAndNumber reports whether columns are letters of a short list, and digits of many values.
func areCodeAndNumber(code, number *column.Summary) bool {
	return code.Only(column.Letters) && number.Only(column.Digit) && code.Distinct >= 2 &&
		code.Distinct <= mostCodes && number.Distinct >= leastNumbers
}

// firstValue returns the first value of a column, nil where it has none.
func firstValue(c column.Column) []byte {
	if len(c.Val) == 0 {
		return nil
	}
	return c.Val[0]
}

// pairsSeen returns how many distinct values there are for each that independent halves, cut after at letters, would
// give; both reports whether both halves recur and are needed to distinguish the values.
func pairsSeen(c column.Column, at, distinct int) (share float64, both bool) {
	a, b := c.CutAt(at, 0)
	first, second := column.Summarize(a), column.Summarize(b)
	if first.Distinct*second.Distinct > mostPairs {
		return 1, false // too many to be of short lists
	}
	value, expected := float64(first.N), 0.0
	for _, u := range first.Uniq {
		for _, v := range second.Uniq {
			expected += 1 - math.Exp(-float64(u.N)*float64(v.N)/value)
		}
	}
	most := max(first.Distinct, second.Distinct)
	both = min(first.Distinct, second.Distinct) > 2 && 2*distinct >= 3*most && 4*most <= first.N
	return float64(distinct) / expected, both
}
