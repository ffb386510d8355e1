package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tabletop/model/audit"
	"tabletop/sampler/files"
	"tabletop/views/report"
	"tabletop/views/text"
)

// auditing holds the flags of the audit command.
type auditing struct {
	format   report.Format
	failOn   string
	config   string
	baseline string
	expect   string
	fleet    bool
	instance bool
	redact   redaction
	base     *report.Baseline // that --baseline names; nil without
}

func (p *program) auditCommand() *cobra.Command {
	var a auditing
	cmd := &cobra.Command{
		Use:   "audit SOURCE",
		Short: "Check a table against Bigtable schema design guidelines",
		Long: `audit checks a table against Bigtable schema design guidelines: keys, rows,
columns, retention, and writes. Each finding reports the measurement with its
confidence interval, the evidence, the impact, and the fix. A finding is an
error or a warning only if its entire interval exceeds the limit. For
PROJECT/INSTANCE it checks the names and families of all tables, and reads no
rows; with --sample-tables it audits each of its tables, too. projects/PROJECT
is all instances of a project. Read-only.

With --fail-on, the exit code is 3 if there is a finding of that severity or
higher that is not in the --baseline, which is the output of an earlier audit
with --format json. Every format but text is redacted unless you give
--redact=false: keys, values, and names that may identify people are replaced
with strings of the same format, and the report lists what it replaced and which
names it kept. --expect compares the table with a description of what it is to
be: families, policies, row keys, and columns. --config is a YAML file of limits
and of findings to suppress, for example:

  limits: {row_bytes_warning: 50000000}
  suppress:
  - {rule: salted, evidence: '^segment bucket', reason: agreed in the review}`,
		Example: `  tabletop audit demo:battery/battery_by_time
  tabletop audit prod/metrics/METRIC --format html --output review.html
  tabletop audit prod/metrics/METRIC --format summary --fail-on warning
  tabletop audit prod/metrics/METRIC --format sarif --fail-on error --baseline audit.json
  tabletop audit prod/metrics/METRIC --expect metric.json --fail-on error
  tabletop audit prod/metrics --sample-tables --rows 20000 --time 5m
  tabletop audit projects/prod --sample-tables --format summary --fail-on error`,
		Args: exactly(1, "one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.redact.proposed(a.format != report.Text)
			if err := a.redact.check(); err != nil {
				return usageError{err}
			}
			return p.audit(cmd.Context(), args[0], a)
		},
	}
	a.add(cmd)
	p.flags.written(cmd.Flags())
	p.flags.batch(cmd.Flags())
	p.flags.narrowed(cmd.Flags())
	return cmd
}

// add adds the flags of the command alone.
func (a *auditing) add(cmd *cobra.Command) {
	flagSet := cmd.Flags()
	flagSet.StringVar(&a.failOn, "fail-on", "",
		"Exit with 3 if there is a finding of this `SEVERITY` or higher: error, warning, or note")
	flagSet.StringVar(&a.config, "config", "", "YAML `FILE` of limits and suppressions")
	flagSet.StringVar(&a.baseline, "baseline", "",
		"JSON `FILE` of an earlier audit; only new findings make the check fail")
	flagSet.StringVar(&a.expect, "expect", "",
		"JSON `FILE` that describe wrote, edited by hand; what the table has otherwise is a finding")
	flagSet.BoolVar(&a.instance, "instance-tables", true,
		"Compare with the other tables of the instance by name and families")
	flagSet.BoolVar(&a.fleet, "sample-tables", false,
		"Read rows of all tables of an instance, one after the other; --rows, --bytes, and --time are of all of them")
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions([]string{"error", "warning", "note"},
		cobra.ShellCompDirectiveNoFileComp))
	a.redact.report(flagSet)
	formatFlag(cmd, &a.format, report.AuditFormats()...)
}

// checkError is a check that failed. The report was written; the exit code is 3.
type checkError string

func (e checkError) Error() string { return "the check failed: " + string(e) }

func (p *program) audit(ctx context.Context, source string, a auditing) error {
	failOn := audit.Severity(a.failOn)
	if a.failOn != "" && failOn.Rank() < 0 {
		return usageError{fmt.Errorf("invalid value %q for --fail-on: must be error, warning, or note", a.failOn)}
	}
	config, err := readConfig(a.config)
	if err != nil {
		return err
	}
	if a.base, err = readBaseline(a.baseline); err != nil {
		return err
	}
	if a.fleet || p.isProject(source) {
		return p.auditFleet(ctx, source, a, config)
	}
	expected, err := p.expectation(source, a.expect)
	if err != nil {
		return err
	}
	in, outcome, err := p.judge(ctx, source, a, config, expected)
	if err != nil {
		return err
	}
	in.Width = p.width()
	if err := p.settle(a, in, &outcome); err != nil {
		return fmt.Errorf("cannot use --baseline %s: %w", a.baseline, err)
	}
	err = p.writeReport(func(w io.Writer) error { return report.Audit(w, in, outcome, a.format) })
	return errors.Join(err, failedCheck(failOn, outcome.Failing(failOn)))
}

// settle adds what the flags say to an outcome, and compares it with the baseline. The error is that this is of other
// tables.
func (p *program) settle(a auditing, in report.Input, outcome *report.AuditInput) error {
	outcome.FailOn, outcome.Version, outcome.Artifact = audit.Severity(a.failOn), readBuildInfo().Version,
		artifact(a.config, p.flags.layouts)
	outcome.AllowPartial = p.flags.allowPartial
	if a.base == nil {
		return nil
	}
	known, err := a.base.Known(outcome.Report, in)
	if err != nil {
		return err
	}
	outcome.Report, outcome.Based = known, true
	return nil
}

// failedCheck returns the error of a check with so many findings that make it fail; nil without one.
func failedCheck(failOn audit.Severity, findings int) error {
	if failOn == "" || findings == 0 {
		return nil
	}
	return checkError(fmt.Sprintf("%s of severity %s or higher", text.Count(findings, "new finding"), failOn))
}

// artifact returns the file that code scanning results refer to: the configuration, or else the first layout file,
// relative to the current directory and with slashes, as a URI is written; a file outside of it by its name alone. It
// is empty if there is none.
func artifact(config string, layouts []string) string {
	file := config
	for _, l := range layouts {
		if name, ok := strings.CutPrefix(l, "@"); ok && file == "" {
			file = name
		}
	}
	if file == "" || filepath.IsLocal(file) {
		return filepath.ToSlash(file)
	}
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.Base(file)
}

// judge audits the table or the instance that SOURCE names.
func (p *program) judge(ctx context.Context, source string, a auditing, config audit.Config,
	expected *audit.Expectation) (report.Input, report.AuditInput, error) {
	if p.isInstance(source) {
		return p.judgeInstance(ctx, source, a.redact, config)
	}
	table, err := p.load(ctx, source)
	if err != nil {
		return report.Input{}, report.AuditInput{}, err
	}
	defer table.source.Close()
	if a.instance {
		table.Analysis = table.WithNeighbors(p.neighbors(p.reads(ctx), source))
	}
	table.Analysis = table.WithExpectation(expected)
	in, outcome, err := table.audit(context.WithoutCancel(ctx), config)
	if err != nil || !a.redact.wanted() {
		return in, outcome, err
	}
	return a.redact.audited(context.WithoutCancel(ctx), table, in, outcome, a.format)
}

// audit checks a table that was loaded.
func (t *table) audit(ctx context.Context, config audit.Config) (report.Input, report.AuditInput, error) {
	var out report.AuditInput
	in := report.Input{Source: t.source.Name(), Analysis: t.Analysis}
	var err error
	if out.Of, err = t.AuditInput(ctx); err != nil {
		return in, out, err
	}
	found, err := t.Audit(ctx, config.Limits)
	if err != nil {
		return in, out, err
	}
	out.Report = found.Suppress(config.Suppress)
	return in, out, nil
}

func readConfig(path string) (audit.Config, error) {
	if path == "" {
		return audit.Config{Limits: audit.DefaultLimits()}, nil
	}
	data, err := readSmall(path)
	if err != nil {
		return audit.Config{},
			usageError{fmt.Errorf("cannot read --config: %w\ncheck the path; docs/audit.md describes the file", err)}
	}
	c, err := audit.ParseConfig(data)
	if err != nil {
		return c, usageError{fmt.Errorf("invalid --config %s: %w", path, err)}
	}
	return c, nil
}

// expectation reads what the table of SOURCE is expected to be; nil if path is empty.
func (p *program) expectation(source, path string) (*audit.Expectation, error) {
	if path == "" {
		return nil, nil
	}
	if p.isInstance(source) {
		return nil, usageError{errors.New("cannot use --expect for an instance: it describes one table\n" +
			"write one for each table, and run: tabletop audit PROJECT/INSTANCE/TABLE --expect FILE")}
	}
	text, err := readSmall(path)
	if err != nil {
		return nil, usageError{fmt.Errorf("cannot read --expect: %w\nto write one, run: tabletop describe SOURCE "+
			"--format json -o FILE", err)}
	}
	expected, err := report.ReadExpectation(text)
	if err != nil {
		return nil, usageError{fmt.Errorf("invalid --expect %s: %w\ndocs/audit.md describes the file", path, err)}
	}
	return expected, nil
}

// readBaseline reads an earlier audit; nil if path is empty.
func readBaseline(path string) (*report.Baseline, error) {
	if path == "" {
		return nil, nil
	}
	data, err := files.Read(path, files.LargeLimit)
	if err != nil {
		return nil, usageError{fmt.Errorf("cannot read --baseline: %w\nto write one, run: tabletop audit SOURCE "+
			"--format json -o FILE", err)}
	}
	b, err := report.ReadBaseline(data)
	if err != nil {
		return nil, usageError{fmt.Errorf("invalid --baseline %s: %w\nto write one, run: tabletop audit SOURCE "+
			"--format json -o FILE", path, err)}
	}
	return &b, nil
}
