package lab

import (
	"context"

	"tabletop/model/advise"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
	"tabletop/views"
)

// proposedKeys are the keys for the fields that records are looked up by.
type proposedKeys []views.Proposed

// generated returns the queries that the keys suggest: none of records, whose keys are only their numbers.
func generated(d *views.Data, layouts rowkey.Set) *workload.Workload {
	if d.Question != nil {
		return nil
	}
	return advise.DefaultWorkload(layouts, 0)
}

// answerQuestion has keys proposed for the queries that the question of the data was answered with.
func (s *Screen) answerQuestion() views.Request {
	var names []string
	for _, query := range s.list() {
		for _, condition := range query.Where {
			names = append(names, condition.Segment)
		}
	}
	propose := s.data.Question.Propose
	return both(s.run(), views.Work{Name: "lab/keys", Run: func(ctx context.Context) any {
		keys, err := propose(ctx, names)
		if err != nil {
			return nil
		}
		return proposedKeys(keys)
	}})
}

// takeKeys puts keys that were proposed in the place of those before.
func (s *Screen) takeKeys(keys proposedKeys) views.Request {
	if len(keys) == 0 || s.mode != comparing {
		return s.run()
	}
	s.remember(s.now())
	s.slots = s.slots[:1:1]
	for _, key := range keys[:min(len(keys), maxSlots-1)] {
		s.slots = append(s.slots, newProposed(key))
	}
	s.at, s.field = 1, 0
	return s.run()
}
