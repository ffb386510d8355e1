package export

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/twmb/avro"

	"tabletop/model/census"
	"tabletop/model/sample"
)

// decoder makes rows of the records of blocks.
type decoder struct {
	of       *container
	row      record
	families map[string]string // their names, which must not be bytes of a block
	out      *sample.Builder
}

func newDecoder(keep int) *decoder {
	return &decoder{families: map[string]string{}, out: sample.NewBuilder(keep)}
}

// block adds the rows of a block: all or, if it is damaged, none.
func (d *decoder) block(records []byte, count int64) error {
	rows := d.out.Rows()
	err := d.records(records, count)
	for err != nil && d.out.Rows() > rows {
		d.out.DropRow()
	}
	return err
}

func (d *decoder) records(left []byte, count int64) (err error) {
	for ; count > 0; count-- {
		if left, err = d.decode(left); err != nil {
			return err
		}
		if err = d.add(); err != nil {
			return err
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("%d bytes follow its last record", len(left))
	}
	return nil
}

// pick adds one row of a block, by its number.
func (d *decoder) pick(left []byte, number int64) (err error) {
	for ; number >= 0; number-- {
		if left, err = d.decode(left); err != nil {
			return err
		}
	}
	return d.add()
}

// decode decodes the next row, and returns what is left behind it.
func (d *decoder) decode(records []byte) (left []byte, err error) {
	d.row.Cells = d.row.Cells[:0]
	if d.of.usual {
		left, err = d.usual(records)
	} else {
		left, err = d.of.schema.Decode(records, &d.row, avro.AliasInput())
	}
	if err != nil {
		return nil, errors.New("its records cannot be decoded")
	}
	return left, nil
}

// leastCell is the minimum number of bytes of a cell.
const leastCell = 4

// usual decodes a row of the schema of the template, four times as fast as a library that knows a schema only when it
// runs.
func (d *decoder) usual(records []byte) (left []byte, err error) {
	from := cursor{left: records}
	d.row.Key = from.bytes()
	for count := from.long(); count != 0 && !from.damaged; count = from.long() {
		if count < 0 { // then the size of the cells follows
			from.long()
			count = -count
		}
		if count < 0 || count > int64(len(from.left)/leastCell) {
			return nil, io.ErrUnexpectedEOF
		}
		for ; count > 0; count-- {
			d.row.Cells = append(d.row.Cells, cell{d.family(from.bytes()), from.bytes(), from.long(), from.bytes()})
		}
	}
	if from.damaged {
		return nil, io.ErrUnexpectedEOF
	}
	return from.left, nil
}

// cursor reads values of Avro one after the other.
type cursor struct {
	left    []byte
	damaged bool // they are not whole: what was read is nothing
}

func (r *cursor) long() int64 {
	value, n := binary.Varint(r.left)
	if n <= 0 {
		r.damaged, r.left = true, nil
		return 0
	}
	r.left = r.left[n:]
	return value
}

func (r *cursor) bytes() []byte {
	length := r.long()
	if length < 0 || length > int64(len(r.left)) {
		r.damaged, r.left = true, nil
		return nil
	}
	out := r.left[:length:length]
	r.left = r.left[length:]
	return out
}

// add adds the row that was decoded; one without a key is refused. Its cells are in the order of a table, unless
// another program wrote the file.
func (d *decoder) add() error {
	if len(d.row.Key) == 0 {
		return errors.New("a row has an empty key")
	}
	if cells := d.row.Cells; !slices.IsSortedFunc(cells, compareCells) {
		slices.SortStableFunc(cells, compareCells)
	}
	d.out.Row(d.row.Key)
	family := ""
	for i := range d.row.Cells {
		cell := &d.row.Cells[i]
		if cell.Family != family {
			family = d.family([]byte(cell.Family))
		}
		d.out.Cell(family, cell.Qualifier, cell.Micros, cell.Value)
	}
	return nil
}

func (d *decoder) family(name []byte) string {
	known, ok := d.families[string(name)]
	if !ok {
		known = string(name)
		d.families[known] = known
	}
	return known
}

// compareCells orders cells as a table does: by family, qualifier, and time, the newest first.
func compareCells(a, b cell) int {
	return cmp.Or(strings.Compare(a.Family, b.Family), bytes.Compare(a.Qualifier, b.Qualifier),
		cmp.Compare(b.Micros, a.Micros))
}

// take returns the rows added since the last call, in key order. The error is a *twiceError.
func (d *decoder) take() (*sample.Sample, error) {
	rows := sample.Finish(sample.Table{}, sample.Provenance{}, []*sample.Builder{d.out.Take()})
	return merged([]*sample.Sample{rows})
}

// merged returns the rows of all parts in key order. The error is a *twiceError.
func merged(parts []*sample.Sample) (*sample.Sample, error) {
	all := sample.Merge(parts)
	return all, twice(all)
}

// twiceError is the error of a row that an export has twice.
type twiceError struct{ key []byte }

func (t *twiceError) Error() string { return fmt.Sprintf("the row %q is in it twice", t.key) }

// twice returns the error of the first row whose key the row before has.
func twice(s *sample.Sample) error {
	for i := 1; i < s.Rows(); i++ {
		if bytes.Equal(s.Key(i-1), s.Key(i)) {
			return &twiceError{bytes.Clone(s.Key(i))}
		}
	}
	return nil
}

// watch looks for keys that come twice among some of all, since rows that are counted are not compared: who reads an
// export twice has all of its rows twice.
type watch struct {
	mu   sync.Mutex
	seen map[uint64]bool // hashes of keys
}

// watched is one in how many keys is looked at, and mostWatched how many of them at most.
const (
	watched     = 256
	mostWatched = 1 << 20
)

// see looks at the keys of rows. The error is a *twiceError.
func (w *watch) see(rows *sample.Sample) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen == nil {
		w.seen = map[uint64]bool{}
	}
	for row := range rows.Rows() {
		hash := census.Hash(0, rows.Key(row))
		if hash%watched != 0 {
			continue
		}
		if w.seen[hash] {
			return &twiceError{bytes.Clone(rows.Key(row))}
		}
		if len(w.seen) < mostWatched {
			w.seen[hash] = true
		}
	}
	return nil
}
