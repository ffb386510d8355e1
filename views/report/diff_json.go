package report

import (
	"tabletop/model/diff"
	"tabletop/model/estimate"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func diffDoc(d *diff.Diff) doc.Diff {
	out := doc.Diff{Before: diffSideDoc(d.Before, d.Redacted), After: diffSideDoc(d.After, d.Redacted),
		Redacted: d.Redacted, Notes: d.Notes,
		Exact: d.Exact, Paired: d.Paired, Compared: d.Compared, Significant: d.Beyond, Undetermined: d.Undetermined,
		Summary: text.DiffSummary(d), Sections: text.DiffSections(d)}
	out.Redaction = redactionDoc(d.Names, max(out.Before.Rows, out.After.Rows))
	out.OneSidedUnlisted = d.MorePresences
	for i := range d.Presences {
		out.OneSided = append(out.OneSided, presenceDoc(&d.Presences[i]))
	}
	for _, t := range d.Totals {
		out.Table = append(out.Table, doc.DiffItem{Name: t.Name, Unit: string(t.Unit), Verdict: string(t.Verdict),
			Change: changeDoc(t.Change)})
	}
	for _, layout := range d.Layouts {
		x := doc.DiffItem{Name: layout.After, Unit: string(diff.Share), Verdict: string(layout.Verdict),
			Change: changeDoc(layout.Share)}
		if layout.After == "" {
			x.Name = layout.Before
		} else if layout.Verdict == diff.Changed {
			x.Was = layout.Before
		}
		out.Layouts = append(out.Layouts, x)
	}
	for _, family := range d.Families {
		diffFamily := doc.DiffFamily{Name: family.Name, Verdict: string(family.Verdict)}
		if family.Verdict != diff.New {
			diffFamily.RuleBefore = family.RuleBefore.String()
		}
		if family.Verdict != diff.Gone {
			diffFamily.RuleAfter = family.RuleAfter.String()
		}
		if !family.OneSided {
			share, garbage := changeDoc(family.ByteShare), changeDoc(family.Garbage)
			diffFamily.ByteShare, diffFamily.Garbage = &share, &garbage
		}
		out.Families = append(out.Families, diffFamily)
	}
	for _, c := range d.Columns {
		out.Columns = append(out.Columns, doc.DiffColumn{Family: c.Family, Qualifier: c.Qualifier, Pattern: c.Pattern,
			Verdict:  string(c.Verdict),
			RowShare: changeDoc(c.Rows), Cells: changeDoc(c.Cells), Bytes: changeDoc(c.Bytes),
			Total: knownChangeDoc(c.Total)})
	}
	for _, s := range d.Segments {
		x := doc.DiffSegment{Name: s.Name, Before: s.Distinct[0], After: s.Distinct[1], Unchanged: s.Same,
			Unlisted: s.More}
		for _, v := range s.Values {
			x.Values = append(x.Values, doc.DiffValue{Value: v.Value.String(), Raw: v.Raw, Verdict: string(v.Verdict),
				Rows: changeDoc(v.Rows), Bytes: changeDoc(v.Bytes), Total: knownChangeDoc(v.Total)})
		}
		out.Segments = append(out.Segments, x)
	}
	return out
}

func presenceDoc(p *diff.Presence) doc.DiffPresence {
	out := doc.DiffPresence{Subject: string(p.Subject), Template: p.Template, Family: p.Family, Qualifier: p.Qualifier,
		Pattern: p.Pattern, Verdict: string(p.Verdict), Side: "before", RowShare: changeDoc(p.Rows),
		Rows: p.Seen}
	if p.Now {
		out.Side = "after"
	}
	return out
}

func diffSideDoc(s *diff.Side, redacted bool) doc.DiffSide {
	out := doc.DiffSide{Source: s.Name, Table: s.Sample.Table.Name, Rows: s.Sample.Rows(), Bytes: s.Sample.Bytes(),
		Complete: s.Sample.How.Complete,
		Partial:  s.Sample.Partial() != "", Stopped: diffStopped(s, redacted)}
	if redacted {
		out.Source = out.Table
	}
	if at := s.Sample.How.Started; !at.IsZero() {
		out.Read = at.UTC().Format("2006-01-02T15:04:05Z")
	}
	return out
}

func diffFigureDoc(f estimate.Figure) doc.DiffFigure {
	out := doc.DiffFigure{Value: f.Value, Exact: f.IsExact()}
	if f.Interval() {
		out.Low, out.High = &f.Low, &f.High
	}
	return out
}

func changeDoc(c diff.Change) doc.DiffChange {
	return doc.DiffChange{Verdict: string(c.Verdict), Before: diffFigureDoc(c.Before), After: diffFigureDoc(c.After),
		Delta: diffFigureDoc(c.Delta)}
}

// knownChangeDoc returns nil if c is undetermined.
func knownChangeDoc(c diff.Change) *doc.DiffChange {
	if c.Verdict == diff.Undetermined {
		return nil
	}
	out := changeDoc(c)
	return &out
}

// diffStopped returns why the read of a side ended early; without names of the table where those are to be redacted.
func diffStopped(s *diff.Side, redacted bool) string {
	if reason := stopReason(s.Sample); reason == "" || !redacted {
		return reason
	}
	return "the read ended early"
}
