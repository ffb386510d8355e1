package keys

import (
	"cmp"
	"context"
	"slices"

	"github.com/sahilm/fuzzy"

	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/text"
)

// Which record kinds are listed, besides the index of one.
const (
	allKinds    = -2
	unexplained = -1
)

// query states which keys are listed.
type query struct {
	kind   int    // index in the layouts, unexplained or allKinds
	prefix string // bytes
	fuzzy  string // letters that appear in this order in the escaped key
}

// simple reports whether the answer is one range of rows, found by binary search.
func (q query) simple() bool { return q.kind == allKinds && q.fuzzy == "" }

// rows is the answer to a query: rows of one sample, in key order, or the best match first for a fuzzy one.
type rows struct {
	of       *analysis.Analysis
	query    query
	from, to int     // the range; used when list is nil
	list     []int32 // indices of rows
}

func (r *rows) len() int {
	if r.list != nil {
		return len(r.list)
	}
	return r.to - r.from
}

// at is the row of the sample in place i of the list.
func (r *rows) at(i int) int {
	if r.list != nil {
		return int(r.list[i])
	}
	return r.from + i
}

// place is where in the list the first row at or after key is; for a fuzzy answer, which is not in key order, the row
// itself or -1.
func (r *rows) place(key []byte) int {
	row := r.of.Sample.Find(key)
	if r.list == nil {
		return min(max(row-r.from, 0), max(r.len()-1, 0))
	}
	if r.query.fuzzy != "" {
		return slices.Index(r.list, int32(row))
	}
	i, _ := slices.BinarySearch(r.list, int32(row))
	return min(i, max(len(r.list)-1, 0))
}

// between is the range of rows whose keys start with prefix.
func between(s *sample.Sample, prefix string) (from, to int) {
	p := []byte(prefix)
	from = s.Find(p)
	end := rowkey.PrefixEnd(p)
	if end == nil {
		return from, s.Rows()
	}
	return from, s.Find(end)
}

// ask answers a simple query at once.
func ask(of *analysis.Analysis, q query) *rows {
	r := &rows{of: of, query: q}
	r.from, r.to = between(of.Sample, q.prefix)
	return r
}

// chunk is how many rows are looked at between two looks at the context.
const chunk = 4096

// kindsUnder returns the function from a row to the index of its layout in set. Keys are decoded only if set, with a
// draft, is not in force.
func kindsUnder(of *analysis.Analysis, set rowkey.Set) func(row int) int {
	if set.Equal(of.Segments.Layouts) {
		return func(row int) int { return int(of.Segments.Kind[row]) }
	}
	var spans []rowkey.Span
	return func(row int) (kind int) {
		spans, kind = set.Decode(spans[:0], of.Sample.Key(row))
		return kind
	}
}

// search answers any query. It returns nil when ctx is canceled.
func search(ctx context.Context, of *analysis.Analysis, set rowkey.Set, q query) *rows {
	sampled, rows := of.Sample, ask(of, q)
	if q.simple() {
		return rows
	}
	rows.list = []int32{}
	var scores []int
	kindOf := kindsUnder(of, set)
	for at := rows.from; at < rows.to; at += chunk {
		if ctx.Err() != nil {
			return nil
		}
		part := make([]int32, 0, chunk)
		for i := at; i < min(at+chunk, rows.to); i++ {
			if q.kind != allKinds && kindOf(i) != q.kind {
				continue
			}
			part = append(part, int32(i))
		}
		if q.fuzzy == "" {
			rows.list = append(rows.list, part...)
			continue
		}
		escaped := make([]string, len(part))
		for j, i := range part {
			escaped[j] = text.Escape(sampled.Key(int(i)))
		}
		for _, hit := range fuzzy.FindNoSort(q.fuzzy, escaped) {
			rows.list = append(rows.list, part[hit.Index])
			scores = append(scores, hit.Score)
		}
	}
	if q.fuzzy != "" {
		rank(rows.list, scores)
	}
	return rows
}

// rank sorts rows by falling score; rows of one score stay in key order.
func rank(list []int32, scores []int) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order,
		func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(list[a], list[b])) })
	sorted := make([]int32, len(list))
	for i, j := range order {
		sorted[i] = list[j]
	}
	copy(list, sorted)
}
