package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/btclient"
	"tabletop/internal/cbtemulator"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
	"tabletop/views/take"
)

// hardKeys are row keys that a shell, a command or a query would read as something else, were they not quoted. The
// value of each row is its number.
func hardKeys() []string {
	return []string{"\x00\x01\x02", "\x01\x80\xff'", "\x01\x80\xff\x00", "\x0a\x0d", " lead", "!!", `"q" 'r'`, "$(id)",
		"%s%%\\n", "*", "-rf", "a\x00b", "a=b,c=d", "a\nb", "caf\xc3\xa9", "it's", "line\n", "plain#1", "plain#2", "plain#3",
		"tab\there", "x\x1b[31m", "{a,b}", "~", "\x7f", "\x80", "\xc3(", "\xe2\x80\xae", "\xff\xfe", "\xff\xff"}
}

// TestCopiedLinesReadTheSameRows verifies, in bash and against Google's emulator, that the lines which the app copies
// for cbt and for tabletop read exactly the rows that were pointed at, and that a line which no command can hold is
// refused with a way out.
func TestCopiedLinesReadTheSameRows(t *testing.T) {
	long(t)
	for _, tool := range []string{"cbt", "bash"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	keys, address := hardKeys(), cbtemulator.Start(t)
	writeNumbered(t, address, keys)
	shell := copiedShell(t, address, keys)
	table := sample.Table{Project: "p", Instance: "i", Name: "hard"}
	ran, refused := map[string]int{}, 0
	for _, rows := range pointedAt(keys) {
		want := selected(keys, rows)
		for _, line := range take.Lines(rows, "p/i/hard", &table)[:2] {
			if line.Text == "" {
				refused++
				if !strings.Contains(line.Note, "GoogleSQL and tabletop can say it") {
					t.Errorf("%+v: %s is refused without a way out: %q", rows, line.Tool, line.Note)
				}
				continue
			}
			ran[line.Tool]++
			if got := shell(line.Text); !slices.Equal(got, want) {
				t.Errorf("%+v: %s reads rows %v, not %v: %s", rows, line.Tool, got, want, line.Text)
			}
		}
	}
	t.Logf("%v lines ran, %d were refused", ran, refused)
	if ran["cbt"] < 30 || ran["tabletop"] < 40 || refused < 3 {
		t.Errorf("%v lines ran, %d were refused", ran, refused)
	}
}

// pointedAt are one row each, some prefixes, and some ranges.
func pointedAt(keys []string) []take.Rows {
	var all []take.Rows
	for _, key := range keys {
		all = append(all, take.Rows{Key: key})
	}
	for _, prefix := range []string{"plain#", "\x01\x80", "\xff", "a", "\x00", "it'", "\xc3"} {
		all = append(all, take.Rows{Prefix: prefix})
	}
	for at := 0; at+5 < len(keys); at += 3 {
		all = append(all, take.Rows{Start: keys[at], End: keys[at+5]})
	}
	return append(all, take.Rows{Start: "\x80"}, take.Rows{End: " lead"}, take.Rows{Prefix: "plain#", Start: "plain#2"},
		take.Rows{Prefix: "\xff", End: "\xff\xff"}, take.Rows{Prefix: "\xff\xff", Start: "\xff"})
}

// selected are the numbers of the rows pointed at.
func selected(keys []string, rows take.Rows) []string {
	var out []string
	for i, key := range keys {
		if (rows.Key == "" || key == rows.Key) && strings.HasPrefix(key, rows.Prefix) && key >= rows.Start &&
			(rows.End == "" || key < rows.End) {
			out = append(out, fmt.Sprintf("row-%02d", i))
		}
	}
	return slices.Sorted(slices.Values(out))
}

// writeNumbered makes a table of keys, of which each row holds its number.
func writeNumbered(t *testing.T, address string, keys []string) {
	t.Helper()
	admin, client := btclient.Dial(t, address, "p", "i")
	if err := admin.CreateTableFromConf(t.Context(), &bigtable.TableConf{TableID: "hard",
		ColumnFamilies: map[string]bigtable.Family{"f": {}}}); err != nil {
		t.Fatal(err)
	}
	rows := make([]*bigtable.Mutation, len(keys))
	for i := range rows {
		rows[i] = bigtable.NewMutation()
		rows[i].Set("f", "q", 0, fmt.Appendf(nil, "row-%02d", i))
	}
	if failed, err := client.Open("hard").ApplyBulk(t.Context(), keys, rows); err != nil || len(failed) > 0 {
		t.Fatal(err, failed)
	}
}

// copiedShell returns what runs a line in bash and returns the numbers of the rows that it read. What opens the app
// saves a sample instead; gcloud, which cbt asks for credentials that an emulator does not want, has none at once.
func copiedShell(t *testing.T, address string, keys []string) func(line string) []string {
	t.Helper()
	dir := t.TempDir()
	saved := filepath.Join(dir, "read.tabletop")
	sample := fmt.Sprintf("#!/bin/sh\nrm -f %[1]s\nexec %[2]s sample \"$@\" --strategy everything -o %[1]s\n", saved,
		os.Args[0])
	for name, script := range map[string]string{"tabletop": sample, "gcloud": "#!/bin/sh\nexit 1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	number := regexp.MustCompile(`row-\d\d`)
	return func(line string) []string {
		run := exec.Command("bash", "-c", line)
		run.Dir = dir
		run.Env = append(os.Environ(), asProgram+"=1", "BIGTABLE_EMULATOR_HOST="+address, "HOME="+dir,
			"PATH="+dir+":"+os.Getenv("PATH"))
		out, err := run.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v: %s", line, err, out)
		}
		if !strings.HasPrefix(line, "tabletop") {
			return slices.Sorted(slices.Values(number.FindAllString(string(out), -1)))
		}
		read, err := snapshot.ReadFile(t.Context(), saved, 1<<20)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			return nil
		}
		var rows []string
		for row := range read.Rows() {
			rows = append(rows, fmt.Sprintf("row-%02d", slices.Index(keys, string(read.Key(row)))))
		}
		return slices.Sorted(slices.Values(rows))
	}
}
