package report

import (
	"fmt"
	"io"
	"strings"

	"tabletop/model/lesson"
	"tabletop/model/spelling"
	"tabletop/views/lessons"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// LessonFormats returns the formats of Lessons, the default first.
func LessonFormats() []Format { return []Format{Text, JSON} }

// Lessons lists the lessons with the user's progress.
func Lessons(w io.Writer, all []*lesson.Lesson, p lesson.Progress, format Format) error {
	out := doc.Lessons{Lessons: make([]doc.Lesson, len(all))}
	for i, l := range all {
		c := p.Course(l)
		out.Lessons[i] = doc.Lesson{Name: l.Name, ID: l.ID, Title: l.Title, About: l.About, Tables: l.Sources(),
			Guidelines: l.Cites(),
			After:      l.After, Steps: len(l.Steps), Done: c.Count(lesson.Done), Skipped: c.Count(lesson.Skipped),
			Progress: lessons.ProgressText(c)}
	}
	if format == JSON {
		return doc.Write(w, out)
	}
	for _, l := range out.Lessons {
		if _, err := fmt.Fprintf(w, "  %-14s  %-3s  %-24s %s\n", l.Name, l.ID, l.Progress, l.Title); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, "\nTo start a lesson, run: tabletop lesson NAME")
	return err
}

// CheckedLesson is a lesson that was run non-interactively.
type CheckedLesson struct {
	Lesson *lesson.Lesson
	Steps  []lesson.StepResult
}

// LessonChecked writes the result of running a lesson non-interactively. It names screens without keys.
func LessonChecked(w io.Writer, l *lesson.Lesson, walked []lesson.StepResult) error {
	lessonCheck := lessonCheckDoc(CheckedLesson{l, walked})
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", lessonCheck.Name, text.Safe(lessonCheck.Title))
	for _, step := range lessonCheck.Steps {
		mark := "ok"
		if !step.Passed {
			mark = "FAULT"
		}
		fmt.Fprintf(&b, "  %d  %-5s  %s\n", step.Step, mark, text.Safe(step.Why))
		for _, f := range step.Faults {
			fmt.Fprintf(&b, "     line %d: %s\n", step.Line, text.Safe(f))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// LessonChanges writes which faults are new and which are gone since the check before, and how many there are.
func LessonChanges(w io.Writer, before, after []lesson.StepFault) error {
	var b strings.Builder
	for _, f := range lesson.FaultsOnlyIn(after, before) {
		fmt.Fprintf(&b, "new   step %d, line %d: %s\n", f.Step+1, f.Line, text.Safe(f.Text))
	}
	for _, f := range lesson.FaultsOnlyIn(before, after) {
		fmt.Fprintf(&b, "gone  step %d: %s\n", f.Step+1, text.Safe(f.Text))
	}
	if len(after) == 0 {
		b.WriteString("no faults\n")
	} else {
		b.WriteString(text.Count(len(after), "fault") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Translation writes what a translated lesson file has otherwise than its original.
func Translation(w io.Writer, file string, differences []*lesson.FileError) error {
	var b strings.Builder
	mark := "ok"
	if len(differences) > 0 {
		mark = "FAULT"
	}
	fmt.Fprintf(&b, "%-5s  %s\n", mark, text.Safe(file))
	for _, d := range differences {
		fmt.Fprintf(&b, "       %s\n", text.Safe(d.Error()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// LessonsChecked writes the results of checking lessons as JSON.
func LessonsChecked(w io.Writer, all []CheckedLesson) error {
	out := doc.LessonChecks{Lessons: make([]doc.LessonCheck, len(all))}
	for i, c := range all {
		out.Lessons[i] = lessonCheckDoc(c)
	}
	return doc.Write(w, out)
}

func lessonCheckDoc(c CheckedLesson) doc.LessonCheck {
	check := doc.LessonCheck{Name: c.Lesson.Name, Title: c.Lesson.Title, Steps: make([]doc.StepCheck, len(c.Steps))}
	for k, r := range c.Steps {
		why := lessons.Fill(c.Lesson.Steps[r.Step].Why, r.Figures, ScreenTitle)
		check.Steps[k] = doc.StepCheck{Step: r.Step + 1, Line: c.Lesson.Steps[r.Step].Line, Table: r.Table,
			Passed: len(r.Faults) == 0, Why: why, Faults: r.Faults}
	}
	return check
}

// ScreenTitle returns the title of a screen for output without keys, and reports whether there is one.
func ScreenTitle(id string) (string, bool) { return spelling.Capitalize(id), id != "" }
