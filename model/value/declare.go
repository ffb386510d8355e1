package value

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/sample"
)

// Type is a type that a column can be declared with, so that each of its values decodes.
type Type string

// The types. TypeBytes is that of any value.
const (
	TypeBytes   Type = "bytes"
	TypeString  Type = "string"  // UTF-8
	TypeInteger Type = "integer" // of 64 bits, with a sign
	TypeFloat   Type = "float"   // of 64 bits
)

// Declared is the type under which all values of a column decode that were read.
type Declared struct {
	Type   Type
	Binary bool // numbers are 8 bytes, big-endian; else they are text
	Values int  // that were read
	Cut    int  // of Values, those of which only the first bytes were read
	Empty  int  // of Values
	// Found are the codecs of the other values, one for each value, the most common first.
	Found []CodecCount
}

// CodecCount is a codec and a number of values.
type CodecCount struct {
	Codec  Codec
	Values int
}

// Declare returns the type of all these values, which are those of one column or of several that share a type. Values
// of several kinds, some of which are no text, are TypeBytes, and so are values that are Mixed to Of. aggregate reports
// whether the family holds numbers by declaration.
func Declare(cells []sample.Cell, aggregate bool) Declared {
	out := Declared{Type: TypeBytes, Values: len(cells)}
	counts := map[Codec]int{}
	var fits fit
	for _, cell := range cells {
		if len(cell.Value) < cell.Size {
			out.Cut++
		}
		if cell.Size == 0 {
			out.Empty++
			continue
		}
		counts[codecOf(cell)]++
		fits.add(cell)
	}
	for codec, n := range counts {
		out.Found = append(out.Found, CodecCount{codec, n})
	}
	slices.SortFunc(out.Found, func(a, b CodecCount) int {
		return cmp.Or(cmp.Compare(b.Values, a.Values), strings.Compare(string(a.Codec), string(b.Codec)))
	})
	filled := len(cells) - out.Empty
	if filled == 0 {
		return out
	}
	whole := out.Empty == 0 && out.Cut == 0
	switch {
	case fits.text == filled && mixesJSON(counts, filled):
	case fits.text == filled && whole && fits.integers == filled:
		out.Type = TypeInteger
	case fits.text == filled && whole && fits.numbers == filled:
		out.Type = TypeFloat
	case fits.text == filled:
		out.Type = TypeString
	case whole && (fits.int64s == filled || aggregate && fits.eight == filled):
		out.Type, out.Binary = TypeInteger, true
	case whole && fits.float64s == filled && float64(fits.text) < some*float64(filled):
		out.Type, out.Binary = TypeFloat, true
	}
	return out
}

// fit counts the values that each type could be declared of.
type fit struct{ text, integers, numbers, eight, int64s, float64s int }

func (f *fit) add(cell sample.Cell) {
	count := func(to *int, fits bool) {
		if fits {
			*to++
		}
	}
	text := isText(cell.Value, cell.Size)
	count(&f.text, text)
	count(&f.integers, text && isPlainInteger(string(cell.Value)))
	count(&f.numbers, text && isPlainNumber(string(cell.Value)))
	count(&f.eight, cell.Size == 8 && len(cell.Value) == 8)
	count(&f.int64s, isInt64(cell.Value, cell.Size))
	count(&f.float64s, isFloat64(cell.Value, cell.Size))
}

// isPlainInteger reports whether text is an integer of 64 bits and written as it would be written again, so that
// nothing is lost: 007 is a name and no number.
func isPlainInteger(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == text
}

// isPlainNumber reports whether text is a finite number in digits.
func isPlainNumber(text string) bool {
	if strings.Trim(text, "+-.eE0123456789") != "" || strings.HasPrefix(strings.TrimLeft(text, "+-"), "0") &&
		!isPlainInteger(text) && !strings.HasPrefix(strings.TrimLeft(text, "+-"), "0.") {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}
