package audit

import (
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// Pattern is a recognized way to lay out data. It is no problem, but has a cost.
type Pattern struct {
	Name       string
	Guidelines []string
	Layout     string // template of the record kind; raw
	Share      estimate.Figure
	Advantages string
	Costs      string
	Measures   []Measure
	Evidence   []Evidence
}

// patternKinds are the patterns that can be recognized, without figures.
func patternKinds() []Pattern {
	return []Pattern{
		{Name: "bucket of time, a column for each event", Guidelines: []string{"G52", "G56", "G57"},
			Advantages: "Small: the qualifier is the event and the cell's timestamp its time; a bucket is read and " +
				"written faster than as many rows.",
			Costs: "Following a change of a value is hard, and each distinct reading is a column."},
		{Name: "bucket of time, a cell for each event", Guidelines: []string{"G53", "G56", "G57"},
			Advantages: "A column for each metric and a version for each moment: periods come out in one row, and a " +
				"change is easy to follow.",
			Costs: "The rule must not collect versions that are wanted, and the row grows with the width of the " +
				"bucket."},
		{Name: "a row for each event, serialized", Guidelines: []string{"G54", "G39", "G66"},
			Advantages: "Compact and quick to write and read whole; free to change in shape.",
			Costs: "A row is read whole or not at all: filters and federated queries see bytes, GoogleSQL reads " +
				"fields at a price."},
		{Name: "a row for each event, plain columns", Guidelines: []string{"G55", "G58"},
			Advantages: "The simplest: every column can be filtered, and rows stay narrow.",
			Costs: "Larger and slower than serialized rows or buckets, since each row repeats its key and each " +
				"cell its names; hotspots are possible although the time comes last."},
		{Name: "newest rows first", Guidelines: []string{"G51"},
			Advantages: "The newest rows of an entity are the first of its range.",
			Costs:      "Periods come out backwards; useful only if most queries read the newest."},
		{Name: "a row for each entity, serialized", Guidelines: []string{"G39", "G66"},
			Advantages: "Compact, and free to change in shape while the queries are unknown.",
			Costs:      "Hidden from filters and federated queries; a change of one field writes the whole."},
		{Name: "qualifiers that are data", Guidelines: []string{"G17"},
			Advantages: "Naming a column after the thing replaces a row for each of them.",
			Costs:      "The row grows with the number of things, and each cell carries the name."},
	}
}

// patterns recognizes how the data of each record kind is laid out.
func patterns(f *facts) []Pattern {
	var out []Pattern
	if f.Profile.Rows < int64(f.limits.MinRows) {
		return nil
	}
	add := func(k kindFacts, name string, measures ...Measure) {
		all := patternKinds()
		p := all[slices.IndexFunc(all, func(p Pattern) bool { return p.Name == name })]
		p.Layout, p.Share, p.Measures, p.Evidence = k.Layout.String(), k.Share, measures, f.examples(k)
		out = append(out, p)
	}
	for _, kind := range f.kinds {
		if kind.Share.Value < 0.01 || len(kind.rows) == 0 {
			continue
		}
		traits := f.traits(kind)
		keys := Measure{Name: "bytes of a row that are its key", Unit: Share, Figure: traits.keys}
		cells := Measure{Name: "cells of a row, on average", Unit: Count, Figure: traits.cells}
		switch {
		case kind.bounded && traits.folded > 0.5:
			add(kind, "bucket of time, a column for each event", cells)
		case kind.bounded && traits.versions.Value > 5:
			add(kind, "bucket of time, a cell for each event", cells, Measure{Name: "versions of a column", Unit: Count,
				Figure: traits.versions})
		case kind.time > 0 && traits.documents:
			add(kind, "a row for each event, serialized", keys)
		case kind.time > 0 && traits.single:
			add(kind, "a row for each event, plain columns", cells, keys)
		case kind.time < 0 && traits.documents:
			add(kind, "a row for each entity, serialized", keys)
		case !kind.bounded && traits.folded > 0.5:
			add(kind, "qualifiers that are data", cells)
		}
		if kind.time > 0 && kind.segments[kind.time].Codec.Type() == rowkey.Timestamp &&
			kind.segments[kind.time].Codec.Reversed() {
			add(kind, "newest rows first")
		}
	}
	return out
}

// traits are the properties by which patterns are recognized.
type traits struct {
	keys, cells, versions estimate.Figure
	folded                float64 // share of the cells whose qualifiers are data
	documents             bool    // one column, of documents
	single                bool    // at most two cells of a column
}

func (f *facts) traits(k kindFacts) traits {
	var t traits
	t.keys, t.cells = k.KeyShare, k.CellsPerRow
	t.versions, _, _ = f.measureVersions(k, func(sample.ColumnID) bool { return true })
	columns := map[sample.ColumnID]int{}
	cells, folded := 0, 0
	for _, row := range k.rows {
		for from, to := f.Sample.Cells(row); from < to; from++ {
			id := f.Sample.CellColumn(from)
			columns[id]++
			cells++
			if f.folded[id] {
				folded++
			}
		}
	}
	t.folded = float64(folded) / float64(max(cells, 1))
	t.single = t.versions.Value <= 2
	if len(columns) == 1 {
		for id := range columns {
			t.documents = document(f.Profile.Columns[id])
		}
	}
	return t
}

// document reports whether the values of a column are serialized records.
func document(c figures.Column) bool {
	switch c.Guess {
	case value.JSON, value.Protobuf, value.Avro, value.Gzip, value.Zstd, value.Zlib:
		return c.GuessShare > 0.9
	}
	return false
}
