package report

import (
	"strings"

	"tabletop/model/sample"
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
func (l *FirstSegmentCount) Add(has bool) {
	if has {
		l.Values++
	} else {
		l.Without++
	}
}

// leading writes the count and whether it is exact.
func leading(b *page, in Input) {
	l := in.Leading
	if l == nil {
		return
	}
	b.heading("First segment", "", "")
	within := ""
	if only := text.ReadFilters(sample.Options{Prefix: l.Within.Prefix, Start: l.Within.Start, End: l.Within.End}); len(only) > 0 {
		within = " among " + strings.Join(only, ", ")
	}
	s := text.EscapeString(l.Segment) + " has exactly " + text.Count(l.Values, "value") + within + ", counted over all keys."
	if !l.All {
		s = text.EscapeString(l.Segment) + " has at least " + text.Count(l.Values, "value") + within + ": counting stopped there. To count up to N values, use --distinct=N."
	}
	b.paragraph("  ", s, in.Width)
	if l.Without > 0 {
		b.paragraph("  ", text.Count(l.Without, "more key")+" without that segment.", in.Width)
	}
}
