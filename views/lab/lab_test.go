package lab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/price"
	"tabletop/model/sample"
	"tabletop/views"
)

func frame(s *Screen, w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }

// metrics is the Lab on a table whose keys lead with the device.
func metrics(t *testing.T) *Screen {
	t.Helper()
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	return s
}

func TestDraws(t *testing.T) {
	for name, d := range viewtest.All() {
		t.Run(name, func(t *testing.T) {
			s := New()
			viewtest.SetData(s, d)
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "c", "<", "j", "j")
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "i")
			viewtest.Type(t, s, "{nothing}")
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "esc", "t")
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "esc", "W")
			viewtest.CheckSizes(t, s)
			viewtest.Press(t, s, "right", "i", "esc", "ctrl+r")
			viewtest.CheckSizes(t, s)
		})
	}
}

func TestGolden(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c")
	viewtest.Type(t, s, "")
	viewtest.Press(t, s, ".", ".", "<", "<")
	viewtest.Golden(t, s, "front")
	viewtest.Press(t, s, "i")
	viewtest.Type(t, s, "{oops}")
	viewtest.Golden(t, s, "mistake")
	viewtest.Press(t, s, "esc", "t")
	viewtest.Golden(t, s, "transforms")
	viewtest.Press(t, s, "esc", "W", "right")
	viewtest.Golden(t, s, "queries")
}

// A time in front is told as what it is: worse writes, and the guideline.
func TestVerdict(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c", "i", "ctrl+u")
	viewtest.Type(t, s, "r#{ts}#{device}#{metric}")
	viewtest.Press(t, s, "enter")
	got := frame(s, 160, 40)
	for _, want := range []string{"▲", "price", "(G03)"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// While a mistake is typed the last result stays, marked, and the caret shows the place.
func TestMistakeKeepsResult(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c")
	before := s.slots[1].answer
	if before == nil {
		t.Fatal("the candidate has no answer")
	}
	viewtest.Press(t, s, "i")
	viewtest.Type(t, s, "{devise}")
	if s.slots[1].answer != before || !s.stale(s.slots[1]) {
		t.Error("the result before did not stay, marked stale")
	}
	got := frame(s, 120, 30)
	if !strings.Contains(got, `no segment "devise"`) || !strings.Contains(got, "^") || !strings.Contains(got, "~ ") {
		t.Errorf("the mistake is not shown in\n%s", got)
	}
	viewtest.Press(t, s, "esc")
	if s.stale(s.slots[1]) || s.slots[1].wrong != nil {
		t.Error("esc did not bring the layout before back")
	}
}

// An answer to what was asked before is not taken for one to what is asked now.
func TestStaleAnswers(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c")
	late := *s.slots[1].answer
	late.text = "r#{device}"
	s.Receive(&late)
	if s.slots[1].answer.text == late.text {
		t.Error("an answer to another text was taken")
	}
}

func TestTransforms(t *testing.T) {
	for _, c := range []struct{ find, want string }{
		{"salt 8 by device", "r#{salt(8, device)}#{device}#{metric}#{ts}"},
		{"ts to the front", "r#{ts}#{device}#{metric}"},
		{"reverse ts", "r#{device}#{metric}#{reverse(ts)}"},
		{"drop metric", "r#{device}#{ts}"},
		{"promote info:n", "r#{column(info:n)}#{device}#{metric}#{ts}"},
		{"bucket ts by a day", "r#{device}#{metric}#{bucket(ts, 1d)} => * -> *:{qualifier()}#{ts}"},
		{"metric into the qualifier", "r#{device}#{ts} => * -> *:{qualifier()}#{metric}"},
		{"one JSON cell for d", "r#{device}#{metric}#{ts} => d -> json d:all"},
		{"short name for info", "r#{device}#{metric}#{ts} => info -> i"},
		{"bucket ts by a day, events as versions", "r#{device}#{metric}#{bucket(ts, 1d)} => time {ts}"},
		{"an event one JSON cell", "r#{device}#{metric}#{bucket(ts, 1d)} => * -> json d:{ts}"},
		{"cell time into the key, by the hour", "r#{device}#{metric}#{ts}#{celltime(hour)}"},
		{"qualifier into the key", "r#{device}#{metric}#{ts}#{qualifier()}"},
		{"prefix with the table", "metrics/r#{device}#{metric}#{ts}"},
		{"info:n into a family of its own", "r#{device}#{metric}#{ts} => info:n -> info2"},
		{"drop info:n", "r#{device}#{metric}#{ts} => drop info:n"},
		{"second table", "r#{device}#{metric}#{ts} ++ r#{metric}#{device}#{ts}"},
		{"device: other keys", "r#{device}#{metric}#{ts} | device = device#{device}"},
		{"device: set aside", "r#{device}#{metric}#{ts} | device = quarantine"},
		{"reading: drop", "reading = drop"},
	} {
		s := metrics(t)
		viewtest.Press(t, s, "t")
		viewtest.Type(t, s, c.find)
		viewtest.Press(t, s, "enter")
		if len(s.slots) != 2 {
			t.Errorf("%s: no candidate was made", c.find)
			continue
		}
		got := s.slots[1].text
		if got != c.want && got != "reading = "+strings.Replace(c.want, "++ ", "++ reading = ", 1) {
			t.Errorf("%s: %s, not %s", c.find, got, c.want)
		}
		if s.slots[1].wrong != nil || s.slots[1].err != nil {
			t.Errorf("%s: %v %v", c.find, s.slots[1].wrong, s.slots[1].err)
		}
	}
}

// TestKindByKind verifies that the parts of the keys of each record kind are edited where the cursor is, and that the menu
// names the kind whose template it changes.
func TestKindByKind(t *testing.T) {
	s := metrics(t)
	press := func(find string) {
		viewtest.Press(t, s, "t")
		viewtest.Type(t, s, find)
		viewtest.Press(t, s, "enter")
	}
	press("device: other keys")
	press("device: salt 4 by device")
	want := "reading = r#{device}#{metric}#{ts} | device = device#{salt(4, device)}#{device}"
	if got := s.slots[1].text; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	viewtest.Press(t, s, "right", "right", "right", "right", "<") // {device} of the second kind
	want = "reading = r#{device}#{metric}#{ts} | device = device#{device}#{salt(4, device)}"
	if got := s.slots[1].text; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	viewtest.Press(t, s, "<") // it is the first of its key
	if got := s.slots[1].text; got != want {
		t.Errorf("a part went from one kind to another: %s", got)
	}
	press("device: drop")
	if got := s.slots[1].text; got != "reading = r#{device}#{metric}#{ts} | device = drop" {
		t.Error(got)
	}
}

// TestTransformsOfAConstant verifies that a segment with one value is offered no change that is to spread keys.
func TestTransformsOfAConstant(t *testing.T) {
	var rows []viewtest.Row
	for i := range 60 {
		at := viewtest.Now.Add(-time.Duration(i) * time.Minute)
		rows = append(rows, viewtest.Row{Key: fmt.Sprintf("eu#%04d#%d", i%7, at.UnixMilli()),
			Cells: []viewtest.Cell{{Family: "d", Qualifier: "v", At: at, Value: "1"}}})
	}
	table := sample.Table{Name: "t", Families: []sample.Family{{Name: "d"}}}
	for find, candidates := range map[string]int{"salt 8 by id": 2, "salt 8 by zone": 1, "hash zone": 1,
		"truncate zone": 1, "drop zone": 2} {
		s := New()
		viewtest.SetData(s, viewtest.Data(viewtest.Build(table, sample.Provenance{Strategy: sample.Everything,
			Complete: true}, rows), "{zone}#{id}#{ts:ms}"))
		viewtest.Press(t, s, "t")
		viewtest.Type(t, s, find)
		viewtest.Press(t, s, "enter")
		if len(s.slots) != candidates {
			t.Errorf("%s: %d layouts, want %d", find, len(s.slots), candidates)
		}
	}
}

func TestBuilder(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "W", "right", "down", "down", "right", "right", "right", "f", "enter", "esc")
	if !s.own || len(s.queries.Queries) != 1 {
		t.Fatalf("queries: %v", s.queries.Text())
	}
	if q := s.queries.Queries[0]; q.String() != "device equal, ts range 1d" || q.Frequency != 10 {
		t.Errorf("the query is %s ×%g", q, q.Frequency)
	}
	if a := s.slots[0].answer; a == nil || len(a.costs) != 1 {
		t.Error("the new query was not costed")
	}
}

func TestAdvice(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "W", "down", "right", "enter", "esc", "ctrl+r") // by metric alone: it had better come first
	found := false
	for _, l := range s.slots[1:] {
		found = found || strings.HasPrefix(strings.TrimPrefix(l.text, "reading = "), "r#{metric}#")
	}
	if !found {
		t.Errorf("no layout with metric in front in\n%s", frame(s, 200, 40))
	}
}

func TestCopies(t *testing.T) {
	s := metrics(t)
	for _, r := range viewtest.Press(t, s, "y") {
		if c, ok := r.(views.Copy); !ok || !strings.Contains(c.Text, "{device}") {
			t.Errorf("y asks for %#v", r)
		}
	}
	viewtest.Press(t, s, "Y")
	viewtest.Type(t, s, "schema")
	asked := viewtest.Press(t, s, "enter")
	if len(asked) != 1 {
		t.Fatalf("the schema asks for %v", asked)
	}
}

func TestCode(t *testing.T) {
	s := metrics(t)
	for _, c := range []struct{ language, want string }{{"Go", "func Rekey("}, {"Java", "class RowKey"},
		{"Python", "def rekey("}, {"Node", "module.exports"}} {
		viewtest.Press(t, s, "Y")
		viewtest.Type(t, s, c.language)
		asked := viewtest.Press(t, s, "enter")
		if len(asked) != 1 {
			t.Fatalf("%s asks for %v", c.language, asked)
		}
		if got, ok := asked[0].(views.Copy); !ok || !strings.Contains(got.Text, c.want) {
			t.Errorf("%s: %#v", c.language, asked[0])
		}
	}
}

// TestDoubtOfTheCurrentLayout verifies that the verdict states that an inferred layout is not sure, for the current
// layout and for what is made of it, and is silent about sure and declared ones.
func TestDoubtOfTheCurrentLayout(t *testing.T) {
	const words = "The current layout is inferred and not sure (reading: confidence 0.81"
	for _, tt := range []struct {
		name   string
		change func(d *views.Data)
		says   bool
	}{
		{"in doubt", func(*views.Data) {}, true},
		{"sure", func(d *views.Data) { d.Inferred.Kinds[0].Confidence = 0.97 }, false},
		{"declared", func(d *views.Data) { d.Declared = true }, false},
	} {
		d := viewtest.Metrics()
		tt.change(d)
		s := New()
		viewtest.SetData(s, d)
		if says := strings.Contains(s.judge().(views.Explain).Text, words); says != tt.says {
			t.Errorf("%s: %q", tt.name, s.judge())
		}
		viewtest.Press(t, s, "c", ".", "<")
		viewtest.RunWork(s, s.RequestWork())
		if s.at == 0 || s.slots[s.at].answer == nil {
			t.Fatalf("%s: no candidate", tt.name)
		}
		if says := strings.Contains(s.judge().(views.Explain).Text, words); says != tt.says {
			t.Errorf("%s: candidate: %q", tt.name, s.judge())
		}
	}
}

// TestTakesAViewAlong verifies that the query of a view can be copied, and that other layouts have none.
func TestTakesAViewAlong(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c", "i", "ctrl+u")
	viewtest.Type(t, s, "reading = view {ts}#{device}")
	viewtest.Press(t, s, "enter", "Y")
	if got := frame(s, 160, 40); !strings.Contains(got, "SQL of a continuous materialized view") {
		t.Error(got)
	}
	viewtest.Press(t, s, "esc", "i", "ctrl+u")
	viewtest.Type(t, s, "{ts}#{device}")
	viewtest.Press(t, s, "enter", "Y")
	if got := frame(s, 160, 40); strings.Contains(got, "materialized") {
		t.Error(got)
	}
}

// TestTakesAMigrationAlong verifies that a candidate is offered as the command that writes its migration, quoted for a
// shell, and that the current layout, to which nothing is to be moved, is not.
func TestTakesAMigrationAlong(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "Y")
	if got := frame(s, 160, 40); strings.Contains(got, "files of a migration") {
		t.Error(got)
	}
	viewtest.Press(t, s, "esc", "c", "i", "ctrl+u")
	viewtest.Type(t, s, "{ts}#{device}")
	viewtest.Press(t, s, "enter", "Y")
	if got := frame(s, 160, 40); !strings.Contains(got, "files of a migration") {
		t.Error(got)
	}
	viewtest.Type(t, s, "migration")
	want := "tabletop plan " + s.data.Source + " --layout '{ts}#{device}' -o DIR"
	got, ok := viewtest.Press(t, s, "enter")[0].(views.Copy)
	if !ok || got.Text != want {
		t.Errorf("got %+v, want %s", got, want)
	}
}

// TestMonths verifies that the Lab has what storage costs a month where prices are stated, the copy of a view included.
func TestMonths(t *testing.T) {
	prices, err := price.Parse([]byte("currency: EUR\ndate: 2026-11-01\nclusters: 1\ncompression: 1\nssd: 1073741824"))
	if err != nil {
		t.Fatal(err)
	}
	d := *viewtest.Metrics()
	d.Prices = prices // one for each byte
	s := New()
	viewtest.SetData(s, &d)
	viewtest.Press(t, s, "c", "i", "ctrl+u")
	viewtest.Type(t, s, "reading = view {ts}#{device}")
	viewtest.Press(t, s, "enter")
	if got := frame(s, 200, 60); !strings.Contains(got, "a month") || !strings.Contains(got, "EUR") {
		t.Error(got)
	}
	made := s.slots[1].answer
	if got, want := monthRow(prices).write(made), prices.Amount(made.result.Stored().Value); got != want {
		t.Errorf("%s a month, want %s", got, want)
	}
	if made.result.Stored().Value <= float64(made.result.Bytes) {
		t.Error("the copy of the view is missing")
	}
	if got := frame(metrics(t), 200, 60); strings.Contains(got, "a month") {
		t.Error(got)
	}
}

// TestTypedLayoutIsJudged verifies that at each key of a layout that is typed the screen says how it fits: how many rows
// and whether keys can collide, or what fails first with an example, or the mistake under its place.
func TestTypedLayoutIsJudged(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "i", "ctrl+u")
	for _, step := range []struct{ typed, want string }{
		{"{metric}#{device}#{ts}", "▲ metric is absent in 40 rows: their keys have nothing in its place  first #1000#"},
		{"reading = r#{metric}#{device}#{ts}", "✓ fits 400 of 441 rows read, no collisions seen"},
		{"{metric}", "▲ 794 cells become versions  first "},
		{"  {metric}#{devise}", "devise"},
	} {
		viewtest.Press(t, s, "ctrl+u")
		viewtest.Type(t, s, step.typed)
		out := frame(s, 100, 30)
		if !strings.Contains(out, step.want) {
			t.Errorf("%s: no %q in\n%s", step.typed, step.want, out)
		}
	}
	lines := strings.Split(frame(s, 100, 30), "\n")
	at := strings.Index(lines[1], "{devise}")
	if mark := strings.Index(lines[2], "^"); at < 0 || mark < at || mark > at+1 {
		t.Errorf("the mistake is not marked\n%s", strings.Join(lines[:5], "\n"))
	}
}
