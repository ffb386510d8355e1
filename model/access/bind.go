package access

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// bound is a query whose conditions are columns of codes over the rows of the sample.
type bound struct {
	*Index
	query  *workload.Query
	match  []bool // row -> it can be an answer
	has    []bool // row -> it has all that is filtered on, whatever the values
	equal  map[string]bool
	asked  []uint32 // row -> number of the combination of values that finds it; None where there is none
	askeds int
	parts  []part     // prefixes and labels
	span   *span      // the range, nil without one
	within [][]uint32 // of each range that the query filters on: row -> 0, or None outside it
	latest *Column    // what tells the newest, nil without Latest
	per    []uint32   // row -> number of what the newest of each are wanted of; nil when they are wanted of all
	pers   int
	shares *shares // of the records of one of several layouts; nil where there is one
}

// part is a condition on a value prefix.
type part struct {
	segment string
	of      []uint32 // row -> code of the prefix
	fronts  [][]byte // what the bytes of a component begin with that serves it
	labels  bool     // of a domain: between them may be commas in place of points
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
func (index *Index) bind(q *workload.Query) (*bound, error) {
	asked := &bound{Index: index, query: q, match: make([]bool, len(index.cluster)), equal: map[string]bool{}}
	kind, named := index.Layouts.KindNamed(q.Kind)
	for record := range asked.match {
		asked.match[record] = !named || int(index.Kind[index.row(record)]) == kind
	}
	asked.has = slices.Clone(asked.match)
	for _, name := range q.Segments() {
		for i, code := range index.Column(name).Of {
			asked.has[i] = asked.has[i] && code != None
		}
	}
	var keys [][]uint32
	for position := range q.Where {
		condition := &q.Where[position]
		codes, err := asked.condition(condition)
		if err != nil {
			if condition.Line > 0 {
				err = fmt.Errorf("line %d: %w", condition.Line, err)
			}
			return nil, fmt.Errorf("query %q: %w", q.Name, err)
		}
		if codes != nil {
			keys = append(keys, codes)
		}
	}
	if q.Latest > 0 {
		asked.latest = index.Column(q.By)
		asked.need(asked.latest.Of)
	}
	if len(q.Per) > 0 {
		var columns [][]uint32
		for _, name := range q.Per {
			columns = append(columns, index.Column(name).Of)
		}
		asked.per, asked.pers = combine(len(asked.match), columns...)
		asked.need(asked.per)
	}
	for name := range index.KnownDigests(func(segment string) bool { return asked.equal[segment] }) {
		asked.equal[name] = true
	}
	asked.asked, asked.askeds = combine(len(asked.match), keys...)
	for i, ok := range asked.match {
		if !ok {
			asked.asked[i] = None
		}
	}
	return asked, nil
}

// need drops the rows without a value.
func (b *bound) need(of []uint32) {
	for i, code := range of {
		b.match[i] = b.match[i] && code != None
	}
}

// condition adds one condition; the codes are those that distinguish what is asked for.
func (b *bound) condition(c *workload.Condition) ([]uint32, error) {
	col := b.Column(c.Segment)
	b.need(col.Of)
	switch c.Op {
	case workload.Equal:
		b.equal[c.Segment] = true
		if c.Fixed {
			id := col.find(c.Value)
			for i, code := range col.Of {
				b.match[i] = b.match[i] && code == id
			}
		}
		return col.Of, nil
	case workload.Prefix, workload.Labels:
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
func (b *bound) front(col *Column, c *workload.Condition) part {
	part := part{segment: c.Segment, of: make([]uint32, len(col.Of)), labels: c.Op == workload.Labels}
	ids := map[string]uint32{}
	byValue := make([]uint32, len(col.Values))
	for i, entry := range col.Values {
		value := string(entry.Raw) // what the key holds, whatever it is shown as
		if c.Op == workload.Labels && col.Codec != nil {
			value = entry.Of.String()
		}
		front, ok := constantPrefix(c, value)
		if !ok {
			byValue[i] = None
			continue
		}
		id, ok := ids[front]
		if !ok {
			id = uint32(len(part.fronts))
			ids[front] = id
			part.fronts = append(part.fronts, []byte(front))
		}
		byValue[i] = id
	}
	for row, code := range col.Of {
		part.of[row] = None
		if code != None {
			part.of[row] = byValue[code]
		}
		if part.of[row] == None {
			b.match[row] = false
		}
	}
	return part
}

// constantPrefix is the part of a value that the condition filters on, labels from last to first; false when the value
// has none, or not the one that is wanted.
func constantPrefix(c *workload.Condition, value string) (string, bool) {
	if c.Op == workload.Prefix {
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
func (b *bound) stretch(col *Column, c *workload.Condition) error {
	if err := col.check(c); err != nil {
		return err
	}
	span := &span{segment: c.Segment, at: make([]float64, len(col.Of)), width: c.Width, fixed: c.Fixed}
	axis := col.axis()
	if c.Fixed {
		from, to, err := col.ends(c.Value, c.To)
		if err != nil {
			return err
		}
		span.from, span.width = from, to-from
	}
	for row, code := range col.Of {
		if code == None {
			continue
		}
		span.at[row] = axis[code]
		if c.Fixed && (span.at[row] < span.from || span.at[row] >= span.from+span.width) {
			b.match[row] = false
		}
	}
	if b.query.Ranged() == c {
		b.span = span
		return nil
	}
	within := make([]uint32, len(b.match)) // the query filters on it
	for row := range within {
		if col.Of[row] == None || span.at[row] < span.from || span.at[row] >= span.from+span.width {
			within[row] = None
		}
	}
	b.within = append(b.within, within)
	return nil
}

// ends reads the ends of a fixed range, the second inclusive, as [from, to).
func (c *Column) ends(from, to string) (low, high float64, err error) {
	if !c.HasCoordinates() {
		return c.textEnds(from, to)
	}
	if low, _, err = c.point(from); err != nil {
		return 0, 0, err
	}
	if _, high, err = c.point(to); err != nil {
		return 0, 0, err
	}
	if high <= low {
		return 0, 0, fmt.Errorf("the range ends before it starts: %s .. %s", from, to)
	}
	return low, high, nil
}

// textEnds are the ends of a range of text on the axis of ranks. A value that begins with the second end belongs to the
// range.
func (c *Column) textEnds(from, to string) (low, high float64, err error) {
	if to < from {
		return 0, 0, fmt.Errorf("the range ends before it starts: %s .. %s", from, to)
	}
	for _, v := range c.Values {
		raw := string(v.Raw)
		if raw < from {
			low++
		}
		if raw <= to || strings.HasPrefix(raw, to) {
			high++
		}
	}
	return low, high, nil
}

// axis is the place of each value on the axis that ranges run along: times and numbers as they are, else the rank of
// the bytes.
func (c *Column) axis() []float64 {
	if c.numbers != nil {
		return c.numbers
	}
	axis := make([]float64, len(c.Values))
	if c.HasCoordinates() {
		for i, v := range c.Values {
			axis[i] = Coordinate(v.Of)
		}
		return axis
	}
	order := make([]int, len(c.Values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return bytes.Compare(c.Values[a].Raw, c.Values[b].Raw) })
	for rank, i := range order {
		axis[i] = float64(rank)
	}
	return axis
}

// forms are how users write times, with what the last field stands for.
var forms = [...]struct {
	layout              string
	years, months, days int
	step                time.Duration
}{
	{layout: "2006-01-02T15:04:05.999999999Z07:00", step: time.Second}, {layout: "2006-01-02 15:04:05.999999999",
		step: time.Second},
	{layout: "2006-01-02T15:04Z07:00", step: time.Minute}, {layout: "2006-01-02T15", step: time.Hour},
	{layout: "2006-01-02", days: 1},
	{layout: "2006-01", months: 1}, {layout: "2006", years: 1},
}

// seconds is a time on the axis.
func seconds(t time.Time) float64 { return float64(t.Unix()) + float64(t.Nanosecond())/1e9 }

// period is the time that text stands for, from its first instant to the first one after it.
func period(text string) (from, to float64, ok bool) {
	for _, f := range forms {
		if t, err := time.Parse(f.layout, text); err == nil {
			return seconds(t), seconds(t.AddDate(f.years, f.months, f.days).Add(f.step)), true
		}
	}
	return 0, 0, false
}

// point reads a value as the key has it, or a time as users write it: where it begins and ends.
func (c *Column) point(text string) (from, to float64, err error) {
	times := c.isTime()
	if c.Codec != nil {
		if v, err := c.Codec.Decode([]byte(text)); err == nil && !math.IsNaN(Coordinate(v)) {
			from := Coordinate(v)
			if unit := c.Codec.Unit(); v.Kind == rowkey.KindTime && unit.CoarserThan(rowkey.Week) {
				return from, seconds(unit.Next(v.Time())), nil // which differ in length
			}
			return from, from + workload.UnitSeconds(c.Codec.Unit()), nil
		}
	}
	if times {
		if from, to, ok := period(text); ok {
			return from, to, nil
		}
		return 0, 0, fmt.Errorf("%q is not a value of %s: write it as it is stored, or as 2006-01-02", text, c.Name)
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		if c.numbers != nil {
			return v, math.Nextafter(v, math.Inf(1)), nil
		}
		return v, v + 1, nil
	}
	return 0, 0, fmt.Errorf("%q is not a value of %s: write it as it is stored", text, c.Name)
}

// isTime reports whether the values are times.
func (c *Column) isTime() bool {
	return c.Codec != nil && c.Codec.Type() == rowkey.Timestamp ||
		len(c.Values) > 0 && c.Values[0].Of.Kind == rowkey.KindTime
}

// combine numbers the combinations of codes that rows have, in the order in which they first occur. A row without one
// of the codes has none.
func combine(rows int, columns ...[]uint32) (of []uint32, n int) {
	type coded struct {
		of  []uint32
		top int // the greatest code
	}
	all := make([]coded, len(columns))
	for i, column := range columns {
		all[i].of = column
		for _, code := range column {
			if code != None {
				all[i].top = max(all[i].top, int(code))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b coded) int { return b.top - a.top }) // so that rows are soon told apart
	of, n = make([]uint32, rows), min(1, rows)
	for _, column := range all {
		if n == numbered(of) {
			n = number(of, column.of)
		} else {
			of, n = pair(of, n, column.of, column.top+1)
		}
	}
	return of, n
}

// numbered counts the rows that have a code.
func numbered(codes []uint32) (n int) {
	for _, code := range codes {
		if code != None {
			n++
		}
	}
	return n
}

// number numbers the rows that have a code in both columns; those of a are other codes in every row.
func number(a, b []uint32) int {
	count := uint32(0)
	for i := range a {
		if a[i] == None || b[i] == None {
			a[i] = None
			continue
		}
		a[i] = count
		count++
	}
	return int(count)
}

// dense is how many pairs are numbered by a table; more go through a hash table.
const dense = 1 << 22

// pair numbers the pairs of two columns of codes, which it may change, in the order in which they first occur.
func pair(a []uint32, an int, b []uint32, bn int) ([]uint32, int) {
	if an*bn > dense {
		var numbers Pairs
		numbers.Reset(len(a))
		for i := range a {
			if a[i] == None || b[i] == None {
				a[i] = None
				continue
			}
			a[i] = numbers.Number(a[i], b[i])
		}
		return a, numbers.Len()
	}
	count := uint32(0)
	ids := make([]uint32, an*bn)
	for i := range a {
		if a[i] == None || b[i] == None {
			a[i] = None
			continue
		}
		k := int(a[i])*bn + int(b[i])
		if ids[k] == 0 {
			count++
			ids[k] = count
		}
		a[i] = ids[k] - 1
	}
	return a, int(count)
}

// Pairs numbers pairs of codes in the order in which they are met. It is a hash table with open addressing, which of a
// million pairs takes a quarter of the time of a map. Call Reset before the first pair.
type Pairs struct {
	slots []uint32 // 1 + number, 0 where free; a power of two of them, at least twice as many as there can be pairs
	shift int      // leaves of a hash as many of the first bits as slots are numbered by
	pairs []uint64 // by their numbers
}

// Reset forgets all pairs, and makes room for so many.
func (p *Pairs) Reset(most int) {
	width := bits.Len(uint(2 * most))
	if p.pairs = p.pairs[:0]; len(p.slots) == 1<<width {
		clear(p.slots)
		return
	}
	p.slots, p.shift = make([]uint32, 1<<width), 64-width
}

// Len returns the number of pairs.
func (p *Pairs) Len() int { return len(p.pairs) }

// Number returns the number of a pair, the next one if it is new.
func (p *Pairs) Number(a, b uint32) uint32 {
	pair := uint64(a)<<32 | uint64(b)
	mask := uint64(len(p.slots) - 1)
	at := pair * 0x9E3779B97F4A7C15 >> p.shift // Fibonacci hashing: the first bits depend on all others
	for ; p.slots[at] != 0; at = (at + 1) & mask {
		if number := p.slots[at] - 1; p.pairs[number] == pair {
			return number
		}
	}
	p.pairs = append(p.pairs, pair)
	p.slots[at] = uint32(len(p.pairs))
	return p.slots[at] - 1
}

// serves reports whether the bytes of a component begin with the prefix that the part filters on, wherever both are
// known.
func (p *part) serves(c *Component) bool {
	if len(c.Sources) != 1 || c.Sources[0] != p.segment {
		return false
	}
	begins := func(fronts [][]byte) bool {
		for row, code := range c.Of {
			if code != None && p.of[row] != None && !bytes.HasPrefix(c.Raw[code], fronts[p.of[row]]) {
				return false
			}
		}
		return true
	}
	if found := begins(p.fronts); found || !p.labels {
		return found
	}
	commas := make([][]byte, len(p.fronts))
	for i, front := range p.fronts {
		commas[i] = bytes.ReplaceAll(front, []byte("."), []byte(","))
	}
	return begins(commas)
}
