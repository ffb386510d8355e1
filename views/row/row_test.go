package row

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

func frame(s *Screen, w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }

func TestDraw(t *testing.T) {
	for name, d := range viewtest.All() {
		t.Run(name, func(t *testing.T) {
			s := New()
			viewtest.CheckSizes(t, s)
			viewtest.SetData(s, d)
			for _, key := range []string{"", "G", "v", "v", "tab", "G", "tab", "n", "N", "n", "n", "n"} {
				if key != "" {
					viewtest.Press(t, s, key)
				}
				viewtest.CheckSizes(t, s)
			}
			s.OpenAt([]byte("no such \x1b[31m row"))
			viewtest.CheckSizes(t, s)
			s.Receive(errors.New("it \x1b[2J broke\nand more"))
			viewtest.CheckSizes(t, s)
		})
	}
}

// versions is a row of several families and versions, as a source reads it again.
func versions() *sample.Sample {
	t := viewtest.Now
	return viewtest.Build(sample.Table{}, sample.Provenance{Options: sample.Options{Keep: 1 << 16}},
		[]viewtest.Row{{Key: "r#1000#cpu#1732112312000", Cells: []viewtest.Cell{
			{Family: "d", Qualifier: "value", At: t.Add(-time.Minute), Value: "42.5"},
			{Family: "d", Qualifier: "value", At: t.Add(-time.Hour), Value: "41"},
			{Family: "d", Qualifier: "value", At: t.AddDate(0, -2, 0), Value: "40"},
			{Family: "info", Qualifier: "", At: time.UnixMicro(0), Value: ""},
			{Family: "info", Qualifier: "doc", At: t.AddDate(1, 0, 0),
				Value: `{"name":"` + strings.Repeat("long ", 60) + `","n":[1,2,3]}`},
			{Family: "info", Qualifier: "n", At: time.UnixMicro(-1), Value: "\x00\x00\x00\x00\x00\x00\x04\x00"},
		}}})
}

func TestGolden(t *testing.T) {
	s := New()
	viewtest.Golden(t, s, "nothing")
	viewtest.SetData(s, viewtest.Metrics())
	s.OpenAt([]byte("r#1000#cpu#1732112312000"))
	s.Receive(versions())
	viewtest.Golden(t, s, "fresh")
	viewtest.Press(t, s, "G", "k")
	viewtest.Golden(t, s, "json")
	key := s.data.Sample.Key(60)
	s.OpenAt(key)
	viewtest.Golden(t, s, "sampled")
	s.Receive(sample.Assemble(sample.Table{}, sample.Provenance{}, nil))
	viewtest.Golden(t, s, "gone")
	s = New()
	viewtest.SetData(s, viewtest.Hostile())
	viewtest.Golden(t, s, "hostile")
}

func TestItems(t *testing.T) {
	var got []string
	for _, it := range listItems(versions(), 0) {
		if it.cell < 0 {
			got = append(got, fmt.Sprintf("%s: %d cells", it.family, it.cells))
			continue
		}
		got = append(got, fmt.Sprintf("%s %d/%d %s", it.of.Column(it.of.Cell(it.cell).Column).Qualifier, it.version,
			it.versions, it.gap))
	}
	want := []string{"d: 3 cells", "value 1/3 0s", "value 2/3 59m0s",
		fmt.Sprintf("value 3/3 %s", viewtest.Now.Add(-time.Hour).Sub(viewtest.Now.AddDate(0, -2, 0))),
		"info: 3 cells", " 1/1 0s", "doc 1/1 0s", "n 1/1 0s"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestFetch follows a row from the sample to its whole cells, with the cursor staying on its cell.
func TestFetch(t *testing.T) {
	s := New()
	asked := viewtest.SetData(s, viewtest.Metrics())
	if f, ok := asked[0].(views.Fetch); !ok || string(f.Key) != string(s.data.Profile.LargestRows[0].Key) {
		t.Fatalf("a screen without a row asks for %#v", asked)
	}
	key := []byte("r#1000#cpu#1732112312000")
	if f, ok := s.OpenAt(key).(views.Fetch); !ok || string(f.Key) != string(key) {
		t.Fatal("Show does not ask for the row")
	}
	if s.RequestWork() != nil {
		t.Error("the row is asked for twice")
	}
	if out := frame(s, 80, 24); !strings.Contains(out, "reading the row") {
		t.Errorf("it is not told what is awaited:\n%s", out)
	}
	other := viewtest.Build(sample.Table{}, sample.Provenance{}, []viewtest.Row{{Key: "another"}})
	if s.Receive(other); s.fresh != nil {
		t.Error("another row was taken for this one")
	}
	s.Receive(versions())
	viewtest.Press(t, s, "j")
	before, _ := s.current()
	s.Receive(versions())
	if after, _ := s.current(); after.cell != before.cell {
		t.Error("the cursor went elsewhere when the row was read again")
	}
	if out := frame(s, 80, 24); !strings.Contains(out, "re-read") {
		t.Errorf("it is not told that the row is whole:\n%s", out)
	}
	s.Receive(errors.New("deadline exceeded\ntry again"))
	if out := frame(s, 120, 24); !strings.Contains(out, "cannot be re-read: deadline exceeded") {
		t.Errorf("the failure is not told:\n%s", out)
	}
	if f, ok := viewtest.Press(t, s, "ctrl+r")[0].(views.Fetch); !ok || string(f.Key) != string(key) {
		t.Error("r does not read again")
	}
}

func TestNeighbors(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	viewtest.SetData(s, d)
	at := func(i int) string { return string(d.Sample.Key(i)) }
	s.OpenAt(d.Sample.Key(7))
	viewtest.Press(t, s, "n")
	if string(s.key) != at(8) {
		t.Errorf("n goes to %q", s.key)
	}
	viewtest.Press(t, s, "N", "N")
	if string(s.key) != at(6) {
		t.Errorf("p goes to %q", s.key)
	}
	// A row that is not in the sample stands between two that are.
	s.OpenAt(append(append([]byte(nil), d.Sample.Key(6)...), 0))
	viewtest.Press(t, s, "n")
	if string(s.key) != at(7) {
		t.Errorf("n from between goes to %q, want %q", s.key, at(7))
	}
	s.OpenAt(append(append([]byte(nil), d.Sample.Key(6)...), 0))
	viewtest.Press(t, s, "N")
	if string(s.key) != at(6) {
		t.Errorf("p from between goes to %q, want %q", s.key, at(6))
	}
	s.OpenAt(d.Sample.Key(0))
	if asked := viewtest.Press(t, s, "N"); fmt.Sprintf("%T", asked[0]) != "views.Notify" {
		t.Errorf("p on the first row asks for %#v", asked)
	}
}

func TestUnreadable(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Hostile())
	s.OpenAt([]byte("huge\x00\x1b[2J"))
	if out := frame(s, 120, 24); !strings.Contains(out, "unreadable: row ") {
		t.Errorf("it is not told that the row could not be read:\n%s", out)
	}
}

func TestForms(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	s.OpenAt([]byte("r#1000#cpu#1732112312000"))
	s.Receive(versions())
	viewtest.Press(t, s, "G") // an integer of 8 bytes
	var seen []string
	for range 4 {
		s.Draw(80, 24, viewtest.Mono())
		seen = append(seen, string(s.shown.form))
		viewtest.Press(t, s, "v")
	}
	if diff := cmp.Diff([]string{"integer", "float", "hex", "integer"}, seen); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	viewtest.Press(t, s, "k")
	c := viewtest.Press(t, s, "y")[0].(views.Copy)
	if !strings.HasPrefix(c.Text, "{\n  \"name\": \"long ") || !strings.HasSuffix(c.Text, "]\n}") {
		t.Errorf("copied is %q", c.Text)
	}
}

// BenchmarkFrame draws a row of 100,000 cells with a value of 64 KiB under the cursor.
func BenchmarkFrame(b *testing.B) {
	var cells []viewtest.Cell
	for i := range 100_000 {
		cells = append(cells, viewtest.Cell{Family: "d", Qualifier: "v",
			At: viewtest.Now.Add(-time.Duration(i) * time.Second), Value: "42"})
	}
	cells[0].Value = `{"a":[` + strings.Repeat(`{"b":"c"},`, 6500) + `{}]}`
	smp := viewtest.Build(sample.Table{}, sample.Provenance{Options: sample.Options{Keep: 1 << 16}},
		[]viewtest.Row{{Key: "k", Cells: cells}})
	s := New()
	viewtest.SetData(s, viewtest.Data(smp, "{k}"))
	st := viewtest.Colors()
	s.Draw(200, 60, st)
	for b.Loop() {
		viewtest.Press(b, s, "pgdown")
		s.Draw(200, 60, st)
	}
}

// TestLargestRowFirst verifies that a screen that was given no row opens the largest one read, waits until that is
// known, and keeps the row once it was asked for or opened.
func TestLargestRowFirst(t *testing.T) {
	d := viewtest.Metrics()
	most, largest := int64(-1), ""
	for i := range d.Sample.Rows() {
		if n := d.Sample.RowBytes(i); n > most {
			most, largest = n, string(d.Sample.Key(i))
		}
	}
	s := New()
	early := *d
	early.Analysis = &analysis.Analysis{Sample: d.Sample}
	s.SetData(&early)
	if out := frame(s, 80, 24); s.RequestWork() != nil || !strings.Contains(out, "looking for the largest row") {
		t.Errorf("before rows were weighed it asks for one, or shows\n%s", out)
	}
	asked := viewtest.SetData(s, d)
	if f, ok := asked[0].(views.Fetch); !ok || string(f.Key) != largest {
		t.Errorf("it asks for %v, not for %q", asked, largest)
	}
	opened := d.Sample.Key(7)
	s.OpenAt(opened)
	viewtest.SetData(s, d)
	if string(s.key) != string(opened) {
		t.Errorf("the row opened was replaced by %q", s.key)
	}
}

// TestSideOfValue verifies that a wide window shows beside the cells the other forms of the value, what is known of its
// column in the table, and where the row is among all by its size.
func TestSideOfValue(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	viewtest.SetData(s, d)
	s.OpenAt(d.Sample.Key(100))
	out := ansi.Strip(s.Draw(198, 56, viewtest.Mono()))
	it, _ := s.current()
	c := it.of.Column(it.of.CellColumn(it.cell))
	i := slices.IndexFunc(d.Profile.Columns,
		func(x figures.Column) bool { return x.Family == c.Family && x.Qualifier == c.Qualifier })
	of := d.Profile.Columns[i]
	for _, want := range []string{"OTHER FORMS", "COLUMN", "BYTES BY COLUMN", "ROW SIZES", "◆", "hex",
		text.Integer(of.Rows) + " of those read", text.Number(of.MeanVersions.Value) + " per row"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := ansi.Strip(s.Draw(140, 40, viewtest.Mono())); strings.Contains(out, "OTHER FORMS") {
		t.Errorf("they stand in a narrow window too:\n%s", out)
	}
}

// TestRowsAround verifies that the rows before and after stand below the cells where there is room, with this one
// marked.
func TestRowsAround(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	s.OpenAt(s.data.Sample.Key(100))
	got := ansi.Strip(s.Draw(140, 40, viewtest.Mono()))
	name := func(row int) string { return widget.RowName(s.data.Layouts, s.data.Sample.Key(row), 60) }
	for _, i := range []int{98, 99, 101, 102} {
		if want := name(i); !strings.Contains(got, "  "+want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if want := "▹ " + name(100); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestFamiliesInOrderOfNames verifies that a row lists its families in one order, whatever the order in which a server
// sends them.
func TestFamiliesInOrderOfNames(t *testing.T) {
	for _, sent := range [][]string{{"a", "b", "c"}, {"c", "a", "b"}} {
		b := sample.NewBuilder(0)
		b.Row([]byte("r"))
		for _, family := range sent {
			b.Cell(family, []byte("q"), 2000, []byte("new"))
			b.Cell(family, []byte("q"), 1000, []byte("old"))
		}
		var got []string
		for _, it := range listItems(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), 0) {
			got = append(got, fmt.Sprint(it.family, it.version, it.versions))
		}
		if want := "[a0 0 a1 2 a2 2 b0 0 b1 2 b2 2 c0 0 c1 2 c2 2]"; fmt.Sprint(got) != want {
			t.Errorf("sent as %v: %v, want %s", sent, got, want)
		}
	}
}

// TestClicks verifies that a click in boxes selects the cell, the value, or the row around that was drawn there.
func TestClicks(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	s.OpenAt(s.data.Sample.Key(100))
	for _, size := range [][2]int{{140, 40}, {200, 60}} {
		lines := strings.Split(ansi.Strip(s.Draw(size[0], size[1], viewtest.Mono())), "\n")
		at := func(what string) (x, y int) {
			for y, l := range lines {
				if i := strings.Index(l, what); i >= 0 {
					return ansi.StringWidth(l[:i]), y
				}
			}
			t.Fatalf("no %q in\n%s", what, strings.Join(lines, "\n"))
			return 0, 0
		}
		x, y := at("VALUE of")
		if s.Click(x, y+1); !s.onValue {
			t.Errorf("%v: a click on the value does not go to it", size)
		}
		x, y = at("CELLS")
		if s.Click(x, y+3); s.onValue || s.list.Cursor() != 1 {
			t.Errorf("%v: a click on the first cell goes to %d", size, s.list.Cursor())
		}
		next := string(s.data.Sample.Key(s.index + 1))
		x, y = at("  " + widget.RowName(s.data.Layouts, []byte(next), 60))
		if s.Click(x+2, y); string(s.key) != next {
			t.Errorf("%v: a click on %q opens %q", size, next, s.key)
		}
	}
}

// TestBytesByColumn verifies that the bytes of the cells are added up by column, the largest first.
func TestBytesByColumn(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	s.OpenAt([]byte("r#1000#cpu#1732112312000"))
	s.Receive(versions())
	var got []string
	total := int64(len(s.key))
	for _, c := range s.sums {
		got = append(got, fmt.Sprintf("%s:%s %d %d", c.column.Family, c.column.Qualifier, c.cells, c.bytes))
		total += c.bytes
	}
	want := []string{"info:doc 1 338", "d:value 3 50", "info:n 1 21", "info: 1 12"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if all := s.fresh.RowBytes(0); total != all {
		t.Errorf("columns and key have %d bytes, the row %d", total, all)
	}
}
