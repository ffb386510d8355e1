package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabletop/model/sample"
	"tabletop/sampler/files"
	"tabletop/sampler/snapshot"
	"tabletop/tui"
)

// appFiles is how the app writes files. A path may begin with ~, the home directory of the run.
type appFiles struct{ program *program }

var _ tui.Files = appFiles{}

// maxCompletions is how many paths a completion returns at most.
const maxCompletions = 200

func (f appFiles) Exists(path string) bool {
	_, err := os.Stat(f.expand(path))
	return err == nil
}

// Complete lists the files of one directory. One that cannot be read has none to offer. Names that begin with a dot are
// offered only if that is what was typed.
func (f appFiles) Complete(prefix string) []string {
	folder, name := filepath.Split(prefix)
	entries, err := os.ReadDir(cmp.Or(f.expand(folder), "."))
	if err != nil {
		return nil
	}
	var out []string
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), name) || name == "" && strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		path := folder + entry.Name()
		if info, err := os.Stat(f.expand(path)); err == nil && info.IsDir() {
			path += string(filepath.Separator)
		}
		out = append(out, path)
		if len(out) == maxCompletions {
			break
		}
	}
	slices.Sort(out)
	return out
}

func (f appFiles) Save(path string, s *sample.Sample) error {
	return fileError(snapshot.SaveFile(f.expand(path), s))
}

func (f appFiles) Write(path string, write func(io.Writer) error) error {
	return fileError(files.Write(f.expand(path), files.Shared, func(w io.Writer) error {
		b := bufio.NewWriter(w)
		if err := write(b); err != nil {
			return err
		}
		return b.Flush()
	}))
}

func fileError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w\nname a file in a directory that exists and that you may write to", err)
}

// expand replaces a leading ~ by the home directory, if that is known.
func (f appFiles) expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && f.program.home() != "" &&
		(rest == "" || os.IsPathSeparator(rest[0])) {
		return f.program.home() + rest
	}
	return path
}
