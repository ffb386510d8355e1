package advise

import (
	"slices"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// DefaultWorkload makes up a workload from the prefixes of the keys of a record kind: one query for each front of the
// key, and for a range of a time that follows it. It is a place to start from, no more: what a table is asked only its
// owners know. Of several kinds, the queries name theirs.
func DefaultWorkload(set rowkey.Set, kind int) *workload.Workload {
	queries := &workload.Workload{}
	if kind >= len(set) {
		return queries
	}
	asked := workload.Query{Frequency: 1}
	if len(set) > 1 {
		asked.Kind = set.KindName(kind)
	}
	ask := func(names []string, where ...workload.Condition) {
		query := asked
		query.Name, query.Where = strings.Join(names, ", "), where
		queries.Queries = append(queries.Queries, &query)
	}
	var front []workload.Condition
	var names []string
	for _, seg := range set[kind].Segments() {
		if seg.Codec.Type() == rowkey.Salt || seg.Codec.Encoding() == "constant" {
			continue
		}
		front, names = slices.Clip(front), slices.Clip(names)
		if seg.Codec.Type() == rowkey.Timestamp && len(front) > 0 {
			period := width(seg.Codec.Unit())
			ask(append(names, period.name),
				append(front, workload.Condition{Segment: seg.Name, Op: workload.Range, Width: period.seconds})...)
		}
		if seg.Codec.Type() == rowkey.Domain {
			ask(append(names, seg.Name+" of one company"),
				append(front, workload.Condition{Segment: seg.Name, Op: workload.Labels, N: 2})...)
		}
		front = append(front, workload.Condition{Segment: seg.Name, Op: workload.Equal})
		names = append(names, seg.Name)
		ask(names, front...)
	}
	return queries
}

type stretch struct {
	name    string
	seconds float64
}

// width is a range of time worth asking for, by the resolution of the segment.
func width(u rowkey.Unit) stretch {
	switch u {
	case rowkey.Day, rowkey.Week:
		return stretch{"a month", workload.UnitSeconds(rowkey.Month)}
	case rowkey.Month, rowkey.Year:
		return stretch{"a year", workload.UnitSeconds(rowkey.Year)}
	}
	return stretch{"a day", workload.UnitSeconds(rowkey.Day)}
}
