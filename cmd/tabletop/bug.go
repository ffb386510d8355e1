package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tabletop/sampler/debuglog"
	"tabletop/sampler/files"
)

const (
	bugFile     = "tabletop-bug.txt"
	maxDebugLog = 64 << 20
)

// bugReport is what a user sends with a report of an error.
type bugReport struct {
	*program
	sections []bugSection
}

type bugSection struct {
	name  string
	holds string // in words
	text  string
}

func (p *program) bugCommand() *cobra.Command {
	var log string
	cmd := &cobra.Command{
		Use:   "bug [SOURCE]",
		Short: "Collect what a report of an error needs, without data",
		Long: `bug writes a text file to send with a report of an error, and prints what is in
it: versions, terminal, settings, what doctor finds, of the table or instance
that SOURCE names too, the last report of an internal error, and a log of
--debug. It holds no row key, no value, and no name of a project, instance,
table, column, or directory. Nothing is sent. Read-only.`,
		Example: `  tabletop bug
  tabletop bug prod/metrics/METRIC
  tabletop bug --log requests.log -o report.txt`,
		Args: atMost(1, "at most one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.bug(cmd.Context(), args, log) },
	}
	cmd.Flags().StringVarP(&p.flags.output, "output", "o", "", "Write to `FILE` instead of "+bugFile)
	cmd.Flags().StringVar(&log, "log", "", "Include `FILE`, a log of --debug, without names")
	return cmd
}

// bug writes the report and prints what is in it; to standard error if the report goes to standard output.
func (p *program) bug(ctx context.Context, args []string, log string) error {
	p.flags.output = cmp.Or(p.flags.output, bugFile)
	report := bugReport{program: p}
	report.add("version", "the version, the system, and this command", readBuildInfo().text()+p.invocation)
	report.environment()
	report.settingsKnown()
	report.checks(ctx, args)
	report.crash()
	if err := report.log(log); err != nil {
		return err
	}
	if err := p.writeReport(report.write); err != nil {
		return err
	}
	to := p.std.out
	if isStandardOutput(p.flags.output) {
		to = p.std.err
	}
	return report.list(to)
}

func (b *bugReport) add(name, holds, text string) {
	b.sections = append(b.sections, bugSection{name, holds, strings.TrimSpace(text)})
}

func (b *bugReport) write(w io.Writer) error {
	for _, s := range b.sections {
		if _, err := fmt.Fprintf(w, "== %s\n%s\n\n", s.name, s.text); err != nil {
			return err
		}
	}
	return nil
}

func (b *bugReport) list(w io.Writer) error {
	where := b.flags.output
	if isStandardOutput(where) {
		where = "The report"
	}
	if _, err := fmt.Fprintf(w, "%s holds:\n", safeLine(where)); err != nil {
		return err
	}
	for _, s := range b.sections {
		if _, err := fmt.Fprintf(w, "  %-12s %s\n", s.name, s.holds); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "It holds no row key, no value, and no name of a project, instance, table, column,\n"+
		"or directory. Read it before you send it.\n")
	return err
}

// environment adds the variables that the program reads: of those that describe the terminal their values, of others
// only that they are set.
func (b *bugReport) environment() {
	shown := []string{"TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR"}
	others := regexp.MustCompile(`^((TABLETOP|BIGTABLE|GOOGLE|CLOUDSDK)_.*|.*_PROXY|TMUX|SSH_TTY)$`)
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(b.env)) {
		switch value := b.env[name]; {
		case slices.Contains(shown, name):
			lines = append(lines, fmt.Sprintf("%s=%q", name, value))
		case others.MatchString(name):
			lines = append(lines, name+" is set")
		}
	}
	b.add("environment", "variables: those of the terminal, of others only which are set", strings.Join(lines, "\n"))
}

// settingsKnown adds the settings of the app, all of which are words of this program.
func (b *bugReport) settingsKnown() {
	settings, err := b.settings()
	if err != nil {
		b.add("settings", "that the settings of the app cannot be read", "they cannot be read; doctor says why")
		return
	}
	lines := []string{fmt.Sprintf("theme %q, strategy %q, no mouse %v", settings.Theme, settings.Strategy,
		settings.NoMouse)}
	for _, action := range slices.Sorted(maps.Keys(settings.Keys)) {
		lines = append(lines, fmt.Sprintf("%s: %q", action, settings.Keys[action]))
	}
	b.add("settings", "the settings of the app: theme, strategy, mouse, keys", strings.Join(lines, "\n"))
}

// checks adds what doctor finds. What it finds of settings and connections has names, so only the verdicts are kept.
func (b *bugReport) checks(ctx context.Context, args []string) {
	found := doctor{program: b.program}
	found.all(ctx, args)
	var lines []string
	for _, check := range found.found.Checks {
		line := fmt.Sprintf("%-6s  %s: %s", check.Verdict, check.Area, check.Name)
		if check.Area == "terminal" {
			line += ": " + check.Found
		}
		if code := found.codes[check.Name]; code != "" {
			line += ": " + code
		}
		lines = append(lines, line)
	}
	b.add("doctor", "what doctor finds: of settings and connection the verdicts only", strings.Join(lines, "\n"))
}

// crash adds the newest report of an internal error, which has no data.
func (b *bugReport) crash() {
	var newest string
	var written time.Time
	for _, folder := range []string{b.stateFolder(), os.TempDir()} {
		reports, _ := filepath.Glob(filepath.Join(folder, "internal-error-*.txt")) // a bad pattern is none
		for _, file := range reports {
			if info, err := os.Stat(file); err == nil && info.ModTime().After(written) {
				newest, written = file, info.ModTime()
			}
		}
	}
	text, err := files.Read(newest, files.SmallLimit)
	if newest == "" || err != nil {
		b.add("crash", "that there was no internal error", "none")
		return
	}
	b.add("crash", "the report of the last internal error, of "+written.UTC().Format(time.DateOnly), string(text))
}

// log adds a log of --debug, if one is named.
func (b *bugReport) log(file string) error {
	if file == "" {
		b.add("log", "nothing: no log of --debug was named with --log", "none")
		return nil
	}
	text, err := files.Read(file, maxDebugLog)
	if err == nil {
		text, err = debuglog.Share(text)
	}
	if err != nil {
		const next = "write one with --debug FILE, and no --debug-keys"
		return usageError{fmt.Errorf("the log %s cannot be included: %w\n%s", file, err, next)}
	}
	b.add("log", "requests of the log: methods, times, counts, hashes of keys", string(text))
	return nil
}
