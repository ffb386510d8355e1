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

// distinctLimit is how many values --distinct counts to unless told otherwise: one short read each, a few seconds of them.
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
	f := fs.VarPF(d, "distinct", "", "count exactly how many values the first segment of the keys has, with a short read for each, up to so many")
	f.NoOptDefVal = strconv.Itoa(distinctLimit)
}

// count counts the values of the first segment exactly. All of t's rows tell it if they are here, else the table is asked.
func (d *distinct) count(ctx context.Context, t *table, in *report.Input) error {
	if d.limit == 0 {
		return nil
	}
	o := t.asked
	if o.KeyRegex != "" || len(o.Families) > 0 || !o.Since.IsZero() || !o.Until.IsZero() {
		return usageError{errors.New("--distinct counts all keys of a range: it goes with --prefix, --start and --end, not with --key-regex, --family, --since or --until")}
	}
	front, ok := rowkey.LeadingPrefixOf(t.layouts)
	if !ok {
		return &sampler.Error{
			What: "the values of the first segment of these keys cannot be counted: it is not told how it ends",
			Next: "declare a layout that begins with a segment and its delimiter: --layout '{tenant}#{rest...}'",
		}
	}
	in.Leading = &report.FirstSegmentCount{Segment: front.Name, Limit: d.limit, Within: o}
	if t.sample.How.Complete {
		before := ""
		for i := range t.sample.Rows() {
			n, has := front.PrefixLen(t.sample.Key(i))
			if key := string(t.sample.Key(i)[:n]); i == 0 || key != before {
				in.Leading.Add(has)
				before = key
			}
		}
		in.Leading.All = true
		return nil
	}
	skipper, ok := t.source.(sampler.PrefixCounter)
	if !ok {
		return usageError{&sampler.Error{What: t.source.Name() + " has not all rows of the table, so the values of the first segment cannot be counted from it",
			Next: "name the table itself"}}
	}
	cut := func(key []byte) []byte {
		n, _ := front.PrefixLen(key)
		return key[:n]
	}
	fronts, all, err := skipper.DistinctPrefixes(ctx, o, cut, d.limit)
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
