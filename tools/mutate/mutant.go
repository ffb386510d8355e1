package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A mutant replaces the bytes from start to end of one file by text.
type mutant struct {
	file       string // absolute path
	line       int
	start, end int
	text       string
	original   []byte // the whole file
}

func (m mutant) source() []byte {
	return slices.Concat(m.original[:m.start], []byte(m.text), m.original[m.end:])
}

// String returns the position and the change.
func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.change()) }

// change returns the line and what of it is replaced by what.
func (m mutant) change() string {
	from := bytes.LastIndexByte(m.original[:m.start], '\n') + 1
	line, _, _ := bytes.Cut(m.original[from:], []byte("\n"))
	was, _, _ := strings.Cut(string(m.original[m.start:m.end]), "\n")
	return fmt.Sprintf("%s  [%s -> %s]", bytes.TrimSpace(line), was, m.text)
}

// overlay writes the mutant and its overlay.json to a new temporary folder, which the caller removes.
func (m mutant) overlay() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "mutate"); err != nil {
		return "", err
	}
	changed := filepath.Join(folder, "mutant.go")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{m.file: changed}})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "overlay.json"), text, 0o600)
	}
	if err == nil {
		err = os.WriteFile(changed, m.source(), 0o600)
	}
	return folder, err
}

// swaps returns the operators that stand in for another: each comparison moved by its limit and negated, each other by
// its opposite.
func swaps(operator string) []string {
	return strings.Fields(map[string]string{
		"<": "<= >=", "<=": "< >", ">": ">= <=", ">=": "> <", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
		"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
		"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "++": "--", "--": "++",
	}[operator])
}

// findMutants returns all mutants of files in dir, in the order of the files. Generated files have none.
func findMutants(dir string, files []string) ([]mutant, error) {
	var all []mutant
	for _, name := range files {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(file) {
			continue
		}
		add := func(from, to token.Pos, replacement string) {
			at := set.Position(from)
			all = append(all, mutant{path, at.Line, at.Offset, set.Position(to).Offset, replacement, text})
		}
		source := func(n ast.Node) string {
			return string(text[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset])
		}
		ast.Inspect(file, func(n ast.Node) bool { return visit(n, source, add) })
	}
	return all, nil
}

// visit adds the mutants of n itself and reports whether its parts have any.
func visit(n ast.Node, source func(ast.Node) string, add func(from, to token.Pos, text string)) bool {
	swap := func(at token.Pos, operator token.Token) {
		for _, other := range swaps(operator.String()) {
			add(at, at+token.Pos(len(operator.String())), other)
		}
	}
	switch node := n.(type) {
	case *ast.ImportSpec, *ast.Field:
		return false
	case *ast.CallExpr:
		if unobservable(node) {
			return false
		}
		addClamps(node, source, add)
	case *ast.BinaryExpr:
		swap(node.OpPos, node.Op)
	case *ast.IncDecStmt:
		swap(node.TokPos, node.Tok)
	case *ast.IfStmt: // negated, and its body left out; what the condition uses stays in use
		add(node.Cond.Pos(), node.Cond.End(), "!("+source(node.Cond)+")")
		add(node.Cond.Pos(), node.Cond.End(), "false && ("+source(node.Cond)+")")
	case *ast.BasicLit:
		for _, other := range otherNumbers(node) {
			add(node.Pos(), node.End(), other)
		}
	case *ast.ReturnStmt:
		addBooleans(node.Results, add)
	case *ast.AssignStmt:
		swap(node.TokPos, node.Tok)
		addBooleans(node.Rhs, add)
	case *ast.BlockStmt:
		addDeletions(node.List, add)
	case *ast.CaseClause:
		addDeletions(node.Body, add)
	}
	return true
}

// otherNumbers returns the numbers that stand in for a constant: those beside a small one, and the double and the half
// of others.
func otherNumbers(lit *ast.BasicLit) []string {
	value, err := strconv.ParseInt(lit.Value, 0, 64)
	switch {
	case lit.Kind == token.INT && err == nil && value <= 16:
		return []string{strconv.FormatInt(value+1, 10), "(" + strconv.FormatInt(value-1, 10) + ")"}
	case lit.Kind == token.INT && err == nil: // one more of a thousand is no fault that a test should notice
		return []string{"(2*" + lit.Value + ")", "(" + lit.Value + "/2)"}
	}
	if real, err := strconv.ParseFloat(lit.Value, 64); lit.Kind == token.FLOAT && err == nil && real != 0 {
		return []string{"(2*" + lit.Value + ")", "(" + lit.Value + "/2)"}
	}
	return nil
}

// addClamps adds a minimum or maximum without each of its bounds, and with the other one in its place.
func addClamps(call *ast.CallExpr, source func(ast.Node) string, add func(from, to token.Pos, text string)) {
	name := source(call.Fun)
	other, ok := map[string]string{"min": "max", "max": "min", "math.Min": "math.Max", "math.Max": "math.Min"}[name]
	if !ok || len(call.Args) < 2 || call.Ellipsis.IsValid() {
		return
	}
	add(call.Fun.Pos(), call.Fun.End(), other)
	for without := range call.Args {
		var rest []string
		for i, arg := range call.Args {
			if i != without {
				rest = append(rest, source(arg))
			}
		}
		text := "(" + strings.Join(rest, ", ") + ")"
		if len(rest) > 1 {
			text = name + text
		}
		add(call.Pos(), call.End(), text)
	}
}

// addBooleans adds the other value of each true and false among list.
func addBooleans(list []ast.Expr, add func(from, to token.Pos, text string)) {
	for _, e := range list {
		if name, ok := e.(*ast.Ident); ok && name.Name == "true" {
			add(name.Pos(), name.End(), "false")
		} else if ok && name.Name == "false" {
			add(name.Pos(), name.End(), "true")
		}
	}
}

// addDeletions adds each statement left out that is a call, an assignment to what exists, continue or break.
func addDeletions(list []ast.Stmt, add func(from, to token.Pos, text string)) {
	for _, stmt := range list {
		deletable := false
		switch stmt := stmt.(type) {
		case *ast.ExprStmt:
			call, ok := stmt.X.(*ast.CallExpr)
			deletable = ok && !unobservable(call)
		case *ast.AssignStmt:
			call, ok := stmt.Rhs[0].(*ast.CallExpr)
			deletable = stmt.Tok != token.DEFINE && !(ok && unobservable(call))
		case *ast.BranchStmt:
			deletable = stmt.Tok == token.CONTINUE || stmt.Tok == token.BREAK
		case *ast.IncDecStmt:
			deletable = true
		}
		if deletable {
			add(stmt.Pos(), stmt.End(), "/* deleted */")
		}
	}
}

// unobservable reports whether a change of a call or its arguments is none that a test should notice: messages of
// panics, and hints at the size for which memory is set aside.
func unobservable(call *ast.CallExpr) bool {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if name == "make" && len(call.Args) > 1 {
		_, isMap := call.Args[0].(*ast.MapType)
		return isMap || len(call.Args) == 3
	}
	return slices.Contains([]string{"panic", "Grow", "Clip"}, name)
}
