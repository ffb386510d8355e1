package sample

import "time"

// Plan describes what will be read before it is read. It is made from the table's sections (Table.Splits), the Options and
// a handful of rows; its expectations are rough on purpose and named as such.
type Plan struct {
	Strategy   Strategy    // the one chosen; never Auto
	Places     []ReadRange // the ranges to read, in key order
	Points     int         // see How.Points
	TotalBytes int64       // see How.TotalBytes
	// Filter is the probability given to the service's row sample filter: it scans all rows of the places and sends
	// this share of them. 1 is no filter.
	Filter float64
	// KeepRows thins the rows received to this many, drawn evenly from all of them; 0 keeps all.
	KeepRows int64

	Rows  int64         // rows expected to be received; 0 when it cannot be told
	Bytes int64         // bytes expected to be received, in the unit of Table.Splits; 0 when it cannot be told
	Scan  int64         // bytes the service must read for it, in the same unit; 0 when it cannot be told
	Time  time.Duration // expected; 0 when it cannot be told
	Notes []string      // why this strategy, and what a sample of it cannot tell, in sentences
}
