package views

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/keyspace"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// KindPart is the part of the rows of a record kind, by its index in the layouts, or of those whose keys match none;
// key is that of one of its rows.
func KindPart(layouts rowkey.Set, kind int, key []byte) analysis.Part {
	name := "keys that match no layout"
	if kind != segments.Unexplained {
		name = "record kind " + widget.KindName(layouts[kind], kind)
	}
	return analysis.Part{Name: name, Like: slices.Clone(key)}
}

// ColumnPart is the part of the rows that have a column.
func ColumnPart(column sample.Column) analysis.Part {
	return analysis.Part{Name: "column " + text.ColumnName(column), Columns: []sample.Column{column}}
}

// FamilyPart is the part of the rows that have a cell in a family.
func FamilyPart(family string) analysis.Part {
	return analysis.Part{Name: "family " + text.EscapeString(family), Family: family}
}

// RowsPart is the part that one or several rows are.
func RowsPart(keys ...[]byte) analysis.Part {
	part := analysis.Part{Name: text.Count(len(keys), "row")}
	if len(keys) == 1 {
		part.Name = "row " + text.Escape(keys[0])
	}
	for _, key := range keys {
		part.Keys = append(part.Keys, slices.Clone(key))
	}
	return part
}

// TargetPart is the part that a target is: a row, or the rows that have its column or family; false if it is none.
func TargetPart(of Target) (analysis.Part, bool) {
	switch {
	case of.Key != nil:
		return RowsPart(of.Key), true
	case of.Column != nil:
		return ColumnPart(*of.Column), true
	case of.Family != "":
		return FamilyPart(of.Family), true
	}
	return analysis.Part{}, false
}

// SegmentPart is the part of the rows with a value in a segment.
func SegmentPart(segment *rowkey.Segment, value keyspace.Value) analysis.Part {
	return analysis.Part{Name: text.EscapeString(segment.Name) + " = " + SegmentLabel(segment, value),
		By: keyspace.By{Segment: segment.Name, Unit: value.Unit}, Value: value}
}

// SegmentLabel writes a value of a segment, or a time cut to a unit.
func SegmentLabel(segment *rowkey.Segment, v keyspace.Value) string {
	layouts := map[rowkey.Unit]string{rowkey.Year: "2006", rowkey.Month: "2006-01", rowkey.Day: "2006-01-02",
		rowkey.Hour: "2006-01-02 15h", rowkey.Minute: "2006-01-02 15:04", rowkey.Second: "2006-01-02 15:04:05"}
	if layout, ok := layouts[v.Unit]; ok {
		return v.Of.Time().Format(layout)
	}
	return cmp.Or(widget.SegmentValue(segment.Codec, v.Of), "(empty)")
}

// FindPart returns the part of the rows in which a segment has a value as it is written for people, of a time also to a
// coarser unit, as 2026-01. The error is ctx's, or states what there is not.
func FindPart(ctx context.Context, a *analysis.Analysis, segment, written string) (analysis.Part, error) {
	index, err := a.Keys(ctx)
	if err != nil {
		return analysis.Part{}, err
	}
	column := index.Column(segment)
	if column == nil {
		return analysis.Part{}, fmt.Errorf("no layout has a segment %s", text.EscapeString(segment))
	}
	units := []rowkey.Unit{""}
	if column.IsTime() {
		units = []rowkey.Unit{rowkey.Year, rowkey.Month, rowkey.Day, rowkey.Hour, rowkey.Minute, rowkey.Second}
	}
	for _, unit := range units {
		for _, value := range index.Groups(keyspace.By{Segment: segment, Unit: unit}).Values {
			part := SegmentPart(column.Segment, value)
			if part.Name == text.EscapeString(segment)+" = "+written {
				return part, nil
			}
		}
	}
	return analysis.Part{}, fmt.Errorf("no row that was read has %s = %s", text.EscapeString(segment),
		text.EscapeString(written))
}

// OfTable states of a figure of the scope what share of the whole table's it is, as ", 25.6% of the table's bytes", or
// of those read; empty where the table has none, or the scope was read alone.
func OfTable(d *Data, part, whole float64, what string) string {
	switch {
	case d.Whole == nil || whole <= 0 || part > whole || d.Sample.Rows() > d.Whole.Sample.Rows():
		return ""
	case d.Whole.Sample.How.Complete:
		return ", " + text.Percent(part/whole) + " of the table's " + what
	}
	return ", " + text.Percent(part/whole) + " of the " + what + " read"
}

// GarbageOfTable is OfTable of the garbage.
func GarbageOfTable(d *Data, garbage *retention.Garbage) string {
	if d.Whole == nil || d.WholeSummary == nil || d.WholeSummary.Of != d.Whole {
		return ""
	}
	return OfTable(d, float64(garbage.Total.Eligible.Bytes),
		float64(d.WholeSummary.Input.Review.Garbage.Total.Eligible.Bytes), "garbage")
}
