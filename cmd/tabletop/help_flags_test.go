package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestHelpFitsTheTerminal verifies that no line of the help of any command is wider than 80 columns, but for examples,
// which are pasted, and that each flag is listed once, those that several commands share under their heading.
func TestHelpFitsTheTerminal(t *testing.T) {
	eachCommand(newRoot(), func(c *cobra.Command) {
		if c.Parent() != nil && c.Parent().Name() == "completion" {
			return // cobra wrote these
		}
		help := c.UsageString()
		example := false
		for line := range strings.Lines(help) {
			example = line == "Examples:\n" || example && line != "\n"
			if !example && len(line) > helpWidth+1 {
				t.Errorf("%s: line of %d columns: %s", c.CommandPath(), len(line)-1, line)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if n := strings.Count(help, " --"+f.Name+" "); !f.Hidden && n < 1 {
				t.Errorf("%s: --%s is not in the help", c.CommandPath(), f.Name)
			}
		})
	})
	usage := commandNamed(newRoot(), "stats").UsageString()
	for _, heading := range []string{"\nFlags:\n", "\nWhat is read:\n", "\nScope:\n", "\nLayouts:\n", "\nOutput:\n", "\nConnection:\n",
		"\nDiagnosis:\n"} {
		before, after, ok := strings.Cut(usage, heading)
		if usage = after; !ok {
			t.Errorf("%q is missing, or not in its place after\n%s", heading, before)
		}
	}
}

// TestGroupsNameFlags verifies that each flag of a group is one of a command.
func TestGroupsNameFlags(t *testing.T) {
	known := map[string]bool{}
	eachCommand(newRoot(), func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
		c.PersistentFlags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	})
	for _, group := range flagGroups() {
		for _, name := range group.names {
			if !known[name] {
				t.Errorf("%s: no command has --%s", group.title, name)
			}
		}
	}
}

// TestVariablesOfFlags verifies that a variable takes the place of a flag, that the command line comes first, and that a
// value that is none is refused by the variable's name.
func TestVariablesOfFlags(t *testing.T) {
	env := []string{"TABLETOP_FORMAT=json"}
	if out, errs, code := tabletop(t, env, "version"); code != exitOK || !strings.HasPrefix(out, "{") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	if out, errs, code := tabletop(t, env, "version", "--format", "text"); code != exitOK || strings.HasPrefix(out, "{") {
		t.Errorf("the command line: exit code %d: %s%s", code, out, errs)
	}
	env = []string{"TABLETOP_ROWS=many"}
	if _, errs, code := tabletop(t, env, "stats", "demo:games"); code != exitUsage ||
		!strings.Contains(errs, `TABLETOP_ROWS: invalid value "many" for --rows`) {
		t.Errorf("a value that is none: exit code %d: %s", code, errs)
	}
	if _, errs, code := tabletop(t, env, "version"); code != exitOK {
		t.Errorf("a variable of a flag that the command has not: exit code %d: %s", code, errs)
	}
}
