package workload

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/model/rowkey"
)

// bound is a query whose conditions are columns of codes over the rows of the sample.
type bound struct {
	*Index
	query  *Query
	match  []bool // row -> it can be an answer
	has    []bool // row -> it has all that is filtered on, whatever the values
	equal  map[string]bool
	asked  []uint32 // row -> number of the combination of values that finds it; None where there is none
	askeds int
	parts  []part  // prefixes and labels
	span   *span   // the range, nil without one
	latest *Column // what tells the newest, nil without Latest
}

// part is a condition on a value prefix.
type part struct {
	segment string
	of      []uint32 // row -> code of the prefix
	fronts  [][]byte // what the bytes of a component begin with that serves it
}

// span is a condition on a range of values.
type span struct {
	segment string
	at      []float64 // row -> place on the axis
	width   float64   // of [x, x+width)
	fixed   bool
	from    float64 // of a fixed one
}

// bind finds out which rows each condition is about.
func (f *Index) bind(q *Query) (*bound, error) {
	b := &bound{Index: f, query: q, match: make([]bool, len(f.cluster)), equal: map[string]bool{}}
	for i := range b.match {
		b.match[i] = true
	}
	b.has = slices.Clone(b.match)
	for _, name := range q.Segments() {
		for i, code := range f.Column(name).Of {
			b.has[i] = b.has[i] && code != None
		}
	}
	var keys [][]uint32
	for k := range q.Where {
		c := &q.Where[k]
		codes, err := b.condition(c)
		if err != nil {
			if c.Line > 0 {
				err = fmt.Errorf("line %d: %w", c.Line, err)
			}
			return nil, fmt.Errorf("query %q: %w", q.Name, err)
		}
		if codes != nil {
			keys = append(keys, codes)
		}
	}
	if q.Latest > 0 {
		b.latest = f.Column(q.By)
		b.need(b.latest.Of)
	}
	b.asked, b.askeds = combine(len(b.match), keys...)
	for i, ok := range b.match {
		if !ok {
			b.asked[i] = None
		}
	}
	return b, nil
}

// need drops the rows without a value.
func (b *bound) need(of []uint32) {
	for i, code := range of {
		b.match[i] = b.match[i] && code != None
	}
}

// condition adds one condition; the codes are those that distinguish what is asked for.
func (b *bound) condition(c *Condition) ([]uint32, error) {
	col := b.Column(c.Segment)
	b.need(col.Of)
	switch c.Op {
	case Equal:
		b.equal[c.Segment] = true
		if c.Fixed {
			id := col.find(c.Value)
			for i, code := range col.Of {
				b.match[i] = b.match[i] && code == id
			}
		}
		return col.Of, nil
	case Prefix, Labels:
		p := b.front(col, c)
		b.parts = append(b.parts, p)
		return p.of, nil
	}
	return nil, b.stretch(col, c)
}

// find is the code of the value that text spells, as in the key or as users write it; None when no row has it.
func (c *Column) find(text string) uint32 {
	for i, v := range c.Values {
		if string(v.Raw) == text || v.Of.String() == text {
			return uint32(i)
		}
	}
	return None
}

// front groups values by how they begin, or by a domain's last labels.
func (b *bound) front(col *Column, c *Condition) part {
	p := part{segment: c.Segment, of: make([]uint32, len(col.Of))}
	ids := map[string]uint32{}
	byValue := make([]uint32, len(col.Values))
	for i, v := range col.Values {
		front, ok := c.frontOf(v.Of.String())
		if !ok {
			byValue[i] = None
			continue
		}
		id, ok := ids[front]
		if !ok {
			id = uint32(len(p.fronts))
			ids[front] = id
			p.fronts = append(p.fronts, []byte(front))
		}
		byValue[i] = id
	}
	for row, code := range col.Of {
		p.of[row] = None
		if code != None {
			p.of[row] = byValue[code]
		}
		if p.of[row] == None {
			b.match[row] = false
		}
	}
	return p
}

// frontOf is the part of a value that the condition filters on, labels from last to first; false when the value has none,
// or not the one that is wanted.
func (c *Condition) frontOf(value string) (string, bool) {
	if c.Op == Prefix {
		if c.Fixed {
			return c.Value, strings.HasPrefix(value, c.Value)
		}
		return value[:min(c.N, len(value))], true
	}
	labels := strings.Split(value, ".")
	slices.Reverse(labels)
	reversed := strings.Join(labels, ".") + "."
	if c.Fixed {
		want := strings.Split(c.Value, ".")
		slices.Reverse(want)
		front := strings.Join(want, ".")
		return front, strings.HasPrefix(reversed, front+".")
	}
	return strings.Join(labels[:min(c.N, len(labels))], "."), true
}

// stretch binds a range condition.
func (b *bound) stretch(col *Column, c *Condition) error {
	if err := col.check(c); err != nil {
		return err
	}
	s := &span{segment: c.Segment, at: make([]float64, len(col.Of)), width: c.Width, fixed: c.Fixed}
	axis := make([]float64, len(col.Values))
	for i, v := range col.Values {
		axis[i] = Coordinate(v.Of)
	}
	if b.span != nil {
		return fmt.Errorf("a query has at most one range: %s has one already", b.span.segment)
	}
	if c.Fixed {
		from, to, err := col.ends(c.Value, c.To)
		if err != nil {
			return err
		}
		s.from, s.width = from, to-from
	}
	for row, code := range col.Of {
		if code == None {
			continue
		}
		s.at[row] = axis[code]
		if c.Fixed && (s.at[row] < s.from || s.at[row] >= s.from+s.width) {
			b.match[row] = false
		}
	}
	b.span = s
	return nil
}

// ends reads the ends of a fixed range, the second inclusive, as [from, to).
func (c *Column) ends(from, to string) (low, high float64, err error) {
	var step float64
	if low, _, err = c.point(from); err != nil {
		return 0, 0, err
	}
	if high, step, err = c.point(to); err != nil {
		return 0, 0, err
	}
	if high < low {
		return 0, 0, fmt.Errorf("the range ends before it starts: %s .. %s", from, to)
	}
	return low, high + step, nil
}

// forms are how users write times; step is what the last digit stands for, in seconds.
var forms = [...]struct {
	layout string
	step   float64
}{{"2006-01-02T15:04:05Z07:00", 1}, {"2006-01-02T15:04Z07:00", 60}, {"2006-01-02", 86400}}

// point reads a value as the key has it, or a time as users write it.
func (c *Column) point(text string) (at, step float64, err error) {
	if c.Codec != nil {
		if v, err := c.Codec.Decode([]byte(text)); err == nil && !math.IsNaN(Coordinate(v)) {
			return Coordinate(v), UnitSeconds(c.Codec.Unit()), nil
		}
		if c.Codec.Type() == rowkey.Timestamp {
			for _, f := range forms {
				if t, err := time.Parse(f.layout, text); err == nil {
					return float64(t.Unix()), f.step, nil
				}
			}
		}
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil && (c.Codec == nil || c.Codec.Type() != rowkey.Timestamp) {
		return v, 1, nil
	}
	return 0, 0, fmt.Errorf("%q is not a value of %s: write it as in the key, or as 2006-01-02", text, c.Name)
}

// UnitSeconds is the length of a unit in seconds, a month being 28 days and a year 365; numbers without a unit step by one.
func UnitSeconds(u rowkey.Unit) float64 {
	steps := map[rowkey.Unit]float64{rowkey.Nanosecond: 1e-9, rowkey.Microsecond: 1e-6, rowkey.Millisecond: 1e-3, rowkey.Second: 1, rowkey.Minute: 60,
		rowkey.Hour: 3600, rowkey.Day: 86400, rowkey.Week: 7 * 86400, rowkey.Month: 28 * 86400, rowkey.Year: 365 * 86400}
	if s, ok := steps[u]; ok {
		return s
	}
	return 1
}

// combine numbers the combinations of codes that rows have. A row without one of the codes has none.
func combine(rows int, columns ...[]uint32) (of []uint32, n int) {
	of = make([]uint32, rows)
	n = min(1, rows)
	for _, col := range columns {
		top := uint32(0)
		for _, code := range col {
			if code != None {
				top = max(top, code)
			}
		}
		of, n = pair(of, n, col, int(top)+1)
	}
	return of, n
}

// dense is how many pairs are numbered by a table; more go through a map.
const dense = 1 << 22

// pair numbers the pairs of two columns of codes, which it may change.
func pair(a []uint32, an int, b []uint32, bn int) ([]uint32, int) {
	n := uint32(0)
	if an*bn <= dense {
		ids := make([]uint32, an*bn)
		for i := range a {
			if a[i] == None || b[i] == None {
				a[i] = None
				continue
			}
			k := int(a[i])*bn + int(b[i])
			if ids[k] == 0 {
				n++
				ids[k] = n
			}
			a[i] = ids[k] - 1
		}
		return a, int(n)
	}
	ids := make(map[uint64]uint32, len(a)/2)
	for i := range a {
		if a[i] == None || b[i] == None {
			a[i] = None
			continue
		}
		k := uint64(a[i])<<32 | uint64(b[i])
		id, ok := ids[k]
		if !ok {
			id = n
			ids[k] = id
			n++
		}
		a[i] = id
	}
	return a, int(n)
}

// serves reports whether the bytes of a component begin with the prefix that the part filters on, wherever both are known.
func (p *part) serves(c *Component) bool {
	if len(c.Sources) != 1 || c.Sources[0] != p.segment {
		return false
	}
	for row, code := range c.Of {
		if code != None && p.of[row] != None && !bytes.HasPrefix(c.Raw[code], p.fronts[p.of[row]]) {
			return false
		}
	}
	return true
}
