package tui

import (
	"strings"

	"tabletop/model/lesson"
	"tabletop/views"
	"tabletop/views/lessons"
)

// glossary holds what the app can explain in words. It is read when it is first asked for.
type glossary struct {
	terms      []lesson.Term
	guidelines []lesson.Guideline
}

func (a *App) glossary() glossary {
	if a.words.terms == nil {
		a.words = glossary{lesson.Glossary(), lesson.Guidelines()}
	}
	return a.words
}

// glossaryItems offers the terms of the glossary, found by their names and by the guidelines that they cite, and the
// guidelines by their IDs.
func (a *App) glossaryItems(p *palette) {
	for _, g := range a.glossary().guidelines {
		p.items = append(p.items, paletteItem{kind: "guideline", name: "guideline " + g.ID, help: firstWords(g.Text),
			synonyms: []string{strings.ToLower(g.ID)},
			run:      func() views.Request { return action(func() { a.over = newPage(g.ID, a.guidelineText(g)) }) }})
	}
	for _, term := range a.glossary().terms {
		cited := lowered(lesson.Cited(term.Text))
		p.items = append(p.items, paletteItem{kind: "glossary", name: "meaning of " + term.Term,
			help: "a term of the glossary", synonyms: cited,
			run: func() views.Request { return action(func() { a.over = newPage(term.Term, a.termText(term)) }) }})
	}
}

// firstWords is the beginning of a text, for a line of the palette.
func firstWords(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return text[:strings.LastIndexByte(text[:most], ' ')] + "…"
}

// termText is a term: what it means, where to see it, and which lesson teaches it.
func (a *App) termText(t lesson.Term) string {
	screen, ok := a.screenName(t.See)
	if !ok {
		screen = t.See
	}
	out := t.Text + "\n\nSee it on: " + screen + "\nLesson: " + t.Lesson + a.listsLessons()
	for _, g := range a.guidelinesIn(t.Text) {
		out += "\n\n" + guidelineLine(g)
	}
	return out
}

// guidelineText is a guideline: what it says, which lessons teach it, and the terms that it uses.
func (a *App) guidelineText(g lesson.Guideline) string {
	out := guidelineLine(g)
	teaching := func(s *lessons.Screen) []string { return s.Teaching(g.ID) }
	if taught, _ := ask(a.tutor.screen, "asking for the lessons of", teaching); len(taught) > 0 {
		out += "\n\nLessons: " + strings.Join(taught, ", ") + a.listsLessons()
	}
	return out + a.termsIn(g.Text)
}

// listsLessons says which key lists the lessons, as the settings have it.
func (a *App) listsLessons() string {
	return " (" + a.keyTo(views.LessonsScreen) + " lists the lessons)"
}

func guidelineLine(g lesson.Guideline) string {
	out := g.ID + ": " + g.Text
	if g.Limit != "" {
		out += " Number: " + g.Limit + "."
	}
	return out
}

// guidelinesIn are the guidelines that a text names.
func (a *App) guidelinesIn(text string) []lesson.Guideline {
	var out []lesson.Guideline
	for _, id := range lesson.Cited(text) {
		for _, g := range a.glossary().guidelines {
			if g.ID == id {
				out = append(out, g)
			}
		}
	}
	return out
}

// termsIn explains the terms and the guidelines that a text uses, to stand below it; empty if it uses none.
func (a *App) termsIn(text string) string {
	var b strings.Builder
	for _, t := range lesson.TermsIn(text, a.glossary().terms) {
		b.WriteString("\n" + t.Term + ": " + t.Text)
	}
	for _, g := range a.guidelinesIn(text) {
		if !strings.Contains(text, g.Text) {
			b.WriteString("\n" + guidelineLine(g))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n\nTerms" + b.String()
}

// openTerms explains the terms of the screen, and of the step of a lesson.
func (a *App) openTerms() {
	var lines []string
	for _, t := range a.glossary().terms {
		if t.See == string(a.current.ID()) {
			lines = append(lines, t.Term+": "+t.Text)
		}
	}
	out := strings.Join(lines, "\n\n")
	if a.lessonShown() {
		_, step := a.tutor.taking.panel.Page()
		out = strings.TrimSpace(out + a.termsIn(step))
	}
	if out == "" {
		a.say("this screen has no terms of its own; : finds all terms")
		return
	}
	a.over = newPage("Terms of "+a.current.Title(), out)
}
