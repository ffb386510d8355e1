package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/spf13/pflag"

	"tabletop/model/crash"
	"tabletop/model/sample"
	"tabletop/sampler/gcs"
)

// batch adds the flags of commands that read and print.
func (f *flags) batch(fs *pflag.FlagSet) {
	f.reading(fs)
	f.told(fs)
	f.precise(fs)
	fs.BoolVar(&f.allowPartial, "allow-partial", false,
		"Accept a read that ended early: exit with 0, or with 3 if a check fails, instead of 4")
}

// precise adds the flag for how narrow an interval is to be.
func (f *flags) precise(fs *pflag.FlagSet) {
	fs.Var(&f.precision, "precision",
		"Read until the 95% confidence interval of the `TARGET` is within this percentage, for example 3% (of "+
			"bytes), rows=1%, or garbage=10%")
}

// endedEarly is the error of a read beside the rows of the sample that did not come to its end. The report is printed
// without what it was to add.
type endedEarly struct{ error }

func (e endedEarly) Unwrap() error { return e.error }

// mark returns s as a sample whose read ended early.
func (e endedEarly) mark(s *sample.Sample) *sample.Sample {
	if s.Partial() != "" {
		return s
	}
	marked := *s
	marked.How.Ending, marked.How.Stopped = sample.EndError,
		"the values of the first segment were not counted to the end"
	return &marked
}

// noteRead remembers whether a sample of source is partial, for the exit code, and prints why. err is what ended the
// read, or nil. After a signal nothing is printed here: the user knows.
func (p *program) noteRead(ctx context.Context, source string, s *sample.Sample, err error) {
	if s.How.Unordered {
		p.warn(sample.LostOrder) // not every format has room for it
	}
	reason := s.Partial()
	if reason == "" {
		return
	}
	p.partial = true
	if fault, ok := errors.AsType[*crash.Error](err); ok {
		p.fault = fault // what was read is printed or saved all the same
	}
	if ctx.Err() != nil {
		return
	}
	switch {
	case err != nil:
		reason = "only part of the table could be read: " + strings.ReplaceAll(err.Error(), "\n", "; ")
	case p.where(source) == inFile && s.Rows() > 0:
		reason = fmt.Sprintf("%s is a partial sample: %s", source, reason)
		if s.How.Redacted == "" && source != standardStream {
			out := source
			if gcs.Is(source) {
				out = path.Base(source) // nothing is written to Cloud Storage
			}
			reason += "; to read the rest: " + commandLine("tabletop", "sample", s.Table.Source, "--continue", source,
				"-o", out)
		}
	}
	p.warn(reason)
	if !p.flags.allowPartial {
		p.warn("--allow-partial accepts what was read")
	}
}
