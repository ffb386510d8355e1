package doc

// Schema is the report of tabletop schema: how the row keys are built.
type Schema struct {
	Read
	// Rows is the number of rows read.
	Rows int64 `json:"rows"`
	Kinds
	// Declared is the row-key schema that the table declares.
	Declared *RowKeySchema `json:"row_key_schema,omitempty"`
	// Checks compare the keys with the layouts that were declared.
	Checks []LayoutCheck `json:"checks"`
	// Families are the column families.
	Families []SchemaFamily `json:"families" form:"lines"`
}

// Kinds are the record kinds of the table, by their row keys.
type Kinds struct {
	// Declared reports whether the layouts were given rather than inferred.
	Declared bool `json:"layouts_declared"`
	// Otherwise are the layouts that the rows kept alone suggest, if all rows were counted by other ones; else absent.
	Otherwise []Escaped `json:"layouts_of_kept_rows,omitempty"`
	// OtherwiseWords is that in a sentence.
	OtherwiseWords string `json:"-"`
	// Kinds are the record kinds.
	Kinds []Kind `json:"kinds"`
	// Unexplained are the rows whose key matches no layout.
	Unexplained UnexplainedKeys `json:"unexplained"`
}

// Kind is a record kind: rows whose keys have one layout.
type Kind struct {
	// Kind is its name, or a letter.
	Kind Escaped `json:"kind"`
	// Named reports whether its layout has a name, with which the template begins.
	Named bool `json:"-"`
	// Template is its layout.
	Template Escaped `json:"template"`
	Rows     int64   `json:"rows"`
	// RowsShare is its share of the rows.
	RowsShare Figure `json:"rows_share"`
	Bytes     int64  `json:"bytes"`
	// Example is its first key.
	Example Bytes `json:"example,omitempty"`
	*InferredKind
	// Segments are the segments of its keys.
	Segments []Segment `json:"segments"`
}

// InferredKind is how a layout was chosen.
type InferredKind struct {
	// Stability is the share of subsamples in which the same layout was chosen.
	Stability float64 `json:"stability"`
	// Confidence is the calibrated probability that start, end, and type of each segment are right in 98% of the keys.
	Confidence float64 `json:"confidence"`
	// Sure reports whether the confidence is 0.95 or more.
	Sure bool `json:"sure"`
	// Words is the confidence with what it is low for.
	Words string `json:"-"`
	// Alternatives are the layouts to compare an uncertain one with, the most likely first; none if it is sure.
	Alternatives []Alternative `json:"alternatives"`
}

// Alternative is another layout that the keys could have. To settle the question, declare the right one with --layout.
type Alternative struct {
	Template Escaped `json:"template"`
	// Confidence is as that of the layout of the kind; absent for the layout whose uncertain segments are only text or
	// bytes.
	Confidence *float64 `json:"confidence,omitempty"`
	// Keys are at most three keys that distinguish the two layouts; none if no key of the sample does.
	Keys []DistinguishingKey `json:"keys" form:"lines"`
}

// DistinguishingKey is a key that two layouts read differently.
type DistinguishingKey struct {
	Key Bytes `json:"key"`
	// Here is how the layout of the kind reads it.
	Here string `json:"here"`
	// There is how the alternative reads it.
	There string `json:"there"`
}

// Segment is a segment of the row key.
type Segment struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// Unit is that of a time.
	Unit     string `json:"unit,omitempty"`
	Encoding string `json:"encoding"`
	// Reversed reports whether values are stored so that the largest comes first.
	Reversed bool `json:"reversed"`
	// Confidence is the calibrated probability that start, end, and type are right in 98% of the keys; absent for
	// layouts that were declared.
	Confidence *float64 `json:"confidence,omitempty"`
	// RowsPresent is the number of rows with the segment.
	RowsPresent int64 `json:"rows_present"`
	// Values is the number of values, more than rows where the segment repeats.
	Values int64 `json:"values"`
	// Distinct is the number of distinct values in the rows read.
	Distinct int64 `json:"distinct_values"`
	// AtLeast reports whether the table has as many distinct values or more, because not all rows were counted.
	AtLeast bool `json:"distinct_values_at_least,omitempty"`
	// DistinctWords is what is known of that number in the table.
	DistinctWords string `json:"-"`
	// DistinctOfAll is the number of distinct values in all rows of the table, where these were counted.
	DistinctOfAll *Figure `json:"distinct_values_of_all_rows,omitempty"`
	// TableDistinct is the number of distinct values in the table, which has at least those read: counted, if all rows
	// were, otherwise an estimate (Chao2); absent if there is none.
	TableDistinct *Figure `json:"table_distinct_values,omitempty"`
	// RowsPerValue is the mean number of rows of the table with the same value.
	RowsPerValue *Figure `json:"rows_per_value,omitempty"`
	// RowsPerValueUntold is why that cannot be estimated.
	RowsPerValueUntold string `json:"rows_per_value_untold,omitempty"`
	// Min is the smallest number or time.
	Min *Value `json:"min,omitempty"`
	// Max is the largest number or time.
	Max *Value `json:"max,omitempty"`
	// MinWidth is the length in bytes of the shortest value.
	MinWidth int `json:"min_width"`
	// MaxWidth is the length in bytes of the longest value.
	MaxWidth int `json:"max_width"`
	// Top are the most common values.
	Top []SegmentValue `json:"top_values" form:"lines"`
}

// SegmentValue is a value of a segment.
type SegmentValue struct {
	Value Value `json:"value"`
	// Raw is the value as it stands in the key.
	Raw   []byte `json:"raw_b64"`
	Count int64  `json:"count"`
	// Share is its share of the rows that have the segment.
	Share Figure `json:"share"`
}

// UnexplainedKeys are the rows whose key matches no layout.
type UnexplainedKeys struct {
	Rows      int64        `json:"rows"`
	RowsShare Figure       `json:"rows_share"`
	Examples  []ExampleKey `json:"examples" form:"lines"`
}

// ExampleKey is a row key.
type ExampleKey struct {
	Key Bytes `json:"key"`
}

// RowKeySchema is a row-key schema as Bigtable declares it.
type RowKeySchema struct {
	Encoding  string              `json:"encoding"`
	Delimiter Bytes               `json:"delimiter,omitempty"`
	Fields    []RowKeySchemaField `json:"fields" form:"lines"`
}

// RowKeySchemaField is a field of a row-key schema.
type RowKeySchemaField struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Encoding string `json:"encoding"`
}

// LayoutCheck is how declared layouts match the keys read.
type LayoutCheck struct {
	// Of is what declared them.
	Of string `json:"of"`
	// Error is why they cannot be checked.
	Error string `json:"error,omitempty"`
	*LayoutFit
}

// LayoutFit is the result of a check.
type LayoutFit struct {
	Keys int `json:"keys"`
	// Fit is the number of keys that match.
	Fit int `json:"fit"`
	// Failing is the share of keys that do not.
	Failing float64 `json:"failing_share"`
	// FailingBound is an upper bound (95% confidence) of that share in the table.
	FailingBound float64 `json:"failing_share_bound,omitempty"`
	// Misfits are examples of keys that do not match.
	Misfits []Misfit `json:"misfits" form:"lines"`
}

// Misfit is a key that matches no declared layout.
type Misfit struct {
	Key Bytes `json:"key"`
	*MisfitReason
}

// MisfitReason is why a key does not match the layout that is nearest to it.
type MisfitReason struct {
	// At is the offset in bytes where it fails.
	At int `json:"at"`
	// Segment is the segment in which it fails.
	Segment string `json:"segment,omitempty"`
	Reason  string `json:"reason"`
}

// SchemaFamily is a column family.
type SchemaFamily struct {
	Family string `json:"family"`
	// GCRule is its garbage-collection policy as cbt writes it.
	GCRule string `json:"gc_rule"`
	// Aggregate is the type of an aggregate family.
	Aggregate string `json:"aggregate,omitempty"`
}
