package census

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tabletop/model/personal"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Place is a column, or a place in row keys, in which something that identifies people was found.
type Place struct {
	Key               *segments.Spot `json:",omitempty"` // nil for a column
	Family, Qualifier []byte         // of a column
	Hash              uint64         // of the name of a column
	Found             personal.Count
}

// maxPlaces is how many places are kept. Of more, those whose names have the smallest hashes are: which they are
// depends on the names alone, so that censuses of any parts agree about them.
const maxPlaces = 1024

// people counts texts that identify people: keys, and values as far as they are kept.
type people struct {
	finder *personal.Finder
	at     map[sample.Column]*Place
	keys   map[segments.Spot]*Place
	limit  uint64
	spans  []rowkey.Span // of a row
}

func newPeople() *people {
	return &people{finder: personal.NewFinder(), at: map[sample.Column]*Place{}, keys: map[segments.Spot]*Place{},
		limit: allHashes}
}

// row counts what is in row i of s, whose keys t has decoded; t is nil if the plan has no layouts.
func (p *people) row(s *sample.Sample, t *segments.Table, i int) {
	if found := p.finder.Find(s.Key(i)); len(found) > 0 {
		kind := int16(segments.Unexplained)
		if t != nil {
			kind, p.spans = t.Kind[i], t.Spans(p.spans[:0], i)
		}
		for at, matches := range segments.Spots(kind, p.spans, found) {
			p.inKeys(at).Found.Add(s.Key(i), matches)
		}
	}
	from, to := s.Cells(i)
	for j := from; j < to; j++ {
		cell := s.Cell(j)
		found := p.finder.Find(cell.Value)
		if len(found) == 0 {
			continue
		}
		name := s.Column(cell.Column)
		if place := p.place(name); place != nil {
			place.Found.Add(cell.Value, found)
		}
	}
}

// inKeys finds or makes a place in row keys.
func (p *people) inKeys(at segments.Spot) *Place {
	if p.keys[at] == nil {
		p.keys[at] = &Place{Key: &at}
	}
	return p.keys[at]
}

// place finds or makes a place; it is nil for one that is not kept.
func (p *people) place(name sample.Column) *Place {
	if at, ok := p.at[name]; ok {
		return at
	}
	hash := Hash(0, append(append([]byte(name.Family), 0), name.Qualifier...)) // a family name has no NUL
	if hash > p.limit {
		return nil
	}
	at := &Place{Family: []byte(name.Family), Qualifier: []byte(name.Qualifier), Hash: hash}
	p.at[name] = at
	if len(p.at) >= 2*maxPlaces {
		p.trim()
	}
	return at
}

// trim drops the places with the largest hashes.
func (p *people) trim() {
	if len(p.at) <= maxPlaces {
		return
	}
	all := p.list()
	p.limit = all[maxPlaces-1].Hash
	for _, x := range all[maxPlaces:] {
		delete(p.at, sample.Column{Family: string(x.Family), Qualifier: string(x.Qualifier)})
	}
}

// list returns the columns by ascending hash.
func (p *people) list() []*Place {
	var all []*Place
	for _, x := range p.at {
		all = append(all, x)
	}
	slices.SortFunc(all, func(a, b *Place) int {
		return cmp.Or(cmp.Compare(a.Hash, b.Hash), slices.Compare(a.Family, b.Family),
			slices.Compare(a.Qualifier, b.Qualifier))
	})
	return all
}

// places returns what was found: in keys, then in columns.
func (p *people) places() []*Place {
	p.trim()
	all := slices.SortedFunc(maps.Values(p.keys), func(a, b *Place) int {
		return cmp.Or(cmp.Compare(a.Key.Kind, b.Key.Kind), cmp.Compare(a.Key.Segment, b.Key.Segment))
	})
	return append(all, p.list()...)
}

// take adds places that were counted elsewhere.
func (p *people) take(places []*Place) {
	for _, place := range places {
		var into *Place
		if place.Key != nil {
			into = p.inKeys(*place.Key)
		} else {
			into = p.place(sample.Column{Family: string(place.Family), Qualifier: string(place.Qualifier)})
		}
		if into != nil {
			into.Found.Merge(&place.Found)
		}
	}
}

// fitPeople returns an error if places that were read cannot be.
func fitPeople(places []*Place, wanted bool) error {
	if len(places) > maxPlaces+2*MaxSegments+1 || len(places) > 0 && !wanted {
		return fmt.Errorf("census: it has %d places with personal data", len(places))
	}
	if slices.Contains(places, nil) {
		return fmt.Errorf("census: a place with personal data is missing")
	}
	return nil
}
