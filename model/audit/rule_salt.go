package audit

import (
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
)

// saltUnevenRule is the rule salt-uneven.
func saltUnevenRule() Rule {
	return Rule{
		ID: "salt-uneven", Guidelines: []string{"G61", "G08"}, Title: "The salt fills its buckets unevenly",
		Why: "A salt is there to spread rows and writes evenly; a bucket with several times its part takes several " +
			"times the load of the others, and every period is still read from all of them.",
		needs: keys, check: saltUneven,
		about: []Harm{Writes}, scope: wholeTable,
		limits: func(l *Limits) { l.SaltSkew = 2 },
	}
}

// mostBuckets is the number of values up to which a number in front may be a bucket.
const mostBuckets = 1024

func saltUneven(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		lead := kind.lead()
		if lead+1 >= len(kind.Segments) || !f.isBucket(kind, lead) {
			continue
		}
		salt := kind.Segments[lead]
		even := 1 / float64(salt.Distinct)
		fullest := f.shareOfKind(kind, func(row int) bool {
			v := f.Column(salt.Name).At(row)
			return v != nil && string(v.Raw) == string(salt.Top[0].Raw)
		})
		severity, ok := grade(fullest, f.limits.SaltSkew*even, no())
		if !ok {
			continue
		}
		out = append(out, Finding{Severity: severity, Subject: aboutSegment(kind, salt.Name),
			Measures: []Measure{
				{Name: "rows in the fullest bucket", Unit: Share, Figure: fullest, Limit: f.limits.SaltSkew * even},
				{Name: "rows in each bucket if it were even", Unit: Share, Figure: estimate.Point(even)},
				{Name: "buckets", Unit: Count, Figure: seen(float64(salt.Distinct)), Read: f.sampled()}},
			Evidence: f.withValues(kind, salt.Name, [][]byte{salt.Top[0].Raw}),
			Fix: Fix{Text: "Compute the salt with a hash of all bytes of what has the most values, such as CRC-32 " +
				"or MurmurHash of the ID, modulo the number of buckets."}})
	}
	return out
}

// isBucket reports whether a segment of a kind is a salt: by its codec, by the names of its values, or because it is a
// number from 0 to one below a usual number of buckets that the next segment with many values determines.
func (f *facts) isBucket(k kindFacts, index int) bool {
	segment := k.Segments[index]
	if segment.Distinct < 2 || segment.Distinct > mostBuckets || segment.Count < 20*segment.Distinct ||
		len(segment.Top) == 0 {
		return false
	}
	if _, is := rowkey.AsSalt(k.segments[index].Codec); is || bucketNames(segment) {
		return true
	}
	if buckets := buckets(segment); buckets == 0 || segment.Distinct*2 < buckets {
		return false
	}
	for next := index + 1; next < len(k.Segments); next++ {
		if k.Segments[next].Distinct >= 4*segment.Distinct {
			return f.determines(f.rowsOf(k), k.Segments[next].Name, k.Segments[index].Name)
		}
	}
	return false
}

// buckets returns the number of buckets that people would choose for the numbers of a segment, from 0 on: a power of
// two, or a round number. It is 0 if there is none, or they begin elsewhere.
func buckets(s figures.Segment) int64 {
	switch s.Type {
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE:
	default:
		return 0
	}
	low, ok := whole(s.Min)
	high, ok2 := whole(s.Max)
	if !ok || !ok2 || low != 0 {
		return 0
	}
	for n := max(int64(high)+1, 4); n <= mostBuckets; n++ {
		if n&(n-1) == 0 || n%10 == 0 {
			return n
		}
	}
	return 0
}
