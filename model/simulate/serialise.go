package simulate

import (
	"encoding/base64"
	"encoding/json"
	"sort"
	"strconv"
	"unicode/utf8"

	"tabletop/model/candidate"
)

// serialise makes one cell of those that are to become one, with the timestamp of the newest of them; the others come
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
// family before it where that tells two columns apart.
func (w *writer) newestByName(cells []newCell) ([]string, []part) {
	s := w.t.base.Sample
	newest := map[candidate.ColumnName]part{}
	qualifiers := map[string]string{}
	double := false
	for _, c := range cells { // newest first, and of one instant the last of the source first
		col := s.Column(s.ColumnOf(c.cell))
		name := candidate.ColumnName{Family: col.Family, Qualifier: col.Qualifier}
		if _, ok := newest[name]; ok {
			continue
		}
		cell := s.Cell(c.cell)
		newest[name] = part{cell.Value, cell.Size}
		family, ok := qualifiers[name.Qualifier]
		double = double || ok && family != name.Family
		qualifiers[name.Qualifier] = name.Family
	}
	byName := map[string]part{}
	var names []string
	for n, p := range newest {
		text := n.Qualifier
		if double {
			text = n.Family + ":" + n.Qualifier
		}
		byName[text] = p
		names = append(names, text)
	}
	sort.Strings(names)
	values := make([]part, len(names))
	for i, n := range names {
		values[i] = byName[n]
	}
	return names, values
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
			size += quotedSize(string(front)) + v.size - len(front)
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

func quotedSize(s string) int {
	quoted, err := json.Marshal(s)
	if err != nil { // strings always can be
		return len(s) + 2
	}
	return len(quoted)
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
