package profile

import (
	"bytes"
	"encoding/json"
	"unicode"
	"unicode/utf8"

	"tabletop/model/sample"
)

// looks is how many values of a column are looked at to guess what they are.
const looks = 64

// guess tells what most of the values of these cells look like, and how many of those looked at do.
func guess(s *sample.Sample, cells []uint32) (ValueGuess, float64) {
	if len(cells) == 0 {
		return GuessEmpty, 1
	}
	seen := map[ValueGuess]int{}
	step, n := (len(cells)+looks-1)/looks, 0
	for i := 0; i < len(cells); i += step {
		seen[guessValue(s.Cell(int(cells[i])))]++
		n++
	}
	for _, g := range []ValueGuess{GuessEmpty, GuessInt64, GuessJSON, GuessText, GuessBinary} {
		if 2*seen[g] > n {
			return g, float64(seen[g]) / float64(n)
		}
	}
	return GuessMixed, 1
}

func guessValue(c sample.Cell) ValueGuess {
	v := c.Value
	cut := len(v) < c.Size
	switch {
	case c.Size == 0:
		return GuessEmpty
	case isText(v, cut):
		if isJSON(v, cut) {
			return GuessJSON
		}
		return GuessText
	case c.Size == 8 && len(v) == 8 && (v[0] < 0x20 || v[0] == 0xff):
		// Counters and times in any unit begin so; doubles and hashes mostly do not.
		return GuessInt64
	}
	return GuessBinary
}

// isText says that v is UTF-8 of printable characters and white space. The last character may be cut.
func isText(v []byte, cut bool) bool {
	if len(v) == 0 {
		return false // nothing of a value that is not empty was kept
	}
	for len(v) > 0 {
		r, n := utf8.DecodeRune(v)
		if r == utf8.RuneError && n <= 1 {
			return cut && !utf8.FullRune(v)
		}
		if !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return false
		}
		v = v[n:]
	}
	return true
}

// isJSON says that v is a JSON object or array, or begins like one when it is cut.
func isJSON(v []byte, cut bool) bool {
	v = bytes.TrimLeft(v, " \t\r\n")
	if len(v) == 0 || v[0] != '{' && v[0] != '[' {
		return false
	}
	if !cut {
		return json.Valid(v)
	}
	inner := bytes.TrimLeft(v[1:], " \t\r\n")
	if v[0] == '{' {
		return len(inner) > 0 && inner[0] == '"'
	}
	return len(inner) > 0 && bytes.IndexByte([]byte(`"{[-0123456789tfn`), inner[0]) >= 0
}
