package retention

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/internal/viewtest"
	gc "tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
)

func parse(t testing.TB, s string) sample.GCRule {
	t.Helper()
	r, err := gc.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// history is a table with waste to see: versions beyond the rule, cells beyond the age, a family without a rule.
func history() *views.Data {
	table := sample.Table{Source: "prod/eu/history", Project: "prod", Instance: "eu", Name: "history",
		Families: []sample.Family{
			{Name: "state", GC: sample.GCRule{Kind: sample.GCUnion,
				Children: []sample.GCRule{{Kind: sample.GCMaxVersions, Versions: 10},
					{Kind: sample.GCMaxAge, Age: 90 * 24 * time.Hour}}}},
			{Name: "audit"}, {Name: "unused"}}}
	r := rand.New(rand.NewPCG(8, 8))
	var rows []viewtest.Row
	for i := range 300 {
		row := viewtest.Row{Key: fmt.Sprintf("user%02d#%05d", i%20, i)}
		at := viewtest.Now.Add(-time.Duration(r.IntN(100*24)) * time.Hour)
		row.Cells = append(row.Cells, viewtest.Cell{Family: "audit", Qualifier: "who", At: at.AddDate(-1, 0, 0),
			Value: "someone"})
		for v := range 1 + r.IntN(30) {
			row.Cells = append(row.Cells, viewtest.Cell{Family: "state", Qualifier: "level",
				At: at.Add(-time.Duration(v) * 6 * time.Hour), Value: fmt.Sprint(v)})
		}
		row.Cells = append(row.Cells, viewtest.Cell{Family: "state", Qualifier: "name", At: at, Value: "constant"})
		rows = append(rows, row)
	}
	return viewtest.Data(viewtest.Build(table, sample.Provenance{Strategy: sample.Everything, Complete: true}, rows),
		"{user}#{n:pad(5)}")
}

// goTo puts the cursor on a family.
func goTo(t testing.TB, s *Screen, family string) {
	t.Helper()
	viewtest.Press(t, s, "g")
	for range s.families.Len() {
		if s.family().Name == family {
			return
		}
		viewtest.Press(t, s, "j")
	}
	t.Fatalf("the cursor found no family %s", family)
}

func all() map[string]*views.Data {
	tables := viewtest.All()
	tables["history"] = history()
	return tables
}

func TestDraw(t *testing.T) {
	for name, d := range all() {
		t.Run(name, func(t *testing.T) {
			s := New()
			viewtest.CheckSizes(t, s)
			viewtest.SetData(s, d)
			viewtest.CheckSizes(t, s)
			for _, keys := range [][]string{{"right"}, {"m"}, {"left", "left"}, {"b"}, {"tab"}, {"G"}, {"enter"}, {"Y"},
				{"v"}, {"tab", "j"}, {"&"}, {"i"}, {"&"}, {"esc"}, {"u"}} {
				viewtest.Press(t, s, keys...)
				viewtest.CheckSizes(t, s)
			}
		})
	}
}

func TestGolden(t *testing.T) {
	for name, d := range all() {
		s := New()
		viewtest.SetData(s, d)
		viewtest.Golden(t, s, name)
	}
	s := New()
	viewtest.SetData(s, history())
	viewtest.Press(t, s, "m", "left", "left", "left", "left", "left", "b")
	viewtest.Golden(t, s, "tried")
	viewtest.Press(t, s, "v")
	viewtest.Golden(t, s, "plane")
	viewtest.Press(t, s, "i")
	viewtest.Type(t, s, " || maxverbs=2")
	viewtest.Golden(t, s, "mistake")
}

// TestSliderAnswersExactly moves both sliders through all their stops: what is shown at once must be what judging every
// cell then gives.
func TestSliderAnswersExactly(t *testing.T) {
	s := New()
	viewtest.SetData(s, history())
	goTo(t, s, "state")
	compared := 0
	for range 2 {
		for range 100 {
			s.move(-1)
			at := s.now.answer
			if !at.Exact() {
				t.Fatalf("%v is not answered exactly: %+v", s.rule(), at)
			}
			viewtest.RunWork(s, s.requestTrial())
			if trial := s.trial(); trial != nil {
				compared++
				if kept := trial.Part().Kept(); kept != at.Low {
					t.Fatalf("%v: the table says %+v is kept, judging every cell %+v", s.rule(), at.Low, kept)
				}
			}
			if share := s.now.curve[min(s.now.chosen, len(s.now.curve)-1)]; s.now.chosen < len(s.now.curve) &&
				share != at.Share {
				t.Fatalf("%v: the curve shows %v, the answer %v", s.rule(), share, at.Share)
			}
		}
		viewtest.Press(t, s, "m")
	}
	if compared < 50 {
		t.Errorf("only %d answers were compared", compared)
	}
}

func TestTypingARule(t *testing.T) {
	s := New()
	viewtest.SetData(s, history())
	goTo(t, s, "audit")
	viewtest.Press(t, s, "i")
	if !s.Editing() {
		t.Fatal("e does not edit")
	}
	for range len("never") {
		viewtest.Press(t, s, "backspace")
	}
	viewtest.Type(t, s, "maxage=30w")
	if s.mistake == nil || s.mistake.Offset != 9 {
		t.Fatalf("the mistake is told as %+v", s.mistake)
	}
	if asked := viewtest.Press(t, s, "enter"); len(asked) != 1 || !s.Editing() {
		t.Errorf("enter on a mistake asked for %v", asked)
	}
	viewtest.Press(t, s, "backspace", "d", "enter")
	if s.Editing() || s.rule().String() != "maxage=30d" {
		t.Errorf("typed %v", s.rule())
	}
	trial := s.trial()
	if trial == nil || trial.Part().Kept().Cells != 0 || trial.Part().Stored.Cells != 300 {
		t.Fatalf("cells of a year ago by maxage=30d: %+v", trial)
	}
	asked := viewtest.Press(t, s, "y")
	if c, ok := asked[0].(views.Copy); !ok ||
		c.Text != "cbt -project prod -instance eu setgcpolicy history audit maxage=30d" {
		t.Errorf("y asks for %#v", asked)
	}
	viewtest.Press(t, s, "u")
	if s.rule().Kind != sample.GCNone {
		t.Errorf("reset left %v", s.rule())
	}
}

func TestGoingDeeper(t *testing.T) {
	s := New()
	viewtest.SetData(s, history())
	goTo(t, s, "state")
	asked := viewtest.Press(t, s, "enter", "enter")
	g, ok := asked[len(asked)-1].(views.OpenScreen)
	if !ok || g.Screen != "row" {
		t.Fatalf("enter on a column asks for %#v", asked)
	}
	smp := s.data.Sample
	row := smp.Find(g.Key)
	line := gc.NewTimeline(smp, row, gc.CurrentRules(&smp.Table), viewtest.Now)
	gone := 0
	for _, v := range line.Cells {
		if v.Eligible && v.Column.Qualifier == "level" {
			gone++
		}
	}
	if gone < 15 {
		t.Errorf("the row with the most waste has %d eligible cells", gone)
	}
	viewtest.Press(t, s, "b")
	asked = viewtest.Press(t, s, "enter")
	if g, ok := asked[0].(views.OpenScreen); !ok || g.Screen != "keys" || !strings.HasPrefix(string(g.Key), "user") {
		t.Errorf("enter on a value of a segment asks for %#v", asked)
	}
	if e, ok := viewtest.Press(t, s, "w")[0].(views.Explain); !ok || !strings.Contains(e.Text, "counted") {
		t.Errorf("w explains %#v", e)
	}
}

func TestRuleEditing(t *testing.T) {
	k := &slider{kind: sample.GCMaxVersions, versions: []int{1, 2, 3, 5}}
	ages := &slider{kind: sample.GCMaxAge, ages: []time.Duration{time.Hour, 24 * time.Hour}}
	for _, tt := range []struct {
		rule string
		k    *slider
		d    int
		want string
	}{
		{"maxversions=2", k, -1, "maxversions=1"},
		{"maxversions=1", k, -1, "maxversions=1"},
		{"maxversions=3", k, 1, "maxversions=5"},
		{"maxversions=4", k, 1, "maxversions=5"},
		{"maxversions=4", k, -1, "maxversions=3"},
		{"maxversions=5", k, 1, "never"},
		{"maxversions=5 || maxage=1h", k, 1, "maxage=1h"},
		{"never", k, -1, "maxversions=5"},
		{"never", k, 1, "never"},
		{"maxage=1h", k, -1, "maxage=1h || maxversions=5"},
		{"maxversions=2 && maxage=1h", ages, 1, "maxversions=2 && maxage=1d"},
		{"maxversions=2 && maxage=1d", ages, 1, "maxversions=2"},
		{"maxversions=2", ages, -1, "maxversions=2 || maxage=1d"},
		{"maxversions=2 && maxversions=9", ages, -1, "(maxversions=2 && maxversions=9) || maxage=1d"},
		{"maxage=3d || (maxage=1h && maxversions=3)", k, -1, "maxage=3d || (maxage=1h && maxversions=2)"},
		{"maxage=3d || (maxage=1h && maxversions=5)", k, 1, "maxage=3d || maxage=1h"},
	} {
		rule := parse(t, tt.rule)
		if got := tt.k.step(rule, tt.d).String(); got != tt.want {
			t.Errorf("%s moved by %d is %s, want %s", tt.rule, tt.d, got, tt.want)
		}
		if diff := cmp.Diff(parse(t, tt.rule), rule); diff != "" {
			t.Errorf("%s was changed in place:\n%s", tt.rule, diff)
		}
	}
	if got := join(parse(t, "maxversions=2 || maxage=1h")).String(); got != "maxversions=2 && maxage=1h" {
		t.Errorf("joined: %s", got)
	}
}

func TestPick(t *testing.T) {
	for n := range 120 {
		for _, room := range []int{1, 2, 7, 40} {
			for chosen := range n + 1 {
				got := pick(n, chosen, room)
				if len(got) != min(n, room) {
					t.Fatalf("%d of %d in %d", len(got), n, room)
				}
				has := chosen == n || room == 1
				for i, v := range got {
					has = has || v == chosen
					if v < 0 || v >= n || i > 0 && v <= got[i-1] {
						t.Fatalf("pick(%d, %d, %d) = %v", n, chosen, room, got)
					}
				}
				if !has {
					t.Fatalf("pick(%d, %d, %d) = %v lacks the chosen", n, chosen, room, got)
				}
			}
		}
	}
}

// BenchmarkKeyPress moves sliders on a table of 100,000 columns and a million cells, and draws each frame.
func BenchmarkKeyPress(b *testing.B) {
	build := sample.NewBuilder(0)
	for i := range 20_000 {
		build.Row(fmt.Appendf(nil, "row%06d", i))
		for q := range 5 {
			for v := range 10 {
				build.CellPrefix("f", fmt.Appendf(nil, "q%06d", i*5+q),
					viewtest.Now.Add(-time.Duration(v*i)*time.Second).UnixMicro(), 40, nil)
			}
		}
	}
	smp := sample.Assemble(sample.Table{Source: "x", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Complete: true}, []*sample.Builder{build})
	s := New()
	viewtest.SetData(s, viewtest.Data(smp))
	st := viewtest.Colors()
	keys := []string{"m", "left", "left", "m", "left", "right"}
	b.ResetTimer()
	for b.Loop() {
		for _, k := range keys {
			for _, bind := range s.Bindings() {
				if bind.Keys[0] == k {
					bind.Run()
				}
			}
			s.Press(viewtest.Key(k))
			s.Draw(160, 50, st)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(keys)), "µs/key")
}

// TestFiguresAreOfTheTable verifies that a sample is shown in bytes of the table, marked as an estimate, with the unit
// in the heading, and that a try states what it saves of the table.
func TestFiguresAreOfTheTable(t *testing.T) {
	table := sample.Table{Source: "prod/eu/history", Name: "history",
		Families: []sample.Family{{Name: "state", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}}}}
	var rows []viewtest.Row
	for i := range 200 {
		row := viewtest.Row{Key: fmt.Sprintf("user#%05d", i)}
		for v := range 4 {
			row.Cells = append(row.Cells, viewtest.Cell{Family: "state", Qualifier: "level",
				At: viewtest.Now.Add(-time.Duration(v) * time.Hour), Value: strings.Repeat("x", 100+i)})
		}
		rows = append(rows, row)
	}
	how := sample.Provenance{Strategy: sample.Small, RowShare: 0.01, Filter: 0.01, TotalBytes: 98e9,
		Places: []sample.ReadRange{{Bytes: 98e9, Done: true}}}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(table, how, rows), "user#{n:pad(5)}"))
	screen := s.Draw(140, 40, viewtest.Mono())
	for _, want := range []string{"≈ 48.4 GB ±", " of 98.0 GB",
		"bytes of the table, estimated from the service's count of 98.0 GB"} {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is missing:\n%s", want, screen)
		}
	}
	if r := s.try(parse(t, "maxversions=1")); r != nil {
		viewtest.RunWork(s, r)
	}
	if screen = s.Draw(140, 40, viewtest.Mono()); !strings.Contains(screen, "saves ≈ 24.2 GB ") ||
		!strings.Contains(screen, "of 98.0 GB (24.7%)") {
		t.Errorf("what the try saves is missing:\n%s", screen)
	}
}
