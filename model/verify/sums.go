package verify

import (
	"context"
	"encoding/binary"
	"math/bits"

	"tabletop/model/sample"
)

// Sum is what the rows of a bucket come to.
type Sum struct {
	Low, High   uint64 // sum of the hashes of the cells, modulo 2^128
	Rows, Cells int64
}

// Sums are what a table, or a part of one, comes to. Sums of parts add up, in any division and order.
type Sums struct {
	Counts
	Buckets [Buckets]Sum
	holding [Buckets]int64 // bytes that naming differences takes for the rows of a bucket
}

// Merge adds the sums of other rows of the same table.
func (s *Sums) Merge(o *Sums) {
	s.Counts.Merge(&o.Counts)
	for i := range s.Buckets {
		to, from := &s.Buckets[i], &o.Buckets[i]
		to.add([2]uint64{from.Low, from.High})
		to.Rows, to.Cells = to.Rows+from.Rows, to.Cells+from.Cells
		s.holding[i] += o.holding[i]
	}
}

func (s *Sum) add(digest [2]uint64) {
	var carry uint64
	s.Low, carry = bits.Add64(s.Low, digest[0], 0)
	s.High, _ = bits.Add64(s.High, digest[1], carry)
}

// Adder adds up the rows of one table, part by part. It is not safe for concurrent use: each core has its own, and
// Merge joins their Sums.
type Adder struct {
	Sums    Sums
	reader  reader
	scratch []byte
}

// NewAdder returns an adder without rows.
func (c *Check) NewAdder() *Adder { return &Adder{reader: reader{check: c}} }

// Old adds rows of the old table. The error is ctx's.
func (a *Adder) Old(ctx context.Context, s *sample.Sample) error {
	defer a.count()
	return a.reader.old(ctx, s, a.add)
}

// New adds rows of the new table. The error is ctx's.
func (a *Adder) New(ctx context.Context, s *sample.Sample) error {
	defer a.count()
	return a.reader.new(ctx, s, a.add)
}

func (a *Adder) count() { a.Sums.Counts = a.reader.counts }

// add adds a row: of each cell the new key, the column, the time or its rank, and the value, each told apart from what
// follows it.
func (a *Adder) add(r *row) {
	check := a.reader.check
	bucket := check.bucket(r.key)
	sum := &a.Sums.Buckets[bucket]
	sum.Rows++
	sum.Cells += int64(len(r.cells))
	a.Sums.holding[bucket] += held(r)
	buf := appendText(a.scratch[:0], r.key)
	key := len(buf)
	for at := range r.cells {
		of := &r.cells[at]
		buf = append(buf[:key], of.head...)
		if check.options.Timestamps == Ignore {
			buf = binary.BigEndian.AppendUint64(buf, uint64(of.rank))
		} else {
			buf = binary.BigEndian.AppendUint64(buf, uint64(of.micros))
		}
		buf = append(buf, of.value...)
		sum.add(check.digest(buf))
	}
	a.scratch = buf
}
