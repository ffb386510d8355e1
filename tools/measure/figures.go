package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// A figure is a place in figures.
type figure int

const (
	lines figure = iota
	filledLines
	exported
	functions
	receivers
	locals
	oneLetter
	undocumented // from here on, less is better: a package must not get worse
	over50
	over80
	farLocals
	oddReceivers
	wideLines
	count
)

const firstLimited = undocumented

const (
	farScope = 8   // lines, above which a one-letter name is far from its declaration
	wideLine = 120 // columns, tabs as four
)

// description returns what f counts, in a few words.
func (f figure) description() string {
	return []string{
		"lines", "lines that are not blank", "exported names", "functions", "receivers with a name", "locals",
		"one-letter locals", "exported names without a comment", "functions over 50 lines", "functions over 80 lines",
		fmt.Sprintf("one-letter locals whose scope is over %d lines", farScope),
		"receivers whose letter is not in their type's name", fmt.Sprintf("lines over %d columns", wideLine),
	}[f]
}

// figures are those of a package, or of all.
type figures [count]int

// add adds those of other.
func (f *figures) add(other *figures) {
	for i, n := range other {
		f[i] += n
	}
}

// String returns a line for people.
func (f *figures) String() string {
	percent := func(part, whole figure) float64 {
		return 100 * float64(f[part]) / float64(max(1, f[whole]))
	}
	return fmt.Sprintf("%6d lines  %4d exported (%d undocumented)  %4d functions (%d over 50, %d over 80)  "+
		"%4.1f%% one-letter locals (%d beyond %d lines)  %d odd receivers  %.1f%% of lines over %d columns",
		f[lines], f[exported], f[undocumented], f[functions], f[over50], f[over80],
		percent(oneLetter, locals), f[farLocals], farScope, f[oddReceivers], percent(wideLines, filledLines), wideLine)
}

// measured are the figures of each package below a folder, by its path in it, and the places behind those that are
// limited.
type measured struct {
	packages map[string]*figures
	places   map[string][]string // by package
}

// measureTree returns the figures of the packages below root. Tests, testdata and generated files are left out.
func measureTree(root string) (*measured, error) {
	tree := &measured{map[string]*figures{}, map[string][]string{}}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"vendor", "testdata", ".git"}, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return tree.addFile(filepath.ToSlash(name), text)
	})
	return tree, err
}

// total returns the sum of all packages.
func (m *measured) total() *figures {
	sum := &figures{}
	for _, f := range m.packages {
		sum.add(f)
	}
	return sum
}

// addFile adds the figures of one file to those of its package.
func (m *measured) addFile(name string, text []byte) error {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(tree) {
		return err
	}
	file := &file{name: name, set: set}
	file.addLines(string(text))
	for _, decl := range tree.Decls {
		switch decl := decl.(type) {
		case *ast.GenDecl:
			file.addSpecs(decl)
		case *ast.FuncDecl:
			file.addFunction(decl)
		}
	}
	file.addLocals(tree)
	dir := filepath.ToSlash(filepath.Dir(name))
	if m.packages[dir] == nil {
		m.packages[dir] = &figures{}
	}
	m.packages[dir].add(&file.figures)
	m.places[dir] = append(m.places[dir], file.places...)
	return nil
}

// file is a file that is being measured.
type file struct {
	figures
	name   string
	set    *token.FileSet
	places []string
}

func (f *file) line(pos token.Pos) int { return f.set.Position(pos).Line }

// found counts one of a limited figure, seen at a line.
func (f *file) found(which figure, line int, what string) {
	f.figures[which]++
	f.places = append(f.places, fmt.Sprintf("%s:%d: %s", f.name, line, what))
}

func (f *file) addLines(text string) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		f.figures[lines]++
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		f.figures[filledLines]++
		if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) > wideLine {
			f.found(wideLines, number, "wide line")
		}
	}
}

// addName counts a name that others may use.
func (f *file) addName(id *ast.Ident, documented bool) {
	if !id.IsExported() {
		return
	}
	f.figures[exported]++
	if !documented {
		f.found(undocumented, f.line(id.Pos()), "no comment on "+id.Name)
	}
}

func (f *file) addSpecs(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			f.addName(spec.Name, decl.Doc != nil || spec.Doc != nil || spec.Comment != nil)
		case *ast.ValueSpec:
			for _, id := range spec.Names {
				f.addName(id, decl.Doc != nil || spec.Doc != nil || spec.Comment != nil)
			}
		}
	}
}

func (f *file) addFunction(decl *ast.FuncDecl) {
	f.figures[functions]++
	at, length := f.line(decl.Pos()), f.line(decl.End())-f.line(decl.Pos())+1
	if length > 50 {
		f.found(over50, at, fmt.Sprintf("function %s has %d lines", decl.Name.Name, length))
	}
	if length > 80 {
		f.figures[over80]++
	}
	typeName, receiver := parseReceiver(decl)
	if typeName == "" || ast.IsExported(typeName) {
		f.addName(decl.Name, decl.Doc != nil)
	}
	if receiver == "" || receiver == "_" {
		return
	}
	f.figures[receivers]++
	if !strings.Contains(strings.ToLower(typeName), strings.ToLower(receiver[:1])) {
		f.found(oddReceivers, at, fmt.Sprintf("receiver %s of %s", receiver, typeName))
	}
}

// parseReceiver returns the type that a function is a method of, and the name of its receiver.
func parseReceiver(decl *ast.FuncDecl) (typeName, receiver string) {
	if decl.Recv == nil {
		return "", ""
	}
	field := decl.Recv.List[0]
	expr := field.Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	switch generic := expr.(type) {
	case *ast.IndexExpr:
		expr = generic.X
	case *ast.IndexListExpr:
		expr = generic.X
	}
	if id, ok := expr.(*ast.Ident); ok {
		typeName = id.Name
	}
	if len(field.Names) == 1 {
		receiver = field.Names[0].Name
	}
	return typeName, receiver
}

// addLocals counts the names that := and range declare. The scope of one ends with the innermost node of statements
// around it.
func (f *file) addLocals(tree *ast.File) {
	var around []ast.Node
	ast.Inspect(tree, func(node ast.Node) bool {
		if node == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, node)
		switch node := node.(type) {
		case *ast.AssignStmt:
			if node.Tok == token.DEFINE {
				for _, expr := range node.Lhs {
					f.addLocal(expr, enclosing(around))
				}
			}
		case *ast.RangeStmt:
			if node.Tok == token.DEFINE {
				f.addLocal(node.Key, node.End())
				f.addLocal(node.Value, node.End())
			}
		}
		return true
	})
}

func (f *file) addLocal(expr ast.Expr, end token.Pos) {
	id, ok := expr.(*ast.Ident)
	if !ok || id.Name == "_" {
		return
	}
	f.figures[locals]++
	if utf8.RuneCountInString(id.Name) > 1 {
		return
	}
	f.figures[oneLetter]++
	if far := f.line(end) - f.line(id.Pos()); far > farScope {
		f.found(farLocals, f.line(id.Pos()), fmt.Sprintf("local %s for %d lines", id.Name, far))
	}
}

// enclosing returns the end of the innermost block, clause or statement with a scope of its own around the last of
// nodes.
func enclosing(nodes []ast.Node) token.Pos {
	for _, node := range slices.Backward(nodes[:len(nodes)-1]) {
		switch node.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.IfStmt, *ast.ForStmt, *ast.SwitchStmt,
			*ast.TypeSwitchStmt, *ast.RangeStmt:
			return node.End()
		}
	}
	return nodes[len(nodes)-1].End()
}
