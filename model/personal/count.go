package personal

import (
	"hash/fnv"
	"math"
	"slices"
)

// Count counts what the texts of one place hold, a column or a segment of the key.
type Count struct {
	tallies map[label]*tally
}

type label struct {
	kind Kind
	name string
}

type tally struct {
	form, valid int // texts of the form, and those that pass the check
	chance      float64
	different   []uint64 // hashes of valid ones, ascending; the smallest, at most enough
	texts       int      // texts with a valid one
}

// enough is how many different matches are counted. Those with the smallest hashes are, so that counts of parts merge
// into that of the whole, whatever the split and the order; matches themselves are not kept.
const enough = 50

// differ adds the hash of a match.
func (t *tally) differ(hash uint64) {
	at, ok := slices.BinarySearch(t.different, hash)
	if !ok && at < enough {
		t.different = slices.Insert(t.different, at, hash)
		t.different = t.different[:min(len(t.different), enough)]
	}
}

// hashMatch is that of a match: FNV-1a, the same in every program.
func hashMatch(match []byte) uint64 {
	h := fnv.New64a()
	h.Write(match)
	return h.Sum64()
}

// Add counts what was found in one text.
func (c *Count) Add(text []byte, found []Match) {
	if len(found) > 0 && c.tallies == nil {
		c.tallies = map[label]*tally{}
	}
	var counted []label
	for _, match := range found {
		label := label{match.Kind, match.Name}
		t := c.tallies[label]
		if t == nil {
			t = &tally{chance: match.Chance}
			c.tallies[label] = t
		}
		t.form++
		if !match.Valid {
			continue
		}
		t.valid++
		t.differ(hashMatch(text[match.From:match.To]))
		if !slices.Contains(counted, label) {
			counted = append(counted, label)
			t.texts++
		}
	}
}

// Verdict is a kind of personal data that a place holds.
type Verdict struct {
	Kind  Kind
	Name  string // of a national id
	Texts int    // with at least one
}

// Verdicts returns the kinds that a place holds with statistical significance: numbers with a check digit if far more
// pass the check than random ones would, and kinds recognized by their form alone if there are several different
// matches. Of national ids that fit the same texts, only the one that fits most is returned.
func (c *Count) Verdicts() []Verdict {
	var out []Verdict
	for _, kind := range Kinds() {
		best, most := label{}, 0.0
		for l, t := range c.tallies {
			if l.kind != kind || !t.sure(kind) {
				continue
			}
			if share := float64(t.valid)/float64(t.form) - t.chance; best == (label{}) || share > most ||
				share == most && l.name < best.name {
				best, most = l, share
			}
		}
		if best != (label{}) {
			out = append(out, Verdict{kind, best.name, c.tallies[best].texts})
		}
	}
	return out
}

// sure reports whether what was counted is no accident.
func (t *tally) sure(k Kind) bool {
	switch k {
	case Email:
		return t.valid > 0
	case Phone, Person:
		return len(t.different) >= 2
	case IP:
		return len(t.different) >= 5
	}
	return len(t.different) >= 3 && lower(t.valid, t.form) > math.Max(0.5, 5*t.chance)
}

// lower is the lower end of the 95% interval of a share of n texts (Wilson's score interval).
func lower(k, n int) float64 {
	const z = 1.96
	if n == 0 {
		return 0
	}
	p, m := float64(k)/float64(n), float64(n)
	return (p + z*z/(2*m) - z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))) / (1 + z*z/m)
}
