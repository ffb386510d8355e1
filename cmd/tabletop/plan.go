package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/audit"
	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/plan"
	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/sampler/files"
	"tabletop/views/report"
	"tabletop/views/text"
)

const (
	plannedKeys   = 1000 // rows of keys.csv
	plannedRanges = 256  // key ranges of the backfill
	maxParts      = 1000 // that a table is divided into
)

// planFlags holds the flags of plan.
type planFlags struct {
	layouts   []string
	queries   string
	prices    string
	into      string
	languages []string
	parts     int
	directory string
	table     string // the old table, where SOURCE does not name it

	source string // the old table, as verify takes it
}

func (p *program) planCommand() *cobra.Command {
	var do planFlags
	cmd := &cobra.Command{
		Use:   "plan SOURCE --layout TEMPLATE -o DIR",
		Short: "Write the files of a migration to other row keys",
		Long: `plan writes a directory for a pull request that moves a table to the row keys of
--layout: a README with what changes, why, what is lost, and in which order to
run the files; create.sh and table.tf, which create the new table, its policies
and its splits; functions for the keys; keys.csv, the old and new keys of 1,000
rows; a Beam pipeline that copies the rows; verify.sh; and rollback.md.

The directory holds row keys of the table. A layout with a row of more than 100
MB is refused, and so is a directory that is not empty. Read-only: nothing is
run, and the table itself is never changed.`,
		Example: `  tabletop plan demo:meters --layout '{reverse(day)}#{id}' -o move
  tabletop plan prod/shop/orders --layout '{order}#{date}' --current-layout '{date}#{order}' -o move
  tabletop plan prod/shop/orders --layout @new --into orders2 --splits 64 --language java -o move`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.plan(cmd.Context(), args[0], do) },
	}
	fs := cmd.Flags()
	fs.StringArrayVar(&do.layouts, "layout", nil, "`TEMPLATE` of the new row keys, or @FILE of one")
	p.flags.currentLayout(fs)
	fs.StringVarP(&do.directory, "output", "o", "", "`DIR` to write the files to, which is made, or empty")
	fs.StringVar(&do.into, "into", "",
		"New `TABLE`, or PROJECT/INSTANCE/TABLE; without it, the name of the old one with _new")
	fs.StringVar(&do.table, "table", "",
		"`PROJECT/INSTANCE/TABLE` that the rows of SOURCE are of, if it is a file, which may not name it")
	fs.IntVar(&do.parts, "splits", 16, "Maximum `NUMBER` of parts that the new table begins with, 1 to 1000")
	fs.StringSliceVar(&do.languages, "language", languages(),
		"`LANGUAGE` of the functions: "+listed(languages(), "or")+"; can be repeated")
	_ = cmd.RegisterFlagCompletionFunc("language",
		cobra.FixedCompletions(languages(), cobra.ShellCompDirectiveNoFileComp))
	fs.StringVar(&do.queries, "workload", "",
		"`FILE` of the queries to cost under each layout; see docs/workload.md")
	pricesFlag(fs, &do.prices)
	p.flags.batch(fs)
	return cmd
}

// check reports wrong flags.
func (f *planFlags) check() error {
	switch {
	case f.directory == "":
		return errors.New("missing --output: name the directory to write, for example -o move")
	case f.parts < 1 || f.parts > maxParts:
		return fmt.Errorf("invalid value %d for --splits: must be 1 to %d", f.parts, maxParts)
	case f.into != "" && len(strings.Split(f.into, "/")) != 1 && len(strings.Split(f.into, "/")) != 3 ||
		f.into != "" && slices.Contains(strings.Split(f.into, "/"), ""):
		return fmt.Errorf("invalid value %q for --into: must be TABLE or PROJECT/INSTANCE/TABLE", f.into)
	}
	for _, language := range f.languages {
		if !slices.Contains(languages(), language) {
			return fmt.Errorf("invalid value %q for --language: must be %s", language, listed(languages(), "or"))
		}
	}
	entries, err := os.ReadDir(f.directory)
	switch {
	case len(entries) > 0:
		return fmt.Errorf("cannot write to %s: it is not empty\nname a new directory with --output", f.directory)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write to %s: %w\nname a new directory with --output", f.directory, err)
	}
	return nil
}

// plan writes the files.
func (p *program) plan(ctx context.Context, source string, do planFlags) error {
	proposed, err := onlyCandidate(do.layouts)
	if err != nil {
		return err
	}
	if err := errors.Join(do.check(), p.checkTable(&do, p.where(source))); err != nil {
		return usageError{err}
	}
	if proposed.NeedsValues() && p.flags.keep < keptForValues {
		p.flags.keep = keptForValues
	}
	proposed = proposed.SettingAside() // as the backfill and verify do
	prices, err := readPrices(do.prices)
	if err != nil {
		return err
	}
	queries, err := readWorkload(do.queries)
	if err != nil {
		return err
	}
	table, err := p.loadAt(ctx, source, fixedClock(time.Time{}))
	if err != nil {
		return err
	}
	defer table.source.Close()
	old, err := do.old(&table.Sample.Table)
	if err != nil {
		return usageError{err}
	}
	ctx = context.WithoutCancel(ctx)
	trials, err := table.trials(ctx, question{tries: []*candidate.Candidate{proposed}, queries: do.queries,
		horizon: usualHorizon, share: usualThreshold}, queries)
	if err != nil {
		return err
	}
	if do.source = table.source.Name(); p.where(source) != inDemo || do.table != "" {
		of, _ := retention.NewTarget(old, "").Filled()
		do.source = of.Project + "/" + of.Instance + "/" + of.Table
	}
	made, err := table.plan(ctx, do, old, proposed, trials)
	if err != nil {
		return err
	}
	return p.writePlan(ctx, table, do, report.MigrationInput{Plan: made, Trials: trials, Prices: prices})
}

// plan makes the plan of a table whose layouts were tried.
func (t *table) plan(ctx context.Context, do planFlags, about *sample.Table, proposed *candidate.Candidate,
	trials report.Trials) (*plan.Plan, error) {
	var tables []*rekey.Table
	for _, made := range trials[1].Result.Tables {
		tables = append(tables, made.Table)
	}
	if err := plan.Check(tables); err != nil {
		var large *plan.TooLarge
		if errors.As(err, &large) {
			return nil, fmt.Errorf("cannot plan the move: row %s would have %s, and rows over 100 MB must not be "+
				"made (%s of those read)\nchoose a layout that divides it", text.Escape(large.Key),
				text.Bytes(float64(large.Bytes)), text.Count(large.Rows, "row"))
		}
		return nil, usageError{err}
	}
	now := t.Clock().Now
	load := plan.NewLoad(tables[0], now)
	out := &plan.Plan{Source: do.source, Old: retention.NewTarget(about, ""), New: do.target(about.Project,
		about.Instance, about.Name), Families: about.Families, Micros: about.Micros, Candidate: proposed,
		Current: t.Layouts, Stored: load.ByBytes(do.parts), Written: load.ByWrites(do.parts), NoWrites: load.NoWrites}
	current := plan.NewLoad(trials[0].Result.Tables[0].Table, now)
	out.Ranges = current.ByBytes(plannedRanges).Keys
	functions, err := out.Functions()
	if err != nil {
		return out, nil // the README states it
	}
	for _, f := range functions {
		test, err := f.NewTest(ctx, t.Segments, proposed, testedPairs)
		if err != nil {
			return nil, candidateError(err)
		}
		out.Tests = append(out.Tests, test)
	}
	return out, nil
}

// checkTable reports an error in --table, or its lack.
func (p *program) checkTable(f *planFlags, from place) error {
	words := strings.Split(f.table, "/")
	switch {
	case f.table == "" && from == inExport:
		if about, err := p.flags.about(); err != nil || about.Project != "" {
			return err
		}
		return errors.New("cannot plan a move from an export: it does not name its table\nname it with --table " +
			"PROJECT/INSTANCE/TABLE, or give --table-info")
	case f.table == "":
		return nil
	case !from.local():
		return errors.New("cannot use --table with a table as SOURCE: it is that table\nremove --table")
	case len(words) != 3 || slices.Contains(words, ""):
		return fmt.Errorf("invalid value %q for --table: must be PROJECT/INSTANCE/TABLE", f.table)
	}
	return nil
}

// old returns the description of the table that is moved, whose rows were read, under the name of --table.
func (f *planFlags) old(read *sample.Table) (*sample.Table, error) {
	if view, is := strings.CutPrefix(read.Name, "materializedViews/"); is {
		return nil, fmt.Errorf("cannot plan a move of the materialized view %s: its query makes its row keys\n"+
			"name the table that it reads", text.EscapeString(view))
	}
	out := *read
	if words := strings.Split(f.table, "/"); f.table != "" {
		out.Project, out.Instance, out.Name = words[0], words[1], words[2]
	}
	return &out, nil
}

// target returns the name of the new table.
func (f *planFlags) target(project, instance, table string) retention.Target {
	const suffix, longest = "_new", 50
	switch words := strings.Split(f.into, "/"); {
	case len(words) == 3:
		return retention.Target{Project: words[0], Instance: words[1], Table: words[2]}
	case f.into != "":
		return retention.Target{Project: project, Instance: instance, Table: f.into}
	}
	return retention.Target{Project: project, Instance: instance, Table: table[:min(len(table), longest-len(suffix))] +
		suffix}
}

// writePlan writes the folder.
func (p *program) writePlan(ctx context.Context, table *table, do planFlags, m report.MigrationInput) error {
	var chosen []codegen.Language
	for i, name := range languages() {
		if slices.Contains(do.languages, name) {
			chosen = append(chosen, codegen.Languages()[i])
		}
	}
	var err error
	if m.Files, err = m.Plan.Files(chosen); err != nil {
		return err
	}
	keys := plan.File{Name: "keys.csv", Note: fmt.Sprintf("old and new keys of %s at most; "+
		"simulate --keys-out writes all", text.Count(plannedKeys, "row"))}
	if keys.Text, err = written(func(w io.Writer) error {
		return writeKeys(w, m.Trials[1].Result.Tables[0], plannedKeys, false)
	}); err != nil {
		return err
	}
	m.Files = append(m.Files, keys, plan.File{Name: "rollback.md", Note: "the way back"})
	in := p.input(table)
	if _, m.Audit, err = table.audit(ctx, audit.Config{Limits: audit.DefaultLimits()}); err != nil {
		return err
	}
	readme := plan.File{Name: "README.md"}
	if readme.Text, err = written(func(w io.Writer) error { return report.Migration(w, in, m) }); err != nil {
		return err
	}
	back := &m.Files[len(m.Files)-1]
	if back.Text, err = written(func(w io.Writer) error { return report.Rollback(w, m) }); err != nil {
		return err
	}
	for _, file := range append(m.Files, readme) {
		if err := writePlanned(do.directory, file); err != nil {
			return err
		}
	}
	return nil
}

// written returns what a function writes.
func written(write func(io.Writer) error) (string, error) {
	var out strings.Builder
	err := write(&out)
	return out.String(), err
}

// writePlanned writes a file of a plan into a directory.
func writePlanned(directory string, file plan.File) error {
	path := filepath.Join(directory, filepath.FromSlash(file.Name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("cannot write --output: %w\nname a directory, which is made if it does not exist", err)
	}
	err := files.Write(path, files.Shared, func(w io.Writer) error {
		_, err := io.WriteString(w, file.Text)
		return err
	})
	if err == nil && file.Run {
		err = os.Chmod(path, 0o755)
	}
	return outputError(err)
}
