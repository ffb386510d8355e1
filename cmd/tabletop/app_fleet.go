package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/tables"
)

// tableAudit is how the app audits the tables of an instance; see tui.Options.Audit.
type tableAudit struct {
	layouts func(source string) (rowkey.Set, error)
	found   func(tables.Audited)
	at      func(words string, fraction float64)
}

// auditTables audits tables of one instance for the app, within the budget of rows of one table.
func (p *program) auditTables(ctx context.Context, sources []string, to tableAudit) error {
	to.at("describing tables", 0)
	all, err := p.sizedTables(ctx, sources)
	if err != nil {
		return err
	}
	opts := p.sampling(sources[0])
	left := budget{rows: opts.Rows, bytes: opts.Bytes, time: opts.Time}
	if left.rows == 0 {
		left.rows = usualRows(p.where(sources[0]))
	}
	readFleet(ctx, all, left, func(at int, table fleetTable, share budget) *sample.Sample {
		progress := func(part float64) {
			to.at(fmt.Sprintf("auditing table %d of %d, %s", at+1, len(all), tableOf(table.source)),
				(float64(at)+max(part, 0))/float64(len(all)))
		}
		progress(0)
		read, audited, err := p.auditTable(ctx, table, share, to.layouts, progress)
		if ctx.Err() != nil {
			return nil
		}
		audited.Source, audited.Err, audited.At = table.source, err, time.Now()
		to.found(audited)
		return read
	})
	return nil
}

// sizedTables describes tables of one instance.
func (p *program) sizedTables(ctx context.Context, sources []string) ([]fleetTable, error) {
	instance, err := p.connect(ctx, sources[0])
	if err != nil {
		return nil, err
	}
	defer instance.Close()
	project, name, _ := strings.Cut(instance.Name(), "/")
	of := &audit.Instance{Project: project, Name: name}
	for _, source := range sources {
		of.Tables = append(of.Tables, tableOf(source))
	}
	of.Described, err = describeAll(ctx, instance, of.Tables[:min(maxDescribed, len(of.Tables))], func(string) {})
	return fleetTables(of, nil), err
}

// auditTable reads a table and audits it.
func (p *program) auditTable(ctx context.Context, of fleetTable, share budget,
	layouts func(string) (rowkey.Set, error), progress func(float64)) (*sample.Sample, tables.Audited, error) {
	var out tables.Audited
	set, err := layouts(of.source)
	if err != nil {
		return nil, out, err
	}
	source, err := p.open(ctx, of.source)
	if err != nil {
		return nil, out, err
	}
	defer source.Close()
	opts := p.sampling(of.source)
	opts.Rows, opts.Bytes = share.rows, share.bytes
	reads, end := context.WithCancelCause(ctx)
	defer end(nil)
	if share.time > 0 {
		defer time.AfterFunc(share.time, func() { end(sample.TimeLimit(share.time)) }).Stop()
	}
	read, err := readTable(reads, source, nil, opts, func(p sample.Progress) { progress(p.Fraction) })
	if err != nil {
		return read, out, err // rows of a read that ended early are no audit
	}
	found, err := analysis.New(ctx, read, analysis.Options{Layouts: set, Now: time.Now()})
	if err != nil {
		return read, out, err
	}
	found = found.WithNeighbors(resemblingOf(read.Table.Name, of.described))
	report, err := found.Audit(ctx, audit.DefaultLimits())
	if err != nil {
		return read, out, err
	}
	out.Standing = audit.NewStanding(of.source, report, &read.Table, found.Layouts)
	out.Known = tables.NewKnown(read, time.Now())
	out.Rows, out.Bytes = found.Profile.Whole.Rows, found.Profile.Whole.Table
	if review, err := found.Review(ctx); err == nil && review.Garbage.Rows > 0 && review.Garbage.PolicyKnown() {
		out.Garbage = review.Garbage.Total.Share
	}
	return read, out, nil
}
