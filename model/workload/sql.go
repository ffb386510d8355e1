package workload

import (
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

// ParseSQL reads a workload from GoogleSQL SELECT statements on one table. names are the segments there are, which a query names
// as columns; a column is family['qualifier']. A parameter, as @user, stands for any value that occurs. A comment in a statement
// or before it states how often it runs, -- frequency: 100, its name, -- name: TEXT, and -- read your writes: true. Errors begin with line and column.
func ParseSQL(text []byte, names []string) (*Workload, error) {
	s := string(text)
	parts, err := memefish.SplitRawStatements("", s)
	if err != nil {
		return nil, sqlError(err, names)
	}
	queries := &Workload{}
	for _, part := range parts {
		if strings.TrimSpace(comments.ReplaceAllString(part.Statement, "")) == "" {
			continue
		}
		// Statements keep their place in the file, so that errors name it.
		blank := []byte(s[:part.End])
		for i := range int(part.Pos) {
			if blank[i] != '\n' {
				blank[i] = ' '
			}
		}
		p := sqlQuery{file: &token.File{Buffer: string(blank)}, names: names, q: &Query{Frequency: 1}}
		if err := p.parse(part.Statement); err != nil {
			return nil, err
		}
		if p.q.Name == "" {
			p.q.Name = fmt.Sprintf("query %d", len(queries.Queries)+1)
		}
		if slices.ContainsFunc(queries.Queries, func(o *Query) bool { return o.Name == p.q.Name }) {
			return nil, fmt.Errorf("line %d: the name %q appears twice: give each query a name of its own", p.q.Line, p.q.Name)
		}
		queries.Queries = append(queries.Queries, p.q)
	}
	if len(queries.Queries) == 0 {
		return nil, fmt.Errorf("the file contains no SELECT statement")
	}
	return queries, nil
}

var (
	comments = regexp.MustCompile(`(?m)--.*$|#.*$`)
	notes    = regexp.MustCompile(`(?m)--\s*(frequency|name|read your writes):\s*(.*?)\s*$`)
)

// sqlError is an error of the SQL parser with line and column before it. A segment that has the name of a reserved word is the likeliest
// mistake: at is one.
func sqlError(err error, names []string) error {
	var one *memefish.Error
	var several memefish.MultiError
	if errors.As(err, &several) && len(several) > 0 {
		one = several[0]
	} else if !errors.As(err, &one) {
		return err
	}
	message := one.Message
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasSuffix(message, ": "+strings.ToUpper(name)) }); i >= 0 {
		message = fmt.Sprintf("%s is a reserved word of GoogleSQL: write `%s`", strings.ToUpper(names[i]), names[i])
	}
	return fmt.Errorf("line %d, column %d: %s", one.Position.Line+1, one.Position.Column+1, message)
}

// sqlQuery is one statement.
type sqlQuery struct {
	file  *token.File
	names []string
	q     *Query
}

// no is an error about a node.
func (p *sqlQuery) no(n ast.Node, format string, args ...any) error {
	line, column := p.file.ResolvePos(n.Pos())
	return fmt.Errorf("line %d, column %d: %s", line+1, column+1, fmt.Sprintf(format, args...))
}

func (p *sqlQuery) parse(statement string) error {
	start := strings.LastIndex(p.file.Buffer, statement)
	for _, at := range notes.FindAllStringSubmatchIndex(statement, -1) {
		note := []string{1: statement[at[2]:at[3]], 2: statement[at[4]:at[5]]}
		line, column := p.file.ResolvePos(token.Pos(start + at[0]))
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("line %d, column %d: %s", line+1, column+1, fmt.Sprintf(format, args...))
		}
		switch note[1] {
		case "name":
			p.q.Name = note[2]
			continue
		case "read your writes":
			p.q.ReadYourWrites = strings.EqualFold(note[2], "true")
			if !p.q.ReadYourWrites && !strings.EqualFold(note[2], "false") {
				return wrong("-- read your writes: wants true or false, not %s", note[2])
			}
			continue
		}
		v, err := strconv.ParseFloat(note[2], 64)
		if err != nil || !(v > 0) || v > 1e300 {
			return wrong("-- frequency: %s is not a number above 0", note[2])
		}
		p.q.Frequency = v
	}
	parsed, err := memefish.ParseQuery("", p.file.Buffer)
	if err != nil {
		return sqlError(err, p.names)
	}
	line, _ := p.file.ResolvePos(parsed.Pos())
	p.q.Line = line + 1
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
		return p.no(parsed, "only a plain SELECT is read: no WITH, UNION, subquery, or pipe")
	case sel.From == nil:
		return p.no(sel, "the SELECT has no FROM")
	}
	if err := p.from(sel.From); err != nil {
		return err
	}
	if sel.Where != nil {
		if err := p.where(sel.Where.Expr); err != nil {
			return err
		}
	}
	if sel.GroupBy != nil {
		return p.newestOfEach(sel, whole)
	}
	if err := p.results(sel.Results); err != nil {
		return err
	}
	return p.order(whole)
}

// from makes sure that one table is read.
func (p *sqlQuery) from(f *ast.From) error {
	switch x := f.Source.(type) {
	case *ast.TableName, *ast.PathTableExpr:
		return nil
	case *ast.TVFCallExpr:
		return p.history(x)
	}
	return p.no(f.Source, "only one table is read: no JOIN and no subquery")
}

// history reads the arguments of a table that say which versions are read: after with before is a range of cell time.
func (p *sqlQuery) history(x *ast.TVFCallExpr) error {
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
				return p.no(arg, "%s wants a literal time", name)
			}
			ends[name] = text
		default:
			return p.no(arg, "the argument %s of a table is not read", arg.Name.Name)
		}
	}
	switch {
	case len(ends) == 0:
		return nil
	case len(ends) == 1:
		return p.no(x, "after and before are read together, as a range of cell time")
	}
	line, _ := p.file.ResolvePos(x.Pos())
	p.q.Where = append(p.q.Where, Condition{Segment: CellTime, Op: Range, Fixed: true, Value: ends["after"], To: ends["before"], Line: line + 1})
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
func (p *sqlQuery) results(items []ast.SelectItem) error {
	var columns []string
	for _, item := range items {
		e, ok := selected(item)
		if !ok {
			return nil
		}
		if name, ok := column(e); ok && !slices.Contains(p.names, name) && name != "_key" {
			columns = append(columns, name)
		}
	}
	slices.Sort(columns)
	p.q.Columns = slices.Compact(columns)
	return nil
}

// column is the segment or column that an expression is about: a name, family['qualifier'], or either in a cast.
func column(e ast.Expr) (string, bool) {
	switch x := e.(type) {
	case *ast.ParenExpr:
		return column(x.Expr)
	case *ast.CastExpr:
		return column(x.Expr)
	case *ast.Ident:
		return x.Name, true
	case *ast.Path:
		return x.Idents[len(x.Idents)-1].Name, true
	case *ast.IndexExpr:
		family, ok := column(x.Expr)
		arg, plain := x.Index.(*ast.ExprArg)
		if !ok || !plain {
			return "", false
		}
		qualifier, ok, _ := literal(arg.Expr)
		return family + ":" + qualifier, ok
	case *ast.CallExpr: // a conversion: TO_INT64(x), SAFE_CONVERT_BYTES_TO_STRING(x)
		if len(x.Args) == 1 {
			if arg, ok := x.Args[0].(*ast.ExprArg); ok {
				return column(arg.Expr)
			}
		}
	}
	return "", false
}

// literal is the text of a literal; any reports a parameter, which stands for any value.
func literal(e ast.Expr) (text string, ok, any bool) {
	switch x := e.(type) {
	case *ast.StringLiteral:
		return x.Value, true, false
	case *ast.BytesLiteral:
		return string(x.Value), true, false
	case *ast.IntLiteral:
		return x.Value, true, false
	case *ast.FloatLiteral:
		return x.Value, true, false
	case *ast.DateLiteral:
		return x.Value.Value, true, false
	case *ast.TimestampLiteral:
		return x.Value.Value, true, false
	case *ast.ParenExpr:
		return literal(x.Expr)
	case *ast.CastExpr:
		return literal(x.Expr)
	case *ast.Param:
		return "", true, true
	}
	return "", false, false
}

// where reads conditions joined by AND.
func (p *sqlQuery) where(e ast.Expr) error {
	switch x := e.(type) {
	case *ast.ParenExpr:
		return p.where(x.Expr)
	case *ast.BetweenExpr:
		if x.Not {
			return p.no(x, "NOT BETWEEN is not read")
		}
		return p.between(x, x.Left, x.RightStart, x.RightEnd)
	case *ast.CallExpr:
		return p.startsWith(x)
	case *ast.BinaryExpr:
		switch x.Op {
		case ast.OpAnd:
			if low, high, ok := bounds(x); ok {
				return p.between(x, low.Left, low.Right, high.Right)
			}
			if err := p.where(x.Left); err != nil {
				return err
			}
			return p.where(x.Right)
		case ast.OpEqual:
			return p.equal(x)
		case ast.OpLike:
			return p.like(x)
		}
		return p.no(x, "%s is not read: the conditions are =, BETWEEN, >= with <=, STARTS_WITH, and LIKE 'text%%', joined by AND", x.Op)
	}
	return p.no(e, "this condition is not read: the conditions are =, BETWEEN, >= with <=, STARTS_WITH, and LIKE 'text%%', joined by AND")
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
func (p *sqlQuery) add(n ast.Node, on ast.Expr, c Condition) error {
	name, ok := column(on)
	if !ok {
		return p.no(n, "the left side is a segment of the keys, or a column as family['qualifier']")
	}
	if name == "_key" {
		return p.no(n, "a condition on _key is read only as _key = @key; name the segments instead: %s", strings.Join(p.names, ", "))
	}
	if !slices.Contains(p.names, name) && !strings.Contains(name, ":") {
		return p.no(n, "no segment %q; there are %s. A column is family['qualifier']", name, strings.Join(p.names, ", "))
	}
	c.Segment = name
	line, _ := p.file.ResolvePos(n.Pos())
	c.Line = line + 1
	switch {
	case slices.ContainsFunc(p.q.Where, func(o Condition) bool { return o.Segment == name }):
		return p.no(n, "%s appears twice: a query has one condition on each", name)
	case p.q.secondRange(c):
		return p.no(n, "%s: the query already has a range that begins anywhere: give this one fixed ends", name)
	}
	p.q.Where = append(p.q.Where, c)
	return nil
}

func (p *sqlQuery) equal(x *ast.BinaryExpr) error {
	text, ok, any := literal(x.Right)
	if !ok {
		return p.no(x.Right, "the right side is a literal or a parameter")
	}
	if name, _ := column(x.Left); name == "_key" && any {
		for _, segment := range p.names {
			p.q.Where = append(p.q.Where, Condition{Segment: segment, Op: Equal})
		}
		return nil
	}
	return p.add(x, x.Left, Condition{Op: Equal, Fixed: !any, Value: text})
}

func (p *sqlQuery) between(n ast.Node, on, from, to ast.Expr) error {
	low, ok, any := literal(from)
	high, also, anyHigh := literal(to)
	if !ok || !also || any || anyHigh {
		return p.no(n, "the ends of a range are literals; in a workload file, range WIDTH stands for a range that begins anywhere")
	}
	return p.add(n, on, Condition{Op: Range, Fixed: true, Value: low, To: high})
}

func (p *sqlQuery) startsWith(x *ast.CallExpr) error {
	if !strings.EqualFold(x.Func.SQL(), "STARTS_WITH") || len(x.Args) != 2 {
		return p.no(x, "%s is not read as a condition: STARTS_WITH(x, 'text') is", x.Func.SQL())
	}
	on, ok := x.Args[0].(*ast.ExprArg)
	arg, also := x.Args[1].(*ast.ExprArg)
	if !ok || !also {
		return p.no(x, "STARTS_WITH wants a column and a literal")
	}
	text, isText, any := literal(arg.Expr)
	if !isText || any || text == "" {
		return p.no(arg, "STARTS_WITH wants a literal text")
	}
	return p.add(x, on.Expr, Condition{Op: Prefix, Fixed: true, Value: text})
}

func (p *sqlQuery) like(x *ast.BinaryExpr) error {
	text, ok, any := literal(x.Right)
	prefix, ends := strings.CutSuffix(text, "%")
	if !ok || any || !ends || prefix == "" || strings.ContainsAny(prefix, "%_\\") {
		return p.no(x.Right, "LIKE is read only with a literal text and %% at its end")
	}
	return p.add(x, x.Left, Condition{Op: Prefix, Fixed: true, Value: prefix})
}

// order reads ORDER BY x DESC LIMIT n, the newest, or LIMIT alone.
func (p *sqlQuery) order(q *ast.Query) error {
	if q.Limit != nil {
		count, ok := q.Limit.Count.(*ast.IntLiteral)
		n := 0
		if ok {
			n, _ = strconv.Atoi(count.Value)
		}
		if n < 1 || q.Limit.Offset != nil {
			return p.no(q.Limit, "LIMIT wants a number above 0, and no OFFSET")
		}
		p.q.Limit = n
	}
	if q.OrderBy == nil {
		return nil
	}
	by, ok := column(q.OrderBy.Items[0].Expr)
	if len(q.OrderBy.Items) != 1 || !ok || q.OrderBy.Items[0].Dir != ast.DirectionDesc || p.q.Limit == 0 {
		return p.no(q.OrderBy, "ORDER BY is read only as ORDER BY segment DESC LIMIT n: the newest rows")
	}
	n := p.q.Limit
	p.q.Limit = 0
	return p.latest(q.OrderBy, n, by)
}

// latest sets that the n newest by a segment are wanted.
func (p *sqlQuery) latest(at ast.Node, n int, by string) error {
	if !slices.Contains(p.names, by) {
		return p.no(at, "no segment %q; there are %s", by, strings.Join(p.names, ", "))
	}
	p.q.Latest, p.q.By = n, by
	if why := p.q.noNewest(); why != "" {
		return p.no(at, "the newest by %s cannot be wanted: %s", by, why)
	}
	return nil
}
