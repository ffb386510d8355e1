package text

import (
	"fmt"
	"math"
	"strings"

	"tabletop/model/diff"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
)

// DiffSection is one section of a comparison of two samples, formatted as a table.
type DiffSection struct {
	Words string // what it is about, in lower case; empty for a segment
	Name  string // of the segment, escaped
	Share string // what its figures are; may be empty
	Rows  []DiffRow
	About string // a sentence about what is left out; may be empty
	// OneSided reports whether it is about what one side lacks, so that the difference is the figure of the other.
	OneSided bool
}

// TableSection is what the section about the table as a whole is about.
const TableSection = "table"

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
		return "within error"
	case diff.Undetermined:
		return "undetermined"
	case diff.Unseen:
		return "not seen"
	}
	return string(v)
}

// oneSided returns the display text of a verdict on what one side lacks: a sample that has none of it has not seen it,
// which is no proof that the table has none.
func oneSided(v diff.Verdict, c diff.Change) string {
	switch {
	case v == diff.Unseen && c.Before.Value == 0, v == diff.New && !c.Before.IsExact():
		return "not seen before"
	case v == diff.Unseen, v == diff.Gone && !c.After.IsExact():
		return "not seen now"
	}
	return Verdict(v)
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
	var out []DiffSection
	if len(d.Presences) > 0 {
		out = append(out, diffPresences(d))
	}
	totals := DiffSection{Words: TableSection}
	for _, t := range d.Totals {
		totals.Rows = append(totals.Rows, diffRow(EscapeString(t.Name), t.Change, diffFormat(t.Unit)))
	}
	out = append(out, totals, diffLayouts(d), diffFamilies(d), diffColumns(d))
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
	case isShare(format) && IsVagueShare(f) && (f.Value == 0 || f.Value == 1):
		return "unknown"
	case f.IsExact(), f.Value == 0 && !f.Interval():
		return format(f.Value)
	case f.Value == 0 && f.Low >= 0 && !math.IsInf(f.High, 1):
		return AtMost(format(f.High))
	case f.Value == 1 && f.Interval() && format(1) == "100%":
		return AtLeast(format(f.Low))
	}
	figure := format(f.Value)
	interval := ""
	if f.Interval() {
		interval = PlusMinus(f.Value, f.Low, f.High, format)
	}
	// ranges take too much room beside the difference
	if !isBound(figure) && !strings.HasPrefix(interval, "±") {
		interval = ""
	}
	return estimated(About(figure), interval)
}

// diffDelta formats a difference: an exact one as a number, an estimate as an interval, or as a bound where one end is
// unknown.
func diffDelta(c diff.Change, format func(float64) string) string {
	share := isShare(format)
	if share {
		format = points
	}
	switch figure := c.Delta; {
	case c.Verdict == diff.Same:
		return ""
	case share && (IsVagueShare(c.Before) || IsVagueShare(c.After)):
		return "unknown"
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

// isShare reports whether format writes a share of 1.
func isShare(format func(float64) string) bool { return strings.HasSuffix(format(0.5), "%") }

// points formats a difference of shares in percentage points. A small one is as good as any, so that it is no bound.
func points(v float64) string {
	if v > 0 && v < 0.0001 {
		return three(v*100) + " points"
	}
	if v > 0.999 && v < 1 {
		return "99.9 points"
	}
	return strings.Replace(Percent(v), "%", " points", 1)
}

func signed(v float64, format func(float64) string) string {
	size := format(math.Abs(v))
	if small, ok := strings.CutPrefix(size, "<0.0001"); ok {
		return "0" + small // which side of nothing it is on does not show
	}
	switch {
	case strings.Trim(size, "0. %kMGTPEBpt") == "":
		return size
	case v < 0:
		return "−" + size
	}
	return "+" + size
}

// diffPresences lists what one side lacks, whatever its share, with the rows that have it.
func diffPresences(d *diff.Diff) DiffSection {
	section := DiffSection{Words: "seen on one side only", Share: "share of the rows that have it, and their number",
		OneSided: true}
	for i := range d.Presences {
		section.Rows = append(section.Rows, presenceRow(&d.Presences[i]))
	}
	if d.MorePresences > 0 {
		section.About = fmt.Sprintf("%s more, with smaller shares.", Integer(int64(d.MorePresences)))
	}
	return section
}

// presenceRow is what one side lacks, with the number of rows that the other has of it.
func presenceRow(p *diff.Presence) DiffRow {
	name := columnName(p.Family, p.Qualifier, p.Pattern)
	switch p.Subject {
	case diff.OfKind:
		name = EscapeString(p.Template)
	case diff.OfFamily:
		name = EscapeString(p.Family)
	}
	row := diffRow(string(p.Subject)+" "+name, p.Rows, Percent)
	lacks, has, lacking := &row.After, &row.Before, p.Rows.After
	if p.Now {
		lacks, has, lacking = has, lacks, p.Rows.Before
	}
	*lacks, *has = unseenShare(lacking), *has+", "+Count(p.Seen, "row")
	row.Verdict, row.Word = p.Verdict, oneSided(p.Verdict, p.Rows)
	return row
}

// columnName returns the name of a column, or of all columns of a pattern.
func columnName(family, qualifier, pattern string) string {
	if pattern != "" {
		return EscapeString(family) + ":… " + EscapeString(pattern)
	}
	return EscapeString(family) + ":" + EscapeString(qualifier)
}

// unseenShare writes the share of rows that may have what was not seen.
func unseenShare(f estimate.Figure) string {
	switch {
	case f.IsExact():
		return "0"
	case !f.Interval() || IsVagueShare(f):
		return "unknown" // how many may have it
	}
	return AtMost(Percent(f.High))
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
		r.Word = oneSided(r.Verdict, layout.Share)
		if layout.Verdict.Significant() {
			r.Verdict, r.Word = layout.Verdict, oneSided(layout.Verdict, layout.Share)
		}
		diffSection.Rows = append(diffSection.Rows, r)
	}
	return diffSection
}

func diffFamilies(d *diff.Diff) DiffSection {
	diffSection := DiffSection{Words: "families", Share: "share of the bytes, garbage, garbage-collection policy"}
	for _, family := range d.Families {
		name := EscapeString(family.Name)
		if !family.OneSided {
			diffSection.Rows = append(diffSection.Rows, diffRow(name+", bytes", family.ByteShare, Percent),
				diffRow(name+", garbage", family.Garbage, Percent))
		}
		if family.OneSided || family.Verdict == diff.Changed {
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
		r := diffRow(columnName(column.Family, column.Qualifier, column.Pattern), column.Bytes, Bytes)
		r.Verdict, r.Word = column.Verdict, oneSided(column.Verdict, column.Rows)
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
		r := diffRow(diffValue(v.Value), c, format)
		r.Verdict, r.Word = v.Verdict, oneSided(v.Verdict, v.Rows)
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

// diffValue writes a value of a segment, which may be the first bytes of binary keys.
func diffValue(v rowkey.Value) string {
	if v.Kind == rowkey.KindText {
		return Key(v.Bytes)
	}
	return EscapeString(v.String())
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

// DiffHeadline is the result of a comparison in a sentence for a screen: what is new or gone is counted, and how many
// rows the table has more or fewer.
func DiffHeadline(d *diff.Diff) string {
	switch {
	case d.Beyond == 0 && len(d.Presences) == 0 && !d.Exact && d.Undetermined == 0:
		return fmt.Sprintf("No significant difference: %s compared.", Count(d.Compared, "figure"))
	case d.Beyond == 0 && len(d.Presences) == 0:
		return DiffSummary(d)
	}
	said := fmt.Sprintf("%s of %s %s significantly", Integer(int64(d.Beyond)), Count(d.Compared, "figure"),
		Plural(d.Beyond, "differs", "differ"))
	if d.Exact {
		said = fmt.Sprintf("%s of %s %s", Integer(int64(d.Beyond)), Count(d.Compared, "figure"),
			Plural(d.Beyond, "differs", "differ"))
	}
	var parts []string
	for _, verdict := range []diff.Verdict{diff.New, diff.Gone, diff.Unseen} {
		for _, subject := range []diff.Subject{diff.OfKind, diff.OfFamily, diff.OfColumn} {
			count := 0
			for i := range d.Presences {
				if p := &d.Presences[i]; p.Verdict == verdict && p.Subject == subject {
					count++
				}
			}
			if count > 0 {
				parts = append(parts, oneSidedCount(count, string(subject), verdict))
			}
		}
	}
	for _, total := range d.Totals {
		if total.Name == "rows" && total.Change.Verdict.Significant() && total.Change.Delta.IsExact() {
			words := "the table grew by "
			if total.Change.Delta.Value < 0 {
				words = "the table shrank by "
			}
			parts = append(parts, words+Count(int64(math.Abs(total.Change.Delta.Value)), "row"))
		}
	}
	if d.Undetermined > 0 {
		parts = append(parts, areCount(d.Undetermined)+" undetermined")
	}
	if len(parts) == 0 {
		return said + "."
	}
	return said + ": " + strings.Join(parts, ", ") + "."
}

// oneSidedCount counts what only one side has.
func oneSidedCount(count int, subject string, verdict diff.Verdict) string {
	words := Count(int64(count), subject)
	if subject == string(diff.OfFamily) && count > 1 {
		words = Integer(int64(count)) + " families"
	}
	switch verdict {
	case diff.New:
		return words + " " + Plural(count, "is new", "are new")
	case diff.Gone:
		return words + " " + Plural(count, "is gone", "are gone")
	}
	return words + " " + Plural(count, "is seen on one side only", "are seen on one side only")
}
