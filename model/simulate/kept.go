package simulate

import (
	"context"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// LossKind names what of the current table a new one does not hold.
type LossKind string

// The kinds of loss.
const (
	LostCells       LossKind = "cells"       // cells that are in no row of the table; Of is their column
	LostOverwritten LossKind = "overwritten" // cells that another of the same row, column and timestamp replaces
	LostTimes       LossKind = "times"       // cells whose timestamps become others
	LostValues      LossKind = "values"      // cells whose values are taken away, and are not in the qualifier
	LostNames       LossKind = "names"       // columns that get the name of another; Of is one of them
	LostSegment     LossKind = "segment"     // Of is a segment that the table no longer tells
	MergedRows      LossKind = "merged"      // rows that differ in the segment Of become one
	MergedVersions  LossKind = "versions"    // cells of rows that differ in Of, a time, become versions of one another
	Undecodable     LossKind = "undecodable" // keys cannot be taken apart; Of is the reason
)

// Loss is something of the current table that a table of a candidate does not hold.
type Loss struct {
	Kind  LossKind
	Of    string
	Table int   // from 0
	Count int64 // cells, rows or columns; 0 for what rows that are still to come would lose
}

// Losses lists what tables of the result do not hold of the current one: each by itself, since data that is written
// once for each query must be whole in each. Besides the cells there are, rows that differ from some of them in one
// segment only are laid out: what does not keep these apart loses data as soon as they come. A view, which is derived
// from a table that is kept, loses only the rows that it leaves out. Errors are ctx's.
func (r *Result) Losses(ctx context.Context) ([]Loss, error) {
	if r.Candidate == nil {
		return nil, nil
	}
	var out []Loss
	for number, t := range r.Tables {
		k := keeping{Table: t, number: number}
		if t.view() != nil {
			k.lose(LostCells, "the view", t.LeftOut.Rows())
		} else if err := k.look(ctx); err != nil {
			return nil, err
		}
		out = append(out, k.losses...)
	}
	apart, err := r.meeting(ctx)
	return append(out, apart...), err
}

// keeping looks for what a table does not hold.
type keeping struct {
	*Table
	number int
	losses []Loss
}

func (k *keeping) lose(kind LossKind, of string, count int64) {
	if count > 0 {
		k.losses = append(k.losses, Loss{kind, of, k.number, count})
	}
}

func (k *keeping) look(ctx context.Context) error {
	for _, f := range k.findings {
		if f.Kind == Ambiguous || f.Kind == Delimiter {
			k.lose(Undecodable, f.Text, 1)
		}
	}
	k.lose(LostOverwritten, "", k.Overwritten)
	for _, template := range k.of {
		for _, column := range template.Mixed() {
			k.lose(LostNames, column.Family+":"+column.Qualifier, 1)
		}
		for _, name := range k.base.Names {
			if !k.tells(template, name) {
				k.lose(LostSegment, name, 1)
			}
		}
	}
	if k.asTheyAre() && k.NotMeant == 0 {
		return nil
	}
	return k.cells(ctx)
}

// cells compares the cells of the table with the current ones.
func (k *keeping) cells(ctx context.Context) error {
	source := k.base.Sample
	there := make([]bool, source.NumCells())
	var times, values, joined int64
	told := slices.ContainsFunc(k.of, tellsValues)
	for row, cells := range k.Becomes() {
		if row%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for _, c := range cells {
			there[c.Cell] = true
			if c.Micros != source.Times(c.Cell, c.Cell+1)[0] {
				times++
			}
			if !told && c.Bytes < int(source.Sizes(c.Cell, c.Cell+1)[0]) {
				values++
			}
		}
		joined += lostInside(source, cells)
	}
	k.lose(LostTimes, "", times+joined)
	k.lose(LostValues, "", values)
	gone := make([]int64, len(source.Columns()))
	for row := range source.Rows() {
		from, to := source.Cells(row)
		for cell := from; cell < to; cell++ {
			if !there[cell] && !k.promoted(row, cell, there[from:to]) {
				gone[source.CellColumn(cell)]++
			}
		}
	}
	for id, count := range gone {
		column := source.Column(sample.ColumnID(id))
		k.lose(LostCells, column.Family+":"+column.Qualifier, count)
	}
	return nil
}

// lostInside counts the cells that one serialized cell cannot hold: older versions, and those of another time.
func lostInside(source *sample.Sample, cells []rekey.Becoming) int64 {
	type part struct {
		column uint32
		of     sample.ColumnID
	}
	newest, seen, lost := map[uint32]int64{}, map[part]bool{}, int64(0)
	for _, c := range cells {
		if c.Form != "" {
			newest[c.Column] = max(newest[c.Column], c.Micros)
		}
	}
	for _, of := range cells {
		if of.Form == "" {
			continue
		}
		here := part{of.Column, source.CellColumn(of.Cell)}
		if seen[here] || of.Micros != newest[of.Column] {
			lost++
		}
		seen[here] = true
	}
	return lost
}

// Documents returns how many cells of a form are made of others.
func (r *Result) Documents(form candidate.Form) int64 {
	count := int64(0)
	for _, table := range r.Tables {
		for _, cells := range table.Becomes() {
			made := map[uint32]bool{}
			for _, c := range cells {
				if c.Form == form {
					made[c.Column] = true
				}
			}
			count += int64(len(made))
		}
	}
	return count
}

// promoted reports whether a cell that is in no new row is told all the same: its value is a whole part of the key or
// of a qualifier, it is the only version of its column, and a cell of its row with its time is there.
func (k *keeping) promoted(row, cell int, there []bool) bool {
	source := k.base.Sample
	from, _ := source.Cells(row)
	column := source.Column(source.CellColumn(cell))
	promotes := func(t *rekey.Template) bool {
		found := false
		legible(t, func(e *candidate.Expr) {
			found = found || e.Op == candidate.Column && e.Column == candidate.ColumnName(column)
		})
		return found
	}
	if !slices.ContainsFunc(k.of, promotes) {
		return false
	}
	micros, besides := source.Times(cell, cell+1)[0], false
	for i, is := range there {
		if other := from + i; other != cell && source.CellColumn(other) == source.CellColumn(cell) {
			return false
		} else if is && source.Times(other, other+1)[0] == micros {
			besides = true
		}
	}
	return besides
}

// tellsValues reports whether values that are taken away stand in the qualifier.
func tellsValues(t *rekey.Template) bool {
	found := false
	legible(t, func(e *candidate.Expr) { found = found || e.Op == candidate.CellValue })
	return found
}

// legible calls f for what can be read from the key and from the qualifiers of rules: expressions without the calls
// around them that can be turned back, or that cut off what rows must differ in.
func legible(t *rekey.Template, f func(*candidate.Expr)) {
	each := func(field *candidate.Field) {
		e := &field.Expr
		for len(e.Args) == 1 && e.Op != candidate.Salt && e.Op != candidate.Hash {
			e = &e.Args[0]
		}
		f(e)
	}
	candidate.Fields(t.Of.Key, each)
	for _, rule := range t.Of.Rules {
		candidate.Fields(rule.Qualifier, each)
	}
}

// tells reports whether the new rows tell a segment: it stands in the key or in a qualifier, or it is a time that is
// that of each cell. A digest of it does not tell it.
func (k *keeping) tells(t *rekey.Template, name string) bool {
	found := false
	legible(t, func(e *candidate.Expr) {
		switch e.Op {
		case candidate.Whole:
			found = true
		case candidate.Segment:
			found = found || e.Name == name
		case candidate.Rest:
			found = found || slices.Index(k.base.Names, e.Name) <= slices.Index(k.base.Names, name)
		}
	})
	return found || k.base.timed(name)
}

// timed reports whether a segment is a time that the timestamp of each cell lies in.
func (b *Base) timed(name string) bool {
	column := b.Column(name)
	codec := column.Segment.Codec
	if codec.Type() != rowkey.Timestamp {
		return false
	}
	for row, id := range column.Of {
		if id == segments.None {
			return false
		}
		value := column.Values[id].Of
		from, to := b.Sample.Cells(row)
		for _, micros := range b.Sample.Times(from, to) {
			at := rowkey.Value{Kind: rowkey.KindTime, Int: micros / 1e6, Nanos: int32(micros % 1e6 * 1e3)}
			if at.Floor(codec.Unit()).Compare(value.Floor(codec.Unit())) != 0 {
				return false
			}
		}
	}
	return true
}
