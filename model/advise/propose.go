package advise

import (
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// DefaultWorkload makes up a workload from the key's own prefixes: one query for each front of the key, and for the
// newest or a range of a time that follows it. It is a place to start from, no more: what a table is asked only its
// owners know.
func DefaultWorkload(set rowkey.Set) *workload.Workload {
	queries := &workload.Workload{}
	if len(set) == 0 {
		return queries
	}
	var front []workload.Condition
	var names []string
	for _, seg := range set[0].Segments() {
		if seg.Codec.Type() == rowkey.Salt || seg.Codec.Encoding() == "constant" {
			continue
		}
		if seg.Codec.Type() == rowkey.Timestamp && len(front) > 0 {
			q := &workload.Query{Name: strings.Join(names, ", ") + ", " + width(seg.Codec.Unit()).name, Frequency: 1}
			q.Where = append(append(q.Where, front...), workload.Condition{Segment: seg.Name, Op: workload.Range,
				Width: width(seg.Codec.Unit()).seconds})
			queries.Queries = append(queries.Queries, q)
		}
		if seg.Codec.Type() == rowkey.Domain {
			q := &workload.Query{Name: strings.Join(append(names[:len(names):len(names)], seg.Name+" of one company"),
				", "), Frequency: 1}
			q.Where = append(append(q.Where, front...), workload.Condition{Segment: seg.Name, Op: workload.Labels,
				N: 2})
			queries.Queries = append(queries.Queries, q)
		}
		front = append(front[:len(front):len(front)], workload.Condition{Segment: seg.Name, Op: workload.Equal})
		names = append(names, seg.Name)
		queries.Queries = append(queries.Queries, &workload.Query{Name: strings.Join(names, ", "), Frequency: 1,
			Where: front})
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
