package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/lesson"
	"tabletop/sampler/files"
	"tabletop/views/lessons"
	"tabletop/views/report"
	"tabletop/views/text"
)

// lessonFlags are the flags of taking a lesson.
type lessonFlags struct {
	student, record string
	now             string
	present, exam   bool
}

func (f *lessonFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.student, "student", "", "`ID` of the student in the record; nothing else identifies the student")
	fs.StringVar(&f.record, "record", "", "Add each attempt to `FILE`, for example s17.jsonl; needs --student")
	fs.BoolVar(&f.present, "present", false,
		"Show the lesson to a class: screens take all but two lines, and ctrl+e reveals the answer")
	fs.BoolVar(&f.exam, "exam", false,
		"Take the lesson as an exam: work is recorded and not judged; needs --student and --record")
	nowFlag(fs, &f.now)
}

func nowFlag(fs *pflag.FlagSet, to *string) {
	fs.StringVar(to, "now", "",
		"Make the demo tables as of `TIME`, for example 2026-11-20T14:00:00Z, so that all students see the same "+
			"figures; empty means now")
}

// makeDemosAt has all demo tables made as of the same time: that of --now, or else the current one.
func (p *program) makeDemosAt(now string) error {
	at, err := instant(now)
	if err != nil {
		return err
	}
	if at.IsZero() {
		at = time.Now()
	}
	p.demosAsOf = at.UTC().Truncate(time.Millisecond)
	return nil
}

// recorder returns a function that adds an attempt to the record, which holds what was written before; nil without
// --record.
func (p *program) recorder(f lessonFlags, written *lesson.Record) (func(lesson.Attempt) error, error) {
	switch {
	case f.record == "" && f.student == "":
		return nil, nil
	case f.record == "":
		return nil, usageError{errors.New("--student needs --record\nname the file to add attempts to, for example: " +
			"--record s17.jsonl")}
	case f.student == "":
		return nil, usageError{errors.New("--record needs --student\ngive the ID of the student, for example: " +
			"--student s17")}
	}
	if err := lesson.CheckStudent(f.student); err != nil {
		return nil, usageError{fmt.Errorf("invalid value %q for --student: %w", f.student, err)}
	}
	if owner := written.Owner(); owner != "" && owner != f.student {
		return nil, usageError{fmt.Errorf("%s is the record of %s\nname a file of its own for %s", safeLine(f.record),
			safeLine(owner), safeLine(f.student))}
	}
	add := func(text []byte) error {
		file, err := os.OpenFile(f.record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		_, err = file.Write(text)
		return errors.Join(err, file.Close())
	}
	if err := add(nil); err != nil { // better now than after the first attempt
		return nil, usageError{fmt.Errorf("cannot write --record: %w", err)}
	}
	return func(a lesson.Attempt) error {
		a.Student, a.Now, a.Started = f.student, p.demosAsOf, p.examStarted
		line, err := a.Line()
		if err != nil {
			return err
		}
		return add(line)
	}, nil
}

// beginExam has demo tables made as they are the student's, and returns how far the student has come. An exam that was
// begun before, as its record says, continues with the same tables.
func (p *program) beginExam(l *lesson.Lesson, f lessonFlags, record *lesson.Record) (lesson.LessonProgress, error) {
	switch {
	case f.present:
		return lesson.LessonProgress{}, usageError{errors.New("an exam cannot be presented: leave out --present")}
	case f.student == "" || f.record == "":
		return lesson.LessonProgress{}, usageError{errors.New("an exam needs --student and --record\nfor example: " +
			"--student s17 --record s17.jsonl")}
	}
	l.Shuffle(f.student)
	course, first := record.Resumed(l)
	p.examStarted, p.demoSeed = p.started.UTC().Truncate(time.Second), l.Seed(f.student)
	if first.Lesson != "" {
		p.examStarted = first.Started
	}
	if first.Lesson != "" && f.now == "" {
		p.demosAsOf = first.Now
	}
	return course, nil
}

// kept is the record in a file; empty if there is no such file.
func kept(path string) lesson.Record {
	if _, err := os.Stat(path); err != nil {
		return lesson.Record{}
	}
	return readRecord(path)
}

func (p *program) lessonGradeCommand() *cobra.Command {
	var (
		format report.Format
		own    []string
		exam   bool
	)
	cmd := &cobra.Command{
		Use:   "grade DIR|RECORD...",
		Short: "Grade the records of students",
		Long: `grade reads records that lesson --record wrote, all files of a DIR, and judges
the recorded work again on the tables of the lessons: the verdict in a record
counts for nothing. It prints what each student did in each lesson. Attempts at
another version of a lesson are named and not judged. Each record is judged by
itself: faults of its lines, attempts that are too many to be judged, and
attempts of several students in one file are listed by file and student, the
other lines are graded, and the exit code is 4.

Of an exam what was handed in last for each step is judged, on the tables of the
student. The formats canvas and moodle are CSV for the gradebooks of these: a
line for each student, a column of points for each lesson. --format text also
lists the commonest mistakes. A record proves no authorship: whoever has the
file can write one.`,
		Example: `  tabletop lesson grade records --format csv > grades.csv
  tabletop lesson grade s17.jsonl --lesson orders.yaml --format json
  tabletop lesson grade records --lesson exam.yaml --exam --format canvas`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{fmt.Errorf("%s takes at least one DIR or RECORD\nusage: %s", cmd.CommandPath(),
					cmd.UseLine())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			known, err := gradedLessons(own, exam)
			if err != nil {
				return err
			}
			return p.grade(cmd.Context(), args, known, format)
		},
	}
	formatFlag(cmd, &format, report.GradeFormats()...)
	cmd.Flags().BoolVar(&exam, "exam", false, "Judge records of exams; lessons with exam: true need no flag")
	lessonFlag(cmd.Flags(), &own)
	return cmd
}

func lessonFlag(fs *pflag.FlagSet, to *[]string) {
	fs.StringArrayVar(to, "lesson", nil,
		"Lesson `FILE` that records are of, besides the lessons of tabletop; can be repeated")
}

// among returns a function that finds a lesson by its name; nil if it is not among all.
func among(all []*lesson.Lesson) func(name string) *lesson.Lesson {
	return func(name string) *lesson.Lesson {
		if i := slices.IndexFunc(all, func(l *lesson.Lesson) bool { return l.Name == name }); i >= 0 {
			return all[i]
		}
		return nil
	}
}

// gradedLessons are the lessons of tabletop and those in files, all of them exams if exam.
func gradedLessons(own []string, exam bool) ([]*lesson.Lesson, error) {
	known := lesson.All()
	for _, name := range own {
		l, err := withAnswers(name)
		if err != nil {
			return nil, err
		}
		known = append([]*lesson.Lesson{l}, known...) // a file may be a changed lesson of tabletop
	}
	for _, l := range known {
		l.Exam = l.Exam || exam
	}
	return known, nil
}

func (p *program) grade(ctx context.Context, records []string, known []*lesson.Lesson, format report.Format) error {
	paths, err := recordFiles(records)
	if err != nil {
		return err
	}
	var all []lesson.Record
	for _, path := range paths {
		all = append(all, readRecord(path))
	}
	open := func(ctx context.Context, t lesson.Table, now time.Time, seed uint64) (*lesson.Workbench, error) {
		p.demosAsOf, p.demoSeed = now, seed
		return p.bench(ctx, t)
	}
	grades, err := lesson.GradeRecords(ctx, all, among(known), open, func(s string, f lesson.Figures) string {
		return lessons.Fill(s, f, report.ScreenTitle)
	})
	if err != nil {
		return err
	}
	var faults []lesson.Fault
	for _, r := range all {
		faults = append(faults, r.Faults...)
	}
	p.noteFaults(faults)
	if format == report.Canvas || format == report.Moodle { // whose form has no place for it
		p.warn(lesson.NoAuthorship)
	}
	return report.Grades(p.std.out, grades, faults, format)
}

// maxFaultsShown is how many faults of records are printed on standard error; the report in JSON has more.
const maxFaultsShown = 30

// noteFaults prints what is wrong with records, which makes the grades partial.
func (p *program) noteFaults(faults []lesson.Fault) {
	p.partial = p.partial || len(faults) > 0
	for _, fault := range faults[:min(len(faults), maxFaultsShown)] {
		where := fault.File
		if fault.Line > 0 {
			where += fmt.Sprintf(", line %d", fault.Line)
		}
		if fault.Student != "" {
			where += ", student " + fault.Student
		}
		more := ""
		if fault.Lines > 1 {
			more = fmt.Sprintf(" (%s)", text.Count(fault.Lines, "line"))
		}
		p.warn(where + ": " + fault.Reason + more)
	}
	if more := len(faults) - maxFaultsShown; more > 0 {
		p.warn(fmt.Sprintf("%s of records are not shown; --format json lists them", text.Count(more, "fault")))
	}
}

// maxRecord is the largest record that is read: some ten thousand attempts.
const maxRecord = 16 << 20

// readRecord reads a record. One that cannot be read has that as its fault.
func readRecord(path string) lesson.Record {
	text, err := files.Read(path, maxRecord)
	if err != nil {
		return lesson.Record{File: path, Faults: []lesson.Fault{{File: path, Lines: 1, Reason: err.Error()}}}
	}
	return lesson.ParseRecord(path, text)
}

// recordFiles are the files that names stand for: of a directory all regular files in it that are not hidden.
func recordFiles(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, usageError{fmt.Errorf("cannot read the records: %w\nname the directory that holds them", err)}
		}
		if !info.IsDir() {
			out = append(out, name)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, err
		}
		found := len(out)
		for _, e := range entries {
			if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				out = append(out, filepath.Join(name, e.Name()))
			}
		}
		if len(out) == found {
			return nil, usageError{fmt.Errorf("there is no record in %s\na record is written with: tabletop lesson "+
				"NAME --student ID --record FILE", name)}
		}
	}
	slices.SortFunc(out, cmp.Compare[string])
	return slices.Compact(out), nil
}
