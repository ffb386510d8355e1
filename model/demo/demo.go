// Package demo generates the demo tables: the worked examples E01 to E14 of docs/guidelines.md in realistic size, from
// a name and a date, the same every time. Where the documentation also shows a layout to avoid, a second table holds
// the same data in that layout. Package sampler/dataset serves them.
package demo

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// Default is the demo for those who name none.
const Default = "devices"

// Dataset is one worked example.
type Dataset struct {
	ID         string   // "e07"
	Name       string   // "balloons"
	Title      string   // in a few words
	About      string   // what is in it and what to look at, in a few sentences
	Guidelines []string // ids of docs/guidelines.md it shows, such as "G52"
	Tables     []Table  // the first is the one meant when none is named
}

// Table is one table of a dataset.
type Table struct {
	Name     string
	About    string // what is different about it, in a sentence
	Avoid    bool   // a layout that the documentation advises against
	Families []sample.Family
	Key      string // the template of its row keys
	Micros   bool   // cell timestamps have microsecond granularity; else milliseconds
	Rows     int    // about how many rows it has; some tables grow and shrink with the calendar
	make     func(now time.Time) Generator
}

// New returns a table like about whose rows are those that generator makes as of a time.
func New(about Table, generator func(now time.Time) Generator) Table {
	about.make = generator
	return about
}

// Generator makes the rows of a table one by one, in any order and from several goroutines at once.
type Generator struct {
	Rows int // that the table has
	Row  func(i int) Row
}

// Row is one row to be written.
type Row struct {
	Key   []byte
	Cells []Cell
}

// Cell is one cell to be written. In an aggregate family Value is the 8-byte big-endian number to be added.
type Cell struct {
	Family    string
	Qualifier string
	Micros    int64 // whole milliseconds
	Value     []byte
}

// All lists the datasets in the order of their ids.
func All() []Dataset {
	return []Dataset{
		devices(), places(), tenants(), machines(), domains(), friends(), balloons(),
		garden(), stocks(), games(), battery(), market(), servers(), meters(),
	}
}

// At returns the generator of the table as it would be at now, in an order in which any first part of the rows is
// spread over the whole table. The same now gives the same rows, byte for byte.
func (t *Table) At(now time.Time) Generator { return t.For(now, 0) }

// For is At with a part of the rows left out, which the seed draws, so that the numbers of two seeds differ; the seed 0
// leaves out none. Tables that are made of the same rows under several keys leave out the same ones.
func (t *Table) For(now time.Time, seed uint64) Generator {
	g := t.make(now.UTC().Truncate(time.Millisecond))
	if seed != 0 {
		g = g.thinned(rng(seed))
	}
	step := stride(g.Rows)
	return Generator{Rows: g.Rows, Row: func(i int) Row { return g.Row(i * step % g.Rows) }}
}

// Rows of an entity follow each other in most tables, so that with blocks whole entities are left out too.
const thinnedBlock = 32

// thinned leaves out 1% to 31% of the blocks of rows, and of the other rows, as drawn from random.
func (g Generator) thinned(random rng) Generator {
	blocks, rows := 0.01+0.3*random.unit(), 0.01+0.3*random.unit()
	kept := make([]int, 0, g.Rows)
	gone := false // the block
	for i := range g.Rows {
		if i%thinnedBlock == 0 {
			gone = random.chance(blocks)
		}
		if leftOut := random.chance(rows); !leftOut && !gone {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return g
	}
	return Generator{Rows: len(kept), Row: func(i int) Row { return g.Row(kept[i]) }}
}

// First returns the first rows that At generates, at most so many.
func (t *Table) First(now time.Time, most int) []Row {
	g := t.At(now)
	rows := make([]Row, min(g.Rows, most))
	for i := range rows {
		rows[i] = g.Row(i)
	}
	return rows
}

// stride is a step that visits all of 0 to n-1 and puts what is visited one after the other about 0.618 n apart, so
// that any first part of the visits is spread.
func stride(n int) int {
	step := int(0.618*float64(n)) | 1
	for gcd(step, n) != 1 {
		step++
	}
	return step
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Find resolves what a user names: "meters", "e14" or "meters/SENSOR", in any case, with or without "demo:". The second
// line of an error lists the demos or the tables.
func Find(name string) (Dataset, Table, error) {
	set, table, named := strings.Cut(strings.TrimPrefix(strings.ToLower(name), "demo:"), "/")
	if set == "" {
		set = Default
	}
	var names []string
	for _, dataset := range All() {
		if dataset.Name != set && dataset.ID != set {
			names = append(names, dataset.Name)
			continue
		}
		if !named {
			return dataset, dataset.Tables[0], nil
		}
		var tables []string
		for _, t := range dataset.Tables {
			if strings.EqualFold(t.Name, table) {
				return dataset, t, nil
			}
			tables = append(tables, t.Name)
		}
		return dataset, Table{}, unknown(fmt.Sprintf("the demo %s has no table %q", dataset.Name, table), table, tables)
	}
	return Dataset{}, Table{}, unknown(fmt.Sprintf("unknown demo %q", set), set, names)
}

func unknown(what, name string, known []string) error {
	next := "choose one of " + strings.Join(known, ", ")
	if c := spelling.Closest(name, known); c != "" {
		next = fmt.Sprintf("did you mean %s? Otherwise %s", c, next)
	}
	return errors.New(what + "\n" + next)
}
