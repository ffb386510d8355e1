package keys

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	if m, ok := s.Mode(); ok {
		return m.Bindings
	}
	noKeys, noKey := "", ""
	if s.rows == nil {
		noKeys = "there are no keys yet"
	}
	if s.current() == nil {
		noKey = "no key is under the cursor"
	}
	noDraft := ""
	if s.draft == nil {
		noDraft = "no layout is being tried out"
	}
	all := []views.Binding{s.enterBinding(noKey)}
	if s.draft != nil {
		all = append(all,
			views.Binding{Keys: []string{"a"}, Name: "accept", Group: views.Change,
				Help: "put the layout that is tried out in force for this table", DisabledReason: noDraft, Run: s.keep},
			views.Binding{Keys: []string{"esc"}, Name: "drop", Group: views.Change,
				Help:           "drop the layout that is tried out",
				DisabledReason: noDraft, Run: s.cancel})
	}
	all = append(all,
		views.Binding{Keys: []string{"i"}, Name: "edit", Group: views.Change,
			Help:           "edit the layout, that of the kind under the cursor, as a template",
			DisabledReason: noKeys, Run: s.edit},
		views.Binding{Keys: []string{"/"}, Name: "find",
			Help:           "find keys: list those that hold these characters, the best first",
			DisabledReason: noKeys, Run: func() views.Request { return s.begin(finding, s.want.typed) }},
		views.Binding{Keys: []string{"^"}, Name: "scope",
			Help:           "narrow all screens: to keys that begin as you type, or to the kind under the cursor",
			DisabledReason: noKeys, Run: s.narrow},
		views.Binding{Keys: []string{"f"}, Name: "kind",
			Help:           "list one record kind, then the next, the unexplained keys, and all again",
			DisabledReason: s.noKinds(), Run: s.nextKind},
		views.Binding{Keys: []string{"tab"}, Name: "kinds", Help: "go to the list of kinds, and back to the keys",
			DisabledReason: s.noKinds(), Run: func() views.Request { s.onKinds = !s.onKinds; return nil }},
		views.Binding{Keys: []string{"ctrl+g"}, Name: "go to",
			Help:           "go to a key: the first one at or after what is typed",
			DisabledReason: noKeys, Run: func() views.Request { return s.begin(jumping, "") }},
		views.Binding{Keys: []string{"v"}, Name: "raw", Help: "show keys as they are, or decoded",
			DisabledReason: noKeys, Run: func() views.Request { s.raw = !s.raw; return nil }},
		views.Binding{Keys: []string{"w"}, Name: "why",
			Help: "explain the key and layout: how it is split, and how sure that is", DisabledReason: noKeys,
			Run: s.explain})
	return append(append(all, s.layoutBindings(noKey)...), s.segmentBindings()...)
}

// layoutBindings are those that take another layout, and that copy what it reads.
func (s *Screen) layoutBindings(noKey string) []views.Binding {
	return []views.Binding{
		{Keys: []string{"U"}, Name: "alternative", Group: views.Change,
			Help:           "try another layout, which the keys may have, then the next",
			DisabledReason: s.noAlternative(), Run: s.tryAlternative},
		{Keys: []string{"I"}, Name: "inferred", Group: views.Change,
			Help:           "go back to the layouts that were inferred",
			DisabledReason: s.notDeclared(),
			Run:            func() views.Request { s.cancel(); return views.SetLayouts{} }},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take,
			Help:           "copy the key, or a line for cbt, GoogleSQL or tabletop",
			DisabledReason: noKey, Run: s.copyKey},
		{Keys: []string{"Y"}, Name: "copy template", Group: views.Take,
			Help:           "copy the template, that of the kind under the cursor",
			DisabledReason: s.noLayout(), Run: s.copyTemplate},
	}
}

// enterBinding is what enter does: open a row, or list one kind alone.
func (s *Screen) enterBinding(noKey string) views.Binding {
	if s.onKinds {
		return views.Binding{Keys: []string{"enter"}, Name: "list", Help: "list the keys of this kind only",
			DisabledReason: s.noKinds(),
			Run: func() views.Request {
				k := s.kinds[s.kindList.Cursor()].index
				s.onKinds = false
				return s.look(query{kind: k, prefix: s.want.prefix, typed: s.want.typed})
			}}
	}
	return views.Binding{Keys: []string{"enter"}, Name: "row", Help: "open the row under the cursor",
		DisabledReason: noKey,
		Run:            func() views.Request { return views.OpenScreen{Screen: views.RowScreen, Key: s.current()} }}
}

func (s *Screen) noKinds() string {
	if len(s.kinds) == 0 {
		return "the keys are not explained yet"
	}
	return ""
}

func (s *Screen) notDeclared() string {
	if s.data == nil || !s.data.Declared {
		return "the layouts in force are the inferred ones"
	}
	return ""
}

// nextKind lists the next kind alone; after the last one, all keys.
func (s *Screen) nextKind() views.Request {
	query := s.want
	next := s.kinds[0].index
	for i, k := range s.kinds {
		if k.index == query.kind {
			next = allKinds
			if i+1 < len(s.kinds) {
				next = s.kinds[i+1].index
			}
		}
	}
	query.kind = next
	return s.look(query)
}

func (s *Screen) noLayout() string {
	if k := s.kind(); k < 0 || k >= len(s.layouts()) {
		return "no layout holds here"
	}
	return ""
}

func (s *Screen) copyTemplate() views.Request {
	return views.Copy{What: "template", Text: s.layouts()[s.kind()].String()}
}

// explain states how the key under the cursor is cut or, in the list of kinds, where the kind comes from.
func (s *Screen) explain() views.Request {
	if s.onKinds {
		return s.explainKind(s.kinds[s.kindList.Cursor()])
	}
	return views.Explain{Title: "key", Text: explainKey(s.layouts(), s.current())}
}

func (s *Screen) explainKind(k kind) views.Request {
	title := "kind " + k.name
	switch {
	case k.layout == nil:
		return views.Explain{Title: "unexplained keys",
			Text: "No layout in force decodes these keys. They may be of another kind, broken, or left from an older " +
				"layout. " +
				"Enter lists them alone; i starts a layout for them."}
	case s.data.Declared:
		return views.Explain{Title: title,
			Text: "Declared by the user. Its share is counted over all keys of the sample, each key by the first " +
				"layout that decodes it."}
	}
	in := s.data.Inferred.Kinds[k.index]
	word := text.HowInferred + fmt.Sprintf(" %s of the %s keys of the sample decode with it. %s of resamples gave the "+
		"same boundaries.",
		text.Integer(int64(in.Keys)), text.Integer(int64(s.data.Inferred.Keys)), text.Percent(in.Stability))
	for i, other := range in.Others {
		word += fmt.Sprintf("\n\nAlternative %d has a confidence of %s: %s.", i+1, text.Confidence(other.Confidence),
			widget.Template(other.Layout))
	}
	if len(in.Others) > 0 {
		word += " U tries one after the other."
	}
	words, sure := text.LayoutConfidence(in)
	word += "\n\n" + words + ". " + text.AboutConfidence
	if len(in.Others) == 0 && sure {
		word += " No alternative is close."
	}
	if o := text.Otherwise(s.data.Inferred); o != "" {
		word += "\n\n" + o
	}
	return views.Explain{Title: title, Text: word}
}

// editBindings are for the modes in which keys are text or move what is being changed; they describe what Press does.
func (s *Screen) editBindings(mode string) []views.Binding {
	press := func(code rune) func() views.Request {
		return func() views.Request { return s.Press(tea.KeyPressMsg{Code: code}) }
	}
	take := views.Binding{Keys: []string{"enter"}, Name: "take it", Help: "accept what was typed or chosen",
		Run: press(tea.KeyEnter)}
	back := views.Binding{Keys: []string{"esc"}, Name: "go back", Help: "discard what was typed or chosen",
		Run: press(tea.KeyEscape)}
	if mode != templateMode {
		return []views.Binding{take, back}
	}
	take.Name, take.Help = "look", "stop typing and look at the keys; a puts the layout in force"
	back.Name, back.Help = "drop", "drop the layout that is tried out"
	return []views.Binding{take, back}
}

// Occasional lists the bindings of a filter, a draft, or the list that has the focus.
func (s *Screen) Occasional() []views.Binding {
	return []views.Binding{
		{Keys: []string{"a"}, Name: "accept", Group: views.Change,
			Help: "put the layout that is tried out in force for this table"},
		{Keys: []string{"esc"}, Name: "drop", Group: views.Change, Help: "drop the layout that is tried out"},
		{Keys: []string{"enter"}, Name: "list", Help: "list the keys of the kind under the cursor only"},
	}
}
