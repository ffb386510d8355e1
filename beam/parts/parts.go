// Package parts keeps what each key range of a job came to in a file of its own, so that a job that was stopped reads
// only what is missing when it is started again.
package parts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"tabletop/beam/keyrange"
)

// Part is what one key range came to. Beam passes it between workers, so its fields must stay exported.
type Part struct {
	Plan       string // fingerprint of the plan that rows were counted by
	Start, End []byte // of the range; an empty End is the end of the table
	Rows       int64  // read
	Bytes      int64  // of them, as sample.RowBytes counts them
	Unreadable []Row  // rows that the service refused to send
	// Failed states why the range could not be read; empty if it was. A range that failed has no census.
	Failed string
	Census []byte // as Census.MarshalBinary writes it
}

// Row is a row that could not be read.
type Row struct {
	Key    []byte
	Reason string
}

// magic starts a part file; its last byte is the version.
const magic = "\x89TTPART\r\n\x1a\x01"

const ending = ".part"

// Name returns the name of the file of a range. It depends on the range alone: a bundle that is executed twice writes
// the same file.
func Name(folder string, start, end []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d:%s%d:%s", len(start), start, len(end), end)
	return strings.TrimSuffix(folder, "/") + "/" + hex.EncodeToString(h.Sum(nil)[:16]) + ending
}

// Encode returns the content of a part file.
func Encode(p Part) ([]byte, error) {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(p); err != nil {
		return nil, err
	}
	sum := crc32.Checksum(body.Bytes(), crc32.MakeTable(crc32.Castagnoli))
	out := append([]byte(magic), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
	return append(out, body.Bytes()...), nil
}

// Decode reads what Encode wrote, and checks it.
func Decode(data []byte) (Part, error) {
	var p Part
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(rest) < 4 {
		return p, errors.New("it is not a part file, or of another version")
	}
	want := uint32(rest[0])<<24 | uint32(rest[1])<<16 | uint32(rest[2])<<8 | uint32(rest[3])
	if crc32.Checksum(rest[4:], crc32.MakeTable(crc32.Castagnoli)) != want {
		return p, errors.New("its checksum does not match its content")
	}
	if err := gob.NewDecoder(bytes.NewReader(rest[4:])).Decode(&p); err != nil {
		return p, err
	}
	return p, nil
}

// Save writes the file of a part.
func Save(ctx context.Context, folder string, p Part) error {
	data, err := Encode(p)
	if err != nil {
		return err
	}
	return WriteFile(ctx, Name(folder, p.Start, p.End), data)
}

// Load reads a part file.
func Load(ctx context.Context, name string) (Part, error) {
	data, err := ReadFile(ctx, name)
	if err != nil {
		return Part{}, err
	}
	return Decode(data)
}

// Found is a part file that can be used.
type Found struct {
	Name        string
	Start, End  []byte
	Rows, Bytes int64
}

// Damaged is a part file that cannot be used, and why.
type Damaged struct{ Name, Reason string }

// List reads all part files of a folder: those of the plan, and those that are refused.
func List(ctx context.Context, folder, plan string) (found []Found, damaged []Damaged, err error) {
	fs, err := filesystem.New(ctx, folder)
	if err != nil {
		return nil, nil, err
	}
	defer fs.Close()
	names, err := fs.List(ctx, strings.TrimSuffix(folder, "/")+"/*"+ending)
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		switch p, err := Load(ctx, name); {
		case err != nil:
			damaged = append(damaged, Damaged{name, err.Error()})
		case p.Plan != plan:
			damaged = append(damaged, Damaged{name, "it was counted by another plan"})
		default:
			found = append(found, Found{name, p.Start, p.End, p.Rows, p.Bytes})
		}
	}
	return found, damaged, nil
}

// Tile chooses parts that cover the range without overlap, and returns the gaps between them. Parts can overlap when a
// range was read twice with other borders. Of several choices the one whose parts reach furthest is taken.
func Tile(start, end []byte, found []Found) (chosen []Found, gaps [][2][]byte) {
	list := slices.Clone(found)
	slices.SortFunc(list, func(a, b Found) int {
		if c := bytes.Compare(a.Start, b.Start); c != 0 {
			return c
		}
		return compareEnds(b.End, a.End) // the furthest first
	})
	at, over := start, false
	for _, p := range list {
		if over || bytes.Compare(p.Start, at) < 0 || compareEnds(p.End, end) > 0 ||
			(keyrange.Range{Start: p.Start, End: p.End}).Empty() {
			continue
		}
		if !bytes.Equal(p.Start, at) {
			gaps = append(gaps, [2][]byte{at, p.Start})
		}
		chosen = append(chosen, p)
		at, over = p.End, len(p.End) == 0 || bytes.Equal(p.End, end)
	}
	if !over {
		gaps = append(gaps, [2][]byte{at, end})
	}
	return chosen, gaps
}

// compareEnds compares ends of ranges, of which the empty one is the last.
func compareEnds(a, b []byte) int {
	if len(a) == 0 || len(b) == 0 {
		return len(b) - len(a)
	}
	return bytes.Compare(a, b)
}

// ReadFile reads a file of any of the registered file systems.
func ReadFile(ctx context.Context, name string) ([]byte, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	r, err := fs.OpenRead(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// WriteFile writes a file of any of the registered file systems. Where files can be renamed, another name is written
// first, so that a file which is there is whole.
func WriteFile(ctx context.Context, name string, data []byte) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	to := name
	renamer, renames := fs.(filesystem.Renamer)
	// a rename in an object store is a copy, and its writes are whole anyway
	renames = renames && !strings.Contains(name, "://")
	if renames {
		to = name + ".writing"
	}
	writeCloser, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	if _, err := writeCloser.Write(data); err != nil {
		return errors.Join(err, writeCloser.Close())
	}
	if err := writeCloser.Close(); err != nil || !renames {
		return err
	}
	return renamer.Rename(ctx, to, name)
}

// Exists reports whether there is a file of a name.
func Exists(ctx context.Context, name string) (bool, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return false, err
	}
	defer fs.Close()
	names, err := fs.List(ctx, name)
	return len(names) > 0, err
}

// Remove deletes files, where the file system can; those that are left do no harm.
func Remove(ctx context.Context, names ...string) error {
	var all []error
	for _, name := range names {
		fs, err := filesystem.New(ctx, name)
		if err != nil {
			return err
		}
		if r, ok := fs.(filesystem.Remover); ok {
			all = append(all, r.Remove(ctx, name))
		}
		all = append(all, fs.Close())
	}
	return errors.Join(all...)
}
