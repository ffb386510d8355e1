// Package simulate answers what a table would be like under another layout: it describes what package rekey makes of
// the rows of a sample.
package simulate

import (
	"sync"

	"tabletop/model/census"
	"tabletop/model/rekey"
	"tabletop/model/segments"
)

// Base is a sample made ready for trying candidates. It is safe for concurrent use.
type Base struct {
	*rekey.Base

	whole   []Counted // of candidates, over all rows of the table
	current *Counted  // of the current layout, over all rows of the table; nil if they were not counted

	facts sync.Map // *rekey.Rendered -> facts, over all rows
	holds sync.Map // holding -> held
	coded sync.Map // *rekey.Rendered -> coded
}

// NewBase makes a base of the segments of a sample.
func NewBase(t *segments.Table) *Base {
	base := &Base{Base: rekey.NewBase(t)}
	if whole, err := CountedFromSample(t.Sample); err == nil { // files are checked when they are opened
		base.whole = whole
	}
	return base
}

// SetTotals sets what all rows of the table come to, before the base is used; nil totals say nothing.
func (b *Base) SetTotals(totals *census.Totals) {
	if totals != nil {
		b.current = countedCurrent(totals, b.Sample.How.Started)
	}
}
