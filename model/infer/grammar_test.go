package infer

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/orderedcode"
)

// part is a piece of a key of a random layout: a value, or a literal or length that belongs to no segment.
type part struct {
	text    string
	literal bool
}

// columnMaker makes the values of one column of a layout; they may depend on the time of the row.
type columnMaker func(w *world) func(t time.Time) string

// drawn makes columns whose values are drawn from n made by make.
func drawn(n int, make func(w *world) string) columnMaker {
	return func(w *world) func(time.Time) string {
		next := some(w, n, func() string { return make(w) })
		return func(time.Time) string { return next() }
	}
}

// timed makes columns of times.
func timed(f func(time.Time) string) columnMaker {
	return func(*world) func(time.Time) string { return f }
}

func textColumns() []columnMaker {
	form := func(layout string) columnMaker { return timed(func(t time.Time) string { return t.Format(layout) }) }
	count := func(f func(time.Time) int64) columnMaker {
		return timed(func(t time.Time) string { return strconv.FormatInt(f(t), 10) })
	}
	return []columnMaker{
		drawn(60, func(w *world) string { return w.name() }),
		drawn(5, func(w *world) string { return w.word() }),
		drawn(90, func(w *world) string { return fmt.Sprint(1000 + w.IntN(900000)) }),
		drawn(400, func(w *world) string { return fmt.Sprintf("%07d", w.IntN(3000000)) }),
		drawn(120, func(w *world) string { return w.hex(8) }),
		drawn(500, func(w *world) string { return w.hex(32) }),
		drawn(500, func(w *world) string { return w.uuid() }),
		form("20060102"), form("2006-01-02"), form("2006010215"), form("2006-01-02T15:04:05Z"),
		count(time.Time.Unix), count(time.Time.UnixMilli),
		count(func(t time.Time) int64 { return math.MaxInt64 - t.UnixMilli() }),
	}
}

// binaryColumns are of a fixed width.
func binaryColumns() []columnMaker {
	at := func(width int, f func(time.Time) uint64) columnMaker {
		return timed(func(t time.Time) string { return be(f(t), width) })
	}
	return []columnMaker{
		drawn(500, func(w *world) string { return be(uint64(w.IntN(90000)), 4) }),
		drawn(500, func(w *world) string { return be(uint64(w.IntN(5000000)), 8) }),
		drawn(80, func(w *world) string { return be(uint64(w.IntN(700)), 2) }),
		drawn(900, func(w *world) string { return w.bytes(16) }),
		drawn(300, func(w *world) string { return be(uint64(w.IntN(40000))^1<<31, 4) }),
		at(4, func(t time.Time) uint64 { return uint64(t.Unix()) }),
		at(8, func(t time.Time) uint64 { return uint64(t.UnixMilli()) }),
		at(8, func(t time.Time) uint64 { return uint64(t.UnixMicro()) }),
		at(8, func(t time.Time) uint64 { return uint64(math.MaxInt64 - t.UnixMilli()) }),
	}
}

// grammar makes a random layout and gives the function that makes its rows.
func grammar(w *world) func() ([]part, time.Time) {
	texts, bins := textColumns(), binaryColumns()
	choose := func(from []columnMaker, n int) (cols []func(time.Time) string) {
		for range n {
			cols = append(cols, from[w.IntN(len(from))](w))
		}
		return cols
	}
	name := some(w, 200, w.name)
	lit := func(s string) part { return part{s, true} }
	val := func(s string) part { return part{s, false} }
	join := func(d string, cols []func(time.Time) string, t time.Time) (out []part) {
		for i, c := range cols {
			if i > 0 && d != "" {
				out = append(out, lit(d))
			}
			out = append(out, val(c(t)))
		}
		return out
	}
	switch w.IntN(8) {
	case 0, 1: // delimited text
		cols, d := choose(texts, 2+w.IntN(3)), w.one("#", "|", "/", "::", "!")
		return func() ([]part, time.Time) { t := w.when(); return join(d, cols, t), t }
	case 2: // salted text
		cols := choose(texts[7:], 1)
		return func() ([]part, time.Time) {
			t, n := w.when(), name()
			h := fnv.New32a()
			h.Write([]byte(n))
			return []part{val(fmt.Sprintf("%02d", h.Sum32()%32)), lit(":"), val(n), lit(":"), val(cols[0](t))}, t
		}
	case 3: // fixed binary
		cols := choose(bins, 2+w.IntN(3))
		return func() ([]part, time.Time) { t := w.when(); return join("", cols, t), t }
	case 4: // text, a zero byte, binary
		head, cols := choose(texts[:2], 1), choose(bins, 1+w.IntN(2))
		return func() ([]part, time.Time) {
			t := w.when()
			return append([]part{val(head[0](t)), lit("\x00")}, join("", cols, t)...), t
		}
	case 5: // a digest before an id
		cols := choose(bins, 1)
		return func() ([]part, time.Time) {
			t, n := w.when(), name()
			sum := md5.Sum([]byte(n))
			return []part{val(hex.EncodeToString(sum[:3])), lit("-"), val(n), lit("\x00"), val(cols[0](t))}, t
		}
	case 6: // a value behind its length
		cols := choose(bins, 1)
		return func() ([]part, time.Time) {
			t, n := w.when(), name()
			return []part{lit(be(uint64(len(n)), 2)), val(n), val(cols[0](t))}, t
		}
	}
	return func() ([]part, time.Time) { // OrderedCode
		id, _ := orderedcode.Append(nil, int64(w.IntN(1<<24)))
		return []part{val(w.name()), lit("\x00\x01"), val(string(id))}, w.when()
	}
}

// Random layouts must be cut at the right places. The figure is the boundary F1 over all keys; what may be lost are
// cuts that nothing in the keys gives away, such as those between random bytes.
func TestRandomGrammar(t *testing.T) {
	const least = 0.97
	layouts := seeds(120)
	sum, exact := 0.0, uint64(0)
	for seed := range layouts {
		w := newWorld(1000 + seed)
		next := grammar(w)
		truth := map[string]map[int]bool{}
		rs := rows(250, func() row {
			parts, at := next()
			key, cuts := "", map[int]bool{}
			for _, p := range parts {
				if !p.literal {
					cuts[len(key)], cuts[len(key)+len(p.text)] = true, true
				}
				key += p.text
			}
			truth[key] = inner(cuts, len(key))
			return row{key, at}
		})
		res := inferred(t, rs)
		f1, all := boundaryF1(res, rs, truth)
		if sum += f1; all {
			exact++
		} else {
			t.Logf("seed %d: F1 %.3f: %s", seed, f1, strings.Join(templates(res), "  "))
		}
	}
	mean := sum / float64(layouts)
	t.Logf("mean boundary F1 %.3f, %d of %d layouts exact", mean, exact, layouts)
	if mean < least {
		t.Errorf("mean boundary F1 %.3f, want %.2f", mean, least)
	}
}

// inner drops the cuts at both ends of a key, which are no choice.
func inner(cuts map[int]bool, end int) map[int]bool {
	delete(cuts, 0)
	delete(cuts, end)
	return cuts
}

// boundaryF1 compares the cuts of a result with the truth, as a mean over the keys; all states that there is no
// difference.
func boundaryF1(res Result, rs []row, truth map[string]map[int]bool) (f1 float64, all bool) {
	set := res.Set()
	all = true
	for _, r := range rs {
		spans, _ := set.Decode(nil, []byte(r.key))
		got := map[int]bool{}
		for _, s := range spans {
			got[s.Start], got[s.End] = true, true
		}
		got = inner(got, len(r.key))
		want, hits := truth[r.key], 0
		for at := range got {
			if want[at] {
				hits++
			}
		}
		if len(got)+len(want) == 0 {
			f1++
		} else {
			f1 += 2 * float64(hits) / float64(len(got)+len(want))
		}
		all = all && hits == len(want) && hits == len(got)
	}
	return f1 / float64(len(rs)), all
}
