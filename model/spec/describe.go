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
		writes, pace, ofDay := d.writes(kind, end, duration)
		out.Kinds = append(out.Kinds, Kind{Layout: kind.layout, Share: kind.weight / weight, Fields: kind.fields,
			Writes: writes, Pace: pace, Hours: ofDay, Columns: d.columns(kind, end)})
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
		if strings.ContainsRune(ofNames, c) {
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

// isPlain reports whether all bytes are printable ASCII.
func isPlain(text []byte) bool {
	return !slices.ContainsFunc(text, func(c byte) bool { return c < ' ' || c > '~' })
}

// opaque gives rows the layout of keys that are one value.
func (d *describer) opaque(kind *kindOfRows, number int) {
	codec := "text"
	if slices.ContainsFunc(kind.rows, func(row int) bool { return !isPlain(d.sample.Key(row)) }) {
		codec = "bytes"
	}
	template := "{key:" + codec + "}"
	if len(d.keys.Layouts) > 1 || d.sample.Rows() > len(kind.rows) {
		template = fmt.Sprintf("other%d = %s", number+1, template)
	}
	kind.layout, _ = rowkey.Parse(template) // a constant of letters
	d.notes = append(d.notes, fmt.Sprintf("%s whose keys no layout reads, or whose layout has groups, are one text "+
		"each.", spelling.Count(len(kind.rows), "row")))
}
