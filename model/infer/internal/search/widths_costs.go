package search

import (
	"math"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/rowkey"
)

// fields finds the fields of text of one width.
type fields struct {
	e     *Engine
	col   column.Column
	st    []place
	ends  []bool // where values that recur end
	dates map[[2]int]float64
	// where the places on both sides tell of each other, and where they do not, though both vary
	tied, free []bool
}

// cost is the evidence against one field from a to b, in bits.
func (f *fields) cost(a, b int) float64 {
	st := f.st[a:b]
	all := column.Class(0)
	varies := false
	for _, p := range st {
		all |= p.classes
		varies = varies || !p.constant
	}
	cost := mixedField
	if (a == 0 || f.ends[a]) && (b == len(f.st) || f.ends[b]) && b-a < len(f.st) {
		cost = recurringField
	}
	switch {
	case !math.IsInf(f.date(a, b), 1):
		cost = f.date(a, b)
	case all == column.Digit:
		cost = min(cost, f.digits(a, b, varies))
	case all&^column.Letters == 0:
		cost = min(cost, letters(st, all, varies)+twoWords*when(f.freeWords(a, b))+
			tiedLetters*when(f.tied[a] && f.st[a-1].classes&^column.Letters == 0))
	case all&column.Space != 0:
		if all&^(column.Letters|column.Space|column.Digit) == 0 && st[0].classes&column.Space == 0 &&
			filled(f.col, b) && (b == len(f.st) || f.st[b].classes&column.Space == 0) && !digitsBeside(st) {
			cost = -provenField
		}
	case all&^(column.Digit|column.Plus|column.Dash|column.Dot) == 0:
		cost = min(cost, decimalCost(st))
	default:
		cost = min(cost, hexCost(st, all), randomCost(st), f.code(a, b), f.listed(a, b, all))
	}
	return textFieldBits + cost
}

// digitsBeside reports whether many digits stand at a place before one that has letters alone, as in no word that is
// filled up.
func digitsBeside(st []place) bool {
	const many = 0.4 // words end with numbers, here and there
	digits := false
	for _, p := range st {
		if digits && p.classes&column.Digit == 0 && p.classes&column.Letters != 0 {
			return true
		}
		digits = digits || p.digits > many
	}
	return false
}

func (f *fields) digits(a, b int, varies bool) float64 {
	if !varies {
		return constantField
	}
	cost := min(falls(f.st[a:b]), roundNumber+falls(withoutZeros(f.st[a:b])))
	if b == a+1 {
		cost += oneDigit
	}
	return cost + max(0, float64(sameHead(f.st[a:b])-mostConstant))
}

// withoutZeros leaves out the digits that a round number ends with: zeros, and in front of them some of few values.
func withoutZeros(st []place) []place {
	const few = 2.0 // bits of entropy
	n := len(st)
	for n > 1 && isZero(st[n-1]) {
		n--
	}
	for more := 2; n < len(st) && n > 1 && more > 0 && st[n-1].entropy <= few; more-- {
		n--
	}
	return st[:n]
}

// sameHead counts the digits that a number begins with in all values, leading zeros left out.
func sameHead(st []place) int {
	zeros, k := 0, 0
	for k < len(st) && st[k].constant {
		if k == zeros && st[k].value == '0' {
			zeros++
		}
		k++
	}
	return k - zeros
}

// leastDate and longestDate are the widths of dates of digits, or of digits around the name of a month.
const leastDate, longestDate = len("06002"), len("20060102150405")

// mostConstant is how many digits numbers begin with in all values before that counts against them, in bits a digit.
const mostConstant = 4

// falls is the evidence against a number by the places that vary less than those before them.
func falls(st []place) float64 {
	cost := 0.0
	for p := 1; p < len(st); p++ {
		cost += fall(st[p-1], st[p], 0)
		if p+1 < len(st) && st[p].constant && st[p+1].constant && !st[p-1].constant &&
			(isZero(st[p]) && isZero(st[p+1]) || variesIn(st[p+2:])) {
			cost += innerConstant
		}
	}
	return cost
}

// date is the evidence against dates from a to b, infinite where there are none.
func (f *fields) date(a, b int) float64 {
	at := [2]int{a, b}
	if cost, known := f.dates[at]; known {
		return cost
	}
	cost := math.Inf(1)
	if b-a >= leastDate && b-a <= longestDate && f.mayBeDate(a, b) {
		s := column.Summarize(f.col.Part(a, b))
		if t, ok := f.e.FindCalendar(s); ok {
			switch cost = 0; {
			case b-a >= len("20060102"):
				cost = -provenField
			case t.Known:
				cost = -min(provenField, math.Log2(float64(s.Distinct)))
			}
		}
	}
	f.dates[at] = cost
	return cost
}

// mayBeDate looks at the digits at which a date with the year first has no ten values, and for letters in 02JAN06.
func (f *fields) mayBeDate(a, b int) bool {
	const fewValues = 2.4 // bits: the tens of months, days, and hours have at most three or four values
	st := f.st[a:b]
	digits := !slices.ContainsFunc(st, func(p place) bool { return p.classes != column.Digit })
	switch {
	case digits && (len(st) == len("06002") || len(st) == len("2006002")):
		return st[len(st)-3].entropy <= fewValues
	case len(st)%2 != 0:
		return len(st) > leastDate && st[1].classes == column.Digit && st[5].classes == column.Digit &&
			!slices.ContainsFunc(st[2:5], func(p place) bool { return p.classes&^column.Letters != 0 })
	}
	month := 4 // place of the month in 20060102
	if len(st) == 6 {
		month = 2
	}
	if month == 4 && (!st[0].constant || st[0].value != '2' && st[0].value != '1') {
		return false
	}
	return st[month].entropy <= 1.1 && st[month+2].entropy <= fewValues
}

func letters(st []place, all column.Class, varies bool) float64 {
	low, up := all&(column.HexLower|column.Lower) != 0, all&(column.HexUpper|column.Upper) != 0
	cost := 0.0
	if low && up && !(st[0].classes&(column.HexLower|column.Lower) == 0) {
		cost += constantField
	}
	if !varies {
		cost += wordNumber
	}
	if len(st) == 1 {
		cost += oneLetter
	}
	return cost
}

// hexCost is the evidence against an id or a number of base 16, which has letters of one case.
func hexCost(st []place, all column.Class) float64 {
	if all&^(column.Digit|column.HexLower) != 0 && all&^(column.Digit|column.HexUpper) != 0 {
		return math.Inf(1)
	}
	cost := hexField
	if w := len(st); w != 8 && w != 16 && w != 32 && w != 12 && w != 6 {
		cost += oddHex
	}
	for _, p := range st {
		only := p.classes == column.Digit || p.classes&column.Digit == 0
		if only && !p.constant && (p.entropy > leastDecimal || p.classes&column.Digit == 0) {
			cost += decimalPlace
		}
	}
	if len(st) < 2 || st[len(st)-1].classes&column.Digit == 0 {
		cost += decimalPlace
	}
	return cost + falls(st)
}

// shortestRandom is the least width of an id that is known by how evenly its characters are drawn.
const shortestRandom = 8

// randomCost is the evidence against an id drawn evenly from letters and digits.
func randomCost(st []place) float64 {
	if len(st) < leastCode {
		return math.Inf(1)
	}
	most, cost := 0.0, randomField+shortRandom*float64(max(0, shortestRandom-len(st)))
	for _, p := range st {
		most = max(most, p.entropy)
	}
	if most < 3 {
		return math.Inf(1)
	}
	for _, p := range st {
		if p.classes&column.Digit == 0 || p.classes&column.Letters == 0 || p.classes&^column.Alnum != 0 {
			cost += decimalPlace
		}
		cost += unevenBits * max(0, alikeEnough-p.entropy/most) / alikeEnough
	}
	return cost
}

// code is the evidence against letters and a number behind them as one code: the letters never vary, or are one.
func (f *fields) code(a, b int) float64 {
	at := a
	for at < b && f.st[at].classes&^column.Letters == 0 {
		at++
	}
	if at == a || at == b {
		return math.Inf(1)
	}
	for _, p := range f.st[at:b] {
		if p.classes != column.Digit {
			return math.Inf(1)
		}
	}
	cost := falls(f.st[at:b])
	for _, p := range f.st[a:at] {
		if !p.constant && at > a+1 {
			return math.Inf(1)
		}
	}
	switch {
	case f.st[a].constant:
		return cost + wordNumber
	case b-at >= leastDigits && f.st[a].entropy < math.Log2(mostCodes):
		return cost + letterAlone
	}
	return cost + letterNumber
}

// decimalCost is the evidence against a number with a sign that varies or with a point at one place.
func decimalCost(st []place) float64 {
	const signs = column.Plus | column.Dash
	from := 0
	if st[0].classes == signs {
		from = 1
	}
	if from == 0 && st[0].classes&^column.Digit != 0 {
		return math.Inf(1)
	}
	point := -1
	for at := from; at < len(st); at++ {
		switch {
		case st[at].classes == column.Digit:
		case st[at].classes == column.Dot && st[at].constant && point < 0 && at > from && at+1 < len(st):
			point = at
		default:
			return math.Inf(1)
		}
	}
	if len(st) == from || from == 0 && point < 0 {
		return math.Inf(1)
	}
	return 0
}

// mostListed is the most characters of a code that is one of a list, without those that all begin with.
const mostListed = 6

// listed is the evidence against letters and digits that are one of a few codes: whatever stands in front of a place in
// them tells of what is behind it.
func (f *fields) listed(a, b int, all column.Class) float64 {
	const most = 3.2 // bits of entropy of a place
	head, changes := a, 0
	for head < b && f.st[head].constant {
		head++
	}
	if head == b || b-a < 2 || b-head > mostListed || all&^column.Alnum != 0 {
		return math.Inf(1)
	}
	for at := a; at < b; at++ {
		p := f.st[at]
		if p.entropy > most {
			return math.Inf(1)
		}
		digits := p.classes == column.Digit
		if at > a && digits != (f.st[at-1].classes == column.Digit) || !digits && p.classes&column.Digit != 0 {
			changes++
		}
	}
	if changes < 2 {
		return math.Inf(1) // a word and its number, or a number and a letter
	}
	for at := a + 1; at < b; at++ {
		if !f.st[at-1].constant && !f.st[at].constant && !f.tied[at] {
			return math.Inf(1)
		}
	}
	if !f.few(a, b) {
		return math.Inf(1)
	}
	return listedField
}

// few reports whether the values from a to b are of a short list.
func (f *fields) few(a, b int) bool {
	return detect.Plain(column.Summarize(f.col.Part(a, b))).Typ == rowkey.Enum
}

// freeWords reports whether letters are words of two short lists, one of two letters and more, which combine freely,
// though the letters of one word do not.
func (f *fields) freeWords(a, b int) bool {
	for at := a + 1; at < b; at++ {
		if f.free[at] && (f.isWord(a, at) || f.isWord(at, b)) && f.few(a, at) && f.few(at, b) {
			return true
		}
	}
	return false
}

// isWord reports whether letters vary together.
func (f *fields) isWord(a, b int) bool { return b-a > 1 && !slices.Contains(f.tied[a+1:b], false) }

// ties returns at which places what stands there tells of what is right in front of it, beyond chance, and at which it
// is free of that; neither where one of the two never varies.
func ties(c column.Column, st []place) (tied, free []bool) {
	const surely, hardly = 4, 2 // deviations from what chance gives
	tied, free = make([]bool, len(st)+1), make([]bool, len(st)+1)
	for at := 1; at < len(st); at++ {
		if st[at-1].constant || st[at].constant {
			continue
		}
		first, second := float64(st[at-1].distinct-1), float64(st[at].distinct-1)
		told := st[at-1].entropy + st[at].entropy - pairEntropy(c, at)
		least := min(st[at-1].entropy, st[at].entropy)
		beyond := 2*math.Ln2*float64(len(c.Val))*told - first*second
		chance := math.Sqrt(2 * first * second)
		tied[at] = beyond > surely*chance && told >= leastTold*least
		free[at] = beyond < hardly*chance
	}
	return tied, free
}

func isZero(p place) bool { return p.constant && p.value == '0' }
