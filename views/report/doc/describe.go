package doc

// Description is the report of tabletop describe: the table as its instance states it, without a row.
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
}
