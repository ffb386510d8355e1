package spec

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// Range is the whole numbers from Lo to Hi, each as likely, and the weight of the range in its distribution.
type Range struct {
	Lo, Hi int64
	Weight float64 // above 0
}

// Distribution is how often numbers are drawn: counts, lengths in bytes, or durations in milliseconds. An empty one
// stands for what is usual where it is used.
type Distribution []Range

// Always is the distribution of one number.
func Always(n int64) Distribution { return Distribution{{Lo: n, Hi: n, Weight: 1}} }

// weight is the sum of the weights.
func (d Distribution) weight() float64 {
	total := 0.0
	for _, r := range d {
		total += r.Weight
	}
	return total
}

// at returns the number at u of the distribution, 0 at its begin and 1 at its end.
func (d Distribution) at(u float64) int64 {
	left := u * d.weight()
	for i, r := range d {
		if left < r.Weight || i == len(d)-1 {
			within := int64(left / r.Weight * float64(r.Hi-r.Lo+1))
			return r.Lo + max(0, min(within, r.Hi-r.Lo))
		}
		left -= r.Weight
	}
	return 0
}

// Mean returns the mean of the numbers; 0 of none.
func (d Distribution) Mean() float64 {
	sum, total := 0.0, d.weight()
	for _, r := range d {
		sum += r.Weight / total * (float64(r.Lo) + float64(r.Hi)) / 2
	}
	return sum
}

// unit is what the numbers of a distribution are, and how they are written.
type unit struct {
	what   string
	lo, hi int64
	read   func(string) (int64, bool)
	write  func(int64) string
}

// numbers are whole numbers from lo to hi.
func numbers(lo, hi int64) unit {
	return unit{what: fmt.Sprintf("a whole number from %d to %d", lo, hi), lo: lo, hi: hi,
		read: func(text string) (int64, bool) {
			n, err := strconv.ParseInt(text, 10, 64)
			return n, err == nil
		}, write: func(n int64) string { return strconv.FormatInt(n, 10) }}
}

// longest is the maximum duration in a specification, in milliseconds: a hundred years.
const longest = 100 * 365 * 24 * int64(time.Hour/time.Millisecond)

// durations are milliseconds, written as policies write ages; negative ones only where lo is.
func durations(lo int64) unit {
	return unit{what: "a duration such as 15m, 12h or 30d", lo: lo, hi: longest, read: readDuration,
		write: writeDuration}
}

// readDuration reads 15m, 30d, 0s or -2h as milliseconds.
func readDuration(text string) (int64, bool) {
	digits, negative := strings.CutPrefix(text, "-")
	if strings.Trim(digits, "0smhd") == "" && strings.HasPrefix(digits, "0") {
		return 0, true // an age of nothing is none
	}
	rule, err := retention.Parse("maxage=" + digits)
	if err != nil || rule.Kind != sample.GCMaxAge {
		return 0, false
	}
	n := rule.Age.Milliseconds()
	if negative {
		n = -n
	}
	return n, true
}

func writeDuration(ms int64) string {
	switch {
	case ms == 0:
		return "0s"
	case ms < 0:
		return "-" + writeDuration(-ms)
	}
	return sample.Age(time.Duration(ms) * time.Millisecond)
}

// between separates the ends of a range.
const between = ".."

// readRange reads 8, or 3..12.
func readRange(n *yaml.Node, of unit) (Range, error) {
	first, last, isRange := strings.Cut(n.Value, between)
	if !isRange {
		last = first
	}
	lo, ok := of.read(strings.TrimSpace(first))
	hi, okToo := of.read(strings.TrimSpace(last))
	switch {
	case n.Kind != yaml.ScalarNode || !ok || !okToo:
		return Range{}, bounded.OnLine(n, "%q must be %s, or a range of them as in %s..%s", n.Value, of.what,
			of.write(max(of.lo, min(1000, of.hi))), of.write(max(of.lo, min(60_000, of.hi))))
	case lo > hi:
		return Range{}, bounded.OnLine(n, "%q: a range begins with the smaller number", n.Value)
	case lo < of.lo || hi > of.hi:
		return Range{}, bounded.OnLine(n, "%q must lie in %s to %s", n.Value, of.write(of.lo), of.write(of.hi))
	}
	return Range{Lo: lo, Hi: hi, Weight: 1}, nil
}

// readDistribution reads a number, a range, or a mapping from these to their weights.
func readDistribution(n *yaml.Node, of unit) (Distribution, error) {
	if n.Kind != yaml.MappingNode {
		r, err := readRange(n, of)
		return Distribution{r}, err
	}
	var out Distribution
	for at := 0; at+1 < len(n.Content); at += 2 {
		key, weight := n.Content[at], n.Content[at+1]
		r, err := readRange(key, of)
		if err != nil {
			return nil, err
		}
		if r.Weight, err = readNumber(weight, math.SmallestNonzeroFloat64, 1e12); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil, bounded.OnLine(n, "the distribution is empty: write a number, a range as in 3..12, or several "+
			"with their weights as in {8: 90, 9..100: 10}")
	}
	return out, nil
}

// readNumber reads a number from lo to hi.
func readNumber(n *yaml.Node, lo, hi float64) (float64, error) {
	number, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(number >= lo && number <= hi) {
		if lo == math.SmallestNonzeroFloat64 {
			return 0, bounded.OnLine(n, "%q must be a number above 0", n.Value)
		}
		return 0, bounded.OnLine(n, "%q must be a number from %g to %g", n.Value, lo, hi)
	}
	return number, nil
}

// text writes a distribution as readDistribution reads it.
func (d Distribution) text(of unit) string {
	var parts []string
	for _, one := range d {
		part := of.write(one.Lo)
		if one.Hi > one.Lo {
			part += between + of.write(one.Hi)
		}
		if !d.plain() {
			part += ": " + short(one.Weight)
		}
		parts = append(parts, part)
	}
	if d.plain() {
		return parts[0]
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// plain reports whether a distribution is written without weights.
func (d Distribution) plain() bool { return len(d) == 1 && d[0].Weight == 1 }

// short writes a number with at most four digits that count.
func short(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e9 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// tally counts numbers with weights, to make a distribution of them.
type tally map[int64]float64

// deviation is the standard deviation of the numbers.
func (t tally) deviation() float64 {
	sum, squares, total := 0.0, 0.0, 0.0
	for n, weight := range t {
		sum += weight * float64(n)
		total += weight
	}
	for n, weight := range t {
		off := float64(n) - sum/total
		squares += weight * off * off
	}
	return math.Sqrt(squares / total)
}

// few is the number of different numbers that a distribution lists as they are.
const few = 8

// binWidth is the ratio of the ends of a bin of larger numbers. A bin is written as the mean of what is in it, so that
// the mean of the distribution is that of the numbers.
const binWidth = 1.4

// distribution makes one of the numbers counted, of which digits are significant in the weights. Where there are more
// than few numbers, those of about the same size become one, their mean.
func (t tally) distribution() Distribution {
	type bin struct{ sum, weight float64 }
	bins := map[int64]bin{}
	for n, weight := range t {
		at := n
		if len(t) > few {
			at = binOf(n)
		}
		of := bins[at]
		bins[at] = bin{of.sum + weight*float64(n), of.weight + weight}
	}
	merged, total := tally{}, 0.0
	for _, of := range bins {
		merged[int64(math.Round(of.sum/of.weight))] += of.weight
		total += of.weight
	}
	var out Distribution
	for n, weight := range merged {
		out = append(out, Range{Lo: n, Hi: n, Weight: weight / total})
	}
	slices.SortFunc(out, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	return out
}

// ranges is distribution for durations in milliseconds: those of about the same size become the range that they span,
// in whole seconds where it is long.
func (t tally) ranges() Distribution {
	if len(t) <= few {
		return t.distribution()
	}
	bins, total := map[int64]*Range{}, 0.0
	for ms, weight := range t {
		ms = coarse(ms)
		of := bins[binOf(ms)/2]
		if of == nil {
			of = &Range{Lo: ms, Hi: ms}
			bins[binOf(ms)/2] = of
		}
		of.Lo, of.Hi, of.Weight = min(of.Lo, ms), max(of.Hi, ms), of.Weight+weight
		total += weight
	}
	var out Distribution
	for _, of := range bins {
		out = append(out, Range{Lo: of.Lo, Hi: of.Hi, Weight: of.Weight / total})
	}
	slices.SortFunc(out, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	return out
}

// coarse is a duration in whole minutes or seconds if it is long.
func coarse(ms int64) int64 {
	switch long := max(ms, -ms); {
	case long > 3600*second:
		return ms / (60 * second) * (60 * second)
	case long > 10*second:
		return ms / second * second
	}
	return ms
}

// second is a second in milliseconds.
const second = 1000

// binOf is the number of the bin that a number is in; numbers near 0 have their own.
func binOf(n int64) int64 {
	if n > -few && n < few {
		return n
	}
	bin := few + int64(math.Log(math.Abs(float64(n))/few)/math.Log(binWidth))
	if n < 0 {
		return -bin
	}
	return bin
}
