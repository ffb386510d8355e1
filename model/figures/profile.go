package figures

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// Profile is the description of one sample. Counts and bytes are of the sample, as sample.RowBytes and sample.CellBytes
// define them; shares, means and quantiles are Figures.
type Profile struct {
	Scope estimate.Scope
	Now   time.Time // what ages and "future" are measured against

	// What was found: exact where all rows were read or counted, otherwise of the rows read, of which the table has at
	// least so much. FoundRows is what such figures as Column.FoundRows are of.
	FoundRows, FoundCells, FoundBytes, FoundKeyBytes, FoundValueBytes Figure

	Rows       int64
	Cells      int64
	Bytes      int64 // sum of RowBytes
	KeyBytes   int64 // of Bytes, the row keys
	ValueBytes int64 // of Bytes, the values

	Whole Whole // the table that the sample is of

	KeyShare      Figure // of all bytes, those of the keys
	OverheadShare Figure // of all bytes, those outside values

	RowBytes      Distribution // bytes of a row
	CellsPerRow   Distribution
	ColumnsPerRow Distribution // distinct columns
	KeyLength     Distribution // bytes of a key
	ValueSize     Distribution // bytes of a value
	Versions      Distribution // cells of one column in one row

	Families     []Family // those of the table's description and those only seen in cells, sorted by name
	Columns      []Column // entry i is sample.ColumnID(i): sorted by family and qualifier
	NotKept      []Column // those that were counted and that no row of the sample has, without what was not counted
	MoreColumns  bool     // all rows were counted, and have more columns than Columns and NotKept together
	Kinds        []Kind   // entry i is layout i of the set
	Unexplained  Unexplained
	LargestRows  []LargeRow     // largest first, at most ProfileOptions.Largest
	LargestCells []LargeCell    // by value size, largest first, at most ProfileOptions.Largest
	LargestOf    estimate.Scope // the rows that LargestRows and LargestCells are the largest of
	Times        Times

	rows   *sample.Sample
	design *estimate.Design
	totals *census.Totals // of all rows; nil if they were not counted
}

// Whole is what a sample shows of the table as a whole, or of the part of it that was asked for, and what it cannot
// show.
type Whole struct {
	// Rows is how many there are; Value is 0 when that cannot be determined.
	Rows Figure
	// Bytes is what the service counts for it, in a unit that is not documented (it may be that of compressed storage),
	// and which need not be that of RowBytes. 0 when the service counts nothing.
	Bytes int64
	// Table is the bytes of the table, as shares of bytes are of; see estimate.Design.Bytes. Value is 0 if unknown.
	Table Figure
	// Cells is how many there are; Value is 0 if that cannot be determined.
	Cells Figure
	// Places is how many independent places the rows are from, 0 when unknown.
	Places int
	// NoFigureReason describes why figures have no interval; empty when they have one or are exact.
	NoFigureReason string
	// Unseen is the greatest share of rows (95%) that may be of a kind of which none was seen.
	Unseen float64
	// StartsOnly is the share of the bytes in sections of which only the first rows were read; see estimate.Design.
	StartsOnly float64
	// Stats are the service's own statistics of the whole table; nil when it gives none.
	Stats *sample.Stats
	// Unexplained is the share of the stored bytes that rows like those read do not make up: a few very large rows, or
	// data deleted but still stored. Value is 0 when there is nothing to explain, or nothing to measure it by.
	Unexplained Figure
	// LargeSections is the share of the stored bytes in sections over four times as large as usual, which may hold very
	// large rows; LargestSection is the bytes of the largest of them. Both are 0 when there are none.
	LargeSections  float64
	LargestSection int64
	// LargeKnown reports whether rows of all of these were read at random or whole, and Uneven how many there are of
	// which these rows do not tell, because a row much larger was not sent.
	LargeKnown bool
	Uneven     int
	// Made is what the rows make up, their number times their mean size, to be held against Bytes; Value is 0 if it is
	// not known otherwise.
	Made Figure
	// Unreadable is the number of rows that the service refused to send, usually because they are over 256 MiB; they
	// are in no figure.
	Unreadable int
}

// Distribution describes how numbers are spread. Min and Max are of the numbers seen; Quantiles are by nearest rank.
type Distribution struct {
	N                  int64 // how many numbers
	Min, Max           int64
	Mean               Figure
	P50, P90, P95, P99 Figure
	Bins               []Bin // in order, without gaps; none when N is 0
}

// Bin is one bar of a histogram: the numbers from From to To, both inclusive. Bins grow with the numbers: 0, 1, 2, 3,
// then four to a doubling.
type Bin struct {
	From, To int64
	Count    float64 // of numbers; not whole when rows weigh differently
}

// Spread is a Distribution in short, for things of which there may be 100,000.
type Spread struct {
	Min, Max, P50, P95 int64
	Mean               float64
}

// Family is one column family.
type Family struct {
	Name     string
	GC       sample.GCRule
	Declared bool   // in the table's description; else only seen in cells, so the family was made or dropped meanwhile
	Type     string // "sum", "min", "max", "hll" of an aggregate family, else empty
	Columns  int    // seen
	Rows     int64  // with at least one cell of it
	RowShare Figure // of all rows
	Cells    int64
	Bytes    int64   // of its cells, keys not counted
	KeyBytes float64 // its part of the keys: each row's key is split evenly over the row's cells
	// ByteShare is the share of all bytes, Bytes and KeyBytes together.
	ByteShare Figure
	// TableCells is the number of its cells in the table, as Whole.Cells.
	TableCells Figure
	// FoundRows, FoundCells and FoundBytes are the rows that have it, its cells, and their bytes: exact where all rows
	// were read or counted, otherwise those of the rows read, of which the table has at least so many.
	FoundRows, FoundCells, FoundBytes Figure
}

// Column is one column: a family and a qualifier.
type Column struct {
	Family    string
	Qualifier string // any bytes
	Rows      int64  // it is present in
	RowShare  Figure // of all rows
	Cells     int64
	Bytes     int64   // of its cells, keys not counted
	KeyBytes  float64 // its part of the keys: each row's key is split evenly over the row's cells
	ByteShare Figure  // of all bytes, Bytes and KeyBytes together
	// TableCells is the number of its cells in the table, as Whole.Cells.
	TableCells Figure
	// FoundRows, FoundCells and FoundBytes are the rows that have it, its cells, and their bytes: exact where all rows
	// were read or counted, otherwise those of the rows read, of which the table has at least so many.
	FoundRows, FoundCells, FoundBytes Figure

	MaxVersions  int                // most cells in one row
	MeanVersions Figure             // over the rows it is present in
	Versions     []Bin              // rows by number of versions
	Oldest       int64              // micros
	Newest       int64              // micros
	Values       Spread             // bytes of a value
	Guess        ValueGuess         // of what the values are
	GuessShare   float64            // of the values looked at, those that fit Guess
	GuessParts   []value.CodecShare // what they are where Guess is GuessMixed, the most common first
}

// Kind is one record kind: the rows whose keys one layout explains.
type Kind struct {
	Layout *rowkey.Layout
	Keys   int64
	Share  Figure // of all rows
	Found  Figure // these rows: exact where all were counted, otherwise those of the sample
	Bytes  int64  // of these rows
	// KeyShare is the share of the keys in the bytes of these rows, and CellsPerRow the mean number of their cells.
	KeyShare, CellsPerRow Figure
	First                 []byte // the first of its keys, nil when it explains none
	Segments              []Segment
}

// Segment is one named part of the keys of a kind. A segment in a repeated group is counted once for every time it
// stands in a key.
type Segment struct {
	Name     string
	Type     rowkey.Type
	Unit     rowkey.Unit
	Encoding string
	Reversed bool
	Keys     int64  // that have it; fewer than the kind's when it is optional
	Found    Figure // rows that have it: exact where all were counted, otherwise Keys
	Count    int64  // values, more than Keys when it is repeated
	Distinct int64  // values in the sample, by their bytes in the key
	// AllDistinct is the number of values in the table, which has at least Distinct: exact or by a sketch of all rows
	// where Found is exact, otherwise an estimate (see estimate.Richness). Nothing is known of it if there is none.
	AllDistinct Figure
	Top         []Value // the most common first, at most ProfileOptions.Top
	// RowsPerValue is the mean number of rows of the table that have one value; NoFigureReason states why it cannot be
	// determined.
	RowsPerValue   Figure
	NoFigureReason string
	// Min and Max are the least and greatest value of numbers and times; Ordered states that there are such.
	Min, Max           rowkey.Value
	Ordered            bool
	MinWidth, MaxWidth int // bytes in the key
}

// Value is one value of a segment.
type Value struct {
	Raw   []byte // as it stands in the key
	Value rowkey.Value
	Count int64
	Share Figure // of the kind's values of the segment
	Found Figure // rows that have it: exact where they were counted, otherwise Count
}

// Unexplained are the keys that no layout explains.
type Unexplained struct {
	Keys  int64
	Share Figure
	Found Figure   // such rows: exact where all were counted, otherwise Keys
	First [][]byte // in key order, at most ProfileOptions.Largest
}

// UnexplainedShare returns the share of the keys that no layout decodes: of all rows of the table where these were
// known, else of the rows of the sample.
func (p *Profile) UnexplainedShare() float64 {
	if p.Unexplained.Share.IsExact() {
		return p.Unexplained.Share.Value
	}
	return float64(p.Unexplained.Keys) / float64(max(p.Rows, 1))
}

// AllColumns returns Columns and NotKept, which must not be changed.
func (p *Profile) AllColumns() []Column {
	if len(p.NotKept) == 0 {
		return p.Columns // a table may have more columns than a copy is cheap for
	}
	return slices.Concat(p.Columns, p.NotKept)
}

// AnyColumn returns the column of that name among AllColumns; nil if there is none.
func (p *Profile) AnyColumn(family, qualifier string) *Column {
	if c := p.Column(family, qualifier); c != nil {
		return c
	}
	return find(p.NotKept, family, qualifier)
}

// Column returns the column of that name, nil if no row of the sample has it.
func (p *Profile) Column(family, qualifier string) *Column { return find(p.Columns, family, qualifier) }

// find returns the column of that name among sorted ones; nil if there is none.
func find(columns []Column, family, qualifier string) *Column {
	i, found := slices.BinarySearchFunc(columns, sample.Column{Family: family, Qualifier: qualifier},
		func(c Column, of sample.Column) int {
			return cmp.Or(strings.Compare(c.Family, of.Family), strings.Compare(c.Qualifier, of.Qualifier))
		})
	if !found {
		return nil
	}
	return &columns[i]
}

// FoundAmong returns the number of rows among which a number of rows was found, such as Column.FoundRows.
func (p *Profile) FoundAmong(rows Figure) Figure {
	if rows.IsExact() {
		return p.FoundRows
	}
	return estimate.Seen(float64(p.Rows)) // also where other things were counted in all rows
}

// LargestBeyond returns LargestRows where the sample may lack them; otherwise nil.
func (p *Profile) LargestBeyond() []LargeRow {
	if p.LargestOf == p.Scope {
		return nil
	}
	return p.LargestRows
}

// LargeRow is a row and its size. If all rows were counted, it need not be in the sample.
type LargeRow struct {
	Key   []byte
	Bytes int64
	Cells int
}

// LargeCell is a cell and its size; see LargeRow.
type LargeCell struct {
	Key       []byte
	Family    string
	Qualifier string
	Micros    int64
	Bytes     int64 // of the value
}

// Times describes what the cell timestamps look like, all in cells. Artificial timestamps (zeros, sequence numbers)
// make ages meaningless.
type Times struct {
	Oldest, Newest int64 // micros
	Zero           int64 // at 1970 to the microsecond: mostly "not set"
	Negative       int64 // -1 among them
	Future         int64 // more than retention.FutureSlack after Profile.Now
	Alike          bool  // all cells (of at least two) carry one timestamp
}

// ProfileOptions steer a profile. The zero value is the default.
type ProfileOptions struct {
	Now     time.Time // for ages; the zero time is How.Started of the sample
	Top     int       // values to list for each segment; 0 is 20
	Largest int       // rows, cells and unexplained keys to list; 0 is 20
	// Counts are those of all rows if the sample holds only some of them, which make figures exact; nil if there are
	// none.
	Counts *census.Result
}
