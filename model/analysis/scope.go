package analysis

import (
	"bytes"
	"context"
	"fmt"
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
	part, err := New(ctx, rows, Options{Layouts: a.Layouts, Inferred: a.Inferred, Now: a.now, Neighbors: a.Neighbors})
	if err != nil {
		return nil, err
	}
	part.Declared = a.Declared
	return part, nil
}

// rows returns which rows the kind and the value of a part want, by number; nil if it names neither.
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
	}
	return nil, nil
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
