package job

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"tabletop/beam/keyrange"
	"tabletop/beam/parts"
	"tabletop/model/analysis"
	"tabletop/model/candidate"
	"tabletop/model/census/relayout"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/sampler"
	"tabletop/sampler/read"
)

// LayoutOptions are those of a job that tries layouts.
type LayoutOptions struct {
	Options
	Candidates []string   // templates
	Layouts    rowkey.Set // of the current keys; nil infers them from a sample
}

const (
	// ValueBytes are kept of each value if a candidate needs values and nothing else was asked for.
	ValueBytes = 64 << 10
	// heatRanges and heatWindows bound the grid in which writes are counted.
	heatRanges  = 64
	heatWindows = 64
	groupBytes  = 32 << 20 // of the table for each group of hashes, so that a group fits in memory
	minGroups   = 16
	maxGroups   = 1 << 14
)

// Layouts runs the job that tries layouts on all rows of a table. The output is an ordinary sample that carries the
// figures.
func Layouts(ctx context.Context, o LayoutOptions) (*Report, []simulate.Counted, error) {
	if err := o.checkOutput(ctx); err != nil {
		return nil, nil, err
	}
	if o.Sample.Keep == 0 && needValues(o.Candidates) {
		o.Sample.Keep = ValueBytes
	}
	rows, plan, err := o.begin(ctx)
	if err != nil {
		return nil, nil, err
	}
	mover, err := relayout.NewMover(plan)
	if err != nil {
		return nil, nil, err
	}
	encoded, err := plan.MarshalBinary()
	if err != nil {
		return nil, nil, err
	}
	fn := layoutFn{ranges: ranges{Pieces: 1}, Source: o.source(), Plan: encoded, Groups: groups(&rows.Table)}
	start, end := read.Span(o.Sample)
	all := keyrange.New(start, end, borders(&rows.Table))
	todo := all.Split(o.pieces(all.Bytes))
	report := &Report{}
	tally, err := o.passes(ctx, report, fn, todo, plan.FilterBits)
	if err != nil {
		return nil, nil, err
	}
	list := mover.Counted(tally, o.Now)
	section, err := simulate.CountedSection(list)
	if err != nil {
		return nil, nil, err
	}
	report.Sample = rows.WithSections(append(slices.Clone(rows.Sections()), section)...)
	if err := o.save(ctx, report.Sample); err != nil {
		return report, list, err
	}
	return report, list, o.removeStates(ctx)
}

// The files of the passes, in the folder of the job.
const (
	firstFile  = "/first"
	secondFile = "/second"
	filterFile = "/filter"
)

// passes runs the pipelines. The first one is left out if an earlier run has made it, the second one if no rows meet.
func (o *LayoutOptions) passes(ctx context.Context, r *Report, fn layoutFn, todo []keyrange.Range,
	bits int) (*relayout.Tally, error) {
	first, second, filter := o.folder()+firstFile, o.folder()+secondFile, o.folder()+filterFile
	done, err := o.before(ctx, filter)
	if err != nil {
		return nil, err
	}
	if done != nil {
		o.logf("the first pass of an earlier run is used")
		r.Reused = 1
	} else if done, err = o.pass(ctx, r, fn, todo, bits); err != nil {
		return nil, err
	}
	tally, err := r.tally(done.Counted)
	if err != nil || done.Filter == "" {
		return tally, err
	}
	if err := removeIfThere(ctx, second); err != nil {
		return nil, err
	}
	pipeline, scope := beam.NewPipelineWithRoot()
	secondPass(scope, fn, todo, filter, second)
	if err := o.run(ctx, pipeline, r); err != nil {
		return nil, err
	}
	data, err := parts.ReadFile(ctx, second)
	if err != nil {
		return nil, err
	}
	more, err := r.tally(data)
	if err != nil {
		return nil, err
	}
	tally.Merge(more)
	return tally, parts.Remove(ctx, first, second)
}

// pass runs the first pipeline, and keeps what it came to if every key range could be read.
func (o *LayoutOptions) pass(ctx context.Context, r *Report, fn layoutFn, todo []keyrange.Range, bits int) (*passed,
	error) {
	first, filter := o.folder()+firstFile, o.folder()+filterFile
	if err := removeIfThere(ctx, first, filter); err != nil { // of an earlier run
		return nil, err
	}
	pipeline, scope := beam.NewPipelineWithRoot()
	firstPass(scope, fn, todo, bits, first, filter)
	if err := o.run(ctx, pipeline, r); err != nil {
		return nil, err
	}
	data, err := parts.ReadFile(ctx, first)
	if err != nil {
		return nil, err
	}
	if _, err := r.tally(data); err != nil {
		return nil, err
	}
	return o.after(ctx, first, filter)
}

// removeIfThere deletes files that may not exist.
func removeIfThere(ctx context.Context, names ...string) error {
	for _, name := range names {
		there, err := parts.Exists(ctx, name)
		if err == nil && there {
			err = parts.Remove(ctx, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeStates deletes the files of a job that is saved.
func (o *LayoutOptions) removeStates(ctx context.Context) error {
	f := o.folder()
	if err := removeIfThere(ctx, f+firstFile, f+secondFile, f+filterFile, f+"/passed", f+"/begun"); err != nil {
		return err
	}
	return o.removeFiles(ctx, nil)
}

// tally reads what a pass came to. Its error names the ranges that could not be read.
func (r *Report) tally(data []byte) (*relayout.Tally, error) {
	whole, err := decodeRanges(data)
	if err != nil {
		return nil, err
	}
	*r = Report{Counters: r.Counters, Reused: r.Reused}
	r.account(whole)
	if len(r.Failed) > 0 {
		var all []error
		for _, f := range r.Failed {
			all = append(all, errors.New(f))
		}
		return nil, &sampler.Error{What: "the layouts were not counted", Err: errors.Join(all...),
			Next: "run the command again when these key ranges can be read"}
	}
	t := new(relayout.Tally)
	return t, t.UnmarshalBinary(whole.Census)
}

// needValues reports whether a candidate uses the values of cells. Candidates that cannot be parsed are refused later.
func needValues(texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		c, err := candidate.Parse(text)
		return err == nil && c.NeedsValues()
	})
}

// layoutPlan tries the candidates on the sample, which finds mistakes in them before the table is read, and takes the
// borders of new keys and the time axis from it.
func (o *LayoutOptions) layoutPlan(ctx context.Context, s *sample.Sample) (relayout.Plan, error) {
	analyzed, err := analysis.New(ctx, s, analysis.Options{Layouts: o.Layouts, Now: o.Now})
	if err != nil {
		return relayout.Plan{}, err
	}
	rows := analyzed.Segments.Design.Rows().Value
	plan := relayout.Plan{Layouts: analyzed.Layouts.String(), Candidates: o.Candidates, Columns: s.Columns(),
		Micros:     s.Table.Micros,
		FilterBits: relayout.FilterBitsFor(int64(math.Max(rows, float64(s.Rows()))))}
	plan.From, plan.Step, plan.Windows = windows(s)
	base, err := analyzed.Base(ctx)
	if err != nil {
		return plan, err
	}
	for _, text := range o.Candidates {
		proposed, err := candidate.Parse(text)
		if err != nil {
			return plan, fmt.Errorf("invalid --layout: %w", err)
		}
		r, err := simulate.Run(ctx, base, proposed)
		if err != nil {
			return plan, fmt.Errorf("invalid --layout: %w", err)
		}
		for _, t := range r.Tables {
			plan.Borders = append(plan.Borders, quantiles(t))
		}
	}
	return plan, nil
}

// quantiles returns keys that divide the new rows of the sample into ranges of equally many.
func quantiles(t *simulate.Table) [][]byte {
	var out [][]byte
	for i := 1; i < heatRanges && t.Len() > 0; i++ {
		key := t.Key(i * t.Len() / heatRanges)
		if n := len(out); n == 0 || string(out[n-1]) != string(key) {
			out = append(out, slices.Clone(key))
		}
	}
	return out
}

// windows divides the time of most cells of the sample: the oldest and newest hundredth of them may be times of
// nothing.
func windows(s *sample.Sample) (from time.Time, step time.Duration, n int) {
	times := slices.Clone(s.Times(0, s.NumCells()))
	if len(times) == 0 {
		return time.Time{}, 0, 0
	}
	slices.Sort(times)
	first, last := times[len(times)/100], times[len(times)-1-len(times)/100]
	if first < 0 || last == first {
		return time.Time{}, 0, 0
	}
	micros := (last-first)/heatWindows + 1
	return time.UnixMicro(first).UTC(), time.Duration(micros) * time.Microsecond, heatWindows
}

// groups returns how many groups the hashes of a table are divided into.
func groups(t *sample.Table) int {
	size := int64(0)
	if n := len(t.Splits); n > 0 {
		size = t.Splits[n-1].Offset
	}
	return int(min(maxGroups, max(minGroups, size/groupBytes)))
}
