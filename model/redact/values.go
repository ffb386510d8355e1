package redact

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"strings"
	"unicode/utf8"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// looked is how many values of a column are looked at to find out what they are.
const looked = 400

// column is how the values of one column are replaced.
type column struct {
	codec   value.Codec
	time    *rowkey.Segment // they are times of this form; nil when not
	address bool            // IP addresses
	segment string          // the segment of the key that they repeat, empty when none
}

// values replaces values. They need not stay in order, so equal beginnings are replaced by equal ones, in every column
// and in every table that is redacted with the same key.
type values struct {
	secret *secret
	start  chain
	text   *classes
	binary *classes
	forms  []*rowkey.Segment // of times
	octets reading
}

func newValues(s *secret) *values {
	values := &values{secret: s, start: s.begin("values"), text: textClasses(), binary: binaryClasses(),
		octets: reading{typ: rowkey.IP}}
	for _, spec := range []string{
		"date(2006-01-02T15:04:05Z)", "date(2006-01-02T15:04:05.000Z)", "date(2006-01-02 15:04:05)", "date(2006-01-02)",
		"date(20060102)", "date(2006/01/02)",
		"date(02.01.2006)", "date(20060102150405)", "ms", "s", "us", "ns", "ms(be(8))", "s(be(8))", "us(be(8))",
		"ns(be(8))", "s(be(4))",
	} {
		if c, err := rowkey.ParseCodec(spec); err == nil {
			values.forms = append(values.forms, &rowkey.Segment{Name: "time", Codec: c})
		}
	}
	return values
}

// look finds out what the values of a column are.
func (v *values) look(cells []sample.Cell) column {
	column := column{codec: value.Of(cells).Codec}
	full, addresses := 0, 0
	fits := make([]int, len(v.forms))
	for _, cell := range cells {
		if cell.Size == 0 || len(cell.Value) < cell.Size {
			continue
		}
		full++
		if _, err := netip.ParseAddr(string(cell.Value)); err == nil {
			addresses++
		}
		for i, form := range v.forms {
			if t, err := form.Codec.Decode(cell.Value); err == nil && isTime(form, t, cell) {
				fits[i]++
			}
		}
	}
	for i, n := range fits {
		if n*20 >= full*19 && full > 0 && column.time == nil {
			column.time = v.forms[i]
		}
	}
	column.address = full > 0 && addresses*20 >= full*19
	return column
}

// isTime reports whether a value is a time. A number is one only within a year of the time of its cell.
func isTime(form *rowkey.Segment, t rowkey.Value, cell sample.Cell) bool {
	if t.Kind != rowkey.KindTime || !moves(t.Int) {
		return false
	}
	away := t.Int - cell.Micros/1e6
	return form.Codec.Form().Calendar || away > -366*86400 && away < 366*86400
}

// replace replaces the value of a cell in place; move states that times are moved.
func (v *values) replace(c column, cell sample.Cell, text []byte, move bool) {
	if len(text) == 0 || isAbsent(text) {
		return
	}
	if c.time != nil {
		t, err := c.time.Codec.Decode(text)
		if err == nil && isTime(c.time, t, cell) && len(text) == cell.Size {
			if !move || moveTime(c.time, t, text) {
				return
			}
		}
	}
	fixed := make([]bool, len(text))
	of := v.text
	switch {
	case c.codec == value.JSON:
		fixJSON(text, fixed)
	case c.address:
		v.octets.fix(text, fixed)
	case !isText(text, cell.Size):
		of = v.binary
		fixBinary(c.codec, text, fixed)
	}
	state := v.start
	for i, b := range text {
		if now := of[b]; !fixed[i] && now.size() > 1 {
			move := 1 + int(state.number()%uint64(now.size()-1))
			text[i] = now.lo + byte((int(b-now.lo)+move)%now.size())
		}
		if v.secret.next(&state, b); of['-'].size() == 1 && separates(b) {
			state = v.start // so that a word is replaced alike wherever it stands
		}
	}
}

// separates reports whether a byte stands between words.
func separates(b byte) bool {
	return b < 0x80 && !(b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z')
}

// isAbsent reports whether a value only states that there is none.
func isAbsent(text []byte) bool {
	if len(text) > 9 {
		return false
	}
	switch strings.ToLower(string(text)) {
	case "null", "nil", "none", "n/a", "nan", "undefined", "unknown", "empty", "true", "false":
		return true
	}
	return false
}

// isText reports whether the front of a value is UTF-8, the last character of which may be cut.
func isText(text []byte, size int) bool {
	cut := size > len(text)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n <= 1 {
			return cut && !utf8.FullRune(text)
		}
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f {
			return false
		}
		text = text[n:]
	}
	return true
}

// fixBinary keeps what determines the encoding of a binary value.
func fixBinary(codec value.Codec, text []byte, fixed []bool) {
	keep := 0
	switch codec {
	case value.Gzip:
		keep = 3
	case value.Zstd, value.Avro:
		keep = 5
	case value.Zlib, value.Float64: // sign and magnitude
		keep = 2
	case value.Protobuf:
		fixProtobuf(text, fixed)
	}
	for i := range fixed[:min(keep, len(fixed))] {
		fixed[i] = true
	}
}

// fixProtobuf keeps tags and lengths, in messages within messages too, as far as text goes; nothing where the text does
// not read as a message.
func fixProtobuf(text []byte, fixed []bool) {
	mark := make([]bool, len(text))
	for at := 0; at < len(text); {
		tag, count := binary.Uvarint(text[at:])
		if count <= 0 || tag>>3 == 0 {
			return
		}
		set(mark[at : at+count])
		at += count
		switch tag & 7 {
		case 0:
			if _, count = binary.Uvarint(text[at:]); count < 0 {
				return
			} else if count == 0 {
				count = len(text) - at
			}
			at += count
		case 1:
			at += 8
		case 5:
			at += 4
		case 2:
			length, number := binary.Uvarint(text[at:])
			if number < 0 {
				return
			} else if number == 0 {
				number = len(text) - at
			}
			set(mark[at : at+number])
			at += number
			end := at + int(min(length, uint64(len(text)-at)))
			if part := text[at:end]; len(part) > 1 && !isText(part, len(part)) {
				fixProtobuf(part, mark[at:end])
			}
			at = end
		default:
			return
		}
	}
	for i, m := range mark {
		fixed[i] = fixed[i] || m
	}
}

func set(marks []bool) {
	for i := range marks {
		marks[i] = true
	}
}

// repeats finds the segment of the key that nearly all values of a column repeat.
func repeats(found map[string]int, cells int) string {
	best := ""
	for name, n := range found {
		if n*10 >= cells*9 && cells > 0 && (best == "" || name < best) {
			best = name
		}
	}
	return best
}

// segmentsEqual lists the segments of a key that are a value.
func segmentsEqual(key []byte, spans []rowkey.Span, text []byte) (names []string) {
	for _, s := range spans {
		if len(text) > 0 && bytes.Equal(key[s.Start:s.End], text) {
			names = append(names, s.Segment.Name)
		}
	}
	return names
}
