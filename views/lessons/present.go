package lessons

import (
	"fmt"
	"strings"

	"tabletop/model/lesson"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// PresentedLines is how many lines the panel of a lesson that is presented takes.
const PresentedLines = 2

// DrawPresented draws the panel of a lesson that is presented, in two lines: what is asked, and what became of it.
func (p *Panel) DrawPresented(w int, st *widget.Styles) string {
	ask := p.Step().Task
	if p.Predicting() {
		ask = "Predict: " + p.Step().Predict.Ask
	}
	head := st.Accent(p.Lesson.Title) + st.Dim(fmt.Sprintf("  %d of %d  ", p.Course.At+1, len(p.Course.Steps)))
	room := max(w-widget.Width(head)-3, 1)
	lines := []string{" " + head + st.Strong(widget.Truncate(p.fill(ask), room))}
	second := p.keys(w-2, st, p.KeyOf("reveal"), "reveal")
	last := p.outcome(10*w, st)
	switch c := p.Choice(); {
	case p.Asking && c != nil:
		second = strings.Join(p.options(c, 10*w, st), " ")
	case p.Hint > 0:
		second = strings.Join(p.lead(10*w), " ")
	case len(last) > 0:
		second = last[0]
	}
	p.cut = false // what has no room is revealed
	return widget.Block(append(lines, " "+widget.Truncate(second, max(w-2, 1))), w, PresentedLines)
}

// Solution is all that the step says, with right work, its figures and why.
func (p *Panel) Solution(right lesson.Work, figures ...lesson.Figures) (title, all string) {
	step := p.Step()
	fill := func(s string) string { return p.fillWith(s, figures...) }
	parts := []string{fill(step.Text)}
	if step.Predict != nil {
		c := step.Predict.Choice
		parts = append(parts, "Predict: "+fill(step.Predict.Ask)+"\n"+bullets(c, fill),
			"→ "+fill(c.Options[c.Answer].Text))
	}
	parts = append(parts, "▸ "+fill(step.Task))
	if c, ok := step.Check.(lesson.Choice); ok {
		parts = append(parts, bullets(c, fill))
	}
	switch step.Check.(type) {
	case lesson.OpenScreen: // the task says which
	case lesson.Number:
		parts = append(parts, "→ "+fill("{answer}"))
	default:
		parts = append(parts, "→ "+text.EscapeString(step.Summary(right)))
	}
	return fmt.Sprintf("%s, step %d", p.Lesson.Title, p.Course.At+1), strings.Join(append(parts, "✓ "+fill(step.Why)),
		"\n\n")
}

func bullets(c lesson.Choice, fill func(string) string) string {
	var lines []string
	for _, o := range c.Options {
		lines = append(lines, "  • "+fill(o.Text))
	}
	return strings.Join(lines, "\n")
}
