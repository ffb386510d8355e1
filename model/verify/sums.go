package verify

import (
	"context"
	"encoding/binary"
	"math/bits"
	"sync"

	"github.com/dchest/siphash"

	"tabletop/model/sample"
)

// Buckets is the number of parts that the new keys are divided into at first.
const Buckets = 4096

// maxParts is the number of parts that the keys of differing buckets are divided into at most, so that sums of 40 bytes
// take 42 MB.
const maxParts = 1 << 20

// Division divides new keys into parts by a hash: into the buckets, or those of some buckets further.
type Division struct {
	buckets []int          // that are divided
	first   [Buckets]int32 // bucket -> its first part; -1 if its keys are in none
	each    uint64         // parts of a bucket
}

// divide divides some buckets into so many parts each.
func divide(buckets []int, each int) *Division {
	d := &Division{buckets: buckets, each: uint64(each)}
	for bucket := range d.first {
		d.first[bucket] = -1
	}
	for i, bucket := range buckets {
		d.first[bucket] = int32(i * each)
	}
	return d
}

// parts returns the number of parts.
func (d *Division) parts() int { return len(d.buckets) * int(d.each) }

// part returns the part of a key with a hash; -1 for none.
func (d *Division) part(hash uint64) int {
	first := d.first[hash%Buckets]
	if first < 0 {
		return -1
	}
	return int(first) + int(hash/Buckets%d.each)
}

// bucket returns the bucket that a part is of.
func (d *Division) bucket(part int) int { return d.buckets[part/int(d.each)] }

// hash returns the hash by which a new key is in its part.
func (c *Check) hash(key []byte) uint64 { return siphash.Hash(c.k1, c.k0, key) }

// digest returns a hash of 128 bits.
func (c *Check) digest(data []byte) [2]uint64 {
	low, high := siphash.Hash128(c.k0, c.k1, data)
	return [2]uint64{low, high}
}

// Sum is what the rows of a part of the keys come to.
type Sum struct {
	Low, High   uint64 // sum of the hashes of the cells, modulo 2^128
	Rows, Cells int64
	holding     int64 // bytes that it takes to hold the rows while their differences are named
}

func (s *Sum) add(digest [2]uint64) {
	var carry uint64
	s.Low, carry = bits.Add64(s.Low, digest[0], 0)
	s.High, _ = bits.Add64(s.High, digest[1], carry)
}

// merge adds the sum of other rows.
func (s *Sum) merge(o *Sum) {
	s.add([2]uint64{o.Low, o.High})
	s.Rows, s.Cells, s.holding = s.Rows+o.Rows, s.Cells+o.Cells, s.holding+o.holding
}

// equalCells reports whether the cells are equal, though several rows may be one there.
func (s *Sum) equalCells(o *Sum) bool {
	return s.Low == o.Low && s.High == o.High && s.Cells == o.Cells
}

// equal reports whether cells and rows are equal.
func (s *Sum) equal(o *Sum) bool { return s.equalCells(o) && s.Rows == o.Rows }

// Sums are what a table comes to, part by part of its new keys. They do not depend on how the table is divided, nor on
// the order of its parts. Old and New may be called at the same time.
type Sums struct {
	Counts

	check    *Check
	division *Division
	sums     []Sum

	counting sync.Mutex // of Counts
	locks    [256]sync.Mutex
}

// NewSums returns sums without rows, by the parts of a division; nil is that into buckets.
func (c *Check) NewSums(division *Division) *Sums {
	if division == nil {
		all := make([]int, Buckets)
		for bucket := range all {
			all[bucket] = bucket
		}
		division = divide(all, 1)
	}
	return &Sums{check: c, division: division, sums: make([]Sum, division.parts())}
}

// Old adds rows of the old table. The error is ctx's.
func (s *Sums) Old(ctx context.Context, rows *sample.Sample) error {
	return s.take(ctx, rows, (*reader).old)
}

// New adds rows of the new table. The error is ctx's.
func (s *Sums) New(ctx context.Context, rows *sample.Sample) error {
	return s.take(ctx, rows, (*reader).new)
}

func (s *Sums) take(ctx context.Context, rows *sample.Sample,
	read func(*reader, context.Context, *sample.Sample, func(*row)) error) error {
	reader := &reader{check: s.check}
	var scratch []byte
	err := read(reader, ctx, rows, func(r *row) {
		part := s.division.part(s.check.hash(r.key))
		if part < 0 {
			return
		}
		sum := Sum{Rows: 1, Cells: int64(len(r.cells)), holding: held(r)}
		scratch = s.check.addCells(&sum, r, scratch[:0])
		lock := &s.locks[part%len(s.locks)]
		lock.Lock()
		s.sums[part].merge(&sum)
		lock.Unlock()
	})
	s.counting.Lock()
	defer s.counting.Unlock()
	s.Counts.merge(&reader.counts)
	return err
}

// addCells adds the cells of a row: of each the new key, the column, the time or its rank, and the value, each told
// apart from what follows it. It returns scratch for the next row.
func (c *Check) addCells(sum *Sum, r *row, scratch []byte) []byte {
	buf := appendText(scratch, r.key)
	key := len(buf)
	for at := range r.cells {
		of := &r.cells[at]
		buf = append(buf[:key], of.head...)
		if c.options.Timestamps == Ignore {
			buf = binary.BigEndian.AppendUint64(buf, uint64(of.rank))
		} else {
			buf = binary.BigEndian.AppendUint64(buf, uint64(of.micros))
		}
		buf = append(buf, of.value...)
		sum.add(c.digest(buf))
	}
	return buf
}

// Differing returns the parts whose cells or rows differ, in order. Rows alone differ where several old rows become one
// and all cells are there.
func Differing(before, after *Sums) []int {
	var out []int
	for part := range before.sums {
		if !before.sums[part].equal(&after.sums[part]) {
			out = append(out, part)
		}
	}
	return out
}

// Narrow returns a division of the buckets that differ into more parts, if the old rows of the buckets are too many to
// hold while their differences are named; else nil.
func (c *Check) Narrow(before, after *Sums) *Division {
	differing, holding := Differing(before, after), int64(0)
	for _, bucket := range differing {
		holding += before.sums[bucket].holding
	}
	if holding <= c.options.Memory {
		return nil
	}
	return divide(differing, maxParts/len(differing))
}
