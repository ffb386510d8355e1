package confidence

import (
	"math"
	"slices"
	"strings"

	"tabletop/model/rowkey"
)

// doubts are what mistakes in cutting and naming look like.
type doubts struct {
	saltLike   float64 // a small number at the start of the key whose values are all used, and equally often
	softLeft   float64 // a delimiter that words hold too bounds it
	softRight  float64
	stray      float64 // share of values that hold a delimiter of the layout
	follows    float64 // how far the value follows from the segment before it, 0..1
	followed   float64 // how far the segment before it follows from it
	constants  float64 // share of the positions that hold one byte in all values, of values of one width
	drop       float64 // largest fall of entropy from one position to the next, in bytes
	common     float64 // share of the most common value
	once       float64 // share of values that occur once
	digits     float64 // share of values that are digits only
	prefixed   float64 // the codec begins with a constant
	sometimes  float64 // share of the keys that have no value
	widths     float64 // distinct widths, of 8
	wordEnds   float64 // share of values in which a letter of lower case meets one of upper case, or a digit
	precedents float64 // constant segments before it
	closed     float64 // delimiters that no value holds bound it at both sides
	hard       float64 // closed, by delimiters that words do not hold
	first      float64
	last       float64
}

// soft is the punctuation that words, codes, and names hold.
const soft = "-_. +,'"

// distrust fills in the doubts about the j-th segment of a view of rows keys.
func (v *view) distrust(j, rows int) {
	column := &v.cols[j]
	doubts := &column.doubts
	value := float64(max(len(column.values), 1))
	seen := make(map[string]int, column.unique)
	widths := map[int]bool{}
	for _, b := range column.values {
		seen[string(b)]++
		widths[len(b)] = true
		doubts.digits += when(onlyDigits(b)) / value
		doubts.wordEnds += when(turns(b)) / value
		doubts.stray += when(slices.ContainsFunc(v.delimiters,
			func(l string) bool { return strings.Contains(string(b), l) })) / value
	}
	most, single := 0, 0
	for _, k := range seen {
		most = max(most, k)
		single += int(when(k == 1))
	}
	doubts.common, doubts.once = float64(most)/value, float64(single)/value
	doubts.widths = min(float64(len(widths)), 8) / 8
	doubts.sometimes = 1 - float64(len(column.values))/float64(max(rows, 1))
	doubts.prefixed = when(len(column.seg.Codec.Form().Prefix) > 0)
	doubts.softLeft, doubts.softRight = when(isSoft(v.before[j])), when(isSoft(v.after[j]))
	for i := range v.cols[:j] {
		doubts.precedents += when(v.cols[i].unique <= 1)
	}
	doubts.saltLike = when(int(doubts.precedents) == j && column.smallAndEven(seen))
	doubts.closed = when(column.left > 0.98 && column.right > 0.98) * (1 - doubts.stray)
	doubts.hard = doubts.closed * (1 - max(doubts.softLeft, doubts.softRight))
	doubts.first, doubts.last = when(j == int(doubts.precedents)), when(j+1 == len(v.cols))
	same := 0
	for p, h := range column.position {
		same += int(when(h == 0))
		if p > 0 {
			doubts.drop = max(doubts.drop, (column.position[p-1]-h)/8)
		}
	}
	if column.unique > 1 {
		doubts.constants = float64(same) / float64(max(len(column.position), 1))
	}
	if j > 0 {
		doubts.follows, doubts.followed = dependence(&v.cols[j-1], column)
	}
}

// smallAndEven reports whether the values are as those of a salt: few, short, from the least on without gaps, and
// equally common as far as their number shows.
func (c *column) smallAndEven(seen map[string]int) bool {
	if c.unique < 2 || c.unique > 300 || c.wide > 4 || len(c.values) < 3*c.unique {
		return false
	}
	if c.seg.Codec.Type() == rowkey.Text || c.seg.Codec.Type() == rowkey.Enum {
		for v := range seen {
			if !onlyDigits([]byte(v)) {
				return false
			}
		}
	}
	return equallyCommon(seen, len(c.values))
}

// equallyCommon reports whether distinct values occur about as often as each other, by the chi-squared statistic of how
// many of n each is.
func equallyCommon(seen map[string]int, n int) bool {
	mean := float64(n) / float64(len(seen))
	chi := 0.0
	for _, k := range seen {
		chi += (float64(k) - mean) * (float64(k) - mean) / mean
	}
	free := float64(len(seen) - 1)
	return chi < free+4*math.Sqrt(2*free)
}

// dependence returns how far the values of b follow from those of a in the same keys, and the other way around: the
// share of pairs of keys with one value in the first that have one in the second too. It is 0 if hardly a value recurs.
func dependence(a, b *column) (follows, followed float64) {
	left, right := map[int]string{}, map[int]string{}
	for i, r := range a.rows {
		left[r] = string(a.values[i])
	}
	for i, r := range b.rows {
		right[r] = string(b.values[i])
	}
	return determined(left, right), determined(right, left)
}

func determined(of, by map[int]string) float64 {
	type group struct {
		n    int
		most map[string]int
	}
	groups := map[string]*group{}
	for index, word := range of {
		phrase, ok := by[index]
		if !ok {
			continue
		}
		g := groups[word]
		if g == nil {
			g = &group{most: map[string]int{}}
			groups[word] = g
		}
		g.n++
		g.most[phrase]++
	}
	agree, pairs := 0, 0
	for _, g := range groups {
		pairs += g.n - 1
		most := 0
		for _, k := range g.most {
			most = max(most, k)
		}
		agree += most - 1
	}
	if pairs < 8 {
		return 0
	}
	return float64(agree) / float64(pairs)
}

func onlyDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// turns reports whether a lower-case letter is followed by an upper-case one or a digit, or a digit by a letter.
func turns(b []byte) bool {
	for i := 1; i < len(b); i++ {
		lower, digit := b[i-1] >= 'a' && b[i-1] <= 'z', b[i-1] >= '0' && b[i-1] <= '9'
		if lower && (b[i] >= 'A' && b[i] <= 'Z' || b[i] >= '0' && b[i] <= '9') || digit && class(b[i]) == 1 {
			return true
		}
	}
	return false
}

func isSoft(literal string) bool {
	return len(literal) == 1 && strings.Contains(soft, literal)
}

// surround fills in the literals at both sides of each segment, and the delimiters of the layout.
func (v *view) surround() {
	v.before, v.after = make([]string, len(v.cols)), make([]string, len(v.cols))
	next, literal := 0, ""
	var walk func(parts []rowkey.Part)
	walk = func(parts []rowkey.Part) {
		for _, part := range parts {
			switch {
			case part.Group != nil:
				walk(part.Group.Parts)
			case part.Segment != nil:
				if next < len(v.before) {
					v.before[next] = literal
				}
				next++
				literal = ""
			default:
				literal = string(part.Literal)
				v.delimiters = append(v.delimiters, literal)
				if next > 0 && next <= len(v.after) {
					v.after[next-1] = literal
				}
			}
		}
	}
	walk(v.layout.Parts())
}

// doubtNames returns the names of doubtFeatures.
func doubtNames() []string {
	return []string{"salt-like", "soft left", "soft right", "stray delimiters", "follows", "followed",
		"constant positions", "drop", "most common", "once",
		"digits", "prefixed", "sometimes", "widths", "word ends", "constants before", "first", "last",
		"closed", "closed digits", "closed and distinct", "closed and salt-like", "hard", "hard and several widths",
		"hard and one width", "hard binary", "like reversed times", "like coarse times", "shared start", "shared end",
		"figures"}
}

// doubtFeatures returns the doubts about a column as features, each about 0..1.
func (c *column) doubtFeatures() []float64 {
	d := &c.doubts
	return []float64{d.saltLike, d.softLeft, d.softRight, d.stray, d.follows, d.followed, d.constants, d.drop, d.common,
		d.once,
		d.digits, d.prefixed, d.sometimes, d.widths, d.wordEnds, min(d.precedents, 3) / 3, d.first, d.last,
		d.closed, d.closed * when(d.digits > 0.98), d.closed * c.distinct, d.closed * d.saltLike, d.hard,
		d.hard * when(c.narrow < c.wide),
		d.hard * when(c.narrow == c.wide), d.hard * when(!c.printable), c.reversedLike, c.coarseLike, c.sharedStart,
		c.sharedEnd, c.figures}
}
