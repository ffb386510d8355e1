package audit

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// numberUnpaddedRule is the rule number-unpadded.
func numberUnpaddedRule() Rule {
	return Rule{
		ID: "number-unpadded", Guidelines: []string{"G32"}, Title: "Number in the key is not zero-padded",
		Why:   "Keys sort by bytes, so 3 sorts after 20 and ranges over the number return wrong rows.",
		needs: keys, check: numberUnpadded,
		about: []Harm{Correctness},
	}
}

// inAddress reports whether a segment follows a host: it is part of a web address, whose numbers are as they are.
func inAddress(k kindFacts, segment int) bool {
	return slices.ContainsFunc(k.segments[:segment],
		func(s *rowkey.Segment) bool { return s.Codec.Type() == rowkey.Domain })
}

func numberUnpadded(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		for index := range kind.segments {
			finding, ok := f.unsortedDecimals(kind, index)
			if !ok {
				finding, ok = f.unsortedVersions(kind, index)
			}
			if !ok {
				finding, ok = f.unpadded(kind, index)
			}
			if ok {
				out = append(out, finding)
			}
		}
	}
	return out
}

// unpadded returns the finding that the numbers of a segment have various lengths.
func (f *facts) unpadded(k kindFacts, index int) (Finding, bool) {
	seg, codec := k.Segments[index], k.segments[index].Codec
	plain := codec.Type() == rowkey.IntDecimal ||
		codec.Type() == rowkey.Timestamp && codec.Width() == 0 && codec.Unit() != ""
	if !plain || codec.Reversed() || seg.MinWidth == seg.MaxWidth || seg.Distinct < 2 || inAddress(k, index) {
		return Finding{}, false
	}
	name := seg.Name
	longest := f.widest(k, name)
	share := f.shareOfKind(k, func(row int) bool { return f.width(k, name, row) < longest })
	severity, ok := grade(share, 0.001, no())
	if !ok {
		return Finding{}, false
	}
	if f.single(k, name) {
		severity = Note // it is part of a name, of which no range is read
	}
	finding := Finding{Severity: severity, Subject: aboutSegment(k, name), Evidence: f.shorter(k, name, longest),
		Measures: []Measure{{Name: "keys with fewer digits than the longest", Unit: Share, Figure: share, Limit: 0.001},
			{Name: "digits of the longest number", Unit: Count, Figure: seen(float64(longest)), Read: f.sampled()}}}
	if units := f.mixedUnits(k, name); units != nil {
		unit, _ := rowkey.ParseCodec(units[len(units)-1].codec)
		finding.Title = "Times in the key are in several units"
		finding.Why = "Keys sort by their digits, so a time in seconds sorts far from the same time in " +
			"milliseconds: ranges of time give wrong rows."
		finding.Fix = template("Write all times in one unit, "+units[len(units)-1].name+
			", and convert those that are in "+units[0].name+": padding would leave them in the "+
			"wrong order.", recoded(k.Layout, name, unit))
		return finding, true
	}
	spec := fmt.Sprintf("pad(%d)", max(longest, 1))
	if codec.Type() == rowkey.Timestamp {
		spec = fmt.Sprintf("%s(%s)", codec.Unit(), spec)
	}
	padded, _ := rowkey.ParseCodec(spec) // nil if there are too many digits for a number
	finding.cures = known(proposal(k.Layout, inOrder(len(k.segments)), f.padded(k)).
		asking("rows in the range of a tenth of the numbers, on average", f.tenth(k, seg)))
	finding.Fix = template("Zero-pad the number to the width it can grow to.", recoded(k.Layout, name, padded))
	return finding, true
}

// single reports whether hardly any two rows of the table differ in a segment of numbers alone, or in it and what
// follows, so that it orders nothing. It needs all rows.
func (f *facts) single(k kindFacts, name string) bool {
	if f.sampled() {
		return false
	}
	column := f.Column(name)
	rows, fronts := 0, map[string]bool{}
	for row := range f.rowsOf(k) {
		if column.Of[row] != segments.None {
			rows++
			fronts[string(f.Sample.Key(row)[:column.Start[row]])] = true
		}
	}
	return float64(rows) < 1.5*float64(len(fronts))
}

// padded returns for each plain number in the keys of a kind whose length varies how it is padded: keys that are
// written again are written with all of them.
func (f *facts) padded(k kindFacts) map[string]string {
	fields := map[string]string{}
	for index, segment := range k.Segments {
		codec := k.segments[index].Codec
		number := codec.Type() == rowkey.IntDecimal && !f.negative(segment) ||
			codec.Type() == rowkey.Timestamp && codec.Width() == 0 && codec.Unit() != ""
		if number && !codec.Reversed() && segment.MinWidth != segment.MaxWidth {
			fields[segment.Name] = fmt.Sprintf("{pad(%s, %d)}", segment.Name, segment.MaxWidth)
		}
	}
	return fields
}

// negative reports whether a segment of numbers has one below zero.
func (f *facts) negative(segment figures.Segment) bool {
	low, ok := ordinal(segment.Min)
	return ok && low < 0
}

// unsortedDecimals returns the finding that a segment holds decimal numbers with a sign or a point whose bytes do not
// sort as the numbers do.
func (f *facts) unsortedDecimals(k kindFacts, segment int) (Finding, bool) {
	if t := k.segments[segment].Codec.Type(); t != rowkey.Text && t != rowkey.Enum && t != rowkey.IntDecimal ||
		inAddress(k, segment) {
		return Finding{}, false
	}
	values := f.distinctValues(k, segment)
	slices.SortFunc(values, func(a, b *segments.Value) int { return bytes.Compare(a.Raw, b.Raw) })
	var back [][]byte
	plain, before := true, math.Inf(-1)
	for _, value := range values {
		number, ok := decimal(value.Raw)
		if !ok {
			return Finding{}, false
		}
		plain = plain && !bytes.ContainsAny(value.Raw, "+-.")
		if number < before {
			back = append(back, value.Raw)
		}
		before = number
	}
	severity, ok := grade(k.Share, 0.05, no())
	if plain || len(values) < leastNumbers || len(back) == 0 || !ok {
		return Finding{}, false
	}
	name := k.Segments[segment].Name
	return Finding{Severity: severity, Subject: aboutSegment(k, name),
		Title: "Signed or fractional numbers in the key do not sort",
		Why: "Keys sort by bytes, so -5 sorts before -50 and 9.5 after 10: ranges over the number return wrong " +
			"rows.",
		Measures: []Measure{{Name: "rows with such a number in the key", Unit: Share, Figure: k.Share, Limit: 0.05},
			{Name: "numbers that sort behind a greater one", Unit: Count, Figure: seen(float64(len(back))),
				Read: f.sampled()}},
		Evidence: f.withValues(k, name, back),
		Fix: Fix{Text: "Write the number as a whole one: times a power of ten, plus an offset that makes the least " +
			"one zero, zero-padded."}}, true
}

// unsortedVersions returns the finding that a segment holds version numbers, such as 1.10.2, whose bytes do not sort as
// the versions do.
func (f *facts) unsortedVersions(k kindFacts, segment int) (Finding, bool) {
	if k.segments[segment].Codec.Type() != rowkey.Text || inAddress(k, segment) {
		return Finding{}, false
	}
	values := f.distinctValues(k, segment)
	slices.SortFunc(values, func(a, b *segments.Value) int { return bytes.Compare(a.Raw, b.Raw) })
	var back [][]byte
	var before []int
	long := 0
	for _, value := range values {
		parts := version(value.Raw)
		if parts == nil {
			return Finding{}, false
		}
		if len(parts) > 2 {
			long++ // 1.10 may be a decimal number too
		}
		if before != nil && slices.Compare(parts, before) < 0 {
			back = append(back, value.Raw)
		}
		before = parts
	}
	severity, ok := grade(k.Share, 0.05, no())
	if len(values) < leastNumbers || 2*long <= len(values) || len(back) == 0 || !ok {
		return Finding{}, false
	}
	name := k.Segments[segment].Name
	return Finding{Severity: severity, Subject: aboutSegment(k, name),
		Title: "Version numbers in the key do not sort",
		Why:   "Keys sort by bytes, so 1.10 sorts before 1.9: the last row is not that of the newest version.",
		Measures: []Measure{{Name: "rows with a version in the key", Unit: Share, Figure: k.Share, Limit: 0.05},
			{Name: "versions that sort behind a greater one", Unit: Count, Figure: seen(float64(len(back))),
				Read: f.sampled()}},
		Evidence: f.withValues(k, name, back),
		Fix: Fix{Text: "Zero-pad each part of the version in the key to the width it can grow to, and keep the text " +
			"in a column."}}, true
}

// version returns the parts of a version number: two to four whole numbers of up to six digits with points between
// them, and a v before them or not. It is nil for another text.
func version(raw []byte) []int {
	var out []int
	for part := range bytes.SplitSeq(bytes.TrimPrefix(raw, []byte("v")), []byte(".")) {
		number, err := strconv.Atoi(string(part))
		if err != nil || len(part) > 6 || part[0] == '+' || part[0] == '-' {
			return nil
		}
		out = append(out, number)
	}
	if len(out) < 2 || len(out) > 4 {
		return nil
	}
	return out
}

// leastNumbers is how many different numbers a segment must have for it to be no accident that it holds numbers.
const leastNumbers = 5

// decimal returns the number that a text is, without exponents.
func decimal(raw []byte) (float64, bool) {
	if len(raw) == 0 || len(raw) > 24 || bytes.ContainsFunc(raw, func(r rune) bool {
		return (r < '0' || r > '9') && r != '-' && r != '+' && r != '.'
	}) {
		return 0, false
	}
	number, err := strconv.ParseFloat(string(raw), 64)
	return number, err == nil
}

// tenth returns a function that returns the key of a row before a segment of numbers or times, with the tenth of their
// range that the row's is in.
func (f *facts) tenth(k kindFacts, seg figures.Segment) func(row int) (string, bool) {
	low, ok := ordinal(seg.Min)
	high, ok2 := ordinal(seg.Max)
	return func(row int) (string, bool) {
		if int(f.Keys.Kind[row]) != k.index || !ok || !ok2 || high <= low {
			return "", false
		}
		c := f.Column(seg.Name)
		v := c.At(row)
		if v == nil {
			return "", false
		}
		n, is := ordinal(v.Of)
		return fmt.Sprintf("%s %.0f", f.Sample.Key(row)[:c.Start[row]], math.Floor(10*(n-low)/(high-low+1))), is
	}
}

// width returns the number of bytes of a segment in a row's key, 0 if the key has no such segment.
func (f *facts) width(k kindFacts, name string, row int) int {
	if v := f.Column(name).At(row); v != nil && int(f.Kind[row]) == k.index {
		return len(v.Raw)
	}
	return 0
}

func (f *facts) widest(k kindFacts, name string) int {
	for _, s := range k.Segments {
		if s.Name == name {
			return s.MaxWidth
		}
	}
	return 0
}

// timeUnit is a unit in which times are counted from 1970.
type timeUnit struct {
	name, codec string
	perSecond   float64
}

// mixedUnits returns the units of the times in a segment of numbers, the coarsest first, if there are several and
// nearly all numbers are times between 2000 and a year after the rows were read. Otherwise it returns nil.
func (f *facts) mixedUnits(k kindFacts, name string) []timeUnit {
	units := []timeUnit{{"seconds", "s", 1}, {"milliseconds", "ms", 1e3}, {"microseconds", "us", 1e6},
		{"nanoseconds", "ns", 1e9}}
	first, last := float64(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Unix()),
		float64(f.Profile.Now.AddDate(1, 0, 0).Unix())
	counts, all := make([]int, len(units)), 0
	for _, row := range k.rows {
		value := f.Column(name).At(row)
		if value == nil {
			continue
		}
		amount, err := strconv.ParseFloat(string(value.Raw), 64)
		if err != nil {
			continue
		}
		all++
		for i, u := range units {
			if amount >= first*u.perSecond && amount <= last*u.perSecond {
				counts[i]++
			}
		}
	}
	var out []timeUnit
	covered := 0
	for i, n := range counts {
		if covered += n; n > 0 {
			out = append(out, units[i])
		}
	}
	if len(out) < 2 || covered*100 < all*99 {
		return nil
	}
	return out
}

// shorter returns some rows whose numbers have fewer digits than the longest, the shortest first.
func (f *facts) shorter(k kindFacts, name string, longest int) []Evidence {
	rows := slices.DeleteFunc(slices.Clone(k.rows), func(row int) bool { return f.width(k, name, row) >= longest })
	slices.SortStableFunc(rows, func(a, b int) int { return f.width(k, name, a) - f.width(k, name, b) })
	var out []Evidence
	for _, row := range sample.Evenly(rows, 3) {
		out = append(out, Evidence{Key: f.Sample.Key(row), Note: fmt.Sprintf("%d of %d digits", f.width(k, name, row),
			longest)})
	}
	return out
}
