package retention

import (
	"encoding/json"
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"tabletop/model/sample"
)

// oddNames are names of families, some of which the service would not take but an emulator does.
func oddNames() []string {
	return []string{"f", "f.x-1_Y", "it's", "$f", "a b", "~", "-f", "\x1b[31mF", "100%", `back\slash`, "é日",
		"bad\xffbyte", "!x", "two\nlines"}
}

// policies are rules of every form, at the limits of what cbt reads.
func policies() []sample.GCRule {
	return []sample.GCRule{{}, versions(1), versions(1<<16 - 1), maxAge(time.Millisecond), maxAge(30 * day),
		maxAge(90 * time.Second),
		maxAge(1<<32*time.Millisecond - time.Millisecond), maxAge(34560000000 * time.Millisecond),
		anyOf(versions(2), maxAge(30*day)), allOf(versions(2), maxAge(30*day)),
		anyOf(versions(7), allOf(maxAge(time.Hour), anyOf(versions(3), maxAge(day)))),
		anyOf(versions(1), maxAge(day), maxAge(2*day))}
}

// TestGcloudFlags verifies that every gcloud command has the words and flags that gcloud bigtable tables create takes,
// each with one value, and no control byte.
func TestGcloudFlags(t *testing.T) {
	for _, name := range oddNames() {
		for _, rule := range policies() {
			l := ToolCommands(part("t", name), rule)[1]
			if l.Text == "" {
				if l.Note == "" {
					t.Errorf("%q by %v: neither a command nor a note", name, rule)
				}
				continue
			}
			out, err := exec.Command("sh", "-c", "printf '%s\\0' "+l.Text).Output()
			if err != nil {
				t.Fatal(err)
			}
			words := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
			if diff := cmp.Diff([]string{"gcloud", "bigtable", "tables", "create", "t_new"}, words[:5]); diff != "" {
				t.Error(diff)
			}
			flags := map[string]string{}
			for _, w := range words[5:] {
				flag, value, _ := strings.Cut(w, "=")
				flags[flag] = value
			}
			want := map[string]string{"--instance": "i", "--project": "p", "--column-families": name}
			if rule.Kind != sample.GCNone {
				want["--column-families"] += ":" + strings.ReplaceAll(strings.ReplaceAll(rule.String(), " ", ""),
					"maxage=400d", "maxage=34560000s")
			}
			if diff := cmp.Diff(want, flags); diff != "" {
				t.Errorf("%q by %v: %s", name, rule, diff)
			}
		}
	}
}

// TestTerraformParses verifies with HashiCorp's parser that every resource states what it is made of.
func TestTerraformParses(t *testing.T) {
	parsed := 0
	for _, name := range oddNames() {
		for _, rule := range policies() {
			l := ToolCommands(part("t", name), rule)[2]
			if l.Text == "" {
				if l.Note == "" {
					t.Errorf("%q by %v: neither a resource nor a note", name, rule)
				}
				continue
			}
			parsed++
			file, diags := hclsyntax.ParseConfig([]byte(l.Text), "gc.tf", hcl.InitialPos)
			if diags.HasErrors() {
				t.Fatalf("%v in\n%s", diags, l.Text)
			}
			block := file.Body.(*hclsyntax.Body).Blocks[0]
			if block.Type != "resource" || block.Labels[0] != "google_bigtable_gc_policy" ||
				!hclsyntax.ValidIdentifier(block.Labels[1]) {
				t.Errorf("%s %q", block.Type, block.Labels)
			}
			got := map[string]string{}
			for key, a := range block.Body.Attributes {
				v, diags := a.Expr.Value(nil)
				if diags.HasErrors() {
					t.Fatal(diags)
				}
				got[key] = v.AsString()
			}
			if !json.Valid([]byte(got["gc_rules"])) {
				t.Errorf("gc_rules is no JSON: %s", got["gc_rules"])
			}
			delete(got, "gc_rules")
			if diff := cmp.Diff(map[string]string{"project": "p", "instance_name": "i", "table": "t",
				"column_family": name}, got); diff != "" {
				t.Errorf("%q: %s", name, diff)
			}
		}
	}
	if parsed == 0 {
		t.Error("no resource was parsed")
	}
}

// TestNoControlByteInALine verifies that whatever the names, what is offered for pasting is printable.
func TestNoControlByteInALine(t *testing.T) {
	for _, name := range oddNames() {
		to := Target{name, name, name, name}
		for _, l := range append(ToolCommands(to, anyOf(versions(1), maxAge(day))),
			CreateFamilyLine(to, versions(1), "intsum"), DeleteFamilyLine(to)) {
			if i := strings.IndexFunc(l.Text,
				func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7F || r == '\uFFFD' }); i >= 0 {
				t.Errorf("%s of %q: byte %d of %q", l.Tool, name, i, l.Text)
			}
		}
	}
}

// TestCommandsAreMadeHere verifies that no other package writes commands of cbt or gcloud that name a table: those of
// this one are run by tests.
func TestCommandsAreMadeHere(t *testing.T) {
	seen := 0
	for _, top := range []string{"../../cmd", "../../model", "../../views", "../../tui"} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				filepath.Base(filepath.Dir(path)) == "retention" && strings.Contains(path, "model") {
				return err
			}
			seen++
			file, err := goparser.ParseFile(gotoken.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == gotoken.STRING {
					text := strings.Trim(lit.Value, "\"`")
					for _, word := range []string{"cbt createfamily", "cbt deletefamily", "cbt setgcpolicy ",
						"cbt createtable", "cbt -", "gcloud bigtable tables create", "setvaluetype"} {
						if strings.HasPrefix(text, word) {
							t.Errorf("%s writes the command %s itself", path, lit.Value)
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Errorf("only %d files were looked at", seen)
	}
}
