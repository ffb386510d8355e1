package audit

import "tabletop/model/profile"

func rowLarge(f *facts) []Finding {
	p := f.Profile
	largest := seen(float64(p.RowBytes.Max))
	s, ok := grade(largest, f.limits.RowBytesWarning, f.limits.RowBytesError)
	if !ok {
		return nil
	}
	share := f.share(func(row int) bool { return float64(f.cut.Bytes[row]) > f.limits.RowBytesWarning })
	x := Finding{Severity: s, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{"largest row", Bytes, largest, f.limits.RowBytesError},
		{"rows over what is advised", Share, share, 0}, {"a row, 99 % are smaller", Bytes, p.RowBytes.P99, f.limits.RowBytesWarning}},
		Fix: Fix{Text: "Narrow the bucket of time, or put a part of the qualifier into the key, so that each row holds less."}}
	for _, r := range p.LargestRows {
		if float64(r.Bytes) > f.limits.RowBytesWarning {
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
	x := Finding{Severity: Error, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{"rows that could not be read", Count, seen(float64(len(all))), 0}},
		Fix: Fix{Text: "Read a part of such a row by a filter on columns or versions, then split it into rows or delete what is old."}}
	for _, u := range all {
		x.Evidence = append(x.Evidence, Evidence{Key: u.Key, Note: "not sent"})
	}
	return []Finding{x}
}

func cellLarge(f *facts) []Finding {
	var cells []profile.LargeCell
	for _, c := range f.Profile.LargestCells {
		if float64(c.Bytes) > f.limits.CellBytesWarning {
			cells = append(cells, c)
		}
	}
	largest := seen(float64(f.Profile.ValueSize.Max))
	s, ok := grade(largest, f.limits.CellBytesWarning, f.limits.CellBytesError)
	if !ok {
		return nil
	}
	x := Finding{Severity: s, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{"largest value", Bytes, largest, f.limits.CellBytesError},
		{"a value, 99 % are smaller", Bytes, f.Profile.ValueSize.P99, 0}},
		Fix: Fix{Text: "Keep large objects in Cloud Storage and their address in the cell, or cut them into cells of a megabyte."}}
	for _, c := range cells {
		x.Evidence = append(x.Evidence, Evidence{Key: c.Key, Note: "the row of a large cell"})
	}
	return []Finding{x}
}
