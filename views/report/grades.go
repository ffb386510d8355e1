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

// Grades writes what students did in lessons: JSON, or CSV with one line per student and lesson, which leaves out
// the faults of records but for the number of attempts that were not judged.
func Grades(w io.Writer, grades []lesson.Grade, faults []lesson.Fault, format Format) error {
	out := doc.LessonGrades{Grades: make([]doc.LessonGrade, len(grades)), Broken: make([]doc.BrokenRecord, len(faults))}
	for i := range grades {
		out.Grades[i] = gradeDoc(&grades[i])
	}
	out.Mistakes = []doc.CommonMistake{}
	for _, m := range lesson.CommonMistakes(grades) {
		out.Mistakes = append(out.Mistakes, doc.CommonMistake{Lesson: text.EscapeString(m.Lesson), Step: m.Step,
			Mistake: text.EscapeString(m.Mistake), Students: m.Students})
	}
	for i, f := range faults {
		out.Broken[i] = doc.BrokenRecord{
			File: text.EscapeString(f.File), Student: text.EscapeString(f.Student), Line: f.Line, Lines: f.Lines,
			Reason: text.EscapeString(f.Reason),
		}
	}
	if format == JSON {
		return doc.Write(w, out)
	}
	writer := csv.NewWriter(w)
	_ = writer.Write([]string{"student", "lesson", "steps", "done", "exercise_done", "attempts", "hints", "seconds",
		"predictions", "predicted_right", "unconfirmed", "mistakes", "problem", "not_judged", "revealed"})
	for _, lessonGrade := range out.Grades {
		exercise := ""
		if lessonGrade.ExerciseDone != nil {
			exercise = strconv.FormatBool(*lessonGrade.ExerciseDone)
		}
		var mistakes []string
		for _, s := range lessonGrade.ByStep {
			for _, m := range s.Mistakes {
				mistakes = append(mistakes, strconv.Itoa(s.Step)+": "+m)
			}
		}
		line := []string{formulaSafe(lessonGrade.Student), formulaSafe(lessonGrade.Lesson)}
		for _, n := range []int{lessonGrade.Steps, lessonGrade.Done} {
			line = append(line, strconv.Itoa(n))
		}
		line = append(line, exercise)
		for _, n := range []int{lessonGrade.Attempts, lessonGrade.Hints, lessonGrade.Seconds, lessonGrade.Predictions,
			lessonGrade.PredictedRight, lessonGrade.Unconfirmed} {
			line = append(line, strconv.Itoa(n))
		}
		_ = writer.Write(append(line, strings.Join(mistakes, " | "), formulaSafe(lessonGrade.Problem),
			strconv.Itoa(lessonGrade.NotJudged), strconv.Itoa(lessonGrade.Revealed)))
	}
	writer.Flush()
	return writer.Error() // of any Write
}

// formulaSafe keeps spreadsheets from taking a text for a formula.
func formulaSafe(s string) string {
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

// gradeDoc sums the steps of a grade up.
func gradeDoc(g *lesson.Grade) doc.LessonGrade {
	out := doc.LessonGrade{Student: text.EscapeString(g.Student), Lesson: text.EscapeString(g.Lesson),
		Steps: len(g.Steps), Problem: text.EscapeString(g.Problem), NotJudged: g.Refused,
		ByStep: []doc.StepGrade{}}
	for _, stepGrade := range g.Steps {
		if stepGrade.Exercise {
			out.ExerciseDone = &stepGrade.Done
		}
		if stepGrade.Done {
			out.Done++
		}
		if stepGrade.Predicted != "" {
			out.Predictions++
		}
		if stepGrade.Predicted == lesson.Right {
			out.PredictedRight++
		}
		if stepGrade.Revealed {
			out.Revealed++
		}
		out.Attempts += stepGrade.Attempts
		out.Hints += stepGrade.Hints
		out.Seconds += stepGrade.Seconds
		out.Unconfirmed += stepGrade.Unconfirmed
		if stepGrade.Attempts == 0 && stepGrade.Predicted == "" && stepGrade.Unmeasurable == 0 {
			continue
		}
		step := doc.StepGrade{Step: stepGrade.Step, Done: stepGrade.Done, Exercise: stepGrade.Exercise,
			Attempts: stepGrade.Attempts, Hints: stepGrade.Hints, Revealed: stepGrade.Revealed,
			Seconds:   stepGrade.Seconds,
			Predicted: stepGrade.Predicted,
			Answer:    text.EscapeString(stepGrade.Answer), Mistakes: []string{}, Unconfirmed: stepGrade.Unconfirmed,
			Unmeasurable: stepGrade.Unmeasurable}
		for _, m := range stepGrade.Mistakes {
			step.Mistakes = append(step.Mistakes, text.EscapeString(m))
		}
		out.ByStep = append(out.ByStep, step)
	}
	return out
}
