//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
)

// givenFile is a file that a person writes or names: the flag or the place it is given by, and what a hostile one
// holds.
type givenFile struct {
	by    string            // the flag with its dashes, or words
	args  []string          // in which FILE stands for the file; nil if only the app takes it
	app   flags             // with which the app starts, if args is nil
	name  string            // of the file, for the extension; with a folder if the file is found by its place in HOME
	large int               // the limit in MiB
	deep  map[string]string // texts that are nested deeper, or mean more, than any that is meant well, by what they are
}

// nested returns lists or objects in each other.
func nested(open, middle, end string, times int) string {
	return strings.Repeat(open, times) + middle + strings.Repeat(end, times)
}

// aliases is YAML in which each line holds the one before ten times.
const aliases = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c " +
	"[*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n" +
	"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n" +
	"f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n"

// deepSet is a descriptor set whose message holds a message, and so on.
func deepSet(t *testing.T, times int) string {
	t.Helper()
	name := "m"
	message := &descriptorpb.DescriptorProto{Name: &name}
	for range times {
		message = &descriptorpb.DescriptorProto{Name: &name, NestedType: []*descriptorpb.DescriptorProto{message}}
	}
	file := "deep.proto"
	data, err := proto.Marshal(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		{Name: &file, MessageType: []*descriptorpb.DescriptorProto{message}}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func givenFiles(t *testing.T, sample string) []givenFile {
	t.Helper()
	yaml := map[string]string{"flow lists": nested("[", "", "]", 200_000), "maps": nested("{a: ", "1", "}", 100_000),
		"lines": nested("- ", "x", "", 100_000), "aliases": aliases}
	json := map[string]string{"lists": nested("[", "", "]", 200_000), "objects": nested(`{"a":`, "1", "}", 100_000)}
	queries := map[string]string{"flow lists": yaml["flow lists"], "aliases": aliases}
	sql := map[string]string{"brackets": "SELECT " + nested("(", "1", ")", 200_000),
		"open brackets": "SELECT " + strings.Repeat("(", 300_000),
		"subscripts":    "SELECT " + nested("a[", "1", "]", 150_000),
		"sums":          "SELECT " + strings.Repeat("1+", 200_000) + "1",
		"not":           "SELECT " + strings.Repeat("NOT ", 100_000) + "a"}
	source := []string{"stats", sample}
	with := func(args ...string) []string { return append(append([]string(nil), source...), args...) }
	return []givenFile{
		{by: "--layout", args: with("--layout", "@FILE"), name: "layout.yaml", large: 1, deep: yaml},
		{by: "--layout", args: with("--layout", "@FILE"), name: "layout.json", large: 1, deep: json},
		{by: "--layout", args: with("--layout", "@FILE"), name: "layout.txt", large: 1,
			deep: map[string]string{"braces": nested("{", "a", "}", 100_000),
				"optional": nested("[{a}", "", "]", 100_000)}},
		{by: "--current-layout", args: []string{"simulate", sample, "--layout", "{a}", "--current-layout", "@FILE"},
			name: "now.yaml", large: 1, deep: yaml},
		{by: "--from", args: []string{"code", "--layout", "{a}", "--language", "go", "--from", "@FILE"},
			name: "now.yaml", large: 1, deep: yaml},
		{by: "--workload", args: []string{"advise", sample, "--workload", "FILE"}, name: "queries.yaml", large: 1,
			deep: queries},
		{by: "--workload", args: []string{"simulate", sample, "--layout", "{a}", "--workload", "FILE"},
			name: "queries.sql", large: 1, deep: sql},
		{by: "--costs", args: []string{"advise", sample, "--costs", "FILE"}, name: "costs.yaml", large: 1, deep: yaml},
		{by: "--prices", args: []string{"gc", sample, "--prices", "FILE"}, name: "prices.yaml", large: 1, deep: yaml},
		{by: "--config", args: []string{"audit", sample, "--config", "FILE"}, name: "audit.yaml", large: 1, deep: yaml},
		{by: "--baseline", args: []string{"audit", sample, "--baseline", "FILE"}, name: "audit.json", large: 16,
			deep: map[string]string{
				"lists": json["lists"], "objects": json["objects"],
				"findings": `{"findings":[` + strings.Repeat("{},", 2_000_000) + "{}]}"}},
		{by: "a specification", args: []string{"generate", "FILE"}, name: "table.yaml", large: 1, deep: yaml},
		{by: "--expect", args: []string{"audit", sample, "--expect", "FILE"}, name: "expect.json", large: 1,
			deep: json},
		{by: "--redact-key", args: []string{"audit", sample, "--redact", "--redact-key", "FILE"}, name: "secret.key",
			large: 1, deep: nil},
		{by: "--creds", args: []string{"stats", "p/i/t", "--creds", "FILE"}, name: "creds.json", large: 1, deep: json},
		{by: "--format-file", app: flags{formatFile: "FILE"}, name: "formats.yaml", large: 1, deep: yaml},
		{by: "--decode", app: flags{decode: []string{"*:*=avro:FILE"}}, name: "schema.avsc", large: 1,
			deep: map[string]string{
				"arrays": nested(`{"type":"array","items":`, `"int"`, "}", 40_000), "lists": json["lists"]}},
		{by: "--decode", app: flags{decode: []string{"*:*=proto:FILE#m"}}, name: "deep.proto", large: 1,
			deep: map[string]string{
				"messages": `syntax="proto3";` + nested("message m{", "", "}", 60_000),
				"flat":     `syntax="proto3";` + strings.Repeat("message m{}", 60_000),
				"options":  `syntax="proto3";option (a)=` + nested("{a:", "1", "}", 100_000) + ";"}},
		{by: "--decode", app: flags{decode: []string{"*:*=proto:FILE#m"}}, name: "deep.pb", large: 16,
			deep: map[string]string{
				"messages": deepSet(t, 12_000)}},
		{by: "--table-info", args: []string{"stats", "none.avro", "--table-info", "FILE"}, name: "table.json", large: 16,
			deep: json},
		{by: "--lesson", args: []string{"lesson", "grade", sample, "--lesson", "FILE"}, name: "own.yaml", large: 1,
			deep: yaml},
		{by: "a lesson", args: []string{"lesson", "check", "FILE"}, name: "own.yaml", large: 1, deep: yaml},
		{by: "a record", args: []string{"lesson", "grade", "FILE"}, name: "s17.jsonl", large: 16, deep: json},
		{by: "~/.cbtrc", args: []string{"stats", "t"}, name: "HOME/.cbtrc", large: 1, deep: nil},
		{by: "settings", name: "HOME/config/tabletop/config.yaml", large: 1, deep: yaml},
	}
}

// notGiven are the flags whose FILE is not a text that somebody wrote, by why.
func notGiven() map[string]string {
	return map[string]string{"--keys-out": "it is written",
		"--output": "it is written", "--debug": "it is written", "--record": "it is appended to",
		"--continue": "it is a saved sample, which TestHostileSectionsAreBounded is about",
		"--log":      "it is a log that --debug wrote, of at most 64 MiB",
		"--today":    "it is --current-layout by its old name"}
}

// TestGivenFilesAreBounded verifies of each file that a person writes or names that one that is too large or nested too
// deeply is refused at once, in few words that name it, without much memory; and that none is waited for.
func TestGivenFilesAreBounded(t *testing.T) {
	sample, _ := aFewRows(t)
	for _, g := range givenFiles(t, sample) {
		t.Run(g.by+" "+filepath.Base(g.name), func(t *testing.T) {
			errs, code := g.run(t, strings.Repeat(" ", g.large<<20+1))
			if want := fmt.Sprintf("larger than %d MiB", g.large); code == exitOK && g.by != "a record" ||
				!strings.Contains(errs, want) || !g.isNamed(errs) {
				t.Errorf("too large: exit code %d: %.400s", code, errs)
			}
			for what, text := range g.deep {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				errs, code := g.run(t, text)
				runtime.ReadMemStats(&after)
				if code == exitOK && g.by != "a record" || len(errs) > 4000 || !g.isNamed(errs) {
					t.Errorf("%s: exit code %d: %d bytes: %.400s", what, code, len(errs), errs)
				}
				if took := after.TotalAlloc - before.TotalAlloc; took > 400<<20 {
					t.Errorf("%s of %d kB took %d MB: %.200s", what, len(text)>>10, took>>20, errs)
				}
			}
		})
	}
}

// run runs the command with a file of a text.
func (g givenFile) run(t *testing.T, text string) (errs string, code int) {
	t.Helper()
	home := t.TempDir()
	path := filepath.Join(home, strings.TrimPrefix(g.name, "HOME/"))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, "config")}
	if g.args != nil {
		_, errs, code = tabletop(t, []string{"HOME=" + home, "XDG_CONFIG_HOME=" + env["XDG_CONFIG_HOME"]},
			g.filled(path)...)
		return errs, code
	}
	given := g.app
	given.formatFile = strings.ReplaceAll(given.formatFile, "FILE", path)
	given.decode = nil
	for _, d := range g.app.decode {
		given.decode = append(given.decode, strings.ReplaceAll(d, "FILE", path))
	}
	p := &program{flags: given, env: env}
	_, err := p.settings()
	if err == nil {
		_, err = p.decoders(t.Context())
	}
	if err == nil {
		return "", exitOK
	}
	return err.Error(), exitUsage
}

// isNamed reports whether a message names the file, or the flag where the file's name may be a secret.
func (g givenFile) isNamed(errs string) bool {
	return strings.Contains(errs, filepath.Base(g.name)) || g.by == "--redact-key" && strings.Contains(errs, g.by)
}

// filled returns the arguments with a path in them.
func (g givenFile) filled(path string) []string {
	out := append([]string(nil), g.args...)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "FILE", path)
	}
	return out
}

// TestGivenFilesAreNotWaitedFor verifies that no file that a person names is waited for, as a pipe without a writer is.
func TestGivenFilesAreNotWaitedFor(t *testing.T) {
	sample, _ := aFewRows(t)
	for _, g := range givenFiles(t, sample) {
		if g.args != nil && !strings.HasPrefix(g.name, "HOME/") {
			tabletop(t, nil, g.filled(fifo(t))...)
		}
	}
}

// TestGivenFilesAreAll verifies that each flag that takes a file is among those that the tests above are about.
func TestGivenFilesAreAll(t *testing.T) {
	known := notGiven()
	for _, g := range givenFiles(t, "") {
		known[g.by] = "tested"
	}
	takesFile := regexp.MustCompile(`\bFILE\b`)
	seen := map[string]bool{}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		note := func(f *pflag.Flag) {
			if takesFile.MatchString(f.Usage) {
				seen["--"+f.Name] = true
				if known["--"+f.Name] == "" {
					t.Errorf("%s --%s takes a file, and no test is about one that is too large or nested too deeply",
						c.Name(), f.Name)
				}
			}
		}
		c.Flags().VisitAll(note)
		c.PersistentFlags().VisitAll(note)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk((&program{}).rootCommand())
	for flag, why := range known {
		if strings.HasPrefix(flag, "--") && !seen[flag] {
			t.Errorf("no command has %s (%s)", flag, why)
		}
	}
}
