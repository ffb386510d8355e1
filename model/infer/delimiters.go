package infer

import (
	"bytes"
	"slices"

	"tabletop/model/rowkey"
)

// isBinary says that a column holds bytes that text does not.
func isBinary(c column) bool {
	k := 0
	for _, v := range c.val {
		if !isText(v) {
			k++
		}
	}
	return k > tolerance(len(c.val))
}

// isText says that v is printable UTF-8, in which tabs may stand.
func isText(v []byte) bool {
	m := classesOf(v)
	return m&nonText == 0 || printableUTF8(v)
}

func printableUTF8(v []byte) bool {
	for _, r := range string(v) {
		if r == 0xfffd || r < ' ' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return false
		}
	}
	return true
}

// hardDelimiters are the bytes that end a field wherever they stand; the soft ones also join the parts of a name.
const (
	hardDelimiters = "#|/:,;~!$%&*<>?^\t()[]{}\"'`\\"
	softDelimiters = "_-. +=@"
)

// inAtoms says that d stands inside of atoms.
func inAtoms(v *view, d byte) bool {
	for i, as := range v.atoms {
		for _, a := range as {
			if bytes.IndexByte(v.val[i][a.from:a.to], d) >= 0 {
				return true
			}
		}
	}
	return false
}

// bare says that no soft delimiter is in nearly all values, but for those in a date.
func bare(values [][]byte) bool {
	var in [256]int
	for _, v := range values {
		var seen [256]bool
		for i, c := range v {
			inDate := (c == '-' || c == '.' || c == ' ') && i >= 4 && i+2 < len(v) && classesOf(v[i-2:i])|classesOf(v[i+1:i+3]) == digit
			if !seen[c] && !inDate {
				seen[c] = true
				in[c]++
			}
		}
	}
	for i := range len(softDelimiters) {
		if in[softDelimiters[i]] >= most(len(values)) {
			return false
		}
	}
	return true
}

// outside is the place of the first d in the rest of value i, which begins at offset at, that is not inside of an atom; -1
// when there is none.
func (v *view) outside(i int, at int32, rest, d []byte) int {
	for from := 0; ; {
		k := bytes.Index(rest[from:], d)
		if k < 0 || v.atoms == nil {
			return k
		}
		k += from
		place := at + int32(k)
		if !slices.ContainsFunc(v.atoms[i], func(a atom) bool { return place >= a.from && place < a.to }) {
			return k
		}
		from = k + 1
	}
}

// delimiters counts in how many values each byte of set occurs after the node's offset.
func (n *node) delimiters(v *view, set string) []byte {
	if set == hardDelimiters {
		set += v.extra
	}
	var in [256]int
	for i := range n.off {
		rest := n.rest(v, i)
		for j := range len(set) {
			if v.outside(i, n.off[i], rest, []byte{set[j]}) >= 0 {
				in[set[j]]++
			}
		}
	}
	var out []byte
	for j := range len(set) {
		if in[set[j]] >= n.live-tolerance(n.live) && in[set[j]] > 0 {
			out = append(out, set[j])
		}
	}
	return out
}

func (e *engine) hardAhead(v *view, n *node) bool { return len(n.delimiters(v, hardDelimiters)) > 0 }

// uncut charges words that have a delimiter inside them in every value: the same values told once as a whole are shorter
// than told in parts when the parts depend on each other, but nobody would leave them whole.
func uncut(v *view, s *summary, r reading) float64 {
	if r.solid && r.list == 0 && (r.typ != rowkey.Enum || s.all&alnum == 0) || r.typ != rowkey.Text && r.typ != rowkey.Enum || s.n == 0 {
		return 0
	}
	set := hardDelimiters
	if v.soft {
		set += softDelimiters
	}
	cost := 0.0
	for i := range len(set) {
		if int(s.chars[set[i]]) >= most(s.n) && set[i] != r.list && s.sameCount(set[i]) && (r.list == 0 || delims(hardDelimiters).has(set[i])) {
			cost += max(6*float64(s.n), 60)
		}
	}
	return cost
}

// delimit finds out what ends the fields of text.
func (e *engine) delimit(v *view, start *node) {
	if !v.text {
		return
	}
	v.atoms = e.atomsOf(v.column)
	v.soft = !v.nested && !e.hardAhead(v, start)
	if v.soft && start.stable(v, ' ') && bytes.Count(start.typical(v), []byte(" ")) > 1 && start.allHave(v, []byte(" ")) {
		v.extra, v.soft = " ", false // words of a log line, in which softer delimiters stand
	}
	v.bare = v.soft && bare(v.val)
	for _, d := range []byte("@ ") {
		if v.extra != string(d) && !inAtoms(v, d) && !v.soft && !v.nested && start.stable(v, d) && start.allHave(v, []byte{d}) {
			v.extra += string(d)
		}
	}
}
