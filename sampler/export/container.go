package export

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"
)

// The limits of what a file may claim, in bytes. A row is a record, and no record is divided among blocks: Bigtable
// returns rows of up to 256 MiB, and Avro repeats family and qualifier for each cell.
const (
	maxHeader = 16 << 20
	maxBlock  = 1 << 30
	syncBytes = 16
)

const magic = "Obj\x01"

// container is what the header of an Avro file states.
type container struct {
	schema *avro.Schema
	usual  bool // see isUsual
	codec  string
	sync   [syncBytes]byte
	size   int64 // of the header: where the first block begins
}

// readHeader reads the header of an Avro file whose records are rows. Other files are refused with the reason.
func readHeader(r *stream) (*container, error) {
	var head [len(magic)]byte
	if n, err := io.ReadFull(r, head[:]); err != nil || string(head[:]) != magic {
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		return nil, refused(head[:n])
	}
	stated, err := metadata(r)
	if err != nil {
		return nil, fmt.Errorf("its header is damaged: %w", err)
	}
	out := &container{}
	if _, err := io.ReadFull(r, out.sync[:]); err != nil {
		return nil, fmt.Errorf("its header is damaged: %w", unexpected(err))
	}
	out.size = r.at
	if out.schema, err = rowSchema(stated["avro.schema"]); err != nil {
		return nil, err
	}
	out.usual = isUsual(out.schema)
	out.codec = string(stated["avro.codec"])
	_, err = newCodec(out.codec)
	return out, err
}

// metadata reads the map of a header.
func metadata(r *stream) (map[string][]byte, error) {
	out := map[string][]byte{}
	for {
		count, err := binary.ReadVarint(r)
		if err != nil || count == 0 {
			return out, unexpected(err)
		}
		if count < 0 { // then the size of the entries follows
			if _, err := binary.ReadVarint(r); err != nil {
				return nil, unexpected(err)
			}
			count = -count
		}
		for ; count > 0; count-- {
			key, err := sized(r)
			if err != nil {
				return nil, err
			}
			if out[string(key)], err = sized(r); err != nil {
				return nil, err
			}
		}
	}
}

// sized reads bytes that follow their length.
func sized(r *stream) ([]byte, error) {
	length, err := binary.ReadVarint(r)
	if err != nil {
		return nil, unexpected(err)
	}
	if length < 0 || length > maxHeader || r.at+length > r.end {
		return nil, errors.New("it states more bytes than there are")
	}
	out := make([]byte, length)
	_, err = io.ReadFull(r, out)
	return out, unexpected(err)
}

// unexpected is err, with the end of the file as an unexpected one.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// plain is the codec of blocks that are not compressed.
type plain struct{ ocf.Codec }

func (plain) DecompressBounded(data []byte, _ int64) ([]byte, error) { return data, nil }

// newCodec returns the codec of that name, for one goroutine.
func newCodec(name string) (ocf.BoundedDecompressor, error) {
	var codec ocf.Codec
	switch name {
	case "", "null":
		codec = plain{}
	case "snappy":
		codec = ocf.SnappyCodec()
	case "deflate":
		codec = ocf.DeflateCodec(-1)
	case "zstandard":
		var err error
		if codec, err = ocf.ZstdCodec(nil, nil); err != nil {
			return nil, err
		}
	}
	if bounded, ok := codec.(ocf.BoundedDecompressor); ok {
		return bounded, nil
	}
	return nil, fmt.Errorf("its blocks are compressed with %q: only null, deflate, snappy, and zstandard are read",
		name)
}

// block is one block of a container, as it is in the file.
type block struct {
	at    int64 // byte of the file at which it begins
	size  int64 // bytes that it takes in the file, with its sync marker
	count int64 // rows
	data  []byte
}

// damagedError is the error of a block after which the next one can be looked for.
type damagedError struct {
	at  int64
	why error
}

func (d *damagedError) Error() string {
	return fmt.Sprintf("the block at byte %d is damaged: %v", d.at, d.why)
}

// next reads the block that begins where r is, into buf as far as it has room. The error is io.EOF at the end of the
// file, and a *damagedError for a block that does not end with the marker; r is then where the next one can be looked
// for.
func (c *container) next(r *stream, buf []byte) (block, error) {
	found := block{at: r.at}
	count, err := binary.ReadVarint(r)
	if errors.Is(err, io.EOF) && r.at == found.at {
		return found, io.EOF
	}
	size, err2 := binary.ReadVarint(r)
	if err = errors.Join(err, err2); err != nil {
		return found, r.failed(found.at, err)
	}
	if count < 0 || size < 0 || size > maxBlock || r.at+size+syncBytes > r.end {
		if count >= 0 && size >= 0 && size <= maxBlock {
			return found, &damagedError{found.at, errors.New("the file ends inside of it")}
		}
		return found, &damagedError{found.at, errors.New("it states more rows or bytes than there can be")}
	}
	if int64(cap(buf)) < size+syncBytes {
		buf = make([]byte, size+syncBytes)
	}
	buf = buf[:size+syncBytes]
	if n, err := io.ReadFull(r, buf); err != nil {
		r.unread(buf[:n])
		return found, r.failed(found.at, err)
	}
	if !bytes.Equal(buf[size:], c.sync[:]) {
		r.unread(bytes.Clone(buf))
		return found, &damagedError{found.at, errors.New("no sync marker follows it")}
	}
	found.count, found.data, found.size = count, buf[:size], r.at-found.at
	return found, nil
}

// failed returns the error of a read inside of a block that begins at a byte.
func (r *stream) failed(at int64, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &damagedError{at, errors.New("the file ends inside of it")}
	}
	return err
}

// seek goes to the first block that begins at r or behind it: to the end of the next sync marker. The error is io.EOF
// if there is none.
func (c *container) seek(r *stream) error {
	for {
		window, err := r.buffer.Peek(r.buffer.Size())
		if i := bytes.Index(window, c.sync[:]); i >= 0 {
			return r.skip(i + syncBytes)
		}
		if err != nil {
			return errors.Join(err, r.skip(len(window)))
		}
		if err := r.skip(len(window) - syncBytes + 1); err != nil {
			return err
		}
	}
}

// stream is a part of a file that knows where it is.
type stream struct {
	buffer *bufio.Reader
	at     int64 // byte of the file
	end    int64 // of the file
}

// streamBytes is the buffer of a stream that is read to its end, at most.
const streamBytes = 256 << 10

func newStream(r io.Reader, at, end int64, size int) *stream {
	return &stream{buffer: bufio.NewReaderSize(r, max(2*syncBytes, min(int(end-at), size))), at: at, end: end}
}

func (r *stream) Read(b []byte) (int, error) {
	n, err := r.buffer.Read(b)
	r.at += int64(n)
	return n, err
}

func (r *stream) ReadByte() (byte, error) {
	b, err := r.buffer.ReadByte()
	if err == nil {
		r.at++
	}
	return b, err
}

func (r *stream) skip(n int) error {
	skipped, err := r.buffer.Discard(n)
	r.at += int64(skipped)
	return err
}

// unread puts bytes back that were read last.
func (r *stream) unread(b []byte) {
	if len(b) == 0 {
		return
	}
	rest := io.MultiReader(bytes.NewReader(b), r.buffer)
	r.buffer = bufio.NewReaderSize(rest, r.buffer.Size())
	r.at -= int64(len(b))
}
