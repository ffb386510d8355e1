package lab

import (
	"fmt"
	"strings"

	"tabletop/model/advise"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// explained is a line of an explanation.
type explained struct {
	label string // of the first line of a passage
	words string // escaped
	as    widget.Token
}

// explanationLabel is the width of the labels of an explanation.
const explanationLabel = 11

// explained is what the last search found in a slot; nil where that holds a layout of the user's own.
func (s *Screen) explained(i int) *advise.Candidate { return s.foundIn(s.advice, i) }

// foundIn is what a search found in a slot; nil where there was no search, or where the slot holds a layout of the
// user's own.
func (s *Screen) foundIn(a *advise.Advice, i int) *advise.Candidate {
	if a == nil || i < 0 || i >= len(s.slots) {
		return nil
	}
	for _, o := range a.Options {
		if i == 0 && o.Current || i > 0 && !o.Current && o.Template == s.slots[i].text {
			return o
		}
	}
	return nil
}

// notExplained is why there is no explanation of the layout under the cursor; empty where there is one.
func (s *Screen) notExplained() string {
	switch {
	case s.explained(s.at) != nil:
		return ""
	case s.spreads == nil:
		return "no search has compared layouts yet: ctrl+r searches"
	case s.advice == nil:
		return "the queries have changed since the search: ctrl+r searches again"
	}
	return "the search did not find this layout: only those that it found are explained"
}

// explanation is how each query reads a layout, what those who write and run it must know, and why the next layout is
// not the first, in lines of a width.
func (s *Screen) explanation(o *advise.Candidate, w int) []explained {
	var out []explained
	add := func(label, words string) {
		for i, line := range text.Wrap(text.EscapeString(words), max(w-explanationLabel, 8)) {
			if i > 0 {
				label = ""
			}
			out = append(out, explained{label, line, widget.Plain})
		}
	}
	for i, query := range o.Queries {
		if len(query.Key) == 0 {
			continue
		}
		add(fmt.Sprintf("q%d", i+1), query.How)
		key, marks := text.KeyPicture(query.Key, o.Delimiter)
		for key != "" {
			n := min(len([]rune(key)), max(w-explanationLabel, 8))
			out = append(out, explained{"", string([]rune(key)[:n]), widget.Strong},
				explained{"", strings.TrimRight(string([]rune(marks)[:n]), " "), widget.Accent})
			key, marks = string([]rune(key)[n:]), string([]rune(marks)[n:])
		}
	}
	for _, line := range text.Wrap(advise.MarksLegend, max(w-explanationLabel, 8)) {
		out = append(out, explained{"", line, widget.Dim})
	}
	for _, list := range []struct {
		label string
		words []string
	}{{"writers", o.ForWriters}, {"operators", o.ForOperators}} {
		for i, words := range list.words {
			if i > 0 {
				list.label = ""
			}
			add(list.label, words)
		}
	}
	if a := s.advice; a.RunnerUp != "" && (o == a.Options[0] || o == a.Options[1]) {
		add("runner-up", a.RunnerUp)
	}
	return out
}

// drawExplanation draws what is explained of the layout under the cursor.
func (s *Screen) drawExplanation(o *advise.Candidate, w, h int, boxed bool, st *widget.Styles) []string {
	pane := widget.Pane{Title: "HOW " + strings.ToUpper(s.slotName(s.at)) + " IS READ AND WRITTEN",
		Right: widget.Hints(st, "E", "all"), Boxed: boxed}
	tw := pane.TextWidth(w)
	_, room := pane.Inner(w, h)
	var lines []string
	for _, l := range s.explanation(o, tw) {
		lines = append(lines, widget.Pad(st.Accent(l.label), explanationLabel)+st.Text(l.as, l.words))
	}
	if len(lines) > room && room > 0 {
		lines = append(lines[:room-1:room-1], st.Dim("… E shows all"))
	}
	return pane.Text(st, lines, w, h)
}

// popupWidth is for how many columns an explanation is laid out that opens over the screen.
const popupWidth = 72

// showExplanation opens the explanation of the layout under the cursor as a whole.
func (s *Screen) showExplanation() views.Request {
	candidate := s.explained(s.at)
	if candidate == nil {
		return nil
	}
	lines := []string{text.Template(s.template(s.at)), ""}
	for _, l := range s.explanation(candidate, popupWidth) {
		if l.label != "" && len(lines) > 2 && !strings.HasPrefix(l.label, "q") {
			lines = append(lines, "")
		}
		lines = append(lines, strings.TrimRight(widget.Pad(l.label, explanationLabel)+l.words, " "))
	}
	return views.Explain{Title: "How " + s.slotName(s.at) + " is read and written", Text: strings.Join(lines, "\n")}
}

// figuresHeight is the height of the pane of figures with all of them in sight.
func (s *Screen) figuresHeight(boxed bool) int {
	if boxed {
		return len(s.rows()) + 1 + widget.BoxHeight
	}
	return len(s.rows()) + 2
}

// leastExplained is how many lines must be free below the figures for an explanation to stand there.
const leastExplained = 8
