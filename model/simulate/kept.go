package simulate

import (
	"bytes"
	"context"
	"math"
	"slices"
	"time"

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
		if c.Joined {
			newest[c.Column] = max(newest[c.Column], c.Micros)
		}
	}
	for _, c := range cells {
		if !c.Joined {
			continue
		}
		p := part{c.Column, source.CellColumn(c.Cell)}
		if seen[p] || c.Micros != newest[c.Column] {
			lost++
		}
		seen[p] = true
	}
	return lost
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

// triedRows is how many rows are varied: segments are alike in all of them.
const triedRows = 8

// meeting lays out rows that differ in one segment only, and lists the segments in which rows may not differ.
func (r *Result) meeting(ctx context.Context) ([]Loss, error) {
	base := r.Tables[0].base
	set, err := rekey.ResolveSet(r.Candidate, base.Layouts)
	if err != nil {
		return nil, err
	}
	var out []Loss
	for _, name := range base.Names {
		rows := base.varied(name)
		varied, err := base.made(ctx, rows)
		if err != nil {
			return nil, err
		}
		made, err := rekey.Run(ctx, varied, set)
		if err != nil {
			return nil, err
		}
		isTime := base.Column(name).Segment.Codec.Type() == rowkey.Timestamp
		for number, t := range made.Tables {
			switch {
			case t.Overwritten > 0, isTime && returns(t, rows):
				out = append(out, Loss{Kind: LostSegment, Of: name, Table: number})
			case t.Merged > 0 && !isTime:
				out = append(out, Loss{Kind: MergedRows, Of: name, Table: number})
			case t.Versions > 0:
				out = append(out, Loss{Kind: MergedVersions, Of: name, Table: number})
			}
		}
	}
	return out, nil
}

// variant is a row, or one that differs from it in one segment.
type variant struct {
	key   []byte
	row   int           // of the sample
	later time.Duration // of a time
	shift time.Duration // of the cells
}

// returns reports whether a row has cells of two times and none of one between them, as the same day of every year.
func returns(t *rekey.Table, rows []variant) bool {
	for row := range t.Len() {
		last := map[int]time.Duration{} // by row of the sample, the latest that is in this row
		here := t.Sources(row)
		for _, source := range here {
			v := rows[source]
			last[v.row] = max(last[v.row], v.later)
		}
		for i, v := range rows {
			_, varied := last[v.row]
			if varied && v.later < last[v.row] && !slices.Contains(here, uint32(i)) {
				return slices.ContainsFunc(here, func(s uint32) bool { return rows[s].row == v.row && rows[s].later < v.later })
			}
		}
	}
	return false
}

// varied returns some rows, and rows that differ from them in one segment, sorted. The cells of a row whose time is
// another have another time too, if the times of all cells are those of the rows.
func (b *Base) varied(name string) []variant {
	timed := b.timed(name)
	var rows []variant
	all := make([]int, b.Sample.Rows())
	for row := range all {
		all[row] = row
	}
	for _, row := range sample.Evenly(all, triedRows) {
		key := b.Sample.Key(row)
		rows = append(rows, variant{key: key, row: row})
		spans, kind := b.Layouts.Decode(nil, key)
		at := slices.IndexFunc(spans, func(s rowkey.Span) bool { return s.Segment.Name == name })
		if kind < 0 || at < 0 {
			continue
		}
		for _, other := range variants(spans[at]) {
			changed := slices.Clone(spans)
			changed[at].Value = other
			made, err := b.Layouts[kind].Encode(nil, changed)
			if err != nil {
				continue
			}
			if again, same := b.Layouts.Decode(nil, made); same != kind || len(again) != len(spans) ||
				again[at].Value.Compare(other) != 0 {
				continue // the value holds a delimiter
			}
			v := variant{key: made, row: row}
			if other.Kind == rowkey.KindTime {
				v.later = other.Time().Sub(spans[at].Value.Time())
			}
			if timed {
				v.shift = v.later
			}
			rows = append(rows, v)
		}
	}
	slices.SortStableFunc(rows, func(a, b variant) int { return bytes.Compare(a.key, b.key) })
	return slices.CompactFunc(rows, func(a, b variant) bool { return bytes.Equal(a.key, b.key) })
}

// made makes a base of rows.
func (b *Base) made(ctx context.Context, rows []variant) (*rekey.Base, error) {
	builder := sample.NewBuilder(math.MaxInt32)
	for _, v := range rows {
		builder.Row(v.key)
		from, to := b.Sample.Cells(v.row)
		for cell := from; cell < to; cell++ {
			c := b.Sample.Cell(cell)
			column := b.Sample.Column(c.Column)
			builder.CellPrefix(column.Family, []byte(column.Qualifier), c.Micros+v.shift.Microseconds(), c.Size, c.Value)
		}
	}
	s := sample.Assemble(b.Sample.Table, b.Sample.How, []*sample.Builder{builder})
	table, err := segments.New(ctx, s, b.Layouts)
	if err != nil {
		return nil, err
	}
	return rekey.NewBase(table, b.Sample.Columns()...), nil
}

// variants returns other values that a segment could have: times a unit, a day, a month and a year later, numbers one
// more, and text with another first or last character.
func variants(s rowkey.Span) []rowkey.Value {
	v := s.Value
	var out []rowkey.Value
	switch v.Kind {
	case rowkey.KindTime:
		at, next := v.Time(), s.Segment.Codec.Unit().Next(v.Time())
		for _, t := range []time.Time{next, at.Add(time.Hour), at.AddDate(0, 0, 1), at.AddDate(0, 1, 0),
			at.AddDate(1, 0, 0)} {
			other := v
			other.Int, other.Nanos = t.Unix(), int32(t.Nanosecond())
			out = append(out, other.Floor(s.Segment.Codec.Unit()))
		}
	case rowkey.KindInt:
		for _, step := range []int64{1, 10, 1000} {
			other := v
			other.Int += step
			out = append(out, other)
		}
	case rowkey.KindUint:
		other := v
		other.Uint++
		out = append(out, other)
	default:
		for _, at := range []int{0, len(v.Bytes) - 1} {
			if at >= 0 {
				other := v
				other.Bytes = bytes.Clone(v.Bytes)
				other.Bytes[at] = another(other.Bytes[at])
				out = append(out, other)
			}
		}
	}
	return out
}

// another returns another character of the same kind.
func another(c byte) byte {
	if c == '9' || c == 'z' || c == 'Z' || c == 'f' || c == 'F' || c >= 0x7f {
		return c - 1
	}
	return c + 1
}
