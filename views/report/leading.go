package report

import (
	"strings"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// FirstSegmentCount is how many values the first segment of the keys has, counted over all keys.
type FirstSegmentCount struct {
	Segment string // its name
	Values  int64
	Without int64 // keys that do not have the segment, each counted for itself
	All     bool  // they were counted to the end, so the numbers are exact; else there are more than Limit
	Limit   int
	Within  sample.Options // what the count was restricted to: Prefix, Start, End
}

// Add counts a value, or a key that has none.
func (l *FirstSegmentCount) Add(has bool) {
	if has {
		l.Values++
	} else {
		l.Without++
	}
}

// leading says what was counted, and how sure that is.
func leading(b *strings.Builder, in Input) {
	l := in.Leading
	if l == nil {
		return
	}
	title(b, "FIRST SEGMENT")
	within := ""
	if only := text.ReadFilters(sample.Options{Prefix: l.Within.Prefix, Start: l.Within.Start, End: l.Within.End}); len(only) > 0 {
		within = " among " + strings.Join(only, ", ")
	}
	s := text.EscapeString(l.Segment) + " has exactly " + text.Count(l.Values, "value") + within + ", counted over all keys."
	if !l.All {
		s = text.EscapeString(l.Segment) + " has at least " + text.Count(l.Values, "value") + within + ": counting stopped there. --distinct=N counts on to N."
	}
	paragraph(b, "  ", s, in.Width)
	if l.Without > 0 {
		paragraph(b, "  ", "Beside them "+text.Count(l.Without, "key")+" without that segment.", in.Width)
	}
}
