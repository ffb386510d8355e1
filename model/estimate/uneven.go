package estimate

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sort"

	"tabletop/model/sample"
)

// Uneven is a section that stands out by its size (see LargeSections) and of which a share of the rows does not tell,
// because few rows have most of its bytes, or none that is left.
type Uneven struct {
	Place int // in Provenance.Places
	// Missing is the bytes that rows like those sent do not make up, in the unit of RowBytes: those of a row much
	// larger than these, or of data that is deleted but still stored. It is negative if rows make up more, because one
	// of the large ones was sent.
	Missing float64
}

// unevenErrors is how many standard errors, beside the slack in what the service counts, rows are short of their
// section.
const unevenErrors = 2

// UnevenSections finds the sections of a sample of which rows sent at random make up too little, or a single one a
// large part, the emptiest first. It looks at sections of which a share of all rows was sent. What their rows make up
// is held against the service's bytes of the section, by the rate at which rows make up these in the other sections.
//
// of is the bytes of the sections looked at that stand out, as the service counts them.
func UnevenSections(s *sample.Sample) (out []Uneven, of int64) {
	how, limit := s.How, LargeSectionLimit(s.Table.Splits)
	if s.Table.Emulator || how.Unordered || partial(how.Options) || !how.AllDone() ||
		!slices.ContainsFunc(how.Places, func(p sample.ReadRange) bool { return p.Bytes > limit }) {
		return nil, 0
	}
	var made, stored float64 // of the sections that do not stand out
	var large []int
	for index := range how.Places {
		place := &how.Places[index]
		share := sentShare(&how, place)
		switch {
		case share == 0 || place.Bytes == 0:
		case place.Bytes > limit && isSection(s.Table.Splits, place):
			large = append(large, index)
		default:
			from, to := s.RowsOf(place)
			made, stored = made+moments(s, from, to, 1).sum/share, stored+float64(place.Bytes)
		}
	}
	rate := 1.0
	if made > 0 && stored > 0 {
		rate = made / stored
	}
	for _, i := range large {
		place := &how.Places[i]
		of += place.Bytes
		if u, ok := uneven(s, i, sentShare(&how, place), rate*float64(place.Bytes)); ok {
			out = append(out, u)
		}
	}
	slices.SortStableFunc(out, func(a, b Uneven) int { return cmp.Compare(b.Missing, a.Missing) })
	return out, of
}

// uneven reports whether a share of its rows does not tell of a section that rows are expected to have so many bytes
// of.
func uneven(s *sample.Sample, place int, share, expected float64) (Uneven, bool) {
	from, to := s.RowsOf(&s.How.Places[place])
	m := moments(s, from, to, 1)
	largest := 0.0
	for i := from; i < to; i++ {
		largest = math.Max(largest, float64(s.RowBytes(i)))
	}
	missing := expected - m.sum/share
	short := missing - unevenErrors*math.Sqrt(m.squares*(1-share))/share
	return Uneven{place, missing}, short > slack*expected || share < 1 && largest > slack*expected
}

// sentShare is the probability with which each row of a key range was sent and kept; 0 if only its first rows were.
func sentShare(how *sample.Provenance, place *sample.ReadRange) float64 {
	switch {
	case place.Filter > 0:
		return place.Filter
	case how.Strategy == sample.Small || how.Strategy == sample.Accurate:
		return given(how.RowShare)
	}
	return 0
}

// isSection reports whether a key range is one section of the table.
func isSection(splits []sample.Split, place *sample.ReadRange) bool {
	last := max(0, len(splits)-1) // which has no key
	at := sort.Search(last, func(at int) bool { return bytes.Compare(splits[at].Key, place.Start) > 0 })
	return at < len(splits) && bytes.Equal(splits[at].Key, place.End)
}

// missing is the bytes that rows like those sent do not make up.
func missing(s *sample.Sample) (bytes float64) {
	list, _ := UnevenSections(s)
	for _, uneven := range list {
		bytes += math.Max(0, uneven.Missing)
	}
	return bytes
}

// withMissing widens the mean row size, and the number of rows where that comes from it, by the bytes of large rows
// that were not sent.
func (d *Design) withMissing(s *sample.Sample) {
	bytes := missing(s)
	all := float64(s.How.TotalBytes)
	if d.rows.Value > 0 {
		all = d.rows.Value * d.mean.Value
	}
	if bytes == 0 || all <= 0 || d.mean.IsExact() || !d.HasIntervals() {
		return
	}
	d.mean = Within(d.mean.Value, d.mean.Low, d.mean.High*(1+bytes/all))
	if d.ofBytes {
		d.rows.Low *= math.Max(0, 1-bytes/all)
	}
}

// MadeBytes is what the rows of the table make up: their number times their mean size. It is zero where the number is
// not known but from the service's bytes, against which it is to be held.
func (d *Design) MadeBytes(s *sample.Sample) Figure {
	if d.ofBytes || d.Scope == Head || s.Table.Emulator || d.rows.Vague() || d.mean.Vague() {
		return Figure{}
	}
	return d.mean.Of(d.rows)
}
