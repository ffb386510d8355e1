package columns

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"tabletop/model/analysis"
	"tabletop/model/figures"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// key is what columns are sorted by.
type key uint8

// The sort keys, in the order in which s goes through them.
const (
	byBytes key = iota
	byName
	byRows
	byCells
	byVersions
	bySize
	byKind
	numKeys
)

// name is the title of the column that holds the key.
func (k key) name() string {
	return [...]string{"bytes", "name", "rows", "cells", "versions", "value size", "type"}[k]
}

// query states which columns are listed and how.
type query struct {
	sort    key
	reverse bool
	typed   string // what names hold or, where none does, whose letters they have in order
}

// order is the answer to a query: the families that have something to list, each with its columns.
type order struct {
	of     *analysis.Analysis
	query  query
	groups []group
	found  int     // columns in all groups
	most   float64 // largest share of the bytes of a family or a column
	oldest int64   // cell of all columns, in micros
}

// group is one family.
type group struct {
	family  int // index in Profile.Families
	columns []int32
}

// atOnce is the number of columns up to which they are sorted and searched on the spot: about 2 ms.
const atOnce = 5000

// arrange sorts and filters. It returns nil when ctx is canceled.
func arrange(ctx context.Context, of *analysis.Analysis, q query) *order {
	order, figures := &order{of: of, query: q, oldest: math.MaxInt64}, of.Profile
	at := 0
	for family := range figures.Families {
		group := group{family: family}
		for at < len(figures.Columns) && figures.Columns[at].Family == figures.Families[family].Name {
			group.columns = append(group.columns, int32(at))
			at++
		}
		if ctx.Err() != nil {
			return nil
		}
		sortColumns(figures, group.columns, q)
		order.most = max(order.most, figures.Families[family].ByteShare.Value)
		for _, c := range group.columns {
			order.oldest = min(order.oldest, figures.Columns[c].Oldest)
		}
		order.groups = append(order.groups, group)
	}
	order.search()
	for _, g := range order.groups {
		order.found += len(g.columns)
	}
	if q.typed != "" {
		return order // the best first
	}
	slices.SortStableFunc(order.groups, func(a, b group) int {
		return q.direct(compareFamilies(&figures.Families[a.family], &figures.Families[b.family], q.sort))
	})
	return order
}

// search keeps the columns whose name, family included, holds what was typed: the best first, in the family of the best
// first.
func (o *order) search() {
	if o.query.typed == "" {
		return
	}
	type place struct{ group, column int }
	var entries []widget.FindEntry
	var places []place
	for i, g := range o.groups {
		for _, c := range g.columns {
			column := &o.of.Profile.Columns[c]
			entries = append(entries, widget.FindEntry{Name: text.EscapeString(column.Qualifier),
				More: text.EscapeString(column.Family) + ":" + text.EscapeString(column.Qualifier)})
			places = append(places, place{i, int(c)})
		}
	}
	var kept []group
	at := map[int]int{} // index in groups -> in kept
	for _, hit := range widget.Find(o.query.typed, entries) {
		from := places[hit.Index]
		to, ok := at[from.group]
		if !ok {
			to = len(kept)
			at[from.group] = to
			kept = append(kept, group{family: o.groups[from.group].family})
		}
		kept[to].columns = append(kept[to].columns, int32(from.column))
	}
	o.groups = kept
}

// direct turns a comparison so that what matters comes first: the largest of numbers, the first of names.
func (q query) direct(c int) int {
	if q.reverse {
		return -c
	}
	return c
}

func sortColumns(p *figures.Profile, columns []int32, q query) {
	slices.SortStableFunc(columns, func(a, b int32) int {
		return q.direct(compare(&p.Columns[a], &p.Columns[b], q.sort))
	})
}

// compare orders two columns of a family: numbers falling, names rising.
func compare(a, b *figures.Column, k key) int {
	count := 0
	switch k {
	case byBytes:
		count = cmp.Compare(b.Bytes, a.Bytes)
	case byRows:
		count = cmp.Compare(b.Rows, a.Rows)
	case byCells:
		count = cmp.Or(cmp.Compare(b.TableCells.Value, a.TableCells.Value), cmp.Compare(b.Cells, a.Cells))
	case byVersions:
		count = cmp.Or(cmp.Compare(b.MaxVersions, a.MaxVersions),
			cmp.Compare(b.MeanVersions.Value, a.MeanVersions.Value))
	case bySize:
		count = cmp.Compare(b.Values.P50, a.Values.P50)
	case byKind:
		count = strings.Compare(string(a.Guess), string(b.Guess))
	}
	return cmp.Or(count, strings.Compare(a.Qualifier, b.Qualifier))
}

// compareFamilies orders families by the sum of what their columns are sorted by; where a sum means nothing, by name.
func compareFamilies(a, b *figures.Family, k key) int {
	count := 0
	switch k {
	case byBytes:
		count = cmp.Compare(b.Bytes, a.Bytes)
	case byRows:
		count = cmp.Compare(b.Rows, a.Rows)
	case byCells:
		count = cmp.Or(cmp.Compare(b.TableCells.Value, a.TableCells.Value), cmp.Compare(b.Cells, a.Cells))
	}
	return cmp.Or(count, strings.Compare(a.Name, b.Name))
}
