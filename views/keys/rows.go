package keys

import (
	"cmp"
	"context"
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/widget"
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
	typed  string // what the escaped key holds or, where none does, whose letters it has in order
}

// simple reports whether the answer is one range of rows, found by binary search.
func (q query) simple() bool { return q.kind == allKinds && q.typed == "" }

// rows is the answer to a query: rows of one sample, in key order, or the best match first where something was typed.
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

// place is where in the list the first row at or after key is; in the answer to what was typed, which is not in key
// order, the row itself or -1.
func (r *rows) place(key []byte) int {
	row := r.of.Sample.Find(key)
	if r.list == nil {
		return min(max(row-r.from, 0), max(r.len()-1, 0))
	}
	if r.query.typed != "" {
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
	rows := ask(of, q)
	if q.simple() {
		return rows
	}
	rows.list = []int32{}
	kindOf := kindsUnder(of, set)
	var fits []widget.Fit
	for at := rows.from; at < rows.to; at += chunk {
		if ctx.Err() != nil {
			return nil
		}
		for row := at; row < min(at+chunk, rows.to); row++ {
			if q.kind != allKinds && kindOf(row) != q.kind {
				continue
			}
			if q.typed == "" {
				rows.list = append(rows.list, int32(row))
			} else if fit, _, ok := widget.Holds(q.typed, text.Escape(of.Sample.Key(row))); ok {
				rows.list, fits = append(rows.list, int32(row)), append(fits, fit)
			}
		}
	}
	if q.typed != "" && len(rows.list) == 0 {
		return searchLetters(ctx, rows, kindOf)
	}
	if q.typed != "" {
		rank(rows.list, fits)
	}
	return rows
}

// searchLetters lists the keys that have the letters of what was typed in order, where none holds it.
func searchLetters(ctx context.Context, rows *rows, kindOf func(row int) int) *rows {
	var fits []widget.Fit
	for at := rows.from; at < rows.to; at += chunk {
		if ctx.Err() != nil {
			return nil
		}
		var part []int32
		var escaped []string
		for i := at; i < min(at+chunk, rows.to); i++ {
			if q := rows.query; q.kind == allKinds || kindOf(i) == q.kind {
				part = append(part, int32(i))
				escaped = append(escaped, text.Escape(rows.of.Sample.Key(i)))
			}
		}
		found, fit := widget.Letters(rows.query.typed, escaped)
		for _, hit := range found {
			rows.list = append(rows.list, part[hit.Index])
		}
		fits = append(fits, fit...)
	}
	rank(rows.list, fits)
	return rows
}

// rank sorts rows, the best fit first; rows that fit as well stay in key order.
func rank(list []int32, fits []widget.Fit) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order,
		func(a, b int) int { return cmp.Or(cmp.Compare(fits[a], fits[b]), cmp.Compare(list[a], list[b])) })
	sorted := make([]int32, len(list))
	for i, j := range order {
		sorted[i] = list[j]
	}
	copy(list, sorted)
}
