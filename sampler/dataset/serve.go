package dataset

import (
	"context"
	"errors"
	"strings"
	"time"

	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/sampler/embedded"
)

// Server is an emulator that serves tables to any client.
type Server struct{ *embedded.Server }

// Name is "project/instance" as clients must give it.
func (s Server) Name() string { return embedded.Project + "/" + embedded.Instance }

// Served is a table to serve, and what generates its rows.
type Served struct {
	demo.Table
	rows demo.Generator
}

// Demos returns the tables, as they would be at now, of the demos that demo.Find resolves names to: all tables of a
// demo unless a name states which, each once; all demos when there are no names.
func Demos(names []string, now time.Time) ([]Served, error) {
	tables, err := resolve(names)
	if err != nil {
		return nil, err
	}
	out := make([]Served, len(tables))
	for i, table := range tables {
		out[i] = Made(table, now)
	}
	return out, nil
}

// Made returns a table that is no demo, as it would be at now.
func Made(table demo.Table, now time.Time) Served { return Served{Table: table, rows: table.At(now)} }

// Serve starts an emulator at address and loads the tables, whose names must differ. progress may be nil.
func Serve(ctx context.Context, address string, tables []Served, progress func(sample.Progress)) (Server, error) {
	server, err := embedded.Serve(ctx, address)
	if err != nil {
		return Server{}, err
	}
	if err := loadAll(ctx, server, tables, progress); err != nil {
		return Server{}, errors.Join(err, server.Close())
	}
	return Server{server}, nil
}

// resolve lists the tables that names mean, each once.
func resolve(names []string) ([]demo.Table, error) {
	if len(names) == 0 {
		for _, d := range demo.All() {
			names = append(names, d.Name)
		}
	}
	var tables []demo.Table
	seen := map[string]bool{}
	for _, name := range names {
		dataset, table, err := demo.Find(name)
		if err != nil {
			return nil, err
		}
		meant := dataset.Tables
		if strings.Contains(name, "/") {
			meant = []demo.Table{table}
		}
		for _, t := range meant {
			if !seen[t.Name] {
				seen[t.Name] = true
				tables = append(tables, t)
			}
		}
	}
	return tables, nil
}

func loadAll(ctx context.Context, server *embedded.Server, tables []Served,
	progress func(sample.Progress)) error {
	for i, table := range tables {
		if err := create(ctx, server, table.Table); err != nil {
			return err
		}
		tell := func(done, all int) {
			if progress != nil {
				share := (float64(i) + float64(done)/float64(max(all, 1))) / float64(len(tables))
				progress(sample.Progress{Stage: "loading " + table.Name, Rows: int64(done), Fraction: share})
			}
		}
		if err := load(ctx, server, table.Table, table.rows, tell); err != nil {
			return err
		}
	}
	return nil
}
