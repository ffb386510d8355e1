package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/tui"
	"tabletop/views"
)

// mostCompared is how many layouts stand beside the current one in the Lab.
const mostCompared = 4

func (p *program) lessonCompareCommand() *cobra.Command {
	var (
		own       []string
		step, now string
	)
	cmd := &cobra.Command{
		Use:   "compare RECORD RECORD...",
		Short: "Compare the layouts of students in the Lab",
		Long: `compare opens the Lab with the layouts that two to four students made last at a
step, each under the ID of the student, beside the current one: their maps of
writes, what their queries cost, and their figures. The step is the last one of
the first record at which all have a layout, or that of --step. The table is
that of the lesson, as of the day of the first record.`,
		Example: `  tabletop lesson compare records/s17.jsonl records/s18.jsonl
  tabletop lesson compare s17.jsonl s18.jsonl --step hotspots#9`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 || len(args) > mostCompared {
				return usageError{fmt.Errorf("%s takes two to four RECORDs\nusage: %s", cmd.CommandPath(),
					cmd.UseLine())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			known, err := gradedLessons(own, false)
			if err != nil {
				return err
			}
			table, designs, err := compared(args, known, step)
			if err != nil {
				return usageError{err}
			}
			return p.compareDesigns(cmd.Context(), table, designs, now)
		},
	}
	cmd.Flags().StringVar(&step, "step", "", "Compare the layouts of `NAME#STEP`, for example hotspots#9")
	lessonFlag(cmd.Flags(), &own)
	nowFlag(cmd.Flags(), &now)
	p.flags.screen(cmd.Flags())
	return cmd
}

// compared returns what the records in files have of a step, NAME#STEP, and the table that it is about. Without a step
// it is one that all have.
func compared(paths []string, known []*lesson.Lesson, step string) (lesson.Table, []lesson.Design, error) {
	var records []lesson.Record
	for _, path := range paths {
		record := readRecord(path)
		if len(record.Attempts) == 0 {
			return lesson.Table{}, nil, fmt.Errorf("%s: %s", path, record.Faults[0].Reason)
		}
		records = append(records, record)
	}
	find := among(known)
	if step == "" {
		common, at, err := lesson.CommonStep(records, find)
		if err != nil {
			return lesson.Table{}, nil, err
		}
		designs, err := lesson.Designs(records, common, at)
		return common.Table(at), designs, err
	}
	asked, at, err := stepOf(step, func(name string) (*lesson.Lesson, error) {
		if l := find(name); l != nil {
			return l, nil
		}
		return namedLesson(name) // which says what it could be
	})
	if err != nil {
		return lesson.Table{}, nil, err
	}
	if at < 0 {
		return lesson.Table{}, nil, errors.New("--step needs a step, for example: --step " + asked.Name + "#1")
	}
	designs, err := lesson.Designs(records, asked, at)
	return asked.Table(at), designs, err
}

// compareDesigns opens the Lab with layouts of students on a table, as of now or else of the first of them.
func (p *program) compareDesigns(ctx context.Context, t lesson.Table, designs []lesson.Design, now string) error {
	if err := p.makeDemosAt(now); err != nil {
		return err
	}
	if now == "" {
		p.demosAsOf = designs[0].Now
	}
	p.flags.strategy = string(sample.Everything) // as the lesson reads it
	return p.runApp(ctx, []string{t.Source}, func(o *tui.Options) {
		others := o.Layouts
		o.Layouts = func(name string) (rowkey.Set, error) {
			if name == t.Source {
				return t.Measured()
			}
			return others(name)
		}
		for _, d := range designs {
			o.Proposed = append(o.Proposed, views.Proposed{By: d.Student, Template: d.Template})
		}
	})
}
