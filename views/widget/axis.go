package widget

import (
	"strings"

	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// AxisValue is a value of a key beside a line of a map.
type AxisValue struct {
	Text    string // escaped
	Segment int    // of the key, for its color
	Time    bool   // Text is a calendar time, which may be cut at the end, and of which the year may go
}

// The bytes of a calendar time up to its seconds, its minutes, and behind its year.
const second, minute, year = 19, 16, 5

// NewAxisValue makes the value of a segment of a key.
func NewAxisValue(segment int, c rowkey.Codec, v rowkey.Value) AxisValue {
	value := AxisValue{Text: SegmentValue(c, v), Segment: segment, Time: v.Kind == rowkey.KindTime}
	if value.Text == "" {
		value.Text = "(empty)"
	}
	return value
}

// KeyAxis returns the values of a key as a set reads it, and the key itself where no layout does.
func KeyAxis(set rowkey.Set, key []byte) []AxisValue {
	spans, kind := set.Decode(nil, key)
	if kind < 0 {
		return []AxisValue{{Text: text.Blank(text.Key(key))}}
	}
	out := make([]AxisValue, len(spans))
	for i, span := range spans {
		out[i] = NewAxisValue(i, span.Segment.Codec, span.Value)
	}
	return out
}

// RowName is a row key as a person reads it, in w cells: its values, or its bytes where no layout reads them. Where
// that is too much, times lose what is below a second, then the year, and then the middle goes.
func RowName(set rowkey.Set, key []byte, w int) string {
	values := KeyAxis(set, key)
	for _, from := range []int{0, year} {
		for i, value := range values {
			if Width(JoinValues(values)) > w && value.Time && len(value.Text) >= second {
				values[i].Text = value.Text[from:second]
			}
		}
	}
	name := JoinValues(values)
	if Width(name) <= w || w < 8 {
		return Truncate(name, w)
	}
	left := (w + 1) / 2 // with the mark of what is cut
	return Truncate(name, left) + TruncateLeft(name, w-left+1)[len("…"):]
}

// AxisLabels draws beside each line of a map the first value of its key that the line above does not have, moved in by
// the values before it, in w cells. Values that all keys begin with are said once, by AxisShared.
func AxisLabels(st *Styles, keys [][]AxisValue, w int) []string {
	out := make([]string, len(keys))
	shared := sharedValues(keys)
	var before []AxisValue
	for line, key := range keys {
		at := max(shared, commonValues(key, before))
		if at < len(key) {
			indent := min(2*(at-shared), w/3)
			out[line] = Spaces(indent) + st.Segment(key[at].Segment, key[at].to(w-indent))
		}
		out[line] = Pad(out[line], w)
		before = key
	}
	return out
}

// AxisShared returns the values that all keys begin with, in at most w cells; empty where there are none.
func AxisShared(keys [][]AxisValue, w int) string {
	n := sharedValues(keys)
	if n == 0 {
		return ""
	}
	return Truncate(JoinValues(keys[0][:n]), w)
}

// JoinValues writes the values of a key behind each other.
func JoinValues(key []AxisValue) string {
	words := make([]string, len(key))
	for i := range key {
		words[i] = key[i].Text
	}
	return strings.Join(words, " · ")
}

// sharedValues is how many values all keys begin with; the last of a key is never among them.
func sharedValues(keys [][]AxisValue) int {
	if len(keys) < 2 {
		return 0
	}
	shared := len(keys[0])
	for _, key := range keys {
		shared = min(shared, len(key)-1, commonValues(key, keys[0]))
	}
	return max(shared, 0)
}

// commonValues is how many values two keys begin with alike.
func commonValues(a, b []AxisValue) int {
	for i := range min(len(a), len(b)) {
		if a[i].Text != b[i].Text {
			return i
		}
	}
	return min(len(a), len(b))
}

// to is the value in w cells: of a time, as many of its digits as say something, without the year where that is too
// much.
func (v AxisValue) to(w int) string {
	if v.Time && len(v.Text) > w {
		for _, end := range []int{second, minute} {
			if len(v.Text) > end && end <= w {
				return v.Text[:end]
			}
		}
		if len(v.Text) >= minute {
			return Truncate(v.Text[year:minute], w)
		}
	}
	return Truncate(v.Text, w)
}
