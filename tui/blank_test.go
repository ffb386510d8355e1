package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/demotest"
	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/views"
	"tabletop/views/widget"
)

// blockWidth and blockHeight are the size of the blocks, in cells, in which the area of a screen is measured.
const blockWidth, blockHeight = 10, 3

// used is the share of the blocks of a frame that hold something. Frames of boxes are nothing.
func used(frame string, w, h int) float64 {
	columns, rows := (w+blockWidth-1)/blockWidth, (h+blockHeight-1)/blockHeight
	full := make([]bool, columns*rows)
	for y, line := range strings.Split(ansi.Strip(frame), "\n") {
		x := 0
		for _, r := range line {
			if x < w && !strings.ContainsRune(" │╭╮╰╯─┃", r) {
				full[y/blockHeight*columns+x/blockWidth] = true
			}
			x += widget.Width(string(r))
		}
	}
	n := 0
	for _, f := range full {
		if f {
			n++
		}
	}
	return float64(n) / float64(len(full))
}

// compared gives a Diff screen something to compare with.
func compared(t *testing.T, s views.Screen) {
	viewtest.Press(t, s, "c")
	viewtest.Type(t, s, "x")
	viewtest.Press(t, s, "enter")
	other := viewtest.Metrics().Sample
	viewtest.RunWork(s, s.(views.Receiver).Receive(views.SampleLoaded{Source: "x", Sample: other}))
}

// summaryOf is what the app computes of a table besides its screens.
func summaryOf(t *testing.T, a *analysis.Analysis) (*views.Summary, error) {
	in, err := a.AuditInput(t.Context())
	if err != nil {
		return nil, err
	}
	report, err := a.Audit(t.Context(), audit.Limits{})
	return &views.Summary{Of: a, Input: in, Audit: report}, err
}

// TestScreensAreFilled verifies that no screen with data leaves more than half of its area empty at 140x40 and 200x60.
// The frame of the app takes four lines and two cells of these.
func TestScreensAreFilled(t *testing.T) {
	for _, demo := range []string{"e04", "e06", "e07", "e11", "e12"} {
		s, _, err := demotest.Example(demo, viewtest.Now, 4000)
		if err != nil {
			t.Fatal(err)
		}
		a, err := analysis.New(t.Context(), s, analysis.Options{Now: viewtest.Now})
		if err != nil {
			t.Fatal(err)
		}
		d := &views.Data{Source: "demo:" + demo, Table: &s.Table, Analysis: a, Now: viewtest.Now}
		if d.Summary, err = summaryOf(t, a); err != nil {
			t.Fatal(err)
		}
		for _, entry := range screens() {
			screen := entry.fresh()
			viewtest.SetData(screen, d)
			if p, ok := screen.(views.Proposer); ok {
				viewtest.RunWork(screen, p.Propose())
			}
			if screen.ID() == views.DiffScreen {
				compared(t, screen)
			}
			for _, size := range [][2]int{{140, 40}, {200, 60}} {
				w, h := size[0]-2, size[1]-4
				frame := screen.Draw(w, h, viewtest.Mono())
				const least = 0.5
				if share := used(frame, w, h); share < least {
					t.Errorf("%s of %s at %dx%d: %.0f%% of the area is used, not %.0f%%:\n%s", screen.ID(), demo,
						size[0], size[1], 100*share, 100*least, frame)
				}
			}
		}
	}
}
