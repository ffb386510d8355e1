package sample

import "time"

// Strategy names a way to choose which rows to read.
type Strategy string

// The strategies. Auto lets the sampler choose from the table's size.
const (
	Auto  Strategy = "auto"
	Quick Strategy = "quick" // short runs at split keys, selected with probability proportional to size
	// every section, Bernoulli sample of its rows: the server reads all, sends a share
	Small Strategy = "small"
	// whole sections selected with probability proportional to size, Bernoulli sample of their rows
	Accurate   Strategy = "accurate"
	Everything Strategy = "everything" // full scan; counts are exact
	Head       Strategy = "head"       // the first rows only; no figure of it is representative of the table
)

// Blocks is what Auto and Quick come to on a large export: one row of each of many blocks of its files, drawn with
// probability proportional to size. Each row has the weight of its block.
const Blocks Strategy = "blocks"

// Strategies lists all strategies that can be asked for.
func Strategies() []Strategy { return []Strategy{Auto, Quick, Small, Accurate, Everything, Head} }

// Options state what to read. A limit of zero means no limit; the first limit reached ends the read.
type Options struct {
	Strategy Strategy
	Rows     int64         // maximum rows to keep
	Bytes    int64         // maximum bytes to read, as RowBytes counts them
	Time     time.Duration // maximum time to read for
	Seed     uint64        // random seed for sampling; the same seed on the same splits reads the same key ranges
	Keep     int           // first bytes kept of each value; 0 is DefaultKeep
	Prefix   []byte        // only rows with this key prefix

	Start    []byte    // only rows with a key at or after Start; empty is the first row
	End      []byte    // only rows with a key before End; empty is the end of the table
	KeyRegex string    // only rows whose whole key matches this RE2 expression; the server still scans the others
	Families []string  // only cells of these families; rows without any are not seen
	Since    time.Time // only cells with a timestamp at or after Since; zero is no limit
	Until    time.Time // only cells with a timestamp before Until; zero is no limit
	// Where states what else was asked of the decoded keys, in words for people: "name = altostrat". No source reads by
	// it; it states what a part of a sample is.
	Where string `json:",omitempty"`
	// View is the authorized view that was read, in words for people: what it does not show is not in the rows. Only
	// the source of a view sets it.
	View string `json:",omitempty"`

	RowsPerSecond  float64 // maximum rows to read per second; 0 leaves it to the source, negative is no limit
	BytesPerSecond float64 // maximum bytes to receive per second; 0 leaves it to the source, negative is no limit

	FiguresOnly bool `json:"-"` // leaves out Progress.Sample, which is a copy of what was read so far
}

// DefaultKeep is the number of bytes of each value that a sample keeps when Options.Keep is 0: enough to distinguish
// JSON, integers and text without the sample growing to the table's size.
const DefaultKeep = 64

// Provenance describes how the rows of a sample were chosen and read.
type Provenance struct {
	Strategy Strategy
	Options  Options
	Started  time.Time
	Took     time.Duration
	// Complete reports whether every row of the table, or of what Options restrict it to, is in the sample: its counts
	// are exact.
	Complete bool
	// Stopped states in words why reading ended before its plan did; empty when it ran to its end.
	Stopped string
	// Ending classifies Stopped, so that a program can decide what to do with the sample. See Sample.Partial.
	Ending Ending `json:",omitempty"`
	// CountedAsOf is the time as of which all rows, also those not kept, were evaluated while they were read; zero if
	// they were not. See RetentionSection.
	CountedAsOf time.Time `json:",omitzero"`
	// Unreadable lists rows the service refused to send, in key order.
	Unreadable []Unreadable

	// Points is the number of points that the plan selected on the bytes of the table (strategies Quick and Accurate):
	// one at random in each of equal steps. A section that several points fell on is read once; Run.Hits counts them.
	Points int
	// TotalBytes is what the service counts for all that the plan covers, so each point represents TotalBytes/Points.
	// 0 when it gave no sizes. See Table.Splits for what these bytes count.
	TotalBytes int64
	// Filter is the probability given to the service's row sample filter; 1 when all rows of the key ranges were sent.
	Filter float64
	// RowShare is the probability with which each row of the key ranges read was kept, independently of all others:
	// Filter times the share kept of the rows sent. 1 when every row was kept as far as its range was read. Of a range
	// with a Filter of its own, all rows sent were kept.
	RowShare float64
	// RowsSeen and BytesSeen count the rows sent (bytes as RowBytes), including those that were then not kept. With
	// Filter 1 and every range done they are exact totals of the rows requested.
	RowsSeen  int64
	BytesSeen int64
	// Places are the ranges the plan reads, in key order, and how far each was read. They let a sample be continued.
	Places []ReadRange
	// Precision is the outcome of reading for a target precision; nil if none was given.
	Precision *Precision `json:",omitempty"`
	// Redacted states in words how the sample was redacted; empty when it is as it was read.
	Redacted string `json:",omitempty"`
	// Unordered reports whether redaction gave the keys another order than those of the table; see LostOrder.
	Unordered bool `json:",omitempty"`
	// Names are the names of record kinds and segments before redaction. Inference takes names from values, which are
	// replaced, and gives these to segments of the same types instead. Nil when the sample is as it was read.
	Names []KindNames `json:",omitempty"`
}

// What redaction that gives keys another order takes from a sample, as a sentence, and as the reason why something is
// not computed.
const (
	LostOrder = "Redacted keys are not in the order of the table: order, ranges, and heat by key are not the table's."
	Reordered = "redaction gave the keys another order than those of the table"
)

// Precision is the outcome of reading until an interval is narrow enough.
type Precision struct {
	Of        string  // the figure: bytes, rows, or garbage
	Target    float64 // requested half-width of the 95% confidence interval, relative to the estimate
	Reached   bool
	Half      float64        // the half-width reached; 0 if the figure is exact
	HalfKnown bool           // false if there is no interval, or an unbounded one
	Why       string         // why the target was not reached; empty if it was
	Cost      *PrecisionCost `json:",omitempty"` // of reaching the target; nil if it was reached or the cost is unknown
}

// PrecisionCost is the expected size of a read that reaches a target precision.
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
	Limit int64  // maximum rows to read; 0 reads to End
	Hits  int    // sampling points that fell on the section that begins at Start; 0 without sampling points
	Bytes int64  // size of that section as the service counts it; 0 when unknown
	// Stands is the number of bytes of the table that the rows of this range represent, as the service counts them, if
	// the plan sets it; 0 leaves it to Hits.
	Stands float64 `json:",omitempty"`
	// Filter is the probability given to the service's row sample filter for this range; 0 is that of the plan.
	Filter float64 `json:",omitempty"`
	// ranges are read in this order, which is random, so that those done are a sample of all
	Order int    `json:"Turn"`
	Rows  int64  // rows read so far
	After []byte // key of the last row read; nil when none was
	Done  bool   // read as far as the plan wants
}

// Unreadable is a row that could not be read, usually because it is over 256 MiB. That is a finding about the table.
type Unreadable struct {
	Key    []byte
	Reason string
}

// Progress is the state of a read that is under way.
type Progress struct {
	Stage    string  // what is being done, in a word or two: "connecting", "reading"
	Rows     int64   // rows read so far
	Bytes    int64   // bytes read so far, as RowBytes counts them
	Fraction float64 // of the plan done, 0..1; negative when it cannot be known, and before there is a plan
	Stalled  bool    // nothing arrives, so the time left is unknown
	// Ranges are the key ranges that are done, of Planned; Planned is 0 before there is a plan.
	Ranges, Planned int
	// Expected is how many rows the plan comes to, by what was read so far; never fewer than Rows, 0 when unknown.
	Expected int64
	// Left is how much longer the read takes, by its key ranges so far, within 30%; or from Left to LeftMost, where
	// that is longer, because its key ranges differ. Both are 0 while it cannot be told: before a tenth is done,
	// while nothing arrives, and where the two would be far apart.
	Left, LeftMost time.Duration
	// RowLimit and ByteLimit are the rates per second that hold the read up; 0 where none does.
	RowLimit, ByteLimit float64
	// Sample holds the rows read so far. It is nil in most messages: samples are sent at growing intervals.
	Sample *Sample
}
