package doc

import "time"

// GC is the report of tabletop gc: what garbage collection would remove, and what other policies would keep. Counts are
// of the rows read, without row keys; shares are of the table.
type GC struct {
	Read
	// Now is the moment that ages are counted from.
	Now *time.Time `json:"now,omitempty"`
	// NowIs is where that moment comes from: given, when the rows were read, or the newest cell.
	NowIs string   `json:"now_is"`
	Notes []string `json:"notes"`
	// Rows is the number of rows read.
	Rows int64 `json:"rows"`
	Eligible
	// RowsEmptied are the rows that would be left without cells and disappear.
	RowsEmptied RowsEmptied `json:"rows_emptied" form:"line"`
	// RowBytes is the row size before and after garbage collection.
	RowBytes RowSizes    `json:"row_bytes"`
	Families []GCFamily  `json:"families"`
	Columns  []GCColumn  `json:"columns"`
	Segments []GCSegment `json:"segments"`
	Splits   []GCSplit   `json:"splits"`
	// Total is what is eligible in the table, in words, and Unit the unit of the other figures.
	Total, Unit string `json:"-"`
	// UsageScope is what versions and ages of columns are of, where those of all rows are unknown.
	UsageScope string `json:"-"`
}

// Eligible counts cells, and those of them that are eligible for garbage collection.
type Eligible struct {
	Cells         int64 `json:"cells"`
	Bytes         int64 `json:"bytes"`
	EligibleCells int64 `json:"eligible_cells"`
	EligibleBytes int64 `json:"eligible_bytes"`
	// EligibleShare is the share of the bytes that is eligible.
	EligibleShare Figure `json:"eligible_share"`
	// TableEligible is the number of eligible bytes in the table, not only in the rows read; absent if the size of the
	// table is unknown.
	TableEligible *Figure `json:"table_eligible_bytes,omitempty"`
	// Words are the bytes stored, those eligible, and their share, of the table where its size is known.
	Words EligibleWords `json:"-"`
}

// EligibleWords are figures of Eligible in words.
type EligibleWords struct{ Stored, Eligible, Share string }

// RowsEmptied are the rows that would be left without cells.
type RowsEmptied struct {
	Rows      int64  `json:"rows"`
	KeyBytes  int64  `json:"key_bytes"`
	RowsShare Figure `json:"rows_share"`
	// Words is that in words.
	Words string `json:"-"`
}

// RowSizes is the row size before and after garbage collection, keys included. Rows that would be left without cells
// are not in After.
type RowSizes struct {
	Before RowSize `json:"before" form:"line"`
	After  RowSize `json:"after" form:"line"`
	// Words is that in a sentence.
	Words string `json:"-"`
}

// RowSize describes the sizes of rows in bytes.
type RowSize struct {
	Rows  int64  `json:"rows"`
	Mean  Figure `json:"mean"`
	P50   Figure `json:"p50"`
	P95   Figure `json:"p95"`
	Max   int64  `json:"max"`
	Large int64  `json:"rows_over_100mb"`
}

// Amount is a number of cells and their bytes.
type Amount struct {
	Cells int64 `json:"cells"`
	Bytes int64 `json:"bytes"`
	// Words is the number of bytes, of the table where its size is known.
	Words string `json:"-"`
}

// GCFamily is a column family.
type GCFamily struct {
	Family string `json:"family"`
	// Rule is its garbage-collection policy as cbt writes it.
	Rule string `json:"rule"`
	// Declared reports whether the table declares the family.
	Declared bool `json:"declared"`
	// Aggregate is the type of an aggregate family.
	Aggregate string `json:"aggregate,omitempty"`
	Eligible
	// Recent is what became eligible in the last 7 days.
	Recent Amount `json:"eligible_under_7_days" form:"line"`
	// Overdue is what has been eligible for longer.
	Overdue Amount `json:"eligible_longer" form:"line"`
	// Longest is how long the oldest eligible cell has been eligible.
	Longest *float64 `json:"eligible_longest_seconds,omitempty"`
	// Artificial is why timestamps are not write times, so that ages mean nothing.
	Artificial string   `json:"ages_mean_nothing,omitempty"`
	Notes      []string `json:"notes"`
	// About are the notes with their marks.
	About []Note `json:"-"`
	// Growth is how the family grows by its timestamps.
	Growth *GCGrowth `json:"growth,omitempty"`
	// KeptByVersions is what maxversions=N would keep, for each N that makes a difference.
	KeptByVersions []KeptByVersions `json:"kept_by_versions" form:"lines"`
	// KeptByAge is what maxage=AGE would keep.
	KeptByAge []KeptByAge `json:"kept_by_age,omitempty" form:"lines"`
	// Policies are the policies tried (--policy).
	Policies []GCPolicy `json:"policies"`
}

// GCGrowth is how a family grows.
type GCGrowth struct {
	CellsPerDay int64 `json:"cells_per_day"`
	BytesPerDay int64 `json:"bytes_per_day"`
	// SharePerDay is the growth per day as a share of what is stored.
	SharePerDay float64 `json:"share_per_day"`
	// Window is the period that the growth was measured over.
	Window float64      `json:"window_seconds"`
	Older  []OlderShare `json:"older" form:"lines"`
}

// OlderShare is the share of the bytes that is older than an age.
type OlderShare struct {
	Than       string `json:"than"`
	BytesShare Figure `json:"bytes_share"`
}

// Kept is what a policy would keep.
type Kept struct {
	Cells int64   `json:"kept_cells"`
	Bytes int64   `json:"kept_bytes"`
	Share float64 `json:"kept_share"`
}

// KeptByVersions is what maxversions=N would keep.
type KeptByVersions struct {
	Versions int `json:"versions"`
	Kept
}

// KeptByAge is what maxage=AGE would keep.
type KeptByAge struct {
	Age     string  `json:"age"`
	Seconds float64 `json:"seconds"`
	Kept
}

// GCPolicy is a policy tried on a family.
type GCPolicy struct {
	Rule      string `json:"rule"`
	KeptCells int64  `json:"kept_cells"`
	KeptBytes int64  `json:"kept_bytes"`
	KeptShare Figure `json:"kept_share"`
	// Saves is the number of bytes of the table that the policy frees beyond those that the current policy frees,
	// negative if it keeps more; absent if the size of the table is unknown.
	Saves       *Figure  `json:"saves_table_bytes,omitempty"`
	RowsEmptied int64    `json:"rows_emptied"`
	RowBytes    RowSizes `json:"row_bytes"`
	Notes       []string `json:"notes"`
	// CBT, GCloud and Terraform set the policy with each tool.
	CBT       *Command `json:"cbt,omitempty"`
	GCloud    *Command `json:"gcloud,omitempty"`
	Terraform *Command `json:"terraform,omitempty"`
	// Family is what it was tried on, and Tried its place among all that were tried.
	Family string `json:"-"`
	Tried  int    `json:"-"`
	// Compared is how it compares with the current policy, and Keeps what it keeps, in words.
	Compared, Keeps string `json:"-"`
}

// Command is a command to run, or why there is none.
type Command struct {
	Text Lines  `json:"text,omitempty"`
	Note string `json:"note,omitempty"`
}

// GCColumn is a column.
type GCColumn struct {
	Family    string `json:"family"`
	Qualifier Bytes  `json:"qualifier"`
	// Rule is the policy of its family.
	Rule string `json:"rule"`
	Eligible
	RowsPresent int64 `json:"rows_present"`
	// MaxVersions is the largest number of versions in a row.
	MaxVersions int `json:"max_versions"`
	TimeRange
	// Counted reports whether MostVersions and First, which is the oldest timestamp, are of all rows rather than of
	// those read.
	Counted             bool  `json:"-"`
	MostVersions, First int64 `json:"-"`
	// Repeating is the share of versions whose value is that of the version before.
	Repeating *float64         `json:"versions_repeating_share,omitempty"`
	Policies  []GCColumnPolicy `json:"policies" form:"lines"`
}

// GCColumnPolicy is what a policy would keep of a column.
type GCColumnPolicy struct {
	Rule      string `json:"rule"`
	KeptCells int64  `json:"kept_cells"`
	KeptBytes int64  `json:"kept_bytes"`
}

// GCSegment is where eligible cells are, by the values of a key segment.
type GCSegment struct {
	Segment string `json:"segment"`
	// Values is the number of distinct values.
	Values int `json:"values"`
	// ValuesWords is that with what it is of, and RowsWords the noun for the rows of a value.
	ValuesWords, RowsWords string `json:"-"`
	// ValuesOfAll is the same number with its interval, if the values were counted over all rows; else absent.
	ValuesOfAll *Figure `json:"values_of_all_rows,omitempty"`
	// RowsWithout is the number of rows without the segment.
	RowsWithout int              `json:"rows_without"`
	Top         []GCSegmentValue `json:"top" form:"lines"`
	Others      GCSegmentOthers  `json:"others" form:"line"`
}

// GCSegmentValue is a value of a segment.
type GCSegmentValue struct {
	Value       Bytes `json:"value"`
	Rows        int64 `json:"rows"`
	RowsEmptied int64 `json:"rows_emptied"`
	Eligible
}

// GCSegmentOthers are all other values together.
type GCSegmentOthers struct {
	Rows int64 `json:"rows"`
	Eligible
}

// GCSplit is a family whose columns need different policies.
type GCSplit struct {
	Family string `json:"family"`
	// DifferIn is what the columns differ in: versions, ages, or repeats.
	DifferIn string            `json:"differ_in"`
	Columns  []QualifierMember `json:"columns" form:"lines"`
	Because  string            `json:"because"`
	// Rule is the policy for those columns in a family of their own.
	Rule       string  `json:"rule"`
	SavesCells int64   `json:"saves_cells"`
	SavesBytes int64   `json:"saves_bytes"`
	SavesShare float64 `json:"saves_share"`
	// Words is all that in a sentence.
	Words string `json:"-"`
}

// QualifierMember is a column of a family.
type QualifierMember struct {
	Qualifier Bytes `json:"qualifier"`
}
