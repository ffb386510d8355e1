package main

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/views/widget"
)

// newRoot returns the commands of a program without an environment.
func newRoot() *cobra.Command {
	p := &program{std: streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}}
	root := p.rootCommand()
	root.InitDefaultHelpCmd()
	return root
}

// eachCommand calls f with every command, hidden ones too, but for those that were removed, which have no help.
func eachCommand(c *cobra.Command, f func(*cobra.Command)) {
	if c.Hidden && c.DisableFlagParsing {
		return
	}
	f(c)
	for _, sub := range c.Commands() {
		eachCommand(sub, f)
	}
}

// TestHelpStyle verifies the rules for the help of every command: a short imperative, a description whose first
// sentence states what the command does, at most 80 columns, and an example.
func TestHelpStyle(t *testing.T) {
	n := 0
	eachCommand(newRoot(), func(c *cobra.Command) {
		n++
		name := c.CommandPath()
		if s := c.Short; s == "" || len(s) > 60 || strings.HasSuffix(s, ".") ||
			!regexp.MustCompile(`^[A-Z][a-z]+ `).MatchString(s) {
			t.Errorf("%s: short description %q (%d characters)", name, s, len(s))
		}
		generated := c.Name() == "completion" || c.HasParent() && c.Parent().Name() == "completion" // cobra wrote these
		first, _, sentence := strings.Cut(c.Long, ".")
		if !generated && (!sentence || !strings.HasPrefix(first, c.Name()+" ")) {
			t.Errorf("%s: the description starts with %q, want a sentence about the command", name, first)
		}
		for line := range strings.Lines(c.Long) {
			if !generated && len(strings.TrimRight(line, "\n")) > 80 {
				t.Errorf("%s: line of %d columns: %s", name, len(line)-1, line)
			}
		}
		if c.Example == "" {
			t.Errorf("%s has no example", name)
		}
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(line, "  tabletop") {
				t.Errorf("%s: example %q", name, line)
			}
		}
	})
	if n < 20 {
		t.Errorf("%d commands were checked", n)
	}
}

// TestFlagStyle verifies that the text of every flag is a capitalized fragment without a period, that it names the
// placeholder of a value in capitals, and that it leaves defaults to the flag library.
func TestFlagStyle(t *testing.T) {
	n := 0
	eachCommand(newRoot(), func(c *cobra.Command) {
		check := func(f *pflag.Flag) {
			if _, removed := f.Value.(removedFlag); removed {
				return
			}
			n++
			name := c.CommandPath() + " --" + f.Name
			value, usage := pflag.UnquoteUsage(f)
			if usage == "" || strings.HasSuffix(usage, ".") || !regexp.MustCompile(`^[A-Z]`).MatchString(usage) {
				t.Errorf("%s: %q is not a capitalized fragment", name, usage)
			}
			if f.Value.Type() != "bool" && (value == "" || value != strings.ToUpper(value)) && f.Name != "decode" {
				t.Errorf("%s: placeholder %q, want a name in capitals", name, value)
			}
			if strings.Contains(usage, "(default") || strings.Contains(usage, "(0:") {
				t.Errorf("%s: %q states a default", name, usage)
			}
		}
		c.LocalFlags().VisitAll(check)
	})
	if n < 150 {
		t.Errorf("%d flags were checked", n)
	}
}

// TestExamplesParse verifies that the examples in the help name commands and flags that exist and pass valid numbers of
// arguments.
func TestExamplesParse(t *testing.T) {
	n := 0
	eachCommand(newRoot(), func(c *cobra.Command) {
		own := false
		for line := range strings.Lines(c.Example) {
			words := shellWords(line)[1:]
			root := newRoot()
			named, rest, err := root.Find(words)
			if err != nil {
				t.Errorf("%s: example %q: %v", c.CommandPath(), line, err)
				continue
			}
			own = own || strings.HasPrefix(named.CommandPath(), c.CommandPath())
			if err := named.ParseFlags(rest); err != nil {
				t.Errorf("example %q: %v", line, err)
			}
			if err := named.ValidateArgs(named.Flags().Args()); err != nil {
				t.Errorf("example %q: %v", line, err)
			}
			n++
		}
		if !own {
			t.Errorf("%s: no example is of this command", c.CommandPath())
		}
	})
	if n < 30 {
		t.Errorf("%d examples were checked", n)
	}
}

// shellWords splits a command line at spaces outside single quotes, and ends at a redirection.
func shellWords(line string) []string {
	words := regexp.MustCompile(`'[^']*'|\S+`).FindAllString(line, -1)
	if i := slices.IndexFunc(words, func(w string) bool { return w == ">" || w == "<" }); i >= 0 {
		words = words[:i]
	}
	for i, w := range words {
		words[i] = strings.Trim(w, "'")
	}
	return words
}

// TestVersionFlags verifies that --version and -v print what the version command prints.
func TestVersionFlags(t *testing.T) {
	want, _, _ := tabletop(t, nil, "version")
	for _, flag := range []string{"--version", "-v"} {
		if out, errs, code := tabletop(t, nil, flag); code != exitOK || out != want ||
			!strings.HasPrefix(out, "tabletop ") {
			t.Errorf("%s: exit code %d, %q, %s; version prints %q", flag, code, out, errs, want)
		}
	}
}

// TestThemesInHelp verifies that the help and the error of --theme list exactly the themes that exist, and that each is
// accepted.
func TestThemesInHelp(t *testing.T) {
	want := []string{"auto"}
	for _, theme := range widget.Themes() {
		want = append(want, string(theme))
	}
	_, usage := pflag.UnquoteUsage(newRoot().Flags().Lookup("theme"))
	_, listedInHelp, _ := strings.Cut(usage, ": ")
	_, errs, code := tabletop(t, nil, "demo", "--theme", "nosuch")
	_, listedInError, _ := strings.Cut(strings.TrimSpace(errs), "must be ")
	if code != exitUsage {
		t.Errorf("exit code %d for an unknown theme", code)
	}
	for _, list := range []string{listedInHelp, listedInError} {
		got := regexp.MustCompile(`,? or |, `).Split(list, -1)
		if !slices.Equal(got, want) {
			t.Errorf("%q lists %q, want %q", list, got, want)
		}
	}
	for _, name := range want {
		p := &program{flags: flags{theme: name}}
		if _, err := p.theme(); err != nil {
			t.Errorf("theme %s: %v", name, err)
		}
	}
}

// TestFlagsBeforeTerminal verifies that a bad value of a flag is reported before a missing terminal is.
func TestFlagsBeforeTerminal(t *testing.T) {
	for _, args := range [][]string{
		{"demo", "--theme", "nosuch"},
		{"demo", "--color", "nosuch"},
		{"demo", "--strategy", "nosuch"},
		{"demo", "--layout", "{nosuch:nosuch}"},
		{"lesson", "hotspots", "--theme", "nosuch"},
	} {
		_, errs, code := tabletop(t, nil, args...)
		if code != exitUsage || !strings.Contains(errs, "nosuch") || strings.Contains(errs, "not a terminal") {
			t.Errorf("%q: exit code %d: %s", args, code, errs)
		}
	}
}

// TestPageOfCommandsIsWhole verifies that docs/commands.md names every command that help lists, and every flag that it
// names exists.
func TestPageOfCommandsIsWhole(t *testing.T) {
	text, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	page, root := string(text), newRoot()
	flags := map[string]bool{"version": true, "external_table_definition": true} // the latter is a flag of bq
	eachCommand(root, func(c *cobra.Command) {
		note := func(f *pflag.Flag) { flags[f.Name] = true }
		c.Flags().VisitAll(note)
		c.PersistentFlags().VisitAll(note)
	})
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" && c.Name() != "completion" &&
			!strings.Contains(page, "tabletop "+c.Name()) {
			t.Errorf("docs/commands.md has no line for %q", c.Name())
		}
	}
	for _, match := range regexp.MustCompile(`--([a-z][a-z_-]+)`).FindAllStringSubmatch(page, -1) {
		if !flags[match[1]] {
			t.Errorf("docs/commands.md names --%s, which no command has", match[1])
		}
	}
}
