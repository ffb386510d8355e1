package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Permissions of files that Write creates, before the umask.
const (
	Shared  fs.FileMode = 0o666 // a report; an existing file keeps its own permissions
	Private fs.FileMode = 0o600 // rows of a table; an existing file is made private
)

// Write writes what write produces to path. A regular file is replaced whole, or left untouched if anything fails: a
// temporary file beside it is written, synced and renamed over it; of a symbolic link the target is replaced. A
// device, a named pipe and a file descriptor (/dev/fd/3) are written to and never replaced. Opening a named pipe
// waits for its reader. Errors name the path.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	target, replaceable, err := resolve(path)
	if err != nil {
		return err
	}
	if !replaceable {
		return writeThrough(path, write)
	}
	f, err := temporary(target, mode)
	if err != nil {
		return renamed(err, path)
	}
	if err := fill(f, target, write); err != nil {
		return renamed(err, path)
	}
	return nil
}

// Check reports why Write could not write to path, as far as that is known before: nil if it could. It changes nothing
// and opens no pipe.
func Check(path string) error {
	target, replaceable, err := resolve(path)
	if err != nil || !replaceable {
		return err
	}
	f, err := temporary(target, Private)
	if err != nil {
		return renamed(err, path)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// maxLinks is how many symbolic links are followed, as many as Linux follows.
const maxLinks = 40

// resolve follows symbolic links to the file that is meant, which need not exist. Replaceable is false for what must be
// written to in place.
func resolve(path string) (target string, replaceable bool, err error) {
	if path == "" {
		return "", false, failed("write", path, fs.ErrNotExist)
	}
	if strings.HasPrefix(path, "gs://") {
		return "", false, failed("write", path, errors.New("nothing is written to Cloud Storage: write a local "+
			"file, and upload it with gcloud storage cp"))
	}
	target = path
	for range maxLinks {
		if ofDescriptor(target) {
			return target, false, nil
		}
		info, err := os.Lstat(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return target, true, nil
		case err != nil:
			return "", false, err
		case info.IsDir():
			return "", false, failed("write", path, ErrDirectory)
		case info.Mode()&fs.ModeSymlink == 0:
			return target, info.Mode().IsRegular(), nil
		}
		next, err := os.Readlink(target)
		if err != nil {
			return "", false, err
		}
		if !filepath.IsAbs(next) {
			// The directory may be a link itself, so that ".." is not its lexical parent.
			dir, err := filepath.EvalSymlinks(filepath.Dir(target))
			if err != nil {
				return "", false, err
			}
			next = filepath.Join(dir, next)
		}
		target = next
	}
	return "", false, failed("write", path, errors.New("too many levels of symbolic links"))
}

// ofDescriptor reports whether path names an open file of this or another process. The file behind it may be a regular
// one, which belongs to whoever opened it.
func ofDescriptor(path string) bool {
	path = filepath.Clean(path)
	return strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/")
}

func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// temporary creates a file beside target with the permissions that target is to have.
func temporary(target string, mode fs.FileMode) (*os.File, error) {
	name := filepath.Join(filepath.Dir(target), temporaryName())
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	_ = lock(file) // against RemoveStale; a file system without locks leaves its age
	if mode == Private {
		return file, nil
	}
	if info, statErr := os.Stat(target); statErr == nil {
		if err := file.Chmod(info.Mode().Perm()); err != nil {
			return nil, errors.Join(err, file.Close(), os.Remove(name))
		}
	}
	return file, nil
}

// fill writes, syncs and closes f, and moves it to target. Unless that succeeds f is removed, also when write panics.
func fill(f *os.File, target string, write func(io.Writer) error) (err error) {
	moved := false
	defer func() {
		if !moved {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), target); err != nil {
		return err
	}
	moved = true
	return nil
}

// renamed puts path, which the user knows, in place of the temporary file's name.
func renamed(err error, path string) error {
	var cause *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &cause):
		return failed("write", path, cause.Err)
	case errors.As(err, &link):
		return failed("write", path, link.Err)
	}
	return err
}
