package rekey

import (
	"encoding/base64"
	"slices"
	"sort"
	"unicode/utf8"

	"tabletop/model/candidate"
	"tabletop/model/sample"
)

// serialize makes one cell of those that are to become one, with the timestamp of the newest of them; the others come
// back as they were. cells are of one new column, newest first.
func (j *joiner) serialize(cells []newCell) []newCell {
	if !slices.ContainsFunc(cells, func(c newCell) bool { return c.form != nil }) {
		return cells
	}
	joined, rest := j.doc.joined[:0], j.doc.rest[:0]
	for _, c := range cells {
		if c.form != nil {
			joined = append(joined, c)
		} else {
			rest = append(rest, c)
		}
	}
	j.doc.joined, j.doc.rest = joined, rest
	names, values := j.newestByName(joined)
	size, exact := 0, true
	switch *joined[0].form {
	case candidate.JSON:
		size, exact = jsonSize(names, values)
	case candidate.Protobuf:
		size, exact = candidate.ProtobufSize(values), false
	}
	if !exact {
		j.count.Estimated++
	}
	j.add(newCell{cell: -1, column: joined[0].column, micros: joined[0].micros, size: uint32(size)})
	return rest
}

// newestByName takes the newest value of each source column, by name in order. The name is the qualifier, with the
// family before it where that distinguishes two columns. The slices are good until the next call.
func (j *joiner) newestByName(cells []newCell) ([]string, []candidate.Content) {
	sampled, doc := j.source, &j.doc
	doc.begin(len(sampled.Columns()))
	for _, c := range cells { // newest first, and of one instant the last of the source first
		if id := sampled.CellColumn(int(c.cell)); doc.seen[id] != doc.round {
			doc.seen[id] = doc.round
			cell := sampled.Cell(int(c.cell))
			doc.columns = append(doc.columns, id)
			doc.parts = append(doc.parts, candidate.Content{Front: cell.Value, Size: cell.Size})
		}
	}
	for _, id := range doc.columns {
		doc.names = append(doc.names, sampled.Column(id).Qualifier)
	}
	sort.Sort(doc)
	double := false
	for i := range doc.names {
		double = double || i > 0 && doc.names[i] == doc.names[i-1]
	}
	if double {
		for i, id := range doc.columns {
			doc.names[i] = sampled.Column(id).Family + ":" + doc.names[i]
		}
		sort.Sort(doc)
	}
	return doc.names, doc.parts
}

// document is the columns of a cell in the making, in order of their names.
type document struct {
	columns []sample.ColumnID
	names   []string
	parts   []candidate.Content
	seen    []uint32 // column -> the round that it was last seen in
	round   uint32

	joined, rest []newCell // scratch of serialize
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

// jsonSize is the length of {"name":"value",...} as encoding/json writes it: values are strings, those that are not
// UTF-8 in base64. Where a value is not whole, what is missing is taken to need no escapes, and exact is false.
func jsonSize(names []string, values []candidate.Content) (size int, exact bool) {
	exact = true
	size = len("{}") + max(0, len(names)-1)
	for i, name := range names {
		content := values[i]
		whole := content.Size == len(content.Front)
		exact = exact && whole
		switch front := trimmed(content.Front, whole); {
		case !utf8.Valid(front):
			size += len(`""`) + base64.StdEncoding.EncodedLen(content.Size)
		default:
			size += quotedSize(front) + content.Size - len(front)
		}
		size += quotedSize(name) + len(":")
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
