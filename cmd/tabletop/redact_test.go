package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// ok runs a command that must succeed.
func ok(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, code := tabletop(t, nil, args...)
	if code != 0 {
		t.Fatalf("%q: code %d, %s", args, code, errs)
	}
	return out
}

// A report names no key of the table unless it is told to, and says so.
func TestReportsAreRedacted(t *testing.T) {
	long(t)
	for format, redacted := range map[string]bool{"text": false, "json": true, "markdown": true, "html": true, "sarif": true, "junit": true} {
		plain := ok(t, "audit", "demo:servers/CURRENT_METRIC", "--format", format, "--redact=false")
		args := []string{"audit", "demo:servers/CURRENT_METRIC", "--format", format}
		if redacted {
			args = append(args, "--redact-key", "k")
		}
		usual := ok(t, args...)
		has := func(s string) bool { return strings.Contains(s, "server1.bbb.com") }
		if format == "html" || format == "markdown" || format == "json" || format == "sarif" {
			if !has(plain) {
				t.Errorf("%s: --redact=false hides the keys", format)
			}
		}
		if redacted && has(usual) {
			t.Errorf("%s shows keys of the table", format)
		}
		if redacted != strings.Contains(strings.ToLower(usual), "redacted") {
			t.Errorf("%s: redacted %v is not what it says", format, redacted)
		}
	}
}

// A redacted sample shows the same layouts and sizes, and cannot be gone on with.
func TestSampleRedacted(t *testing.T) {
	long(t)
	dir := t.TempDir()
	plain, share := filepath.Join(dir, "a.tabletop"), filepath.Join(dir, "b.tabletop")
	ok(t, "sample", "demo:tenants", "--rows", "2000", "-o", plain)
	told := ok(t, "sample", plain, "--redact", "--redact-key", "k", "-o", share)
	if !strings.Contains(told, "redacted") || !strings.Contains(told, "column names not replaced") {
		t.Errorf("what was kept is not told: %s", told)
	}
	if a, b := ok(t, "schema", plain, "--format", "template"), ok(t, "schema", share, "--format", "template"); a != b {
		t.Errorf("the layouts are others:\n%s\n%s", a, b)
	}
	if text := ok(t, "decode", share); strings.Contains(text, "altostrat") {
		t.Error("a tenant is still there")
	}
	if d := ok(t, "diff", plain, share); !strings.Contains(d, "One of them is redacted") {
		t.Errorf("diff does not say that one is redacted:\n%s", d)
	}
	if _, errs, code := tabletop(t, nil, "sample", "demo:tenants", "--continue", share, "-o", plain); code == 0 || !strings.Contains(errs, "redacted") {
		t.Errorf("a redacted sample was gone on with: %d %s", code, errs)
	}
}

func TestDiffCommand(t *testing.T) {
	long(t)
	file := filepath.Join(t.TempDir(), "a.tabletop")
	ok(t, "sample", "demo:stocks/closing_versions", "-o", file)
	if out := ok(t, "diff", file, file); !strings.Contains(out, "No difference") {
		t.Errorf("a file differs from itself:\n%s", out)
	}
	if out := ok(t, "diff", file, "demo:stocks"); !strings.Contains(out, "different tables") {
		t.Errorf("different tables are not told apart:\n%s", out)
	}
	if _, _, code := tabletop(t, nil, "diff", file); code != 2 {
		t.Errorf("one source: code %d", code)
	}
}
