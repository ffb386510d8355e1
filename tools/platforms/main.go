// Command platforms verifies that every package of the module and its tests compile for each platform of a release.
//
//	go run -C tools ./platforms [-C DIR] [GOOS/GOARCH...]
//
// It checks types from source, of dependencies without the bodies of functions, and compiles nothing: a platform costs
// seconds even on a machine that has never built for it, where go vet compiles all dependencies first (minutes).
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	dir := flag.String("C", "..", "directory of the module")
	flag.Parse()
	platforms := flag.Args()
	if len(platforms) == 0 {
		platforms = released()
	}
	failed := false
	for _, platform := range platforms {
		faults, checked, err := check(*dir, platform)
		if err != nil {
			fmt.Fprintln(os.Stderr, platform+":", err)
			os.Exit(1)
		}
		for _, fault := range faults {
			fmt.Println(platform + ": " + fault)
		}
		failed = failed || len(faults) > 0
		fmt.Printf("%s: %d packages\n", platform, checked)
	}
	if failed {
		os.Exit(1)
	}
}

// released returns the platforms that .goreleaser.yaml builds for, as a test checks.
func released() []string {
	return []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}
}

// check returns what does not compile of the packages and tests in dir for a platform, and how many packages it
// checked; one counts again with its tests.
func check(dir, platform string) (faults []string, checked int, err error) {
	system, arch, ok := strings.Cut(platform, "/")
	if !ok {
		return nil, 0, fmt.Errorf("a platform is GOOS/GOARCH")
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, 0, err
	}
	config := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo |
			packages.NeedTypesSizes,
		Dir:   root,
		Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0"),
		Tests: true,
		ParseFile: func(set *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
			if file != nil && !strings.HasPrefix(name, root+string(filepath.Separator)) {
				withoutBodies(file)
			}
			return file, err
		},
	}
	all, err := packages.Load(config, "./...")
	if err != nil {
		return nil, 0, err
	}
	seen := map[string]bool{} // a file is part of its package and of the one with its tests
	for _, of := range all {
		if strings.HasSuffix(of.PkgPath, ".test") {
			continue // the main package that go test generates
		}
		checked++
		for _, fault := range of.Errors {
			if text := fault.Error(); !seen[text] {
				seen[text] = true
				faults = append(faults, text)
			}
		}
	}
	return faults, checked, nil
}

// withoutBodies removes the bodies of functions. Imports that only they use are then unused, which is an error of that
// package and of none that imports it.
func withoutBodies(file *ast.File) {
	for _, d := range file.Decls {
		if function, ok := d.(*ast.FuncDecl); ok {
			function.Body = nil
		}
	}
}
