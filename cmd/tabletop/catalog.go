package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"tabletop/model/demo"
	"tabletop/sampler"
	"tabletop/sampler/bigtable"
	"tabletop/sampler/snapshot"
	"tabletop/tui"
	"tabletop/views/tables"
)

// catalog lists what the picker offers: demos, saved samples and specifications in the current directory, and the
// tables of the instance.
type catalog struct {
	program *program
	config  bigtable.Config
	names   bool // nothing but names is asked for
}

var _ tui.Catalog = (*catalog)(nil)

// Where names the instance.
func (c *catalog) Where() string {
	if c.config.Project == "" || c.config.Instance == "" {
		return ""
	}
	return c.config.Name()
}

// Entries lists local entries first, then the tables of the instance. Saved samples come again last, with the tables
// that they are of, for which they have to be opened.
func (c *catalog) Entries(ctx context.Context, found func([]tables.Entry)) error {
	local := c.program.recent().withRecent(localEntries())
	found(local)
	err := c.remote(ctx, found)
	if c.names {
		return err
	}
	var of []tables.Entry
	for _, entry := range local {
		if entry.Kind != kindSnapshot || ctx.Err() != nil {
			continue
		}
		if table, read, err := snapshot.TableOf(entry.Source); err == nil {
			entry.Of, entry.Read = table.ID(), read
			of = append(of, entry)
		}
	}
	if len(of) > 0 {
		found(of)
	}
	return err
}

// remote lists the tables of the instance.
func (c *catalog) remote(ctx context.Context, found func([]tables.Entry)) error {
	if c.Where() == "" {
		return nil
	}
	instance, err := bigtable.Connect(ctx, c.config)
	if err != nil {
		return err
	}
	defer instance.Close()
	names, err := c.program.listTables(ctx, instance)
	entries := make([]tables.Entry, len(names))
	for i, name := range names {
		entries[i] = tables.Entry{Kind: "table", Name: name, Source: c.config.Name() + "/" + name}
	}
	found(entries)
	if err != nil {
		return err
	}
	views, err := instance.Views(ctx, names)
	found(viewEntries(c.config.Name(), views))
	return err
}

// viewEntries lists the views of an instance.
func viewEntries(instance string, views []sampler.View) []tables.Entry {
	entries := make([]tables.Entry, len(views))
	for i := range views {
		entries[i] = tables.Entry{Kind: "view", Name: views[i].Name, Title: aboutView(&views[i]),
			Source: instance + "/" + views[i].Name}
	}
	return entries
}

// aboutView describes a view in a line.
func aboutView(v *sampler.View) string {
	about := v.Kind
	if v.Of != "" {
		about += " of " + v.Of
	}
	if v.Query != "" {
		about += ": " + strings.Join(strings.Fields(v.Query), " ")
	}
	return about
}

// The kinds of files that are listed, as tables.Entry has them.
const kindSnapshot, kindSpec = "saved", "spec"

// localEntries lists the saved samples and specifications in the current directory, and the demos.
func localEntries() []tables.Entry {
	var out []tables.Entry
	list, _ := os.ReadDir(".") // a directory that cannot be listed has nothing to offer
	for _, file := range list {
		name, kind := file.Name(), ""
		switch {
		case file.IsDir():
		case filepath.Ext(name) == snapshotExt:
			kind = kindSnapshot
		case isSpec(name) && describesTable(name):
			kind = kindSpec
		}
		if kind == "" {
			continue
		}
		entry := tables.Entry{Kind: kind, Name: name, Source: name}
		if info, err := os.Stat(name); err == nil {
			entry.Size, entry.Modified = info.Size(), info.ModTime()
		}
		out = append(out, entry)
	}
	for _, d := range demo.All() {
		out = append(out, tables.Entry{Kind: "demo", Name: d.Name, Title: strings.ToUpper(d.ID) + "  " + d.Title,
			Source: "demo:" + d.Name})
	}
	return out
}

// describesTable reports whether a YAML file begins as a specification, which names a table: most YAML files are
// something else.
func describesTable(name string) bool {
	const enough = 64 << 10 // notes come first
	return bytes.Contains(append([]byte{'\n'}, beginning(name, enough)...), []byte("\ntable:"))
}
