package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"tabletop/model/lesson"
	"tabletop/views/lessons"
)

// lessonJSON is a lesson in the list.
type lessonJSON struct {
	Name    string   `json:"name"`
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	About   string   `json:"about"`
	Demo    string   `json:"demo"`
	Cites   []string `json:"guidelines"`
	Steps   int      `json:"steps"`
	Done    int      `json:"done"`
	Skipped int      `json:"skipped"`
}

// LessonFormats are those that Lessons writes.
func LessonFormats() []Format { return []Format{Text, JSON} }

// Lessons lists the lessons with how far a person has come.
func Lessons(w io.Writer, all []*lesson.Lesson, p lesson.Progress, format Format) error {
	if format == JSON {
		out := make([]lessonJSON, len(all))
		for i, l := range all {
			c := p.Course(l)
			out[i] = lessonJSON{l.Name, l.ID, l.Title, l.About, "demo:" + l.Demo, l.Cites(), len(l.Steps), c.Count(lesson.Done), c.Count(lesson.Skipped)}
		}
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(struct {
			Lessons []lessonJSON `json:"lessons"`
		}{out})
	}
	for _, l := range all {
		if _, err := fmt.Fprintf(w, "  %-11s %s  %-24s %s\n", l.Name, l.ID, lessons.ProgressText(p.Course(l)), l.Title); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, "\ntabletop lesson NAME takes one.")
	return err
}

// LessonChecked tells what came of walking through a lesson without a person; screens are named without keys.
func LessonChecked(w io.Writer, l *lesson.Lesson, walked []lesson.StepResult) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", l.Name, l.Title)
	for _, k := range walked {
		s := l.Steps[k.Step]
		mark := "ok"
		if len(k.Faults) > 0 {
			mark = "FAULT"
		}
		fmt.Fprintf(&b, "  %d  %-5s  %s\n", k.Step+1, mark, lessons.Fill(s.Why, k.Figures, screenTitle))
		for _, f := range k.Faults {
			fmt.Fprintf(&b, "     %s\n", f)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// screenTitle names a screen where there are no keys.
func screenTitle(id string) (string, bool) { return strings.ToUpper(id[:1]) + id[1:], id != "" }
