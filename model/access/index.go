// Package access computes what a query reads under a layout of the row keys: how its rows are reached, and how much is
// read for what is wanted. Costs measures one layout over its new rows; Probe answers by what is known at the start of
// the keys, whatever the layout, for a search through many.
package access

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/workload"
)

// None is the code of a row that has no such segment or column.
const None = segments.None

// Index holds the rows of a sample as columns of codes: what queries can filter on. It is safe for concurrent use.
type Index struct {
	*segments.Table
	Digests []Digest // segments that are digests of others
	// Largest are the largest rows of the table, largest first, where the sample may lack them; nil if it does not, or
	// they are not known.
	Largest []figures.LargeRow

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
	// numbers are the values of a column whose numbers have fractions; else nil.
	numbers []float64
}

// NewIndex returns an index of the segments of t.
func NewIndex(t *segments.Table) *Index {
	x := &Index{Table: t, columns: map[string]*Column{}, cluster: t.Cluster}
	for _, name := range t.Names {
		c := t.Column(name)
		of, values := c.ByBytes()
		x.columns[name] = &Column{Name: name, Codec: c.Segment.Codec, Of: of, Values: values}
	}
	x.Digests = x.findDigests()
	return x
}

// Column returns the segment or column of a name; nil when there is none.
func (index *Index) Column(name string) *Column {
	index.mu.Lock()
	defer index.mu.Unlock()
	return index.columns[name]
}

// Prepare reads the columns that the workload names as family:qualifier, and holds its conditions against the values
// that occur. Errors name the line: no row has a column, or a condition cannot be asked of what it is on.
func (index *Index) Prepare(w *workload.Workload) error {
	for _, q := range w.Queries {
		if err := index.prepare(q); err != nil {
			where := ""
			if q.Line > 0 {
				where = fmt.Sprintf("line %d: ", q.Line)
			}
			return fmt.Errorf("%squery %q: %w", where, q.Name, err)
		}
	}
	return nil
}

func (index *Index) prepare(q *workload.Query) error {
	if _, named := index.Layouts.KindNamed(q.Kind); q.Kind != "" && !named {
		return fmt.Errorf("no record kind %s: there are %s", q.Kind, strings.Join(index.Layouts.KindNames(), ", "))
	}
	for _, name := range q.Segments() {
		if index.Column(name) == nil {
			if err := index.addColumn(name); err != nil {
				return err
			}
		}
	}
	for _, name := range q.Columns {
		family, qualifier, _ := strings.Cut(name, ":")
		if !slices.Contains(index.Sample.Columns(), sample.Column{Family: family, Qualifier: qualifier}) {
			return fmt.Errorf("no row read has the column %s", name)
		}
	}
	for i := range q.Where {
		if err := index.Column(q.Where[i].Segment).check(&q.Where[i]); err != nil {
			return err
		}
	}
	if by := index.Column(q.By); q.Latest > 0 && (!by.HasCoordinates() || by.numbers != nil) {
		return fmt.Errorf("%s contains no times or whole numbers, so it has no newest or greatest row", q.By)
	}
	return nil
}

// HasCoordinates reports whether all values are times or numbers, so that ranges of a width run along them.
func (c *Column) HasCoordinates() bool {
	return c.numbers != nil ||
		!slices.ContainsFunc(c.Values, func(v segments.Value) bool { return math.IsNaN(Coordinate(v.Of)) })
}

// check returns why a condition cannot be asked of a column.
func (c *Column) check(cond *workload.Condition) error {
	switch cond.Op {
	case workload.Range:
		if !cond.Fixed && !c.HasCoordinates() {
			return fmt.Errorf("%s contains no times or numbers, so it has no width: use prefix, or range = FROM .. TO",
				c.Name)
		}
		if cond.Fixed {
			_, _, err := c.ends(cond.Value, cond.To)
			return err
		}
	case workload.Labels:
		dotted := func(v segments.Value) bool { return strings.Contains(v.Of.String(), ".") }
		if len(c.Values) > 0 &&
			(c.Codec != nil && c.Codec.Type() == rowkey.Timestamp || !slices.ContainsFunc(c.Values, dotted)) {
			return fmt.Errorf("%s contains no names with dots, so it has no labels: use prefix", c.Name)
		}
	}
	return nil
}

// EnsureColumn adds a column, family:qualifier, if the index does not have it yet. The error is that no row has it.
func (index *Index) EnsureColumn(name string) error {
	if index.Column(name) != nil {
		return nil
	}
	return index.addColumn(name)
}

// addCellTimes adds the timestamp of the newest cell of each row.
func (index *Index) addCellTimes() {
	times := make([]int64, index.Sample.Rows())
	for row := range times {
		times[row] = math.MinInt64
		from, to := index.Sample.Cells(row)
		for i := from; i < to; i++ {
			times[row] = max(times[row], index.Sample.Cell(i).Micros)
		}
	}
	index.mu.Lock()
	defer index.mu.Unlock()
	index.columns[workload.CellTime] = timesColumn(times)
}

// timesColumn is a column of times in microseconds; MinInt64 is none.
func timesColumn(times []int64) *Column {
	column := &Column{Name: workload.CellTime, Of: make([]uint32, len(times))}
	ids := map[int64]uint32{}
	for row, count := range times {
		if count == math.MinInt64 {
			column.Of[row] = None
			continue
		}
		code, ok := ids[count]
		if !ok {
			code = uint32(len(column.Values))
			ids[count] = code
			column.Values = append(column.Values, timeValue(count))
		}
		column.Of[row] = code
	}
	return column
}

// timeValue is a time in microseconds since 1970, with bytes that sort as it does.
func timeValue(micros int64) segments.Value {
	seconds := micros / 1e6
	if micros%1e6 < 0 {
		seconds--
	}
	of := rowkey.Value{Kind: rowkey.KindTime, Int: seconds, Nanos: int32(micros-seconds*1e6) * 1000}
	return segments.Value{Raw: binary.BigEndian.AppendUint64(nil, uint64(micros)^1<<63), Of: of}
}

// addColumn adds the newest value of a column in each row.
func (index *Index) addColumn(name string) error {
	if name == workload.CellTime {
		index.addCellTimes()
		return nil
	}
	family, qualifier, ok := strings.Cut(name, ":")
	if !ok {
		return fmt.Errorf("no segment %q; there are %s", name, strings.Join(index.Names, ", "))
	}
	id := slices.Index(index.Sample.Columns(), sample.Column{Family: family, Qualifier: qualifier})
	if id < 0 {
		return fmt.Errorf("no row read has the column %s", name)
	}
	column := &Column{Name: name, Of: make([]uint32, index.Sample.Rows())}
	ids := map[string]uint32{}
	for row := range column.Of {
		column.Of[row] = None
		cell := index.Sample.Newest(row, sample.ColumnID(id))
		if cell < 0 {
			continue
		}
		value := index.Sample.Cell(cell).Value
		code, ok := ids[string(value)]
		if !ok {
			code = uint32(len(column.Values))
			ids[string(value)] = code
			column.Values = append(column.Values,
				segments.Value{Raw: value, Of: rowkey.Value{Kind: rowkey.KindText, Bytes: value}})
		}
		column.Of[row] = code
	}
	column.interpret()
	index.mu.Lock()
	defer index.mu.Unlock()
	index.columns[name] = column
	return nil
}

// interpret makes times or numbers of the values of a column, where all are: ISO 8601 with a date, or whole decimal
// numbers.
func (c *Column) interpret() {
	as := func(of func(text string) (rowkey.Value, bool)) bool {
		values := slices.Clone(c.Values)
		for i, v := range values {
			var ok bool
			if values[i].Of, ok = of(string(v.Raw)); !ok {
				return false
			}
		}
		c.Values = values
		return len(values) > 0
	}
	if as(func(text string) (rowkey.Value, bool) {
		n, err := strconv.ParseInt(text, 10, 64)
		return rowkey.Value{Kind: rowkey.KindInt, Int: n}, err == nil
	}) {
		return
	}
	if as(func(text string) (rowkey.Value, bool) {
		from, _, ok := period(text)
		whole := math.Floor(from)
		return rowkey.Value{Kind: rowkey.KindTime, Int: int64(whole), Nanos: int32(math.Round((from - whole) * 1e9))},
			ok && len(text) >= len("2006-01-02")
	}) {
		return
	}
	numbers := make([]float64, len(c.Values))
	for i, v := range c.Values {
		var err error
		if numbers[i], err = strconv.ParseFloat(string(v.Raw), 64); err != nil || math.IsNaN(numbers[i]) ||
			math.IsInf(numbers[i], 0) {
			return
		}
	}
	if len(numbers) > 0 {
		c.numbers = numbers
	}
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

// Coordinate places a value on the axis that ranges run along: seconds since 1970 for times, numbers as they are. It is
// NaN for what has no distances.
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
