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
	Problem string    // that attempts are of a lesson or version that there is not; empty if none are
	Refused int       // attempts that were not judged, because of Problem or of a fault of the record
	Exam    bool      // of each step what was handed in last was judged
	Started time.Time // of an exam, as the record states it; zero if it does not
	Last    time.Time // when the last attempt was made, as the record states it; zero if none was judged
	Steps   []StepGrade
}

// Points are those of the steps that are done, and of all.
func (g *Grade) Points() (earned, possible int) {
	for _, step := range g.Steps {
		if possible += step.Points; step.Done {
			earned += step.Points
		}
	}
	return earned, possible
}

// StepGrade is what a student did in one step.
type StepGrade struct {
	Step         int // from 1
	Exercise     bool
	Points       int  // that the step is worth
	Done         bool // by work that was judged again
	Attempts     int  // predictions not counted
	Hints        int
	Seconds      int
	Revealed     bool     // an attempt came after the answer had been shown
	Predicted    string   // Right or Wrong: the first prediction; empty without one
	Answer       string   // the work that was accepted, or the last
	Mistakes     []string // what the lesson replied to wrong work, each once, with its figures
	Replies      []string // the same without figures, which differ between students
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

// CommonMistakes lists the replies that students got, without figures, each with the number of those who did, the
// commonest first.
func CommonMistakes(grades []Grade) []CommonMistake {
	count := map[CommonMistake]int{}
	for _, grade := range grades {
		for _, step := range grade.Steps {
			for _, mistake := range step.Replies {
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

// Opener returns the workbench of a table as of a time, with the rows that a seed leaves.
type Opener func(ctx context.Context, t Table, now time.Time, seed uint64) (*Workbench, error)

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
	todo = lastHandedIn(todo)
	slices.SortStableFunc(todo, func(a, b task) int { return a.compareTables(&b) })
	var bench *Workbench
	var failed error // to open the table
	for index, job := range todo {
		if index == 0 || job.compareTables(&todo[index-1]) != 0 {
			bench, failed = open(ctx, job.lesson.Table(job.Step-1), job.Now, job.seed)
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
	seed   uint64 // of the table
}

// compareTables is 0 if two attempts were made on the same table.
func (t *task) compareTables(o *task) int {
	return cmp.Or(cmp.Compare(t.source, o.source), t.Now.Compare(o.Now), cmp.Compare(t.seed, o.seed))
}

// lastHandedIn leaves of attempts at a step of an exam only the last one, counts the others, and notes records that are
// not the only one of a student.
func lastHandedIn(todo []task) []task {
	type place struct {
		grade      *Grade
		step       int
		prediction bool
	}
	last, first := map[place]int{}, map[*Grade]*Record{}
	for index, job := range todo {
		last[place{job.grade, job.Step, job.Prediction}] = index
	}
	var out []task
	for index, job := range todo {
		if !job.lesson.Exam {
			out = append(out, job)
			continue
		}
		if other := first[job.grade]; other == nil {
			first[job.grade] = job.record
		} else if other != job.record {
			job.record.fault(manyRecords, &job.Attempt, "the student's work in this exam is in "+other.File+" too")
		}
		if last[place{job.grade, job.Step, job.Prediction}] == index {
			out = append(out, job)
		} else if !job.Prediction {
			job.grade.Steps[job.Step-1].Attempts++
		}
	}
	return out
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
		case attempts[at] == MaxAttempts && !lesson.Exam:
			r.fault(manyAttempts, &tried,
				fmt.Sprintf("more than %d attempts at a step: the others are not judged", MaxAttempts))
		case lesson.Exam && tried.Student != r.Owner():
			// a fault of the record already
		case tried.Hints > hints:
			r.fault(unlikely, &tried,
				fmt.Sprintf("%d hints of step %d, which has %d", tried.Hints, tried.Step, hints))
		default:
			times[now] = true
			attempts[at]++
			grade.made(&tried)
			job := task{Attempt: tried, record: r, lesson: lesson, grade: grade, source: g.source(tried)}
			if lesson.Exam {
				job.seed = lesson.Seed(tried.Student)
			}
			out = append(out, job)
			continue
		}
		grade.Refused++
	}
	return out
}

// made notes when an attempt was made.
func (g *Grade) made(a *Attempt) {
	if g.Started.IsZero() || !a.Started.IsZero() && a.Started.Before(g.Started) {
		g.Started = a.Started
	}
	if a.Time.After(g.Last) {
		g.Last = a.Time
	}
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
			grade.Exam, grade.Steps = lesson.Exam, make([]StepGrade, len(lesson.Steps))
			for i, s := range lesson.Steps {
				grade.Steps[i] = StepGrade{Step: i + 1, Exercise: s.Unaided, Points: s.Points}
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
	case lesson.Exam && !a.Exam:
		problem = "attempts outside of the exam are not judged"
	case a.Exam && !lesson.Exam:
		problem = "attempts in an exam are judged with --exam"
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
	work := a.Work
	if l.Exam {
		work = step.Final(work)
	}
	verdict, err := check.Judge(ctx, b, work)
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
	if !verdict.Done && verdict.Say != "" {
		g.mistaken(verdict, out)
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
		out.Answer = step.Summary(work)
	}
	out.Done = out.Done || verdict.Done
	return nil
}

// mistaken notes the reply to wrong work, with its figures and without.
func (g *grader) mistaken(v Verdict, out *StepGrade) {
	bare := make(Figures, len(v.Figures))
	for name := range v.Figures {
		bare[name] = word("…")
	}
	if say := g.show(v.Say, v.Figures); !slices.Contains(out.Mistakes, say) {
		out.Mistakes = append(out.Mistakes, say)
	}
	if say := g.show(v.Say, bare); !slices.Contains(out.Replies, say) {
		out.Replies = append(out.Replies, say)
	}
}
