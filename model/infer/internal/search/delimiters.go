package search

import (
	"bytes"
	"slices"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/rowkey"
)

// hardDelimiters are the bytes that end a field wherever they stand; the soft ones also join the parts of a name.
const (
	HardDelimiters = "#|/:,;~!$%&*<>?^\t()[]{}\"'`\\"
	SoftDelimiters = "_-. +=@"
)

// findHard returns the hard delimiters of keys: without the percent sign where two hexadecimal digits follow, as in
// text that is encoded for URLs.
func findHard(keys [][]byte) string {
	with, escapes := 0, 0
	for _, key := range keys {
		if at := bytes.IndexByte(key, '%'); at >= 0 {
			with++
			if at+3 <= len(key) &&
				column.TextClasses(key[at+1:at+3])&^(column.Digit|column.HexUpper|column.HexLower) == 0 {
				escapes++
			}
		}
	}
	if with > 0 && escapes >= column.Most(with) {
		return strings.ReplaceAll(HardDelimiters, "%", "")
	}
	return HardDelimiters
}

// inAtoms reports whether d stands inside of atoms.
func inAtoms(v *View, d byte) bool {
	for i, as := range v.atoms {
		for _, a := range as {
			if bytes.IndexByte(v.Val[i][a.from:a.to], d) >= 0 {
				return true
			}
		}
	}
	return false
}

// bare reports whether no soft delimiter is in nearly all values, but for those in a date.
func bare(view *View) bool {
	var in [256]int
	for _, value := range view.Val {
		var seen [256]bool
		for i, c := range value {
			inDate := (c == '-' || c == '.' || c == ' ') && i >= 4 && i+2 < len(value) &&
				column.TextClasses(value[i-2:i])|column.TextClasses(value[i+1:i+3]) == column.Digit
			if !seen[c] && !inDate {
				seen[c] = true
				in[c]++
			}
		}
	}
	for i := range len(SoftDelimiters) {
		if in[SoftDelimiters[i]] >= column.Most(len(view.Val)) && !(view.filled && SoftDelimiters[i] == ' ') {
			return false
		}
	}
	return true
}

// FindSoftDelimiters returns the soft delimiters that end fields of text without hard ones: those that stand equally
// often in nearly all values where others, as the dashes in 0ad-data_0.0.26-1_all, stand now once and now four times,
// since those join the parts of names; else all. What stands between digits, as in versions, ends no field for that.
func FindSoftDelimiters(c column.Column) string {
	var counts [len(SoftDelimiters)]column.Tally
	var inNumbers [len(SoftDelimiters)]int // values that have the delimiter between digits alone
	for _, value := range c.Val {
		var n, between [len(SoftDelimiters)]int
		for i, char := range value {
			if column.ByteClass(char)&column.Alnum != 0 {
				continue
			}
			at := strings.IndexByte(SoftDelimiters, char)
			if at < 0 {
				continue
			}
			if n[at]++; i > 0 && i+1 < len(value) &&
				column.ByteClass(value[i-1])|column.ByteClass(value[i+1]) == column.Digit {
				between[at]++
			}
		}
		for at := range n {
			if counts[at].Add(n[at]); n[at] > 0 && n[at] == between[at] {
				inNumbers[at]++
			}
		}
	}
	var out []byte
	wandering := false
	for at, tally := range counts {
		several, without := 0, 0
		same := false
		for _, k := range tally {
			same = same || k.What > 0 && k.N >= column.Most(len(c.Val))
			switch {
			case k.What == 0:
				without = k.N
			case k.N > wanderingShare*len(c.Val)/100:
				several++
			}
		}
		if same && 2*inNumbers[at] < len(c.Val) {
			out = append(out, SoftDelimiters[at])
		}
		wandering = wandering || several >= leastWandering && 5*without < len(c.Val) &&
			SoftDelimiters[at] != ' ' // which fills up fields
	}
	if !wandering || len(out) == 0 {
		return SoftDelimiters
	}
	return string(out)
}

// A delimiter wanders that stands in most values, and in leastWandering or more different numbers, each in more than
// wanderingShare percent of them: where it ends fields, kinds of keys have fewer, and some have none.
const leastWandering, wanderingShare = 4, 4

// separators are the control characters that programs put between fields of text.
const separators = "\x00\x1c\x1d\x1e\x1f"

// filledFields reports whether keys of one width hold runs of spaces, which fill up fields and end none.
func filledFields(v *View) bool {
	s := column.Summarize(v.Column)
	return !v.nested && s.Width > 0 && 10*s.Share(func(b []byte) bool { return bytes.Contains(b, []byte("  ")) }) > s.N
}

// outside is the place of the first d in the rest of value i, which begins at offset at, that is not inside of an atom;
// -1 when there is none.
func (v *View) outside(i int, at int32, rest, d []byte) int {
	for from := 0; ; {
		index := bytes.Index(rest[from:], d)
		if index < 0 || v.atoms == nil {
			return index
		}
		index += from
		place := at + int32(index)
		if !slices.ContainsFunc(v.atoms[i], func(a atom) bool { return place >= a.from && place < a.to }) {
			return index
		}
		from = index + 1
	}
}

// delimiters counts in how many values each byte of set occurs after the node's offset.
func (n *node) delimiters(v *View, set string) []byte {
	var in [256]int
	for i := range n.off {
		rest := n.rest(v, i)
		var seen [256]bool
		for _, c := range rest {
			seen[c] = true
		}
		for j := range len(set) {
			if set[j] == ' ' && v.filled {
				continue
			}
			if seen[set[j]] && (v.atoms == nil || v.outside(i, n.off[i], rest, []byte{set[j]}) >= 0) {
				in[set[j]]++
			}
		}
	}
	var out []byte
	for j := range len(set) {
		if in[set[j]] >= n.live-column.Tolerance(n.live) && in[set[j]] > 0 {
			out = append(out, set[j])
		}
	}
	return out
}

func (e *Engine) hardAhead(v *View, n *node) bool { return len(n.delimiters(v, e.Hard)) > 0 }

// Uncut is what the values of a column of text are charged for the hard delimiters in them.
func (e *Engine) Uncut(s *column.Summary, r detect.Reading) float64 {
	return uncut(&View{Text: true, hard: e.Hard}, s, r)
}

// uncut charges words that have a delimiter inside them in every value: the same values encoded once as a whole are
// shorter than encoded in parts when the parts depend on each other, but nobody would leave them whole.
func uncut(v *View, s *column.Summary, r detect.Reading) float64 {
	if p := s.CommonPrefix(); v.Text && (!r.Solid || r.Random) && s.N > 0 && len(p) > 0 &&
		column.HasByte("_:=|#@;,&>!?^*~", p[0]) {
		return max(uncutBits*float64(s.N), leastUncut) // what ends the value before it
	}
	if r.Solid && r.List == 0 && (r.Typ != rowkey.Enum || s.All&column.Alnum == 0) || r.Typ != rowkey.Text &&
		r.Typ != rowkey.Enum || s.N == 0 {
		return 0
	}
	set := v.hard + v.extra
	if v.Soft {
		set += v.softs
	}
	cost := 0.0
	for i := range len(set) {
		if int(s.Chars[set[i]]) >= column.Most(s.N) && set[i] != r.List && s.SameCount(set[i]) &&
			(r.List == 0 || column.HasByte(HardDelimiters, set[i])) {
			cost += max(uncutBits*float64(s.N), leastUncut)
		}
	}
	return cost
}

// delimit finds out what ends the fields of text.
func (e *Engine) delimit(v *View, start *node) {
	v.hard = e.Hard
	if !v.Text {
		return
	}
	v.atoms = e.splitAtoms(v.Column)
	v.filled = filledFields(v)
	v.Soft = !v.nested && !e.hardAhead(v, start)
	if v.Soft && start.stable(v, ' ') && !v.filled && bytes.Count(start.typical(v), []byte(" ")) > 1 &&
		start.nearly(v, func(rest []byte) bool { return bytes.IndexByte(rest, ' ') >= 0 }) {
		v.extra, v.Soft = v.extra+" ", false // words of a log line, in which softer delimiters stand
	}
	v.softs = SoftDelimiters
	if v.Soft {
		v.softs = FindSoftDelimiters(v.Column)
	}
	v.bare = v.Soft && bare(v)
	for _, d := range []byte("@ =") {
		if !column.HasByte(v.extra, d) && !(d == ' ' && v.filled) && !inAtoms(v, d) && !v.Soft && !v.nested &&
			start.stable(v, d) && start.nearly(v, func(rest []byte) bool {
			at := bytes.IndexByte(rest, d)
			return at >= 0 && (d != '=' || at+1 < len(rest) && rest[at+1] != d)
		}) {
			v.extra += string(d)
		}
	}
}
