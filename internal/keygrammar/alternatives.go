package keygrammar

import (
	"slices"
	"strings"

	"tabletop/model/rowkey"
)

// fewestOfKind is how many keys of a record kind tell it from foreign keys.
const fewestOfKind = 5

// excuseFew counts the keys of kinds that have too few of them as foreign: neither for nor against.
func (t *Table) excuseFew() {
	keys := make([]int, len(t.Layouts))
	for _, r := range t.Rows {
		if r.Kind >= 0 {
			keys[r.Kind]++
		}
	}
	for i := range t.Rows {
		if r := &t.Rows[i]; r.Kind >= 0 && len(keys) > 1 && keys[r.Kind] < fewestOfKind {
			*r = Row{Key: r.Key, Kind: -1, Written: r.Written}
		}
	}
}

// acceptAlternatives allows for readings that the keys of a table cannot tell from the truth: a field of one value as a
// constant, a big-endian number without its constant first bytes or with constant bytes before it, decimal numbers
// of one width as padded ones, a number in words that all begin with the same letters, and such words where the truth
// has letters and a number of one width.
func (t *Table) acceptAlternatives() {
	for _, column := range t.columns() {
		constant := true
		for _, s := range column {
			constant = constant && s.Text == column[0].Text
		}
		acceptWidths(column)
		acceptFewSalts(column)
		acceptNumbered(column)
		for _, s := range column {
			if constant {
				s.accept(rowkey.Enum)
				s.constant = true
			}
		}
		if !constant {
			t.acceptHeads(column)
		}
	}
	for i := range t.Rows {
		t.Rows[i].loosen()
	}
}

// columns returns the segments that stand at the same place of a kind's layout, row by row.
func (t *Table) columns() [][]*Segment {
	type place struct{ kind, segment int }
	at := map[place]int{}
	var out [][]*Segment
	for i := range t.Rows {
		for j := range t.Rows[i].Segments {
			p := place{t.Rows[i].Kind, j}
			if _, ok := at[p]; !ok {
				at[p] = len(out)
				out = append(out, nil)
			}
			out[at[p]] = append(out[at[p]], &t.Rows[i].Segments[j])
		}
	}
	return out
}

// acceptWidths lets decimal numbers of one width be read as padded ones, and padded ones without a zero in front as
// plain ones.
func acceptWidths(column []*Segment) {
	width, zero := true, false
	for _, s := range column {
		width = width && len(s.Text) == len(column[0].Text)
		zero = zero || s.Text[0] == '0' && len(s.Text) > 1
	}
	for _, s := range column {
		s.fixed = width
		if width && s.Type == rowkey.IntDecimal {
			s.accept(rowkey.IntPadded)
		}
		if !zero && s.Type == rowkey.IntPadded {
			s.accept(rowkey.IntDecimal)
		}
	}
}

// fewSalts is the number of different salts under which they may be any numbers: with so few, they are a function of
// whatever goes with them.
const fewSalts = 4

func acceptFewSalts(column []*Segment) {
	values := map[string]bool{}
	for _, s := range column {
		values[s.Text] = true
	}
	for _, s := range column {
		if s.Type == rowkey.Salt && len(values) < fewSalts {
			s.accept(rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.Hex, rowkey.Enum)
		}
	}
}

// acceptNumbered lets letters that all values begin with be read as what stands before the number behind them: the
// bytes do not tell whether SN71243311 is one word.
func acceptNumbered(column []*Segment) {
	first := column[0].Text
	words := []rowkey.Type{rowkey.Text, rowkey.Enum, rowkey.Hash}
	letters := len(first) - len(strings.TrimLeft(first, upper+lower))
	for _, s := range column {
		if !slices.Contains(words, s.Type) || letters == 0 || !strings.HasPrefix(s.Text, first[:letters]) ||
			len(s.Text) == letters || strings.Trim(s.Text[letters:], digits) != "" {
			return
		}
	}
	for _, s := range column {
		s.letters, s.Cuts = letters, append(slices.Clip(s.Cuts), letters)
		s.accept(rowkey.IntDecimal, rowkey.IntPadded)
	}
}

// acceptHeads notes how many first bytes a column of big-endian numbers has in common: \x00\x00\x12\x34 is a number of
// four bytes, and one of two bytes behind a constant. Of a time, only zeros can be left out.
func (t *Table) acceptHeads(column []*Segment) {
	first := column[0].Text
	head := len(first)
	for _, s := range column {
		if s.Type != rowkey.IntBE && s.Type != rowkey.Timestamp || len(s.Text) != len(first) || len(first) > 8 {
			return
		}
		for head > 0 && s.Text[:head] != first[:head] {
			head--
		}
	}
	if column[0].Type == rowkey.Timestamp {
		head = min(head, len(first)-len(strings.TrimLeft(first, "\x00")))
	}
	for _, s := range column {
		s.head = head
	}
}

// loosen allows, around constants and before the constant first bytes of numbers, for boundaries elsewhere or nowhere,
// unless another field begins or ends there.
func (r *Row) loosen() {
	if len(r.Segments) == 0 {
		return
	}
	for i := range r.Segments {
		r.Segments[i].Reach = r.reach(i)
		r.Segments[i].acceptWord(r.letters(i))
	}
	firm := map[int]bool{}
	for _, s := range r.Segments {
		if !s.constant {
			firm[s.End] = true
			firm[s.Start] = firm[s.Start] || s.head == 0 && s.Reach == 0
		}
	}
	for _, segment := range r.Segments {
		ends := []int{segment.Start}
		if segment.constant {
			ends = append(ends, segment.End)
		}
		if segment.letters > 0 {
			r.Loose = append(r.Loose, segment.Start)
			r.Optional = append(r.Optional, segment.Start+segment.letters)
		}
		if segment.Word > 0 {
			r.Loose = append(r.Loose, segment.Start)
			r.Optional = append(r.Optional, segment.Start-segment.Word)
		}
		for k := range segment.head {
			r.Optional = append(r.Optional, segment.Start+k+1)
		}
		for _, at := range ends {
			if !firm[at] {
				r.Loose = append(r.Loose, at)
			}
		}
	}
}

// reach returns how many literal bytes can be the first ones of the big-endian number behind them: it has up to 8
// bytes, and those before a time are zeros. Behind a value whose width varies, they are what ends it.
func (r *Row) reach(i int) int {
	segment, from := &r.Segments[i], 0
	if i > 0 {
		if from = r.Segments[i-1].End; !r.Segments[i-1].fixed {
			return 0
		}
	}
	count, most := 0, min(segment.Start-from, 8-len(segment.Text))
	for count < most {
		c := r.Key[segment.Start-count-1]
		number := segment.Type == rowkey.IntBE && !printable(c)
		time := segment.Type == rowkey.Timestamp && !printable(segment.Text[0]) && c == 0
		if !number && !time {
			break
		}
		count++
	}
	return count
}

// letters returns how many literal letters stand right before a decimal number of one width.
func (r *Row) letters(i int) int {
	segment, from := &r.Segments[i], 0
	if i > 0 {
		from = r.Segments[i-1].End
	}
	if !segment.fixed || segment.Type != rowkey.IntDecimal && segment.Type != rowkey.IntPadded {
		return 0
	}
	literal := string(r.Key[from:segment.Start])
	return len(literal) - len(strings.TrimRight(literal, upper+lower))
}

// acceptWord lets a number be read as one word with the letters before it, as in dev07.
func (s *Segment) acceptWord(letters int) {
	if s.Word = letters; letters > 0 {
		s.accept(rowkey.Text, rowkey.Enum)
	}
}

func printable(c byte) bool { return c >= ' ' && c <= '~' }
