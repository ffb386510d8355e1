package audit

import (
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// versionsRepeatRule is the rule versions-repeat.
func versionsRepeatRule() Rule {
	return Rule{
		ID: "versions-repeat", Guidelines: []string{"G43", "G22"}, Title: "Versions repeat the value before",
		Why: "A write of an unchanged value, or of a document of which little changed, stores another cell, which " +
			"is kept, replicated, and read past as a change would be.",
		needs: rows, check: versionsRepeat,
		about: []Harm{Storage, Writes}, scope: allVersions,
		limits: func(l *Limits) { l.RepeatedVersions = 0.75 },
	}
}

func versionsRepeat(f *facts) []Finding {
	if f.Review == nil || f.allBounded() {
		return nil // in rows of a period, versions are readings, and equal ones are too
	}
	var out []Finding
	apart := f.repeated() // a part of a family, which retention-mixed moves out of it
	for _, fam := range f.Review.Garbage.Families {
		if fam.Aggregate != "" || fam.Stored.Cells == 0 {
			continue
		}
		ok := func(id sample.ColumnID) bool {
			return f.Sample.Column(id).Family == fam.Name && f.free(id) && !apart[id]
		}
		repeats := f.repeatedBytes(ok)
		severity, past := grade(repeats.share, f.limits.RepeatedVersions, no())
		if !past {
			continue
		}
		if repeats.cut {
			severity = Note // the bytes that were not kept may differ
		}
		finding := Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
			Evidence: []Evidence{{Family: fam.Name}, {Key: f.Sample.Key(repeats.row), Note: "the most repeats"}},
			Measures: []Measure{{Name: "family bytes in versions that repeat the value before, or nine tenths of it",
				Unit: Share, Figure: repeats.share, Limit: f.limits.RepeatedVersions},
				{Name: "such versions in one row", Unit: Count, Figure: seen(float64(repeats.most)),
					Read: f.sampled()}},
			Fix: Fix{Text: "Write a cell only when its value changes, and keep what changes often in a column of " +
				"its own. If readers need to know that it was checked, write the time of the check to a column that " +
				"keeps one version."}}
		for id := range f.Sample.Columns() {
			if id := sample.ColumnID(id); ok(id) && f.Profile.Columns[id].MaxVersions > 1 {
				finding.columns = append(finding.columns, id)
			}
		}
		out = append(out, finding)
	}
	return out
}

// longValue is the number of bytes from which on a value that is nearly that of the version before repeats it: a
// short one that differs in a byte is another value.
const longValue = 100

// nearlySame is the share of a long value that must be as in the version before.
const nearlySame = 0.9

// repeatsValue reports whether a cell has the value of another, or is long and begins and ends as the other does but
// for a tenth of it. Of values that are not kept whole the bytes kept are compared.
func repeatsValue(newer, older sample.Cell) bool {
	if newer.SameValue(older) {
		return true
	}
	short, long := min(newer.Size, older.Size), max(newer.Size, older.Size)
	if short < longValue || float64(short) < nearlySame*float64(long) {
		return false
	}
	now, then := newer.Value, older.Value
	same := commonBytes(len(now), len(then), func(i int) bool { return now[i] == then[i] })
	if len(now) == newer.Size && len(then) == older.Size {
		same += commonBytes(len(now)-same, len(then)-same,
			func(i int) bool { return now[len(now)-1-i] == then[len(then)-1-i] })
	}
	return float64(same) >= nearlySame*float64(max(len(now), len(then)))
}

// commonBytes returns how many of the first bytes of two texts with so many are the same.
func commonBytes(one, other int, same func(i int) bool) int {
	for i := range min(one, other) {
		if !same(i) {
			return i
		}
	}
	return min(one, other)
}

// repeats are the versions of some columns that have, or nearly have, the value of the version before.
type repeats struct {
	share estimate.Figure // of the bytes of all their cells
	cut   bool            // whether some of the values compared were not kept whole
	row   int             // with the most
	most  int
}

// repeatedBytes compares the versions of the columns wanted, each with the next older one.
func (f *facts) repeatedBytes(wanted func(sample.ColumnID) bool) repeats {
	var out repeats
	ratio := f.design.EstimateRatio(f.Sample, func(row int) (again, all float64) {
		count := 0
		for from, to := f.Sample.Cells(row); from < to; {
			end := f.Sample.Versions(from, to)
			if !wanted(f.Sample.CellColumn(from)) {
				from = end
				continue
			}
			for cell := from; cell < end; cell++ {
				size := float64(f.Sample.CellBytes(cell))
				all += size
				if cell+1 < end && repeatsValue(f.Sample.Cell(cell), f.Sample.Cell(cell+1)) {
					value := f.Sample.Cell(cell)
					again += size
					count++
					out.cut = out.cut || len(value.Value) < value.Size
				}
			}
			from = end
		}
		if count > out.most {
			out.row, out.most = row, count
		}
		return again, all
	})
	out.share = ratio.Share(f.design)
	return out
}
