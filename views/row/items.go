package row

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
)

// item is a line of the list: the heading of a family, or a cell.
type item struct {
	of       *sample.Sample
	family   string
	cell     int           // index in of; -1 for a heading
	version  int           // 1 is the newest of its column
	versions int           // versions the column has in this row
	gap      time.Duration // to the next newer version
	cells    int           // of the family, in a heading
	bytes    int64
}

// fill lists the cells of the row again, with the cursor on the cell it was on.
func (s *Screen) fill() {
	on, had := s.current()
	var onCell sample.Cell
	var onColumn sample.Column
	if had = had && on.cell >= 0; had {
		onCell = on.of.Cell(on.cell)
		onColumn = on.of.Column(onCell.Column)
	}
	s.items = nil
	s.shown = shown{}
	s.verdicts = nil
	if smp, row, ok := s.source(); ok {
		s.items = listItems(smp, row)
		s.judge(smp, row)
	}
	s.timeWidth = widestTime(s.items)
	s.sums = bytesByColumn(s.items)
	s.list.SetLen(len(s.items))
	if !had {
		s.list.SetCursor(1) // the first cell, below the heading
		return
	}
	for i, it := range s.items {
		if it.cell < 0 {
			continue
		}
		if c := it.of.Cell(it.cell); c.Micros == onCell.Micros && it.of.Column(c.Column) == onColumn {
			s.list.SetCursor(i)
			return
		}
	}
}

// widestTime is the width that the times of the first items take: timestamps of one row mostly have as many digits.
func widestTime(items []item) int {
	const enough = 1000
	w := len("2006-01-02 15:04:05")
	for _, it := range items[:min(len(items), enough)] {
		if it.cell >= 0 {
			w = max(w, len(text.Micros(it.of.Cell(it.cell).Micros)))
		}
	}
	return min(w, len("2006-01-02 15:04:05.999999"))
}

// maxJudged is the number of cells up to which each cell of a row is judged: a verdict takes about 100 bytes, and the
// row is judged in the loop.
const maxJudged = 200_000

// judge finds out which cells are GC-eligible by the policies of their families.
func (s *Screen) judge(smp *sample.Sample, row int) {
	s.eligible, s.eligibleBytes = 0, 0
	from, to := smp.Cells(row)
	if s.data.Table == nil || to-from > maxJudged {
		return
	}
	s.first = from
	s.verdicts = retention.NewTimeline(smp, row, retention.CurrentRules(s.data.Table), s.data.Now)
	for i := range s.verdicts.Cells {
		if v := &s.verdicts.Cells[i]; v.Eligible {
			s.eligible++
			s.eligibleBytes += v.Bytes
		}
	}
}

// verdict reports whether a cell may be collected, and why or why not; empty where that was not judged.
func (s *Screen) verdict(cell int) (eligible bool, reason string) {
	k := cell - s.first
	if s.verdicts == nil || k < 0 || k >= len(s.verdicts.Cells) {
		return false, ""
	}
	return s.verdicts.Cells[k].Eligible, s.verdicts.Reason(k)
}

// listItems lists the cells of a row under headings of their families, which are in order of their names: servers send
// them in any order. Cells come column by column, newest first.
func listItems(smp *sample.Sample, row int) []item {
	from, to := smp.Cells(row)
	familyOf := func(j int) string { return smp.Column(smp.Cell(j).Column).Family }
	cells := make([]int, to-from)
	for i := range cells {
		cells[i] = from + i
	}
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(familyOf(a), familyOf(b)) })
	items := make([]item, 0, len(cells)+4)
	heading := -1
	for i, index := range cells {
		cell, family := smp.Cell(index), familyOf(index)
		if heading < 0 || items[heading].family != family {
			heading = len(items)
			items = append(items, item{of: smp, family: family, cell: -1})
		}
		it := item{of: smp, family: family, cell: index, version: 1}
		if i > 0 {
			if newer := smp.Cell(cells[i-1]); newer.Column == cell.Column {
				it.version = items[len(items)-1].version + 1
				it.gap = between(newer.Micros, cell.Micros)
			}
		}
		items = append(items, it)
		items[heading].cells++
		items[heading].bytes += smp.CellBytes(index)
	}
	// The oldest version knows how many there are; which the others get.
	for i := len(items) - 1; i >= 0; i-- {
		if it := &items[i]; it.cell >= 0 {
			it.versions = it.version
			if i+1 < len(items) && items[i+1].cell >= 0 && items[i+1].version > it.version {
				it.versions = items[i+1].versions
			}
		}
	}
	return items
}

// between is the time from the older to the newer of two timestamps, at most what a Duration holds.
func between(newer, older int64) time.Duration {
	return time.UnixMicro(newer).Sub(time.UnixMicro(older))
}

// current is the item under the cursor.
func (s *Screen) current() (item, bool) {
	if i := s.list.Cursor(); i >= 0 && i < len(s.items) {
		return s.items[i], true
	}
	return item{}, false
}

// rule is the GC rule of a family in cbt's notation and in words.
func (s *Screen) rule(family string) (notation, words string) {
	if s.data.Table != nil {
		if f, ok := s.data.Table.Family(family); ok {
			if f.GC.Kind == sample.GCNone {
				return "no policy", text.Rule(f.GC)
			}
			return f.GC.String(), text.Rule(f.GC)
		}
	}
	listed := s.data.Table != nil && len(s.data.Table.Families) > 0
	return "unknown", "is not known: " + text.UndeclaredFamily(listed)
}

// when writes a cell timestamp and its age. A timestamp that is no time has no age.
func (s *Screen) when(micros int64) (at, age string) {
	switch {
	case micros == 0:
		return "0 (no time set)", text.NoFigure
	case micros < 0:
		return fmt.Sprintf("%d µs", micros), text.NoFigure
	}
	return text.Micros(micros), text.Age(s.data.Now, micros)
}

func (s *Screen) explain() views.Request {
	it, _ := s.current()
	family := text.EscapeString(it.family)
	_, words := s.rule(it.family)
	if it.cell < 0 {
		return views.Explain{Title: "family " + family,
			Text: fmt.Sprintf("%s %s.\n\n%s of %s in this row. Garbage collection may take up to a week, so cells "+
				"that the policy takes can still be seen.",
				family, words, text.Count(it.cells, "cell"), text.Bytes(float64(it.bytes)))}
	}
	cell := it.of.Cell(it.cell)
	at, age := s.when(cell.Micros)
	col := it.of.Column(cell.Column)
	word := fmt.Sprintf("%s:%s, version %s of %s, the newest being 1.\n\n", family, text.EscapeString(col.Qualifier),
		text.Integer(int64(it.version)), text.Integer(int64(it.versions)))
	word += fmt.Sprintf("Written at %s UTC by its timestamp (%s µs), age %s.", at, text.Integer(cell.Micros), age)
	if it.version > 1 {
		word += fmt.Sprintf(" The next newer version came %s later.", text.Duration(it.gap))
	}
	word += fmt.Sprintf("\n\nSize %s: family %d + qualifier %s + timestamp 8 + value %s bytes. The row's key is "+
		"counted once, apart.",
		text.Bytes(float64(it.of.CellBytes(it.cell))), len(col.Family), text.Integer(int64(len(col.Qualifier))),
		text.Integer(int64(cell.Size)))
	switch eligible, reason := s.verdict(it.cell); {
	case eligible:
		word += "\n\nGarbage, still stored: " + text.Safe(reason) + "."
	case reason != "":
		word += "\n\nKept: " + text.Safe(reason) + "."
	}
	word += fmt.Sprintf("\n\n%s %s. Versions count per column (G05, G22); collection may take up to a week.", family,
		words)
	return views.Explain{Title: "cell", Text: word}
}
