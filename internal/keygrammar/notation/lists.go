package notation

import (
	"cmp"
	"go/ast"
	"reflect"
	"slices"
)

// listFunction is a function of lists of any type. It is called at a node of a scope.
type listFunction func(s *scope, at ast.Node, args []reflect.Value) reflect.Value

// listFunctions are those that every file has.
func listFunctions() map[string]listFunction {
	return map[string]listFunction{
		"len": func(_ *scope, _ ast.Node, args []reflect.Value) reflect.Value {
			return reflect.ValueOf(args[0].Len())
		},
		"min": func(_ *scope, _ ast.Node, args []reflect.Value) reflect.Value { return extreme(args, -1) },
		"max": func(_ *scope, _ ast.Node, args []reflect.Value) reflect.Value { return extreme(args, 1) },
		"cmp.Compare": func(_ *scope, _ ast.Node, args []reflect.Value) reflect.Value {
			return reflect.ValueOf(cmp.Compare(number(args[0]), number(args[1])))
		},
		"append":                appendTo,
		"slices.Concat":         concat,
		"slices.ContainsFunc":   containsFunc,
		"slices.DeleteFunc":     deleteFunc,
		"slices.SortStableFunc": sortStableFunc,
	}
}

func appendTo(s *scope, at ast.Node, args []reflect.Value) reflect.Value {
	list := args[0]
	for _, v := range args[1:] {
		list = reflect.Append(list, s.as(at, v, list.Type().Elem()))
	}
	return list
}

func concat(_ *scope, _ ast.Node, args []reflect.Value) reflect.Value {
	list := reflect.MakeSlice(args[0].Type(), 0, 0)
	for _, v := range args {
		list = reflect.AppendSlice(list, v)
	}
	return list
}

func containsFunc(s *scope, at ast.Node, args []reflect.Value) reflect.Value {
	for i := range args[0].Len() {
		if s.apply(at, args[1], []reflect.Value{args[0].Index(i)}).Bool() {
			return reflect.ValueOf(true)
		}
	}
	return reflect.ValueOf(false)
}

func deleteFunc(s *scope, at ast.Node, args []reflect.Value) reflect.Value {
	kept := reflect.MakeSlice(args[0].Type(), 0, args[0].Len())
	for i := range args[0].Len() {
		if v := args[0].Index(i); !s.apply(at, args[1], []reflect.Value{v}).Bool() {
			kept = reflect.Append(kept, v)
		}
	}
	return kept
}

func sortStableFunc(s *scope, at ast.Node, args []reflect.Value) reflect.Value {
	var all []reflect.Value
	for i := range args[0].Len() {
		all = append(all, clone(args[0].Index(i)))
	}
	slices.SortStableFunc(all, func(a, b reflect.Value) int {
		return int(s.apply(at, args[1], []reflect.Value{a, b}).Int())
	})
	for i, v := range all {
		args[0].Index(i).Set(v)
	}
	return args[0]
}

// extreme returns the greatest of numbers, or the least where sign is negative.
func extreme(args []reflect.Value, sign float64) reflect.Value {
	best := args[0]
	for _, v := range args[1:] {
		if v, best = sameType(v, best); sign*number(v) > sign*number(best) {
			best = v
		}
	}
	return best
}

func number(v reflect.Value) float64 { return v.Convert(reflect.TypeFor[float64]()).Float() }
