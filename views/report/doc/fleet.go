package doc

// FleetFormat is the format of an audit of several tables, by which a baseline is distinguished from other JSON.
const FleetFormat = "tabletop audit of tables 1"

// Fleet is the report of tabletop audit of a project, or of an instance with the rows of its tables (--sample-tables).
// It can be given back as a baseline.
type Fleet struct {
	// Format is "tabletop audit of tables 1".
	Format string `json:"format"`
	Source string `json:"source"`
	// Instances are the audits of the instances by the names and families of their tables.
	Instances []Audit `json:"instances"`
	// Tables are the tables that were read, those with the most severe findings first, and next to each the tables with
	// the same families, policies, and layouts.
	Tables []FleetTable `json:"tables"`
	// Failed are the tables and instances that could not be read.
	Failed []FleetFailure `json:"failed" form:"lines"`
}

// FleetTable is a table of an instance.
type FleetTable struct {
	// Alike is the letter of the tables whose families, policies, and layouts are the same; absent if there is no
	// other.
	Alike string `json:"alike,omitempty"`
	// TableRows is the number of its rows; absent if it is unknown.
	TableRows *Figure `json:"table_rows,omitempty"`
	// TableBytes is the number of its bytes; absent if it is unknown.
	TableBytes *Figure `json:"table_bytes,omitempty"`
	// GarbageShare is the share of its bytes that is garbage; absent if it is unknown.
	GarbageShare *Figure `json:"garbage_share,omitempty"`
	// Audit is its audit.
	Audit Audit `json:"audit"`
	// Review is what the audit is of.
	Review Review `json:"-"`
}

// FleetFailure is a table or an instance that could not be read.
type FleetFailure struct {
	Source string `json:"source"`
	// Reason is why.
	Reason string `json:"reason"`
}
