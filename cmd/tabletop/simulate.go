package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/retention"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/report"
)

// maxCandidates is how many layouts stand side by side with today's.
const maxCandidates = 16

// keptForValues is how much of each value is kept where a candidate needs the values, unless --value-bytes says otherwise.
const keptForValues = 64 << 10

func (p *program) simulateCommand() *cobra.Command {
	var (
		format  report.Format
		layouts []string
		queries string
		horizon string
		share   float64
	)
	cmd := &cobra.Command{
		Use:   "simulate SOURCE --layout TEMPLATE",
		Short: "Tell what the table would be like under other row keys",
		Long: `simulate re-keys the sampled rows in memory, for each --layout, and tells rows, sizes, collisions and hotspots beside those
of today. Nothing is ever written. A layout is a template of computed segments, such as {salt(8, user)}#{user}#{reverse(ts)},
and after => what becomes of the cells; docs/templates.md has the language. tabletop schema names the segments of today.`,
		Example: `  tabletop simulate demo:battery/battery_by_time --layout '{column(METRIC:USER)}#{reverse(time)}'
  tabletop simulate demo:meters --layout '{number}#{month=bucket(day, 1mo):date(200601)} => * -> *:{day:date(02)}#{qualifier()}'`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			tries, err := candidates(layouts, readSmall)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("value-bytes") && needValues(tries) {
				p.flags.keep = keptForValues
			}
			ahead, err := age(horizon)
			if err != nil || ahead == 0 {
				return usageError{fmt.Errorf("--horizon: %q is not a time ahead: write it as in 1y, 90d or 12h", horizon)}
			}
			if !(share > 0 && share <= 1) {
				return usageError{fmt.Errorf("invalid value %q for --split-threshold: must be a share above 0 and at most 1", strconv.FormatFloat(share, 'g', -1, 64))}
			}
			return p.simulate(cmd.Context(), args[0], question{tries, queries, ahead, share}, format)
		},
	}
	cmd.Flags().StringArrayVar(&layouts, "layout", nil, "`template` of a layout to try, or @FILE of templates; may be repeated")
	p.flags.currentLayout(cmd.Flags())
	cmd.Flags().StringVar(&queries, "workload", "", "`file` of the queries to cost under each layout (docs/workload.md)")
	cmd.Flags().StringVar(&horizon, "horizon", "1y", "`time` ahead to which the growth of rows is foretold, as in 1y, 90d or 12h")
	cmd.Flags().Float64Var(&share, "split-threshold", 0.05, "Share of the writes above which a tablet splits in the replay, above 0 to 1")
	renamedFlag(cmd.Flags(), "tablet-share", "split-threshold")
	formatFlag(cmd, &format, report.SimulateFormats()...)
	p.flags.batch(cmd.Flags())
	return cmd
}

// candidates parses the --layout flags.
func candidates(flags []string, readFile func(string) ([]byte, error)) ([]*candidate.Candidate, error) {
	var lines []string
	for _, f := range flags {
		name, file := strings.CutPrefix(f, "@")
		if !file {
			lines = append(lines, f)
			continue
		}
		content, err := readFile(name)
		if err != nil {
			return nil, fmt.Errorf("the layout file could not be read: %w\ncheck the path; a template itself is given without the @", err)
		}
		for line := range strings.Lines(string(content)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines = append(lines, line)
			}
		}
	}
	switch {
	case len(lines) == 0:
		return nil, usageError{errors.New("no layout to try: give at least one, as in --layout '{user}#{reverse(ts)}'; tabletop schema SOURCE names the segments")}
	case len(lines) > maxCandidates:
		return nil, usageError{fmt.Errorf("%d layouts to try: at most %d stand side by side", len(lines), maxCandidates)}
	}
	var out []*candidate.Candidate
	for _, line := range lines {
		c, err := candidate.Parse(line)
		if err != nil {
			return nil, usageError{fmt.Errorf("--layout: %w", err)}
		}
		out = append(out, c)
	}
	return out, nil
}

// needValues tells whether a candidate is made of values of cells, not only of keys and sizes.
func needValues(tries []*candidate.Candidate) bool {
	needed := false
	for _, c := range tries {
		for i := range c.Tables {
			c.Tables[i].Exprs(func(e *candidate.Expr) { needed = needed || e.Op == candidate.Column || e.Op == candidate.CellValue })
			for _, r := range c.Tables[i].Rules {
				needed = needed || r.Serialise != ""
			}
		}
	}
	return needed
}

// question is what is asked of simulate.
type question struct {
	tries   []*candidate.Candidate
	queries string        // file of a workload; empty for none
	horizon time.Duration // of the growth of rows
	share   float64       // of the writes, above which a tablet splits
}

func (p *program) simulate(ctx context.Context, source string, q question, format report.Format) error {
	var text []byte
	if q.queries != "" {
		var err error
		if text, err = readSmall(q.queries); err != nil {
			return fmt.Errorf("the workload could not be read: %w", err)
		}
	}
	t, err := p.load(ctx, source)
	if err != nil {
		return err
	}
	defer t.source.Close()
	// The rows are here, so a read that was interrupted still gets its report.
	ctx = context.WithoutCancel(ctx)
	base, err := simulate.NewBase(ctx, t.sample, t.layouts)
	if err != nil {
		return err
	}
	var reads *reader
	if text != nil {
		if reads, err = t.reader(ctx, text); err != nil {
			return usageError{fmt.Errorf("workload file %s: %w", q.queries, err)}
		}
	}
	now := retention.ClockOf(t.sample, time.Time{}).Now
	var trials report.Trials
	for _, c := range append([]*candidate.Candidate{nil}, q.tries...) {
		r, err := simulate.Run(ctx, base, c, simulate.Options{})
		if err != nil {
			return mistaken(err)
		}
		trial := report.Trial{Result: r}
		if trial.Heat, err = r.Hotspot(ctx, heat.Options{Now: now, TabletShare: q.share}); err != nil {
			return err
		}
		if trial.Future, err = r.Project(ctx, now, q.horizon); err != nil {
			return err
		}
		r.ReleaseRows()
		if reads != nil {
			if trial.Queries, err = r.Costs(ctx, reads.facts, reads.queries); err != nil {
				return err
			}
		}
		trials = append(trials, trial)
	}
	in, err := t.report(ctx, now)
	if err != nil {
		return err
	}
	in.Width = p.width()
	w := bufio.NewWriter(p.std.out)
	if err := report.Simulate(w, in, trials, format); err != nil {
		return err
	}
	return w.Flush()
}

// reader costs the queries of a workload.
type reader struct {
	facts   *workload.Index
	queries *workload.Workload
}

func (t *table) reader(ctx context.Context, text []byte) (*reader, error) {
	queries, err := workload.Parse(text, workload.SegmentNames(t.layouts))
	if err != nil {
		return nil, err
	}
	facts, err := workload.NewIndex(ctx, t.sample, t.layouts)
	if err != nil {
		return nil, err
	}
	return &reader{facts, queries}, facts.Prepare(queries)
}
