package doc

import "tabletop/views/text"

// Diff is the report of tabletop diff: what changed between two samples.
type Diff struct {
	Before DiffSide `json:"before"`
	After  DiffSide `json:"after"`
	// Redacted reports whether values in keys are replaced with others.
	Redacted bool `json:"redacted"`
	// Redaction is what the redaction replaced and kept, absent where the report is not redacted.
	Redaction *Redaction `json:"redaction,omitempty"`
	// Notes are what limits the comparison, in sentences.
	Notes []string `json:"remarks"`
	// Exact reports whether everything was counted on both sides.
	Exact bool `json:"exact"`
	// Paired reports whether both samples read the same key ranges, which are compared one by one.
	Paired bool `json:"paired,omitempty"`
	// Compared is the number of figures compared.
	Compared int `json:"compared"`
	// Significant is the number of figures that differ by more than sampling error.
	Significant int `json:"beyond_chance"`
	// Undetermined is the number of figures of which the samples cannot show whether they differ.
	Undetermined int `json:"undetermined"`
	// OneSided are the record kinds, families and columns that only one sample has, whatever their share.
	OneSided []DiffPresence `json:"one_sided,omitempty"`
	// OneSidedUnlisted is the number of those that are not listed.
	OneSidedUnlisted int `json:"one_sided_unlisted,omitempty"`
	// Table are figures of the table.
	Table []DiffItem `json:"table"`
	// Layouts are the record kinds, by their template; the name is empty for keys that match no layout.
	Layouts  []DiffItem   `json:"layouts"`
	Families []DiffFamily `json:"families"`
	Columns  []DiffColumn `json:"columns"`
	// Segments are key segments whose values have many rows.
	Segments []DiffSegment `json:"segments"`
	// Summary is the result in a sentence, and Sections are the figures in words.
	Summary  string             `json:"-"`
	Sections []text.DiffSection `json:"-"`
}

// DiffSide is one of the two samples.
type DiffSide struct {
	Source   string `json:"source"`
	Table    string `json:"table"`
	Rows     int    `json:"rows"`
	Bytes    int64  `json:"bytes"`
	Complete bool   `json:"complete"`
	// Read is when it was read.
	Read string `json:"read,omitempty"`
	// Partial is true if the read ended before its plan, for the reason in Stopped.
	Partial bool   `json:"partial,omitempty"`
	Stopped string `json:"stopped,omitempty"`
}

// DiffFigure is a figure of one sample, or the difference of two.
type DiffFigure struct {
	Value float64 `json:"value"`
	// Low is the lower end of the 95% confidence interval, absent where there is none.
	Low *float64 `json:"low,omitempty"`
	// High is the upper end.
	High  *float64 `json:"high,omitempty"`
	Exact bool     `json:"exact"`
}

// DiffChange is how a figure changed.
type DiffChange struct {
	// Verdict is same (counted and equal), within_error, grew, shrank, new, gone, changed, undetermined where a figure
	// has no interval, or unseen where a family was seen on one side only and the families of the other are not known.
	Verdict string     `json:"verdict"`
	Before  DiffFigure `json:"before"`
	After   DiffFigure `json:"after"`
	Delta   DiffFigure `json:"delta"`
}

// DiffPresence is a record kind, a family or a column that only one sample has.
type DiffPresence struct {
	// Subject is record kind, family, or column.
	Subject string `json:"subject"`
	// Template is that of a record kind.
	Template  string `json:"template,omitempty"`
	Family    string `json:"family,omitempty"`
	Qualifier string `json:"qualifier,omitempty"`
	Pattern   string `json:"pattern,omitempty"`
	// Verdict is new or gone where the other side certainly lacks it, else unseen.
	Verdict string `json:"verdict"`
	// Side is the one that has it: before or after.
	Side string `json:"side"`
	// RowShare is the share of the rows that have it. That of the other side is exactly 0 where it certainly lacks it,
	// otherwise at most its upper end, and without one nothing is known.
	RowShare DiffChange `json:"row_share"`
	// Rows is the number of rows that have it: of all rows where their share is exact, otherwise of those read.
	Rows int `json:"rows"`
}

// DiffItem is a figure of the table, or a record kind.
type DiffItem struct {
	Name string `json:"name"`
	// Was is the former template of a record kind.
	Was string `json:"was,omitempty"`
	// Unit is count, bytes, or share.
	Unit    string     `json:"unit"`
	Verdict string     `json:"verdict"`
	Change  DiffChange `json:"change"`
}

// DiffFamily is a column family.
type DiffFamily struct {
	Name       string      `json:"name"`
	Verdict    string      `json:"verdict"`
	RuleBefore string      `json:"rule_before,omitempty"`
	RuleAfter  string      `json:"rule_after,omitempty"`
	ByteShare  *DiffChange `json:"byte_share,omitempty"`
	// Garbage is the share of its bytes that is eligible for garbage collection.
	Garbage *DiffChange `json:"garbage,omitempty"`
}

// DiffColumn is a column, or the pattern of columns whose qualifiers are data.
type DiffColumn struct {
	Family    string     `json:"family"`
	Qualifier string     `json:"qualifier,omitempty"`
	Pattern   string     `json:"pattern,omitempty"`
	Verdict   string     `json:"verdict"`
	RowShare  DiffChange `json:"row_share"`
	Cells     DiffChange `json:"cells_a_row"`
	Bytes     DiffChange `json:"bytes_a_row"`
	// Total is its size in the table, where the number of rows is known.
	Total *DiffChange `json:"bytes_in_table,omitempty"`
}

// DiffSegment is a key segment.
type DiffSegment struct {
	Name string `json:"name"`
	// Before is the number of values compared in the first sample.
	Before int `json:"values_before"`
	After  int `json:"values_after"`
	// Unchanged is the number of values without a significant difference.
	Unchanged int `json:"values_without_difference"`
	// Unlisted is the number of values that differ and are not listed.
	Unlisted int         `json:"values_unlisted"`
	Values   []DiffValue `json:"values"`
}

// DiffValue is a value of a segment that differs.
type DiffValue struct {
	Value   string     `json:"value"`
	Raw     []byte     `json:"raw_b64"`
	Verdict string     `json:"verdict"`
	Rows    DiffChange `json:"row_share"`
	Bytes   DiffChange `json:"byte_share"`
	// Total is its number of rows in the table, where that is known.
	Total *DiffChange `json:"rows_in_table,omitempty"`
}
