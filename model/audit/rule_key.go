package audit

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
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
				opaque = opaque || !f.evenBits(kind, i)
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

// evenBits reports whether the values of a segment are as random as digests: of one length, and each bit is set in
// about half of them. Nobody reads these in any notation, so that raw bytes take nothing from readers.
func (f *facts) evenBits(k kindFacts, segment int) bool {
	values := f.distinctValues(k, segment)
	if len(values) < 64 {
		return false
	}
	width := len(values[0].Raw)
	set := make([]int, 8*width)
	for _, value := range values {
		if len(value.Raw) != width {
			return false
		}
		for bit := range set {
			set[bit] += int(value.Raw[bit/8]>>(bit%8)) & 1
		}
	}
	// six standard deviations of a fair bit
	far := 3 * math.Sqrt(float64(len(values)))
	return width >= 4 && !slices.ContainsFunc(set,
		func(n int) bool { return math.Abs(float64(n)-float64(len(values))/2) > far })
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
			if segment.Distinct*2 > kind.Keys && (!f.words(kind, i) || next.Distinct < 5) {
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

// words reports whether most values of a segment are text without digits.
func (f *facts) words(k kindFacts, segment int) bool {
	values, words := f.distinctValues(k, segment), 0
	for _, value := range values {
		if !bytes.ContainsAny(value.Raw, "0123456789") {
			words++
		}
	}
	return k.Segments[segment].Type == rowkey.Text && 2*words > len(values)
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
	first, _ := f.Column(k.segments[i].Name).ByBytes()
	second, _ := f.Column(k.segments[i+1].Name).ByBytes()
	of := map[uint32]uint32{}
	per := map[uint32]int{} // values of the first for each of the second
	for row, kind := range f.Keys.Kind {
		if int(kind) != k.index {
			continue
		}
		p, q := first[row], second[row]
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
