// Package notation evaluates definitions that are written as Go without types: func f(a, b) { ... }, constants, and
// structs. It has what the productions of a grammar need: names, literals, operators, calls, function literals,
// slicing, if, switch, for, and assignments. A library gives it the names of functions and types of Go.
//
// Functions may have a first parameter that nobody writes down, such as a source of random draws: each definition
// passes on the one that it was called with. each(x) is a function that evaluates x whenever it is called.
//
// It is for data that belongs to the tests: what is wrong in it panics, with its place.
package notation

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
)

// Library is what definitions can use without defining it.
type Library struct {
	Names map[string]any          // functions and other values of Go, such as "strings.Fields"
	Types map[string]reflect.Type // for literals and conversions, beside the basic types
	Given reflect.Type            // of the first parameter that is passed on
}

// File is a parsed file. It is never changed and may be used by several goroutines.
type File struct {
	library   Library
	names     map[string]reflect.Value // of the library, and of lists
	set       *token.FileSet
	functions map[string]*Function
	constants map[string]ast.Expr
	types     map[string]reflect.Type
}

// Parse returns the definitions of a file.
func (l Library) Parse(name string, text []byte) (*File, error) {
	file := &File{library: l, names: map[string]reflect.Value{}, set: token.NewFileSet(),
		functions: map[string]*Function{}, constants: map[string]ast.Expr{}, types: map[string]reflect.Type{}}
	for word, value := range l.Names {
		file.names[word] = reflect.ValueOf(value)
	}
	for word, function := range listFunctions() {
		file.names[word] = reflect.ValueOf(function)
	}
	tree, err := parser.ParseFile(file.set, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, decl := range tree.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			file.functions[decl.Name.Name] = newFunction(decl.Type, decl.Body, &scope{File: file})
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				file.define(spec)
			}
		}
	}
	return file, nil
}

// define adds a constant or a type.
func (f *File) define(spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for i, name := range spec.Names {
			f.constants[name.Name] = spec.Values[i]
		}
	case *ast.TypeSpec:
		f.types[spec.Name.Name] = f.findType(spec.Type)
	}
}

// Function returns a definition, nil where there is none.
func (f *File) Function(name string) *Function { return f.functions[name] }

// Function is a definition, or a function that is written where it is used.
type Function struct {
	params   []string
	variadic bool
	body     *ast.BlockStmt
	value    ast.Expr // in place of a body
	scope    *scope   // in which it was written
}

// newFunction returns the function of a body. What stands in place of types are the names of its parameters.
func newFunction(of *ast.FuncType, body *ast.BlockStmt, in *scope) *Function {
	function := &Function{body: body, scope: in}
	for _, param := range of.Params.List {
		name := param.Type
		if rest, ok := name.(*ast.Ellipsis); ok {
			function.variadic, name = true, rest.Elt
		}
		function.params = append(function.params, name.(*ast.Ident).Name)
	}
	return function
}

// Call returns what the function makes of arguments. Those that it has no parameters for are left out.
func (f *Function) Call(given any, args ...any) any {
	from := &scope{File: f.scope.File, given: reflect.ValueOf(given)}
	var values []reflect.Value
	for _, arg := range args[:min(len(args), len(f.params))] {
		values = append(values, reflect.ValueOf(arg))
	}
	return f.call(from, values).Interface()
}

// call runs the function with what is given to its caller.
func (f *Function) call(from *scope, args []reflect.Value) reflect.Value {
	in := f.scope.inner()
	if from.given.IsValid() {
		in.given = from.given
	}
	if f.value != nil {
		return in.eval(f.value)
	}
	for at, name := range f.params {
		switch {
		case f.variadic && at == len(f.params)-1:
			in.bind(name, gather(args[min(at, len(args)):]))
		case at < len(args):
			in.bind(name, args[at])
		default:
			in.wrong(f.body, "the argument %s is missing", name)
		}
	}
	_, result := in.block(f.body.List)
	return result
}

// node returns a place in the function, for messages.
func (f *Function) node() ast.Node {
	if f.value != nil {
		return f.value
	}
	return f.body
}

// gather returns values as one slice, of their type where they have one.
func gather(values []reflect.Value) reflect.Value {
	of := reflect.TypeFor[any]()
	if len(values) > 0 {
		of = values[0].Type()
	}
	for _, v := range values {
		if v.Type() != of {
			of = reflect.TypeFor[any]()
		}
	}
	return reflect.Append(reflect.MakeSlice(reflect.SliceOf(of), 0, len(values)), values...)
}

// scope holds the names of a block.
type scope struct {
	*File
	given  reflect.Value
	values map[string]reflect.Value
	up     *scope
}

func (s *scope) inner() *scope { return &scope{File: s.File, given: s.given, up: s} }

// bind gives a name a value of its own, which can be changed.
func (s *scope) bind(name string, value reflect.Value) {
	if s.values == nil {
		s.values = map[string]reflect.Value{}
	}
	s.values[name] = clone(value)
}

// clone returns a copy that can be changed.
func clone(value reflect.Value) reflect.Value {
	own := reflect.New(value.Type()).Elem()
	own.Set(value)
	return own
}

// find returns the value of a name in the scope and those around it.
func (s *scope) find(name string) (reflect.Value, bool) {
	for ; s != nil; s = s.up {
		if v, ok := s.values[name]; ok {
			return v, true
		}
	}
	return reflect.Value{}, false
}

// wrong panics with the place of a node.
func (s *scope) wrong(at ast.Node, format string, args ...any) {
	panic(fmt.Sprintf("%s: %s", s.set.Position(at.Pos()), fmt.Sprintf(format, args...)))
}

// findType returns the type that an expression names, nil where it names none.
func (f *File) findType(expr ast.Expr) reflect.Type {
	switch expr := expr.(type) {
	case *ast.Ident:
		return f.namedType(expr.Name)
	case *ast.SelectorExpr:
		if of, ok := expr.X.(*ast.Ident); ok {
			return f.library.Types[of.Name+"."+expr.Sel.Name]
		}
	case *ast.ArrayType:
		return reflect.SliceOf(f.findType(expr.Elt))
	case *ast.MapType:
		return reflect.MapOf(f.findType(expr.Key), f.findType(expr.Value))
	case *ast.StructType:
		return f.newStruct(expr)
	}
	return nil
}

func (f *File) namedType(name string) reflect.Type {
	if t, ok := f.types[name]; ok {
		return t
	}
	if t, ok := f.library.Types[name]; ok {
		return t
	}
	return basicType(name)
}

// basicType returns a type of Go by name.
func basicType(name string) reflect.Type {
	for _, zero := range []any{
		"", false, 0, int32(0), int64(0), uint8(0), uint16(0), uint32(0), uint64(0), float32(0), float64(0),
	} {
		if t := reflect.TypeOf(zero); t.Name() == name {
			return t
		}
	}
	return map[string]reflect.Type{
		"byte": reflect.TypeFor[byte](), "rune": reflect.TypeFor[rune](), "any": reflect.TypeFor[any](),
	}[name]
}

// newStruct returns the type of a struct, with its names in capitals, as reflection can set them.
func (f *File) newStruct(expr *ast.StructType) reflect.Type {
	var fields []reflect.StructField
	for _, field := range expr.Fields.List {
		for _, name := range field.Names {
			fields = append(fields, reflect.StructField{Name: capital(name.Name), Type: f.findType(field.Type)})
		}
	}
	return reflect.StructOf(fields)
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
