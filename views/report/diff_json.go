package report

import (
	"tabletop/model/diff"
	"tabletop/model/profile/estimate"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func diffOf(d *diff.Diff) doc.Diff {
	out := doc.Diff{Before: diffSideOf(d.Before, d.Redacted), After: diffSideOf(d.After, d.Redacted), Redacted: d.Redacted, Remarks: d.Remarks,
		Exact: d.Exact, Paired: d.Paired, Compared: d.Compared, Significant: d.Beyond, Undetermined: d.Undetermined,
		Summary: text.DiffSummary(d), Sections: text.DiffSections(d)}
	out.Redaction = redactionOf(d.Names, max(out.Before.Rows, out.After.Rows))
	for _, t := range d.Totals {
		out.Table = append(out.Table, doc.DiffItem{Name: t.Name, Unit: string(t.Unit), Verdict: string(t.Verdict), Change: changeOf(t.Change)})
	}
	for _, l := range d.Layouts {
		x := doc.DiffItem{Name: l.After, Unit: string(diff.Share), Verdict: string(l.Verdict), Change: changeOf(l.Share)}
		if l.After == "" {
			x.Name = l.Before
		} else if l.Verdict == diff.Changed {
			x.Was = l.Before
		}
		out.Layouts = append(out.Layouts, x)
	}
	for _, f := range d.Families {
		x := doc.DiffFamily{Name: f.Name, Verdict: string(f.Verdict)}
		if f.Verdict != diff.New {
			x.RuleBefore = f.RuleBefore.String()
		}
		if f.Verdict != diff.Gone {
			x.RuleAfter = f.RuleAfter.String()
		}
		if f.Verdict != diff.New && f.Verdict != diff.Gone {
			share, garbage := changeOf(f.ByteShare), changeOf(f.Garbage)
			x.ByteShare, x.Garbage = &share, &garbage
		}
		out.Families = append(out.Families, x)
	}
	for _, c := range d.Columns {
		out.Columns = append(out.Columns, doc.DiffColumn{Family: c.Family, Qualifier: c.Qualifier, Pattern: c.Pattern, Verdict: string(c.Verdict),
			RowShare: changeOf(c.Rows), Cells: changeOf(c.Cells), Bytes: changeOf(c.Bytes), Total: knownChangeOf(c.Total)})
	}
	for _, s := range d.Segments {
		x := doc.DiffSegment{Name: s.Name, Before: s.Distinct[0], After: s.Distinct[1], Unchanged: s.Same, Unlisted: s.More}
		for _, v := range s.Values {
			x.Values = append(x.Values, doc.DiffValue{Value: v.Value.String(), Raw: v.Raw, Verdict: string(v.Verdict),
				Rows: changeOf(v.Rows), Bytes: changeOf(v.Bytes), Total: knownChangeOf(v.Total)})
		}
		out.Segments = append(out.Segments, x)
	}
	return out
}

func diffSideOf(s *diff.Side, redacted bool) doc.DiffSide {
	out := doc.DiffSide{Source: s.Name, Table: s.Sample.Table.Name, Rows: s.Sample.Rows(), Bytes: s.Sample.Bytes(), Complete: s.Sample.How.Complete,
		Partial: s.Sample.Partial() != "", Stopped: diffStopped(s, redacted)}
	if redacted {
		out.Source = out.Table
	}
	if at := s.Sample.How.Started; !at.IsZero() {
		out.Read = at.UTC().Format("2006-01-02T15:04:05Z")
	}
	return out
}

func diffFigureOf(f estimate.Figure) doc.DiffFigure {
	out := doc.DiffFigure{Value: f.Value, Exact: f.IsExact()}
	if f.Interval() {
		out.Low, out.High = &f.Low, &f.High
	}
	return out
}

func changeOf(c diff.Change) doc.DiffChange {
	return doc.DiffChange{Verdict: string(c.Verdict), Before: diffFigureOf(c.Before), After: diffFigureOf(c.After), Delta: diffFigureOf(c.Delta)}
}

// knownChangeOf returns nil if c is undetermined.
func knownChangeOf(c diff.Change) *doc.DiffChange {
	if c.Verdict == diff.Undetermined {
		return nil
	}
	out := changeOf(c)
	return &out
}

// diffStopped returns why the read of a side ended early; without names of the table where those are to be redacted.
func diffStopped(s *diff.Side, redacted bool) string {
	if reason := stoppedOf(s.Sample); reason == "" || !redacted {
		return reason
	}
	return "the read ended early"
}
