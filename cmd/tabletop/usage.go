package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/spelling"
)

// flagError returns an error of the flag library as a usage error, without the messages of the parsers below it.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		next := flagFor(cmd, unknown.GetSpecifiedName())
		if next == "" {
			next = "\nrun " + cmd.CommandPath() + " --help to list the flags"
		}
		return usageError{fmt.Errorf("%w%s", err, next)}
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return usageError{fmt.Errorf("%w\nrun %s --help to list the flags", err, cmd.CommandPath())}
	}
	flag := invalid.GetFlag()
	if _, removed := flag.Value.(removedFlag); removed {
		return usageError{fmt.Errorf("cannot use --%s: %w", flag.Name, invalid.Unwrap())}
	}
	must, ok := map[string]string{
		"int":      "a whole number",
		"int64":    "a whole number",
		"uint64":   "a whole number from 0 on",
		"float64":  "a number, for example 0.05",
		"duration": "a duration, for example 30s",
		"bool":     "true or false",
	}[flag.Value.Type()]
	if !ok {
		must = invalid.Unwrap().Error() // the flag values of this package complete the sentence
	}
	return usageError{fmt.Errorf("invalid value %q for --%s: must be %s", invalid.GetValue(), flag.Name, must)}
}

// commandFor suggests the subcommand that a word was meant to be: a second line of an error, or nothing.
func commandFor(root *cobra.Command, word string) string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near := spelling.Closest(strings.ToLower(word), names); near != "" {
		return "\ndid you mean tabletop " + near + "?"
	}
	return ""
}

// oneSource accepts at most one SOURCE after the root command. Two words are more likely a subcommand misspelled.
func oneSource(cmd *cobra.Command, args []string) error {
	if len(args) < 2 {
		return nil
	}
	if next := commandFor(cmd, args[0]); next != "" {
		return usageError{fmt.Errorf("unknown command %q%s", args[0], next)}
	}
	return atMost(1, "at most one SOURCE")(cmd, args)
}

// describeCompletion adds cobra's completion command, in the style of the other commands.
func describeCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return // cobra adds it only to a command with subcommands
	}
	completion.Example = "  tabletop completion bash > tabletop.bash"
	for _, shell := range completion.Commands() {
		shell.Example = "  tabletop completion " + shell.Name()
		if f := shell.Flags().Lookup("no-descriptions"); f != nil {
			f.Usage = "Leave out the descriptions of completions"
		}
	}
}

// helpCommand returns the help command. That of cobra exits with 0 for a topic that does not exist.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show help about a command",
		Long:    "help shows what a command does, its flags, and examples.",
		Example: "  tabletop help stats",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range cmd.Root().Commands() {
				if len(args) == 0 && c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			of, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 || of == nil {
				word := strings.Join(args, " ")
				next := commandFor(root, word)
				if next == "" {
					next = "\nrun tabletop --help to list the commands"
				}
				return usageError{fmt.Errorf("unknown command %q%s", word, next)}
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}
