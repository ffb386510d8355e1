package sample

import "time"

// Strategy names a way to choose which rows to read.
type Strategy string

// The strategies. Auto lets the sampler choose from the table's size.
const (
	Auto       Strategy = "auto"
	Quick      Strategy = "quick"      // short runs at split keys
	Everything Strategy = "everything" // all rows; what is counted is exact
	Head       Strategy = "head"       // the first rows only; no figure of it speaks for the table
)

// Options say what to read. Zero limits are no limit; the first one reached ends the read.
type Options struct {
	Strategy Strategy
	Rows     int64         // rows to keep at most
	Bytes    int64         // bytes to read at most, as RowBytes counts them
	Time     time.Duration // time to read for at most
	Seed     uint64        // of the draw; the same seed on the same splits reads the same places
	Keep     int           // bytes kept of the front of each value; 0 is DefaultKeep
	Prefix   []byte        // only rows whose key starts so
}

// DefaultKeep is how many bytes of each value a sample keeps when Options.Keep is 0: enough to tell JSON, integers
// and text apart without the sample growing to the table's size.
const DefaultKeep = 64

// How tells how the rows of a sample were chosen and read.
type How struct {
	Strategy Strategy
	Options  Options
	Started  time.Time
	Took     time.Duration
	// Complete says that every row of the table (or of Options.Prefix) is in the sample: its counts are exact.
	Complete bool
	// Stopped tells in words why reading ended before its plan did; empty when it ran to its end.
	Stopped string
	// Unreadable lists rows the service refused to send, in key order.
	Unreadable []Unreadable
}

// Unreadable is a row that could not be read, which is a finding about the table (a row over 256 MiB, mostly).
type Unreadable struct {
	Key    []byte
	Reason string
}

// Progress is told while a sample is being read.
type Progress struct {
	Stage    string  // what is being done, in a word or two: "connecting", "reading"
	Rows     int64   // rows read so far
	Bytes    int64   // bytes read so far, as RowBytes counts them
	Fraction float64 // of the plan done, 0..1; negative when it cannot be known
	// Sample holds the rows read so far. It is nil in most messages: successive samples come at growing distances.
	Sample *Sample
}
