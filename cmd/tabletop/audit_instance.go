package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/crash"
	"tabletop/model/redact"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/bigtable"
	"tabletop/views/report"
)

// isInstance reports whether SOURCE names an instance, not a table.
func (p *program) isInstance(source string) bool {
	if p.where(source).local() || strings.Count(source, "/") != 1 {
		return false
	}
	return true
}

// maxDescribed is the maximum number of tables of an instance that are described: each takes one or two calls.
const maxDescribed = 200

// judgeInstance audits an instance by the names of its tables and their families, and redacts the outcome if that is
// wanted.
func (p *program) judgeInstance(ctx context.Context, source string, redaction redaction,
	config audit.Config) (report.Input, report.AuditInput, error) {
	var in report.Input
	var out report.AuditInput
	reads := p.reads(ctx)
	instance, err := p.connect(reads, source)
	if err != nil {
		return in, out, overtime(reads, source, err)
	}
	defer instance.Close()
	project, name, _ := strings.Cut(instance.Name(), "/")
	of := &audit.Instance{Project: project, Name: name}
	if of.Tables, err = instance.Tables(reads); err != nil {
		return in, out, overtime(reads, source, err)
	}
	slices.Sort(of.Tables)
	asked := of.Tables[:min(maxDescribed, len(of.Tables))]
	of.Described, err = describeAll(reads, instance, asked, p.warn)
	var limit sample.TimeLimit
	if err != nil && !(errors.Is(err, context.Canceled) && errors.As(context.Cause(reads), &limit)) {
		return in, out, err
	}
	how := sample.Provenance{Complete: true}
	if n := len(asked) - len(of.Described); n > 0 {
		how = sample.Provenance{Ending: sample.EndError, Stopped: fmt.Sprintf("%d of %d tables could not be described",
			n, len(asked))}
		if limit > 0 {
			how.Stopped += ": " + limit.Error()
		}
	}
	empty := sample.Assemble(sample.Table{Source: instance.Name(), Project: project, Instance: name}, how, nil)
	p.noteRead(ctx, source, empty, nil)
	in = report.Input{Source: instance.Name()}
	out.Instance, out.Report = of, audit.OfInstance(*of, config.Limits).Suppress(config.Suppress)
	if in.Analysis, err = analysis.New(ctx, empty, analysis.Options{}); err != nil || !redaction.wanted() {
		return in, out, err
	}
	return redaction.instanceAudit(ctx, in, out)
}

// instanceAudit redacts the audit of an instance.
func (r *redaction) instanceAudit(ctx context.Context, in report.Input, out report.AuditInput) (report.Input,
	report.AuditInput, error) {
	empty, out := r.instance(in.Sample, out)
	in.Source = empty.Table.Source
	var err error
	in.Analysis, err = analysis.New(ctx, empty, analysis.Options{})
	return in, out, err
}

// instance redacts the audit of an instance and the sample without rows that it is of: names that are taken for
// people's.
func (r *redaction) instance(s *sample.Sample, out report.AuditInput) (*sample.Sample, report.AuditInput) {
	names, of := redact.NewStrings(r.options), out.Instance
	names.Schema(of.Tables, of.Described)
	out.Report, out.Redaction = out.Report.Redacted(s, s, &redact.Result{}, nil, names), names
	out.Instance = &audit.Instance{Project: names.Place(of.Project), Name: names.Place(of.Name), Tables: of.Tables,
		Described: of.Described}
	place := sample.Table{Source: names.Place(s.Table.Source), Project: out.Instance.Project,
		Instance: out.Instance.Name}
	redacted := sample.Assemble(place, s.How, nil)
	redacted.How.Redacted = "names of tables and families that may identify people are replaced"
	return redacted, out
}

// describeAll describes tables, a few at a time. One that cannot be described is left out, with a warning; the
// error is that of ctx.
func describeAll(ctx context.Context, instance sampler.Instance, names []string,
	warn func(string)) ([]sample.Table, error) {
	tables := make([]*sample.Table, len(names))
	var g errgroup.Group
	g.SetLimit(8)
	for i, name := range names {
		g.Go(crash.Recovered(func() error {
			table, err := describe(ctx, instance, name)
			if fault, ok := errors.AsType[*crash.Error](err); ok {
				return fault
			}
			if err == nil {
				tables[i] = table
				return nil
			}
			if ctx.Err() == nil {
				warn(fmt.Sprintf("cannot describe table %q: %v", name, err))
				return nil
			}
			return ctx.Err()
		}))
	}
	err := g.Wait()
	var out []sample.Table
	for _, t := range tables {
		if t != nil {
			out = append(out, *t)
		}
	}
	return out, err
}

func describe(ctx context.Context, instance sampler.Instance, name string) (*sample.Table, error) {
	t, err := instance.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	d, err := t.Describe(ctx)
	return &d, err
}

// neighbors describes the tables of the instance that SOURCE is in whose names resemble that of its table, and
// reads no rows of them. It is nil, with a warning, if they cannot be listed, and nil for a demo or a file: the
// audit then skips the rules that compare tables.
func (p *program) neighbors(ctx context.Context, source string) []sample.Table {
	tables, err := p.resembling(ctx, source)
	var limit sample.TimeLimit
	if errors.As(context.Cause(ctx), &limit) {
		err = limit
	}
	if err != nil && (ctx.Err() == nil || limit > 0) {
		p.warn("cannot list the other tables of the instance: " + err.Error())
	}
	return tables
}

func (p *program) resembling(ctx context.Context, source string) ([]sample.Table, error) {
	if p.where(source).local() {
		return nil, nil
	}
	instance, err := p.connect(ctx, source)
	if err != nil {
		return nil, err
	}
	defer instance.Close()
	names, err := p.tableNames(ctx, instance)
	if err != nil {
		return nil, err
	}
	config, err := p.config()
	if err != nil {
		return nil, err
	}
	path, err := bigtable.ParsePath(source, config)
	if err != nil {
		return nil, usageError{err}
	}
	names = audit.Resembling(path.Table, names)
	tables, err := describeAll(ctx, instance, names[:min(maxDescribed, len(names))], p.warn)
	if tables == nil && err == nil {
		tables = []sample.Table{} // known to be none
	}
	return tables, err
}

// listing is the names of the tables of an instance, as of a moment.
type listing struct {
	names []string
	at    time.Time
}

// listingFresh is how long a listing is used again: the picker lists an instance, and the audit of a table of it
// compares the names.
const listingFresh = time.Minute

// tableNames returns the names of the tables of an instance, sorted, listed in the last minute.
func (p *program) tableNames(ctx context.Context, instance sampler.Instance) ([]string, error) {
	p.listingsMu.Lock()
	known, ok := p.listings[instance.Name()]
	p.listingsMu.Unlock()
	if ok && time.Since(known.at) < listingFresh {
		return slices.Clone(known.names), nil
	}
	return p.listTables(ctx, instance)
}

// listTables lists the tables of an instance, for tableNames as well.
func (p *program) listTables(ctx context.Context, instance sampler.Instance) ([]string, error) {
	names, err := instance.Tables(ctx)
	if err != nil {
		return nil, err
	}
	p.listingsMu.Lock()
	defer p.listingsMu.Unlock()
	if p.listings == nil {
		p.listings = map[string]listing{}
	}
	p.listings[instance.Name()] = listing{names, time.Now()}
	return slices.Clone(names), nil
}

// connect connects to the instance that SOURCE names, or is in.
func (p *program) connect(ctx context.Context, source string) (sampler.Instance, error) {
	config, err := p.config()
	if err != nil {
		return nil, err
	}
	path, err := parsePath(source, config)
	if err != nil {
		return nil, err
	}
	config.Project, config.Instance = path.Project, path.Instance
	return bigtable.Connect(ctx, config)
}
