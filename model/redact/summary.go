package redact

import (
	"crypto/sha256"
	"encoding/hex"
)

// Summary is what a redaction replaced, for who reads its outcome.
type Summary struct {
	// Fingerprint is that of the key; empty where none was given, so that the same replacements cannot be made
	// again.
	Fingerprint string
	// Unordered reports whether keys and qualifiers have another order than before.
	Unordered bool
	// Replaced counts what was replaced, by kind of thing; kinds of which nothing was are left out.
	Replaced []Count
	Kept     []Name // the names that stayed
}

// Count is a number of things that were replaced.
type Count struct {
	What string // in singular: "key", "value", or a NameKind
	N    int
}

// Fingerprint identifies a key without showing it: the first 8 hexadecimal digits of a hash.
func Fingerprint(key []byte) string {
	sum := sha256.Sum256(append([]byte("tabletop redaction key\x00"), key...))
	return hex.EncodeToString(sum[:4])
}

// Summary returns what the redaction replaced.
func (r *Result) Summary() Summary {
	s := r.summary
	s.Kept = r.Kept
	s.Replaced = countReplaced(r.Sample.Rows(), r.values, r.renamed)
	return s
}

func countReplaced(keys, values int, renamed map[NameKind]map[string]string) []Count {
	out := []Count{{"key", keys}, {"value", values}}
	for _, kind := range NameKinds() {
		out = append(out, Count{string(kind), len(renamed[kind])})
	}
	var some []Count
	for _, c := range out {
		if c.N > 0 {
			some = append(some, c)
		}
	}
	return some
}

// Summary returns what was replaced with the strings.
func (s *Strings) Summary() Summary {
	out := s.summary
	out.Kept = s.kept
	out.Replaced = countReplaced(s.keys, s.texts, s.renamed)
	return out
}

// Shows states how many keys and values are shown as others, where it is not all of what Take was given.
func (s *Strings) Shows(keys, values int) { s.keys, s.texts = keys, values }
