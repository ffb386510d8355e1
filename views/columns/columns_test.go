package columns

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

func open(t testing.TB, d *views.Data) *Screen {
	t.Helper()
	s := New()
	viewtest.SetData(s, d)
	s.Draw(80, 24, viewtest.Mono())
	return s
}

func frame(s *Screen, w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }

func TestDraw(t *testing.T) {
	viewtest.Walk(t, func() views.Screen { return New() }, "j", "G", "s", "S", "tab", "j", "tab", "/", "a", "enter",
		"z", "z", "left", "right", "esc")
}

func TestGolden(t *testing.T) {
	for name, d := range viewtest.All() {
		s := New()
		viewtest.SetData(s, d)
		viewtest.Golden(t, s, name)
	}
	s := open(t, viewtest.Metrics())
	viewtest.Press(t, s, "j")
	viewtest.Golden(t, s, "column")
}

// names are the lines of the list, families with a colon.
func names(s *Screen) []string {
	var out []string
	for _, l := range s.lines {
		if l.column < 0 {
			out = append(out, s.order.of.Profile.Families[l.family].Name+":")
		} else {
			out = append(out, s.order.of.Profile.Columns[l.column].Qualifier)
		}
	}
	return out
}

// table is a profile of two families whose columns differ in every figure.
func table() *views.Data {
	at := viewtest.Now
	var rows []viewtest.Row
	for i := range 20 {
		r := viewtest.Row{Key: fmt.Sprintf("%02d", i)}
		add := func(f, q, v string) {
			r.Cells = append(r.Cells, viewtest.Cell{Family: f, Qualifier: q, At: at, Value: v})
		}
		add("a", "always", "x")
		if i < 5 {
			add("a", "large", strings.Repeat("y", 300))
		}
		if i < 2 {
			for range 6 {
				add("a", "many", "zz")
			}
		}
		add("b", "doc", `{"a":1}`)
		rows = append(rows, r)
	}
	return viewtest.Data(viewtest.Build(sample.Table{Families: []sample.Family{{Name: "a"}, {Name: "b"}, {Name: "c"}}},
		sample.Provenance{Complete: true, Strategy: sample.Everything}, rows), "{n}")
}

func TestSort(t *testing.T) {
	s := open(t, table())
	got := map[string][]string{}
	for range numKeys {
		got[s.want.sort.name()] = names(s)
		viewtest.Press(t, s, "s")
	}
	want := map[string][]string{
		"bytes":      {"a:", "large", "always", "many", "b:", "doc", "c:"},
		"name":       {"a:", "always", "large", "many", "b:", "doc", "c:"},
		"rows":       {"a:", "always", "large", "many", "b:", "doc", "c:"},
		"cells":      {"a:", "always", "many", "large", "b:", "doc", "c:"},
		"versions":   {"a:", "many", "always", "large", "b:", "doc", "c:"},
		"value size": {"a:", "large", "many", "always", "b:", "doc", "c:"},
		"type":       {"a:", "always", "large", "many", "b:", "doc", "c:"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	viewtest.Press(t, s, "S")
	if got := names(s); !slices.Equal(got, []string{"c:", "b:", "doc", "a:", "many", "always", "large"}) {
		t.Errorf("reversed: %q", got)
	}
}

func TestFoldAndFind(t *testing.T) {
	s := open(t, table())
	viewtest.Press(t, s, "j", "left")
	if got := names(s); !slices.Equal(got, []string{"a:", "b:", "doc", "c:"}) || s.list.Cursor() != 0 {
		t.Errorf("folded: %q, cursor %d", got, s.list.Cursor())
	}
	viewtest.Press(t, s, "enter")
	if got := names(s); len(got) != 7 {
		t.Errorf("unfolded: %q", got)
	}
	viewtest.Press(t, s, "z")
	if got := names(s); !slices.Equal(got, []string{"a:", "b:", "c:"}) {
		t.Errorf("all folded: %q", got)
	}
	viewtest.Press(t, s, "z", "/")
	viewtest.Type(t, s, "a:l")
	if got := names(s); !slices.Equal(got, []string{"a:", "large"}) || s.list.Cursor() != 1 {
		t.Errorf("found: %q", got)
	}
	viewtest.Press(t, s, "esc")
	if got := names(s); len(got) != 7 {
		t.Errorf("esc leaves %q", got)
	}
}

func TestDetail(t *testing.T) {
	s := open(t, table())
	viewtest.Press(t, s, "j") // a:large
	d := s.detailNow()
	if d == nil || d.hasRows != 5 || len(d.rows) != 5 {
		t.Fatalf("detail is %+v", d)
	}
	sizes, ages := 0.0, 0.0
	for _, b := range d.sizes {
		sizes += b.Count
	}
	for _, b := range d.ages {
		ages += b.Count
	}
	if sizes != 5 || ages != 5 || d.sizes[0].From != 300 {
		t.Errorf("sizes %+v, ages %+v", d.sizes, d.ages)
	}
	asked := viewtest.Press(t, s, "enter", "j", "enter")
	if g, ok := asked[len(asked)-1].(views.OpenScreen); !ok || g.Screen != "row" || string(g.Key) != "01" {
		t.Errorf("enter on the second example asks for %#v", asked)
	}
	viewtest.Press(t, s, "tab", "j")
	late := &detail{of: d.of, subject: d.subject}
	if s.Receive(late); s.detail == late {
		t.Error("the detail of a column left behind was taken")
	}
}

func TestCursorStays(t *testing.T) {
	s := open(t, table())
	for {
		if _, c, _ := s.current(); c != nil && c.Qualifier == "doc" {
			break
		}
		viewtest.Press(t, s, "j")
	}
	viewtest.SetData(s, table())
	if _, c, _ := s.current(); c == nil || c.Qualifier != "doc" {
		t.Errorf("the cursor went to %+v", c)
	}
}

// many is a profile of n columns in 100 families.
func many(n int) *views.Data {
	b := sample.NewBuilder(8)
	b.Row([]byte("k"))
	for i := range n {
		b.Cell(fmt.Sprintf("f%02d", i*100/n), fmt.Appendf(nil, "qualifier-%06d", i), viewtest.Now.UnixMicro(),
			[]byte(strings.Repeat("v", i%50)))
	}
	return viewtest.Data(sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b}),
		"{k}")
}

// TestMany verifies that 100,000 columns are sorted and searched by Work, and then shown.
func TestMany(t *testing.T) {
	s := New()
	s.SetData(many(100_000))
	if s.order != nil {
		t.Fatal("100,000 columns were sorted in the loop")
	}
	if out := frame(s, 80, 24); !strings.Contains(out, "sorting the columns") {
		t.Errorf("it is not told what is awaited:\n%s", out)
	}
	viewtest.RunWork(s, s.arrange())
	if len(s.lines) != 100_100 {
		t.Fatalf("%d lines", len(s.lines))
	}
	r := s.arrange()
	if _, ok := r.(views.Work); !ok {
		t.Errorf("sorting is %T", r)
	}
	viewtest.Press(t, s, "/")
	viewtest.Type(t, s, "099999")
	if s.order.found < 1 || s.order.found > 9 {
		t.Errorf("%d columns found", s.order.found)
	}
}

// BenchmarkScroll is a key press and a frame over 100,000 columns at 200x60, the detail not looked up.
func BenchmarkScroll(b *testing.B) {
	s := New()
	s.SetData(many(100_000))
	viewtest.RunWork(s, s.arrange())
	st := viewtest.Colors()
	b.ReportAllocs()
	for b.Loop() {
		s.Press(viewtest.Key("pgdown"))
		s.Draw(200, 60, st)
	}
}

// BenchmarkSort sorts 100,000 columns, outside the loop.
func BenchmarkSort(b *testing.B) {
	a := many(100_000).Analysis
	for b.Loop() {
		arrange(b.Context(), a, query{sort: bySize})
	}
}

// BenchmarkFuzzy searches 100,000 columns, outside the loop.
func BenchmarkFuzzy(b *testing.B) {
	a := many(100_000).Analysis
	for b.Loop() {
		arrange(b.Context(), a, query{typed: "q999"})
	}
}
