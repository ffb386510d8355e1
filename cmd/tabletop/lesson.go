package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tabletop/model/lesson"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/files"
	"tabletop/tui"
	"tabletop/views/report"
	"tabletop/views/text"
)

func (p *program) lessonCommand() *cobra.Command {
	var (
		format report.Format
		check  bool
	)
	cmd := &cobra.Command{
		Use:   "lesson [NAME]",
		Short: "Start a lesson on a demo table, or list the lessons",
		Long: `lesson opens the app on a demo table with a lesson below the screens: a
question, a task on the real screens, and an answer that is measured on the
table. Without a NAME it lists the lessons and your progress, which is saved in
the state directory.

--check runs the lesson, or all lessons, non-interactively: every step must
reject wrong answers and accept the measured one.`,
		Example: `  tabletop lesson
  tabletop lesson hotspots
  tabletop lesson hotspots --check --format json`,
		Args: atMost(1, "at most one NAME"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, l := range lesson.All() {
				names = append(names, l.Name+"\t"+l.Title)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			all := lesson.All()
			if len(args) == 1 {
				l, err := findLesson(args[0])
				if err != nil {
					return err
				}
				all = []*lesson.Lesson{l}
			}
			switch {
			case check:
				return p.checkLessons(cmd.Context(), all, format)
			case len(args) == 0:
				return p.listLessons(all, format)
			}
			return p.startLesson(cmd.Context(), all[0])
		},
	}
	formatFlag(cmd, &format, report.LessonFormats()...)
	cmd.Flags().BoolVar(&check, "check", false, "Run non-interactively, and report what was measured")
	p.flags.screen(cmd.Flags())
	return cmd
}

// findLesson is lesson.Find with a suggestion for an unknown name.
func findLesson(name string) (*lesson.Lesson, error) {
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
		fmt.Fprintln(p.std.err, "tabletop: "+safeLine(strings.ReplaceAll(err.Error(), "\n", "; ")))
	}
	return report.Lessons(p.std.out, all, progress, format)
}

// startLesson runs the app with a lesson.
func (p *program) startLesson(ctx context.Context, l *lesson.Lesson) error {
	p.flags.strategy = string(sample.Everything) // so that the figures of a lesson are exact
	return p.runApp(ctx, nil, func(o *tui.Options) { o.Lesson = l.Name })
}

// checkLessons runs lessons non-interactively.
func (p *program) checkLessons(ctx context.Context, all []*lesson.Lesson, format report.Format) error {
	faults := 0
	var checked []report.CheckedLesson
	for _, l := range all {
		walked, err := l.Walk(ctx, func(ctx context.Context, t lesson.Table) (*lesson.Workbench, error) { return p.bench(ctx, l, t) })
		if err != nil {
			return err
		}
		for _, w := range walked {
			faults += len(w.Faults)
		}
		checked = append(checked, report.CheckedLesson{Lesson: l, Steps: walked})
		if format == report.JSON {
			continue
		}
		if err := report.LessonChecked(p.std.out, l, walked); err != nil { // a lesson takes seconds: each is printed when it is done
			return err
		}
	}
	if format == report.JSON {
		if err := report.LessonsChecked(p.std.out, checked); err != nil {
			return err
		}
	}
	if faults > 0 {
		return fmt.Errorf("internal error: %d %s of the lessons failed", faults, text.Plural(faults, "check", "checks"))
	}
	return nil
}

// bench reads a table of a lesson from an emulator of its own.
func (p *program) bench(ctx context.Context, l *lesson.Lesson, t lesson.Table) (*lesson.Workbench, error) {
	src, err := p.open(ctx, l.Source(t))
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
		return lesson.Progress{}, fmt.Errorf("cannot use the progress of the lessons in %s: %w\nthe lessons start again; the file is renamed to lessons.json.broken when progress is saved", f.path, err)
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
