package lessons

import (
	"fmt"
	"maps"
	"strings"

	"tabletop/model/lesson"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Panel is the step of a lesson that the user is at, drawn below the screen it is done on.
type Panel struct {
	Lesson  *lesson.Lesson
	Course  lesson.LessonProgress
	Verdict lesson.Verdict
	Figures lesson.Figures // of the step's texts; nil while they are being measured
	Waiting string         // why the step cannot be judged yet; empty when it can
	Fault   string         // why it could not be measured
	Hint    int            // how many hints are shown in place of the text
	Asking  bool           // an answer is being given
	Pick    int            // the option under the cursor while one is chosen
	Untimed string         // why the table does not suit the step or a later one; empty if it does
	Guess   int            // the option predicted, from 1; 0 while nothing is
	Typing  bool           // the screen above takes keys for text
	Sure    bool           // the next key that skips does
	Input   widget.Input
	// Screen names a screen with the key that opens it.
	Screen func(id string) (string, bool)
	// KeyOf returns the key of an action of the lesson, by the name of its binding.
	KeyOf func(name string) string

	cut bool // at the last Draw, not all was shown
}

// Step is the one at hand.
func (p *Panel) Step() *lesson.Step { return &p.Lesson.Steps[p.Course.At] }

// Done reports whether the step is done.
func (p *Panel) Done() bool { return p.Course.Steps[p.Course.At].State == lesson.Done }

// Predicting reports whether the step asks for a prediction before its task.
func (p *Panel) Predicting() bool {
	return p.Step().Predict != nil && p.Guess == 0 && !p.Done() && !p.handedIn()
}

// handedIn reports whether work of the step of an exam was recorded.
func (p *Panel) handedIn() bool { return p.Course.Steps[p.Course.At].State == lesson.HandedIn }

// Choice is what is to be chosen: the prediction, or the check of the step where it is a choice; else nil.
func (p *Panel) Choice() *lesson.Choice {
	if p.Predicting() {
		return &p.Step().Predict.Choice
	}
	if c, ok := p.Step().Check.(lesson.Choice); ok {
		return &c
	}
	return nil
}

// NeedsAnswer reports whether the step wants an answer.
func (p *Panel) NeedsAnswer() bool {
	_, number := p.Step().Check.(lesson.Number)
	return number || p.Choice() != nil
}

// Truncated reports whether the last Draw had no room for all.
func (p *Panel) Truncated() bool { return p.cut }

// The most and the least lines of the panel, with the rule above it.
const (
	mostLines  = 16
	leastLines = 4
)

// Height is how many of h lines the panel takes, the same in every step: the screen above must not jump.
func Height(h int) int { return max(leastLines, min(9*h/20, mostLines)) }

// measure is the widest text that reads well on a wall.
const measure = 96

// Draw draws the panel in h lines of w cells, the first of them a rule.
func (p *Panel) Draw(w, h int, st *widget.Styles) string {
	in := max(min(w-4, measure), 1)
	margin := widget.Spaces(max(w-in, 0) / 2)
	if w < measure {
		margin = " "
		in = max(w-2, 1)
	}
	body, cut := p.fit(in, h-2, st)
	p.cut = cut
	lines := []string{widget.Rule(st, w), margin + p.head(in, st)}
	if spare := h - 2 - len(body); spare > 1 {
		lines = append(lines, "")
	}
	for _, l := range body {
		lines = append(lines, margin+l)
	}
	return widget.Block(lines, w, h)
}

// head states which step of which lesson it is, how the others stand, and the keys.
func (p *Panel) head(w int, st *widget.Styles) string {
	left := st.Accent(p.Lesson.Title) + st.Dim(fmt.Sprintf("  %d of %d  ", p.Course.At+1, len(p.Course.Steps))) +
		track(p.Course, st)
	if p.Lesson.ForStudents {
		left += st.Dim("  " + text.Count(p.Step().Points, "point"))
	}
	return widget.SplitLine(left, p.keys(w-widget.Width(left)-2, st), w)
}

// keys are the keys of the lesson, as many as fit in w cells; more are shown first.
func (p *Panel) keys(w int, st *widget.Styles, more ...string) string {
	keys := append(more, p.KeyOf("next"), "next", p.KeyOf("step back"), "back")
	if !p.Lesson.ForStudents {
		keys = append(keys, p.KeyOf("tip"), "tip")
	}
	keys = append(keys, p.KeyOf("leave the lesson"), "leave")
	switch {
	case p.NeedsAnswer() && !p.Done():
		keys = append([]string{p.KeyOf("answer"), "answer"}, keys...)
	case p.Lesson.ForStudents:
		keys = append([]string{p.KeyOf("answer"), "hand in"}, keys...)
	}
	switch {
	case p.Asking && p.Choice() != nil:
		keys = []string{"↑↓", "choose", "enter", "answer", "esc", "not yet"}
	case p.Asking:
		keys = []string{"enter", "answer", "esc", "not yet"}
	}
	if p.Typing && !p.Asking {
		keys = []string{"enter/esc", "ends the typing"}
	}
	line := ""
	for i := 0; i+1 < len(keys); i += 2 {
		one := st.Text(widget.Key, widget.KeyName(keys[i])) + " " + keys[i+1]
		if line != "" {
			one = line + "  " + one
		}
		if widget.Width(one) > w {
			break
		}
		line = one
	}
	return line
}

// track draws the steps of a lesson: ✓ done, – skipped, ▸ the one at hand, · to come.
func track(c lesson.LessonProgress, st *widget.Styles) string {
	var b strings.Builder
	for i, step := range c.Steps {
		switch state := step.State; {
		case i == c.At && state != lesson.Done:
			b.WriteString(st.Accent("▸"))
		case state == lesson.Done:
			b.WriteString(st.Good(""))
		case state == lesson.HandedIn:
			b.WriteString("•")
		case state == lesson.Skipped:
			b.WriteString(st.Dim("–"))
		default:
			b.WriteString(st.Dim("·"))
		}
	}
	return b.String()
}

// fit chooses what is shown in h lines: the text gives way to the task, and the task to what became of it.
func (p *Panel) fit(w, h int, st *widget.Styles) (lines []string, cut bool) {
	first, task, last := p.lead(w), p.task(w, st), p.outcome(w, st)
	if p.Done() {
		first, task = nil, nil
		if all := append(append(p.lead(w), ""), last...); len(all) < h && p.Hint == 0 {
			return all, false
		}
	}
	lines = append(append(first, task...), last...)
	if len(lines) <= h {
		return lines, false
	}
	lines = append(task, last...)
	if p.Guess > 0 && p.Hint == 0 && len(lines) <= h {
		return lines, false // the text was read before the prediction
	}
	if len(lines) > h && h > 0 {
		lines = append(lines[:h-1:h-1], st.Dim("▾ H shows all of it"))
	}
	return lines, true
}

// lead is what the step is about, or the hints shown so far.
func (p *Panel) lead(w int) []string {
	hints := p.Step().Hints
	if n := min(p.Hint, len(hints)); n > 0 {
		return text.Wrap(fmt.Sprintf("Hint %d of %d: %s", n, len(hints), p.fill(hints[n-1])), w)
	}
	if p.Step().Unaided {
		return text.Wrap("Exercise. "+p.fill(p.Step().Text), w)
	}
	return text.Wrap(p.fill(p.Step().Text), w)
}

// task is what is to be predicted, or to be done, with the options of a choice.
func (p *Panel) task(w int, st *widget.Styles) []string {
	asked := p.Step().Task
	if p.Predicting() {
		asked = "Predict: " + p.Step().Predict.Ask
	}
	var lines []string
	for i, l := range text.Wrap(p.fill(asked), max(w-2, 1)) {
		mark := "  "
		if i == 0 {
			mark = st.Accent("▸ ")
		}
		lines = append(lines, mark+st.Strong(l))
	}
	if c := p.Choice(); c != nil {
		lines = append(lines, p.options(c, max(w-2, 1), st)...)
	}
	return lines
}

// options sets the options of a choice one beside the other, as far as they fit. They have no letters, which would be
// keys of the screen above; while one is being chosen, a cursor is at it.
func (p *Panel) options(c *lesson.Choice, w int, st *widget.Styles) []string {
	var lines []string
	line := ""
	for i := range c.Options {
		option := c.Options[c.At(i)]
		one := st.Dim("•") + " " + option.Text
		if p.Asking && i == p.Pick {
			one = st.Accent("› " + option.Text)
		}
		if line != "" && widget.Width(line)+widget.Width(one)+3 > w {
			lines = append(lines, "  "+line)
			line = ""
		}
		if line != "" {
			line += "   "
		}
		line += one
	}
	return append(lines, "  "+line)
}

// guess is the reply to the prediction; empty while the task has another.
func (p *Panel) guess() (right bool, reply string) {
	if p.Step().Predict == nil || p.Guess == 0 {
		return false, ""
	}
	c := p.Step().Predict.Choice
	if p.Lesson.ForStudents {
		return true, "You predict: " + c.Options[p.Guess-1].Text + "."
	}
	if p.Guess-1 == c.Answer {
		return true, "You predict: " + c.Options[c.Answer].Text + ". See whether it is so."
	}
	return false, c.Options[p.Guess-1].Reply
}

// outcome is what became of the task: what is awaited, what is missing, or why it was right.
func (p *Panel) outcome(w int, st *widget.Styles) []string {
	marked := func(mark, s string) []string {
		lines := text.Wrap(s, max(w-2, 1))
		for i := range lines {
			if i == 0 {
				lines[i] = mark + " " + lines[i]
			} else {
				lines[i] = "  " + lines[i]
			}
		}
		return lines
	}
	switch {
	case p.Done() && p.Figures == nil && p.Fault == "":
		return marked(st.Good(""), "Done. "+p.waits())
	case p.Done():
		return marked(st.Good(""), p.fill(p.Step().Why))
	case p.Sure:
		return marked(st.Warning(""), widget.KeyName(p.KeyOf("next"))+" again skips the step; it counts as skipped.")
	case p.Fault != "":
		return marked(st.Warning(""), p.Fault)
	case p.Waiting != "":
		return marked(st.Note(""), p.Waiting)
	case p.Asking && p.Choice() == nil:
		const prompt = "number"
		return []string{st.Accent(prompt+" › ") + p.Input.Draw(st, max(w-len(prompt)-3, 1), -1)}
	case p.Verdict.Say != "":
		return marked(st.Warning(""), p.fill(p.Verdict.Say))
	case p.handedIn():
		return marked(st.Note(""), "Recorded: "+text.EscapeString(p.Course.Steps[p.Course.At].Answer)+". "+
			widget.KeyName(p.KeyOf("answer"))+" records another; the last counts.")
	}
	switch right, reply := p.guess(); {
	case right:
		return marked(st.Note(""), p.fill(reply))
	case reply != "":
		return marked(st.Warning(""), p.fill(reply))
	}
	if p.Untimed != "" {
		return marked(st.Warning(""), text.EscapeString(p.Untimed))
	}
	return nil
}

func (p *Panel) waits() string {
	if p.Waiting != "" {
		return p.Waiting
	}
	return "The figures are being measured."
}

// fill writes a text with what is known by now; what is not is an ellipsis.
func (p *Panel) fill(s string) string { return p.fillWith(s, p.Figures, p.Verdict.Figures) }

func (p *Panel) fillWith(s string, of ...lesson.Figures) string {
	figures := lesson.Figures{}
	for _, f := range of {
		maps.Copy(figures, f)
	}
	return Fill(text.EscapeString(s), figures, p.Screen)
}

// Page is all that the step says, with the hints shown so far, for reading in full.
func (p *Panel) Page() (title, all string) {
	step := p.Step()
	parts := []string{p.fill(step.Text), "▸ " + p.fill(step.Task)}
	for i := range min(p.Hint, len(step.Hints)) {
		parts = append(parts, fmt.Sprintf("Hint %d of %d: %s", i+1, len(step.Hints), p.fill(step.Hints[i])))
	}
	if p.Done() {
		parts = append(parts, "✓ "+p.fill(step.Why))
	} else if p.Verdict.Say != "" {
		parts = append(parts, p.fill(p.Verdict.Say))
	}
	return fmt.Sprintf("%s, step %d", p.Lesson.Title, p.Course.At+1), strings.Join(parts, "\n\n")
}

// EndCard is what is shown when the last step is left: what the user can now say, where to use it, and what comes next.
func EndCard(l *lesson.Lesson, c lesson.LessonProgress) (title, all string) {
	parts := []string{l.Title + ": " + ProgressText(c) + "."}
	if len(l.Summary) > 0 {
		parts = append(parts, "You can now say:\n  • "+strings.Join(l.Summary, "\n  • "))
	}
	if l.Use != "" {
		parts = append(parts, "Use it for: "+l.Use)
	}
	switch {
	case l.ForStudents:
		parts = append(parts, "Steps of which nothing is handed in count for nothing: start the exam again to do them.")
	case c.Count(lesson.Done) < len(c.Steps):
		parts = append(parts, "Steps that are not done stay open: start the lesson again to do them.")
	}
	if l.Next != "" {
		parts = append(parts, "Next lesson: "+l.Next+". enter in the list of lessons takes it.")
	}
	lines := strings.Split(strings.Join(parts, "\n\n"), "\n")
	for i := range lines {
		lines[i] = text.EscapeString(lines[i])
	}
	return text.EscapeString("End of " + l.Title), strings.Join(lines, "\n")
}
