package access

import (
	"encoding/hex"
	"iter"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// Digest states that a segment is the first digits of a hash of another one, in every row read.
type Digest struct {
	Name string // of the segment
	Of   string // the segment that is hashed
	Func string // a name in candidate.HashNames
}

// leastDigests is of how many different values digests must agree before a segment is taken for one. Of digests of one
// byte, chance agrees with all of them once in 256^8 tables.
const leastDigests = 8

// findDigests compares each segment that may be a digest with the digests of each other one. Who knows the other one
// knows it too.
func (index *Index) findDigests() []Digest {
	var out []Digest
	for _, name := range index.Names {
		column := index.columns[name]
		if t := column.Codec.Type(); t == rowkey.Salt || t == rowkey.Timestamp {
			continue // salts state themselves what they are of
		}
		for _, of := range index.Names {
			if of == name {
				continue
			}
			if fn := digestFunction(column, index.columns[of]); fn != "" {
				out = append(out, Digest{name, of, fn})
				break
			}
		}
	}
	return out
}

// digestFunction returns the function of which the values of x are the first digits for those of another column, row by
// row; empty without one.
func digestFunction(x, of *Column) string {
	for _, fn := range candidate.HashNames() {
		if isDigest(x, of, candidate.Digest(fn)) {
			return fn
		}
	}
	return ""
}

// isDigest reports whether each value of x begins the digest of the value of another column in the same row, in
// hexadecimal or in bytes.
func isDigest(x, of *Column, digest func([]byte) []byte) bool {
	if len(x.Values) < leastDigests || !agrees(x, of, digest) {
		return false
	}
	seen := make([]uint32, len(of.Values))
	for i := range seen {
		seen[i] = None
	}
	compared := 0
	for row, code := range of.Of {
		switch {
		case code == None || x.Of[row] == None:
			if code != x.Of[row] {
				return false
			}
			continue
		case seen[code] == x.Of[row]:
			continue
		case seen[code] != None || !begins(digest(of.Values[code].Raw), x.Values[x.Of[row]].Raw):
			return false
		}
		seen[code] = x.Of[row]
		compared++
	}
	return compared >= leastDigests
}

// agrees reports whether the digest matches in the first row that has both values. A digest of another function nearly
// always fails there already.
func agrees(x, of *Column, digest func([]byte) []byte) bool {
	for row, code := range of.Of {
		if code != None && x.Of[row] != None {
			return begins(digest(of.Values[code].Raw), x.Values[x.Of[row]].Raw)
		}
	}
	return false
}

// begins reports whether a value is the first digits of a digest.
func begins(digest, value []byte) bool {
	if len(value) == 0 {
		return false
	}
	text := string(value)
	return len(value) >= 2 && strings.HasPrefix(hex.EncodeToString(digest), strings.ToLower(text)) ||
		strings.HasPrefix(string(digest), text)
}

// KnownDigests returns the segments that whoever knows other segments knows too, because they are digests of those.
// isKnown is asked when a segment is reached, so that a loop may add to what is known.
func (index *Index) KnownDigests(isKnown func(segment string) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, d := range index.Digests {
			if isKnown(d.Of) && !yield(d.Name) {
				return
			}
		}
	}
}
