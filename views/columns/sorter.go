package columns

import "tabletop/views"

// SortNames lists what columns can be sorted by.
func (s *Screen) SortNames() []string {
	var out []string
	for k := range numKeys {
		out = append(out, k.name())
	}
	return out
}

// SortBy sorts by one of SortNames, the most first. Any other name changes nothing.
func (s *Screen) SortBy(name string) views.Request {
	for k := range numKeys {
		if k.name() == name {
			return s.sortBy(k, false)
		}
	}
	return nil
}
