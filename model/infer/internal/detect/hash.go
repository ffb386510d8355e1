package detect

import (
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// mayBeID reports whether values have only characters of ids, letters among them.
func mayBeID(s *column.Summary) bool {
	const ofIDs = column.Alnum | column.Dash | column.Underscore | column.Plus | column.Slash | column.Equals
	return s.All&^ofIDs == 0 && s.All&column.Letters != 0
}

// hashText reads random ids in alphabets of 32 to 64 letters.
func (e *Reader) hashText(s *column.Summary) (Reading, bool) {
	if !mayBeID(s) {
		return Reading{}, false
	}
	reading := Reading{Typ: rowkey.Hash, Bits: math.Min(positions(s), order0(s)), Random: true, Strong: s.Min >= 16}
	alphabet, size := alphabet(s)
	if size == 0 || s.Min < 7 || s.Distinct < 12 && (s.Distinct < 4 || s.Distinct*s.Min < fewIDs) ||
		len(s.CommonPrefix()) > 1 { // characters drawn evenly are rarely the same in all
		return reading, false
	}
	if s.Width == 0 && s.Max-s.Min > 2+s.Max/16 {
		return reading, false
	}
	if !evenChars(s, size) {
		return reading, false
	}
	reading.Solid = s.Min >= 16
	reading.Spec = column.HashSpec(alphabet, s.Width)
	return reading, true
}

// fewIDs is the number of characters in all from which few distinct values tell whether they are drawn evenly.
const fewIDs = 120

// notBase58 is one part of the characters of ids that is too many for those that base 58 leaves out, of which base 62
// has one in 15: garbage has few of them.
const notBase58 = 60

// alphabet guesses which letters ids are made of, from the classes that occur.
func alphabet(s *column.Summary) (string, int) {
	low, up := s.All&(column.HexLower|column.Lower) != 0, s.All&(column.HexUpper|column.Upper) != 0
	if s.All&column.Digit == 0 && !(low && up) {
		return "", 0 // words of letters alone are names
	}
	special := hasSpecials(s)
	switch {
	case low && up && (special || int(s.Chars['0']+s.Chars['O']+s.Chars['I']+s.Chars['l'])*notBase58 > s.Total):
		if special {
			return "b64", 62
		}
		return "b62", 60
	case special:
		return "", 0
	case low && up:
		return "b58", 56
	}
	used := 0
	for _, k := range s.Chars {
		if int(k)*rareChar > s.Total {
			used++
		}
	}
	if used <= 33 && s.Total > 400 {
		return "b32", 31
	}
	return "b62", 34
}

// hasSpecials reports whether the two characters that base 64 has besides letters and digits occur as often as in it.
// Where they are in fewer than a third as many values, those values are garbage, whose number differs between samples.
func hasSpecials(s *column.Summary) bool {
	const punctuation = column.Dash | column.Underscore | column.Plus | column.Slash | column.Equals
	if s.All&punctuation == 0 {
		return false
	}
	expected := 1 - math.Pow(62.0/64, float64(s.Total)/float64(s.N))
	k := s.Share(func(v []byte) bool { return column.TextClasses(v)&punctuation != 0 })
	return float64(k) > expected/3*float64(s.N)
}

// evenChars reports whether the distinct values are drawn evenly from about size letters.
func evenChars(s *column.Summary, size int) bool {
	var all [256]int
	count, both := 0, 0
	for _, unique := range s.Uniq {
		class := column.Class(0)
		for _, c := range unique.Val {
			all[c]++
			class |= column.ByteClass(c)
			count++
		}
		if class&column.Digit != 0 && class&column.Letters != 0 ||
			class&(column.HexUpper|column.Upper) != 0 && class&(column.HexLower|column.Lower) != 0 {
			both++
		}
	}
	if both*10 < len(s.Uniq)*8 {
		return false
	}
	if column.Entropy(all[:], count) < evenCharsShare*ExpectedEntropy(count, size) {
		return false
	}
	return s.Distinct < 12 || spreadChars(s, size)
}

// spreadChars makes sure that no position favors some letters, the first one and the last ones left out: those of base
// 58 and base 64 do.
func spreadChars(s *column.Summary, size int) bool {
	for place := 1; place < s.Min-2; place++ {
		counts, count := s.DistinctAt(place)
		if column.Entropy(counts[:], count) < spreadShare*ExpectedEntropy(count, size) {
			return false
		}
	}
	return true
}
