package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
	"google.golang.org/grpc/status"

	"tabletop/model/spelling"
	"tabletop/sampler/bigtable"
	"tabletop/views/report"
	"tabletop/views/report/doc"
)

// The verdicts of a check.
const (
	checkOK     = "ok"
	checkNote   = "note"
	checkFailed = "failed"
)

// doctor collects what is checked.
type doctor struct {
	*program
	found doc.Doctor
	codes map[string]string // by the name of a check, the status of the call that failed
}

func (p *program) doctorCommand() *cobra.Command {
	var format report.Format
	cmd := &cobra.Command{
		Use:   "doctor [SOURCE]",
		Short: "Check settings, terminal, and connection",
		Long: `doctor checks what the program needs, and says what to do about what is missing:
its settings, the terminal, and, of the table or instance that SOURCE names,
credentials, endpoint, app profile, and each method that a read calls, with one
call of each and one row. The exit code is 3 if a check failed. Read-only.`,
		Example: `  tabletop doctor
  tabletop doctor prod/metrics/METRIC
  tabletop doctor prod/metrics --format json`,
		Args: atMost(1, "at most one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			run := doctor{program: p}
			run.all(cmd.Context(), args)
			if err := p.writeReport(func(w io.Writer) error {
				return report.Doctor(w, run.found, p.width(), format)
			}); err != nil || run.found.Failed == 0 {
				return err
			}
			checks := spelling.Count(len(run.found.Checks), "check")
			return checkError(fmt.Sprintf("%d of %s", run.found.Failed, checks))
		},
	}
	formatFlag(cmd, &format, report.DoctorFormats()...)
	p.flags.written(cmd.Flags())
	return cmd
}

// all makes all checks; args are a SOURCE or nothing.
func (d *doctor) all(ctx context.Context, args []string) {
	d.codes = map[string]string{}
	d.version()
	d.settingsFiles()
	d.terminalChecks()
	d.connection(ctx, args)
}

// add adds a check.
func (d *doctor) add(area, name, verdict, found, next string) {
	if verdict == checkFailed {
		d.found.Failed++
	}
	d.found.Checks = append(d.found.Checks, doc.DoctorCheck{Area: area, Name: name, Verdict: verdict, Found: found,
		Next: next})
}

// judge adds a check that failed if err is not nil. The lines of the error after the first say what to do.
func (d *doctor) judge(area, name string, err error, found string) {
	if err == nil {
		d.add(area, name, checkOK, found, "")
		return
	}
	d.codes[name] = status.Code(err).String()
	what, next, _ := strings.Cut(err.Error(), "\n")
	d.add(area, name, checkFailed, what, strings.ReplaceAll(next, "\n", "; "))
}

func (d *doctor) version() {
	d.add("program", "version", checkOK, strings.TrimSpace(strings.ReplaceAll(readBuildInfo().text(), "\n", " ")), "")
}

// settingsFiles checks the files that the program reads by itself.
func (d *doctor) settingsFiles() {
	file := d.settingsFile()
	_, err := d.settings()
	if file == "" {
		err = errNoHome
	}
	d.judge("settings", "settings", err, present(file, "the defaults hold"))
	_, warnings, err := d.resolve()
	where := "none: the home directory is not known"
	if d.home() != "" {
		where = present(filepath.Join(d.home(), ".cbtrc"), "flags and the environment name project and instance")
	}
	d.judge("settings", "~/.cbtrc", err, where)
	for _, w := range warnings {
		d.add("settings", "~/.cbtrc", checkNote, w, "correct the line, or remove it")
	}
	d.add("settings", "state", checkOK, cmp.Or(d.stateFolder(), "not stored: the home directory is not known"), "")
}

// present states where a file is, or what holds without it.
func present(file, otherwise string) string {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return "no " + file + ": " + otherwise
	}
	return file
}

// terminalChecks checks what the app draws on. Only the environment is asked, no query is sent to the terminal.
func (d *doctor) terminalChecks() {
	const area = "terminal"
	if _, _, err := d.terminal(); err != nil {
		what, next, _ := strings.Cut(err.Error(), "\n")
		d.add(area, "app", checkNote, what, next)
	} else {
		d.add(area, "app", checkOK, "standard input and output are a terminal, TERM="+d.env["TERM"], "")
	}
	if out, ok := asFile(d.std.out); ok {
		if width, height, err := term.GetSize(int(out.Fd())); err == nil {
			verdict, next := checkOK, ""
			if width < 80 || height < 24 {
				verdict, next = checkNote, "enlarge the window to 80x24 or more: screens leave columns out below that"
			}
			d.add(area, "size", verdict, fmt.Sprintf("%dx%d", width, height), next)
		}
	}
	if utf8Locale(d.env) {
		d.add(area, "characters", checkOK, "UTF-8", "")
	} else {
		d.add(area, "characters", checkNote, "the locale is not UTF-8, so ASCII is drawn",
			"set LANG to one that ends in .UTF-8")
	}
	d.colors()
	d.copying()
	mouse := "used by the app; f2 leaves it to the terminal"
	if d.flags.noMouse {
		mouse = "left to the terminal by the settings"
	}
	d.add(area, "mouse", checkOK, mouse, "")
	if d.env["TMUX"] != "" {
		d.add(area, "tmux", checkNote, "mouse and clipboard pass only if tmux is set to pass them",
			"set -g mouse on; set -g set-clipboard on")
	}
}

// colors states in how many colors the app is drawn, as far as the environment says.
func (d *doctor) colors() {
	profile, err := d.colorProfile()
	switch {
	case err != nil:
		d.judge("terminal", "colors", err, "")
	case d.env["NO_COLOR"] != "" && d.flags.color == "auto":
		d.add("terminal", "colors", checkNote, "none, because NO_COLOR is set", "unset NO_COLOR, or use --color always")
	default:
		found := profile.String()
		if d.flags.color == "auto" {
			found = "as the terminal says: TERM=" + d.env["TERM"] + " COLORTERM=" + d.env["COLORTERM"]
		}
		d.add("terminal", "colors", checkOK, found, "")
	}
}

// copying states how the app copies.
func (d *doctor) copying() {
	if d.clipboard() != nil {
		d.add("terminal", "clipboard", checkOK, "the system's", "")
		return
	}
	d.add("terminal", "clipboard", checkNote, "through the terminal, by OSC 52, which some terminals refuse",
		"if y copies nothing, allow OSC 52 in the settings of the terminal")
}

// connection checks what SOURCE names, or the instance that the environment names.
func (d *doctor) connection(ctx context.Context, args []string) {
	const area = "connection"
	config, _, err := d.resolve()
	if err != nil {
		return // said of the settings
	}
	source := config.Name()
	if len(args) > 0 {
		source, d.found.Source = args[0], args[0]
	} else if config.Project == "" || config.Instance == "" {
		d.add(area, "source", checkNote, "none is named", "to check one, run: tabletop doctor PROJECT/INSTANCE/TABLE")
		return
	}
	switch d.where(source) {
	case inDemo:
		d.opens(ctx, source, "a demo, in an emulator inside the program")
		return
	case inFile:
		d.opens(ctx, source, "a saved sample")
		return
	case inExport:
		d.opens(ctx, source, "the files of an export")
		return
	case inSpec:
		d.opens(ctx, source, "a specification, whose rows are generated")
		return
	}
	path, err := parsePath(source, config)
	if err != nil {
		d.judge(area, "source", err, "")
		return
	}
	config.Project, config.Instance = path.Project, path.Instance
	for _, probe := range bigtable.Probes(ctx, config, path.Table) {
		d.judge(area, probe.Name, probe.Err, probe.Found)
		if last := &d.found.Checks[len(d.found.Checks)-1]; probe.Optional && probe.Err != nil {
			d.found.Failed--
			last.Verdict = checkNote
			last.Next = strings.TrimSuffix("tables can be read without it; "+last.Next, "; ")
		}
	}
}

// opens checks that what needs no connection can be opened.
func (d *doctor) opens(ctx context.Context, source, what string) {
	opened, err := d.open(ctx, source)
	d.judge("connection", "source", err, what)
	if err == nil {
		opened.Close() // nothing was read
	}
}
