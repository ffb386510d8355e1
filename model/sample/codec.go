package sample

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"
	"unsafe"

	"tabletop/model/bounded"
)

// A sample is written as a description in JSON (Table, How and the runs, so that a new field needs no new format) and
// one array after the other. Numbers that lie close to the one before are written as differences; all are varints.
// Keys and values stay as they are, so a reader needs at most a small multiple of the size of the file in memory.

// description is the part of a sample that is written as JSON.
type description struct {
	Table Table
	How   Provenance
	Runs  []Run
}

// arrays counts what follows the description. Every counted thing takes at least one byte in the file.
type arrays struct {
	rows, cells, columns uint64
	keyBytes, valueBytes uint64
	weighted             uint64 // 1 when every row has a weight
	unit                 uint64 // of cell timestamps in microseconds: 1000 when all are whole milliseconds, else 1
}

func (a *arrays) fields() []*uint64 {
	return []*uint64{&a.rows, &a.cells, &a.columns, &a.keyBytes, &a.valueBytes, &a.weighted, &a.unit}
}

// Encode writes the rows of the sample and its description in the format that Decode reads. The format is meant to be
// compressed. JSON may change text of the description that is not UTF-8; keys, columns and values are kept byte for
// byte. Encode copies nothing and needs a few kilobytes of memory. Sections are not written.
func (s *Sample) Encode(w io.Writer) error {
	text, err := json.Marshal(description{Table: s.Table, How: s.How, Runs: s.runs})
	if err != nil {
		return fmt.Errorf("sample: its description: %w", err)
	}
	encoder := &encoder{w: w, b: make([]byte, 0, encoderRoom+binary.MaxVarintLen64)}
	encoder.uvarint(uint64(len(text)))
	encoder.bytes(text)
	packed := arrays{
		rows: uint64(s.Rows()), cells: uint64(s.NumCells()), columns: uint64(len(s.columns)),
		keyBytes: uint64(len(s.keys)), valueBytes: uint64(len(s.values)), unit: s.timeUnit(),
	}
	if s.weights != nil {
		packed.weighted = 1
	}
	for _, f := range packed.fields() {
		encoder.uvarint(*f)
	}
	for _, c := range s.columns {
		encoder.text(c.Family)
		encoder.text(c.Qualifier)
	}
	encoder.lengths(s.keyEnd)
	encoder.lengths(s.cellEnd)
	for _, w := range s.weights {
		encoder.b = binary.LittleEndian.AppendUint32(encoder.b, math.Float32bits(w))
		encoder.drain()
	}
	encoder.cells(s, int64(packed.unit))
	encoder.bytes(s.keys)
	encoder.bytes(s.values)
	encoder.flush()
	return encoder.err
}

// encoderRoom is the size of an encoder's buffer in bytes.
const encoderRoom = 64 << 10

// encoder writes numbers and bytes. After its first error it writes nothing.
type encoder struct {
	w   io.Writer
	b   []byte // not yet written
	err error
}

func (e *encoder) uvarint(v uint64) {
	e.b = binary.AppendUvarint(e.b, v)
	e.drain()
}

func (e *encoder) varint(v int64) {
	e.b = binary.AppendVarint(e.b, v)
	e.drain()
}

func (e *encoder) drain() {
	if len(e.b) >= encoderRoom {
		e.flush()
	}
}

func (e *encoder) flush() {
	if e.err == nil && len(e.b) > 0 {
		_, e.err = e.w.Write(e.b)
	}
	e.b = e.b[:0]
}

func (e *encoder) bytes(b []byte) {
	e.flush()
	if e.err == nil && len(b) > 0 {
		_, e.err = e.w.Write(b)
	}
}

func (e *encoder) text(s string) {
	e.uvarint(uint64(len(s)))
	e.b = append(e.b, s...)
	e.drain()
}

func (e *encoder) lengths(ends []uint64) {
	last := uint64(0)
	for _, end := range ends {
		e.uvarint(end - last)
		last = end
	}
}

func (e *encoder) cells(s *Sample, unit int64) {
	last := int64(0)
	for _, c := range s.columnOf {
		e.varint(int64(c) - last)
		last = int64(c)
	}
	last = 0
	for _, t := range s.micros {
		e.varint(t/unit - last) // wraps around between the ends of int64, and back when read
		last = t / unit
	}
	for _, n := range s.size {
		e.uvarint(uint64(n))
	}
	for j, n := range s.size { // mostly zero: small values are kept whole
		e.varint(int64(n) - int64(s.valueEnd[j]-start(s.valueEnd, j)))
	}
}

func (s *Sample) timeUnit() uint64 {
	for _, t := range s.micros {
		if t%1000 != 0 {
			return 1
		}
	}
	return 1000
}

// Decode reads what Encode wrote. It allocates nothing that b is too short to hold. It returns a *MemoryError for a
// sample that would take more than limit bytes. A sample that it returns has passed Validate.
func Decode(b []byte, limit int64) (*Sample, error) {
	reader := &reader{b: b, limit: limit}
	rows := reader.sample()
	if reader.err != nil {
		return nil, reader.err
	}
	if len(reader.b) > 0 {
		return nil, fmt.Errorf("sample: %d bytes follow its end", len(reader.b))
	}
	if err := rows.Validate(); err != nil {
		return nil, err
	}
	return rows, nil
}

// DecodeTable returns what table the sample is of that Encode wrote, and when it was read, from the beginning of it. A
// description of more than limit bytes is an error.
func DecodeTable(r io.Reader, limit int64) (Table, time.Time, error) {
	from := bufio.NewReader(r)
	size, err := binary.ReadUvarint(from)
	if err != nil || size > uint64(limit) {
		return Table{}, time.Time{}, errShort
	}
	reader := &reader{b: make([]byte, size), limit: limit * bounded.Factor}
	if _, err := io.ReadFull(from, reader.b); err != nil {
		return Table{}, time.Time{}, errShort
	}
	about, _ := reader.description(reader.b)
	return about.Table, about.How.Started, reader.err
}

var errShort = errors.New("sample: ends too early")

// MemoryError is the error about a sample that would take more memory than allowed, in bytes.
type MemoryError struct{ Need, Limit int64 }

// Error states both amounts.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("sample: needs %d bytes of memory, more than %d", e.Need, e.Limit)
}

// What the arrays of a sample take in memory, in bytes.
const (
	memoryOfCell = int64(unsafe.Sizeof(ColumnID(0)) + unsafe.Sizeof(int64(0)) + unsafe.Sizeof(uint32(0)) +
		unsafe.Sizeof(uint64(0)))
	memoryOfRow    = int64(2*unsafe.Sizeof(uint64(0)) + unsafe.Sizeof(float32(0)))
	memoryOfColumn = int64(unsafe.Sizeof(Column{})) + 32
)

// memory is how many bytes the arrays take. The counts are known to be less than the length of a file.
func (a *arrays) memory() int64 {
	return int64(a.cells)*memoryOfCell + int64(a.rows)*memoryOfRow + int64(a.columns)*memoryOfColumn +
		int64(a.keyBytes+a.valueBytes)
}

// fit reports whether left bytes can hold what a counts. In the file a row takes at least two bytes (six with a
// weight), a cell four and a column two.
func (a *arrays) fit(left uint64) bool {
	if a.weighted > 1 || a.unit == 0 || a.unit > 1000 {
		return false
	}
	for _, n := range []uint64{a.rows, a.cells, a.columns, a.keyBytes, a.valueBytes} {
		if n > left {
			return false // and the sum below cannot overflow
		}
	}
	return a.rows*(2+4*a.weighted)+a.cells*4+a.columns*2+a.keyBytes+a.valueBytes <= left
}

// reader reads from the start of b. After its first error it returns zeros.
type reader struct {
	b     []byte
	limit int64 // of the memory of the sample in bytes
	err   error
}

// description reads what a sample is of, and returns the bytes of memory that it takes.
func (r *reader) description(text []byte) (about description, need int64) {
	need, err := bounded.Memory(text, &about)
	if r.hold(need); r.err != nil {
		return about, need
	}
	if err == nil {
		err = bounded.JSON(text, &about)
	}
	if err != nil {
		r.err = fmt.Errorf("sample: its description: %w", err)
	}
	if about.How.Ending == EndPlan {
		about.How.Ending = describeEnding(about.How.Stopped)
	}
	return about, need
}

func (r *reader) sample() *Sample {
	about, need := r.description(r.take(r.uvarint()))
	var packed arrays
	for _, f := range packed.fields() {
		*f = r.uvarint()
	}
	// Checked before anything of that size is made.
	if !packed.fit(uint64(len(r.b))) {
		r.fail(errShort)
	} else {
		r.hold(need + packed.memory())
	}
	if r.err != nil {
		return nil
	}
	sampled := &Sample{Table: about.Table, How: about.How, runs: about.Runs}
	sampled.columns = make([]Column, packed.columns)
	for i := range sampled.columns {
		sampled.columns[i].Family = string(r.take(r.uvarint()))
		sampled.columns[i].Qualifier = string(r.take(r.uvarint()))
	}
	sampled.keyEnd = r.ends(packed.rows)
	sampled.cellEnd = r.ends(packed.rows)
	if packed.weighted == 1 {
		sampled.weights = make([]float32, 0, packed.rows)
		raw := r.take(4 * packed.rows)
		for ; len(raw) > 0; raw = raw[4:] {
			sampled.weights = append(sampled.weights, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
		}
	}
	r.cells(sampled, packed)
	sampled.keys = append([]byte(nil), r.take(packed.keyBytes)...)
	sampled.values = append([]byte(nil), r.take(packed.valueBytes)...)
	return sampled
}

func (r *reader) cells(s *Sample, a arrays) {
	s.columnOf = make([]ColumnID, a.cells)
	s.micros = make([]int64, a.cells)
	s.size = make([]uint32, a.cells)
	s.valueEnd = make([]uint64, a.cells)
	last := int64(0)
	for j := range s.columnOf {
		last += r.varint()
		if last < 0 || last >= int64(a.columns) {
			r.fail(fmt.Errorf("sample: cell %d names column %d of %d", j, last, a.columns))
			return
		}
		s.columnOf[j] = ColumnID(last)
	}
	last = 0
	for j := range s.micros {
		last += r.varint()
		s.micros[j] = last * int64(a.unit)
	}
	for j := range s.size {
		n := r.uvarint()
		if n > math.MaxUint32 {
			r.fail(fmt.Errorf("sample: cell %d has a value of %d bytes", j, n))
			return
		}
		s.size[j] = uint32(n)
	}
	end := uint64(0)
	for j := range s.valueEnd {
		end += uint64(int64(s.size[j]) - r.varint())
		s.valueEnd[j] = end
	}
}

func (r *reader) ends(n uint64) []uint64 {
	ends := make([]uint64, n)
	end := uint64(0)
	for i := range ends {
		end += r.uvarint()
		ends[i] = end
	}
	return ends
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	r.advance(n)
	return v
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.b)
	r.advance(n)
	return v
}

func (r *reader) advance(n int) {
	if n <= 0 {
		r.fail(errShort)
		return
	}
	r.b = r.b[n:]
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail(errShort)
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// hold fails if need bytes are more than the limit.
func (r *reader) hold(need int64) {
	if need > r.limit {
		r.fail(&MemoryError{Need: need, Limit: r.limit})
	}
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}
