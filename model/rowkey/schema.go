package rowkey

// Schema is Bigtable's declared row-key schema: typed fields and how they are joined. It mirrors the Struct type of the
// admin API.
type Schema struct {
	Encoding  StructEncoding `json:"encoding"`
	Delimiter []byte         `json:"delimiter,omitempty"` // 1 to 50 bytes, DelimitedBytes only
	Fields    []SchemaField  `json:"fields"`
}

// StructEncoding is how the fields of a Schema are joined.
type StructEncoding string

// The struct encodings of the API.
const (
	Singleton      StructEncoding = "singleton"
	DelimitedBytes StructEncoding = "delimited_bytes"
	OrderedStruct  StructEncoding = "ordered_code_bytes"
)

// SchemaField is a field of a Schema: Type is "string", "bytes", "int64" or "timestamp"; Encoding is "utf8", "raw",
// "big_endian", "ordered_code", and for timestamps "unix_micros_big_endian" or "unix_micros_ordered_code".
type SchemaField struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Encoding string `json:"encoding"`
}
