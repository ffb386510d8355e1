// Package plan makes the files of a migration to other row keys: scripts that create the new table and verify it, the
// splits that it begins with, the functions of its keys, and a program that copies the rows. It states them as bytes;
// who calls it writes them.
package plan

import (
	"errors"
	"fmt"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// File is a file of the folder.
type File struct {
	Name string // with slashes, relative to the folder
	Text string
	Run  bool   // it is a script to run
	Note string // what it is; empty of a file that belongs to another
	// Unchecked states what of it no test of tabletop has run; empty if nothing.
	Unchecked string
}

// Plan is a migration of one table to other keys. Its fields are set by who makes it; the methods are pure.
type Plan struct {
	Source    string           // the old table as the user names it
	Old, New  retention.Target // without a family; placeholders where Project or Instance is empty
	Families  []sample.Family
	Micros    bool // cell timestamps have microsecond granularity
	Candidate *candidate.Candidate
	Current   rowkey.Set
	Stored    *Presplit
	Written   *Presplit // nil if NoWrites states why
	NoWrites  string
	Ranges    [][]byte       // keys of the old table at which the backfill divides it
	Tests     []codegen.Test // of Functions
}

// Split returns the division that the new table begins with, and why that one.
func (p *Plan) Split() (*Presplit, string) { return Choose(p.Stored, p.Written) }

// Functions makes the functions of the keys, for each record kind whose rows get other keys. The error states what
// cannot be written.
func (p *Plan) Functions() ([]*codegen.Functions, error) { return codegen.New(p.Candidate, p.Current) }

// NewSource returns the name of the new table, as tabletop takes it.
func (p *Plan) NewSource() string {
	to, _ := p.New.Filled()
	return to.Project + "/" + to.Instance + "/" + to.Table
}

// Files returns all files but the README and the rollback, which are in words, and the list of keys.
func (p *Plan) Files(languages []codegen.Language) ([]File, error) {
	create, err := p.create()
	if err != nil {
		return nil, err
	}
	verify, err := p.verify()
	if err != nil {
		return nil, err
	}
	terraform, err := p.terraform()
	if err != nil {
		return nil, err
	}
	files := append(create, terraform, verify)
	if functions, err := p.Functions(); err == nil {
		files = append(files, p.keys(functions, languages)...)
	}
	if p.NoBackfill() == nil {
		backfill, err := p.backfill()
		if err != nil {
			return nil, err
		}
		files = append(files, backfill...)
	}
	return files, nil
}

// keys returns the functions of the keys in some languages; of several record kinds, each in a folder of its own.
func (p *Plan) keys(all []*codegen.Functions, languages []codegen.Language) []File {
	var files []File
	for _, language := range languages {
		code, test := codegen.FileNames(language)
		for index, functions := range all {
			folder, of := "keys/"+folderOf(language)+"/", ""
			if len(all) > 1 {
				folder += p.Current.KindName(functions.Kind) + "/"
				of = " of " + p.Current.KindName(functions.Kind)
			}
			files = append(files, File{Name: folder + code, Text: functions.Write(language),
				Note:      fmt.Sprintf("old keys%s to new ones in %s", of, language),
				Unchecked: "the test beside it was not run here"})
			if p.Tests != nil {
				files = append(files, File{Name: folder + test, Text: functions.WriteTest(language, p.Tests[index])})
			}
		}
	}
	return files
}

// NoBackfill returns why there is no program that copies the rows, and what to do; nil if there is one.
func (p *Plan) NoBackfill() error {
	for _, family := range p.Families {
		if family.Aggregate != "" {
			return fmt.Errorf("family %q is an aggregate, into which a cell that is written twice counts twice: "+
				"stop "+
				"its writers and restore it from their source", family.Name)
		}
	}
	if p.Micros {
		return errors.New("the table has timestamps finer than a millisecond, which Bigtable's Go client does not " +
			"write: copy it with MutateRows of the API")
	}
	if slices.ContainsFunc(p.Candidate.Templates, func(t candidate.Template) bool { return !t.KeepsCells() }) {
		return errors.New("the layout changes cells or divides rows, and the program copies cells as they are: " +
			"write it with the functions in keys/")
	}
	if _, err := p.Functions(); err != nil {
		return fmt.Errorf("the keys cannot be written as code: %w", err)
	}
	rules, err := p.rules()
	if err != nil {
		return err
	}
	for _, rule := range rules {
		if rule.Action == candidate.Rekey || rule.Kind == candidate.Foreign {
			continue
		}
		if _, err := codegen.Keys(p.Current[rule.Kind]); err != nil {
			return fmt.Errorf("the keys of the rows that keep them cannot be written as code: %w", err)
		}
	}
	return nil
}

// rules returns what becomes of the rows of each record kind, in the order in which their layouts are tried, those that
// none decodes last.
func (p *Plan) rules() ([]candidate.KindRule, error) {
	set, err := rekey.ResolveSet(p.Candidate, p.Current)
	if err != nil {
		return nil, err
	}
	rules := make([]candidate.KindRule, len(p.Current)+1)
	for _, rule := range set.Rules {
		if rule.Kind != candidate.Foreign {
			rules[rule.Kind] = rule
			continue
		}
		if rule.Action == candidate.Rekey {
			return nil, errors.New("the layout is for keys that no current layout decodes, too: give those a " +
				"layout with --current-layout")
		}
		rules[len(p.Current)] = rule
	}
	return rules, nil
}

// Check returns why a migration must not begin; nil if it may. Rows are those that a sample becomes.
func Check(tables []*rekey.Table) error {
	for number, table := range tables {
		if made, _ := table.Plan(); made.View(number) != nil {
			return errors.New("nothing is copied into a view, which the service fills: create it by the query that " +
				"tabletop simulate prints")
		}
	}
	if len(tables) != 1 {
		return fmt.Errorf("a plan is for one new table, and the layout makes %d: plan each with a layout of its own",
			len(tables))
	}
	table := tables[0]
	if table.Over100MB == 0 {
		return nil
	}
	rows := make([]int, table.Len())
	for i := range rows {
		rows[i] = i
	}
	largest := slices.MaxFunc(rows, func(a, b int) int { return int(table.BytesAt(a) - table.BytesAt(b)) })
	return &TooLarge{Key: table.Key(largest), Bytes: table.BytesAt(largest), Rows: table.Over100MB}
}

// TooLarge is the error of a layout with rows over 100 MB, which a cell over 100 MB makes, too.
type TooLarge struct {
	Key         []byte // of the largest row
	Bytes, Rows int64  // of that row; rows over the limit, of those read
}

// Error states how many rows are too large.
func (e *TooLarge) Error() string {
	return fmt.Sprintf("rows over 100 MB: %d, the largest has %d bytes", e.Rows, e.Bytes)
}
