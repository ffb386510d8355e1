// Package export reads the files that the Dataflow template Cloud_Bigtable_to_GCS_Avro writes of a table: Avro
// container files, each record of which is a row with all of its cells.
//
// The rows of an export are in no order, and its files are no key ranges, so rows are sorted before they become a
// sample. All files are read on all cores, in pieces: a block of a file can be found by the marker that precedes it.
// Rows are kept as long as they are few. From then on they are counted (model/census), which needs no order, and a
// uniform sample of them is kept, so that memory is bounded whatever the size of the export. Of a large export random
// blocks can be read instead (blocks.go).
//
// A file that is damaged, or no export, does not end a read: the others are read, and the sample is one of a read that
// ended early.
package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/read"
)

// Source is an export of a table.
type Source struct {
	name  string
	files []File
	about sample.Table
}

var _ sampler.Table = (*Source)(nil)

// New returns an export of that name. about is what is known of the table beside the files: an export has neither the
// policies of families nor a row-key schema.
func New(name string, files []File, about sample.Table) *Source {
	about.Source = name
	if about.Name == "" {
		about.Name = tableName(name)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return &Source{name: name, files: files, about: about}
}

// tableName returns the folder that a name ends with, or its file without shard and extension.
func tableName(name string) string {
	base := path.Base(filepath.ToSlash(name))
	if IsPattern(base) {
		base = path.Base(path.Dir(filepath.ToSlash(name)))
	}
	if m := shard.FindStringSubmatch(base); m != nil {
		base = m[1]
	}
	return strings.TrimSuffix(base, Ext)
}

// Name is what New was given.
func (s *Source) Name() string { return s.name }

// Close does nothing: no file is kept open.
func (s *Source) Close() error { return nil }

// tried is the number of files of which one must be an export for it to be described.
const tried = 3

// Describe returns what is known of the table beside the files, of which the first are looked at.
func (s *Source) Describe(ctx context.Context) (sample.Table, error) {
	var wrong faults
	for i := range s.files[:min(tried, len(s.files))] {
		_, err := s.files[i].header(ctx)
		if err == nil {
			return s.about, nil
		}
		wrong.note(i, s.files[i].Name, err)
	}
	return s.about, s.unread(wrong.err(""))
}

// unread is the error of an export of which nothing can be read.
func (s *Source) unread(err error) error {
	if of, ok := errors.AsType[*sampler.Error](err); ok {
		return &sampler.Error{What: "cannot read " + s.name + ": " + of.What, Next: of.Next, Silent: of.Silent}
	}
	return err
}

// megabytesPerSecond is what one core reads of files that are not compressed, about.
const megabytesPerSecond = 100

// Plan returns what Sample would read: all files.
func (s *Source) Plan(_ context.Context, opts sample.Options) (sample.Plan, error) {
	size := s.size()
	plan := sample.Plan{Strategy: sample.Everything, Filter: 1, KeepRows: opts.Rows, Bytes: size, Scan: size,
		Places: []sample.ReadRange{{}}, Files: len(s.files), TotalBytes: size,
		Time: time.Duration(float64(size) / megabytesPerSecond / 1e6 / float64(runtime.GOMAXPROCS(0)) * 1e9),
		Notes: []string{fmt.Sprintf("The rows of an export are in no order: all %s are read.",
			spelling.Count(len(s.files), "file"))}}
	switch {
	case opts.Strategy == sample.Head:
		plan.Strategy, plan.Rows = sample.Head, opts.Rows
		plan.Notes = []string{"These are the first rows of a file only: no figure is representative of the table."}
	case s.byBlocks(opts):
		plan.Strategy, plan.Rows = sample.Blocks, int64(readShare*float64(size)/(blocksEach*usualBlock))
		plan.Rows, plan.Bytes = min(plan.Rows, opts.Rows), int64(readShare*float64(size))
		plan.Scan, plan.Time = plan.Bytes, time.Duration(readShare*float64(plan.Time))
		plan.Notes = []string{"At most a tenth of the files is read: a row of each of many blocks, which are drawn " +
			"by size. --strategy everything counts all."}
	}
	return plan, s.check(opts)
}

func (s *Source) size() (bytes int64) {
	for _, file := range s.files {
		bytes += file.Size
	}
	return bytes
}

// check returns the error of an expression for keys.
func (s *Source) check(opts sample.Options) error {
	opts.Rows = 0
	none := sample.Assemble(sample.Table{}, sample.Provenance{}, nil)
	if _, err := none.Filter(opts); err != nil {
		return &sampler.Error{What: "cannot filter the keys of " + s.name, Err: err,
			Next: "use the RE2 syntax: https://github.com/google/re2/wiki/Syntax"}
	}
	return nil
}

// Sample reads all files, but for Head, and for some blocks of a large export.
func (s *Source) Sample(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	switch {
	case opts.Strategy == sample.Head:
		return s.head(ctx, opts, progress)
	case s.byBlocks(opts):
		return s.sampleBlocks(ctx, opts, progress)
	}
	keep, err := newKeeping(ownPlan(s.about, opts), false)
	if err != nil {
		return nil, err
	}
	return s.keep(ctx, opts, keep, progress)
}

// Count reads all files and counts their rows.
func (s *Source) Count(ctx context.Context, about sample.Table, plan census.Plan, limits sample.Options,
	progress func(sample.Progress)) (*sample.Sample, error) {
	keep, err := newKeeping(plan, true)
	if err != nil {
		return nil, err
	}
	return s.keep(ctx, limited(plan.Normalize().Options, limits), keep, progress)
}

// limited returns what opts select with the limits and rates of another read.
func limited(opts, limits sample.Options) sample.Options {
	opts.Bytes, opts.Time, opts.FiguresOnly = limits.Bytes, limits.Time, limits.FiguresOnly
	opts.RowsPerSecond, opts.BytesPerSecond = limits.RowsPerSecond, limits.BytesPerSecond
	return opts
}

// Continue reads again, for more rows: nothing is left of a read that ended early but its rows, and where those are in
// the files is not known.
func (s *Source) Continue(ctx context.Context, before *sample.Sample, opts sample.Options,
	progress func(sample.Progress)) (*sample.Sample, error) {
	again := limited(before.How.Options, opts)
	again.Rows = opts.Rows
	if before.How.Strategy == sample.Blocks {
		again.Strategy = sample.Everything
	}
	if read.BeforeCounting(&before.How) || read.Thins(again) {
		counted, _, err := read.CountAll(ctx, s, nil, again, progress)
		return counted, err
	}
	return s.Sample(ctx, again, progress)
}

// keep reads all files and returns the rows that are kept.
func (s *Source) keep(ctx context.Context, opts sample.Options, keep *keeping,
	progress func(sample.Progress)) (*sample.Sample, error) {
	if err := s.check(opts); err != nil {
		return nil, err
	}
	how, err := s.scan(ctx, opts, keep.takers(), keep.sofar, progress)
	if _, ok := errors.AsType[*twiceError](err); ok {
		return nil, err
	}
	rows, counts, wrong := keep.result()
	if wrong != nil {
		return nil, s.wrong(wrong)
	}
	if rows.Rows() == 0 && err != nil {
		return nil, s.unread(err)
	}
	whole := how.Stopped == ""
	how.RowShare = 1
	if kept := int64(rows.Rows()); kept < how.RowsSeen {
		how.RowShare = float64(kept) / float64(how.RowsSeen)
	}
	how.Complete = whole && how.RowShare == 1
	if !whole || how.Complete {
		counts = nil
	}
	if counts != nil {
		how.CountedAsOf = counts.Plan().Now
	}
	out := rows.Described(s.describe(rows), how)
	if counts != nil {
		sections, err := counts.Sections()
		if err != nil {
			return nil, err
		}
		out = out.WithSections(sections...)
	}
	if progress != nil {
		progress(sample.Progress{Stage: "read", Rows: how.RowsSeen, Bytes: how.BytesSeen, Fraction: 1,
			Expected: how.RowsSeen, Sample: out})
	}
	return out, err
}

// wrong is the error of rows that cannot be those of one export.
func (s *Source) wrong(err error) error {
	if _, ok := errors.AsType[*twiceError](err); ok {
		return &sampler.Error{What: "cannot read " + s.name, Err: err, Next: "name the files of one export"}
	}
	return err
}

// describe returns the description of the table whose rows these are.
func (s *Source) describe(rows *sample.Sample) sample.Table {
	about := s.about
	const perMilli = 1000
	for _, micros := range rows.Times(0, rows.NumCells()) {
		if micros%perMilli != 0 {
			about.Micros = true
			break
		}
	}
	return about
}

// head reads rows until there are enough.
func (s *Source) head(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	if err := s.check(opts); err != nil {
		return nil, err
	}
	var parts []*sample.Sample
	how, err := s.scan(ctx, opts, []func(*sample.Sample) error{func(rows *sample.Sample) error {
		parts = append(parts, rows)
		return nil
	}}, nil, progress)
	rows, wrong := merged(parts)
	if wrong != nil {
		return nil, s.wrong(wrong)
	}
	if rows.Rows() == 0 && err != nil {
		return nil, s.unread(err)
	}
	if how.RowShare = 1; opts.Rows > 0 && int64(rows.Rows()) > opts.Rows {
		picked := make([]int, opts.Rows)
		for i := range picked {
			picked[i] = i
		}
		rows = rows.Pick(picked)
		how.Places[0].Done = false
	}
	how.Complete = how.Stopped == "" && how.Places[0].Done
	return rows.Described(s.describe(rows), how), err
}

// scan reads all files and passes their rows on. sofar, which may be nil, returns the rows so far when they are to be
// shown.
func (s *Source) scan(ctx context.Context, opts sample.Options, takers []func(*sample.Sample) error,
	sofar func() *sample.Sample, progress func(sample.Progress)) (sample.Provenance, error) {
	scan := newScan(s.files, opts, takers)
	how := sample.Provenance{Strategy: sample.Everything, Options: opts, Started: time.Now(), Filter: 1, RowShare: 1}
	if opts.Strategy == sample.Head {
		how.Strategy = sample.Head
	}
	scan.sofar = s.showing(how, scan, sofar)
	err := scan.run(ctx, progress)
	how, err = s.finish(how, scan, err)
	how.Places = []sample.ReadRange{{Start: opts.Start, End: opts.End, Rows: how.RowsSeen, Done: how.Stopped == ""}}
	return how, err
}

// finish states how a read ended. The error is one that the user must know of.
func (s *Source) finish(how sample.Provenance, scan *scan, err error) (sample.Provenance, error) {
	err = s.ended(&how, scan, err)
	how.Took = time.Since(how.Started)
	how.RowsSeen, how.BytesSeen = scan.rows.Load(), scan.bytes.Load()
	return how, err
}

// showing returns a function that describes the rows that sofar returns; nil if none are to be shown.
func (s *Source) showing(how sample.Provenance, scan *scan, sofar func() *sample.Sample) func() *sample.Sample {
	if sofar == nil || how.Options.FiguresOnly {
		return nil
	}
	return func() *sample.Sample {
		rows := sofar()
		if rows == nil {
			return nil
		}
		now := how
		now.Took = time.Since(how.Started)
		now.RowsSeen, now.BytesSeen = scan.rows.Load(), scan.bytes.Load()
		now.Places = []sample.ReadRange{{Start: how.Options.Start, End: how.Options.End, Rows: now.RowsSeen}}
		return rows.Described(s.describe(rows), now)
	}
}

// ended states how a read ended. The error is one that the user must know of.
func (s *Source) ended(how *sample.Provenance, scan *scan, err error) error {
	var full *fullError
	var limit sample.TimeLimit
	switch {
	case errors.As(err, &full):
		if how.Stopped = full.why; full.why != "" {
			how.Ending = sample.EndLimit
		}
		return nil
	case errors.As(err, &limit):
		how.Stopped, how.Ending = limit.Error(), sample.EndLimit
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		how.Stopped, how.Ending = "the deadline of the read was reached", sample.EndError
		return nil
	case errors.Is(err, context.Canceled):
		how.Stopped, how.Ending = "the read was interrupted", sample.EndInterrupt
		return nil
	case err != nil:
		how.Stopped, how.Ending = "an error ended the read", sample.EndError
		return s.wrong(err)
	}
	if err = scan.faults.err(missing(s.files)); err != nil {
		what := err.(*sampler.Error).What
		how.Stopped, how.Ending = "not all files could be read: "+what, sample.EndError
	}
	return err
}

// CountRows reads all files and counts their rows.
func (s *Source) CountRows(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (sample.Provenance,
	error) {
	takers := make([]func(*sample.Sample), runtime.GOMAXPROCS(0))
	for i := range takers {
		takers[i] = func(*sample.Sample) {}
	}
	return s.ReadAll(ctx, opts, takers, progress)
}

// ReadAll reads all files.
func (s *Source) ReadAll(ctx context.Context, opts sample.Options, takers []func(*sample.Sample),
	progress func(sample.Progress)) (sample.Provenance, error) {
	if err := s.check(opts); err != nil {
		return sample.Provenance{}, err
	}
	opts.Strategy = sample.Everything
	own := make([]func(*sample.Sample) error, len(takers))
	for i, take := range takers {
		own[i] = func(rows *sample.Sample) error {
			take(rows)
			return nil
		}
	}
	return s.scan(ctx, opts, own, nil, progress)
}

// DistinctPrefixes reads all files until there are more prefixes than limit.
func (s *Source) DistinctPrefixes(ctx context.Context, opts sample.Options, front func(key []byte) []byte,
	limit int) (fronts [][]byte, all bool, err error) {
	if err := s.check(opts); err != nil {
		return nil, false, err
	}
	var mu sync.Mutex
	found := map[string]bool{}
	takers := make([]func(*sample.Sample) error, runtime.GOMAXPROCS(0))
	for core := range takers {
		takers[core] = func(rows *sample.Sample) error {
			mu.Lock()
			defer mu.Unlock()
			for row := range rows.Rows() {
				if found[string(front(rows.Key(row)))] = true; len(found) > limit {
					return &fullError{}
				}
			}
			return nil
		}
	}
	opts.Strategy = sample.Everything
	how, err := s.scan(ctx, opts, takers, nil, nil)
	if err != nil || how.Ending != sample.EndPlan {
		return nil, false, errors.Join(err, context.Cause(ctx))
	}
	for one := range found {
		fronts = append(fronts, []byte(one))
	}
	slices.SortFunc(fronts, bytes.Compare)
	return fronts[:min(limit, len(fronts))], len(fronts) <= limit, nil
}

// Row looks for a row in all files.
func (s *Source) Row(ctx context.Context, key []byte, keep int) (*sample.Sample, error) {
	opts := sample.Options{Strategy: sample.Everything, Start: key, End: append(bytes.Clone(key), 0), Keep: keep}
	var mu sync.Mutex
	var found []*sample.Sample
	takers := make([]func(*sample.Sample) error, runtime.GOMAXPROCS(0))
	for i := range takers {
		takers[i] = func(rows *sample.Sample) error {
			mu.Lock()
			defer mu.Unlock()
			found = append(found, rows)
			return &fullError{}
		}
	}
	how, err := s.scan(ctx, opts, takers, nil, nil)
	if len(found) == 0 && err != nil {
		return nil, err
	}
	how.Places = nil
	return sample.Merge(found).Described(s.about, how), nil
}
