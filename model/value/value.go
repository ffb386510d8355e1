// Package value guesses how the values of a column are encoded. Bigtable stores bytes and knows nothing of what is in
// them, so each codec is tried on many values, and the one that fits most of them is the guess.
package value

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/sample"
)

// Codec is a way in which values are encoded.
type Codec string

// The codecs, the more telling ones first. Binary is what hardly anything fits, Mixed when several codecs fit a part each.
const (
	Empty    Codec = "empty"
	Gzip     Codec = "gzip"
	Zstd     Codec = "zstd"
	Zlib     Codec = "zlib"
	Avro     Codec = "avro" // in a frame that tells so: a container file, single-object encoding, a schema registry's
	JSON     Codec = "json" // an object or an array
	Text     Codec = "text" // printable UTF-8
	Counter  Codec = "counter"
	Int64    Codec = "int64"    // 8 bytes, big-endian
	Float64  Codec = "float64"  // 8 bytes, big-endian
	Protobuf Codec = "protobuf" // wire format
	Binary   Codec = "binary"
	Mixed    Codec = "mixed"
	// Integer and Decimal are kinds of text, in a Guess's Parts only.
	Integer Codec = "integer" // decimal digits with or without a sign
	Decimal Codec = "decimal" // with a point or an exponent
)

// codecs lists those that are tried, the more telling ones first: where two fit the same values, the first is meant.
func codecs() []codec {
	return []codec{
		{Gzip, isGzip}, {Zstd, isZstd}, {Zlib, isZlib}, {Avro, isAvro}, {JSON, isJSON}, {Text, isText},
		{Int64, isInt64}, {Float64, isFloat64}, {Protobuf, isProtobuf},
	}
}

type codec struct {
	name Codec
	fits func(v []byte, size int) bool // v is the front of a value of size bytes
}

// Guess is what the values of a column look like.
type Guess struct {
	Codec  Codec
	Share  float64      // of the values looked at that are not empty, those that Codec fits; of all when Codec is Empty; 1 when Mixed
	Values int          // looked at
	Empty  int          // of Values
	Cut    int          // of Values, those of which only the front was kept: the rest was not checked
	Tried  []CodecShare // what else fits some, best first
	Parts  []CodecShare // for Mixed: what the values that are not empty are, each of one codec, the most common first
}

// CodecShare is a codec and how many values it fits.
type CodecShare struct {
	Codec Codec
	Share float64 // of the values that are not empty
}

// Of guesses from some values.
func Of(values []sample.Cell) Guess {
	g := Guess{Values: len(values), Codec: Empty, Share: 1}
	all := codecs()
	fits := make([]int, len(all))
	framed := newFrames()
	parts := map[Codec]int{}
	for _, v := range values {
		if v.Size == 0 {
			g.Empty++
			continue
		}
		if len(v.Value) < v.Size {
			g.Cut++
		}
		part := Binary
		for i, c := range all {
			if c.fits(v.Value, v.Size) {
				fits[i]++
				if part == Binary {
					part = c.name
				}
			}
		}
		parts[ofText(part, v.Value)]++
		framed.add(v.Value, v.Size)
	}
	filled := len(values) - g.Empty
	if filled == 0 {
		return g
	}
	for i, c := range all {
		if c.name == Avro {
			fits[i] = max(fits[i], framed.most())
		}
		if fits[i] > 0 {
			g.Tried = append(g.Tried, CodecShare{c.name, float64(fits[i]) / float64(filled)})
		}
	}
	// JSON is text too, so text fits a column of which a part is JSON: that is a mixture, not text.
	text := parts[Text] + parts[Integer] + parts[Decimal]
	if json := float64(parts[JSON]) / float64(filled); json >= some && float64(text)/float64(filled) >= some {
		g.Codec, g.Share = Mixed, 1
	} else {
		g.choose()
	}
	if g.Codec == Mixed {
		g.Parts = sharesOf(parts, filled)
	}
	if 2*g.Empty > len(values) {
		g.Codec, g.Share, g.Parts = Empty, float64(g.Empty)/float64(len(values)), nil
	}
	return g
}

// ofText divides text by what it says; other codecs stay.
func ofText(c Codec, v []byte) Codec {
	if c != Text {
		return c
	}
	if _, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return Integer
	}
	if x, err := strconv.ParseFloat(string(v), 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
		return Decimal
	}
	return Text
}

// sharesOf returns the shares of n values, the greatest first.
func sharesOf(parts map[Codec]int, n int) []CodecShare {
	var out []CodecShare
	for c, k := range parts {
		out = append(out, CodecShare{c, float64(k) / float64(n)})
	}
	slices.SortFunc(out, func(a, b CodecShare) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), strings.Compare(string(a.Codec), string(b.Codec)))
	})
	return out
}

// some is the share below which what fits is taken for chance.
const some = 0.1

// near is how much less a more telling codec may fit than another and still be the guess: JSON beside text.
const near = 0.05

// choose takes the codec that fits most; of those that fit nearly as many, the most telling one.
func (g *Guess) choose() {
	best := 0.0
	for _, t := range g.Tried {
		best = max(best, t.Share)
	}
	switch {
	case best < some:
		g.Codec, g.Share = Binary, 1-best
		return
	case best < 0.5:
		g.Codec, g.Share = Mixed, 1
		return
	}
	for i, t := range g.Tried {
		if t.Share >= best-near {
			g.Codec, g.Share = t.Codec, t.Share
			g.Tried = append(g.Tried[:i:i], g.Tried[i+1:]...)
			return
		}
	}
}

// looks is how many values of a column are looked at.
const looks = 64

// OfColumn guesses from values of one column spread evenly over its cells, which are indices of s. aggregate states that
// the family sums up (Family.Aggregate): then its cells hold a counter, by declaration.
func OfColumn(s *sample.Sample, cells []uint32, aggregate bool) Guess {
	step := max((len(cells)+looks-1)/looks, 1)
	values := make([]sample.Cell, 0, looks)
	for i := 0; i < len(cells); i += step {
		values = append(values, s.Cell(int(cells[i])))
	}
	g := Of(values)
	if g.Codec == Int64 && (aggregate || counts(s, cells)) {
		g.Codec = Counter
	}
	return g
}

// The pairs of versions that have to be seen before a column is called a counter, and the share of them that grow.
const (
	fewPairs = 8
	growing  = 0.95
)

// counts reports whether the numbers of a column grow from version to version, as ReadModifyWrite makes them, and are not
// times. Cells of one column of a row follow each other, newest first.
func counts(s *sample.Sample, cells []uint32) bool {
	pairs, grown := 0, 0
	for i := 1; i < len(cells) && pairs < looks; i++ {
		if cells[i] != cells[i-1]+1 {
			continue
		}
		newer, older := s.Cell(int(cells[i-1])), s.Cell(int(cells[i]))
		if newer.Micros >= older.Micros && older.Micros != newer.Micros && len(newer.Value) == 8 && len(older.Value) == 8 {
			a, b := integer(newer.Value), integer(older.Value)
			if isTime(a) {
				return false
			}
			pairs++
			if a >= b {
				grown++
			}
		}
	}
	return pairs >= fewPairs && float64(grown) >= growing*float64(pairs)
}
