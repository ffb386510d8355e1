package report

import (
	"tabletop/model/gaps"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func gapsDoc(in Input) *doc.Gaps {
	found := in.Gaps
	if found == nil {
		return nil
	}
	out := &doc.Gaps{Segment: found.Segment, By: found.By, Refused: found.Refused, Missing: found.Missing,
		Regular: found.Regular, Irregular: found.Irregular, Few: found.Few, RowsWithout: found.Without,
		Gaps: make([]doc.Gap, 0, len(found.Gaps))}
	for _, within := range found.Within {
		out.Ranges = append(out.Ranges, doc.GapRange{First: in.Sample.Key(within[0]), Last: in.Sample.Key(within[1]),
			Rows: within[1] - within[0] + 1})
	}
	for _, gap := range found.Gaps {
		group := ""
		if gap.Group != nil {
			group = text.Value(gap.Group.Segment.Codec, gap.Group.Of)
		}
		out.Gaps = append(out.Gaps, doc.Gap{Group: group, Missing: gap.Missing, Step: gap.Step,
			After:     text.Value(gap.After.Segment.Codec, gap.After.Of),
			Before:    text.Value(gap.Before.Segment.Codec, gap.Before.Of),
			StepWords: text.GapStep(found, gap.Step),
			KeyAfter:  in.Sample.Key(gap.Rows[0]), KeyBefore: in.Sample.Key(gap.Rows[1])})
	}
	return out
}

// gapLines writes the gaps of a segment, or why none can be told.
func gapLines(b *page, d *doc.Gaps, width int) {
	if d == nil {
		return
	}
	of := text.EscapeString(d.Segment)
	if d.By != "" {
		of += " by " + text.EscapeString(d.By)
	}
	b.heading("Gaps", of, "")
	found := &gaps.Result{By: d.By, Refused: d.Refused, Missing: d.Missing, Gaps: make([]gaps.Gap, len(d.Gaps)),
		Regular: d.Regular, Irregular: d.Irregular, Few: d.Few, Without: d.RowsWithout}
	for _, within := range d.Ranges {
		found.Within = append(found.Within, [2]int{0, within.Rows - 1})
	}
	if d.Refused != "" {
		b.paragraph("  ", text.GapsRefused(found), width)
		return
	}
	b.paragraph("  ", text.GapSummary(found), width)
	table := newGrid("rllrff")
	table.head("missing", "group", "after", "step", "key before the gap", "key behind it")
	for i := range d.Gaps[:min(maxListed, len(d.Gaps))] {
		gap := &d.Gaps[i]
		table.row(text.Integer(gap.Missing), gap.Group, gap.After, gap.StepWords, text.Escape(gap.KeyAfter),
			text.Escape(gap.KeyBefore))
	}
	if len(d.Gaps) > 0 {
		b.table(table, "  ", width)
	}
	if more := len(d.Gaps) - maxListed; more > 0 {
		b.line("  and " + text.Count(int64(more), "more gap") + ": --format json lists all")
	}
}
