package doc

import "time"

// Stats is the report of tabletop stats: rows, columns, cells and segments with their sizes, counts and versions.
type Stats struct {
	Read
	// Rows is the number of rows read.
	Rows int64 `json:"rows"`
	// Cells is the number of cells read.
	Cells int64 `json:"cells"`
	// Bytes is the size of the rows read.
	Bytes int64 `json:"bytes"`
	// KeyBytes is the size of their keys.
	KeyBytes int64 `json:"key_bytes"`
	// ValueBytes is the size of their values.
	ValueBytes int64 `json:"value_bytes"`
	// RowBytes is the distribution of row sizes.
	RowBytes Distribution `json:"row_bytes"`
	// CellsPerRow is the distribution of the number of cells in a row.
	CellsPerRow Distribution `json:"cells_per_row"`
	// ColumnsPerRow is the distribution of the number of columns in a row.
	ColumnsPerRow Distribution `json:"columns_per_row"`
	// KeyLength is the distribution of row key lengths.
	KeyLength Distribution `json:"key_length"`
	// ValueSize is the distribution of value sizes.
	ValueSize Distribution `json:"value_size"`
	// Versions is the distribution of the number of versions of a column in a row.
	Versions Distribution `json:"versions_per_column"`
	// Times describes the cell timestamps.
	Times Timestamps `json:"cell_timestamps"`
	// Families are the column families.
	Families []StatsFamily `json:"families"`
	// Columns are the columns.
	Columns []StatsColumn `json:"columns"`
	// Patterns are columns whose qualifiers are data rather than names, grouped by their pattern.
	Patterns []QualifierPattern `json:"qualifier_patterns"`
	Kinds
	// FirstSegment is the exact count of the first segment's values (--distinct).
	FirstSegment *FirstSegment `json:"first_segment,omitempty"`
	// Gaps is what is missing in a segment whose values follow each other at regular steps (--gaps).
	Gaps *Gaps `json:"gaps,omitempty"`
	// LargestRows are the largest rows, at most 20.
	LargestRows []LargeRow `json:"largest_rows" form:"lines"`
	// LargestOf is what these are the largest of.
	LargestOf string `json:"-"`
	// LargestCells are the largest cells, at most 20.
	LargestCells []LargeCell `json:"largest_cells" form:"lines"`
}

// Timestamps describes the cell timestamps that were read.
type Timestamps struct {
	*TimeRange
	// Zero is the number of cells with timestamp 0.
	Zero int64 `json:"zero"`
	// Negative is the number of cells with a negative timestamp.
	Negative int64 `json:"negative"`
	// Future is the number of cells with a timestamp in the future.
	Future int64 `json:"future"`
	// Identical reports whether all timestamps are the same.
	Identical bool `json:"all_alike"`
	// Now is the time that ages are relative to.
	Now time.Time `json:"-"`
}

// TimeRange is the oldest and newest cell timestamp, in microseconds since 1970.
type TimeRange struct {
	Oldest int64 `json:"oldest_micros"`
	Newest int64 `json:"newest_micros"`
}

// StatsFamily is a column family.
type StatsFamily struct {
	Family string `json:"family"`
	// Declared reports whether the table declares the family.
	Declared bool `json:"declared"`
	// GCRule is its garbage-collection policy as cbt writes it.
	GCRule string `json:"gc_rule"`
	// Aggregate is the type of an aggregate family.
	Aggregate string `json:"aggregate,omitempty"`
	// Columns is the number of its columns.
	Columns int `json:"columns"`
	// RowsPresent is the number of rows with a cell in it.
	RowsPresent int64 `json:"rows_present"`
	// RowsShare is the share of rows with a cell in it.
	RowsShare Figure `json:"rows_share"`
	Cells     int64  `json:"cells"`
	Bytes     int64  `json:"bytes"`
	// KeyBytes is its part of the row keys, which are divided evenly among the cells of a row.
	KeyBytes float64 `json:"key_bytes"`
	// BytesShare is its share of bytes and key_bytes together.
	BytesShare Figure `json:"bytes_share"`
	// TableBytes is the size of both in the table, that share of table.bytes or else of table.stored_bytes; absent if
	// neither is known.
	TableBytes *Figure `json:"table_bytes,omitempty"`
	// TableCells is the number of its cells in the table; absent if that is not known.
	TableCells *Figure `json:"table_cells,omitempty"`
}

// StatsColumn is a column.
type StatsColumn struct {
	Family    string `json:"family"`
	Qualifier Bytes  `json:"qualifier"`
	// NotKept reports whether no row that was kept has it: its values are unknown.
	NotKept bool `json:"-"`
	// RowsPresent is the number of rows with a cell in it.
	RowsPresent int64 `json:"rows_present"`
	// RowsShare is the share of rows with a cell in it.
	RowsShare Figure `json:"rows_share"`
	Cells     int64  `json:"cells"`
	Bytes     int64  `json:"bytes"`
	// KeyBytes is its part of the row keys, which are divided evenly among the cells of a row.
	KeyBytes float64 `json:"key_bytes"`
	// BytesShare is its share of bytes and key_bytes together.
	BytesShare Figure `json:"bytes_share"`
	// TableBytes is the size of both in the table, that share of table.bytes or else of table.stored_bytes; absent if
	// neither is known.
	TableBytes *Figure `json:"table_bytes,omitempty"`
	// TableCells is the number of its cells in the table; absent if that is not known.
	TableCells *Figure `json:"table_cells,omitempty"`
	// MaxVersions is the largest number of versions in a row.
	MaxVersions int `json:"max_versions"`
	// MeanVersions is the mean number of versions in the rows that have the column.
	MeanVersions Figure `json:"mean_versions"`
	// Versions is the histogram of rows by number of versions.
	Versions []Bin `json:"versions" form:"lines"`
	TimeRange
	// ValueSize describes the sizes of its values.
	ValueSize ValueSize `json:"value_size" form:"line"`
	// LooksLike is what most values look like: empty, int64, counter, float64, text, json, protobuf, avro, gzip, zstd,
	// zlib, binary, or mixed.
	LooksLike string `json:"values_look_like"`
	// LooksLikeShare is the share of the values examined that look like it.
	LooksLikeShare float64 `json:"values_look_like_share"`
	// Parts are what mixed values look like, the most common first.
	Parts []ValuePart `json:"values_mixed,omitempty" form:"lines"`
}

// ValuePart is a part of mixed values.
type ValuePart struct {
	// LooksLike is what the values look like.
	LooksLike string `json:"look_like"`
	// Share is their share of the values examined that are not empty.
	Share float64 `json:"share"`
}

// ValueSize describes the sizes of the values of a column.
type ValueSize struct {
	Min  int64   `json:"min"`
	Mean float64 `json:"mean"`
	P50  int64   `json:"p50"`
	P95  int64   `json:"p95"`
	Max  int64   `json:"max"`
}

// QualifierPattern is a group of columns whose qualifiers have one form.
type QualifierPattern struct {
	Family string `json:"family"`
	// Template is their common form, left out where they have none.
	Template Escaped `json:"template,omitempty"`
	// Example is one of the qualifiers.
	Example Bytes `json:"example"`
	// Columns is the number of columns.
	Columns int `json:"columns"`
	// MostInARow is the largest number of them in one row.
	MostInARow  int   `json:"most_in_a_row"`
	RowsPresent int64 `json:"rows_present"`
	Cells       int64 `json:"cells"`
	Bytes       int64 `json:"bytes"`
}

// FirstSegment is how many values the first segment of the keys has, counted over all keys.
type FirstSegment struct {
	Segment string `json:"segment"`
	// Values is the number of distinct values.
	Values int64 `json:"values"`
	// KeysWithout is the number of keys without the segment.
	KeysWithout int64 `json:"keys_without"`
	// Within are the filters of the count.
	Within []string `json:"-"`
	// Exact reports whether counting reached the end; otherwise there are at least that many.
	Exact bool `json:"exact"`
	// Limit is where counting stopped.
	Limit int `json:"limit,omitempty"`
}

// Gaps is what is missing in a segment whose values follow each other at regular steps.
type Gaps struct {
	Segment string `json:"segment"`
	// By is the segment that rows are grouped by.
	By string `json:"by,omitempty"`
	// Refused states why nothing is said: not all rows were kept, or some were left out.
	Refused string `json:"refused,omitempty"`
	// Missing is the number of values that are missing, in all gaps.
	Missing int64 `json:"missing"`
	// Regular is the number of groups whose values follow each other at regular steps.
	Regular int `json:"groups_regular"`
	// Irregular is the number of groups whose values do not, which have no gaps.
	Irregular int `json:"groups_irregular"`
	// Few is the number of groups with too few values to tell.
	Few int `json:"groups_with_few_values"`
	// RowsWithout is the number of rows without the segments, which may be what is missing.
	RowsWithout int `json:"rows_without"`
	// Ranges are the key ranges of a sample of which all rows were read: nothing is said of what is between them. It is
	// not there if all rows were read.
	Ranges []GapRange `json:"read_ranges,omitempty"`
	// Gaps are those that miss most first.
	Gaps []Gap `json:"gaps"`
}

// GapRange is a key range in which gaps were looked for, because all of its rows were read.
type GapRange struct {
	First Bytes `json:"first_key"`
	Last  Bytes `json:"last_key"`
	Rows  int   `json:"rows"`
}

// Gap is a place where values are missing.
type Gap struct {
	// Group is the value that the rows are grouped by.
	Group string `json:"group,omitempty"`
	// Missing is how many values are missing at the usual step.
	Missing int64 `json:"missing"`
	// After is the last value before the gap.
	After string `json:"after"`
	// Before is the first value behind it.
	Before string `json:"before"`
	// Step is the usual step of the group: nanoseconds of times, else of the number itself.
	Step float64 `json:"step"`
	// StepWords is the step in words.
	StepWords string `json:"-"`
	// KeyAfter is the key of a row with After.
	KeyAfter Bytes `json:"key_after"`
	// KeyBefore is the key of a row with Before.
	KeyBefore Bytes `json:"key_before"`
}

// LargeRow is one of the largest rows.
type LargeRow struct {
	Key   Bytes `json:"key"`
	Bytes int64 `json:"bytes"`
	Cells int   `json:"cells"`
	*RowGrowth
}

// RowGrowth is how a row grows, by the timestamps of its cells over the last 30 days.
type RowGrowth struct {
	// PerDay is the number of bytes written per day.
	PerDay float64 `json:"bytes_a_day"`
	// Level is the size at which the garbage-collection policy ends the growth; null where nothing ends it.
	Level *float64 `json:"levels_at_bytes"`
}

// LargeCell is one of the largest cells.
type LargeCell struct {
	Key        Bytes  `json:"key"`
	Family     string `json:"family"`
	Qualifier  Bytes  `json:"qualifier"`
	Timestamp  int64  `json:"timestamp_micros"`
	ValueBytes int64  `json:"value_bytes"`
}
