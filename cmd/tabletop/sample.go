package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
	"tabletop/views/text"
)

func (p *program) sampleCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "sample SOURCE -o FILE",
		Short: "Take a sample and save it",
		Long: `sample reads rows and saves them, with the description of the table, in one file that every other command takes as a
SOURCE. Interrupting it (ctrl+c) saves what was read so far.`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usageError{fmt.Errorf("sample needs -o FILE to save to, for instance -o before%s", snapshotExt)}
			}
			return p.saveSample(cmd.Context(), args[0], out)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "`file` to save to; "+snapshotExt+" is the usual ending")
	p.flags.reading(cmd.Flags())
	return cmd
}

func (p *program) saveSample(ctx context.Context, source, out string) error {
	opts, err := p.flags.options(p.where(source))
	if err != nil {
		return err
	}
	src, err := p.open(ctx, source)
	if err != nil {
		return err
	}
	defer src.Close()
	meter := p.meter()
	s, readErr := src.Sample(ctx, opts, meter.tell)
	meter.done()
	if s == nil {
		return readErr
	}
	if err := snapshot.SaveFile(out, s); err != nil {
		return errors.Join(readErr, err)
	}
	fmt.Fprintf(p.std.out, "%s: %s rows, %s, %s\n", safeLine(out), text.Whole(int64(s.Rows())), text.Bytes(float64(s.Bytes())), howMuch(s))
	return readErr
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
