// Package qualifier finds qualifiers that are data and not names: the id of a friend, the second of an hour (guideline
// G17). A table may have 100,000 of them; folded by their pattern they are one line.
package qualifier

import (
	"context"
	"slices"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Fold is a set of columns of one family whose qualifiers are data of one pattern.
type Fold struct {
	Family  string
	Layout  *rowkey.Layout    // the pattern of the qualifiers; nil when they have none in common
	Columns []sample.ColumnID // ascending
	First   string            // one of the qualifiers, as an example
	Rows    int64             // with at least one of the columns
	Most    int               // of the columns in one row
	Cells   int64
	Bytes   int64 // of the cells, as sample.CellBytes
	rarity  bool  // nothing but rarity reports that the qualifiers are data
}

// The bounds of what is taken for data.
const (
	fewest   = 20   // columns in a fold
	rare     = 0.05 // share of the family's rows that a column may be in where only rarity reports that it is data
	newOften = 0.02 // how often a qualifier that is met must be a new one, likewise
	looks    = 200  // qualifiers of a family that the patterns are found from
	varied   = 20   // values that a number, time or id must take to be more than a digit in a name
)

// Folds finds them in s, by family and then by falling bytes. A canceled ctx ends it with the context's error.
func Folds(ctx context.Context, s *sample.Sample) ([]Fold, error) {
	seen := look(s)
	var out []Fold
	all := s.Columns()
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].Family == all[from].Family {
			to++
		}
		if to-from >= fewest {
			folds, err := ofFamily(ctx, s, seen, from, to)
			if err != nil {
				return nil, err
			}
			out = append(out, folds...)
		}
		from = to
	}
	count(s, out)
	// Names of one thing stand together: a row that has it has all of them. Data seldom do.
	out = slices.DeleteFunc(out, func(f Fold) bool { return f.rarity && 2*f.Most >= len(f.Columns) })
	slices.SortStableFunc(out, func(a, b Fold) int {
		if a.Family != b.Family {
			return 0 // by family already
		}
		return int(min(max(b.Bytes-a.Bytes, -1), 1))
	})
	return out, nil
}

// presence is in how many rows columns and families are.
type presence struct {
	column []int64 // by sample.ColumnID
	family map[string]int64
}

func look(s *sample.Sample) presence {
	presence := presence{column: make([]int64, len(s.Columns())), family: map[string]int64{}}
	for i := range s.Rows() {
		from, to := s.Cells(i)
		last := ""
		for c := from; c < to; c = s.Versions(c, to) {
			id := s.CellColumn(c)
			presence.column[id]++
			if f := s.Column(id).Family; f != last {
				presence.family[f]++
				last = f
			}
		}
	}
	return presence
}

// ofFamily finds the folds among the columns from to to-1, which are those of one family.
func ofFamily(ctx context.Context, s *sample.Sample, seen presence, from, to int) ([]Fold, error) {
	builder := sample.NewBuilder(0)
	for id := from; id < to; id++ {
		if q := s.Column(sample.ColumnID(id)).Qualifier; q != "" {
			builder.Row([]byte(q))
		}
	}
	// Qualifiers are looked at as if they were keys.
	result, err := infer.Sample(ctx, sample.Assemble(sample.Table{}, sample.Provenance{Complete: true},
		[]*sample.Builder{builder}), infer.Options{Keys: looks})
	if err != nil {
		return nil, err
	}
	set := result.Set()
	byKind := make([]*kind, len(set)+1) // the last is what no layout explains
	for k := range byKind {
		byKind[k] = &kind{values: map[*rowkey.Segment]map[string]bool{}}
		if k < len(set) {
			byKind[k].layout = set[k]
		}
	}
	var spans []rowkey.Span
	for id := from; id < to; id++ {
		qualifier := s.Column(sample.ColumnID(id)).Qualifier
		if qualifier == "" {
			continue
		}
		var k int
		if spans, k = set.Decode(spans[:0], []byte(qualifier)); k < 0 {
			k = len(set)
		}
		byKind[k].add(sample.ColumnID(id), qualifier, spans)
	}
	family := s.Column(sample.ColumnID(from)).Family
	var out []Fold
	for _, kind := range byKind {
		f := Fold{Family: family, Layout: kind.layout, Columns: kind.ids}
		if f.rarity = !kind.varied(); f.rarity {
			f.Columns = kind.rare(seen, seen.family[family])
		}
		if len(f.Columns) >= fewest {
			f.First = s.Column(f.Columns[0]).Qualifier
			out = append(out, f)
		}
	}
	return out, nil
}

// kind is the columns of a family whose qualifiers have one layout.
type kind struct {
	layout *rowkey.Layout
	ids    []sample.ColumnID
	values map[*rowkey.Segment]map[string]bool // of segments that are not words
}

func (k *kind) add(id sample.ColumnID, q string, spans []rowkey.Span) {
	k.ids = append(k.ids, id)
	for _, span := range spans {
		if t := span.Segment.Codec.Type(); t == rowkey.Text || t == rowkey.Enum {
			continue
		}
		v := k.values[span.Segment]
		if v == nil {
			v = map[string]bool{}
			k.values[span.Segment] = v
		}
		if len(v) < varied {
			v[q[span.Start:span.End]] = true
		}
	}
}

// varied reports whether the pattern holds a number, time or id of many values: then all of the columns are data.
func (k *kind) varied() bool {
	for _, v := range k.values {
		if len(v) >= varied {
			return true
		}
	}
	return false
}

// rare lists the columns that are in few rows, if new ones keep coming, as names do not.
func (k *kind) rare(seen presence, rows int64) []sample.ColumnID {
	var ids []sample.ColumnID
	met := int64(0)
	for _, id := range k.ids {
		if n := seen.column[id]; float64(n) <= max(rare*float64(rows), 1) {
			ids = append(ids, id)
			met += n
		}
	}
	if float64(len(ids)) < newOften*float64(met) || rows < 2 {
		return nil
	}
	return ids
}

// count fills in rows, cells and bytes.
func count(s *sample.Sample, folds []Fold) {
	if len(folds) == 0 {
		return
	}
	of := make([]int32, len(s.Columns())) // column -> one more than its fold
	for f := range folds {
		for _, id := range folds[f].Columns {
			of[id] = int32(f + 1)
		}
	}
	inRow := make([]int, len(folds))
	for i := range s.Rows() {
		clear(inRow)
		from, to := s.Cells(i)
		for column := from; column < to; {
			end := s.Versions(column, to)
			if f := of[s.CellColumn(column)]; f > 0 {
				inRow[f-1]++
				for ; column < end; column++ {
					folds[f-1].Cells++
					folds[f-1].Bytes += s.CellBytes(column)
				}
			}
			column = end
		}
		for f, n := range inRow {
			if n > 0 {
				folds[f].Rows++
				folds[f].Most = max(folds[f].Most, n)
			}
		}
	}
}
