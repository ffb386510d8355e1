package workload

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// None is the code of a row that has no such segment or column.
const None = segments.None

// Index holds the rows of a sample as columns of codes: what queries can filter on. It is safe for concurrent use.
type Index struct {
	*segments.Table

	mu      sync.Mutex // of columns
	columns map[string]*Column
	cluster []uint32 // record -> the cluster it was sampled in
	of      []uint32 // record -> row; nil when the rows are the records
}

// Column is one segment, or the newest value of one column, over all rows.
type Column struct {
	Name   string
	Codec  rowkey.Codec     // of the first kind that has it; nil for a column
	Of     []uint32         // row -> index in Values, or None
	Values []segments.Value // those that occur
}

// NewIndex returns an index of the segments of t.
func NewIndex(t *segments.Table) *Index {
	x := &Index{Table: t, columns: map[string]*Column{}, cluster: t.Cluster}
	for _, name := range t.Names {
		c := t.Column(name)
		of, values := c.ByBytes()
		x.columns[name] = &Column{Name: name, Codec: c.Segment.Codec, Of: of, Values: values}
	}
	return x
}

// Column returns the segment or column of a name; nil when there is none.
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
	if q.Latest > 0 && !f.Column(q.By).hasCoordinate() {
		return fmt.Errorf("%s contains no times or numbers, so it has no newest row", q.By)
	}
	return nil
}

// hasAxis reports whether ranges run along the values.
func (c *Column) hasCoordinate() bool {
	return !slices.ContainsFunc(c.Values, func(v segments.Value) bool { return math.IsNaN(Coordinate(v.Of)) })
}

// check returns why a condition cannot be asked of a column.
func (c *Column) check(cond *Condition) error {
	switch cond.Op {
	case Range:
		if !c.hasCoordinate() {
			return fmt.Errorf("%s contains no times or numbers, so it has no ranges: use prefix", c.Name)
		}
		if cond.Fixed {
			_, _, err := c.ends(cond.Value, cond.To)
			return err
		}
	case Labels:
		dotted := func(v segments.Value) bool { return strings.Contains(v.Of.String(), ".") }
		if len(c.Values) > 0 && (c.Codec != nil && c.Codec.Type() == rowkey.Timestamp || !slices.ContainsFunc(c.Values, dotted)) {
			return fmt.Errorf("%s contains no names with dots, so it has no labels: use prefix", c.Name)
		}
	}
	return nil
}

// addColumn adds the newest value of a column in each row.
func (f *Index) addColumn(name string) error {
	family, qualifier, ok := strings.Cut(name, ":")
	if !ok {
		return fmt.Errorf("no segment %q; there are %s", name, strings.Join(f.Names, ", "))
	}
	id := slices.Index(f.Sample.Columns(), sample.Column{Family: family, Qualifier: qualifier})
	if id < 0 {
		return fmt.Errorf("no row read has the column %s", name)
	}
	c := &Column{Name: name, Of: make([]uint32, f.Sample.Rows())}
	ids := map[string]uint32{}
	for row := range c.Of {
		c.Of[row] = None
		cell := f.Sample.Newest(row, sample.ColumnID(id))
		if cell < 0 {
			continue
		}
		value := f.Sample.Cell(cell).Value
		code, ok := ids[string(value)]
		if !ok {
			code = uint32(len(c.Values))
			ids[string(value)] = code
			c.Values = append(c.Values, segments.Value{Raw: value, Of: rowkey.Value{Kind: rowkey.KindText, Bytes: value}})
		}
		c.Of[row] = code
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.columns[name] = c
	return nil
}

// SegmentNames lists the segments of set, once each: what a query may filter on.
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
