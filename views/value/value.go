// Package value writes the value of a cell in a form that the user can read: text, indented JSON, numbers, protobuf
// wire format, unpacked gzip, or a hex dump. Bigtable knows only bytes, so which form fits is a guess, and every form
// can be asked for. All text that comes out is escaped.
package value

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/views/text"
)

// Form is a way to write a value.
type Form string

// The forms. Integers and floats are big-endian, as Bigtable's own increments and the HBase client write them.
const (
	Empty Form = "empty"
	Text  Form = "text"
	JSON  Form = "JSON"
	Int   Form = "integer"
	Float Form = "float"
	Proto Form = "protobuf"
	Gzip  Form = "gzip"
	Hex   Form = "hex"
)

// Guess returns the form that fits best. b holds the first bytes of a value of size bytes.
func Guess(b []byte, size int) Form { return Forms(b, size)[0] }

// Forms lists the forms in which b makes sense, the likeliest first. There is always at least one.
func Forms(b []byte, size int) []Form {
	if size == 0 {
		return []Form{Empty}
	}
	whole := len(b) >= size
	var fit []Form
	readable := isText(b, whole)
	switch {
	case isGzip(b):
		fit = append(fit, Gzip)
	case readable && isJSON(b):
		fit = append(fit, JSON)
	}
	if readable {
		fit = append(fit, Text)
	}
	if whole {
		fit = append(fit, numbers(b, readable)...)
	}
	if !readable && whole && isProto(b) {
		// A number of 4 or 8 bytes now and then is valid protobuf as well; the reverse is rarer.
		fit = append(fit, Proto)
	}
	return append(fit, Hex)
}

// numbers lists the number forms of a value of 1, 2, 4 or 8 bytes, the likelier first. Text of that length is taken
// for text: its forms are offered all the same.
func numbers(b []byte, readable bool) []Form {
	switch len(b) {
	case 1, 2:
		return []Form{Int}
	case 4:
		if !readable && sensible(float64(math.Float32frombits(binary.BigEndian.Uint32(b)))) && !smallInt(integer(b)) {
			return []Form{Float, Int}
		}
		return []Form{Int, Float}
	case 8:
		if f := math.Float64frombits(binary.BigEndian.Uint64(b)); sensible(f) && !smallInt(integer(b)) {
			return []Form{Float, Int}
		}
		return []Form{Int, Float}
	}
	return nil
}

// sensible reports whether f has a magnitude that measurements have. Small integers read as floats are below 1e-300.
func sensible(f float64) bool {
	a := math.Abs(f)
	return a >= 1e-12 && a <= 1e18
}

func smallInt(v int64) bool { return v > -1<<24 && v < 1<<24 }

// integer reads a two's-complement big-endian integer of up to 8 bytes.
func integer(b []byte) int64 {
	var u uint64
	for _, c := range b {
		u = u<<8 | uint64(c)
	}
	shift := 64 - 8*len(b)
	return int64(u<<shift) >> shift
}

// isText reports whether b is UTF-8 without control characters other than tab and line ends. The last character may be
// cut when b is not the whole value.
func isText(b []byte, whole bool) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 {
			return !whole && len(b) < utf8.UTFMax && !utf8.FullRune(b)
		}
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f {
			return false
		}
		b = b[n:]
	}
	return true
}

// isJSON reports whether b begins like a JSON object or array. It does not parse to the end, which may not be at hand.
func isJSON(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	if len(b) == 0 {
		return false
	}
	rest := bytes.TrimLeft(b[1:], " \t\r\n")
	switch {
	case b[0] == '{':
		return len(rest) == 0 || rest[0] == '"' || rest[0] == '}'
	case b[0] == '[':
		return len(rest) == 0 || strings.IndexByte(`"{[]-0123456789tfn`, rest[0]) >= 0
	}
	return false
}

func isGzip(b []byte) bool { return len(b) > 10 && b[0] == 0x1f && b[1] == 0x8b && b[2] == 8 }

// Line writes a value on one line, for a list. b holds the first bytes of a value of size bytes; what is missing is
// marked with an ellipsis. A form that b does not fit is replaced by the best one that does.
func Line(f Form, b []byte, size int) string {
	cut := ""
	if len(b) < size {
		cut = "…"
	}
	switch fitting(f, b, size) {
	case Empty:
		return "(empty)"
	case Int:
		return intWords(b)
	case Float:
		return floatWords(b)
	case JSON, Text:
		return text.Escape(b) + cut
	case Gzip:
		return "gzip " + hex.EncodeToString(b) + cut
	case Proto:
		return protoLine(b)
	}
	return hex.EncodeToString(b) + cut
}

// Lines writes a value on as many lines of w cells as it takes. b holds the first bytes of a value of size bytes.
func Lines(f Form, b []byte, size, w int) []string {
	w = max(w, 1)
	switch fitting(f, b, size) {
	case Empty:
		return wrap(nil, "(empty: the cell says only that it is there)", w)
	case Int:
		return numberLines(intWords(b), b, w)
	case Float:
		return numberLines(floatWords(b), b, w)
	case JSON:
		return jsonLines(b, w)
	case Text:
		return textLines(b, w)
	case Gzip:
		return gzipLines(b, size, w)
	case Proto:
		return protoLines(b, w)
	}
	return Dump(b, w)
}

func fitting(f Form, b []byte, size int) Form {
	forms := Forms(b, size)
	for _, g := range forms {
		if g == f {
			return f
		}
	}
	if f == Text && size > 0 {
		return Text // anything can be shown as escaped text
	}
	return forms[0]
}

func intWords(b []byte) string {
	v := integer(b)
	s := text.Integer(v)
	if t, unit, ok := epoch(v); ok {
		s += "  (in " + unit + " since 1970: " + text.Time(t) + ")"
	}
	return s
}

// epoch reads v as a time between 2000 and 2100 in the unit in which it is one.
func epoch(v int64) (t time.Time, unit string, ok bool) {
	const from, to = 946684800, 4102444800
	for _, u := range []struct {
		name string
		per  int64
	}{{"s", 1}, {"ms", 1e3}, {"µs", 1e6}, {"ns", 1e9}} {
		if v/u.per >= from && v/u.per < to {
			return time.Unix(v/u.per, v%u.per*(1e9/u.per)), u.name, true
		}
	}
	return time.Time{}, "", false
}

func floatWords(b []byte) string {
	if len(b) == 4 {
		return strconv.FormatFloat(float64(math.Float32frombits(binary.BigEndian.Uint32(b))), 'g', -1, 32)
	}
	return strconv.FormatFloat(math.Float64frombits(binary.BigEndian.Uint64(b)), 'g', -1, 64)
}

func numberLines(words string, b []byte, w int) []string {
	return append(wrap(nil, words, w), Dump(b, w)...)
}
