// Package doc holds what each report says as plain structs, and writes them as JSON. The comments of the fields are the
// description in docs/json.md, and the types are the JSON Schemas in docs/schema: both are made from this package, and
// a test keeps them so.
package doc

import "time"

// Read is what every report says about the rows that were read, and about the table as a whole.
type Read struct {
	// Source is the table as it was named.
	Source string `json:"source"`
	// Scope is what figures are about: all rows, a sample, or the head only.
	Scope string `json:"scope"`
	// Complete reports whether every row was read.
	Complete bool `json:"complete"`
	// Strategy is how rows were selected.
	Strategy string `json:"strategy,omitempty"`
	// Started is when reading started (RFC 3339, UTC).
	Started *time.Time `json:"started,omitempty"`
	// Took is how long reading took.
	Took float64 `json:"took_seconds"`
	// Stopped is why reading ended before its plan did, at a limit or otherwise.
	Stopped string `json:"stopped,omitempty"`
	// Partial is true if an error or an interrupt ended the read, or if no rows were read and the table is not known to
	// be empty.
	Partial bool `json:"partial,omitempty"`
	// Redacted states how the rows were redacted, and what their keys no longer are; absent if they are as read.
	Redacted []string `json:"redacted,omitempty"`
	*Precision
	// Table is what is known of the whole table.
	Table Table `json:"table"`
	// Unreadable lists the rows that the service refused to send.
	Unreadable []Unreadable `json:"unreadable_rows,omitempty" form:"lines"`
	// About is all that in sentences, of which JSON has the figures only.
	About []Note `json:"-"`
	// Part names the part of the table that was asked for, or is empty.
	Part string `json:"-"`
}

// Note is a sentence of a report, escaped. Mark is what it begins with.
type Note struct {
	Mark, Text string
	Unwrapped  bool // a line of figures, which stays one line
	Partial    bool // the reason why the read is partial
	Sample     bool // how far the sample is representative of the table
}

// Precision is how reading for a target (--precision) ended; absent without one.
type Precision struct {
	// Of is the figure of the target: bytes, rows, or garbage.
	Of string `json:"precision_of"`
	// Target is the half-width of its 95% confidence interval that is wanted, relative to the estimate.
	Target float64 `json:"precision_target"`
	// Reached reports whether the interval is as narrow.
	Reached bool `json:"precision_reached"`
	// Half is the half-width that there is, 0 if the figure is exact; absent if there is no interval.
	Half *float64 `json:"precision_half_width,omitempty"`
	// Why is why it was not reached.
	Why string `json:"precision_not_reached_because,omitempty"`
	// Cost is what reaching it would take.
	Cost *PrecisionCost `json:"precision_would_cost,omitempty" form:"line"`
}

// PrecisionCost is what a read would take that is expected to reach a target of precision.
type PrecisionCost struct {
	Strategy string `json:"strategy"`
	// Rows is the number of rows to receive.
	Rows int64 `json:"rows"`
	// Bytes is the number of bytes to receive.
	Bytes int64 `json:"bytes"`
	// ScanBytes is the number of bytes that the server scans.
	ScanBytes int64 `json:"scan_bytes"`
	// Seconds is the time it takes.
	Seconds float64 `json:"seconds"`
}

// Table is what is known of the whole table.
type Table struct {
	// Rows is the number of rows in the table.
	Rows *Figure `json:"rows,omitempty"`
	// RowsExact reports whether that number was counted. Rows in unreadable_rows are in no figure.
	RowsExact *bool `json:"rows_exact,omitempty"`
	// AllRowsCounted reports whether all rows but those in unreadable_rows were counted, though perhaps not all were
	// kept.
	AllRowsCounted bool `json:"all_rows_counted"`
	// AllKeysCounted reports whether record kinds and values of segments were counted in all rows as well.
	AllKeysCounted bool `json:"all_keys_counted,omitempty"`
	// StoredBytes is the size of the table as the service counts it.
	StoredBytes int64 `json:"stored_bytes,omitempty"`
	// Bytes is the size of the table that byte figures of the table are shares of: exact, or an estimate with its
	// interval. If it is absent, they are shares of StoredBytes.
	Bytes *Figure `json:"bytes,omitempty"`
	// Cells is the number of cells in the table.
	Cells *Figure `json:"cells,omitempty"`
	// Statistics are the service's own statistics of the table.
	Statistics *Statistics `json:"statistics,omitempty" form:"line"`
	*Sampled
	// Size is Bytes, or else StoredBytes as a figure without an interval.
	Size Figure `json:"-"`
	// NoIntervals is why figures have no confidence interval.
	NoIntervals string `json:"no_intervals_because,omitempty"`
}

// Sampled is what is known of the table only when a sample was read.
type Sampled struct {
	// Places is the number of independent key ranges that were read.
	Places int `json:"places"`
	// Unseen is an upper bound (95% confidence) of the share of rows that something not seen in the sample may have.
	Unseen float64 `json:"unseen_share_at_most"`
	// StartsOnly is the share of the bytes in sections of which only the first rows were kept: intervals do not allow
	// for rows of another kind inside of them.
	StartsOnly float64 `json:"starts_only_share"`
	// Unexplained is the share of the stored bytes that rows like those read do not account for.
	Unexplained Figure `json:"unexplained_share"`
	// LargeSections is the share of the table in sections much larger than the others.
	LargeSections float64 `json:"large_sections_share"`
	// LargestSection is the size of the largest section.
	LargestSection int64 `json:"largest_section_bytes"`
	// UnevenSections is the number of these that rows like those read do not fill: very large rows in them are in no
	// figure.
	UnevenSections int `json:"uneven_sections,omitempty"`
	// Made is the number of rows times their mean size, to be compared with StoredBytes. It is absent where the number
	// of rows comes from StoredBytes.
	Made *Figure `json:"rows_times_mean_bytes,omitempty"`
}

// Statistics are the service's own statistics of a table.
type Statistics struct {
	Rows           int64   `json:"rows"`
	LogicalBytes   int64   `json:"logical_bytes"`
	ColumnsPerRow  float64 `json:"columns_per_row"`
	CellsPerColumn float64 `json:"cells_per_column"`
}

// Unreadable is a row that the service refused to send.
type Unreadable struct {
	Key    Bytes  `json:"key"`
	Reason string `json:"reason"`
}

// Distribution describes the sizes or counts of rows, cells or values.
type Distribution struct {
	// Count is how many there are.
	Count int64 `json:"count"`
	*Spread
	// Histogram has bins of about equal width on a log scale.
	Histogram []Bin `json:"histogram" form:"lines"`
}

// Spread is the range, mean and quantiles of a distribution.
type Spread struct {
	Min  int64  `json:"min"`
	Max  int64  `json:"max"`
	Mean Figure `json:"mean"`
	P50  Figure `json:"p50"`
	P90  Figure `json:"p90"`
	P95  Figure `json:"p95"`
	P99  Figure `json:"p99"`
}

// Bin is one bin of a histogram.
type Bin struct {
	// From is the smallest value of the bin.
	From int64 `json:"from"`
	// To is the largest value of the bin.
	To int64 `json:"to"`
	// Count is how many there are, weighted where rows stand for different numbers of rows.
	Count float64 `json:"count"`
}
