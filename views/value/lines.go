package value

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/views/text"
)

// unpackLimit bounds what is unpacked of a gzip value, in bytes: a small value can unpack to gigabytes.
const unpackLimit = 1 << 16

// wrap appends s, which must be escaped, cut into lines of w cells.
func wrap(dst []string, s string, w int) []string {
	for ansi.StringWidth(s) > w {
		front := ansi.Truncate(s, w, "")
		if front == "" { // a wide character in a single column
			return append(dst, strings.Repeat("·", w))
		}
		dst = append(dst, front)
		s = s[len(front):]
	}
	return append(dst, s)
}

// textLines breaks at line ends as well as at the width.
func textLines(b []byte, w int) []string {
	var out []string
	for line := range bytes.SplitSeq(b, []byte("\n")) {
		line = bytes.TrimSuffix(line, []byte("\r"))
		out = wrap(out, text.Escape(bytes.ReplaceAll(line, []byte("\t"), []byte("    "))), w)
	}
	return out
}

// jsonLines indents JSON by its brackets alone, so that a document which is cut or faulty is shown as far as it goes.
func jsonLines(b []byte, w int) []string {
	var out []string
	var line []byte
	depth := 0
	flush := func() {
		if len(bytes.TrimSpace(line)) > 0 {
			out = wrap(out, escapeJSON(line), w)
		}
		// Deep nesting must not push the text out of sight.
		line = append(line[:0], strings.Repeat("  ", min(depth, w/4))...)
	}
	for i := 0; i < len(b); i++ {
		switch char := b[i]; char {
		case ' ', '\t', '\r', '\n':
		case '"':
			end := stringEnd(b, i)
			line = append(line, b[i:end]...)
			i = end - 1
		case '{', '[':
			line = append(line, char)
			if next := bytes.TrimLeft(b[i+1:], " \t\r\n"); len(next) > 0 && next[0] == char+2 {
				line = append(line, char+2)
				i = len(b) - len(next)
				continue
			}
			depth++
			flush()
		case '}', ']':
			depth = max(depth-1, 0)
			flush()
			line = append(line, char)
		case ',':
			line = append(line, char)
			flush()
		case ':':
			line = append(line, ": "...)
		default:
			line = append(line, char)
		}
	}
	depth = 0
	flush()
	return out
}

// stringEnd is the index after the JSON string that starts at i, or len(b) when it is cut.
func stringEnd(b []byte, i int) int {
	for j := i + 1; j < len(b); j++ {
		switch b[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return len(b)
}

// escapeJSON is text.Escape without doubled backslashes: in JSON a backslash is part of the notation, and \x is no
// escape of it, so the two cannot be mixed up.
func escapeJSON(b []byte) string { return strings.ReplaceAll(text.Escape(b), `\\`, `\`) }

// gzipLines unpacks the value and writes what is inside in the form that fits it.
func gzipLines(b []byte, size, w int) []string {
	if len(b) < size {
		return append(wrap(nil, "gzip; only the front is at hand, so it cannot be unpacked", w), Dump(b, w)...)
	}
	reader, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return append(wrap(nil, "looks like gzip but cannot be unpacked: "+text.EscapeString(err.Error()), w),
			Dump(b, w)...)
	}
	inner, err := io.ReadAll(io.LimitReader(reader, unpackLimit+1))
	if err != nil && len(inner) == 0 {
		return append(wrap(nil, "looks like gzip but cannot be unpacked: "+text.EscapeString(err.Error()), w),
			Dump(b, w)...)
	}
	whole := len(inner)
	head := fmt.Sprintf("gzip, unpacks to %s", text.Bytes(float64(len(inner))))
	switch {
	case err != nil:
		head += ", then is broken"
	case len(inner) > unpackLimit:
		inner = inner[:unpackLimit]
		head = fmt.Sprintf("gzip, unpacks to more than %s; the front of it:", text.Bytes(unpackLimit))
	}
	out := wrap(nil, head, w)
	form := Guess(inner, whole)
	if form == Gzip { // gzip in gzip: once is enough
		form = Hex
	}
	return append(out, Lines(form, inner, whole, w)...)
}

// Dump writes b as offset, hex and text, 16 bytes a line and fewer where w is narrow.
func Dump(b []byte, w int) []string {
	per := 16
	for per > 1 && dumpWidth(per) > w {
		per /= 2
	}
	var out []string
	for at := 0; at < len(b); at += per {
		row := b[at:min(at+per, len(b))]
		var cells strings.Builder
		for i := range per {
			if i == 8 {
				cells.WriteByte(' ')
			}
			if i < len(row) {
				cells.WriteString(hex.EncodeToString(row[i:i+1]) + " ")
			} else {
				cells.WriteString("   ")
			}
		}
		line := fmt.Sprintf("%06x  %s %s", at, cells.String(), printable(row))
		out = append(out, ansi.Truncate(line, w, ""))
	}
	return out
}

func dumpWidth(per int) int { return 8 + 3*per + per/16 + 1 + per }

func printable(b []byte) string {
	out := make([]byte, len(b))
	for i, c := range b {
		if c < ' ' || c > '~' {
			c = '.'
		}
		out[i] = c
	}
	return string(out)
}
