package analysis

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"tabletop/model/census"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Sizes of the plans made here.
const (
	censusBorders = 255  // of the heat grid
	censusDepth   = 3    // segments that make a prefix of the key space's tree
	censusNodes   = 4096 // prefixes, at most
)

// CensusPlan returns a plan by which all rows of the table are counted: as of the clock of the sample, by the policies
// and layouts in force, in the windows of its heat map, with the values and prefixes that the sample has. opts select
// the rows to read and to keep. The error is ctx's.
func (a *Analysis) CensusPlan(ctx context.Context, opts sample.Options) (census.Plan, error) {
	grid, err := a.Heat(ctx)
	if err != nil {
		return census.Plan{}, err
	}
	var inferred *infer.Result
	if !a.Declared {
		found := a.Inferred.WithoutRows()
		inferred = &found
	}
	const finer = 2 // windows of a screen in one of the map of verdicts
	plan := census.Plan{Options: opts, Bound: a.keptBound(opts.Rows), Now: a.Clock().Now,
		Families: a.Sample.Table.Families, Layouts: a.Layouts.String(), Inferred: inferred,
		From: grid.From, Step: (grid.Step/finer + time.Microsecond - 1).Truncate(time.Microsecond),
		Windows: finer * grid.Windows, Personal: true}
	if year := grid.From.UTC().Year(); year < 0 || year > 9999 { // a plan is JSON, which has no such times
		plan.From, plan.Step, plan.Windows = time.Time{}, 0, 0
	}
	for kind := range a.Profile.Kinds {
		for _, seg := range a.Profile.Kinds[kind].Segments {
			named := census.NamedValues{Kind: kind, Segment: seg.Name}
			for _, v := range seg.Top {
				named.Values = append(named.Values, v.Raw)
			}
			named.Values = sortedKeys(named.Values)
			if len(named.Values) > 0 {
				plan.Values = append(plan.Values, named)
			}
		}
	}
	for i := range censusBorders {
		if at := (i + 1) * a.Sample.Rows() / (censusBorders + 1); at > 0 {
			plan.Borders = append(plan.Borders, a.Sample.Key(at))
		}
	}
	plan.Borders = sortedKeys(plan.Borders)
	plan.Prefixes = sortedKeys(a.censusPrefixes())
	return plan.Normalize(), ctx.Err()
}

// keptBound returns the bound of a plan that keeps so many rows of the table, or those that memory bounds. The table is
// taken to have the fewest and smallest rows that it may have by the sample; there is no bound where their number is
// unknown.
func (a *Analysis) keptBound(kept int64) uint64 {
	rows, mean := a.Profile.Whole.Rows, a.Profile.RowBytes.Mean
	if !rows.IsExact() && !rows.Interval() || a.Sample.Rows() == 0 {
		return 0
	}
	memory := int64(0)
	for row := range a.Sample.Rows() {
		memory += a.Sample.RowMemory(row)
	}
	each := mean.Low * float64(memory) / float64(a.Sample.Bytes()) // bytes of memory
	return census.Bound(min(kept, int64(census.RowBytes/max(1, each))), rows.Low)
}

// follow puts the layouts in force that all rows were counted by, with the inference that found them, where the rows
// kept would lead to others.
func (a *Analysis) follow(ctx context.Context, p *census.Plan) error {
	if p.Layouts == "" || p.Inferred == nil || p.Layouts == a.Inferred.Set().String() {
		return nil
	}
	set, err := rowkey.ParseSet(p.Layouts)
	if err != nil {
		return err
	}
	if len(set) != len(p.Inferred.Kinds) {
		return errors.New("census: its plan has other layouts than were inferred for it")
	}
	if a.Segments, err = segments.New(ctx, a.Sample, set); err != nil {
		return err
	}
	found := p.Inferred.On(a.Segments, a.Inferred.Set())
	a.Inferred = &found
	return nil
}

// censusPrefixes returns the prefixes of the keys that end where a segment begins, from the first segments on, as long
// as they are few.
func (a *Analysis) censusPrefixes() [][]byte {
	table := a.Segments
	var out [][]byte
	for depth := 1; depth <= censusDepth; depth++ {
		level := map[string]bool{}
		for row, kind := range table.Kind {
			if kind == segments.Unexplained {
				continue
			}
			if names := table.KindSegments(int(kind)); depth < len(names) {
				if c := table.Column(names[depth]); c.Of[row] != segments.None && c.Start[row] > 0 {
					level[string(a.Sample.Key(row)[:c.Start[row]])] = true
				}
			}
			if len(out)+len(level) > censusNodes {
				return out
			}
		}
		for prefix := range level {
			out = append(out, []byte(prefix))
		}
	}
	return out
}

func sortedKeys(keys [][]byte) [][]byte {
	slices.SortFunc(keys, bytes.Compare)
	return slices.CompactFunc(keys, bytes.Equal)
}
