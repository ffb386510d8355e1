package audit

import (
	"iter"
	"slices"

	"tabletop/model/rowkey"
)

// hashFirstRule is the rule hash-first.
func hashFirstRule() Rule {
	return Rule{
		ID: "hash-first", Guidelines: []string{"G45", "G41", "G20"}, Title: "Row key starts with a hash",
		Why: "A hash leaves neither order nor ranges: rows that are read together are scattered, and reading " +
			"several takes one request each.",
		leads: true, needs: keys, check: hashFirst,
		about: []Harm{Reads}, scope: wholeTable,
	}
}

// digestBytes is the number of bytes of a segment from which on what looks random is a digest rather than an id: those
// of MD5, 16 bytes. Base64 and hexadecimal take more.
const digestBytes = 16

// perEntity is how many rows an id has on average from which on it leads the rows of an entity, rather than being a
// hash of each key. Our own choice.
const perEntity = 2

func hashFirst(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		lead := hashLead(kind)
		if lead >= len(kind.segments) {
			continue
		}
		first := kind.segments[lead]
		typ := first.Codec.Type()
		if typ != rowkey.Hash && typ != rowkey.UUID || f.idTime(kind, first) || kind.Segments[lead].Distinct < 2 {
			continue
		}
		// A random id has no value behind it that could replace it. Several rows of one value are those of one entity,
		// and are adjacent; if the entity is named behind its hash, it could lead instead.
		followed := lead+1 < len(kind.Segments) &&
			f.determines(slices.Values(kind.rows), kind.Segments[lead].Name, kind.Segments[lead+1].Name)
		if typ == rowkey.UUID || kind.Keys >= perEntity*kind.Segments[lead].Distinct && !followed {
			continue
		}
		severity, ok := grade(kind.Share, 0.05, no())
		if !ok {
			continue
		}
		// So few bytes may as well be a random id, and a key of a hash alone is read row by row.
		if kind.Segments[lead].MaxWidth < digestBytes || lead == len(kind.segments)-1 {
			severity = Note
		}
		leads := ""
		fix := Fix{Text: "Start the key with the value that was hashed, or with what queries filter on; writes stay " +
			"spread if it has high cardinality. A random ID that rows are looked up by is fine here."}
		var cures []*Proposal
		if n := len(kind.segments); n > lead+1 && lead == 0 {
			order := moved(n, 0, n-1)
			leads = leading(kind, order)
			fix = template(fix.Text, reordered(kind.Layout, order))
			cures = known(proposal(kind.Layout, order, nil).
				asking("rows in the range of a value of what follows the hash, on average",
					f.segmentReader(kind, kind.segments[1].Name)))
		}
		out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, first.Name),
			Measures: []Measure{{Name: "rows whose key starts with a hash", Unit: Share, Figure: kind.Share,
				Limit: 0.05}},
			Evidence: f.examples(kind), Fix: fix, cures: cures, lead: leads})
	}
	return out
}

// determines reports whether each value of a segment comes with one value of another, in some rows.
func (f *facts) determines(rows iter.Seq[int], segment, other string) bool {
	first, second := f.Column(segment), f.Column(other)
	with := map[uint32]uint32{}
	for row := range rows {
		if was, ok := with[first.Of[row]]; ok && was != second.Of[row] {
			return false
		}
		with[first.Of[row]] = second.Of[row]
	}
	return true
}

// hashLead returns the first segment of the key. One or two characters before a hash without a delimiter count as part
// of it.
func hashLead(k kindFacts) int {
	parts := k.Layout.Parts()
	for i := 0; i+1 < len(parts) && i+1 < len(k.segments); i++ {
		if parts[i].Segment == nil || parts[i+1].Segment == nil || k.Segments[i].MaxWidth > 2 {
			break
		}
		if k.segments[i+1].Codec.Type() == rowkey.Hash {
			return i + 1
		}
	}
	return 0
}
