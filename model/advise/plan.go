package advise

import (
	"slices"

	"tabletop/model/rowkey"
)

// plan is one table of the space.
type plan struct {
	order   []int // pieces in the key
	moved   []int // pieces that become qualifiers
	forms   []int // piece -> form
	salt    int   // buckets, 0 for none
	salted  int   // the piece that is hashed
	saltAt  int   // the place in order that the salt stands before
	bucket  bucket
	tall    tall
	serial  bool   // the columns of a row, or of an event, become one cell (G16, G54)
	dropped uint32 // promoted columns whose cells go, since the key has their values
	// current is that of each key only the newest row is kept, whose time is newest; such a table serves beside another
	// one.
	current bool
	newest  int
}

// bucket is a time of which the key has only the unit (G52, G53), or which stands cut before other pieces.
type bucket struct {
	events events
	piece  int
	unit   rowkey.Unit
	at     int // asRows: the place in order that the cut time stands before
}

// events is what becomes of the events of a bucket.
type events uint8

const (
	unbucketed events = iota
	asColumns         // a row a bucket, the rest of the time in the qualifier
	asVersions        // a row a bucket, the time in the timestamps of the cells
	asRows            // a row an event; the cut time comes first, other pieces, then the time
)

// tall is what cells become rows by.
type tall uint8

const (
	asItIs tall = iota
	byQualifier
	byTime
)

// merges reports whether a new row may hold several of the current table.
func (p *plan) merges() bool {
	return len(p.moved) > 0 || p.bucket.events == asColumns || p.bucket.events == asVersions
}

// rewrites reports whether the cells of a new row are others than those of the current one.
func (p *plan) rewrites() bool { return p.merges() || p.serial }

func (p *plan) clone() plan {
	c := *p
	c.order, c.moved, c.forms = slices.Clone(p.order), slices.Clone(p.moved), slices.Clone(p.forms)
	return c
}

func (p *plan) equal(o *plan) bool {
	if p.salt != o.salt || p.salt > 0 && (p.salted != o.salted || p.saltAt != o.saltAt) || p.bucket != o.bucket ||
		p.tall != o.tall || p.serial != o.serial || p.dropped != o.dropped ||
		p.current != o.current {
		return false
	}
	if !slices.Equal(p.order, o.order) || !slices.Equal(p.moved, o.moved) {
		return false
	}
	return !slices.ContainsFunc(p.order, func(i int) bool { return p.forms[i] != o.forms[i] })
}

// before reports whether a plan stands before another one where nothing but chance tells their scores apart: the one
// that is nearer to the order of the current keys, without regard to data.
func (p *plan) before(o *plan) bool {
	if c := slices.Compare(p.order, o.order); c != 0 {
		return c < 0
	}
	for _, i := range p.order {
		if p.forms[i] != o.forms[i] {
			return p.forms[i] < o.forms[i]
		}
	}
	if p.salt != o.salt {
		return p.salt < o.salt
	}
	return p.salt > 0 && p.salted < o.salted
}

// viewable reports whether a continuous materialized view can have the keys of a plan over those of another: it selects
// segments and columns of one row of the table, in any order, but computes no hash and merges no rows.
func (s *space) viewable(p, base *plan) bool {
	if p.rewrites() || p.current || p.salt > 0 || p.tall != asItIs || p.bucket.events == asRows {
		return false
	}
	return !slices.ContainsFunc(p.order, func(i int) bool {
		if i == s.cellTime {
			return true
		}
		piece := &s.pieces[i]
		padded := piece.promoted && isDecimal(piece.column) // a view sorts the number itself
		return p.forms[i] != base.forms[i] && !padded
	})
}

// signature distinguishes layouts that the user would call different: by their first two pieces, a salt, and what
// becomes of events. The order behind them changes a figure or two, and the best such order stands for all.
func (p *plan) signature() [9]byte {
	var key [9]byte
	for i := 0; i < 2 && i < len(p.order); i++ {
		key[i] = byte(p.order[i]) + 1
	}
	key[2], key[4], key[5] = byte(len(p.moved)), byte(p.bucket.events), byte(p.tall)
	if p.salt > 0 {
		key[3] = byte(min(p.saltAt, 1)) + 1
	}
	if p.bucket.events == asRows {
		key[6] = byte(p.bucket.at)
	}
	if p.serial {
		key[7] = 1
	}
	if len(p.moved) > 0 {
		key[8] = byte(p.moved[0]) + 1
	}
	return key
}

// frontier is the place in order of the first piece that moves with the time of writing, len(order) without one; and
// the set of pieces by which writes go to several places at once all the same: those before it and, of a piece that
// rises in the rows of each value of another one, that one.
func (s *space) frontier(p *plan) (place int, set uint32) {
	for k, i := range p.order {
		of := &s.pieces[i]
		if p.bucket.events == asRows && k == p.bucket.at ||
			(of.moving || of.rising != 0) && !of.forms[p.forms[i]].turned {
			return k, bitSet(p.order[:k]) | of.rising
		}
	}
	return len(p.order), bitSet(p.order)
}

// keyBytes is the mean length of the keys of a plan.
func (s *space) keyBytes(p *plan) float64 {
	value := s.overhead + float64((len(p.order)-1)*len(s.delim))
	for _, i := range p.order {
		if p.merges() && i == p.bucket.piece && p.bucket.events != unbucketed {
			value += s.bucketBytes(p)
			continue
		}
		value += s.pieces[i].bytes(p.forms[i])
	}
	delim := float64(len(s.delim))
	if p.salt > 0 {
		value += digits(p.salt-1) + delim
	}
	if p.bucket.events == asRows {
		value += s.bucketBytes(p) + delim
	}
	switch p.tall {
	case byQualifier:
		value += s.qualifierBytes + delim
	case byTime:
		value += 13 + delim // milliseconds since 1970
	}
	return value
}

// bucketBytes is the length of a cut time; see bucketField.
func (s *space) bucketBytes(p *plan) float64 {
	if x := &s.pieces[p.bucket.piece]; x.forms[p.forms[p.bucket.piece]].down {
		return x.bytes(p.forms[p.bucket.piece])
	}
	return float64(len(bucketForm(p.bucket.unit)))
}

// bytes is the mean length of a piece in a form.
func (p *piece) bytes(form int) float64 {
	if w := p.forms[form].width; w > 0 {
		return float64(w)
	}
	return p.width
}

func digits(n int) float64 {
	d := 1.0
	for ; n > 9; n /= 10 {
		d++
	}
	return d
}

// distance counts what a plan changes: pieces that have to move, all others keeping their order; forms; and two for a
// salt, each piece that goes into the qualifier, a bucket, and cells that become rows.
func (s *space) distance(p *plan) int {
	count := len(p.order) - s.inPlace(p.order)
	for _, i := range p.order {
		if p.forms[i] != s.today.forms[i] {
			count++
		}
	}
	if p.salt != s.today.salt || p.salt > 0 && (p.salted != s.today.salted || p.saltAt != s.today.saltAt) {
		count += 2
	}
	if p.bucket.events != unbucketed {
		count += 2
	}
	if p.tall != asItIs {
		count += 2
	}
	if p.serial {
		count += 2
	}
	return count + 2*len(p.moved) + len(s.lost(p))
}

// lost are the pieces of the current keys that a plan has neither in its keys nor in its qualifiers.
func (s *space) lost(p *plan) []int {
	var out []int
	for _, i := range s.today.order {
		if !slices.Contains(p.order, i) && !slices.Contains(p.moved, i) {
			out = append(out, i)
		}
	}
	return out
}

// inPlace is how many pieces of an order can stay where they are: its longest subsequence that is in the current order.
func (s *space) inPlace(order []int) int {
	var at, longest [mostPieces]int // of each its place today, and how many rise up to it
	most := 0
	for index, position := range order {
		if at[index] = slices.Index(s.today.order, position); at[index] < 0 {
			continue
		}
		longest[index] = 1
		for j := range index {
			if longest[j] >= longest[index] && at[j] < at[index] {
				longest[index] = longest[j] + 1
			}
		}
		most = max(most, longest[index])
	}
	return most
}

// untidy counts what goes against the rules of thumb where figures tell no difference: the common value before the
// granular one (G35), where one has clearly fewer values.
func (s *space) untidy(p *plan) float64 {
	n := 0.0
	for k := 1; k < len(p.order); k++ {
		a, b := s.pieces[p.order[k-1]].column, s.pieces[p.order[k]].column
		if len(a.Values) > 2*len(b.Values) {
			n++
		}
	}
	return n
}

// bitSet is the set of some pieces.
func bitSet(order []int) uint32 {
	var set uint32
	for _, i := range order {
		set |= 1 << i
	}
	return set
}
