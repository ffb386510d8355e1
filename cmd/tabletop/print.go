package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"tabletop/views/report"
)

// formatFlag adds --format; the first of formats is the default.
func formatFlag[F ~string](cmd *cobra.Command, to *F, formats ...F) {
	*to = formats[0]
	value := &choice[F]{to, formats}
	names := value.formats()
	cmd.Flags().Var(value, "format", "Output `FORMAT`: "+listed(names, "or"))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// choice is a flag with a closed list of values.
type choice[F ~string] struct {
	to  *F
	all []F
}

func (c *choice[F]) String() string { return string(*c.to) }
func (c *choice[F]) Type() string   { return "format" }

// formats returns the values.
func (c *choice[F]) formats() []string {
	names := make([]string, len(c.all))
	for i, f := range c.all {
		names[i] = string(f)
	}
	return names
}

func (c *choice[F]) Set(s string) error {
	if !slices.Contains(c.all, F(s)) {
		return errors.New(listed(c.formats(), "or"))
	}
	*c.to = F(s)
	return nil
}

// printing returns a subcommand that loads SOURCE and writes one report.
func (p *program) printing(use, short, long, example string, formats []report.Format, more step,
	write func(io.Writer, report.Input, report.Format) error) *cobra.Command {
	var format report.Format
	cmd := &cobra.Command{
		Use:     use + " SOURCE",
		Short:   short,
		Long:    long,
		Example: example,
		Args:    exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.print(cmd.Context(), args[0], more, func(w io.Writer, in report.Input) error {
				return write(w, in, format)
			})
		},
	}
	formatFlag(cmd, &format, formats...)
	p.flags.written(cmd.Flags())
	p.flags.batch(cmd.Flags())
	p.flags.narrowed(cmd.Flags())
	return cmd
}

// step adds to a report what the rows read do not show.
type step func(context.Context, *table, *report.Input) error

// both does one step after the other.
func both(first, second step) step {
	return func(ctx context.Context, t *table, in *report.Input) error {
		if err := first(ctx, t, in); err != nil {
			return err
		}
		return second(ctx, t, in)
	}
}

// print loads a table and writes a report of it; more may be nil.
func (p *program) print(ctx context.Context, source string, more step,
	write func(io.Writer, report.Input) error) error {
	table, err := p.load(ctx, source)
	if err != nil {
		return err
	}
	defer table.source.Close()
	in := p.input(table)
	if more != nil {
		err := more(p.reads(ctx), table, &in)
		var early endedEarly
		if errors.As(err, &early) {
			in.Analysis = table.WithSample(early.mark(table.Sample))
			p.noteRead(ctx, source, in.Sample, err)
		} else if err != nil {
			return err
		}
	}
	return p.writeReport(func(w io.Writer) error { return write(w, in) })
}

func (p *program) schemaCommand() *cobra.Command {
	var cmd *cobra.Command
	declare := func(_ context.Context, _ *table, in *report.Input) error {
		format := report.Format(cmd.Flags().Lookup("format").Value.String())
		if format != report.BigQuery && format != report.Spark {
			return nil
		}
		notes, err := report.ExternalNotes(in, format)
		for _, note := range notes {
			p.warn(note)
		}
		return err
	}
	cmd = p.printing("schema", "Show how the row keys are built",
		"schema infers the layouts of the row keys from a sample, or checks those given\n"+
			"with --layout, and prints them. --format template prints one template per line,\n"+
			"which --layout accepts. Read-only.\n\n"+
			"--format bigquery prints the definition of an external table, and --format spark\n"+
			"the catalog of the Bigtable connector for Spark, with the types and encodings of\n"+
			"the values that were read. What they cannot know is written to standard error.",
		"  tabletop schema demo:meters\n"+
			"  tabletop schema prod/metrics/METRIC --format template > metric.templates\n"+
			"  tabletop schema prod/metrics/METRIC --layout @metric.templates\n"+
			"  tabletop schema prod/metrics/METRIC --format bigquery > metric.json",
		report.SchemaFormats(), declare, report.Schema)
	return cmd
}

func (p *program) decodeCommand() *cobra.Command {
	return p.printing("decode", "Split each sampled row key into typed segments",
		"decode prints each sampled row key, split into typed segments by the inferred\n"+
			"layouts or those given with --layout. --format jsonl prints one JSON object per\n"+
			"key; offsets are bytes of the key, and a key that no layout matches has no\n"+
			"segments. Read-only.",
		"  tabletop decode demo:meters --rows 100\n"+
			"  tabletop decode before.tabletop --format jsonl",
		report.DecodeFormats(), nil, report.Decode)
}

func (p *program) statsCommand() *cobra.Command {
	var count distinct
	var gap missing
	cmd := p.printing("stats", "Report sizes and counts of rows, columns, and segments",
		"stats reports sizes and counts of rows, columns, cells, and key segments from a\n"+
			"sample of the table. With --strategy everything all rows are read and the counts\n"+
			"are exact. --distinct counts the values of the keys' first segment exactly\n"+
			"without reading all rows: it skips from one value to the next. --count counts\n"+
			"all rows by their keys and shows only their number, as cbt count does.\n"+
			"--gaps lists missing periods or numbers where all rows were read, of a sample\n"+
			"within the key ranges of which they were. Read-only.",
		"  tabletop stats demo:meters\n"+
			"  tabletop stats demo:meters --count\n"+
			"  tabletop stats all.tabletop --gaps at --by device\n"+
			"  tabletop stats prod/metrics/METRIC --format json --rows-per-second 2000\n"+
			"  tabletop stats - < before.tabletop",
		report.StatsFormats(), both(gap.find, count.count), report.Stats)
	count.flag(cmd.Flags())
	gap.flags(cmd.Flags())
	p.countFlag(cmd)
	return cmd
}
