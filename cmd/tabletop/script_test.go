package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

// TestScripts runs the commands in testdata and compares what they print and how they exit. Each block is
//
//	run [stdin=FILE]
//	tabletop stats few.tabletop
//	----
//	the output
//
// or several command lines, each repeated after "$ " before its output. Lines of standard error begin with "! " and an
// exit code other than 0 is the last line. -rewrite writes the files again. The commands run in this process, in a
// folder with the files that scriptFiles makes.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		file, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(scriptFiles(t))
		datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "run" {
				d.Fatalf(t, "unknown command %s", d.Cmd)
			}
			var stdin []byte
			if d.HasArg("stdin") {
				var name string
				d.ScanArgs(t, "stdin", &name)
				var err error
				if stdin, err = os.ReadFile(name); err != nil {
					d.Fatalf(t, "%v", err)
				}
			}
			var out strings.Builder
			for line := range strings.Lines(d.Input) {
				if strings.Contains(d.Input, "\n") {
					out.WriteString("$ " + strings.TrimSpace(line) + "\n")
				}
				out.WriteString(script(t, line, stdin))
			}
			return out.String()
		})
	})
}

// script runs one command line, "tabletop" and words with quotes as a shell has them.
func script(t *testing.T, line string, stdin []byte) string {
	t.Helper()
	words := regexp.MustCompile(`'[^']*'|\S+`).FindAllString(line, -1)
	for i, w := range words {
		words[i] = strings.Trim(w, "'")
	}
	if len(words) == 0 || words[0] != "tabletop" {
		t.Fatalf("%q is not a tabletop command", line)
	}
	var out, errs bytes.Buffer
	home := t.TempDir()
	env := []string{"HOME=" + home, "TERM=xterm"}
	code := run(t.Context(), streams{in: bytes.NewReader(stdin), out: &out, err: &errs}, env, words[1:])
	// Ages count from now.
	text := regexp.MustCompile(`[0-9.]+ (d|y) ago`).ReplaceAllString(out.String(), "… ago")
	for line := range strings.Lines(errs.String()) {
		text += "! " + line
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if code != exitOK {
		text += fmt.Sprintf("exit code %d\n", code)
	}
	return text
}

// scriptFiles makes a folder of small samples and faulty files.
func scriptFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	save := func(name string, rows int, redacted string) {
		b := sample.NewBuilder(16)
		for i := range rows {
			b.Row(fmt.Appendf(nil, "user%04d#%08d", i/28, 20260101+i%28))
			b.Cell("f", []byte("q"), at.Add(-time.Duration(i)*time.Hour).UnixMicro(), fmt.Appendf(nil, "%d", i))
		}
		table := sample.Table{Source: "p/i/t", Project: "p", Instance: "i", Name: "t",
			Families: []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}}}
		s := sample.Assemble(table, sample.Provenance{Complete: true, Strategy: sample.Everything, Started: at,
			Redacted: redacted}, []*sample.Builder{b})
		if err := snapshot.SaveFile(filepath.Join(dir, name), s); err != nil {
			t.Fatal(err)
		}
	}
	save("one.tabletop", 1, "")
	save("few.tabletop", 140, "")
	b := sample.NewBuilder(16)
	for i := range 400 {
		when := at.Add(time.Duration(i-400) * time.Minute)
		b.Row(fmt.Appendf(nil, "%d#dev%02d", when.UnixMilli(), i*7%20))
		b.Cell("f", []byte("q"), when.UnixMicro(), []byte("v"))
	}
	hot := sample.Assemble(sample.Table{Source: "p/i/hot", Name: "hot"}, sample.Provenance{Complete: true, Started: at},
		[]*sample.Builder{b})
	if err := snapshot.SaveFile(filepath.Join(dir, "hot.tabletop"), hot); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"bad.avsc": `{"type": "record", "name": "x", "fields": [{"name": "y" "type": "int"}]}`, "foreign.tabletop": "PNG", "redact.key": "k"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
