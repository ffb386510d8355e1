package workload

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cloudspannerecosystem/memefish/ast"
)

// grouped is what is said of a GROUP BY that is not the newest of each group.
const grouped = "GROUP BY is read only as the newest of each group: MAX(segment), ANY_VALUE(x HAVING MAX segment), or ARRAY_AGG(x ORDER BY segment DESC LIMIT n)"

// newestOfEach reads SELECT device, ANY_VALUE(x HAVING MAX at) FROM t GROUP BY device: the newest of each group.
func (p *sqlQuery) newestOfEach(sel *ast.Select, whole *ast.Query) error {
	switch {
	case sel.Having != nil:
		return p.no(sel.Having, "HAVING behind GROUP BY is not read")
	case whole.OrderBy != nil:
		return p.no(whole.OrderBy, "ORDER BY behind GROUP BY is not read")
	case whole.Limit != nil:
		return p.no(whole.Limit, "LIMIT behind GROUP BY is not read")
	}
	for _, e := range sel.GroupBy.Exprs {
		name, ok := column(e)
		switch {
		case !ok || !slices.Contains(p.names, name):
			return p.no(e, "GROUP BY wants segments of the keys; there are %s", strings.Join(p.names, ", "))
		case slices.Contains(p.q.Per, name):
			return p.no(e, "%s appears twice", name)
		}
		p.q.Per = append(p.q.Per, name)
	}
	for _, item := range sel.Results {
		if err := p.ofGroup(item); err != nil {
			return err
		}
	}
	if p.q.Latest == 0 {
		return p.no(sel.GroupBy, grouped)
	}
	if slices.Contains(p.q.Per, p.q.By) {
		return p.no(sel.GroupBy, "%s cannot be both what is newest and what it is newest of", p.q.By)
	}
	p.q.Per = slices.DeleteFunc(p.q.Per, func(name string) bool { // of one value there is one group
		return slices.ContainsFunc(p.q.Where, func(c Condition) bool { return c.Segment == name && c.Op == Equal })
	})
	slices.Sort(p.q.Columns)
	p.q.Columns = slices.Compact(p.q.Columns)
	return nil
}

// ofGroup reads what is selected of a group: a segment that it is of, or an aggregate of its newest rows.
func (p *sqlQuery) ofGroup(item ast.SelectItem) error {
	e, single := selected(item)
	if !single {
		return p.no(item, grouped)
	}
	call, isCall := e.(*ast.CallExpr)
	n, by, ok := 0, "", false
	if isCall && len(call.Args) == 1 {
		n, by, ok = newest(call)
	}
	if !ok {
		if name, plain := column(e); plain && slices.Contains(p.q.Per, name) {
			return nil
		}
		return p.no(e, grouped)
	}
	if p.q.Latest > 0 && (p.q.Latest != n || p.q.By != by) {
		return p.no(call, "all that is selected of a group must be of the same newest rows: %d by %s", p.q.Latest, p.q.By)
	}
	if arg, isExpr := call.Args[0].(*ast.ExprArg); isExpr {
		if name, isColumn := column(arg.Expr); isColumn && strings.Contains(name, ":") {
			p.q.Columns = append(p.q.Columns, name)
		}
	}
	return p.latest(call, n, by)
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
		if call.Having != nil || call.OrderBy == nil || call.Limit == nil || len(call.OrderBy.Items) != 1 || call.OrderBy.Items[0].Dir != ast.DirectionDesc {
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
