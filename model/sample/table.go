package sample

import (
	"time"

	"tabletop/model/rowkey"
)

// Table describes a table without reading a row.
type Table struct {
	Source    string // as the user names it: "demo:meters", "project/instance/table", a file
	Project   string // empty for a snapshot that was stripped of it
	Instance  string
	Name      string
	Families  []Family       // sorted by name
	KeySchema *rowkey.Schema // the declared row-key schema; nil when the table has none
	Splits    []Split        // sections of the key space in key order; see Split
	Stats     *Stats         // nil when the service gives none (emulators never do)
	Hot       []HotTablet    // hot tablets of the last day, the hottest first
	HotKnown  bool           // the service reports hot tablets, so an empty Hot means that there were none
	Micros    bool           // cell timestamps have microsecond granularity; else milliseconds
	Protected bool           // deletion protection is on
	Emulator  bool           // an emulator answered, so splits and sizes are not like the service's
	SplitsAt  time.Time      // when Splits were read
}

// Family is one column family with its garbage-collection policy.
type Family struct {
	Name      string
	GC        GCRule
	Aggregate string // "sum", "min", "max", "hll" for an aggregate family, else empty
	ValueType string // the declared value type in words, empty when it is plain bytes
}

// Family returns the family with a name, and whether there is one.
func (t *Table) Family(name string) (Family, bool) {
	for _, f := range t.Families {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}

// Split ends one section of the key space: the section holds the rows from the split before (inclusive) to Key
// (exclusive), and Offset is the approximate number of bytes stored before Key. An empty Key is the end of the
// table. The proto of SampleRowKeys says sections are of roughly equal size and keys need not exist as rows; on an
// emulator Offset counts value bytes only.
type Split struct {
	Key    []byte
	Offset int64
}

// Bytes returns the approximate number of bytes that the service stores for the whole table, 0 when it gave no offsets.
func (t *Table) Bytes() int64 {
	if len(t.Splits) == 0 {
		return 0
	}
	return t.Splits[len(t.Splits)-1].Offset
}

// Stats are the table statistics of the service, as of the last compaction (up to a week old).
type Stats struct {
	Rows           int64
	LogicalBytes   int64
	ColumnsPerRow  float64
	CellsPerColumn float64
}

// HotTablet is a range of keys that one node served while it was busy, as the service measured it.
type HotTablet struct {
	Start   []byte // first key, inclusive; empty is the first of the table
	End     []byte // last key, inclusive; empty is the end of the table
	From    time.Time
	Until   time.Time
	NodeCPU float64 // share of its node's CPU that the tablet took, 0 to 1
}

// ID names the table for good, however the user named it: "project/instance/table". It is empty for a sample that was
// stripped of its project.
func (t *Table) ID() string {
	if t.Project == "" || t.Name == "" {
		return ""
	}
	return t.Project + "/" + t.Instance + "/" + t.Name
}
