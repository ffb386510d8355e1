// Package candidate is the language of layouts that a table could have: keys computed from the segments, columns and
// cells of the current rows, and what becomes of the cells. It builds on the template language of package rowkey;
// docs/templates.md is the grammar. What a candidate does to rows is package simulate's business.
package candidate

import (
	"slices"

	"tabletop/model/rowkey"
)

// Candidate is a layout to try: one table, or several for several queries (G60), and in each what becomes of the rows
// of one record kind or of several. It is a value: made by Parse, immutable.
type Candidate struct {
	Source    string     // as it was typed; offsets are bytes of it
	Templates []Template // at least one, in the order of their tables
}

// Template describes what becomes of rows: how their keys in a new table are computed, and what becomes of the cells.
type Template struct {
	Kind   string // the record kind whose rows are meant; empty when it is all of those with the key's segments
	Action Action // Rekey, unless a word stands in place of the key
	Into   int    // the new table that the rows go to, from 0
	View   bool   // of Rekey: a continuous materialized view of the current table has the keys, not a table of its own
	At     int    // offset in the source

	Key   []Part // of Rekey
	Time  *Expr  // what the timestamp of all cells becomes; nil leaves them their own
	Rules []Rule // for each cell the first that selects it counts; a cell that none selects stays as it is
}

// Part is one piece of a key or a qualifier: exactly one of its fields is set.
type Part struct {
	Literal []byte
	Field   *Field
	Group   []Part // left out of the rows in which one of its segments or columns is absent
}

// Field is one computed value of a key: {user}, {day=bucket(ts, 1d):date(20060102)}.
type Field struct {
	Name         string // given, else that of the segment; empty for a call without a name
	Expr         Expr
	Codec        rowkey.Codec // how the value is written; nil as the expression has it
	Escape       rowkey.Escape
	LengthPrefix int // big-endian bytes before the value that hold its length
}

// Op is what an expression does.
type Op uint8

// The operations.
const (
	Segment   Op = iota // a segment of the current key, by its name
	Column              // the newest cell of a column
	Whole               // the whole current key
	Rest                // the current key from a segment on
	CellTime            // the timestamp of the cell, cut to Unit unless that is empty
	Qualifier           // the cell's qualifier
	Family              // the cell's family
	CellValue           // the cell's value
	Salt                // a hash of the arguments modulo N
	Hash                // the digest of the arguments in hexadecimal, its first N digits
	// a maximum minus a time or number; labels of a domain, characters of other text from last to first
	Reverse
	Mirror   // digits from last to first
	Pad      // filled up on the left to N bytes
	Truncate // the first N bytes
	Bucket   // a time cut to N units
)

// Expr computes a value.
type Expr struct {
	Op     Op
	Name   string      // Segment, Rest: the segment; Salt, Hash: the function
	Column ColumnName  // Column
	Move   bool        // Column: the cells go from where they were
	Args   []Expr      // what it is computed of
	N      uint64      // Salt, Hash, Pad, Truncate, Bucket; Reverse: the maximum, 0 for the usual one
	Unit   rowkey.Unit // Bucket, CellTime
	Fill   byte        // Pad
	At     int         // offset in the template
}

// CellTimeName is the text of CellTime: what is computed of the timestamp of a cell has this source.
const CellTimeName = "celltime()"

// ColumnName is a family and a qualifier.
type ColumnName struct{ Family, Qualifier string }

// Rule describes what becomes of the cells it selects.
type Rule struct {
	From      []Selector
	Drop      bool
	Empty     bool   // the values go, the cells stay
	Serialize Form   // empty when cells stay cells
	Family    string // the new family; empty keeps each cell's own
	Qualifier []Part // the new qualifier; nil keeps each cell's own
}

// Selector names cells: of one column, of a family, or all.
type Selector struct {
	Family    string // empty for any
	Qualifier string
	Any       bool // any qualifier
	At        int
}

// Form is how several cells are written as one.
type Form string

// The forms. JSON is measured; the size of a protobuf message is estimated by its wire format.
const (
	JSON     Form = "json"
	Protobuf Form = "protobuf"
)

// Matches reports whether the selector selects the cells of a column.
func (s Selector) Matches(family, qualifier string) bool {
	return (s.Family == "" || s.Family == family) && (s.Any || s.Qualifier == qualifier)
}

// Walk calls f for e and all that it is computed of, outer first.
func (e *Expr) Walk(f func(*Expr)) {
	f(e)
	for i := range e.Args {
		e.Args[i].Walk(f)
	}
}

// Fields calls f for each field of parts, groups included.
func Fields(parts []Part, f func(*Field)) {
	for _, p := range parts {
		if p.Field != nil {
			f(p.Field)
		}
		Fields(p.Group, f)
	}
}

// View returns the first template that a continuous materialized view is to have; nil if there is none.
func (c *Candidate) View() *Template {
	if i := slices.IndexFunc(c.Templates, func(t Template) bool { return t.View }); i >= 0 {
		return &c.Templates[i]
	}
	return nil
}

// Tables returns the number of new tables.
func (c *Candidate) Tables() int { return c.Templates[len(c.Templates)-1].Into + 1 }

// IsSet reports whether the candidate states what becomes of several record kinds: then those that it does not name
// stay as they are, and keys that no layout decodes are set aside.
func (c *Candidate) IsSet() bool {
	return len(c.Templates) > c.Tables() ||
		slices.ContainsFunc(c.Templates, func(t Template) bool { return t.Action != Rekey })
}

// SettingAside returns the candidate with keys that no layout decodes set aside, unless it says what becomes of them or
// already is of several record kinds.
func (c *Candidate) SettingAside() *Candidate {
	if c.IsSet() {
		return c
	}
	out := &Candidate{Source: c.Source, Templates: slices.Clone(c.Templates)}
	out.Templates = append(out.Templates, Template{Kind: ForeignName, Action: Quarantine, Into: c.Tables() - 1,
		At: len(c.Source)})
	return out
}

// Exprs calls f for each expression of the template: key, new timestamps and qualifiers.
func (t *Template) Exprs(f func(*Expr)) {
	walk := func(field *Field) { field.Expr.Walk(f) }
	Fields(t.Key, walk)
	if t.Time != nil {
		t.Time.Walk(f)
	}
	for _, r := range t.Rules {
		Fields(r.Qualifier, walk)
	}
}

// KeepsCells reports whether the cells of a row stay as they are, together in one row.
func (t *Template) KeepsCells() bool {
	keeps := len(t.Rules) == 0 && t.Time == nil && !PerCell(t.Key)
	t.Exprs(func(e *Expr) { keeps = keeps && !e.Move })
	return keeps
}

// PerCell reports whether the expression itself is of a cell, not of a row.
func (e *Expr) PerCell() bool {
	return e.Op == CellTime || e.Op == Qualifier || e.Op == Family || e.Op == CellValue
}

// PerCell reports whether the parts need a cell to be computed, not only a row.
func PerCell(parts []Part) bool {
	found := false
	Fields(parts, func(f *Field) {
		f.Expr.Walk(func(e *Expr) { found = found || e.PerCell() })
	})
	return found
}

// NeedsValues reports whether the keys or cells of a candidate are computed from the values of cells, not only from
// keys and sizes.
func (c *Candidate) NeedsValues() bool {
	needed := false
	for i := range c.Templates {
		c.Templates[i].Exprs(func(e *Expr) { needed = needed || e.Op == Column || e.Op == CellValue })
		needed = needed || slices.ContainsFunc(c.Templates[i].Rules, func(r Rule) bool { return r.Serialize != "" })
	}
	return needed
}
