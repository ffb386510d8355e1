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
	// Prices are the prices of amounts a month (--prices).
	Prices *Prices `json:"prices,omitempty"`
	// Rows is the number of rows read.
	Rows int64 `json:"rows"`
	Eligible
	// RowsEmptied are the rows that would be left without cells and disappear; absent where no policy is known.
	RowsEmptied *RowsEmptied `json:"rows_emptied,omitempty" form:"line"`
	// RowBytes is the row size before and after garbage collection.
	RowBytes RowSizes    `json:"row_bytes"`
	Families []GCFamily  `json:"families"`
	Columns  []GCColumn  `json:"columns"`
	Segments []GCSegment `json:"segments"`
	Splits   []GCSplit   `json:"splits"`
	// Ahead is what becomes eligible of the cells stored now within 1, 7 and 30 days, if nothing is written; empty
	// where no policy is known.
	Ahead []GCAhead `json:"ahead"`
	// ReadFilters are the filters by which a read of all families returns only what their policies keep.
	ReadFilters GCFilters `json:"read_filters"`
	// Tier is what would be on the infrequent access tier (--tier).
	Tier *GCTier `json:"tier,omitempty"`
	// Needed are the policies that save most without taking what the queries of --workload return.
	Needed []GCNeeded `json:"needed,omitempty"`
	// Beyond is what a read without a filter returns beyond that, in words.
	Beyond string `json:"-"`
	// Language is the language whose filters are shown to people; empty for none.
	Language string `json:"-"`
	// Total is what is eligible in the table, in words, and Unit the unit of the other figures.
	Total, Unit string `json:"-"`
	// UsageScope is what versions and ages of columns are of, where those of all rows are unknown.
	UsageScope string `json:"-"`
}

// Eligible counts cells, and those of them that are eligible for garbage collection.
type Eligible struct {
	Cells int64 `json:"cells"`
	Bytes int64 `json:"bytes"`
	*Garbage
	// Words are the bytes stored, those eligible, and their share, of the table where its size is known.
	Words EligibleWords `json:"-"`
}

// Garbage counts the cells that are eligible for garbage collection. It is absent where no policy is known.
type Garbage struct {
	EligibleCells int64 `json:"eligible_cells"`
	EligibleBytes int64 `json:"eligible_bytes"`
	// EligibleShare is the share of the bytes that is eligible.
	EligibleShare Figure `json:"eligible_share"`
	// TableEligible is the number of eligible bytes in the table, not only in the rows read; absent if the size of the
	// table is unknown.
	TableEligible *Figure `json:"table_eligible_bytes,omitempty"`
	// EligibleMonth is what these bytes cost a month; absent without prices.
	EligibleMonth *Figure `json:"eligible_cost_a_month,omitempty"`
}

// EligibleWords are figures of Eligible in words.
type EligibleWords struct{ Stored, Eligible, Share, Month string }

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
	// After is absent where no policy is known.
	After *RowSize `json:"after,omitempty" form:"line"`
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
	// Rule is its garbage-collection policy as cbt writes it; "unknown" if the table does not declare the family.
	Rule string `json:"rule"`
	// Declared reports whether the table declares the family.
	Declared bool `json:"declared"`
	// Aggregate is the type of an aggregate family.
	Aggregate string `json:"aggregate,omitempty"`
	Eligible
	// Recent is what became eligible in the last 7 days; absent where the policy is not known.
	Recent *Amount `json:"eligible_under_7_days,omitempty" form:"line"`
	// Overdue is what has been eligible for longer; absent where the policy is not known.
	Overdue *Amount `json:"eligible_longer,omitempty" form:"line"`
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
	// Policies are the policies tried (--policy, --workload).
	Policies []GCPolicy `json:"policies"`
	// ReadFilters are the filters by which a read of the family returns only what its policy keeps.
	ReadFilters GCFilters `json:"read_filters"`
}

// GCFilters are read filters as of the moment that a read begins, or why there is none.
type GCFilters struct {
	// CBT is a command of cbt.
	CBT *Command `json:"cbt,omitempty"`
	// Go, Java and Python are expressions of the clients, after a line that sets now where there is an age.
	Go     *Command `json:"go,omitempty"`
	Java   *Command `json:"java,omitempty"`
	Python *Command `json:"python,omitempty"`
}

// Of returns the filter of a language, nil if there is no such language.
func (f GCFilters) Of(language string) *Command {
	return map[string]*Command{"cbt": f.CBT, "go": f.Go, "java": f.Java, "python": f.Python}[language]
}

// GCAhead is what becomes eligible within some days.
type GCAhead struct {
	Days int `json:"days"`
	// More is what becomes eligible within that time in bytes of the table; absent if its size is unknown.
	More *Figure `json:"more_table_bytes,omitempty"`
	// Then is what is eligible by then.
	Then Amount `json:"then" form:"line"`
	// EligibleShare is its share of the bytes of the cells.
	EligibleShare Figure `json:"eligible_share"`
	// RowsEmptied is how many of the rows read are left without cells by then.
	RowsEmptied int64 `json:"rows_emptied"`
	// Families are the parts of More.
	Families []GCAheadFamily `json:"families" form:"lines"`
	// Words are More, the sum of what is eligible then, its share, and the rows, in words.
	Words GCAheadWords `json:"-"`
}

// GCAheadWords are figures of GCAhead in words.
type GCAheadWords struct{ More, Then, Share, Rows string }

// GCAheadFamily is the part of a family.
type GCAheadFamily struct {
	Family string `json:"family"`
	// More is in bytes of the table; absent if its size is unknown.
	More *Figure `json:"more_table_bytes,omitempty"`
	// Words is More in words.
	Words string `json:"-"`
}

// GCTier is what of the cells is older than an age, and so is stored on the infrequent access tier.
type GCTier struct {
	// Than is the age, as policies write it.
	Than string `json:"older_than"`
	// Unknown is why nothing is estimated; then the rest is absent.
	Unknown string `json:"unknown,omitempty"`
	// Moves is the number of bytes of the table that are older; absent if its size is unknown.
	Moves *Figure `json:"moves_table_bytes,omitempty"`
	// MovesShare is their share of the bytes of the cells.
	MovesShare *Figure `json:"moves_share,omitempty"`
	// SavesMonth is what the bytes cost less there a month; absent without the prices of both tiers.
	SavesMonth *Figure        `json:"saves_a_month,omitempty"`
	Families   []GCTierFamily `json:"families,omitempty"`
	// Others are the shares that other ages would move.
	Others []OlderShare `json:"other_ages,omitempty" form:"lines"`
	// Queries are the queries of --workload with how much of what they return would be on the tier.
	Queries []GCTierQuery `json:"queries,omitempty"`
	// Filters keep a read on SSD.
	Filters *GCFilters `json:"filters,omitempty"`
	// Words is what moves, in words.
	Words string `json:"-"`
}

// GCTierFamily is the part of a family.
type GCTierFamily struct {
	Family     string  `json:"family"`
	Moves      *Figure `json:"moves_table_bytes,omitempty"`
	MovesShare Figure  `json:"moves_share"`
	// Words are Moves and MovesShare in words.
	Words EligibleWords `json:"-"`
}

// GCTierQuery is how much of what a query returns is older, of the rows read.
type GCTierQuery struct {
	Query string `json:"query"`
	// Rows is the share of the rows that it returns with a cell that is older, Bytes the share of the bytes.
	Rows  float64 `json:"rows_share"`
	Bytes float64 `json:"bytes_share"`
}

// GCNeeded is the policy of a family that saves most without taking what the queries of a workload return.
type GCNeeded struct {
	Family string `json:"family"`
	// Rule is that policy, which is among the family's policies; absent if there is none.
	Rule string `json:"rule,omitempty"`
	// Because is what the queries return, or why there is none.
	Because string `json:"because"`
	// Saves is the number of bytes of the table that it frees beyond those that the current policy frees.
	Saves     *Figure  `json:"saves_table_bytes,omitempty"`
	CBT       *Command `json:"cbt,omitempty"`
	Terraform *Command `json:"terraform,omitempty"`
	// Compared is how it compares with the current policy, in words.
	Compared string `json:"-"`
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
	Saves *Figure `json:"saves_table_bytes,omitempty"`
	// SavesMonth is what these bytes cost a month; absent without prices.
	SavesMonth  *Figure  `json:"saves_a_month,omitempty"`
	RowsEmptied int64    `json:"rows_emptied"`
	RowBytes    RowSizes `json:"row_bytes"`
	Notes       []string `json:"notes"`
	// Loses is what it takes that the policy in force keeps, of the rows read.
	Loses GCLoss `json:"loses"`
	// CBT, GCloud and Terraform set the policy with each tool.
	CBT       *Command `json:"cbt,omitempty"`
	GCloud    *Command `json:"gcloud,omitempty"`
	Terraform *Command `json:"terraform,omitempty"`
	// Family is what it was tried on, and Tried its place among all that were tried.
	Family string `json:"-"`
	Tried  int    `json:"-"`
	// Compared is how it compares with the current policy, Keeps what it keeps, and Month what it saves a month, in
	// words.
	Compared, Keeps, Month string `json:"-"`
}

// GCLoss is what a policy takes that the policy in force keeps.
type GCLoss struct {
	Cells int64 `json:"cells"`
	// Rows is the number of rows that lose a cell.
	Rows int `json:"rows"`
	// Changed is how many of the cells hold another value than the next newer version.
	Changed int64 `json:"with_another_value"`
	// Newest is how many of the cells are the newest of their column.
	Newest int64 `json:"newest"`
	// Examples are cells of the rows that lose most.
	Examples []GCLostCell `json:"examples,omitempty"`
	// Words is that in words.
	Words string `json:"-"`
}

// GCLostCell is a cell that would be lost.
type GCLostCell struct {
	Key       Bytes  `json:"key"`
	Family    string `json:"family"`
	Qualifier Bytes  `json:"qualifier"`
	// Micros is its timestamp.
	Micros int64 `json:"timestamp_micros"`
	// Version is its place among the versions of its column, 1 for the newest.
	Version int `json:"version"`
	// Words is all that in words.
	Words string `json:"-"`
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
	// Rule is the policy of its family; "unknown" if the table does not declare it.
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
	// AtLeast reports whether the table has as many or more, because not all rows were counted.
	AtLeast bool `json:"values_at_least,omitempty"`
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
	Value Bytes `json:"value"`
	Rows  int64 `json:"rows"`
	// RowsEmptied is absent where no policy is known.
	RowsEmptied *int64 `json:"rows_emptied,omitempty"`
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
