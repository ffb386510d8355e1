// Package snapshot keeps a sample in one file: compact, versioned and checksummed, open in a moment, and a Source like
// any other.
//
// A file is a header of 32 bytes and a zstd stream of what sample.AppendBinary writes. The header has, little-endian:
// the 8 bytes of magic, the format's version (4), the length of the sample (8) and of the stream (8), and CRC-32C of
// the 20 bytes of numbers and the stream (4). Header and checksum stay so in every version, so that a damaged file is
// told from a newer one.
package snapshot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"

	"github.com/klauspost/compress/zstd"

	"tabletop/model/sample"
	"tabletop/sampler"
)

const (
	// magic has a byte that no text starts with and line ends of both kinds, so that a transfer that rewrites text
	// is found at once.
	magic      = "\x89TTOP\r\n\x1a"
	version    = 1
	headerSize = 32

	// A stream unpacks to at most freeSize + maxRatio times its length; a longer claim is refused before any memory is
	// made for it. Save keeps to it.
	freeSize = 1 << 20
	maxRatio = 1000
)

// Save writes the sample to w. Nothing is written of a sample that could not be read back, which is a fault of the
// program that made it; see sample.Validate.
func Save(w io.Writer, s *sample.Sample) error {
	if err := s.Validate(); err != nil {
		return err
	}
	raw, err := s.AppendBinary(nil)
	if err != nil {
		return err
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer enc.Close()
	file := make([]byte, headerSize, headerSize+len(raw)/4)
	copy(file, magic)
	file = enc.EncodeAll(raw, file)
	file = pad(file, len(raw))
	binary.LittleEndian.PutUint32(file[8:], version)
	binary.LittleEndian.PutUint64(file[12:], uint64(len(raw)))
	binary.LittleEndian.PutUint64(file[20:], uint64(len(file)-headerSize))
	binary.LittleEndian.PutUint32(file[28:], checksum(file))
	_, err = w.Write(file)
	return err
}

// pad lengthens a stream that unpacks to more than maxRatio allows, by a frame that every zstd reader skips.
func pad(file []byte, raw int) []byte {
	short := (raw-freeSize+maxRatio-1)/maxRatio - (len(file) - headerSize)
	if short <= 0 {
		return file
	}
	const skippable = 0x184D2A50
	file = binary.LittleEndian.AppendUint32(file, skippable)
	file = binary.LittleEndian.AppendUint32(file, uint32(short))
	return append(file, make([]byte, short)...)
}

func checksum(file []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(file[8:28], table), table, file[headerSize:])
}

// Read reads a sample that Save wrote. It holds no more than the bytes that were read prove, and at most limit bytes: a
// sample that needs more is refused. name is what the source of the bytes is called in errors, which are of type
// *sampler.Error.
func Read(r io.Reader, name string, limit int64) (*sample.Sample, error) {
	file := make([]byte, headerSize)
	n, err := io.ReadFull(r, file)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, unreadable(name, err)
	}
	if n == 0 || string(file[:min(n, 8)]) != magic[:min(n, 8)] {
		return nil, &sampler.Error{What: fmt.Sprintf("cannot read %s: it is not a tabletop snapshot", name),
			Next: "to make one, run: tabletop sample SOURCE -o FILE"}
	}
	if n < headerSize {
		return nil, damaged(name, fmt.Errorf("it ends after %d bytes", n))
	}
	raw, packed := binary.LittleEndian.Uint64(file[12:]), binary.LittleEndian.Uint64(file[20:])
	// One byte more than it should have, to find out whether it has more.
	rest, err := io.ReadAll(io.LimitReader(r, int64(min(packed, uint64(limit)))+1))
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case int64(len(rest)) > limit:
		return nil, tooLarge(name, int64(min(packed, 1<<62)), limit)
	case uint64(len(rest)) != packed:
		return nil, damaged(name, fmt.Errorf("it has %s bytes after its header, not %d", atMost(len(rest), packed), packed))
	}
	return unpack(append(file, rest...), raw, name, limit)
}

// unpack reads a file that has the length its header says.
func unpack(file []byte, raw uint64, name string, limit int64) (*sample.Sample, error) {
	if want := binary.LittleEndian.Uint32(file[28:]); checksum(file) != want {
		return nil, damaged(name, errors.New("its checksum does not match its content"))
	}
	if v := binary.LittleEndian.Uint32(file[8:]); v != version {
		return nil, &sampler.Error{What: fmt.Sprintf("cannot read %s: it has format %d, and this tabletop reads format %d", name, v, version),
			Next: "update tabletop: a newer version wrote the file"}
	}
	if raw > freeSize+maxRatio*uint64(len(file)-headerSize) {
		return nil, damaged(name, fmt.Errorf("it claims to unpack to %d bytes", raw))
	}
	if int64(raw) > limit {
		return nil, tooLarge(name, int64(raw), limit)
	}
	body, err := unzip(file[headerSize:], int64(raw))
	if err != nil {
		return nil, damaged(name, err)
	}
	s, err := sample.Decode(body, limit-int64(raw))
	var memory *sample.MemoryError
	switch {
	case errors.As(err, &memory):
		return nil, tooLarge(name, memory.Need+int64(raw), limit)
	case err != nil:
		return nil, damaged(name, err)
	}
	return s, nil
}

// firstUnzip is how much memory a stream gets before it has unpacked to anything, in bytes.
const firstUnzip = 16 << 20

// unzip unpacks a stream of raw bytes. Room for them is made as they come, whatever the header claims.
func unzip(stream []byte, raw int64) ([]byte, error) {
	dec, err := zstd.NewReader(bytes.NewReader(stream), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(firstUnzip))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	body := make([]byte, 0, min(raw, firstUnzip))
	for {
		n, err := io.ReadFull(dec, body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == nil && int64(len(body)) < raw {
			body = append(make([]byte, 0, min(raw, 2*int64(cap(body)))), body...)
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		break
	}
	if more, err := dec.Read(make([]byte, 1)); more > 0 || err == nil || int64(len(body)) != raw {
		return nil, fmt.Errorf("it unpacks to %s bytes, not %d", atMost(len(body)+more, uint64(raw)), raw)
	}
	return body, nil
}

func atMost(n int, want uint64) string {
	if uint64(n) > want {
		return "more"
	}
	return fmt.Sprint(n)
}

func damaged(name string, err error) error {
	return &sampler.Error{What: fmt.Sprintf("snapshot %s is damaged", name), Err: err,
		Next: "copy it again from its origin, or save a new one with tabletop sample"}
}

// tooLarge asks the user for the memory, in bytes.
func tooLarge(name string, need, limit int64) error {
	return &sampler.Error{What: fmt.Sprintf("cannot read snapshot %s: it needs %.1f GiB of memory, and the limit is %.1f GiB", name, gib(need), gib(limit)),
		Next: fmt.Sprintf("if you trust the file, raise the limit with --max-memory %.0fGiB", math.Ceil(gib(need)))}
}

func gib(n int64) float64 { return float64(n) / (1 << 30) }

func unreadable(name string, err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		err = file.Err // the path is told once
	}
	return &sampler.Error{What: "cannot read snapshot " + name, Err: err,
		Next: "check the path and that you may read the file"}
}
