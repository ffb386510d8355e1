package heat

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/widget"
)

func frame(s *Screen, w, h int) string { return ansi.Strip(s.Draw(w, h, viewtest.Mono())) }

func TestDraw(t *testing.T) {
	viewtest.Walk(t, func() views.Screen { return New() }, "j", "l", "+", "M", "+", "+", "M", "ctrl+d", "L", "]", "[",
		"p", "G", "-", "-", "M", "w", "y", "V", "j", "e", "V", "esc", "esc", "esc")
}

func TestGolden(t *testing.T) {
	s := New()
	viewtest.Golden(t, s, "nothing")
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Golden(t, s, "all")
	viewtest.Press(t, s, "ctrl+d", "L", "p", "+")
	viewtest.Golden(t, s, "zoomed")
	s = New()
	viewtest.SetData(s, viewtest.Hostile())
	viewtest.Golden(t, s, "hostile")
}

// Zooming in and out again ends where one began.
func TestZoom(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	frame(s, 100, 30)
	viewtest.Press(t, s, "+")
	first := s.shown.m
	if rows := first.Rows[len(first.Rows)-1] - first.Rows[0]; rows*2 > s.shown.base.of.Sample.Rows()+1 {
		t.Errorf("zoomed in there are %d of %d rows", rows, s.shown.base.of.Sample.Rows())
	}
	viewtest.Press(t, s, "-")
	if s.want.first != 0 || s.want.end != 0 || !s.want.from.IsZero() {
		t.Errorf("zoomed out again the map is of %+v", s.want)
	}
	if _, ok := s.unzoom().(views.Back); !ok {
		t.Error("out of the whole map does not go back to the screen before")
	}
}

// Opened at a key, the cross-hair is on the rows that hold it.
func TestShowsAKey(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	smp := s.data.Sample
	s.OpenAt(smp.Key(smp.Rows() / 2))
	frame(s, 100, 30)
	b0, b1 := s.drawn.bucketRange(s.row)
	if from, end := s.shown.m.Rows[b0], s.shown.m.Rows[b1]; smp.Rows()/2 < from || smp.Rows()/2 >= end {
		t.Errorf("row %d is shown at rows %d to %d", smp.Rows()/2, from, end)
	}
}

// With colors the map is in half blocks, in 16 or none in characters that get denser.
func TestForms(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	for profile, want := range map[colorprofile.Profile]string{colorprofile.TrueColor: "▀", colorprofile.ANSI256: "▀",
		colorprofile.ANSI: "@", colorprofile.ASCII: "@"} {
		if out := s.Draw(100, 30, widget.NewStyles(widget.Dark, profile)); !strings.Contains(out, want) {
			t.Errorf("%v: there is no %s in the map", profile, want)
		}
	}
}

// Busy tablets are marked on the lines that show their keys, and only there.
func TestHotTablets(t *testing.T) {
	s := New()
	d := viewtest.Metrics()
	table := *d.Table
	smp := d.Sample
	table.HotKnown = true
	table.Hot = []sample.HotTablet{{Start: smp.Key(0), End: smp.Key(smp.Rows() / 4), NodeCPU: 0.8}}
	d.Table = &table
	viewtest.SetData(s, d)
	out := frame(s, 100, 30)
	lines := strings.Split(out, "\n")
	marked := 0
	for _, line := range lines[linesAbove : len(lines)-linesBelow] {
		if strings.Contains(line, "▐") {
			marked++
		}
	}
	if marked < 4 || marked > 9 {
		t.Errorf("a quarter of the keys is hot, %d of 25 lines are marked:\n%s", marked, out)
	}
	if !strings.Contains(frame(s, 200, 30), "1 hot tablet in the last day, up to 80.0%") {
		t.Error("the hot tablets are not shown")
	}
}

func BenchmarkFrame(b *testing.B) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	st := widget.NewStyles(widget.Dark, colorprofile.TrueColor)
	s.Draw(200, 60, st)
	b.ResetTimer()
	for range b.N {
		s.Draw(200, 60, st)
	}
}

// TestGarbageIsCalledGarbage verifies that the screen never shows the value by which JSON names the metric of
// GC-eligible bytes.
func TestGarbageIsCalledGarbage(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Press(t, s, "v", "v", "v")
	if out := frame(s, 140, 36); !strings.Contains(out, "garbage of a window") || strings.Contains(out, "waste") {
		t.Errorf("of the garbage it shows\n%s", out)
	}
}

// TestMapFillsTheWidth verifies that the map takes all cells beside its labels and sums, and that every cell of a
// column leads to it.
func TestMapFillsTheWidth(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	for _, size := range [][2]int{{80, 20}, {140, 36}, {200, 56}} {
		frame(s, size[0], size[1])
		d := s.drawn
		if used := d.left + d.width + 1 + d.side; used != size[0] {
			t.Errorf("%v: labels, map and sums take %d cells", size, used)
		}
		for x := range d.width {
			s.Click(d.left+x, d.top)
			if from, end := d.cell(s.col), d.cell(s.col+1); x < from || x >= end {
				t.Errorf("%v: a click on cell %d goes to the column of cells %d to %d", size, x, from, end)
			}
		}
		if _, end := d.windowRange(d.cols - 1); end != d.windows {
			t.Errorf("%v: the columns end at window %d of %d", size, end, d.windows)
		}
	}
}

// TestStartsAtTheBusiestPlace verifies that the cross-hair is where most is, until it is moved.
func TestStartsAtTheBusiestPlace(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	frame(s, 140, 36)
	if b := s.sums.busiest[0]; s.row != b.row || s.col != b.col {
		t.Errorf("the cross-hair is at %d, %d, the busiest place at %d, %d", s.row, s.col, b.row, b.col)
	}
	viewtest.Press(t, s, "g")
	if frame(s, 140, 36); s.row != 0 || s.col != 0 {
		t.Errorf("g leads to %d, %d", s.row, s.col)
	}
}

// TestPlacesHaveWholeCounts verifies that the busiest places have as many writes as the windows that they sum up, to
// the last digit.
func TestPlacesHaveWholeCounts(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	frame(s, 140, 36)
	for _, at := range s.sums.busiest {
		s.row, s.col = at.row, at.col
		if _, v := s.under(); v != at.value {
			t.Errorf("place %d, %d has %v in the list, %v under the cross-hair", at.row, at.col, at.value, v)
		}
	}
}

// TestBinaryKeysAreDecoded verifies that the axis, the cross-hair and the places of a map show the values of binary keys.
func TestBinaryKeysAreDecoded(t *testing.T) {
	var rows []viewtest.Row
	for i := range 400 {
		at := viewtest.Now.Add(-time.Duration(400-i) * time.Hour)
		rows = append(rows, viewtest.Row{Key: string([]byte{0, 0, 0xd0, 0x80 + byte(i/100)}) + fmt.Sprintf("#%03d", i),
			Cells: []viewtest.Cell{{Family: "f", Qualifier: "q", At: at, Value: "v"}}})
	}
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Build(sample.Table{Source: "t"}, sample.Provenance{Complete: true,
		Started: viewtest.Now}, rows), "{device:be(4)}#{number:pad(3)}"))
	for _, size := range [][2]int{{80, 22}, {140, 36}} {
		got := ansi.Strip(s.Draw(size[0], size[1], viewtest.Mono()))
		for _, want := range []string{"53376 ", "53379 ", "53376 · "} {
			if !strings.Contains(got, want) {
				t.Errorf("%v: no %q in\n%s", size, want, got)
			}
		}
		if strings.Contains(got, `\x00`) || strings.Contains(got, "Ѐ") {
			t.Errorf("%v: bytes of the key are shown:\n%s", size, got)
		}
	}
}

// TestMinimap verifies that a zoomed map says where it is in the whole, by keys and by time, and that the whole has none.
func TestMinimap(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	strip := regexp.MustCompile(`(keys|time)  (·*)(▬+)(·*) `)
	if out := frame(s, 140, 40); strip.MatchString(out) {
		t.Errorf("the whole has a minimap:\n%s", out)
	}
	for _, c := range []struct {
		to            string // where the cross-hair goes
		before, after bool   // whether keys lie before and after the part
	}{{"g", false, true}, {"G", true, false}} {
		viewtest.Press(t, s, c.to, "+")
		found := strip.FindAllStringSubmatch(frame(s, 140, 40), -1)
		if len(found) != 2 {
			t.Fatalf("%d strips:\n%s", len(found), frame(s, 140, 40))
		}
		for _, strip := range found {
			if before, after := strip[2] != "", strip[4] != ""; before != c.before || after != c.after {
				t.Errorf("%s: %s", c.to, strip[0])
			}
		}
		viewtest.Press(t, s, "-")
		frame(s, 140, 40)
	}
}

// TestWheelZooms verifies that the wheel zooms in at the cross-hair and out again, and does not leave the whole map.
func TestWheelZooms(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	frame(s, 100, 30)
	if viewtest.RunWork(s, s.Wheel(-3)); len(s.trail) != 1 || s.want.end == 0 {
		t.Errorf("up shows %+v", s.want)
	}
	if viewtest.RunWork(s, s.Wheel(3)); len(s.trail) != 0 || s.want.end != 0 {
		t.Errorf("down shows %+v", s.want)
	}
	if request := s.Wheel(3); request != nil {
		t.Errorf("down on the whole map asks for %+v", request)
	}
}

// TestCaveatsAreWhole verifies that what the map cannot show is told in whole sentences, the limits of timestamps before
// all else.
func TestCaveatsAreWhole(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	frame(s, 100, 30)
	for _, room := range []struct {
		w, h int
		want string
	}{{78, 1, heat.Limits}, {38, 3, heat.Limits}, {130, 1, s.limits()}, {60, 4, s.limits() + "; " + s.load()},
		{200, 1, s.limits() + "; " + s.load()}} {
		lines := s.caveats(room.w, room.h)
		if got := strings.Join(lines, " "); got != room.want || len(lines) > room.h {
			t.Errorf("%d lines of %d cells say %q, not %q", room.h, room.w, lines, room.want)
		}
	}
}
