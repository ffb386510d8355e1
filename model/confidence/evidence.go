package confidence

import (
	"math"
	"slices"
	"strings"

	"tabletop/model/rowkey"
)

// Family is a group of segment types that are mistaken for the same reasons; each has its own trees.
type Family int

// The families.
const (
	Words   Family = iota // text and enum
	Shaped                // types that their form proves: UUID, ULID, domain, URL, email, IP, geohash, JSON
	Numbers               // decimal integers
	Digests               // hexadecimal numbers, printable digests and random ids
	Times
	Salts
	Packed // integers, digests, and opaque values in bytes
	Families
)

// TypeFamily returns the family of a type; printable reports whether the values are.
func TypeFamily(t rowkey.Type, printable bool) Family {
	switch t {
	case rowkey.Text, rowkey.Enum:
		return Words
	case rowkey.IntDecimal, rowkey.IntPadded:
		return Numbers
	case rowkey.Timestamp:
		return Times
	case rowkey.Salt:
		return Salts
	case rowkey.IntBE, rowkey.Bytes, rowkey.OrderedCode:
		return Packed
	case rowkey.Hex, rowkey.Hash:
		if printable {
			return Digests
		}
		return Packed
	}
	return Shaped
}

// Evidence is the features of a layout.
type Evidence struct {
	Common   []float64 // of the layout; commonNames are their names
	Whole    []float64 // of the layout alone; wholeNames are their names
	Segments []Claimed
	Chosen   bool // as of Claim
}

// Claimed is the features of a segment.
type Claimed struct {
	Family   Family
	Features []float64 // FeatureNames are their names
	Doubtful bool      // times that something contradicts, and what may be more than one value
}

// lookedAt is how many keys of a layout are looked at.
const lookedAt = 200

// view is a layout with the columns of its values.
type view struct {
	layout        *rowkey.Layout
	cols          []column
	before, after []string // literals at both sides of each column
	delimiters    []string
}

// Evaluate returns the evidence for each layout of in.Set.
func Evaluate(in Input) []Evidence {
	views := decode(in)
	out := make([]Evidence, len(views))
	for i, view := range views {
		common := commonFeatures(in, i, view)
		out[i].Common, out[i].Whole, out[i].Chosen = common, view.wholeFeatures(), in.Kinds[i].Chosen
		for j := range view.cols {
			c := &view.cols[j]
			out[i].Segments = append(out[i].Segments, Claimed{
				Family:   TypeFamily(c.seg.Codec.Type(), c.printable),
				Doubtful: c.doubtfulTime || c.unconfirmed() || view.joined(j),
				Features: slices.Concat(segmentFeatures(view, j), claimFeatures(in.Kinds[i], j), c.doubtFeatures(),
					common, c.packedFeatures(), view.besideFeatures(in.Kinds[i], j)),
			})
		}
	}
	return out
}

// decode reads the keys with the layouts and sorts the values into columns, of at most lookedAt keys per layout.
func decode(in Input) []view {
	views := make([]view, len(in.Set))
	rows := make([][]int, len(in.Set))
	var spans []rowkey.Span
	for i, key := range in.Keys {
		var k int
		if spans, k = in.Set.Decode(spans[:0], key); k >= 0 {
			rows[k] = append(rows[k], i)
		}
	}
	for position, layout := range in.Set {
		views[position] = view{layout: layout, cols: make([]column, len(layout.Segments()))}
		views[position].surround()
		index := map[*rowkey.Segment]*column{}
		for j, s := range layout.Segments() {
			views[position].cols[j].seg = s
			index[s] = &views[position].cols[j]
		}
		step := max(1, len(rows[position])/lookedAt)
		looked := 0
		for at := 0; at < len(rows[position]); at += step {
			looked++
			i := rows[position][at]
			spans, _ = layout.Decode(spans[:0], in.Keys[i])
			for n, s := range spans {
				index[s.Segment].add(i, in.Keys[i], spans, n, in.Times[i])
			}
		}
		for j := range views[position].cols {
			views[position].cols[j].finish()
		}
		for j := range views[position].cols {
			views[position].distrust(j, looked)
		}
	}
	return views
}

// commonNames returns the names of commonFeatures.
func commonNames() []string {
	return []string{"one", "keys", "few keys", "share of table", "unexplained", "kinds", "stability", "runner-up near",
		"runner-up", "open boundaries", "splittable words", "noisy first byte", "fit", "saved",
		"siblings", "prefixed siblings", "soft delimiters", "salt-like start", "segments"}
}

// commonFeatures returns the features of a layout that count for each of its segments too.
func commonFeatures(in Input, i int, v view) []float64 {
	claim := in.Kinds[i]
	open, splittable, noisy, salted := 0.0, 0.0, 0.0, 0.0
	for col := range v.cols {
		column := &v.cols[col]
		if col > 0 && column.left < 0.9 {
			open++
		}
		if TypeFamily(column.seg.Codec.Type(), column.printable) == Words {
			splittable = max(splittable, column.punctuated)
		}
		noisy = max(noisy, column.junk)
		salted = max(salted, column.doubts.saltLike)
	}
	siblings, prefixed := siblings(in.Set, i)
	softs := 0.0
	for _, l := range v.delimiters {
		softs += when(isSoft(l)) / float64(len(v.delimiters))
	}
	total := float64(max(in.Total, 1))
	near := 0.0
	if claim.RunnerUp {
		near = math.Exp(-2 * claim.Margin)
	}
	return []float64{
		1, math.Log2(float64(max(claim.Keys, 1))) / 10, when(claim.Keys < 30), float64(claim.Keys) / total,
		float64(in.Rest) / total,
		math.Log2(float64(len(in.Set))) / 2, claim.Stability, near, when(claim.RunnerUp), min(open, 4) / 2, splittable,
		noisy,
		claim.Fit, min(max(claim.Saved, 0), 100) / 50,
		min(siblings, 4) / 4, min(prefixed, 4) / 4, softs, salted, math.Log2(float64(max(len(v.cols), 1))) / 2,
	}
}

// wholeNames returns the names of wholeFeatures.
func wholeNames() []string {
	return []string{"text", "all closed", "all hard", "open bytes", "plain types", "certain types"}
}

// wholeFeatures returns what the segments of a layout have in common, each about 0..1.
func (v *view) wholeFeatures() []float64 {
	text, closed, hard, open, plain, certain := 1.0, 1.0, 1.0, 0.0, 0.0, 0.0
	value := float64(max(len(v.cols), 1))
	for col := range v.cols {
		column := &v.cols[col]
		if !column.printable {
			text = 0
			open += when(column.left < 0.9 || column.right < 0.9)
		}
		if column.unique > 1 {
			closed, hard = min(closed, column.doubts.closed), min(hard, column.doubts.hard)
		}
		switch TypeFamily(column.seg.Codec.Type(), column.printable) {
		case Words, Numbers:
			plain += 1 / value
		case Times, Shaped:
			certain += 1 / value
		}
	}
	return []float64{text, closed, hard, min(open, 4) / 4, plain, certain}
}

// siblings returns how many other layouts of a set have the literals and types of the i-th, but for constant words and
// prefixes, and how many of these have a constant prefix in a codec: one kind was taken for several.
func siblings(set rowkey.Set, i int) (all, prefixed float64) {
	own, _ := layoutShape(set[i])
	for k, l := range set {
		if k == i {
			continue
		}
		if shape, prefix := layoutShape(l); shape == own {
			all++
			prefixed += when(prefix)
		}
	}
	return all, prefixed
}

// layoutShape writes the literals and types of a layout, and reports whether one of its codecs begins with a constant.
func layoutShape(l *rowkey.Layout) (shape string, prefixed bool) {
	var b strings.Builder
	for _, p := range l.Parts() {
		if p.Segment == nil {
			b.Write(p.Literal)
			continue
		}
		prefixed = prefixed || len(p.Segment.Codec.Form().Prefix) > 0
		b.WriteString("{" + string(p.Segment.Codec.Type()) + "}")
	}
	return b.String(), prefixed
}

func when(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// FeatureNames returns the names of the features of a segment.
func FeatureNames() []string {
	return slices.Concat(segmentNames(), doubtNames(), commonNames(), packedNames(), besideNames())
}

// segmentNames returns the names of segmentFeatures and claimFeatures.
func segmentNames() []string {
	return []string{
		"left bound", "right bound", "left contrast", "right contrast", "distinct", "constant", "one width", "width",
		"punctuated", "formed", "mixed", "upper case", "time rank", "time near", "time far", "in range", "spread",
		"entropy", "flat",
		"zero first", "zero last", "constant first", "even width", "rising", "leading zero", "dense", "time-like",
		"reversed", "calendar", "binary",
		"text inside", "enum", "opaque",
		"claim", "weak claim", "bits of raw", "start by width", "end by width", "certain", "even", "known",
	}
}

// claimFeatures returns what the search found out about the j-th segment, each about 0..1.
func claimFeatures(claim Claim, j int) []float64 {
	if j >= len(claim.Segments) {
		return make([]float64, 8)
	}
	s := claim.Segments[j]
	return []float64{
		min(s.Claim, 200) / 100, when(s.Claim < 20), min(s.Bits/max(s.Raw, 1), 2), when(s.StartByWidth),
		when(s.EndByWidth),
		when(s.Certain), when(s.Even), when(s.Known),
	}
}

// segmentFeatures returns the features of the j-th segment, each about 0..1.
func segmentFeatures(v view, j int) []float64 {
	column := &v.cols[j]
	leftContrast, rightContrast := 1.0, 1.0
	if j > 0 && column.left < 0.9 {
		leftContrast = contrast(&v.cols[j-1], column)
	}
	if j+1 < len(v.cols) && column.right < 0.9 {
		rightContrast = contrast(column, &v.cols[j+1])
	}
	typ := column.seg.Codec.Type()
	return []float64{
		column.left, column.right, leftContrast, rightContrast, column.distinct, when(column.unique <= 1),
		when(column.narrow == column.wide), min(float64(column.wide), 40) / 20,
		column.punctuated, column.formed, column.mixed, column.upper, column.timeRank, column.timeNear, column.timeFar,
		column.inRange, column.spread, column.entropy, column.flat,
		column.zeroFirst, column.zeroLast, column.constantFirst, when(column.wide&(column.wide-1) == 0), column.rising,
		column.leadingZero, column.dense, column.timeLike,
		when(column.seg.Codec.Reversed()), when(column.calendar), when(!column.printable), column.textInside,
		when(typ == rowkey.Enum), when(typ == rowkey.Bytes),
	}
}
