package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"

	"tabletop/model/bounded"
	"tabletop/sampler/files"
	"tabletop/views/tables"
)

// maxRecentTables is how many tables the list of those opened last has.
const maxRecentTables = 12

// recentFile stores which tables were opened last in the app, and what they showed. The zero value stores nothing.
type recentFile struct{ path string }

// recentTable is a table in the file.
type recentTable struct {
	Source string
	tables.Known
}

// recent returns the file of the tables opened last.
func (p *program) recent() recentFile {
	folder := p.stateFolder()
	if folder == "" {
		return recentFile{}
	}
	return recentFile{filepath.Join(folder, "recent.json")}
}

// load returns the tables, the last first. A file that is absent or cannot be parsed has none: nothing depends on it.
func (f recentFile) load() []recentTable {
	var out []recentTable
	text, err := readSmall(f.path)
	if f.path == "" || err != nil || bounded.JSON(text, &out) != nil {
		return nil
	}
	return out
}

// add puts a table first.
func (f recentFile) add(source string, k tables.Known) error {
	if f.path == "" {
		return nil
	}
	all := slices.DeleteFunc(f.load(), func(t recentTable) bool { return t.Source == source })
	all = append([]recentTable{{source, k}}, all[:min(len(all), maxRecentTables-1)]...)
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	return files.Write(f.path, files.Shared, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// withRecent puts the tables opened before in front of other entries, and what they showed into those.
func (f recentFile) withRecent(entries []tables.Entry) []tables.Entry {
	known := f.load()
	var out []tables.Entry
	for i := range known {
		t := &known[i]
		at := slices.IndexFunc(entries, func(e tables.Entry) bool { return e.Source == t.Source })
		if at >= 0 {
			entries[at].Known = &t.Known
			continue
		}
		out = append(out, tables.Entry{Kind: "recent", Name: t.Source, Source: t.Source, Known: &t.Known})
	}
	return append(out, entries...)
}
