package keys

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// menu is the list of codecs to choose from.
type menu struct {
	list    widget.List
	choices []infer.Choice
	of      mark
}

// undo is what esc goes back to from a change that is being made.
type undo struct {
	draft *draft
	made  bool // there is something to go back to
	kind  int  // whose layout is being changed
}

// clampSegment keeps the segment cursor on a segment of the layout shown.
func (s *Screen) clampSegment() {
	l := s.shownLayout()
	if l == nil {
		s.segment = 0
		return
	}
	s.segment = max(0, min(s.segment, len(l.Segments())-1))
}

// shownLayout is the layout in the bottom line; nil when there is none.
func (s *Screen) shownLayout() *rowkey.Layout {
	if k, set := s.kind(), s.layouts(); k >= 0 && k < len(set) {
		return set[k]
	}
	return nil
}

// chosen is the layout shown and its segment under the segment cursor.
func (s *Screen) chosen() (*rowkey.Layout, *rowkey.Segment) {
	l := s.shownLayout()
	if l == nil || len(l.Segments()) == 0 {
		return nil, nil
	}
	s.clampSegment()
	return l, l.Segments()[s.segment]
}

// moveSegment moves the segment cursor.
func (s *Screen) moveSegment(d int) {
	s.segment += d
	s.clampSegment()
}

// exampleRows are keys to settle by what a change leaves open: the one under the cursor, those in sight, and the first
// of the kind, as far as the layout decodes them.
func (s *Screen) exampleRows(l *rowkey.Layout) [][]byte {
	var keys [][]byte
	add := func(key []byte) {
		if key == nil {
			return
		}
		if _, err := l.Decode(nil, key); err == nil {
			keys = append(keys, key)
		}
	}
	add(s.current())
	for _, r := range s.glass.rows {
		add(r.key)
	}
	for _, k := range s.kinds {
		if k.index == s.kind() {
			add(k.first)
		}
	}
	return keys
}

// try makes a draft of a layout that a change made of the one shown, and counts what it decodes.
func (s *Screen) try(l *rowkey.Layout, err error) views.Request {
	if err != nil {
		return views.Notify{Text: "not done: " + text.Safe(plainError(err))}
	}
	s.draft = newDraft(s.replaced(), l.String(), "edited")
	return s.count()
}

// plainError is the message of an error without the package's name and the lines after the first.
func plainError(err error) string {
	var syntax *rowkey.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Message
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimPrefix(line, "rowkey: ")
}

func (s *Screen) segmentBindings() []views.Binding {
	off := ""
	if _, seg := s.chosen(); seg == nil {
		off = "no segment is under the cursor"
	}
	noKey := off
	if l := s.shownLayout(); off == "" && len(s.exampleRows(l)) == 0 {
		noKey = "no key in sight is of this layout"
	}
	on := func(f func(l *rowkey.Layout, seg *rowkey.Segment, keys [][]byte) views.Request) func() views.Request {
		return func() views.Request {
			l, seg := s.chosen()
			return f(l, seg, s.exampleRows(l))
		}
	}
	return []views.Binding{
		{Keys: []string{"right", "l"}, Name: "segment", Group: views.Change,
			Help: "go to the next segment, which the other keys change", DisabledReason: off,
			Run: func() views.Request { s.moveSegment(1); return nil }},
		{Keys: []string{"left", "h"}, Name: "segment back", Group: views.Change, Help: "go to the segment before",
			DisabledReason: off, Run: func() views.Request { s.moveSegment(-1); return nil }},
		{Keys: []string{"r"}, Name: "rename", Group: views.Change, Help: "rename the segment", DisabledReason: off,
			Run: s.beginRename},
		{Keys: []string{"t"}, Name: "retype", Group: views.Change,
			Help:           "choose another codec, of those that read the segment in all keys, likeliest first",
			DisabledReason: noKey, Run: s.beginRetype},
		{Keys: []string{"M"}, Name: "mark", Group: views.Change,
			Help:           "mark bytes of the key, and list the codecs that read them in all keys",
			DisabledReason: noKey, Run: s.beginMark},
		{Keys: []string{"|"}, Name: "split", Group: views.Change,
			Help:           "split the segment in two, at a byte of the key under the cursor",
			DisabledReason: noKey, Run: s.beginSplit},
		{Keys: []string{"J"}, Name: "join", Group: views.Change, Help: "join it with the next one",
			DisabledReason: noKey, Run: on(func(l *rowkey.Layout, seg *rowkey.Segment, keys [][]byte) views.Request {
				return s.try(merge(l, seg, keys))
			})},
		{Keys: []string{">"}, Name: "boundary right", Group: views.Change,
			Help:           "widen it by a byte, and narrow the next segment",
			DisabledReason: noKey, Run: on(func(l *rowkey.Layout, seg *rowkey.Segment, keys [][]byte) views.Request {
				return s.try(shift(l, seg, 1, keys))
			})},
		{Keys: []string{"<"}, Name: "boundary left", Group: views.Change,
			Help:           "narrow it by a byte, and widen the next segment",
			DisabledReason: noKey, Run: on(func(l *rowkey.Layout, seg *rowkey.Segment, keys [][]byte) views.Request {
				return s.try(shift(l, seg, -1, keys))
			})},
	}
}

// remember keeps what esc goes back to.
func (s *Screen) remember() { s.undo = undo{s.draft, true, s.kind()} }

// goBack takes a change back that was being made.
func (s *Screen) goBack() views.Request {
	s.draft, s.undo = s.undo.draft, undo{}
	s.mode, s.menu = browsing, nil
	return nil
}

// giveUp takes a change back whose layout was replaced by others meanwhile.
func (s *Screen) giveUp() views.Request {
	s.goBack()
	return views.Notify{Text: "not done: the layout is not in force any more"}
}

func (s *Screen) beginRename() views.Request {
	_, seg := s.chosen()
	s.remember()
	return s.begin(renaming, seg.Name)
}

// typeName handles a key while a segment is renamed. The name takes effect at once.
func (s *Screen) typeName(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "enter":
		s.mode = browsing
		return nil
	case "esc":
		return s.goBack()
	}
	if !s.line.Press(k) {
		return nil
	}
	layout, seg := s.chosen()
	if seg == nil { // other layouts came before the first letter
		return s.giveUp()
	}
	as, err := rename(layout, seg, s.line.Text())
	s.wrong = ""
	if err != nil {
		s.wrong, s.at = plainError(err), -1
		return nil
	}
	return s.try(as, nil)
}

func (s *Screen) beginSplit() views.Request {
	layout, seg := s.chosen()
	keys := s.exampleRows(layout)
	key := keys[0]
	sp, _ := findSpan(layout, seg, key)
	if sp.End-sp.Start < 2 {
		return views.Notify{Text: "not done: a value of one byte cannot be split"}
	}
	s.remember()
	s.cut = cut{from: layout, seg: seg, size: sp.End - sp.Start, at: 1}
	// Where letters, digits, and other bytes take turns, that is where people split.
	value := key[sp.Start:sp.End]
	for i := 1; i < len(value); i++ {
		if delimits(value[i]) && i+1 < len(value) || classOf(value[i]) != classOf(value[i-1]) && !delimits(value[i-1]) {
			s.cut.at = i
			break
		}
	}
	s.mode, s.onKinds = splitting, false
	return s.try(split(layout, seg, s.cut.at, keys))
}

// cut is where a segment is being split.
type cut struct {
	from *rowkey.Layout
	seg  *rowkey.Segment
	size int // bytes of the segment in the key under the cursor
	at   int // bytes before the cut
}

// moveCut handles a key while a segment is split. The cut takes effect at once.
func (s *Screen) moveCut(k tea.KeyPressMsg) views.Request {
	at := s.cut.at
	switch k.String() {
	case "enter":
		s.mode = browsing
		return nil
	case "esc":
		return s.goBack()
	case "right", "l":
		at++
	case "left", "h":
		at--
	default:
		return nil
	}
	s.cut.at = max(1, min(at, s.cut.size-1))
	s.draft = s.undo.draft // the example keys are those of the layout before the cut
	keys := s.exampleRows(s.cut.from)
	if len(keys) == 0 {
		return s.giveUp()
	}
	return s.try(split(s.cut.from, s.cut.seg, s.cut.at, keys))
}

// drawMenu draws the codecs to choose from, each with what it makes of the key under the cursor.
func (s *Screen) drawMenu(st *widget.Styles, w, h int) string {
	menu := s.menu
	head := widget.Truncate(st.Accent("codecs of bytes "+text.Integer(int64(menu.of.from))+"–"+
		text.Integer(int64(menu.of.to)))+st.Dim("  enter accepts it  esc goes back"), w)
	if h < 2 {
		return head
	}
	spec := 8
	for _, c := range menu.choices {
		spec = max(spec, min(widget.Width(text.Safe(c.Codec.Spec())), w/2))
	}
	return head + "\n" + menu.list.Draw(st, w, h-1, func(i int) string {
		shown, choice := "", menu.choices[i]
		spans, _ := choice.Layout.Decode(nil, menu.of.key)
		for _, sp := range spans {
			if sp.Start == menu.of.from && sp.End == menu.of.to {
				shown = widget.SegmentValue(sp.Segment.Codec, sp.Value) +
					st.Dim("  "+text.EscapeString(sp.Segment.Codec.Encoding()))
			}
		}
		return widget.Pad(text.Safe(choice.Codec.Spec()), spec) + "  " + shown
	})
}
