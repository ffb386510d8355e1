package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"tabletop/model/audit"
	"tabletop/views"
)

// frameOf is the frame of a screen, without colors.
func (a *appTest) frameOf(key string) []string {
	a.t.Helper()
	a.keys(key)
	a.settle()
	return strings.Split(ansi.Strip(a.app.View().Content), "\n")
}

// markOf is the mark at which a line says words: the last one before them; empty without one.
func markOf(lines []string, words string) string {
	for _, line := range lines {
		before, _, ok := strings.Cut(line, words)
		if !ok {
			continue
		}
		mark := ""
		for _, r := range before {
			if strings.ContainsRune("✖▲·✓", r) {
				mark = string(r)
			}
		}
		return mark
	}
	return ""
}

// TestScreensAgree verifies over the frames of tables of several kinds that two screens give one answer: marks of
// storage and writes on Overview are those of Retention and Heat, the layout is sure in the header exactly where Keys
// states it without a warning, Overview says that nothing needs a look only where nothing was found, and the numbers of
// rules are the same.
func TestScreensAgree(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]Options{
		"few rows": {Source: "plain", Open: opens(newFake(40))}, "rows": {Source: "plain", Open: opens(newFake(300))},
		"demo": {Source: "demo:e07", Open: openDemo},
	} {
		r := rigOf(t, opts, true)
		r.settle()
		r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
		overview, keys := r.frameOf("1"), r.frameOf("2")
		heat, retention, findings := r.frameOf("6"), r.frameOf("7"), r.frameOf("9")
		text := func(lines []string) string { return strings.Join(lines, "\n") }
		for _, c := range []struct {
			gauge string
			lines []string
			harm  audit.Harm
		}{{"STORAGE", retention, audit.Storage}, {"WRITES", heat, audit.Writes}} {
			first := ""
			for _, line := range c.lines[3:] {
				if mark := strings.TrimSpace(line); mark != "" {
					first = string([]rune(mark)[0])
					break
				}
			}
			if mark := markOf(overview, c.gauge+" "); mark != first {
				t.Errorf("%s: %s has %q on Overview, its screen %q:\n%s\n%s", name, c.gauge, mark, first, text(overview),
					text(c.lines))
			}
		}
		if sure := strings.Contains(keys[0], "✓ sure"); sure == strings.Contains(keys[3], "▲") {
			t.Errorf("%s: the header is sure %v, Keys says %q", name, sure, keys[3])
		}
		report := r.app.data().Summary.Audit
		if calm := strings.Contains(text(overview), "nothing here needs a look"); calm && len(report.Findings) > 0 {
			t.Errorf("%s: nothing needs a look above %d findings", name, len(report.Findings))
		}
		if _, said, ok := strings.Cut(text(overview), " rules were not evaluated"); ok && said != "" {
			at := strings.LastIndex(text(overview)[:strings.Index(text(overview), " rules were not evaluated")], " ")
			count := text(overview)[at+1 : strings.Index(text(overview), " rules were not evaluated")]
			if !strings.Contains(text(findings), count+" were not evaluated") {
				t.Errorf("%s: %s rules on Overview, Findings:\n%s", name, count, text(findings))
			}
		}
		if r.app.current.ID() != views.FindingsScreen {
			t.Errorf("%s: 9 shows %s", name, r.app.current.Title())
		}
	}
}
