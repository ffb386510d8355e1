package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tabletop/model/lesson"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/files"
	"tabletop/tui"
	"tabletop/views/report"
)

func (p *program) lessonCommand() *cobra.Command {
	var (
		format report.Format
		take   lessonFlags
	)
	cmd := &cobra.Command{
		Use:   "lesson [NAME|FILE[#STEP]]",
		Short: "Start a lesson on a demo table, or list the lessons",
		Long: `lesson opens the app on a table with a lesson below the screens: a question, a
task on the real screens, and an answer that is measured on the table. NAME is a
lesson of tabletop, FILE a lesson file (*.yaml); #STEP starts at a step. Without
one it lists the lessons and your progress, which is saved in the state
directory. --student and --record add each attempt to a file for the teacher,
who grades such files with tabletop lesson grade. With the same --now the tables
and figures are the same for a whole class.

--exam takes the lesson as an exam: no hints, no replies, and work is handed in
and recorded, not judged. Demo tables are the student's own, so numbers differ
between students. What is handed in last for a step counts.`,
		Example: `  tabletop lesson
  tabletop lesson hotspots
  tabletop lesson hotspots#3
  tabletop lesson orders.yaml --student s17 --record s17.jsonl --now 2026-11-20
  tabletop lesson exam.yaml --exam --student s17 --record s17.jsonl
  tabletop lesson hotspots --present`,
		Args:              atMost(1, "at most one NAME or FILE"),
		ValidArgsFunction: completeLessons,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return p.listLessons(lesson.All(), format)
			}
			return p.takeLesson(cmd.Context(), args[0], take)
		},
	}
	formatFlag(cmd, &format, report.LessonFormats()...)
	take.add(cmd.Flags())
	p.flags.screen(cmd.Flags())
	cmd.AddCommand(p.lessonGradeCommand(), p.lessonCompareCommand(), p.lessonCheckCommand(), p.lessonPrintCommand(),
		p.lessonExportCommand(), p.lessonNewCommand(), p.lessonResetCommand())
	return cmd
}

// takeLesson starts the lesson of a name or of a file, at the step behind #, or the review of a name.
func (p *program) takeLesson(ctx context.Context, named string, take lessonFlags) error {
	if asked := p.review(named); asked != nil {
		if take.exam {
			return usageError{fmt.Errorf("%s cannot be an exam: what it asks depends on your progress",
				asked.Name)}
		}
		return p.startLesson(ctx, asked, -1, take)
	}
	l, step, err := findLesson(named)
	if err == nil && (take.exam || l.Exam) && !l.ForStudents {
		l, err = examOf(named)
	}
	if err != nil {
		return err
	}
	return p.startLesson(ctx, l, step, take)
}

// completeLessons completes the names of lessons, and files.
func completeLessons(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, l := range lesson.All() {
		names = append(names, l.Name+"\t"+l.Title)
	}
	return names, cobra.ShellCompDirectiveDefault
}

// findLesson returns the lesson of a name or of a file, and the step behind #, from 0; -1 without one.
func findLesson(arg string) (l *lesson.Lesson, step int, err error) {
	return stepOf(arg, func(name string) (*lesson.Lesson, error) {
		if isLessonFile(name) {
			return readLesson(name)
		}
		return namedLesson(name)
	})
}

// stepOf returns the lesson that find has of what stands before #, and the step behind it, from 0; -1 without one.
func stepOf(arg string, find func(string) (*lesson.Lesson, error)) (l *lesson.Lesson, step int, err error) {
	name, at, hasStep := strings.Cut(arg, "#")
	step = -1
	if l, err = find(name); err != nil || !hasStep {
		return l, step, err
	}
	n, err := strconv.Atoi(at)
	if err != nil || n < 1 || n > len(l.Steps) {
		return nil, 0, usageError{fmt.Errorf("%s has no step %q: it has steps 1 to %d", l.Name, at, len(l.Steps))}
	}
	return l, n - 1, nil
}

// review returns the review of this name, made of the progress kept; nil if there is none. Progress that cannot be read
// counts as none, of which the app warns.
func (p *program) review(name string) *lesson.Lesson {
	if lesson.Find(name) != nil || isLessonFile(name) {
		return nil
	}
	progress, err := p.progress().Load()
	if err != nil {
		progress = lesson.Progress{}
	}
	return lesson.FindReview(name, progress)
}

// isLessonFile reports whether an argument is a path, not the name of a lesson.
func isLessonFile(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") || strings.ContainsAny(name, `/\`)
}

// readLesson reads a lesson file. Samples that it names are relative to it.
func readLesson(path string) (*lesson.Lesson, error) {
	text, err := lessonText(path)
	if err != nil {
		return nil, err
	}
	return parseLesson(path, text)
}

// lessonText returns the file of a lesson of tabletop, by name, or one of the user, by path.
func lessonText(name string) ([]byte, error) {
	if isLessonFile(name) {
		text, err := readSmall(name)
		if err != nil {
			return nil, usageError{fmt.Errorf("cannot read the lesson: %w\nto begin one, run: tabletop lesson new %s",
				err, name)}
		}
		return text, nil
	}
	known, err := namedLesson(name)
	if err != nil {
		return nil, err
	}
	return lesson.FileOf(known.Name)
}

// examOf returns the students' edition of the lesson of a name or of a file.
func examOf(arg string) (*lesson.Lesson, error) {
	name, _, _ := strings.Cut(arg, "#")
	text, err := lessonText(name)
	if err != nil {
		return nil, err
	}
	if text, err = lesson.ForStudents(name, text); err != nil {
		return nil, usageError{err}
	}
	return parseLesson(name, text)
}

// answered is withAnswers for lessons and reviews.
func (p *program) answered(arg string) (*lesson.Lesson, error) {
	if asked := p.review(arg); asked != nil {
		return asked, nil
	}
	return withAnswers(arg)
}

// withAnswers is findLesson for what needs the answers of a lesson.
func withAnswers(arg string) (*lesson.Lesson, error) {
	l, _, err := findLesson(arg)
	if err == nil && l.ForStudents {
		err = usageError{fmt.Errorf("%s is a students' edition, which holds no answers\nname the file that it was "+
			"exported from", arg)}
	}
	return l, err
}

// parseLesson parses a lesson file. Samples that it names are relative to path.
func parseLesson(path string, text []byte) (*lesson.Lesson, error) {
	parsed, err := lesson.Parse(path, text)
	if err != nil {
		return nil, usageError{fmt.Errorf("%w\ndocs/lessons.md describes the file", err)}
	}
	for i, t := range parsed.Tables {
		if !strings.HasPrefix(t.Source, "demo:") && !filepath.IsAbs(t.Source) {
			parsed.Tables[i].Source = filepath.Join(filepath.Dir(path), t.Source)
		}
	}
	return parsed, nil
}

// namedLesson is lesson.Find with a suggestion for an unknown name.
func namedLesson(name string) (*lesson.Lesson, error) {
	if l := lesson.Find(name); l != nil {
		return l, nil
	}
	var names []string
	for _, l := range lesson.All() {
		names = append(names, l.Name)
	}
	next := "choose one of " + strings.Join(names, ", ")
	if near := spelling.Closest(strings.ToLower(name), names); near != "" {
		next = fmt.Sprintf("did you mean %s? Otherwise %s", near, next)
	}
	return nil, usageError{&sampler.Error{What: fmt.Sprintf("unknown lesson %q", name), Next: next}}
}

// listLessons prints the lessons. If the progress cannot be read, it prints a warning and assumes no progress.
func (p *program) listLessons(all []*lesson.Lesson, format report.Format) error {
	progress, err := p.progress().Load()
	if err != nil {
		p.warn(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return report.Lessons(p.std.out, all, progress, format)
}

// startLesson runs the app with a lesson, at a step unless it is -1.
func (p *program) startLesson(ctx context.Context, l *lesson.Lesson, step int, take lessonFlags) error {
	if err := p.makeDemosAt(cmp.Or(take.now, l.Now)); err != nil {
		return err
	}
	written := kept(take.record)
	var resumed lesson.LessonProgress
	if l.ForStudents {
		var err error
		if resumed, err = p.beginExam(l, take, &written); err != nil {
			return err
		}
	}
	record, err := p.recorder(take, &written)
	if err != nil {
		return err
	}
	p.flags.strategy = string(sample.Everything) // so that the figures of a lesson are exact
	return p.runApp(ctx, nil, func(o *tui.Options) {
		o.Lesson, o.LessonStep, o.Record, o.Present, o.Resumed = l, step, record, take.present, resumed
	})
}

func (p *program) lessonResetCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "reset [NAME]",
		Short:   "Forget the progress in a lesson, or in all",
		Long:    "reset forgets which steps of a lesson, or of all lessons, are done.",
		Example: "  tabletop lesson reset\n  tabletop lesson reset hotspots",
		Args:    atMost(1, "at most one NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			progress := lesson.Progress{}
			if len(args) == 1 {
				l, _, err := findLesson(args[0])
				if err != nil {
					return err
				}
				if progress, err = p.progress().Load(); err != nil {
					return err
				}
				progress = progress.Without(l.Name)
			}
			return p.progress().Save(progress)
		},
	}
}

func (p *program) progress() progressFile {
	folder := p.stateFolder()
	if folder == "" {
		return progressFile{}
	}
	return progressFile{filepath.Join(folder, "lessons.json")}
}

// progressFile stores the progress in a file. The zero value stores nothing.
type progressFile struct{ path string }

var _ tui.Progress = progressFile{}

// Load reads the file; a missing file means no progress.
func (f progressFile) Load() (lesson.Progress, error) {
	if f.path == "" {
		return lesson.Progress{}, nil
	}
	text, err := readSmall(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return lesson.Progress{}, nil
	}
	if err != nil {
		return lesson.Progress{}, fmt.Errorf("cannot read the progress of the lessons: %w", err)
	}
	progress, err := lesson.ParseProgress(text)
	if err != nil {
		return lesson.Progress{},
			fmt.Errorf("cannot use the progress of the lessons in %s: %w\nthe lessons start again; the file is "+
				"renamed to lessons.json.broken when progress is saved", f.path, err)
	}
	return progress, nil
}

// Save replaces the file whole, so that an interruption leaves the old one. A file that cannot be parsed is renamed to
// lessons.json.broken.
func (f progressFile) Save(progress lesson.Progress) error {
	if f.path == "" {
		return errNoHome
	}
	text, err := progress.Text()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	if old, err := readSmall(f.path); err == nil {
		if _, err := lesson.ParseProgress(old); err != nil {
			if err := os.Rename(f.path, f.path+".broken"); err != nil {
				return err
			}
		}
	}
	return files.Write(f.path, files.Shared, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
