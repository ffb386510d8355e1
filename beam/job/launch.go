package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"tabletop/beam/keyrange"
	"tabletop/beam/parts"
	"tabletop/model/analysis"
	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/bigtable"
	"tabletop/sampler/read"
	"tabletop/sampler/snapshot"
)

// Options are those of a job.
type Options struct {
	Config bigtable.Config
	Table  string
	Output string // file of any registered file system; part files go to the folder Output + ".parts"
	Runner string // prism, dataflow, or direct
	// Overwrite allows Output to exist.
	Overwrite bool
	// Workers is the maximum number of worker processes, which BytesPerSecond is divided among.
	Workers        int
	BytesPerSecond float64 // of the whole job; 0 means the default, negative no limit
	Pieces         int     // key ranges to begin with; 0 means several for each worker
	// Sample selects what is read and kept, as for tabletop sample: Rows, Seed, Keep, Prefix, Start, End, KeyRegex,
	// Families, Since, Until.
	Sample sample.Options
	// Analyze makes the plan of a census from an ordinary sample, so that segments, writes, and prefixes are counted as
	// well; otherwise totals, columns, sizes, and garbage are.
	Analyze bool
	Now     time.Time
	Log     io.Writer // progress and warnings, a line each
}

const (
	// GentleRate is the default rate of a job on a live table, in bytes per second: a fraction of what one node scans.
	GentleRate = 50_000_000
	// piecesPerWorker lets a worker that is done early take over from others without a split.
	piecesPerWorker = 8
	manyPieces      = 32
	fewPieces       = 4
	// pieceBytes is what makes a key range worth a part of its own, which costs about as much to write and merge as
	// some megabytes to read: each keeps as many rows as the whole.
	pieceBytes = 32 << 20
	// DefaultRows is how many rows a census keeps.
	DefaultRows = 20_000
	maxOutput   = 8 << 30 // bytes of memory for reading a file of a census
)

// rate returns the bytes per second of one worker process; 0 means no limit.
func (o *Options) rate() float64 {
	all := o.BytesPerSecond
	if all == 0 && o.Config.EmulatorHost == "" {
		all = GentleRate
	}
	return max(0, all) / float64(max(1, o.Workers))
}

// pieces returns the number of key ranges to begin with, for a table of that many bytes; 0 is unknown.
func (o *Options) pieces(size int64) int {
	if o.Pieces > 0 {
		return o.Pieces
	}
	most := max(manyPieces, piecesPerWorker*o.Workers)
	if size <= 0 {
		return most
	}
	return int(min(int64(most), max(fewPieces, size/pieceBytes)))
}

func (o *Options) logf(format string, args ...any) {
	if o.Log != nil {
		fmt.Fprintf(o.Log, format+"\n", args...)
	}
}

func (o *Options) source() Source {
	return Source{Config: o.Config, Table: o.Table, Options: o.Sample, BytesPerSecond: o.rate()}
}

// folder returns the folder of the part files.
func (o *Options) folder() string { return o.Output + ".parts" }

// checkOutput returns an error if the output exists and must not be overwritten.
func (o *Options) checkOutput(ctx context.Context) error {
	there, err := parts.Exists(ctx, o.Output)
	switch {
	case err != nil:
		return &sampler.Error{What: fmt.Sprintf("cannot look for %s", o.Output), Err: err,
			Next: "check the path and your permissions"}
	case there && !o.Overwrite:
		return &sampler.Error{What: fmt.Sprintf("output %s already exists", o.Output),
			Next: "name another file, or pass --overwrite"}
	}
	return nil
}

// withTable opens the table.
func (o *Options) withTable(ctx context.Context, use func(sampler.Table) error) (err error) {
	in, err := bigtable.Connect(ctx, o.Config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	t, err := in.Open(ctx, o.Table)
	if err != nil {
		return err
	}
	return use(t)
}

// describe returns the description of the table.
func (o *Options) describe(ctx context.Context) (about sample.Table, err error) {
	err = o.withTable(ctx, func(t sampler.Table) error {
		about, err = t.Describe(ctx)
		return err
	})
	return about, err
}

// ordinarySample reads the sample that the file of a job with layouts holds.
func (o *Options) ordinarySample(ctx context.Context) (s *sample.Sample, err error) {
	opts := o.Sample
	opts.Strategy, opts.BytesPerSecond = sample.Auto, o.BytesPerSecond
	err = o.withTable(ctx, func(t sampler.Table) error {
		s, err = t.Sample(ctx, opts, nil)
		return err
	})
	return s, err
}

// pilot reads the sample that the plan of a census is made from.
func (o *Options) pilot(ctx context.Context) (s *sample.Sample, err error) {
	opts := o.Sample
	opts.BytesPerSecond = o.BytesPerSecond
	err = o.withTable(ctx, func(t sampler.Table) error {
		s, err = read.FirstSample(ctx, t, opts, nil)
		return err
	})
	return s, err
}

// borders returns the section borders of a table.
func borders(about *sample.Table) []keyrange.Border {
	out := make([]keyrange.Border, len(about.Splits))
	for i, s := range about.Splits {
		out[i] = keyrange.Border{Key: s.Key, Offset: s.Offset}
	}
	return out
}

// Report is how a job ended.
type Report struct {
	Sample *sample.Sample // as it was saved
	// Rows and Bytes were read in all, also by runs before this one.
	Rows, Bytes int64
	// Reused is the number of part files of earlier runs that were used.
	Reused int
	// Failed are the ranges that could not be read, in words.
	Failed []string
	// Counters are what the runner counted: rows, bytes, retries, misfits, failed_ranges. Work that is executed twice
	// counts twice.
	Counters map[string]int64
}

// Census runs the job that counts a whole table, and saves its result.
func Census(ctx context.Context, o Options) (*Report, error) {
	if err := o.checkOutput(ctx); err != nil {
		return nil, err
	}
	started := o.Now
	about, err := o.describe(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := o.plan(ctx, &about)
	if err != nil {
		return nil, err
	}
	o.Sample = plan.Options
	todo, have, err := o.remaining(ctx, plan, &about)
	if err != nil {
		return nil, err
	}
	encoded, err := plan.MarshalBinary()
	if err != nil {
		return nil, err
	}
	pipeline, scope := beam.NewPipelineWithRoot()
	fn := &countFn{ranges: ranges{Pieces: 1, Least: pieceBytes}, Source: o.source(), Plan: encoded, Folder: o.folder()}
	result := o.folder() + "/whole"
	if err := countTable(scope, fn, todo, have, result); err != nil {
		return nil, err
	}
	report := &Report{Reused: len(have)}
	if err := o.run(ctx, pipeline, report); err != nil {
		return nil, err
	}
	whole, err := loadWhole(ctx, result)
	if err != nil {
		return nil, err
	}
	if report.Sample, err = o.assemble(whole, about, plan, started); err != nil {
		return nil, err
	}
	report.account(whole)
	if err := o.save(ctx, report.Sample); err != nil {
		return nil, err
	}
	if len(report.Failed) == 0 {
		err = o.removeParts(ctx, result)
	}
	return report, err
}

// plan returns the plan that an earlier run of the job left behind, so that its part files fit; else a new one.
func (o *Options) plan(ctx context.Context, about *sample.Table) (census.Plan, error) {
	plan := census.Plan{Options: o.Sample, Now: o.Now, Families: about.Families}.Normalize()
	name := o.folder() + "/plan"
	there, err := parts.Exists(ctx, name)
	if err != nil {
		return plan, err
	}
	if there {
		data, err := parts.ReadFile(ctx, name)
		if err != nil {
			return plan, err
		}
		var before census.Plan
		if err := before.UnmarshalBinary(data); err != nil {
			return plan, fmt.Errorf("the plan of an earlier run is damaged: %w\ndelete %s to start again", err,
				o.folder())
		}
		// The clock, the policies, and what an analysis added are those of the first run.
		if same := (census.Plan{Options: before.Options, Now: plan.Now,
			Families: plan.Families}); reflect.DeepEqual(same, plan) {
			return before, nil
		}
		return plan, &sampler.Error{What: fmt.Sprintf("the part files in %s are of a job with other options",
			o.folder()),
			Next: "run the job with the same options, name another output, or delete the folder"}
	}
	if o.Analyze {
		rows, err := o.pilot(ctx)
		if ctx.Err() != nil {
			return plan, context.Cause(ctx)
		}
		if err != nil { // the job names the key ranges that cannot be read; a later run makes a plan again
			o.logf("no sample can be read, so segments, writes by key and time, and personal data are not counted: %s",
				firstLine(err.Error()))
			return plan, plan.Validate()
		}
		a, err := analysis.New(ctx, rows, analysis.Options{Now: o.Now})
		if err != nil {
			return plan, err
		}
		if plan, err = a.CensusPlan(ctx, o.Sample); err != nil {
			return plan, err
		}
	}
	if err := plan.Validate(); err != nil {
		return plan, err
	}
	data, err := plan.MarshalBinary()
	if err != nil {
		return plan, err
	}
	return plan, parts.WriteFile(ctx, name, data)
}

// remaining returns the ranges to read, and the part files of those that were read by an earlier run.
func (o *Options) remaining(ctx context.Context, plan census.Plan, about *sample.Table) ([]keyrange.Range, []string,
	error) {
	print, err := plan.Fingerprint()
	if err != nil {
		return nil, nil, err
	}
	found, damaged, err := parts.List(ctx, o.folder(), print)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range damaged {
		o.logf("part file %s is not used, and its range is read again: %s", d.Name, d.Reason)
	}
	start, end := read.Span(plan.Options)
	chosen, gaps := parts.Tile(start, end, found)
	var have []string
	rows := int64(0)
	for _, f := range chosen {
		have = append(have, f.Name)
		rows += f.Rows
	}
	if len(have) > 0 {
		o.logf("%d part files with %s of an earlier run are used; %d key ranges are still to be read", len(have),
			spelling.Count(rows, "row"), len(gaps))
	}
	var todo []keyrange.Range
	all := keyrange.New(start, end, borders(about))
	for _, g := range gaps {
		r := keyrange.New(g[0], g[1], borders(about))
		n := max(1, int(float64(o.pieces(all.Bytes))*r.Size()/all.Size()+0.5))
		todo = append(todo, r.Split(n)...)
	}
	return todo, have, nil
}

// run runs the pipeline and reads its counters.
func (o *Options) run(ctx context.Context, p *beam.Pipeline, r *Report) error {
	var result beam.PipelineResult
	err := withTempDir(func() (err error) {
		result, err = beam.Run(ctx, o.Runner, p)
		return err
	})
	if err != nil {
		return fmt.Errorf("the %s job failed: %w", o.Runner, err)
	}
	if result == nil {
		return nil
	}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Key.Namespace == "tabletop" {
			if r.Counters == nil {
				r.Counters = map[string]int64{}
			}
			r.Counters[c.Key.Name] += c.Result()
		}
	}
	return nil
}

// withTempDir runs use with a directory of its own for temporary files, and removes it: Beam leaves a file there in
// each run.
func withTempDir(use func() error) error {
	dir, err := os.MkdirTemp("", "tabletop-beam-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"TMPDIR", "TMP"} { // of Unix and of Windows
		before, was := os.LookupEnv(name)
		if err := os.Setenv(name, dir); err != nil {
			return err
		}
		defer func() {
			if was {
				os.Setenv(name, before)
			} else {
				os.Unsetenv(name)
			}
		}()
	}
	return use()
}

// account adds up the ranges.
func (r *Report) account(w *whole) {
	for _, p := range w.Ranges {
		r.Rows += p.Rows
		r.Bytes += p.Bytes
		if p.Failed != "" {
			r.Failed = append(r.Failed,
				"the range "+describe(p.Start, p.End)+" could not be read: "+firstLine(p.Failed))
		}
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// assemble makes the sample that is saved.
func (o *Options) assemble(w *whole, about sample.Table, plan census.Plan, started time.Time) (*sample.Sample, error) {
	how := sample.Provenance{Strategy: sample.Everything, Options: plan.Options, Started: started,
		Took: time.Since(started), Filter: 1, RowShare: 1}
	done := true
	for i, part := range w.Ranges {
		how.RowsSeen += part.Rows
		how.BytesSeen += part.Bytes
		for _, u := range part.Unreadable {
			how.Unreadable = append(how.Unreadable, sample.Unreadable{Key: u.Key, Reason: u.Reason})
		}
		if part.Failed != "" {
			done = false
			how.Ending, how.Stopped = sample.EndError,
				"some key ranges could not be read: "+describe(part.Start, part.End)+": "+firstLine(part.Failed)
		}
		how.Places = append(how.Places, sample.ReadRange{Start: part.Start, End: part.End, Rows: part.Rows,
			Done:  part.Failed == "",
			Order: i})
	}
	if w.Census == nil {
		return sample.Assemble(about, how, nil), nil
	}
	var c census.Census
	if err := c.UnmarshalBinary(w.Census); err != nil {
		return nil, err
	}
	if done { // in the ranges of one machine, so that rows are the same runs however the job divided the table
		how.Places = read.WholePlan(&about, plan.Options).Places
		for i := range how.Places {
			how.Places[i].Done = true
			how.TotalBytes += how.Places[i].Bytes
		}
	}
	rows := c.Rows()
	if n := int64(rows.Rows()); n < how.RowsSeen {
		how.RowShare = float64(n) / float64(how.RowsSeen)
	} else {
		how.Complete = done && len(how.Unreadable) == 0
	}
	out := rows.Described(about, how)
	if !done || how.Complete {
		// its counts are of a part of the table, which a reader would take for all of it, or its rows show them as well
		return out, nil
	}
	out.How.CountedAsOf = c.Plan().Now
	sections, err := c.Sections()
	if err != nil {
		return nil, err
	}
	return out.WithSections(sections...), nil
}

// save writes the output.
func (o *Options) save(ctx context.Context, s *sample.Sample) error {
	var data strings.Builder
	if err := snapshot.Save(&data, s); err != nil {
		return err
	}
	if err := parts.WriteFile(ctx, o.Output, []byte(data.String())); err != nil {
		return &sampler.Error{What: fmt.Sprintf("cannot write %s", o.Output), Err: err,
			Next: "run the job again: it reads only what is missing"}
	}
	return nil
}

// removeParts deletes the part files of a job that is whole.
func (o *Options) removeParts(ctx context.Context, result string) error {
	found, damaged, err := parts.List(ctx, o.folder(), "")
	if err != nil {
		return err
	}
	names := []string{result, o.folder() + "/plan"}
	for _, f := range found {
		names = append(names, f.Name)
	}
	for _, d := range damaged { // of the plan of this job, which is not empty
		names = append(names, d.Name)
	}
	return o.removeFiles(ctx, names)
}

// removeFiles deletes the files of a job, and the folder if it is a local one.
func (o *Options) removeFiles(ctx context.Context, names []string) error {
	if err := parts.Remove(ctx, names...); err != nil || strings.Contains(o.Output, "://") {
		return err
	}
	return os.Remove(o.folder())
}

// readOutput reads a file that save wrote.
func readOutput(ctx context.Context, name string) (*sample.Sample, error) {
	data, err := parts.ReadFile(ctx, name)
	if err != nil {
		return nil, err
	}
	return snapshot.Read(bytes.NewReader(data), name, maxOutput)
}
