package personal

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"tabletop/model/bounded"
)

// Merge adds what o counted of other texts of the same place.
func (c *Count) Merge(o *Count) {
	for key, from := range o.tallies {
		if c.tallies == nil {
			c.tallies = map[label]*tally{}
		}
		t := c.tallies[key]
		if t == nil {
			t = &tally{chance: from.chance}
			c.tallies[key] = t
		}
		t.form += from.form
		t.valid += from.valid
		t.texts += from.texts
		for _, hash := range from.different {
			t.differ(hash)
		}
	}
}

// savedTally is what is counted of one kind, as it is written.
type savedTally struct {
	Kind               Kind
	Name               string `json:",omitempty"`
	Form, Valid, Texts int
	Chance             float64
	Different          []uint64
}

// JSONForm returns what UnmarshalJSON decodes; see bounded.Formed.
func (Count) JSONForm() any { return []savedTally(nil) }

// MarshalJSON writes the count. Equal counts have equal bytes.
func (c Count) MarshalJSON() ([]byte, error) {
	list := make([]savedTally, 0, len(c.tallies))
	for l, t := range c.tallies {
		list = append(list, savedTally{l.kind, l.name, t.form, t.valid, t.texts, t.chance, t.different})
	}
	slices.SortFunc(list, func(a, b savedTally) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return json.Marshal(list)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *Count) UnmarshalJSON(data []byte) error {
	var list []savedTally
	if err := bounded.JSON(data, &list); err != nil {
		return err
	}
	c.tallies = map[label]*tally{}
	for _, s := range list {
		if s.Form < 0 || s.Valid < 0 || s.Valid > s.Form || s.Texts < 0 || s.Texts > s.Valid ||
			len(s.Different) > enough || !slices.IsSorted(s.Different) {
			return errors.New("personal: a count contradicts itself")
		}
		c.tallies[label{s.Kind, s.Name}] = &tally{form: s.Form, valid: s.Valid, texts: s.Texts, chance: s.Chance,
			different: s.Different}
	}
	return nil
}
