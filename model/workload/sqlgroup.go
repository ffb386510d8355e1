package workload

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cloudspannerecosystem/memefish/ast"
)

// grouped is what is said of a GROUP BY that is not the newest of each group.
const grouped = "GROUP BY is read only as the newest of each group: MAX(segment), ANY_VALUE(x HAVING MAX segment), " +
	"or ARRAY_AGG(x ORDER BY segment DESC LIMIT n)"

// newestOfEach reads SELECT device, ANY_VALUE(x HAVING MAX at) FROM t GROUP BY device: the newest of each group.
func (sq *sqlQuery) newestOfEach(sel *ast.Select, whole *ast.Query) error {
	switch {
	case sel.Having != nil:
		return sq.no(sel.Having, "HAVING behind GROUP BY is not read")
	case whole.OrderBy != nil:
		return sq.no(whole.OrderBy, "ORDER BY behind GROUP BY is not read")
	case whole.Limit != nil:
		return sq.no(whole.Limit, "LIMIT behind GROUP BY is not read")
	}
	for _, expr := range sel.GroupBy.Exprs {
		name, ok := column(expr)
		switch {
		case !ok || !slices.Contains(sq.names, name):
			return sq.no(expr, "GROUP BY wants segments of the keys; there are %s", strings.Join(sq.names, ", "))
		case slices.Contains(sq.q.Per, name):
			return sq.no(expr, "%s appears twice", name)
		}
		sq.q.Per = append(sq.q.Per, name)
	}
	for _, item := range sel.Results {
		if err := sq.ofGroup(item); err != nil {
			return err
		}
	}
	if sq.q.Latest == 0 {
		return sq.no(sel.GroupBy, grouped)
	}
	if slices.Contains(sq.q.Per, sq.q.By) {
		return sq.no(sel.GroupBy, "%s cannot be both what is newest and what it is newest of", sq.q.By)
	}
	sq.q.Per = slices.DeleteFunc(sq.q.Per, func(name string) bool { // of one value there is one group
		return slices.ContainsFunc(sq.q.Where, func(c Condition) bool { return c.Segment == name && c.Op == Equal })
	})
	slices.Sort(sq.q.Columns)
	sq.q.Columns = slices.Compact(sq.q.Columns)
	return nil
}

// ofGroup reads what is selected of a group: a segment that it is of, or an aggregate of its newest rows.
func (sq *sqlQuery) ofGroup(item ast.SelectItem) error {
	expr, single := selected(item)
	if !single {
		return sq.no(item, grouped)
	}
	call, isCall := expr.(*ast.CallExpr)
	count, by, ok := 0, "", false
	if isCall && len(call.Args) == 1 {
		count, by, ok = newest(call)
	}
	if !ok {
		if name, plain := column(expr); plain && slices.Contains(sq.q.Per, name) {
			return nil
		}
		return sq.no(expr, grouped)
	}
	if sq.q.Latest > 0 && (sq.q.Latest != count || sq.q.By != by) {
		return sq.no(call, "all that is selected of a group must be of the same newest rows: %d by %s", sq.q.Latest,
			sq.q.By)
	}
	if arg, isExpr := call.Args[0].(*ast.ExprArg); isExpr {
		if name, isColumn := column(arg.Expr); isColumn && strings.Contains(name, ":") {
			sq.q.Columns = append(sq.q.Columns, name)
		}
	}
	return sq.latest(call, count, by)
}

// newest returns how many of the newest rows an aggregate is of, and by which segment.
func newest(call *ast.CallExpr) (n int, by string, ok bool) {
	arg, isExpr := call.Args[0].(*ast.ExprArg)
	if !isExpr || call.Distinct {
		return 0, "", false
	}
	switch strings.ToUpper(call.Func.SQL()) {
	case "MAX":
		by, ok = column(arg.Expr)
		return 1, by, ok && call.Having == nil
	case "ANY_VALUE":
		if most, is := call.Having.(*ast.HavingMax); is {
			by, ok = column(most.Expr)
			return 1, by, ok
		}
	case "ARRAY_AGG":
		if call.Having != nil || call.OrderBy == nil || call.Limit == nil || len(call.OrderBy.Items) != 1 ||
			call.OrderBy.Items[0].Dir != ast.DirectionDesc {
			return 0, "", false
		}
		if count, is := call.Limit.Count.(*ast.IntLiteral); is {
			n, _ = strconv.Atoi(count.Value)
		}
		by, ok = column(call.OrderBy.Items[0].Expr)
		return n, by, ok && n > 0 && call.Limit.Offset == nil
	}
	return 0, "", false
}
