package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/sample"
	"tabletop/views/report"
	"tabletop/views/report/doc"
)

// checkFleet reports what --sample-tables cannot be combined with.
func (p *program) checkFleet(source string, a auditing) error {
	switch {
	case !p.isInstance(source):
		return errors.New("cannot use --sample-tables for one table: its rows are read in any case\n" +
			"write PROJECT/INSTANCE, or leave --sample-tables out")
	case a.baseline != "" || a.expect != "":
		return errors.New("cannot combine --sample-tables with --baseline or --expect, which are of one table\n" +
			"remove them")
	case len(p.flags.layouts) > 0 || p.flags.precision.Target.Wanted():
		return errors.New("cannot combine --sample-tables with --layout or --precision, which are of one table\n" +
			"remove them")
	case !slices.Contains(report.FleetFormats(), a.format):
		return fmt.Errorf("cannot combine --sample-tables with --format %s: must be one of %v\n"+
			"choose another format, or audit each table", a.format, report.FleetFormats())
	}
	return nil
}

// budget is what is left of the rows and bytes that all tables share; 0 bytes is no limit.
type budget struct{ rows, bytes int64 }

// share returns the part of the next of n tables.
func (b budget) share(n int) budget {
	out := budget{rows: max(b.rows/int64(n), 1)}
	if b.bytes > 0 {
		out.bytes = max(b.bytes/int64(n), 1)
	}
	return out
}

// spend takes off what a read took.
func (b *budget) spend(s *sample.Sample) {
	b.rows = max(b.rows-int64(s.Rows()), 0)
	if b.bytes > 0 {
		b.bytes = max(b.bytes-s.How.BytesSeen, 1)
	}
}

// auditFleet audits an instance and all of its tables, one after the other.
func (p *program) auditFleet(ctx context.Context, source string, a auditing, config audit.Config) error {
	if err := p.checkFleet(source, a); err != nil {
		return usageError{err}
	}
	in, outcome, err := p.judgeInstance(ctx, source, redaction{}, config)
	if err != nil {
		return err
	}
	out, failing, err := p.fleetTables(ctx, source, a, config, outcome.Instance)
	if err != nil {
		return err
	}
	failing += outcome.Failing(audit.Severity(a.failOn))
	if a.redact.wanted() {
		if in, outcome, err = a.redact.instanceAudit(ctx, in, outcome); err != nil {
			return err
		}
		for index := range out.Failed {
			failed := &out.Failed[index]
			failed.Table, failed.Reason = outcome.Redaction.Place(failed.Table), "standard error states why"
		}
	}
	in.Width, out.AuditInput = p.width(), outcome
	err = p.writeReport(func(w io.Writer) error { return report.Fleet(w, in, out, a.format) })
	return errors.Join(err, failedCheck(audit.Severity(a.failOn), failing))
}

// fleetTables audits all tables of an instance within the budget of the flags, and returns how many findings make the
// check fail. A table that cannot be read is listed and makes the whole partial.
func (p *program) fleetTables(ctx context.Context, source string, a auditing, config audit.Config,
	of *audit.Instance) (out report.FleetInput, failing int, err error) {
	left := budget{cmp.Or(p.flags.rows, usualRows(p.where(source))), int64(p.flags.bytes)}
	defer func() { p.reading = "" }()
	for at, name := range of.Tables {
		share := left.share(len(of.Tables) - at)
		p.flags.rows, p.flags.bytes = share.rows, byteSize(share.bytes)
		p.reading = fmt.Sprintf("table %d of %d, %s: ", at+1, len(of.Tables), name)
		read, table, fails, err := p.fleetTable(ctx, source+"/"+name, a, config, of.Described)
		if ctx.Err() != nil {
			return out, failing, context.Cause(ctx)
		}
		if err != nil {
			p.partial = true
			reason := strings.ReplaceAll(err.Error(), "\n", "; ")
			p.warn("cannot read table " + name + ": " + reason)
			out.Failed = append(out.Failed, doc.FleetFailure{Table: name, Reason: reason})
			continue
		}
		left.spend(read)
		failing += fails
		out.Tables = append(out.Tables, table)
	}
	return out, failing, nil
}

// fleetTable audits a table as audit does, with the other tables of the instance that were described, and returns what
// was read and how many of its findings make the check fail.
func (p *program) fleetTable(ctx context.Context, source string, a auditing, config audit.Config,
	described []sample.Table) (read *sample.Sample, out report.FleetTable, failing int, err error) {
	table, err := p.load(ctx, source)
	if err != nil {
		return nil, out, 0, err
	}
	defer table.source.Close()
	read = table.Sample
	if a.instance {
		table.Analysis = table.WithNeighbors(resemblingOf(read.Table.Name, described))
	}
	in, outcome, err := table.audit(context.WithoutCancel(ctx), config)
	if err != nil {
		return nil, out, 0, err
	}
	failing, alike := outcome.Failing(audit.Severity(a.failOn)), report.Alike(table.Analysis)
	if a.redact.wanted() { // as a format that shows whole tables, of which it has the sizes
		in, outcome, err = a.redact.audited(context.WithoutCancel(ctx), table, in, outcome, report.Text)
		if err != nil {
			return nil, out, 0, err
		}
	}
	return read, report.NewFleetTable(in, outcome, alike), failing, nil
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
