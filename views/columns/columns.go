// Package columns is the screen of columns: by family, in how many rows each is, its cells, versions, bytes and values.
package columns

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// line is one line of the list: a family, a pattern of qualifiers, or a column.
type line struct {
	family int32 // index in Profile.Families
	column int32 // index in Profile.Columns; -1 for the family or the pattern itself
	fold   int32 // one more than the index in patterns.folds; 0 for what is in none
}

// Screen is Columns. The zero value waits for data.
type Screen struct {
	data   *views.Data
	order  *order // nil before there is a profile
	want   query
	folded map[string]bool // families shown by their own line only
	opened map[string]bool // patterns of qualifiers whose columns are listed, by patternKey

	collected   collected          // the garbage in the columns
	collectedOf *analysis.Analysis // it was asked for

	patterns   *patterns          // of the qualifiers; nil when none are known
	patternsOf *analysis.Analysis // they were asked for
	// patternKey of the line that the person put the cursor on; empty when it is another line
	onPattern string
	lines     []line
	list      widget.List
	drawn     widget.Table // the list at the last Draw, for clicks on its titles

	finding bool
	input   widget.Input

	detail     *detail // of the column under the cursor, or of one before
	asked      subject
	examples   widget.List
	rowsTable  widget.Table // the examples where there is room for columns
	values     widget.Table // the most common values, or the largest cells
	onExamples bool
	areas      areas // at the last Draw, for the mouse
}

// New makes the screen.
func New() *Screen { return &Screen{folded: map[string]bool{}, opened: map[string]bool{}} }

// ID returns views.ColumnsScreen.
func (s *Screen) ID() views.ID { return views.ColumnsScreen }

// Title is "Columns".
func (s *Screen) Title() string { return "Columns" }

// Editing reports whether keys are text: letters to find columns by.
func (s *Screen) Editing() bool { return s.finding }

// SetData states what there is to show.
func (s *Screen) SetData(d *views.Data) {
	if s.data == nil || s.data.Source != d.Source {
		s.order, s.lines, s.detail, s.folded = nil, nil, nil, map[string]bool{}
		s.patterns, s.patternsOf, s.onPattern, s.opened = nil, nil, "", map[string]bool{}
	}
	s.data = d
	if d.Profile != nil && len(d.Profile.Columns) <= atOnce {
		s.take(arrange(context.Background(), d.Analysis, s.want))
	}
}

// behind reports whether the list is not of the newest profile, or not as it is wanted.
func (s *Screen) behind() bool {
	return s.data != nil && s.data.Profile != nil &&
		(s.order == nil || s.order.of != s.data.Analysis || s.order.query != s.want)
}

// RequestWork asks for what new data calls for: the list in its order, the detail of the column under the cursor.
func (s *Screen) RequestWork() views.Request {
	var all views.All
	if s.behind() {
		all = append(all, s.arrange())
	}
	if r := s.inspect(); r != nil {
		all = append(all, r)
	}
	if r := s.findPatterns(); r != nil {
		all = append(all, r)
	}
	if r := s.collect(); r != nil {
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// arrange lists the columns as wanted: at once when they are few, else by Work.
func (s *Screen) arrange() views.Request {
	if s.data == nil || s.data.Profile == nil {
		return nil
	}
	of, query := s.data.Analysis, s.want
	if len(of.Profile.Columns) <= atOnce {
		s.take(arrange(context.Background(), of, query))
		return s.inspect()
	}
	return views.Work{Name: "columns/order", Run: func(ctx context.Context) any {
		if o := arrange(ctx, of, query); o != nil {
			return o
		}
		return nil
	}}
}

// take shows an order, with the cursor on the column it was on.
func (s *Screen) take(o *order) {
	family, column, had := s.current()
	resorted := s.order != nil && s.order.query != o.query
	s.order = o
	s.unfold()
	if o.query.typed != "" && resorted { // the best stands first, below its family
		s.list.SetCursor(1)
		return
	}
	if !had || resorted && !s.finding {
		return
	}
	s.find(family, column)
	if s.onPattern != "" && s.folding() {
		s.findPattern(s.onPattern)
	}
}

// unfold makes the lines of the order, those of folded families left out.
func (s *Screen) unfold() {
	s.lines = s.lines[:0]
	for _, g := range s.order.groups {
		s.lines = append(s.lines, line{family: int32(g.family), column: -1})
		if s.folded[s.order.of.Profile.Families[g.family].Name] {
			continue
		}
		s.listColumns(g)
	}
	s.list.SetLen(len(s.lines))
}

// find puts the cursor on a column, or on its family where it is folded away.
func (s *Screen) find(family string, column *figures.Column) {
	measures := s.order.of.Profile
	for i, line := range s.lines {
		if measures.Families[line.family].Name != family {
			continue
		}
		if line.column < 0 {
			if line.fold == 0 {
				s.list.SetCursor(i)
			}
			if column == nil {
				return
			}
		} else if measures.Columns[line.column].Qualifier == column.Qualifier {
			s.list.SetCursor(i)
			return
		}
	}
}

// OpenAt puts the cursor on a column, named family:qualifier.
func (s *Screen) OpenAt(name []byte) views.Request {
	family, qualifier, ok := strings.Cut(string(name), ":")
	if !ok || s.order == nil {
		return nil
	}
	if s.want.typed != "" {
		s.want.typed = ""
		s.take(arrange(context.Background(), s.data.Analysis, s.want))
	}
	s.onExamples = false
	s.folded[family] = false
	if s.folding() {
		for k := range s.patterns.folds { // the column may be in any of them
			if f := &s.patterns.folds[k]; f.Family == family {
				s.opened[patternKey(f)] = true
			}
		}
	}
	s.unfold()
	s.find(family, &figures.Column{Family: family, Qualifier: qualifier})
	return s.inspect()
}

// current is the family under the cursor and the column; nil on the line of a family.
func (s *Screen) current() (family string, column *figures.Column, ok bool) {
	cursor := s.list.Cursor()
	if s.order == nil || cursor < 0 || cursor >= len(s.lines) {
		return "", nil, false
	}
	l := s.lines[cursor]
	if l.column >= 0 {
		column = &s.order.of.Profile.Columns[l.column]
	}
	return s.order.of.Profile.Families[l.family].Name, column, true
}

// subject is what the cursor is on.
func (s *Screen) subject() (sub subject, ok bool) {
	family, c, ok := s.current()
	sub.family = family
	if f := s.pattern(); f != nil {
		sub.pattern = patternKey(f)
	} else if c != nil {
		sub.qualifier, sub.column = c.Qualifier, true
	}
	return sub, ok
}

// inspect asks for the detail of what is under the cursor, when it is not there and not asked for.
func (s *Screen) inspect() views.Request {
	sub, ok := s.subject()
	if !ok || s.data.Sample == nil {
		return nil
	}
	if s.asked == sub && s.detail != nil && s.detail.of == s.data.Analysis && s.detail.subject == sub {
		return nil
	}
	s.asked = sub
	return lookUp(s.data.Analysis, sub, s.matchColumns(sub), s.data.Now.UnixMicro())
}

// matchColumns marks the columns of a subject in the newest sample.
func (s *Screen) matchColumns(sub subject) []bool {
	all := s.data.Sample.Columns()
	in := make([]bool, len(all))
	switch fold := s.pattern(); {
	case sub.column:
		if id, ok := columnID(s.data.Sample, sample.Column{Family: sub.family, Qualifier: sub.qualifier}); ok {
			in[id] = true
		}
	case fold != nil:
		for _, id := range fold.Columns {
			c := s.order.of.Profile.Columns[id]
			if now, ok := columnID(s.data.Sample, sample.Column{Family: c.Family, Qualifier: c.Qualifier}); ok {
				in[now] = true
			}
		}
	default:
		for id, c := range all {
			in[id] = c.Family == sub.family
		}
	}
	return in
}

// Receive takes what Work found out.
func (s *Screen) Receive(result any) views.Request {
	switch result := result.(type) {
	case *order:
		if s.data != nil && result.of == s.data.Analysis && result.query == s.want {
			s.take(result)
			return s.inspect()
		}
	case collected:
		s.collected = result
	case *patterns:
		if s.data != nil && result.of == s.data.Analysis {
			s.patterns = result
			if s.order != nil {
				s.take(s.order)
				return s.inspect()
			}
		}
	case *detail:
		if result.subject == s.asked {
			// columns as wide as the new cells need
			s.detail, s.values, s.rowsTable = result, widget.Table{}, widget.Table{}
			s.examples.SetLen(len(result.rows))
		}
	}
	return nil
}

// detailNow is the detail of what is under the cursor; nil while it is looked up.
func (s *Screen) detailNow() *detail {
	sub, ok := s.subject()
	if !ok || s.detail == nil || s.detail.subject != sub {
		return nil
	}
	return s.detail
}

// Press moves the cursor, or types letters to find.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	switch {
	case s.finding:
		return s.typeLetter(k)
	case s.onExamples:
		s.examples.Press(k.String())
		return nil
	}
	switch k.String() {
	case "left", "h":
		return s.fold(true)
	case "right", "l":
		return s.fold(false)
	}
	if s.list.Press(k.String()) {
		return s.moved()
	}
	return nil
}

// moved looks at the column that the cursor is on now.
func (s *Screen) moved() views.Request {
	s.onPattern = ""
	if f := s.pattern(); f != nil {
		s.onPattern = patternKey(f)
	}
	s.examples.SetCursor(0)
	return s.inspect()
}

// typeLetter handles a key while letters are typed. The list narrows at once; enter keeps it so, esc takes it back.
func (s *Screen) typeLetter(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "enter":
		s.finding = false
		return nil
	case "esc":
		s.finding = false
		s.want.typed = ""
		return s.arrange()
	case "up", "down", "pgup", "pgdown":
		s.list.Press(k.String())
		return s.moved()
	}
	if !s.input.Press(k) {
		return nil
	}
	s.want.typed = strings.TrimSpace(s.input.Text())
	return s.arrange()
}

// fold shows a family by its own line only, or with its columns again.
func (s *Screen) fold(shut bool) views.Request {
	family, _, ok := s.current()
	if !ok {
		return nil
	}
	if s.openPattern(!shut) {
		return s.moved()
	}
	s.folded[family] = shut
	_, column, _ := s.current()
	s.unfold()
	s.find(family, column)
	return s.moved()
}

// foldAll folds every family, or unfolds them all when they are.
func (s *Screen) foldAll() views.Request {
	family, column, ok := s.current()
	if !ok {
		return nil
	}
	open := false
	for _, g := range s.order.groups {
		open = open || !s.folded[s.order.of.Profile.Families[g.family].Name]
	}
	for _, g := range s.order.groups {
		s.folded[s.order.of.Profile.Families[g.family].Name] = open
	}
	s.unfold()
	s.find(family, column)
	return s.moved()
}

// Click puts the cursor where the mouse is.
func (s *Screen) Click(x, y int) views.Request {
	areas := s.areas
	if areas.inDetail(x, y) {
		if i := s.examples.RowAt(y - areas.examplesAt); i >= 0 {
			s.onExamples = true
			s.examples.SetCursor(i)
		}
		return nil
	}
	if col := s.drawn.TitleAt(x, y-headLines); col >= 0 && y < areas.list {
		if k, ok := sortKey(col); ok {
			return s.sortBy(k, k == s.want.sort && !s.want.reverse)
		}
		return nil
	}
	if i := s.list.RowAt(y - 1 - headLines); i >= 0 && y < areas.list {
		s.onExamples = false
		s.list.SetCursor(i)
		return s.moved()
	}
	return nil
}

// Wheel moves the cursor of the list that has it.
func (s *Screen) Wheel(lines int) views.Request {
	if s.onExamples {
		s.examples.Wheel(lines)
		return nil
	}
	s.list.Wheel(lines)
	return s.moved()
}

// copyName is what y copies.
func (s *Screen) copyName() views.Request {
	family, c, _ := s.current()
	if f := s.pattern(); f != nil {
		return views.Copy{What: "pattern", Text: patternText(f)}
	}
	if c == nil {
		return views.Copy{What: "family", Text: text.EscapeString(family)}
	}
	return views.Copy{What: "column", Text: text.EscapeString(family) + ":" + text.EscapeString(c.Qualifier)}
}
