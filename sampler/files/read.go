// Package files reads the small files that a user names (layouts, workloads, configuration, schemas) and writes the
// files that a user asks for (reports, samples).
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// Limits of Read in bytes.
const (
	SmallLimit = 1 << 20  // a file that a user writes
	LargeLimit = 16 << 20 // a file that a program writes: a descriptor set, an earlier report
)

// pipeTime is how long Read waits for a pipe or a terminal. A process that was started together with this one has
// written its file by then.
const pipeTime = 5 * time.Second

// ErrDirectory is the cause of an error about a path that should be a file and is a directory.
var ErrDirectory = errors.New("is a directory")

// Open opens a regular file of any size, to be read as a stream. Errors name the path and are of type *fs.PathError.
func Open(path string) (io.ReadCloser, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = failed("read", path, ErrDirectory)
	case !info.Mode().IsRegular():
		err = failed("read", path, errors.New("is no regular file"))
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// OpenAt opens a regular file of any size, to be read as a stream from a byte on. Errors are as in Open.
func OpenAt(path string, from int64) (io.ReadCloser, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	if _, err := file.(io.Seeker).Seek(from, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Read returns the content of the file at path, which has at most limit bytes. Unlike os.ReadFile it never blocks: a
// pipe without a writer is empty, and one whose writer does not finish within seconds is an error. Errors name the
// path and are of type *fs.PathError.
func Read(path string, limit int64) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, failed("read", path, ErrDirectory)
	case !info.Mode().IsRegular():
		// A device that cannot be waited for (/dev/null) takes no deadline, and does not block either.
		if err := file.SetReadDeadline(time.Now().Add(pipeTime)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
			return nil, err
		}
	}
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, failed("read", path, fmt.Errorf("its writer did not finish within %v", pipeTime))
	case err != nil:
		return nil, err
	case int64(len(text)) > limit:
		return nil, failed("read", path, fmt.Errorf("larger than %d MiB", limit>>20))
	}
	return text, nil
}

func failed(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }
