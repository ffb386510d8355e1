package overview

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/widget"
)

func TestDraw(t *testing.T) {
	for name, d := range viewtest.All() {
		t.Run(name, func(t *testing.T) {
			s := New()
			viewtest.CheckSizes(t, s)
			s.SetData(d)
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "G")
			viewtest.CheckSizes(t, s)
		})
	}
}

func TestGolden(t *testing.T) {
	for name, d := range viewtest.All() {
		s := New()
		s.SetData(d)
		viewtest.Golden(t, s, name)
	}
}

// TestEveryLineAnswers walks the cursor over the whole page: it must stop on every line that says something, and what
// a stop offers must be there.
func TestEveryLineAnswers(t *testing.T) {
	s := New()
	s.SetData(viewtest.Metrics())
	s.Draw(80, 24, viewtest.Mono())
	viewtest.Press(t, s, "g")
	whys, opens := 0, 0
	for range s.lines {
		l := s.current()
		if l.id == "" {
			t.Fatalf("the cursor stops on %q, which is nothing to stop at", l.text)
		}
		if l.why != "" {
			whys++
			asked := viewtest.Press(t, s, "w")
			if e, ok := asked[0].(views.Explain); !ok || e.Title == "" || e.Text != l.why {
				t.Errorf("%s: w asks for %#v", l.id, asked)
			}
		}
		if l.open != nil {
			opens++
			if _, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen); !ok {
				t.Errorf("%s: enter does not go anywhere", l.id)
			}
		}
		viewtest.Press(t, s, "j")
	}
	if whys < 10 || opens < 10 {
		t.Errorf("only %d lines tell why and %d lead on", whys, opens)
	}
	if on := s.current(); on.id != s.lines[len(s.lines)-1].id {
		t.Errorf("the walk ends on %q, not on the last line", on.id)
	}
}

// TestCursorStays verifies that new figures do not move the cursor away from what it is on.
func TestCursorStays(t *testing.T) {
	s := New()
	s.SetData(viewtest.Metrics())
	s.Draw(80, 24, viewtest.Mono())
	for !strings.HasPrefix(s.current().id, "family/info") {
		viewtest.Press(t, s, "j")
	}
	s.SetData(viewtest.Metrics())
	s.Draw(60, 12, viewtest.Mono())
	if id := s.current().id; !strings.HasPrefix(id, "family/info") {
		t.Errorf("the cursor is on %q", id)
	}
}

func BenchmarkDraw(b *testing.B) {
	s := New()
	d := viewtest.Metrics()
	st := viewtest.Colors()
	for b.Loop() {
		s.SetData(d)
		s.lines = nil // as if the data were new
		s.Draw(200, 60, st)
	}
}

// TestPlanAndPause: what is to be read is distinguished from before the first row on, in full when asked, and so is a
// pause.
func TestPlanAndPause(t *testing.T) {
	d := *viewtest.Metrics()
	d.Plan = &views.Plan{Plan: sample.Plan{Strategy: sample.Quick, Places: make([]sample.ReadRange, 7), Rows: 350,
		Notes: []string{"Why \x1b."}}}
	d.Reading, d.Paused = true, true
	for _, a := range []*analysis.Analysis{{}, d.Analysis} {
		d := d
		d.Analysis = a
		s := New()
		s.SetData(&d)
		drawn := s.Draw(90, 60, viewtest.Mono())
		if !strings.Contains(drawn, "planned  quick: about 350 rows in 7 key ranges") ||
			strings.Contains(drawn, "paused: space resumes") != (a.Sample != nil) {
			t.Errorf("the page is\n%s", drawn)
		}
		for s.current().id != "sample/plan" {
			viewtest.Press(t, s, "j")
		}
		asked := viewtest.Press(t, s, "w")
		if e, ok := asked[0].(views.Explain); !ok || !strings.Contains(e.Text, "strategy   quick") ||
			!strings.Contains(e.Text, `Why \x1b.`) {
			t.Errorf("w asks for %#v", asked)
		}
	}
}

// TestDashboard verifies that at the sizes people have the Overview is a dashboard: the verdict stands first, every
// gauge and tile leads to its screen, tab goes round all tiles, and a table with data leaves at most half of the area
// empty.
func TestDashboard(t *testing.T) {
	d := summarized(t)
	for _, size := range [][2]int{{120, 36}, {140, 40}, {200, 60}} {
		s := New()
		s.SetData(d)
		frame := s.Draw(size[0], size[1]-4, viewtest.Mono())
		viewtest.CheckFrame(t, frame, size[0], size[1]-4)
		for _, want := range []string{"VERDICT", "WRITES", "STORAGE", "READS", "KEYS", "FINDINGS", "KEY", "SIZE",
			"FAMILIES AND GARBAGE"} {
			if !strings.Contains(frame, want) {
				t.Errorf("%v: no %s:\n%s", size, want, frame)
			}
		}
		if !strings.Contains(strings.Split(frame, "\n")[1], "look at") &&
			!strings.Contains(strings.Split(frame, "\n")[1], "nothing here") {
			t.Errorf("%v: the verdict is not first:\n%s", size, frame)
		}
		blank := 0
		for _, l := range strings.Split(frame, "\n") {
			blank += strings.Count(l, "     ") * 5 // runs of blanks
		}
		if blank > size[0]*(size[1]-4)*2/3 {
			t.Errorf("%v: %d of %d cells are empty", size, blank, size[0]*(size[1]-4))
		}
		seen := map[int]bool{}
		for range 3 * len(s.tiles) {
			for i, tile := range s.tiles {
				if at := s.list.Cursor(); at >= tile.first && at < tile.first+len(tile.lines) {
					seen[i] = true
				}
			}
			viewtest.Press(t, s, "tab")
		}
		for i, tile := range s.tiles {
			stops := 0
			for _, l := range tile.lines {
				if l.id != "" {
					stops++
				}
			}
			if stops > 0 && !seen[i] {
				t.Errorf("%v: tab does not reach %s", size, tile.title)
			}
		}
		for range s.lines {
			if l := s.current(); strings.HasPrefix(l.id, "gauge/") && l.open == nil {
				t.Errorf("%s leads nowhere", l.id)
			}
			viewtest.Press(t, s, "j")
		}
	}
}

// TestGaugesAreViewsOfFindings verifies that a gauge has the mark of the worst finding about its harm, of a note where
// there is garbage of which nothing was found, that ✓ stands only where all rules about it were judged, that the verdict
// line never says that nothing needs a look above a finding, and that what is not computed yet is said to be so.
func TestGaugesAreViewsOfFindings(t *testing.T) {
	for _, g := range gauges(viewtest.Metrics()) { // without a summary
		if known := g.name == "READS" || g.name == "KEYS"; known == (g.words == "not computed yet") {
			t.Errorf("%s before anything is computed: %s", g.name, g.words)
		}
	}
	storage := audit.Finding{Rule: "names-long", Severity: audit.Warning, Title: "Long names"}
	for _, tt := range []struct {
		name     string
		findings []audit.Finding
		skipped  []audit.Skipped
		mark     widget.Token // of storage
		verdict  string
	}{
		{"nothing found", nil, nil, widget.Note, "nothing here needs a look"},
		{"a warning", []audit.Finding{storage}, nil, widget.Warning, "1 warning: look at storage"},
		{"an error of another harm", []audit.Finding{{Rule: "time-first", Severity: audit.Error}}, nil, widget.Note,
			"1 error: look at writes"},
		{"a harm that has no gauge", []audit.Finding{{Rule: "personal-data", Severity: audit.Warning}}, nil,
			widget.Note, "1 warning"},
		{"a note", []audit.Finding{{Rule: "placeholders", Severity: audit.Note, Title: "Placeholders"}}, nil,
			widget.Note, "no warning; 1 note: Placeholders"},
		{"not judged", nil, []audit.Skipped{{Rule: "garbage-kept", Reason: "no rows"}}, widget.Note,
			"no warning; 1 rule was not evaluated"},
		{"a rule about the instance", nil, []audit.Skipped{{Rule: "tablet-hot", Reason: "not available"}},
			widget.Note, "nothing here needs a look"},
	} {
		d := summarized(t)
		d.Declared = true // sure of the keys
		summary := *d.Summary
		summary.Audit = &audit.Report{Findings: tt.findings, Skipped: tt.skipped}
		d.Summary = &summary
		for _, g := range gauges(d) {
			if g.name == "STORAGE" && g.mark != tt.mark {
				t.Errorf("%s: the mark of storage is %v: %s", tt.name, g.mark, g.words)
			}
			if g.bad != "" && g.mark != widget.Warning && g.mark != widget.Error {
				t.Errorf("%s: the verdict says %q, the mark of %s is %v", tt.name, g.bad, g.name, g.mark)
			}
		}
		p := &page{st: viewtest.Mono()}
		if got := ansi.Strip(p.verdict(gauges(d), d)); strings.Contains(got, "✖") != strings.Contains(tt.verdict, "error") {
			t.Errorf("%s: the mark of %q", tt.name, got)
		}
		if got := strings.TrimLeft(ansi.Strip(p.verdict(gauges(d), d)), "✓▲✖· "); got != tt.verdict {
			t.Errorf("%s: the verdict is %q, want %q", tt.name, got, tt.verdict)
		}
	}
}

// TestKeysLeftOverAreNotSure verifies that keys are not called sure where more than an eighth of them fit no layout.
func TestKeysLeftOverAreNotSure(t *testing.T) {
	for _, tt := range []struct {
		left  int
		warns bool
	}{{0, false}, {125, false}, {126, true}} {
		d := *viewtest.Metrics()
		in := *d.Inferred
		in.Keys, in.Unexplained, in.Kinds = 1000, tt.left, slices.Clone(in.Kinds)
		for i := range in.Kinds {
			in.Kinds[i].Confidence = 0.97
		}
		d.Inferred = &in
		if g := keysGauge(&d); (g.mark == widget.Warning) != tt.warns || strings.Contains(g.words, "sure") == tt.warns {
			t.Errorf("%d of 1,000 keys left over: mark %v, %q", tt.left, g.mark, g.words)
		}
	}
}

// summarized is a table with its summary.
func summarized(t *testing.T) *views.Data {
	t.Helper()
	d := *viewtest.Metrics()
	in, err := d.AuditInput(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report, err := d.Audit(t.Context(), audit.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	d.Summary = &views.Summary{Of: d.Analysis, Input: in, Audit: report}
	return &d
}

// TestNoAlternativeOnlyIfSure verifies that "no close alternative" is shown for a sure layout without another and
// never for one in doubt.
func TestNoAlternativeOnlyIfSure(t *testing.T) {
	for _, tt := range []struct {
		first, second float64
		want          int
	}{{0.95, 0.99, 2}, {0.949, 0.99, 1}, {0.2, 0.9, 0}} {
		d := viewtest.Metrics()
		for i, p := range []float64{tt.first, tt.second} {
			d.Inferred.Kinds[i].Others, d.Inferred.Kinds[i].Confidence = nil, p
		}
		s := New()
		s.SetData(d)
		if got := strings.Count(s.Draw(80, 200, viewtest.Mono()), "no close alternative"); got != tt.want {
			t.Errorf("confidence %g and %g: shown %d times, want %d", tt.first, tt.second, got, tt.want)
		}
	}
}

// TestRoomByImportance verifies at the sizes people have, exact and sampled, that no tile has titles without rows: each
// has the lines that it needs, or is folded to one with its first figure; that the important ones are folded last; and
// that what folds grows back with the room.
func TestRoomByImportance(t *testing.T) {
	folded := map[[2]int]int{}
	figure := regexp.MustCompile(`\d%|\d [kM]?B\b`)
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 36}, {140, 40}, {200, 60}} {
		for name, d := range map[string]*views.Data{"exact": summarized(t), "described": viewtest.Metrics()} {
			s := New()
			s.SetData(d)
			frame := s.Draw(size[0], size[1]-4, viewtest.Mono())
			viewtest.CheckFrame(t, frame, size[0], size[1]-4)
			lines := strings.Split(frame, "\n")
			for i, l := range lines {
				if strings.Contains(l, "mean") && strings.Contains(l, "p95") && (i+2 >= len(lines) ||
					!strings.Contains(lines[i+1], "row ") || !strings.Contains(lines[i+2], "cells")) {
					t.Errorf("%s %v: SIZE has titles without rows:\n%s", name, size, frame)
				}
			}
			for _, tile := range s.tiles[:min(len(s.tiles), 100)] {
				switch shown := len(tile.lines); {
				case tile.h == 1:
					folded[size]++
					if tile.title == "KEY" || tile.title == "WRITES" || tile.title == "ROW SIZES" {
						t.Errorf("%s %v: %s is folded:\n%s", name, size, tile.title, frame)
					}
					if l := tile.lines[0].text; strings.Contains(tile.title, "ROWS") && !figure.MatchString(l) {
						t.Errorf("%s %v: %s is folded to %q, without its figure", name, size, tile.title, l)
					}
				case tile.column >= 0 && shown < tile.least:
					t.Errorf("%s %v: %s has %d of %d lines", name, size, tile.title, shown, tile.least)
				}
			}
		}
	}
	if folded[[2]int{200, 60}] > folded[[2]int{120, 36}] {
		t.Errorf("more is folded at 200x60 than at 120x36: %v", folded)
	}
}

// TestBarsOfLargestRows verifies that the bars of the largest rows are compared with the limit only where one is a tenth of
// it at least; else they would all be empty.
func TestBarsOfLargestRows(t *testing.T) {
	limit := audit.DefaultLimits().RowBytesWarning
	for share, want := range map[float64]string{0.099: "of the largest", 0.1: "to 100 MB"} {
		d := summarized(t)
		d.Profile.LargestRows = []figures.LargeRow{{Key: []byte("k"), Bytes: int64(share * limit)}}
		p := &page{st: viewtest.Mono(), w: 80, tiled: true}
		if p.largestTile(d); !strings.Contains(p.lines[0].text, want) {
			t.Errorf("%g of the limit: %q, not %q", share, p.lines[0].text, want)
		}
	}
}

// TestPageFits verifies that where there is no room for tiles, all sections of a table of one record kind are in the
// frame, none of their figures is cut, and lines that are left show the values with the most rows.
func TestPageFits(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}} {
		d := summarized(t)
		s := New()
		s.SetData(d)
		frame := s.Draw(size[0], size[1]-4, viewtest.Mono())
		viewtest.CheckFrame(t, frame, size[0], size[1]-4)
		for _, want := range []string{"STORAGE", "KEY  ", "SIZE", "(full scan)", "mean", "largest", "cells  ",
			"FAMILIES", "policy", "SAMPLE", "complete"} {
			if !strings.Contains(frame, want) {
				t.Errorf("%v: %q is missing:\n%s", size, want, frame)
			}
		}
		for _, l := range strings.Split(frame, "\n")[6:] {
			if strings.Contains(l, "…") && !strings.Contains(l, " … ") {
				t.Errorf("%v: %q is cut", size, l)
			}
		}
		if seg, m, _ := comparableSegment(d, 0); seg != nil && len(s.lines) < size[1]-5 &&
			!strings.Contains(frame, string(m.Top[0].Raw)) {
			t.Errorf("%v: lines are empty, and no value of %s is shown:\n%s", size, seg.Name, frame)
		}
	}
}

// TestUnknownPolicy verifies that a family whose policy is not known keeps nothing and has no share of garbage.
func TestUnknownPolicy(t *testing.T) {
	data := *summarized(t)
	summary, review := *data.Summary, *data.Summary.Input.Review
	garbage := *review.Garbage
	garbage.Families = slices.Clone(garbage.Families)
	for i := range garbage.Families {
		garbage.Families[i].Declared, garbage.Families[i].Rule = false, sample.GCRule{}
	}
	review.Garbage, summary.Input.Review = &garbage, &review
	data.Summary = &summary
	s := New()
	s.SetData(&data)
	drawn := ansi.Strip(s.Draw(140, 60, viewtest.Mono()))
	if strings.Contains(drawn, "keeps everything") || !strings.Contains(drawn, "–  ▲ unknown") {
		t.Errorf("a policy that is not known is stated:\n%s", drawn)
	}
}
