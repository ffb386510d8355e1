package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler/files"
	"tabletop/sampler/gcs"
	"tabletop/views/text"
)

// newLesson holds the flags of a lesson to begin with.
type newLesson struct {
	file   string
	from   string // SOURCE that it is proposed from; empty writes the template
	redact redaction
}

func (p *program) lessonNewCommand() *cobra.Command {
	var do newLesson
	cmd := &cobra.Command{
		Use:   "new FILE",
		Short: "Write a lesson to begin with, or propose one from a table",
		Long: `new writes the file of a small lesson to edit. A file that exists is not
changed.

--from proposes a lesson from what an audit finds in a table: a step for each of
up to four findings, a number, and a layout, if the advisor has a better one for
the queries that the keys suggest. Each step passes lesson check. The file holds
the layout of the table, and neither keys nor values. A demo table is referred
to; of any other table a redacted sample is saved beside FILE, in which strings
that are data are replaced as tabletop sample --redact does. A saved sample that
is redacted, or any with --redact=false, is referred to as well.`,
		Example: `  tabletop lesson new orders.yaml
  tabletop lesson new orders.yaml --from prod/shop/orders
  tabletop lesson new battery.yaml --from demo:battery
  tabletop lesson new orders.yaml --from orders.tabletop --redact=false`,
		Args: exactly(1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			do.file = args[0]
			if _, err := os.Lstat(do.file); err == nil {
				return usageError{fmt.Errorf("%s exists: choose another name", safeLine(do.file))}
			}
			if do.from == "" {
				return p.writeLesson(do.file, []byte(lesson.Template))
			}
			do.redact.proposed(true)
			if err := do.redact.check(); err != nil {
				return usageError{err}
			}
			return p.proposeLesson(cmd.Context(), &do)
		},
	}
	cmd.Flags().StringVar(&do.from, "from", "", "Propose the lesson from what an audit finds in `SOURCE`")
	do.redact.sample(cmd.Flags())
	p.flags.batch(cmd.Flags())
	p.flags.layout(cmd.Flags())
	return cmd
}

// writeLesson writes the file of a lesson, and says how to go on.
func (p *program) writeLesson(file string, lessonText []byte) error {
	err := files.Write(file, files.Shared, func(w io.Writer) error {
		_, err := w.Write(lessonText)
		return err
	})
	if err == nil {
		_, err = fmt.Fprintf(p.std.out, "%s is written. To check it, run: %s\n", safeLine(file),
			commandLine("tabletop", "lesson", "check", file))
	}
	return err
}

// proposeLesson writes a lesson that is proposed from a table, and the sample that it is on.
func (p *program) proposeLesson(ctx context.Context, do *newLesson) error {
	base := strings.TrimSuffix(do.file, filepath.Ext(do.file))
	saved := base + snapshotExt
	if p.where(do.from) == inDemo {
		p.flags.strategy = string(sample.Everything) // as the lesson reads it
	}
	table, err := p.load(ctx, do.from)
	if err != nil {
		return err
	}
	defer table.source.Close()
	if len(table.Layouts) == 0 {
		return errors.New("no layout was found for the keys, by which a lesson could measure\nstate it with --layout")
	}
	on, set, source := table.Sample, table.Layouts, do.referred(p, table)
	if source == "" {
		source = filepath.Base(saved)
		if _, err := os.Lstat(saved); err == nil {
			return usageError{fmt.Errorf("%s exists, where the sample would be saved\nchoose another FILE",
				safeLine(saved))}
		}
		if on, set, err = do.saving(ctx, p, table, saved); err != nil {
			return err
		}
	}
	proposed, err := lesson.Propose(ctx, lesson.NewWorkbench(on, set), lesson.NameFor(filepath.Base(base)), source)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.std.out, "%s proposed\n", text.Count(proposed.Steps, "step"))
	for _, why := range proposed.Missing {
		fmt.Fprintln(p.std.out, why)
	}
	return p.writeLesson(do.file, proposed.Text)
}

// referred is how the lesson names its table where it stands, relative to the file; empty if a sample is to be saved.
func (n *newLesson) referred(p *program, t *table) string {
	switch where := p.where(n.from); {
	case where == inDemo:
		return t.source.Name()
	case where != inFile || n.from == standardStream || filepath.Ext(n.from) != snapshotExt, gcs.Is(n.from),
		n.redact.wanted() && t.Sample.How.Redacted == "":
		return ""
	}
	relative, err := filepath.Rel(filepath.Dir(n.file), n.from)
	if err != nil {
		return n.from // parseLesson takes an absolute path as it is
	}
	return filepath.ToSlash(relative)
}

// saving saves the sample of the lesson, redacted unless the user said otherwise, and returns it with its layouts.
func (n *newLesson) saving(ctx context.Context, p *program, t *table, file string) (*sample.Sample, rowkey.Set,
	error) {
	on, set := t.Sample, t.Layouts
	said := func() {}
	if n.redact.wanted() && on.How.Redacted == "" {
		redacted, err := n.redact.apply(ctx, on, set, !t.Declared)
		if err != nil {
			return nil, nil, err
		}
		on, set = redacted.Sample, redacted.Layouts
		said = func() { showRedacted(p.std.out, redacted) }
	}
	if _, err := p.saved(file, on); err != nil {
		return nil, nil, err
	}
	said()
	return on, set, nil
}
