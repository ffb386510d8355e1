package report

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/rowkey"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// decodeJSONL writes one line per key of the sample. A key that matches no layout has no segments.
func decodeJSONL(w io.Writer, in Input) error {
	out := bufio.NewWriterSize(w, 1<<16)
	tails := findTails(in.Layouts)
	names := make([]string, len(in.Layouts))
	for i := range names {
		names[i] = quoted(kindName(in.Layouts, i))
	}
	var spans []rowkey.Span
	var line []byte
	for index := range in.Sample.Rows() {
		key := in.Sample.Key(index)
		kind := in.Segments.Kind[index]
		spans = in.Segments.Spans(spans[:0], index)
		line = append(line[:0], `{"key_b64":`...)
		line = doc.AppendBase64(line, key)
		line = append(line, `,"layout":`...)
		line = doc.AppendQuoted(line, []byte(in.SetName))
		line = append(line, `,"kind":`...)
		if kind < 0 {
			line = append(line, `"","segments":[]}`...)
		} else {
			line = append(append(line, names[kind]...), `,"segments":[`...)
			some := false
			for _, span := range spans {
				if span.Start == span.End {
					continue // an empty value has no position in the key
				}
				if some {
					line = append(line, ',')
				}
				some = true
				line = appendSpan(line, span, tails[span.Segment])
			}
			line = append(line, `]}`...)
		}
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	if reason := in.partial(); reason != "" {
		out.WriteString(`{"partial":true,"stopped":` + quoted(stopReason(in.Sample)) + "}\n")
	}
	return out.Flush()
}

// tail is the part of a segment's JSON that is the same in every key.
type tail struct{ name, rest string }

func findTails(set rowkey.Set) map[*rowkey.Segment]tail {
	tails := map[*rowkey.Segment]tail{}
	for _, layout := range set {
		for _, seg := range layout.Segments() {
			c := seg.Codec
			rest := `,"type":` + quoted(string(c.Type())) + `,"encoding":` + quoted(c.Encoding()) + `,"unit":` +
				quoted(string(c.Unit())) +
				`,"reversed":` + strconv.FormatBool(c.Reversed()) + `,"value":`
			tails[seg] = tail{`{"name":` + quoted(seg.Name) + `,"start":`, rest}
		}
	}
	return tails
}

func quoted(s string) string { return string(doc.AppendQuoted(nil, []byte(s))) }

func appendSpan(dst []byte, span rowkey.Span, t tail) []byte {
	dst = append(dst, t.name...)
	dst = strconv.AppendInt(dst, int64(span.Start), 10)
	dst = append(dst, `,"end":`...)
	dst = strconv.AppendInt(dst, int64(span.End), 10)
	dst = append(dst, t.rest...)
	return append(appendJSONValue(dst, span.Segment.Codec, span.Value), '}')
}

// appendJSONValue writes the value of a segment: integers as JSON numbers, everything else as text, and bytes that need
// escapes also in base64 as value_b64.
func appendJSONValue(dst []byte, c rowkey.Codec, v rowkey.Value) []byte {
	if v.Kind == rowkey.KindInt || v.Kind == rowkey.KindUint {
		return text.AppendValue(dst, c, v)
	}
	dst = append(dst, '"')
	before := len(dst)
	dst = append(doc.Quote(text.AppendValue(dst, c, v), before), '"')
	if v.Kind != rowkey.KindTime && !text.IsClean(v.Bytes) {
		dst = doc.AppendBase64(append(dst, `,"value_b64":`...), v.Bytes)
	}
	return dst
}

// widthKeys is the number of keys examined for the widths of the columns. It is bounded so that output starts at once.
const widthKeys = 1000

// maxColumn is the maximum width of a column of decoded text; longer values shift the rest of their line.
const maxColumn = 40

// decodeText writes the record kinds, then one line per key with its kind and its segments in columns.
func decodeText(w io.Writer, in Input) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if reason := in.partial(); reason != "" {
		out.WriteString("# " + partialRead + reason + "\n")
	}
	for _, sentence := range text.Redacted(&in.Sample.How) {
		out.WriteString("# " + sentence + "\n")
	}
	names := make([]string, len(in.Layouts))
	nameWidth := 1
	for i, layout := range in.Layouts {
		names[i] = kindName(in.Layouts, i)
		nameWidth = max(nameWidth, ansi.StringWidth(names[i]))
		out.WriteString("# " + names[i] + "  " + layout.String() + "\n")
		if inferred, ok := inferredKind(in, i); ok {
			words, _ := text.LayoutConfidence(inferred)
			out.WriteString("#   " + words + "\n")
		}
	}
	widths := columnWidths(in)
	var spans []rowkey.Span
	var line []byte
	for index := range in.Sample.Rows() {
		key := in.Sample.Key(index)
		kind := in.Segments.Kind[index]
		spans = in.Segments.Spans(spans[:0], index)
		name := "?"
		if kind >= 0 {
			name = names[kind]
		}
		line = append(append(line[:0], name...), spaces(nameWidth-ansi.StringWidth(name))...)
		if kind < 0 {
			line = text.AppendEscape(line, key)
		}
		for n, span := range spans {
			before := len(line)
			line = text.AppendValue(line, span.Segment.Codec, span.Value)
			if n < len(spans)-1 {
				line = append(line, spaces(widths[kind].of(n)-cells(line[before:]))...)
			}
		}
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// cells is the width of escaped text on a terminal.
func cells(b []byte) int {
	for _, c := range b {
		if c > '~' {
			return ansi.StringWidth(string(b))
		}
	}
	return len(b)
}

// spaces returns n spaces, which fill a column, and two more that separate it from the next.
func spaces(n int) string { return strings.Repeat(" ", max(n, 0)+2) }

// widths holds the widths of the columns of one kind.
type widths []int

func (w widths) of(n int) int {
	if n < len(w) {
		return w[n]
	}
	return 0
}

// columnWidths returns the width of each column of each kind, from a subset of the keys.
func columnWidths(in Input) []widths {
	all := make([]widths, len(in.Layouts))
	rows := in.Sample.Rows()
	step := max(1, rows/widthKeys)
	var spans []rowkey.Span
	var buf []byte
	for i := 0; i < rows; i += step {
		kind := in.Segments.Kind[i]
		spans = in.Segments.Spans(spans[:0], i)
		for n, span := range spans {
			if n == len(all[kind]) {
				all[kind] = append(all[kind], 0)
			}
			buf = text.AppendValue(buf[:0], span.Segment.Codec, span.Value)
			all[kind][n] = max(all[kind][n], min(cells(buf), maxColumn))
		}
	}
	return all
}
