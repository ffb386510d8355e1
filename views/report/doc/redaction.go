package doc

// Redaction is what the redaction of a report replaced and kept.
type Redaction struct {
	// KeyFingerprint identifies the key that was given, without telling it; absent where the replacements are
	// random.
	KeyFingerprint string `json:"key_fingerprint,omitempty"`
	// Ordered reports whether redacted keys keep the order of the table.
	Ordered bool `json:"ordered"`
	// Replaced counts what was replaced, by kind of thing.
	Replaced []Replaced `json:"replaced"`
	// Kept are the names that stayed as they are.
	Kept []KeptName `json:"kept_names"`
	// Words is all of that in sentences.
	Words []string `json:"-"`
}

// Replaced counts things of a kind that were replaced.
type Replaced struct {
	// What is key, value, table, family, column, record kind, segment, or word in keys.
	What  string `json:"what"`
	Count int    `json:"count"`
}

// KeptName is a name that stayed.
type KeptName struct {
	// Kind is table, family, column, record kind, segment, or word in keys.
	Kind string `json:"kind"`
	// Name is the name; of a column, family:qualifier.
	Name Escaped `json:"name"`
}
