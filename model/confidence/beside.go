package confidence

import (
	"strings"

	"tabletop/model/rowkey"
)

// besideNames returns the names of besideFeatures.
func besideNames() []string {
	return []string{"digest", "signed", "known before", "known behind", "first entropy", "last entropy",
		"entropy before", "entropy behind", "start recurs", "end recurs", "unknown run"}
}

// besideFeatures returns what the segments around the j-th say of its ends, each about 0..1: a time that agrees with
// the cells, or a delimiter, is known to begin and end where it does; a number whose last byte varies fully ends before
// a byte that does not; and the half of a value that recurs with other halves is a value of its own.
func (v *view) besideFeatures(claim Claim, j int) []float64 {
	column := &v.cols[j]
	first, before, behind := 0.0, 0.0, 0.0
	if len(column.position) > 0 {
		first = column.position[0] / 8
	}
	if j > 0 && column.left < 0.9 {
		before = v.cols[j-1].final / 8
	}
	if j+1 < len(v.cols) && column.right < 0.9 && len(v.cols[j+1].position) > 0 {
		behind = v.cols[j+1].position[0] / 8
	}
	from, to := j, j
	for !v.startKnown(claim, from) {
		from--
	}
	for !v.endKnown(claim, to) {
		to++
	}
	spec := column.seg.Codec.Spec()
	return []float64{when(column.seg.Codec.Type() == rowkey.Hash),
		when(strings.Contains(spec, "flip") || strings.Contains(spec, "signed")),
		when(from == j), when(to == j), first, column.final / 8, before, behind,
		column.recurs(func(b []byte) []byte { return b[:len(b)/2] }),
		column.recurs(func(b []byte) []byte { return b[len(b)/2:] }), float64(min(to-from+1, 6)) / 6}
}

// startKnown reports whether something besides widths tells where the i-th segment begins: a delimiter, the key, or a
// segment before it that no accident looks like.
func (v *view) startKnown(claim Claim, i int) bool {
	return i == 0 || v.cols[i].left >= 0.9 || claim.known(i-1)
}

// endKnown is startKnown for its end.
func (v *view) endKnown(claim Claim, i int) bool {
	return i+1 == len(v.cols) || v.cols[i].right >= 0.9 || claim.known(i+1)
}

// known reports whether the i-th segment is a time that the cells confirm, or what no accident looks like.
func (c Claim) known(i int) bool {
	return i < len(c.Segments) && (c.Segments[i].Certain || c.Segments[i].Known)
}

// recurs returns the share of the distinct values of which a part occurs in others too.
func (c *column) recurs(part func([]byte) []byte) float64 {
	values, parts := map[string]bool{}, map[string]bool{}
	for _, b := range c.values {
		values[string(b)], parts[string(part(b))] = true, true
	}
	return 1 - float64(len(parts))/float64(max(len(values), 1))
}
