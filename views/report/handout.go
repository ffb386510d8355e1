package report

import (
	"fmt"
	"io"
	"strings"

	"tabletop/model/heat"
	"tabletop/model/lesson"
	"tabletop/views/lessons"
	"tabletop/views/text"
)

// Handout writes a lesson to be read on paper, in Markdown or HTML. Without answers it is the student's copy: texts,
// questions and tasks, with room for the answers, and nothing that gives one away. With answers it is the teacher's:
// also hints, solutions, figures, maps, why, and the summary. walked are the steps as they were measured, and pictures
// their illustrations.
func Handout(w io.Writer, l *lesson.Lesson, walked []lesson.StepResult, pictures []lesson.Illustration, answers bool,
	format Format) error {
	report := &document{title: text.Safe(l.Title)}
	report.p(text.Safe(l.About))
	if len(l.After) > 0 {
		report.p("Take before: " + text.Safe(strings.Join(l.After, ", ")))
	}
	for i, r := range walked {
		handoutStep(report, l, r, pictures[i], answers)
	}
	if answers && len(l.Summary) > 0 {
		report.h("What you can now say")
		var list docList
		for _, s := range l.Summary {
			list = append(list, quotedPara(text.Safe(s)))
		}
		report.add(list)
	}
	if l.Use != "" {
		report.p("Use it for: " + text.Safe(l.Use))
	}
	if format == HTML {
		return report.html(w)
	}
	return report.markdown(w)
}

func handoutStep(d *document, l *lesson.Lesson, r lesson.StepResult, picture lesson.Illustration, answers bool) {
	step := &l.Steps[r.Step]
	fill := func(t string) docPara {
		out := quotedPara(text.Safe(t))
		for i := range out {
			if !out[i].code {
				out[i].text = lessons.Fill(out[i].text, r.Figures, ScreenTitle)
			}
		}
		return out
	}
	d.h(handoutTitle(step, r.Step, fill))
	if name := l.Table(r.Step).Name; r.Step == 0 || name != l.Table(r.Step-1).Name {
		d.add(append(strong("Table: "), code(text.Safe(name))...))
	}
	d.add(fill(step.Text))
	if step.Predict != nil {
		d.add(strong("Before you look, choose:"), options(step.Predict.Choice, answers, fill))
		d.add(append(strong("Then: "), fill(step.Task)...))
	}
	if c, ok := step.Check.(lesson.Choice); ok {
		d.add(options(c, answers, fill))
	}
	// what was to be predicted is seen on the map
	if picture.Map != nil && (answers || step.Predict == nil) {
		d.add(handoutChart("Writes by key (down) and time (across, UTC)", picture.Map, answers))
	}
	if !answers {
		d.add(plain("Answer: ______________________________"))
		return
	}
	var hints docList
	for _, h := range step.Hints {
		hints = append(hints, fill(h))
	}
	if len(hints) > 0 {
		d.add(strong("Hints"), hints)
	}
	if m, ok := step.Check.(lesson.Make); ok {
		d.add(append(strong("Solution: "), code(text.Safe(m.Right))...))
		for _, a := range m.Accept {
			d.add(append(append(plain("Also accepted: "), code(text.Safe(a.Text))...),
				plain(", since "+text.Safe(a.Because))...))
		}
	}
	if len(picture.Right) > 0 {
		t := docTable{head: []string{"", "current layout", "solution"}, right: []bool{false, true, true}}
		for i, row := range picture.Right {
			t.rows = append(t.rows, []docPara{plain(row.Name), plain(lessons.Figure(picture.Current[i].Figure)),
				plain(lessons.Figure(row.Figure))})
		}
		d.add(t)
	}
	for i, m := range picture.Maps {
		d.add(handoutChart([]string{"Writes under the current layout", "The same writes under the solution"}[i], m,
			true))
	}
	d.add(append(strong("Why: "), fill(step.Why)...))
}

// handoutTitle is what a step asks: its prediction, which comes first, or its task.
func handoutTitle(s *lesson.Step, i int, fill func(string) docPara) string {
	asks := s.Task
	if s.Predict != nil {
		asks = s.Predict.Ask
	}
	title := fmt.Sprintf("%d. ", i+1)
	if s.Unaided {
		title = "Exercise: "
	}
	for _, span := range fill(asks) {
		title += span.text
	}
	return title
}

// handoutChart returns a map of writes. Without the verdict, which is the answer, it only states what the map shows.
func handoutChart(title string, m *heat.Map, verdict bool) docChart {
	about := "Keys from first to last, time to the right; the darker, the more writes."
	if verdict {
		about = m.Summary()
	}
	return docChart{title: title, about: about, heat: heatGrid(m)}
}

// options lists the options of a choice; with answers the right one is marked, and the others have their replies.
func options(c lesson.Choice, answers bool, fill func(string) docPara) docList {
	var out docList
	for i, option := range c.Options {
		line := fill(option.Text)
		switch {
		case answers && i == c.Answer:
			line = append(append(line, plain(" ")...), strong("(right)")...)
		case answers:
			line = append(append(line, plain(": ")...), fill(option.Reply)...)
		}
		out = append(out, line)
	}
	return out
}

// quotedPara is a text in which what stands between backquotes is code.
func quotedPara(s string) docPara {
	var out docPara
	for i, part := range strings.Split(s, "`") {
		if part != "" {
			out = append(out, docSpan{text: part, code: i%2 == 1})
		}
	}
	return out
}
