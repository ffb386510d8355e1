package detect

import (
	"bytes"

	"tabletop/model/infer/internal/column"
)

// ListBits is the share of the cost of plain words at which a list is told: its tokens repeat.
const ListBits = 0.8

// listText reads lists of any length over one separator: paths, tags. Their parts are no segments.
func (e *Reader) listText(s *column.Summary) (Reading, bool) {
	for _, char := range []byte("/,;&|:#") {
		if int(s.Chars[char]) < s.N {
			continue
		}
		counts := map[int]int{}
		with := 0
		for _, v := range s.Val {
			k := bytes.Count(v, []byte{char})
			counts[k]++
			if k > 0 {
				with++
			}
		}
		common := 0
		for _, k := range counts {
			if k*25 >= s.N {
				common++
			}
		}
		need := 3
		if char == '|' || char == ':' || char == '#' {
			need = 5
		}
		if common >= need && with*10 >= s.N*5 && !e.levels(s, char) {
			r := Plain(s)
			r.Bits *= ListBits
			r.Solid, r.List = true, char
			return r, true
		}
	}
	return Reading{}, false
}

// levels reports whether a place in the list holds a number in all values that are so long: those are records below
// records, acct/1234/txn/20240501, which are kinds of their own.
func (e *Reader) levels(s *column.Summary, d byte) bool {
	const deepest = 5
	var level [deepest]column.Column
	e.Work += s.Total / 4
	for i, v := range s.Val {
		rest, more := bytes.TrimPrefix(v, []byte{d}), len(v) > 0
		for p := 0; p < deepest && more; p++ {
			var token []byte
			token, rest, more = bytes.Cut(rest, []byte{d})
			level[p].Row, level[p].Val = append(level[p].Row, s.Row[i]), append(level[p].Val, token)
		}
	}
	for _, c := range level {
		if len(c.Val) < 12 || len(c.Val)*8 < s.N {
			break
		}
		if summary := column.Summarize(c); summary.Distinct >= 4 && summary.Only(column.Digit) {
			return true
		}
	}
	return false
}
