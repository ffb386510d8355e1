package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/model/redact"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
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

// keyFile writes a file with a redaction key.
func keyFile(t *testing.T, key string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "redact.key")
	if err := os.WriteFile(path, []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// smallSample saves a sample of so many rows, with a column that names a person in some.
func smallSample(t *testing.T, rows int) string {
	t.Helper()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	b := sample.NewBuilder(16)
	for i := range rows {
		b.Row(fmt.Appendf(nil, "order#%05d#%c%c%c", i, 'a'+i%7, 'k'+i%5, 'p'+i%3))
		b.Cell("profile", []byte("jiffies"), at.UnixMicro(), []byte("12"))
		b.Cell("profile", []byte("owner_anna.kovacs"), at.UnixMicro(), []byte("1"))
		b.Cell("profile", []byte("status"), at.UnixMicro(), []byte("open"))
	}
	table := sample.Table{Source: "p/i/orders", Project: "p", Instance: "i", Name: "orders",
		Families: []sample.Family{{Name: "profile"}}}
	file := filepath.Join(t.TempDir(), "in.tabletop")
	s := sample.Assemble(table, sample.Provenance{Complete: true, Strategy: sample.Everything, Started: at},
		[]*sample.Builder{b})
	if err := snapshot.SaveFile(file, s); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestRedactFlags states which values of --redact, --redact-key and --keep-names are taken, and what is said of the
// others. A value of --redact-key that is no file may be the key itself, which must not be printed.
func TestRedactFlags(t *testing.T) {
	file, out := smallSample(t, 100), filepath.Join(t.TempDir(), "out.tabletop")
	empty := keyFile(t, "")
	for _, tt := range []struct {
		args  []string
		code  int
		says  []string // on standard output, or on standard error if it fails
		never string
	}{
		{[]string{"--redact"}, exitOK, []string{"keep their order", "has identified all 100 rows", "No key was given",
			"Kept column names: profile:jiffies, profile:status."}, "anna"},
		{[]string{"--redact=true"}, exitOK, []string{"keep their order"}, "anna"},
		{[]string{"--redact=ordered"}, exitOK, []string{"keep their order"}, "anna"},
		{[]string{"--redact=false"}, exitOK, nil, "redacted"},
		{[]string{"--redact=unordered"}, exitOK, []string{"not in the order of the table"}, "keep their order"},
		{[]string{"--redact", "--keep-names", "owner_.*"}, exitOK, []string{"profile:owner_anna.kovacs"}, ""},
		{[]string{"--redact", "--keep-names", "owner"}, exitOK,
			[]string{"Kept column names: profile:jiffies, profile:status."}, "anna"},
		{[]string{"--redact", "--keep-names", "x", "--keep-names", "profile:owner_.*"}, exitOK,
			[]string{"profile:owner_anna.kovacs"}, ""},
		{[]string{"--redact", "--redact-key", keyFile(t, "correct horse")}, exitOK,
			[]string{"A key with the fingerprint " + redact.Fingerprint([]byte("correct horse"))}, "correct horse"},
		{[]string{"--redact=maybe"}, exitUsage, []string{"ordered, unordered, or false"}, ""},
		{[]string{"--redact", "--redact-key", "hunter2-secret"}, exitUsage,
			[]string{"process lists and shell histories", "names a file"}, "hunter2-secret"},
		{[]string{"--redact", "--redact-key", empty}, exitUsage, []string{"it is empty"}, ""},
		{[]string{"--redact-key", keyFile(t, "k")}, exitUsage, []string{"add --redact"}, ""},
		{[]string{"--keep-names", "x"}, exitUsage, []string{"add --redact"}, ""},
		{[]string{"--redact", "--keep-names", "("}, exitUsage, []string{"--keep-names", "RE2"}, ""},
	} {
		stdout, stderr, code := tabletop(t, nil, append([]string{"sample", file, "-o", out}, tt.args...)...)
		if code != tt.code {
			t.Errorf("%q: code %d, want %d: %s", tt.args, code, tt.code, stderr)
		}
		for _, want := range tt.says {
			if !strings.Contains(stdout+stderr, want) {
				t.Errorf("%q does not say %q:\n%s%s", tt.args, want, stdout, stderr)
			}
		}
		if tt.never != "" && strings.Contains(stdout+stderr, tt.never) {
			t.Errorf("%q says %q:\n%s%s", tt.args, tt.never, stdout, stderr)
		}
	}
}

// TestReportsTellWhatWasRedacted verifies that every format of audit and diff that is redacted by default says what was
// replaced, which names were kept, what the order tells, and by the fingerprint which key was given.
func TestReportsTellWhatWasRedacted(t *testing.T) {
	file, key := smallSample(t, 100), keyFile(t, "board")
	for _, command := range []string{"audit FILE --format json", "audit FILE --format markdown",
		"audit FILE --format html", "audit FILE --format sarif",
		"audit FILE --format junit", "audit FILE --redact", "diff FILE FILE --format json",
		"diff FILE FILE --format markdown", "diff FILE FILE --format html", "diff FILE FILE --redact"} {
		args := strings.Fields(strings.ReplaceAll(command, "FILE", file))
		flat := func(text string) string { return strings.Join(strings.Fields(strings.ReplaceAll(text, `\`, "")), " ") }
		random, keyed := flat(ok(t, args...)), flat(ok(t, append(args, "--redact-key", key)...))
		wants, none := []string{redact.Fingerprint([]byte("board")), "1 column name", "has identified all 100 rows",
			"jiffies"}, "No key was given"
		if strings.HasSuffix(command, "json") {
			wants, none = []string{`"key_fingerprint": "` + redact.Fingerprint([]byte("board")) + `"`,
				`"what": "column", "count": 1`, `"ordered": true`, `"name": "profile:jiffies"`}, ""
		}
		for _, want := range wants {
			if !strings.Contains(keyed, want) {
				t.Errorf("%s with a key does not say %q:\n%s", command, want, keyed)
			}
		}
		if !strings.Contains(random, none) || strings.Contains(random, wants[0]) || strings.Contains(keyed, "board") {
			t.Errorf("%s does not tell whether a key was given:\n%s", command, random)
		}
	}
}

// A report names no key of the table unless it is told to, and says so.
func TestReportsAreRedacted(t *testing.T) {
	long(t)
	for format, redacted := range map[string]bool{"text": false, "json": true, "markdown": true, "html": true,
		"summary": true, "sarif": true, "junit": true} {
		plain := ok(t, "audit", "demo:servers/CURRENT_METRIC", "--format", format, "--redact=false")
		args := []string{"audit", "demo:servers/CURRENT_METRIC", "--format", format}
		if redacted {
			args = append(args, "--redact-key", keyFile(t, "k"))
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
	told := ok(t, "sample", plain, "--redact", "--redact-key", keyFile(t, "k"), "-o", share)
	if !strings.Contains(told, "redacted") || !strings.Contains(told, "Kept column names: ") {
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
	if _, errs, code := tabletop(t, nil, "sample", "demo:tenants", "--continue", share, "-o", plain); code == 0 ||
		!strings.Contains(errs, "redacted") {
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
