package read

import (
	"bytes"
	"slices"

	"tabletop/model/sample"
)

// RemainingPlan returns the plan of a sample and its progress, to resume the read. It holds no expected figures.
func RemainingPlan(h *sample.Provenance) sample.Plan {
	planner := planner{opts: h.Options}
	plan := sample.Plan{
		Strategy: h.Strategy, Places: slices.Clone(h.Places), Points: h.Points, TotalBytes: h.TotalBytes,
		Filter: h.Filter,
	}
	if len(h.Places) > 0 && h.Places[0].Limit == 0 { // if read to their ends, key ranges may hold more rows than wanted
		plan.KeepRows = planner.wantedRows()
	}
	return plan
}

// HasRemaining reports whether a sample has key ranges that were not read to their end, so that its read can resume.
func HasRemaining(h *sample.Provenance) bool {
	return slices.ContainsFunc(h.Places, func(p sample.ReadRange) bool { return !p.Done })
}

// ExtendPlan returns the plan of a finished sample with a further random selection of about so many rows: a section
// that both selections hit counts for both. It returns false for samples without random sections, which cannot be
// extended.
func ExtendPlan(h *sample.Provenance, splits []sample.Split, rows int64) (sample.Plan, bool) {
	if h.Strategy != sample.Quick || h.Points == 0 || len(h.Places) == 0 || rows <= 0 {
		return sample.Plan{}, false
	}
	plan := RemainingPlan(h)
	if slices.ContainsFunc(h.Places, func(p sample.ReadRange) bool { return p.Stands > 0 }) {
		return lengthen(plan, rows)
	}
	limit := h.Places[0].Limit
	planner := planner{opts: h.Options, list: sections(splits, wanted(h.Options))}
	planner.bytes = sum(planner.list)
	// Each extension has its own seed.
	planner.opts.Seed += uint64(h.Points)
	each := limit
	if each == 0 {
		each = emulatorShare // whole sections, as an emulator is read
	}
	points := int(max(1, rows/each))
	added := planner.draw(points)
	planner.inTurn(added)
	plan.Points += points
	if plan.KeepRows > 0 {
		plan.KeepRows += rows
	}
	for _, readRange := range added {
		index, known := slices.BinarySearchFunc(plan.Places, readRange.Start, func(p sample.ReadRange, key []byte) int {
			return bytes.Compare(p.Start, key)
		})
		if known {
			plan.Places[index].Hits += readRange.Hits
			continue
		}
		readRange.Limit = limit
		readRange.Order += len(h.Places)
		plan.Places = slices.Insert(plan.Places, index, readRange)
	}
	return plan, true
}

// lengthen adds rows to the runs of a plan that has a run wherever there can be one. It returns false if all sections
// have been read to their ends.
func lengthen(plan sample.Plan, rows int64) (sample.Plan, bool) {
	var open []int
	for i, p := range plan.Places {
		if p.Limit > 0 && p.Rows >= p.Limit {
			open = append(open, i)
		}
	}
	for _, i := range open {
		plan.Places[i].Limit += max(1, rows/int64(len(open)))
		plan.Places[i].Done = false
	}
	return plan, len(open) > 0
}

// ExtendHead returns the plan of a sample of the first rows, extended to so many rows in total.
func ExtendHead(h *sample.Provenance, rows int64) sample.Plan {
	plan := RemainingPlan(h)
	for i := range plan.Places {
		plan.Places[i].Limit = max(plan.Places[i].Limit, rows)
	}
	return plan
}
