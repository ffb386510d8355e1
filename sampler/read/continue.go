package read

import (
	"bytes"
	"slices"

	"tabletop/model/sample"
)

// RemainingPlan is the plan of a sample with what has been done of it, to go on with. Its expectations are left out.
func RemainingPlan(h *sample.Provenance) sample.Plan {
	p := planner{opts: h.Options}
	plan := sample.Plan{
		Strategy: h.Strategy, Places: slices.Clone(h.Places), Points: h.Points, TotalBytes: h.TotalBytes, Filter: h.Filter,
	}
	if len(h.Places) > 0 && h.Places[0].Limit == 0 { // read to their ends, places may have more rows than wanted
		plan.KeepRows = p.wantedRows()
	}
	return plan
}

// HasRemaining tells whether a sample has places that were not read to their end, so that reading on finds more of its plan.
func HasRemaining(h *sample.Provenance) bool {
	return slices.ContainsFunc(h.Places, func(p sample.ReadRange) bool { return !p.Done })
}

// ExtendPlan is the plan of a finished sample with another draw of about so many rows added to it: a section that falls to
// both draws counts for both. It tells false for samples that were not drawn, which cannot be added to.
func ExtendPlan(h *sample.Provenance, splits []sample.Split, rows int64) (sample.Plan, bool) {
	if h.Strategy != sample.Quick || h.Points == 0 || len(h.Places) == 0 || rows <= 0 {
		return sample.Plan{}, false
	}
	plan := RemainingPlan(h)
	limit := h.Places[0].Limit
	p := planner{opts: h.Options, list: sections(splits, wanted(h.Options))}
	p.bytes = sum(p.list)
	// Each addition has a seed of its own.
	p.opts.Seed += uint64(h.Points)
	each := limit
	if each == 0 {
		each = emulatorShare // whole sections, which is how an emulator is read
	}
	points := int(max(1, rows/each))
	added := p.draw(points)
	p.inTurn(added)
	plan.Points += points
	if plan.KeepRows > 0 {
		plan.KeepRows += rows
	}
	for _, a := range added {
		i, known := slices.BinarySearchFunc(plan.Places, a.Start, func(p sample.ReadRange, key []byte) int { return bytes.Compare(p.Start, key) })
		if known {
			plan.Places[i].Hits += a.Hits
			continue
		}
		a.Limit = limit
		a.Order += len(h.Places)
		plan.Places = slices.Insert(plan.Places, i, a)
	}
	return plan, true
}

// ExtendHead is the plan of a sample of the first rows with so many of them in all.
func ExtendHead(h *sample.Provenance, rows int64) sample.Plan {
	plan := RemainingPlan(h)
	for i := range plan.Places {
		plan.Places[i].Limit = max(plan.Places[i].Limit, rows)
	}
	return plan
}
