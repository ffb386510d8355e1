package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCode verifies what code writes in each language, and what it refuses with which way out.
func TestCode(t *testing.T) {
	const layout, from = "{salt(8, user)}#{user}#{reverse(at)}", "{user}#{at:ms}"
	for _, tt := range []struct {
		name string
		args []string
		code int
		want []string
	}{
		{"go", []string{"--layout", layout, "--from", from, "--language", "go"}, exitOK,
			[]string{"package rowkey\n", "func RowKey(user string, atMs int64) []byte"}},
		{"java", []string{"--layout", layout, "--from", from, "--language", "java"}, exitOK,
			[]string{"class RowKey", "(String user, long atMs)"}},
		{"python", []string{"--layout", layout, "--from", from, "--language", "python"}, exitOK,
			[]string{"def row_key(user, at_ms)"}},
		{"node", []string{"--layout", layout, "--from", from, "--language", "node"}, exitOK,
			[]string{"(user, atMs)"}},
		{"the layout itself", []string{"--layout", from, "--language", "go"}, exitOK,
			[]string{"func RowKey(user string, atMs int64) []byte"}},
		{"no language", []string{"--layout", from}, exitUsage, []string{"--language", "go, java, python, or node"}},
		{"no layout", []string{"--language", "go"}, exitUsage, []string{"missing --layout"}},
		{"two layouts", []string{"--layout", "{a}", "--layout", "{b}", "--language", "go"}, exitUsage,
			[]string{"2 given", "once per --layout"}},
		{"no current keys", []string{"--layout", layout, "--language", "go"}, exitUsage, []string{"missing --from"}},
		{"kinds in one template", []string{"--layout", "{a}", "--from", "{a} | {b}", "--language", "go"}, exitUsage,
			[]string{"invalid --from", "one record kind"}},
		{"a part without code", []string{"--layout", "{truncate(user, 3)}", "--from", from, "--language", "go"},
			exitUsage, []string{"cannot write the layout as code", "truncate(user, 3)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, errs, code := tabletop(t, nil, append([]string{"code"}, tt.args...)...)
			said := out
			if tt.code != exitOK {
				said = errs
			}
			if code != tt.code {
				t.Errorf("exit %d, want %d: %s", code, tt.code, errs)
			}
			for _, want := range tt.want {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in\n%s", want, said)
				}
			}
		})
	}
}

// TestCodeToAFile verifies that the file of --output holds what else is printed, and that templates are read from files.
func TestCodeToAFile(t *testing.T) {
	folder := t.TempDir()
	current, file := filepath.Join(folder, "current"), filepath.Join(folder, "key.go")
	if err := os.WriteFile(current, []byte("// now\n{user}#{at:ms}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"code", "--layout", "{reverse(at)}#{user}", "--from", "@" + current, "--language", "go"}
	out, errs, code := tabletop(t, nil, args...)
	if code != exitOK || out == "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if printed, errs, code := tabletop(t, nil, append(args, "-o", file)...); code != exitOK || printed != "" {
		t.Fatalf("exit %d, printed %q: %s", code, printed, errs)
	}
	if written, err := os.ReadFile(file); err != nil || string(written) != out {
		t.Errorf("the file holds %q (%v), not %q", written, err, out)
	}
}
