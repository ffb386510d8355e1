package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// meter shows the progress of a read on one line of a terminal; elsewhere it is silent.
type meter struct {
	out   io.Writer // nil if standard error is not a terminal
	width int
	mu    sync.Mutex
	drawn bool
}

func (p *program) meter() *meter {
	file, ok := asFile(p.std.err)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return &meter{}
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 20 {
		width = 80
	}
	return &meter{out: p.std.err, width: width}
}

func (m *meter) show(pr sample.Progress) {
	if m.out == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	line := fmt.Sprintf("%s  %s %s  %s", pr.Stage, text.Number(float64(pr.Rows)), text.Plural(pr.Rows, "row", "rows"),
		text.Bytes(float64(pr.Bytes)))
	if pr.Fraction >= 0 {
		line += "  " + text.Percent(pr.Fraction)
	}
	fmt.Fprint(m.out, "\r\x1b[K"+ansi.Truncate(safeLine(line), m.width-1, "…"))
	m.drawn = true
}

// done clears the line.
func (m *meter) done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.drawn {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}

// safeLine escapes what a message may quote of a table. Backslashes stay: the message may hold escapes already.
func safeLine(s string) string { return text.Safe(s) }
