package snapshot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A stream unpacks to at most freeSize + maxRatio times its length; a longer claim is refused before any memory is made
// for it. Save keeps to it.
const (
	freeSize = 1 << 20
	maxRatio = 1000
)

// plausible reports whether a stream of so many bytes may unpack to raw bytes.
func plausible(raw uint64, packed int) bool { return raw <= freeSize+maxRatio*uint64(packed) }

// blocks is a stream in memory, in pieces, so that it grows without being copied.
type blocks struct {
	list [][]byte
	n    int64 // bytes in list
}

func (b *blocks) Write(p []byte) (int, error) {
	b.list = append(b.list, bytes.Clone(p))
	b.n += int64(len(p))
	return len(p), nil
}

func (b *blocks) writeTo(w io.Writer) error {
	for _, piece := range b.list {
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// checksum is CRC-32C of head and the stream.
func (b *blocks) checksum(head []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Checksum(head, table)
	for _, piece := range b.list {
		sum = crc32.Update(sum, table, piece)
	}
	return sum
}

// counter counts what is written through it.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// zip packs what write writes, of which there are raw bytes.
func zip(write func(io.Writer) error) (packed *blocks, raw int64, err error) {
	packed = &blocks{}
	enc, err := zstd.NewWriter(packed, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zipWindow))
	if err != nil {
		return nil, 0, err
	}
	in := &counter{w: enc}
	if err := errors.Join(write(in), enc.Close()); err != nil {
		return nil, 0, err
	}
	packed.pad(in.n)
	return packed, in.n, nil
}

// zipWindow is how far back a stream refers, in bytes: what packing takes in memory is a few times that.
const zipWindow = 4 << 20

// pad lengthens a stream that unpacks to more than maxRatio allows, by a frame that every zstd reader skips.
func (b *blocks) pad(raw int64) {
	short := (raw-freeSize+maxRatio-1)/maxRatio - b.n
	if short <= 0 {
		return
	}
	const skippable = 0x184D2A50
	frame := binary.LittleEndian.AppendUint32(nil, skippable)
	frame = binary.LittleEndian.AppendUint32(frame, uint32(short))
	frame = append(frame, make([]byte, short)...)
	b.list = append(b.list, frame)
	b.n += int64(len(frame))
}

// firstUnzip is how much memory a stream gets before it has unpacked to anything, in bytes.
const firstUnzip = 16 << 20

// unzip unpacks a stream of raw bytes. Room for them is made as they come, whatever the header claims.
func unzip(stream []byte, raw int64) ([]byte, error) {
	dec, err := zstd.NewReader(bytes.NewReader(stream), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(firstUnzip))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	body := make([]byte, 0, min(raw, firstUnzip))
	for {
		full, err := io.ReadFull(dec, body[len(body):cap(body)])
		body = body[:len(body)+full]
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
