package doc

// Count is the report of tabletop stats --count: the number of rows, counted by their keys.
type Count struct {
	Source string `json:"source"`
	// Rows is the number of rows that were counted.
	Rows int64 `json:"rows"`
	// Exact reports whether all rows were counted; otherwise the table has at least that many.
	Exact bool `json:"exact"`
	// Unreadable is the number of rows that the service refused to send. They are not in rows.
	Unreadable int `json:"unreadable_rows,omitempty"`
	// Took is how long counting took.
	Took float64 `json:"took_seconds"`
	// Stopped is why counting ended before all rows were counted, at a limit or otherwise.
	Stopped string `json:"stopped,omitempty"`
	// Partial is true if an error or an interrupt ended counting.
	Partial bool `json:"partial,omitempty"`
	// Only is what was counted; empty for the whole table.
	Only Restriction `json:"only"`
	// Within is that in words.
	Within []string `json:"-"`
}
