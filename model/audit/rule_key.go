package audit

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// keyUnexplainedRule is the rule key-unexplained.
func keyUnexplainedRule() Rule {
	return Rule{
		ID: "key-unexplained", Guidelines: []string{"G31"}, Title: "Keys match no layout",
		Why:   "Keys that match no pattern cannot be read by prefix or range, only one by one.",
		needs: rows, check: keyUnexplained,
		about: []Harm{Reads}, scope: wholeTable,
		limits: func(l *Limits) { l.UnexplainedKeys = 0.05 },
	}
}

func keyUnexplained(f *facts) []Finding {
	unexplained := f.Profile.Unexplained
	severity, ok := grade(unexplained.Share, f.limits.UnexplainedKeys, no())
	if !ok {
		return nil
	}
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable},
		Measures: []Measure{{Name: "keys that match no layout", Unit: Share, Figure: unexplained.Share,
			Limit: f.limits.UnexplainedKeys}},
		Fix: Fix{Text: "Check these keys: if they were written by mistake, fix the writer; otherwise declare the " +
			"layout they follow."}}
	for _, k := range unexplained.First {
		finding.Evidence = append(finding.Evidence, Evidence{Key: k})
	}
	return []Finding{finding}
}

// keyLimit is the longest key that the service takes, in bytes (G30).
const keyLimit = 4096

// keyLongRule is the rule key-long.
func keyLongRule() Rule {
	return Rule{
		ID: "key-long", Guidelines: []string{"G30"}, Title: "Row keys are long",
		Why: "Every cell is found through its row key: long keys cost memory, storage, and time, and 4 KiB is the " +
			"maximum.",
		needs: anyRow, check: keyLong,
		about:  []Harm{Storage},
		limits: func(l *Limits) { l.KeyBytesWarning = 1024 },
	}
}

func keyLong(f *facts) []Finding {
	measures := f.Profile
	longest := seen(float64(measures.KeyLength.Max))
	share := measures.KeyShare
	severity, ok := grade(longest, f.limits.KeyBytesWarning, keyLimit-1)
	if !ok {
		if measures.KeyLength.Mean.Low <= f.limits.KeyBytesWarning/8 || share.Low <= 0.5 {
			return nil
		}
		severity = Note // not very long, but longer than the rest of the row
	}
	limit := severest(severity, f.limits.KeyBytesWarning, keyLimit)
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable}, Measures: []Measure{
		{Name: "longest key", Unit: Bytes, Figure: longest, Read: !measures.KeyLength.Mean.IsExact(), Limit: limit},
		{Name: "mean key length", Unit: Bytes, Figure: measures.KeyLength.Mean},
		{Name: "share of the table's bytes in keys", Unit: Share, Figure: share}},
		Fix: Fix{Text: "Keep only what queries filter on in the key, shortened or as an ID, and move the rest to " +
			"columns."}}
	for i, key := range longestKeys(f.Sample, int(limit)) {
		if i < maxEvidence {
			finding.Evidence = append(finding.Evidence, Evidence{Key: key})
		} else {
			finding.More++
		}
	}
	return []Finding{finding}
}

// longestKeys returns the keys of at least limit bytes, the longest first.
func longestKeys(s *sample.Sample, limit int) [][]byte {
	var out [][]byte
	for i := range s.Rows() {
		if k := s.Key(i); len(k) >= limit {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(a, b []byte) int { return len(b) - len(a) })
	return out
}

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
	for row, kind := range f.Kind {
		if int(kind) == k.index && column.Of[row] != segments.None {
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

// rawExamples returns some keys that hold bytes that are not text, in one of the segments named.
func (f *facts) rawExamples(k kindFacts, names []string) []Evidence {
	rows := slices.DeleteFunc(slices.Clone(k.rows), func(row int) bool {
		return !slices.ContainsFunc(f.Spans(nil, row), func(s rowkey.Span) bool {
			return slices.Contains(names, s.Segment.Name) && noText(f.Sample.Key(row)[s.Start:s.End])
		})
	})
	var out []Evidence
	for _, row := range sample.Evenly(rows, 3) {
		out = append(out, Evidence{Key: f.Sample.Key(row)})
	}
	return out
}

// noText reports whether b holds control characters or bytes that are not UTF-8.
func noText(b []byte) bool {
	return bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError })
}

// keyBinaryRule is the rule key-binary.
func keyBinaryRule() Rule {
	return Rule{
		ID: "key-binary", Guidelines: []string{"G46", "G34"}, Title: "Key segment of raw bytes",
		Why:   "People, logs, and Key Visualizer read text; raw bytes hide hotspots and mistakes.",
		needs: keys, check: keyBinary,
		about: []Harm{Correctness},
	}
}

func keyBinary(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		var binary []string
		opaque := false
		for i, seg := range kind.Segments {
			switch kind.segments[i].Codec.Type() {
			case rowkey.Bytes:
				opaque = true
			case rowkey.IntBE, rowkey.OrderedCode, rowkey.Timestamp, rowkey.UUID, rowkey.IP, rowkey.Hash:
				if !isRaw(seg) {
					continue
				}
			default:
				continue
			}
			binary = append(binary, seg.Name)
		}
		if len(binary) == 0 {
			continue
		}
		// Opaque bytes cannot be read by people. A binary number at least keeps the order, so it is only a note.
		severity, ok := grade(kind.Share, 0.05, no())
		if !ok || !opaque {
			severity = Note
		}
		finding := Finding{Severity: severity, Subject: aboutSegment(kind, binary[0]),
			Evidence: f.rawExamples(kind, binary),
			Measures: []Measure{{Name: "rows with raw bytes in the key", Unit: Share, Figure: kind.Share},
				{Name: "segments of raw bytes", Unit: Count, Figure: seen(float64(len(binary)))}},
			Fix: Fix{Text: "Write numbers as zero-padded decimals, IDs in hexadecimal, and times as digits, unless " +
				"key length matters more than readability."}}
		if len(binary) > 1 {
			finding.Subject, finding.rests = aboutKind(kind), binary
		}
		out = append(out, finding)
	}
	return out
}

// isRaw reports whether a value of the segment holds bytes that are not text.
func isRaw(seg figures.Segment) bool {
	return slices.ContainsFunc(seg.Top, func(v figures.Value) bool {
		return noText(v.Raw)
	})
}

// granularFirstRule is the rule granular-first.
func granularFirstRule() Rule {
	return Rule{
		ID: "granular-first", Guidelines: []string{"G35"}, Title: "Row key goes from the specific to the common value",
		Why:   "The second value follows from the first, so all rows of the second cannot be read with one prefix.",
		needs: keys, check: granularFirst,
		about: []Harm{Reads}, scope: wholeTable,
	}
}

func granularFirst(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		for i := 0; i+1 < len(kind.Segments); i++ {
			segment, next := kind.Segments[i], kind.Segments[i+1]
			if !f.follows(kind, i) || next.Distinct < 2 || segment.Distinct < 2*next.Distinct {
				continue
			}
			severity, _ := grade(kind.Share, 0.05, no())
			if severity == "" {
				continue
			}
			// If hardly any value of the first recurs, a single value of the second for each is weak evidence. Names of
			// things and of what they belong to are recognized by being words.
			if segment.Distinct*2 > kind.Keys && (segment.Type != rowkey.Text || next.Distinct < 5) {
				severity = Note
			}
			lead := ""
			if i == 0 {
				lead = next.Name
			}
			out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, segment.Name),
				Evidence: f.examples(kind), Measures: []Measure{
					{Name: "rows with keys of this layout", Unit: Share, Figure: kind.Share, Limit: 0.05},
					f.distinct("values of the first", &segment),
					f.distinct("values of the second, which follows from it", &next)},
				cures: known(proposal(kind.Layout, moved(len(kind.Segments), i+1, i), nil).
					asking("rows in the range of a value of the second, on average", f.segmentReader(kind, next.Name))),
				Fix: template("Put the value that many rows share first.",
					reordered(kind.Layout, moved(len(kind.Segments), i+1, i))), lead: lead, rests: []string{next.Name}})
		}
	}
	return out
}

// follows reports whether the value of segment i determines that of segment i+1, with enough repetition as evidence.
func (f *facts) follows(k kindFacts, i int) bool {
	for _, s := range k.segments[i : i+2] {
		switch s.Codec.Type() {
		case rowkey.Text, rowkey.Enum, rowkey.IntPadded, rowkey.IntDecimal, rowkey.Hex:
		default:
			return false
		}
	}
	groups, b := f.Keys.Groups(by(k, i)), f.Keys.Groups(by(k, i+1))
	if groups == nil || b == nil {
		return false
	}
	of := map[uint32]uint32{}
	per := map[uint32]int{} // values of the first for each of the second
	for row, kind := range f.Keys.Kind {
		if int(kind) != k.index {
			continue
		}
		p, q := groups.Of[row], b.Of[row]
		if was, ok := of[p]; ok && was != q {
			return false
		} else if !ok {
			of[p] = q
			per[q]++
		}
	}
	shared := 0 // second values with several first values
	for _, n := range per {
		if n > 1 {
			shared++
		}
	}
	// If each first value has hardly more than one row, a single second value for each is no evidence, unless second
	// values have low cardinality.
	return shared*2 >= len(per) && (len(of)*2 <= int(k.Keys) || len(per)*10 <= len(of) && len(k.segments) == 2 ||
		len(per)*4 <= len(of) && k.Segments[i+1].Type == rowkey.Enum)
}

// constant reports whether all segments before segment i have one value each.
func (f *facts) constant(k kindFacts, i int) bool {
	for _, s := range k.Segments[:i] {
		if s.Distinct > 1 {
			return false
		}
	}
	return true
}

// schemaMisfitRule is the rule schema-misfit.
func schemaMisfitRule() Rule {
	return Rule{
		ID: "schema-misfit", Guidelines: []string{"G36"}, Title: "Keys do not match the declared row-key schema",
		Why:   "GoogleSQL cannot address the segments of these keys, and queries miss or reject their rows.",
		needs: rows, check: schemaMisfit,
		about:  []Harm{Correctness},
		limits: func(l *Limits) { l.SchemaMisfits = 0.01 },
	}
}

func schemaMisfit(f *facts) []Finding {
	schema := f.Sample.Table.KeySchema
	if schema == nil {
		return nil
	}
	layout, err := schema.Layout("")
	if err != nil {
		return []Finding{{Severity: Note, Subject: Subject{Kind: AboutTable},
			Title: "The declared row-key schema is of a form that cannot be checked",
			Fix:   Fix{Text: "Check it with the service: " + err.Error()}}}
	}
	misfit := func(row int) bool { _, err := layout.Decode(nil, f.Sample.Key(row)); return err != nil }
	share := f.share(misfit)
	if len(f.Profile.Kinds) > 0 && f.Profile.Kinds[0].Found.IsExact() &&
		strings.TrimPrefix(f.Layouts[0].String(), f.Layouts[0].Name()+" = ") == layout.String() {
		// the first layout takes all keys that it decodes
		all := f.Profile.FoundRows.Value
		share = estimate.CountedShare(int64(all-f.Profile.Kinds[0].Found.Value), int64(all))
	}
	const most = 0.5 // share of the keys from which it is an error
	severity, ok := grade(share, f.limits.SchemaMisfits, most)
	if !ok {
		return nil
	}
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable},
		Measures: []Measure{{Name: "keys that the schema does not match", Unit: Share, Figure: share,
			Limit: severest(severity, f.limits.SchemaMisfits, most)}},
		Fix: Fix{Text: "Fix the writer of these keys, or declare a schema that matches them."}}
	for row := range f.Sample.Rows() {
		if misfit(row) {
			finding.Evidence = append(finding.Evidence, Evidence{Key: f.Sample.Key(row)})
		}
		if len(finding.Evidence) == maxEvidence {
			break
		}
	}
	return []Finding{finding}
}
