package audit

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// dateUnsortedRule is the rule date-unsorted.
func dateUnsortedRule() Rule {
	return Rule{
		ID: "date-unsorted", Guidelines: []string{"G32"}, Title: "Dates in the key do not sort by time",
		Why: "Keys sort by bytes, so a date that begins with the day, the name of a month, or an hour of twelve " +
			"is far from the next one: a period is no range.",
		needs: keys, check: dateUnsorted,
		about: []Harm{Correctness},
	}
}

func dateUnsorted(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		for index, segment := range kind.segments {
			codec, form := segment.Codec, segment.Codec.Form()
			if codec.Type() != rowkey.Timestamp || !form.Calendar || form.Yearless || codec.Reversed() ||
				form.Order != rowkey.OrderUnknown {
				continue
			}
			longest, back := f.backwards(kind, index)
			severity, ok := grade(kind.Share, 0.05, no())
			if len(back) == 0 || !ok {
				continue
			}
			sorted := rowkey.SortedDate(codec.Unit())
			recoding, _ := rowkey.ParseCodec(sorted)
			cures := known(proposal(kind.Layout, inOrder(len(kind.segments)),
				map[string]string{segment.Name: "{" + segment.Name + ":" + sorted + "}"}).
				asking("rows in the range of a tenth of the dates, on average", f.tenth(kind, kind.Segments[index])))
			for _, c := range cures {
				c.corrects = true
			}
			out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, segment.Name), cures: cures,
				Measures: []Measure{
					{Name: "rows with such a date in the key", Unit: Share, Figure: kind.Share, Limit: 0.05},
					{Name: "longest step back from one date to the next in the order of keys", Unit: Seconds,
						Figure: seen(longest), Read: f.sampled()}},
				Evidence: f.withValues(kind, segment.Name, back),
				Fix: template("Write the date with the year first and every part padded.",
					recoded(kind.Layout, segment.Name, recoding))})
		}
	}
	return out
}

// backwards returns the times of a segment that are followed by an earlier one although their bytes come first, and the
// longest such step in seconds.
func (f *facts) backwards(k kindFacts, segment int) (longest float64, back [][]byte) {
	values := f.distinctValues(k, segment)
	slices.SortFunc(values, func(a, b *segments.Value) int { return bytes.Compare(a.Raw, b.Raw) })
	for i := 1; i < len(values); i++ {
		before, _ := ordinal(values[i-1].Of)
		if at, ok := ordinal(values[i].Of); ok && at < before {
			back, longest = append(back, values[i-1].Raw), max(longest, before-at)
		}
	}
	return longest, back
}

// distinctValues returns the values that a segment of a kind has in the rows looked at, each once, in no order.
func (f *facts) distinctValues(k kindFacts, segment int) []*segments.Value {
	column := f.Column(k.Segments[segment].Name)
	seen := map[uint32]bool{}
	var out []*segments.Value
	for _, row := range k.rows {
		if code := column.Of[row]; code != segments.None && !seen[code] {
			seen[code] = true
			out = append(out, &column.Values[code])
		}
	}
	return out
}

// withValues returns a row for each of the first values of a segment.
func (f *facts) withValues(k kindFacts, name string, values [][]byte) []Evidence {
	var out []Evidence
	for _, value := range values[:min(3, len(values))] {
		i := slices.IndexFunc(k.rows, func(row int) bool {
			v := f.Column(name).At(row)
			return v != nil && bytes.Equal(v.Raw, value)
		})
		if i >= 0 {
			out = append(out, Evidence{Key: f.Sample.Key(k.rows[i])})
		}
	}
	return out
}

// caseMixedRule is the rule case-mixed.
func caseMixedRule() Rule {
	return Rule{
		ID: "case-mixed", Guidelines: []string{"G31"}, Title: "One value is written in upper and in lower case",
		Why: "Keys are compared byte by byte: DE and de are two values with two ranges, and whoever reads one " +
			"misses the rows of the other.",
		needs: keys, check: caseMixed,
		about: []Harm{Correctness},
	}
}

func caseMixed(f *facts) []Finding {
	out := f.caseMixedColumns()
	for _, kind := range f.kinds {
		for index, segment := range kind.segments {
			of := kind.Segments[index]
			if t := segment.Codec.Type(); t != rowkey.Text && t != rowkey.Enum || 2*of.Distinct > of.Count {
				continue // codes that hardly recur, such as base64, differ by case on purpose
			}
			twins, first := f.caseTwins(kind, index)
			if len(twins) == 0 {
				continue
			}
			share := f.shareOfKind(kind, func(row int) bool {
				v := f.Column(of.Name).At(row)
				return v != nil && twins[string(v.Raw)]
			})
			severity, ok := grade(share, 0.05, no())
			if !ok {
				continue
			}
			out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, of.Name),
				Measures: []Measure{
					{Name: "rows whose value occurs in another case too", Unit: Share, Figure: share, Limit: 0.05},
					{Name: "such spellings", Unit: Count, Figure: seen(float64(len(twins))), Read: f.sampled()}},
				Evidence: f.withValues(kind, of.Name, first),
				Fix: Fix{Text: "Choose one case, convert values before they are written and looked up, and write " +
					"the rows of the other spelling again."}})
		}
	}
	return out
}

// fewestLetters is how many letters a value must have for another case of it to be no other code, such as m and M.
const fewestLetters = 3

// caseMixedColumns returns the findings on columns of few values, some of which are written in several cases.
func (f *facts) caseMixedColumns() []Finding {
	var out []Finding
	for id, column := range f.Sample.Columns() {
		if f.folded[sample.ColumnID(id)] || f.Profile.Columns[id].Cells < int64(f.limits.MinRows) {
			continue
		}
		twins := f.columnTwins(sample.ColumnID(id))
		if len(twins) == 0 {
			continue
		}
		share := f.cells(sample.ColumnID(id), func(c sample.Cell) bool { return twins[string(c.Value)] })
		severity, ok := grade(share, 0.05, no())
		if !ok {
			continue
		}
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutColumn, Column: column},
			Title: "One value of a column is written in upper and in lower case",
			Why: "Values are compared byte by byte: a filter or a query for one spelling misses the cells of the " +
				"other.",
			Measures: []Measure{
				{Name: "cells whose value occurs in another case too", Unit: Share, Figure: share, Limit: 0.05},
				{Name: "such spellings", Unit: Count, Figure: seen(float64(len(twins))), Read: f.sampled()}},
			Evidence: []Evidence{{Column: &column}},
			Fix: Fix{Text: "Choose one spelling, convert values before they are written and looked up, and write the " +
				"cells of the other spellings again."}})
	}
	return out
}

// columnTwins returns the values of a column that differ from another only in the case of letters, if its values recur
// ten times on average and so are names of kinds or states.
func (f *facts) columnTwins(id sample.ColumnID) map[string]bool {
	looked := f.some(id, maxLooked)
	spellings := map[string]map[string]bool{}
	distinct := 0
	for _, cell := range looked {
		of := f.Sample.Cell(cell)
		text := string(of.Value)
		if len(text) < of.Size || strings.IndexFunc(text, unicode.IsControl) >= 0 {
			return nil
		}
		folded := strings.ToLower(text)
		if spellings[folded] == nil {
			spellings[folded] = map[string]bool{}
		}
		if !spellings[folded][text] {
			spellings[folded][text] = true
			distinct++
		}
	}
	twins := map[string]bool{}
	for folded, texts := range spellings {
		letters := 0
		for _, r := range folded {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if len(texts) > 1 && letters >= fewestLetters && 10*distinct <= len(looked) {
			maps.Copy(twins, texts)
		}
	}
	return twins
}

// caseTwins returns the values of a segment that differ from another only in the case of letters, and two that do.
func (f *facts) caseTwins(k kindFacts, segment int) (twins map[string]bool, first [][]byte) {
	by := map[string][][]byte{}
	for _, value := range f.distinctValues(k, segment) {
		folded := strings.ToLower(string(value.Raw))
		by[folded] = append(by[folded], value.Raw)
	}
	twins = map[string]bool{}
	for _, same := range by {
		if len(same) < 2 {
			continue
		}
		slices.SortFunc(same, bytes.Compare)
		for _, raw := range same {
			twins[string(raw)] = true
		}
		if first == nil || bytes.Compare(same[0], first[0]) < 0 {
			first = same
		}
	}
	return twins, first
}
