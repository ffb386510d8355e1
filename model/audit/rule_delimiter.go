package audit

import (
	"bytes"
	"maps"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// delimiterInValueRule is the rule delimiter-in-value.
func delimiterInValueRule() Rule {
	return Rule{
		ID: "delimiter-in-value", Guidelines: []string{"G31"}, Title: "Values in the key hold the delimiter",
		Why: "Who splits such a key at its delimiters gets other segments than were written, and a prefix of one " +
			"value also finds rows of another.",
		needs: keys, check: delimiterInValue,
		about: []Harm{Correctness}, scope: wholeTable,
		limits: func(l *Limits) { l.SplitValues = 0.002 },
	}
}

func delimiterInValue(f *facts) []Finding {
	var out []Finding
	explained := map[int]bool{} // rows that have the delimiter in a value of a kind with more keys
	kinds := slices.SortedStableFunc(slices.Values(f.kinds), func(a, b kindFacts) int { return int(b.Keys - a.Keys) })
	for _, kind := range kinds {
		finding, ok := f.heldOpen(kind)
		if !ok {
			finding, ok = f.splitValues(kind, explained)
		}
		if ok {
			out = append(out, finding)
		}
	}
	return out
}

// holding returns the finding that some rows have the delimiter inside the value of a segment; none if they are too
// few.
func (f *facts) holding(k kindFacts, segment int, splits []kindFacts, holds func(row int) bool) (Finding, bool) {
	share := f.share(holds)
	severity, ok := grade(share, f.limits.SplitValues, no())
	if !ok {
		return Finding{}, false
	}
	finding := Finding{Severity: severity, Subject: aboutSegment(k, k.Segments[segment].Name),
		Measures: []Measure{{Name: "rows with the delimiter inside the value", Unit: Share, Figure: share,
			Limit: f.limits.SplitValues}},
		Fix: Fix{Text: "Escape the delimiter where keys are formed, or choose one that no value can hold, and write " +
			"these rows again."}}
	for _, other := range splits {
		finding.rests = append(finding.rests, allNames(other)...)
		finding.splits = append(finding.splits, other.Layout.String())
	}
	f.show(&finding, holds)
	return finding, true
}

// freeText reports whether values of a segment are words that people choose, which may hold any character: a path holds
// its delimiter on purpose.
func freeText(s *rowkey.Segment) bool {
	t := s.Codec.Type()
	return t == rowkey.Text || t == rowkey.Enum
}

// endsTyped reports whether the keys of a kind end with something else than words, as paths do not.
func endsTyped(k kindFacts) bool {
	codec := k.segments[len(k.segments)-1].Codec
	return codec.Type() != rowkey.Text
}

// after returns the delimiter behind a segment, of the last one that in front; nil in layouts with groups or with
// neighbors that nothing separates.
func after(l *rowkey.Layout, segment int) []byte {
	parts, segments := l.Parts(), len(l.Segments())
	for len(parts) > 0 && parts[0].Segment == nil {
		parts = parts[1:] // a constant in front
	}
	if segments < 2 || len(parts) < 2*segments-1 {
		return nil
	}
	for place, part := range parts[:2*segments-1] {
		if (part.Segment != nil) != (place%2 == 0) || part.Group != nil {
			return nil
		}
	}
	return parts[2*min(segment, segments-2)+1].Literal
}

// heldOpen returns the finding on a segment that the layout allows to hold its delimiter, which only some values do.
func (f *facts) heldOpen(k kindFacts) (Finding, bool) {
	for index, segment := range k.segments {
		delimiter := after(k.Layout, index)
		if !segment.Last || !freeText(segment) || len(delimiter) == 0 || string(delimiter) == "/" {
			continue
		}
		column := f.Column(segment.Name)
		holds := func(row int) bool {
			v := column.At(row)
			return int(f.Kind[row]) == k.index && v != nil && bytes.Contains(v.Raw, delimiter)
		}
		if share := f.shareOfKind(k, holds); share.Value > 0.5 {
			continue // the rule rather than the exception: the parts have a meaning that the layout does not show
		}
		return f.holding(k, index, nil, holds)
	}
	return Finding{}, false
}

// splitValues returns the finding on a segment of which another record kind, or keys of none, have one more piece:
// their keys fit as soon as the segment may hold its delimiter, and all else in them is as in keys of the kind.
func (f *facts) splitValues(k kindFacts, explained map[int]bool) (Finding, bool) {
	if len(k.segments) < 2 {
		return Finding{}, false
	}
	// Where several segments could have the piece, the one with the most values is the likeliest.
	order := inOrder(len(k.segments))
	slices.SortStableFunc(order, func(a, b int) int { return int(k.Segments[b].Distinct - k.Segments[a].Distinct) })
	for _, index := range order {
		segment, delimiter, open := k.segments[index], after(k.Layout, index), opened(k.Layout, index)
		if !freeText(segment) || len(delimiter) == 0 || open == nil || string(delimiter) == "/" && !endsTyped(k) {
			continue
		}
		split := f.splitRows(k, index, open, explained)
		if len(split) == 0 {
			continue
		}
		if finding, ok := f.holding(k, index, f.mayBeSplits(k), func(row int) bool { return split[row] }); ok {
			maps.Copy(explained, split)
			return finding, true
		}
	}
	return Finding{}, false
}

// splitRows returns the rows whose keys open decodes into values that k has in all segments but one.
func (f *facts) splitRows(k kindFacts, but int, open *rowkey.Layout, explained map[int]bool) map[int]bool {
	candidates, may := map[int][]rowkey.Span{}, map[int]bool{candidate.Foreign: true}
	for _, other := range f.mayBeSplits(k) {
		may[other.index] = true
	}
	for row, kind := range f.Kind {
		if explained[row] || !may[int(kind)] {
			continue
		}
		if spans, err := open.Decode(nil, f.Sample.Key(row)); err == nil {
			candidates[row] = spans
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	known, split := f.knownValues(k, but), map[int]bool{}
	for row, spans := range candidates {
		if known(spans, f.Sample.Key(row)) {
			split[row] = true
		}
	}
	return split
}

// mayBeSplits returns the kinds whose keys may be keys of k with a delimiter inside a value.
func (f *facts) mayBeSplits(k kindFacts) []kindFacts {
	return slices.DeleteFunc(slices.Clone(f.kinds),
		func(other kindFacts) bool { return other.index == k.index || !mayBeSplit(k, other) })
}

// mayBeSplit reports whether keys of another kind may be keys of k with a delimiter inside a value: they have one
// segment more, and are much fewer.
func mayBeSplit(k, other kindFacts) bool {
	return len(other.segments) == len(k.segments)+1 && 2*other.Keys < k.Keys
}

// opened returns a layout with a segment that may hold its delimiter; nil if there is none: of the last segment, more
// pieces are rather a part of the thing that the key names.
func opened(l *rowkey.Layout, segment int) *rowkey.Layout {
	if segment == len(l.Segments())-1 {
		return nil
	}
	parts := slices.Clone(l.Parts())
	for place, part := range parts {
		if part.Segment != nil && part.Segment.Last {
			return nil
		}
		if part.Segment == l.Segments()[segment] {
			held := *part.Segment
			held.Last = true
			if held.Codec.Type() == rowkey.Enum {
				held.Codec, _ = rowkey.ParseCodec("text")
			}
			parts[place].Segment = &held
		}
	}
	open, err := rowkey.New(l.Name(), parts...)
	if err != nil {
		return nil
	}
	return open
}

// knownValues returns a function that reports whether all segments of a key but one have values that the kind has: text
// one of its values, other types any value of their form.
func (f *facts) knownValues(k kindFacts, but int) func(spans []rowkey.Span, key []byte) bool {
	values := make([]map[string]bool, len(k.segments))
	for index, segment := range k.segments {
		if index == but || !freeText(segment) {
			continue
		}
		values[index] = map[string]bool{}
		column := f.Column(segment.Name) // which holds those of other kinds too
		for row := range f.rowsOf(k) {
			if v := column.At(row); v != nil {
				values[index][string(v.Raw)] = true
			}
		}
	}
	return func(spans []rowkey.Span, key []byte) bool {
		if len(spans) != len(k.segments) {
			return false
		}
		for index, span := range spans {
			if values[index] != nil && !values[index][string(key[span.Start:span.End])] {
				return false
			}
		}
		return true
	}
}
