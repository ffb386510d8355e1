package rowkey

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"tabletop/model/spelling"
)

// Report states how well declared layouts fit keys.
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
	Kind  int    // of the layout nearest to the key: see explain
	Err   *DecodeError
}

// Check decodes keys with the layouts of set. Keys handed in may be changed afterwards.
func Check(set Set, keys iter.Seq[[]byte]) Report {
	return CheckDecoded(set, func(yield func([]byte, int) bool) {
		var spans []Span
		var kind int
		for key := range keys {
			if spans, kind = set.Decode(spans[:0], key); !yield(key, kind) {
				return
			}
		}
	})
}

// CheckDecoded is Check of keys that were decoded before: each comes with the index of its layout in set, negative if
// there is none.
func CheckDecoded(set Set, keys iter.Seq2[[]byte, int]) Report {
	report := Report{Kinds: make([]int, len(set))}
	for key, kind := range keys {
		if kind >= 0 {
			report.Kinds[kind]++
			report.Fit++
		} else if len(report.Misfits) < maxMisfits && len(set) > 0 {
			report.Misfits = append(report.Misfits, explain(set, slices.Clone(key), report.Keys))
		}
		report.Keys++
	}
	return report
}

// explain returns why no layout of set decodes key, for the nearest layout: the one that explains the most bytes by
// literals and by values that it could have refused, so that a kind whose constant begins the key comes before a kind
// whose first segment is any text. Among equals it is the one that a single segment keeps from fitting, then the one
// that read furthest, then the earlier one.
func explain(set Set, key []byte, index int) Misfit {
	misfit := Misfit{Index: index, Key: key}
	best := nearness{known: -1}
	for i, l := range set {
		r := reader{key: key}
		if l.read(&r) {
			continue
		}
		if near := l.nearness(&r); best.less(near) {
			best, misfit.Kind, misfit.Err = near, i, r.failure.err(key)
		}
	}
	return misfit
}

// nearness is how much of a key a layout that does not decode it explains.
type nearness struct {
	known int // bytes, as reader.known
	whole int // 1 when one segment alone keeps the key from fitting
	at    int // the byte at which it stopped fitting
}

func (n nearness) less(o nearness) bool {
	return cmp.Or(cmp.Compare(n.known, o.known), cmp.Compare(n.whole, o.whole), cmp.Compare(n.at, o.at)) < 0
}

// nearness is how much of the key of a failed r the layout explains. Where a segment failed, what is behind it counts
// as well if the rest of the key fits once that segment may hold anything.
func (l *Layout) nearness(r *reader) nearness {
	near := nearness{known: r.failure.known, at: r.failure.at}
	if r.failure.seg == nil {
		return near
	}
	if loose, err := New("", loosened(l.parts, r.failure.seg)...); err == nil {
		if again := (reader{key: r.key}); loose.read(&again) {
			near.known, near.whole = max(near.known, again.known), 1
		}
	}
	return near
}

// loosened is parts with a segment that holds any bytes of its width in place of seg.
func loosened(parts []Part, seg *Segment) []Part {
	out := slices.Clone(parts)
	for i, part := range out {
		switch {
		case part.Segment == seg:
			s := *seg
			s.Codec = &bytesCodec{traits{spec: "bytes", typ: Bytes, width: seg.Codec.Width()}}
			out[i].Segment = &s
		case part.Group != nil:
			out[i].Group = &Group{Parts: loosened(part.Group.Parts, seg), Repeat: part.Group.Repeat}
		}
	}
	return out
}

// refuses reports whether there is UTF-8 text of the right length that a codec does not decode.
func refuses(c Codec) bool {
	switch c.Type() {
	case Text, Bytes, IntBE:
		return false
	case Enum:
		return c.Width() > 0 || EndsItself(c)
	}
	return true
}

// EndsItself reports whether the first bytes of a value of c determine its length, though the width varies.
func EndsItself(c Codec) bool {
	_, ok := c.(sized)
	return ok
}

// Failing is the share of the keys looked at that no layout decodes; 0 when there were no keys.
func (r Report) Failing() float64 {
	if r.Keys == 0 {
		return 0
	}
	return float64(r.Keys-r.Fit) / float64(r.Keys)
}

// FailingBound is an upper bound, with 95% confidence, on the share of keys of the table that no layout decodes, if the
// keys looked at are independent draws from it: the share p at which seeing this few failures has a chance of 5%
// (Clopper and Pearson). Without a failure that is 1 - 0.05^(1/n), about 3/n. Without a key it is 1. Keys that were
// read in runs are not independent; then the number of runs has to stand for n: see FailingBound.
func (r Report) FailingBound() float64 { return FailingBound(r.Keys, r.Keys-r.Fit) }

// FailingBound is FailingBound for n independent keys of which failed do not fit.
func FailingBound(n, failed int) float64 {
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

// atMost is the chance of at most k successes in n trials of chance p, for p at or above k/n. Its terms fall from k
// down, so that the sum ends when they no longer count.
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

// String returns the result in a line: 998 of 1,000 keys fit, at most 0.6% of all fail.
func (r Report) String() string {
	if r.Keys == 0 {
		return "no keys to check"
	}
	return fmt.Sprintf("%s of %s fit; at most %.2g%% of all keys do not (95%% confidence)", spelling.Integer(r.Fit),
		spelling.Count(r.Keys, "key"), 100*r.FailingBound())
}
