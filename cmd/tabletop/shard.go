package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/files"
	"tabletop/sampler/shards"
	"tabletop/views/text"
)

// sharding holds the flags that divide a read of all rows among machines.
type sharding struct {
	shard   shardNumber
	planOut string // file to write the plan to
	planIn  string // file of the plan
}

func (s *sharding) add(fs *pflag.FlagSet) {
	fs.Var(&s.shard, "shard", "Read all rows of shard `K/N` of the table, for example 7/64, and count them")
	fs.StringVar(&s.planOut, "shard-plan-out", "", "`FILE` to write a plan for shards to, made from a sample of the table")
	fs.StringVar(&s.planIn, "shard-plan", "", "`FILE` of the plan that all shards share")
}

func (s *sharding) wanted() bool { return s.shard.n > 0 || s.planOut != "" || s.planIn != "" }

// shardNumber is a flag value such as 7/64; the zero value is none.
type shardNumber struct{ k, n int }

func (s *shardNumber) String() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.k, s.n)
}

func (s *shardNumber) Type() string { return "shard" }

func (s *shardNumber) Set(text string) error {
	first, second, _ := strings.Cut(text, "/")
	k, err := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if err != nil || err2 != nil || k < 1 || k > n || n > shards.Max {
		return fmt.Errorf("K/N with K from 1 to N and N at most %d, for example 7/64", shards.Max)
	}
	s.k, s.n = k, n
	return nil
}

// checkShard reports flags that cannot be combined.
func (s *sampling) checkShard(fs *pflag.FlagSet) error {
	d := &s.shard
	switch {
	case s.goOn != "":
		return errors.New("cannot combine --continue with shards: a shard is read again as a whole\nremove --continue")
	case s.redact.wanted:
		return errors.New("cannot combine --redact with shards: redacted shards do not merge\nmerge them first, then run: tabletop sample FILE --redact -o FILE")
	case fs.Changed("strategy") && fs.Lookup("strategy").Value.String() != string(sample.Everything):
		return errors.New("cannot combine --strategy with shards: all rows are read\nremove --strategy")
	case d.planIn != "" && d.planOut != "":
		return errors.New("cannot combine --shard-plan with --shard-plan-out: a plan is made once\nremove one of them")
	case s.plan:
		return errors.New("cannot combine --plan with shards: a shard reads all rows of its key range\nremove --plan")
	case s.out == "" && (d.planOut == "" || d.shard.n > 0):
		return fmt.Errorf("missing --output: a shard is saved to a file\nadd, for example, -o part-%d%s", max(1, d.shard.k), snapshotExt)
	}
	if d.planIn == "" {
		return nil
	}
	for _, name := range append(settled(), "rows") {
		if name != "strategy" && fs.Changed(name) {
			return fmt.Errorf("cannot combine --%s with --shard-plan: the plan settles it\nremove --%s, or make another plan", name, name)
		}
	}
	return nil
}

// readShard makes a plan, or reads by one, or both.
func (p *program) readShard(ctx context.Context, do sampling) error {
	if do.out != "" {
		if isStandardOutput(do.out) && isTerminal(p.std.out) {
			return usageError{errors.New("cannot write a shard to a terminal: it is a binary file\nname a file with -o")}
		}
		if err := p.writable(do.out); err != nil {
			return err
		}
	}
	opts, err := p.shardOptions(do.source)
	if err != nil {
		return err
	}
	src, err := p.open(ctx, do.source)
	if err != nil {
		return err
	}
	defer src.Close()
	if do.shard.shard.n > 1 || do.shard.planIn != "" {
		p.noteDemo(src) // serve it with tabletop emulator to read it more than once
	}
	table, ok := src.(sampler.Table)
	if !ok {
		return usageError{&sampler.Error{What: fmt.Sprintf("cannot divide a read of %s: it is a saved sample", src.Name()),
			Next: "name the table itself, for example PROJECT/INSTANCE/TABLE or demo:NAME"}}
	}
	job, err := p.shardJob(ctx, do, table, opts)
	if err != nil || do.out == "" {
		return err
	}
	return p.countShard(ctx, do, table, job, opts)
}

// shardOptions returns the reading flags as options of a read of all rows, which keeps as many as a sample has.
func (p *program) shardOptions(source string) (sample.Options, error) {
	p.flags.strategy = string(sample.Everything)
	opts, err := p.flags.options(p.where(source))
	if opts.Rows == 0 {
		opts.Rows = usualRows(p.where(source))
	}
	return opts, err
}

// shardJob returns what all shards share: read from a file, made from a sample, or derived from the table's sections alone.
func (p *program) shardJob(ctx context.Context, do sampling, src sampler.Table, opts sample.Options) (*shards.Job, error) {
	switch d := &do.shard; {
	case d.planIn != "":
		data, err := files.Read(d.planIn, int64(p.flags.maxMemory))
		if err != nil {
			return nil, fmt.Errorf("cannot read the shard plan: %w\ncheck the path of --shard-plan", err)
		}
		job, err := shards.Decode(data, d.planIn)
		if err == nil && job.Table.Source != src.Name() {
			err = &sampler.Error{What: fmt.Sprintf("cannot use %s: it is a plan for %s, not for %s", d.planIn, job.Table.Source, src.Name()),
				Next: "make a plan with: " + commandLine("tabletop", "sample", src.Name(), "--shard-plan-out", "FILE")}
		}
		return job, err
	case d.planOut != "":
		return p.makeShardPlan(ctx, do, src, opts)
	}
	t, err := src.Describe(ctx)
	return &shards.Job{Plan: census.Plan{Options: opts}.Normalize(), Table: t}, err
}

// makeShardPlan makes a plan from a sample of the table and writes it.
func (p *program) makeShardPlan(ctx context.Context, do sampling, src sampler.Table, opts sample.Options) (*shards.Job, error) {
	meter := p.meter()
	job, s, err := shards.NewJob(ctx, src, opts, meter.show)
	meter.done()
	if err != nil {
		return nil, fmt.Errorf("cannot make a plan: %w", err)
	}
	data, err := job.Encode()
	if err != nil {
		return nil, err
	}
	if err := files.Write(do.shard.planOut, files.Private, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
		return nil, fmt.Errorf("cannot write --shard-plan-out: %w\nname a file in a directory that exists and that you may write to", err)
	}
	fmt.Fprintf(p.std.err, "tabletop: %s: a plan for %s, made from %s\n", safeLine(do.shard.planOut), safeLine(src.Name()), text.Count(s.Rows(), "row"))
	return job, nil
}

// countShard reads a shard, or all rows, by the job, and saves what they come to.
func (p *program) countShard(ctx context.Context, do sampling, src sampler.Table, job *shards.Job, limits sample.Options) error {
	d, opts := do.shard.shard, job.All(limits)
	if d.n > 0 {
		opts = job.Options(d.k, d.n, limits)
	}
	meter := p.meter()
	s, readErr := src.Count(ctx, job.Table, job.Plan, opts, meter.show)
	meter.done()
	if s == nil {
		return readErr
	}
	if d.n > 0 {
		s = job.Part(s, d.k, d.n)
	} else {
		s = shards.Final(s)
	}
	if reason := s.Partial(); reason != "" {
		p.partial = true
		p.remark(fmt.Sprintf("%s has no counts and cannot be merged: %s; read it again", do.out, reason))
	}
	_, err := p.saved(do.out, s)
	return err
}
