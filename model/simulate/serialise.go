package simulate

import (
	"encoding/base64"
	"sort"
	"strconv"
	"unicode/utf8"

	"tabletop/model/candidate"
	"tabletop/model/sample"
)

// serialize makes one cell of those that are to become one, with the timestamp of the newest of them; the others come
// back as they were. cells are of one new column, newest first.
func (w *writer) serialise(cells []newCell) []newCell {
	some := false
	for _, c := range cells {
		some = some || c.rule >= 0 && w.t.rules[c.rule].Serialise != ""
	}
	if !some {
		return cells
	}
	var joined, rest []newCell
	for _, c := range cells {
		if c.rule >= 0 && w.t.rules[c.rule].Serialise != "" {
			joined = append(joined, c)
		} else {
			rest = append(rest, c)
		}
	}
	names, values := w.newestByName(joined)
	size, exact := 0, true
	switch w.t.rules[joined[0].rule].Serialise {
	case candidate.JSON:
		size, exact = jsonSize(names, values)
	case candidate.Protobuf:
		size, exact = protobufSize(values), false
	}
	if !exact {
		w.guessed++
	}
	w.emit(newCell{cell: -1, column: joined[0].column, micros: joined[0].micros, size: uint32(size)})
	return rest
}

// part is the newest value of a column: front is as much of it as the sample has.
type part struct {
	front []byte
	size  int
}

// newestByName takes the newest value of each source column, by name in order. The name is the qualifier, with the
// family before it where that tells two columns apart. The slices are good until the next call.
func (w *writer) newestByName(cells []newCell) ([]string, []part) {
	s, d := w.t.base.Sample, &w.doc
	d.begin(len(s.Columns()))
	for _, c := range cells { // newest first, and of one instant the last of the source first
		if id := s.ColumnOf(c.cell); d.seen[id] != d.round {
			d.seen[id] = d.round
			cell := s.Cell(c.cell)
			d.columns = append(d.columns, id)
			d.parts = append(d.parts, part{cell.Value, cell.Size})
		}
	}
	for _, id := range d.columns {
		d.names = append(d.names, s.Column(id).Qualifier)
	}
	sort.Sort(d)
	double := false
	for i := range d.names {
		double = double || i > 0 && d.names[i] == d.names[i-1]
	}
	if double {
		for i, id := range d.columns {
			d.names[i] = s.Column(id).Family + ":" + d.names[i]
		}
		sort.Sort(d)
	}
	return d.names, d.parts
}

// document is the columns of a cell in the making, in order of their names.
type document struct {
	columns []sample.ColumnID
	names   []string
	parts   []part
	seen    []uint32 // column -> the round that it was last seen in
	round   uint32
}

func (d *document) begin(columns int) {
	if d.seen == nil {
		d.seen = make([]uint32, columns)
	}
	d.round++
	d.columns, d.names, d.parts = d.columns[:0], d.names[:0], d.parts[:0]
}

func (d *document) Len() int           { return len(d.names) }
func (d *document) Less(i, j int) bool { return d.names[i] < d.names[j] }

func (d *document) Swap(i, j int) {
	d.columns[i], d.columns[j] = d.columns[j], d.columns[i]
	d.names[i], d.names[j] = d.names[j], d.names[i]
	d.parts[i], d.parts[j] = d.parts[j], d.parts[i]
}

// jsonSize is the length of {"name":"value",...} as encoding/json writes it: values are strings, those that are not UTF-8
// in base64. Where a value is not whole, what is missing is taken to need no escapes, and exact is false.
func jsonSize(names []string, values []part) (size int, exact bool) {
	exact = true
	size = len("{}") + max(0, len(names)-1)
	for i, n := range names {
		v := values[i]
		whole := v.size == len(v.front)
		exact = exact && whole
		switch front := trimmed(v.front, whole); {
		case !utf8.Valid(front):
			size += len(`""`) + base64.StdEncoding.EncodedLen(v.size)
		default:
			size += quotedSize(front) + v.size - len(front)
		}
		size += quotedSize(n) + len(":")
	}
	return size, exact
}

// trimmed cuts a character off that the end of what was kept cuts in two.
func trimmed(front []byte, whole bool) []byte {
	if whole {
		return front
	}
	for n := 0; n < utf8.UTFMax && n < len(front); n++ {
		if r, _ := utf8.DecodeLastRune(front[:len(front)-n]); r != utf8.RuneError {
			return front[:len(front)-n]
		}
	}
	return front
}

// quotedSize is the length of s as encoding/json writes it.
func quotedSize[T string | []byte](s T) int {
	size := len(`""`)
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			size += escapedSize(c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		if r == utf8.RuneError && n == 1 || r == '\u2028' || r == '\u2029' {
			size += len(`\u2028`)
		} else {
			size += n
		}
		i += n
	}
	return size
}

// escapedSize is the length of an ASCII character: some are escaped so that the document can stand in HTML.
func escapedSize(c byte) int {
	switch {
	case c == '"' || c == '\\' || c == '\b' || c == '\f' || c == '\n' || c == '\r' || c == '\t':
		return 2
	case c < ' ' || c == '<' || c == '>' || c == '&':
		return len(`\u003c`)
	}
	return 1
}

// protobufSize estimates the length of a message with a field for each value, numbered in order of the names, by the wire
// format: a tag, then a varint for a decimal integer, 8 bytes for another decimal number, else a length and the bytes.
func protobufSize(values []part) int {
	size := 0
	for i, v := range values {
		size += varintSize(uint64(i+1) << 3)
		text := string(v.front)
		if v.size == len(v.front) {
			if n, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(n, 10) == text {
				size += varintSize(uint64(n))
				continue
			}
			if f, err := strconv.ParseFloat(text, 64); err == nil && f == f && v.size > 2 && text[0] <= '9' {
				size += 8
				continue
			}
		}
		size += varintSize(uint64(v.size)) + v.size
	}
	return size
}

func varintSize(u uint64) int {
	n := 1
	for ; u >= 0x80; u >>= 7 {
		n++
	}
	return n
}
