package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/views/report"
)

// countFlag adds --count to stats, with which it counts rows by their keys and reads nothing else.
func (p *program) countFlag(stats *cobra.Command) {
	count := stats.Flags().Bool("count", false, "Count the rows exactly by their keys, read nothing else, and show "+
		"only their number")
	printed := stats.RunE
	stats.RunE = func(cmd *cobra.Command, args []string) error {
		if !*count {
			return printed(cmd, args)
		}
		if err := checkCount(cmd.Flags()); err != nil {
			return usageError{err}
		}
		return p.printCount(cmd.Context(), args[0], report.Format(cmd.Flag("format").Value.String()))
	}
}

// checkCount reports flags that cannot be combined with --count.
func checkCount(fs *pflag.FlagSet) error {
	for _, name := range []string{"rows", "strategy", "seed", "value-bytes", "precision", "layout", "distinct", "gaps",
		"by", "where", "kind"} {
		if f := fs.Lookup(name); f.Changed && f.Value.String() != string(sample.Everything) {
			return fmt.Errorf("cannot combine --count with --%s: it counts all rows by their keys\nremove one of "+
				"the two", name)
		}
	}
	return nil
}

// printCount counts the rows of source. What was counted before a limit or an error is printed as a lower bound.
func (p *program) printCount(ctx context.Context, source string, format report.Format) error {
	opts, err := p.flags.options(p.where(source))
	if err != nil {
		return err
	}
	reads := p.reads(ctx)
	src, err := p.open(reads, source)
	if err != nil {
		return overtime(reads, source, err)
	}
	defer src.Close()
	counter, ok := src.(sampler.RowCounter)
	if !ok {
		return usageError{&sampler.Error{
			What: fmt.Sprintf("cannot count the rows of %s: it is a saved sample", src.Name()),
			Next: "name the table itself, or leave --count out: stats says how many rows the sample has",
		}}
	}
	meter := p.meter("")
	how, err := counter.CountRows(reads, opts, meter.show)
	meter.done()
	if how.RowsSeen == 0 && (err != nil || how.Stopped != "") {
		return overtime(reads, source, cmp.Or(err, errors.New("no rows were counted: "+how.Stopped)))
	}
	p.noteCount(ctx, &how, err)
	return p.writeReport(func(w io.Writer) error {
		return report.Count(w, src.Name(), &how, p.width(), format)
	})
}

// noteCount remembers whether counting ended early, for the exit code, and prints why. After a signal nothing is
// printed: the user knows.
func (p *program) noteCount(ctx context.Context, how *sample.Provenance, err error) {
	if !how.EndedEarly() {
		return
	}
	p.partial = true
	if ctx.Err() == nil && err != nil {
		p.warn("only part of the table could be counted: " + strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}
