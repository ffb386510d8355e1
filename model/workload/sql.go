package workload

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cloudspannerecosystem/memefish"
	"github.com/cloudspannerecosystem/memefish/ast"
	"github.com/cloudspannerecosystem/memefish/token"
)

// ParseSQL reads a workload from GoogleSQL SELECT statements on one table. names are the segments there are, which a
// query names as columns; a column is family['qualifier']. A parameter, as @user, stands for any value that occurs. A
// comment in a statement or before it states how often it runs, -- frequency: 100, its name, -- name: TEXT, the record
// kind that it wants, -- kind: NAME, and -- read your writes: true. Errors begin with line and column.
func ParseSQL(text []byte, names []string) (*Workload, error) {
	if err := boundedSQL(text); err != nil {
		return nil, err
	}
	parts, err := memefish.SplitRawStatements("", string(text))
	if err != nil {
		return nil, (&sqlQuery{names: names}).parserError(err)
	}
	queries, before := &Workload{}, &place{}
	for _, part := range parts {
		if strings.TrimSpace(comments.ReplaceAllString(part.Statement, "")) == "" {
			continue
		}
		if len(queries.Queries) == maxQueries {
			return nil, fmt.Errorf("a workload has at most %d queries, and this file has more", maxQueries)
		}
		sq := sqlQuery{
			file: &token.File{Buffer: part.Statement}, names: names, q: &Query{Frequency: 1},
			before: before.advance(text, int(part.Pos)),
		}
		if err := sq.parse(part.Statement); err != nil {
			return nil, err
		}
		if sq.q.Name == "" {
			sq.q.Name = fmt.Sprintf("query %d", len(queries.Queries)+1)
		}
		if slices.ContainsFunc(queries.Queries, func(o *Query) bool { return o.Name == sq.q.Name }) {
			return nil, fmt.Errorf("line %d: the name %q appears twice: give each query a name of its own", sq.q.Line,
				sq.q.Name)
		}
		queries.Queries = append(queries.Queries, sq.q)
	}
	if len(queries.Queries) == 0 {
		return nil, fmt.Errorf("the file contains no SELECT statement")
	}
	return queries, nil
}

var (
	comments = regexp.MustCompile(`(?m)--.*$|#.*$`)
	notes    = regexp.MustCompile(`(?m)--\s*(frequency|name|kind|read your writes):\s*(.*?)\s*$`)
)

// place is a position in a file, in lines, and columns of the last one, from 0.
type place struct{ offset, line, column int }

// advance moves the place to an offset and returns a copy of it.
func (p *place) advance(text []byte, offset int) place {
	passed := text[p.offset:offset]
	p.offset = offset
	if lines := bytes.Count(passed, []byte("\n")); lines > 0 {
		p.line += lines
		p.column = len(passed) - bytes.LastIndexByte(passed, '\n') - 1
	} else {
		p.column += len(passed)
	}
	return *p
}

// parserError is an error of the SQL parser with line and column before it. A segment that has the name of a reserved
// word is the likeliest mistake: at is one.
func (sq *sqlQuery) parserError(err error) error {
	var one *memefish.Error
	var several memefish.MultiError
	if errors.As(err, &several) && len(several) > 0 {
		one = several[0]
	} else if !errors.As(err, &one) {
		return err
	}
	message := one.Message
	names := sq.names
	if i := slices.IndexFunc(names,
		func(name string) bool { return strings.HasSuffix(message, ": "+strings.ToUpper(name)) }); i >= 0 {
		message = fmt.Sprintf("%s is a reserved word of GoogleSQL: write `%s`", strings.ToUpper(names[i]), names[i])
	}
	return sq.wrong(one.Position.Line, one.Position.Column, "%s", message)
}

// sqlQuery is one statement.
type sqlQuery struct {
	file  *token.File
	names []string
	q     *Query

	before place // where the statement begins in the file
}

// wrong is an error at a place of the statement.
func (sq *sqlQuery) wrong(line, column int, format string, args ...any) error {
	if line == 0 {
		column += sq.before.column
	}
	return fmt.Errorf("line %d, column %d: %s", sq.before.line+line+1, column+1, fmt.Sprintf(format, args...))
}

// line returns the line of the file that a node is in, from 1.
func (sq *sqlQuery) line(n ast.Node) int {
	line, _ := sq.file.ResolvePos(n.Pos())
	return sq.before.line + line + 1
}

// no is an error about a node.
func (sq *sqlQuery) no(n ast.Node, format string, args ...any) error {
	line, column := sq.file.ResolvePos(n.Pos())
	return sq.wrong(line, column, format, args...)
}

func (sq *sqlQuery) parse(statement string) error {
	for _, at := range notes.FindAllStringSubmatchIndex(statement, -1) {
		note := []string{1: statement[at[2]:at[3]], 2: statement[at[4]:at[5]]}
		line, column := sq.file.ResolvePos(token.Pos(at[0]))
		wrong := func(format string, args ...any) error { return sq.wrong(line, column, format, args...) }
		switch note[1] {
		case "name":
			sq.q.Name = note[2]
			continue
		case "kind":
			sq.q.Kind = note[2]
			continue
		case "read your writes":
			sq.q.ReadYourWrites = strings.EqualFold(note[2], "true")
			if !sq.q.ReadYourWrites && !strings.EqualFold(note[2], "false") {
				return wrong("-- read your writes: wants true or false, not %s", note[2])
			}
			continue
		}
		v, err := strconv.ParseFloat(note[2], 64)
		if err != nil || !(v > 0) || v > 1e300 {
			return wrong("-- frequency: %s is not a number above 0", note[2])
		}
		sq.q.Frequency = v
	}
	parsed, err := memefish.ParseQuery("", sq.file.Buffer)
	if err != nil {
		return sq.parserError(err)
	}
	sq.q.Line = sq.line(parsed)
	sel, whole := (*ast.Select)(nil), &ast.Query{}
	switch q := parsed.Query.(type) {
	case *ast.Select:
		sel = q
	case *ast.Query:
		whole = q
		sel, _ = q.Query.(*ast.Select)
	}
	switch {
	case sel == nil || whole.With != nil || len(whole.PipeOperators) > 0:
		return sq.no(parsed, "only a plain SELECT is read: no WITH, UNION, subquery, or pipe")
	case sel.From == nil:
		return sq.no(sel, "the SELECT has no FROM")
	}
	if err := sq.from(sel.From); err != nil {
		return err
	}
	if sel.Where != nil {
		if err := sq.where(sel.Where.Expr); err != nil {
			return err
		}
	}
	if sel.GroupBy != nil {
		return sq.newestOfEach(sel, whole)
	}
	if err := sq.results(sel.Results); err != nil {
		return err
	}
	return sq.order(whole)
}

// from makes sure that one table is read.
func (sq *sqlQuery) from(f *ast.From) error {
	switch x := f.Source.(type) {
	case *ast.TableName, *ast.PathTableExpr:
		return nil
	case *ast.TVFCallExpr:
		return sq.history(x)
	}
	return sq.no(f.Source, "only one table is read: no JOIN and no subquery")
}

// history reads the arguments of a table that say which versions are read: after with before is a range of cell time.
func (sq *sqlQuery) history(x *ast.TVFCallExpr) error {
	ends := map[string]string{}
	for _, arg := range x.NamedArgs {
		switch name := strings.ToLower(arg.Name.Name); name {
		case "with_history", "as_of", "latest_n", "timestamp":
		case "after", "before":
			text, ok, any := literal(arg.Value)
			if call, isCall := arg.Value.(*ast.CallExpr); isCall && len(call.Args) == 1 {
				if inner, plain := call.Args[0].(*ast.ExprArg); plain {
					text, ok, any = literal(inner.Expr)
				}
			}
			if !ok || any {
				return sq.no(arg, "%s wants a literal time", name)
			}
			ends[name] = text
		default:
			return sq.no(arg, "the argument %s of a table is not read", arg.Name.Name)
		}
	}
	switch {
	case len(ends) == 0:
		return nil
	case len(ends) == 1:
		return sq.no(x, "after and before are read together, as a range of cell time")
	}
	sq.q.Where = append(sq.q.Where, Condition{Segment: CellTime, Op: Range, Fixed: true, Value: ends["after"],
		To: ends["before"], Line: sq.line(x)})
	return nil
}

// selected returns the expression that an item selects, under whatever name; false for * and the like.
func selected(item ast.SelectItem) (ast.Expr, bool) {
	switch x := item.(type) {
	case *ast.ExprSelectItem:
		return x.Expr, true
	case *ast.Alias:
		return x.Expr, true
	}
	return nil, false
}

// results notes the columns that are read; * and _key are all.
func (sq *sqlQuery) results(items []ast.SelectItem) error {
	var columns []string
	for _, item := range items {
		e, ok := selected(item)
		if !ok {
			return nil
		}
		if name, ok := column(e); ok && !slices.Contains(sq.names, name) && name != "_key" {
			columns = append(columns, name)
		}
	}
	slices.Sort(columns)
	sq.q.Columns = slices.Compact(columns)
	return nil
}

// column is the segment or column that an expression is about: a name, family['qualifier'], or either in a cast.
func column(e ast.Expr) (string, bool) {
	switch expr := e.(type) {
	case *ast.ParenExpr:
		return column(expr.Expr)
	case *ast.CastExpr:
		return column(expr.Expr)
	case *ast.Ident:
		return expr.Name, true
	case *ast.Path:
		return expr.Idents[len(expr.Idents)-1].Name, true
	case *ast.IndexExpr:
		family, ok := column(expr.Expr)
		arg, plain := expr.Index.(*ast.ExprArg)
		if !ok || !plain {
			return "", false
		}
		qualifier, ok, _ := literal(arg.Expr)
		return family + ":" + qualifier, ok
	case *ast.CallExpr: // a conversion: TO_INT64(x), SAFE_CONVERT_BYTES_TO_STRING(x)
		if len(expr.Args) == 1 {
			if arg, ok := expr.Args[0].(*ast.ExprArg); ok {
				return column(arg.Expr)
			}
		}
	}
	return "", false
}

// literal is the text of a literal; any reports a parameter, which stands for any value.
func literal(e ast.Expr) (text string, ok, any bool) {
	switch expr := e.(type) {
	case *ast.StringLiteral:
		return expr.Value, true, false
	case *ast.BytesLiteral:
		return string(expr.Value), true, false
	case *ast.IntLiteral:
		return expr.Value, true, false
	case *ast.FloatLiteral:
		return expr.Value, true, false
	case *ast.DateLiteral:
		return expr.Value.Value, true, false
	case *ast.TimestampLiteral:
		return expr.Value.Value, true, false
	case *ast.ParenExpr:
		return literal(expr.Expr)
	case *ast.CastExpr:
		return literal(expr.Expr)
	case *ast.Param:
		return "", true, true
	}
	return "", false, false
}

// where reads conditions joined by AND.
func (sq *sqlQuery) where(e ast.Expr) error {
	switch expr := e.(type) {
	case *ast.ParenExpr:
		return sq.where(expr.Expr)
	case *ast.BetweenExpr:
		if expr.Not {
			return sq.no(expr, "NOT BETWEEN is not read")
		}
		return sq.between(expr, expr.Left, expr.RightStart, expr.RightEnd)
	case *ast.CallExpr:
		return sq.startsWith(expr)
	case *ast.BinaryExpr:
		switch expr.Op {
		case ast.OpAnd:
			if low, high, ok := bounds(expr); ok {
				return sq.between(expr, low.Left, low.Right, high.Right)
			}
			if err := sq.where(expr.Left); err != nil {
				return err
			}
			return sq.where(expr.Right)
		case ast.OpEqual:
			return sq.equal(expr)
		case ast.OpLike:
			return sq.like(expr)
		}
		return sq.no(expr, "%s is not read: the conditions are =, BETWEEN, >= with <=, STARTS_WITH, and LIKE "+
			"'text%%', joined by AND", expr.Op)
	}
	return sq.no(e, "this condition is not read: the conditions are =, BETWEEN, >= with <=, STARTS_WITH, and LIKE "+
		"'text%%', joined by AND")
}

// bounds reports whether an AND is of x >= LOW and x <= HIGH.
func bounds(and *ast.BinaryExpr) (low, high *ast.BinaryExpr, ok bool) {
	low, ok = and.Left.(*ast.BinaryExpr)
	high, also := and.Right.(*ast.BinaryExpr)
	if !ok || !also || low.Op != ast.OpGreaterEqual || high.Op != ast.OpLessEqual {
		return nil, nil, false
	}
	a, known := column(low.Left)
	b, too := column(high.Left)
	return low, high, known && too && a == b
}

// add adds a condition on what an expression names.
func (sq *sqlQuery) add(n ast.Node, on ast.Expr, c Condition) error {
	name, ok := column(on)
	if !ok {
		return sq.no(n, "the left side is a segment of the keys, or a column as family['qualifier']")
	}
	if name == "_key" {
		return sq.no(n, "a condition on _key is read only as _key = @key; name the segments instead: %s",
			strings.Join(sq.names, ", "))
	}
	if !slices.Contains(sq.names, name) && !strings.Contains(name, ":") {
		return sq.no(n, "no segment %q; there are %s. A column is family['qualifier']", name,
			strings.Join(sq.names, ", "))
	}
	c.Segment = name
	line, _ := sq.file.ResolvePos(n.Pos())
	c.Line = line + 1
	switch {
	case slices.ContainsFunc(sq.q.Where, func(o Condition) bool { return o.Segment == name }):
		return sq.no(n, "%s appears twice: a query has one condition on each", name)
	case sq.q.secondRange(c):
		return sq.no(n, "%s: the query already has a range that begins anywhere: give this one fixed ends", name)
	}
	sq.q.Where = append(sq.q.Where, c)
	return nil
}

func (sq *sqlQuery) equal(x *ast.BinaryExpr) error {
	text, ok, any := literal(x.Right)
	if !ok {
		return sq.no(x.Right, "the right side is a literal or a parameter")
	}
	if name, _ := column(x.Left); name == "_key" && any {
		for _, segment := range sq.names {
			sq.q.Where = append(sq.q.Where, Condition{Segment: segment, Op: Equal})
		}
		return nil
	}
	return sq.add(x, x.Left, Condition{Op: Equal, Fixed: !any, Value: text})
}

func (sq *sqlQuery) between(n ast.Node, on, from, to ast.Expr) error {
	low, ok, any := literal(from)
	high, also, anyHigh := literal(to)
	if !ok || !also || any || anyHigh {
		return sq.no(n, "the ends of a range are literals; in a workload file, range WIDTH stands for a range that "+
			"begins anywhere")
	}
	return sq.add(n, on, Condition{Op: Range, Fixed: true, Value: low, To: high})
}

func (sq *sqlQuery) startsWith(x *ast.CallExpr) error {
	if !strings.EqualFold(x.Func.SQL(), "STARTS_WITH") || len(x.Args) != 2 {
		return sq.no(x, "%s is not read as a condition: STARTS_WITH(x, 'text') is", x.Func.SQL())
	}
	on, ok := x.Args[0].(*ast.ExprArg)
	arg, also := x.Args[1].(*ast.ExprArg)
	if !ok || !also {
		return sq.no(x, "STARTS_WITH wants a column and a literal")
	}
	text, isText, any := literal(arg.Expr)
	if !isText || any || text == "" {
		return sq.no(arg, "STARTS_WITH wants a literal text")
	}
	return sq.add(x, on.Expr, Condition{Op: Prefix, Fixed: true, Value: text})
}

func (sq *sqlQuery) like(x *ast.BinaryExpr) error {
	text, ok, any := literal(x.Right)
	prefix, ends := strings.CutSuffix(text, "%")
	if !ok || any || !ends || prefix == "" || strings.ContainsAny(prefix, "%_\\") {
		return sq.no(x.Right, "LIKE is read only with a literal text and %% at its end")
	}
	return sq.add(x, x.Left, Condition{Op: Prefix, Fixed: true, Value: prefix})
}

// order reads ORDER BY x DESC LIMIT n, the newest, or LIMIT alone.
func (sq *sqlQuery) order(q *ast.Query) error {
	if q.Limit != nil {
		count, ok := q.Limit.Count.(*ast.IntLiteral)
		n := 0
		if ok {
			n, _ = strconv.Atoi(count.Value)
		}
		if n < 1 || q.Limit.Offset != nil {
			return sq.no(q.Limit, "LIMIT wants a number above 0, and no OFFSET")
		}
		sq.q.Limit = n
	}
	if q.OrderBy == nil {
		return nil
	}
	by, ok := column(q.OrderBy.Items[0].Expr)
	if len(q.OrderBy.Items) != 1 || !ok || q.OrderBy.Items[0].Dir != ast.DirectionDesc || sq.q.Limit == 0 {
		return sq.no(q.OrderBy, "ORDER BY is read only as ORDER BY segment or column DESC LIMIT n: the newest or "+
			"greatest rows")
	}
	n := sq.q.Limit
	sq.q.Limit = 0
	return sq.latest(q.OrderBy, n, by)
}

// latest sets that the n newest by a segment are wanted.
func (sq *sqlQuery) latest(at ast.Node, n int, by string) error {
	if !slices.Contains(sq.names, by) && !strings.Contains(by, ":") {
		return sq.no(at, "no segment %q; there are %s", by, strings.Join(sq.names, ", "))
	}
	sq.q.Latest, sq.q.By = n, by
	if why := sq.q.noNewest(); why != "" {
		return sq.no(at, "the newest by %s cannot be wanted: %s", by, why)
	}
	return nil
}
