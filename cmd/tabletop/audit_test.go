package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// saved is a demo table read once and saved. In battery/battery_by_time keys begin with a time, which is an error;
// garden has nothing worse than a note.
func saved(t *testing.T, demo string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "saved.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:"+demo, "--output", file, "--strategy",
		"everything"); code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	return file
}

func TestAuditExitCode(t *testing.T) {
	long(t)
	battery, garden := saved(t, "battery/battery_by_time"), saved(t, "garden/months")
	for _, tt := range []struct {
		source, failOn string
		code           int
	}{
		{battery, "", exitOK}, {battery, "error", exitCheck}, {battery, "note", exitCheck}, {garden, "error", exitOK},
		{garden, "warning", exitOK},
	} {
		args := []string{"audit", tt.source}
		if tt.failOn != "" {
			args = append(args, "--fail-on", tt.failOn)
		}
		out, errs, code := tabletop(t, nil, args...)
		if code != tt.code || !strings.Contains(out, "AUDIT") {
			t.Errorf("%s from %q on: exit %d, not %d: %s", tt.source, tt.failOn, code, tt.code, errs)
		}
		if tt.code == exitCheck && !strings.Contains(errs, "the check failed") {
			t.Errorf("it says %q", errs)
		}
	}
}

// TestAuditBaseline writes an audit, and fails after that on nothing that was in it.
func TestAuditBaseline(t *testing.T) {
	long(t)
	battery, garden := saved(t, "battery/battery_by_time"), saved(t, "garden/months")
	base := filepath.Join(t.TempDir(), "audit.json")
	if _, errs, code := tabletop(t, nil, "audit", battery, "--format", "json", "--output", base); code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	out, errs, code := tabletop(t, nil, "audit", battery, "--baseline", base, "--fail-on", "note", "--format", "json")
	if code != exitOK {
		t.Errorf("exit %d: %s", code, errs)
	}
	var doc struct {
		Findings []struct{ Known bool }
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || len(doc.Findings) == 0 || !doc.Findings[0].Known {
		t.Errorf("%v: %+v", err, doc)
	}
	if _, errs, code = tabletop(t, nil, "audit", garden, "--baseline", base); code != exitError ||
		!strings.Contains(errs, "baseline") || !strings.Contains(errs, "battery_by_time") {
		t.Errorf("a baseline of another table: exit %d: %s", code, errs)
	}
}

func TestAuditConfig(t *testing.T) {
	long(t)
	battery := saved(t, "battery/battery_by_time")
	file := filepath.Join(t.TempDir(), "audit.yaml")
	config := "suppress:\n- {rule: time-first, evidence: BATTERY, reason: agreed in the review}\n- {rule: " +
		"write-hotspot, reason: the same}\n"
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := tabletop(t, nil, "audit", battery, "--config", file, "--fail-on", "warning")
	if code != exitOK || !strings.Contains(out, "agreed in the review") {
		t.Errorf("exit %d: %s\n%s", code, errs, out)
	}
}

func TestAuditBadInput(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--fail-on", "fatal"}, exitUsage, "error, warning, or note"},
		{[]string{"--format", "pdf"}, exitUsage, "sarif"},
		{[]string{"--config", filepath.Join(dir, "none")}, exitUsage, "no such file"},
		{[]string{"--config", file("rule.yaml", "suppress:\n- {rule: time-last, reason: x}\n")}, exitUsage,
			`no rule "time-last"`},
		{[]string{"--config", file("limit.yaml", "limits: {row: 1}\n")}, exitUsage, "row"},
		{[]string{"--baseline", file("text.json", "no json")}, exitUsage,
			"to write one, run: tabletop audit SOURCE --format json"},
		{[]string{"--baseline", file("other.json", `{"format":"something"}`)}, exitUsage, "something"},
		{[]string{"--output", filepath.Join(dir, "no", "such", "folder.html")}, exitError, "no such file or directory"},
		{[]string{"--output", dir}, exitError, "is a directory"},
	} {
		_, errs, code := tabletop(t, nil, append([]string{"audit", "demo:garden/months"}, tt.args...)...)
		if code != tt.code || !strings.Contains(errs, tt.says) {
			t.Errorf("%q: exit %d, not %d: %s", tt.args, code, tt.code, errs)
		}
	}
}

// TestSARIFPointsToTheConfiguration verifies that results name the file that the audit was configured by, relative to
// the current directory, and tabletop's version.
func TestSARIFPointsToTheConfiguration(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("audit.yaml", []byte("limits: {families: 20}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		config  string
		layouts []string
		want    string
	}{
		{"audit.yaml", []string{"@keys.txt"}, "audit.yaml"}, {filepath.Join(here, "ci", "audit.yaml"), nil,
			"ci/audit.yaml"},
		{"/elsewhere/audit.yaml", nil, "audit.yaml"}, {"", []string{"{id}", "@keys.txt"}, "keys.txt"},
		{"", []string{"{id}"}, ""},
	} {
		if got := artifact(tt.config, tt.layouts); got != tt.want {
			t.Errorf("artifact(%q, %q) = %q, want %q", tt.config, tt.layouts, got, tt.want)
		}
	}
	out, errs, code := tabletop(t, nil, "audit", "demo:garden/months", "--config", "audit.yaml", "--format", "sarif")
	if code != exitOK || !strings.Contains(out, `"uri": "audit.yaml"`) ||
		!strings.Contains(out, `"version": "`+readBuildInfo().Version+`"`) {
		t.Errorf("exit %d: %s\n%.600s", code, errs, out)
	}
}
