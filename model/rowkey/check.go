package rowkey

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// Report says how well declared layouts fit keys.
type Report struct {
	Keys    int   // looked at
	Fit     int   // of Keys, those that a layout of the set decodes
	Kinds   []int // of Fit, those of each layout of the set
	Misfits []Misfit
}

// maxMisfits is how many keys a Report keeps as examples.
const maxMisfits = 20

// Misfit is a key that no layout decodes.
type Misfit struct {
	Index int    // of the key among those looked at, from 0
	Key   []byte // a copy
	Kind  int    // of the layout that read the key furthest, the first of several
	Err   *DecodeError
}

// Check decodes keys with the layouts of set. Keys handed in may be changed afterwards.
func Check(set Set, keys iter.Seq[[]byte]) Report {
	r := Report{Kinds: make([]int, len(set))}
	var spans []Span
	for key := range keys {
		var kind int
		if spans, kind = set.Decode(spans[:0], key); kind >= 0 {
			r.Kinds[kind]++
			r.Fit++
		} else if len(r.Misfits) < maxMisfits && len(set) > 0 {
			r.Misfits = append(r.Misfits, explain(set, slices.Clone(key), r.Keys))
		}
		r.Keys++
	}
	return r
}

// explain tells why no layout of set decodes key.
func explain(set Set, key []byte, index int) Misfit {
	m := Misfit{Index: index, Key: key}
	for i, l := range set {
		_, err := l.Decode(nil, key)
		if de, ok := err.(*DecodeError); ok && (m.Err == nil || de.Offset > m.Err.Offset) {
			m.Kind, m.Err = i, de
		}
	}
	return m
}

// Failing is the share of the keys looked at that no layout decodes; 0 when there were no keys.
func (r Report) Failing() float64 {
	if r.Keys == 0 {
		return 0
	}
	return float64(r.Keys-r.Fit) / float64(r.Keys)
}

// FailingBound is an upper bound, with 95 % confidence, on the share of keys of the table that no layout decodes, if the
// keys looked at are independent draws from it: the share p at which seeing this few failures has a chance of 5 %
// (Clopper and Pearson). Without a failure that is 1 - 0.05^(1/n), about 3/n. Without a key it is 1. Keys that were read
// in runs are not independent; then the number of runs has to stand for n: see FailingBoundOf.
func (r Report) FailingBound() float64 { return FailingBoundOf(r.Keys, r.Keys-r.Fit) }

// FailingBoundOf is FailingBound for n independent keys of which failed do not fit.
func FailingBoundOf(n, failed int) float64 {
	switch {
	case n <= 0 || failed >= n:
		return 1
	case failed <= 0:
		return 1 - math.Pow(0.05, 1/float64(n))
	}
	low, high := float64(failed)/float64(n), 1.0
	for range 60 {
		p := (low + high) / 2
		if atMost(n, failed, p) > 0.05 {
			low = p
		} else {
			high = p
		}
	}
	return high
}

// atMost is the chance of at most k successes in n trials of chance p, for p at or above k/n. Its terms fall from k down,
// so that the sum ends when they no longer count.
func atMost(n, k int, p float64) float64 {
	choose := lgamma(n+1) - lgamma(k+1) - lgamma(n-k+1)
	term := math.Exp(choose + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
	sum := 0.0
	for i := k; i >= 0 && term > sum*1e-12; i-- {
		sum += term
		term *= float64(i) / float64(n-i+1) * (1 - p) / p
	}
	return sum
}

func lgamma(n int) float64 {
	v, _ := math.Lgamma(float64(n))
	return v
}

// String says it in a line: 998 of 1,000 keys fit, at most 0.6 % of all fail.
func (r Report) String() string {
	if r.Keys == 0 {
		return "no keys to check"
	}
	return fmt.Sprintf("%d of %d keys fit; at most %.2g %% of all keys do not (95 %% confidence)", r.Fit, r.Keys, 100*r.FailingBound())
}
