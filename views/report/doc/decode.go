package doc

// DecodedKey is one line of tabletop decode --format jsonl: a row key split into segments.
type DecodedKey struct {
	Key []byte `json:"key_b64"`
	// Layout is the name of the layouts as a whole, empty where they have none.
	Layout string `json:"layout"`
	// Kind is the record kind, empty for a key that matches no layout.
	Kind     string           `json:"kind"`
	Segments []DecodedSegment `json:"segments"`
}

// DecodeEnd is the last line of tabletop decode --format jsonl where the read ended early, and keys are missing.
type DecodeEnd struct {
	// Partial is true.
	Partial bool `json:"partial"`
	// Stopped is why reading ended.
	Stopped string `json:"stopped"`
}

// DecodedSegment is a segment of a row key.
type DecodedSegment struct {
	Name string `json:"name"`
	// Start is the offset in bytes where it starts.
	Start int `json:"start"`
	// End is the offset after its last byte.
	End      int    `json:"end"`
	Type     string `json:"type"`
	Encoding string `json:"encoding"`
	// Unit is that of a time, otherwise empty.
	Unit string `json:"unit"`
	// Reversed reports whether values are stored so that the largest comes first.
	Reversed bool  `json:"reversed"`
	Value    Value `json:"value"`
	// ValueBytes is the value where it holds unprintable bytes.
	ValueBytes []byte `json:"value_b64,omitempty"`
}
