package demo

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"

	"tabletop/model/sample"
)

// Times are milliseconds since 1970, in which row keys and cells have them.
const (
	second = int64(1000)
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// startOfDay is the midnight (UTC) that began the day of now.
func startOfDay(now time.Time) int64 { return now.UnixMilli() / day * day }

// date writes a day as 20060102.
func date(ms int64) string { return time.UnixMilli(ms).UTC().Format("20060102") }

func (r *Row) add(family, qualifier string, ms int64, value []byte) {
	if r.Cells == nil {
		r.Cells = make([]Cell, 0, 8)
	}
	r.Cells = append(r.Cells, Cell{Family: family, Qualifier: qualifier, Micros: ms * 1000, Value: value})
}

// versions adds a value that was written n times before last, every step, newest first.
func (r *Row) versions(family, qualifier string, last, step int64, n int, value func(version int) []byte) {
	for v := range n {
		r.add(family, qualifier, last-int64(v)*step, value(v))
	}
}

func int64be(n int64) []byte     { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
func float64be(f float64) []byte { return binary.BigEndian.AppendUint64(nil, math.Float64bits(f)) }

// fixed writes f with so many digits after the point.
func fixed(f float64, digits int) []byte { return strconv.AppendFloat(nil, f, 'f', digits, 64) }

func number(n int64) []byte { return strconv.AppendInt(nil, n, 10) }

// blob is n bytes that do not compress.
func blob(d *rng, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(d.next())
	}
	return b
}

// family is a family with its garbage-collection rule.
func family(name string, gc sample.GCRule) sample.Family { return sample.Family{Name: name, GC: gc} }

func maxVersions(n int) sample.GCRule {
	return sample.GCRule{Kind: sample.GCMaxVersions, Versions: n}
}

func maxAge(days int) sample.GCRule {
	return sample.GCRule{Kind: sample.GCMaxAge, Age: time.Duration(days) * 24 * time.Hour}
}

func either(rules ...sample.GCRule) sample.GCRule {
	return sample.GCRule{Kind: sample.GCUnion, Children: rules}
}

func both(rules ...sample.GCRule) sample.GCRule {
	return sample.GCRule{Kind: sample.GCIntersection, Children: rules}
}

// coin makes up a word of two or three syllables that no language needs to have.
func coin(d *rng) string {
	onsets := [...]string{"b", "br", "c", "d", "dr", "f", "g", "h", "j", "k", "l", "m", "n", "p", "qu", "r", "s", "st",
		"t", "tr", "v", "w", "z"}
	vowels := [...]string{"a", "e", "i", "o", "u", "ai", "ea", "o", "a", "e"}
	endings := [...]string{"n", "r", "l", "s", "x", "m", "nd", "rt", "", "", "", ""}
	var w strings.Builder
	for range d.between(2, 3) {
		w.WriteString(pick(d, onsets[:]))
		w.WriteString(pick(d, vowels[:]))
	}
	w.WriteString(pick(d, endings[:]))
	return w.String()
}

// coined makes n different words; the first are those given.
func coined(name string, n int, given ...string) []string {
	words, seen := make([]string, 0, n), make(map[string]bool, n)
	for i := 0; len(words) < n; i++ {
		var w string
		if i < len(given) {
			w = given[i]
		} else {
			d := roll(name, i)
			w = coin(&d)
		}
		if !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	return words
}
