// Package verify proves that one table holds what another holds, under other keys. A pass over each table adds a keyed
// hash of 128 bits of every cell, modulo 2^128, to one of 4,096 buckets that a hash of the cell's new key selects, so
// that the sums depend neither on the order of rows nor on how a table is divided among readers. Equal sums prove equal
// cells; of the buckets that differ, a second pass names the cells.
//
// The hash is SipHash-2-4 with 128 bits (Aumasson and Bernstein) under a secret key for each run. Sums, and not
// exclusive or: a cell that is there twice does not vanish. Who does not know the key cannot choose cells whose sums
// agree.
package verify

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Timestamps states what of the time of a cell is compared.
type Timestamps string

// The modes. Ignore compares the rank of a version within its column in place of its time.
const (
	Exact  Timestamps = "exact"
	Ignore Timestamps = "ignore"
)

// Options state what is compared.
type Options struct {
	Layouts    []*candidate.Candidate // templates of the new keys, one for each record kind that gets others
	Current    rowkey.Set             // layouts of the old keys
	Old, New   []sample.Family        // families of both tables, with their policies
	Now        time.Time              // as of which policies are evaluated, in both tables
	Timestamps Timestamps
	// Until is the time before which cells are compared; zero compares all. Rows must be read with the cells after it,
	// because policies count versions from the newest on. It is of no effect if a layout changes cells.
	Until time.Time
	// Micros reports whether the new table has times finer than milliseconds, for layouts that change times.
	Micros bool
	Secret [16]byte // key of the hash: random for each run, and told to nobody who can write to a table
	List   int      // how many differences are listed; all are counted
	Memory int64    // bytes of old rows to hold at a time for naming differences
}

// Check is how two tables are compared. It is immutable and safe for concurrent use.
type Check struct {
	options Options
	set     candidate.Set
	columns []sample.Column // that the layouts name

	keepsCells  bool // all layouts leave cells as they are, in one row
	quarantines bool // rows whose keys no current layout decodes are in no new row
	// oldRules and newRules are the policies by which cells are left out as they are in each table: those of both in
	// both, if rows keep their cells.
	oldRules, newRules retention.Rules

	k0, k1 uint64
}

// New prepares a comparison. Errors about a template are *rowkey.SyntaxErrors.
func New(o Options) (*Check, error) {
	check := &Check{options: o, keepsCells: true, oldRules: eitherRules(o.Old), newRules: eitherRules(o.New),
		k0: binary.LittleEndian.Uint64(o.Secret[:8]), k1: binary.LittleEndian.Uint64(o.Secret[8:])}
	of, err := check.join()
	if err != nil {
		return nil, err
	}
	if check.set, err = rekey.ResolveSet(of, o.Current); err != nil {
		return nil, err
	}
	for _, rule := range check.set.Rules {
		check.quarantines = check.quarantines || rule.Action == candidate.Quarantine
	}
	if check.keepsCells {
		check.oldRules = eitherRules(o.Old, o.New)
		check.newRules = check.oldRules
	}
	return check, nil
}

// join returns one layout of all, by which keys that no current layout decodes are set aside.
func (c *Check) join() (*candidate.Candidate, error) {
	var all []*candidate.Candidate
	moves, foreign := false, false
	for _, layout := range c.options.Layouts {
		set, err := c.accept(layout)
		if err != nil {
			return nil, err
		}
		for _, rule := range set.Rules {
			if rule.Action == candidate.Rekey {
				moves, foreign = true, foreign || rule.Kind == candidate.Foreign
			}
		}
		moves = moves || layout.IsSet()
		if len(c.options.Layouts) > 1 {
			layout = rekey.Named(layout, set, c.options.Current)
		}
		all = append(all, layout)
	}
	if !moves {
		return nil, errors.New("no layout is for any record kind of the old table")
	}
	of := all[0]
	if len(all) > 1 {
		var err error
		if of, err = candidate.Join(all...); err != nil {
			return nil, fmt.Errorf("two layouts are for the same rows: %w\n"+
				"name the record kind of each: KIND = TEMPLATE", err)
		}
	}
	if foreign { // it is for all keys, whatever decodes them
		return of, nil
	}
	return of.SettingAside(), nil
}

// accept returns the set of a layout, and notes the columns that it names. Its error is that of one that cannot be
// verified.
func (c *Check) accept(of *candidate.Candidate) (set candidate.Set, err error) {
	if of.View() != nil {
		return set, fmt.Errorf("cannot verify %s: a view is filled by the service, and nothing is copied", of.Source)
	}
	if of.Tables() != 1 {
		return set, fmt.Errorf("cannot verify %s: it makes %d tables, and one is compared\nverify each of them with "+
			"its own layout", of.Source, of.Tables())
	}
	for i := range of.Templates {
		if err := c.acceptTemplate(of, &of.Templates[i]); err != nil {
			return set, err
		}
	}
	if set, err = rekey.ResolveSet(of, c.options.Current); err != nil {
		return set, err
	}
	empty := sample.Assemble(sample.Table{}, sample.Provenance{}, nil)
	keys, err := segments.New(context.Background(), empty, c.options.Current)
	if err != nil {
		return set, err
	}
	_, err = rekey.NewBase(keys, c.columns...).NewPlan(set)
	return set, err
}

// acceptTemplate notes what a template does to cells, and the columns that it names. Its error is that of one that
// cannot be verified.
func (c *Check) acceptTemplate(of *candidate.Candidate, template *candidate.Template) error {
	for _, rule := range template.Rules {
		if rule.Serialize != "" {
			return fmt.Errorf("cannot verify %s: the bytes of cells that are written as one, %s, are not "+
				"computed\nverify a layout without them", of.Source, rule.Serialize)
		}
		for _, from := range rule.From {
			c.columns = append(c.columns, sample.Column{Family: from.Family, Qualifier: from.Qualifier})
		}
	}
	template.Exprs(func(e *candidate.Expr) {
		if e.Op == candidate.Column {
			c.columns = append(c.columns, sample.Column{Family: e.Column.Family, Qualifier: e.Column.Qualifier})
		}
	})
	c.keepsCells = c.keepsCells && template.KeepsCells()
	return nil
}

// eitherRules returns for each family the rule that takes what the policy of any of some tables takes.
func eitherRules(tables ...[]sample.Family) retention.Rules {
	rules := retention.Rules{}
	for _, families := range tables {
		for _, f := range families {
			either := append(slices.Clone(rules[f.Name].Children), f.GC)
			rules[f.Name] = sample.GCRule{Kind: sample.GCUnion, Children: either}
		}
	}
	return rules
}

// rule returns what policies take of a family of the new table.
func (c *Check) rule(family string) retention.Rule {
	return retention.NewRule(c.newRules[family], c.options.Now)
}

// ChangesCells reports whether a layout changes cells, or divides rows, so that the policies of the old table cannot be
// evaluated in the new one.
func (c *Check) ChangesCells() bool { return !c.keepsCells }

// Verdict is what a comparison shows.
type Verdict string

// The verdicts.
const (
	Equal     Verdict = "equal"
	Different Verdict = "different"
	Unproved  Verdict = "unproved" // rows were not read, or none was compared
)

// Result is what two tables come to.
type Result struct {
	Old, New *Sums // by buckets
	Whole    bool  // all rows of both tables were read, in each pass
	// Found is of further passes over the buckets that differ; nil if there were none.
	Found *Found
}

// Verdict returns what the result shows. Buckets that differed are equal if no cell is found in which they do: writes
// were under way when they were first read, or several old rows are one new row.
func (r *Result) Verdict() Verdict {
	switch f := r.Found; {
	case !r.Whole, r.Old.ComparedCells == 0 && r.New.ComparedCells == 0:
		return Unproved
	case len(Differing(r.Old, r.New)) == 0, f != nil && f.Named == f.Differing && f.Differences() == 0:
		return Equal
	}
	return Different
}

// Healed returns the number of buckets whose cells differed when they were first read, and in which none did any more
// when they were read again: writes were under way.
func (r *Result) Healed() (n int) {
	if r.Found == nil {
		return 0
	}
	for _, bucket := range Differing(r.Old, r.New) {
		if !r.Old.sums[bucket].equalCells(&r.New.sums[bucket]) && !r.Found.open[bucket] {
			n++
		}
	}
	return n
}
