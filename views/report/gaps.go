package report

import (
	"time"

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
	for _, gap := range found.Gaps {
		group := ""
		if gap.Group != nil {
			group = text.Value(gap.Group.Segment.Codec, gap.Group.Of)
		}
		out.Gaps = append(out.Gaps, doc.Gap{Group: group, Missing: gap.Missing, Step: gap.Step,
			After:     text.Value(gap.After.Segment.Codec, gap.After.Of),
			Before:    text.Value(gap.Before.Segment.Codec, gap.Before.Of),
			StepWords: stepWords(found, gap.Step),
			KeyAfter:  in.Sample.Key(gap.Rows[0]), KeyBefore: in.Sample.Key(gap.Rows[1])})
	}
	return out
}

func stepWords(found *gaps.Result, step float64) string {
	if found.Time {
		return text.Duration(time.Duration(step))
	}
	return text.Number(step)
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
	if d.Refused != "" {
		b.paragraph("  ", "Gaps cannot be shown: "+d.Refused+". To keep all rows of a part of the table, use "+
			"--strategy everything, --prefix, and --rows with at least as many as there are.", width)
		return
	}
	b.paragraph("  ", gapSummary(d), width)
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

// gapSummary states how much is missing, and of how many groups nothing is said.
func gapSummary(d *doc.Gaps) string {
	out := "Nothing is missing"
	if len(d.Gaps) > 0 {
		out = text.Count(d.Missing, "value") + " at the usual steps are missing, in " +
			text.Count(int64(len(d.Gaps)), "gap")
	}
	switch {
	case d.By == "" && d.Irregular > 0:
		return "The values do not follow each other at regular steps, so nothing can be missing."
	case d.By == "" && d.Few > 0:
		return "There are too few values to tell."
	case d.By != "":
		out += " of " + text.Count(int64(d.Regular), "group") + " at regular steps"
		if d.Irregular > 0 {
			out += "; " + text.Count(int64(d.Irregular), "group") + " without regular steps"
		}
		if d.Few > 0 {
			out += "; " + text.Count(int64(d.Few), "group") + " with too few values to tell"
		}
	}
	if d.RowsWithout > 0 {
		out += "; " + text.Count(int64(d.RowsWithout), "row") + " without the segments may be some of these"
	}
	return out + "."
}
