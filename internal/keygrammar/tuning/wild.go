package tuning

import (
	"fmt"
	"math"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// The wild productions draw the parameters of every field, so that no two tables are alike and nothing can be learned by heart.

// wildText draws a printable field of any encoding.
func wildText(w *kg.World) kg.Field {
	n := []int{5, 40, 300, 4000}[w.IntN(4)]
	draw := []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed, kg.Group, kg.Counting}[w.IntN(5)]
	width := 3 + w.IntN(10)
	switch w.IntN(14) {
	case 0:
		return kg.Words("user", "wild first name", users(), draw)
	case 1:
		return kg.Choice("color", "wild color", colors(), 2+w.IntN(12), draw)
	case 2:
		return kg.Made("word", "wild syllables", "", n, draw, func(w *kg.World) string { return w.Syllables(1 + w.IntN(4)) })
	case 3:
		return kg.Made("Word", "wild capitalized syllables", "", n, draw, func(w *kg.World) string {
			s := w.Syllables(2 + w.IntN(2))
			return strings.ToUpper(s[:1]) + s[1:]
		})
	case 4:
		soft := w.One("-", ".", "_")
		return kg.Made("pair", "wild words with "+soft, soft, n, draw, func(w *kg.World) string { return w.One(colors()...) + soft + w.One(things()...) })
	case 5:
		return kg.Made("numbered", "wild word and number", "", n, draw, func(w *kg.World) string { return fmt.Sprint(w.One(things()...), 1+w.IntN(30)) })
	case 6:
		return kg.Decimal("count", w.IntN(2), 10+n*(1+w.IntN(100)), draw)
	case 7:
		return kg.Padded("padded", width, min(n*n, int(math.Pow10(width))), draw)
	case 8:
		return kg.HexNumber("hexed", 4+width, min(n*n*n, 1<<28), draw).Accepting(rowkey.Hash)
	case 9:
		alphabet := w.One(base58, alnum, "0123456789abcdef", "0123456789ABCDEF", capitals+"234567")
		return kg.RandomID("id", "wild id "+alphabet[:4]+alphabet[len(alphabet)-2:], alphabet, 8+w.IntN(24), 50+n, draw).Accepting(rowkey.Text)
	case 10:
		return kg.UUID("uuid", w.One("text", "upper", "hex"), 50+n, draw)
	case 11:
		return names()[w.IntN(3)]
	}
	return wildTime(w)
}

// wildTime draws a time in text.
func wildTime(w *kg.World) kg.Field {
	unit := []rowkey.Unit{rowkey.Second, rowkey.Millisecond, rowkey.Microsecond, rowkey.Second, rowkey.Millisecond, rowkey.Nanosecond}[w.IntN(6)]
	switch w.IntN(5) {
	case 0:
		return kg.Epoch(unit, []int{0, 0, 20}[w.IntN(3)])
	case 1:
		return kg.Reversed(unit, math.MaxInt64)
	case 2:
		unit, most := rowkey.Second, int64(9_999_999_999)
		if w.IntN(2) == 0 {
			unit, most = rowkey.Millisecond, 9_999_999_999_999
		}
		return kg.Reversed(unit, most)
	case 3:
		return kg.Bucket([]time.Duration{time.Minute, 10 * time.Minute, 24 * time.Hour}[w.IntN(3)])
	}
	day := w.One("20060102", "2006-01-02", "2006/01/02", "2006.01.02", "01-02-2006", "Jan022006", "2006-Jan-02", "2006-002", "20060102")
	clock, unit := "", rowkey.Day
	switch w.IntN(4) {
	case 0:
		clock, unit = w.One("T15", "-15", "15"), rowkey.Hour
	case 1:
		clock, unit = w.One("T15:04", "_1504", "T1504Z"), rowkey.Minute
	case 2:
		clock, unit = w.One("T15:04:05", "T150405Z", "-15-04-05", "T15:04:05Z"), rowkey.Second
	}
	return kg.Calendar(unit, day+clock)
}

// wildBytes draws a field in bytes.
func wildBytes(w *kg.World) kg.Field {
	n := []int{20, 300, 60000, 1 << 24}[w.IntN(4)]
	draw := []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed, kg.Counting}[w.IntN(4)]
	switch w.IntN(9) {
	case 0, 1:
		return kg.Binary("number", 4, n, false, draw)
	case 2, 3:
		return kg.Binary("number", 8, n, w.IntN(3) == 0, draw)
	case 4:
		return kg.Binary("number", 2, min(n, 60000), false, draw)
	case 5:
		return kg.RandomBytes("id", []int{8, 12, 16, 20, 32}[w.IntN(5)], 100+min(n, 3000), draw)
	case 6:
		return kg.UUID("uuid", "bytes", 100+min(n, 3000), draw)
	}
	return wildClock(w)
}

// wildClock draws a time in bytes.
func wildClock(w *kg.World) kg.Field {
	unit := []rowkey.Unit{rowkey.Second, rowkey.Millisecond, rowkey.Microsecond, rowkey.Nanosecond}[w.IntN(4)]
	switch w.IntN(4) {
	case 0:
		return kg.EpochBinary(rowkey.Second, 4, 0)
	case 1:
		return kg.ReversedBinary(unit, 8)
	case 2:
		return kg.EpochBinary(unit, 8, 1<<63)
	}
	return kg.EpochBinary(unit, 8, 0)
}

// distinct draws n fields, no two of one name and none that holds a byte of the separator.
func distinct(n int, sep string, draw func() kg.Field) []kg.Field {
	var out []kg.Field
	used := map[string]bool{}
	for len(out) < n {
		if f := draw(); !used[f.Name] && !strings.ContainsAny(f.Holds, sep) {
			out, used[f.Name] = append(out, f), true
		}
	}
	return out
}

func wildSeparator(w *kg.World) string {
	return w.One("#", "|", ":", "/", ";", "~", ",", "^", "_", "-", ".", "=", "@", "::", "##", "\x1f")
}

func wildJoined(w *kg.World) []kg.Kind {
	sep := wildSeparator(w)
	return kg.One(kg.Joined(sep, distinct(1+w.IntN(4), sep, func() kg.Field { return wildText(w) })...))
}

// wildLevels joins groups of fields by one separator, and the fields of a group by another.
func wildLevels(w *kg.World) []kg.Kind {
	outer, inner := w.One("#", "|", "/", ";", "::"), w.One(":", "~", ",", "_", "-", ".", "^")
	fs := distinct(3+w.IntN(2), outer+inner, func() kg.Field { return wildText(w) })
	parts := kg.Joined(inner, fs[0], fs[1])
	return kg.One(append(append(parts, kg.Lit(outer)), kg.Joined(inner, fs[2:]...)...))
}

func wildPacked(w *kg.World) []kg.Kind {
	var parts []kg.Part
	for range 1 + w.IntN(3) {
		parts = append(parts, kg.Of(wildBytes(w)))
	}
	return kg.One(parts)
}

// wildMixed puts bytes behind words that a separator, a length, or zero bytes end.
func wildMixed(w *kg.World) []kg.Kind {
	sep := w.One("\x00", "\x00", "#", "/", "|", "\x1f")
	fs := distinct(1+w.IntN(2), sep, func() kg.Field { return wildText(w) })
	if w.IntN(3) == 0 {
		return kg.One(kg.Lengths([]int{1, 2, 4}[w.IntN(3)], append(fs, wildBytes(w))...))
	}
	return kg.One(append(kg.Joined(sep, fs...), kg.Lit(sep), kg.Of(wildBytes(w))))
}

// wildKinds draws kinds that a leading word or a leading byte distinguishes.
func wildKinds(w *kg.World) []kg.Kind {
	sep, binary := w.One("#", "/", ":", "|", "~", "_"), w.IntN(3) == 0
	order := w.Perm(len(things()))
	var kinds []kg.Kind
	for i := range 2 + w.IntN(3) {
		k := kg.Kind{Weight: 0.2 + w.Float64()}
		if binary {
			k.Parts = []kg.Part{kg.Of(kg.Constant(string(rune(1 + i))))}
			for range 1 + w.IntN(2) {
				k.Parts = append(k.Parts, kg.Of(wildBytes(w)))
			}
		} else {
			fs := distinct(1+w.IntN(3), sep, func() kg.Field { return wildText(w) })
			k.Parts = kg.Joined(sep, append([]kg.Field{kg.Constant(things()[order[i]])}, fs...)...)
		}
		kinds = append(kinds, k)
	}
	return kinds
}
