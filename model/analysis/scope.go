package analysis

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Part narrows a table to the rows, and in these to the cells, that meet all that it states; what is zero asks for
// nothing. It is made of keys and values, not of numbers of rows or groups, so it holds for any sample of the table.
type Part struct {
	// Name states the part in words for people, escaped: "name = altostrat". It may be empty where Read says it all.
	Name  string
	Like  []byte      // only rows whose keys have the layout of this one, or like it none
	By    keyspace.By // only rows with Value in this segment; without a segment, any
	Value keyspace.Value
	// Columns asks for rows that have a cell in one of these, Family for rows with one in this family. Of the rows left
	// all cells are.
	Columns []sample.Column
	Family  string
	Keys    [][]byte // only these rows, in any order
	// Read restricts keys (Prefix, Start, End) and the times of cells (Since, Until); other members are ignored.
	Read sample.Options
}

// In returns the analysis of a part of the rows, in the layouts in force: everything that is asked of it is of that
// part alone, and says so by Sample.How.Options. Each part is one of what those before it leave. What is known of all
// rows of the table beyond the sample is not taken over. The error is ctx's, or states that no layout has the segment
// of a part.
func (a *Analysis) In(ctx context.Context, scope []Part) (*Analysis, error) {
	if len(scope) == 0 {
		return a, nil
	}
	index, err := a.Keys(ctx)
	if err != nil {
		return nil, err
	}
	opts := a.Sample.How.Options
	opts.Rows = 0
	where := []string{}
	var wants []func(row int) bool
	for _, part := range scope {
		wanted, err := part.rows(index)
		if err != nil {
			return nil, err
		}
		if wanted != nil {
			wants, where = append(wants, wanted), append(where, part.Name)
		}
		part.restrict(&opts)
	}
	opts.Where = strings.Join(where, " and ")
	rows, err := a.Sample.FilterRows(opts, func(row int) bool {
		for _, wanted := range wants {
			if !wanted(row) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return a.Of(ctx, rows)
}

// Of returns the analysis of other rows of the table in the layouts in force. The error is ctx's.
func (a *Analysis) Of(ctx context.Context, rows *sample.Sample) (*Analysis, error) {
	part, err := New(ctx, rows, Options{Layouts: a.Layouts, Inferred: a.Inferred, Now: a.now, Neighbors: a.Neighbors})
	if err != nil {
		return nil, err
	}
	part.Declared = a.Declared
	return part, nil
}

// rows returns which rows a part wants by what they are, by number; nil if it wants any.
func (p *Part) rows(index *keyspace.Index) (func(row int) bool, error) {
	switch {
	case p.By.Segment != "":
		groups := index.Groups(p.By)
		if groups == nil {
			return nil, fmt.Errorf("no layout has the segment %q", p.By.Segment)
		}
		group, ok := groups.Find(p.Value)
		return func(row int) bool { return ok && groups.Of[row] == group }, nil
	case p.Like != nil:
		_, kind := index.Layouts.Decode(nil, p.Like)
		return func(row int) bool { return int(index.Kind[row]) == kind }, nil
	case p.Columns != nil || p.Family != "":
		return p.having(index.Sample), nil
	case p.Keys != nil:
		keys := make(map[string]bool, len(p.Keys))
		for _, key := range p.Keys {
			keys[string(key)] = true
		}
		return func(row int) bool { return keys[string(index.Sample.Key(row))] }, nil
	}
	return nil, nil
}

// having returns which rows have a cell in one of the columns, or in the family.
func (p *Part) having(s *sample.Sample) func(row int) bool {
	wanted := make([]bool, len(s.Columns()))
	for id, column := range s.Columns() {
		wanted[id] = column.Family == p.Family || slices.Contains(p.Columns, column)
	}
	return func(row int) bool {
		from, to := s.Cells(row)
		for cell := from; cell < to; cell++ {
			if wanted[s.Cell(cell).Column] {
				return true
			}
		}
		return false
	}
}

// Reading returns opts restricted to what a source can be asked for of a scope: a range of keys, and times. It is false
// where rows of the scope may stand anywhere between the others.
func (a *Analysis) Reading(scope []Part, opts sample.Options) (sample.Options, bool) {
	before := [...][]byte{opts.Prefix, opts.Start, opts.End}
	since, until := opts.Since, opts.Until
	for i := range scope {
		scope[i].restrict(&opts)
		leading := Part{Read: sample.Options{Prefix: scope[i].leading(a.Layouts)}}
		leading.restrict(&opts)
	}
	narrower := !bytes.Equal(opts.Prefix, before[0]) || !bytes.Equal(opts.Start, before[1]) ||
		!bytes.Equal(opts.End, before[2]) || !opts.Since.Equal(since) || !opts.Until.Equal(until)
	return opts, narrower
}

// leading returns how all keys of the rows begin that have the value of a part or its record kind; nil if that does
// not follow from the layouts.
func (p *Part) leading(set rowkey.Set) []byte {
	if p.Like != nil {
		if _, kind := set.Decode(nil, p.Like); kind >= 0 {
			return slices.Clone(set[kind].Parts()[0].Literal)
		}
		return nil
	}
	var out []byte
	for _, layout := range set {
		if layout.Segment(p.By.Segment) == nil {
			continue
		}
		parts := layout.Parts()
		var begin []byte
		if parts[0].Literal != nil {
			begin, parts = parts[0].Literal, parts[1:]
		}
		if len(parts) == 0 || parts[0].Segment == nil || parts[0].Segment.Name != p.By.Segment || p.Value.Raw == nil {
			return nil
		}
		begin = slices.Concat(begin, p.Value.Raw)
		if len(parts) > 1 && parts[1].Segment == nil {
			begin = append(begin, parts[1].Literal...)
		}
		if out != nil && !bytes.Equal(out, begin) {
			return nil
		}
		out = begin
	}
	return out
}

// restrict adds what a part asks of keys and times to opts, as one of what opts leaves.
func (p *Part) restrict(opts *sample.Options) {
	start, end := p.Read.Start, p.Read.End
	switch prefix := p.Read.Prefix; {
	case bytes.HasPrefix(prefix, opts.Prefix):
		opts.Prefix = prefix
	case !bytes.HasPrefix(opts.Prefix, prefix): // no key begins with both
		start, end = prefix, rowkey.PrefixEnd(prefix)
	}
	if bytes.Compare(start, opts.Start) > 0 {
		opts.Start = start
	}
	if len(end) > 0 && (len(opts.End) == 0 || bytes.Compare(end, opts.End) < 0) {
		opts.End = end
	}
	if p.Read.Since.After(opts.Since) {
		opts.Since = p.Read.Since
	}
	if !p.Read.Until.IsZero() && (opts.Until.IsZero() || p.Read.Until.Before(opts.Until)) {
		opts.Until = p.Read.Until
	}
}
