package keygrammar_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// TestTruthCanBeWritten verifies that the layouts of tables can be written as templates, which are then judged right:
// no production demands what nobody could answer. A few tables are left out, whose record kinds are distinguished by
// more than a list of templates in order.
func TestTruthCanBeWritten(t *testing.T) {
	for _, part := range append(ofFewDesigns(), "wide") {
		g := kg.Load(part)
		g.Garbage = []float64{0}
		tables, wrong := 0, 0
		for i, p := range g.Productions {
			for again := range uint64(2) {
				table := g.NewTable(p, uint64(i)+again*uint64(len(g.Productions)), 60)
				tables++
				var why error
				for _, how := range []writing{{}, {greedy: true}, {narrow: true}} {
					var set rowkey.Set
					if set, why = written(table, how); why == nil && !table.Judge(set).Table {
						why = fmt.Errorf("%v is judged wrong", set)
					}
					if why == nil {
						break
					}
				}
				if why != nil {
					wrong++
					t.Logf("%s: %v", table.Name, why)
				}
			}
		}
		if wrong*100 > tables {
			t.Errorf("%s: the truth of %d tables of %d cannot be written", part, wrong, tables)
		}
	}
}

// writing is how templates are written: greedy lets the last segment hold separators, and narrow gives texts of one width
// that width.
type writing struct{ greedy, narrow bool }

// written returns the layouts of a table as templates, those first that say most.
func written(table *kg.Table, how writing) (rowkey.Set, error) {
	var set rowkey.Set
	weights := map[*rowkey.Layout]int{}
	for kind, layout := range table.Layouts {
		var rows []kg.Row
		for _, r := range table.Rows {
			if r.Kind == kind {
				rows = append(rows, r)
			}
		}
		if len(rows) == 0 {
			continue
		}
		text, weight, err := template(layout, rows, how)
		if err != nil {
			return nil, err
		}
		l, err := rowkey.Parse(text)
		if err != nil {
			return nil, err
		}
		weights[l] = weight
		set = append(set, l)
	}
	slices.SortStableFunc(set, func(a, b *rowkey.Layout) int { return weights[b] - weights[a] })
	return set, nil
}

// template writes a layout of a table, literals quoted and fields in braces, as a template. Its weight is greater the
// fewer keys it can read.
func template(layout string, rows []kg.Row, how writing) (text string, weight int, err error) {
	var out strings.Builder
	for segment := 0; layout != ""; {
		if quoted, err := strconv.QuotedPrefix(layout); err == nil {
			literal, _ := strconv.Unquote(quoted)
			out.WriteString(rowkey.QuoteLiteral([]byte(literal), `{}[]\= +>`))
			weight += 5 * len(literal)
			layout = layout[len(quoted):]
			continue
		}
		field, rest, _ := strings.Cut(layout[1:], "}")
		layout = rest
		modifier := ""
		if at := strings.LastIndex(field, " len("); at >= 0 {
			modifier = field[at:]
		}
		if strings.HasSuffix(field, " escaped") {
			modifier = " escaped"
		}
		spec := codec(rows, segment, modifier, how.narrow)
		if spec == "" {
			return "", 0, fmt.Errorf("no codec reads segment %d of %q", segment, rows[0].Key)
		}
		if how.greedy && rest == "" && modifier == "" {
			modifier = " ..."
		}
		fmt.Fprintf(&out, "{s%d:%s%s}", segment, spec, modifier)
		segment++
		weight += 3
		if spec != "text" {
			weight += 2
		}
	}
	return out.String(), weight, nil
}

// codec returns the first codec of the true types of a segment that reads its values.
func codec(rows []kg.Row, segment int, modifier string, narrow bool) string {
	var values []string
	var types []rowkey.Type
	for _, r := range rows {
		if segment < len(r.Segments) {
			s := r.Segments[segment]
			if modifier == " escaped" {
				s.Text = strings.ReplaceAll(s.Text, "\x00\xff", "\x00")
			}
			values, types = append(values, s.Text), append([]rowkey.Type{s.Type}, s.Accept...)
		}
	}
	for _, of := range types {
		for _, spec := range specs(of, values, narrow) {
			c, err := rowkey.ParseCodec(spec)
			if err == nil && !slices.ContainsFunc(values, func(s string) bool { return !reads(c, s) }) {
				return spec
			}
		}
	}
	return ""
}

// reads reports whether a codec reads a value, a time as one of these years or as one of day.
func reads(c rowkey.Codec, text string) bool {
	v, err := c.Decode([]byte(text))
	return err == nil && (v.Kind != rowkey.KindTime || v.Int > 1.3e9 && v.Int < 1.9e9 || v.Int < 366*86400)
}

// specs lists codecs of a type for values, those for one width first where they have one.
func specs(of rowkey.Type, values []string, narrow bool) []string {
	width, fixed := len(values[0]), true
	for _, s := range values {
		fixed = fixed && len(s) == width
	}
	if of == rowkey.Timestamp {
		return times(width)
	}
	list := map[rowkey.Type]string{
		rowkey.Text: "text memcomparable", rowkey.Enum: "enum text", rowkey.IntDecimal: "int", rowkey.IntPadded: "pad(#) int",
		rowkey.Hex:  "hex(#) hex",
		rowkey.UUID: "uuid uuid(upper) uuid(hex) uuid(bytes)", rowkey.ULID: "ulid ulid(lower)",
		rowkey.Hash: "hash(hex(#)) hash(b62(#)) hash hash(bytes(#))",
		rowkey.JSON: "json", rowkey.Domain: "domain surt", rowkey.URL: "url", rowkey.Email: "email", rowkey.IP: "ip ip(4)",
		rowkey.Geohash: "geohash(#) geohash geohash(quadkey) geohash(h3)",
		rowkey.IntBE:   "be(#)", rowkey.Bytes: "bytes(#) varint", rowkey.OrderedCode: "ordered ordered(tuple) " +
			"ordered(cockroach) ordered(sqlite)",
		rowkey.Salt: "salt(pad(#)) salt(int) salt(be(#)) salt(hex(#)) salt(hex)",
	}
	if fixed && narrow {
		list[rowkey.Text], list[rowkey.Enum] = "text(#)", "text(#)"
	}
	var out []string
	for _, spec := range strings.Fields(list[of]) {
		if fixed || !strings.Contains(spec, "#") {
			out = append(out, strings.ReplaceAll(spec, "#", strconv.Itoa(width)))
		}
	}
	return out
}

// times lists codecs of times of a width.
func times(width int) []string {
	var out []string
	for _, layout := range []string{"20060102150405", "20060102T150405Z", "20060102-150405", "2006-01-02T15:04:05Z",
		"2006-01-02 15:04:05", "2006-01-02-15-04-05", "2006-01-02T15:04:05",
		"2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05.000000Z", "20060102150405000", "060102150405",
		"2006-01-02T15:04:05-07:00", "20060102", "2006-01-02", "060102", "2006.01.02",
		"2006/01/02", "02-01-2006", "2006002", "200601", "2006-01", "2006-W01", "2006-W01-1", "2006010215",
		"2006-01-02-15", "200601021504", "2006-01-02T15:04", "15", "2006", "1504", "150405", "06002",
		"2006-01-02T15", "20060102T15", "20060102_15", "06010215", "06002.T1504", "2006/01/02/15", "02/Jan/2006:15:04:05 +0000",
		"02/Jan/2006:15:04:05 -0700"} {
		out = append(out, "date("+layout+")", "reverse(date("+layout+"))")
	}
	for _, unit := range []string{"s", "ms", "us", "ns", "minute", "hour", "day"} {
		for _, number := range []string{"", "(pad(#))", "(hex(#))", "(hex(#, upper))", "(le(#))", "(varint)", "(ordered(tuple))", "(be(#))", "(be(#, flip))"} {
			count := unit + strings.ReplaceAll(number, "#", strconv.Itoa(width))
			out = append(out, count, "reverse("+count+")")
			for _, greatest := range []string{"10^10-1", "10^13-1", "10^16-1", "2^31-1", "2^32-1", "2^48-1", "2^63-1",
				"2^64-1"} {
				out = append(out, "reverse("+count+", "+greatest+")")
			}
		}
	}
	return out
}
