package read

import (
	"bytes"
	"slices"

	"tabletop/model/sample"
)

// Rest is the plan of a sample with what has been done of it, to go on with. Its expectations are left out.
func Rest(h *sample.How) sample.Plan {
	p := planner{opts: h.Options}
	plan := sample.Plan{
		Strategy: h.Strategy, Places: slices.Clone(h.Places), Points: h.Points, TotalBytes: h.TotalBytes, Filter: h.Filter,
	}
	if len(h.Places) > 0 && h.Places[0].Limit == 0 { // read to their ends, places may have more rows than wanted
		plan.KeepRows = p.wantedRows()
	}
	return plan
}

// Left tells whether a sample has places that were not read to their end, so that reading on finds more of its plan.
func Left(h *sample.How) bool {
	return slices.ContainsFunc(h.Places, func(p sample.Place) bool { return !p.Done })
}

// More is the plan of a finished sample with another draw of about so many rows added to it: a section that falls to
// both draws counts for both. It tells false for samples that were not drawn, which cannot be added to.
func More(h *sample.How, splits []sample.Split, rows int64) (sample.Plan, bool) {
	if h.Strategy != sample.Quick || h.Points == 0 || len(h.Places) == 0 || rows <= 0 {
		return sample.Plan{}, false
	}
	plan := Rest(h)
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
		i, known := slices.BinarySearchFunc(plan.Places, a.Start, func(p sample.Place, key []byte) int { return bytes.Compare(p.Start, key) })
		if known {
			plan.Places[i].Hits += a.Hits
			continue
		}
		a.Limit = limit
		a.Turn += len(h.Places)
		plan.Places = slices.Insert(plan.Places, i, a)
	}
	return plan, true
}

// Further is the plan of a sample of the first rows with so many of them in all.
func Further(h *sample.How, rows int64) sample.Plan {
	plan := Rest(h)
	for i := range plan.Places {
		plan.Places[i].Limit = max(plan.Places[i].Limit, rows)
	}
	return plan
}
