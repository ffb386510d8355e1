package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler/bigtable"
	"tabletop/views/report"
	"tabletop/views/report/doc"
)

// isProject reports whether SOURCE names a project, all of whose instances are audited.
func (p *program) isProject(source string) bool {
	_, ok := p.project(source)
	return ok
}

// project returns the project that SOURCE names. What is in the current directory is a path.
func (p *program) project(source string) (string, bool) {
	config, _, err := p.resolve()
	if err != nil || p.where(source).local() {
		return "", false
	}
	if _, err := os.Lstat(source); err == nil {
		return "", false
	}
	return bigtable.ParseProject(source, config)
}

// checkFleet reports what the audit of several tables cannot be combined with.
func (p *program) checkFleet(source string, a auditing) error {
	switch {
	case !p.isInstance(source) && !p.isProject(source):
		return errors.New("cannot use --sample-tables for one table: its rows are read in any case\n" +
			"write PROJECT/INSTANCE, or leave --sample-tables out")
	case a.expect != "":
		return errors.New("cannot use --expect for several tables: it describes one\n" +
			"write one for each table, and run: tabletop audit PROJECT/INSTANCE/TABLE --expect FILE")
	case len(p.flags.layouts) > 0 || p.flags.precision.Target.Wanted():
		return errors.New("cannot combine --sample-tables with --layout or --precision, which are of one table\n" +
			"remove them")
	}
	return nil
}

// fleetTable is a table to read.
type fleetTable struct {
	source    string          // PROJECT/INSTANCE/TABLE
	bytes     int64           // that the service stores, approximately; -1 if that is unknown
	described []sample.Table  // of its instance
	names     *redact.Strings // that replace those of its instance; nil if none are replaced
}

// fleetTables returns the tables of an instance.
func fleetTables(of *audit.Instance, names *redact.Strings) []fleetTable {
	var out []fleetTable
	for _, name := range of.Tables {
		table := fleetTable{source: of.Project + "/" + of.Name + "/" + name, bytes: -1, described: of.Described,
			names: names}
		for i := range of.Described {
			if of.Described[i].Name == name {
				table.bytes = of.Described[i].Bytes()
			}
		}
		out = append(out, table)
	}
	return out
}

// smallestFirst orders tables so that what the small ones leave of a budget is there for the large ones. Those of
// unknown size come last.
func smallestFirst(all []fleetTable) {
	slices.SortStableFunc(all, func(a, b fleetTable) int {
		if (a.bytes < 0) != (b.bytes < 0) {
			return cmp.Compare(b.bytes, a.bytes)
		}
		return cmp.Compare(a.bytes, b.bytes)
	})
}

// budget is what is left of what all tables share; 0 bytes and no time are no limit.
type budget struct {
	rows, bytes int64
	time        time.Duration
}

// share returns the part of the next of n tables.
func (b budget) share(n int) budget {
	out := budget{rows: max(b.rows/int64(n), 1)}
	if b.bytes > 0 {
		out.bytes = max(b.bytes/int64(n), 1)
	}
	if b.time > 0 {
		out.time = max(b.time/time.Duration(n), 1).Round(time.Millisecond)
	}
	return out
}

// spend takes off what a read took.
func (b *budget) spend(s *sample.Sample, took time.Duration) {
	if s != nil {
		b.rows = max(b.rows-int64(s.Rows()), 0)
		if b.bytes > 0 {
			b.bytes = max(b.bytes-s.How.BytesSeen, 1)
		}
	}
	if b.time > 0 {
		b.time = max(b.time-took, 1)
	}
}

// readFleet reads tables one after the other, the smallest first, each with its part of what those before it left.
func readFleet(ctx context.Context, tables []fleetTable, left budget,
	read func(at int, table fleetTable, share budget) *sample.Sample) {
	smallestFirst(tables)
	for at, table := range tables {
		if ctx.Err() != nil {
			return
		}
		started := time.Now()
		left.spend(read(at, table, left.share(len(tables)-at)), time.Since(started))
	}
}

// fleetAudit is an audit of several tables under way.
type fleetAudit struct {
	program *program
	flags   auditing
	config  audit.Config
	out     report.FleetInput
	tables  []fleetTable
	failing int // findings that make the check fail
	based   int // audits that the baseline has
}

// auditFleet audits a project or an instance, and its tables if that is wanted, one after the other. What cannot be
// read is listed and makes the whole partial.
func (p *program) auditFleet(ctx context.Context, source string, a auditing, config audit.Config) error {
	if err := p.checkFleet(source, a); err != nil {
		return usageError{err}
	}
	fleet := &fleetAudit{program: p, flags: a, config: config,
		out: report.FleetInput{Source: source, Width: p.width()}}
	if err := fleet.instances(ctx, source); err != nil {
		return err
	}
	if err := fleet.read(ctx); err != nil {
		return err
	}
	if a.base != nil && fleet.based == 0 {
		return fmt.Errorf("cannot use --baseline %s: it is of other tables", a.baseline)
	}
	err := p.writeReport(func(w io.Writer) error { return report.Fleet(w, fleet.out, a.format) })
	return errors.Join(err, failedCheck(audit.Severity(a.failOn), fleet.failing))
}

// instances audits the instances that SOURCE names, and notes their tables.
func (f *fleetAudit) instances(ctx context.Context, source string) error {
	project, ok := f.program.project(source)
	if !ok {
		return f.instance(ctx, source)
	}
	config, err := f.program.config()
	if err != nil {
		return err
	}
	config.Project, f.out.Source = project, project
	reads := f.program.reads(ctx)
	names, missing, err := bigtable.Instances(reads, config)
	if err != nil {
		return overtime(reads, source, err)
	}
	for _, location := range missing {
		f.fail(location, errors.New("instances there could not be listed"))
	}
	for _, name := range names {
		if err := f.instance(ctx, project+"/"+name); err != nil {
			if ctx.Err() != nil {
				return err
			}
			f.fail(project+"/"+name, err)
		}
	}
	if len(f.out.Instances) == 0 {
		return fmt.Errorf("cannot audit project %s: %d instances were listed, and none could be read", project,
			len(names))
	}
	if f.flags.redact.wanted() {
		f.out.Source = redact.NewStrings(f.flags.redact.options).Place(project)
	}
	return nil
}

// instance audits an instance by the names and families of its tables, and notes these to be read.
func (f *fleetAudit) instance(ctx context.Context, source string) error {
	in, outcome, err := f.program.judgeInstance(ctx, source, redaction{}, f.config)
	if err != nil {
		return err
	}
	of := outcome.Instance
	if f.flags.redact.wanted() {
		if in, outcome, err = f.flags.redact.instanceAudit(ctx, in, outcome); err != nil {
			return err
		}
	}
	if f.flags.fleet {
		f.tables = append(f.tables, fleetTables(of, outcome.Redaction)...)
	}
	f.out.Source = in.Source
	f.out.Instances = append(f.out.Instances, f.audited(in, outcome, audit.Standing{}))
	return nil
}

// audited compares an audit with the baseline, and notes what makes the check fail.
func (f *fleetAudit) audited(in report.Input, outcome report.AuditInput, standing audit.Standing) report.Audited {
	if f.program.settle(f.flags, in, &outcome) == nil {
		f.based++
	}
	outcome.Based = f.flags.base != nil // what the baseline does not have is new
	f.failing += outcome.Failing(outcome.FailOn)
	standing.Source = in.Source
	return report.NewAudited(in, outcome, standing)
}

// fail notes what could not be read.
func (f *fleetAudit) fail(source string, err error) {
	f.program.partial = true
	reason := strings.ReplaceAll(err.Error(), "\n", "; ")
	f.program.warn("cannot read " + source + ": " + reason)
	if f.flags.redact.wanted() {
		names := redact.NewStrings(f.flags.redact.options)
		for _, table := range f.tables {
			if table.source == source {
				names = table.names
			}
		}
		source, reason = names.Place(source), "standard error states why"
	}
	f.out.Failed = append(f.out.Failed, doc.FleetFailure{Source: source, Reason: reason})
}

// read audits the tables within the budget of the flags.
func (f *fleetAudit) read(ctx context.Context) error {
	if len(f.tables) == 0 {
		return nil
	}
	opts, err := f.program.flags.options(f.program.where(f.tables[0].source))
	if err != nil {
		return err
	}
	left := newBudget(f.program, f.tables[0].source, opts)
	if opts.Time > 0 {
		left.time = max(opts.Time-time.Since(f.program.started), 1)
	}
	readFleet(ctx, f.tables, left, func(at int, table fleetTable, share budget) *sample.Sample {
		read, err := f.table(ctx, table, tableReading{share: share, opts: opts, layouts: f.program.declaredLayouts,
			meter: f.program.meter(fmt.Sprintf("table %d of %d, %s: ", at+1, len(f.tables), tableOf(table.source)))})
		if err != nil && ctx.Err() == nil {
			f.fail(table.source, err)
		}
		return read
	})
	return context.Cause(ctx)
}

// newBudget returns what all tables share by the options of one of them, the time included.
func newBudget(p *program, source string, opts sample.Options) budget {
	return budget{rows: cmp.Or(opts.Rows, usualRows(p.where(source))), bytes: opts.Bytes, time: opts.Time}
}

// tableReading is how one of several tables is read.
type tableReading struct {
	share   budget
	opts    sample.Options // but for its share
	layouts func(source string) (rowkey.Set, error)
	meter   *meter
}

// auditTable reads a table of several and audits it as audit does, compared with the other tables of its instance that
// were described if they are known. It returns what was read even where that fails. What ended a read early goes to
// noted, whose error ends the audit.
func (p *program) auditTable(ctx context.Context, of fleetTable, how tableReading, config audit.Config,
	noted func(*sample.Sample, error) error) (read *sample.Sample, out auditedTable, err error) {
	set, err := how.layouts(of.source)
	if err != nil {
		return nil, out, err
	}
	opts := how.opts
	opts.Rows, opts.Bytes, opts.Time = how.share.rows, how.share.bytes, how.share.time
	src, read, err := p.openWith(readsWithin(ctx, opts.Time, time.Now()), of.source, opts, how.meter)
	if read == nil {
		return nil, out, err
	}
	defer src.Close()
	if err := noted(read, err); err != nil {
		return read, out, err
	}
	out.table, err = p.analyzed(ctx, src, read, opts, analysis.Options{Layouts: set, Now: time.Now()})
	if err != nil {
		return read, out, err
	}
	if of.described != nil {
		out.table.Analysis = out.table.WithNeighbors(resemblingOf(read.Table.Name, of.described))
	}
	out.in, out.outcome, err = out.table.audit(context.WithoutCancel(ctx), config)
	if err != nil {
		return read, out, err
	}
	out.standing = audit.NewStanding(out.in.Source, out.outcome.Report, &read.Table, out.table.Layouts)
	return read, out, nil
}

// auditedTable is the audit of a table.
type auditedTable struct {
	table    *table
	in       report.Input
	outcome  report.AuditInput
	standing audit.Standing
}

// tableOf returns the name of the table that a path of a table names.
func tableOf(source string) string { return source[strings.LastIndexByte(source, '/')+1:] }

// table audits a table for the report, and returns what was read.
func (f *fleetAudit) table(ctx context.Context, of fleetTable, how tableReading) (*sample.Sample, error) {
	if !f.flags.instance {
		of.described = nil
	}
	read, found, err := f.program.auditTable(ctx, of, how, f.config, func(read *sample.Sample, err error) error {
		f.program.noteRead(ctx, of.source, read, err)
		return nil
	})
	if err != nil {
		return read, err
	}
	in, outcome := found.in, found.outcome
	if f.flags.redact.wanted() { // as a format that shows whole tables, of which it has the sizes
		in, outcome, err = f.flags.redact.audited(context.WithoutCancel(ctx), found.table, in, outcome, report.Text)
		if err != nil {
			return read, err
		}
	}
	f.out.Tables = append(f.out.Tables, f.audited(in, outcome, found.standing))
	return read, nil
}

// resemblingOf returns the tables of an instance whose names resemble that of a table.
func resemblingOf(name string, described []sample.Table) []sample.Table {
	names := make([]string, len(described))
	for i, t := range described {
		names[i] = t.Name
	}
	alike := audit.Resembling(name, names)
	out := []sample.Table{} // known to be none
	for _, t := range described {
		if slices.Contains(alike, t.Name) {
			out = append(out, t)
		}
	}
	return out
}
