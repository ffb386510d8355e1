package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"tabletop/model/rowkey"
	"tabletop/sampler"
	"tabletop/views/report"
)

// distinctLimit is the maximum number of values that --distinct counts by default: each takes a short read, together a
// few seconds.
const distinctLimit = 10_000

// distinct is a flag that may come with a number: --distinct, --distinct=50000.
type distinct struct{ limit int }

func (d *distinct) String() string {
	if d.limit == 0 {
		return ""
	}
	return strconv.Itoa(d.limit)
}

func (d *distinct) Type() string { return "limit" }

func (d *distinct) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 10_000_000 {
		return errors.New("a whole number from 1 to 10,000,000")
	}
	d.limit = n
	return nil
}

func (d *distinct) flag(fs *pflag.FlagSet) {
	f := fs.VarPF(d, "distinct", "",
		"Count the values of the keys' first segment exactly, up to `LIMIT`, with one short read for each")
	f.NoOptDefVal = strconv.Itoa(distinctLimit)
}

// count counts the values of the first segment exactly: from the rows of t if it has all rows, else by reading the
// table.
func (d *distinct) count(ctx context.Context, t *table, in *report.Input) error {
	if d.limit == 0 {
		return nil
	}
	options := t.asked
	if t.Sample.How.Options.Where != "" {
		return usageError{errors.New("cannot combine --distinct with --where or --kind: it counts all keys of a " +
			"range\nuse --prefix, --start, and --end")}
	}
	if options.KeyRegex != "" || len(options.Families) > 0 || !options.Since.IsZero() || !options.Until.IsZero() {
		return usageError{errors.New("cannot combine --distinct with --key-regex, --family, --since, or --until: it " +
			"counts all keys of a range\nuse --prefix, --start, and --end")}
	}
	front, ok := rowkey.FindLeadingPrefix(t.Layouts)
	if !ok {
		return &sampler.Error{
			What: "cannot count the values of the first segment: no delimiter or length ends it",
			Next: "declare a layout that starts with a segment and its delimiter, for example --layout " +
				"'{tenant}#{rest...}'",
		}
	}
	in.Leading = &report.FirstSegmentCount{Segment: front.Name, Limit: d.limit, Within: options}
	if t.Sample.How.Complete {
		before := ""
		for i := range t.Sample.Rows() {
			n, has := front.PrefixLen(t.Sample.Key(i))
			if key := string(t.Sample.Key(i)[:n]); i == 0 || key != before {
				in.Leading.Add(has)
				before = key
			}
		}
		in.Leading.All = true
		return nil
	}
	skipper, ok := t.source.(sampler.PrefixCounter)
	if !ok {
		return usageError{&sampler.Error{What: "cannot count the values of the first segment: " + t.source.Name() +
			" does not hold all rows of the table",
			Next: "name the table itself"}}
	}
	cut := func(key []byte) []byte {
		n, _ := front.PrefixLen(key)
		return key[:n]
	}
	fronts, all, err := skipper.DistinctPrefixes(ctx, options, cut, d.limit)
	if err != nil {
		in.Leading = nil
		return endedEarly{err}
	}
	for _, f := range fronts {
		_, has := front.PrefixLen(f)
		in.Leading.Add(has)
	}
	in.Leading.All = all
	return nil
}
