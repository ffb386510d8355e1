package sample

import "time"

// Plan describes what will be read before it is read. It is based on the table's sections (Table.Splits), the Options
// and a few rows; its figures are rough estimates.
type Plan struct {
	Strategy   Strategy    // the one chosen; never Auto
	Places     []ReadRange // the ranges to read, in key order
	Points     int         // see How.Points
	Files      int         // that are read instead of ranges of a table; 0 for a table
	TotalBytes int64       // see How.TotalBytes
	// Filter is the probability given to the service's row sample filter: the service scans all rows of the ranges and
	// sends this share of them. 1 is no filter.
	Filter float64
	// KeepRows is the size of the uniform sample kept of the rows received; 0 keeps all.
	KeepRows int64

	Rows  int64         // rows expected to be received; 0 when unknown
	Bytes int64         // bytes expected to be received, in the unit of Table.Splits; 0 when unknown
	Scan  int64         // bytes the service must read for it, in the same unit; 0 when unknown
	Time  time.Duration // expected; 0 when unknown
	Notes []string      // why this strategy was chosen, and what its sample cannot show, in sentences
}
