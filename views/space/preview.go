package space

import (
	"cmp"
	"context"
	"slices"

	"tabletop/model/keyspace"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// preview is what is shown of the node under the cursor beside the list: what is in it, and the rows read of it.
type preview struct {
	of     *level
	node   int    // index in of.Nodes
	inside *level // the children of the node
	last   int    // its last row
	sizes  []float64
	from   func(i int) float64 // the least bytes of a row in sizes[i]
	writes []float64           // cells by write time, in windows of equal length; nil where times mean nothing
	oldest int64               // micros
	newest int64
	large  []int       // its largest rows, the largest first
	sums   []columnSum // its columns, those with most bytes first
	bytes  int64       // of its cells, keys left out
}

// columnSum is what the cells of one column take in a node, keys left out.
type columnSum struct {
	name  string // escaped
	cells int64
	bytes int64
}

// previewWindows is how many windows of time the writes of a node are counted in, and previewRows how many of its rows
// are listed.
const previewWindows, previewRows = 48, 30

// previewColumns is how many columns of a node are listed.
const previewColumns = 40

// inspect asks for the preview of the node under the cursor, when it is not there.
func (s *Screen) inspect() views.Request {
	if _, ok := s.node(); !ok || s.finding {
		return nil
	}
	level, cursor := s.level, s.table.Cursor()
	if s.preview != nil && s.preview.of == level && s.preview.node == cursor {
		return nil
	}
	return views.Work{Name: "space/preview", Run: func(ctx context.Context) any {
		if p := newPreview(ctx, level, cursor); p != nil {
			return p
		}
		return nil
	}}
}

// newPreview looks into a node of a level. It returns nil when ctx is canceled.
func newPreview(ctx context.Context, l *level, node int) *preview {
	nodes := l.tree
	path := append(slices.Clip(l.Path), l.Nodes[node].Step)
	children, err := nodes.level(ctx, path, keyspace.By{}, l.at.sort)
	if err != nil {
		return nil
	}
	preview := &preview{of: l, node: node, inside: &level{Level: children, tree: nodes, at: position{sort: l.at.sort}}}
	preview.inside.top = largest(preview.inside)
	sampled := nodes.of.Sample
	var sizes []float64
	var rows []int
	for row := range nodes.cut.Rows(path) {
		if row%4096 == 0 && ctx.Err() != nil {
			return nil
		}
		sizes = append(sizes, float64(sampled.RowBytes(row)))
		rows = append(rows, row)
		preview.last = row
	}
	preview.sizes, preview.from = widget.Bins(sizes)
	preview.sums, preview.bytes = sumColumns(sampled, rows)
	if nodes.recent != nil {
		preview.countWrites(sampled, rows)
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(sampled.RowBytes(b), sampled.RowBytes(a)) })
	preview.large = slices.Clone(rows[:min(len(rows), previewRows)])
	return preview
}

// sumColumns adds the cells of rows up by column, the largest sum first, and in all.
func sumColumns(s *sample.Sample, rows []int) (sums []columnSum, total int64) {
	all := make([]columnSum, len(s.Columns()))
	for _, row := range rows {
		from, to := s.Cells(row)
		for j := from; j < to; j++ {
			sum := &all[s.CellColumn(j)]
			sum.cells++
			sum.bytes += s.CellBytes(j)
			total += s.CellBytes(j)
		}
	}
	order := make([]int, 0, len(all))
	for i := range all {
		if all[i].cells > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].bytes, all[a].bytes) })
	for _, i := range order[:min(len(order), previewColumns)] {
		all[i].name = text.ColumnName(s.Column(sample.ColumnID(i)))
		sums = append(sums, all[i])
	}
	return sums, total
}

// countWrites counts the cells of rows by the time that they were written at.
func (p *preview) countWrites(s *sample.Sample, rows []int) {
	times := func(row int) []int64 { return s.Times(s.Cells(row)) }
	p.oldest, p.newest = 1<<63-1, 0
	for _, row := range rows {
		for _, at := range times(row) {
			p.oldest, p.newest = min(p.oldest, at), max(p.newest, at)
		}
	}
	if p.newest <= p.oldest {
		return
	}
	p.writes = make([]float64, previewWindows)
	window := (p.newest-p.oldest)/previewWindows + 1
	for _, row := range rows {
		for _, at := range times(row) {
			p.writes[(at-p.oldest)/window]++
		}
	}
}

// previewNow is the preview of the node under the cursor; nil while it is looked up.
func (s *Screen) previewNow() *preview {
	if s.preview == nil || s.preview.of != s.level || s.preview.node != s.table.Cursor() {
		return nil
	}
	return s.preview
}
