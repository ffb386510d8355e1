package audit

import (
	"bytes"
	"regexp"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// tenantWords matches the usual names of owners of data.
const tenantWords = `tenant|customer|cust|account|acct|org|organi[sz]ation|client|company`

// tenants finds the segments that name an owner of the data: by their name, by the prefix of their values, or by a
// column with such a name that repeats them.
type tenants struct{ name, value *regexp.Regexp }

func newTenants() tenants {
	return tenants{regexp.MustCompile(`(?i)^(` + tenantWords + `)(_?(id|name|no|nr|number))?$`),
		regexp.MustCompile(`(?i)^(` + tenantWords + `)[-_.]?([0-9]|[-_.][a-z0-9])`)}
}

func (t tenants) is(f *facts, k kindFacts, i int) bool {
	measured := k.Segments[i]
	if t.name.MatchString(measured.Name) {
		return true
	}
	if len(measured.Top) > 0 && measured.Distinct > 1 {
		all := true
		for _, v := range measured.Top {
			all = all && t.value.Match(v.Raw)
		}
		if all {
			return true
		}
	}
	for id, c := range f.Sample.Columns() {
		if !f.folded[sample.ColumnID(id)] && t.name.MatchString(c.Qualifier) {
			if segment, _ := f.repeats(sample.ColumnID(id)); segment == measured.Name {
				return true
			}
		}
	}
	return false
}

// tenantBehindRule is the rule tenant-behind.
func tenantBehindRule() Rule {
	return Rule{
		ID: "tenant-behind", Guidelines: []string{"G37"}, Title: "Tenant is not the first segment",
		Why:   "The rows of one tenant cannot be read or dropped as one range.",
		needs: keys, check: tenantBehind,
		about: []Harm{Reads}, scope: wholeTable,
	}
}

func tenantBehind(f *facts) []Finding {
	var out []Finding
	tenants := newTenants()
	for _, kind := range f.kinds {
		for i, segment := range kind.Segments {
			if segment.Distinct < 2 || !tenants.is(f, kind, i) {
				continue
			}
			if f.constant(kind, i) {
				break // a tenant leads; what follows, such as accounts of a company, belongs to it
			}
			sev, ok := grade(kind.Share, 0.05, no())
			if !ok {
				continue
			}
			out = append(out, Finding{Severity: sev, Subject: aboutSegment(kind, segment.Name),
				Evidence: f.examples(kind), Measures: []Measure{
					{Name: "rows with keys of this layout", Unit: Share, Figure: kind.Share, Limit: 0.05},
					f.distinct("tenants", &segment)},
				cures: known(proposal(kind.Layout, moved(len(kind.Segments), i, 0), nil).
					asking("rows in the range of a tenant, on average", f.segmentReader(kind, segment.Name))),
				Fix: template("Start the key with the tenant.",
					reordered(kind.Layout, moved(len(kind.Segments), i, 0))), lead: segment.Name})
			break
		}
	}
	return out
}

// attributes is the maximum number of values of a last segment that can be names of attributes.
const attributes = 64

// entitySplitRule is the rule entity-split.
func entitySplitRule() Rule {
	return Rule{
		ID: "entity-split", Guidelines: []string{"G19", "G20"}, Title: "One entity is spread over several rows",
		Why: "A row is read and changed atomically; several rows take a scan, and their changes become visible " +
			"separately.",
		needs: keys, check: entitySplit,
		about: []Harm{Reads}, scope: wholeTable | allCells,
	}
}

// entitySplit finds keys whose last segment names an attribute: most entities have one row for each of the same few
// names, with one column per row.
func entitySplit(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		last := len(kind.Segments) - 1
		if kind.bounded || last < 1 || f.constant(kind, last) {
			continue
		}
		names := kind.Segments[last]
		if t := names.Type; t != rowkey.Enum && t != rowkey.Text || names.Distinct < 2 || names.Distinct > attributes {
			continue
		}
		entities, rows, cells := f.entities(kind)
		same := f.ofOneEntity(kind)
		if entities*int(names.Distinct)*7 > rows*10 || cells > 2*rows {
			continue // most entities lack some of the names, or rows hold more than an attribute
		}
		out = append(out, Finding{Severity: Note, Subject: aboutSegment(kind, names.Name), Evidence: same,
			Measures: []Measure{
				{Name: "rows of an entity, of those looked at", Unit: Count,
					Figure: seen(float64(rows) / float64(entities)), Read: f.sampled()},
				f.distinct("names in the last part of the key", &names),
				{Name: "rows with keys of this layout", Unit: Share, Figure: kind.Share}},
			Fix: Fix{Text: "Store an entity in one row, with the last key segment as the qualifier, unless rows " +
				"would grow to hundreds of megabytes."}})
	}
	return out
}

// ofOneEntity returns neighboring rows of kind k that differ only in the last segment.
func (f *facts) ofOneEntity(k kindFacts) []Evidence {
	var out []Evidence
	var before []byte
	var spans []rowkey.Span
	for row, kind := range f.Keys.Kind {
		if int(kind) != k.index {
			continue
		}
		key := f.Sample.Key(row)
		if spans = f.Spans(spans[:0], row); len(spans) == 0 {
			continue
		}
		entity := key[:spans[len(spans)-1].Start]
		if !bytes.Equal(entity, before) {
			if len(out) > 1 {
				return out
			}
			before, out = entity, nil
		}
		if out = append(out, Evidence{Key: key}); len(out) == 3 {
			return out
		}
	}
	return nil
}

// entities counts, in a run of neighboring rows of kind k, the values of the key before its last segment, the rows, and
// their columns.
func (f *facts) entities(k kindFacts) (entities, rows, columns int) {
	var before []byte
	var spans []rowkey.Span
	for row, kind := range f.Keys.Kind {
		if int(kind) != k.index || rows >= maxLooked {
			continue
		}
		if spans = f.Spans(spans[:0], row); len(spans) == 0 {
			continue
		}
		prefix := f.Sample.Key(row)[:spans[len(spans)-1].Start]
		if !bytes.Equal(prefix, before) {
			entities++
			before = prefix
		}
		rows++
		from, to := f.Sample.Cells(row)
		for from < to {
			from = f.Sample.Versions(from, to)
			columns++
		}
	}
	return max(entities, 1), rows, columns
}

// keyUndelimitedRule is the rule key-undelimited.
func keyUndelimitedRule() Rule {
	return Rule{
		ID: "key-undelimited", Guidelines: []string{"G31"}, Title: "Adjacent key segments without a delimiter",
		Why: "Without a delimiter a prefix can end in the middle of a value, and one more digit changes how two " +
			"values are read.",
		needs: keys, check: keyUndelimited,
		about: []Harm{Reads}, scope: wholeTable,
	}
}

// keyUndelimited finds adjacent segments of a readable key without a delimiter. Both have several values, and one is a
// time, an id or a number of fixed width, so that they are certainly two segments.
func keyUndelimited(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		parts := kind.Layout.Parts()
		for i := 0; i+1 < len(parts); i++ {
			segment, next := parts[i].Segment, parts[i+1].Segment
			if segment == nil || next == nil || !f.touching(kind, segment.Name) || !f.touching(kind, next.Name) ||
				!surely(segment) && !surely(next) {
				continue
			}
			severity, ok := grade(kind.Share, 0.05, no())
			if !ok {
				continue
			}
			if severity == Warning {
				severity = Note // a reader that knows the widths can separate them
			}
			out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, next.Name),
				Evidence: f.examples(kind), rests: []string{segment.Name},
				Measures: []Measure{{Name: "rows with keys of this layout", Unit: Share, Figure: kind.Share,
					Limit: 0.05}},
				Fix: Fix{Text: "Put a delimiter that no value contains, such as #, between the segments."}})
			break
		}
	}
	return out
}

// touching reports whether a segment is text that varies and does not belong to the adjacent segment.
func (f *facts) touching(k kindFacts, name string) bool {
	for _, s := range k.Segments {
		if s.Name == name {
			return s.Distinct > 1 && s.Type != rowkey.Salt && s.Type != rowkey.Hash && s.Type != rowkey.Bytes &&
				!isRaw(s)
		}
	}
	return false
}

// surely reports whether a segment is of a type that is not mistaken for another.
func surely(s *rowkey.Segment) bool {
	switch s.Codec.Type() {
	case rowkey.Timestamp, rowkey.UUID:
		return true
	case rowkey.Hex:
		return s.Codec.Width() >= 8
	case rowkey.IntPadded:
		return s.Codec.Width() >= 6
	}
	return false
}
