package census

import (
	"cmp"
	"fmt"
	"slices"

	"tabletop/model/personal"
	"tabletop/model/sample"
)

// Place is a column, or the row key, in which something that identifies people was found.
type Place struct {
	Key               bool // the row key
	Family, Qualifier []byte
	Hash              uint64 // of the name
	Found             personal.Count
}

// maxPlaces is how many places are kept. Of more, those whose names have the smallest hashes are: which they are depends on
// the names alone, so that censuses of any parts agree about them.
const maxPlaces = 1024

// people counts texts that identify people: keys, and values as far as they are kept.
type people struct {
	finder *personal.Finder
	at     map[sample.Column]*Place
	key    *Place
	limit  uint64
}

func newPeople() *people {
	return &people{finder: personal.NewFinder(), at: map[sample.Column]*Place{}, limit: allHashes}
}

func (p *people) row(s *sample.Sample, i int) {
	if found := p.finder.Find(s.Key(i)); len(found) > 0 {
		if p.key == nil {
			p.key = &Place{Key: true}
		}
		p.key.Found.Add(s.Key(i), found)
	}
	from, to := s.Cells(i)
	for j := from; j < to; j++ {
		c := s.Cell(j)
		found := p.finder.Find(c.Value)
		if len(found) == 0 {
			continue
		}
		name := s.Column(c.Column)
		if place := p.place(name); place != nil {
			place.Found.Add(c.Value, found)
		}
	}
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
		return cmp.Or(cmp.Compare(a.Hash, b.Hash), slices.Compare(a.Family, b.Family), slices.Compare(a.Qualifier, b.Qualifier))
	})
	return all
}

// places returns what was found: in the key, then in columns.
func (p *people) places() []*Place {
	p.trim()
	all := p.list()
	if p.key != nil {
		all = slices.Insert(all, 0, p.key)
	}
	return all
}

// take adds places that were counted elsewhere.
func (p *people) take(places []*Place) {
	for _, x := range places {
		into := p.key
		switch {
		case x.Key && into == nil:
			p.key = &Place{Key: true}
			into = p.key
		case !x.Key:
			into = p.place(sample.Column{Family: string(x.Family), Qualifier: string(x.Qualifier)})
		}
		if into != nil {
			into.Found.Merge(&x.Found)
		}
	}
}

// fitPeople returns an error if places that were read cannot be.
func fitPeople(places []*Place, wanted bool) error {
	if len(places) > maxPlaces+1 || len(places) > 0 && !wanted {
		return fmt.Errorf("census: it has %d places with personal data", len(places))
	}
	if slices.Contains(places, nil) {
		return fmt.Errorf("census: a place with personal data is missing")
	}
	return nil
}
