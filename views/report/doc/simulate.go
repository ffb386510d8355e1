package doc

import "time"

// Simulate is the report of tabletop simulate: other key layouts applied to the sampled rows.
type Simulate struct {
	Read
	// Today is the current layout.
	Today Trial `json:"today"`
	// Layouts are the candidates.
	Layouts []Trial `json:"layouts"`
	// Prices are the prices of amounts a month (--prices).
	Prices *Prices `json:"prices,omitempty"`
	// LayoutConfidence is the least confidence in the inferred layouts of the table; absent for layouts that were
	// declared.
	LayoutConfidence *float64 `json:"layout_confidence,omitempty"`
	// CurrentLayout is that in a sentence; nil for layouts that were declared.
	CurrentLayout *Note `json:"-"`
}

// Trial is what a layout comes to.
type Trial struct {
	Template Escaped `json:"template"`
	// SameAs is a layout that gives the same rows.
	SameAs   Escaped `json:"same_as,omitempty"`
	Rows     int64   `json:"rows"`
	Cells    int64   `json:"cells"`
	Bytes    int64   `json:"bytes"`
	KeyBytes int64   `json:"key_bytes"`
	// PackedKeyBytes is the size of the keys if each were stored only as far as it differs from the one before, every
	// 16th in full.
	PackedKeyBytes int64      `json:"packed_key_bytes"`
	RowBytes       Quantiles  `json:"row_bytes" form:"line"`
	CellsPerRow    Quantiles  `json:"cells_per_row" form:"line"`
	Over100MB      int64      `json:"rows_over_100mb"`
	Over256MB      int64      `json:"rows_over_256mb"`
	Collisions     Collisions `json:"collisions"`
	// Projection is how large rows will be.
	Projection *Projection `json:"projection,omitempty"`
	// Hotspot is how concentrated the writes are.
	Hotspot Hotspot `json:"hotspot"`
	// Replay is what the writes would have done to the tablets.
	Replay *Replay `json:"tablet_replay,omitempty"`
	// Queries is what the queries of a workload cost.
	Queries *[]QueryCost `json:"queries,omitempty"`
	// Table is what the layout comes to for the whole table.
	Table TrialTable `json:"table"`
	// Counted is what tabletop-beam simulate counted over all rows of the table.
	Counted *CountedTrial `json:"counted,omitempty"`
	// Views are the tables of the layout that are continuous materialized views of the current table.
	Views []TrialView `json:"views,omitempty"`
	// Findings are what is notable about the layout.
	Findings []TrialFinding `json:"findings" form:"lines"`
	// FirstKey is the first key of the new table; nil for the current layout, and where no row is left.
	FirstKey Bytes `json:"-"`
	// DropsMostRows reports whether most current rows are gone, so that smaller figures are not an advantage.
	DropsMostRows bool `json:"-"`
	// ReadCost is the mean time of the queries in milliseconds, weighted by their frequency.
	ReadCost float64 `json:"-"`
}

// TrialView is a continuous materialized view, as far as the rows read show it.
type TrialView struct {
	// Query is its SQL.
	Query string `json:"query"`
	// Unconfirmed is what the query needs and the documentation that was read does not show.
	Unconfirmed []string `json:"unconfirmed"`
	// Rows is the number of its rows.
	Rows int64 `json:"rows"`
	// Bytes is the size of its rows.
	Bytes int64 `json:"bytes"`
	// CopyBytes is the size of the intermediate copy that the service keeps beside it, about that of the table.
	CopyBytes int64 `json:"intermediate_bytes"`
	// NullRows is the number of rows that it leaves out because a part of its key is missing.
	NullRows int64 `json:"rows_without_key_part"`
	// FailedRows is the number of rows that it leaves out because a part of its key is to be a number and is none.
	FailedRows int64 `json:"rows_without_number"`
	// LargeRows is the number of rows that it leaves out because more than 1 MiB is selected of each.
	LargeRows int64 `json:"rows_over_1mib"`
	// Words is that in sentences.
	Words []string `json:"-"`
}

// CountedTrial is what a layout comes to, counted over all rows of the table.
type CountedTrial struct {
	// Exact reports whether the figures are those of one state of the table.
	Exact bool `json:"exact"`
	// Started is when counting began.
	Started time.Time `json:"started"`
	// SourceRows is the number of rows of the current table.
	SourceRows  int64      `json:"source_rows"`
	SourceBytes int64      `json:"source_bytes"`
	Rows        int64      `json:"rows"`
	Cells       int64      `json:"cells"`
	Bytes       int64      `json:"bytes"`
	KeyBytes    int64      `json:"key_bytes"`
	LargestRow  int64      `json:"-"`
	Over100MB   int64      `json:"rows_over_100mb"`
	Over256MB   int64      `json:"rows_over_256mb"`
	Collisions  Collisions `json:"collisions"`
	// RowsWithoutCells is the number of current rows of which nothing is left.
	RowsWithoutCells int64 `json:"rows_without_cells"`
	// EstimatedCells is the number of serialized cells whose size is an estimate.
	EstimatedCells int64 `json:"estimated_cells"`
	// CutCells is the number of cells of which too little of the value was read.
	CutCells int64 `json:"cut_cells"`
	// ChangedRows is by how many rows that share a key two reads of the table differed.
	ChangedRows int64 `json:"changed_rows"`
	// Large are the largest rows over 100 MB.
	Large []CountedRow `json:"large_rows" form:"lines"`
	// Hot are the hottest key range of each window of time, by the share of its writes.
	Hot []CountedRange `json:"hot_ranges" form:"lines"`
}

// CountedRow is a row of the new table.
type CountedRow struct {
	Key   Bytes `json:"key"`
	Bytes int64 `json:"bytes"`
	Cells int64 `json:"cells"`
}

// CountedRange is a key range of the new table, and what a window of time writes to it.
type CountedRange struct {
	Window  time.Time `json:"window"`
	Seconds float64   `json:"window_seconds"`
	Start   Bytes     `json:"start"`
	// End is empty for the end of the table.
	End    Bytes   `json:"end"`
	Writes int64   `json:"writes"`
	Share  float64 `json:"share"`
}

// Quantiles are quantiles by nearest rank, weighted where rows stand for different numbers of rows.
type Quantiles struct {
	Min int64 `json:"min"`
	P25 int64 `json:"p25"`
	P50 int64 `json:"p50"`
	P75 int64 `json:"p75"`
	P90 int64 `json:"p90"`
	P95 int64 `json:"p95"`
	P99 int64 `json:"p99"`
	Max int64 `json:"max"`
}

// Collisions are rows and cells that meet under a layout.
type Collisions struct {
	// AtLeast reports whether these are lower bounds of what the table has, because not all of its rows were counted.
	AtLeast bool `json:"at_least,omitempty"`
	// MergedRows is the number of rows that become part of another row.
	MergedRows int64 `json:"merged_rows"`
	// VersionCells is the number of cells that become an older version of a column because rows merge.
	VersionCells int64 `json:"version_cells"`
	// OverwrittenCells is the number of cells lost because row, column and timestamp are the same; the last in key
	// order stays.
	OverwrittenCells int64 `json:"overwritten_cells"`
	// Impossible is why keys cannot collide.
	Impossible string `json:"impossible_because,omitempty"`
}

// Projection is how large the present rows will be. A row grows by its bytes per day over the last 30 days, or over its
// age; an age-based garbage-collection policy ends that growth. It rests when nothing was written for as long as all
// its cells took, or when its key holds a time that is over.
type Projection struct {
	// Horizon is how far ahead it looks.
	Horizon float64 `json:"horizon_days"`
	// NoFigureReason is why nothing can be projected.
	NoFigureReason string `json:"untold_because,omitempty"`
	*ProjectedRows
	// Words is that in a sentence.
	Words string `json:"-"`
}

// ProjectedRows are the rows at the horizon.
type ProjectedRows struct {
	Growing   int64 `json:"rows_growing"`
	Over100MB int64 `json:"rows_over_100mb"`
	Over256MB int64 `json:"rows_over_256mb"`
	Largest   int64 `json:"largest_row"`
	// AtLeast reports whether the figures are lower bounds.
	AtLeast bool `json:"at_least"`
	*WrittenSpan
}

// WrittenSpan is for how long a row is written.
type WrittenSpan struct {
	Days float64 `json:"rows_written_for_days"`
	// Because is the segment that ends a row.
	Because string `json:"because_of"`
}

// Hotspot is how concentrated the writes are.
type Hotspot struct {
	// Score is 0 for uniform writes and 1 where the hottest part takes everything.
	Score           float64 `json:"score"`
	Pattern         string  `json:"pattern"`
	HotShare        float64 `json:"hot_share"`
	ChanceShare     float64 `json:"chance_share"`
	ParallelWriters float64 `json:"parallel_writers"`
	WindowsJudged   int     `json:"windows_judged"`
	WritesJudged    int     `json:"writes_judged"`
	// Artificial is why timestamps are not write times.
	Artificial string `json:"artificial,omitempty"`
	// Words is the pattern in a sentence.
	Words string `json:"-"`
}

// Replay is what the writes would have done to tablets that split at a share of the writes (--split-threshold). The
// service's own rule is not public: use it to compare layouts. It is left out where there are too few writes.
type Replay struct {
	// SplitAbove is the share of a tablet's rows above which it splits.
	SplitAbove float64 `json:"split_above_share"`
	Windows    int     `json:"windows"`
	// Written is the mean number of tablets written in a window.
	Written float64 `json:"tablets_written_at_once"`
	// Busiest is the mean share of the busiest tablet.
	Busiest float64 `json:"busiest_share"`
	// Worst is the largest share of the busiest tablet.
	Worst  float64 `json:"busiest_share_at_worst"`
	Splits int     `json:"splits"`
	// PlacesRead is the number of key ranges that the sample comes from.
	PlacesRead int `json:"places_read,omitempty"`
	// Words is that in a sentence.
	Words string `json:"-"`
}

// QueryCost is what a query of the workload costs: means over the values that occur, each as likely as any other. Rows
// returned are whole rows that hold a match.
type QueryCost struct {
	Name string `json:"name"`
	// Access is how the rows are found.
	Access string `json:"access"`
	// Ranges is the number of key ranges read.
	Ranges float64 `json:"ranges"`
	Average
	// ByData are means over values weighted by their number of rows.
	ByData    Average `json:"in_proportion_to_rows"`
	Frequency float64 `json:"frequency"`
	// Amplification is the number of rows read for each row returned.
	Amplification float64 `json:"amplification"`
	// AtMost reports whether the figures are upper bounds, since values not in the sample may cost less.
	AtMost bool `json:"at_most"`
	// RowsBounded reports whether the rows are upper bounds, since how many rows merge is not known.
	RowsBounded bool `json:"rows_bounded,omitempty"`
	// Words is how the rows are found, in words.
	Words string `json:"-"`
}

// Average is the mean cost of a query.
type Average struct {
	RowsRead      Figure `json:"rows_read"`
	RowsReturned  Figure `json:"rows_returned"`
	BytesRead     Figure `json:"bytes_read"`
	BytesReturned Figure `json:"bytes_returned"`
}

// TrialTable is what a layout comes to for the whole table.
type TrialTable struct {
	// NoFigureReason is why nothing can be estimated.
	NoFigureReason string `json:"untold_because,omitempty"`
	// RowsPerRow is the number of new rows per current row.
	RowsPerRow *Figure `json:"rows_per_row,omitempty"`
	Rows       *Figure `json:"rows,omitempty"`
	// NoBytesReason is why the size and the number of cells cannot be estimated.
	NoBytesReason string  `json:"bytes_untold_because,omitempty"`
	Cells         *Figure `json:"cells,omitempty"`
	Bytes         *Figure `json:"bytes,omitempty"`
	// KeyBytes are those of all keys; absent where rows merge.
	KeyBytes *Figure `json:"key_bytes,omitempty"`
	// Month is what these bytes cost a month (--prices), the intermediate copies of views included.
	Month *Figure `json:"cost_a_month,omitempty"`
	// SavesBytes is by how much the table shrinks (negative: grows) against the current layout.
	SavesBytes *Figure `json:"saves_bytes,omitempty"`
	// BytesChange is by what part the size grows (negative: shrinks) against the current layout, judged row by row.
	BytesChange *Figure `json:"bytes_change,omitempty"`
	// NoSizesReason is why row sizes cannot be estimated.
	NoSizesReason string  `json:"row_bytes_untold_because,omitempty"`
	RowBytesP50   *Figure `json:"row_bytes_p50,omitempty"`
	RowBytesP95   *Figure `json:"row_bytes_p95,omitempty"`
	RowBytesP99   *Figure `json:"row_bytes_p99,omitempty"`
	// MonthWords is Month in words.
	MonthWords string `json:"-"`
	// Sentences are what the layout saves of the table, its figures, and what cannot be estimated.
	Sentences []string `json:"-"`
}

// TrialFinding is something notable about a layout.
type TrialFinding struct {
	Kind string `json:"kind"`
	// Grave reports whether data would be lost or could not be read as intended.
	Grave   bool   `json:"grave"`
	Count   int64  `json:"count"`
	Text    string `json:"text"`
	Rule    string `json:"rule,omitempty"`
	Example Bytes  `json:"example,omitempty"`
}
