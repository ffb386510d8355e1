package doc

// Fleet is the report of tabletop audit of an instance with the rows of its tables (--sample-tables).
type Fleet struct {
	// Instance is the audit of the instance by the names and families of its tables.
	Instance Audit `json:"instance"`
	// Tables are the tables that were read, those with the most severe findings first.
	Tables []FleetTable `json:"tables"`
	// Failed are the tables that could not be read.
	Failed []FleetFailure `json:"failed" form:"lines"`
}

// FleetTable is a table of an instance.
type FleetTable struct {
	// Alike is the letter of the tables whose families, policies, and layouts are the same; absent if there is no
	// other.
	Alike string `json:"alike,omitempty"`
	// TableRows is the number of its rows; absent if it is unknown.
	TableRows *Figure `json:"table_rows,omitempty"`
	// Audit is its audit.
	Audit Audit `json:"audit"`
	// Review is what the audit is of.
	Review Review `json:"-"`
}

// FleetFailure is a table that could not be read.
type FleetFailure struct {
	Table string `json:"table"`
	// Reason is why.
	Reason string `json:"reason"`
}
