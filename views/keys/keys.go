// Package keys is the screen of row keys: the record kinds of a table, its sampled keys cut into segments, and the
// layouts that cut them, which can be tried out, changed and put in force.
package keys

import (
	tea "charm.land/bubbletea/v2"

	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/take"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// mode is what keys pressed mean.
type mode uint8

// The modes. All but browsing edit a line of text or choose from a menu.
const (
	browsing   mode = iota
	finding         // what is searched for
	prefixing       // the start of the keys wanted
	jumping         // a key to go to
	templating      // the draft's template
	renaming        // the name of a segment
	retyping        // a codec chosen from a menu
	splitting       // the place of a cut moved
	marking         // a range of bytes marked
)

// Screen is Keys. The zero value waits for data.
type Screen struct {
	data  *views.Data
	kinds []kind
	rows  *rows // what is listed; nil before there is a sample
	want  query // what should be listed; differs from rows.query while a search runs

	list     widget.Table
	kindList widget.Table
	onKinds  bool // the cursor is in the list of kinds
	raw      bool // keys are shown as they are, not decoded

	mode  mode
	line  widget.Input // of all modes but templating
	wrong string       // what is wrong with line
	at    int          // byte of line at which it is wrong

	draft   *draft
	segment int   // index of the segment that the segment keys work on
	menu    *menu // of codecs; nil unless retyping
	cut     cut   // while splitting
	marked  mark  // while marking and retyping
	undo    undo  // while a segment is being changed

	areas  areas    // at the last Draw, for the mouse
	titled bool     // the list of keys had a line of titles then
	glass  viewport // decoded rows on screen
}

// New makes the screen.
func New() *Screen { return &Screen{want: query{kind: allKinds}} }

// ID returns views.KeysScreen.
func (s *Screen) ID() views.ID { return views.KeysScreen }

// Title is "Keys".
func (s *Screen) Title() string { return "Keys" }

// SetData states what there is to show. The cursor stays on its key.
func (s *Screen) SetData(d *views.Data) {
	old := s.data
	s.data = d
	s.kinds = listKinds(d)
	s.kindList.SetLen(len(s.kinds))
	if s.want.kind >= 0 && old != nil && !old.Layouts.Equal(d.Layouts) {
		s.want.kind = allKinds // the kind it named is gone
	}
	if d.Sample == nil {
		s.rows = nil
		s.list.SetLen(0)
		return
	}
	if old != nil && old.Analysis != d.Analysis && s.draft != nil {
		s.draft.fit = nil
	}
	if s.rows == nil || s.want.simple() {
		q := s.want
		if !q.simple() {
			q = query{kind: allKinds, prefix: q.prefix}
		}
		s.show(ask(d.Analysis, q))
	}
}

// RequestWork asks for the searches that new data calls for.
func (s *Screen) RequestWork() views.Request {
	var all views.All
	if s.data != nil && s.data.Sample != nil && s.behind() {
		all = append(all, s.find())
	}
	if s.draft != nil && s.data != nil {
		if w := s.draft.count(s.data.Analysis); w != nil {
			all = append(all, w)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// behind reports whether the list does not show what is wanted of the newest sample yet.
func (s *Screen) behind() bool {
	return s.rows == nil || s.rows.of != s.data.Analysis || s.rows.query != s.want
}

// show lists r, with the cursor on the key it was on where that is listed; what was just typed is shown from its best.
func (s *Screen) show(r *rows) {
	key := s.current()
	if r.query.typed != "" && (s.rows == nil || s.rows.query != r.query) {
		key = nil
		s.list.SetCursor(0)
	}
	s.rows = r
	s.list.SetLen(r.len())
	if key != nil {
		if i := r.place(key); i >= 0 {
			s.list.SetCursor(i)
		}
	}
}

// current is the key under the cursor, nil in an empty list.
func (s *Screen) current() []byte {
	if s.rows == nil || s.list.Cursor() < 0 {
		return nil
	}
	return s.rows.of.Sample.Key(s.rows.at(s.list.Cursor()))
}

// layouts are those that keys are decoded with: the ones in force, with the draft in its place.
func (s *Screen) layouts() rowkey.Set {
	if s.data == nil {
		return nil
	}
	return s.draft.set(s.data.Layouts)
}

// kind is the record kind that a command means: the draft's, the one whose segment is being changed, the one under the
// cursor in the list of kinds, or that of the key under the cursor. It is unexplained when there is none.
func (s *Screen) kind() int {
	switch {
	case s.draft != nil:
		return s.draft.kind
	case s.mode == renaming || s.mode == retyping || s.mode == splitting || s.mode == marking:
		return s.undo.kind
	case s.onKinds && s.kindList.Cursor() >= 0:
		return s.kinds[s.kindList.Cursor()].index
	}
	_, k := s.layouts().Decode(nil, s.current())
	if k < 0 && len(s.layouts()) == 1 {
		return 0 // the only one there is
	}
	return k
}

// Editing reports whether keys are text.
func (s *Screen) Editing() bool { return s.mode != browsing }

// OpenAt puts the cursor on a key, or on the one after it.
func (s *Screen) OpenAt(key []byte) views.Request {
	if s.data == nil || s.data.Sample == nil {
		return nil
	}
	if s.rows == nil || !s.want.simple() || s.want.prefix != "" {
		s.want = query{kind: allKinds}
		s.show(ask(s.data.Analysis, s.want))
	}
	s.list.SetCursor(s.rows.place(key))
	s.onKinds = false
	return nil
}

// FilterTo puts the cursor on a segment: on the first key of its kind, with the segment keys working on it.
func (s *Screen) FilterTo(t views.Target) {
	for _, kind := range s.kinds {
		if t.Segment == "" || kind.layout == nil || t.Layout != "" && kind.layout.String() != t.Layout {
			continue
		}
		for i, seg := range kind.layout.Segments() {
			if seg.Name != t.Segment {
				continue
			}
			if kind.first != nil {
				s.OpenAt(kind.first)
			}
			s.segment = i
			return
		}
	}
}

// Receive takes the result of a search or of a count.
func (s *Screen) Receive(result any) views.Request {
	switch result := result.(type) {
	case *rows:
		if result.query == s.want && s.data != nil && result.of == s.data.Analysis {
			s.show(result)
		}
	case *fit:
		if s.draft != nil && s.draft.layout != nil && s.draft.layout.String() == result.template {
			s.draft.fit = result
		}
	case *choices:
		return s.offer(result)
	}
	return nil
}

// Click puts the cursor where the mouse is.
func (s *Screen) Click(x, y int) views.Request {
	if s.areas.width > 0 && x >= s.areas.width {
		return nil
	}
	y -= s.areas.verdict
	if y < s.areas.kinds {
		if i := s.kindList.RowAt(y); i >= 0 {
			s.kindList.SetCursor(i)
			s.onKinds = true
		}
		return nil
	}
	if i := s.rowAt(y - s.top()); i >= 0 {
		s.list.SetCursor(i)
		s.onKinds = false
	}
	return nil
}

// top is the line at which the keys begin.
func (s *Screen) top() int {
	if s.areas.rules > 1 {
		return s.areas.kinds + 1
	}
	return s.areas.kinds
}

// Wheel moves the cursor of the list that has it.
func (s *Screen) Wheel(lines int) views.Request {
	if s.onKinds {
		s.kindList.Wheel(lines)
	} else {
		s.list.Wheel(lines)
	}
	return nil
}

// Press moves the cursor, or edits the line.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	switch {
	case s.mode == templating:
		return s.typeTemplate(k)
	case s.mode == renaming:
		return s.typeName(k)
	case s.mode == retyping:
		return s.chooseCodec(k)
	case s.mode == splitting:
		return s.moveCut(k)
	case s.mode == marking:
		return s.moveMark(k)
	case s.mode != browsing:
		return s.typeLine(k)
	case s.onKinds:
		s.kindList.Press(k.String())
	default:
		s.list.Press(k.String())
	}
	return nil
}

func (s *Screen) copyKey() views.Request {
	return views.Copy{What: "key", Text: text.Escape(s.current()), Rows: take.Rows{Key: string(s.current())}}
}
