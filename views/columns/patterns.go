package columns

import (
	"context"
	"fmt"

	"tabletop/model/analysis"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/qualifier"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// patterns are the columns whose qualifiers are data, folded by their pattern: a line for each until it is opened.
type patterns struct {
	of     *analysis.Analysis
	folds  []qualifier.Fold
	foldOf []int32 // column of the profile -> one more than its fold; 0 for a name
}

// manyColumns is the number of columns of a family from which it is worth looking for data among the qualifiers.
const manyColumns = 20

// findPatterns asks for the patterns of the columns shown, when there may be any.
func (s *Screen) findPatterns() views.Request {
	if s.data == nil || s.data.Profile == nil || s.data.Sample == nil || s.patternsOf == s.data.Analysis {
		return nil
	}
	of := s.data.Analysis
	s.patternsOf = of
	many := false
	for _, f := range of.Profile.Families {
		many = many || f.Columns >= manyColumns
	}
	if !many {
		s.patterns = nil
		return nil
	}
	return views.Work{Name: "columns/patterns", Run: func(ctx context.Context) any {
		folds, err := of.Folds(ctx)
		if err != nil {
			return nil // canceled: there is newer data
		}
		return newPatterns(of, folds)
	}}
}

// newPatterns returns which fold each column of a profile belongs to.
func newPatterns(of *analysis.Analysis, folds []qualifier.Fold) *patterns {
	found := &patterns{of: of, folds: folds, foldOf: make([]int32, len(of.Profile.Columns))}
	for k, f := range folds {
		for _, id := range f.Columns {
			found.foldOf[id] = int32(k + 1)
		}
	}
	return found
}

// folding reports whether columns are folded by their patterns now. Columns that were searched for are not.
func (s *Screen) folding() bool {
	return s.patterns != nil && s.order != nil && s.patterns.of == s.order.of && s.want.typed == ""
}

// listColumns makes the lines of a family's columns: the patterns first, then the names.
func (s *Screen) listColumns(g group) {
	if !s.folding() {
		for _, c := range g.columns {
			s.lines = append(s.lines, line{family: int32(g.family), column: c})
		}
		return
	}
	for index := range s.patterns.folds {
		f := &s.patterns.folds[index]
		if f.Family != s.order.of.Profile.Families[g.family].Name {
			continue
		}
		s.lines = append(s.lines, line{int32(g.family), -1, int32(index + 1)})
		if s.opened[patternKey(f)] {
			s.listFold(g, int32(index+1))
		}
	}
	s.listFold(g, 0)
}

func (s *Screen) listFold(g group, fold int32) {
	for _, c := range g.columns {
		if s.patterns.foldOf[c] == fold {
			s.lines = append(s.lines, line{int32(g.family), c, fold})
		}
	}
}

// patternKey names a fold across samples.
func patternKey(f *qualifier.Fold) string { return f.Family + ":" + patternText(f) }

// patternText is the pattern of a fold.
func patternText(f *qualifier.Fold) string {
	if f.Layout == nil {
		return "(no common form)"
	}
	return widget.Template(f.Layout)
}

// pattern is the fold that the cursor is on, by its own line.
func (s *Screen) pattern() *qualifier.Fold {
	i := s.list.Cursor()
	if !s.folding() || i < 0 || i >= len(s.lines) || s.lines[i].column >= 0 || s.lines[i].fold == 0 {
		return nil
	}
	return &s.patterns.folds[s.lines[i].fold-1]
}

// findPattern puts the cursor on the line of a fold, if it is still there.
func (s *Screen) findPattern(key string) {
	for i, l := range s.lines {
		if l.fold > 0 && l.column < 0 && patternKey(&s.patterns.folds[l.fold-1]) == key {
			s.list.SetCursor(i)
			return
		}
	}
}

// openPattern lists the columns of the fold under the cursor, or folds them again. On a column of an open fold, it
// folds that. It reports whether there was one.
func (s *Screen) openPattern(open bool) bool {
	cursor := s.list.Cursor()
	if !s.folding() || cursor < 0 || cursor >= len(s.lines) || s.lines[cursor].fold == 0 ||
		s.lines[cursor].column >= 0 && open {
		return false
	}
	key := patternKey(&s.patterns.folds[s.lines[cursor].fold-1])
	s.opened[key] = open
	s.unfold()
	s.findPattern(key)
	return true
}

// patternCell is a cell of the line of a fold.
func (s *Screen) patternCell(st *widget.Styles, f *qualifier.Fold, col, w int) string {
	share := float64(f.Rows) / float64(max(s.order.of.Profile.Rows, 1))
	switch col {
	case colName:
		mark := "▸ "
		if s.opened[patternKey(f)] {
			mark = "▾ "
		}
		return "  " + st.Accent(mark) + patternText(f) + st.Dim("  ×"+text.Integer(int64(len(f.Columns))))
	case colBar:
		return widget.ListBar(st, s.foldShare(f)/max(s.order.most, 1e-12), w, false)
	case colRows:
		return text.Percent(share)
	case colCells:
		return s.cellsCell(s.foldCells(f), f.Cells)
	case colBytes:
		v := s.foldShare(f)
		return s.bytesCell(estimate.CountedIf(v, s.order.of.Profile.Scope == estimate.All), float64(f.Bytes))
	case colShare:
		return text.Percent(s.foldShare(f))
	case colKind:
		return "data"
	}
	return ""
}

// foldCells returns the cells of the table in the columns of a pattern, without an interval.
func (s *Screen) foldCells(f *qualifier.Fold) figures.Figure {
	p, sum := s.order.of.Profile, 0.0
	for _, id := range f.Columns {
		sum += p.Columns[id].TableCells.Value
	}
	return estimate.CountedIf(sum, p.Whole.Cells.IsExact())
}

// foldShare is the share of all bytes in the columns of a fold, without an interval.
func (s *Screen) foldShare(f *qualifier.Fold) (share float64) {
	for _, id := range f.Columns {
		share += s.order.of.Profile.Columns[id].ByteShare.Value
	}
	return share
}

// patternFacts is what is known of a fold, in words.
func (s *Screen) patternFacts(st *widget.Styles, f *qualifier.Fold, w int) []string {
	var lines []string
	add := func(name, value string) { lines = append(lines, st.Dim(widget.Pad(name, 10))+value) }
	add("columns", text.Integer(int64(len(f.Columns)))+st.Dim(", at most ")+text.Integer(int64(f.Most))+
		st.Dim(" in one row"))
	add("rows", text.Integer(f.Rows)+st.Dim(" of ")+text.Integer(s.order.of.Profile.Rows)+st.Dim(" read"))
	add("example", text.Qualifier(f.First))
	for _, l := range text.Wrap("These qualifiers are data, not names, so they are folded into one line; enter lists "+
		"them. "+
		"That lets a table grow slower than rows of their own would (G17).", max(w, 1)) {
		lines = append(lines, st.Dim(l))
	}
	return lines
}

func (s *Screen) explainPattern(f *qualifier.Fold) views.Request {
	return views.Explain{Title: "qualifiers like " + text.Qualifier(f.First), Text: fmt.Sprintf(
		"%s columns of family %s have qualifiers of the form %s. They hold many different values, or new ones keep "+
			"coming, as names do not: they are data. "+
			"%s rows have some of them, at most %s in one row; together they have %s cells and %s, counted over the "+
			"rows read.\n\n"+
			"G17: qualifiers may carry data, so that the table need not grow by rows with the same columns. G15 and "+
			"G18 limit how many a row should have.",
		text.Integer(int64(len(f.Columns))), text.EscapeString(f.Family), patternText(f), text.Integer(f.Rows),
		text.Integer(int64(f.Most)),
		text.Number(float64(f.Cells)), text.Bytes(float64(f.Bytes)))}
}
