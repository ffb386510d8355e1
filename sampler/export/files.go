package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/files"
)

// Ext is the usual extension of the files of an export.
const Ext = ".avro"

// File is one file of an export.
type File struct {
	Name string // as a user names it
	Size int64
	// Open opens the file from a byte on.
	Open func(ctx context.Context, from int64) (io.ReadCloser, error)
}

// IsPattern reports whether a name has the characters of a glob.
func IsPattern(name string) bool { return strings.ContainsAny(name, "*?[") }

// Local returns the files that a path names: a file, the Avro files of a folder, or those that a glob matches.
func Local(name string) ([]File, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return folder(name)
	case err == nil:
		return []File{local(name, info.Size())}, nil
	case !IsPattern(name):
		return nil, &sampler.Error{What: "cannot read " + name, Err: cause(err),
			Next: "name a file, a directory, or a pattern in quotes, for example 'export/*.avro'"}
	}
	names, err := filepath.Glob(name)
	if err != nil {
		return nil, &sampler.Error{What: "cannot read " + name, Err: err}
	}
	var found []File
	for _, one := range names {
		if info, err := os.Stat(one); err == nil && !info.IsDir() {
			found = append(found, local(one, info.Size()))
		}
	}
	if len(found) == 0 {
		return nil, NoFile(name)
	}
	return found, nil
}

// NoFile is the error of a pattern that no file matches.
func NoFile(pattern string) error {
	return &sampler.Error{What: "no file is named like " + pattern,
		Next: "a pattern names the files of an export, for example 'export/*.avro'"}
}

// cause returns an error about a path without the path.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

func local(name string, size int64) File {
	return File{Name: name, Size: size, Open: func(_ context.Context, from int64) (io.ReadCloser, error) {
		file, err := files.OpenAt(name, from)
		return file, cause(err)
	}}
}

// folder returns the Avro files of a folder.
func folder(name string) ([]File, error) {
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, &sampler.Error{What: "cannot read the directory " + name, Err: cause(err)}
	}
	var found, others []File
	for _, entry := range entries {
		info, err := os.Stat(filepath.Join(name, entry.Name()))
		if err != nil || info.IsDir() {
			continue
		}
		if file := local(filepath.Join(name, entry.Name()), info.Size()); filepath.Ext(file.Name) == Ext {
			found = append(found, file)
		} else {
			others = append(others, file)
		}
	}
	return Avro(name, found, others)
}

// Avro returns the Avro files of a folder; without any, the error is what its other files are.
func Avro(name string, found, others []File) ([]File, error) {
	if len(found) > 0 {
		return found, nil
	}
	none := &sampler.Error{What: "cannot read " + name + ": it is a directory without an Avro file",
		Next: "name a saved sample, or " + exportAsAvro}
	slices.SortFunc(others, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	for _, file := range others {
		if filepath.Ext(file.Name) != ".parquet" && !shard.MatchString(file.Name) {
			continue
		}
		if _, err := file.header(context.Background()); err != nil {
			if refusal, ok := errors.AsType[*refusal](err); ok && refusal.next != "" {
				none.What += fmt.Sprintf("; of %s, %s", path.Base(filepath.ToSlash(file.Name)), refusal.why)
				none.Next = refusal.next // of a file of an export in another form
			}
			break
		}
	}
	return nil, none
}

// header reads the header of a file.
func (f *File) header(ctx context.Context) (*container, error) {
	from, err := f.Open(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return readHeader(newStream(from, 0, f.Size, streamBytes))
}

// shard matches the name of one of the files that an export is divided into.
var shard = regexp.MustCompile(`^(.*)-([0-9]{5,})-of-([0-9]{5,})(\.[^/\\]*)?$`)

// missing returns what is wrong with the names of shards: some are missing, or they are of several exports. It is empty
// if nothing is, and for files that are not named as shards.
func missing(list []File) string {
	type export struct{ of, prefix, ext string }
	seen := map[export]map[int]bool{}
	for _, file := range list {
		if m := shard.FindStringSubmatch(file.Name); m != nil {
			one := export{m[3], m[1], m[4]}
			if seen[one] == nil {
				seen[one] = map[int]bool{}
			}
			number, _ := strconv.Atoi(m[2])
			seen[one][number] = true
		}
	}
	if len(seen) > 1 {
		var names []string
		for one := range seen {
			names = append(names, one.prefix+"-*-of-"+one.of+one.ext)
		}
		slices.Sort(names)
		return fmt.Sprintf("the files are of %s: %s", spelling.Count(len(names), "export"),
			strings.Join(names[:min(3, len(names))], ", "))
	}
	for one, numbers := range seen {
		of, _ := strconv.Atoi(one.of)
		if lacks := of - len(numbers); lacks > 0 {
			first := 0
			for numbers[first] {
				first++
			}
			return fmt.Sprintf("%s of %s are missing, the first is %s-%0*d-of-%s%s", spelling.Integer(int64(lacks)),
				spelling.Count(of, "shard"), one.prefix, len(one.of), first, one.of, one.ext)
		}
	}
	return ""
}
