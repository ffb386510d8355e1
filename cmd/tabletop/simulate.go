package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/report"
)

// maxCandidates is the maximum number of layouts that are compared with the current one.
const maxCandidates = 16

// keptForValues is the number of bytes kept of each value if a candidate needs the values and --value-bytes is not
// given.
const keptForValues = 64 << 10

// usualHorizon and usualThreshold are the defaults of --horizon and --split-threshold.
const (
	usualHorizon   = 365 * 24 * time.Hour
	usualThreshold = 0.05
)

func (p *program) simulateCommand() *cobra.Command {
	var (
		format  report.Format
		layouts []string
		queries string
		horizon string
		share   float64
		keysOut string
		prices  string
	)
	cmd := &cobra.Command{
		Use:   "simulate SOURCE --layout TEMPLATE",
		Short: "Project the table under other row keys",
		Long: `simulate builds new row keys for the sampled rows in memory, for each --layout,
and compares rows, sizes, collisions, and hotspots with the current layout. A
layout is a template of computed segments, such as
{salt(8, user)}#{user}#{reverse(ts)}, and, after =>, rules for the cells;
docs/templates.md describes the language. tabletop schema names the current
segments. Read-only: the table itself is never changed.`,
		Example: `  tabletop simulate demo:battery/battery_by_time --layout '{column(METRIC:USER)}#{reverse(time)}'
  tabletop simulate demo:meters --layout '{number}#{month=bucket(day, 1mo):date(200601)} => * -> *:{day:date(02)}#{qualifier()}'`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			tries, err := candidates(layouts, readSmall)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("value-bytes") && slices.ContainsFunc(tries, (*candidate.Candidate).NeedsValues) {
				p.flags.keep = keptForValues
			}
			ahead, err := age(horizon)
			if err != nil || ahead == 0 {
				return usageError{fmt.Errorf("invalid value %q for --horizon: must be a duration above 0, for "+
					"example 1y, 90d, or 12h", horizon)}
			}
			if !(share > 0 && share <= 1) {
				return usageError{fmt.Errorf("invalid value %q for --split-threshold: must be a share above 0 and at "+
					"most 1", strconv.FormatFloat(share, 'g', -1, 64))}
			}
			return p.simulate(cmd.Context(), args[0], question{tries, queries, ahead, share, keysOut, prices}, format)
		},
	}
	cmd.Flags().StringArrayVar(&layouts, "layout", nil,
		"`TEMPLATE` of a layout to try, or @FILE of templates; can be repeated")
	p.flags.currentLayout(cmd.Flags())
	p.flags.scope(cmd.Flags())
	cmd.Flags().StringVar(&queries, "workload", "",
		"`FILE` of the queries to cost under each layout; see docs/workload.md")
	cmd.Flags().StringVar(&horizon, "horizon", "1y",
		"`DURATION` for which the growth of rows is projected, for example 1y, 90d, or 12h")
	cmd.Flags().Float64Var(&share, "split-threshold", usualThreshold,
		"`SHARE` of the writes above which a tablet splits in the replay, above 0 and at most 1")
	renamedFlag(cmd.Flags(), "tablet-share", "split-threshold")
	cmd.Flags().StringVar(&keysOut, "keys-out", "", "Write the old and new keys of all rows read to `FILE`, as CSV")
	pricesFlag(cmd.Flags(), &prices)
	formatFlag(cmd, &format, report.SimulateFormats()...)
	p.flags.written(cmd.Flags())
	p.flags.batch(cmd.Flags())
	return cmd
}

// candidates parses the --layout flags.
func candidates(flags []string, readFile func(string) ([]byte, error)) ([]*candidate.Candidate, error) {
	var lines []string
	for _, flag := range flags {
		name, file := strings.CutPrefix(flag, "@")
		if !file {
			lines = append(lines, flag)
			continue
		}
		content, err := readFile(name)
		if err != nil {
			return nil, layoutFileError(err)
		}
		lines = append(lines, candidate.Lines(string(content))...)
	}
	switch {
	case len(lines) == 0:
		return nil, usageError{errors.New("missing --layout: at least one layout is needed\nadd, for example, " +
			"--layout '{user}#{reverse(ts)}'; tabletop schema SOURCE names the segments")}
	case len(lines) > maxCandidates:
		return nil, usageError{fmt.Errorf("too many layouts: %d given, the maximum is %d", len(lines), maxCandidates)}
	}
	var out []*candidate.Candidate
	for _, line := range lines {
		c, err := candidate.Parse(line)
		if err != nil {
			return nil, usageError{fmt.Errorf("invalid --layout: %w", err)}
		}
		out = append(out, c)
	}
	return out, nil
}

// question holds the flags of simulate.
type question struct {
	tries   []*candidate.Candidate
	queries string        // file of a workload; empty for none
	horizon time.Duration // of the growth of rows
	share   float64       // of the writes, above which a tablet splits
	keysOut string        // file of the keys of the only layout; empty for none
	prices  string        // file of prices; empty for none
}

func (p *program) simulate(ctx context.Context, source string, q question, format report.Format) error {
	if q.keysOut != "" && (len(q.tries) > 1 || q.tries[0].Tables() > 1) {
		return usageError{errors.New("cannot write --keys-out of several layouts or tables: give one --layout")}
	}
	prices, err := readPrices(q.prices)
	if err != nil {
		return err
	}
	text, err := readWorkload(q.queries)
	if err != nil {
		return err
	}
	table, err := p.loadAt(ctx, source, fixedClock(time.Time{}))
	if err != nil {
		return err
	}
	defer table.source.Close()
	// The rows are in memory, so an interrupted read still gets its report.
	ctx = context.WithoutCancel(ctx)
	trials, err := table.trials(ctx, q, text)
	if err != nil {
		return err
	}
	if q.keysOut != "" {
		made := trials[1].Result.Tables[0]
		err := p.write(q.keysOut, func(w io.Writer) error { return writeKeys(w, made, allRows, true) })
		if err != nil {
			return err
		}
	}
	in := p.input(table)
	in.Prices = prices
	return p.writeReport(func(w io.Writer) error { return report.Simulate(w, in, trials, format) })
}

// trials tries the current layout, then those of a question, whose queries are the text of a workload; nil for none.
func (t *table) trials(ctx context.Context, q question, text []byte) (report.Trials, error) {
	base, err := t.Base(ctx)
	if err != nil {
		return nil, err
	}
	var reads *reader
	if text != nil {
		if reads, err = t.reader(ctx, q.queries, text); err != nil {
			return nil, workloadError(q.queries, err)
		}
	}
	now := t.Clock().Now
	var trials report.Trials
	for _, proposed := range append([]*candidate.Candidate{nil}, q.tries...) {
		result, err := simulate.Run(ctx, base, proposed)
		if err != nil {
			return nil, candidateError(err)
		}
		trial := report.Trial{Result: result}
		if trial.Heat, err = result.Hotspot(ctx, heat.Options{Now: now, TabletShare: q.share}); err != nil {
			return nil, err
		}
		if trial.Future, err = result.Project(ctx, now, q.horizon); err != nil {
			return nil, err
		}
		if reads != nil {
			if trial.Queries, err = result.Costs(ctx, reads.facts, reads.queries); err != nil {
				return nil, err
			}
		}
		trials = append(trials, trial)
	}
	return trials, nil
}

// reader holds what the queries of a workload are costed with.
type reader struct {
	facts   *access.Index
	queries *workload.Workload
}

func (t *table) reader(ctx context.Context, file string, text []byte) (*reader, error) {
	queries, err := parseWorkload(file, text, access.SegmentNames(t.Layouts))
	if err != nil {
		return nil, err
	}
	facts, err := t.Queries(ctx)
	if err != nil {
		return nil, err
	}
	return &reader{facts, queries}, facts.Prepare(queries)
}
