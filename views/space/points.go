package space

import (
	"tabletop/model/analysis"
	"tabletop/model/keyspace"
	"tabletop/model/sample"
	"tabletop/views"
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
