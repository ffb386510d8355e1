package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// sampling holds the flags of the sample command.
type sampling struct {
	source string
	out    string // file to save to
	goOn   string // file of the sample to continue; empty starts a new one
	plan   bool   // print the plan and read nothing
	format report.Format
	redact redaction
}

func (p *program) sampleCommand() *cobra.Command {
	var do sampling
	cmd := &cobra.Command{
		Use:   "sample SOURCE -o FILE",
		Short: "Save a sample of a table, or show what would be read",
		Long: `sample reads rows and saves them, with the description of the table, in one file
that every other command accepts as SOURCE. If you interrupt it (Ctrl+C), it
saves the rows read so far; --continue FILE resumes the same plan. A finished
sample is continued to twice as many rows, or to --rows. --plan shows what would
be read and reads nothing. The table itself is never changed.

With --redact the file can be shared: strings in keys, values, and names that
are data are replaced with strings of the same length and format, and every
figure of the rows stays the same. Redacted keys keep their order: whoever holds
the list of the names in them can sort it beside them, and knows who is who.
--redact=unordered gives them another order, and no figure of order is the
table's then. To redact a saved sample later, name its file
as SOURCE. -o - writes to standard output.

With --strategy everything and --rows, all rows are read and counted, and that
many of them are kept: the file has exact figures of the table, by a plan that
is made from a sample first. If it is interrupted, --continue counts the rest,
to the same figures. To count a table on more machines, use tabletop-beam.`,
		Example: `  tabletop sample prod/metrics/METRIC --plan
  tabletop sample prod/metrics/METRIC -o before.tabletop
  tabletop sample prod/metrics/METRIC --continue before.tabletop -o before.tabletop
  tabletop sample prod/metrics/METRIC --strategy everything --rows 20000 -o counted.tabletop
  tabletop sample before.tabletop --redact -o share.tabletop
  tabletop sample before.tabletop --redact=unordered --keep-names 'sku_.*' -o share.tabletop`,
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
	cmd.Flags().StringVarP(&do.out, "output", "o", "",
		"`FILE` to save to, usually with the extension "+snapshotExt+"; - means standard output")
	cmd.Flags().StringVar(&do.goOn, "continue", "", "`FILE` of a sample of this table to continue")
	cmd.Flags().BoolVar(&do.plan, "plan", false, "Show what would be read, and read nothing")
	do.redact.sample(cmd.Flags())
	withoutShards(cmd.Flags())
	formatFlag(cmd, &do.format, report.PlanFormats()...)
	p.flags.batch(cmd.Flags())
	return cmd
}

// check reports flags that cannot be combined.
func (s *sampling) check(fs *pflag.FlagSet) error {
	switch {
	case s.goOn != "" && fs.Changed("precision"):
		return errors.New("cannot combine --precision with --continue: a sample that is continued has its own " +
			"plan\nremove --continue to read a new sample")
	case s.plan && (s.out != "" || s.goOn != ""):
		return errors.New("cannot combine --plan with --output or --continue: --plan reads nothing\nremove --plan, " +
			"or the other flags")
	case !s.plan && s.out == "":
		return fmt.Errorf("missing --output: a sample is saved to a file\nadd, for example, -o before%s, or --plan "+
			"to show what would be read", snapshotExt)
	case !s.plan && fs.Changed("format"):
		return errors.New("cannot use --format without --plan: a sample has one file format\nremove --format, or add " +
			"--plan")
	}
	if err := s.redact.check(); err != nil || s.goOn == "" {
		return err
	}
	for _, name := range settled() {
		if fs.Changed(name) {
			return fmt.Errorf("cannot combine --%s with --continue: %s keeps the value that it was started "+
				"with\nonly --rows, --bytes, --time, and the rates can change", name, s.goOn)
		}
	}
	return nil
}

// printPlan shows what would be read.
func (p *program) printPlan(ctx context.Context, do sampling) error {
	opts, err := p.flags.options(p.where(do.source))
	if err != nil {
		return err
	}
	reads := p.reads(ctx)
	src, err := p.open(reads, do.source)
	if err != nil {
		return overtime(reads, do.source, err)
	}
	defer src.Close()
	planner, err := planning(src)
	if err != nil {
		return err
	}
	plan, err := p.makePlan(reads, planner, opts)
	if err != nil {
		return overtime(reads, do.source, err)
	}
	return p.write(standardStream,
		func(w io.Writer) error { return report.Plan(w, src.Name(), &plan, opts, p.width(), do.format) })
}

// planning returns src as a planner; reads of a saved sample are not planned.
func planning(src sample.Source) (sample.Planner, error) {
	planner, ok := src.(sample.Planner)
	if !ok {
		return nil, usageError{&sampler.Error{
			What: fmt.Sprintf("cannot plan a read of %s: it is a saved sample", src.Name()),
			Next: "name the table itself, for example PROJECT/INSTANCE/TABLE or demo:NAME",
		}}
	}
	return planner, nil
}

// saveSample reads a sample of the source and saves it.
func (p *program) saveSample(ctx context.Context, do sampling) error {
	if isStandardOutput(do.out) && isTerminal(p.std.out) {
		return usageError{fmt.Errorf("cannot write a sample to a terminal: it is a binary file\nwrite it to a file, "+
			"for example: %s", commandLine("tabletop", "sample", do.source, "-o", "before"+snapshotExt))}
	}
	if isStandardOutput(do.out) && isClosed(p.std.out) {
		return errors.New("cannot write the sample to standard output: it is closed\n" +
			"redirect it to a file, or name one with -o")
	}
	if err := p.writable(do.out); err != nil {
		return err
	}
	opts, err := p.flags.options(p.where(do.source))
	if err != nil {
		return err
	}
	src, err := p.open(p.reads(ctx), do.source)
	if err != nil {
		return overtime(p.reads(ctx), do.source, err)
	}
	defer src.Close()
	return p.save(ctx, src, do, opts)
}

// save reads and saves. The rows that were read are saved, whatever ended the read.
func (p *program) save(ctx context.Context, src sample.Source, do sampling, opts sample.Options) error {
	meter, reads := p.meter(""), p.reads(ctx)
	var sampled *sample.Sample
	var readErr error
	if do.goOn != "" {
		sampled, readErr = p.goOn(reads, src, do.goOn, opts, meter)
		p.noteUncounted(sampled)
	} else {
		p.showPlan(reads, src, opts, meter)
		sampled, readErr = p.readSample(reads, src, opts, meter)
	}
	meter.done()
	if sampled == nil {
		return overtime(reads, do.source, readErr)
	}
	var redacted *redact.Result
	if do.redact.wanted() && sampled.How.Redacted == "" {
		var err error
		if redacted, err = do.redact.apply(context.WithoutCancel(ctx), sampled, nil, false); err != nil {
			return errors.Join(readErr, err)
		}
		if len(sampled.Sections()) > 0 {
			p.warn(fmt.Sprintf("the redacted file has no counts of all rows, because they name keys and values: its "+
				"figures are those of the %s kept", text.Count(sampled.Rows(), "row")))
		}
		sampled = redacted.Sample
	}
	p.noteRead(ctx, do.source, sampled, readErr)
	said, err := p.saved(do.out, sampled)
	if err != nil {
		return err
	}
	if redacted != nil {
		showRedacted(said, redacted)
	} else if sampled.How.Stopped != "" && !isStandardOutput(do.out) {
		p.warn("to continue: " + commandLine("tabletop", "sample", do.source, "--continue", do.out, "-o", do.out))
	}
	return nil
}

// saved writes the sample to the path of --output and states what it is. It returns where that was stated.
func (p *program) saved(out string, s *sample.Sample) (said io.Writer, err error) {
	if err := p.writeSample(out, s); err != nil {
		return nil, err
	}
	said = p.std.out
	if isStandardOutput(out) {
		said = p.remarks()
	}
	fmt.Fprintf(said, "%s: %s, %s, %s\n", safeLine(out), text.Count(s.Rows(), "row"), text.Bytes(float64(s.Bytes())),
		howMuch(s))
	return said, nil
}

// showPlan shows what is going to be read if standard error is a terminal. A plan that cannot be made is not shown: the
// read returns the error.
func (p *program) showPlan(ctx context.Context, src sample.Source, opts sample.Options, m *meter) {
	planner, ok := src.(sample.Planner)
	if !ok || !m.onTerminal() {
		return
	}
	m.show(sample.Progress{Stage: "planning", Fraction: -1})
	plan, err := p.makePlan(ctx, planner, opts)
	m.done()
	if err == nil {
		fmt.Fprintln(m.out, safeLine(text.PlanLine(&plan)))
	}
}

// goOn continues the sample in a file: to the end of its plan, or to twice as many rows.
func (p *program) goOn(ctx context.Context, src sample.Source, file string, opts sample.Options,
	m *meter) (*sample.Sample, error) {
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
	p.noteGenerated(src)
	if p.flags.rows == 0 {
		opts.Rows = before.How.Options.Rows
		if before.How.Stopped == "" {
			opts.Rows = 2 * int64(before.Rows())
		}
	}
	return planner.Continue(ctx, before, opts, m.show)
}

// noteUncounted states that a read of all rows that was continued did not count them: only rows kept are in the file
// that it continued.
func (p *program) noteUncounted(s *sample.Sample) {
	if s != nil && s.How.Strategy == sample.Everything && s.Partial() == "" && !s.How.Complete &&
		len(s.Sections()) == 0 {
		p.warn(fmt.Sprintf("all %s were read, but not counted, because the read was continued: figures are estimates "+
			"from the %s kept; "+
			"to count all rows, read the table again", text.Count(s.How.RowsSeen, "row"), text.Count(s.Rows(), "row")))
	}
}

// noteGenerated states that a generated table is not the one that was read before.
func (p *program) noteGenerated(src sample.Source) {
	switch {
	case isDemo(src.Name()):
		p.warn("a demo is generated each time it is opened, so its times are later than those in the sample")
	case isSpec(src.Name()):
		if read, err := p.parseSpec(src.Name()); err == nil && read.End.IsZero() {
			p.warn("a specification whose end is now is generated each time it is opened, so its times are later " +
				"than those in the sample")
		}
	}
}

// continues returns an error that states why the sample in file cannot be continued from src; nil if it can.
func continues(before *sample.Sample, src sample.Source, file string) error {
	switch {
	case before.How.Redacted != "":
		return &sampler.Error{What: fmt.Sprintf("cannot continue %s: it is redacted, so its rows are not those of "+
			"the table", file),
			Next: "save a new sample, or continue the sample that was redacted"}
	case before.Table.Source != src.Name():
		return &sampler.Error{
			What: fmt.Sprintf("cannot continue %s: it is a sample of %s, not of %s", file, before.Table.Source,
				src.Name()),
			Next: "continue it with: " + commandLine("tabletop", "sample", before.Table.Source, "--continue", file),
		}
	case before.How.Complete:
		return &sampler.Error{What: fmt.Sprintf("cannot continue %s: it has every row that was requested", file),
			Next: "use it as it is, or save a new sample"}
	}
	return nil
}

// commandLine returns words as a command to paste, or escaped where no command line can hold them.
func commandLine(words ...string) string {
	line, err := command.Shell(words...)
	if err != nil {
		return safeLine(strings.Join(words, " "))
	}
	return line
}

// howMuch describes what part of the table a sample holds.
func howMuch(s *sample.Sample) string {
	switch {
	case s.How.Complete:
		return "the whole table"
	case s.How.Stopped != "":
		return "incomplete: " + safeLine(s.How.Stopped)
	case s.How.Strategy == sample.Head:
		return "the first rows of the table"
	case len(s.Sections()) > 0:
		return "counted over " + text.Count(int(s.How.RowsSeen), "row")
	}
	return "a sample"
}
