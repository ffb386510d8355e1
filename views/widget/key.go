package widget

import (
	"encoding/hex"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// KeyPart is a part of a row key as it is drawn: one segment, or the bytes between two.
type KeyPart struct {
	Text    string // escaped
	Segment int    // index into the segments given to KeyParts; -1 for bytes of no segment
	Start   int    // first byte of the key
	End     int    // exclusive
}

// KeyParts cuts key at its spans, as much of it as fits into w cells; what is cut away is marked with an ellipsis.
// segments is the layout's Segments(), whose order gives each segment its color.
func KeyParts(dst []KeyPart, key []byte, spans []rowkey.Span, segments []*rowkey.Segment, w int) []KeyPart {
	at, escape := 0, escapeOf(key)
	part := func(end, segment int) {
		if end <= at || w < 0 {
			return
		}
		if w == 0 { // no room, not even for the mark
			if last := len(dst) - 1; last >= 0 {
				dst[last].Text = ansi.Truncate(dst[last].Text, Width(dst[last].Text)-1, "") + "…"
			}
			w = -1
			return
		}
		shown, whole := escapeTo(key[at:end], w, func(b []byte) string {
			if segment < 0 && len(b) < len(key) {
				return escape(b) // a delimiter may be a space
			}
			return text.Blank(escape(b))
		})
		dst = append(dst, KeyPart{Text: shown, Segment: segment, Start: at, End: end})
		w -= Width(shown)
		at = end
		if !whole {
			w = -1
		}
	}
	for _, s := range spans {
		part(s.Start, -1)
		part(s.End, slices.Index(segments, s.Segment))
	}
	part(len(key), -1)
	return dst
}

// escapeOf is how the parts of a key are written: those of a binary key are no letters.
func escapeOf(key []byte) func([]byte) string {
	if text.IsText(key) {
		return text.Escape
	}
	return text.Binary
}

// EscapeTo is text.Key cut to w cells. Of a long b it writes no more than it shows.
func EscapeTo(b []byte, w int) string {
	s, _ := escapeTo(b, w, func(b []byte) string { return text.Blank(escapeOf(b)(b)) })
	return s
}

// EscapeMiddle is text.Key cut to w cells in the middle: keys are distinguished by both ends. Of a long b it writes no
// more than its ends.
func EscapeMiddle(b []byte, w int) string {
	escape := escapeOf(b)
	if whole, ok := escapeTo(b, w, escape); ok || w < 8 {
		return whole
	}
	left := (w - 1) / 2
	right := w - 1 - left
	end := escape(b[max(0, len(b)-6*right):])
	return ansi.Truncate(EscapeTo(b, w), left, "") + TruncateLeft(end, right+1)
}

func escapeTo(b []byte, w int, escape func([]byte) string) (s string, whole bool) {
	// A letter with two marks takes five bytes for one cell; nothing takes more.
	const most = 6
	if len(b) > most*w+most {
		b = b[:most*w+most]
	}
	full := escape(b)
	s = Truncate(full, w)
	return s, s == full
}

// DrawKey joins the parts, each segment in its color and what is between them dimmed.
func DrawKey(st *Styles, parts []KeyPart) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Segment < 0 {
			b.WriteString(st.Dim(p.Text))
		} else {
			b.WriteString(st.Segment(p.Segment, p.Text))
		}
	}
	return b.String()
}

// Braces draws the line that goes under DrawKey: a brace below each segment with its label in it, as far as there is
// room. labels are those of the segments given to KeyParts.
func Braces(st *Styles, parts []KeyPart, labels []string) string {
	var b strings.Builder
	for _, p := range parts {
		w := Width(p.Text)
		if p.Segment < 0 {
			b.WriteString(Spaces(w))
			continue
		}
		b.WriteString(st.Segment(p.Segment, brace(labels[p.Segment], w)))
	}
	return b.String()
}

// brace is a brace of w cells. A label that does not fit whole is left out: its first letters mean little.
func brace(label string, w int) string {
	switch width := Width(label); {
	case w == 1:
		return "╵"
	case label != "" && width+6 <= w:
		return "└─ " + label + " " + strings.Repeat("─", w-width-5) + "┘"
	case label != "" && width+4 <= w:
		return "└ " + label + " " + strings.Repeat("─", w-width-4) + "┘"
	case label != "" && width+2 <= w:
		return "└" + label + strings.Repeat("─", w-width-2) + "┘"
	default:
		return "└" + strings.Repeat("─", max(w-2, 0)) + "┘"
	}
}

// SegmentValue writes the value of a segment for the user, escaped: times as calendar times of the unit's resolution,
// binary ids as they are usually written.
func SegmentValue(c rowkey.Codec, v rowkey.Value) string {
	switch v.Kind {
	case rowkey.KindTime:
		return text.Value(c, v)
	case rowkey.KindInt:
		return strconv.FormatInt(v.Int, 10)
	case rowkey.KindUint:
		return strconv.FormatUint(v.Uint, 10)
	case rowkey.KindText:
		return text.Blank(text.Escape(v.Bytes))
	}
	return segmentBytes(c.Type(), v.Bytes)
}

func segmentBytes(t rowkey.Type, b []byte) string {
	switch {
	case t == rowkey.Hash:
		return hex.EncodeToString(b) // text in some of them would be chance
	case t == rowkey.UUID && len(b) == 16:
		h := hex.EncodeToString(b)
		return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	case t == rowkey.IP:
		if a, ok := netip.AddrFromSlice(b); ok {
			return a.String()
		}
	}
	if s := text.Escape(b); len(s) < 2*len(b) || len(b) == 0 {
		return s
	}
	return hex.EncodeToString(b)
}

// SegmentType returns the type of a segment in short: "timestamp ms", "domain reversed".
func SegmentType(c rowkey.Codec) string {
	s := string(c.Type())
	if u := c.Unit(); u != "" {
		s = "time " + string(u)
	}
	if c.Reversed() {
		s += " reversed"
	}
	return s
}

// KindName names the i-th record kind of a table: the layout's own name after a letter, or the letter alone where the
// name only counts, as inference makes them.
func KindName(l *rowkey.Layout, i int) string {
	letter := rowkey.KindLetter(i)
	if l.Name() == "" || l.Name() == "k"+strconv.Itoa(i) {
		return letter
	}
	return letter + " " + text.EscapeString(l.Name())
}

// Template is the template of a layout without its name, safe to show; Parse still reads it.
func Template(l *rowkey.Layout) string {
	t := strings.TrimPrefix(l.String(), l.Name()+" = ")
	// A template is printable already, its backslashes are escapes of its own. What is invisible all the same becomes
	// \xNN, which is an escape of templates too.
	return text.Safe(t)
}

// Pattern is Template with long lists of arguments left out, for where it is to be read at a glance:
// "{place:enum(…)}#{day:date(20060102)}".
func Pattern(l *rowkey.Layout) string {
	template := Template(l)
	var out strings.Builder
	start := 0 // of what is not written yet
	for i := 0; i < len(template); i++ {
		switch template[i] {
		case '\\':
			i++
		case '{':
			open, end := arguments(template[i:])
			if end-open > maxArguments {
				out.WriteString(template[start:i+open+1] + "…")
				start = i + end
				i = start
			}
		}
	}
	out.WriteString(template[start:])
	return out.String()
}

// maxArguments is how long the arguments of a codec may be in a Pattern, in bytes.
const maxArguments = 28

// arguments finds the outermost parentheses in the segment that t starts with; 0, 0 when it has none.
func arguments(t string) (open, end int) {
	depth := 0
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '\\':
			i++
		case '(':
			if depth == 0 {
				open = i
			}
			depth++
		case ')':
			if depth--; depth == 0 {
				return open, i
			}
		case '}':
			return 0, 0
		}
	}
	return 0, 0
}

// DrawTemplate draws Pattern with each segment in its color. The segment of index cursor stands between ‹ and ›; -1 is
// none.
func DrawTemplate(st *Styles, l *rowkey.Layout, cursor int) string {
	pattern := Pattern(l)
	var out strings.Builder
	segment, start := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			out.WriteString(st.Dim(pattern[start:i]))
			start = i
		case '}':
			piece := pattern[start : i+1]
			if segment == cursor {
				piece = "‹" + piece + "›"
			}
			out.WriteString(st.Segment(segment, piece))
			segment++
			start = i + 1
		}
	}
	out.WriteString(st.Dim(pattern[min(start, len(pattern)):]))
	return out.String()
}
