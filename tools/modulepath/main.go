// Command modulepath gives the module another path, under which it can be installed:
//
//	go run -C tools ./modulepath [-C DIR] github.com/OWNER/tabletop
//
// It changes go.mod, those of beam/ and tools/, which are modules below it, and each import path in Go files and in the
// list of mutants, and formats what it changed. The path that there is comes from go.mod, so it can be run again.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	dir := flag.String("C", "..", "directory of the module")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: modulepath [-C DIR] PATH")
		os.Exit(2)
	}
	changed, err := rename(*dir, flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "modulepath:", err)
		os.Exit(1)
	}
	fmt.Printf("%d files changed\n", changed)
}

// rename gives the module in dir the path to, and returns how many files it changed.
func rename(dir, to string) (changed int, err error) {
	if !regexp.MustCompile(`^[a-z0-9.-]+(/[A-Za-z0-9._-]+)*$`).MatchString(to) {
		return 0, fmt.Errorf("%q is not a module path", to)
	}
	from, err := modulePath(dir)
	if err != nil {
		return 0, err
	}
	inCode, err := importPaths(dir, from)
	if err != nil {
		return 0, err
	}
	inMod := regexp.MustCompile(`(?m)^(module |replace |require |\t)` + regexp.QuoteMeta(from) + `(/beam|/tools)?( |$)`)
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir() && entry.Name() != ".git":
			return err
		case entry.IsDir():
			return fs.SkipDir
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		after := text
		switch name := entry.Name(); {
		case name == "go.mod":
			after = inMod.ReplaceAll(text, []byte("${1}"+to+"${2}${3}"))
		case name == "equivalent.txt":
			after = inCode.ReplaceAll(text, []byte("${1}"+to+"/${2}"))
		case strings.HasSuffix(name, ".go"):
			after = inCode.ReplaceAll(text, []byte("${1}"+to+"/${2}"))
			if !bytes.Equal(text, after) {
				after, err = format.Source(after)
			}
		}
		if err != nil || bytes.Equal(text, after) {
			return err
		}
		changed++
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(path, after, info.Mode().Perm())
	})
	return changed, err
}

// modulePath returns the path that the module in dir has.
func modulePath(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return "", err
	}
	module := regexp.MustCompile(`(?m)^module (\S+)$`).FindSubmatch(text)
	if module == nil {
		return "", fmt.Errorf("go.mod names no module")
	}
	return string(module[1]), nil
}

// importPaths returns the form of an import path of the module: its path where a word begins, and a folder of the
// module. "tabletop/" alone is the name of the program, in a user agent for instance.
func importPaths(dir, from string) (*regexp.Regexp, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "docs" {
			folders = append(folders, regexp.QuoteMeta(e.Name()))
		}
	}
	if slices.Sort(folders); len(folders) == 0 {
		return nil, fmt.Errorf("%s has no packages", dir)
	}
	return regexp.Compile("(?m)(^|[\"`\\s])" + regexp.QuoteMeta(from) + "/((?:" + strings.Join(folders, "|") + `)\b)`)
}
