package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFindsWhatOnePlatformLacks verifies that what a file for one platform lacks is found for that one only, in tests
// and in what tests import, and that unused imports of dependencies are no fault.
func TestFindsWhatOnePlatformLacks(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.26\n",
		"a.go":   "package example\n\nimport \"net/http\"\n\nvar _ = http.MethodGet\n",
		"a_test.go": "package example\n\nimport (\n\t\"syscall\"\n\t\"testing\"\n)\n\n" +
			"func TestA(*testing.T) { _ = syscall.Kill(0, 0) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for platform, want := range map[string]int{"linux/amd64": 0, "windows/arm64": 1} {
		faults, checked, err := check(dir, platform)
		if err != nil || checked != 2 || len(faults) != want {
			t.Errorf("%s: %d packages, faults %q, %v", platform, checked, faults, err)
		}
		if want > 0 && !strings.Contains(strings.Join(faults, ""), "undefined: syscall.Kill") {
			t.Errorf("%s: %q", platform, faults)
		}
	}
	if _, _, err := check(dir, "plan9"); err == nil {
		t.Error("half a platform was accepted")
	}
}

// TestPlatformsAreThoseReleased verifies that what is checked is what .goreleaser.yaml builds for.
func TestPlatformsAreThoseReleased(t *testing.T) {
	text, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	list := func(key string) []string {
		found := regexp.MustCompile(key + `: \[(.*)\]`).FindSubmatch(text)
		if found == nil {
			t.Fatal("no ", key)
		}
		return strings.Split(string(found[1]), ", ")
	}
	var built []string
	for _, system := range list("goos") {
		for _, arch := range list("goarch") {
			built = append(built, system+"/"+arch)
		}
	}
	if got := strings.Join(released(), " "); got != strings.Join(built, " ") {
		t.Errorf("checked are %s, built are %s", got, built)
	}
}
