// Package space is the screen of the key space as a tree: where the bytes, rows, cells and GC-eligible bytes are,
// segment by segment.
package space

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/keyspace"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/widget"
)

// Screen is Space. The zero value waits for data.
type Screen struct {
	data  *views.Data
	tree  *tree  // of data, or of data before it while the new one is made
	level *level // what is shown
	want  position
	trail []position // positions that were left by going in, for going out again
	table widget.Table

	preview  *preview     // of the node under the cursor, or of one before; nil before there is any
	inside   widget.Table // its children
	large    widget.Table // its largest rows
	byColumn widget.Table // its columns

	finding bool
	finder  widget.Finder

	mapped []widget.TileRect // of the nodes of the map at the last Draw
	mapAt  int               // the cell at which the map began; 0 without one
	zooms  bool              // there is room for a map, so that the wheel zooms
}

// tree is what levels are made from: the decoded keys.
type tree struct {
	of  *analysis.Analysis
	cut *keyspace.Index
	// cells of each row written in the last twentieth of the time that cells span; nil if that says nothing
	recent []float64
	total  estimate.Figure
}

// position is where in the tree one is, and how its children are listed.
type position struct {
	path []keyspace.Step
	by   keyspace.By
	sort figures.Metric
}

// level is a drawn-out position.
type level struct {
	*figures.Level
	tree *tree
	at   position
	top  float64 // the largest measure: bars are beside each other, not of the whole
	// largest are the nodes that the map shows.
	largest tiles
	sorted  int // rows of which the order of the nodes is; fewer than there are while more arrive
	leader  int // the node that has the most
	first   int // row of the path, and the last one; of rows that do not follow each other, and of the root, both are 0
	last    int
	err     error
}

// New makes the screen.
func New() *Screen { return &Screen{want: position{sort: figures.MetricBytes}} }

// ID returns views.SpaceScreen.
func (s *Screen) ID() views.ID { return views.SpaceScreen }

// Title is "Space".
func (s *Screen) Title() string { return "Space" }

// Editing reports whether keys are letters to find a node by.
func (s *Screen) Editing() bool { return s.finding }

// SetData states what there is to show. The position in the tree is kept for the same table.
func (s *Screen) SetData(d *views.Data) {
	if s.data == nil || s.data.Source != d.Source {
		*s = Screen{want: position{sort: figures.MetricBytes}}
	}
	s.data = d
}

// RequestWork asks for the tree of new data, and for the level to show.
func (s *Screen) RequestWork() views.Request {
	if s.data == nil || s.data.Sample == nil {
		return nil
	}
	if s.tree == nil || s.tree.of != s.data.Analysis {
		return plant(s.data, s.groupings())
	}
	return s.look()
}

// groupings are those of the paths that a new tree takes over.
func (s *Screen) groupings() []keyspace.By {
	var all []keyspace.By
	for _, p := range append(s.trail[:len(s.trail):len(s.trail)], s.want) {
		for _, step := range p.path {
			if step.How == keyspace.BySegment && !slices.Contains(all, step.By) {
				all = append(all, step.By)
			}
		}
	}
	return all
}

// plant asks for the tree of d. The groupings are made with it, so that carry has nothing heavy to do.
func plant(d *views.Data, groupings []keyspace.By) views.Request {
	of := d.Analysis
	return views.Work{Name: "space/tree", Run: func(ctx context.Context) any {
		cut, err := of.Keys(ctx)
		if err != nil {
			return nil
		}
		for _, by := range groupings {
			cut.Groups(by)
		}
		total := cut.Design.Bytes()
		if of.Profile.Whole.Table.IsExact() {
			total = of.Profile.Whole.Table
		}
		return &tree{of: of, cut: cut, recent: recentCells(of.Sample), total: total}
	}}
}

// recentCells counts the cells of each row written in the last twentieth of the time that the cells span; nil if these
// are too few to say where writes go.
func recentCells(s *sample.Sample) []float64 {
	times := s.Times(0, s.NumCells())
	if len(times) == 0 || slices.Min(times) <= 0 {
		return nil // zeros and negative numbers are no write times
	}
	oldest, newest := slices.Min(times), slices.Max(times)
	since := newest - (newest-oldest)/20
	recent, count := make([]float64, s.Rows()), 0
	for row := range recent {
		from, to := s.Cells(row)
		for _, t := range s.Times(from, to) {
			if t > since {
				recent[row]++
				count++
			}
		}
	}
	if count < heat.MinWrites {
		return nil
	}
	return recent
}

// look asks for the wanted level.
func (s *Screen) look() views.Request {
	if s.tree == nil || s.level != nil && s.level.tree == s.tree && s.level.at.same(s.want) {
		return nil
	}
	tree, at, arriving, before := s.tree, s.want, s.data.Reading, s.level
	return views.Work{Name: "space/level", Run: func(ctx context.Context) any {
		next := &level{tree: tree, at: at}
		next.Level, next.err = tree.level(ctx, at.path, at.by, at.sort)
		if ctx.Err() != nil {
			return nil
		}
		if next.Level != nil {
			next.top, next.largest, next.sorted = largest(next), newTiles(next), tree.of.Sample.Rows()
			next.first, next.last = span(tree.cut, at.path)
			if arriving {
				next.keep(before)
			}
		}
		return next
	}}
}

// span returns the first and the last row of a path, if all rows between are its own; else 0 and 0.
func span(cut *keyspace.Index, path []keyspace.Step) (first, last int) {
	if len(path) == 0 {
		return 0, 0
	}
	count := 0
	for row := range cut.Rows(path) {
		if count == 0 {
			first = row
		}
		last = row
		count++
	}
	if last-first+1 != count {
		return 0, 0
	}
	return first, last
}

// level returns the children of the node at path. The error is ctx's.
func (t *tree) level(ctx context.Context, path []keyspace.Step, by keyspace.By, sort figures.Metric) (*figures.Level,
	error) {
	opts := figures.LevelOptions{By: by, Sort: sort}
	if t.recent != nil {
		opts.Recent = func(row int) float64 { return t.recent[row] }
	}
	return t.of.Figures().Level(ctx, t.cut, path, opts)
}

func (p position) same(o position) bool {
	if p.by != o.by || p.sort != o.sort || len(p.path) != len(o.path) {
		return false
	}
	for i := range p.path {
		a, b := p.path[i], o.path[i]
		if a.How != b.How || a.Kind != b.Kind || a.By != b.By || a.Group != b.Group ||
			string(a.Prefix) != string(b.Prefix) {
			return false
		}
	}
	return true
}

// Receive takes a tree or a level.
func (s *Screen) Receive(result any) views.Request {
	switch r := result.(type) {
	case *tree:
		if s.tree != nil && !s.tree.of.Layouts.Equal(r.of.Layouts) {
			s.want, s.trail, s.level = position{sort: s.want.sort}, nil, nil // the path was one of other segments
		} else if s.tree != nil {
			s.want.path = carry(s.tree, r, s.want.path)
			for i := range s.trail {
				s.trail[i].path = carry(s.tree, r, s.trail[i].path)
			}
		}
		s.tree = r
		return s.look()
	case *level:
		if r.tree == s.tree && r.at.same(s.want) {
			s.show(r)
			if s.finding && r.Level != nil {
				return s.list() // the nodes have other positions now
			}
			return s.inspect()
		}
	case *preview:
		s.preview, s.inside, s.large = r, widget.Table{}, widget.Table{} // columns as wide as the new cells need
	case labels:
		if r.of == s.level && s.finding {
			s.finder.SetEntries(r.entries)
			return s.search()
		}
	default:
		s.finder.Receive(result)
	}
	return nil
}

// carry finds the groups of a path of one tree again in another of a newer sample, where they have other numbers. The
// path ends before a group that is not there.
func carry(from, to *tree, path []keyspace.Step) []keyspace.Step {
	if from == to {
		return path
	}
	var out []keyspace.Step
	for _, step := range path {
		if step.How == keyspace.BySegment {
			group, found := to.cut.Groups(step.By).Find(from.cut.Groups(step.By).Values[step.Group])
			if !found {
				return out
			}
			step.Group = group
		}
		out = append(out, step)
	}
	return out
}

// show puts a level on screen, with the cursor on the node it was on.
func (s *Screen) show(l *level) {
	was, ok := s.node()
	ok = ok && len(s.level.at.path) == len(l.at.path)
	s.level = l
	if l.Level == nil {
		s.table.SetLen(0)
		return
	}
	s.table.SetLen(len(l.Nodes))
	s.table.SetCursor(0)
	if ok {
		s.table.SetCursor(l.find(was))
	}
}

// find returns the index of the same group, -1 if there is none. It looks at nodes in place, of which there may be a
// million.
func (l *level) find(n *figures.Node) int {
	for i := range l.Nodes {
		if sameGroup(&l.Nodes[i], n) {
			return i
		}
	}
	return -1
}

// sameGroup reports whether nodes of two trees are the same part of the key space. Their groups are numbered
// differently.
func sameGroup(a, b *figures.Node) bool {
	return a.Step.How == b.Step.How && a.Step.By == b.Step.By && a.Step.Kind == b.Step.Kind &&
		string(a.Step.Prefix) == string(b.Step.Prefix) &&
		string(a.Value.Raw) == string(b.Value.Raw) && a.Value.Of.Int == b.Value.Of.Int
}

// node is the node under the cursor.
func (s *Screen) node() (*figures.Node, bool) {
	i := s.table.Cursor()
	if s.level == nil || s.level.Level == nil || i < 0 || i >= len(s.level.Nodes) {
		return nil, false
	}
	return &s.level.Nodes[i], true
}

// Press moves the cursor, or types letters to find.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	if s.finding {
		return s.typeLetter(k)
	}
	s.table.Press(k.String())
	return s.inspect()
}

func (s *Screen) typeLetter(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "esc":
		s.finding = false
		return nil
	case "enter":
		s.finding = false
		if i := s.finder.Chosen(); i >= 0 {
			s.table.SetCursor(i)
		}
		return s.inspect()
	}
	s.finder.Press(k)
	return s.search()
}

// in goes down into the node under the cursor, or to its row when it is a single one.
func (s *Screen) in() views.Request {
	node, ok := s.node()
	if !ok {
		return nil
	}
	if node.Rows == 1 {
		return views.OpenScreen{Screen: views.RowScreen, Key: s.firstKey()}
	}
	s.trail = append(s.trail, s.want)
	path := append(s.level.Path[:len(s.level.Path):len(s.level.Path)], node.Step)
	s.want = position{path: carry(s.level.tree, s.tree, path), sort: s.want.sort}
	return s.look()
}

// out goes back to where one came from.
func (s *Screen) out() views.Request {
	if len(s.trail) == 0 {
		return views.Back{}
	}
	last := len(s.trail) - 1
	sort := s.want.sort
	s.want, s.trail = s.trail[last], s.trail[:last]
	s.want.sort = sort
	return s.look()
}

// metrics in the order in which the sort key goes through them.
var metrics = [...]figures.Metric{figures.MetricBytes, figures.MetricRows, figures.MetricCells,
	figures.MetricGarbage, figures.MetricKey}

func (s *Screen) sortNext() views.Request {
	for i, m := range metrics {
		if m == s.want.sort {
			s.want.sort = metrics[(i+1)%len(metrics)]
			break
		}
	}
	return s.look()
}

// groupNext groups the same rows by the next segment of the layouts.
func (s *Screen) groupNext() views.Request {
	all := s.segments()
	if len(all) == 0 || s.level == nil || s.level.Level == nil {
		return nil
	}
	next := all[0]
	for i, name := range all {
		if name == s.level.By.Segment {
			next = all[(i+1)%len(all)]
		}
	}
	s.want.by = keyspace.By{Segment: next}
	return s.look()
}

// segments names all segments of all kinds once, in key order.
func (s *Screen) segments() []string {
	var all []string
	seen := map[string]bool{}
	if s.tree == nil {
		return nil
	}
	for kind := range s.tree.of.Layouts {
		for _, name := range s.tree.cut.KindSegments(kind) {
			if !seen[name] {
				seen[name] = true
				all = append(all, name)
			}
		}
	}
	return all
}

// find opens the finder over the nodes of the level.
func (s *Screen) find() views.Request {
	if s.level == nil || s.level.Level == nil {
		return nil
	}
	s.finder = widget.Finder{}
	s.finding = true
	return s.list()
}

// labels are the names of the nodes of a level, for the finder.
type labels struct {
	of      *level
	entries []widget.FindEntry
}

// list names the nodes for the finder, outside the loop where they are many: 100,000 names take longer than a frame.
func (s *Screen) list() views.Request {
	level := s.level
	name := func() labels {
		entries := make([]widget.FindEntry, len(level.Nodes))
		for i := range entries {
			entries[i].Name = label(level, i)
		}
		return labels{level, entries}
	}
	if len(level.Nodes) <= widget.FindNow {
		return s.Receive(name())
	}
	return views.Work{Name: "space/labels", Run: func(context.Context) any { return name() }}
}

// search has a long list searched outside the loop.
func (s *Screen) search() views.Request {
	search := s.finder.Search()
	if search == nil {
		return nil
	}
	return views.Work{Name: "space/find", Run: func(context.Context) any { return search() }}
}

// Click puts the cursor on a line; a second click goes in. A click on a title sorts by its figures.
func (s *Screen) Click(x, y int) views.Request {
	if s.finding || s.level == nil {
		return nil
	}
	if m, ok := columnMetric(s.table.TitleAt(x, y-headLines)); ok {
		s.want.sort = m
		return s.look()
	}
	row := s.table.RowAt(y - headLines)
	if s.mapAt > 0 && x >= s.mapAt {
		row = s.nodeAt(x, y)
	}
	if row < 0 {
		return nil
	}
	if row == s.table.Cursor() {
		return s.in()
	}
	s.table.SetCursor(row)
	return s.inspect()
}

// Wheel zooms in at the node under the cursor and out again where there is room for a map, and moves the cursor
// elsewhere.
func (s *Screen) Wheel(lines int) views.Request {
	node, ok := s.node()
	switch {
	case !ok || s.finding:
		return nil
	case s.zooms && lines < 0 && node.Rows > 1:
		return s.in()
	case s.zooms && lines > 0 && len(s.trail) > 0:
		return s.out()
	case s.zooms:
		return nil
	}
	s.table.Wheel(lines)
	return s.inspect()
}

// path states where the level is in words: "a81f › mem › 2026-11".
func (s *Screen) path() string {
	var parts []string
	for _, step := range s.level.Path {
		parts = append(parts, stepLabel(s.level.tree, step))
	}
	return strings.Join(parts, " › ")
}
