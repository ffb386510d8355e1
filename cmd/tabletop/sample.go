package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/command"
	"tabletop/model/redact"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/views/report"
	"tabletop/views/text"
)

// sampling is what the sample command is asked to do.
type sampling struct {
	source string
	out    string // file to save to
	goOn   string // file of the sample to go on with; empty begins anew
	plan   bool   // print the plan and read nothing
	format report.Format
	redact redaction
}

func (p *program) sampleCommand() *cobra.Command {
	var do sampling
	cmd := &cobra.Command{
		Use:   "sample SOURCE -o FILE",
		Short: "Take a sample and save it, or tell what would be read",
		Long: `sample reads rows and saves them, with the description of the table, in one file that every other command takes as a
SOURCE. Interrupting it (ctrl+c) saves what was read so far; --continue FILE goes on from there on the same plan. A sample
that came to its end is continued with as many rows again, or up to --rows. --plan tells what would be read, and reads nothing.

With --redact the file can be given away: strings in keys, values and qualifiers that are data are replaced by others of the same
length and form, and every figure stays as it is. A saved sample can be redacted later as well: name its file as SOURCE.`,
		Example: `  tabletop sample prod/metrics/METRIC --plan
  tabletop sample prod/metrics/METRIC -o before.tabletop
  tabletop sample prod/metrics/METRIC --continue before.tabletop -o before.tabletop
  tabletop sample before.tabletop --redact -o share.tabletop`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			do.source = args[0]
			if err := do.check(cmd.Flags()); err != nil {
				return usageError{err}
			}
			if do.plan {
				return p.printPlan(cmd.Context(), do)
			}
			return p.saveSample(cmd.Context(), do)
		},
	}
	cmd.Flags().StringVarP(&do.out, "output", "o", "", "`file` to save to; "+snapshotExt+" is the usual ending")
	cmd.Flags().StringVar(&do.goOn, "continue", "", "`file` of a sample of this table to go on with")
	cmd.Flags().BoolVar(&do.plan, "plan", false, "tell what would be read, and read nothing")
	do.redact.sample(cmd.Flags())
	formatFlag(cmd, &do.format, report.PlanFormats()...)
	p.flags.batch(cmd.Flags())
	return cmd
}

// check tells which flags do not go together.
func (s *sampling) check(fs *pflag.FlagSet) error {
	switch {
	case s.plan && (s.out != "" || s.goOn != ""):
		return errors.New("--plan reads nothing, so there is nothing to save or to go on with: leave out -o and --continue")
	case !s.plan && s.out == "":
		return fmt.Errorf("sample needs -o FILE to save to, for instance -o before%s, or --plan to tell what it would read", snapshotExt)
	case !s.plan && fs.Changed("format"):
		return errors.New("--format is about --plan: a sample is saved in a form of its own")
	case s.redact.check() != nil:
		return s.redact.check()
	case s.goOn == "":
		return nil
	}
	for _, name := range settled() {
		if fs.Changed(name) {
			return fmt.Errorf("--%s was settled when %s was taken: with --continue only --rows, --bytes, --time and the rates can be given", name, s.goOn)
		}
	}
	return nil
}

// printPlan tells what would be read.
func (p *program) printPlan(ctx context.Context, do sampling) error {
	opts, err := p.flags.options(p.where(do.source))
	if err != nil {
		return err
	}
	src, err := p.open(ctx, do.source)
	if err != nil {
		return err
	}
	defer src.Close()
	planner, err := planning(src)
	if err != nil {
		return err
	}
	plan, err := planner.Plan(ctx, opts)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(p.std.out)
	if err := report.Plan(w, src.Name(), &plan, opts, p.width(), do.format); err != nil {
		return err
	}
	return w.Flush()
}

// planning is src as one whose reads are planned; a saved sample is not.
func planning(src sampler.Source) (sampler.Planner, error) {
	planner, ok := src.(sampler.Planner)
	if !ok {
		return nil, usageError{&sampler.Error{
			What: fmt.Sprintf("%s is a saved sample: all of it is here, and nothing of a table is read", src.Name()),
			Next: "name the table itself, as PROJECT/INSTANCE/TABLE or demo:NAME",
		}}
	}
	return planner, nil
}

// saveSample reads what a person named.
func (p *program) saveSample(ctx context.Context, do sampling) error {
	if isStandardOutput(do.out) && isTerminal(p.std.out) {
		return usageError{fmt.Errorf("a sample cannot be shown on a terminal\nsend it to a file, for example: %s", commandLine("tabletop", "sample", do.source, "-o", "before"+snapshotExt))}
	}
	if err := p.writable(do.out); err != nil {
		return err
	}
	opts, err := p.flags.options(p.where(do.source))
	if err != nil {
		return err
	}
	src, err := p.open(ctx, do.source)
	if err != nil {
		return err
	}
	defer src.Close()
	return p.save(ctx, src, do, opts)
}

// save reads and saves. What could be read is saved whatever ended the read.
func (p *program) save(ctx context.Context, src sampler.Source, do sampling, opts sample.Options) error {
	meter := p.meter()
	var s *sample.Sample
	var readErr error
	if do.goOn != "" {
		s, readErr = p.goOn(ctx, src, do.goOn, opts, meter)
	} else {
		p.tellPlan(ctx, src, opts, meter)
		s, readErr = src.Sample(ctx, opts, meter.tell)
	}
	meter.done()
	if s == nil {
		return readErr
	}
	var redacted *redact.Result
	if do.redact.wanted && s.How.Redacted == "" {
		var err error
		if redacted, err = do.redact.of(context.WithoutCancel(ctx), s, nil, false); err != nil {
			return errors.Join(readErr, err)
		}
		s = redacted.Sample
	}
	p.noteRead(ctx, do.source, s, readErr)
	if err := p.writeSample(do.out, s); err != nil {
		return err
	}
	said := p.std.out
	if isStandardOutput(do.out) {
		said = p.std.err
	}
	fmt.Fprintf(said, "%s: %s, %s, %s\n", safeLine(do.out), text.Count(s.Rows(), "row"), text.Bytes(float64(s.Bytes())), howMuch(s))
	if redacted != nil {
		tellRedacted(said, redacted)
	} else if s.How.Stopped != "" && !isStandardOutput(do.out) {
		fmt.Fprintf(p.std.err, "tabletop: to continue: %s\n", commandLine("tabletop", "sample", do.source, "--continue", do.out, "-o", do.out))
	}
	return nil
}

// tellPlan tells a person at a terminal what is going to be read. A plan that cannot be made is not told: the read will
// say why.
func (p *program) tellPlan(ctx context.Context, src sampler.Source, opts sample.Options, m *meter) {
	planner, ok := src.(sampler.Planner)
	if !ok || m.out == nil {
		return
	}
	m.tell(sample.Progress{Stage: "planning", Fraction: -1})
	plan, err := planner.Plan(ctx, opts)
	m.done()
	if err == nil {
		fmt.Fprintln(m.out, safeLine(text.PlanLine(&plan)))
	}
}

// goOn goes on with the sample in a file: to the end of its plan, or with as many rows again.
func (p *program) goOn(ctx context.Context, src sampler.Source, file string, opts sample.Options, m *meter) (*sample.Sample, error) {
	planner, err := planning(src)
	if err != nil {
		return nil, err
	}
	before, err := p.openFile(ctx, file)
	if err != nil {
		return nil, err
	}
	if err := continues(before, src, file); err != nil {
		return nil, err
	}
	if isDemo(src.Name()) {
		fmt.Fprintln(p.std.err, "tabletop: a demo is made anew whenever it is opened, and times in it have moved on since the sample was saved")
	}
	if p.flags.rows == 0 {
		opts.Rows = before.How.Options.Rows
		if before.How.Stopped == "" {
			opts.Rows = 2 * int64(before.Rows())
		}
	}
	return planner.Continue(ctx, before, opts, m.tell)
}

// continues says why the sample in file cannot be gone on with by reading src; nil when it can.
func continues(before *sample.Sample, src sampler.Source, file string) error {
	switch {
	case before.How.Redacted != "":
		return &sampler.Error{What: fmt.Sprintf("%s is redacted: its rows are not those of the table any more", file),
			Next: "take a sample of its own, or go on with the one that was redacted"}
	case before.Table.Source != src.Name():
		return &sampler.Error{
			What: fmt.Sprintf("%s is a sample of %s, not of %s", file, before.Table.Source, src.Name()),
			Next: "continue it with: " + commandLine("tabletop", "sample", before.Table.Source, "--continue", file),
		}
	case before.How.Complete:
		return &sampler.Error{What: fmt.Sprintf("%s has every row that was asked for: there is nothing to go on with", file)}
	}
	return nil
}

// commandLine returns words as a command to paste; where no line can hold them, they are shown escaped.
func commandLine(words ...string) string {
	line, err := command.Shell(words...)
	if err != nil {
		return safeLine(strings.Join(words, " "))
	}
	return line
}

// howMuch tells in words what part of the table a sample is.
func howMuch(s *sample.Sample) string {
	switch {
	case s.How.Complete:
		return "the whole table"
	case s.How.Stopped != "":
		return "incomplete: " + safeLine(s.How.Stopped)
	case s.How.Strategy == sample.Head:
		return "the first rows of the table"
	}
	return "a sample"
}
