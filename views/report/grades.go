package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"tabletop/model/lesson"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// BrokenRecord is a record of attempts that could not be read, or only in part.
type BrokenRecord struct{ File, Reason string }

// Grades writes what students did in lessons: JSON, or CSV with one line per student and lesson, which leaves out broken
// records.
func Grades(w io.Writer, grades []lesson.Grade, broken []BrokenRecord, format Format) error {
	out := doc.LessonGrades{Grades: make([]doc.LessonGrade, len(grades)), Broken: make([]doc.BrokenRecord, len(broken))}
	for i := range grades {
		out.Grades[i] = gradeOf(&grades[i])
	}
	for i, b := range broken {
		out.Broken[i] = doc.BrokenRecord{File: text.EscapeString(b.File), Reason: text.EscapeString(b.Reason)}
	}
	if format == JSON {
		return doc.Write(w, out)
	}
	c := csv.NewWriter(w)
	_ = c.Write([]string{"student", "lesson", "steps", "done", "exercise_done", "attempts", "hints", "seconds", "predictions", "predicted_right", "unconfirmed", "mistakes", "problem"})
	for _, g := range out.Grades {
		exercise := ""
		if g.ExerciseDone != nil {
			exercise = strconv.FormatBool(*g.ExerciseDone)
		}
		var mistakes []string
		for _, s := range g.ByStep {
			for _, m := range s.Mistakes {
				mistakes = append(mistakes, strconv.Itoa(s.Step)+": "+m)
			}
		}
		line := []string{formulaSafe(g.Student), formulaSafe(g.Lesson)}
		for _, n := range []int{g.Steps, g.Done} {
			line = append(line, strconv.Itoa(n))
		}
		line = append(line, exercise)
		for _, n := range []int{g.Attempts, g.Hints, g.Seconds, g.Predictions, g.PredictedRight, g.Unconfirmed} {
			line = append(line, strconv.Itoa(n))
		}
		_ = c.Write(append(line, strings.Join(mistakes, " | "), formulaSafe(g.Problem)))
	}
	c.Flush()
	return c.Error() // of any Write
}

// formulaSafe keeps spreadsheets from taking a text for a formula.
func formulaSafe(s string) string {
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

// gradeOf sums the steps of a grade up.
func gradeOf(g *lesson.Grade) doc.LessonGrade {
	out := doc.LessonGrade{Student: text.EscapeString(g.Student), Lesson: text.EscapeString(g.Lesson), Steps: len(g.Steps), Problem: text.EscapeString(g.Problem), ByStep: []doc.StepGrade{}}
	for _, s := range g.Steps {
		if s.Exercise {
			out.ExerciseDone = &s.Done
		}
		if s.Done {
			out.Done++
		}
		if s.Predicted != "" {
			out.Predictions++
		}
		if s.Predicted == lesson.Right {
			out.PredictedRight++
		}
		out.Attempts += s.Attempts
		out.Hints += s.Hints
		out.Seconds += s.Seconds
		out.Unconfirmed += s.Unconfirmed
		if s.Attempts == 0 && s.Predicted == "" && s.Unmeasurable == 0 {
			continue
		}
		step := doc.StepGrade{Step: s.Step, Done: s.Done, Exercise: s.Exercise, Attempts: s.Attempts, Hints: s.Hints, Seconds: s.Seconds, Predicted: s.Predicted,
			Answer: text.EscapeString(s.Answer), Mistakes: []string{}, Unconfirmed: s.Unconfirmed, Unmeasurable: s.Unmeasurable}
		for _, m := range s.Mistakes {
			step.Mistakes = append(step.Mistakes, text.EscapeString(m))
		}
		out.ByStep = append(out.ByStep, step)
	}
	return out
}
