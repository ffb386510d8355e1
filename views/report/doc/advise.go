package doc

// Advise is the report of tabletop advise: the best layouts for a workload. docs/advise.md describes how layouts are
// ranked.
type Advise struct {
	Read
	// Verdict is the recommendation in a sentence.
	Verdict string `json:"verdict"`
	// RunnerUp is why the second layout is not the first.
	RunnerUp Bytes `json:"runner_up"`
	// Keep reports whether the current layout is as good as any.
	Keep bool `json:"keep"`
	// TooClose reports whether the first two are too close to call.
	TooClose bool `json:"too_close"`
	// Generated reports whether the queries were generated rather than given.
	Generated bool `json:"proposed_workload"`
	// Searched is the number of layouts compared.
	Searched int `json:"searched"`
	// Kind is the record kind that the advice is about.
	Kind    string         `json:"kind,omitempty"`
	Notes   []string       `json:"notes" form:"line"`
	Layouts []AdviseLayout `json:"layouts"`
	// Prices are the prices of amounts a month (--prices).
	Prices *Prices `json:"prices,omitempty"`
	// Set is what becomes of all record kinds; absent where there is one kind.
	Set *AdviseSet `json:"set,omitempty"`
	// Others are the layouts that the audit tried beside these.
	Others []AdviseOther `json:"others,omitempty"`
	// Workload is the workload as a file.
	Workload Lines `json:"workload"`
	// Confidence is in which conditions the first layout stays first.
	Confidence AdviseConfidence `json:"confidence"`
	// LayoutConfidence is the least confidence in the inferred layouts of the table; absent for layouts that were
	// declared.
	LayoutConfidence *float64 `json:"layout_confidence,omitempty"`
	// About is how sure the current layout is, and the notes.
	About []Note `json:"-"`
}

// AdviseSet is what becomes of all record kinds of a table.
type AdviseSet struct {
	// Template is one layout of all kinds, as --layout takes it; empty where all should stay as they are.
	Template Bytes `json:"template"`
	// Letter is its name in the list of layouts.
	Letter string       `json:"letter,omitempty"`
	Kinds  []AdviseKind `json:"kinds"`
}

// AdviseKind is what becomes of the rows of one record kind.
type AdviseKind struct {
	Kind string `json:"kind"`
	// Template is their layout; empty where they should stay as they are.
	Template Bytes `json:"template"`
	// Verdict is the recommendation in a sentence.
	Verdict string `json:"verdict"`
}

// AdviseConfidence is in which conditions a recommendation holds.
type AdviseConfidence struct {
	// Rows is the number of rows of the table that costs are for.
	Rows float64 `json:"expected_rows"`
	// Share is that of the random conditions in which no other of those shown has a clearly better score than
	// the first.
	Share float64 `json:"share"`
	// FromRows is the smallest size at which the first layout stays first; 0 if it does at the present size.
	FromRows float64 `json:"from_rows"`
	// ToRows is the largest such size; 0 if no larger one was found at which it does not.
	ToRows float64 `json:"to_rows"`
	// Below is the layout that is first at smaller sizes.
	Below Bytes `json:"below"`
	// Above is the layout that is first at larger sizes.
	Above Bytes `json:"above"`
	// FrequencyFactor is by which factor the frequency of any one query may be off.
	FrequencyFactor float64 `json:"frequency_factor"`
	// Query is the query that it depends on most; empty if none was found.
	Query string `json:"query"`
	// Constants are the constants of the cost model on which the recommendation depends within their ranges.
	Constants []string `json:"constants" form:"line"`
	// Weights are the parts of the score on which it depends: another layout is best where one of them counts twice or
	// half as much.
	Weights []string `json:"weights" form:"line"`
	// Ahead is a layout with a clearly better score as it is, though the current one should be kept; empty without one.
	// Then sizes, frequencies, constants, and weights are not given.
	Ahead Bytes `json:"ahead"`
	// Words is that in a sentence.
	Words string `json:"-"`
}

// AdviseOther is a layout that the audit tried, and that is none of those of the advice.
type AdviseOther struct {
	// Letter is the name of the layout in the list that audit, advise and the Lab share.
	Letter   string `json:"letter"`
	Template Bytes  `json:"template"`
	// Rule is the rule of the finding that it was tried for.
	Rule string `json:"rule"`
	// Title is that of the finding.
	Title string `json:"title"`
	// Why is what it would change, and whether the finding proposes it.
	Why string `json:"why"`
}

// AdviseLayout is a layout with what it costs.
type AdviseLayout struct {
	// Letter is the name of the layout in the list that audit, advise and the Lab share; absent for the current layout.
	Letter string `json:"letter,omitempty"`
	// Template is the layout; two tables are separated by ++.
	Template Bytes `json:"template"`
	// Today reports whether it is the current layout.
	Today bool `json:"today"`
	// Tables is the number of tables; an event is written once to each.
	Tables int `json:"tables"`
	// Score is what layouts are ranked by; less is better.
	Score float64 `json:"score"`
	// First is the share of the random conditions in which it is best.
	First float64 `json:"first"`
	// ReadMillis is the mean node time of a run at documented peak rates.
	ReadMillis float64 `json:"read_ms"`
	// ParallelWriters is the number of key ranges written at once; 0 if unknown.
	ParallelWriters float64 `json:"parallel_writers"`
	// LargestRow is the size of the largest row read.
	LargestRow float64 `json:"largest_row_bytes"`
	// LargestRowAtMost is what the largest row of the table may have by the rows read, and at least that of the table
	// if all rows were counted.
	LargestRowAtMost float64 `json:"largest_row_bytes_at_most"`
	// Rows are those of the rows read, after merging.
	Rows float64 `json:"rows"`
	// Bytes are those of the rows read.
	Bytes float64 `json:"bytes"`
	// Month is what these bytes cost a month, of the table where its bytes are known (--prices).
	Month *Figure `json:"cost_a_month,omitempty"`
	// Table is what the layout comes to in the whole table; absent if all rows were read.
	Table *TrialTable `json:"table,omitempty"`
	// View is the second table as a continuous materialized view; absent where it cannot be one.
	View *AdviseView `json:"view,omitempty"`
	// Changes is the number of changes from the current layout.
	Changes int `json:"changes"`
	// Words are figures of the whole table in words, where they are known.
	Words   AdviseWords   `json:"-"`
	Queries []AdviseQuery `json:"queries" form:"lines"`
	Better  []string      `json:"better" form:"line"`
	Worse   []string      `json:"worse" form:"line"`
	// Hazards are what to verify before it is used.
	Hazards []string `json:"hazards" form:"line"`
	// ForWriters is what those must know who write to the table.
	ForWriters []string `json:"for_writers" form:"line"`
	// ForReaders is how to run each query.
	ForReaders []string `json:"for_readers" form:"line"`
	// ForOperators is what those must know who run the table.
	ForOperators []string `json:"for_operators" form:"line"`
}

// AdviseView is the second table of a layout as a continuous materialized view of the current table.
type AdviseView struct {
	// Template is the layout with the view, as --layout takes it; empty where there is no query.
	Template Bytes `json:"template"`
	// Refused is why there is no query.
	Refused string `json:"refused,omitempty"`
	// Query is its SQL.
	Query string `json:"query"`
	// Unconfirmed is what the query needs and the documentation that was read does not show.
	Unconfirmed []string `json:"unconfirmed"`
	// Bytes is the size of its rows, of the rows read.
	Bytes int64 `json:"bytes"`
	// CopyBytes is the size of the intermediate copy that the service keeps beside it.
	CopyBytes int64 `json:"intermediate_bytes"`
	// LeftOut is the number of rows that it leaves out.
	LeftOut int64 `json:"rows_left_out"`
}

// AdviseWords are figures of a layout in words: how many rows and bytes the table has, what it saves, and what it costs
// a month.
type AdviseWords struct{ Rows, Bytes, Savings, Month string }

// AdviseQuery is what a query costs under a layout.
type AdviseQuery struct {
	Name string `json:"name"`
	// Table is the number of the table that answers it, from 0.
	Table        int     `json:"table"`
	Access       string  `json:"access"`
	Ranges       float64 `json:"ranges"`
	RowsRead     float64 `json:"rows_read"`
	RowsReturned float64 `json:"rows_returned"`
	BytesRead    float64 `json:"bytes_read"`
	ReadMillis   float64 `json:"read_ms"`
	// Key is the key with what the query does with each part.
	Key []AdviseKeyPart `json:"key" form:"line"`
	// Filters are the conditions on what is in no key.
	Filters []string `json:"filters" form:"line"`
	// Picture is the key above what the query does with each part, escaped; empty without a key.
	Picture [2]string `json:"-"`
}

// AdviseKeyPart is a part of a key in an access path.
type AdviseKeyPart struct {
	Part Bytes `json:"part"`
	// Role is bound, range, each, filter, or unused.
	Role string `json:"role"`
}
