package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/model/lesson"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// GradeFormats returns the formats of Grades, the default first.
func GradeFormats() []Format { return []Format{CSV, JSON, Text, Canvas, Moodle} }

// Grades writes what students did in lessons: JSON; text, with the commonest mistakes; CSV with one line per student
// and lesson, which leaves out the faults of records but for the number of attempts that were not judged; or the points
// as CSV for a gradebook.
func Grades(w io.Writer, grades []lesson.Grade, faults []lesson.Fault, format Format) error {
	out := doc.LessonGrades{Grades: make([]doc.LessonGrade, len(grades)), Broken: make([]doc.BrokenRecord, len(faults)),
		Note: lesson.NoAuthorship}
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
	switch format {
	case JSON:
		return doc.Write(w, out)
	case Text:
		return gradesText(w, out)
	case Canvas, Moodle:
		return writeCSV(w, gradebook(out.Grades, format))
	}
	return writeCSV(w, gradesTable(out.Grades))
}

// writeCSV writes a table whose first line names the columns.
func writeCSV(w io.Writer, table [][]string) error {
	return csv.NewWriter(w).WriteAll(table)
}

// gradesTable has one line per student and lesson.
func gradesTable(grades []doc.LessonGrade) [][]string {
	table := [][]string{{"student", "lesson", "steps", "done", "exercise_done", "attempts", "hints", "seconds",
		"predictions", "predicted_right", "unconfirmed", "mistakes", "problem", "not_judged", "revealed", "points",
		"points_possible", "started", "last"}}
	for _, grade := range grades {
		exercise := ""
		if grade.ExerciseDone != nil {
			exercise = strconv.FormatBool(*grade.ExerciseDone)
		}
		var mistakes []string
		for _, s := range grade.ByStep {
			for _, m := range s.Mistakes {
				mistakes = append(mistakes, strconv.Itoa(s.Step)+": "+m)
			}
		}
		line := []string{formulaSafe(grade.Student), formulaSafe(grade.Lesson)}
		add := func(numbers ...int) {
			for _, n := range numbers {
				line = append(line, strconv.Itoa(n))
			}
		}
		add(grade.Steps, grade.Done)
		line = append(line, exercise)
		add(grade.Attempts, grade.Hints, grade.Seconds, grade.Predictions, grade.PredictedRight, grade.Unconfirmed)
		line = append(line, strings.Join(mistakes, " | "), formulaSafe(grade.Problem))
		add(grade.NotJudged, grade.Revealed, grade.Points, grade.PointsPossible)
		table = append(table, append(line, grade.Started, grade.Last))
	}
	return table
}

// gradebook has a line for each student and a column of points for each lesson. Canvas finds a student by the SIS user
// ID or the login, and takes the line behind the names of the columns for the points possible; Moodle has no such line,
// and its import asks which field of the user the first column is.
func gradebook(grades []doc.LessonGrade, format Format) [][]string {
	var names []string
	possible, points := map[string]string{}, map[[2]string]string{}
	var students []string
	for _, grade := range grades {
		if grade.Steps == 0 { // there is no such lesson
			continue
		}
		if !slices.Contains(names, grade.Lesson) {
			names = append(names, grade.Lesson)
		}
		if !slices.Contains(students, grade.Student) {
			students = append(students, grade.Student)
		}
		possible[grade.Lesson] = strconv.Itoa(grade.PointsPossible)
		points[[2]string{grade.Student, grade.Lesson}] = strconv.Itoa(grade.Points)
	}
	slices.Sort(names)
	line := func(of func(lesson string) string, first ...string) []string {
		for _, name := range names {
			first = append(first, of(name))
		}
		return first
	}
	itself := func(name string) string { return formulaSafe(name) }
	table := [][]string{line(itself, "idnumber")}
	if format == Canvas {
		table = [][]string{line(itself, "Student", "ID", "SIS User ID", "SIS Login ID", "Section"),
			line(func(name string) string { return possible[name] }, "Points Possible", "", "", "", "")}
	}
	for _, student := range students {
		id := []string{formulaSafe(student)}
		if format == Canvas {
			id = []string{id[0], "", id[0], id[0], ""}
		}
		table = append(table, line(func(name string) string { return points[[2]string{student, name}] }, id...))
	}
	return table
}

// gradesText writes a line for each student and lesson, then the commonest mistakes.
func gradesText(w io.Writer, out doc.LessonGrades) error {
	var b strings.Builder
	for _, grade := range out.Grades {
		fmt.Fprintf(&b, "%-16s  %-16s  %3d of %s  %d of %s", grade.Student, grade.Lesson, grade.Points,
			text.Count(grade.PointsPossible, "point"), grade.Done, text.Count(grade.Steps, "step"))
		if grade.Problem != "" {
			fmt.Fprintf(&b, "  %s", grade.Problem)
		}
		b.WriteString("\n")
	}
	if len(out.Mistakes) > 0 {
		b.WriteString("\nThe commonest mistakes:\n")
	}
	for _, m := range out.Mistakes[:min(len(out.Mistakes), mistakesListed)] {
		fmt.Fprintf(&b, "  %s  %s#%d: %s\n", text.Count(m.Students, "student"), m.Lesson, m.Step, m.Mistake)
	}
	if more := len(out.Mistakes) - mistakesListed; more > 0 {
		fmt.Fprintf(&b, "  and %d more, which --format json lists\n", more)
	}
	fmt.Fprintf(&b, "\n%s.\n", spelling.Capitalize(out.Note))
	_, err := io.WriteString(w, b.String())
	return err
}

// mistakesListed is how many mistakes the text lists.
const mistakesListed = 20

// formulaSafe keeps spreadsheets from taking a text for a formula.
func formulaSafe(s string) string {
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

// instant writes a time; empty if it is not known.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// gradeDoc sums the steps of a grade up.
func gradeDoc(g *lesson.Grade) doc.LessonGrade {
	out := doc.LessonGrade{Student: text.EscapeString(g.Student), Lesson: text.EscapeString(g.Lesson),
		Steps: len(g.Steps), Problem: text.EscapeString(g.Problem), NotJudged: g.Refused,
		Exam: g.Exam, Started: instant(g.Started), Last: instant(g.Last), ByStep: []doc.StepGrade{}}
	out.Points, out.PointsPossible = g.Points()
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
		step := doc.StepGrade{Step: stepGrade.Step, Done: stepGrade.Done, Points: stepGrade.Points,
			Exercise: stepGrade.Exercise,
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
