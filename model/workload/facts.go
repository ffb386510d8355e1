package workload

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// None is the code of a row that has no such segment or column.
const None = ^uint32(0)

// Index are the rows of a sample as columns of codes: what queries can ask by. They are decoded once, and safe for
// concurrent use.
type Index struct {
	Sample *sample.Sample
	Set    rowkey.Set
	Draw   *estimate.Design
	Kind   []int16 // row -> index in Set, or -1
	Names  []string

	mu      sync.Mutex // of columns
	columns map[string]*Column
	bytes   []int64
	cluster []uint32 // record -> the place it was drawn at
	of      []uint32 // record -> row; nil when the rows are the records
}

// Column is one segment, or the newest value of one column, over all rows.
type Column struct {
	Name   string
	Codec  rowkey.Codec // of the first kind that has it; nil for a column
	Of     []uint32     // row -> index in Values, or None
	Values []Value
	ids    map[string]uint32
}

// Value is one value that occurs.
type Value struct {
	Raw []byte // as it is in the key or cell
	Of  rowkey.Value
}

// NewIndex decodes the keys of s. The error is ctx's.
func NewIndex(ctx context.Context, s *sample.Sample, set rowkey.Set) (*Index, error) {
	rows := s.Rows()
	f := &Index{Sample: s, Set: set, Draw: estimate.NewDesign(s), Kind: make([]int16, rows), columns: map[string]*Column{}, bytes: make([]int64, rows)}
	bySegment := map[*rowkey.Segment]*Column{}
	for _, l := range set {
		for _, seg := range l.Segments() {
			c := f.columns[seg.Name]
			if c == nil {
				c = newColumn(seg.Name, seg.Codec, rows)
				f.columns[seg.Name] = c
				f.Names = append(f.Names, seg.Name)
			}
			bySegment[seg] = c
		}
	}
	var spans []rowkey.Span
	for i := range rows {
		if i%8192 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f.bytes[i] = s.RowBytes(i)
		key := s.Key(i)
		var kind int
		spans, kind = set.Decode(spans[:0], key)
		f.Kind[i] = int16(kind)
		for k := range spans {
			bySegment[spans[k].Segment].add(i, key[spans[k].Start:spans[k].End], spans[k].Value)
		}
	}
	for _, c := range f.columns {
		c.ids = nil
	}
	f.clusters()
	return f, nil
}

// clusters numbers the places that the rows were drawn at.
func (f *Index) clusters() {
	rows := f.Sample.Rows()
	f.cluster = make([]uint32, rows)
	for c, i := 0, 0; i < rows; c++ {
		for end := f.Draw.ClusterEnd(c, i, rows); i < end; i++ {
			f.cluster[i] = uint32(c)
		}
	}
}

func newColumn(name string, codec rowkey.Codec, rows int) *Column {
	c := &Column{Name: name, Codec: codec, Of: make([]uint32, rows), ids: map[string]uint32{}}
	for i := range c.Of {
		c.Of[i] = None
	}
	return c
}

// add sets the value of a row, unless it has one: of a segment that a key holds several times, the first counts.
func (c *Column) add(row int, raw []byte, v rowkey.Value) {
	if c.Of[row] != None {
		return
	}
	if row > 0 && c.Of[row-1] != None { // neighbours often share a value
		if last := c.Of[row-1]; bytes.Equal(c.Values[last].Raw, raw) {
			c.Of[row] = last
			return
		}
	}
	id, ok := c.ids[string(raw)]
	if !ok {
		id = uint32(len(c.Values))
		c.ids[string(raw)] = id
		c.Values = append(c.Values, Value{Raw: raw, Of: v})
	}
	c.Of[row] = id
}

// Column is the segment or column of a name; nil when there is none.
func (f *Index) Column(name string) *Column {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.columns[name]
}

// Prepare reads the columns that the workload names as family:qualifier, and holds its conditions against the values that
// occur. Errors tell the line: no row has a column, or a condition cannot be asked of what it is on.
func (f *Index) Prepare(w *Workload) error {
	for _, q := range w.Queries {
		if err := f.prepare(q); err != nil {
			where := ""
			if q.Line > 0 {
				where = fmt.Sprintf("line %d: ", q.Line)
			}
			return fmt.Errorf("%squery %q: %w", where, q.Name, err)
		}
	}
	return nil
}

func (f *Index) prepare(q *Query) error {
	for _, name := range q.Segments() {
		if f.Column(name) == nil {
			if err := f.addColumn(name); err != nil {
				return err
			}
		}
	}
	for i := range q.Where {
		if err := f.Column(q.Where[i].Segment).check(&q.Where[i]); err != nil {
			return err
		}
	}
	if q.Latest > 0 && !f.Column(q.By).hasAxis() {
		return fmt.Errorf("%s holds no times or numbers, so none of its rows is the newest", q.By)
	}
	return nil
}

// hasAxis says that ranges run along the values.
func (c *Column) hasAxis() bool {
	return !slices.ContainsFunc(c.Values, func(v Value) bool { return math.IsNaN(Coordinate(v.Of)) })
}

// check says why a condition cannot be asked of a column.
func (c *Column) check(cond *Condition) error {
	switch cond.Op {
	case Range:
		if !c.hasAxis() {
			return fmt.Errorf("%s holds no times or numbers, so it has no ranges: use prefix", c.Name)
		}
		if cond.Fixed {
			_, _, err := c.ends(cond.Value, cond.To)
			return err
		}
	case Labels:
		dotted := func(v Value) bool { return strings.Contains(v.Of.String(), ".") }
		if len(c.Values) > 0 && (c.Codec != nil && c.Codec.Type() == rowkey.Timestamp || !slices.ContainsFunc(c.Values, dotted)) {
			return fmt.Errorf("%s holds no names with dots, so they have no labels: use prefix", c.Name)
		}
	}
	return nil
}

// addColumn makes facts of the newest value of a column in each row.
func (f *Index) addColumn(name string) error {
	family, qualifier, ok := strings.Cut(name, ":")
	if !ok {
		return fmt.Errorf("no segment %q; there are %s", name, strings.Join(f.Names, ", "))
	}
	id := -1
	for i, c := range f.Sample.Columns() {
		if c.Family == family && c.Qualifier == qualifier {
			id = i
		}
	}
	if id < 0 {
		return fmt.Errorf("no row read has the column %s", name)
	}
	c := newColumn(name, nil, f.Sample.Rows())
	for i := range f.Sample.Rows() {
		from, to := f.Sample.Cells(i)
		newest := int64(math.MinInt64)
		var value []byte
		found := false
		for j := from; j < to; j++ {
			if cell := f.Sample.Cell(j); int(cell.Column) == id && (!found || cell.Micros > newest) {
				newest, value, found = cell.Micros, cell.Value, true
			}
		}
		if found {
			c.add(i, value, rowkey.Value{Kind: rowkey.KindText, Bytes: value})
		}
	}
	c.ids = nil
	f.mu.Lock()
	defer f.mu.Unlock()
	f.columns[name] = c
	return nil
}

// SegmentNames lists what a query may ask by: the segments.
func SegmentNames(set rowkey.Set) []string {
	var names []string
	seen := map[string]bool{}
	for _, l := range set {
		for _, s := range l.Segments() {
			if !seen[s.Name] {
				seen[s.Name] = true
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// Coordinate places a value on the axis that ranges run along: seconds since 1970 for times, numbers as they are. It is NaN for
// what has no distances.
func Coordinate(v rowkey.Value) float64 {
	switch v.Kind {
	case rowkey.KindTime:
		return float64(v.Int) + float64(v.Nanos)/1e9
	case rowkey.KindInt:
		return float64(v.Int)
	case rowkey.KindUint:
		return float64(v.Uint)
	}
	return math.NaN()
}
