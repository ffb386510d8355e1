package main

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/lesson"
	"tabletop/model/sample"
	"tabletop/views/report"
	"tabletop/views/text"
)

func (p *program) lessonCheckCommand() *cobra.Command {
	var (
		format report.Format
		now    string
		watch  bool
	)
	cmd := &cobra.Command{
		Use:   "check [NAME|FILE]...|DIR",
		Short: "Check that lessons accept right work, and nothing near it",
		Long: `check runs lessons without you: every step must accept its right answer and
reject wrong ones, whatever the texts assume must be measured, and each layout,
query or policy near the right one that is accepted must be named by the lesson.
Without a NAME all lessons of tabletop are checked. The exit code is 3 if a step
has a fault.

Of a DIR, which holds translated files of tabletop's lessons, each is compared
with its original instead: steps, checks and right answers must be the same, and
texts must name the same figures, screens and guidelines. Each difference is
printed with its file and line, and the exit code is 3.

--watch checks one FILE now and whenever it is saved, and prints what changed:
the faults that are new, those that are gone, and how many there are. Demo
tables are read once, saved samples at each check. Ctrl+C ends it with exit
code 0.`,
		Example: `  tabletop lesson check hotspots
  tabletop lesson check orders.yaml --watch
  tabletop lesson check lessons-de
  tabletop lesson check orders.yaml --format json`,
		ValidArgsFunction: completeLessons,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.makeDemosAt(now); err != nil {
				return err
			}
			if watch {
				return p.watchSaves(cmd.Context(), args, now, format)
			}
			if len(args) == 1 && isDirectory(args[0]) {
				return p.checkTranslation(args[0], format)
			}
			return p.checkLessons(cmd.Context(), args, now, format)
		},
	}
	formatFlag(cmd, &format, report.LessonFormats()...)
	nowFlag(cmd.Flags(), &now)
	cmd.Flags().BoolVar(&watch, "watch", false, "Check at each save, and print what changed")
	return cmd
}

// watchSaves watches the one lesson file that is named.
func (p *program) watchSaves(ctx context.Context, args []string, now string, format report.Format) error {
	if len(args) != 1 || !isLessonFile(args[0]) || format != report.Text {
		return usageError{errors.New("--watch needs one FILE, and prints text")}
	}
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	return p.watchLesson(ctx, args[0], now, ticker.C)
}

// lessonsToCheck returns the lessons and reviews of names and files; without any, all lessons of tabletop.
func (p *program) lessonsToCheck(args []string) ([]*lesson.Lesson, error) {
	all := lesson.All()
	if len(args) > 0 {
		all = nil
	}
	for _, arg := range args {
		l, err := p.answered(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	if err := lesson.CheckOrder(all); err != nil {
		return nil, usageError{err}
	}
	return all, nil
}

// checkLessons runs lessons of names and files non-interactively, on demo tables as of now, or else as the lesson says.
func (p *program) checkLessons(ctx context.Context, args []string, now string, format report.Format) error {
	all, err := p.lessonsToCheck(args)
	if err != nil {
		return err
	}
	faults := 0
	var checked []report.CheckedLesson
	for _, one := range all {
		if err := p.makeDemosAt(cmp.Or(now, one.Now)); err != nil {
			return err
		}
		walked, err := one.Walk(ctx, true, p.bench)
		if err != nil {
			return err
		}
		for _, w := range walked {
			faults += len(w.Faults)
		}
		checked = append(checked, report.CheckedLesson{Lesson: one, Steps: walked})
		if format == report.JSON {
			continue
		}
		// a lesson takes seconds: each is printed when it is done
		if err := report.LessonChecked(p.std.out, one, walked); err != nil {
			return err
		}
	}
	if format == report.JSON {
		if err := report.LessonsChecked(p.std.out, checked); err != nil {
			return err
		}
	}
	if faults > 0 {
		return checkError(text.Count(faults, "fault") + " in the lessons")
	}
	return nil
}

// bench reads a table of a lesson: a demo from an emulator of its own, or a saved sample.
func (p *program) bench(ctx context.Context, t lesson.Table) (*lesson.Workbench, error) {
	src, err := p.open(ctx, t.Source)
	if err != nil {
		return nil, err
	}
	s, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, nil)
	if err = errors.Join(err, src.Close()); err != nil {
		return nil, err
	}
	set, err := t.Measured()
	return lesson.NewWorkbench(s, set), err
}

// benches are tables of lessons that were read.
type benches map[lesson.Table]*lesson.Workbench

// keeping is open, but reads each table once.
func (b benches) keeping(open openBench) openBench {
	return func(ctx context.Context, t lesson.Table) (*lesson.Workbench, error) {
		if b[t] != nil {
			return b[t], nil
		}
		bench, err := open(ctx, t)
		if err == nil {
			b[t] = bench
		}
		return bench, err
	}
}

// openBench returns the workbench of a table.
type openBench func(context.Context, lesson.Table) (*lesson.Workbench, error)

func (p *program) lessonPrintCommand() *cobra.Command {
	var (
		format  report.Format
		answers bool
		now     string
	)
	cmd := &cobra.Command{
		Use:   "print NAME|FILE",
		Short: "Print a lesson as a handout",
		Long: `print writes a lesson as a handout: texts, questions and tasks, and room for the
answers. This student's copy holds no answer. --answers writes the teacher's
copy: also the hints, the right options with the replies to the others, the
solutions with their figures and maps beside those of the current layout, why,
and the summary. The tables are read for it.`,
		Example: `  tabletop lesson print hotspots --format html > hotspots.html
  tabletop lesson print hotspots --answers`,
		Args:              exactly(1, "one NAME or FILE"),
		ValidArgsFunction: completeLessons,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := p.answered(args[0])
			if err == nil {
				err = p.makeDemosAt(cmp.Or(now, found.Now))
			}
			if err != nil {
				return err
			}
			walked, pictures, err := p.illustrated(cmd.Context(), found)
			if err != nil {
				return err
			}
			return report.Handout(p.std.out, found, walked, pictures, answers, format)
		},
	}
	formatFlag(cmd, &format, report.Markdown, report.HTML)
	cmd.Flags().BoolVar(&answers, "answers", false, "Write the teacher's copy: hints, solutions and measured figures")
	nowFlag(cmd.Flags(), &now)
	return cmd
}

// illustrated runs a lesson non-interactively, and measures what a handout shows beside the texts. Each table is read
// once.
func (p *program) illustrated(ctx context.Context, l *lesson.Lesson) ([]lesson.StepResult, []lesson.Illustration,
	error) {
	benches := benches{}
	open := benches.keeping(p.bench)
	walked, err := l.Walk(ctx, false, open)
	if err != nil {
		return nil, nil, err
	}
	pictures := make([]lesson.Illustration, len(l.Steps))
	for i := range l.Steps {
		if pictures[i], err = l.Steps[i].Illustrate(ctx, benches[l.Table(i)]); err != nil {
			return nil, nil, err
		}
	}
	return walked, pictures, nil
}

func (p *program) lessonExportCommand() *cobra.Command {
	var reader audience
	cmd := &cobra.Command{
		Use:   "export NAME|FILE",
		Short: "Print the file of a lesson, or its students' edition",
		Long: `export prints the file of a lesson, to begin another with. Edit it and run it
with tabletop lesson FILE.

--for students prints the students' edition for an exam: what is asked, and no
answer, check, hint or reply. tabletop lesson FILE takes it as an exam, and
tabletop lesson grade judges the records by the teacher's file.`,
		Example: `  tabletop lesson export hotspots > orders.yaml
  tabletop lesson export exam.yaml --for students > exam-students.yaml`,
		Args:              exactly(1, "one NAME or FILE"),
		ValidArgsFunction: completeLessons,
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := p.exported(args[0])
			if err == nil && reader == forStudents {
				if text, err = lesson.ForStudents(args[0], text); err != nil {
					err = usageError{err}
				}
			}
			if err == nil {
				_, err = p.std.out.Write(text)
			}
			return err
		},
	}
	cmd.Flags().Var(&choice[audience]{&reader, []audience{forStudents}}, "for",
		"Print the `EDITION` students, which holds no answers; without it all is printed")
	return cmd
}

// exported is the file of a lesson or a review.
func (p *program) exported(name string) ([]byte, error) {
	if asked := p.review(name); asked != nil {
		return asked.ReviewText()
	}
	return lessonText(name)
}

// audience is those whom a lesson is exported for.
type audience string

const forStudents audience = "students"
