package tui

import (
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/internal/planted"
	"tabletop/internal/slowtest"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// leftIn notes the planted strings that a text holds, as they are or as HTML and Markdown escape them.
func leftIn(t *testing.T, where, text string, texts []planted.Text) {
	t.Helper()
	plain := text + "\x00" + html.UnescapeString(strings.ReplaceAll(text, `\`, ""))
	var left []string
	for _, x := range texts {
		if strings.Contains(plain, x.Text) {
			left = append(left, fmt.Sprintf("%s (%s)", x.Text, x.Where))
		}
	}
	if len(left) > 0 {
		t.Errorf("%s holds %d planted strings: %.200q", where, len(left), left)
	}
}

// TestNoPlantedStringLeavesTheApp plants strings that identify people and things wherever a table holds text, and looks
// for them in every report that the app exports redacted, in the sample that it saves redacted, and, of a redacted
// sample, on every screen, in what is copied, and in the title of the window.
func TestNoPlantedStringLeavesTheApp(t *testing.T) {
	t.Parallel()
	rows, strs, seeds := 1000, 150, []uint64{107}
	if slowtest.On() {
		rows, strs, seeds = 6000, 1250, []uint64{7, 107, 108}
	}
	for _, seed := range seeds {
		for name, table := range map[string]*planted.Table{"all": planted.New(seed, rows, strs),
			"owners": planted.Owners(seed)} {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				exportsPlanted(t, table)
				showsPlanted(t, table)
			})
		}
	}
}

// exportsPlanted exports every report of every screen in every format, redacted.
func exportsPlanted(t *testing.T, table *planted.Table) {
	files := &fakeFiles{}
	r := rigOf(t, Options{Source: "t", Open: opensSample(table.Sample), Files: files}, true)
	r.settle()
	written := 0
	for _, s := range r.app.screens {
		if needsNoTable(s.ID()) {
			continue
		}
		r.app.jump(s)
		r.settle()
		for report := range r.app.exports() {
			for format := range r.app.exports()[report].formats {
				for _, mode := range []string{redacted, unordered} {
					path := fmt.Sprintf("out%d", written)
					if !r.exportAs(report, format, mode, path) {
						continue // what was made on a screen is not redacted afterwards, and says so
					}
					text, ok := files.text[path]
					if !ok && strings.Contains(r.frame(), "cannot write a row-key schema") {
						r.keys("esc")
						continue
					}
					if !ok {
						t.Fatalf("%s: nothing was written:\n%s", s.ID(), r.frame())
					}
					leftIn(t, fmt.Sprintf("%s, report %d, format %d, %s", s.ID(), report, format, mode), text,
						table.Texts)
					written++
				}
			}
		}
		if !slowtest.On() && written > 30 {
			break
		}
	}
	if written < 30 {
		t.Errorf("only %d reports were exported", written)
	}
}

// exportAs exports a report by its number in the dialog, and reports whether it can be redacted.
func (a *appTest) exportAs(report, format int, values, path string) bool {
	a.t.Helper()
	a.app.export()
	dialog := a.app.over.(*fileDialog)
	dialog.options[0].at = report
	dialog.options[0].changed()
	dialog.options[1].at = format
	dialog.options[1].changed()
	at := slices.Index(dialog.options[2].values, values)
	if at < 0 {
		a.keys("esc")
		return false
	}
	dialog.options[2].at = at
	dialog.options[2].changed()
	a.retype(path)
	a.keys("enter")
	a.settle()
	return true
}

// showsPlanted opens a redacted sample, and uses every screen of it.
func showsPlanted(t *testing.T, table *planted.Table) {
	layouts, err := rowkey.ParseSet(strings.Join(table.Layouts, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	done, err := redact.Apply(t.Context(), table.Sample, redact.Options{Layouts: layouts})
	if err != nil {
		t.Fatal(err)
	}
	var copied []string
	r := rigOf(t, Options{Source: "shared.tabletop", Open: opensSample(done.Sample),
		Clipboard: func(text string) error {
			copied = append(copied, text)
			return nil
		}}, true)
	r.send(tea.WindowSizeMsg{Width: 200, Height: 60})
	r.settle()
	for _, s := range r.app.screens {
		if needsNoTable(s.ID()) {
			continue
		}
		for _, key := range []string{"", "j", "y", "enter", "y", "o", "esc", "esc"} {
			r.app.jump(s)
			if key != "" {
				r.keys(key)
			}
			r.settle()
			view := r.app.View()
			leftIn(t, fmt.Sprintf("the screen %s after %q", s.ID(), key), r.frame(), table.Texts)
			leftIn(t, fmt.Sprintf("the title of %s", s.ID()), view.WindowTitle, table.Texts)
		}
	}
	if len(copied) == 0 {
		t.Error("nothing was copied")
	}
	leftIn(t, "the clipboard", strings.Join(copied, "\n"), table.Texts)
}

// opensSample opens a table that has been read.
func opensSample(s *sample.Sample) Opener {
	return func(_ context.Context, _ string) (sample.Source, error) { return demoSource{s}, nil }
}
