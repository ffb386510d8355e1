// Package spec describes tables that do not exist: a row-key layout for each record kind, how many values its segments
// have and how often, columns with their types, sizes and versions, and when rows are written. A specification holds
// no value of any table. It is written by hand for a design (Parse), or made of a sample (Describe), and becomes a
// table whose rows are generated (Spec.Table), as those of package demo are. docs/spec.md is the format.
package spec

import (
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// MaxRows is the maximum number of rows of a table to generate.
const MaxRows = 1_000_000

// Spec is the specification of a table.
type Spec struct {
	Name     string // of the table
	Rows     int
	Seed     uint64        // draws all that is drawn
	End      time.Time     // of the writes; zero is the time at which the table is made
	Duration time.Duration // of the writes, until End
	Families []sample.Family
	Kinds    []Kind
	Notes    []string // comments at the top of the text; Parse reads none
}

// Kind is a record kind: its keys and its columns.
type Kind struct {
	Layout *rowkey.Layout
	Share  float64      // of the rows, relative to other kinds
	Writes Distribution // milliseconds before the end at which rows are written; empty is even over the duration
	// Pace is the milliseconds between two rows that only their time tells apart, one after the other, of which Writes
	// then is when the last is written; if it is empty, their times are independent.
	Pace Distribution
	// Hours is the relative numbers of rows in the hours of each day, the last of which ends with the writes; empty is
	// even.
	Hours   []float64
	Fields  []Field // of the segments of the layout, in their order
	Columns []Column
	line    int
}

// Field is how the values of a segment are made. A time is that of the row's write; the others are drawn in the order
// of the key: each value of a field has rows under it, among which those of the next field are divided.
type Field struct {
	Segment *rowkey.Segment
	// Values is the number of different values, which recur under all values of the fields before. 0 makes new values
	// under each of these, each for PerValue rows.
	Values   int
	Skew     float64      // exponent of Zipf's law for the rows of a value; 0 is even
	Weights  Distribution // or the relative numbers of rows of the values
	Fanout   Distribution // number of Values under one value of the fields before; empty is all
	PerValue Distribution // number of rows of a value under one value of the fields before, in place of Fanout
	From     []string     // fields that the value is computed from, as a hash modulo Values
	Rising   bool         // numbers that rise with the time of the write
	Length   Distribution // of values whose length varies: bytes, characters or digits
	Letters  string       // characters of text: a-z, 0-9, and others as they are
	Every    int64        // of a time: milliseconds between the times that there are; 0 is what its codec writes
	Over     int64        // of a time that is not that of the write: milliseconds before the end that it lies in; or 0
	line     int
}

// isTime reports whether the field is a time.
func (f *Field) isTime() bool { return f.Segment.Codec.Unit() != "" }

// isDrawn reports whether the values divide the rows: all but times, and what is computed from other fields.
func (f *Field) isDrawn() bool { return !f.isTime() && len(f.From) == 0 }

// shared reports whether the values recur under all values of the fields before.
func (f *Field) shared() bool { return f.Values > 0 || f.Weights != nil }

// Column is a column, or if its name has fields, all that have such a name.
type Column struct {
	Family   string
	Name     string         // the qualifier, where it has no fields
	Layout   *rowkey.Layout // of the qualifiers; nil where the column has a Name
	Fields   []Field        // of the layout
	Count    Distribution   // of columns in a row that has some; only with a Layout
	Share    float64        // of the rows that have the column; 0 to 1
	Type     Type
	Bytes    Distribution // of a value; empty is what is usual for the type
	Versions Distribution // cells of a column in one row
	Gap      Distribution // milliseconds between two versions
	After    Distribution // milliseconds from the row's time to the newest version
	Ago      Distribution // milliseconds from the newest version to the end, in place of After
	line     int
}

// Type is what the values of a column are.
type Type string

// The types. Only lengths and types are kept of values: the bytes are drawn.
const (
	Text    Type = "text"
	Integer Type = "integer" // decimal digits
	Decimal Type = "decimal" // digits with a point
	JSON    Type = "json"
	Int64   Type = "int64"   // 8 bytes, big-endian
	Float64 Type = "float64" // 8 bytes, big-endian
	Bytes   Type = "bytes"
)

// Types returns all types.
func Types() []Type { return []Type{Text, Integer, Decimal, JSON, Int64, Float64, Bytes} }
