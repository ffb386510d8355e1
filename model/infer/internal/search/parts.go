package search

import (
	"bytes"
	"math"
	"unicode"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// Thresholds of parts that are values of their own.
const (
	// boundLess is the share of the pairs expected of two values drawn independently from which on a cut is no better
	// there than elsewhere.
	boundLess = 0.6
	// longestCode is the most letters of a code beside a number of leastDigits and more, mostCodes the most codes,
	// and leastNumbers the fewest numbers.
	longestCode, leastDigits, mostCodes, leastNumbers = 3, 4, 12, 24
	// mostPairs bounds the pairs that are compared.
	mostPairs = 1 << 13
)

// codeBeside cuts values of one width into letters of a short list and a number behind them or before them: C00138000,
// a right and a strike price, or 000589C, an account and its side.
func (e *Engine) codeBeside(x Piece) ([]Piece, bool) {
	first := firstValue(x.Col)
	at := letterRun(first)
	letters := at
	if at == 0 {
		at = len(bytes.TrimRightFunc(first, unicode.IsLetter))
		letters = len(first) - at
	}
	if x.How != ByLiteral && x.How != ByWidth || x.Read.Typ != rowkey.Text && x.Read.Typ != rowkey.Enum ||
		letters > longestCode || len(first)-letters < leastDigits || column.Summarize(x.Col).Width != len(first) {
		return nil, false
	}
	a, b := x.Col.CutAt(at, 0)
	code, number := column.Summarize(a), column.Summarize(b)
	if at != letters {
		code, number = number, code
	}
	if !code.Only(column.Letters) || !number.Only(column.Digit) || code.Distinct < 2 || code.Distinct > mostCodes ||
		number.Distinct < leastNumbers {
		return nil, false
	}
	return e.halves(x, at), true
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
