package audit

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// columnsManyRule is the rule columns-many.
func columnsManyRule() Rule {
	return Rule{
		ID: "columns-many", Guidelines: []string{"G16", "G15"}, Title: "Rows have too many columns",
		Why: "Every cell carries its family, qualifier, and timestamp; 1 KB is smallest as one cell and largest as " +
			"1,024 cells of 1 byte.",
		needs: rows, check: columnsMany,
		about:  []Harm{Storage},
		limits: func(l *Limits) { l.ColumnsPerRow = 1000 },
	}
}

func columnsMany(f *facts) []Finding {
	distribution := f.Profile.ColumnsPerRow
	overhead := f.Profile.OverheadShare
	measure := Measure{Name: "mean columns per row", Unit: Count, Figure: distribution.Mean,
		Limit: f.limits.ColumnsPerRow}
	severity, ok := grade(distribution.Mean, f.limits.ColumnsPerRow, no())
	if !ok {
		// Fewer columns are too many where they hold next to nothing.
		named := f.namedColumns()
		if severity, ok = grade(named, f.limits.ColumnsPerRow/5, no()); !ok || overhead.Low < 0.75 {
			return nil
		}
		measure = Measure{Name: "mean named columns per row", Unit: Count, Figure: named,
			Limit: f.limits.ColumnsPerRow / 5}
	}
	// Qualifiers that are data, in rows that something bounds, are a bucket of time: that is a way to store (G52).
	if severity == Warning && len(f.Folds) > 0 && f.allBounded() {
		severity = Note
	}
	row, most := 0, 0
	for i := range f.Sample.Rows() {
		n := 0
		for a, b := f.Sample.Cells(i); a < b; a = f.Sample.Versions(a, b) {
			n++
		}
		if n > most {
			row, most = i, n
		}
	}
	return []Finding{{Severity: severity, Subject: Subject{Kind: AboutTable}, Measures: []Measure{measure,
		{Name: "share of the bytes outside values", Unit: Share, Figure: overhead}},
		Evidence: []Evidence{{Key: f.Sample.Key(row), Note: "the most columns"}},
		Fix:      Fix{Text: "Serialize what is read together into one column, as JSON or protobuf."}}}
}

// namedColumns returns the mean number of columns of a row whose qualifiers are names, not data. Numbered ones are
// names too if unbounded rows each have most of them.
func (f *facts) namedColumns() estimate.Figure {
	data := map[sample.ColumnID]bool{}
	for _, fold := range f.Folds {
		for _, id := range fold.Columns {
			data[id] = f.allBounded() || 2*fold.Most < len(fold.Columns)
		}
	}
	if all, exact := f.allColumns(); exact && f.Profile.FoundRows.Value > 0 {
		n, read := 0.0, len(f.Profile.Columns)
		for i, c := range all {
			if i < read && !data[sample.ColumnID(i)] || i >= read && !f.folds(c.Family) {
				n += c.FoundRows.Value
			}
		}
		return estimate.Counted(n / f.Profile.FoundRows.Value)
	}
	return f.design.EstimateRatio(f.Sample, func(i int) (float64, float64) {
		n := 0.0
		for from, to := f.Sample.Cells(i); from < to; from = f.Sample.Versions(from, to) {
			if !data[f.Sample.CellColumn(from)] {
				n++
			}
		}
		return n, 1
	}).Mean(f.design)
}

// qualifierLimit is the longest qualifier that the service takes, in bytes (G17).
const qualifierLimit = 16 << 10

// qualifierLongRule is the rule qualifier-long.
func qualifierLongRule() Rule {
	return Rule{
		ID: "qualifier-long", Guidelines: []string{"G17"}, Title: "Column qualifiers are long",
		Why:   "Every cell stores and sends its qualifier; 16 KiB is the maximum.",
		needs: anyRow, check: qualifierLong,
		about:  []Harm{Storage},
		limits: func(l *Limits) { l.QualifierBytes = 256 },
	}
}

func qualifierLong(f *facts) []Finding {
	finding := Finding{Subject: Subject{Kind: AboutTable},
		Fix: Fix{Text: "Use a short ID as the qualifier and put the rest into the value."}}
	longest := 0
	names, exact := f.allColumns()
	for _, c := range names {
		longest = max(longest, len(c.Qualifier))
	}
	severity, ok := grade(seen(float64(longest)), f.limits.QualifierBytes, qualifierLimit-1)
	if !ok {
		return nil
	}
	for _, c := range names {
		if n := float64(len(c.Qualifier)); n > f.limits.QualifierBytes &&
			n >= severest(severity, f.limits.QualifierBytes, qualifierLimit) {
			finding.Evidence = append(finding.Evidence,
				Evidence{Column: &sample.Column{Family: c.Family, Qualifier: c.Qualifier}})
		}
	}
	finding.Severity = severity
	finding.Measures = []Measure{{Name: "longest qualifier", Unit: Bytes, Figure: seen(float64(longest)), Read: !exact,
		Limit: severest(severity, f.limits.QualifierBytes, qualifierLimit)}, {Name: "qualifiers over the limit",
		Unit: Count, Figure: seen(float64(len(finding.Evidence))), Read: !exact}}
	return []Finding{finding}
}

// shortName is the maximum length in bytes of a name that is not too long: our own choice.
const shortName = 8

// namesLongRule is the rule names-long.
func namesLongRule() Rule {
	return Rule{
		ID: "names-long", Guidelines: []string{"G64"}, Title: "Long column names take a large share of the bytes",
		Why:   "Every cell carries the name, on disk and on the wire.",
		needs: rows, check: namesLong,
		about:  []Harm{Storage},
		limits: func(l *Limits) { l.NameBytes, l.NameShare = 15, 0.1 },
	}
}

func namesLong(f *facts) []Finding {
	finding := Finding{Subject: Subject{Kind: AboutTable},
		Fix: Fix{Text: "Abbreviate without cryptic names: CELL for CELLPHONE_NUMBER."}}
	for id, c := range f.Sample.Columns() {
		if f.nameTooLong(id, c.Family, c.Qualifier) {
			finding.Evidence = append(finding.Evidence, Evidence{Column: &c})
		}
	}
	if len(finding.Evidence) == 0 {
		return nil
	}
	share := f.shareOfCells(func(column int, c *figures.Column) int64 {
		if !f.nameTooLong(column, c.Family, c.Qualifier) {
			return 0
		}
		return int64(len(c.Qualifier) - shortName)
	})
	severity, ok := grade(share, f.limits.NameShare, no())
	limit := f.limits.NameShare
	if !ok {
		if limit /= 3; share.Low < limit {
			return nil
		}
		severity, finding.Title = Note, "Column names are long"
	}
	finding.Severity, finding.Measures = severity,
		[]Measure{{Name: "share of the bytes by which long names exceed eight characters", Unit: Share, Figure: share,
			Limit: limit}}
	return []Finding{finding}
}

// nameTooLong reports whether a column of Profile.AllColumns has a long name that is not data.
func (f *facts) nameTooLong(column int, family, qualifier string) bool {
	n, data := float64(len(qualifier)), f.folds(family)
	if column < len(f.Sample.Columns()) {
		data = f.folded[sample.ColumnID(column)]
	}
	return n > f.limits.NameBytes && n <= f.limits.QualifierBytes && !data
}

// placeholder reports whether a value denotes the absence of one.
func placeholder(c sample.Cell) bool {
	if c.Size == 0 || len(c.Value) == c.Size && len(strings.TrimSpace(string(c.Value))) == 0 {
		return true
	}
	return standsForNothing(c.Value) || noDate(c.Value)
}

// noDate reports whether a text is a date, with a time or without, that stands for a missing one: the first or the last
// that there can be.
func noDate(text []byte) bool {
	for _, date := range []string{"9999-12-31", "0001-01-01", "0000-00-00"} {
		if rest, ok := strings.CutPrefix(string(text), date); ok && (rest == "" || rest[0] == 'T' || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// standsForNothing reports whether a text is a word for a value that is missing.
func standsForNothing(text []byte) bool {
	switch strings.ToLower(strings.TrimSpace(string(text))) {
	case "null", "nil", "none", "n/a", "na", "nan", "undefined", "-", "--", `""`, "''", "{}", "[]", "(null)", "<null>",
		"unknown":
		return true
	}
	return false
}

// keyPlaceholders returns the findings on segments of keys of which many values are a word for a missing one: such rows
// are in one range, whatever they are about.
func (f *facts) keyPlaceholders() []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		for _, segment := range kind.Segments {
			value := slices.IndexFunc(segment.Top, func(v figures.Value) bool { return standsForNothing(v.Raw) })
			if value < 0 {
				continue
			}
			raw := segment.Top[value].Raw
			share := f.share(func(row int) bool {
				v := f.Column(segment.Name).At(row)
				return int(f.Kind[row]) == kind.index && v != nil && bytes.Equal(v.Raw, raw)
			})
			severity, ok := grade(share, f.limits.KeyPlaceholders, no())
			if !ok {
				continue
			}
			out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, segment.Name),
				Title: "Missing values are written as placeholders in the key",
				Why: "All rows without a value are in one range, and are read as if they belonged together; " +
					"if they are many, their writes meet there.",
				Measures: []Measure{{Name: "rows with a word for a missing value in the key", Unit: Share,
					Figure: share, Limit: f.limits.KeyPlaceholders}},
				Evidence: f.withValues(kind, segment.Name, [][]byte{raw}),
				Fix: Fix{Text: "Find out why the value is missing, and do not write such rows, or give them an ID of " +
					"their own."}})
		}
	}
	return out
}

// placeholdersRule is the rule placeholders.
func placeholdersRule() Rule {
	return Rule{
		ID: "placeholders", Guidelines: []string{"G09"}, Title: "Missing values are written as placeholders",
		Why:   "A column that a row lacks takes no space; a placeholder takes that of a cell.",
		needs: rows, check: placeholders,
		about:  []Harm{Storage},
		limits: func(l *Limits) { l.Placeholders, l.KeyPlaceholders = 0.25, 0.05 },
	}
}

func placeholders(f *facts) []Finding {
	out := f.keyPlaceholders()
	for id, column := range f.Sample.Columns() {
		col := f.Profile.Columns[id]
		// A column that is always empty is a flag, or a qualifier that is data: its presence is the information.
		if f.folded[sample.ColumnID(id)] || !f.free(sample.ColumnID(id)) || col.Cells < int64(f.limits.MinRows) ||
			col.Guess == value.Empty && col.GuessShare == 1 {
			continue
		}
		empty := false
		for _, cell := range f.some(sample.ColumnID(id), 200) {
			empty = empty || placeholder(f.Sample.Cell(cell))
		}
		if !empty {
			continue
		}
		share := f.cells(sample.ColumnID(id), placeholder)
		s, ok := grade(share, f.limits.Placeholders, no())
		if !ok || share.Value == 1 {
			continue
		}
		out = append(out, Finding{Severity: s, Subject: Subject{Kind: AboutColumn, Column: column},
			Evidence: []Evidence{{Column: &column}},
			Measures: []Measure{{Name: "cells that are empty or hold a placeholder", Unit: Share, Figure: share,
				Limit: f.limits.Placeholders}}, Fix: Fix{Text: "Omit the column in rows that have no value for it."}})
	}
	return out
}

// cells returns the share of the cells of a column for which yes returns true.
func (f *facts) cells(id sample.ColumnID, yes func(sample.Cell) bool) estimate.Figure {
	return f.design.EstimateRatio(f.Sample, func(i int) (y, z float64) {
		for from, to := f.Sample.Cells(i); from < to; from++ {
			if f.Sample.CellColumn(from) == id {
				z++
				if yes(f.Sample.Cell(from)) {
					y++
				}
			}
		}
		return y, z
	}).Share(f.design)
}

// some returns up to n cells of a column, from the whole sample.
func (f *facts) some(id sample.ColumnID, n int) []int {
	var out []int
	step := max(1, f.Sample.Rows()/maxLooked)
	for i := 0; i < f.Sample.Rows(); i += step {
		for from, to := f.Sample.Cells(i); from < to; from++ {
			if f.Sample.CellColumn(from) == id {
				out = append(out, from)
				break
			}
		}
	}
	return sample.Evenly(out, n)
}

// columnRepeatsKeyRule is the rule column-repeats-key.
func columnRepeatsKeyRule() Rule {
	return Rule{
		ID: "column-repeats-key", Guidelines: []string{"G68"}, Title: "Column duplicates a row key segment",
		Why: "Every read already returns the row key. The copy costs one cell per row and can only drift out of " +
			"sync.",
		needs: keys, check: columnRepeatsKey,
		about: []Harm{Storage},
	}
}

func columnRepeatsKey(f *facts) []Finding {
	var out []Finding
	for id, column := range f.Sample.Columns() {
		col := f.Profile.Columns[id]
		if f.folded[sample.ColumnID(id)] || col.Cells < int64(f.limits.MinRows) || col.Values.Max < 2 ||
			col.Values.Max > sample.DefaultKeep {
			continue
		}
		if segment, rows := f.repeats(sample.ColumnID(id)); segment != "" {
			from := "Read segment " + segment + " of the key"
			if segment == wholeKey {
				from = "Read the row key"
			}
			out = append(out, Finding{Severity: Note, Subject: Subject{Kind: AboutColumn, Column: column},
				Evidence: []Evidence{{Column: &column}}, columns: []sample.ColumnID{sample.ColumnID(id)},
				Measures: []Measure{{Name: "rows checked, all of which repeat it", Unit: Count,
					Figure: seen(float64(rows)), Read: f.sampled()}, {Name: "share of all bytes in the column",
					Unit: Share, Figure: col.ByteShare}},
				Fix: Fix{Text: from + ", and stop writing the column."}})
		}
	}
	return out
}

// wholeKey is returned in place of a segment if a column repeats the whole key; no segment can have this name.
const wholeKey = " key"

// repeats returns the segment whose value a column has in each of some rows, and the number of these rows. Segments
// with only one value are ignored.
func (f *facts) repeats(id sample.ColumnID) (segment string, rows int) {
	same := map[string]int{}
	values := map[string]bool{}
	for _, kind := range f.kinds {
		for _, row := range sample.Evenly(kind.rows, 200) {
			from, to := f.Sample.Cells(row)
			for ; from < to && f.Sample.CellColumn(from) != id; from++ {
			}
			if from == to {
				continue
			}
			rows++
			data := f.Sample.Cell(from).Value
			values[string(data)] = true
			if bytes.Equal(f.Sample.Key(row), data) {
				same[wholeKey]++
			}
			for _, s := range f.Spans(nil, row) {
				if bytes.Equal(f.Sample.Key(row)[s.Start:s.End], data) {
					same[s.Segment.Name]++
				}
			}
		}
	}
	if rows < f.limits.MinRows || len(values) < 2 {
		return "", rows
	}
	for _, k := range f.kinds {
		for _, s := range k.segments {
			if same[s.Name] == rows {
				return s.Name, rows
			}
		}
	}
	if same[wholeKey] == rows {
		return wholeKey, rows
	}
	return "", rows
}

// counterPlainRule is the rule counter-plain.
func counterPlainRule() Rule {
	return Rule{
		ID: "counter-plain", Guidelines: []string{"G22", "G06"}, Title: "Counter in a plain column",
		Why:   "Every step is a version to read, write, and garbage-collect; an aggregate family adds up in place.",
		needs: rows, check: counterPlain,
		about: []Harm{Storage}, scope: allVersions,
	}
}

func counterPlain(f *facts) []Finding {
	var out []Finding
	for id, column := range f.Sample.Columns() {
		col := f.Profile.Columns[id]
		fam, _ := f.Sample.Table.Family(column.Family)
		if fam.Aggregate != "" || col.MaxVersions < 3 || f.folded[sample.ColumnID(id)] || !f.free(sample.ColumnID(id)) {
			continue
		}
		share, pairs := f.ascending(sample.ColumnID(id))
		if pairs < 20 {
			continue
		}
		severity, ok := grade(share, 0.98, no())
		if !ok {
			continue
		}
		if severity == Warning && col.MeanVersions.Low < f.limits.VersionsPerColumn {
			severity = Note
		}
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutColumn, Column: column},
			Evidence: []Evidence{{Column: &column}}, columns: []sample.ColumnID{sample.ColumnID(id)},
			Measures: []Measure{
				{Name: "versions that are slightly higher than the previous one", Unit: Share, Figure: share,
					Limit: 0.98}, {Name: "mean versions per row", Unit: Count, Figure: col.MeanVersions}},
			Fix: Fix{Text: "Use an aggregate family of sums.", What: "command",
				Paste: retention.CreateFamilyLine(retention.NewTarget(&f.Sample.Table,
					f.freeFamily(column.Family+"_sum", 1)), onlyNewest(), "intsum").Text}})
	}
	return out
}

// onlyNewest returns the policy for a family of running totals, which need no history.
func onlyNewest() sample.GCRule { return sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1} }

// ascending returns the share of adjacent versions of which the newer number is greater by less than a thousandth or by
// up to 100, as counters grow, and the number of pairs.
func (f *facts) ascending(id sample.ColumnID) (share estimate.Figure, pairs int) {
	ratio := f.design.EstimateRatio(f.Sample, func(i int) (y, z float64) {
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			if f.Sample.CellColumn(from) == id {
				for j := from + 1; j < end; j++ {
					newer, ok1 := number(f.Sample.Cell(j - 1))
					older, ok2 := number(f.Sample.Cell(j))
					z++
					pairs++
					if d := newer - older; ok1 && ok2 && d > 0 && d <= max(100, older/1000) {
						y++
					}
				}
			}
			from = end
		}
		return y, z
	})
	return ratio.Share(f.design), pairs
}

// number parses a value as a decimal or an 8-byte big-endian integer.
func number(c sample.Cell) (int64, bool) {
	if len(c.Value) < c.Size || c.Size == 0 {
		return 0, false
	}
	// errors take memory
	if last := c.Value[len(c.Value)-1]; last >= '0' && last <= '9' && bytes.IndexByte(c.Value, '.') < 0 {
		if n, err := strconv.ParseInt(string(c.Value), 10, 64); err == nil {
			return n, true
		}
	}
	if c.Size == 8 {
		return int64(binary.BigEndian.Uint64(c.Value)), true
	}
	return 0, false
}
