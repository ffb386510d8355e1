package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how many columns help takes.
const helpWidth = 80

// flagGroup is flags that help lists under a heading of their own.
type flagGroup struct {
	title string
	names []string
}

// flagGroups returns the groups in the order of help. Flags of none are listed first, as those of the command.
func flagGroups() []flagGroup {
	return []flagGroup{
		{"What is read", []string{"strategy", "rows", "bytes", "time", "seed", "value-bytes", "prefix", "start", "end",
			"key-regex", "family", "since", "until", "precision", "rows-per-second", "bytes-per-second", "max-memory",
			"gc", "table-info"}},
		{"Scope", []string{"where", "kind"}},
		{"Layouts", []string{"layout", "current-layout", "from"}},
		{"Output", []string{"format", "output", "allow-partial", "color", "progress", "quiet"}},
		{"App", []string{"theme", "plain", "no-mouse"}},
		{"Values", []string{"decode", "decoder", "format-file"}},
		{"Connection", []string{"project", "instance", "app-profile", "creds", "data-endpoint", "admin-endpoint"}},
		{"Diagnosis", []string{"debug", "debug-keys"}},
	}
}

// printUsage writes how a command is called, what is below it, and its flags in groups, all in helpWidth columns.
func printUsage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nAvailable Commands:\n")
		for _, below := range cmd.Commands() {
			if below.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s %s\n", below.NamePadding(), below.Name(), below.Short)
			}
		}
	}
	printFlags(&b, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nUse \"%s [command] --help\" for more information about a command.\n", cmd.CommandPath())
	}
	_, err := io.WriteString(cmd.OutOrStderr(), b.String())
	return err
}

// printFlags lists the flags of a command in their groups.
func printFlags(b *strings.Builder, cmd *cobra.Command) {
	sets := map[string]*pflag.FlagSet{}
	add := func(f *pflag.Flag) {
		title := "Flags"
		for _, group := range flagGroups() {
			if slices.Contains(group.names, f.Name) {
				title = group.title
			}
		}
		if sets[title] == nil {
			sets[title] = pflag.NewFlagSet(title, pflag.ContinueOnError)
		}
		sets[title].AddFlag(f)
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	for _, group := range append([]flagGroup{{title: "Flags"}}, flagGroups()...) {
		if set := sets[group.title]; set != nil && set.HasAvailableFlags() {
			fmt.Fprintf(b, "\n%s:\n%s", group.title, set.FlagUsagesWrapped(helpWidth))
		}
	}
	b.WriteString("\nA variable can take the place of a flag: " + variable("rows-per-second") + " that of\n" +
		"--rows-per-second.\n")
}

// variable returns the environment variable of a flag.
func variable(flag string) string {
	return "TABLETOP_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags that are not on the command line and have a variable.
func (p *program) fromEnvironment(cmd *cobra.Command) error {
	var faults []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		value, set := p.env[variable(f.Name)]
		if f.Changed || f.Hidden || !set || f.Name == "help" || f.Name == "version" {
			return
		}
		if err := cmd.Flags().Set(f.Name, value); err != nil {
			message, _, _ := strings.Cut(flagError(cmd, err).Error(), "\n")
			faults = append(faults, variable(f.Name)+": "+message)
		}
	})
	if len(faults) > 0 {
		return usageError{fmt.Errorf("%s\ncorrect the variable, or unset it", strings.Join(faults, "; "))}
	}
	return nil
}
