package verify

import (
	"bytes"
	"cmp"
	"slices"

	"tabletop/model/sample"
)

// Kind is how a cell differs.
type Kind string

// The kinds.
const (
	Missing Kind = "missing" // the old table has it, the new one has not
	Extra   Kind = "extra"   // the new table has it, the old one has not
	Changed Kind = "changed" // both have it, with different values
	Retimed Kind = "retimed" // both have it, with different times
	// Lost is a cell of one of several old rows of one new row: another has a cell of its column and time, or newer
	// versions, so that the new row cannot have it.
	Lost Kind = "lost"
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{Missing, Extra, Changed, Retimed, Lost} }

// Difference is a cell in which the tables differ.
type Difference struct {
	Kind    Kind
	Key     []byte   // in the new table
	Sources [][]byte // keys of its rows in the old table, in order; none for an extra row
	Column  sample.Column
	Old     int64 // timestamp in the old table, in microseconds; not of an extra cell
	New     int64 // in the new table; neither of a missing nor of a lost cell
}

// Found is what naming found.
type Found struct {
	Differing int // parts of the keys whose sums or rows differ: buckets, or parts of them after Narrow
	Named     int // of these, parts whose differences are named
	// Cells counts the differences of each kind, and MissingRows and ExtraRows the rows of which all cells are.
	Cells                  map[Kind]int64
	MissingRows, ExtraRows int64
	// List has the first differences, by new key, column, and time.
	List []Difference
	// Merged counts the new rows that several old rows become, and Merges has the first of them.
	Merged int64
	Merges []Merge

	open map[int]bool // buckets in which a cell differs, rows become one, or a part is not named
}

// Merge is a new row that several old rows become.
type Merge struct {
	Key     []byte
	Sources [][]byte
}

// Differences returns the number of cells that differ.
func (f *Found) Differences() (n int64) {
	for _, cells := range f.Cells {
		n += cells
	}
	return n
}

// add takes what was found in a pair of rows, and lists at most a few times list of it.
func (f *Found) add(p *pair, list int) {
	for _, d := range p.found {
		f.Cells[d.Kind]++
	}
	switch {
	case len(p.found) == 0:
	case len(p.after) == 0:
		f.MissingRows++
	case len(p.before) == 0:
		f.ExtraRows++
	}
	if len(p.sources) > 1 {
		f.Merged++
		f.Merges = append(f.Merges, Merge{bytes.Clone(p.key), p.sources})
	}
	// Of a row no more can be listed than of all.
	slices.SortFunc(p.found, compareDifferences)
	f.List = append(f.List, p.found[:min(len(p.found), list)]...)
	if len(f.List) > 4*list || len(f.Merges) > 4*maxMerges {
		f.trim(list)
	}
}

// maxMerges is how many rows that several old rows become are listed.
const maxMerges = 10

// trim keeps the first of what is listed, which does not depend on the order in which it was found.
func (f *Found) trim(list int) {
	slices.SortFunc(f.List, compareDifferences)
	f.List = f.List[:min(len(f.List), list)]
	slices.SortFunc(f.Merges, func(a, b Merge) int { return bytes.Compare(a.Key, b.Key) })
	f.Merges = f.Merges[:min(len(f.Merges), maxMerges)]
}

func compareDifferences(a, b Difference) int {
	return cmp.Or(bytes.Compare(a.Key, b.Key), sample.CompareColumns(a.Column, b.Column),
		cmp.Compare(b.time(), a.time()), cmp.Compare(a.Kind, b.Kind))
}

// time returns the timestamp that a difference is listed by.
func (d *Difference) time() int64 {
	if d.Kind == Extra {
		return d.New
	}
	return d.Old
}

// pair is a new row, and what the old rows that become it have.
type pair struct {
	check         *Check
	key           []byte
	sources       [][]byte
	before, after []heldCell // by column, newest first
	found         []Difference
}

// compare finds the differences, column by column.
func (p *pair) compare() {
	allBefore, allAfter := p.before, p.after
	for len(allBefore) > 0 || len(allAfter) > 0 {
		column := firstColumn(allBefore, allAfter)
		before, after := versions(allBefore, column), versions(allAfter, column)
		allBefore, allAfter = allBefore[len(before):], allAfter[len(after):]
		if len(p.sources) > 1 {
			before = p.merge(before, after)
		}
		if p.check.options.Timestamps == Ignore {
			p.byRank(before, after)
		} else {
			p.byTime(before, after)
		}
	}
}

// firstColumn returns the first column of either.
func firstColumn(before, after []heldCell) sample.Column {
	switch {
	case len(before) == 0:
		return after[0].column
	case len(after) == 0 || sample.CompareColumns(before[0].column, after[0].column) < 0:
		return before[0].column
	}
	return after[0].column
}

// versions returns the cells of a column at the start of cells.
func versions(cells []heldCell, column sample.Column) []heldCell {
	end := 0
	for end < len(cells) && cells[end].column == column {
		end++
	}
	return cells[:end]
}

// merge returns the versions of a column that a new row of several old rows can have. Of one time it has one: the one
// that is there, or else any. Those that differ from it, and those that the policies take of the new row, are lost.
func (p *pair) merge(before, after []heldCell) []heldCell {
	var kept []heldCell
	var times []int64
	for len(before) > 0 {
		end, stays := 1, before[0]
		for end < len(before) && before[end].micros == stays.micros {
			end++
		}
		there, is := slices.BinarySearchFunc(after, stays.micros, func(c heldCell, micros int64) int {
			return cmp.Compare(micros, c.micros)
		})
		for _, c := range before[:end] {
			if is && after[there].value == c.value {
				stays = c
			}
		}
		for _, c := range before[:end] {
			if c.value != stays.value {
				p.add(Lost, &c, nil)
			}
		}
		kept, times = append(kept, stays), append(times, stays.micros)
		before = before[end:]
	}
	if len(kept) == 0 {
		return nil
	}
	rule := p.check.rule(kept[0].column.Family)
	keep := rule.Keep(times)
	for i := range kept[keep:] {
		p.add(Lost, &kept[keep+i], nil)
	}
	return kept[:keep]
}

// byTime finds the differences of the versions of a column. A cell that is missing at one time and extra at another
// with the same value has another time.
func (p *pair) byTime(before, after []heldCell) {
	var missing, extra []heldCell
	for len(before) > 0 || len(after) > 0 {
		switch {
		case len(after) == 0 || len(before) > 0 && before[0].micros > after[0].micros:
			missing, before = append(missing, before[0]), before[1:]
		case len(before) == 0 || after[0].micros > before[0].micros:
			extra, after = append(extra, after[0]), after[1:]
		default:
			if before[0].value != after[0].value {
				p.add(Changed, &before[0], &after[0])
			}
			before, after = before[1:], after[1:]
		}
	}
	for i := range missing {
		k := slices.IndexFunc(extra, func(c heldCell) bool { return c.value == missing[i].value })
		if k < 0 {
			p.add(Missing, &missing[i], nil)
			continue
		}
		p.add(Retimed, &missing[i], &extra[k])
		extra = slices.Delete(extra, k, k+1)
	}
	for i := range extra {
		p.add(Extra, nil, &extra[i])
	}
}

// byRank finds the differences of the versions of a column whose times are not compared. What is equal at either end is
// left out first, so that one version more or fewer does not make all after it differ.
func (p *pair) byRank(before, after []heldCell) {
	for len(before) > 0 && len(after) > 0 && before[0].value == after[0].value {
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1].value == after[len(after)-1].value {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	both := min(len(before), len(after))
	for i := range both {
		p.add(Changed, &before[i], &after[i])
	}
	for i := range before[both:] {
		p.add(Missing, &before[both+i], nil)
	}
	for i := range after[both:] {
		p.add(Extra, nil, &after[both+i])
	}
}

// add notes a difference. Either cell may be nil.
func (p *pair) add(kind Kind, before, after *heldCell) {
	d := Difference{Kind: kind, Key: bytes.Clone(p.key), Sources: p.sources}
	if before != nil {
		d.Column, d.Old = before.column, before.micros
	}
	if after != nil {
		d.Column, d.New = after.column, after.micros
	}
	p.found = append(p.found, d)
}
