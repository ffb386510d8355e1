package plan

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"tabletop/model/candidate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// planOf returns a plan for a table of the given current layouts.
func planOf(t *testing.T, layout, current string) *Plan {
	t.Helper()
	proposed, err := candidate.Parse(layout)
	if err != nil {
		t.Fatal(err)
	}
	set, err := rowkey.ParseSet(current)
	if err != nil {
		t.Fatal(err)
	}
	return &Plan{Source: "p/i/orders", Old: retention.Target{Project: "p", Instance: "i", Table: "orders"},
		New: retention.Target{Project: "p", Instance: "i", Table: "orders_new"}, Candidate: proposed, Current: set,
		Stored: &Presplit{Keys: [][]byte{[]byte("k"), []byte("m")}}, NoWrites: "nothing is known",
		Families: []sample.Family{{Name: "f"}, {Name: "g", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}}
}

// fileOf returns the text of a file of the plan; empty if there is none.
func fileOf(t *testing.T, p *Plan, name string) string {
	t.Helper()
	files, err := p.Files(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// TestFamiliesKeepWhatTheyKeep verifies that a family without a policy is created as one that keeps everything.
func TestFamiliesKeepWhatTheyKeep(t *testing.T) {
	p := planOf(t, "{b}#{a}", "{a}#{b}\n")
	p.Families = append(p.Families, sample.Family{Name: "n", Aggregate: "sum"})
	text := fileOf(t, p, "create.sh")
	for _, want := range []string{"createtable orders_new splits=k,m\n", "createfamily orders_new f:never\n",
		"createfamily orders_new g:maxversions=1\n", "createfamily orders_new n:never:intsum\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if err := p.NoBackfill(); err == nil || !strings.Contains(err.Error(), `family "n" is an aggregate`) {
		t.Errorf("an aggregate family is copied: %v", err)
	}
}

// TestHostileNames verifies that shells and Terraform take the files of a plan whatever the names and split keys, and
// that what they cannot hold goes into the request.
func TestHostileNames(t *testing.T) {
	names := []string{"$(touch " +
		"x)", "`id`", "a'b\"c", "-rf", "a;b", "${x}", "%{if}", "\\", "a\nb", "é", "\x1b[31m", "a:b",
		"a,b=c", " ", "#", "\xff"}
	for _, name := range names {
		p := planOf(t, "{b}#{a}", "{a}#{b}\n")
		p.Stored = &Presplit{Keys: [][]byte{[]byte(name)}}
		if name != "\xff" { // no family has this name: the API's names are text
			p.Families = append(p.Families, sample.Family{Name: name, GC: sample.GCRule{Kind: sample.GCMaxVersions,
				Versions: 1}})
		}
		parseTerraform(t, fileOf(t, p, "table.tf"), name)
		folder := t.TempDir()
		for _, script := range []string{"create.sh", "verify.sh"} {
			path := filepath.Join(folder, script)
			if err := os.WriteFile(path, []byte(fileOf(t, p, script)), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, shell := range []string{"sh", "bash"} {
				if out, err := exec.Command(shell, "-n", path).CombinedOutput(); err != nil {
					t.Errorf("%q: %s -n %s: %v %s", name, shell, script, err, out)
				}
			}
		}
		text := !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' })
		if p.Binary() == text {
			t.Errorf("%q is text: %v", name, p.Binary())
		}
		if request := fileOf(t, p, "create.json"); !text {
			var sent struct {
				TableID       string
				InitialSplits []struct{ Key []byte }
			}
			if err := json.Unmarshal([]byte(request), &sent); err != nil || sent.TableID != "orders_new" ||
				len(sent.InitialSplits) != 1 || string(sent.InitialSplits[0].Key) != name {
				t.Errorf("%q: request %s: %v", name, request, err)
			}
		}
	}
}

// parseTerraform verifies a configuration by the names of the google provider.
func parseTerraform(t *testing.T, text, family string) {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(text), "table.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	known := map[string][]string{
		"google_bigtable_table": {"project", "instance_name", "name", "deletion_protection", "split_keys"},
		"google_bigtable_gc_policy": {"project", "instance_name", "table", "column_family", "gc_rules",
			"depends_on"},
	}
	found := family == "\xff"
	for _, block := range file.Body.(*hclsyntax.Body).Blocks {
		for name := range block.Body.Attributes {
			if !slices.Contains(known[block.Labels[0]], name) {
				t.Errorf("%s has no %s", block.Labels[0], name)
			}
		}
		for _, inner := range block.Body.Blocks {
			if inner.Type != "column_family" {
				continue
			}
			value, diags := inner.Body.Attributes["family"].Expr.Value(nil)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			found = found || value.AsString() == family
		}
	}
	if !found {
		t.Errorf("family %q is not in\n%s", family, text)
	}
	if !strings.Contains(text, "prevent_destroy = true") || !strings.Contains(text, `"PROTECTED"`) {
		t.Error("the table is not protected")
	}
}

// TestNoBackfill verifies which tables and layouts the program does not copy.
func TestNoBackfill(t *testing.T) {
	for layout, want := range map[string]string{
		"{b}#{a}":                      "",
		"{b}#{column(f:q)}":            "",
		"{b}#{a}#{celltime()}":         "divides rows",
		"{b}#{a} => f -> g":            "changes cells",
		"{b}#{a} => time {celltime()}": "changes cells",
	} {
		err := planOf(t, layout, "{a}#{b}\n").NoBackfill()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", layout, err, want)
		}
	}
	p := planOf(t, "{b}#{a}", "{a}#{b}\n")
	p.Micros = true
	if err := p.NoBackfill(); err == nil || fileOf(t, p, "backfill/main.go") != "" {
		t.Error("a table with timestamps of microseconds is copied")
	}
}

// TestBackfillOfKinds verifies that rows of other kinds keep their keys.
func TestBackfillOfKinds(t *testing.T) {
	p := planOf(t, "{n}#{kind}", "{a:pad(4)}#{b:int}\n{kind}/{n}\n")
	main := fileOf(t, p, "backfill/main.go")
	for _, want := range []string{`kind1 "backfill/kind1"`, "kind1.ParseKey(old)", `"p/i/orders_new"`} {
		if !strings.Contains(main, want) {
			t.Errorf("no %s in\n%s", want, main)
		}
	}
	if !strings.Contains(fileOf(t, p, "backfill/kind1/rowkey.go"), "func ParseKey") {
		t.Error("no functions for the rows that stay")
	}
}
