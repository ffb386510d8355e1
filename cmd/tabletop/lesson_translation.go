package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabletop/model/lesson"
	"tabletop/views/report"
	"tabletop/views/text"
)

// isDirectory reports whether there is a directory of this name.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// checkTranslation compares the lesson files of a folder with those of tabletop. They are not run: what is measured is
// the same.
func (p *program) checkTranslation(folder string, format report.Format) error {
	if format != report.Text {
		return usageError{errors.New("a directory is checked with --format text")}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return usageError{err}
	}
	differences := 0
	var left, broken []string // lessons that have no file, files that are no lesson
	for _, l := range lesson.All() {
		left = append(left, l.Name)
	}
	for _, entry := range entries {
		name := filepath.Join(folder, entry.Name())
		if entry.IsDir() || !strings.HasSuffix(name, ".yaml") {
			continue
		}
		found, of, err := translated(name)
		if err != nil {
			broken = append(broken, err.Error())
			continue
		}
		left = slices.DeleteFunc(left, func(l string) bool { return l == of })
		differences += len(found)
		if err := report.Translation(p.std.out, name, found); err != nil {
			return err
		}
	}
	if len(left) == len(lesson.Files()) && len(broken) == 0 {
		return usageError{fmt.Errorf("%s holds no translation of a lesson\nto begin one, run: tabletop lesson export "+
			"hotspots > %s", folder, filepath.Join(folder, "hotspots.yaml"))}
	}
	if len(left) > 0 {
		fmt.Fprintf(p.std.out, "not translated: %s\n", strings.Join(left, ", "))
	}
	for _, why := range broken {
		p.warn(safeLine(why))
	}
	if all := differences + len(broken); all > 0 {
		return checkError(text.Count(all, "fault") + " in the translation")
	}
	return nil
}

// translated returns the differences of a file from the lesson of tabletop that it translates, and the name of that.
func translated(path string) ([]*lesson.FileError, string, error) {
	translation, err := readSmall(path)
	if err != nil {
		return nil, "", err
	}
	parsed, err := lesson.Parse(path, translation)
	if err != nil {
		return nil, "", err
	}
	original, err := lesson.FileOf(parsed.Name)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", path, err)
	}
	found, err := lesson.Differences(path, translation, original)
	return found, parsed.Name, err
}
