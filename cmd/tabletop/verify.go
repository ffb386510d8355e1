package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/candidate"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/verify"
	"tabletop/sampler"
	"tabletop/views/report"
	"tabletop/views/text"
)

// listedDifferences is how many cells that differ are listed, and heldForNaming how many bytes of old rows are held to
// name them.
const (
	listedDifferences = 100
	heldForNaming     = 256 << 20
)

// verifying holds the flags of verify.
type verifying struct {
	format     report.Format
	layouts    []string
	from       []string
	timestamps verify.Timestamps
	margin     string
}

func (p *program) verifyCommand() *cobra.Command {
	var v verifying
	cmd := &cobra.Command{
		Use:   "verify OLD NEW --layout TEMPLATE",
		Short: "Prove that a table holds another under new row keys",
		Long: `verify proves that the table NEW holds what the table OLD holds, under the row
keys of --layout, as after a migration. It reads all cells of both tables on all
cores, computes the new key of each old row, and compares sums of keyed hashes.
If they differ, it reads both tables again and names the cells that are missing,
extra, or changed. The exit code is 0 if the tables are equal, 3 if they differ,
and 4 if that could not be proved, because not all rows were read.

Cells that a policy of either table takes are left out of both. Old rows whose
keys no layout of --from decodes are counted as quarantined, and not looked for
in NEW. Without --from, the layouts of the old keys are inferred from a sample.
OLD must stand still meanwhile: a delete leaves no trace in a table. Read-only.`,
		Example: `  tabletop verify demo:domains demo:domains --layout '{key()}'
  tabletop verify prod/shop/orders prod/shop/new --layout '{order}#{date}' --from '{date}#{order}'
  tabletop verify prod/shop/orders prod/shop/new --layout @new --since 2h --timestamps ignore`,
		Args: exactly(2, "two SOURCEs, the old table first"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.verify(cmd.Context(), args[0], args[1], v) },
	}
	fs := cmd.Flags()
	fs.StringArrayVar(&v.layouts, "layout", nil,
		"`TEMPLATE` of the new row keys, or @FILE of templates; can be repeated, one per record kind")
	fs.StringArrayVar(&v.from, "from", nil,
		"`TEMPLATE` of the old row keys, or @FILE of templates, used instead of inference; can be repeated, one per "+
			"record kind")
	v.timestamps = verify.Exact
	modes := &choice[verify.Timestamps]{&v.timestamps, []verify.Timestamps{verify.Exact, verify.Ignore}}
	fs.Var(modes, "timestamps", "`MODE` of comparing the times of cells: exact, or ignore to compare only the order "+
		"of versions, for writes whose times the servers set")
	_ = cmd.RegisterFlagCompletionFunc("timestamps",
		cobra.FixedCompletions(modes.formats(), cobra.ShellCompDirectiveNoFileComp))
	fs.StringVar(&p.flags.since, "since", "",
		"Compare only cells from this `TIME` on, for example 2026-11-20T14:00:00Z, 2026-11-20, or an age such as 2h")
	fs.StringVar(&p.flags.until, "until", "", "Compare only cells before this `TIME`, written as for --since")
	fs.StringVar(&v.margin, "gc-margin", "1h",
		"Leave out cells that a policy takes within this `DURATION` from now, which is to be longer than the reads")
	p.flags.rates(fs)
	formatFlag(cmd, &v.format, report.VerifyFormats()...)
	p.flags.written(fs)
	return cmd
}

// verified is a table that is compared.
type verified struct {
	name   string
	source sampler.AllReader
	about  sample.Table
}

// comparison is a run of verify.
type comparison struct {
	*program
	old, new verified
	opts     sample.Options // of each read
	check    *verify.Check
	report   report.VerifyInput
}

func (p *program) verify(ctx context.Context, before, after string, v verifying) error {
	run := &comparison{program: p, opts: sample.Options{Strategy: sample.Everything, Keep: math.MaxInt32,
		FiguresOnly: true, RowsPerSecond: p.flags.rowsPerSecond.perSecond,
		BytesPerSecond: p.flags.bytesPerSecond.perSecond}}
	run.report = report.VerifyInput{Started: p.started, Timestamps: v.timestamps, Width: p.width()}
	if err := run.asked(v); err != nil {
		return err
	}
	if p.demosAsOf.IsZero() {
		p.demosAsOf = p.started // two demos are of one moment
	}
	var err error
	if run.old, err = run.openWhole(ctx, before); err != nil {
		return err
	}
	defer run.old.source.Close()
	if run.new, err = run.openWhole(ctx, after); err != nil {
		return err
	}
	defer run.new.source.Close()
	if err := run.prepare(ctx, v); err != nil {
		return err
	}
	if run.report.Result, err = run.compare(ctx); err != nil {
		return err
	}
	return run.print(v.format)
}

// print writes the report. Its error is that of a check if the tables differ.
func (c *comparison) print(format report.Format) error {
	c.report.Old, c.report.New = c.old.source.Name(), c.new.source.Name()
	c.report.Read, c.report.Took = c.opts, time.Since(c.started)
	err := c.writeReport(func(w io.Writer) error { return report.Verify(w, c.report, format) })
	switch c.report.Result.Verdict() {
	case verify.Unproved:
		c.partial = true
	case verify.Different:
		err = errors.Join(err, checkError("the tables differ"))
	}
	return err
}

// asked reads the flags, before anything is opened.
func (c *comparison) asked(v verifying) error {
	var err error
	if c.report.Layouts, err = candidates(v.layouts, readSmall); err != nil {
		return err
	}
	if err := c.flags.cells(&c.opts, c.started); err != nil {
		return usageError{err}
	}
	if c.inTime() && slices.ContainsFunc(c.report.Layouts, (*candidate.Candidate).NeedsValues) {
		return usageError{errors.New("cannot combine --since or --until with a layout that has a column in its keys: " +
			"the cell may be outside of that time\ncompare all cells")}
	}
	if c.report.Margin, err = age(v.margin); err != nil {
		return usageError{fmt.Errorf("invalid value %q for --gc-margin: must be a duration, for example 1h, 90m, or 2d",
			v.margin)}
	}
	c.report.AsOf = c.started.Add(c.report.Margin)
	if len(v.from) > 0 {
		c.report.Current, err = declaredBy("--from", v.from, c.codecs, c.readLayouts)
	}
	return err
}

// openWhole opens a table that can be read in full, and describes it.
func (c *comparison) openWhole(ctx context.Context, name string) (verified, error) {
	src, err := c.open(ctx, name)
	if err != nil {
		return verified{}, err
	}
	table, ok := src.(sampler.AllReader)
	if !ok {
		return verified{}, errors.Join(usageError{&sampler.Error{
			What: fmt.Sprintf("cannot verify %s: it is a saved sample, which has only the first bytes of values",
				src.Name()),
			Next: "name the table itself",
		}}, src.Close())
	}
	about, err := table.Describe(ctx)
	if err != nil {
		return verified{}, errors.Join(err, src.Close())
	}
	return verified{name, table, about}, nil
}

// prepare finds the layouts of the old keys, and what is compared.
func (c *comparison) prepare(ctx context.Context, v verifying) error {
	if c.report.Current == nil {
		if err := c.currentLayouts(ctx); err != nil {
			return err
		}
	}
	options := verify.Options{Layouts: c.report.Layouts, Current: c.report.Current, Old: c.old.about.Families,
		New: c.new.about.Families, Now: c.report.AsOf, Timestamps: v.timestamps, Until: c.opts.Until,
		Micros: c.new.about.Micros,
		List:   listedDifferences, Memory: heldForNaming}
	if _, err := rand.Read(options.Secret[:]); err != nil {
		return err
	}
	var err error
	if c.check, err = verify.New(options); err != nil {
		var syntax *rowkey.SyntaxError
		if errors.As(err, &syntax) {
			err = fmt.Errorf("invalid --layout: %w", err)
		}
		return usageError{err}
	}
	if c.report.ChangesCells = c.check.ChangesCells(); c.report.ChangesCells && c.inTime() {
		return usageError{errors.New("cannot combine --since or --until with a layout that changes cells: they may " +
			"be outside of that time\ncompare all cells")}
	}
	return nil
}

// inTime reports whether only the cells of some time are compared.
func (c *comparison) inTime() bool { return !c.opts.Since.IsZero() || !c.opts.Until.IsZero() }

// currentLayouts takes the layouts saved for the old table, or else infers them from a sample of it.
func (c *comparison) currentLayouts(ctx context.Context) (err error) {
	if c.report.Current, err = c.keptLayouts(c.old.name); err != nil || c.report.Current != nil {
		return err
	}
	opts := sample.Options{Strategy: sample.Auto, Rows: usualRows(c.where(c.old.name)), Seed: 1, FiguresOnly: true,
		RowsPerSecond: c.opts.RowsPerSecond, BytesPerSecond: c.opts.BytesPerSecond}
	meter := c.meter("")
	read, err := c.old.source.Sample(ctx, opts, meter.show)
	meter.done()
	if err != nil {
		return err
	}
	found, err := infer.Sample(ctx, read, infer.Options{})
	if err != nil {
		return err
	}
	c.report.Current, c.report.Inferred = found.Set(), true
	return nil
}

// compare reads both tables, and again if they differ.
func (c *comparison) compare(ctx context.Context) (*verify.Result, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(lean))
	result := &verify.Result{Old: c.check.NewSums(nil), New: c.check.NewSums(nil)}
	err := c.readBoth(ctx, result.Old.Old, result.New.New)
	if err == nil && c.report.Stopped == "" && len(verify.Differing(result.Old, result.New)) > 0 {
		result.Found, err = c.name(ctx, result)
	}
	result.Whole = c.report.Stopped == "" && c.report.Unreadable == [2]int{}
	return result, err
}

// name reads both tables again, once more if their differences are too many, and names what differs.
func (c *comparison) name(ctx context.Context, r *verify.Result) (*verify.Found, error) {
	before, after := r.Old, r.New
	if finer := c.check.Narrow(before, after); finer != nil {
		before, after = c.check.NewSums(finer), c.check.NewSums(finer)
		if err := c.readBoth(ctx, before.Old, after.New); err != nil || c.report.Stopped != "" {
			return nil, err
		}
	}
	naming := c.check.Name(before, after)
	if naming.Parts() > 0 {
		if err := c.readBoth(ctx, naming.Old, naming.New); err != nil || c.report.Stopped != "" {
			return nil, err
		}
	}
	return naming.Found(), nil
}

// readBoth passes the old table on and then the new one, unless the read of the old one ends early.
func (c *comparison) readBoth(ctx context.Context, before, after taker) error {
	if err := c.read(ctx, &c.old, &c.report.Unreadable[0], before); err != nil || c.report.Stopped != "" {
		return err
	}
	return c.read(ctx, &c.new, &c.report.Unreadable[1], after)
}

// taker takes a part of a table, at the same time as others. Its error is the context's.
type taker func(context.Context, *sample.Sample) error

// read passes a table on. It notes why it ended, if that was early, and how many rows cannot be read, and warns of it.
func (c *comparison) read(ctx context.Context, of *verified, unreadable *int, take taker) error {
	pass := func(s *sample.Sample) {
		if err := take(ctx, s); err != nil && ctx.Err() == nil {
			panic(err) // it reads no table, so it is an internal error
		}
	}
	opts := c.opts
	opts.Until = time.Time{} // see verify.Options
	meter := c.meter("")
	how, err := of.source.ReadAll(ctx, opts, slices.Repeat([]func(*sample.Sample){pass}, runtime.GOMAXPROCS(0)),
		meter.show)
	meter.done()
	if how.RowsSeen == 0 && err != nil {
		return err
	}
	*unreadable = len(how.Unreadable)
	if how.EndedEarly() {
		c.report.Stopped = of.source.Name() + ": " + how.Stopped
		if ctx.Err() == nil && err != nil {
			c.warn("only part of " + of.source.Name() + " could be read: " +
				strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	}
	for _, row := range how.Unreadable {
		c.warn("row " + text.Escape(row.Key) + " of " + of.source.Name() + " cannot be read: " + row.Reason)
	}
	return nil
}
