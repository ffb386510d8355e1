// Package row is the screen of one row: its key, its cells by family and column with the versions newest first, and the
// value under the cursor in a form that can be read.
package row

import (
	"bytes"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/take"
	"tabletop/views/text"
	"tabletop/views/value"
	"tabletop/views/widget"
)

// state states how far the reading of the whole row has come.
type state uint8

const (
	waiting state = iota // to be asked for
	asked
	fetched
	gone   // the row is no more
	failed // see Screen.failure
)

// Screen is Row. The zero value waits for data.
type Screen struct {
	data    *views.Data
	key     []byte
	state   state
	failure string
	fresh   *sample.Sample // the row read again, alone; nil until it is there
	index   int            // of the row in the sample; -1 when it is not there
	chosen  bool           // the row was opened; else it is the largest one

	items         []item
	verdicts      *retention.Timeline // of the cells; nil when they were not judged
	first         int                 // cell of the first verdict
	eligible      int                 // cells that are GC-eligible by the policies of their families
	eligibleBytes int64
	sums          []columnBytes // the largest first
	list          widget.Table
	timeWidth     int // cells that times take whole
	timeShown     int // cells of the column of times at the last Draw
	onValue       bool
	form          value.Form // chosen by the person; empty for the best one
	scroll        int        // lines of the value above its window
	shown         shown      // the value as lines
	decoding      decoding   // of the value under the cursor, or of one before
	page          int        // lines of the value on screen at the last Draw
	areas         areas      // at the last Draw, for the mouse
	firstAround   int        // the first of the rows around at the last Draw
}

// New makes the screen.
func New() *Screen { return &Screen{index: -1} }

// ID returns views.RowScreen.
func (s *Screen) ID() views.ID { return views.RowScreen }

// Title is "Row".
func (s *Screen) Title() string { return "Row" }

// Editing is never true: nothing is typed here.
func (s *Screen) Editing() bool { return false }

// SetData states what there is to show. The row stays the same; before one was chosen or asked for, it is the largest
// row read.
func (s *Screen) SetData(d *views.Data) {
	other := s.data == nil || s.data.Source != d.Source
	s.data = d
	if other {
		s.key, s.fresh, s.state, s.index, s.chosen = nil, nil, waiting, -1, false
	}
	if !s.chosen && s.state == waiting {
		s.key = largestRead(d)
	}
	s.locate()
	if d.Sample == nil {
		return
	}
	if s.fresh == nil {
		s.fill()
	}
}

// largestRead is the key of the largest row of the sample; nil while that is not known.
func largestRead(d *views.Data) []byte {
	if d.Sample == nil || d.Sample.Rows() == 0 || d.Profile == nil {
		return nil
	}
	for _, r := range d.Profile.LargestRows {
		if i := d.Sample.Find(r.Key); i < d.Sample.Rows() && bytes.Equal(d.Sample.Key(i), r.Key) {
			return r.Key
		}
	}
	return d.Sample.Key(0) // of a table of which all rows were counted, the largest ones may not be among those kept
}

// RequestWork asks for the row when none was asked for yet.
func (s *Screen) RequestWork() views.Request {
	if s.key == nil || s.state != waiting {
		return s.decode()
	}
	s.state = asked
	return views.Fetch{Key: s.key}
}

// OpenAt opens a row.
func (s *Screen) OpenAt(key []byte) views.Request {
	if bytes.Equal(key, s.key) && s.state != failed {
		s.chosen = true
		return s.RequestWork()
	}
	s.key, s.fresh, s.state, s.failure, s.chosen = bytes.Clone(key), nil, waiting, "", true
	s.locate()
	s.list.SetCursor(0)
	s.scroll, s.onValue = 0, false
	s.fill()
	return s.RequestWork()
}

// Receive takes the row that was read, or why it was not.
func (s *Screen) Receive(result any) views.Request {
	switch result := result.(type) {
	case *sample.Sample:
		switch {
		case result.Rows() == 0:
			s.state = gone
		case bytes.Equal(result.Key(0), s.key):
			s.state, s.fresh = fetched, result
			s.fill()
			return s.decode()
		}
	case decoding:
		if result.of == s.decoding.of && result.cell == s.decoding.cell {
			s.decoding, s.shown = result, shown{}
		}
	case error:
		s.state, s.failure = failed, result.Error()
	}
	return nil
}

// locate finds the row in the sample.
func (s *Screen) locate() {
	s.index = -1
	if s.data == nil || s.data.Sample == nil || s.key == nil {
		return
	}
	if i := s.data.Sample.Find(s.key); i < s.data.Sample.Rows() && bytes.Equal(s.data.Sample.Key(i), s.key) {
		s.index = i
	}
}

// source is where the cells shown are: the fresh row, or the sample. ok is false when neither has the row.
func (s *Screen) source() (smp *sample.Sample, row int, ok bool) {
	if s.fresh != nil {
		return s.fresh, 0, true
	}
	if s.data != nil && s.data.Sample != nil && s.index >= 0 {
		return s.data.Sample, s.index, true
	}
	return nil, 0, false
}

// move goes to the row d places on in the sample.
func (s *Screen) move(d int) views.Request {
	i := s.neighbor(d)
	if i < 0 {
		return nil
	}
	return s.OpenAt(s.data.Sample.Key(i))
}

// neighbor is the index of the row d (1 or -1) places on in the sample, -1 when there is none.
func (s *Screen) neighbor(d int) int {
	if s.data == nil || s.data.Sample == nil || s.key == nil {
		return -1
	}
	i := s.data.Sample.Find(s.key)
	if s.index >= 0 || d < 0 {
		i += d
	}
	if i < 0 || i >= s.data.Sample.Rows() {
		return -1
	}
	return i
}

// Press moves the cursor, or scrolls the value.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	if s.onValue {
		s.scrollBy(k.String())
		return nil
	}
	if s.list.Press(k.String()) {
		s.scroll = 0
	}
	return s.decode()
}

func (s *Screen) scrollBy(key string) {
	page := max(s.page-1, 1)
	switch key {
	case "j", "down":
		s.scroll++
	case "k", "up":
		s.scroll--
	case "ctrl+d":
		s.scroll += max(page/2, 1)
	case "ctrl+u":
		s.scroll -= max(page/2, 1)
	case "pgdown", "space", "ctrl+f":
		s.scroll += page
	case "pgup", "ctrl+b":
		s.scroll -= page
	case "g", "home":
		s.scroll = 0
	case "G", "end":
		s.scroll = len(s.shown.lines)
	}
	s.scroll = max(0, min(s.scroll, len(s.shown.lines)-s.page))
}

// Click puts the cursor on a cell or the focus on the value, or opens one of the rows around.
func (s *Screen) Click(x, y int) views.Request {
	if s.areas.around.has(x, y) {
		return s.openAround(y)
	}
	if s.onValue = s.areas.value.has(x, y); s.onValue || !s.areas.cells.has(x, y) {
		return nil
	}
	top := s.areas.cells.y
	if s.areas.boxed {
		top++ // the frame
	}
	if i := s.list.RowAt(y - top); i >= 0 {
		s.list.SetCursor(i)
		s.scroll = 0
	}
	return s.decode()
}

// Wheel moves what has the focus.
func (s *Screen) Wheel(lines int) views.Request {
	if s.onValue {
		s.scroll = max(0, min(s.scroll+lines, len(s.shown.lines)-s.page))
		return nil
	}
	s.list.Wheel(lines)
	s.scroll = 0
	return s.decode()
}

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	off := func(missing bool, why string) string {
		if missing {
			return why
		}
		return ""
	}
	it, any := s.current()
	cell := any && it.cell >= 0
	return []views.Binding{
		{Keys: []string{"v"}, Name: "form",
			Help:           "show the value in the next form it may have: text, JSON, integer, float, protobuf, hex",
			DisabledReason: off(!cell, "no cell is under the cursor"), Run: s.nextForm},
		{Keys: []string{"c"}, Name: "older", Help: "show the cell under the cursor beside the one that it replaced",
			DisabledReason: s.noOtherVersion(), Run: s.compare},
		{Keys: []string{"tab"}, Name: "value", Help: "go to the value to scroll it, and back to the cells",
			DisabledReason: off(!cell && !s.onValue, "no cell is under the cursor"),
			Run:            func() views.Request { s.onValue = !s.onValue; return nil }},
		{Keys: []string{"n"}, Name: "next", Help: "go to the next row of the sample",
			DisabledReason: off(s.neighbor(1) < 0, "this is the last row of the sample"),
			Run:            func() views.Request { return s.move(1) }},
		{Keys: []string{"N"}, Name: "previous", Help: "go to the row before in the sample",
			DisabledReason: off(s.neighbor(-1) < 0, "this is the first row of the sample"),
			Run:            func() views.Request { return s.move(-1) }},
		{Keys: []string{"y"}, Name: "copy value", Group: views.Take,
			Help:           "copy the value under the cursor in the form shown",
			DisabledReason: off(!cell, "no cell is under the cursor"), Run: s.copyValue},
		{Keys: []string{"Y"}, Name: "copy key", Group: views.Take,
			Help:           "copy the row key, or a line for cbt, GoogleSQL or tabletop",
			DisabledReason: off(s.key == nil, "no row is shown"),
			Run: func() views.Request {
				return views.Copy{What: "key", Text: text.Escape(s.key), Rows: take.Rows{Key: string(s.key)}}
			}},
		{Keys: []string{"w"}, Name: "why",
			Help:           "explain the cell under the cursor: its time, its size, the policy that will collect it",
			DisabledReason: off(!any, "the row has no cells"), Run: s.explain},
		{Keys: []string{"ctrl+r"}, Name: "reread", Help: "read the row again",
			DisabledReason: off(s.key == nil, "no row is shown"), Run: s.reread},
	}
}

func (s *Screen) reread() views.Request {
	s.state = waiting
	return s.RequestWork()
}

func (s *Screen) nextForm() views.Request {
	it, _ := s.current()
	forms := s.forms(it)
	next := 0
	for i, f := range forms {
		if f == s.shown.form {
			next = (i + 1) % len(forms)
		}
	}
	s.form, s.scroll = forms[next], 0
	return s.decode()
}

// wide is a width at which no line of a value is wrapped.
const wide = 1 << 20

func (s *Screen) copyValue() views.Request {
	it, _ := s.current()
	if _, lines, ok := s.decoded(it, wide); ok {
		return views.Copy{What: "value", Text: strings.Join(lines, "\n")}
	}
	c := it.of.Cell(it.cell)
	return views.Copy{What: "value", Text: strings.Join(value.Lines(s.valueForm(c), c.Value, c.Size, wide), "\n")}
}

// valueForm is the form a cell is shown in: the one chosen where it fits, else the best.
func (s *Screen) valueForm(c sample.Cell) value.Form {
	forms := value.Forms(c.Value, c.Size)
	for _, f := range forms {
		if f == s.form {
			return f
		}
	}
	return forms[0]
}
