package widget

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// styled is text as screens pass it on: plain, wide, styled, empty.
func styled() *rapid.Generator[string] {
	st := NewStyles(Dark, colorprofile.TrueColor)
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			s := rapid.StringOfN(rapid.RuneFrom([]rune("ab #é日本█▸…")), 0, 12, -1).Draw(t, "part")
			if rapid.Bool().Draw(t, "styled") {
				s = st.Segment(rapid.IntRange(-9, 20).Draw(t, "segment"), s)
			}
			b.WriteString(s)
		}
		return b.String()
	})
}

func TestFitting(t *testing.T) {
	st := NewStyles(Dark, colorprofile.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		s, w := styled().Draw(t, "s"), rapid.IntRange(0, 60).Draw(t, "w")
		for name, got := range map[string]string{
			"Pad": Pad(s, w), "Right": PadLeft(s, w), "Center": Center(s, w), "Line": st.Line(Cursor, s, w),
		} {
			if ansi.StringWidth(got) != w {
				t.Fatalf("%s(%q, %d) is %d cells wide: %q", name, s, w, ansi.StringWidth(got), got)
			}
		}
		for name, got := range map[string]string{"Cut": Truncate(s, w), "CutLeft": TruncateLeft(s, w),
			"Ends": SplitLine(s, s, w)} {
			if ansi.StringWidth(got) > w {
				t.Fatalf("%s(%q, %d) is %d cells wide: %q", name, s, w, ansi.StringWidth(got), got)
			}
		}
		if Width(s) <= w && ansi.Strip(Truncate(s, w)) != ansi.Strip(s) {
			t.Fatalf("Cut(%q, %d) lost something: %q", s, w, Truncate(s, w))
		}
	})
}

func TestBarText(t *testing.T) {
	for _, c := range []struct {
		share float64
		w     int
		want  string
	}{
		{0, 4, ""}, {1, 4, "████"}, {0.5, 4, "██"}, {0.5, 3, "█▌"}, {1.0 / 1e6, 4, "▏"}, {7, 2, "██"}, {-1, 2, ""},
		{math.NaN(), 2, ""}, {math.Inf(1), 2, "██"}, {0.5, 0, ""}, {31.0 / 32, 4, "███▉"},
	} {
		filled, rest := BarText(c.share, c.w)
		if filled != c.want || Width(filled)+len(rest) != c.w {
			t.Errorf("BarText(%g, %d) = %q + %d, want %q", c.share, c.w, filled, len(rest), c.want)
		}
	}
}

func TestSpark(t *testing.T) {
	if got := Sparkline([]float64{0, 1, 4, 8, 8e-9, math.NaN(), -3}); got != " ▂▅█▁  " {
		t.Errorf("Spark = %q", got)
	}
	if got := Sparkline(nil); got != "" {
		t.Errorf("Spark of nothing = %q", got)
	}
	lines := Histogram(&Styles{}, []float64{0, 1, 8, 16}, 2)
	if want := []string{"   █", " ▁██"}; strings.Join(lines, "|") != strings.Join(want, "|") {
		t.Errorf("Histogram = %q, want %q", lines, want)
	}
	if got := fmt.Sprint(Rebin([]float64{1, 2, 3, 4, 5}, 2)); got != "[6 9]" {
		t.Errorf("Rebin = %s", got)
	}
}

func TestListMoves(t *testing.T) {
	var l List
	if l.Cursor() != -1 || l.Press("x") {
		t.Error("an empty list has no cursor and knows no x")
	}
	l.SetLen(100)
	l.Draw(&Styles{}, 20, 11, func(int) string { return "" })
	for _, c := range []struct {
		key  string
		want int
	}{
		{"j", 1}, {"down", 2}, {"k", 1}, {"up", 0}, {"up", 0}, {"ctrl+d", 5}, {"pgdown", 15}, {"ctrl+u", 10},
		{"pgup", 0},
		{"G", 99}, {"j", 99}, {"g", 0}, {"end", 99}, {"home", 0}, {"pgdown", 10},
	} {
		if !l.Press(c.key) || l.Cursor() != c.want {
			t.Errorf("after %s the cursor is at %d, want %d", c.key, l.Cursor(), c.want)
		}
	}
	l.SetLen(5)
	if l.Cursor() != 4 {
		t.Errorf("the cursor stays at %d in a list of 5", l.Cursor())
	}
}

// TestListWindow: the cursor is always in sight, no row is drawn that is not there, and no line is too wide.
func TestListWindow(t *testing.T) {
	st := NewStyles(Dark, colorprofile.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		var l List
		n := rapid.IntRange(0, 50).Draw(t, "n")
		l.SetLen(n)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			w, h := rapid.IntRange(0, 30).Draw(t, "w"), rapid.IntRange(0, 20).Draw(t, "h")
			l.Press(rapid.SampledFrom([]string{"j", "k", "G", "g", "ctrl+d", "pgup", "pgdown"}).Draw(t, "key"))
			seen := -1
			out := l.Draw(st, w, h, func(i int) string {
				if i < 0 || i >= n {
					t.Fatalf("row %d of %d was asked for", i, n)
				}
				if i == l.Cursor() {
					seen = i
				}
				return "日本 row with some text that is long"
			})
			if h > 0 && n > 0 && seen < 0 {
				t.Fatalf("cursor %d is out of sight at height %d", l.Cursor(), h)
			}
			lines := strings.Split(out, "\n")
			if h > 0 && len(lines) != h {
				t.Fatalf("%d lines drawn, want %d", len(lines), h)
			}
			for _, line := range lines {
				if ansi.StringWidth(line) > w {
					t.Fatalf("line %q is wider than %d", line, w)
				}
			}
		}
	})
}

func press(s string) tea.KeyPressMsg {
	switch s {
	case "left":
		return tea.KeyPressMsg{Code: tea.KeyLeft}
	case "home":
		return tea.KeyPressMsg{Code: tea.KeyHome}
	case "backspace":
		return tea.KeyPressMsg{Code: tea.KeyBackspace}
	case "down":
		return tea.KeyPressMsg{Code: tea.KeyDown}
	case "esc":
		return tea.KeyPressMsg{Code: tea.KeyEscape}
	case "ctrl+w":
		return tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(s)[0], Text: s}
}

func TestInput(t *testing.T) {
	var in Input
	for _, k := range []string{"{", "日", "本", "}", "left", "backspace", "é"} {
		if !in.Press(press(k)) {
			t.Errorf("%s means nothing", k)
		}
	}
	if in.Text() != "{日é}" || in.Caret() != len("{日é") {
		t.Errorf("text %q, caret %d", in.Text(), in.Caret())
	}
	if in.Press(press("esc")) {
		t.Error("esc belongs to the screen")
	}
	in.Press(tea.KeyPressMsg{Text: "pasted\x1b[31m\nred\u202e"})
	if in.Text() != "{日épasted[31mred}" {
		t.Errorf("pasted: %q", in.Text())
	}
	in.SetText("one two_2 three")
	in.Press(press("ctrl+w"))
	in.Press(press("ctrl+w"))
	if in.Text() != "one " {
		t.Errorf("after two words: %q", in.Text())
	}
	in.SetText("é")
	in.SetCaret(1)
	if in.Caret() != 0 {
		t.Error("the caret stands inside a character")
	}
}

func TestInputDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in Input
		in.SetText(rapid.StringOfN(rapid.RuneFrom([]rune("ab{}#日é")), 0, 40, -1).Draw(t, "text"))
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			in.SetCaret(rapid.IntRange(-2, 60).Draw(t, "caret"))
			w := rapid.IntRange(2, 30).Draw(t, "w")
			out := in.Draw(&Styles{}, w, 3)
			if ansi.StringWidth(out) != w {
				t.Fatalf("drawn %d cells, want %d", ansi.StringWidth(out), w)
			}
			if !strings.Contains(out, "\x1b[7m") {
				t.Fatalf("caret %d of %q is out of sight: %q", in.Caret(), in.Text(), out)
			}
		}
	})
}

func TestFinder(t *testing.T) {
	var f Finder
	f.SetEntries([]FindEntry{{Name: "metrics"}, {Name: "users", More: "meters"}, {Name: "meters"},
		{Name: "orders_by_time"}})
	for _, k := range []string{"m", "t", "r"} {
		f.Press(press(k))
	}
	var got []string
	for i := range f.List.Len() {
		got = append(got, f.entries[f.Entry(i)].Name)
	}
	if strings.Join(got, " ") != "metrics meters users" {
		t.Errorf("found %q", got)
	}
	f.Press(press("down"))
	if f.Chosen() != 2 {
		t.Errorf("chosen %d", f.Chosen())
	}
	drawn := f.Draw(NewStyles(Mono, colorprofile.ASCII), 40, 3, func(_ int, name, more string) string {
		return name + "|" + more
	})
	if want := "\x1b[4mm\x1b[m\x1b[4me\x1b[m"; !strings.Contains(drawn, "users|") || strings.Contains(drawn, want) {
		t.Errorf("drawn %q", drawn)
	}
	f.SetText("zzz")
	if f.Chosen() != -1 || f.Search() != nil {
		t.Error("nothing matches zzz")
	}
}

func TestFinderOfMany(t *testing.T) {
	var f Finder
	entries := make([]FindEntry, FindNow+1)
	for i := range entries {
		entries[i].Name = fmt.Sprintf("table-%05d", i)
	}
	f.SetEntries(entries)
	if f.Stale() || f.List.Len() != len(entries) {
		t.Error("without a pattern everything is shown at once")
	}
	f.Press(press("7"))
	old := f.Search()
	f.Press(press("7"))
	now := f.Search()
	if old == nil || now == nil || !f.Stale() {
		t.Fatal("a search of many is not left to the caller")
	}
	result := now()
	if !f.Receive(result) || f.Stale() {
		t.Error("the result was not taken")
	}
	n := f.List.Len()
	if !f.Receive(old()) || f.List.Len() != n {
		t.Error("a result of an older pattern was taken")
	}
	if f.Receive("other") {
		t.Error("took what is no search result")
	}
}

func TestOverlay(t *testing.T) {
	st := NewStyles(Dark, colorprofile.TrueColor)
	screen := strings.Repeat(strings.Repeat("日", 10)+"\n", 4) + strings.Repeat("x", 20)
	box := Box(st, "title", []string{"one", st.Segment(1, "two")}, 11, 4)
	got := Overlay(screen, box, 5, 1, 20, 5)
	lines := strings.Split(got, "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, line := range lines {
		if w := ansi.StringWidth(line); i > 0 && i < 4 && w > 20 {
			t.Errorf("line %d is %d cells: %q", i, w, ansi.Strip(line))
		}
	}
	if !strings.Contains(ansi.Strip(lines[2]), "│ one     │") {
		t.Errorf("box line: %q", ansi.Strip(lines[2]))
	}
	for x := range 10 { // a wide letter under either edge of the box gives way to a space
		for y, line := range strings.Split(Overlay(screen, box, x, 1, 20, 5), "\n") {
			plain := ansi.Strip(line)
			if ansi.StringWidth(line) != 20 || y == 2 && Width(plain[:strings.Index(plain, "│ one")]) != x {
				t.Errorf("a box at %d: line %d is %d cells: %q", x, y, ansi.StringWidth(line), plain)
			}
		}
	}
}

// TestThemes: every theme has a style for what must be seen, and without colors none is left but attributes.
func TestThemes(t *testing.T) {
	for _, theme := range Themes() {
		for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI,
			colorprofile.ASCII} {
			st := NewStyles(theme, p)
			for _, tok := range []Token{Cursor, Error, Accent, Key, Match} {
				if st.Text(tok, "x") == "x" {
					t.Errorf("%s at %s: token %d looks like nothing", theme, p, tok)
				}
			}
			if p == colorprofile.ASCII &&
				strings.Contains(st.Error("e")+st.Segment(3, "s")+st.Size(0.5, "z")+st.Dim("d"), "[3") {
				t.Errorf("%s has colors on a terminal without", theme)
			}
		}
	}
	var none Styles
	if none.Error("x") != "✖ x" || none.Line(Cursor, "a", 2) != "a " {
		t.Error("the zero Styles draw plain text")
	}
	if got := none.Warning("") + none.Note("n") + none.Good("g"); got != "▲· n✓ g" {
		t.Errorf("marks: %q", got)
	}
}

func TestASCII(t *testing.T) {
	in := "▸ a\x1b[1m│█▌░ 日 ± … é"
	got := ASCII(in)
	if got != "> a\x1b[1m|#-. ?? +/- ~ ?" {
		t.Errorf("ASCII(%q) = %q", in, got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := styled().Draw(t, "s")
		most := 2*strings.Count(s, "±") + strings.Count(s, "≤") + strings.Count(s, "≥") // where no spaces can give way
		if more := ansi.StringWidth(ASCII(s)) - ansi.StringWidth(s); more < 0 || more > most {
			t.Fatalf("%q changed its width by %d", s, more)
		}
	})
}

func TestHelp(t *testing.T) {
	groups := []HelpGroup{
		{Title: "Keys", Items: []HelpItem{{Keys: []string{"s"}, Text: "sort by the next column",
			DisabledReason: "there is nothing to sort"}}},
		{Title: "Empty"},
		ListKeys(),
	}
	for _, w := range []int{20, 40, 70} {
		text := ""
		for _, line := range Help(NewStyles(Dark, colorprofile.TrueColor), groups, w, 30) {
			if ansi.StringWidth(line) > w {
				t.Errorf("too wide for %d: %q", w, line)
			}
			text += ansi.Strip(line) + "\n"
		}
		if !strings.Contains(strings.Join(strings.Fields(text), " "), "column (not now: there is nothing to sort)") ||
			strings.Contains(text, "Empty") {
			t.Errorf("at %d:\n%s", w, text)
		}
	}
}

// TestHelpByRoom verifies that help is in whole sentences where they are all seen at once, and else in what stands in
// them before the first comma, without lines that have no key and in two columns where there is room; that a group gives
// way to what stands for it; and that no free line makes a page more.
func TestHelpByRoom(t *testing.T) {
	group := func(title string, n int) HelpGroup {
		g := HelpGroup{Title: title}
		for i := range n {
			g.Items = append(g.Items, HelpItem{Keys: []string{string(rune('A' + i))},
				Text: "do what is said in " + title + ", at length, and more than a line holds"})
		}
		return g
	}
	screens := group("Screens", 12)
	screens.Brief = &HelpItem{Keys: []string{"0…9"}, Text: "the screens"}
	silent := HelpGroup{Title: "Silent", Items: []HelpItem{{Text: "has no key"}}}
	groups := []HelpGroup{group("First", 18), ListKeys(), screens, silent, group("Everywhere", 14)}
	const whole, brief = 18 + 12 + 14, 18 + 14
	for _, tc := range []struct{ w, h, lines, items, sentences int }{
		{160, 32, 32, whole, whole},
		{160, 31, 24, brief, 0},
		{76, 20, 29, brief, 0},
		{60, 102, 102, whole, whole},
		{60, 101, 44, brief, 0},
		{60, 43, 41, brief, 0}, // one page, without free lines
	} {
		lines := Help(NewStyles(Mono, colorprofile.Ascii), groups, tc.w, tc.h)
		all := ansi.Strip(strings.Join(lines, "\n"))
		items, sentences := strings.Count(all, "do what"), strings.Count(all, "at length")
		if len(lines) != tc.lines || items != tc.items || sentences != tc.sentences {
			t.Errorf("%d lines, %d items, %d sentences, want %+v\n%s", len(lines), items, sentences, tc, all)
		}
		if strings.Contains(all, "has no key") == (items == brief) {
			t.Errorf("at %+v:\n%s", tc, all)
		}
		for _, line := range lines {
			if Width(line) > tc.w {
				t.Errorf("too wide for %d: %q", tc.w, line)
			}
		}
	}
}

func TestScroll(t *testing.T) {
	var s Scroll
	lines := strings.Split("a b c d e f g", " ")
	if got := s.Lines(&Styles{}, lines, 3); strings.Join(got, " ") != "a b ▾ more" {
		t.Errorf("%q", got)
	}
	s.Press("G")
	if got := s.Lines(&Styles{}, lines, 3); strings.Join(got, " ") != "e f g" {
		t.Errorf("%q", got)
	}
	if s.Press("x") {
		t.Error("x scrolls")
	}
	s.Wheel(-100)
	if got := s.Lines(&Styles{}, lines, 9); len(got) != 7 {
		t.Errorf("%q", got)
	}
}

func BenchmarkListFrame(b *testing.B) {
	st := NewStyles(Dark, colorprofile.TrueColor)
	var l List
	l.SetLen(100_000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Press("j")
		l.Draw(st, 200, 60, func(i int) string {
			return st.Segment(0, "device-000") + "#" + st.Segment(1, "metric-name") + "#" +
				st.Segment(2, "2026-11-20 14:18:32.001")
		})
	}
}

func BenchmarkTableFrame(b *testing.B) {
	st := NewStyles(Dark, colorprofile.TrueColor)
	tbl := Table{Columns: []Column{{Title: "a", Width: 10, Flex: 1}, {Title: "b", Width: 10, Right: true},
		{Title: "c", Width: 10}, {Title: "d", Width: 20, Bar: true}}}
	tbl.SetLen(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		tbl.Press("j")
		tbl.Draw(st, 200, 60, func(row, col, w int) string {
			if col == 3 {
				return SizeBar(st, 0.7, w)
			}
			return "some text"
		})
	}
}

func BenchmarkFind(b *testing.B) {
	entries := make([]FindEntry, FindNow)
	for i := range entries {
		entries[i].Name = fmt.Sprintf("project/instance/table_%05d", i)
	}
	for b.Loop() {
		Find("tab42", entries)
	}
}

// TestQuickWidth: the short way to a width states what the long one says.
func TestQuickWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(styled(), rapid.String(), rapid.StringMatching("[a\\x1b\\[;0-9mK▸─█é\u0301\ufe0f…▲]*")).Draw(t,
			"s")
		if n, ok := quickWidth(s); ok && n != ansi.StringWidth(s) {
			t.Fatalf("%q measures %d, not %d", s, ansi.StringWidth(s), n)
		}
	})
}

// TestCursorLineInReverse verifies that the line under the cursor has one background where it is in reverse: with 16
// colors those of its text are left out, what is bold or underlined stays, and the end of a style goes on in reverse.
func TestCursorLineInReverse(t *testing.T) {
	st := NewStyles(Dark, colorprofile.ANSI)
	line := st.Segment(0, "key") + st.Match("found") + st.Dim(" dim") + st.Strong("strong")
	got := st.Line(Cursor, line, 20)
	if ansi.Strip(got) != "keyfound dimstrong  " {
		t.Errorf("%q", got)
	}
	for _, params := range regexp.MustCompile(`\x1b\[([0-9;]*)m`).FindAllStringSubmatch(got, -1) {
		if strings.Trim(params[1], "147;") != "" {
			t.Errorf("%q in %q", params[1], got)
		}
	}
	if !strings.Contains(got, "4mfound") || !strings.Contains(got, "\x1b[1mstrong") {
		t.Errorf("%q", got)
	}
	if got := NewStyles(Dark, colorprofile.TrueColor).Line(Cursor, line, 20); !strings.Contains(got, "48;2") {
		t.Errorf("%q", got)
	}
}
