package main

import (
	"os"
	"os/exec"
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
			[]string{"package rowkey\n", "func (p Parts) NewKey()", "func Rekey(old []byte)"}},
		{"java", []string{"--layout", layout, "--from", from, "--language", "java"}, exitOK,
			[]string{"class RowKey", "byte[] rekey(byte[] old)"}},
		{"python", []string{"--layout", layout, "--from", from, "--language", "python"}, exitOK,
			[]string{"def rekey(old)", "def parse_old_key(key)"}},
		{"node", []string{"--layout", layout, "--from", from, "--language", "node"}, exitOK,
			[]string{"{ parseOldKey, oldKey, newKey, rekey }"}},
		{"the layout itself", []string{"--layout", from, "--language", "go"}, exitOK,
			[]string{"func ParseKey(key []byte)", "func (p Parts) Key()"}},
		{"no language", []string{"--layout", from}, exitUsage, []string{"--language", "go, java, python, or node"}},
		{"no layout", []string{"--language", "go"}, exitUsage, []string{"missing --layout"}},
		{"two layouts", []string{"--layout", "{a}", "--layout", "{b}", "--language", "go"}, exitUsage,
			[]string{"2 given", "once per --layout"}},
		{"no current keys", []string{"--layout", layout, "--language", "go"}, exitUsage, []string{"missing --from"}},
		{"kinds in one template", []string{"--layout", "{a}", "--from", "{a} | {b}", "--language", "go"}, exitUsage,
			[]string{"invalid --from", "one record kind"}},
		{"a part without code", []string{"--layout", "{bucket(user, 1d)}", "--from", from, "--language", "go"},
			exitUsage, []string{"cannot write the layout as code", "bucket(user, 1d)", "{at:ms}"}},
		{"no rows to redact", []string{"--layout", from, "--language", "go", "--redact"}, exitUsage,
			[]string{"--redact without SOURCE"}},
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

// TestCodeToAFolder verifies that the file in the folder of --output holds what else is printed, and that templates are
// read from files.
func TestCodeToAFolder(t *testing.T) {
	folder := t.TempDir()
	current := filepath.Join(folder, "current")
	if err := os.WriteFile(current, []byte("// now\n{user}#{at:ms}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"code", "--layout", "{reverse(at)}#{user}", "--from", "@" + current, "--language", "go"}
	out, errs, code := tabletop(t, nil, args...)
	if code != exitOK || out == "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	made := filepath.Join(folder, "new", "keys")
	if printed, errs, code := tabletop(t, nil, append(args, "-o", made)...); code != exitOK || printed != "" {
		t.Fatalf("exit %d, printed %q: %s", code, printed, errs)
	}
	if written, err := os.ReadFile(filepath.Join(made, "rowkey.go")); err != nil || string(written) != out {
		t.Errorf("the file holds %q (%v), not %q", written, err, out)
	}
	if files, err := os.ReadDir(made); err != nil || len(files) != 1 {
		t.Errorf("%v (%v), without rows there is no test", files, err)
	}
	if _, errs, code := tabletop(t, nil, append(args, "-o", current)...); code == exitOK ||
		!strings.Contains(errs, "name a directory") {
		t.Errorf("to a file: exit %d: %s", code, errs)
	}
}

// TestCodeOfRows verifies that the test of a source has the keys of its rows, at most 200, and others in their place if
// they are redacted; and that both tests pass.
func TestCodeOfRows(t *testing.T) {
	tests := map[string]string{}
	for _, redact := range []string{"--redact=false", "--redact"} {
		folder := t.TempDir()
		_, errs, code := tabletop(t, nil, "code", "demo:meters", "--layout", "{reverse(day)}#{meter}", "--from",
			"{meter:pad(10)}#{day:date(20060102)}", "--language", "python", "-o", folder, redact)
		if code != exitOK {
			t.Fatalf("%s: exit %d: %s", redact, code, errs)
		}
		text, err := os.ReadFile(filepath.Join(folder, "test_row_key.py"))
		if err != nil {
			t.Fatal(err)
		}
		tests[redact] = string(text)
		if pairs := strings.Count(tests[redact], " 37393"); pairs != 200 { // 7939 is the beginning of a reversed year
			t.Errorf("%s: %d pairs", redact, pairs)
		}
		if _, err := exec.LookPath("python3"); err != nil {
			t.Logf("python3 is not on this machine: the test was not run")
			continue
		}
		run := exec.Command("python3", "-m", "unittest")
		run.Dir = folder
		if out, err := run.CombinedOutput(); err != nil || !strings.Contains(string(out), "Ran 2 tests") {
			t.Errorf("%s: %v\n%s", redact, err, out)
		}
	}
	before, after := strings.Split(tests["--redact=false"], "\n"), map[string]bool{}
	for _, line := range strings.Split(tests["--redact"], "\n") {
		after[line] = true
	}
	same := 0
	for _, line := range before {
		if strings.Contains(line, " 37393") && after[line] {
			same++
		}
	}
	if same > 2 {
		t.Errorf("%d pairs are those of the table", same)
	}
}
