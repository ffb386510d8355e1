// Command measure prints figures of Go code that show how it reads: of each package and in total, the lines, exported
// names and those without a comment, functions longer than 50 and 80 lines, the share of locals (declared by := or
// range) whose name is one letter, such locals whose scope is longer than eight lines, receivers whose letter is not
// one of their type's name, and lines wider than 120 columns. Tests, testdata and generated files are left out.
//
//	go run -C tools ./measure             totals
//	go run -C tools ./measure -packages   a line for each package, the largest first
//	go run -C tools ./measure -list       the places: one-letter locals of long scopes, odd receivers, wide lines, ...
//	go run -C tools ./measure -check      fails if a package is worse than recorded in tools/measure/record.txt
//	go run -C tools ./measure -update     records the figures as they are
//
// Figures show where to look, not what is good: a short name in a scope of three lines is right. They compare the code
// with itself a month ago: a test runs -check, and a package that has to get worse is recorded on purpose, where a
// review sees it.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// run are the flags.
type run struct {
	root                          string
	packages, list, check, update bool
}

func main() {
	var r run
	flag.StringVar(&r.root, "C", "..", "directory of the code")
	flag.BoolVar(&r.packages, "packages", false, "print a line for each package")
	flag.BoolVar(&r.list, "list", false, "print the places behind the figures")
	flag.BoolVar(&r.check, "check", false, "fail if a package is worse than recorded")
	flag.BoolVar(&r.update, "update", false, "record the figures")
	flag.Parse()
	if err := r.do(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func (r run) do(out io.Writer) error {
	tree, err := measureTree(r.root)
	if err != nil {
		return err
	}
	record := filepath.Join(r.root, "tools", "measure", "record.txt")
	switch {
	case r.update:
		return os.WriteFile(record, []byte(writeRecord(tree)), 0o644)
	case r.check:
		return check(tree, record)
	}
	write(out, tree, r.packages, r.list)
	return nil
}

// check returns an error that names each figure of each package that is worse than in the file record.
func check(m *measured, record string) error {
	text, err := os.ReadFile(record)
	if err != nil {
		return err
	}
	limits, err := parseRecord(string(text))
	if err != nil {
		return err
	}
	if worse := exceeded(m, limits); len(worse) > 0 {
		return fmt.Errorf("code got worse:\n  %s\nThe places: go run -C tools ./measure -list\n"+
			"If it is on purpose, record it: go run -C tools ./measure -update", strings.Join(worse, "\n  "))
	}
	return nil
}

// write prints totals, and what the flags ask for.
func write(out io.Writer, m *measured, packages, list bool) {
	var names []string
	for name := range m.packages {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(m.packages[b][lines]-m.packages[a][lines], strings.Compare(a, b))
	})
	for _, name := range names {
		if list {
			for _, place := range m.places[name] {
				fmt.Fprintln(out, place)
			}
		}
		if packages {
			fmt.Fprintf(out, "%-44s %s\n", name, m.packages[name])
		}
	}
	fmt.Fprintf(out, "%-44s %s\n", fmt.Sprintf("all %d packages", len(names)), m.total())
}
