package doc

// Doctor is the report of tabletop doctor: what was checked of the program, its settings, the terminal, and the
// connection to a table.
type Doctor struct {
	// Source is what was to be opened; absent if none was named.
	Source string `json:"source,omitempty"`
	// Failed is the number of checks that failed.
	Failed int `json:"failed"`
	// Checks are in the order in which they were made. Those after one that failed may be missing.
	Checks []DoctorCheck `json:"checks" form:"lines"`
}

// DoctorCheck is one check.
type DoctorCheck struct {
	// Area is program, settings, terminal, or connection.
	Area string `json:"area"`
	// Name is what was checked: a property, or the method of the service that was called.
	Name string `json:"name"`
	// Verdict is ok, note for what only limits the program, or failed.
	Verdict string `json:"verdict"`
	// Found is what is so.
	Found string `json:"found"`
	// Next is what to do about it; absent if there is nothing to do.
	Next string `json:"next,omitempty"`
}
