package keys

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/internal/viewtest"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
)

func parse(t testing.TB, template string) *rowkey.Layout {
	t.Helper()
	l, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestCuts(t *testing.T) {
	for _, c := range []struct {
		name, template, segment string
		keys                    []string
		do                      func(l *rowkey.Layout, seg *rowkey.Segment, keys [][]byte) (*rowkey.Layout, error)
		want                    string // a template, or what the error says
	}{
		{"rename", "{a}#{b:int}", "b", []string{"x#1"}, func(l *rowkey.Layout, s *rowkey.Segment,
			_ [][]byte) (*rowkey.Layout, error) {
			return rename(l, s, "count")
		}, "{a}#{count:int}"},
		{"rename in a group", "{a}[/{b:int}]*", "b", []string{"x/1/2"}, func(l *rowkey.Layout, s *rowkey.Segment,
			_ [][]byte) (*rowkey.Layout, error) {
			return rename(l, s, "n")
		}, "{a}[/{n:int}]*"},
		{"rename to a name that is taken", "{a}#{b}", "b", []string{"x#1"}, func(l *rowkey.Layout, s *rowkey.Segment,
			_ [][]byte) (*rowkey.Layout, error) {
			return rename(l, s, "a")
		}, "!two segments"},
		{"split at a delimiter", "{a}", "a", []string{"phone#4c41", "watch#99aa"}, at(5), "{a}#{a2:hex}"},
		{"split a second time", "{a}#{a2}", "a2", []string{"x#y/z"}, at(1), "{a}#{a2}/{a3}"},
		{"the better of two splits", "{a}", "a", []string{"x#12", "x#yy", "x#zz"}, at(1), "{a}#{a2}"},
		{"a second delimiter belongs to the rest", "{a}", "a", []string{"x#y#z"}, at(1), "{a}#{a2...}"},
		{"split without a delimiter", "{a}", "a", []string{"AB12", "CD345"}, at(2), "{a:text(2)}{a2:int}"},
		{"split fixed binary", "{a:bytes(6)}", "a", []string{"\x00\x01\xff\xfe\x80\x81"}, at(2),
			"{a:bytes(2)}{a2:bytes(4)}"},
		{"split at an end", "{a}", "a", []string{"ab"}, at(2), "!byte on either side"},
		{"split what is escaped", `{a:text escaped}\0\x01{b:text escaped}`, "a", []string{"abc\x00\x01d"}, at(1),
			"!escaped"},
		{"merge", "{a}#{b:int}/{c}", "a", []string{"x#1/y"}, merge, "{a}/{c}"},
		{"merge at the end", "{a}#{b}#{c}", "b", []string{"x#1#y"}, merge, "{a}#{b...}"},
		{"merge fixed widths", "{a:text(2)}{b:be(4)}", "a", []string{"ab\x00\xff\xfe\x01"}, merge, "{a:bytes(6)}"},
		{"merge two halves", "{a:hex(4)}{b:hex(2)}", "a", []string{"01efab"}, merge, "{a:hex(6)}"},
		{"merge digits and letters", "{a:pad(4)}{b:hex(2)}", "a", []string{"0123ab"}, merge, "{a:text(6)}"},
		{"merge over a delimiter", "{a:hex(4)}-{b:hex(2)}", "a", []string{"01ef-ab"}, merge, "{a:text(7)}"},
		{"nothing to merge with", "{a}#{b}", "b", []string{"x#1"}, merge, "!no segment follows"},
		{"boundary right", "{a:hex(4)}{b:hex(4)}", "a", []string{"0123abcd"}, by(1), "{a:hex(5)}{b:hex(3)}"},
		{"boundary left", "{a:be(4)}{b:be(4)}", "a", []string{"\x00\x00\x00\x01\x00\x00\x00\x02"}, by(-1),
			"{a:be(3)}{b:be(5)}"},
		{"boundary before a rest", "{a:pad(2)}{b}", "a", []string{"12ab"}, by(1), "{a:text(3)}{b}"},
		{"no boundary", "{a:text(2)}#{b}", "a", []string{"ab#c"}, by(1), "!no segment"},
		{"no width", "{a:ordered}{b}", "a", []string{"\x81x"}, by(1), "!no fixed width"},
		{"no bytes left", "{a:text(1)}{b:text(1)}", "a", []string{"ab"}, by(1), "!m merges"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := parse(t, c.template)
			keys := make([][]byte, len(c.keys))
			for i, k := range c.keys {
				keys[i] = []byte(k)
				if _, err := l.Decode(nil, keys[i]); err != nil {
					t.Fatalf("the template does not decode %q: %v", k, err)
				}
			}
			got, err := c.do(l, l.Segment(c.segment), keys)
			if words, bad := strings.CutPrefix(c.want, "!"); bad {
				if err == nil || !strings.Contains(err.Error(), words) {
					t.Errorf("got %v, %v; want an error with %q", got, err, words)
				}
				return
			}
			if err != nil || got.String() != c.want {
				t.Fatalf("got %v, %v; want %s", got, err, c.want)
			}
			if _, err := got.Decode(nil, keys[0]); err != nil {
				t.Errorf("%s does not decode %q: %v", got, keys[0], err)
			}
		})
	}
}

func at(n int) func(*rowkey.Layout, *rowkey.Segment, [][]byte) (*rowkey.Layout, error) {
	return func(l *rowkey.Layout, s *rowkey.Segment, keys [][]byte) (*rowkey.Layout, error) {
		return split(l, s, n, keys)
	}
}

func by(d int) func(*rowkey.Layout, *rowkey.Segment, [][]byte) (*rowkey.Layout, error) {
	return func(l *rowkey.Layout, s *rowkey.Segment, keys [][]byte) (*rowkey.Layout, error) {
		return shift(l, s, d, keys)
	}
}

// TestSplitAnywhere splits any value at any byte: what comes out decodes the key and is one segment longer.
func TestSplitAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 2, 30).Draw(t, "key")
		n := rapid.IntRange(1, len(key)-1).Draw(t, "n")
		l, err := rowkey.Parse("{a:bytes}")
		if err != nil {
			t.Fatal(err)
		}
		got, err := split(l, l.Segments()[0], n, [][]byte{key})
		if err != nil {
			t.Fatalf("%q at %d: %v", key, n, err)
		}
		spans, err := got.Decode(nil, key)
		if err != nil || len(spans) != 2 || spans[0].End != n {
			t.Fatalf("%q at %d: %s gives %v, %v", key, n, got, spans, err)
		}
	})
}

// menuOf are the specs of the codecs that a menu offers.
func menuOf(t testing.TB, l *rowkey.Layout, seg *rowkey.Segment, key string) []string {
	t.Helper()
	rows := sample.NewBuilder(0)
	rows.Row([]byte(key))
	span, _ := findSpan(l, seg, []byte(key))
	all, err := infer.Choices(context.Background(), sample.Assemble(sample.Table{}, sample.Provenance{Complete: true},
		[]*sample.Builder{rows}), l, []byte(key), span.Start, span.End, rowkey.Words())
	if err != nil {
		t.Fatal(err)
	}
	var specs []string
	for _, c := range all {
		specs = append(specs, c.Codec.Spec())
	}
	return specs
}

func TestCodecsFor(t *testing.T) {
	for _, c := range []struct {
		template, key string
		want          []string // among them
		not           []string
	}{
		{"{a}#{b}", "x#1732112312000", []string{"text", "int", "ms", "pad(13)"},
			[]string{"uuid", "email", "date(20060102)"}},
		{"{a}#{b}", "x#20240131", []string{"date(20060102)", "int", "hex(8)"}, []string{"uuid"}},
		{"{a:bytes(8)}{b}", "\x00\x06\x27\x5a\x24\x6a\x28\x00x", []string{"be(8)", "us(be(8))", "bytes(8)"},
			[]string{"text", "int", "be(4)"}},
		{"{a}#{b}", "x#2876", []string{"week", "day", "pad(4)"}, nil},
		{"{a}", "com,example,www", []string{"surt", "text"}, []string{"domain"}},
		{"{a}#{b}", "x#/index.html", []string{"url(path)", "url"}, []string{"domain"}},
		{"{a}#{b}", "x#2024-03-05T13:11:18-05:00", []string{"date(2006-01-02T15:04:05-07:00)"},
			[]string{"date(2006-01-02T15:04:05Z)"}},
		{"{a}", "com.example.www", []string{"domain", "reverse(domain)", "text"}, []string{"int", "hex"}},
	} {
		l := parse(t, c.template)
		got := menuOf(t, l, l.Segments()[len(l.Segments())-1], c.key)
		if strings.HasPrefix(c.template, "{a:bytes(8)}") {
			got = menuOf(t, l, l.Segments()[0], c.key)
		}
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %q is missing in %q", c.key, w, got)
			}
		}
		for _, n := range c.not {
			if slices.Contains(got, n) {
				t.Errorf("%q: %q is in %q", c.key, n, got)
			}
		}
	}
}

// TestSegmentKeys changes a layout by keys alone and puts it in force.
func TestSegmentKeys(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "G", "right", "r", "ctrl+u")
	viewtest.Type(t, s, "what")
	viewtest.Press(t, s, "enter")
	template := func() string { return s.shownLayout().String() }
	if got := template(); got != "reading = r#{device:hex(4)}#{what:enum}#{ts:ms}" {
		t.Fatalf("renamed: %s", got)
	}
	viewtest.Press(t, s, "right", "t")
	if s.menu == nil || s.menu.choices[0].Codec.Spec() != "ms" ||
		!strings.Contains(frame(s, 100, 30), "codecs of bytes") {
		t.Fatalf("no menu of codecs:\n%s", frame(s, 100, 30))
	}
	for s.menu.choices[s.menu.list.Cursor()].Codec.Spec() != "int" {
		viewtest.Press(t, s, "j")
	}
	viewtest.Press(t, s, "enter")
	if got := template(); got != "reading = r#{device:hex(4)}#{what:enum}#{ts:int}" {
		t.Fatalf("retyped: %s", got)
	}
	viewtest.Press(t, s, "left", "left", "|", "right", "enter")
	if got := template(); !strings.HasPrefix(got, "reading = r#{device:") || !strings.Contains(got, "}{device2:") {
		t.Fatalf("split: %s", got)
	}
	viewtest.CheckSizes(t, s)
	viewtest.Press(t, s, ">")
	if w := s.shownLayout().Segments()[0].Codec.Width(); w != 3 {
		t.Fatalf("boundary moved: %s", template())
	}
	viewtest.Press(t, s, "J")
	if got := template(); len(s.shownLayout().Segments()) != 3 {
		t.Fatalf("merged: %s", got)
	}
	before := template()
	viewtest.Press(t, s, "|", "right", "esc")
	if got := template(); got != before {
		t.Errorf("esc does not take the split back: %s", got)
	}
	viewtest.Press(t, s, "t", "j", "esc", "r", "x", "esc")
	if got := template(); got != before {
		t.Errorf("esc does not take the change back: %s", got)
	}
	asked := viewtest.Press(t, s, "a")
	if d, ok := asked[0].(views.SetLayouts); !ok || d.Layouts[0].String() != before {
		t.Errorf("a asks for %#v", asked)
	}
}

// TestMarkedBytes marks bytes of a key by keys alone, and takes the first codec that reads them in all keys.
func TestMarkedBytes(t *testing.T) {
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "G", "right", "right", "M", "left", "left", "left")
	if shown := frame(s, 100, 30); !strings.Contains(shown, "mark  bytes ") || !strings.Contains(shown, "enter lists") {
		t.Fatalf("no mark:\n%s", shown)
	}
	viewtest.CheckSizes(t, s)
	viewtest.Press(t, s, "enter")
	if s.menu == nil {
		t.Fatalf("no menu of codecs:\n%s", frame(s, 100, 30))
	}
	viewtest.Press(t, s, "enter")
	if got := s.shownLayout().String(); got != "reading = r#{device:hex(4)}#{metric:enum}#{ts:s(pad(10))}{ts2}" {
		t.Errorf("marked: %s", got)
	}
	viewtest.Press(t, s, "esc", "M", "H", "L", "right", "enter", "esc")
	if s.draft != nil || s.menu != nil || s.mode != browsing {
		t.Error("esc does not take the mark back")
	}
	viewtest.Press(t, s, "M", "L", "h", "esc")
	if s.draft != nil || s.mode != browsing {
		t.Error("esc does not take the mark back")
	}
}

// TestOtherRowsWhileSplitting verifies that a split whose keys are gone is given up, and says so.
func TestOtherRowsWhileSplitting(t *testing.T) {
	s := open(t, viewtest.Metrics())
	frame(s, 100, 30)
	viewtest.Press(t, s, "G", "tab", "|")
	if s.mode != splitting {
		t.Fatal("no split was begun")
	}
	d := viewtest.Metrics()
	rows := []viewtest.Row{{Key: "other"}, {Key: "rows"}}
	viewtest.SetData(s, viewtest.Data(viewtest.Build(*d.Table, sample.Provenance{}, rows)))
	asked := viewtest.Press(t, s, "right")
	if n, ok := asked[0].(views.Notify); !ok || !strings.Contains(n.Text, "not in force any more") || s.mode != browsing {
		t.Errorf("it asks for %#v", asked)
	}
}
