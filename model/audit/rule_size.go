package audit

func rowLarge(f *facts) []Finding {
	p := f.Profile
	largest := seen(float64(p.RowBytes.Max))
	s, ok := grade(largest, f.limits.RowBytesWarning, f.limits.RowBytesError)
	if !ok {
		return nil
	}
	limit := severest(s, f.limits.RowBytesWarning, f.limits.RowBytesError)
	share := f.share(func(row int) bool { return float64(f.cut.Bytes[row]) > limit })
	x := Finding{Severity: s, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{Name: "largest row", Unit: Bytes, Figure: largest, Limit: limit},
		{Name: "rows over what is advised", Unit: Share, Figure: share}, {Name: "a row, 99 % are smaller", Unit: Bytes, Figure: p.RowBytes.P99}},
		Fix: Fix{Text: "Narrow the bucket of time, or put a part of the qualifier into the key, so that each row holds less."}}
	for _, r := range p.LargestRows {
		if float64(r.Bytes) > limit {
			x.Evidence = append(x.Evidence, Evidence{Key: r.Key})
		}
	}
	return []Finding{x}
}

func rowUnreadable(f *facts) []Finding {
	all := f.Sample.How.Unreadable
	if len(all) == 0 {
		return nil
	}
	x := Finding{Severity: Error, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{Name: "rows that could not be read", Unit: Count, Figure: seen(float64(len(all)))}},
		Fix: Fix{Text: "Read a part of such a row by a filter on columns or versions, then split it into rows or delete what is old."}}
	for _, u := range all {
		x.Evidence = append(x.Evidence, Evidence{Key: u.Key, Note: "not sent"})
	}
	return []Finding{x}
}

func cellLarge(f *facts) []Finding {
	largest := seen(float64(f.Profile.ValueSize.Max))
	s, ok := grade(largest, f.limits.CellBytesWarning, f.limits.CellBytesError)
	if !ok {
		return nil
	}
	limit := severest(s, f.limits.CellBytesWarning, f.limits.CellBytesError)
	x := Finding{Severity: s, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{Name: "largest value", Unit: Bytes, Figure: largest, Limit: limit},
		{Name: "a value, 99 % are smaller", Unit: Bytes, Figure: f.Profile.ValueSize.P99}},
		Fix: Fix{Text: "Keep large objects in Cloud Storage and their address in the cell, or cut them into cells of a megabyte."}}
	for _, c := range f.Profile.LargestCells {
		if float64(c.Bytes) > limit {
			x.Evidence = append(x.Evidence, Evidence{Key: c.Key, Note: "the row of a large cell"})
		}
	}
	return []Finding{x}
}
