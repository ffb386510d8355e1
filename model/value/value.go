// Package value guesses how the values of a column are encoded. Bigtable stores plain bytes, so each codec is tested on
// many values, and the one that fits most of them is the guess.
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

// The codecs, the more specific ones first. Binary means that hardly any codec fits, Mixed that several codecs fit a
// part each.
const (
	Empty    Codec = "empty"
	Gzip     Codec = "gzip"
	Zstd     Codec = "zstd"
	Zlib     Codec = "zlib"
	Avro     Codec = "avro" // in a recognized frame: a container file, single-object encoding, a schema registry's
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

// codecs returns the codecs that are tested, the more specific ones first: if two fit the same values, the first is
// preferred.
func codecs() []codec {
	return []codec{
		{Gzip, isGzip}, {Zstd, isZstd}, {Zlib, isZlib}, {Avro, isAvro}, {JSON, isJSON}, {Text, isText},
		{Int64, isInt64}, {Float64, isFloat64}, {Protobuf, isProtobuf},
	}
}

type codec struct {
	name Codec
	fits func(v []byte, size int) bool // v is the first bytes of a value of size bytes
}

// Guess is the probable encoding of the values of a column.
type Guess struct {
	Codec Codec
	// share of the nonempty values examined that Codec fits; of all values if Codec is Empty; 1 if Mixed
	Share  float64
	Values int          // values examined
	Empty  int          // of Values
	Cut    int          // of Values, those of which only the first bytes were kept: the rest was not checked
	Tried  []CodecShare // other codecs that fit some values, best first
	Parts  []CodecShare // for Mixed: the codecs of the nonempty values, one for each value, the most common first
}

// CodecShare is a codec and the share of the values that it fits.
type CodecShare struct {
	Codec Codec
	Share float64 // of the nonempty values
}

// Of returns the guess from some values.
func Of(values []sample.Cell) Guess {
	guess := Guess{Values: len(values), Codec: Empty, Share: 1}
	all := codecs()
	fits := make([]int, len(all))
	framed := newFrames()
	parts := map[Codec]int{}
	for _, cell := range values {
		if cell.Size == 0 {
			guess.Empty++
			continue
		}
		if len(cell.Value) < cell.Size {
			guess.Cut++
		}
		part := Binary
		for i, c := range all {
			if c.fits(cell.Value, cell.Size) {
				fits[i]++
				if part == Binary {
					part = c.name
				}
			}
		}
		parts[ofText(part, cell.Value)]++
		framed.add(cell.Value, cell.Size)
	}
	filled := len(values) - guess.Empty
	if filled == 0 {
		return guess
	}
	for i, c := range all {
		if c.name == Avro {
			fits[i] = max(fits[i], framed.most())
		}
		if fits[i] > 0 {
			guess.Tried = append(guess.Tried, CodecShare{c.name, float64(fits[i]) / float64(filled)})
		}
	}
	if mixesJSON(parts, filled) {
		guess.Codec, guess.Share = Mixed, 1
	} else {
		guess.choose()
	}
	if guess.Codec == Mixed {
		guess.Parts = codecShares(parts, filled)
	}
	if 2*guess.Empty > len(values) {
		guess.Codec, guess.Share, guess.Parts = Empty, float64(guess.Empty)/float64(len(values)), nil
	}
	return guess
}

// mixesJSON reports whether values are partly JSON and partly other text, by the codecs of all of them. JSON is text
// too, so text fits all of these: they are a mixture all the same.
func mixesJSON(parts map[Codec]int, filled int) bool {
	text := parts[Text] + parts[Integer] + parts[Decimal]
	return float64(parts[JSON])/float64(filled) >= some && float64(text)/float64(filled) >= some
}

// codecOf returns the most specific codec of one value that is not empty.
func codecOf(cell sample.Cell) Codec {
	for _, c := range codecs() {
		if c.fits(cell.Value, cell.Size) {
			return ofText(c.name, cell.Value)
		}
	}
	return Binary
}

// ofText returns the kind of a text value; other codecs are returned unchanged.
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

// codecShares returns the shares of codecs among n values, the largest first.
func codecShares(parts map[Codec]int, n int) []CodecShare {
	var out []CodecShare
	for c, k := range parts {
		out = append(out, CodecShare{c, float64(k) / float64(n)})
	}
	slices.SortFunc(out, func(a, b CodecShare) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), strings.Compare(string(a.Codec), string(b.Codec)))
	})
	return out
}

// some is the share of values below which a fit is not significant.
const some = 0.1

// near is how much smaller the share of a more specific codec may be for it to be still preferred: JSON to text.
const near = 0.05

// choose sets the codec that fits most values; of those that fit nearly as many, the most specific one.
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

// looks is the number of values of a column that are examined.
const looks = 64

// OfColumn returns the guess from values of one column at equal distances among its cells, which are indices of s.
// aggregate reports whether the family is an aggregate (Family.Aggregate): then its cells hold a counter, by
// declaration.
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

// The minimum number of pairs of versions for a counter, and the minimum share of them that grow.
const (
	fewPairs = 8
	growing  = 0.95
)

// counts reports whether the numbers of a column grow from version to version, as with ReadModifyWrite, and are not
// times. Cells of one column of a row are adjacent, newest first.
func counts(s *sample.Sample, cells []uint32) bool {
	pairs, grown := 0, 0
	for i := 1; i < len(cells) && pairs < looks; i++ {
		if cells[i] != cells[i-1]+1 {
			continue
		}
		newer, older := s.Cell(int(cells[i-1])), s.Cell(int(cells[i]))
		if newer.Micros > older.Micros && len(newer.Value) == 8 && len(older.Value) == 8 {
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
