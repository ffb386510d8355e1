package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// progressForm is how a command shows the progress of a read on standard error.
type progressForm string

const (
	progressAuto  progressForm = "auto"  // one line of a terminal; elsewhere nothing
	progressPlain progressForm = "plain" // a line for each stage, and every five seconds
	progressJSON  progressForm = "json"  // the same as JSON lines, every second
	progressNone  progressForm = "none"
)

func progressForms() []progressForm {
	return []progressForm{progressAuto, progressPlain, progressJSON, progressNone}
}

// told adds the flags for what a command says on standard error besides errors.
func (f *flags) told(fs *pflag.FlagSet) {
	f.progress = progressAuto
	fs.Var(&choice[progressForm]{&f.progress, progressForms()}, "progress", "`FORM` of progress on standard "+
		"error: auto (one line, on a terminal only), plain (line after line), json (JSON lines), or none")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "Write nothing but errors to standard error")
}

// meter shows the progress of a read. Without out and tell it shows nothing.
type meter struct {
	form  progressForm
	out   io.Writer // nil shows nothing
	width int       // columns of the terminal
	about string    // precedes each stage

	tell func(sample.Progress) // takes the progress too; nil for nothing
	warn func(string)          // takes what is to be said of the read besides

	mu    sync.Mutex
	drawn bool      // a line of the terminal is to be cleared
	stage string    // of the last line
	last  time.Time // when it was written
}

// meter returns the meter of a read; about precedes each stage.
func (p *program) meter(about string) *meter {
	form := p.flags.progress
	switch {
	case p.flags.quiet || form == progressNone:
		return &meter{warn: p.warn}
	case form == progressPlain || form == progressJSON:
		return &meter{form: form, out: p.std.err, about: about, warn: p.warn}
	}
	file, ok := asFile(p.std.err)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return &meter{warn: p.warn}
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 20 {
		width = 80
	}
	return &meter{form: progressAuto, out: p.std.err, width: width, about: about, warn: p.warn}
}

// onTerminal reports whether the meter draws on a terminal.
func (m *meter) onTerminal() bool { return m.form == progressAuto && m.out != nil }

func (m *meter) show(pr sample.Progress) {
	if m.tell != nil {
		m.tell(pr)
	}
	if m.out == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	due := pr.Stage
	pr.Stage = m.about + pr.Stage
	switch m.form {
	case progressPlain:
		if m.due(due, 5*time.Second) {
			fmt.Fprintln(m.out, "tabletop: "+progressLine(pr))
		}
	case progressJSON:
		if m.due(due, time.Second) {
			line, _ := json.Marshal(progressDocument(pr)) // numbers and a word always can be
			fmt.Fprintf(m.out, "%s\n", line)
		}
	default:
		fmt.Fprint(m.out, "\r\x1b[K"+ansi.Truncate(progressLine(pr), m.width-1, "…"))
		m.drawn = true
	}
}

// due reports whether a line is to be written: the first of a stage, and one after each period. A stage may count on
// behind a comma.
func (m *meter) due(stage string, period time.Duration) bool {
	now := time.Now()
	stage, _, _ = strings.Cut(stage, ",")
	if stage == m.stage && now.Sub(m.last) < period {
		return false
	}
	m.stage, m.last = stage, now
	return true
}

func progressLine(pr sample.Progress) string {
	line := pr.Stage
	if pr.Rows > 0 {
		line += fmt.Sprintf("  %s  %s", text.Count(pr.Rows, "row"), text.Bytes(float64(pr.Bytes)))
	}
	if pr.Fraction >= 0 {
		line += "  " + text.Percent(pr.Fraction)
	}
	return safeLine(line)
}

// progressed is a line of --progress json.
type progressed struct {
	Stage    string   `json:"stage"`
	Rows     int64    `json:"rows"`                   // read so far
	Bytes    int64    `json:"bytes"`                  // read so far
	Fraction *float64 `json:"fraction,omitempty"`     // of the plan done, 0 to 1; absent while unknown
	Left     float64  `json:"seconds_left,omitempty"` // absent while unknown
}

func progressDocument(pr sample.Progress) progressed {
	line := progressed{Stage: pr.Stage, Rows: pr.Rows, Bytes: pr.Bytes, Left: pr.Left.Seconds()}
	if pr.Fraction >= 0 {
		line.Fraction = &pr.Fraction
	}
	return line
}

// done clears the line of a terminal.
func (m *meter) done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.drawn {
		fmt.Fprint(m.out, "\r\x1b[K")
		m.drawn = false
	}
}

// safeLine escapes what a message may quote of a table. Backslashes stay: the message may hold escapes already.
func safeLine(s string) string { return text.Safe(s) }
