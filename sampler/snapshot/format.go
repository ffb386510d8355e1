// Package snapshot keeps a sample in one file: compact, versioned and checksummed, open in a moment, and a Source like
// any other.
//
// A file is a header of 32 bytes and a body. The header has, little-endian: the 8 bytes of magic, the format's version
// (4), the number of bytes that the body unpacks to (8), the length of the body (8), and CRC-32C of the 20 bytes of
// numbers and the body (4). Header and checksum are the same in every version, so that a damaged file is distinguished
// from a newer one.
//
// In version 2 the body is sections, each a header of 44 bytes and a zstd stream: its number (4), flags (4), the number
// of bytes that it unpacks to (8), the length of the stream (8), its name padded with zeros (16), and CRC-32C of these
// 40 bytes and the stream (4). Section 1 is what sample.Encode writes; the others are sample.Sections. A reader skips a
// section that it does not know if the flag optional (1) is set, and else refuses the file, naming the section. In
// version 1 the body is the stream of section 1 alone.
package snapshot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"

	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
)

const (
	// magic has a byte that no text starts with and line ends of both kinds, so that a transfer that rewrites text
	// is found at once.
	magic      = "\x89TTOP\r\n\x1a"
	version    = 2
	headerSize = 32
)

// Save writes the sample to w. Nothing is written of a sample that could not be read back, which is a fault of the
// program that made it; see sample.Validate. Beside the sample it takes the memory of the packed file, whose length and
// checksum come first in it.
func Save(w io.Writer, s *sample.Sample) error {
	if err := s.Validate(); err != nil {
		return err
	}
	body, err := packBody(s)
	if err != nil {
		return err
	}
	head := make([]byte, headerSize)
	copy(head, magic)
	binary.LittleEndian.PutUint32(head[8:], version)
	binary.LittleEndian.PutUint64(head[12:], uint64(body.raw))
	binary.LittleEndian.PutUint64(head[20:], uint64(body.n))
	binary.LittleEndian.PutUint32(head[28:], body.checksum(head[8:28]))
	if _, err := w.Write(head); err != nil {
		return err
	}
	return body.writeTo(w)
}

// checksum is CRC-32C of the numbers of a header and of what follows it.
func checksum(numbers, content []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(numbers, table), table, content)
}

// Read reads a sample that Save wrote. It holds no more than the bytes that were read prove, and at most limit bytes: a
// sample that needs more is refused. name is what the source of the bytes is called in errors, which are of type
// *sampler.Error.
func Read(r io.Reader, name string, limit int64) (*sample.Sample, error) {
	head := make([]byte, headerSize)
	full, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, unreadable(name, err)
	}
	if full == 0 || string(head[:min(full, 8)]) != magic[:min(full, 8)] {
		return nil, &sampler.Error{What: fmt.Sprintf("cannot read %s: it is not a saved sample of tabletop", name),
			Next: "to make one, run: tabletop sample SOURCE -o FILE"}
	}
	if full < headerSize {
		return nil, damaged(name, fmt.Errorf("it ends after %d bytes", full))
	}
	packed := binary.LittleEndian.Uint64(head[20:])
	// One byte more than it should have, to find out whether it has more.
	rest, err := io.ReadAll(io.LimitReader(r, int64(min(packed, uint64(limit)))+1))
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case int64(len(rest)) > limit:
		return nil, tooLarge(name, int64(min(packed, 1<<62)), limit)
	case uint64(len(rest)) != packed:
		return nil, damaged(name, fmt.Errorf("it has %s bytes after its header, not %d", atMost(len(rest), packed),
			packed))
	}
	return unpack(head, rest, name, limit)
}

// unpack reads a file that has the length its header says.
func unpack(head, body []byte, name string, limit int64) (*sample.Sample, error) {
	if want := binary.LittleEndian.Uint32(head[28:]); checksum(head[8:28], body) != want {
		return nil, damaged(name, errors.New("its checksum does not match its content"))
	}
	bits, raw := binary.LittleEndian.Uint32(head[8:]), binary.LittleEndian.Uint64(head[12:])
	if bits == 0 || bits > version {
		return nil, &sampler.Error{What: fmt.Sprintf("cannot read %s: it has format %d, and this tabletop reads "+
			"formats up to %d", name, bits, version),
			Next: "update tabletop: a newer version wrote the file"}
	}
	if !plausible(raw, len(body)) {
		return nil, damaged(name, fmt.Errorf("it claims to unpack to %d bytes", raw))
	}
	if int64(raw) > limit {
		return nil, tooLarge(name, int64(raw), limit)
	}
	o := opener{name: name, limit: limit - int64(len(body))}
	if bits == 1 {
		return o.rows(body, int64(raw))
	}
	return o.body(body, raw)
}

func damaged(name string, err error) error {
	return &sampler.Error{What: fmt.Sprintf("snapshot %s is damaged", name), Err: err,
		Next: "copy it again from its origin, or save a new one with tabletop sample"}
}

// tooLarge asks the user for the memory, in bytes. What is needed is rounded up and the limit down, so that the two
// differ.
func tooLarge(name string, need, limit int64) error {
	const mebibyte = 1 << 20
	least := (need + mebibyte - 1) / mebibyte
	gib := (least + 1023) / 1024
	return &sampler.Error{What: fmt.Sprintf("cannot read snapshot %s: it needs %s MiB of memory, and the limit is "+
		"%s MiB", name, spelling.Integer(least), spelling.Integer(limit/mebibyte)),
		Next: fmt.Sprintf("if you trust the file, raise the limit with --max-memory %dGiB", gib)}
}

func unreadable(name string, err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		err = file.Err // without repeating the path
	}
	if of, ok := errors.AsType[*sampler.Error](err); ok { // of who opened it
		return &sampler.Error{What: "cannot read snapshot " + name + ": " + of.What, Err: of.Err, Next: of.Next,
			Silent: of.Silent}
	}
	return &sampler.Error{What: "cannot read snapshot " + name, Err: err,
		Next: "check the path and that you may read the file"}
}
