package redact

import (
	"bytes"
	"crypto/rand"

	"tabletop/model/personal"
	"tabletop/model/sample"
)

// Strings redacts single strings for a report that is not made of a redacted sample: the same string becomes the same one
// everywhere in it. Their order is lost.
type Strings struct {
	values *values
	finder *personal.Finder
}

// NewStrings makes it with a key; without one, with a random key.
func NewStrings(key []byte) *Strings {
	if len(key) == 0 {
		key = make([]byte, 32)
		rand.Read(key) // never fails
	}
	return &Strings{newValues(newSecret(key, 0)), personal.NewFinder()}
}

// Text is what replaces a string.
func (s *Strings) Text(b []byte) []byte {
	out := bytes.Clone(b)
	s.values.replace(column{}, sample.Cell{Size: len(b), Value: b}, out, false)
	return out
}

// Name is what replaces a name, which stays unless it identifies people.
func (s *Strings) Name(name string) string {
	if pointsAtPeople(s.finder, []byte(name)) {
		return string(s.Text([]byte(name)))
	}
	return name
}
