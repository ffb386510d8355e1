// Package census counts a whole table in bounded memory while its rows go by: totals, columns, sizes, garbage
// collection, keys by segments, writes by key and time, personal data, and a uniform sample of rows. Censuses of parts
// of a table merge into that of the whole, byte for byte, whatever the split, the order, and the tree of merges, so
// that any number of machines can share the work. All of them follow one Plan, which is made once, from an ordinary
// sample.
package census

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tabletop/model/bounded"
	"tabletop/model/infer"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Plan states what is counted. Everything that a figure depends on beside the rows is in it, so that censuses of equal
// plans add up. The zero value counts totals, columns, and sizes, and keeps no rows.
type Plan struct {
	// Options select the rows to read and those to keep: Rows is how many are kept, Seed what they are selected with,
	// and Keep the bytes kept of each value. Prefix, Start, End, KeyRegex, Families, Since, and Until restrict what is
	// read. Other options are not part of a plan.
	Options sample.Options
	// Bound is such that few more rows have keys with a smaller Hash than are kept: only these are considered, so that
	// what is merged of a part has its share of the rows kept, and not as many as the whole. 0 considers all rows.
	Bound uint64 `json:",omitempty"`
	// Now is the moment as of which cells are evaluated for garbage collection; the zero time leaves that out.
	Now time.Time
	// Families are those of the table, with the policies that cells are evaluated by.
	Families []sample.Family
	// Layouts is the template file (rowkey.ParseSet) of the layouts that keys are decoded with; empty leaves out
	// whatever needs keys decoded.
	Layouts string
	// Inferred is the inference that found Layouts, for reports; nil if they were declared.
	Inferred *infer.Result
	// Values are the values of segments whose rows are counted exactly.
	Values []NamedValues
	// Borders are keys in ascending order. They divide the keys into len(Borders)+1 ranges, for the heat grid.
	Borders [][]byte
	// From, Step, and Windows are the time axis of the heat grid; without Windows there is no grid.
	From    time.Time
	Step    time.Duration
	Windows int
	// Prefixes are key prefixes in ascending order, whose rows are counted: the nodes of the key space's tree.
	Prefixes [][]byte
	// Personal counts texts that identify people, in keys and in values as far as they are kept.
	Personal bool
}

// NamedValues are values of a segment, as bytes in the key, in ascending order.
type NamedValues struct {
	Kind    int    // index in the layouts
	Segment string // name
	Values  [][]byte
}

// Limits of a plan, which bound the memory of a census.
const (
	MaxBorders  = 4096
	MaxWindows  = 1024
	MaxCells    = 1 << 18 // of the heat grid
	MaxPrefixes = 1 << 14
	MaxValues   = 1 << 14 // named values, over all segments
	MaxSegments = 256     // over all layouts
)

// Normalize returns the plan without what is no part of one: options that change no row, times beyond microseconds.
func (p Plan) Normalize() Plan {
	options := p.Options
	p.Options = sample.Options{Strategy: sample.Everything, Rows: options.Rows, Seed: options.Seed, Keep: options.Keep,
		Prefix: options.Prefix,
		Start:  options.Start, End: options.End,
		KeyRegex: options.KeyRegex, Families: options.Families, Since: moment(options.Since),
		Until: moment(options.Until)}
	if p.Options.Keep <= 0 {
		p.Options.Keep = sample.DefaultKeep
	}
	p.Now, p.From = moment(p.Now), moment(p.From)
	return p
}

// moment returns t as it is after it was written and read.
func moment(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Microsecond)
}

// Validate returns the first thing that is wrong with the plan.
func (p *Plan) Validate() error {
	_, err := p.layouts()
	switch {
	case err != nil:
		return fmt.Errorf("layouts: %w", err)
	case p.Options.Rows < 0:
		return errors.New("the number of rows to keep is negative")
	case len(p.Borders) > MaxBorders || !ascending(p.Borders):
		return fmt.Errorf("the borders of the grid do not ascend, or are more than %d", MaxBorders)
	case len(p.Prefixes) > MaxPrefixes || !ascending(p.Prefixes):
		return fmt.Errorf("the prefixes do not ascend, or are more than %d", MaxPrefixes)
	case p.Windows < 0 || p.Windows > MaxWindows || p.Windows*(len(p.Borders)+1) > MaxCells ||
		p.Windows > 0 && p.Step < time.Microsecond:
		return fmt.Errorf("%d windows of %v are no time axis", p.Windows, p.Step)
	}
	return p.validateValues()
}

func (p *Plan) validateValues() error {
	all := 0
	for i := range p.Values {
		if all += len(p.Values[i].Values); all > MaxValues || !ascending(p.Values[i].Values) {
			return fmt.Errorf("the values of segment %q do not ascend, or there are more than %d in all",
				p.Values[i].Segment, MaxValues)
		}
	}
	return nil
}

func ascending(keys [][]byte) bool {
	for i := 1; i < len(keys); i++ {
		if bytes.Compare(keys[i-1], keys[i]) >= 0 {
			return false
		}
	}
	return true
}

// layouts parses Layouts; the result is nil where there are none.
func (p *Plan) layouts() (rowkey.Set, error) {
	if p.Layouts == "" {
		return nil, nil
	}
	set, err := rowkey.ParseSet(p.Layouts)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, l := range set {
		n += len(l.Segments())
	}
	if n > MaxSegments {
		return nil, fmt.Errorf("%d segments are more than %d", n, MaxSegments)
	}
	return set, nil
}

// savedPlan is a plan as it is written: JSON, so that a new field needs no new format.
type savedPlan struct {
	Version int
	Plan
}

// planVersion is that of all a census counts by a plan: censuses of other versions do not merge.
const planVersion = 3

// MarshalBinary writes the plan in the form that UnmarshalBinary reads. Equal plans have equal bytes.
func (p *Plan) MarshalBinary() ([]byte, error) {
	return json.Marshal(savedPlan{planVersion, p.Normalize()})
}

// UnmarshalBinary reads what MarshalBinary wrote. A plan that is read has passed Validate.
func (p *Plan) UnmarshalBinary(data []byte) error {
	var in savedPlan
	if err := bounded.JSON(data, &in); err != nil {
		return fmt.Errorf("census: its plan: %w", err)
	}
	if in.Version != planVersion {
		return fmt.Errorf("census: its plan has format %d, and this tabletop reads format %d", in.Version, planVersion)
	}
	if err := in.Plan.Validate(); err != nil {
		return fmt.Errorf("census: its plan: %w", err)
	}
	*p = in.Plan.Normalize()
	return nil
}

// Fingerprint returns 32 hexadecimal digits that are equal for equal plans only.
func (p *Plan) Fingerprint() (string, error) {
	data, err := p.MarshalBinary()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16]), nil
}

// Rules returns the policies by which cells are GC-eligible.
func (p *Plan) Rules() retention.Rules { return retention.CurrentRules(p.policies()) }

// policies returns the families as those of a table.
func (p *Plan) policies() *sample.Table { return &sample.Table{Families: slices.Clone(p.Families)} }
