// Command tabletop-beam reads whole Bigtable tables with Apache Beam: on Dataflow, or on this machine with Beam's prism
// runner. What it saves opens in tabletop. It is read-only. It is a program of its own, so that tabletop stays small;
// the same program is the workers' when the runner starts it with --worker.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"tabletop/beam/job"
	"tabletop/model/demo"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
	"tabletop/sampler/bigtable"
	"tabletop/sampler/dataset"
)

// Exit codes, as those of tabletop.
const (
	exitError   = 1
	exitUsage   = 2
	exitPartial = 4 // some key ranges could not be read
)

func main() {
	command, args := "", os.Args[1:]
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	given := declare(flag.CommandLine)
	flag.CommandLine.Usage = func() { usage(os.Stderr) }
	_ = flag.CommandLine.Parse(args) // ends the program itself
	if given.runner == "prism" {
		log.LogLevel = "warn"
	}
	beam.Init() // a worker does not return from here
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, command, given, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// usageError is a mistake in how the command was called.
type usageError struct{ error }

func run(ctx context.Context, command string, f *flags, out, errs io.Writer) int {
	err := start(ctx, command, f, out, errs)
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errPartial):
		fmt.Fprintln(errs, "tabletop-beam:", err)
		return exitPartial
	case errors.As(err, &usage):
		fmt.Fprintln(errs, "tabletop-beam:", err)
		return exitUsage
	}
	fmt.Fprintln(errs, "tabletop-beam:", err)
	return exitError
}

// errPartial is the error of a job whose result lacks key ranges.
var errPartial = errors.New("the result is partial\nrun the same command again with --overwrite: it reads only the " +
	"key ranges that are missing")

func start(ctx context.Context, command string, f *flags, out, errs io.Writer) error {
	if command != "census" && command != "simulate" {
		return usageError{fmt.Errorf("unknown command %q: must be census or simulate\nrun tabletop-beam --help",
			command)}
	}
	options, err := f.options(errs)
	if err != nil {
		return err
	}
	stop, err := f.demo(ctx, &options)
	if err != nil {
		return err
	}
	defer stop()
	if options.Runner == "dataflow" {
		if err := giveWorkerBinary(); err != nil {
			return err
		}
	}
	if command == "simulate" {
		return f.simulate(ctx, options, out)
	}
	if len(f.layouts) > 0 {
		return usageError{errors.New("census tries no layouts: use tabletop-beam simulate for --layout")}
	}
	return count(ctx, options, out, errs)
}

// count runs the command census.
func count(ctx context.Context, o job.Options, out, errs io.Writer) error {
	o.Analyze = true
	report, err := job.Census(ctx, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Counted %s (%s) of %s; kept a sample of %s.\nSaved to %s. To open it, run: tabletop %s\n",
		spelling.Count(report.Rows, "row"), spelling.Count(report.Bytes, "byte"), report.Sample.Table.Source,
		spelling.Count(report.Sample.Rows(), "row"), o.Output, o.Output)
	for _, u := range report.Sample.How.Unreadable {
		fmt.Fprintf(errs, "warning: row %q could not be read: %q\n", u.Key, u.Reason)
	}
	for _, failed := range report.Failed {
		fmt.Fprintln(errs, "warning:", failed)
	}
	if len(report.Failed) > 0 {
		return errPartial
	}
	return nil
}

// simulate runs the command simulate.
func (f *flags) simulate(ctx context.Context, o job.Options, out io.Writer) error {
	if len(f.layouts) == 0 {
		return usageError{errors.New("missing --layout: name at least one layout to try, for example --layout " +
			"'{user}#{reverse(ts)}'")}
	}
	options := job.LayoutOptions{Options: o, Candidates: f.layouts}
	if !f.keepGiven {
		options.Sample.Keep = 0 // as many as the layouts need
	}
	if len(f.current) > 0 {
		var err error
		if options.Layouts, err = rowkey.ParseSet(strings.Join(f.current, "\n")); err != nil {
			return usageError{fmt.Errorf("invalid --current-layout: %w", err)}
		}
	}
	report, list, err := job.Layouts(ctx, options)
	if err != nil {
		return err
	}
	for i := range list {
		c := &list[i]
		fmt.Fprintf(out, "%s\n  %s\n", strconv.Quote(c.Template), strings.Join(c.Sentences(), "\n  "))
	}
	fmt.Fprintf(out, "Read %s. Saved to %s. To open it, run: tabletop %s\n", spelling.Count(report.Rows, "row"),
		o.Output,
		o.Output)
	return nil
}

// giveWorkerBinary names the program that workers run. Without it Beam cross-compiles the sources, which a released
// program does not have.
func giveWorkerBinary() error {
	if *jobopts.WorkerBinary != "" {
		return nil
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return usageError{fmt.Errorf("missing --worker_binary: workers run Linux, and this is %s/%s\nbuild one with "+
			"GOOS=linux GOARCH=amd64 CGO_ENABLED=0 go build, and name it", runtime.GOOS, runtime.GOARCH)}
	}
	self, err := os.Executable()
	*jobopts.WorkerBinary = self
	return err
}

// demo starts a server for a demo table, which only workers in this process can reach. stop ends it.
func (f *flags) demo(ctx context.Context, o *job.Options) (stop func(), err error) {
	name, ok := strings.CutPrefix(f.source, "demo:")
	if !ok {
		return func() {}, nil
	}
	if o.Runner == "dataflow" {
		return nil, usageError{errors.New("a demo table is on this machine: use --runner prism")}
	}
	d, table, err := demo.Find(name)
	if err != nil {
		return nil, err
	}
	tables, err := dataset.Demos([]string{d.Name + "/" + table.Name}, time.Now())
	if err != nil {
		return nil, err
	}
	server, err := dataset.Serve(ctx, "127.0.0.1:0", tables, nil)
	if err != nil {
		return nil, err
	}
	path, err := bigtable.ParsePath(server.Name()+"/"+table.Name, bigtable.Config{})
	o.Config, o.Table = bigtable.Config{Project: path.Project, Instance: path.Instance, EmulatorHost: server.Addr()},
		path.Table
	return func() { _ = server.Close() }, err
}
