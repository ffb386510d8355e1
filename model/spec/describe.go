package spec

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tabletop/model/qualifier"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/spelling"
)

// Describe returns the specification of a sample with such layouts: how many values segments have and how often, but
// none of them. Names, and words that templates spell, are those of the sample, so it must be one that was redacted.
// The notes state what differs from the table. The error is ctx's, or about a sample without rows.
func Describe(ctx context.Context, s *sample.Sample, layouts rowkey.Set) (*Spec, error) {
	if s.Rows() == 0 {
		return nil, fmt.Errorf("no row of %s was read, of which a specification could be made", s.Table.Name)
	}
	folds, err := qualifier.Folds(ctx, s)
	if err != nil {
		return nil, err
	}
	keys, err := segments.New(ctx, s, layouts)
	if err != nil {
		return nil, err
	}
	about := &describer{sample: s, keys: keys, folds: folds, foldOf: map[sample.ColumnID]int{}}
	for number, fold := range folds {
		for _, id := range fold.Columns {
			about.foldOf[id] = number
		}
	}
	return about.spec(ctx)
}

// Losses returns what a specification of a sample does not hold, as sentences.
func Losses() []string {
	return []string{
		"Not in it: how columns, their sizes, and times depend on each other or on values of keys, in which order",
		"values were written, which cells share a value, and the largest cells: sizes are means of about equal ones.",
	}
}

// describer makes a specification of a sample.
type describer struct {
	sample *sample.Sample
	keys   *segments.Table
	folds  []qualifier.Fold
	foldOf map[sample.ColumnID]int
	base   []int64 // the time of each row in milliseconds since 1970
	notes  []string
}

// kindOfRows is the rows of a kind.
type kindOfRows struct {
	layout *rowkey.Layout
	rows   []int
	weight float64
	fields []Field
	tree   *tree // of the drawn fields
}

func (d *describer) spec(ctx context.Context) (*Spec, error) {
	out := &Spec{Name: tableName(d.sample.Table.Name), Seed: 1}
	d.families(out)
	d.base = make([]int64, d.sample.Rows())
	kinds, weight := d.kinds(), 0.0
	for number := range kinds {
		d.times(&kinds[number])
		weight += kinds[number].weight
	}
	end := d.end()
	duration := d.duration(kinds, end)
	out.Duration = time.Duration(duration) * time.Millisecond
	for number := range kinds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		kind := &kinds[number]
		d.drawn(kind)
		out.Kinds = append(out.Kinds, Kind{Layout: kind.layout, Share: kind.weight / weight, Fields: kind.fields,
			Writes: d.writes(kind, end, duration), Pace: d.pace(kind), Columns: d.columns(kind, end)})
	}
	rows := max(d.keys.Design.Rows().Value, float64(d.sample.Rows()))
	out.Rows = max(1, int(min(MaxRows, rows, maxTotal/out.MeanRow())))
	d.note(out.Rows, rows)
	out.Notes = d.notes
	return out, out.check()
}

// families adds the families, those that are not described included. Only sums can be generated of aggregates.
func (d *describer) families(out *Spec) {
	for _, family := range d.sample.Table.Families {
		if family.Aggregate != "sum" {
			family.Aggregate = ""
		}
		family.ValueType = ""
		out.Families = append(out.Families, family)
	}
	for _, column := range d.sample.Columns() {
		if out.family(column.Family) < 0 {
			out.Families = append(out.Families, sample.Family{Name: column.Family})
		}
	}
}

// end is the time of the last row or cell, in milliseconds since 1970.
func (d *describer) end() int64 {
	end := slices.Max(d.base)
	for cell := range d.sample.NumCells() {
		end = max(end, d.sample.Cell(cell).Micros/1000)
	}
	return end
}

// note states how many rows there are, and what of a sample is not known.
func (d *describer) note(generated int, rows float64) {
	if float64(generated) < math.Floor(rows) {
		d.notes = append(d.notes, fmt.Sprintf("The table has about %s rows; rows: states as many as are generated.",
			spelling.Integer(int64(rows))))
	}
	if !d.sample.How.Complete {
		d.notes = append(d.notes, fmt.Sprintf("Made of the %s read: more rows may have more values, columns, and "+
			"kinds.", spelling.Count(d.sample.Rows(), "row")))
	}
}

// tableName is a name that a table can have.
func tableName(name string) string {
	name = strings.Map(func(c rune) rune {
		if c < 128 && strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.", c) {
			return c
		}
		return '_'
	}, name)
	if name == "" {
		return "table"
	}
	return name[:min(len(name), 64)]
}

// kinds divides the rows. Those whose keys have groups, or that no layout reads, become kinds whose key is one text.
func (d *describer) kinds() []kindOfRows {
	byKind := map[int16]*kindOfRows{}
	var order []*kindOfRows
	for row := range d.sample.Rows() {
		number := d.keys.Kind[row]
		kind := byKind[number]
		if kind == nil {
			kind = &kindOfRows{}
			if number >= 0 && !slices.ContainsFunc(d.keys.Layouts[number].Parts(), isGroup) {
				kind.layout = d.keys.Layouts[number]
			}
			byKind[number] = kind
			order = append(order, kind)
		}
		kind.rows = append(kind.rows, row)
		kind.weight += d.keys.Design.Weight(row)
	}
	slices.SortStableFunc(order, func(a, b *kindOfRows) int { return cmp.Compare(b.weight, a.weight) })
	var out []kindOfRows
	for number, kind := range order {
		if kind.layout == nil {
			d.opaque(kind, number)
		}
		out = append(out, *kind)
	}
	return out
}

func isGroup(part rowkey.Part) bool { return part.Group != nil }

// opaque gives rows the layout of keys that are one value.
func (d *describer) opaque(kind *kindOfRows, number int) {
	codec := "text"
	for _, row := range kind.rows {
		for _, c := range d.sample.Key(row) {
			if c < ' ' || c > '~' {
				codec = "bytes"
			}
		}
	}
	template := "{key:" + codec + "}"
	if len(d.keys.Layouts) > 1 || d.sample.Rows() > len(kind.rows) {
		template = fmt.Sprintf("other%d = %s", number+1, template)
	}
	kind.layout, _ = rowkey.Parse(template) // a constant of letters
	d.notes = append(d.notes, fmt.Sprintf("%s whose keys no layout reads, or whose layout has groups, are one text "+
		"each.", spelling.Count(len(kind.rows), "row")))
}

// values are those of a field in some rows or columns.
type values struct {
	segment *rowkey.Segment
	code    []uint32 // of each
	of      []segments.Value
}

// at is the value of an item.
func (v *values) at(item int) *segments.Value { return &v.of[v.code[item]] }

// valuesOf returns the values of a segment in rows.
func (d *describer) valuesOf(kind *kindOfRows, segment *rowkey.Segment) *values {
	out := &values{segment: segment, code: make([]uint32, len(kind.rows))}
	column := d.keys.Column(segment.Name)
	if column == nil { // the key as a whole
		for i, row := range kind.rows {
			key := d.sample.Key(row)
			out.code[i] = uint32(i)
			out.of = append(out.of, segments.Value{Raw: key, Of: rowkey.Value{Kind: rowkey.KindBytes, Bytes: key}})
		}
		return out
	}
	all, list := column.ByBytes()
	out.of = list
	for i, row := range kind.rows {
		out.code[i] = all[row]
	}
	return out
}

// times makes the fields of a kind, finds the times among them that are those of the writes, and the time of each row:
// the finest of these, or else the time of its oldest column.
func (d *describer) times(kind *kindOfRows) {
	written := d.written(kind.rows)
	lo, hi := extent(written)
	finest := -1
	for _, segment := range kind.layout.Segments() {
		field := Field{Segment: segment}
		kind.fields = append(kind.fields, field)
		if !field.isTime() {
			continue
		}
		at := &kind.fields[len(kind.fields)-1]
		millis := millisOf(d.valuesOf(kind, segment))
		at.Every = everyOf(millis, segment.Codec.Unit())
		near, slack := 0, at.step()+(hi-lo)/20
		for i, ms := range millis {
			if ms-written[i] <= slack && written[i]-ms <= slack {
				near++
			}
		}
		if 2*near < len(millis) || hi == lo {
			at.Over = over(millis, at)
			continue
		}
		if finest < 0 || at.step() < kind.fields[finest].step() {
			finest = len(kind.fields) - 1
			written = millis
		}
	}
	for i, row := range kind.rows {
		d.base[row] = written[i]
	}
}

// over is how many milliseconds times lie in: as many steps as there are between them, however long a month is.
func over(millis []int64, field *Field) int64 {
	first, last := extent(millis)
	length := max(1, field.step())
	if field.Every == 0 {
		length = max(1, field.Segment.Codec.Unit().Length().Milliseconds())
	}
	return ((last-first+length/2)/length + 1) * field.step()
}

// written is the time of the oldest of the newest cells of each column, row by row, in milliseconds since 1970.
func (d *describer) written(rows []int) []int64 {
	out := make([]int64, len(rows))
	for item, row := range rows {
		from, to := d.sample.Cells(row)
		oldest := int64(math.MaxInt64)
		for cell := from; cell < to; cell = d.sample.Versions(cell, to) {
			oldest = min(oldest, d.sample.Cell(cell).Micros/1000)
		}
		if from < to {
			out[item] = oldest
		}
	}
	return out
}

func extent(list []int64) (lo, hi int64) {
	for i, n := range list {
		if i == 0 {
			lo, hi = n, n
		}
		lo, hi = min(lo, n), max(hi, n)
	}
	return lo, hi
}

// millisOf are times in milliseconds since 1970.
func millisOf(v *values) []int64 {
	out := make([]int64, len(v.code))
	for i := range out {
		out[i] = v.at(i).Of.Time().UnixMilli()
	}
	return out
}

// everyOf is the greatest whole number of seconds, minutes or hours, that all times are a whole number of, if it is
// longer than the unit in which they are written; else 0.
func everyOf(millis []int64, unit rowkey.Unit) int64 {
	step := uint64(0)
	for _, ms := range millis {
		step = common(step, uint64(max(ms, -ms)))
	}
	every, unitLength := int64(step), unit.Longest().Milliseconds()
	if every >= second && every > unitLength && every <= (24*time.Hour).Milliseconds() {
		return every
	}
	return 0
}

// duration is that of the writes of all kinds, in milliseconds: whole steps of the times in keys.
func (d *describer) duration(kinds []kindOfRows, end int64) int64 {
	longestYet, step := int64(1000), int64(1000)
	for number := range kinds {
		kind := &kinds[number]
		for i := range kind.fields {
			if field := &kind.fields[i]; field.isTime() && field.Over == 0 {
				step = max(step, field.step())
			}
		}
		for _, row := range kind.rows {
			longestYet = max(longestYet, end-d.base[row])
		}
	}
	const hour = 3600 * second
	if longestYet > 48*hour {
		step = max(step, hour)
	}
	return min(longest, (longestYet/step+1)*step)
}

// writeParts is the number of parts with as many rows each that the times of writes are divided in.
const writeParts = 24

// ksLimit is that of the test of Kolmogorov and Smirnov at 95%, times the root of the number of values.
const ksLimit = 1.36

// writes are the times before the end at which rows of a kind are written; nil if they are even over the duration.
func (d *describer) writes(kind *kindOfRows, end, duration int64) Distribution {
	step := int64(1)
	for i := range kind.fields {
		if field := &kind.fields[i]; field.isTime() && field.Over == 0 {
			step = field.step()
		}
	}
	ago := make([]int64, len(kind.rows))
	for i, row := range kind.rows {
		ago[i] = (end/step*step - d.base[row]) / step * step
	}
	slices.Sort(ago)
	var out Distribution
	even := true
	for part := range writeParts {
		from, to := part*len(ago)/writeParts, (part+1)*len(ago)/writeParts
		if from == to {
			continue
		}
		of := Range{Lo: coarse(max(0, ago[from])), Hi: coarse(ago[to-1]) + step/second*second, Weight: 1}
		off := float64(of.Hi)/float64(duration) - float64(part+1)/writeParts
		even = even && math.Abs(off) < max(0.02, ksLimit/math.Sqrt(float64(len(ago))))+float64(step)/float64(duration)
		if last := len(out) - 1; last >= 0 && out[last].Lo == of.Lo && out[last].Hi == of.Hi {
			out[last].Weight++
			continue
		}
		out = append(out, of)
	}
	if even {
		return nil
	}
	return out
}

// apartShare is the share of the time that rows would take if they were written evenly over the duration, above which
// they are taken to be.
const apartShare = 0.7

// pace is the time between rows that only their time tells apart; nil if they are written at any time.
func (d *describer) pace(kind *kindOfRows) Distribution {
	type span struct{ first, last int64 }
	spans, all := make([]*span, len(kind.tree.rows)), make([]int64, len(kind.rows))
	for item, node := range kind.tree.node {
		at := d.base[kind.rows[item]]
		all[item] = at
		if spans[node] == nil {
			spans[node] = &span{at, at}
		}
		spans[node].first, spans[node].last = min(spans[node].first, at), max(spans[node].last, at)
	}
	slices.Sort(all)
	times, took, even := tally{}, 0.0, 0.0
	for node, of := range spans {
		rows := float64(kind.tree.rows[node])
		if rows < 2 {
			continue
		}
		// The first and the last of n times at random are about that far from each other.
		even += rows * float64(all[int(rows/(rows+1)*float64(len(all)))]-all[int(float64(len(all))/(rows+1))])
		took += rows * float64(of.last-of.first)
		times[max(1, int64(float64(of.last-of.first)/(rows-1)))] += rows
	}
	if took > apartShare*even || len(times) == 0 {
		return nil
	}
	return times.ranges()
}

// drawn describes the fields of keys that are no times.
func (d *describer) drawn(kind *kindOfRows) {
	kind.tree = newTree(len(kind.rows))
	var list []*values
	for i := range kind.fields {
		list = append(list, d.valuesOf(kind, kind.fields[i].Segment))
	}
	for number := range kind.fields {
		field := &kind.fields[number]
		if field.isTime() {
			continue
		}
		of := list[number]
		of.shape(field)
		if from := computedFrom(list, number); from >= 0 && !kind.fields[from].isTime() {
			field.Values, field.From = of.distinct(), []string{kind.fields[from].Segment.Name}
			continue
		}
		kind.tree.describe(field, of, func(item int) int64 { return d.base[kind.rows[item]] })
	}
}

// maxSalts is the maximum number of values of a segment that is taken for a function of another one.
const maxSalts = 1024

// computedFrom is the segment behind a salt, or a short digest, of which that is a function; -1 if there is none.
func computedFrom(list []*values, salt int) int {
	of := list[salt]
	kind := of.segment.Codec.Type()
	if kind != rowkey.Salt && kind != rowkey.Hash && kind != rowkey.Hex || of.distinct() > maxSalts ||
		of.distinct() < 2 {
		return -1
	}
	for i := salt + 1; i < len(list); i++ {
		pairs := map[[2]uint32]bool{}
		for item, code := range list[i].code {
			pairs[[2]uint32{code, of.code[item]}] = true
		}
		if distinct := list[i].distinct(); len(pairs) == distinct && distinct > 2*of.distinct() {
			return i
		}
	}
	return -1
}

// distinct is the number of different values.
func (v *values) distinct() int {
	seen := map[uint32]bool{}
	for _, code := range v.code {
		seen[code] = true
	}
	return len(seen)
}

// shape describes lengths and letters.
func (v *values) shape(field *Field) {
	codec := v.segment.Codec
	if codec.Form().Words != nil || codec.Type() == rowkey.Salt {
		return
	}
	lengths := tally{}
	var has [256]bool
	for item := range v.code {
		of := v.at(item)
		switch of.Of.Kind {
		case rowkey.KindInt, rowkey.KindUint:
			lengths[int64(len(strings.TrimPrefix(of.Of.String(), "-")))]++
		case rowkey.KindText, rowkey.KindBytes:
			lengths[max(1, int64(len(of.Of.Bytes)))]++
			for _, c := range of.Of.Bytes {
				has[c] = true
			}
		}
	}
	text := codec.Type() == rowkey.Text || codec.Type() == rowkey.Enum
	if field.numeric() || codec.Width() == 0 || text {
		field.Length = lengths.distribution()
	}
	if text {
		field.Letters = classes(has)
	}
}

// numeric reports whether the values are numbers.
func (f *Field) numeric() bool {
	codec := f.Segment.Codec
	return codec.Type().IsInteger() || codec.Form().Code.Kind == rowkey.CodeNumber
}

// classes are the letters of text by class, and signs as they are: not which letters there are.
func classes(has [256]bool) string {
	out, signs := "", ""
	for _, class := range []string{lower, "A-Z", digits} {
		for c := class[0]; c <= class[2]; c++ {
			if has[c] {
				out += class
				break
			}
		}
	}
	for c := byte('!'); c <= '~'; c++ {
		if has[c] && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			if c == '-' {
				signs = "-" + signs
				continue
			}
			signs += string(c)
		}
	}
	if strings.HasPrefix(signs, "-") && out != "" { // a - between others is a range
		signs = signs[1:] + "-"
	}
	if out == "" {
		out = lower
	}
	if out == lower && signs == "" {
		return ""
	}
	return out + signs
}

// tree is how fields divide rows, as far as they are described.
type tree struct {
	node  []uint32 // of each item
	rows  []int    // of each node
	items int
}

func newTree(items int) *tree {
	return &tree{node: make([]uint32, items), rows: []int{items}, items: items}
}

// recurs is how many prefixes for a value, at least, are taken for one that recurs under others.
const recurs = 1.1

// describe describes a field by how it divides the rows of the nodes, and divides them. when is the time of an item.
func (t *tree) describe(field *Field, of *values, when func(item int) int64) {
	next := &tree{node: make([]uint32, t.items), items: t.items}
	children := map[[2]uint32]uint32{}
	counts := map[uint32]int{}
	fanout := make([]int, len(t.rows))
	for item, code := range of.code {
		place := [2]uint32{t.node[item], code}
		node, ok := children[place]
		if !ok {
			node = uint32(len(next.rows))
			children[place] = node
			next.rows = append(next.rows, 0)
			fanout[t.node[item]]++
		}
		next.node[item] = node
		next.rows[node]++
		counts[code]++
	}
	first, unique := len(t.rows) == 1, len(next.rows) == t.items
	switch {
	case len(counts) == 1:
		field.Values = 1
	case unique && field.numeric() && t.rises(of, when):
		field.Rising = true
		return // it divides nothing
	case unique && len(counts) == t.items: // new in each row
	case !first && float64(len(next.rows)) <= recurs*float64(len(counts)):
		field.PerValue = sizes(next.rows)
	default:
		field.Values, field.Weights = weights(counts)
		t.limit(field, next, fanout, len(counts))
	}
	*t = *next
}

// rises reports whether numbers follow the times of the rows, within the rows of each node.
func (t *tree) rises(of *values, when func(item int) int64) bool {
	byNode := map[uint32][]int{}
	for item, node := range t.node {
		byNode[node] = append(byNode[node], item)
	}
	up, all := 0, 0
	for _, items := range byNode {
		for at, one := range items[:len(items)-1] {
			other := items[(at+len(items)/2)%len(items)]
			if when(one) == when(other) {
				continue
			}
			all++
			if (when(one) < when(other)) == (of.at(one).Of.Compare(of.at(other).Of) < 0) {
				up++
			}
		}
	}
	return all > 20 && float64(up) > 0.9*float64(all)
}

// limit states how many of the values one value of the fields before has, if that is not all of them: their number, or
// their rows, whichever differs less.
func (t *tree) limit(field *Field, next *tree, fanout []int, distinct int) {
	could := 0
	var counts, rows []float64
	for node, n := range fanout {
		could += min(distinct, t.rows[node])
		if t.rows[node] > 1 {
			counts = append(counts, float64(n))
			rows = append(rows, float64(t.rows[node])/float64(n))
		}
	}
	switch {
	case float64(len(next.rows)) > 0.9*float64(could):
	case variation(counts) < variation(rows):
		field.Fanout = sizes(fanout)
	default:
		field.PerValue = sizes(next.rows)
	}
}

// variation is the standard deviation in parts of the mean.
func variation(list []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range list {
		sum += x
		squares += x * x
	}
	n := float64(len(list))
	return math.Sqrt(max(0, squares/n-sum/n*sum/n)) / (sum / n)
}

// sizes is the distribution of counts.
func sizes(counts []int) Distribution {
	out := tally{}
	for _, n := range counts {
		out[int64(n)]++
	}
	return out.distribution()
}

// largest is the number of values with the most rows whose numbers of rows are kept one by one.
const largest = 12

// weights are the numbers of rows of values, and how many values have each; only the number of values if all have about
// as many.
func weights(counts map[uint32]int) (values int, _ Distribution) {
	var list []int64
	for _, n := range counts {
		list = append(list, int64(n))
	}
	slices.SortFunc(list, func(a, b int64) int { return cmp.Compare(b, a) })
	head := min(largest, len(list))
	rest := tally{}
	for _, n := range list[head:] {
		rest[n]++
	}
	out := rest.distribution()
	for i := range out {
		out[i].Weight = math.Round(out[i].Weight * float64(len(list)-head))
	}
	for i := head - 1; i >= 0; i-- {
		if last := len(out) - 1; last >= 0 && out[last].Lo == list[i] {
			out[last].Weight++
			continue
		}
		out = append(out, Range{Lo: list[i], Hi: list[i], Weight: 1})
	}
	out = slices.DeleteFunc(out, func(r Range) bool { return r.Weight == 0 })
	if len(out) == 1 {
		return len(counts), nil
	}
	return 0, out
}
