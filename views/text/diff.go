package text

import (
	"fmt"
	"math"
	"strings"

	"tabletop/model/diff"
	"tabletop/model/estimate"
)

// DiffSection is one section of a comparison of two samples, formatted as a table.
type DiffSection struct {
	Words string // what it is about, in lower case; empty for a segment
	Name  string // of the segment, escaped
	Share string // what its figures are; may be empty
	Rows  []DiffRow
	About string // a sentence about what is left out; may be empty
}

// Title returns the heading of the section on a line of text.
func (s DiffSection) Title() string {
	return strings.TrimRight(strings.ToUpper(s.Words)+s.Name+"  "+s.Share, " ")
}

// DiffRow is one line of a section. All its fields are escaped.
type DiffRow struct {
	Name, Before, After, Delta string
	Verdict                    diff.Verdict
	Word                       string // the verdict
	// Change is what the texts are of; nil where it is no figure. Format writes its numbers.
	Change *diff.Change
	Format func(float64) string
}

// Verdict returns the display text of a verdict.
func Verdict(v diff.Verdict) string {
	switch v {
	case diff.Same:
		return "as before"
	case diff.WithinError:
		return "within sampling error"
	case diff.Undetermined:
		return "undetermined"
	}
	return string(v)
}

// DiffSummary returns the result of a comparison as a sentence.
func DiffSummary(d *diff.Diff) string {
	switch {
	case d.Exact && d.Beyond == 0:
		return fmt.Sprintf("No difference: %s compared, all exact and all equal.", Count(d.Compared, "figure"))
	case d.Exact:
		return fmt.Sprintf("%s of %s %s. Both samples are full scans, so the figures are exact.",
			Integer(int64(d.Beyond)), Count(d.Compared, "figure"), Plural(d.Beyond, "differs", "differ"))
	case d.Beyond == 0 && d.Undetermined == 0:
		return fmt.Sprintf("No significant difference: %s compared, all within sampling error.",
			Count(d.Compared, "figure"))
	case d.Undetermined == d.Compared:
		return fmt.Sprintf("Undetermined: the samples do not show whether any of %s differs.",
			Count(d.Compared, "figure"))
	case d.Beyond == 0:
		return fmt.Sprintf("No significant difference: of %s compared, %s within sampling error and %s undetermined.",
			Count(d.Compared, "figure"),
			areCount(d.Compared-d.Undetermined), areCount(d.Undetermined))
	}
	said := fmt.Sprintf("%s of %s %s significantly (95%% confidence): by more than sampling error.",
		Integer(int64(d.Beyond)), Count(d.Compared, "figure"), Plural(d.Beyond, "differs", "differ"))
	if d.Paired {
		said += " Both samples read the same key ranges, which are compared one by one."
	}
	if d.Undetermined > 0 {
		said += fmt.Sprintf(" %s undetermined.", areCount(d.Undetermined))
	}
	return said
}

// areCount writes a number of figures with its verb: "1 is", "1,200 are".
func areCount(n int) string { return Integer(int64(n)) + " " + Plural(n, "is", "are") }

// DiffSections divides a comparison into sections.
func DiffSections(d *diff.Diff) []DiffSection {
	out := []DiffSection{{Words: "table"}}
	for _, t := range d.Totals {
		out[0].Rows = append(out[0].Rows, diffRow(EscapeString(t.Name), t.Change, diffFormat(t.Unit)))
	}
	out = append(out, diffLayouts(d), diffFamilies(d), diffColumns(d))
	for _, s := range d.Segments {
		out = append(out, diffSegment(s))
	}
	return out
}

func diffFormat(u diff.Unit) func(float64) string {
	switch u {
	case diff.Bytes:
		return Bytes
	case diff.Share:
		return Percent
	}
	return Number
}

func diffRow(name string, c diff.Change, format func(float64) string) DiffRow {
	return DiffRow{name, diffFigure(c.Before, format), diffFigure(c.After, format), diffDelta(c, format), c.Verdict,
		Verdict(c.Verdict), &c, format}
}

// diffFigure formats a figure of one sample: exact as it is, an estimate with "≈" and its interval if that is
// symmetrical, a bound where nothing was seen.
func diffFigure(f estimate.Figure, format func(float64) string) string {
	switch {
	case f.IsExact(), f.Value == 0 && !f.Interval():
		return format(f.Value)
	case f.Value == 0 && f.Low >= 0 && !math.IsInf(f.High, 1):
		return AtMost(format(f.High))
	case f.Value == 1 && f.Interval() && format(1) == "100%":
		return AtLeast(format(f.Low))
	}
	s := "≈ " + format(f.Value)
	// ranges take too much room beside the difference
	if pm := PlusMinus(f.Value, f.Low, f.High, format); f.Interval() && strings.HasPrefix(pm, "±") {
		s += " " + pm
	}
	return s
}

// diffDelta formats a difference: an exact one as a number, an estimate as an interval, or as a bound where one end is
// unknown.
func diffDelta(c diff.Change, format func(float64) string) string {
	if strings.HasSuffix(format(0.5), "%") {
		format = points
	}
	switch figure := c.Delta; {
	case c.Verdict == diff.Same:
		return ""
	case figure.IsExact(), c.Verdict == diff.Undetermined, !figure.Interval():
		return signed(figure.Value, format)
	default:
		from, to := signed(figure.Low, format), signed(figure.High, format)
		switch low, high := math.IsInf(figure.Low, 0), math.IsInf(figure.High, 0); {
		case low && high:
			return "unknown"
		case low:
			return AtMost(to)
		case high:
			return AtLeast(from)
		case from == to:
			return from
		}
		return trimUnit(to, from) + " to " + to
	}
}

// points formats a difference of shares in percentage points.
func points(v float64) string { return strings.Replace(Percent(v), "%", " pt", 1) }

func signed(v float64, format func(float64) string) string {
	s := format(math.Abs(v))
	switch {
	case strings.Trim(s, "0. %kMGTPEBpt") == "":
		return s
	case v < 0:
		return "−" + s
	}
	return "+" + s
}

func diffLayouts(d *diff.Diff) DiffSection {
	diffSection := DiffSection{Words: "layouts", Share: "share of the rows that match each"}
	for _, layout := range d.Layouts {
		name := layout.After
		switch {
		case layout.Before == "" && layout.After == "":
			name = "no layout"
		case layout.After == "":
			name = layout.Before
		case layout.Verdict == diff.Changed:
			name = layout.Before + " → " + layout.After
		}
		r := diffRow(EscapeString(name), layout.Share, Percent)
		if layout.Verdict.Significant() {
			r.Verdict, r.Word = layout.Verdict, Verdict(layout.Verdict)
		}
		diffSection.Rows = append(diffSection.Rows, r)
	}
	return diffSection
}

func diffFamilies(d *diff.Diff) DiffSection {
	diffSection := DiffSection{Words: "families", Share: "share of the bytes, garbage, garbage-collection policy"}
	for _, family := range d.Families {
		name := EscapeString(family.Name)
		both := family.Verdict != diff.New && family.Verdict != diff.Gone
		if both {
			diffSection.Rows = append(diffSection.Rows, diffRow(name+", bytes", family.ByteShare, Percent),
				diffRow(name+", garbage", family.Garbage, Percent))
		}
		if !both || family.Verdict == diff.Changed {
			before, after := family.RuleBefore.String(), family.RuleAfter.String()
			if family.Verdict == diff.New {
				before = NoFigure
			} else if family.Verdict == diff.Gone {
				after = NoFigure
			}
			diffSection.Rows = append(diffSection.Rows, DiffRow{Name: name + ", policy", Before: before, After: after,
				Verdict: family.Verdict, Word: Verdict(family.Verdict)})
		}
	}
	return diffSection
}

func diffColumns(d *diff.Diff) DiffSection {
	diffSection := DiffSection{Words: "columns", Share: "mean bytes per row, over all rows"}
	quiet := d.MoreColumns
	for _, column := range d.Columns {
		if !column.Verdict.Significant() && column.Verdict != diff.Undetermined {
			quiet++
			continue
		}
		name := EscapeString(column.Family) + ":" + EscapeString(column.Qualifier)
		if column.Pattern != "" {
			name = EscapeString(column.Family) + ":… " + EscapeString(column.Pattern)
		}
		r := diffRow(name, column.Bytes, Bytes)
		r.Verdict, r.Word = column.Verdict, Verdict(column.Verdict)
		diffSection.Rows = append(diffSection.Rows, r)
	}
	diffSection.About = others(quiet, "column", "columns", d.Exact)
	return diffSection
}

func diffSegment(seg diff.Segment) DiffSection {
	diffSection := DiffSection{Name: EscapeString(seg.Name), Share: "share of the rows with each value"}
	for _, v := range seg.Values {
		c, format := v.Rows, Percent
		if v.Total.Verdict != diff.Undetermined {
			c, format = v.Total, func(n float64) string { return Number(math.Round(n)) }
		}
		r := diffRow(EscapeString(v.Value.String()), c, format)
		r.Verdict, r.Word = v.Verdict, Verdict(v.Verdict)
		diffSection.Rows = append(diffSection.Rows, r)
	}
	if len(seg.Values) > 0 && seg.Values[0].Total.Verdict != diff.Undetermined {
		diffSection.Share = "rows with each value"
	}
	diffSection.About = others(seg.Same, "value", "values", false)
	if seg.More > 0 {
		diffSection.About = fmt.Sprintf("%s more differ. ", Integer(int64(seg.More))) + diffSection.About
	}
	diffSection.About = fmt.Sprintf("%s before, %s after. %s", Count(seg.Distinct[0], "value"),
		Integer(int64(seg.Distinct[1])), diffSection.About)
	return diffSection
}

func others(n int, one, many string, exact bool) string {
	what := "no significant difference"
	if exact {
		what = "as before"
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: %s.", Integer(int64(n)), Plural(n, one, many), what)
}
