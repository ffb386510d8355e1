package keys

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
)

// begin starts to edit a line of text.
func (s *Screen) begin(m mode, value string) views.Request {
	s.mode, s.wrong = m, ""
	s.onKinds = false
	s.line.SetText(value)
	return nil
}

// typeLine handles a key while a line is edited. What is typed takes effect at once; enter keeps it, esc takes it back.
func (s *Screen) typeLine(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "enter":
		m := s.mode
		s.mode = browsing
		if m == prefixing {
			return s.narrowTyped()
		}
		return nil
	case "esc":
		m := s.mode
		s.mode = browsing
		switch m {
		case finding:
			return s.look(query{kind: s.want.kind, prefix: s.want.prefix})
		case prefixing:
			return s.look(query{kind: s.want.kind, typed: s.want.typed})
		}
		return nil
	}
	if s.list.PressArrows(k.String()) && isArrow(k.String()) {
		return nil
	}
	before := s.line.Text()
	if !s.line.Press(k) || s.line.Text() == before {
		return nil
	}
	return s.typed()
}

// narrow narrows all screens to the kind under the cursor or, in the list of keys, to a prefix that is typed.
func (s *Screen) narrow() views.Request {
	if !s.onKinds {
		return s.begin(prefixing, "")
	}
	kind := s.kinds[s.kindList.Cursor()]
	if kind.first == nil {
		return views.Notify{Text: "no key that was read has this layout"}
	}
	return views.Narrow{Parts: []analysis.Part{views.KindPart(s.data.Layouts, kind.index, kind.first)}}
}

// narrowTyped narrows all screens to the prefix that was typed, without one to that of the key under the cursor.
func (s *Screen) narrowTyped() views.Request {
	prefix := []byte(cmp.Or(s.want.prefix, string(s.leading())))
	list := s.look(query{kind: s.want.kind, typed: s.want.typed})
	if len(prefix) == 0 || s.wrong != "" {
		return list
	}
	return views.All{list, views.Narrow{Parts: []analysis.Part{{Read: sample.Options{Prefix: prefix}}}}}
}

// leading is the key under the cursor up to its second segment; nil where it has no second.
func (s *Screen) leading() []byte {
	key := s.current()
	if key == nil {
		return nil
	}
	spans := s.rows.of.Segments.Spans(nil, s.rows.at(s.list.Cursor()))
	if len(spans) < 2 {
		return nil
	}
	return key[:spans[1].Start]
}

// isArrow keeps the keys that Input knows too, such as ctrl+u, from moving the list.
func isArrow(key string) bool {
	return key == "up" || key == "down" || key == "pgup" || key == "pgdown"
}

// typed puts what was typed into effect.
func (s *Screen) typed() views.Request {
	s.wrong = ""
	typed := s.line.Text()
	if s.mode == finding {
		q := s.want
		q.typed = strings.TrimSpace(typed)
		return s.look(q)
	}
	key, at, err := text.Unescape(typed)
	if err != nil {
		s.wrong, s.at = err.Error(), at
		return nil
	}
	if s.mode == jumping {
		if s.rows != nil {
			if i := s.rows.place([]byte(key)); i >= 0 {
				s.list.SetCursor(i)
			}
		}
		return nil
	}
	q := s.want
	q.prefix = key
	return s.look(q)
}

// look changes what is listed.
func (s *Screen) look(q query) views.Request {
	s.want = q
	if s.data == nil || s.data.Sample == nil {
		return nil
	}
	if q.simple() {
		s.show(ask(s.data.Analysis, q))
		return nil
	}
	return s.find()
}

// find is the Work that answers what is wanted.
func (s *Screen) find() views.Request {
	of, set, q := s.data.Analysis, s.layouts(), s.want
	return views.Work{Name: "keys/find", Run: func(ctx context.Context) any {
		if r := search(ctx, of, set, q); r != nil {
			return r
		}
		return nil
	}}
}

// replaced is the index of the layout that a draft takes the place of: that of the kind that is meant, or one more
// where none is, as for a codec that was chosen for a layout which has gone since.
func (s *Screen) replaced() int {
	if k := s.kind(); k >= 0 && k < len(s.data.Layouts) {
		return k
	}
	return len(s.data.Layouts)
}

// edit begins to type the draft's template, making a draft of the layout under the cursor where there is none.
func (s *Screen) edit() views.Request {
	if s.draft == nil {
		s.draft = s.newDraft()
	}
	s.mode = templating
	return s.count()
}

// newDraft makes a draft of the layout under the cursor; where no layout holds, of one more.
func (s *Screen) newDraft() *draft {
	k := s.replaced()
	if k == len(s.data.Layouts) {
		return newDraft(k, "", "a new kind")
	}
	return newDraft(k, s.data.Layouts[k].String(), "edited")
}

// typeTemplate handles a key while a template is edited.
func (s *Screen) typeTemplate(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "esc":
		return s.cancel()
	case "enter":
		if s.draft.err != nil {
			return views.Notify{Text: "the template has a syntax error: " + text.Safe(s.draft.err.Message)}
		}
		s.mode = browsing
		if s.draft.replaces(s.data.Layouts) {
			return s.keep()
		}
		return nil
	}
	if isArrow(k.String()) {
		s.list.Press(k.String())
		return nil
	}
	before := s.draft.input.Text()
	if !s.draft.input.Press(k) || s.draft.input.Text() == before {
		return nil
	}
	s.draft.parse()
	return s.count()
}

// count counts how many keys the draft decodes.
func (s *Screen) count() views.Request {
	s.clampSegment()
	return s.draft.count(s.data.Analysis)
}

// keep puts the draft in force.
func (s *Screen) keep() views.Request {
	if s.draft == nil {
		return nil
	}
	if s.draft.err != nil || s.draft.layout == nil {
		return views.Notify{Text: "not kept: the template has a syntax error"}
	}
	set, gone := slices.Clone(s.layouts()), 0
	if fit := s.draft.fit; fit != nil {
		for _, k := range slices.Backward(fit.emptied) {
			set = slices.Delete(set, k, k+1)
		}
		gone = len(fit.emptied)
	}
	s.draft, s.mode = nil, browsing
	words := fmt.Sprintf("declared: %d %s", len(set), text.Plural(len(set), "layout", "layouts"))
	if gone > 0 {
		words += fmt.Sprintf("; %s left without keys and dropped", text.Count(int64(gone), "kind"))
	}
	return views.All{views.SetLayouts{Layouts: set}, views.Notify{Text: words}}
}

// cancel drops the draft.
func (s *Screen) cancel() views.Request {
	s.draft, s.mode = nil, browsing
	s.clampSegment()
	return nil
}

// tryAlternative makes a draft of the next layout that the keys may have, to see what it would make of them.
func (s *Screen) tryAlternative() views.Request {
	k, next := s.kind(), 0
	others := s.data.Inferred.Kinds[k].Others
	if s.draft != nil {
		next = s.draft.other % len(others)
	}
	s.draft = newDraft(k, others[next].Layout.String(), fmt.Sprintf("alternative %d", next+1))
	s.draft.other = next + 1
	return s.count()
}

// noAlternative states why there is none to show.
func (s *Screen) noAlternative() string {
	kind := s.kind()
	switch {
	case s.data == nil || s.data.Inferred == nil:
		return "the keys are not explained yet"
	case s.data.Declared:
		return "the layouts were declared, not inferred"
	case s.draft != nil && s.draft.other == 0:
		return "a draft is open"
	case kind < 0 || kind >= len(s.data.Inferred.Kinds):
		return "no kind is under the cursor"
	case s.draft != nil && s.draft.kind != kind:
		return "a draft of another kind is open"
	case len(s.data.Inferred.Kinds[kind].Others) == 0:
		return "no other layout was tried for these keys"
	}
	return ""
}
