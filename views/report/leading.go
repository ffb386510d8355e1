package report

import (
	"strings"

	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// FirstSegmentCount is the number of values of the first segment, counted over all keys.
type FirstSegmentCount struct {
	Segment string // its name
	Values  int64
	Without int64 // number of keys without the segment
	All     bool  // counting reached the end, so the numbers are exact; otherwise there are more values than Limit
	Limit   int
	Within  sample.Options // filters of the count: Prefix, Start, End
}

// Add counts a value, or a key that has none.
func (f *FirstSegmentCount) Add(has bool) {
	if has {
		f.Values++
	} else {
		f.Without++
	}
}

// leading writes the count and whether it is exact.
func leading(b *page, d *doc.FirstSegment, width int) {
	if d == nil {
		return
	}
	b.heading("First segment", "", "")
	within := ""
	if len(d.Within) > 0 {
		within = " among " + strings.Join(d.Within, ", ")
	}
	word := text.EscapeString(d.Segment) + " has exactly " + text.Count(d.Values, "value") + within +
		", counted over all keys."
	if !d.Exact {
		word = text.EscapeString(d.Segment) + " has at least " + text.Count(d.Values, "value") + within +
			": counting stopped there. To count up to N values, use --distinct=N."
	}
	b.paragraph("  ", word, width)
	if d.KeysWithout > 0 {
		b.paragraph("  ", text.Count(d.KeysWithout, "more key")+" without that segment.", width)
	}
}
