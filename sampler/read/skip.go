package read

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sync"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"golang.org/x/sync/errgroup"

	"tabletop/model/crash"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler/rows"
)

// DistinctPrefixes finds the distinct prefixes of the keys that opts select by skipping: it reads one key, moves past
// all keys with its prefix, and reads the next; see sampler.PrefixCounter. splits allow searching parts of the table in
// parallel.
func (t *Table) DistinctPrefixes(ctx context.Context, splits []sample.Split, opts sample.Options,
	front func(key []byte) []byte, limit int) (fronts [][]byte, all bool, err error) {
	list := sections(splits, wanted(opts))
	parts := group(list, readsAtOnce, math.MaxInt64)
	var mu sync.Mutex
	found := map[string]bool{} // a prefix that spans two parts is found in both
	add := func(f []byte) (full bool) {
		mu.Lock()
		defer mu.Unlock()
		found[string(f)] = true
		return len(found) > limit
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		group.Go(crash.Recovered(func() error {
			k := skipper{table: t, list: inside(list, part.span), front: front}
			for {
				f, err := k.next(ctx)
				if err != nil || f == nil || add(f) {
					return err
				}
			}
		}))
	}
	if err := group.Wait(); err != nil {
		return nil, false, err
	}
	for f := range found {
		fronts = append(fronts, []byte(f))
	}
	slices.SortFunc(fronts, bytes.Compare)
	return fronts[:min(limit, len(fronts))], len(fronts) <= limit, nil
}

func inside(list []section, s span) []section {
	var out []section
	for _, x := range list {
		if !x.within(s).empty() {
			out = append(out, x)
		}
	}
	return out
}

// skipper goes through sections in key order. Every read ends with its section, because an emulator collects all rows
// up to the end of a read before it sends any.
type skipper struct {
	table *Table
	list  []section
	front func(key []byte) []byte
	from  []byte // where to continue; nil is the start of the first section
}

// next returns the prefix of the next key; nil if there is none.
func (k *skipper) next(ctx context.Context) ([]byte, error) {
	for len(k.list) > 0 {
		span := k.list[0].within(span{start: k.from})
		if span.empty() {
			k.list = k.list[1:]
			continue
		}
		key, err := k.table.firstKey(ctx, span.proto())
		if err != nil {
			return nil, err
		}
		if key == nil {
			k.list = k.list[1:]
			continue
		}
		f := bytes.Clone(k.front(key))
		if len(f) == len(key) || len(f) == 0 {
			k.from = append(bytes.Clone(key), 0)
		} else if k.from = rowkey.PrefixEnd(f); k.from == nil {
			k.list = nil // nothing sorts after it
		}
		return f, nil
	}
	return nil, nil
}

// firstKey returns the first key in a range, read without values; nil if there is none.
func (t *Table) firstKey(ctx context.Context, r *pb.RowRange) ([]byte, error) {
	builder := sample.NewBuilder(1)
	decoder := rows.NewDecoder(builder, 1, nil)
	req := &pb.ReadRowsRequest{Rows: &pb.RowSet{RowRanges: []*pb.RowRange{r}}, RowsLimit: 1, Filter: keysOnly()}
	err := t.retry().brief().Resume(ctx, func() (bool, error) {
		if decoder.Rows > 0 {
			return false, nil
		}
		return false, t.stream(ctx, req, decoder, nil)
	})
	return builder.LastKey(), err
}
