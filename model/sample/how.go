package sample

import "time"

// Strategy names a way to choose which rows to read.
type Strategy string

// The strategies. Auto lets the sampler choose from the table's size.
const (
	Auto       Strategy = "auto"
	Quick      Strategy = "quick"      // short runs at split keys, drawn by bytes
	Small      Strategy = "small"      // every section, each row kept by chance: the server reads all, sends a share
	Accurate   Strategy = "accurate"   // whole sections drawn by bytes, in them each row kept by chance
	Everything Strategy = "everything" // all rows; what is counted is exact
	Head       Strategy = "head"       // the first rows only; no figure of it speaks for the table
)

// Strategies lists all strategies.
func Strategies() []Strategy { return []Strategy{Auto, Quick, Small, Accurate, Everything, Head} }

// Options say what to read. Zero limits are no limit; the first one reached ends the read.
type Options struct {
	Strategy Strategy
	Rows     int64         // rows to keep at most
	Bytes    int64         // bytes to read at most, as RowBytes counts them
	Time     time.Duration // time to read for at most
	Seed     uint64        // of the draw; the same seed on the same splits reads the same places
	Keep     int           // bytes kept of the front of each value; 0 is DefaultKeep
	Prefix   []byte        // only rows with this key prefix

	Start    []byte    // only rows with a key at or after Start; empty is the first row
	End      []byte    // only rows with a key before End; empty is the end of the table
	KeyRegex string    // only rows whose whole key matches this RE2 expression; the server still scans the others
	Families []string  // only cells of these families; rows without any are not seen
	Since    time.Time // only cells with a timestamp at or after Since; zero is no limit
	Until    time.Time // only cells with a timestamp before Until; zero is no limit

	RowsPerSecond  float64 // rows to read a second at most; 0 leaves it to the source, negative is no limit
	BytesPerSecond float64 // bytes to receive a second at most; 0 leaves it to the source, negative is no limit

	FiguresOnly bool `json:"-"` // progress needs no Sample, which is a copy of what was read so far
}

// DefaultKeep is how many bytes of each value a sample keeps when Options.Keep is 0: enough to tell JSON, integers
// and text apart without the sample growing to the table's size.
const DefaultKeep = 64

// Provenance describes how the rows of a sample were chosen and read.
type Provenance struct {
	Strategy Strategy
	Options  Options
	Started  time.Time
	Took     time.Duration
	// Complete reports whether every row of the table, or of what Options restrict it to, is in the sample: its counts are exact.
	Complete bool
	// Stopped states in words why reading ended before its plan did; empty when it ran to its end.
	Stopped string
	// Ending classifies Stopped, so that a program can decide what to do with the sample. See Sample.Partial.
	Ending Ending `json:",omitempty"`
	// CountedAsOf is the moment as of which all rows were evaluated while they were read, of which only some were kept; zero if
	// they were not. See RetentionSection.
	CountedAsOf time.Time `json:",omitzero"`
	// Unreadable lists rows the service refused to send, in key order.
	Unreadable []Unreadable

	// Points is how many points the plan drew on the bytes of the table (strategies Quick and Accurate): one at random in
	// each of equal steps. A section that several points fell on is read once; Run.Hits counts them.
	Points int
	// TotalBytes is what the service counts for all that the plan covers, so each point stands for TotalBytes/Points.
	// 0 when it gave no sizes. See Table.Splits for what these bytes count.
	TotalBytes int64
	// Filter is the probability that the service's row sample filter was given; 1 when all rows of the places were sent.
	Filter float64
	// RowShare is the probability with which each row of the places read was kept, independently of all others: Filter
	// times the share kept of the rows sent. 1 when every row of a place was kept as far as the place was read.
	RowShare float64
	// RowsSeen and BytesSeen count the rows sent (bytes as RowBytes), those included that were then not kept. With
	// Filter 1 and every place done they are exact totals, of all that was asked for.
	RowsSeen  int64
	BytesSeen int64
	// Places are the ranges the plan reads, in key order, and how far each was read. They let a sample be continued.
	Places []ReadRange
	// Shards states which parts of a table the rows are from, if they are not from all of it; nil when the read was not divided.
	Shards *Shards `json:",omitempty"`
	// Precision states how reading for a target of precision ended; nil if none was given.
	Precision *Precision `json:",omitempty"`
	// Redacted states in words how the sample was redacted; empty when it is as it was read.
	Redacted string `json:",omitempty"`
	// Names are the names of record kinds and segments before redaction. Inference takes names from values, which are
	// replaced, and gives these to segments of the same types instead. Nil when the sample is as it was read.
	Names []KindNames `json:",omitempty"`
}

// Shards names some of the N parts that the reading of a table was divided into.
type Shards struct {
	N      int
	Of     []int  // those that were read, in ascending order, from 1
	Ranges string // fingerprint of the key ranges of all N
}

// Precision is the outcome of reading until an interval is narrow enough.
type Precision struct {
	Of        string  // the figure: bytes, rows, or garbage
	Target    float64 // half-width of the 95% confidence interval wanted, relative to the estimate
	Reached   bool
	Half      float64        // the half-width that there is; 0 if the figure is exact
	HalfKnown bool           // else there is no interval, or one without end
	Why       string         // it was not reached; empty if it was
	Cost      *PrecisionCost `json:",omitempty"` // of reaching it; nil if it was reached, and if unknown
}

// PrecisionCost is what a read would take that is expected to reach a target.
type PrecisionCost struct {
	Strategy          Strategy
	Rows, Bytes, Scan int64 // see Plan
	Time              time.Duration
}

// KindNames holds the names of a record kind and of its segments, with the type of each segment.
type KindNames struct {
	Kind     string
	Segments []string
	Types    []string
}

// ReadRange is one range of keys that a plan reads from its start, as far as Limit rows.
type ReadRange struct {
	Start []byte // first key, inclusive; empty is the first row of the table
	End   []byte // exclusive; empty is the end of the table
	Limit int64  // rows to read at most; 0 reads to End
	Hits  int    // points of the draw that fell on the section that begins at Start; 0 when nothing was drawn
	Bytes int64  // size of that section as the service counts it; 0 when unknown
	// Stands is the number of bytes of the table that the rows of this place stand for, as the service counts them, where the
	// plan says so; 0 leaves it to Hits.
	Stands float64 `json:",omitempty"`
	// Filter is the probability given to the service's row sample filter for this place; 0 is that of the plan.
	Filter float64 `json:",omitempty"`
	Order  int     `json:"Turn"` // places are read in this order, which is random, so that those done are a sample of all
	Rows   int64   // rows read so far
	After  []byte  // key of the last row read; nil when none was
	Done   bool    // read as far as the plan wants
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
	Stalled  bool    // nothing arrives, so that no time left can be told
	// Sample holds the rows read so far. It is nil in most messages: successive samples come at growing distances.
	Sample *Sample
}
