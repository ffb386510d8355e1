package audit

import (
	"slices"

	"tabletop/model/sample"
)

// rowLargeRule is the rule row-large.
func rowLargeRule() Rule {
	return Rule{
		ID: "row-large", Guidelines: []string{"G18", "G19", "G57"}, Title: "Rows are too large",
		Why:   "Large rows slow down every read that meets them, and a row larger than 256 MiB cannot be read.",
		needs: anyRow, check: rowLarge,
		about:  []Harm{Reads},
		limits: func(l *Limits) { l.RowBytesWarning, l.RowBytesError = 100e6, 256<<20 },
	}
}

func rowLarge(f *facts) []Finding {
	measures := f.Profile
	largest := seen(float64(measures.RowBytes.Max))
	severity, ok := grade(largest, f.limits.RowBytesWarning, f.limits.RowBytesError)
	if !ok {
		return nil
	}
	limit := severest(severity, f.limits.RowBytesWarning, f.limits.RowBytesError)
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable},
		Measures: []Measure{{Name: "largest row", Unit: Bytes, Figure: largest, Read: !measures.RowBytes.Mean.IsExact(),
			Limit: limit},
			{Name: "rows larger than the limit", Unit: Share, Figure: measures.RowsOver(limit)},
			{Name: "99th percentile of row sizes", Unit: Bytes, Figure: measures.RowBytes.P99}},
		Fix: Fix{Text: "Use a narrower time bucket, or put a part of the qualifier into the key, so that each row " +
			"holds less."}}
	for _, r := range measures.LargestRows {
		if float64(r.Bytes) > limit {
			finding.Evidence = append(finding.Evidence, Evidence{Key: r.Key})
		}
	}
	return []Finding{finding}
}

// rowUnreadableRule is the rule row-unreadable.
func rowUnreadableRule() Rule {
	return Rule{
		ID: "row-unreadable", Guidelines: []string{"G18"}, Title: "Rows cannot be read",
		Why:   "Bigtable refuses to send them, mostly because they are larger than 256 MiB.",
		needs: description, check: rowUnreadable,
		about: []Harm{Reads},
	}
}

func rowUnreadable(f *facts) []Finding {
	all := f.Sample.How.Unreadable
	if len(all) == 0 {
		return nil
	}
	finding := Finding{Severity: Error, Subject: Subject{Kind: AboutTable},
		Measures: []Measure{{Name: "rows that cannot be read", Unit: Count, Figure: seen(float64(len(all))),
			Read: f.sampled()}},
		Fix: Fix{Text: "Read parts of such a row with a filter on columns or versions, then split it into several " +
			"rows or delete old data."}}
	for _, u := range all {
		finding.Evidence = append(finding.Evidence, Evidence{Key: u.Key, Note: "not sent"})
	}
	return []Finding{finding}
}

// cellLargeRule is the rule cell-large.
func cellLargeRule() Rule {
	return Rule{
		ID: "cell-large", Guidelines: []string{"G21"}, Title: "Cells are too large",
		Why:   "Reads of large cells are slow; 10 MB is the recommended maximum, and 100 MB the limit.",
		needs: anyRow, check: cellLarge,
		about:  []Harm{Reads},
		limits: func(l *Limits) { l.CellBytesWarning, l.CellBytesError = 10e6, 100e6 },
	}
}

func cellLarge(f *facts) []Finding {
	largest := seen(float64(f.Profile.ValueSize.Max))
	severity, ok := grade(largest, f.limits.CellBytesWarning, f.limits.CellBytesError)
	if !ok {
		return nil
	}
	limit := severest(severity, f.limits.CellBytesWarning, f.limits.CellBytesError)
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable},
		Measures: []Measure{{Name: "largest value", Unit: Bytes, Figure: largest,
			Read: !f.Profile.ValueSize.Mean.IsExact(), Limit: limit},
			{Name: "99th percentile of value sizes", Unit: Bytes, Figure: f.Profile.ValueSize.P99}},
		Fix: Fix{Text: "Store large objects in Cloud Storage and their address in the cell, or split them into cells " +
			"of 1 MB."}}
	for _, c := range f.Profile.LargestCells {
		if float64(c.Bytes) <= limit {
			continue
		}
		column := sample.Column{Family: c.Family, Qualifier: c.Qualifier}
		named := func(e Evidence) bool { return e.Column != nil && *e.Column == column }
		if !slices.ContainsFunc(finding.Evidence, named) {
			finding.Evidence = append(finding.Evidence, Evidence{Column: &column})
		}
		finding.Evidence = append(finding.Evidence, Evidence{Key: c.Key, Note: "the row of a large cell"})
	}
	return []Finding{finding}
}
