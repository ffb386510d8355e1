package doc

import "time"

// Verify is the report of tabletop verify: whether one table holds the cells of another under other row keys.
type Verify struct {
	// Verdict is equal, different, or unproved if rows could not be read or no cell was compared.
	Verdict string `json:"verdict"`
	// Old is the table whose keys were changed.
	Old VerifyTable `json:"old"`
	// New is the table with the new keys.
	New VerifyTable `json:"new"`
	// Layouts are the templates of the new keys.
	Layouts []Escaped `json:"layouts"`
	// Current are the layouts of the old keys.
	Current []Escaped `json:"current_layouts"`
	// Inferred reports whether the layouts of the old keys were inferred, and not given.
	Inferred bool `json:"current_layouts_inferred"`
	// Timestamps is exact, or ignore if the rank of a version was compared in place of its time.
	Timestamps string `json:"timestamps"`
	// AsOf is the time as of which policies are evaluated: cells that a policy of either table takes by then are left
	// out of both.
	AsOf time.Time `json:"policies_as_of"`
	// Since is the time from which cells were compared; absent without --since.
	Since *time.Time `json:"since,omitempty"`
	// Until is the time before which cells were compared; absent without --until.
	Until *time.Time `json:"until,omitempty"`
	// Started is when the first read started.
	Started time.Time `json:"started"`
	// Took is how long all reads took.
	Took float64 `json:"took_seconds"`
	// Buckets is the number of sums by which the tables were compared, each of the cells of its part of the new keys.
	Buckets int `json:"buckets"`
	// Differing is the number of buckets whose cells or number of rows differed.
	Differing int `json:"differing_buckets"`
	// Healed is the number of these in which no cell differed any more when they were read again: they were being
	// written.
	Healed int `json:"healed_buckets,omitempty"`
	// Named are the differences that were found when the differing buckets were read again; absent if none was.
	Named *VerifyNamed `json:"named,omitempty"`
	// Stopped is why a read ended before all rows were read.
	Stopped string `json:"stopped,omitempty"`
	// Partial is true if that, or a row that cannot be read, leaves the tables unproved.
	Partial bool `json:"partial,omitempty"`
	// Limits is what is not proved, in sentences.
	Limits []string `json:"-"`
}

// VerifyTable is what was read of one of two tables.
type VerifyTable struct {
	Source string `json:"source"`
	// Rows is the number of rows read.
	Rows int64 `json:"rows"`
	// Cells is the number of cells read.
	Cells int64 `json:"cells"`
	// Bytes is the size of the rows read.
	Bytes int64 `json:"bytes"`
	// ComparedRows is the number of rows that were compared.
	ComparedRows int64 `json:"compared_rows"`
	// ComparedCells is the number of cells that were compared.
	ComparedCells int64 `json:"compared_cells"`
	// Quarantined is the number of rows whose keys no current layout decodes. They were not looked for in the new
	// table.
	Quarantined int64 `json:"quarantined_rows"`
	// Unchanged is the number of rows of record kinds that no layout is for. They were compared under their old
	// keys.
	Unchanged int64 `json:"unchanged_rows"`
	// Collectable is the number of cells left out because a policy takes them.
	Collectable int64 `json:"gc_eligible_cells"`
	// Emptied is the number of rows left out because a policy takes all of their cells.
	Emptied int64 `json:"gc_emptied_rows"`
	// Overwritten is the number of cells that the layouts have overwritten by others of their row.
	Overwritten int64 `json:"overwritten_cells,omitempty"`
	// Unreadable is the number of rows that the service refused to send.
	Unreadable int `json:"unreadable_rows"`
}

// VerifyNamed lists the cells in which two tables differ.
type VerifyNamed struct {
	// Differing is the number of parts of the keys that differed: of buckets, or of parts of these if they are too
	// large.
	Differing int `json:"differing_parts"`
	// Named is the number of these in which all cells that differ are counted. If it is smaller, the others would take
	// too much memory, and the counts are of parts selected at random.
	Named int `json:"counted_parts"`
	// Missing is the number of cells that only the old table has.
	Missing int64 `json:"missing_cells"`
	// Extra is the number of cells that only the new table has.
	Extra int64 `json:"extra_cells"`
	// Changed is the number of cells with another value in the new table.
	Changed int64 `json:"changed_cells"`
	// Retimed is the number of cells with another time in the new table.
	Retimed int64 `json:"retimed_cells"`
	// Lost is the number of cells that the new table cannot have, because several old rows become one new row.
	Lost int64 `json:"lost_cells"`
	// MissingRows is the number of rows of which all cells are missing or lost.
	MissingRows int64 `json:"missing_rows"`
	// ExtraRows is the number of rows of which all cells are extra.
	ExtraRows int64 `json:"extra_rows"`
	// Differences are the first of the cells that differ, by new key, column, and time.
	Differences []VerifyDifference `json:"differences" form:"lines"`
	// Unlisted is the number of cells that differ beyond those.
	Unlisted int64 `json:"differences_unlisted"`
	// Merged is the number of new rows that several old rows become.
	Merged int64 `json:"merged_rows"`
	// Merges are the first of these rows.
	Merges []VerifyMerge `json:"merges" form:"lines"`
}

// VerifyDifference is a cell in which two tables differ.
type VerifyDifference struct {
	// Kind is missing, extra, changed, retimed, or lost.
	Kind string `json:"kind"`
	// Key is the row key in the new table.
	Key Bytes `json:"key"`
	// OldKeys are the row keys in the old table; none for a cell of a row that is not there.
	OldKeys   []Bytes `json:"old_keys"`
	Family    string  `json:"family"`
	Qualifier Bytes   `json:"qualifier"`
	// OldTime is the timestamp in the old table in microseconds since 1970; absent for a cell that is not there.
	OldTime *int64 `json:"old_timestamp,omitempty"`
	// NewTime is the timestamp in the new table in microseconds since 1970; absent for a cell that is not there.
	NewTime *int64 `json:"new_timestamp,omitempty"`
}

// VerifyMerge is a new row that several old rows become.
type VerifyMerge struct {
	// Key is the row key in the new table.
	Key Bytes `json:"key"`
	// OldKeys are the row keys in the old table.
	OldKeys []Bytes `json:"old_keys"`
}
