package keys

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

func open(t testing.TB, d *views.Data) *Screen {
	t.Helper()
	s := New()
	viewtest.SetData(s, d)
	s.Draw(100, 30, viewtest.Mono())
	return s
}

func frame(s *Screen, w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }

func TestDraw(t *testing.T) {
	viewtest.Walk(t, func() views.Screen { return New() }, "G", "r", "tab", "e", "{", "esc", "/", "a", "esc", "p", "\\",
		"enter", "J", "z", "enter", "f", "f", "f", "tab")
}

func TestGolden(t *testing.T) {
	for name, d := range viewtest.All() {
		s := New()
		viewtest.SetData(s, d)
		viewtest.Golden(t, s, name)
	}
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "v", "G", "k")
	viewtest.Golden(t, s, "raw")
	viewtest.Press(t, s, "v", "g", "j", "i")
	viewtest.Type(t, s, "{")
	viewtest.Golden(t, s, "mistake")
	viewtest.Press(t, s, "backspace", "ctrl+u")
	viewtest.Type(t, s, "r#{device}#cpu#{ts:ms}")
	viewtest.Golden(t, s, "draft")
}

// TestOneKey verifies that a table of one row has one key.
func TestOneKey(t *testing.T) {
	alone := viewtest.Build(sample.Table{Source: "p/i/one"}, sample.Provenance{Complete: true},
		[]viewtest.Row{{Key: "alone"}})
	if out := frame(open(t, viewtest.Data(alone)), 80, 24); !strings.Contains(out, " 1 key ") {
		t.Errorf("it has\n%s", out)
	}
}

// listed are the keys in the list.
func listed(s *Screen) []string {
	var out []string
	for i := range s.rows.len() {
		out = append(out, string(s.rows.of.Sample.Key(s.rows.at(i))))
	}
	return out
}

func TestFilters(t *testing.T) {
	d := viewtest.Metrics()
	all := func(keep func(key string) bool) []string {
		var out []string
		for i := range d.Sample.Rows() {
			if k := string(d.Sample.Key(i)); keep(k) {
				out = append(out, k)
			}
		}
		return out
	}
	for _, c := range []struct {
		name string
		do   func(s *Screen)
		want []string
	}{
		{"all", func(s *Screen) {}, all(func(string) bool { return true })},
		{"prefix", func(s *Screen) { viewtest.Press(t, s, "^"); viewtest.Type(t, s, "device#10") },
			all(func(k string) bool { return strings.HasPrefix(k, "device#10") })},
		{"prefix with an escape", func(s *Screen) {
			viewtest.Press(t, s, "^")
			viewtest.Type(t, s, `\x00\x13`)
		},
			all(func(k string) bool { return strings.HasPrefix(k, "\x00\x13") })},
		{"prefix taken back", func(s *Screen) {
			viewtest.Press(t, s, "^")
			viewtest.Type(t, s, "dev")
			viewtest.Press(t,
				s, "esc")
		}, all(func(string) bool { return true })},
		{"first kind", func(s *Screen) { viewtest.Press(t, s, "f") }, all(func(k string) bool { return k[0] == 'r' })},
		{"second kind", func(s *Screen) { viewtest.Press(t, s, "f", "f") },
			all(func(k string) bool { return k[0] == 'd' })},
		{"unexplained", func(s *Screen) { viewtest.Press(t, s, "f", "f", "f") },
			all(func(k string) bool { return k[0] == 0 })},
		{"all kinds again", func(s *Screen) { viewtest.Press(t, s, "f", "f", "f", "f") },
			all(func(string) bool { return true })},
		{"kind from the list of kinds", func(s *Screen) { viewtest.Press(t, s, "tab", "j", "enter") },
			all(func(k string) bool { return k[0] == 'd' })},
		{"kind and prefix", func(s *Screen) {
			viewtest.Press(t, s, "f", "^")
			viewtest.Type(t, s, "r#1000")
		},
			all(func(k string) bool { return strings.HasPrefix(k, "r#1000") })},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, d)
			c.do(s)
			if got := listed(s); !slices.Equal(got, c.want) {
				t.Errorf("%d keys are listed, want %d: %.80q", len(got), len(c.want), got)
			}
		})
	}
}

// TestKindsWithoutKeysAreDropped verifies that a layout which takes all keys of another kind leaves that one out.
func TestKindsWithoutKeysAreDropped(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "G", "i", "ctrl+u")
	viewtest.Type(t, s, "{all...}")
	asked := viewtest.Press(t, s, "enter", "a")
	layouts, notice := asked[0].(views.SetLayouts).Layouts, asked[1].(views.Notify).Text
	if len(layouts) != 1 || layouts[0].String() != "{all...}" ||
		notice != "declared: 1 layout; 1 kind left without keys and dropped" {
		t.Errorf("%s, and %q", layouts, notice)
	}
}

func TestFuzzy(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "/")
	viewtest.Type(t, s, "disk#cpu")
	got := listed(s)
	if len(got) != 0 {
		t.Errorf("letters in another order were found: %q", got)
	}
	viewtest.Press(t, s, "ctrl+u")
	viewtest.Type(t, s, "1000disk")
	got = listed(s)
	if len(got) == 0 || !strings.HasPrefix(got[0], "r#1000#disk") {
		t.Errorf("best match first, got %q", got)
	}
	viewtest.Press(t, s, "esc")
	if n := s.rows.len(); n != s.data.Sample.Rows() {
		t.Errorf("esc leaves %d keys", n)
	}
}

// TestFindStartsWithTheBest verifies that the cursor stands on the best find whatever it was on before, that a find which
// begins so stands before one that holds it, and that what was typed is marked where it is found.
func TestFindStartsWithTheBest(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "G", "/")
	for _, typed := range []string{"d", "e", "v"} {
		viewtest.Type(t, s, typed)
		if s.list.Cursor() != 0 {
			t.Errorf("after %q the cursor is on %d", typed, s.list.Cursor())
		}
		viewtest.Press(t, s, "down")
	}
	if got := listed(s); len(got) == 0 || !strings.HasPrefix(got[0], "device#") {
		t.Errorf("best first, got %.60q", got)
	}
	viewtest.Press(t, s, "ctrl+u")
	viewtest.Type(t, s, "disk")
	st := widget.NewStyles(widget.Dark, colorprofile.TrueColor)
	if drawn := s.Draw(100, 30, st); !strings.Contains(drawn, st.Match("disk")) {
		t.Error("what was typed is not marked in the list")
	}
}

// TestLateAnswer verifies that the answer to an older search is dropped.
func TestLateAnswer(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "f")
	first := s.rows
	viewtest.Press(t, s, "f")
	second := s.rows
	s.Receive(first)
	if s.rows != second {
		t.Error("the answer to an older question was shown")
	}
}

func TestJumpAndShow(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "ctrl+g")
	viewtest.Type(t, s, "r#1025")
	if !strings.HasPrefix(string(s.current()), "r#1025") {
		t.Errorf("jumped to %q", s.current())
	}
	viewtest.Press(t, s, "enter", "f", "f") // now only devices are listed
	key := s.data.Sample.Key(s.data.Sample.Rows() - 1)
	s.OpenAt(key)
	if string(s.current()) != string(key) {
		t.Errorf("shown is %q, want %q", s.current(), key)
	}
	asked := viewtest.Press(t, s, "enter")
	if g, ok := asked[0].(views.OpenScreen); !ok || g.Screen != "row" || string(g.Key) != string(key) {
		t.Errorf("enter asks for %#v", asked)
	}
}

func TestCursorStaysOnItsKey(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "pgdown", "j", "j")
	on := string(s.current())
	d := viewtest.Metrics()
	rows := []viewtest.Row{{Key: "a new first key"}, {Key: on}, {Key: "z"}}
	viewtest.SetData(s, viewtest.Data(viewtest.Build(*d.Table, sample.Provenance{}, rows)))
	if string(s.current()) != on {
		t.Errorf("the cursor went from %q to %q", on, s.current())
	}
}

func TestDraft(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "G", "i") // the last key is a reading
	viewtest.Press(t, s, "ctrl+u")
	viewtest.Type(t, s, "reading = r#{id}#cpu#{at:ms}")
	f := s.draft.fit
	if f == nil || f.own != 400 || f.ownFit == 0 || f.ownFit == f.own || f.fits != f.ownFit {
		t.Fatalf("the draft decodes %+v", f)
	}
	cpu := 0
	for _, k := range listed(s) {
		if strings.Contains(k, "#cpu#") {
			cpu++
		}
	}
	if f.ownFit != cpu {
		t.Errorf("%d keys are counted, %d hold #cpu#", f.ownFit, cpu)
	}
	if out := frame(s, 120, 30); !strings.Contains(out, "of A reading decode") {
		t.Errorf("the share is not told:\n%s", out)
	}
	asked := viewtest.Press(t, s, "enter", "a")
	d, ok := asked[0].(views.SetLayouts)
	if !ok || len(d.Layouts) != 2 || d.Layouts[0].String() != "reading = r#{id}#cpu#{at:ms}" || s.draft != nil ||
		s.Editing() {
		t.Errorf("a asks for %#v", asked)
	}
}

// TestEnterKeepsWhatReplaces verifies that enter puts a template in force that was counted to decode every key of the
// layout that it replaces, and leaves one that does not, or that changes nothing, to be looked at.
func TestEnterKeepsWhatReplaces(t *testing.T) {
	for typed, kept := range map[string]bool{"reading = r#{id:hex(4)}#{what:enum}#{ts:ms}": true, "reading = r#{id}#cpu#{at:ms}": false,
		"": false} {
		s := open(t, viewtest.Metrics())
		viewtest.Press(t, s, "G", "i")
		if typed != "" {
			viewtest.Press(t, s, "ctrl+u")
			viewtest.Type(t, s, typed)
		}
		asked := viewtest.Press(t, s, "enter")
		if (len(asked) == 2) != kept || (s.draft == nil) != kept {
			t.Errorf("%q: enter asks for %#v", typed, asked)
		}
		if !kept {
			continue
		}
		if d, ok := asked[0].(views.SetLayouts); !ok || d.Layouts[0].String() != typed {
			t.Errorf("%q: enter asks for %#v", typed, asked)
		}
	}
}

func TestMistake(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "i", "ctrl+u")
	viewtest.Type(t, s, "  r#{device:hax(4)}")
	if s.draft.err == nil {
		t.Fatal("no mistake was seen")
	}
	lines := strings.Split(frame(s, 100, 30), "\n")
	typed, below := lines[len(lines)-2], lines[len(lines)-1]
	if at := strings.Index(typed, "hax"); at < 0 || strings.Index(below, "^") != at {
		t.Errorf("the caret is not under the mistake:\n%s\n%s", typed, below)
	}
	if asked := viewtest.Press(t, s, "enter", "a"); len(asked) != 1 {
		t.Errorf("a template with a mistake asks for %#v", asked)
	} else if _, ok := asked[0].(views.Notify); !ok {
		t.Errorf("a template with a mistake asks for %#v", asked)
	}
	viewtest.Press(t, s, "esc")
	if s.draft != nil || s.Editing() {
		t.Error("esc does not drop the draft")
	}
}

func TestAlternativeAndReset(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "G", "U")
	if s.draft == nil || s.draft.layout.String() != "reading = r#{device}#{metric}#{ts}" || s.draft.fit.ownFit != 400 {
		t.Fatalf("u makes %+v", s.draft)
	}
	viewtest.Press(t, s, "esc")
	if asked := viewtest.Press(t, s, "I"); fmt.Sprintf("%T", asked[0]) != "views.Notify" {
		t.Errorf("with inferred layouts I asks for %#v", asked)
	}
	d := *s.data
	d.Declared = true
	viewtest.SetData(s, &d)
	if asked := viewtest.Press(t, s, "I"); asked[0].(views.SetLayouts).Layouts != nil {
		t.Errorf("I asks for %#v", asked)
	}
}

func TestUnescape(t *testing.T) {
	for _, c := range []struct {
		in, want string
		at       int // of the mistake; -1 for none
	}{
		{"", "", -1}, {"abc", "abc", -1}, {`a\x00b`, "a\x00b", -1}, {`\\`, `\`, -1}, {`\0\n\r\t`, "\x00\n\r\t", -1},
		{"東", "東", -1},
		{`a\`, "", 1}, {`a\x0`, "", 1}, {`\xzz`, "", 0}, {`ab\q`, "", 2},
	} {
		got, at, err := text.Unescape(c.in)
		if (err != nil) != (c.at >= 0) || err != nil && at != c.at || got != c.want {
			t.Errorf("text.Unescape(%q) = %q, %d, %v", c.in, got, at, err)
		}
	}
	for _, b := range []string{"", "a\x00b\\c", "\xff\xfe東\u202e", "\n\r\t"} {
		if got, _, err := text.Unescape(text.EscapeString(b)); err != nil || got != b {
			t.Errorf("text.Unescape(Escape(%q)) = %q, %v", b, got, err)
		}
	}
}

// million is a sample of n keys of one kind.
func million(b *testing.B, n int) *views.Data {
	b.Helper()
	sb := sample.NewBuilder(8)
	for i := range n {
		sb.Row(fmt.Appendf(nil, "device-%06d#cpu#%d", i/10, 1732112312000+int64(i%10)*1000))
		sb.Cell("d", []byte("v"), 1732112312000000, []byte("42"))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{sb})
	l, err := rowkey.Parse("{device}#{metric}#{ts:ms}")
	if err != nil {
		b.Fatal(err)
	}
	return &views.Data{Table: &s.Table, Analysis: viewtest.Analyze(s, rowkey.Set{l}), Now: viewtest.Now}
}

// BenchmarkScroll is a key press and a frame in a list of a million keys at 200x60.
func BenchmarkScroll(b *testing.B) {
	s := New()
	viewtest.SetData(s, million(b, 1e6))
	st := viewtest.Colors()
	s.Draw(200, 60, st)
	b.ReportAllocs()
	for b.Loop() {
		viewtest.Press(b, s, "pgdown")
		s.Draw(200, 60, st)
	}
}

// BenchmarkType is a letter typed into the template, without the count, which runs outside the loop.
func BenchmarkType(b *testing.B) {
	s := New()
	viewtest.SetData(s, million(b, 1e6))
	s.kinds = listKinds(s.data)
	st := viewtest.Colors()
	s.draft = newDraft(0, s.data.Layouts[0].String(), "")
	s.mode = templating
	for b.Loop() {
		s.Press(viewtest.Key("x"))
		s.Press(viewtest.Key("backspace"))
		s.Draw(200, 60, st)
	}
}

// BenchmarkFuzzy searches a million keys, outside the loop.
func BenchmarkFuzzy(b *testing.B) {
	s := New()
	viewtest.SetData(s, million(b, 1e6))
	for b.Loop() {
		search(b.Context(), s.data.Analysis, s.data.Layouts, query{kind: allKinds, typed: "0042cpu"})
	}
}

// BenchmarkHostile draws keys of 4 KB.
func BenchmarkHostile(b *testing.B) {
	sb := sample.NewBuilder(8)
	for i := range 1000 {
		sb.Row(append(fmt.Appendf(nil, "%04d\x00", i), []byte(strings.Repeat("\x00\xff", 2045))...))
	}
	smp := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{sb})
	s := New()
	viewtest.SetData(s, viewtest.Data(smp, `{n}\0{rest:bytes}`))
	st := viewtest.Colors()
	for b.Loop() {
		viewtest.Press(b, s, "j")
		s.raw = !s.raw
		s.Draw(200, 60, st)
	}
}

// TestLayoutBesideKeys verifies that a wide window shows how sure the layout is and the layouts that could take its
// place, with the keys that try them, and that an alternative can be tried and left from there.
func TestLayoutBesideKeys(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Press(t, s, "G") // a reading
	frame := func() string { return ansi.Strip(s.Draw(160, 40, viewtest.Mono())) }
	for _, want := range []string{"LAYOUT A reading", "confidence 0.81, uncertain", "● inferred",
		"○ another    U try it: less likely, confidence 0.43", "○ declared"} {
		if got := frame(); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	viewtest.Press(t, s, "U")
	if got := frame(); !strings.Contains(got, "● another") || !strings.Contains(got, "○ inferred") {
		t.Errorf("the alternative is not the one chosen in\n%s", got)
	}
	viewtest.Press(t, s, "esc")
	if got := frame(); !strings.Contains(got, "● inferred") {
		t.Errorf("the inferred layout is not back in\n%s", got)
	}
	if got := ansi.Strip(s.Draw(100, 40, viewtest.Mono())); strings.Contains(got, "another") {
		t.Errorf("the pane has no room at 100 cells:\n%s", got)
	}
}

// TestChangeOfNoKind verifies that a change of a layout that the key under the cursor does not have is tried as one
// more.
func TestChangeOfNoKind(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "f", "f", "f") // keys that no layout explains
	layouts := s.data.Layouts
	s.try(layouts[0], nil)
	if got := s.layouts(); len(got) != len(layouts)+1 || got[len(layouts)].String() != layouts[0].String() {
		t.Errorf("the layouts are %s, of %s", got, layouts)
	}
}

// TestMarkWhileAReadBegins verifies that no codecs are looked for among rows that have gone.
func TestMarkWhileAReadBegins(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "f") // keys of a layout
	s.beginMark()
	if s.mode != marking {
		t.Fatal("nothing is marked")
	}
	viewtest.SetData(s, &views.Data{Source: s.data.Source, Table: s.data.Table, Analysis: &analysis.Analysis{}})
	if asked := s.choose(); asked != nil {
		t.Errorf("%v is asked for", asked)
	}
}
