package notation

import (
	"go/ast"
	"go/token"
	"reflect"
)

// ending is how a block ends.
type ending int

const (
	goesOn ending = iota
	returned
	broken
	continued
)

// block runs statements in the scope.
func (s *scope) block(list []ast.Stmt) (ending, reflect.Value) {
	for _, statement := range list {
		if end, v := s.run(statement); end != goesOn {
			return end, v
		}
	}
	return goesOn, reflect.Value{}
}

func (s *scope) run(statement ast.Stmt) (ending, reflect.Value) {
	switch statement := statement.(type) {
	case *ast.ReturnStmt:
		return returned, s.results(statement.Results)
	case *ast.AssignStmt:
		s.assign(statement)
	case *ast.IncDecStmt:
		op := map[token.Token]token.Token{token.INC: token.ADD, token.DEC: token.SUB}[statement.Tok]
		v := s.place(statement.X)
		v.Set(s.operate(statement, op, v, reflect.ValueOf(1).Convert(v.Type())))
	case *ast.DeclStmt:
		s.declare(statement.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		s.eval(statement.X)
	case *ast.BlockStmt:
		return s.inner().block(statement.List)
	case *ast.IfStmt:
		return s.branch(statement)
	case *ast.SwitchStmt:
		return s.choose(statement)
	case *ast.RangeStmt:
		return s.each(statement)
	case *ast.ForStmt:
		return s.loop(statement)
	case *ast.BranchStmt:
		return map[token.Token]ending{token.BREAK: broken, token.CONTINUE: continued}[statement.Tok], reflect.Value{}
	default:
		s.wrong(statement, "no statement of %T", statement)
	}
	return goesOn, reflect.Value{}
}

func (s *scope) results(list []ast.Expr) reflect.Value {
	if len(list) == 1 {
		return s.eval(list[0])
	}
	var all tuple
	for _, e := range list {
		all = append(all, s.eval(e))
	}
	return reflect.ValueOf(all)
}

func (s *scope) declare(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		values, ok := spec.(*ast.ValueSpec)
		if !ok {
			s.wrong(spec, "no declaration of %T", spec)
		}
		for i, name := range values.Names {
			if i < len(values.Values) {
				s.bind(name.Name, s.eval(values.Values[i]))
			} else {
				s.bind(name.Name, reflect.Zero(s.findType(values.Type)))
			}
		}
	}
}

func (s *scope) assign(a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN && a.Tok != token.DEFINE {
		v := s.place(a.Lhs[0])
		right := s.eval(a.Rhs[0])
		op := a.Tok - token.ADD_ASSIGN + token.ADD // both lists of operators are in one order
		v.Set(s.operate(a, op, v, right.Convert(v.Type())))
		return
	}
	var values []reflect.Value
	for _, e := range a.Rhs {
		v := s.eval(e)
		if all, ok := v.Interface().(tuple); ok {
			values = append(values, all...)
			continue
		}
		values = append(values, clone(v)) // what is assigned together is read before
	}
	for at, left := range a.Lhs {
		id, isName := left.(*ast.Ident)
		switch {
		case isName && id.Name == "_":
		case isName && a.Tok == token.DEFINE:
			s.bind(id.Name, values[at])
		default:
			s.store(left, values[at])
		}
	}
}

// store changes a variable, a field, an element of a list, or an entry of a map.
func (s *scope) store(left ast.Expr, v reflect.Value) {
	if at, ok := left.(*ast.IndexExpr); ok {
		if m := s.eval(at.X); m.Kind() == reflect.Map {
			m.SetMapIndex(s.eval(at.Index), s.as(left, v, m.Type().Elem()))
			return
		}
	}
	to := s.place(left)
	to.Set(s.as(left, v, to.Type()))
}

// place returns what an expression stands for so that it can be changed.
func (s *scope) place(expr ast.Expr) reflect.Value {
	switch expr := expr.(type) {
	case *ast.Ident:
		if v, ok := s.find(expr.Name); ok {
			return v
		}
	case *ast.SelectorExpr:
		return s.field(expr, s.place(expr.X), expr.Sel.Name)
	case *ast.IndexExpr:
		return s.place(expr.X).Index(int(integer(s.eval(expr.Index))))
	case *ast.CompositeLit:
		return s.eval(expr)
	}
	s.wrong(expr, "%T cannot be changed", expr)
	return reflect.Value{}
}

func (s *scope) branch(statement *ast.IfStmt) (ending, reflect.Value) {
	in := s.inner()
	if statement.Init != nil {
		in.run(statement.Init)
	}
	switch {
	case in.eval(statement.Cond).Bool():
		return in.inner().block(statement.Body.List)
	case statement.Else != nil:
		return in.run(statement.Else)
	}
	return goesOn, reflect.Value{}
}

func (s *scope) choose(statement *ast.SwitchStmt) (ending, reflect.Value) {
	in := s.inner()
	if statement.Init != nil {
		in.run(statement.Init)
	}
	tag := reflect.ValueOf(true)
	if statement.Tag != nil {
		tag = in.eval(statement.Tag)
	}
	var chosen *ast.CaseClause
	for _, inside := range statement.Body.List {
		clause := inside.(*ast.CaseClause)
		if clause.List == nil && chosen == nil {
			chosen = clause
		}
		if in.matches(tag, clause) {
			chosen = clause
			break
		}
	}
	if chosen == nil {
		return goesOn, reflect.Value{}
	}
	end, v := in.inner().block(chosen.Body)
	if end == broken {
		end = goesOn
	}
	return end, v
}

func (s *scope) matches(tag reflect.Value, clause *ast.CaseClause) bool {
	for _, e := range clause.List {
		left, right := sameType(tag, s.eval(e))
		if s.operate(e, token.EQL, left, right).Bool() {
			return true
		}
	}
	return false
}

// each runs the body for each element of a list, for each number below one, or for each character of a text.
func (s *scope) each(statement *ast.RangeStmt) (ending, reflect.Value) {
	over := s.eval(statement.X)
	var keys, values []reflect.Value
	switch over.Kind() {
	case reflect.Int:
		for i := range int(over.Int()) {
			keys = append(keys, reflect.ValueOf(i))
		}
	case reflect.String:
		for i, c := range over.String() {
			keys, values = append(keys, reflect.ValueOf(i)), append(values, reflect.ValueOf(c))
		}
	default:
		for i := range over.Len() {
			keys, values = append(keys, reflect.ValueOf(i)), append(values, bare(over.Index(i)))
		}
	}
	for at := range keys {
		in := s.inner()
		if id, ok := statement.Key.(*ast.Ident); ok && id.Name != "_" {
			in.bind(id.Name, keys[at])
		}
		if id, ok := statement.Value.(*ast.Ident); ok && id.Name != "_" {
			in.bind(id.Name, values[at])
		}
		if end, v := in.block(statement.Body.List); end == returned {
			return end, v
		} else if end == broken {
			break
		}
	}
	return goesOn, reflect.Value{}
}

func (s *scope) loop(statement *ast.ForStmt) (ending, reflect.Value) {
	in := s.inner()
	if statement.Init != nil {
		in.run(statement.Init)
	}
	for statement.Cond == nil || in.eval(statement.Cond).Bool() {
		if end, v := in.inner().block(statement.Body.List); end == returned {
			return end, v
		} else if end == broken {
			break
		}
		if statement.Post != nil {
			in.run(statement.Post)
		}
	}
	return goesOn, reflect.Value{}
}
