package retention

import (
	"context"
	"encoding/json"
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/bigtable/bttest"
	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
)

// oddNames are names of families, some of which the service would not take but an emulator does.
func oddNames() []string {
	return []string{"f", "f.x-1_Y", "it's", "$f", "a b", "~", "-f", "\x1b[31mF", "100%", `back\slash`, "é日", "bad\xffbyte", "!x", "two\nlines"}
}

// policies are rules of every form, at the limits of what cbt reads.
func policies() []sample.GCRule {
	return []sample.GCRule{{}, versions(1), versions(1<<16 - 1), maxAge(time.Millisecond), maxAge(30 * day), maxAge(90 * time.Second),
		maxAge(1<<32*time.Millisecond - time.Millisecond), maxAge(34560000000 * time.Millisecond),
		anyOf(versions(2), maxAge(30*day)), allOf(versions(2), maxAge(30*day)),
		anyOf(versions(7), allOf(maxAge(time.Hour), anyOf(versions(3), maxAge(day)))), anyOf(versions(1), maxAge(day), maxAge(2*day))}
}

// runLine runs a command as a shell does that it was pasted into. cbt is skipped where it is not installed.
func runLine(t *testing.T, address, line string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+address)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", line, err, out)
	}
}

// TestCbtRunsEveryCommand verifies with cbt itself that each command that is offered does what it is offered for: the
// emulator then has the family, with the policy and the type, or has it no more. A start of cbt takes a second, so without
// TABLETOP_SLOW=1 only one command of each form is run.
func TestCbtRunsEveryCommand(t *testing.T) {
	if _, err := exec.LookPath("cbt"); err != nil {
		t.Skip("cbt is not installed: its commands were not run")
	}
	srv, err := bttest.NewServer("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	conn, err := grpc.NewClient(srv.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx := context.Background()
	admin := adminpb.NewBigtableTableAdminClient(conn)
	family := func(table, name string) *adminpb.ColumnFamily {
		info, err := admin.GetTable(ctx, &adminpb.GetTableRequest{Name: "projects/p/instances/i/tables/" + table})
		if err != nil {
			t.Fatal(err)
		}
		return info.ColumnFamilies[name]
	}
	const table = "a table"
	if _, err := admin.CreateTable(ctx, &adminpb.CreateTableRequest{Parent: "projects/p/instances/i", TableId: table, Table: &adminpb.Table{}}); err != nil {
		t.Fatal(err)
	}
	names := slices.DeleteFunc(oddNames(), func(name string) bool { return !utf8.ValidString(name) })
	for i, rule := range policies() {
		to := Target{"p", "i", table, names[(i+7)%len(names)]}
		if slow := slowtest.On(); !slow && i != 8 {
			continue
		} else if slow {
			runLine(t, srv.Addr, CreateFamilyLine(to, sample.GCRule{}, "").Text)
			runLine(t, srv.Addr, ToolCommands(to, rule)[0].Text)
			if f := family(table, to.Family); f == nil || !isPolicy(f.GcRule, rule) {
				t.Errorf("%q by %v: the emulator has %v", to.Family, rule, f)
			}
			runLine(t, srv.Addr, DeleteFamilyLine(to).Text)
			if f := family(table, to.Family); f != nil {
				t.Errorf("%q is still there: %v", to.Family, f)
			}
		}
		runLine(t, srv.Addr, CreateFamilyLine(to, rule, "intsum").Text)
		if f := family(table, to.Family); f == nil || !isPolicy(f.GcRule, rule) || f.ValueType.GetAggregateType().GetSum() == nil {
			t.Errorf("%q of sums by %v: the emulator has %v", to.Family, rule, f)
		}
	}
}

// isPolicy reports whether got is rule. cbt makes pairs of longer compositions.
func isPolicy(got *adminpb.GcRule, rule sample.GCRule) bool {
	return flat(ruleFrom(got)).String() == flat(Simplify(rule)).String()
}

func ruleFrom(r *adminpb.GcRule) sample.GCRule {
	var out sample.GCRule
	var children []*adminpb.GcRule
	switch {
	case r.GetMaxAge() != nil:
		return maxAge(r.GetMaxAge().AsDuration())
	case r.GetMaxNumVersions() != 0:
		return versions(int(r.GetMaxNumVersions()))
	case r.GetUnion() != nil:
		out.Kind, children = sample.GCUnion, r.GetUnion().Rules
	case r.GetIntersection() != nil:
		out.Kind, children = sample.GCIntersection, r.GetIntersection().Rules
	}
	for _, c := range children {
		out.Children = append(out.Children, ruleFrom(c))
	}
	return out
}

// flat joins compositions with those of the same kind inside them.
func flat(rule sample.GCRule) sample.GCRule {
	out := sample.GCRule{Kind: rule.Kind, Versions: rule.Versions, Age: rule.Age}
	for _, c := range rule.Children {
		if c = flat(c); c.Kind == rule.Kind {
			out.Children = append(out.Children, c.Children...)
		} else {
			out.Children = append(out.Children, c)
		}
	}
	return out
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
				want["--column-families"] += ":" + strings.ReplaceAll(strings.ReplaceAll(rule.String(), " ", ""), "maxage=400d", "maxage=34560000s")
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
			if block.Type != "resource" || block.Labels[0] != "google_bigtable_gc_policy" || !hclsyntax.ValidIdentifier(block.Labels[1]) {
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
			if diff := cmp.Diff(map[string]string{"project": "p", "instance_name": "i", "table": "t", "column_family": name}, got); diff != "" {
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
		for _, l := range append(ToolCommands(to, anyOf(versions(1), maxAge(day))), CreateFamilyLine(to, versions(1), "intsum"), DeleteFamilyLine(to)) {
			if i := strings.IndexFunc(l.Text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7F || r == '\uFFFD' }); i >= 0 {
				t.Errorf("%s of %q: byte %d of %q", l.Tool, name, i, l.Text)
			}
		}
	}
}

// TestCommandsAreMadeHere verifies that no other package writes commands of cbt or gcloud that name a table: those of
// this one are run by its tests.
func TestCommandsAreMadeHere(t *testing.T) {
	seen := 0
	for _, top := range []string{"../../cmd", "../../model", "../../views", "../../tui"} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || filepath.Base(filepath.Dir(path)) == "retention" && strings.Contains(path, "model") {
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
					for _, word := range []string{"cbt createfamily", "cbt deletefamily", "cbt setgcpolicy ", "cbt createtable", "cbt -", "gcloud bigtable tables create", "setvaluetype"} {
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
