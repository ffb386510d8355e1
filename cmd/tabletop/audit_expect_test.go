package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExpectationOfTheDocs verifies the example of docs/audit.md: the table is as the file says; a drift is a
// finding in every format, makes the check fail unless it is in the baseline, and can be suppressed.
func TestExpectationOfTheDocs(t *testing.T) {
	page := contents(t, filepath.Join("..", "..", "docs", "audit.md"))
	_, page, _ = strings.Cut(page, "```json\n")
	example, _, _ := strings.Cut(page, "```")
	dir := t.TempDir()
	expect := func(old, now string) string {
		if !strings.Contains(example, old) {
			t.Fatalf("the example has no %s", old)
		}
		path := filepath.Join(dir, "tenants.json")
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(example, old, now)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	table := saved(t, "tenants")
	rules := func(args ...string) string {
		out, errs, code := tabletop(t, nil, append([]string{"audit", table, "--format", "json"}, args...)...)
		if code != exitOK {
			t.Fatalf("%q: exit code %d: %s", args, code, errs)
		}
		return strings.Join(regexp.MustCompile(`"rule": "expect-[a-z]*"`).FindAllString(out, -1), "")
	}
	if found := rules("--expect", expect("x", "x")); found != "" {
		t.Errorf("the example is not what the table is: %s", found)
	}
	drifted := expect(`"type": "int64"`, `"type": "json"`)
	if found := rules("--expect", drifted, "-o", filepath.Join(dir, "base.json")); found != "" {
		t.Errorf("written to a file and printed: %s", found)
	}
	for _, format := range []string{"text", "summary", "markdown", "html", "sarif", "junit", "openmetrics"} {
		out, errs, code := tabletop(t, nil, "audit", table, "--expect", drifted, "--fail-on", "error", "--format", format)
		if code != exitCheck || !strings.Contains(out, "expect-type") && format != "summary" {
			t.Errorf("%s: exit code %d: %s%.1000s", format, code, errs, out)
		}
	}
	config := filepath.Join(dir, "audit.yaml")
	if err := os.WriteFile(config, []byte("suppress:\n- {rule: expect-type, reason: agreed}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, accepted := range [][]string{{"--baseline", filepath.Join(dir, "base.json")}, {"--config", config}} {
		_, errs, code := tabletop(t, nil, append([]string{"audit", table, "--expect", drifted, "--fail-on", "error",
			"--redact=false"}, accepted...)...)
		if code != exitOK {
			t.Errorf("%s: exit code %d: %s", accepted[0], code, errs)
		}
	}
	for _, wrong := range []struct{ source, file, says string }{
		{table, expect(`"layouts"`, `"layout"`), `line 7: unknown field "layout" (layouts?)`},
		{table, filepath.Join(dir, "none.json"), "cannot read --expect"},
		{"p/i", drifted, "it describes one table"},
	} {
		_, errs, code := tabletop(t, nil, "audit", wrong.source, "--expect", wrong.file)
		if code != exitUsage || !strings.Contains(errs, wrong.says) {
			t.Errorf("%s: exit code %d: %s", wrong.file, code, errs)
		}
	}
}
