package notation

import (
	"go/ast"
	"go/token"
	"math"
	"reflect"
	"strconv"
)

// tuple is several results of one call.
type tuple []reflect.Value

// eval returns the value of an expression.
func (s *scope) eval(expr ast.Expr) reflect.Value {
	switch expr := expr.(type) {
	case *ast.BasicLit:
		return s.literal(expr)
	case *ast.Ident:
		return s.name(expr)
	case *ast.ParenExpr:
		return s.eval(expr.X)
	case *ast.UnaryExpr:
		return s.unary(expr)
	case *ast.BinaryExpr:
		return s.binary(expr)
	case *ast.CallExpr:
		return s.callExpr(expr)
	case *ast.FuncLit:
		return reflect.ValueOf(newFunction(expr.Type, expr.Body, s))
	case *ast.CompositeLit:
		return s.composite(expr, s.findType(expr.Type))
	case *ast.IndexExpr:
		return s.index(expr)
	case *ast.SliceExpr:
		return s.slice(expr)
	case *ast.SelectorExpr:
		return s.selector(expr)
	case *ast.StarExpr:
		return s.eval(expr.X).Elem()
	}
	s.wrong(expr, "no value of %T", expr)
	return reflect.Value{}
}

func (s *scope) literal(lit *ast.BasicLit) reflect.Value {
	switch lit.Kind {
	case token.INT:
		if n, err := strconv.ParseInt(lit.Value, 0, 64); err == nil {
			return reflect.ValueOf(int(n))
		}
	case token.FLOAT:
		if x, err := strconv.ParseFloat(lit.Value, 64); err == nil {
			return reflect.ValueOf(x)
		}
	case token.STRING:
		if text, err := strconv.Unquote(lit.Value); err == nil {
			return reflect.ValueOf(text)
		}
	case token.CHAR:
		if c, _, _, err := strconv.UnquoteChar(lit.Value[1:], '\''); err == nil {
			return reflect.ValueOf(int(c))
		}
	}
	s.wrong(lit, "no number or text: %s", lit.Value)
	return reflect.Value{}
}

// name returns the value of a name: of the scope, of the file, or of the library.
func (s *scope) name(id *ast.Ident) reflect.Value {
	if v, ok := s.find(id.Name); ok {
		return v
	}
	if c, ok := s.functions[id.Name]; ok {
		return reflect.ValueOf(c)
	}
	if expr, ok := s.constants[id.Name]; ok {
		return (&scope{File: s.File}).eval(expr)
	}
	if v, ok := s.names[id.Name]; ok {
		return v
	}
	if id.Name == "true" || id.Name == "false" {
		return reflect.ValueOf(id.Name == "true")
	}
	s.wrong(id, "no definition of %s", id.Name)
	return reflect.Value{}
}

// composite returns a list, a struct or a map.
func (s *scope) composite(lit *ast.CompositeLit, of reflect.Type) reflect.Value {
	if of == nil {
		s.wrong(lit, "no such type")
	}
	value := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Slice:
		value.Set(reflect.MakeSlice(of, 0, len(lit.Elts)))
		for _, e := range lit.Elts {
			value.Set(reflect.Append(value, s.element(e, of.Elem())))
		}
	case reflect.Map:
		value.Set(reflect.MakeMap(of))
		for _, e := range lit.Elts {
			pair := e.(*ast.KeyValueExpr)
			value.SetMapIndex(s.element(pair.Key, of.Key()), s.element(pair.Value, of.Elem()))
		}
	case reflect.Struct:
		for i, e := range lit.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				field := s.field(lit, value, pair.Key.(*ast.Ident).Name)
				field.Set(s.element(pair.Value, field.Type()))
				continue
			}
			value.Field(i).Set(s.element(e, value.Field(i).Type()))
		}
	}
	return value
}

// element returns a value inside another, as of its type.
func (s *scope) element(expr ast.Expr, of reflect.Type) reflect.Value {
	if lit, ok := expr.(*ast.CompositeLit); ok && lit.Type == nil {
		return s.composite(lit, of)
	}
	return s.as(expr, s.eval(expr), of)
}

// field returns a field of a struct. Those of structs of the file begin with a capital there.
func (s *scope) field(at ast.Node, v reflect.Value, name string) reflect.Value {
	if v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	f := v.FieldByName(capital(name))
	if !f.IsValid() {
		s.wrong(at, "%s has no %s", v.Type(), name)
	}
	return f
}

func (s *scope) index(expr *ast.IndexExpr) reflect.Value {
	of, at := s.eval(expr.X), s.eval(expr.Index)
	if of.Kind() == reflect.Map {
		if v := of.MapIndex(at); v.IsValid() {
			return v
		}
		return reflect.Zero(of.Type().Elem())
	}
	return bare(of.Index(int(integer(at))))
}

// bare returns what an interface holds.
func bare(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		return v.Elem()
	}
	return v
}

func (s *scope) slice(expr *ast.SliceExpr) reflect.Value {
	of := s.eval(expr.X)
	bound := func(e ast.Expr, otherwise int) int {
		if e == nil {
			return otherwise
		}
		return int(integer(s.eval(e)))
	}
	low := bound(expr.Low, 0)
	high := bound(expr.High, of.Len())
	if expr.Slice3 {
		return of.Slice3(low, high, bound(expr.Max, 0))
	}
	return of.Slice(low, high)
}

// selector returns a builtin of another package, a method, or a field.
func (s *scope) selector(expr *ast.SelectorExpr) reflect.Value {
	if id, ok := expr.X.(*ast.Ident); ok {
		if _, local := s.find(id.Name); !local {
			if v, ok := s.names[id.Name+"."+expr.Sel.Name]; ok {
				return v
			}
		}
	}
	of := bare(s.eval(expr.X))
	if m := of.MethodByName(expr.Sel.Name); m.IsValid() {
		return m
	}
	if of.CanAddr() {
		if m := of.Addr().MethodByName(expr.Sel.Name); m.IsValid() {
			return m
		}
	}
	return bare(s.field(expr, of, expr.Sel.Name))
}

// callExpr returns the result of a call or a conversion.
func (s *scope) callExpr(expr *ast.CallExpr) reflect.Value {
	if id, ok := expr.Fun.(*ast.Ident); ok {
		switch id.Name {
		case "each":
			return reflect.ValueOf(&Function{value: expr.Args[0], scope: s})
		case "make":
			n := int(integer(s.eval(expr.Args[1])))
			return reflect.MakeSlice(s.findType(expr.Args[0]), n, n)
		}
	}
	if of := s.conversion(expr.Fun); of != nil {
		return convert(s.eval(expr.Args[0]), of)
	}
	return s.apply(expr, bare(s.eval(expr.Fun)), s.arguments(expr))
}

// conversion returns the type that is written in place of a function.
func (s *scope) conversion(function ast.Expr) reflect.Type {
	if id, ok := function.(*ast.Ident); ok {
		if _, local := s.find(id.Name); local {
			return nil
		}
	}
	return s.findType(function)
}

func (s *scope) arguments(expr *ast.CallExpr) []reflect.Value {
	var args []reflect.Value
	for _, arg := range expr.Args {
		v := s.eval(arg)
		if all, ok := v.Interface().(tuple); ok {
			args = append(args, all...)
			continue
		}
		args = append(args, v)
	}
	if !expr.Ellipsis.IsValid() {
		return args
	}
	last := args[len(args)-1]
	args = args[:len(args)-1]
	for i := range last.Len() {
		args = append(args, bare(last.Index(i)))
	}
	return args
}

// convert returns v as of a type, as conversions in Go do.
func convert(v reflect.Value, of reflect.Type) reflect.Value {
	if v.CanFloat() && of.Kind() == reflect.Uint64 && v.Float() >= math.MaxInt64 {
		return reflect.ValueOf(uint64(v.Float()))
	}
	return v.Convert(of)
}

// apply calls a function of the file, of lists, or of Go.
func (s *scope) apply(at ast.Node, function reflect.Value, args []reflect.Value) reflect.Value {
	switch f := function.Interface().(type) {
	case *Function:
		return f.call(s, args)
	case listFunction:
		return f(s, at, args)
	}
	of := function.Type()
	if of.Kind() != reflect.Func {
		s.wrong(at, "%s is no function", of)
	}
	if of.NumIn() > 0 && of.In(0) == s.library.Given {
		args = append([]reflect.Value{s.given}, args...)
	}
	fixed := of.NumIn()
	if of.IsVariadic() {
		fixed--
	}
	if len(args) < fixed || len(args) > fixed && !of.IsVariadic() {
		s.wrong(at, "%d arguments for %s", len(args), of)
	}
	for i := range args {
		param := of.In(min(i, of.NumIn()-1))
		if i >= fixed {
			param = param.Elem()
		}
		args[i] = s.as(at, args[i], param)
	}
	results := function.Call(args)
	if len(results) == 1 {
		return bare(results[0])
	}
	return reflect.ValueOf(tuple(results))
}

// as returns v as a value of a type: functions of the file as those of Go, numbers and lists as those of other types.
func (s *scope) as(at ast.Node, v reflect.Value, of reflect.Type) reflect.Value {
	v = bare(v)
	if f, ok := v.Interface().(*Function); ok && of.Kind() == reflect.Func {
		return s.function(f, of)
	}
	switch {
	case v.Type().AssignableTo(of):
		return v
	case v.Kind() == reflect.Slice && of.Kind() == reflect.Slice:
		all := reflect.MakeSlice(of, 0, v.Len())
		for i := range v.Len() {
			all = reflect.Append(all, s.as(at, v.Index(i), of.Elem()))
		}
		return all
	case v.Type().ConvertibleTo(of):
		return convert(v, of)
	}
	s.wrong(at, "%s in place of %s", v.Type(), of)
	return v
}

// function returns a function of the file as one of Go. What is given to that is passed on; arguments without a
// parameter are left out.
func (s *scope) function(f *Function, of reflect.Type) reflect.Value {
	return reflect.MakeFunc(of, func(in []reflect.Value) []reflect.Value {
		from := s.inner()
		var args []reflect.Value
		for _, v := range in {
			if v.Type() == s.library.Given {
				from.given = v
				continue
			}
			args = append(args, v)
		}
		result := f.call(from, args[:min(len(args), len(f.params))])
		if of.NumOut() == 0 {
			return nil
		}
		return []reflect.Value{s.as(f.node(), result, of.Out(0))}
	})
}
