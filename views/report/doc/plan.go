package doc

import (
	"time"

	"tabletop/views/text"
)

// Plan is the report of tabletop sample --plan: what would be read.
type Plan struct {
	Source   string `json:"source"`
	Strategy string `json:"strategy"`
	// Places is the number of key ranges to read.
	Places int `json:"places"`
	// Points is the number of points selected by bytes.
	Points int64 `json:"points,omitempty"`
	// RowsExpected is the expected number of rows to read.
	RowsExpected int64 `json:"rows_expected,omitempty"`
	// RowsKept is the maximum number of rows to keep.
	RowsKept int64 `json:"rows_kept_at_most,omitempty"`
	// BytesExpected is the expected size of the rows to read.
	BytesExpected int64 `json:"bytes_expected,omitempty"`
	// ScanBytes is what the server has to scan.
	ScanBytes int64 `json:"scan_bytes,omitempty"`
	// TotalBytes is the size of all that the plan covers.
	TotalBytes int64 `json:"total_bytes,omitempty"`
	// SentShare is the probability with which the server sends a row.
	SentShare float64 `json:"sent_share"`
	// Seconds is the expected duration.
	Seconds float64 `json:"seconds_expected,omitempty"`
	// Only is what the read is restricted to; empty for the whole table.
	Only  Restriction `json:"only"`
	Notes []string    `json:"notes"`
	// Facts are all that in words.
	Facts []text.Fact `json:"-"`
}

// Restriction is what a read is restricted to.
type Restriction struct {
	Prefix   Bytes      `json:"prefix,omitempty"`
	Start    Bytes      `json:"start,omitempty"`
	End      Bytes      `json:"end,omitempty"`
	KeyRegex string     `json:"key_regex,omitempty"`
	Families []string   `json:"families,omitempty"`
	Since    *time.Time `json:"since,omitempty"`
	Until    *time.Time `json:"until,omitempty"`
}
