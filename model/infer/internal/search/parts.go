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
	// boundLess is the share of the pairs expected of two values drawn independently from which on a cut is no better
	// there than elsewhere.
	boundLess = 0.6
	// longestCode is the most letters of a code beside a number of leastDigits and more, mostCodes the most codes,
	// and leastNumbers the fewest numbers.
	longestCode, leastDigits, mostCodes, leastNumbers = 3, 4, 12, 24
	// leastMore is how many more pairs than numbers there must be if the two combine freely, freelyMore the share of
	// these that must occur: none does where the number determines the code.
	leastMore, freelyMore = 4, 0.6
	// mostPairs bounds the pairs that are compared.
	mostPairs = 1 << 13
)

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
// give.
func pairsSeen(c column.Column, at, distinct int) float64 {
	a, b := c.CutAt(at, 0)
	first, second := column.Summarize(a), column.Summarize(b)
	if first.Distinct*second.Distinct > mostPairs {
		return 1 // too many to be of short lists
	}
	value, expected := float64(first.N), 0.0
	for _, u := range first.Uniq {
		for _, v := range second.Uniq {
			expected += 1 - math.Exp(-float64(u.N)*float64(v.N)/value)
		}
	}
	return float64(distinct) / expected
}
