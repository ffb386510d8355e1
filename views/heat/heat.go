// Package heat is the screen of key by time: where in the key space cells were written, and when.
package heat

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/heat"
	"tabletop/views"
	"tabletop/views/widget"
)

// windows, at most, and buckets are the resolution that maps are made in; the screen sums them up to what it has room
// for.
const (
	windows = 192
	buckets = 1024
)

// Screen is Heat. The zero value waits for data.
type Screen struct {
	data    *views.Data
	base    *base
	shown   *shown
	want    query
	trail   []query // views that were left by zooming in
	gain    float64
	row     int // of the cross-hair, in drawn rows
	col     int
	moved   bool // the cross-hair was put where it is; until then it is on the busiest place
	settled bool // it was put on the busiest place while rows arrive, and stays
	pin     *pin
	drawn   drawn // at the last Draw, to know what the cross-hair is on
	sums    sums
	busiest widget.Table
	key     []byte // to put the cross-hair on once there is a map
	gaps    gapList
}

// query is what the map is of.
type query struct {
	metric      heat.Metric
	first, end  int       // rows; 0 and 0 is all
	from, until time.Time // zero is what the map chooses
}

// base is what all maps of a sample need.
type base struct {
	of       *analysis.Analysis
	eligible []bool
	arriving bool  // rows were still being read
	axes     *axes // that maps keep meanwhile; nil afterwards
}

// shown is a map and what it was made for.
type shown struct {
	base *base
	of   query
	m    *heat.Map
	// score is of the whole table and its writes, whatever part is looked at.
	whole *heat.Map
}

// pin is a place that was pinned, to compare others with.
type pin struct {
	label string
	value float64
}

// New makes the screen.
func New() *Screen { return &Screen{want: query{metric: heat.Writes}, gain: 2} }

// ID returns views.HeatScreen.
func (s *Screen) ID() views.ID { return views.HeatScreen }

// Title is "Heat".
func (s *Screen) Title() string { return "Heat" }

// Editing is never so.
func (s *Screen) Editing() bool { return false }

// SetData states what there is to show. What is looked at is kept for the same table.
func (s *Screen) SetData(d *views.Data) {
	if s.data == nil || s.data.Source != d.Source {
		*s = *New()
	}
	s.data = d
}

// RequestWork asks for what new data calls for: the map, and the gaps where they are shown.
func (s *Screen) RequestWork() views.Request {
	if s.data == nil || s.data.Sample == nil {
		return nil
	}
	if r := s.findGaps(); r != nil {
		return views.All{r, s.requestMap()}
	}
	return s.requestMap()
}

// requestMap asks for the map of new data.
func (s *Screen) requestMap() views.Request {
	if s.base == nil || s.base.of != s.data.Analysis || s.base.arriving != s.data.Reading {
		of, before, arriving := s.data.Analysis, s.shown, s.data.Reading
		whole := len(s.data.Scope) == 0
		return views.Work{Name: "heat/base", Run: func(ctx context.Context) any {
			eligible, err := of.EligibleCells(ctx)
			if err != nil {
				return nil
			}
			made := &base{of: of, eligible: eligible, arriving: arriving}
			if arriving && whole {
				made.axes = newAxes(of.Sample, before)
			}
			return made
		}}
	}
	return s.look()
}

// look asks for the wanted map.
func (s *Screen) look() views.Request {
	if s.base == nil || s.shown != nil && s.shown.base == s.base && s.shown.of == s.want {
		return nil
	}
	base, query := s.base, s.want
	var whole *heat.Map
	if s.shown != nil && s.shown.base == base {
		whole = s.shown.whole
	}
	return views.Work{Name: "heat/map", Run: func(ctx context.Context) any {
		m, err := base.draw(ctx, query)
		if err == nil && whole == nil {
			whole, err = base.of.Heat(ctx)
		}
		if err != nil {
			return nil
		}
		return &shown{base: base, of: query, m: m, whole: whole}
	}}
}

func (b *base) options(q query) heat.Options {
	return heat.Options{
		Metric: q.metric, Windows: windows, Calendar: true, Buckets: buckets, First: q.first, End: q.end, From: q.from,
		Until: q.until, Eligible: func(cell int) bool { return b.eligible[cell] },
	}
}

// Receive takes what was asked for.
func (s *Screen) Receive(result any) views.Request {
	switch result := result.(type) {
	case *base:
		if s.data != nil && result.of == s.data.Analysis {
			if s.base != nil && s.base.of.Sample != result.of.Sample { // rows have other numbers now
				s.want.carry(s.base.of.Sample, result.of.Sample)
				for i := range s.trail {
					s.trail[i].carry(s.base.of.Sample, result.of.Sample)
				}
			}
			s.base = result
			return s.look()
		}
	case gapsFound:
		if s.data != nil && result.of == s.data.Analysis {
			s.takeGaps(result)
		}
	case *shown:
		if result.base == s.base && result.of == s.want {
			s.keepPlace(s.shown, result)
			s.shown = result
		}
	}
	return nil
}

// OpenAt puts the cross-hair on a key.
func (s *Screen) OpenAt(key []byte) views.Request {
	s.key, s.moved = slices.Clone(key), true
	return nil
}

// Press moves the cross-hair.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	if s.gaps.open {
		s.gaps.table.Press(k.String())
		return nil
	}
	s.moved = true
	page := max(s.drawn.rows/4, 1)
	switch k.String() {
	case "left", "h":
		s.col--
	case "right", "l":
		s.col++
	case "up", "k":
		s.row--
	case "down", "j":
		s.row++
	case "ctrl+u", "pgup":
		s.row -= page
	case "ctrl+d", "pgdown":
		s.row += page
	case "shift+left", "H":
		s.col -= max(s.drawn.cols/8, 1)
	case "shift+right", "L":
		s.col += max(s.drawn.cols/8, 1)
	case "g", "home":
		s.row, s.col = 0, 0
	case "G", "end":
		s.row, s.col = s.drawn.rows-1, s.drawn.cols-1
	}
	s.clamp()
	return nil
}

func (s *Screen) clamp() {
	s.row = max(0, min(s.row, s.drawn.rows-1))
	s.col = max(0, min(s.col, s.drawn.cols-1))
}

// Click puts the cross-hair, or the cursor of the gaps, where the mouse is.
func (s *Screen) Click(x, y int) views.Request {
	if s.gaps.open {
		if row := s.gaps.table.RowAt(y - s.gaps.top); row >= 0 {
			s.gaps.table.SetCursor(row)
		}
		return nil
	}
	if x >= s.drawn.left && x < s.drawn.left+s.drawn.width && y >= s.drawn.top {
		s.moved = true
		s.col, s.row = s.drawn.column(x-s.drawn.left), (y-s.drawn.top)*s.drawn.perLine
		s.clamp()
	}
	return nil
}

// Wheel zooms in at the cross-hair and out again, or moves the cursor of the gaps.
func (s *Screen) Wheel(lines int) views.Request {
	if s.gaps.open {
		s.gaps.table.Wheel(lines)
		return nil
	}
	switch {
	case lines < 0:
		return s.zoom()
	case len(s.trail) > 0:
		return s.unzoom()
	}
	return nil
}

// zoom looks at a quarter of the map around the cross-hair: half the rows, half the time.
func (s *Screen) zoom() views.Request {
	if s.shown == nil {
		return nil
	}
	grid := s.shown.m
	s.moved = true
	s.trail = append(s.trail, s.want)
	query := s.want
	first, end := grid.Rows[0], grid.Rows[len(grid.Rows)-1]
	b, _ := s.bucketsAt(s.row)
	w, _ := s.windowsAt(s.col)
	query.first, query.end = half(first, end, grid.Rows[b])
	from, until := half(0, grid.Windows, w)
	query.from, query.until = grid.Window(from), grid.Window(until)
	s.want = query
	return s.look()
}

// half is the half of [first, end) with at in its middle, as far as that goes.
func half(first, end, at int) (int, int) {
	n := max((end-first)/2, 1)
	low := max(first, min(at-n/2, end-n))
	return low, low + n
}

// unzoom goes back to what was looked at before.
func (s *Screen) unzoom() views.Request {
	if len(s.trail) == 0 {
		return views.Back{}
	}
	last := len(s.trail) - 1
	metric := s.want.metric
	s.want, s.trail = s.trail[last], s.trail[:last]
	s.want.metric = metric
	return s.look()
}

var metrics = [...]heat.Metric{heat.Writes, heat.Bytes, heat.Cells, heat.Garbage}

func (s *Screen) nextMetric() views.Request {
	i := slices.Index(metrics[:], s.want.metric)
	s.want.metric = metrics[(i+1)%len(metrics)]
	return s.look()
}

// brighten changes how much of small values is seen.
func (s *Screen) brighten(by float64) views.Request {
	s.gain = max(1, min(s.gain*by, 16))
	return nil
}
