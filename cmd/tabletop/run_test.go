package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"tabletop/internal/slowtest"
	"tabletop/model/rowkey"
)

// long skips what analyzes whole demo tables unless TABLETOP_SLOW is set: the analyses have short tests of their own.
func long(t *testing.T) {
	t.Helper()
	slowtest.Skip(t)
}

// tabletop runs the program in this process, with a home of its own and no terminal.
func tabletop(t *testing.T, env []string, args ...string) (out, errs string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	home := t.TempDir()
	env = append([]string{"HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "TERM=xterm-256color"},
		env...)
	code = run(context.Background(), streams{in: strings.NewReader(""), out: &stdout, err: &stderr}, env, args)
	return stdout.String(), stderr.String(), code
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign.tabletop")
	if err := os.WriteFile(foreign, []byte("PNG, or so it says"), 0o600); err != nil {
		t.Fatal(err)
	}
	emulator := []string{"BIGTABLE_EMULATOR_HOST=127.0.0.1:1"}
	for _, tt := range []struct {
		name string
		env  []string
		args []string
		code int
		says []string // each must be in what is written to standard error
	}{
		{"no such command", nil, []string{"stats"}, exitUsage, []string{"one SOURCE"}},
		{"two sources", nil, []string{"stats", "a", "b"}, exitUsage, []string{"one SOURCE", "2 arguments"}},
		{"unknown flag", nil, []string{"stats", "demo", "--nope"}, exitUsage, []string{"--nope"}},
		{"unknown format", nil, []string{"stats", "demo", "--format", "xml"}, exitUsage, []string{"xml", "json"}},
		{"unknown strategy", nil, []string{"stats", "demo", "--strategy", "luck"}, exitUsage,
			[]string{"luck", "everything"}},
		{"negative rows", nil, []string{"stats", "demo", "--rows", "-1"}, exitUsage, []string{"negative"}},
		{"size without sense", nil, []string{"stats", "demo", "--bytes", "plenty"}, exitUsage,
			[]string{"plenty", "500MB"}},
		{"unknown demo", nil, []string{"stats", "demo:metres"}, exitUsage, []string{"metres", "meters"}},
		{"app without a terminal", nil, []string{"demo"}, exitUsage, []string{"terminal", "stats"}},
		{"template with a mistake", nil, []string{"decode", "demo", "--layout", "{a}#{b:nosuch}"}, exitUsage,
			[]string{"nosuch", "{a}#{b:nosuch}", "^"}},
		{"record kinds in one template", nil, []string{"decode", "demo", "--layout", "{a} | x#{b}"}, exitUsage,
			[]string{"one record kind", "^", "a --layout of its own"}},
		{"record kinds in one candidate", nil, []string{"simulate", "demo", "--layout", "{a} | x#{b}"}, exitUsage,
			[]string{"becomes of a record kind", `\|`}},
		{"layout file that is not there", nil, []string{"decode", "demo", "--layout", "@" + filepath.Join(dir, "no")},
			exitError, []string{"layout file"}},
		{"snapshot that is not there", nil, []string{"stats", filepath.Join(dir, "no.tabletop")}, exitError,
			[]string{"no.tabletop"}},
		{"foreign file", nil, []string{"stats", foreign}, exitError, []string{"foreign.tabletop"}},
		{"bare table without a project", nil, []string{"stats", "metrics"}, exitUsage,
			[]string{"metrics", "--project"}},
		{"instance where a table is wanted", emulator, []string{"stats", "p/i"}, exitUsage,
			[]string{"p/i", "instance"}},
		{"wrong form", nil, []string{"stats", "a/b/c/d"}, exitUsage, []string{"a/b/c/d"}},
		{"emulator not listening", emulator, []string{"stats", "p/i/t", "--time", "5s"}, exitPartial,
			[]string{"nothing answers", "127.0.0.1:1"}},
		{"credentials file that is not there", nil, []string{"stats", "p/i/t", "--creds",
			filepath.Join(dir, "no.json")}, exitError, []string{"no.json"}},
		{"sample without a file", nil, []string{"sample", "demo"}, exitUsage, []string{"-o"}},
		{"sample to a folder that is not there", nil, []string{"sample", "demo:garden/months", "-o",
			filepath.Join(dir, "no", "x.tabletop")}, exitError, []string{"x.tabletop"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, errs, code := tabletop(t, tt.env, tt.args...)
			if code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			for _, want := range tt.says {
				if !strings.Contains(errs, want) {
					t.Errorf("standard error does not say %q:\n%s", want, errs)
				}
			}
			if strings.TrimSpace(out) != "" {
				t.Errorf("standard output is not empty: %.200s", out)
			}
		})
	}
}

func TestStatsOfADemo(t *testing.T) {
	t.Parallel()
	out, errs, code := tabletop(t, nil, "stats", "demo:garden/months", "--format", "json", "--strategy", "everything")
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	var got struct {
		Rows     int64
		Bytes    int64
		Complete bool
		Columns  []struct {
			Family string
			Rows   int64
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if got.Rows == 0 || got.Bytes == 0 || !got.Complete || len(got.Columns) == 0 {
		t.Errorf("stats of the whole demo: %+v", got)
	}
}

// A saved sample gives what the table gave, key by key.
func TestSavedSampleDecodesAlike(t *testing.T) {
	long(t)
	file := filepath.Join(t.TempDir(), "garden.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:garden/months", "-o", file); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	live, _, code1 := tabletop(t, nil, "decode", "demo:garden/months", "--format", "jsonl")
	saved, errs, code2 := tabletop(t, nil, "decode", file, "--format", "jsonl")
	if code1 != exitOK || code2 != exitOK || live == "" {
		t.Fatalf("exit codes %d and %d: %s", code1, code2, errs)
	}
	if live != saved {
		t.Errorf("the saved sample decodes differently:\n%.300s\n%.300s", live, saved)
	}
}

// What schema prints as templates, decode takes.
func TestTemplatesGoRound(t *testing.T) {
	long(t)
	templates, errs, code := tabletop(t, nil, "schema", "demo:devices", "--format", "template")
	if code != exitOK || strings.TrimSpace(templates) == "" {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	file := filepath.Join(t.TempDir(), "templates")
	if err := os.WriteFile(file, []byte(templates), 0o600); err != nil {
		t.Fatal(err)
	}
	inferred, _, _ := tabletop(t, nil, "decode", "demo:devices", "--format", "jsonl")
	declared, errs, code := tabletop(t, nil, "decode", "demo:devices", "--format", "jsonl", "--layout", "@"+file)
	if code != exitOK || inferred != declared {
		t.Errorf("declared as inferred, keys decode differently (exit code %d): %s", code, errs)
	}
}

// Layouts that the user kept hold for the table however it is named, until they are forgotten.
func TestKeptLayouts(t *testing.T) {
	home := t.TempDir()
	p := &program{env: map[string]string{"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, "config")}}
	layout, err := rowkey.Parse(`{type}#{rest...}`)
	if err != nil {
		t.Fatal(err)
	}
	where, err := p.keepLayouts("demo", rowkey.Set{layout})
	if err != nil || !strings.HasPrefix(where, home) {
		t.Fatalf("kept in %s: %v", where, err)
	}
	for _, name := range []string{"demo", "demo:devices", "demo:E01"} {
		if set, err := p.keptLayouts(name); err != nil || len(set) != 1 || set[0].String() != layout.String() {
			t.Errorf("%s: kept are %v (%v)", name, set, err)
		}
	}
	if set, err := p.keptLayouts("demo:garden/months"); err != nil || set != nil {
		t.Errorf("another table has %v (%v)", set, err)
	}
	if err := os.WriteFile(where, []byte("{broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := p.keptLayouts("demo"); err == nil || !strings.Contains(err.Error(), where) {
		t.Errorf("a broken file: %v", err)
	}
	if _, err := p.keepLayouts("demo", nil); err != nil {
		t.Fatal(err)
	}
	if set, err := p.keptLayouts("demo"); err != nil || set != nil {
		t.Errorf("forgotten, but there are %v (%v)", set, err)
	}
}

func TestByteSize(t *testing.T) {
	for in, want := range map[string]int64{"0": 0, "12": 12, "500MB": 500e6, "64KiB": 64 << 10, "1.5 GB": 1.5e9,
		"2k": 2000, "1,000b": 1000} {
		var b byteSize
		if err := b.Set(in); err != nil || int64(b) != want {
			t.Errorf("%q is %d (%v), want %d", in, b, err, want)
		}
	}
	for _, in := range []string{"", "MB", "5XB", "-1", "1e"} {
		var b byteSize
		if err := b.Set(in); err == nil {
			t.Errorf("%q is taken as %d", in, b)
		}
	}
}

// The release build sets variables by name, and a name that does not exist is ignored without a word.
func TestReleaseSetsVariablesThatExist(t *testing.T) {
	raw, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Version int
		Builds  []struct{ Ldflags []string }
	}
	if err := yaml.Unmarshal(raw, &release); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("version.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, word := range strings.Fields(strings.Join(release.Builds[0].Ldflags, " ")) {
		name, ok := strings.CutPrefix(word, "main.")
		if !ok {
			continue
		}
		found++
		name, _, _ = strings.Cut(name, "=")
		if !strings.Contains(string(source), "\n\t"+name+" ") {
			t.Errorf("the release sets main.%s, which version.go does not declare", name)
		}
	}
	if found != 3 || release.Version != 2 {
		t.Errorf("%d variables in a release file of version %d", found, release.Version)
	}
}

func TestManAndCompletions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	if _, errs, code := tabletop(t, nil, "man", "--dir", dir); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	page, err := os.ReadFile(filepath.Join(dir, "tabletop-stats.1"))
	if err != nil || !strings.Contains(string(page), "strategy") {
		t.Errorf("the man page of stats: %v", err)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if out, errs, code := tabletop(t, nil, "completion", shell); code != exitOK || len(out) < 500 {
			t.Errorf("completion %s: exit code %d, %d bytes: %s", shell, code, len(out), errs)
		}
	}
}
