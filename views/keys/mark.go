package keys

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// mark is a range of bytes of a key that shall be one segment.
type mark struct {
	layout   *rowkey.Layout // that reads the key
	key      []byte
	from, to int // to is exclusive
}

// choices are the codecs that a marked range can have.
type choices struct {
	of  mark
	all []infer.Choice
	err error
}

// beginMark marks the segment under the segment cursor, to make the range longer or shorter.
func (s *Screen) beginMark() views.Request {
	m, ok := s.markSegment()
	if !ok {
		return views.Notify{Text: "not done: the segment is not in the key"}
	}
	s.remember()
	s.marked, s.mode, s.onKinds = m, marking, false
	return nil
}

// markSegment is the range of the segment under the segment cursor in the first key that has it.
func (s *Screen) markSegment() (mark, bool) {
	layout, seg := s.chosen()
	for _, key := range s.exampleRows(layout) {
		if sp, ok := findSpan(layout, seg, key); ok {
			return mark{layout, key, sp.Start, sp.End}, true
		}
	}
	return mark{}, false
}

// moveMark handles a key while a range is marked.
func (s *Screen) moveMark(k tea.KeyPressMsg) views.Request {
	marked := &s.marked
	switch k.String() {
	case "esc":
		return s.goBack()
	case "enter":
		return s.choose()
	case "right", "l":
		marked.to = min(marked.to+1, len(marked.key))
	case "left", "h":
		marked.to = max(marked.to-1, marked.from+1)
	case "shift+right", "L":
		marked.from = min(marked.from+1, marked.to-1)
	case "shift+left", "H":
		marked.from = max(marked.from-1, 0)
	}
	return nil
}

// choose asks for the codecs that the marked bytes can have in all keys.
func (s *Screen) choose() views.Request {
	of, marked := s.data.Sample, s.marked
	if of == nil { // another read has begun
		return nil
	}
	return views.Work{Name: "keys/choices", Run: func(ctx context.Context) any {
		all, err := infer.Choices(ctx, of, marked.layout, marked.key, marked.from, marked.to, rowkey.Words())
		if ctx.Err() != nil {
			return nil
		}
		return &choices{marked, all, err}
	}}
}

// beginRetype marks the segment under the segment cursor and asks for its codecs.
func (s *Screen) beginRetype() views.Request {
	if r := s.beginMark(); r != nil {
		return r
	}
	return s.choose()
}

// offer opens the menu of the codecs that were asked for.
func (s *Screen) offer(c *choices) views.Request {
	if s.mode != marking || c.of.layout != s.marked.layout || string(c.of.key) != string(s.marked.key) ||
		c.of.from != s.marked.from || c.of.to != s.marked.to {
		return nil
	}
	switch {
	case c.err != nil:
		return views.Notify{Text: "not done: " + text.Safe(plainError(c.err))}
	case len(c.all) == 0:
		return views.Notify{Text: "not done: no codec reads these bytes in all keys"}
	}
	s.menu = &menu{choices: c.all, of: c.of}
	s.menu.list.SetLen(len(c.all))
	s.mode = retyping
	return nil
}

// chooseCodec handles a key while a codec is chosen. The one under the cursor takes effect at once.
func (s *Screen) chooseCodec(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "enter":
		layout := s.menu.choices[max(s.menu.list.Cursor(), 0)].Layout
		s.mode, s.menu = browsing, nil
		if now := s.shownLayout(); now != nil && now.String() == layout.String() {
			return nil
		}
		return s.try(layout, nil)
	case "esc":
		return s.goBack()
	}
	if !s.menu.list.Press(k.String()) || s.menu.list.Cursor() < 0 {
		return nil
	}
	return s.try(s.menu.choices[s.menu.list.Cursor()].Layout, nil)
}

// drawMark states which bytes are marked.
func (s *Screen) drawMark(st *widget.Styles) string {
	m := s.marked
	return st.Accent("mark") + "  bytes " + text.Integer(int64(m.from)) + "–" + text.Integer(int64(m.to)) + " of " +
		text.Integer(int64(len(m.key))) + ": " + text.Escape(m.key[m.from:m.to]) +
		st.Dim("  ←→ end  H L start  enter lists their codecs")
}
