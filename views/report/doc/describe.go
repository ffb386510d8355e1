package doc

// Description is the report of tabletop describe: the table as its instance states it, without a row. As the FILE of
// audit --expect it is what a table is compared with: then layouts and columns are written by hand.
type Description struct {
	Source   string         `json:"source"`
	Families []SchemaFamily `json:"families"`
	// Declared is the row-key schema that the table declares.
	Declared *RowKeySchema `json:"row_key_schema,omitempty"`
	// Protected reports whether deletion protection is on.
	Protected bool `json:"deletion_protection"`
	// Bytes is the approximate number of bytes that the service stores; absent where it states none.
	Bytes *int64 `json:"stored_bytes,omitempty"`
	// Sections is the number of sections of the key space that the service names.
	Sections int `json:"sections"`
	// Emulator reports whether an emulator answered: its sections and sizes are not like those of the service.
	Emulator bool `json:"emulator"`
	// Layouts are the row-key templates one of which each key is to match. Only written by hand.
	Layouts []Escaped `json:"layouts,omitempty"`
	// Columns are what is expected of columns. Only written by hand.
	Columns []ExpectedColumn `json:"columns,omitempty" form:"lines"`
}

// ExpectedColumn is what is expected of the columns of a family whose qualifiers match.
type ExpectedColumn struct {
	Family string `json:"family"`
	// Qualifier is the qualifier, a byte as \xNN, in which * stands for any number of any bytes.
	Qualifier string `json:"qualifier"`
	// Use is required, allowed, or forbidden. A family with an allowed column has no others than those required or
	// allowed.
	Use string `json:"use"`
	// Type is what all values that are not empty are: empty, gzip, zstd, zlib, avro, json, text, int64, counter,
	// float64, protobuf, integer, decimal, or binary.
	Type string `json:"type,omitempty"`
	// RowsShare is the least share of the rows that have a required column; without it, it is enough that some row has
	// it.
	RowsShare *float64 `json:"rows_share,omitempty"`
}
