package census

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"github.com/axiomhq/hyperloglog"

	"tabletop/model/bounded"
	"tabletop/model/estimate"
)

// precision is the binary logarithm of the registers of a Distinct: 16 KB, with a standard error of 0.81%.
const precision = 14

// Distinct estimates how many different values there are (HyperLogLog). It is always dense, so that equal values make
// equal bytes.
type Distinct struct{ *hyperloglog.Sketch }

func newDistinct() Distinct {
	s, err := hyperloglog.NewSketch(precision, false)
	if err != nil {
		panic(err) // the precision is a constant
	}
	return Distinct{s}
}

// Figure returns the number of different values with its 95% confidence interval: 1.96 times the standard error of
// HyperLogLog, 1.04 / sqrt(registers).
func (d Distinct) Figure() estimate.Figure {
	n := float64(d.Estimate())
	half := 1.96 * 1.04 / math.Sqrt(1<<precision) * n
	return estimate.Within(n, math.Max(0, n-half), n+half)
}

// MarshalJSON writes the registers.
func (d Distinct) MarshalJSON() ([]byte, error) {
	data, err := d.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return json.Marshal(data)
}

// UnmarshalJSON reads what MarshalJSON wrote, and no sketch of another form.
func (d *Distinct) UnmarshalJSON(text []byte) error {
	// A sketch is 16 KiB once it is made, and only of a text that is longer.
	if len(text) < 1<<precision {
		return errors.New("census: a count of distinct values has another form")
	}
	var data []byte
	if err := bounded.JSON(text, &data); err != nil {
		return err
	}
	s := newDistinct().Sketch
	if empty, err := s.MarshalBinary(); err != nil || len(data) != len(empty) || !bytes.Equal(data[:8], empty[:8]) {
		return errors.New("census: a count of distinct values has another form")
	}
	d.Sketch = s
	return s.UnmarshalBinary(data)
}

// The counters of a Sketch: with e/sketchWidth of all rows, what its counts are over by, in all but e^-sketchDepth of
// them.
const (
	sketchDepth = 4
	sketchWidth = 2048
)

// Sketch counts the rows of values in a fixed number of counters (Count-Min, Cormode and Muthukrishnan 2005): a count
// is never too low. It is a sum, so that it does not depend on any order. The zero value is empty.
type Sketch struct {
	Counters []int64 // rows of sketchWidth; nil when nothing was counted
	Rows     int64
}

// each yields the counters of a hash. Two halves of one hash serve for all rows (Kirsch and Mitzenmacher 2006).
func (s *Sketch) each(hash uint64) (at [sketchDepth]int) {
	a, b := uint32(hash), uint32(hash>>32)|1
	for i := range at {
		at[i] = i*sketchWidth + int((a+uint32(i)*b)>>(32-11))
	}
	return at
}

func (s *Sketch) add(hash uint64) {
	if s.Counters == nil {
		s.Counters = make([]int64, sketchDepth*sketchWidth)
	}
	s.Rows++
	for _, at := range s.each(hash) {
		s.Counters[at]++
	}
}

func (s *Sketch) count(hash uint64) int64 {
	if s.Counters == nil {
		return 0
	}
	n := s.Rows
	for _, at := range s.each(hash) {
		n = min(n, s.Counters[at])
	}
	return n
}

// Error returns by how much a count is over at most, in all but one of fifty values.
func (s *Sketch) Error() int64 { return int64(math.Ceil(math.E / sketchWidth * float64(s.Rows))) }

func (s *Sketch) merge(o *Sketch) {
	s.Rows += o.Rows
	if s.Counters == nil {
		s.Counters = slices.Clone(o.Counters)
		return
	}
	for i, n := range o.Counters {
		s.Counters[i] += n
	}
}

func (s *Sketch) valid() bool {
	if s.Rows < 0 || (s.Counters == nil) != (s.Rows == 0) ||
		s.Counters != nil && len(s.Counters) != sketchDepth*sketchWidth {
		return false
	}
	return !slices.ContainsFunc(s.Counters, func(n int64) bool { return n < 0 || n > s.Rows })
}

// exampleCount is how many examples are kept of one thing.
const exampleCount = 16

// Examples are the values with the smallest seeded hashes, with exact counts: a value among them is among those of
// every part that has it, so none of its rows is missed. They are a uniform sample of the different values.
type Examples struct {
	List []Example // by ascending hash; at most exampleCount once they are written
}

// Example is one value.
type Example struct {
	Hash  uint64
	Value []byte
	Amount
}

func compareExamples(a, b Example) int {
	return cmp.Or(cmp.Compare(a.Hash, b.Hash), bytes.Compare(a.Value, b.Value))
}

func (e *Examples) find(hash uint64, value []byte) (int, bool) {
	return slices.BinarySearchFunc(e.List, Example{Hash: hash, Value: value}, compareExamples)
}

// add counts a row of a value.
func (e *Examples) add(hash uint64, value []byte, size int64) {
	if n := len(e.List); n == exampleCount && hash > e.List[n-1].Hash {
		return
	}
	e.take(Example{Hash: hash, Value: value, Amount: Amount{1, size}})
}

func (e *Examples) take(x Example) {
	at, ok := e.find(x.Hash, x.Value)
	switch {
	case ok:
		e.List[at].add(x.Rows, x.Bytes)
	case at < exampleCount:
		x.Value = bytes.Clone(x.Value)
		e.List = slices.Insert(e.List, at, x)
		e.List = e.List[:min(len(e.List), exampleCount)]
	}
}

func (e *Examples) merge(o *Examples) {
	for _, x := range o.List {
		e.take(x)
	}
}

func (e *Examples) valid() bool {
	for i, x := range e.List {
		if x.Rows < 1 || x.Bytes < 0 || i > 0 && compareExamples(e.List[i-1], x) >= 0 {
			return false
		}
	}
	return len(e.List) <= exampleCount
}
