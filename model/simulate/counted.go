package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tabletop/model/sample"
	"tabletop/model/tally"
)

// Counted is what a whole table comes to under a candidate, counted over all of its rows: the figures of a Result, exact. It has no
// quantiles beyond those of its histograms.
type Counted struct {
	Template string // Candidate.String
	Layouts  string // the layouts that the current keys were decoded with, as a template file
	// SourceRows and SourceBytes are those of the current table.
	SourceRows, SourceBytes int64

	Rows, Cells, Bytes, KeyBytes int64
	RowBytes, RowCells           tally.Histogram
	Over100MB, Over256MB         int64 // rows; see Result
	Emptied                      int64
	Collisions                   Collisions
	Estimated                    int64 // serialized cells whose size is an estimate
	Cut                          int64 // cells of which only the first bytes of the value were read, where more was needed
	// Large are the largest rows over 100 MB, largest first.
	Large []tally.LargeRow `json:",omitempty"`
	// Hot are the windows of time and key prefixes that take the most writes of their window, hottest first.
	Hot []HotRange `json:",omitempty"`
	// Changed is by how many source rows that share a new key two reads of the table differed, because it changed in between. The
	// figures are exact only if it is 0.
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
	if err := json.Unmarshal(data, &list); err != nil {
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
	for _, h := range []*tally.Histogram{&c.RowBytes, &c.RowCells} {
		if err := h.Validate(); err != nil {
			return err
		}
	}
	m := &c.Collisions
	for _, n := range []int64{c.SourceRows, c.SourceBytes, c.Rows, c.Cells, c.Bytes, c.KeyBytes, c.Over100MB, c.Over256MB, c.Emptied, m.MergedRows, m.VersionCells,
		m.OverwrittenCells, c.Estimated, c.Cut, c.Changed} {
		if n < 0 {
			return errors.New("a count is negative")
		}
	}
	if c.Rows != c.RowBytes.N || c.Rows != c.RowCells.N || c.Bytes < c.KeyBytes || c.Over256MB > c.Over100MB || c.Over100MB > c.Rows {
		return errors.New("its counts contradict each other")
	}
	return nil
}
