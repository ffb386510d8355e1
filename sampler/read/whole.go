package read

import (
	"context"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// wholeBytes is how many bytes are read of sections of which a share of the rows does not tell: as many as the largest
// row has that the service sends.
const wholeBytes = 256 << 20

// Sample runs the job until its end, or that of ctx, whose cause may be a sample.TimeLimit. Errors of the service are
// returned unchanged, with the rows read before them. Sections of which few rows have most
// of the bytes are then read again as a whole: a share of their rows hardly ever has the right share of these.
func (t *Table) Sample(ctx context.Context, job Job) (*sample.Sample, error) {
	before, err := t.sample(ctx, job)
	if err != nil {
		return before, err
	}
	var more bool
	if job.Plan, more = wholePlan(before, job.Plan); !more {
		return before, nil
	}
	job.Before, job.again = before, true
	if progress := job.Progress; progress != nil {
		job.Progress = func(p sample.Progress) {
			if p.Fraction < 1 {
				p.Stage, p.Fraction, p.Left = "large sections: "+p.Stage, -1, 0
			}
			progress(p)
		}
	}
	whole, err := t.sample(ctx, job)
	if err != nil || whole.How.Stopped != "" {
		return before, nil // a sample all the same, which says what it lacks
	}
	return whole, nil
}

// wholePlan returns a plan to read again, whole, the uneven sections of a sample; ok is false if there are none, or if
// they are too large.
func wholePlan(s *sample.Sample, plan sample.Plan) (_ sample.Plan, ok bool) {
	left := int64(wholeBytes)
	if limit := s.How.Options.Bytes; limit > 0 {
		left = min(left, limit-s.How.BytesSeen)
	}
	plan.Places = slices.Clone(s.How.Places)
	list, _ := estimate.UnevenSections(s)
	for _, uneven := range list {
		place := &plan.Places[uneven.Place]
		if place.Filter == 1 || place.Bytes > left {
			continue
		}
		left -= place.Bytes
		place.Filter, place.Rows, place.After, place.Done, ok = 1, 0, nil, false, true
	}
	return plan, ok
}
