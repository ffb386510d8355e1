package sampler

import (
	"context"

	"golang.org/x/time/rate"

	"tabletop/model/sample"
)

// Scan is a read of one key range over one stream, whose rows are passed on in key order and not kept.
type Scan struct {
	Start []byte // first key, inclusive; empty is the first row of the table
	End   []byte // exclusive; empty is the end of the table
	// Opts restrict cells and rows, as for Sample, and set the bytes kept of each value. Ranges, limits and rates of it
	// are not used.
	Opts sample.Options
	// Rate limits the bytes received, for all scans that share it; nil means no limit.
	Rate *rate.Limiter
	// Consume receives the rows in runs of consecutive rows. Its error ends the scan.
	Consume func(*sample.Sample) error
}

// Scanned states how far a Scan got.
type Scanned struct {
	Rows, Bytes int64  // received
	Retries     int64  // attempts after the first
	After       []byte // key of the last row received or skipped; nil if there was none
	// Unreadable lists rows that the service refused to send; the scan continued after them.
	Unreadable []sample.Unreadable
}

// Scanner is a Source that reads a key range in key order over one stream, for programs that divide a table among
// machines themselves. Tables of an instance are Scanners.
type Scanner interface {
	sample.Source
	// Scan reads all rows of a key range, with retries. Errors are of type *Error, or those of Consume; what was read
	// before them is returned.
	Scan(ctx context.Context, scan Scan) (Scanned, error)
}
