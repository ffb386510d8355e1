package audit

import (
	"fmt"
	"math"
	"reflect"
)

// Limits are the thresholds of the rules; docs/audit.md lists them. The zero value means DefaultLimits. Shares are
// between 0 and 1.
type Limits struct {
	// minimum rows for rules on shares
	MinRows          int     `yaml:"min_rows" json:"min_rows"`
	RowBytesWarning  float64 `yaml:"row_bytes_warning" json:"row_bytes_warning"`   // G18
	RowBytesError    float64 `yaml:"row_bytes_error" json:"row_bytes_error"`       // G18
	CellBytesWarning float64 `yaml:"cell_bytes_warning" json:"cell_bytes_warning"` // G21
	CellBytesError   float64 `yaml:"cell_bytes_error" json:"cell_bytes_error"`     // G21
	// G30: our own, a quarter of the limit
	KeyBytesWarning float64 `yaml:"key_bytes_warning" json:"key_bytes_warning"`
	// G17: our own; the service's is 16 KiB
	QualifierBytes float64 `yaml:"qualifier_bytes" json:"qualifier_bytes"`
	// G13, G64: our own, of a name written by people
	NameBytes float64 `yaml:"name_bytes" json:"name_bytes"`
	// G13, G64: our own, of the bytes of the table
	NameShare     float64 `yaml:"name_share" json:"name_share"`
	Families      float64 `yaml:"families" json:"families"`               // G12
	Tables        float64 `yaml:"tables" json:"tables"`                   // G10
	ColumnsPerRow float64 `yaml:"columns_per_row" json:"columns_per_row"` // G15, G16: our own
	// G31: our own, a share of rows
	UnexplainedKeys float64 `yaml:"unexplained_keys" json:"unexplained_keys"`
	// G40: our own, a share of rows
	TimeFirstWarning float64 `yaml:"time_first_warning" json:"time_first_warning"`
	// G40: our own, a share of rows
	TimeFirstError float64 `yaml:"time_first_error" json:"time_first_error"`
	// G40: our own, of the rows behind one value before the time
	PrefixShare float64 `yaml:"prefix_share" json:"prefix_share"`
	// G42: our own, of ids and times of writing
	Correlation       float64 `yaml:"correlation" json:"correlation"`
	VersionsPerColumn float64 `yaml:"versions_per_column" json:"versions_per_column"` // G43, G59: our own
	// G43: our own, of the bytes of a family
	RepeatedVersions float64 `yaml:"repeated_versions" json:"repeated_versions"`
	// G20: our own, a share of the things that keys of the rarer format name
	SameThings float64 `yaml:"same_things" json:"same_things"`
	// G31: our own, a share of rows
	SplitValues float64 `yaml:"split_values" json:"split_values"`
	// G61: our own, rows of the fullest bucket beside those of an even one
	SaltSkew float64 `yaml:"salt_skew" json:"salt_skew"`
	// G22: our own, a share of rows
	SoftDeletes float64 `yaml:"soft_deletes" json:"soft_deletes"`
	// G44: our own, a share of versions within a second
	FastWrites float64 `yaml:"fast_writes" json:"fast_writes"`
	// G22: our own, of the bytes of a family, GC-eligible for over a week
	Garbage float64 `yaml:"waste" json:"waste"`
	// G22: our own, of the bytes of a family without a policy, a day
	Growth float64 `yaml:"growth" json:"growth"`
	// G14: our own, of the bytes of a family
	RetentionGain float64 `yaml:"retention_gain" json:"retention_gain"`
	// G47: our own, a share of rows
	PersonalData float64 `yaml:"personal_data" json:"personal_data"`
	// G09: our own, a share of the cells of a column
	Placeholders float64 `yaml:"placeholders" json:"placeholders"`
	// G09: our own, a share of rows
	KeyPlaceholders float64 `yaml:"key_placeholders" json:"key_placeholders"`
	// G08: our own, of the writes of a window in a twentieth of the keys
	HotShare float64 `yaml:"hot_share" json:"hot_share"`
	// G08: our own, of a node's CPU that one tablet takes
	NodeCPU float64 `yaml:"node_cpu" json:"node_cpu"`
	// G36: our own, a share of keys
	SchemaMisfits float64 `yaml:"schema_misfits" json:"schema_misfits"`
	// G10: our own, tables of one pattern of names
	SimilarTables float64 `yaml:"similar_tables" json:"similar_tables"`
	// G58: our own, columns in a row that nothing bounds
	ColumnsOfUnbounded float64 `yaml:"columns_of_unbounded" json:"columns_of_unbounded"`
}

// DefaultLimits returns the limits of the guidelines, or the defaults of this package for guidelines without one. Each
// rule defines its own. MB are decimal for recommendations and binary for hard limits, as the service counts them.
func DefaultLimits() Limits {
	l := Limits{MinRows: 20}
	for _, r := range Rules() {
		if r.limits != nil {
			r.limits(&l)
		}
	}
	return l
}

// check returns an error for a limit that is not a number of at least 0.
func (l Limits) check() error {
	value := reflect.ValueOf(l)
	for field := range value.NumField() {
		amount := 0.0
		if f := value.Field(field); f.CanFloat() {
			amount = f.Float()
		} else {
			amount = float64(f.Int())
		}
		if !(amount >= 0) || math.IsInf(amount, 0) {
			return fmt.Errorf("limit %s is %v: it has to be a number from 0 on",
				value.Type().Field(field).Tag.Get("yaml"), amount)
		}
	}
	return nil
}
