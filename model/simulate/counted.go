package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tabletop/model/bounded"
	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// Counted is what a whole table comes to under a candidate, counted over all of its rows: the figures of a Result,
// exact. It has no quantiles beyond those of its histograms.
type Counted struct {
	Template string // Candidate.String
	Layouts  string // the layouts that the current keys were decoded with, as a template file
	// SourceRows and SourceBytes are those of the current table.
	SourceRows, SourceBytes int64

	Rows, Cells, Bytes, KeyBytes int64
	RowBytes, RowCells           estimate.Histogram
	Over100MB, Over256MB         int64 // rows; see Result
	Emptied                      int64
	Collisions                   Collisions
	Estimated                    int64 // serialized cells whose size is an estimate
	// cells of which only the first bytes of the value were read, where more was needed
	Cut int64
	// Large are the largest rows over 100 MB, largest first.
	Large []census.LargeRow `json:",omitempty"`
	// Hot are the windows of time and key prefixes that take the most writes of their window, hottest first.
	Hot []HotRange `json:",omitempty"`
	// Changed is by how many source rows that share a new key two reads of the table differed, because it changed in
	// between. The figures are exact only if it is 0.
	Changed int64     `json:",omitempty"`
	Started time.Time // when counting began
}

// HotRange is a key range of the new table and what one window of time writes to it.
type HotRange struct {
	Window     time.Time // start
	Step       time.Duration
	Start, End []byte // an empty End is the end of the table
	Writes     int64  // cells
	Share      float64
}

// Exact reports whether the figures are those of one state of the table.
func (c *Counted) Exact() bool { return c.Changed == 0 && c.Cut == 0 && c.Estimated == 0 }

// maxLarge is how many of the largest rows are named.
const maxLarge = 3

// Sentences describe the figures, with keys escaped as Go does.
func (c *Counted) Sentences() []string {
	certain := "exact"
	if !c.Exact() {
		certain = "not exact"
	}
	p50, _ := c.RowBytes.Quantile(0.5)
	p99, _ := c.RowBytes.Quantile(0.99)
	out := []string{
		fmt.Sprintf("%s, %s, %s; %s of keys (%s, counted over %s).", spelling.Count(c.Rows, "row"),
			spelling.Count(c.Cells, "cell"), spelling.Count(c.Bytes, "byte"),
			spelling.Count(c.KeyBytes, "byte"), certain, spelling.Count(c.SourceRows, "row")),
		fmt.Sprintf("%s merge; %s become older versions, and %s are overwritten.",
			spelling.Count(c.Collisions.MergedRows, "row"),
			spelling.Count(c.Collisions.VersionCells, "cell"), spelling.Count(c.Collisions.OverwrittenCells, "cell")),
		fmt.Sprintf("Row bytes: p50 %s, p99 %s (within 1/64), largest %s; %s over 100 MB, %s over 256 MB.",
			spelling.Integer(p50), spelling.Integer(p99), spelling.Integer(c.RowBytes.Max),
			spelling.Count(c.Over100MB, "row"), spelling.Count(c.Over256MB, "row")),
	}
	if c.Emptied > 0 {
		out = append(out, fmt.Sprintf("%s would be left without cells and disappear.",
			spelling.Count(c.Emptied, "row")))
	}
	for _, r := range c.Large[:min(len(c.Large), maxLarge)] {
		out = append(out, fmt.Sprintf("Row %q has %s.", r.Key, spelling.Count(r.Bytes, "byte")))
	}
	if len(c.Hot) > 0 {
		h := &c.Hot[0]
		end := "the end of the table"
		if len(h.End) > 0 {
			end = fmt.Sprintf("%q", h.End)
		}
		out = append(out, fmt.Sprintf("Hottest: from %s for %v, the keys from %q to %s take %.0f%% of the writes.",
			h.Window.Format(time.RFC3339), h.Step.Round(time.Second), h.Start, end, 100*h.Share))
	}
	return append(out, c.doubts()...)
}

// doubts states why the figures are not exact; nil if they are.
func (c *Counted) doubts() []string {
	var out []string
	if c.Changed > 0 {
		out = append(out, fmt.Sprintf("The table changed while it was read: two reads of the rows that merge differ "+
			"by %s.", spelling.Count(c.Changed, "row")))
	}
	if c.Cut > 0 {
		out = append(out, fmt.Sprintf("Only the first bytes of the value of %s were read: read again with a larger "+
			"--value-bytes.", spelling.Count(c.Cut, "cell")))
	}
	if c.Estimated > 0 {
		out = append(out, fmt.Sprintf("The sizes of %s are estimates.", spelling.Count(c.Estimated, "serialized cell")))
	}
	return out
}

// CountedSection returns the section that a saved sample carries the counts of candidates in.
func CountedSection(list []Counted) (sample.Section, error) {
	data, err := json.Marshal(list)
	return sample.Section{ID: sample.LayoutsSection, Name: "layouts", Data: data}, err
}

// CountedFromSample returns the counts of candidates that a sample carries; nil if it carries none.
func CountedFromSample(s *sample.Sample) ([]Counted, error) {
	data, ok := s.Section(sample.LayoutsSection)
	if !ok {
		return nil, nil
	}
	return DecodeCounted(data)
}

// DecodeCounted reads what CountedSection wrote. What is returned does not contradict itself.
func DecodeCounted(data []byte) ([]Counted, error) {
	var list []Counted
	if err := bounded.JSON(data, &list); err != nil {
		return nil, fmt.Errorf("counts of layouts: %w", err)
	}
	for i := range list {
		if err := list[i].validate(); err != nil {
			return nil, fmt.Errorf("counts of layout %q: %w", list[i].Template, err)
		}
	}
	return list, nil
}

func (c *Counted) validate() error {
	for _, h := range []*estimate.Histogram{&c.RowBytes, &c.RowCells} {
		if err := h.Validate(); err != nil {
			return err
		}
	}
	collisions := &c.Collisions
	for _, n := range []int64{c.SourceRows, c.SourceBytes, c.Rows, c.Cells, c.Bytes, c.KeyBytes, c.Over100MB,
		c.Over256MB, c.Emptied, collisions.MergedRows, collisions.VersionCells,
		collisions.OverwrittenCells, c.Estimated, c.Cut, c.Changed} {
		if n < 0 {
			return errors.New("a count is negative")
		}
	}
	if c.Rows != c.RowBytes.N || c.Rows != c.RowCells.N || c.Bytes < c.KeyBytes || c.Over256MB > c.Over100MB ||
		c.Over100MB > c.Rows {
		return errors.New("its counts contradict each other")
	}
	return nil
}

// countedCurrent returns what the current layout comes to by the totals of all rows; nil if these do not show how many
// rows are too large.
func countedCurrent(t *census.Totals, started time.Time) *Counted {
	counted := &Counted{Started: started, SourceRows: t.Rows, SourceBytes: t.Bytes, Rows: t.Rows, Cells: t.Cells,
		Bytes: t.Bytes, KeyBytes: t.KeyBytes, RowBytes: t.RowBytes, RowCells: t.CellsPerRow}
	for _, x := range t.LargestRows {
		if x.Bytes > retention.RowAdvised {
			counted.Large = append(counted.Large, x)
		}
	}
	var known, known256 bool
	counted.Over100MB, known = over(t, retention.RowAdvised)
	counted.Over256MB, known256 = over(t, retention.RowLimit)
	if !known || !known256 {
		return nil
	}
	return counted
}

// over returns how many rows have more bytes than limit, and whether totals show that: by the bounds of their
// histogram, or by the largest rows.
func over(t *census.Totals, limit int64) (rows int64, known bool) {
	least, most := t.RowBytes.Above(float64(limit))
	if least == most {
		return least, true
	}
	n := int64(0)
	for _, x := range t.LargestRows {
		if x.Bytes > limit {
			n++
		}
	}
	return n, n < int64(len(t.LargestRows)) // the smallest of those listed is within the limit, and so are all others
}

// Counts returns what was counted of the whole table under the layout of r; nil if it was not.
func (r *Result) Counts() *Counted {
	if r.Candidate == nil {
		return r.Tables[0].base.current
	}
	return r.Whole
}

// withWhole adds what was counted of the whole table under the candidate, if it was with the same current layouts.
func (r *Result) withWhole(b *Base) *Result {
	for i := range b.whole {
		if c := &b.whole[i]; c.Template == r.Template && c.Layouts == b.Layouts.String() {
			r.Whole = c
			// That none of the rows read share a key says nothing that the counts do not.
			r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return f.Kind == Merged && f.Count == 0 })
		}
	}
	return r
}

// Met returns what meets in the new rows: in the whole table, if that was counted, otherwise in the rows of the sample.
func (r *Result) Met() Collisions {
	if r.Whole == nil {
		return r.Collisions
	}
	c := r.Whole.Collisions
	c.Impossible = r.Collisions.Impossible
	return c
}

// scale returns the figures of the whole table as counted.
func (c *Counted) scale() Scale {
	figure := func(v float64) estimate.Figure { return estimate.CountedIf(v, c.Exact()) }
	s := Scale{PerRow: figure(ratio(c.Rows, c.SourceRows)), Rows: figure(float64(c.Rows)),
		Cells: figure(float64(c.Cells)), Bytes: figure(float64(c.Bytes)),
		KeyBytes: figure(float64(c.KeyBytes)), KeyLength: figure(ratio(c.KeyBytes, c.Rows))}
	s.against(c.SourceBytes)
	for _, p := range SizeQuantiles() {
		s.Sizes = append(s.Sizes, c.RowBytes.Figure(p).AtMost(figure(0).Certainty))
	}
	return s
}
