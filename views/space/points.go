package space

import (
	"tabletop/model/analysis"
	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/take"
)

// Location is the node under the cursor: its first row, and the segment it is grouped by.
func (s *Screen) Location() views.Target {
	n, ok := s.node()
	if !ok {
		return views.Target{}
	}
	return views.Target{Key: s.firstKey(), Segment: n.Step.By.Segment}
}

// Parts are the node under the cursor and those that one went into to come to it.
func (s *Screen) Parts() (parts []analysis.Part, missing string) {
	node, ok := s.node()
	if !ok {
		return nil, "nothing has been added up yet"
	}
	for _, step := range s.level.at.path {
		parts = append(parts, part(s.level.tree, step, node.First))
	}
	return append(parts, part(s.level.tree, node.Step, node.First)), ""
}

// part is a step on the way to a row, in words and values that hold for any sample of the table.
func part(t *tree, step keyspace.Step, row int) analysis.Part {
	switch step.How {
	case keyspace.ByPrefix:
		return analysis.Part{Read: sample.Options{Prefix: step.Prefix}}
	case keyspace.ByKind:
		return views.KindPart(t.of.Layouts, step.Kind, t.of.Sample.Key(row))
	}
	return views.SegmentPart(t.cut.Column(step.By.Segment).Segment, t.cut.Groups(step.By).Values[step.Group])
}

// rows are those of the node under the cursor, where a range of keys holds these and no other rows; zero elsewhere.
func (s *Screen) rows() take.Rows {
	node, _ := s.node()
	parts, missing := s.Parts()
	if missing != "" {
		return take.Rows{}
	}
	of := s.level.tree.of
	asked, narrower := of.Reading(parts, of.Sample.How.Options)
	if !narrower || !asked.Since.IsZero() || !asked.Until.IsZero() {
		return take.Rows{}
	}
	from, to := max(of.Sample.Find(asked.Prefix), of.Sample.Find(asked.Start)), of.Sample.Rows()
	for _, end := range [][]byte{rowkey.PrefixEnd(asked.Prefix), asked.End} {
		if len(end) > 0 {
			to = min(to, of.Sample.Find(end))
		}
	}
	if int64(to-from) != node.Rows {
		return take.Rows{}
	}
	return take.Rows{Prefix: string(asked.Prefix), Start: string(asked.Start), End: string(asked.End)}
}
