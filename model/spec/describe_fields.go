package spec

import (
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// values are those of a field in some rows or columns.
type values struct {
	segment *rowkey.Segment
	code    []uint32 // of each
	of      []segments.Value
}

// at is the value of an item.
func (v *values) at(item int) *segments.Value { return &v.of[v.code[item]] }

// valuesOf returns the values of a segment in rows.
func (d *describer) valuesOf(kind *kindOfRows, segment *rowkey.Segment) *values {
	out := &values{segment: segment, code: make([]uint32, len(kind.rows))}
	column := d.keys.Column(segment.Name)
	if column == nil { // the key as a whole
		for i, row := range kind.rows {
			key := d.sample.Key(row)
			out.code[i] = uint32(i)
			out.of = append(out.of, segments.Value{Raw: key, Of: rowkey.Value{Kind: rowkey.KindBytes, Bytes: key}})
		}
		return out
	}
	all, list := column.ByBytes()
	out.of = list
	for i, row := range kind.rows {
		out.code[i] = all[row]
	}
	return out
}

// drawn describes the fields of keys that are no times.
func (d *describer) drawn(kind *kindOfRows) {
	kind.tree = newTree(len(kind.rows))
	var list []*values
	for i := range kind.fields {
		list = append(list, d.valuesOf(kind, kind.fields[i].Segment))
	}
	for number := range kind.fields {
		field := &kind.fields[number]
		if field.isTime() {
			continue
		}
		of := list[number]
		of.shape(field)
		if from := computedFrom(list, number); from >= 0 && !kind.fields[from].isTime() {
			field.Values, field.From = of.distinct(), []string{kind.fields[from].Segment.Name}
			continue
		}
		kind.tree.describe(field, of, func(item int) int64 { return d.base[kind.rows[item]] })
	}
}

// maxSalts is the maximum number of values of a segment that is taken for a function of another one.
const maxSalts = 1024

// computedFrom is the segment behind a salt, or a short digest, of which that is a function; -1 if there is none.
func computedFrom(list []*values, salt int) int {
	of := list[salt]
	kind := of.segment.Codec.Type()
	if kind != rowkey.Salt && kind != rowkey.Hash && kind != rowkey.Hex || of.distinct() > maxSalts ||
		of.distinct() < 2 {
		return -1
	}
	for i := salt + 1; i < len(list); i++ {
		pairs := map[[2]uint32]bool{}
		for item, code := range list[i].code {
			pairs[[2]uint32{code, of.code[item]}] = true
		}
		if distinct := list[i].distinct(); len(pairs) == distinct && distinct > 2*of.distinct() {
			return i
		}
	}
	return -1
}

// distinct is the number of different values.
func (v *values) distinct() int {
	seen := map[uint32]bool{}
	for _, code := range v.code {
		seen[code] = true
	}
	return len(seen)
}

// shape describes lengths and letters.
func (v *values) shape(field *Field) {
	codec := v.segment.Codec
	if codec.Form().Words != nil || codec.Type() == rowkey.Salt {
		return
	}
	lengths := tally{}
	var has [256]bool
	for item := range v.code {
		of := v.at(item)
		switch of.Of.Kind {
		case rowkey.KindInt, rowkey.KindUint:
			lengths[int64(len(strings.TrimPrefix(of.Of.String(), "-")))]++
		case rowkey.KindText, rowkey.KindBytes:
			lengths[max(1, int64(len(of.Of.Bytes)))]++
			for _, c := range of.Of.Bytes {
				has[c] = true
			}
		}
	}
	text := codec.Type() == rowkey.Text || codec.Type() == rowkey.Enum
	if field.numeric() || codec.Width() == 0 || text {
		field.Length = lengths.distribution()
	}
	if text {
		field.Letters = classes(has)
	}
}

// numeric reports whether the values are numbers.
func (f *Field) numeric() bool {
	codec := f.Segment.Codec
	return codec.Type().IsInteger() || codec.Form().Code.Kind == rowkey.CodeNumber
}

// classes are the letters of text by class, and signs as they are: not which letters there are.
func classes(has [256]bool) string {
	out, signs := "", ""
	for _, class := range []string{lower, "A-Z", digits} {
		for c := class[0]; c <= class[2]; c++ {
			if has[c] {
				out += class
				break
			}
		}
	}
	for c := byte('!'); c <= '~'; c++ {
		if has[c] && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			if c == '-' {
				signs = "-" + signs
				continue
			}
			signs += string(c)
		}
	}
	if strings.HasPrefix(signs, "-") && out != "" { // a - between others is a range
		signs = signs[1:] + "-"
	}
	if out == "" {
		out = lower
	}
	if out == lower && signs == "" {
		return ""
	}
	return out + signs
}
