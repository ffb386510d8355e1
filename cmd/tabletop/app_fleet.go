package main

import (
	"context"
	"fmt"
	"strings"
	"time"

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
	readFleet(ctx, all, newBudget(p, sources[0], opts), func(at int, table fleetTable, share budget) *sample.Sample {
		progress := func(part float64) {
			to.at(fmt.Sprintf("auditing table %d of %d, %s", at+1, len(all), tableOf(table.source)),
				(float64(at)+max(part, 0))/float64(len(all)))
		}
		progress(0)
		how := tableReading{share, opts, to.layouts, &meter{warn: func(string) {},
			tell: func(pr sample.Progress) { progress(pr.Fraction) }}}
		read, audited, err := p.auditForApp(ctx, table, how)
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

// auditForApp audits a table of several for the app. Rows of a read that ended early are no audit.
func (p *program) auditForApp(ctx context.Context, of fleetTable, how tableReading) (*sample.Sample, tables.Audited,
	error) {
	var out tables.Audited
	read, found, err := p.auditTable(ctx, of, how, audit.Config{Limits: audit.DefaultLimits()},
		func(_ *sample.Sample, err error) error { return err })
	if err != nil {
		return read, out, err
	}
	whole := &found.table.Profile.Whole
	out.Standing, out.Known = found.standing, tables.NewKnown(read, time.Now())
	out.Rows, out.Bytes = whole.Rows, whole.Table
	if review, err := found.table.Review(ctx); err == nil && review.Garbage.Rows > 0 && review.Garbage.PolicyKnown() {
		out.Garbage = review.Garbage.Total.Share
	}
	return read, out, nil
}
