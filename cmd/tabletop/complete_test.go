package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tabletop/internal/fakebt"
	"tabletop/model/rowkey"
	"tabletop/views/tables"
)

// completed returns what a shell is offered after the words, the last of which is to be completed.
func completed(t *testing.T, env []string, words ...string) []string {
	t.Helper()
	out, errs, code := tabletop(t, env, append([]string{"__complete"}, words...)...)
	if code != exitOK {
		t.Fatal(errs)
	}
	var all []string
	for line := range strings.Lines(out) {
		value, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		all = append(all, value)
	}
	return all[:len(all)-1] // the last line is for the shell's script
}

// TestSourcesAreCompleted verifies that demos, saved samples, tables opened before, and tables of an instance complete
// a SOURCE, as many as a command takes, and layouts that were saved a template.
func TestSourcesAreCompleted(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("before.tabletop", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	server := fakebt.New(t, devices("orders"), devices("users"))
	env := []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, "config"),
		"BIGTABLE_EMULATOR_HOST=" + server.Addr}
	p := &program{env: environment(env, "")}
	if err := p.recent().add("prod/shop/carts", tables.Known{}); err != nil {
		t.Fatal(err)
	}
	layout, err := rowkey.Parse(`{type}#{rest...}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.keepLayouts("demo:devices", rowkey.Set{layout}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words []string
		want  []string // among what is offered
		not   string   // which is not
	}{
		{[]string{"stats", "demo:g"}, []string{"demo:games", "demo:garden"}, "demo:meters"},
		{[]string{"stats", ""}, []string{"before.tabletop", "prod/shop/carts", "demo:games"}, "p/i/orders"},
		{[]string{"audit", "p/i/"}, []string{"p/i/orders", "p/i/users"}, "demo:games"},
		{[]string{"stats", "--project", "p", "--instance", "i", "p/"}, []string{"p/i/orders"}, "demo:games"},
		{[]string{"diff", "before.tabletop", "bef"}, []string{"before.tabletop"}, "demo:games"},
		{[]string{"stats", "demo:games", ""}, nil, "demo:games"},
		{[]string{"demo:m"}, []string{"demo:meters"}, "demo:games"},
		{[]string{"schema", "demo:devices", "--layout", "{"}, []string{`{type}#{rest...}`}, "demo:games"},
		{[]string{"stats", "--strategy", ""}, []string{"auto", "everything"}, "demo:games"},
		{[]string{"demo", "--theme", ""}, []string{"auto", "mono"}, "demo:games"},
		{[]string{"gc", "--format", ""}, []string{"json"}, "demo:games"},
		{[]string{"--color", ""}, []string{"never"}, "demo:games"},
	} {
		got := completed(t, env, c.words...)
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%q: %q is not offered: %q", c.words, want, got)
			}
		}
		if slices.Contains(got, c.not) {
			t.Errorf("%q: %q is offered", c.words, c.not)
		}
	}
}

// TestEverySourceIsCompleted verifies that each command that takes a SOURCE completes it.
func TestEverySourceIsCompleted(t *testing.T) {
	n := 0
	eachCommand(newRoot(), func(c *cobra.Command) {
		if strings.Contains(c.Use, "SOURCE") && c.Name() != "mcp" {
			n++
			if c.ValidArgsFunction == nil {
				t.Errorf("%s does not complete its SOURCE", c.CommandPath())
			}
		}
	})
	if n < 10 {
		t.Errorf("%d commands take a SOURCE", n)
	}
}

// TestMisspelledFlag verifies that the flag that was meant is suggested, and otherwise where the flags are listed.
func TestMisspelledFlag(t *testing.T) {
	for flag, want := range map[string]string{"--formatt": "did you mean --format?", "--row": "did you mean --rows?",
		"--Strategy": "did you mean --strategy?", "--zzz": "run tabletop stats --help to list the flags",
		"-Z": "run tabletop stats --help to list the flags"} {
		_, errs, code := tabletop(t, nil, "stats", "demo:games", flag)
		if code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit code %d: %s", flag, code, errs)
		}
	}
}
