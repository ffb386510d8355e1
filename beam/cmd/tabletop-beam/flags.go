package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"tabletop/beam/job"
	"tabletop/model/sample"
	"tabletop/sampler/bigtable"
)

// flags are those of tabletop-beam. Beam's own have underscores in their names, and are in the same set.
type flags struct {
	source, appProfile, output, runner string
	dataEndpoint, adminEndpoint        string
	overwrite                          bool
	bytesPerSecond                     float64
	workers, ranges                    int
	rows                               int64
	seed                               uint64
	keep                               int
	prefix                             string
	families                           string
	layouts, current                   list
	keepGiven                          bool
}

func declare(fs *flag.FlagSet) *flags {
	given := &flags{}
	fs.StringVar(&given.source, "source", "",
		"`TABLE` to read, as PROJECT/INSTANCE/TABLE, or demo:NAME with --runner prism")
	fs.StringVar(&given.appProfile, "app-profile", "", "App `PROFILE` to read with, for example one for Data Boost")
	fs.StringVar(&given.dataEndpoint, "data-endpoint", "", "`HOST:PORT` of the data service, if not the default")
	fs.StringVar(&given.adminEndpoint, "admin-endpoint", "", "`HOST:PORT` of the admin service, if not the default")
	fs.StringVar(&given.output, "output", "", "`FILE` to save, for example gs://bucket/table.tabletop")
	fs.BoolVar(&given.overwrite, "overwrite", false, "Replace the output file if it exists")
	fs.StringVar(&given.runner, "runner", "prism", "`RUNNER` of the job: prism (this machine) or dataflow")
	fs.Float64Var(&given.bytesPerSecond, "bytes-per-second", 0,
		"Maximum `BYTES` per second of the whole job, divided among its workers; 0 means 50 MB for a live table, "+
			"negative means no limit")
	fs.IntVar(&given.workers, "workers", 0,
		"Maximum `NUMBER` of workers that the rate is divided among; 0 means 1 for prism and --max_num_workers for "+
			"dataflow")
	fs.IntVar(&given.ranges, "ranges", 0,
		"`NUMBER` of key ranges to begin with; 0 means 8 for each worker, at least 32")
	fs.Int64Var(&given.rows, "rows", job.DefaultRows, "Maximum `ROWS` to keep, as a uniform sample; all are counted")
	fs.Uint64Var(&given.seed, "seed", 0, "Random `SEED` for sampling; the same seed keeps the same rows")
	fs.IntVar(&given.keep, "value-bytes", sample.DefaultKeep, "`BYTES` to keep of each value")
	fs.StringVar(&given.prefix, "prefix", "", "Read only rows with this key `PREFIX`")
	fs.StringVar(&given.families, "families", "", "Read only cells of these `FAMILIES`, separated by commas")
	fs.Func("shard-plan", "", func(string) error {
		return errors.New("plans were removed: a census makes its own\nremove --shard-plan")
	})
	fs.Var(&given.layouts, "layout", "simulate: `TEMPLATE` of a layout to try; can be repeated")
	fs.Var(&given.current, "current-layout",
		"simulate: `TEMPLATE` of the current row keys, used instead of inference; can be repeated, one per record kind")
	return given
}

// list is a flag that can be repeated.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

// Set adds a value.
func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// options checks the flags.
func (f *flags) options(log io.Writer) (job.Options, error) {
	options := job.Options{Output: f.output, Overwrite: f.overwrite, BytesPerSecond: f.bytesPerSecond, Pieces: f.ranges,
		Now: time.Now(), Log: log}
	switch {
	case f.source == "":
		return options, usageError{errors.New("missing --source: name the table as PROJECT/INSTANCE/TABLE")}
	case f.output == "":
		return options, usageError{errors.New("missing --output: name the file to save")}
	case f.rows < 0, f.keep < 0, f.ranges < 0, f.workers < 0:
		return options, usageError{errors.New("--rows, --value-bytes, --ranges, and --workers must not be negative")}
	}
	options.Sample = sample.Options{Strategy: sample.Everything, Rows: f.rows, Seed: f.seed, Keep: f.keep,
		Prefix: []byte(f.prefix)}
	flag.Visit(func(fl *flag.Flag) { f.keepGiven = f.keepGiven || fl.Name == "value-bytes" })
	if f.families != "" {
		options.Sample.Families = strings.Split(f.families, ",")
	}
	if err := f.runners(&options); err != nil || strings.HasPrefix(f.source, "demo:") {
		return options, err
	}
	config, warned, err := bigtable.Resolve(bigtable.Config{AppProfile: f.appProfile, DataEndpoint: f.dataEndpoint,
		AdminEndpoint: f.adminEndpoint, UserAgent: "tabletop-beam"}, os.LookupEnv, nil)
	if err != nil {
		return options, err
	}
	for _, w := range warned {
		fmt.Fprintln(log, "warning:", w)
	}
	path, err := bigtable.ParsePath(f.source, config)
	if err != nil {
		return options, err
	}
	config.Project, config.Instance = path.Project, path.Instance
	if path.Table == "" {
		return options, usageError{fmt.Errorf("%s names an instance: add the table, as PROJECT/INSTANCE/TABLE",
			f.source)}
	}
	if config.EmulatorHost != "" && options.Runner == "dataflow" {
		return options, usageError{errors.New("workers of Dataflow cannot reach the emulator of " +
			"BIGTABLE_EMULATOR_HOST: " +
			"unset it, or use --runner prism")}
	}
	options.Config, options.Table = config, path.Table
	return options, nil
}

// runners checks the runner and the number of its workers.
func (f *flags) runners(o *job.Options) error {
	o.Runner, o.Workers = f.runner, f.workers
	switch f.runner {
	case "prism":
		o.Workers = 1 // in this process
	case "dataflow":
		if !strings.HasPrefix(f.output, "gs://") {
			return usageError{fmt.Errorf("workers of Dataflow cannot write %s: name an output in Cloud Storage, "+
				"gs://BUCKET/FILE", f.output)}
		}
		if m := flag.Lookup("max_num_workers"); o.Workers == 0 && m != nil {
			if n, ok := m.Value.(flag.Getter); ok {
				n64, _ := n.Get().(int64)
				o.Workers = int(n64)
			}
		}
		if o.Workers == 0 && f.bytesPerSecond >= 0 {
			return usageError{errors.New("missing --max_num_workers: the job's rate is divided among that many " +
				"workers\nor pass --bytes-per-second -1 for no limit")}
		}
	default:
		return usageError{fmt.Errorf("invalid value %q for --runner: must be prism or dataflow", f.runner)}
	}
	return nil
}

// usage prints the flags of tabletop-beam. Those of the runner are in Beam's documentation.
func usage(w io.Writer) {
	fmt.Fprint(w, `Read a whole Bigtable table with Apache Beam, and save what it comes to

Usage:
  tabletop-beam census --source PROJECT/INSTANCE/TABLE --output FILE [flags]
  tabletop-beam simulate --source PROJECT/INSTANCE/TABLE --layout TEMPLATE --output FILE [flags]

census counts all rows, and keeps a uniform sample of them. The file opens in
tabletop. Key ranges that were read are kept in FILE.parts until the job is
whole: the same command, started again, reads only what is missing.

simulate tries layouts on all rows: rows that merge, cells that are lost or
become versions, row sizes, and the hottest key ranges are exact. The file opens
in the Lab of tabletop. It reads the table twice if rows share a new key.

Read-only.

Examples:
  tabletop-beam census --source demo:meters --output meters.tabletop
  tabletop-beam simulate --source demo:battery/battery_by_time --layout '{time}' --output time.tabletop
  tabletop-beam census --source p/i/t --app-profile data-boost --runner dataflow \
    --project p --region europe-west1 --staging_location gs://b/staging \
    --max_num_workers 20 --output gs://b/t.tabletop

Flags (those of the runner, with underscores, are described by Apache Beam):
`)
	own := flag.NewFlagSet("", flag.ContinueOnError)
	declare(own)
	own.VisitAll(func(fl *flag.Flag) {
		if fl.Usage == "" { // removed
			return
		}
		name, text := flag.UnquoteUsage(fl)
		fmt.Fprintf(w, "  --%s %s\n        %s\n", fl.Name, name, text)
	})
}
