package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/demo"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/bigtable"
	"tabletop/sampler/dataset"
	"tabletop/sampler/files"
	"tabletop/sampler/gcs"
	"tabletop/sampler/snapshot"
	"tabletop/views/report"
)

// snapshotExt is the usual extension of saved samples.
const snapshotExt = ".tabletop"

// place is where a SOURCE is.
type place uint8

const (
	onService place = iota
	onEmulator
	inDemo
	inFile
	inExport
	inSpec
)

// local reports whether a place is no instance.
func (p place) local() bool { return p != onService && p != onEmulator }

// where returns the kind of SOURCE, without opening it. A file is looked at once: a name means the same for as long as
// the program runs.
func (p *program) where(source string) place {
	if p.held[source] != nil {
		return inFile
	}
	p.placesMu.Lock()
	defer p.placesMu.Unlock()
	found, known := p.places[source]
	if !known {
		found = p.look(source)
		if p.places == nil {
			p.places = map[string]place{}
		}
		p.places[source] = found
	}
	return found
}

// look is where, each time.
func (p *program) look(source string) place {
	switch {
	case isDemo(source):
		return inDemo
	case isSpec(source):
		return inSpec
	case isExport(source):
		return inExport
	case isFile(source):
		return inFile
	case p.env["BIGTABLE_EMULATOR_HOST"] != "":
		return onEmulator
	}
	return onService
}

func isDemo(source string) bool { return source == "demo" || strings.HasPrefix(source, "demo:") }

// demoName returns what follows "demo:"; empty is the default demo.
func demoName(source string) string {
	return strings.TrimPrefix(strings.TrimPrefix(source, "demo"), ":")
}

// standardStream is the SOURCE that is the standard input and the FILE that is the standard output.
const standardStream = "-"

// isFile reports whether source means a saved sample: it is written like a path, or a file of that name exists.
func isFile(source string) bool {
	if source == standardStream || filepath.Ext(source) == snapshotExt || looksLikePath(source) {
		return true
	}
	info, err := os.Stat(source)
	return err == nil && !info.IsDir()
}

// looksLikePath reports whether source cannot be the name of a table.
func looksLikePath(source string) bool {
	for _, prefix := range []string{"/", "./", "../", "~"} {
		if strings.HasPrefix(filepath.ToSlash(source), prefix) {
			return true
		}
	}
	return source == "." || source == ".." || filepath.IsAbs(source)
}

// openFile reads a saved sample, from the standard input for "-".
func (p *program) openFile(ctx context.Context, name string) (*sample.Sample, error) {
	limit := int64(p.flags.maxMemory)
	if gcs.Is(name) {
		object, err := p.openObject(ctx, name)
		if err != nil {
			return nil, err
		}
		defer object.Close()
		return snapshot.Read(object, name, limit) // which ends with ctx
	}
	if name != standardStream {
		return snapshot.ReadFile(ctx, name, limit)
	}
	if isTerminal(p.std.in) {
		return nil, usageError{&sampler.Error{What: "cannot read a sample from standard input: it is a terminal",
			Next: "redirect a saved sample to it, for example: tabletop stats - < before" + snapshotExt}}
	}
	if p.inputTaken {
		return nil, usageError{&sampler.Error{What: "cannot read standard input twice: - was given for two inputs",
			Next: "name a file for one of them"}}
	}
	p.inputTaken = true
	return snapshot.ReadStream(ctx, p.std.in, "standard input", limit)
}

// open opens the SOURCE that the user named.
func (p *program) open(ctx context.Context, source string) (sample.Source, error) {
	if held := p.held[source]; held != nil {
		return snapshot.New(source, held), nil
	}
	switch p.where(source) {
	case inDemo:
		if _, _, err := demo.Find(demoName(source)); err != nil {
			return nil, usageError{err}
		}
		return dataset.Open(ctx, demoName(source), p.generatedAsOf(), p.demoSeed)
	case inFile:
		s, err := p.openFile(ctx, source)
		if err != nil {
			return nil, err
		}
		return snapshot.New(source, s), nil
	case inExport:
		return p.openExport(ctx, source)
	case inSpec:
		return p.openSpec(ctx, source)
	}
	config, err := p.config()
	if err != nil {
		return nil, err
	}
	path, err := parsePath(source, config)
	if err != nil {
		return nil, err
	}
	if path.Table == "" {
		return nil, usageError{&sampler.Error{
			What: fmt.Sprintf("cannot open %q: it is an instance, not a table", source),
			Next: "write PROJECT/INSTANCE/TABLE; tabletop " + source + " lists its tables",
		}}
	}
	config.Project, config.Instance = path.Project, path.Instance
	instance, err := bigtable.Connect(ctx, config)
	if err != nil {
		return nil, err
	}
	table, err := instance.Open(ctx, path.Table)
	if err != nil {
		return nil, errors.Join(err, instance.Close())
	}
	return owner{table, instance}, nil
}

// generatedAsOf is the time as of which demos and specifications are generated.
func (p *program) generatedAsOf() time.Time {
	if p.demosAsOf.IsZero() {
		return time.Now()
	}
	return p.demosAsOf
}

// parsePath is bigtable.ParsePath with a better error for a directory. Its error is a usage error.
func parsePath(source string, config bigtable.Config) (bigtable.Path, error) {
	path, err := bigtable.ParsePath(source, config)
	if err == nil {
		return path, nil
	}
	if info, statErr := os.Stat(source); statErr == nil && info.IsDir() {
		return path, usageError{&sampler.Error{What: fmt.Sprintf("cannot open %s: it is a directory", source),
			Next: "name a saved sample in it"}}
	}
	return path, usageError{err}
}

// owner closes the instance together with the table it was opened for.
type owner struct {
	sampler.Table
	instance sampler.Instance
}

func (o owner) Close() error { return errors.Join(o.Table.Close(), o.instance.Close()) }

// config resolves flags, environment and ~/.cbtrc, and prints warnings about that.
func (p *program) config() (bigtable.Config, error) {
	config, warnings, err := p.resolve()
	for _, w := range warnings {
		p.warn(w)
	}
	return config, err
}

// resolve resolves flags, environment and ~/.cbtrc. The strings are warnings about that file.
func (p *program) resolve() (bigtable.Config, []string, error) {
	given := p.flags
	flags := bigtable.Config{
		Project: given.project, Instance: given.instance, AppProfile: given.appProfile, Creds: given.creds,
		Retry: p.retry, DataEndpoint: given.dataEndpoint, AdminEndpoint: given.adminEndpoint, AdminREST: p.adminREST,
		UserAgent: "tabletop/" + readBuildInfo().Version,
	}
	lookup := func(name string) (string, bool) { v, ok := p.env[name]; return v, ok }
	cbtrc, err := p.cbtrc()
	if err != nil {
		return flags, nil, err
	}
	return bigtable.Resolve(flags, lookup, cbtrc)
}

// cbtrc returns the content of ~/.cbtrc; nil without one. It is read only from the home directory,
// because it can name the server that receives the user's token.
func (p *program) cbtrc() ([]byte, error) {
	home := p.home()
	if home == "" {
		return nil, nil
	}
	text, err := files.Read(filepath.Join(home, ".cbtrc"), files.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read ~/.cbtrc: %w\ncheck its permissions, or remove it", err)
	}
	return text, nil
}

// remarks is where notes and warnings go: standard error, unless it is to hold nothing but errors.
func (p *program) remarks() io.Writer {
	if p.flags.quiet {
		return io.Discard
	}
	return p.std.err
}

// warn prints a warning among the remarks, once.
func (p *program) warn(text string) {
	p.remarksMu.Lock()
	defer p.remarksMu.Unlock()
	if p.warned == nil {
		p.warned = map[string]bool{}
	}
	if !p.warned[text] {
		p.warned[text] = true
		fmt.Fprintln(p.remarks(), "tabletop: "+safeLine(text))
	}
}

// table is a source and the analysis of a sample of it: what every printing command starts from.
type table struct {
	*analysis.Analysis
	source sample.Source
	asked  sample.Options
}

// load opens SOURCE, samples it and analyzes the sample as of the current time. A read that ctx or an error ended early
// still returns the rows read so far, after a warning.
func (p *program) load(ctx context.Context, source string) (*table, error) {
	return p.loadAt(ctx, source, func(*sample.Sample) time.Time { return time.Now() })
}

// fixedClock returns a function for loadAt: the moment as of which retention is judged.
func fixedClock(now time.Time) func(*sample.Sample) time.Time {
	return func(s *sample.Sample) time.Time { return retention.NewClock(s, now).Now }
}

// loadAt is load as of another moment.
func (p *program) loadAt(ctx context.Context, source string, now func(*sample.Sample) time.Time) (*table, error) {
	opts, err := p.flags.options(p.where(source))
	if err != nil {
		return nil, err
	}
	layouts, err := p.declaredLayouts(source)
	if err != nil {
		return nil, err
	}
	src, read, err := p.openSample(ctx, source, opts)
	if err != nil {
		return nil, err
	}
	table, err := p.analyzed(ctx, src, read, opts, analysis.Options{Layouts: layouts, Now: now(read)})
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}
	return table, nil
}

// analyzed analyzes what was read of a source. The rows are here, so a read that was interrupted is still analyzed.
func (p *program) analyzed(ctx context.Context, src sample.Source, read *sample.Sample, opts sample.Options,
	how analysis.Options) (*table, error) {
	table := &table{source: src, asked: opts}
	var err error
	table.Analysis, err = analysis.New(context.WithoutCancel(ctx), read, how)
	if err == nil {
		table.Analysis, err = p.flags.narrow(context.WithoutCancel(ctx), table.Analysis)
	}
	return table, err
}

// openSample opens SOURCE and samples it. A read that ctx or an error ended early still returns the rows read so far,
// after a warning.
func (p *program) openSample(ctx context.Context, source string, opts sample.Options) (sample.Source, *sample.Sample,
	error) {
	src, read, err := p.openWith(p.reads(ctx), source, opts, p.meter(""))
	if read == nil {
		return nil, nil, err
	}
	p.noteRead(ctx, source, read, err)
	return src, read, nil
}

// openWith opens SOURCE and samples it. A read that an error ended early returns that beside the rows read so far.
func (p *program) openWith(reads context.Context, source string, opts sample.Options, meter *meter) (sample.Source,
	*sample.Sample, error) {
	src, err := p.open(reads, source)
	if err != nil {
		return nil, nil, overtime(reads, source, err)
	}
	read, err := p.readSample(reads, src, opts, meter)
	meter.done()
	if read == nil {
		return nil, nil, errors.Join(overtime(reads, source, err), src.Close())
	}
	return src, read, err
}

// input returns what reports are made of.
func (p *program) input(t *table) report.Input {
	return report.Input{Source: t.source.Name(), Analysis: t.Analysis, Width: p.width()}
}
