package simulate

import (
	"bytes"
	"fmt"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
)

// facts are what is to be known of a field whatever stands around it.
type facts struct {
	counts    [rekey.Unfit + 1]int64 // rekey.State -> rows; only those of one bit are used
	examples  [rekey.Unfit + 1]int   // likewise, a row
	varies    bool                   // what it writes has several widths
	unordered int64                  // neighbors in byte order whose values are in the opposite order
	low, high []byte                 // such a pair
}

// gatherFacts looks at a field over the rows that are meant. Where these are all, it is done once.
func (j *judge) gatherFacts(f *rekey.Field) facts {
	rendered := j.base.Render(f)
	if known, ok := j.base.facts.Load(rendered); ok && j.isForAll() {
		return known.(facts)
	}
	out := facts{varies: varies(rendered)}
	j.odd(rendered, &out)
	order(rendered, f, &out)
	if j.isForAll() {
		j.base.facts.Store(rendered, out)
	}
	return out
}

// odd counts the rows by what is odd about the field in them.
func (j *judge) odd(r *rekey.Rendered, out *facts) {
	if !r.Lacks && !slices.ContainsFunc(r.States, func(s rekey.State) bool { return s != 0 }) {
		return
	}
	for row := range r.Of {
		state := r.StateAt(row)
		if state == 0 || !j.meant(row) {
			continue
		}
		for bit := rekey.State(1); bit <= rekey.Unfit; bit <<= 1 {
			if state&bit != 0 {
				if out.counts[bit] == 0 {
					out.examples[bit] = row
				}
				out.counts[bit]++
			}
		}
	}
}

func varies(r *rekey.Rendered) bool {
	for id := range r.Len() {
		if len(r.Text(id)) != len(r.Text(0)) {
			return true
		}
	}
	return false
}

// order checks that the bytes of numbers and times sort as their values do, or the other way round where they are
// reversed (G32).
func order(r *rekey.Rendered, f *rekey.Field, out *facts) {
	coding := f.Form()
	if coding == nil || f.Expr.Op == candidate.Mirror || coding.Form().Order != rowkey.OrderUnknown {
		return
	}
	switch coding.Type() {
	case rowkey.IntDecimal:
		if !out.varies && digitsOnly(r) { // they sort as their numbers do
			return
		}
	case rowkey.IntBE, rowkey.Hex, rowkey.Timestamp:
	default:
		return
	}
	var before rowkey.Value
	last := -1
	for _, id := range r.Sorted() {
		text := r.Text(int(id))
		value, err := coding.Decode(text)
		if err != nil || r.States[id] != 0 || value.Kind == rowkey.KindText {
			continue
		}
		if last >= 0 {
			d := value.Compare(before)
			if coding.Reversed() {
				d = -d
			}
			if d < 0 {
				out.unordered++
				out.low, out.high = r.Text(last), text
			}
		}
		before, last = value, int(id)
	}
}

func digitsOnly(r *rekey.Rendered) bool {
	for id := range r.Len() {
		for _, c := range r.Text(id) {
			if c < '0' || c > '9' {
				return false
			}
		}
	}
	return true
}

// holding is a delimiter, and a field whose values may hold it.
type holding struct {
	r         *rekey.Rendered
	delimiter string
}

// held is how many values hold a delimiter, and a row of one.
type held struct {
	n   int64
	row int
}

// holding counts the values that hold a delimiter.
func (b *Base) holding(r *rekey.Rendered, delimiter []byte) held {
	key := holding{r, string(delimiter)}
	if known, ok := b.holds.Load(key); ok {
		return known.(held)
	}
	h := held{row: -1}
	for id := range r.Len() {
		if bytes.Contains(r.Text(id), delimiter) {
			h.n, h.row = h.n+1, int(r.First[id])
		}
	}
	b.holds.Store(key, h)
	return h
}

// field adds findings on one field.
func (j *judge) field(f *rekey.Field) {
	facts := j.gatherFacts(f)
	name := (&f.Expr).String()
	key := func(bit rekey.State) []byte {
		row := facts.examples[bit]
		return j.bound.KeyAt(row, j.aCell(row))
	}
	inView := j.bound.Of.View // where such rows are left out
	if n := facts.counts[rekey.Absent]; n > 0 && !inView {
		j.add(Finding{Kind: AbsentPart, Count: n, Example: key(rekey.Absent),
			Text: fmt.Sprintf("%s is absent in %s: their keys have nothing in its place", name,
				spelling.Count(n, "row"))})
	}
	if n := facts.counts[rekey.Cut]; n > 0 {
		j.add(Finding{Kind: CutValue, Count: n, Grave: true, Example: key(rekey.Cut), Text: fmt.Sprintf(
			"only the first bytes of %s were sampled, in %s: read again with a larger --value-bytes", name,
			spelling.Count(n, "row"))})
	}
	if count := facts.counts[rekey.Unfit]; count > 0 && !inView {
		form := "the form asked for"
		if c := f.Form(); c != nil {
			form = c.Spec()
		} else if f.Expr.Op == candidate.Pad {
			form = fmt.Sprintf("%d bytes", f.Expr.N)
		}
		j.add(Finding{Kind: UnfitValue, Count: count, Grave: true, Example: key(rekey.Unfit), Text: fmt.Sprintf(
			"the value of %s does not fit %s in %s and is written unchanged", name, form,
			spelling.Count(count, "row"))})
	}
	if facts.unordered > 0 {
		text := fmt.Sprintf("the bytes of %s do not sort as its values do: %q comes before %q; pad them to one width",
			name, facts.low, facts.high)
		j.add(Finding{Kind: NumericOrder, Count: facts.unordered, Rule: "G32", Text: text})
	}
	j.versions(f)
}

// aCell is some cell of a row, for what depends on a cell; -1 when it has none.
func (j *judge) aCell(row int) int {
	from, to := j.base.Sample.Cells(row)
	if from == to {
		return -1
	}
	return from
}

// versions adds a finding for promoted columns with several versions.
func (j *judge) versions(f *rekey.Field) {
	f.Expr.Walk(func(e *candidate.Expr) {
		if e.Op != candidate.Column {
			return
		}
		if n := j.base.Versions(e.Column, j.meant); n > 0 {
			j.add(Finding{Kind: Versions, Count: n, Text: fmt.Sprintf(
				"%s has several versions in %s: the newest is the key part, and a new version would be a new row", e,
				spelling.Count(n, "row"))})
		}
	})
}

// varies reports whether what a field writes has several widths.
func (j *judge) varies(f *rekey.Field) bool {
	if f.Escape == rowkey.EscapeNone && f.LengthPrefix == 0 {
		if c := f.Form(); c != nil && c.Width() > 0 {
			return false
		}
	}
	return f.PerCell() || j.gatherFacts(f).varies
}
