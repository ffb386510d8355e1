package snapshot

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"

	"tabletop/model/crash"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/files"
)

// SaveFile writes the sample to a file, readable by its owner only since it holds rows of the table; see files.Write.
// Errors are of type *sampler.Error.
func SaveFile(path string, s *sample.Sample) error {
	if err := files.Write(path, files.Private, func(w io.Writer) error { return Save(w, s) }); err != nil {
		return &sampler.Error{What: fmt.Sprintf("cannot write snapshot %s", path), Err: err,
			Next: "name a file in a directory that exists and that you may write to, with free space"}
	}
	return nil
}

// ReadFile reads the sample in a file or from a named pipe; see Read. It waits for the writer of a pipe until ctx ends.
// Errors are of type *sampler.Error, or ctx's.
func ReadFile(ctx context.Context, path string, limit int64) (*sample.Sample, error) {
	return interruptible(ctx, func() (*sample.Sample, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, unreadable(path, err)
		}
		defer f.Close()
		return Read(f, path, limit)
	})
}

// ReadStream is Read of a stream that is waited for until ctx ends.
func ReadStream(ctx context.Context, r io.Reader, name string, limit int64) (*sample.Sample, error) {
	return interruptible(ctx, func() (*sample.Sample, error) { return Read(r, name, limit) })
}

// interruptible returns what read returns, or the cause of ctx's end if that comes first. A read of a pipe cannot be
// ended from outside, so it is then left behind: it ends with its writer or with the process.
func interruptible(ctx context.Context, read func() (*sample.Sample, error)) (*sample.Sample, error) {
	var s *sample.Sample
	done := make(chan error, 1)
	go func() {
		done <- crash.Recovered(func() (err error) {
			s, err = read()
			return err
		})()
	}()
	select {
	case err := <-done:
		return s, err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// TableOf returns the table that the sample in a file is of, and when it was read. Only the beginning of the file is
// read and its checksum is not judged: that is for lists of files, and ReadFile finds what is wrong with one.
func TableOf(path string) (sample.Table, time.Time, error) {
	const most = 4 << 20 // bytes of a description that are waited for
	file, err := os.Open(path)
	if err != nil {
		return sample.Table{}, time.Time{}, unreadable(path, err)
	}
	defer file.Close()
	head := make([]byte, headerSize+sectionHead)
	if _, err := io.ReadFull(file, head); err != nil || string(head[:len(magic)]) != magic ||
		binary.LittleEndian.Uint32(head[8:]) != version ||
		sample.SectionID(binary.LittleEndian.Uint32(head[headerSize:])) != sample.RowsSection {
		return sample.Table{}, time.Time{}, damaged(path, errors.New("it does not begin with rows"))
	}
	dec, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(firstUnzip))
	if err != nil {
		return sample.Table{}, time.Time{}, damaged(path, err)
	}
	defer dec.Close()
	table, started, err := sample.DecodeTable(dec, most)
	if err != nil {
		return sample.Table{}, time.Time{}, damaged(path, err)
	}
	return table, started, nil
}
