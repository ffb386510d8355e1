package lesson

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Grade is what a student did in a lesson, judged again.
type Grade struct {
	Student string
	Lesson  string
	Problem string // that attempts are of a lesson or version that there is not; empty if none are
	Refused int    // attempts that were not judged, because of Problem or of a fault of the record
	Steps   []StepGrade
}

// StepGrade is what a student did in one step.
type StepGrade struct {
	Step         int // from 1
	Exercise     bool
	Done         bool // by work that was judged again
	Attempts     int  // predictions not counted
	Hints        int
	Seconds      int
	Revealed     bool     // an attempt came after the answer had been shown
	Predicted    string   // Right or Wrong: the first prediction; empty without one
	Answer       string   // the work that was accepted, or the last
	Mistakes     []string // what the lesson replied to wrong work, each once, with its figures
	Unconfirmed  int      // attempts recorded as right whose work is refused
	Unmeasurable int      // attempts whose work could not be judged
}

// CommonMistake is a reply to wrong work, and how many students got it.
type CommonMistake struct {
	Lesson   string
	Step     int // from 1
	Mistake  string
	Students int
}

// CommonMistakes lists the replies that students got, each with the number of those who did, the commonest first.
func CommonMistakes(grades []Grade) []CommonMistake {
	count := map[CommonMistake]int{}
	for _, grade := range grades {
		for _, step := range grade.Steps {
			for _, mistake := range step.Mistakes {
				count[CommonMistake{Lesson: grade.Lesson, Step: step.Step, Mistake: mistake}]++
			}
		}
	}
	out := make([]CommonMistake, 0, len(count))
	for mistake, students := range count {
		mistake.Students = students
		out = append(out, mistake)
	}
	slices.SortFunc(out, func(a, b CommonMistake) int {
		return cmp.Or(cmp.Compare(b.Students, a.Students), cmp.Compare(a.Lesson, b.Lesson), cmp.Compare(a.Step, b.Step),
			cmp.Compare(a.Mistake, b.Mistake))
	})
	return out
}

// Opener returns the workbench of a table as of a time.
type Opener func(ctx context.Context, t Table, now time.Time) (*Workbench, error)

// GradeRecords judges the attempts of records again, whatever verdict they hold, each record by itself: what is
// wrong with one is added to its Faults and keeps no other from being graded. find returns the lesson of a name,
// or nil. Tables are opened once per time they were made as of, one at a time. show writes a reply with its
// figures. The error is ctx's.
func GradeRecords(ctx context.Context, records []Record, find func(string) *Lesson, open Opener,
	show func(string, Figures) string) ([]Grade, error) {
	grader := &grader{find: find, show: show, grades: map[[2]string]*Grade{}}
	var todo []task
	for i := range records {
		todo = append(todo, grader.tasks(&records[i])...)
	}
	slices.SortStableFunc(todo, func(a, b task) int {
		return cmp.Or(cmp.Compare(a.source, b.source), a.Now.Compare(b.Now))
	})
	var bench *Workbench
	var failed error // to open the table
	for index, job := range todo {
		if index == 0 || job.source != todo[index-1].source || !job.Now.Equal(todo[index-1].Now) {
			bench, failed = open(ctx, job.lesson.Table(job.Step-1), job.Now)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if failed != nil {
			job.grade.Refused++
			at := job.Now.UTC().Format(time.RFC3339)
			job.record.fault(noTable, &job.Attempt, fmt.Sprintf("its table cannot be read as of %s: %v", at, failed))
			continue
		}
		if err := grader.judge(ctx, bench, job.lesson, job.Attempt, &job.grade.Steps[job.Step-1]); err != nil {
			return nil, err
		}
	}
	out := make([]Grade, 0, len(grader.grades))
	for _, grade := range grader.grades {
		out = append(out, *grade)
	}
	slices.SortFunc(out, func(a, b Grade) int {
		return cmp.Or(cmp.Compare(a.Student, b.Student), cmp.Compare(a.Lesson, b.Lesson))
	})
	return out, nil
}

// task is an attempt that is to be judged.
type task struct {
	Attempt
	record *Record
	lesson *Lesson
	grade  *Grade
	source string // the table that it was made on
}

// tasks returns the attempts of a record that are to be judged: as many as its limits allow. The others are faults
// of it.
func (g *grader) tasks(r *Record) []task {
	var out []task
	times := map[string]bool{}
	type place struct {
		student, lesson string
		step            int
	}
	attempts := map[place]int{}
	for _, tried := range r.Attempts {
		lesson, grade := g.gradeFor(tried)
		if lesson == nil {
			grade.Refused++
			continue
		}
		at := place{tried.Student, tried.Lesson, tried.Step}
		now := tried.Now.UTC().String()
		hints := len(lesson.Steps[tried.Step-1].Hints)
		switch {
		case !times[now] && len(times) == MaxTimes:
			r.fault(manyTimes, &tried,
				fmt.Sprintf("tables as of more than %d times: attempts as of the others are not judged", MaxTimes))
		case attempts[at] == MaxAttempts:
			r.fault(manyAttempts, &tried,
				fmt.Sprintf("more than %d attempts at a step: the others are not judged", MaxAttempts))
		case tried.Hints > hints:
			r.fault(unlikely, &tried,
				fmt.Sprintf("%d hints of step %d, which has %d", tried.Hints, tried.Step, hints))
		default:
			times[now] = true
			attempts[at]++
			out = append(out, task{tried, r, lesson, grade, g.source(tried)})
			continue
		}
		grade.Refused++
	}
	return out
}

type grader struct {
	find   func(string) *Lesson
	show   func(string, Figures) string
	grades map[[2]string]*Grade // by student and lesson
}

// source is the table that an attempt was made on; empty if that is not known.
func (g *grader) source(a Attempt) string {
	l := g.find(a.Lesson)
	if l == nil || a.Step > len(l.Steps) {
		return ""
	}
	t := l.Table(a.Step - 1)
	return t.Source + " " + t.Layout
}

// gradeFor returns the grade that an attempt counts for, and its lesson; nil, with the reason in the grade, if it
// cannot be judged.
func (g *grader) gradeFor(a Attempt) (*Lesson, *Grade) {
	id := [2]string{a.Student, a.Lesson}
	lesson, grade := g.find(a.Lesson), g.grades[id]
	if grade == nil {
		grade = &Grade{Student: a.Student, Lesson: a.Lesson}
		g.grades[id] = grade
		if lesson != nil {
			grade.Steps = make([]StepGrade, len(lesson.Steps))
			for i, s := range lesson.Steps {
				grade.Steps[i] = StepGrade{Step: i + 1, Exercise: s.Unaided}
			}
		}
	}
	problem := ""
	switch {
	case lesson == nil:
		problem = fmt.Sprintf("there is no lesson %s: name its file with --lesson", a.Lesson)
	case a.Hash != lesson.Hash:
		problem = fmt.Sprintf("attempts at another version of the lesson (%s, not %s) are not judged", a.Hash,
			lesson.Hash)
	case a.Step > len(lesson.Steps):
		problem = fmt.Sprintf("the lesson has no step %d", a.Step)
	default:
		return lesson, grade
	}
	if grade.Problem == "" {
		grade.Problem = problem
	}
	return nil, grade
}

// judge evaluates one attempt again. Work that cannot be measured is counted; the error is ctx's.
func (g *grader) judge(ctx context.Context, b *Workbench, l *Lesson, a Attempt, out *StepGrade) error {
	step := &l.Steps[a.Step-1]
	check := step.Check
	if a.Prediction {
		if step.Predict == nil {
			return nil
		}
		check = step.Predict.Choice
	}
	verdict, err := check.Judge(ctx, b, a.Work)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		out.Unmeasurable++
		return nil
	}
	if verdict.Idle {
		return nil
	}
	if say := g.show(verdict.Say, verdict.Figures); !verdict.Done && say != "" && !slices.Contains(out.Mistakes, say) {
		out.Mistakes = append(out.Mistakes, say)
	}
	if a.Verdict == Right && !verdict.Done {
		out.Unconfirmed++
	}
	out.Seconds = max(out.Seconds, a.Seconds)
	out.Hints = max(out.Hints, a.Hints)
	out.Revealed = out.Revealed || a.Revealed
	if a.Prediction {
		if out.Predicted == "" {
			if out.Predicted = Wrong; verdict.Done {
				out.Predicted = Right
			}
		}
		return nil
	}
	out.Attempts++
	if !out.Done {
		out.Answer = step.Summary(a.Work)
	}
	out.Done = out.Done || verdict.Done
	return nil
}
